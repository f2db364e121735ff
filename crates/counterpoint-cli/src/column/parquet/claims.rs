//! Checks a page's claimed number of values against its bytes.
//!
//! The decoder allocates memory for as many values as a dictionary claims to have, and for as many lengths as a list of
//! lengths. In the encoding `DELTA_BYTE_ARRAY` a value may repeat the previous one, so a few bytes can expand to any
//! number. So the lists of lengths are first read here, only to count.

use super::thrift::{signed, varint};
use parquet::basic::{Encoding, Type};
use parquet::column::page::Page;
use parquet::schema::types::ColumnDescriptor;

/// Returns the number of bytes that the values of a page take, or 0 if they can't take more than the page itself.
///
/// # Errors
///
/// If the page can't have as many values as it claims.
pub(super) fn check(page: &Page, bytes: &[u8], column: &ColumnDescriptor) -> Result<u64, String> {
    let count = u64::from(page.num_values());
    let needed = match (page, page.encoding()) {
        (Page::DictionaryPage { .. }, _) => (count * least_bytes(column) <= bytes.len() as u64).then_some(0),
        (_, Encoding::DELTA_LENGTH_BYTE_ARRAY) => {
            values(page, bytes, column).and_then(|mut values| sum(&mut values, count))
        }
        // The first list has the number of bytes that each value shares with the previous one, the second the number of
        // bytes that follow.
        (_, Encoding::DELTA_BYTE_ARRAY) => values(page, bytes, column)
            .and_then(|mut values| sum(&mut values, count)?.checked_add(sum(&mut values, count)?)),
        _ => Some(0),
    };
    needed.ok_or_else(|| "a page has fewer values than declared".to_owned())
}

/// Returns the minimum number of bytes of a value in a dictionary.
fn least_bytes(column: &ColumnDescriptor) -> u64 {
    match column.physical_type() {
        Type::FIXED_LEN_BYTE_ARRAY => u64::try_from(column.type_length()).unwrap_or(0).max(1),
        // The size of a number, or of the length before a value.
        _ => 4,
    }
}

/// Returns the values of a page, which follow its levels. The column is neither nested nor repeated.
fn values<'p>(page: &Page, bytes: &'p [u8], column: &ColumnDescriptor) -> Option<&'p [u8]> {
    let levels = match page {
        Page::DataPageV2 { def_levels_byte_len, rep_levels_byte_len, .. } => {
            *def_levels_byte_len as usize + *rep_levels_byte_len as usize
        }
        _ if column.max_def_level() == 0 => 0,
        Page::DataPage { def_level_encoding: Encoding::RLE, .. } => {
            u32::from_le_bytes(*bytes.first_chunk()?) as usize + 4
        }
        // One bit each.
        _ => (page.num_values() as usize).div_ceil(8),
    };
    bytes.get(levels..)
}

/// Consumes a list of lengths in the encoding `DELTA_BINARY_PACKED`. Returns the sum of the lengths and of the bytes
/// for the list itself.
fn sum(bytes: &mut &[u8], most: u64) -> Option<u64> {
    let block = usize::try_from(varint(bytes)?).ok().filter(|block| block.is_multiple_of(128))?;
    let parts = usize::try_from(varint(bytes)?).ok().filter(|&parts| parts > 0 && block.is_multiple_of(parts))?;
    let count = varint(bytes).filter(|&count| count <= most)?;
    let mut length = signed(varint(bytes)?);
    if count == 0 {
        return Some(0);
    }
    let (each, mut left) = (block / parts, count - 1);
    let mut sum = (count * 4).checked_add(u64::try_from(length).ok()?)?;
    while left > 0 {
        let least = signed(varint(bytes)?);
        for &width in bytes.split_off(..parts)? {
            let here = left.min(each as u64);
            if here == 0 {
                break;
            }
            let part = bytes.split_off(..each.checked_mul(width.into())?.div_ceil(8))?;
            for index in 0..here {
                let step = bits(part, index as usize * usize::from(width), width)?;
                // The decoder has 32-bit lengths.
                length = i64::from(length.wrapping_add(least).wrapping_add(step as i64) as i32);
                sum = sum.checked_add(u64::try_from(length).ok()?)?;
            }
            left -= here;
        }
    }
    Some(sum)
}

/// Returns an integer of `width` bits, starting at the bit with index `first`.
fn bits(bytes: &[u8], first: usize, width: u8) -> Option<u64> {
    let from = bytes.get(first / 8..)?;
    let mut word = [0; 16];
    let length = from.len().min(9);
    word[..length].copy_from_slice(&from[..length]);
    let word = u128::from_le_bytes(word) >> (first % 8);
    (width <= 64).then(|| (word & ((1 << width) - 1)) as u64)
}
