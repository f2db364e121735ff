//! The header of a page.

use super::thrift::{Value, get, length};
use ::bytes::Bytes;
use parquet::basic::Encoding;
use parquet::column::page::Page;

/// A parsed header.
pub(super) struct Header {
    /// The page without its bytes, or `None` for a page to skip.
    pub(super) page: Option<Page>,
    /// The length of the page in the file.
    pub(super) stored: u64,
    /// The length of the page in memory.
    pub(super) length: usize,
    /// The number of bytes at the beginning that are never compressed: the levels in a page of version 2.
    pub(super) plain: usize,
    pub(super) compressed: bool,
    /// The checksum of the page in the file.
    pub(super) checksum: Option<u32>,
}

impl Header {
    /// Returns the header at the beginning of these bytes, and its length.
    pub(super) fn parse(bytes: &[u8]) -> Result<(Self, usize), String> {
        let length = length(bytes)?;
        let header = Self::of(&bytes[..length]);
        let header = header.ok_or("the header of a page is incomplete or has an unknown encoding")?;
        Ok((header, length))
    }

    fn of(header: &[u8]) -> Option<Self> {
        let number = |id| get(header, id).and_then(Value::integer);
        let kind = number(1)?;
        // The description of a page of this kind.
        let field = match kind {
            0 => 5,
            2 => 7,
            _ => 8,
        };
        let of_kind = |id| get(get(header, field)?.bytes, id)?.integer();
        let count = |id| of_kind(id).and_then(|count| u32::try_from(count).ok());
        let coded = |id| of_kind(id).and_then(encoding);
        let (buf, statistics) = (Bytes::new(), None);
        let page = match kind {
            0 => Some(Page::DataPage {
                buf,
                num_values: count(1)?,
                encoding: coded(2)?,
                def_level_encoding: coded(3)?,
                rep_level_encoding: coded(4)?,
                statistics,
            }),
            2 => Some(Page::DictionaryPage { buf, num_values: count(1)?, encoding: coded(2)?, is_sorted: false }),
            3 => Some(Page::DataPageV2 {
                buf,
                num_values: count(1)?,
                encoding: coded(4)?,
                num_nulls: count(2)?,
                num_rows: count(3)?,
                def_levels_byte_len: count(5)?,
                rep_levels_byte_len: count(6)?,
                is_compressed: false,
                statistics,
            }),
            _ => None,
        };
        let version_2 = kind == 3;
        Some(Self {
            page,
            stored: number(3)?.try_into().ok()?,
            length: number(2)?.try_into().ok()?,
            plain: if version_2 { (count(5)? as usize).checked_add(count(6)? as usize)? } else { 0 },
            compressed: !version_2 || of_kind(7) != Some(0),
            checksum: number(4).map(|checksum| checksum as u32),
        })
    }
}

/// Returns the encoding with this number.
fn encoding(number: i64) -> Option<Encoding> {
    Some(match number {
        0 => Encoding::PLAIN,
        2 => Encoding::PLAIN_DICTIONARY,
        3 => Encoding::RLE,
        #[expect(deprecated, reason = "old files have it")]
        4 => Encoding::BIT_PACKED,
        5 => Encoding::DELTA_BINARY_PACKED,
        6 => Encoding::DELTA_LENGTH_BYTE_ARRAY,
        7 => Encoding::DELTA_BYTE_ARRAY,
        8 => Encoding::RLE_DICTIONARY,
        9 => Encoding::BYTE_STREAM_SPLIT,
        _ => return None,
    })
}
