//! The file that contains a secret key.

use crate::console::{reason, shown};
use crate::exit::Error;
use crate::input::standard_input;
use crate::open::open;
use std::ffi::OsStr;
use std::io::Read;

/// The longest key in bytes. The whole key is held in memory, and the file may be an endless device.
const LONGEST_KEY: u64 = 1 << 20;

/// Reads a key, which is all bytes of the file. `-` is standard input.
///
/// # Errors
///
/// Returns an error if the file can't be read, is empty or is longer than any key.
pub(crate) fn read(name: &OsStr) -> Result<Vec<u8>, Error> {
    key(name).map_err(|why| Error::Usage(format!("--key-file: {}: {why}", shown(name))))
}

fn key(name: &OsStr) -> Result<Vec<u8>, String> {
    let source: Box<dyn Read> = if name == "-" {
        standard_input().map_err(|why| why.to_string())?
    } else {
        Box::new(open(name).map_err(|error| reason(&error))?)
    };
    let mut key = Vec::new();
    // One byte more than allowed shows that the file is too long.
    source.take(LONGEST_KEY + 1).read_to_end(&mut key).map_err(|error| reason(&error))?;
    match key.len() as u64 {
        0 => Err("the key is empty".to_owned()),
        1..=LONGEST_KEY => Ok(key),
        _ => Err(format!("a key has at most {LONGEST_KEY} bytes; is this the right file?")),
    }
}
