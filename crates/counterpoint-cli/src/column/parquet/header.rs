//! The header of a page.

use super::thrift::{Event, walk};
use parquet::basic::Encoding;
use parquet::column::page::PageMetadata;
use std::io::Read;

/// The longest header in bytes. It may contain the least and the greatest value of the page.
const LONGEST: u64 = 1 << 24;

/// The kind of a page, with what its header says about that.
#[derive(Clone, Copy, Debug)]
pub(super) enum Kind {
    Data {
        encoding: Encoding,
        definition: Encoding,
        repetition: Encoding,
    },
    DataV2 {
        encoding: Encoding,
        nulls: u32,
        rows: u32,
        definition: u32,
        repetition: u32,
        compressed: bool,
    },
    Dictionary {
        encoding: Encoding,
        sorted: bool,
    },
    /// A page that is skipped.
    Other,
}

/// The header of a page.
#[derive(Clone, Copy, Debug)]
pub(super) struct Header {
    pub(super) kind: Kind,
    /// The number of values, nulls among them.
    pub(super) values: u32,
    /// The length of the page in the file.
    pub(super) stored: usize,
    /// The length of the page in memory.
    pub(super) length: usize,
    /// The checksum of the page in the file.
    pub(super) checksum: Option<u32>,
}

impl Header {
    /// Reads a header.
    pub(super) fn read(source: impl Read) -> Result<Self, String> {
        let (mut page, mut of_kind) = ([None; 5], [None; 9]);
        walk(source, LONGEST, &mut |path, event, _| match (path, event) {
            (&[field @ 1..=4], Event::Integer(value)) => page[field as usize] = Some(value),
            (&[5 | 7 | 8, field @ 1..=8], Event::Integer(value)) => of_kind[field as usize] = Some(value),
            _ => {}
        })?;
        let header = Self::of_fields(page, of_kind);
        header.ok_or_else(|| "the header of a page is incomplete or has an unknown encoding".to_owned())
    }

    /// Returns the header with these fields, which are indexed by their numbers in the format.
    fn of_fields(page: [Option<i64>; 5], of_kind: [Option<i64>; 9]) -> Option<Self> {
        let count = |field: usize| u32::try_from(of_kind[field]?).ok();
        let coded = |field: usize| encoding(of_kind[field]?);
        let kind = match page[1]? {
            0 => Kind::Data { encoding: coded(2)?, definition: coded(3)?, repetition: coded(4)? },
            2 => Kind::Dictionary { encoding: coded(2)?, sorted: of_kind[3] == Some(1) },
            3 => Kind::DataV2 {
                encoding: coded(4)?,
                nulls: count(2)?,
                rows: count(3)?,
                definition: count(5)?,
                repetition: count(6)?,
                compressed: of_kind[7] != Some(0),
            },
            _ => Kind::Other,
        };
        Some(Self {
            kind,
            values: if matches!(kind, Kind::Other) { 0 } else { count(1)? },
            stored: usize::try_from(page[3]?).ok()?,
            length: usize::try_from(page[2]?).ok()?,
            checksum: page[4].map(|checksum| checksum as u32),
        })
    }

    /// Returns what the decoder asks about a page before it takes it.
    pub(super) fn metadata(&self) -> PageMetadata {
        let rows = match self.kind {
            Kind::DataV2 { rows, .. } => Some(rows as usize),
            _ => None,
        };
        let is_dict = matches!(self.kind, Kind::Dictionary { .. });
        PageMetadata { num_rows: rows, num_levels: (!is_dict).then_some(self.values as usize), is_dict }
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
