//! Comparisons of tags and digests of 1 to 200 bytes.

use super::{Case, Outcome};
use crate::secrets::{Verdicts, secret};
use crate::valgrind;
use counterpoint::DigestValue;
use counterpoint::tag::{self, MIN_TAG_BYTES};
use std::array;

pub(super) const CASES: &[Case] = &[
    Case::new("tag::equal", |verdicts| tags(verdicts, tag::equal)),
    #[cfg(target_arch = "x86_64")]
    Case::new("counterpoint check", |verdicts| tags(verdicts, counterpoint_cli::fuzzing::tag_matches)),
    Case::new("DigestValue", digest_values),
];

/// The longest tag.
pub(crate) const MOST_BYTES: usize = 200;

/// Compares a right tag of each length, and tags with a wrong first, last or other byte. `right` writes the right tag,
/// and `matches` returns whether a tag is right.
pub(crate) fn compare(
    verdicts: &mut Verdicts,
    lengths: impl IntoIterator<Item = usize>,
    mut right: impl FnMut(&mut [u8]),
    mut matches: impl FnMut(&[u8]) -> bool,
) {
    for length in lengths {
        let mut tag = vec![0; length];
        right(&mut tag);
        // A tag arrives from outside.
        valgrind::make_public(&tag);
        if length < MIN_TAG_BYTES {
            assert!(!matches(&tag), "a tag of {length} bytes is too short");
            continue;
        }
        verdicts.tell(true, || matches(&tag));
        for wrong in [0, 64, 128, length - 1].into_iter().filter(|&wrong| wrong < length) {
            tag[wrong] ^= 0x10;
            verdicts.tell(false, || matches(&tag));
            tag[wrong] ^= 0x10;
        }
    }
}

fn tags(verdicts: &mut Verdicts, equal: fn(&[u8], &[u8]) -> bool) -> Outcome {
    let all = secret(MOST_BYTES);
    let right = |tag: &mut [u8]| tag.copy_from_slice(&all[..tag.len()]);
    compare(verdicts, 1..=MOST_BYTES, right, |tag| equal(tag, &all[..tag.len()]));
    Ok(())
}

/// Compares digests that are equal, and that differ in one byte, with a digest, an array, a reference to one, and a
/// slice on either side.
fn digest_value<const N: usize>(verdicts: &mut Verdicts) {
    let bytes: Box<[u8; N]> = Box::new(array::from_fn(|byte| byte as u8));
    let mut others = bytes.clone();
    valgrind::make_secret(&*bytes);
    let digest = DigestValue::from(*bytes);
    for wrong in [None, Some(0), Some(N / 2), Some(N - 1)] {
        if let Some(wrong) = wrong {
            others[wrong] ^= 0x10;
        }
        let equal = wrong.is_none();
        let (other, array, slice) = (DigestValue::from(*others), &*others, &others[..]);
        verdicts.tell(equal, || digest == other);
        verdicts.tell(!equal, || digest != other);
        verdicts.tell(equal, || digest == *others);
        verdicts.tell(equal, || digest == array);
        verdicts.tell(equal, || digest == slice);
        verdicts.tell(equal, || *others == digest);
        verdicts.tell(equal, || array == digest);
        verdicts.tell(equal, || slice == digest);
        if let Some(wrong) = wrong {
            others[wrong] ^= 0x10;
        }
    }
}

/// Calls a function with each of these lengths.
macro_rules! each_length {
    ($function:ident($verdicts:ident): $($length:literal)+) => {
        $($function::<$length>($verdicts);)+
    };
}

fn digest_values(verdicts: &mut Verdicts) -> Outcome {
    each_length!(digest_value(verdicts): 1 2 3 4 5 7 8 9 15 16 17 20 24 28 31 32 33 40 47 48 49 63 64 65);
    each_length!(digest_value(verdicts): 66 80 96 100 111 127 128 129 144 160 191 192 193 199 200);
    Ok(())
}
