//! Known answers, parsed into typed records.
//!
//! Reads files of messages and digests, Monte Carlo chains, permutations, sponges, duplexes, AES blocks, MACs and
//! sessions: JSON whose header says how it is read, NIST's `.rsp`, and the designers' texts of intermediate values.
//!
//! ```
//! use counterpoint_vectors::{Body, File};
//!
//! let json = r#"{"algorithm": "sha3_256", "format": "whole bytes", "vectors": [
//!     {"message_hex": "616263", "digest_hex": "3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532"}]}"#;
//! let file = File::parse("abc.json", json.as_bytes())?;
//! let Body::Hash(hash) = &file.cases[0].body else { panic!("a message and its digest") };
//! assert_eq!(hash.message.as_bytes(), Some(&b"abc"[..]));
//! # Ok::<(), counterpoint_vectors::Error>(())
//! ```
//!
//! [`files`] finds them in a folder, [`EMBEDDED`] are some that come with this crate, and [`steps`] holds what goes in and
//! out of every step of the algorithms.

use std::io::Read;

mod bits;
mod case;
mod cavp;
mod embedded;
mod error;
mod fields;
mod json;
mod lines;
pub mod steps;
mod traces;
mod tree;

pub use bits::{BitOrder, BitString};
pub use case::*;
pub use embedded::{EMBEDDED, Embedded};
pub use error::{Error, Fault, Place};
pub use tree::{files, shared};

/// A file of known answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Its name, as it was given.
    pub name: String,
    /// How many records it says that it has.
    pub declared: Option<u64>,
    /// What can be run, in the file's order.
    pub cases: Vec<Case>,
}

/// The longest file that is read. The memory for its records is a small multiple of its length, so this limits the
/// memory.
pub const LONGEST_FILE: u64 = 64 << 20;

impl File {
    /// Reads a file of any of the forms, at most [`LONGEST_FILE`] bytes long. What it is, its content says, not its
    /// name.
    ///
    /// # Errors
    ///
    /// If it can't be read or understood; the error names the file, the record or line, and the field.
    pub fn read(path: &std::path::Path) -> Result<Self, Error> {
        let name = path.display().to_string();
        let bytes = content(path).map_err(|fault| fault.at(&name, Place::default()))?;
        Self::parse(&name, &bytes)
    }

    /// The same for a file whose bytes are at hand.
    ///
    /// # Errors
    ///
    /// If it can't be understood.
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

    /// How many records it has.
    pub fn records(&self) -> usize {
        self.cases.iter().map(Case::records).sum()
    }
}

/// The bytes of a file. A device or a pipe has no length that could be looked at before, so the limit applies to what
/// is read.
fn content(path: &std::path::Path) -> Result<Vec<u8>, Fault> {
    let mut bytes = Vec::new();
    std::fs::File::open(path)?.take(LONGEST_FILE + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LONGEST_FILE { Err(Fault::TooLong(LONGEST_FILE)) } else { Ok(bytes) }
}

/// Whether a text that begins with `[` is `[L = 256]` and lines, not a JSON list.
fn is_lines(bytes: &[u8]) -> bool {
    let first = bytes.trim_ascii_start().split(|&c| c == b'\n').next().unwrap_or_default().trim_ascii();
    first.starts_with(b"[") && first.ends_with(b"]") && first.get(1).is_some_and(u8::is_ascii_alphabetic)
}

/// The bytes that hexadecimal digits of either case spell.
///
/// ```
/// assert_eq!(counterpoint_vectors::hex("00fF").unwrap(), [0, 0xff]);
/// assert!(counterpoint_vectors::hex("0").is_err());
/// ```
///
/// # Errors
///
/// If a digit is none, or their number is odd.
pub fn hex(digits: &str) -> Result<Vec<u8>, const_hex::FromHexError> {
    // The decoder would pass over a prefix `0x`; no file of ours has one.
    if digits.starts_with("0x") {
        return Err(const_hex::FromHexError::InvalidHexCharacter { c: 'x', index: 1 });
    }
    const_hex::decode(digits)
}
