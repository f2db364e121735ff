//! The line of a list of digests, as coreutils write and read it.
//!
//! ```text
//! plain     HEX  name              tag       SHA3-256 (name) = HEX
//! binary    HEX *name              OpenSSL   SHA3-256(name)= HEX
//! BSD       HEX name               escaped   any of them with \ before it, the name with \\ \n \r
//! ```
//!
//! Plain and tag lines are written; all are read. Lines that end with NUL instead of a line end know no escapes.

use crate::choice::{Function, LONGEST};
use std::borrow::Cow;

/// The longest line that is read: the longest digest, and room for any name and tag.
pub(crate) const LONGEST_LINE: usize = 2 * LONGEST + (1 << 16);

/// How lines are written, and how they end.
#[derive(Clone, Copy)]
pub(crate) struct Style {
    /// `ALG (name) = HEX` instead of `HEX  name`.
    pub(crate) tag: bool,
    /// Lines end with NUL, and names are as they are.
    pub(crate) zero: bool,
}

impl Style {
    /// A line, its end included.
    pub(crate) fn line(self, function: &str, digest: &[u8], name: &[u8]) -> Vec<u8> {
        let (mark, name) = if self.zero { (&b""[..], Cow::Borrowed(name)) } else { escaped(name) };
        let hex = const_hex::encode(digest);
        let end = [if self.zero { 0 } else { b'\n' }];
        if self.tag {
            let tag = function.to_uppercase();
            [mark, tag.as_bytes(), b" (", &name, b") = ", hex.as_bytes(), &end].concat()
        } else {
            [mark, hex.as_bytes(), b"  ", &name, &end].concat()
        }
    }
}

/// The name with backslash, line end and carriage return escaped, and the mark that its line begins with then.
pub(crate) fn escaped(name: &[u8]) -> (&'static [u8], Cow<'_, [u8]>) {
    if !name.iter().any(|c| matches!(c, b'\\' | b'\n' | b'\r')) {
        return (b"", Cow::Borrowed(name));
    }
    let mut escaped = Vec::with_capacity(2 * name.len());
    for &c in name {
        match c {
            b'\\' => escaped.extend(b"\\\\"),
            b'\n' => escaped.extend(b"\\n"),
            b'\r' => escaped.extend(b"\\r"),
            c => escaped.push(c),
        }
    }
    (b"\\", Cow::Owned(escaped))
}

/// The name that was escaped so, if it was.
fn unescaped(escaped: &[u8]) -> Option<Vec<u8>> {
    let mut name = Vec::with_capacity(escaped.len());
    let mut bytes = escaped.iter();
    while let Some(&c) = bytes.next() {
        name.push(match c {
            b'\\' => match bytes.next()? {
                b'\\' => b'\\',
                b'n' => b'\n',
                b'r' => b'\r',
                _ => return None,
            },
            c => c,
        });
    }
    Some(name)
}

/// What a line says: this file has this digest.
pub(crate) struct Claim {
    pub(crate) function: Function,
    /// The line itself names the function.
    pub(crate) tagged: bool,
    pub(crate) digest: Vec<u8>,
    pub(crate) name: Vec<u8>,
}

/// Reads a line, its end not included. `plain` is the function of lines without a tag.
pub(crate) fn read(line: &[u8], zero: bool, plain: Function) -> Option<Claim> {
    let line = &line[line.iter().take_while(|c| matches!(c, b' ' | b'\t')).count()..];
    let (escapes, line) = match line {
        [b'\\', rest @ ..] if !zero => (true, rest),
        _ => (false, line),
    };
    let (tagged, (function, name, hex)) = match tagged(line) {
        Some(parts) => (true, parts),
        None => (false, untagged(line, plain)?),
    };
    let name = if escapes { unescaped(name)? } else { name.to_vec() };
    if name.is_empty() || name.contains(&0) {
        return None;
    }
    Some(Claim { function, tagged, digest: digest(hex, function)?, name })
}

/// `ALG (name) = HEX`, with or without the blanks.
fn tagged(line: &[u8]) -> Option<(Function, &[u8], &[u8])> {
    let open = line.iter().position(|&c| c == b'(')?;
    let close = line.iter().rposition(|&c| c == b')').filter(|&close| close > open)?;
    let tag = line[..open].strip_suffix(b" ").unwrap_or(&line[..open]);
    let function = Function::known(std::str::from_utf8(tag).ok()?)?;
    let hex = line[close + 1..].trim_ascii_start().strip_prefix(b"=")?.trim_ascii_start();
    Some((function, &line[open + 1..close], hex))
}

/// `HEX  name`, `HEX *name` or `HEX name`.
fn untagged(line: &[u8], plain: Function) -> Option<(Function, &[u8], &[u8])> {
    let blank = line.iter().position(|&c| c == b' ')?;
    let name = match &line[blank + 1..] {
        [b' ' | b'*', name @ ..] | name => name,
    };
    Some((plain, name, &line[..blank]))
}

/// The digest that is written in hexadecimal, if its length is one that the function can have.
fn digest(hex: &[u8], function: Function) -> Option<Vec<u8>> {
    let possible = if function.hash.extendable() {
        (1..=LONGEST).contains(&(hex.len() / 2))
    } else {
        hex.len() == 2 * function.hash.digest_bytes()
    };
    if possible && hex.iter().all(u8::is_ascii_hexdigit) { const_hex::decode(hex).ok() } else { None }
}
