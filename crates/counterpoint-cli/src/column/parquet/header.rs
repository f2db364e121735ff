//! The header of a page.

use super::thrift::{Value, fields, length};
use ::bytes::Bytes;
use parquet::basic::Encoding;
use parquet::column::page::Page;

/// The header of a page.
pub(super) struct Header {
    /// The page without its bytes, or `None` for one of a kind that is skipped.
    pub(super) page: Option<Page>,
    /// The length of the page in the file.
    pub(super) stored: u64,
    /// The length of the page in memory.
    pub(super) length: usize,
    /// The number of bytes in front that are never compressed: the levels of a page of version 2.
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

    fn of(bytes: &[u8]) -> Option<Self> {
        // The fields by their numbers, and those of the structure for this kind of page.
        let (mut page, mut own) = ([None; 5], [None; 9]);
        for (id, value) in fields(bytes) {
            match id {
                1..=4 => page[id as usize] = value.integer(),
                5 | 7 | 8 => read_fields(value, &mut own),
                _ => {}
            }
        }
        let count = |id: usize| u32::try_from(own[id]?).ok();
        let coded = |id: usize| encoding(own[id]?);
        let buf = Bytes::new();
        let mut header = Self {
            page: None,
            stored: u64::try_from(page[3]?).ok()?,
            length: usize::try_from(page[2]?).ok()?,
            plain: 0,
            compressed: true,
            checksum: page[4].map(|checksum| checksum as u32),
        };
        header.page = match page[1]? {
            0 => Some(Page::DataPage {
                buf,
                num_values: count(1)?,
                encoding: coded(2)?,
                def_level_encoding: coded(3)?,
                rep_level_encoding: coded(4)?,
                statistics: None,
            }),
            2 => Some(Page::DictionaryPage {
                buf,
                num_values: count(1)?,
                encoding: coded(2)?,
                is_sorted: own[3] == Some(1),
            }),
            3 => {
                header.plain = (count(5)? as usize).checked_add(count(6)? as usize)?;
                header.compressed = own[7] != Some(0);
                Some(Page::DataPageV2 {
                    buf,
                    num_values: count(1)?,
                    encoding: coded(4)?,
                    num_nulls: count(2)?,
                    num_rows: count(3)?,
                    def_levels_byte_len: count(5)?,
                    rep_levels_byte_len: count(6)?,
                    is_compressed: false,
                    statistics: None,
                })
            }
            _ => None,
        };
        Some(header)
    }
}

fn read_fields(structure: Value<'_>, into: &mut [Option<i64>; 9]) {
    for (id, value) in fields(structure.bytes) {
        if let Some(field) = usize::try_from(id).ok().and_then(|id| into.get_mut(id)) {
            *field = value.integer();
        }
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
