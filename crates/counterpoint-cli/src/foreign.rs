//! Recognizes files that are not the expected text: compressed files, archives, and text in other encodings.

use std::fmt;

/// What a file is, and how to turn it into text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Foreign {
    what: &'static str,
    remedy: &'static str,
}

/// How such files begin.
const BEGINNINGS: &[(&[u8], Foreign)] = &[
    (b"\x1f\x8b", Foreign { what: "compressed with gzip", remedy: "decompress it with `gzip -dc`" }),
    (b"BZh", Foreign { what: "compressed with bzip2", remedy: "decompress it with `bzip2 -dc`" }),
    (b"\xfd7zXZ", Foreign { what: "compressed with xz", remedy: "decompress it with `xz -dc`" }),
    (b"\x28\xb5\x2f\xfd", Foreign { what: "compressed with zstd", remedy: "decompress it with `zstd -dc`" }),
    (b"\x04\x22\x4d\x18", Foreign { what: "compressed with lz4", remedy: "decompress it with `lz4 -dc`" }),
    (b"PK\x03\x04", Foreign { what: "a ZIP archive", remedy: "extract it with `unzip -p`" }),
    (b"\xff\xfe\0\0", UTF_32),
    (b"\0\0\xfe\xff", UTF_32),
    (b"\xff\xfe", UTF_16),
    (b"\xfe\xff", UTF_16),
];

const UTF_32: Foreign = Foreign { what: "text in UTF-32", remedy: "convert it with `iconv -f UTF-32 -t UTF-8`" };
const UTF_16: Foreign = Foreign { what: "text in UTF-16", remedy: "convert it with `iconv -f UTF-16 -t UTF-8`" };
const UTF_16LE: Foreign = Foreign { what: "text in UTF-16", remedy: "convert it with `iconv -f UTF-16LE -t UTF-8`" };
const UTF_16BE: Foreign = Foreign { what: "text in UTF-16", remedy: "convert it with `iconv -f UTF-16BE -t UTF-8`" };

/// Identifies a file by its beginning. Returns `None` if it may be UTF-8 text.
pub(crate) fn foreign(beginning: &[u8]) -> Option<Foreign> {
    let known = BEGINNINGS.iter().find(|(bytes, _)| beginning.starts_with(bytes)).map(|(_, foreign)| *foreign);
    known.or(match *beginning {
        // ASCII without a byte order mark.
        [a, 0, b, 0, ..] if a != 0 && b != 0 => Some(UTF_16LE),
        [0, a, 0, b, ..] if a != 0 && b != 0 => Some(UTF_16BE),
        _ => None,
    })
}

impl fmt::Display for Foreign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "is {}; {}", self.what, self.remedy)
    }
}

#[cfg(test)]
mod tests {
    use super::foreign;

    #[test]
    fn files_are_known_by_their_beginning() {
        let utf_16 = |bytes: fn(u16) -> [u8; 2]| "00ff  a".encode_utf16().flat_map(bytes).collect::<Vec<_>>();
        for (bytes, what) in [
            (&b"\x1f\x8b\x08"[..], "gzip"),
            (b"PK\x03\x04", "ZIP"),
            (b"\xff\xfe3\0a\0", "-f UTF-16 "),
            (b"\xff\xfe\0\0", "UTF-32"),
            (&utf_16(u16::to_le_bytes), "UTF-16LE"),
            (&utf_16(u16::to_be_bytes), "UTF-16BE"),
        ] {
            assert!(foreign(bytes).is_some_and(|foreign| foreign.to_string().contains(what)), "{what}");
        }
        for text in [&b""[..], b"00ff  a", b"\xef\xbb\xbf00ff  a", b"# Gr\xc3\xb8stl", b"\0\0\0\0"] {
            assert_eq!(foreign(text), None);
        }
    }
}
