//! What a page says about its number of values, compared with the bytes that it has.
//!
//! The decoder makes room for as many values as a dictionary claims to have, and for as many lengths as a list of
//! lengths does. In the encoding `DELTA_BYTE_ARRAY` a value may repeat the one before it, so that a few bytes become
//! any number. So the lists of lengths are read here once before, only to count.

use super::header::{Header, Kind};
use super::thrift::varint;
use parquet::basic::{Encoding, Type};
use parquet::schema::types::ColumnDescriptor;

/// Returns the number of bytes of the values of a page, if it can be greater than that of the page itself.
///
/// # Errors
///
/// If the page can't have as many values as it says.
pub(super) fn check(header: &Header, page: &[u8], column: &ColumnDescriptor) -> Result<u64, String> {
    let claims = match header.kind {
        Kind::Dictionary { .. } => {
            let fits = u64::from(header.values).checked_mul(least_bytes(column));
            fits.filter(|&bytes| bytes <= page.len() as u64).map(|_| 0)
        }
        Kind::Data { encoding, .. } | Kind::DataV2 { encoding, .. } => match encoding {
            Encoding::DELTA_LENGTH_BYTE_ARRAY | Encoding::DELTA_BYTE_ARRAY => {
                values(header, page, column).and_then(|values| expanded(values, encoding, header.values.into()))
            }
            _ => Some(0),
        },
        Kind::Other => Some(0),
    };
    claims.ok_or_else(|| "a page has fewer values than it says".to_owned())
}

/// Returns the number of bytes that a value of a dictionary has at least.
fn least_bytes(column: &ColumnDescriptor) -> u64 {
    match column.physical_type() {
        Type::BOOLEAN => 0,
        // The length is in front of the value.
        Type::INT32 | Type::FLOAT | Type::BYTE_ARRAY => 4,
        Type::INT64 | Type::DOUBLE => 8,
        Type::INT96 => 12,
        Type::FIXED_LEN_BYTE_ARRAY => u64::try_from(column.type_length()).unwrap_or(0).max(1),
    }
}

/// Returns the values of a page, which follow its levels.
fn values<'p>(header: &Header, page: &'p [u8], column: &ColumnDescriptor) -> Option<&'p [u8]> {
    match header.kind {
        Kind::DataV2 { definition, repetition, .. } => page.get(definition as usize + repetition as usize..),
        Kind::Data { definition, repetition, .. } => {
            let mut rest = page;
            for (most, encoding) in [(column.max_rep_level(), repetition), (column.max_def_level(), definition)] {
                let bytes = match encoding {
                    _ if most == 0 => 0,
                    Encoding::RLE => {
                        let (length, levels) = rest.split_first_chunk()?;
                        rest = levels;
                        u32::from_le_bytes(*length) as usize
                    }
                    // Each level has as many bits as the greatest one.
                    _ => (header.values as usize * (16 - most.leading_zeros() as usize)).div_ceil(8),
                };
                rest = rest.get(bytes..)?;
            }
            Some(rest)
        }
        _ => None,
    }
}

/// Returns the number of bytes of all values, whose lengths are in front of them.
fn expanded(mut values: &[u8], encoding: Encoding, most: u64) -> Option<u64> {
    let mut bytes = sum(&mut values, most)?;
    if encoding == Encoding::DELTA_BYTE_ARRAY {
        // The first list says how many bytes are the same as in the value before, the second how many follow.
        bytes = bytes.checked_add(sum(&mut values, most)?)?;
    }
    Some(bytes)
}

/// Returns the sum of a list in the encoding `DELTA_BINARY_PACKED`, and takes it from the bytes.
fn sum(bytes: &mut &[u8], most: u64) -> Option<u64> {
    let block = usize::try_from(number(bytes)?).ok().filter(|block| block.is_multiple_of(128))?;
    let parts = usize::try_from(number(bytes)?).ok().filter(|&parts| parts > 0 && block.is_multiple_of(parts))?;
    let mut left = number(bytes).filter(|&count| count <= most)?;
    let mut length = signed(bytes)?;
    if left == 0 {
        return Some(0);
    }
    let mut sum = u64::try_from(length).ok()?;
    left -= 1;
    while left > 0 {
        let least = signed(bytes)?;
        let (widths, rest) = bytes.split_at_checked(parts)?;
        *bytes = rest;
        for &width in widths {
            if left == 0 {
                break;
            }
            let each = block / parts;
            let (part, rest) = bytes.split_at_checked(each.checked_mul(width.into())?.div_ceil(8))?;
            *bytes = rest;
            for index in 0..left.min(each as u64) {
                let step = bits(part, index as usize * usize::from(width), width)?;
                // The decoder has 32 bits for a length.
                length = i64::from(length.wrapping_add(least).wrapping_add(step as i64) as i32);
                sum = sum.checked_add(u64::try_from(length).ok()?)?;
            }
            left -= left.min(each as u64);
        }
    }
    Some(sum)
}

/// Returns an integer of `width` bits, the first of which is that with this index.
fn bits(bytes: &[u8], first: usize, width: u8) -> Option<u64> {
    if width > 64 {
        return None;
    }
    let from = bytes.get(first / 8..)?;
    let mut word = [0; 16];
    let length = from.len().min(9);
    word[..length].copy_from_slice(&from[..length]);
    let word = u128::from_le_bytes(word) >> (first % 8);
    Some((word & ((1 << width) - 1)) as u64)
}

fn number(bytes: &mut &[u8]) -> Option<u64> {
    varint(|| {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        Some(byte)
    })
}

fn signed(bytes: &mut &[u8]) -> Option<i64> {
    number(bytes).map(super::thrift::signed)
}

#[cfg(test)]
mod tests {
    use super::{Header, Kind, expanded, sum, values};
    use parquet::basic::{Encoding, Type as Physical};
    use parquet::schema::types::{ColumnDescriptor, Type};
    use std::sync::Arc;

    /// Blocks of 128 lengths in 4 parts; all lengths are the same, so that no part needs a bit.
    fn equal_lengths(count: u8, length: u8) -> Vec<u8> {
        let mut list = vec![0x80, 1, 4, count, 2 * length];
        if count > 1 {
            list.extend([0; 5]);
        }
        list
    }

    #[test]
    fn lengths_are_added_up() {
        assert_eq!(sum(&mut &equal_lengths(100, 7)[..], 100), Some(700));
        assert_eq!(sum(&mut &equal_lengths(0, 0)[..], 0), Some(0));
        // The first length is 1, and each is greater by 1 or 2: the steps beyond the least one are 0, 1, 0, 1, ...
        let list = [&[0x80, 1, 4, 33, 2, 2, 1, 0, 0, 0][..], &[0b1010_1010; 4]].concat();
        let lengths = (0..32).scan(1, |length, i| {
            *length += 1 + i % 2;
            Some(*length)
        });
        assert_eq!(sum(&mut &list[..], 33), Some(1 + lengths.sum::<u64>()));
    }

    /// A page of five values. A repetition level takes one bit, a definition level three.
    #[test]
    fn values_follow_the_levels() {
        let text = Type::primitive_type_builder("text", Physical::BYTE_ARRAY).build().unwrap();
        let column = ColumnDescriptor::new(Arc::new(text), 4, 1, "text".into());
        let page = [3u8, 0, 0, 0, 10, 11, 12, 1, 0, 0, 0, 20, 30, 31];
        let encoding = Encoding::PLAIN;
        let of_version_1 = |levels| Kind::Data { encoding, definition: levels, repetition: levels };
        let of_version_2 =
            Kind::DataV2 { encoding, nulls: 0, rows: 5, definition: 2, repetition: 3, compressed: false };
        #[expect(deprecated, reason = "old files have it")]
        let packed = Encoding::BIT_PACKED;
        for (kind, levels) in [(of_version_1(Encoding::RLE), 12), (of_version_1(packed), 1 + 2), (of_version_2, 5)] {
            let header = Header { kind, values: 5, stored: page.len(), length: page.len(), checksum: None };
            assert_eq!(values(&header, &page, &column), Some(&page[levels..]), "{kind:?}");
            assert_eq!(values(&header, &page[..levels - 1], &column), None, "{kind:?}");
        }
    }

    #[test]
    fn a_list_has_no_more_lengths_than_the_page_has_values() {
        assert_eq!(sum(&mut &equal_lengths(100, 7)[..], 99), None);
        let huge = [0x80, 1, 4, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f, 0];
        assert_eq!(sum(&mut &huge[..], u32::MAX.into()), None);
        for end in 0..10 {
            assert_eq!(sum(&mut &equal_lengths(100, 7)[..end], 100), None);
        }
    }

    #[test]
    fn repeated_bytes_count() {
        let lists = [equal_lengths(100, 60), equal_lengths(100, 1)].concat();
        assert_eq!(expanded(&lists, Encoding::DELTA_BYTE_ARRAY, 100), Some(6100));
        assert_eq!(expanded(&lists, Encoding::DELTA_LENGTH_BYTE_ARRAY, 100), Some(6000));
    }
}
