//! The added column: its element in the schema, its pages, and its chunk in each row group.
//!
//! Digests look random: they can't be compressed, and their minimum and maximum do not speed up any search. So a page
//! is simply the concatenated digests of a batch, written at once.

use super::thrift::{List, Structure, Value, binary, edit, integer, kind, unsigned, with_element};
use arrow_array::{Array, FixedSizeBinaryArray};
use std::borrow::Cow;
use std::ops::Range;

/// The number of the type FIXED_LEN_BYTE_ARRAY.
const FIXED: i64 = 7;

/// The numbers of the encodings.
const PLAIN: i64 = 0;
const RLE: i64 = 3;

/// The column of digests.
pub(super) struct Digests<'n> {
    pub(super) name: &'n str,
    pub(super) bytes: usize,
}

/// A written chunk of digests.
pub(super) struct Chunk {
    /// The position of its pages in the file.
    pub(super) begin: u64,
    /// The size of its pages in bytes.
    pub(super) bytes: u64,
    pub(super) rows: u64,
    /// The position, the length and the first row of each page.
    pages: List,
}

impl Chunk {
    pub(super) fn at(begin: u64) -> Self {
        Self { begin, bytes: 0, rows: 0, pages: List::of(kind::STRUCTURE) }
    }

    /// Adds a written page.
    pub(super) fn add(&mut self, bytes: usize, rows: usize) {
        let page = Structure::default().i64(1, self.begin + self.bytes).i32(2, bytes as i64).i64(3, self.rows);
        self.pages.push(&page.end());
        self.bytes += bytes as u64;
        self.rows += rows as u64;
    }

    /// Returns the offset index. A reader that uses one expects it for every column.
    pub(super) fn index(&self) -> Vec<u8> {
        Structure::default().list(1, &self.pages).end()
    }
}

impl Digests<'_> {
    /// Returns the element of the schema: a nullable column of this width.
    pub(super) fn element(&self) -> Vec<u8> {
        let fixed = Structure::default().i32(1, FIXED).i32(2, self.bytes as i64);
        fixed.i32(3, 1).binary(4, self.name.as_bytes()).end()
    }

    /// Returns a row group with the chunk of its digests added. `index` is the position of the chunk's offset index.
    pub(super) fn added_to(&self, group: &[u8], chunk: &Chunk, index: Option<Range<u64>>) -> Vec<u8> {
        edit(group, |id, value: Value<'_>| {
            let total = || integer(value.integer().unwrap_or_default().saturating_add(chunk.bytes as i64));
            Some(match id {
                1 => with_element(value, &self.chunk(chunk, index.clone())).into(),
                2 | 6 => total().into(),
                _ => Cow::Borrowed(value.bytes),
            })
        })
    }

    /// Returns the description of a chunk.
    fn chunk(&self, chunk: &Chunk, index: Option<Range<u64>>) -> Vec<u8> {
        let encodings = List::of(kind::I32).with(&integer(PLAIN)).with(&integer(RLE));
        let path = List::of(kind::BINARY).with(&binary(self.name.as_bytes()));
        let (uncompressed, bytes) = (0, chunk.bytes);
        let metadata = Structure::default().i32(1, FIXED).list(2, &encodings).list(3, &path).i32(4, uncompressed);
        let metadata = metadata.i64(5, chunk.rows).i64(6, bytes).i64(7, bytes).i64(9, chunk.begin);
        // The position 0: the metadata has no other copy in the file.
        let about = Structure::default().i64(2, 0).structure(3, metadata);
        match index {
            Some(index) => about.i64(4, index.start).i32(5, (index.end - index.start) as i64).end(),
            None => about.end(),
        }
    }
}

/// Returns a page with these digests, including its header.
pub(super) fn page(digests: &FixedSizeBinaryArray) -> Vec<u8> {
    let rows = digests.len();
    let levels = if digests.null_count() == 0 {
        // One run of the level 1.
        [unsigned((rows as u64) << 1), vec![1]].concat()
    } else {
        // Groups of eight levels, each of one bit.
        let mut levels = vec![0; rows.div_ceil(8)];
        (0..rows).filter(|&row| digests.is_valid(row)).for_each(|row| levels[row / 8] |= 1 << (row % 8));
        [unsigned((levels.len() as u64) << 1 | 1), levels].concat()
    };
    let values = (rows - digests.null_count()) * digests.value_length() as usize;
    let length = (4 + levels.len() + values) as i64;
    let about = Structure::default().i32(1, rows as i64).i32(2, PLAIN).i32(3, RLE).i32(4, RLE);
    let header = Structure::default().i32(1, 0).i32(2, length).i32(3, length).structure(5, about).end();
    let mut page = Vec::with_capacity(header.len() + length as usize);
    page.extend_from_slice(&header);
    page.extend((levels.len() as u32).to_le_bytes());
    page.extend_from_slice(&levels);
    match digests.null_count() {
        0 => page.extend_from_slice(digests.value_data()),
        _ => digests.iter().flatten().for_each(|digest| page.extend_from_slice(digest)),
    }
    page
}
