//! One line of a checksum list, in the formats of coreutils.
//!
//! ```text
//! plain     HEX  name              tag       SHA3-256 (name) = HEX
//! binary    HEX *name              OpenSSL   SHA3-256(name)= HEX
//! BSD       HEX name               escaped   any of them with \ before it, the name with \\ \n \r
//! ```
//!
//! All of these formats are read, with digests in hexadecimal or, as from `cksum --base64`, in base64. OpenSSL's and
//! BSD's formats and base64 are not written. BSD's names may begin with a space or a star, so a list has either BSD's
//! lines or plain and binary ones ([`Spacing`]). Lines that end with NUL instead of a line feed have no escapes. A tag
//! may have [settings](crate::settings) of the function in brackets.

use crate::hash_functions::fixed_digest_bytes;
use crate::numbers::LONGEST_OUTPUT;
use crate::settings::Settings;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use counterpoint::Algorithm;
use std::borrow::Cow;
use std::ffi::{OsStr, OsString};

/// The longest line that is read, in bytes: room for the longest digest, any name and any tag.
pub(crate) const LONGEST_LINE: usize = 2 * LONGEST_OUTPUT + (1 << 16);

/// The format for writing lines.
#[derive(Clone, Copy)]
pub(crate) struct LineFormat {
    /// `ALG (name) = HEX` instead of `HEX  name`.
    pub(crate) tag: bool,
    /// `HEX *name` instead of `HEX  name`.
    pub(crate) binary: bool,
    /// Lines end with NUL, and names are not escaped.
    pub(crate) zero: bool,
}

impl LineFormat {
    /// Returns a line, including its end. `tag` is the name of the function, followed by its settings.
    pub(crate) fn line(self, tag: &str, digest: &[u8], name: &[u8]) -> Vec<u8> {
        let (mark, name) = if self.zero { (&b""[..], Cow::Borrowed(name)) } else { escaped(name) };
        let hex = const_hex::encode(digest);
        let end = [if self.zero { 0 } else { b'\n' }];
        if self.tag {
            [mark, tag.as_bytes(), b" (", &name, b") = ", hex.as_bytes(), &end].concat()
        } else {
            let between = if self.binary { b" *" } else { b"  " };
            [mark, hex.as_bytes(), between, &name, &end].concat()
        }
    }
}

/// Returns the tag of a function with these settings: `SHA3-256`, `TURBOSHAKE128[domain=2A]`.
pub(crate) fn tag(function: &Algorithm, settings: &Settings) -> String {
    function.name.to_uppercase() + &settings.in_brackets()
}

/// Escapes backslashes, line feeds and carriage returns in a name. Also returns the mark at the beginning of a line
/// whose name contains escapes.
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

/// Reverts [`escaped`]; returns `None` for any other escape.
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

/// A line of a list: the digest that the file of this name should have.
pub(crate) struct ChecksumLine {
    pub(crate) function: &'static Algorithm,
    /// The spacing between digest and name; `None` if the line has a tag, which names the function.
    pub(crate) spacing: Option<Spacing>,
    /// The settings in the tag.
    pub(crate) settings: Settings,
    pub(crate) digest: Vec<u8>,
    pub(crate) name: Vec<u8>,
}

impl ChecksumLine {
    /// Returns whether the line itself names the function.
    pub(crate) fn tagged(&self) -> bool {
        self.spacing.is_none()
    }
}

/// The spacing between digest and name in the lines of a list without a tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Spacing {
    /// A space, and another space or a star.
    Two,
    /// A space, as in BSD's format. The name begins right after it, with any byte.
    One,
}

/// Parses a line without its end. `untagged` is the function of lines without a tag. With `zero`, lines end with NUL
/// and have no escapes. `spacing` is the spacing in the list's previous lines. As in coreutils, the first line decides
/// for all: a later line of the other form is ambiguous, and malformed if it is recognizable.
pub(crate) fn parse(
    line: &[u8],
    zero: bool,
    untagged: &'static Algorithm,
    spacing: &mut Option<Spacing>,
) -> Option<ChecksumLine> {
    let line = &line[line.iter().take_while(|c| matches!(c, b' ' | b'\t')).count()..];
    let (escapes, line) = match line {
        [b'\\', rest @ ..] if !zero => (true, rest),
        _ => (false, line),
    };
    let (found, parts) = match parse_tagged(line) {
        Some(parts) => (None, parts),
        None => parse_untagged(line, untagged, *spacing).map(|(spacing, parts)| (Some(spacing), parts))?,
    };
    let Parts { function, settings, name, hex } = parts;
    let digest = digest(hex, function)?;
    let name = if escapes { unescaped(name)? } else { name.to_vec() };
    if name.is_empty() || name.contains(&0) {
        return None;
    }
    *spacing = found.or(*spacing);
    Some(ChecksumLine { function, spacing: found, settings, digest, name })
}

/// The parts of a line: the name as written, and the digest in hexadecimal.
struct Parts<'a> {
    function: &'static Algorithm,
    settings: Settings,
    name: &'a [u8],
    hex: &'a [u8],
}

/// Parses `ALG (name) = HEX`, with or without spaces and settings.
fn parse_tagged(line: &[u8]) -> Option<Parts<'_>> {
    let open = line.iter().position(|&c| c == b'(')?;
    let close = line.iter().rposition(|&c| c == b')').filter(|&close| close > open)?;
    let tag = line[..open].strip_suffix(b" ").unwrap_or(&line[..open]);
    let tag = std::str::from_utf8(tag).ok()?;
    let (name, brackets) = match tag.strip_suffix(']') {
        Some(tag) => tag.split_once('[').map(|(name, inside)| (name, Some(inside)))?,
        None => (tag, None),
    };
    let function = Algorithm::by_name(name).ok().filter(|algorithm| algorithm.hashes())?;
    let settings = brackets.map_or(Some(Settings::default()), |inside| Settings::parse(inside, function))?;
    let hex = line[close + 1..].trim_ascii_start().strip_prefix(b"=")?.trim_ascii_start();
    Some(Parts { function, settings, name: &line[open + 1..close], hex })
}

/// Parses `HEX  name`, `HEX *name` or `HEX name`.
fn parse_untagged<'a>(
    line: &'a [u8],
    function: &'static Algorithm,
    spacing: Option<Spacing>,
) -> Option<(Spacing, Parts<'a>)> {
    let blank = line.iter().position(|c| matches!(c, b' ' | b'\t'))?;
    let rest = &line[blank + 1..];
    let (spacing, name) = match (rest, spacing) {
        ([b' ' | b'*', name @ ..], None | Some(Spacing::Two)) if !name.is_empty() => (Spacing::Two, name),
        (_, Some(Spacing::Two)) => return None,
        _ => (Spacing::One, rest),
    };
    Some((spacing, Parts { function, settings: Settings::default(), name, hex: &line[..blank] }))
}

/// Returns the name of a file from its bytes in a list. On systems whose file names are text, bytes that are not text
/// name no file.
pub(crate) fn file_name(bytes: &[u8]) -> OsString {
    #[cfg(unix)]
    return <OsStr as std::os::unix::ffi::OsStrExt>::from_bytes(bytes).to_owned();
    #[cfg(not(unix))]
    OsStr::new(&*String::from_utf8_lossy(bytes)).to_owned()
}

/// Decodes a digest in hexadecimal, if the function can have a digest of this length, or in base64, if its digests have
/// a fixed length, so the text can't be anything else.
pub(crate) fn digest(hex: &[u8], function: &Algorithm) -> Option<Vec<u8>> {
    let possible = match fixed_digest_bytes(function) {
        None => (1..=LONGEST_OUTPUT).contains(&(hex.len() / 2)),
        Some(bytes) if hex.len() == bytes.div_ceil(3) * 4 => return BASE64_STANDARD.decode(hex).ok(),
        Some(bytes) => hex.len() == 2 * bytes,
    };
    if possible && hex.iter().all(u8::is_ascii_hexdigit) { const_hex::decode(hex).ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::{LineFormat, Spacing, parse};
    use crate::hash_functions::{self, by_name, fixed_digest_bytes};
    use crate::settings::Settings;
    use counterpoint::registry::Parameter;
    use proptest::prelude::*;

    /// The name of a hash function.
    fn function() -> impl Strategy<Value = &'static str> {
        proptest::sample::select(hash_functions::all().map(|function| function.name).collect::<Vec<_>>())
    }

    /// Lines made of typical pieces of lines, in any order.
    fn nearly_a_line() -> impl Strategy<Value = Vec<u8>> {
        let pieces: Vec<&[u8]> = vec![
            b"\\",
            b" ",
            b"  ",
            b" *",
            b"(",
            b")",
            b" (",
            b") = ",
            b"=",
            b"SHA3-256",
            b"shake128",
            b"x",
            b"\xff",
            b"n",
        ];
        let piece = proptest::sample::select(pieces).prop_map(<[u8]>::to_vec);
        let hex = proptest::string::bytes_regex("[0-9a-fA-F]{0,70}").unwrap();
        proptest::collection::vec(prop_oneof![piece, hex], 0..10).prop_map(|pieces| pieces.concat())
    }

    proptest! {
        #[test]
        fn no_line_makes_it_panic(
            line in prop_oneof![any::<Vec<u8>>(), nearly_a_line()],
            zero: bool,
            plain in function(),
        ) {
            if let Some(read) = parse(&line, zero, by_name(plain).unwrap(), &mut None) {
                prop_assert!(!read.name.is_empty() && !read.digest.is_empty());
            }
        }

        #[test]
        fn what_is_written_is_read(
            function in function(),
            length in 1usize..100,
            fill: u8,
            name in proptest::collection::vec(prop_oneof![1..=255u8, Just(b'\\'), Just(b'\n'), Just(b')')], 1..20),
            customization in proptest::option::of(".{1,20}"),
            tag in any::<bool>(),
            binary: bool,
            zero: bool,
        ) {
            let function = by_name(function).unwrap();
            let length = fixed_digest_bytes(function).unwrap_or(length);
            let digest = vec![fill; length];
            let takes = tag && function.takes().contains(&Parameter::Customization);
            let settings = Settings { customization: customization.filter(|_| takes), ..Settings::default() };
            let line = LineFormat { tag, binary, zero }.line(&super::tag(function, &settings), &digest, &name);
            let (end, line) = line.split_last().unwrap();
            prop_assert_eq!(*end, if zero { 0 } else { b'\n' });
            prop_assert!(zero || !line.contains(&b'\n'));
            let read = parse(line, zero, function, &mut None).expect("a line that was written is read");
            prop_assert_eq!(read.tagged(), tag);
            prop_assert_eq!(read.name, name);
            prop_assert_eq!(read.digest, digest);
            prop_assert_eq!(read.function.name, function.name);
            prop_assert_eq!(read.settings, settings);
        }
    }

    #[test]
    fn all_forms_are_read() {
        let plain = by_name("shake128").unwrap();
        for (line, function, name) in [
            ("00ff  a b", "shake128", "a b"),
            ("00FF *a", "shake128", "a"),
            ("00ff a", "shake128", "a"),
            ("00ff\ta", "shake128", "a"),
            ("  00ff   a", "shake128", " a"),
            ("\\00ff  a\\\\\\n\\r", "shake128", "a\\\n\r"),
            ("SHAKE256 (a) = 00ff", "shake256", "a"),
            ("SHAKE256(a (1))= 00ff", "shake256", "a (1)"),
            ("\\shake-256 (\\n) = 00ff", "shake256", "\n"),
            ("TURBOSHAKE128[domain=2A] (a) = 00ff", "turboshake128", "a"),
            ("kt128[customization=a%20b](a)=00ff", "kt128", "a"),
        ] {
            let read = parse(line.as_bytes(), false, plain, &mut None).expect(line);
            assert_eq!((read.function.name, &read.name[..]), (function, name.as_bytes()), "{line}");
            assert_eq!(read.digest, [0, 0xff], "{line}");
        }
    }

    #[test]
    fn the_first_line_decides_what_stands_before_names() {
        let plain = by_name("shake128").unwrap();
        let read = |lines: &[&'static str]| {
            let mut spacing = None;
            let mut name = |line: &&str| Some(parse(line.as_bytes(), false, plain, &mut spacing)?.name);
            let text = |line| name(line).map(|name| String::from_utf8(name).unwrap());
            let names: Vec<Option<String>> = lines.iter().map(text).collect();
            (names, spacing)
        };
        let names = |names: &[&str]| names.iter().map(|name| Some((*name).to_owned())).collect::<Vec<_>>();
        // A name of one byte leaves no doubt, even if it is a space or a star.
        for first in ["00ff x", "00ff  ", "00ff *"] {
            let (found, spacing) = read(&[first, "00ff  lead", "00ff *star", "\\00ff  a\\\\b", "SHAKE128 (y) = 00ff"]);
            assert_eq!(found[1..], names(&[" lead", "*star", " a\\b", "y"]), "{first}");
            assert_eq!(spacing, Some(Spacing::One));
        }
        let (found, spacing) = read(&["no line", "SHAKE128 (y) = 00ff", "00ff  lead", "00ff x", "00ff *star"]);
        assert_eq!(found[1..3], names(&["y", "lead"]));
        assert_eq!((&found[3], &found[4..], spacing), (&None, &names(&["star"])[..], Some(Spacing::Two)));
    }

    #[test]
    fn other_lines_are_not() {
        let plain = by_name("sha3-256").unwrap();
        let hex = "00".repeat(32);
        for line in [
            "",
            "00ff  a",
            &hex,
            &format!("{hex} "),
            &format!("{hex}  a\0b"),
            &format!("0x{}  a", &hex[2..]),
            &format!("\\{hex}  a\\t"),
            &format!("\\{hex}  a\\"),
            &format!("SHA256 (a) = {hex}"),
            &format!("SHA3-512 (a) = {hex}"),
            &format!("SHA3-256 () = {hex}"),
            &format!("SHA3-256 (a = {hex}"),
            &format!("SHA3-256 )a( = {hex}"),
            "SHAKE128 (a) = ",
            "SHAKE128 (a) = 00f",
            "SHAKE128[domain=2A] (a) = 00ff",
            "TURBOSHAKE128[] (a) = 00ff",
            "TURBOSHAKE128[domain=2A (a) = 00ff",
            "TURBOSHAKE128domain=2A] (a) = 00ff",
        ] {
            assert!(parse(line.as_bytes(), false, plain, &mut None).is_none(), "{line}");
        }
        assert!(
            parse(format!("\\{hex}  a").as_bytes(), true, plain, &mut None).is_none(),
            "no escapes in lines that end with NUL"
        );
    }
}
