//! Reads files of known answers in any format.
//!
//! [`File::parse`] detects the format from the content, not from the name, and calls its parser: JSON (`json`),
//! intermediate values (`traces`) or NIST's response files (`cavp`).

use crate::{Error, Fault, File, Place, cavp, json, traces};
use std::io::Read;

/// The maximum length of a file in bytes. The records of a file take a small multiple of its length, so this limits the
/// memory.
pub const LONGEST_FILE: u64 = 64 << 20;

impl File {
    /// Reads a file of at most [`LONGEST_FILE`] bytes, in any format. The format is detected from the content, not from
    /// the name.
    ///
    /// # Errors
    ///
    /// Returns an error if the file can't be read or parsed. The error names the file, the record or line, and the
    /// field.
    pub fn read(path: &std::path::Path) -> Result<Self, Error> {
        let name = path.display().to_string();
        let bytes = content(path).map_err(|fault| fault.at(&name, Place::default()))?;
        Self::parse(&name, &bytes)
    }

    /// Parses the bytes of a file. `name` appears in error messages.
    ///
    /// # Errors
    ///
    /// Returns an error if the bytes can't be parsed.
    pub fn parse(name: &str, bytes: &[u8]) -> Result<Self, Error> {
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        if matches!(bytes.trim_ascii_start().first(), Some(b'{' | b'[' | b'"')) && !is_lines(bytes) {
            return json::parse(name, bytes);
        }
        let text = String::from_utf8_lossy(bytes);
        if text.contains("Message Digest Length =") {
            traces::groestl(name, &text)
        } else if text.contains("Input of permutation:") {
            traces::keccak(name, &text)
        } else if text.trim().is_empty() {
            Err(Fault::Truncated("it is empty".to_owned()).at(name, Place::default()))
        } else if name.to_ascii_lowercase().ends_with(".json") {
            Err(Fault::NotJson("it does not begin with `{`".to_owned()).at(name, Place::default()))
        } else {
            cavp::parse(name, &text)
        }
    }
}

/// Returns the bytes of a file. The length of a device or a pipe is unknown in advance, so the limit applies to the
/// bytes that are read.
fn content(path: &std::path::Path) -> Result<Vec<u8>, Fault> {
    let mut bytes = Vec::new();
    std::fs::File::open(path)?.take(LONGEST_FILE + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LONGEST_FILE { Err(Fault::TooLong(LONGEST_FILE)) } else { Ok(bytes) }
}

/// Returns whether a text that begins with `[` is a response file, with a first line such as `[L = 256]`, rather than a
/// JSON list.
fn is_lines(bytes: &[u8]) -> bool {
    let first = bytes.trim_ascii_start().split(|&c| c == b'\n').next().unwrap_or_default().trim_ascii();
    first.starts_with(b"[") && first.ends_with(b"]") && first.get(1).is_some_and(u8::is_ascii_alphabetic)
}
