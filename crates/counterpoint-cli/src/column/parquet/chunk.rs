//! The digests of a row group, as a column chunk of pages without compression.
//!
//! Digests look random: nothing makes them shorter, and their least and greatest values help no search. So a page is
//! the digests of a batch one after the other, and is written at once.

use super::digests::Digests;
use super::thrift::{put_binary, put_signed, put_varint};
use arrow_array::{Array, FixedSizeBinaryArray};

/// The number of the type FIXED_LEN_BYTE_ARRAY.
const FIXED: i64 = 7;

/// A chunk that has been written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chunk {
    /// Where its pages begin in the file.
    pub(super) begin: u64,
    /// The number of bytes of its pages.
    pub(super) bytes: u64,
    pub(super) rows: u64,
}

impl Chunk {
    /// Appends the metadata of the chunk.
    pub(super) fn put(&self, out: &mut Vec<u8>, digests: &Digests<'_>) {
        // The place of the metadata, which is nowhere else; the metadata; their type.
        out.extend([0x26, 0, 0x1c, 0x15]);
        put_signed(out, FIXED);
        // The encodings PLAIN and RLE, and a path of one name.
        out.extend([0x19, 0x25, 0, 6, 0x19, 0x18]);
        put_binary(out, digests.name.as_bytes());
        // No compression.
        out.extend([0x15, 0]);
        for number in [self.rows, self.bytes, self.bytes] {
            out.push(0x16);
            put_signed(out, number as i64);
        }
        out.push(0x26);
        put_signed(out, self.begin as i64);
        out.extend([0, 0]);
    }
}

/// Appends the element of the schema: a type of this width that may be null.
pub(super) fn put_element(out: &mut Vec<u8>, digests: &Digests<'_>) {
    for number in [FIXED, digests.bytes as i64, 1] {
        out.push(0x15);
        put_signed(out, number);
    }
    out.push(0x18);
    put_binary(out, digests.name.as_bytes());
    out.push(0);
}

/// Returns a page with these digests, with its header.
pub(super) fn page(digests: &FixedSizeBinaryArray) -> Vec<u8> {
    let mut levels = Vec::new();
    if digests.null_count() == 0 {
        // One run of the level 1.
        put_varint(&mut levels, (digests.len() as u64) << 1);
        levels.push(1);
    } else {
        // Groups of eight levels, each of one bit.
        put_varint(&mut levels, (digests.len() as u64).div_ceil(8) << 1 | 1);
        let begin = levels.len();
        levels.resize(begin + digests.len().div_ceil(8), 0);
        for row in (0..digests.len()).filter(|&row| digests.is_valid(row)) {
            levels[begin + row / 8] |= 1 << (row % 8);
        }
    }
    let valid = digests.len() - digests.null_count();
    let length = 4 + levels.len() + valid * digests.value_length() as usize;
    let mut page = Vec::with_capacity(length + 32);
    // A data page with its two lengths.
    page.extend([0x15, 0]);
    for _ in 0..2 {
        page.push(0x15);
        put_signed(&mut page, length as i64);
    }
    // The number of values, and the encodings PLAIN, RLE and RLE.
    page.extend([0x2c, 0x15]);
    put_signed(&mut page, digests.len() as i64);
    page.extend([0x15, 0, 0x15, 6, 0x15, 6, 0, 0]);
    page.extend((levels.len() as u32).to_le_bytes());
    page.extend_from_slice(&levels);
    match digests.null_count() {
        0 => page.extend_from_slice(digests.value_data()),
        _ => digests.iter().flatten().for_each(|digest| page.extend_from_slice(digest)),
    }
    page
}
