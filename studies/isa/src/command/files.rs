//! Reads files named on the command line.

use crate::console::{Error, reason, shown};
use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

/// The length of the longest file in bytes: the emulator takes eight times as much memory.
pub(super) const MOST_BYTES: u64 = 16 << 20;

/// Reads a file, or standard input for `-`.
pub(super) fn read(path: &Path) -> Result<Vec<u8>, Error> {
    let name = shown(path.as_os_str());
    let failed = |error: io::Error| Error::Failed(format!("{name}: {}", reason(&error)));
    let (mut contents, most) = (Vec::new(), MOST_BYTES + 1);
    let length = match path == Path::new("-") {
        true => io::stdin().lock().take(most).read_to_end(&mut contents),
        false => File::open(path).and_then(|file| file.take(most).read_to_end(&mut contents)),
    };
    let length = length.map_err(failed)?;
    if length as u64 > MOST_BYTES {
        return Err(Error::Failed(format!("{name}: longer than {} MiB, the emulator's limit", MOST_BYTES >> 20)));
    }
    Ok(contents)
}

/// Reads a file of text.
pub(super) fn read_text(path: &Path) -> Result<String, Error> {
    let not_text = |_| Error::Failed(format!("{}: not UTF-8 text", shown(path.as_os_str())));
    String::from_utf8(read(path)?).map_err(not_text)
}
