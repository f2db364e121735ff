//! KMAC, whose key is secret, with tags of 1 to 200 bytes.

use super::digests::{MOST_BYTES, compare};
use super::hashes::messages;
use super::{Case, Outcome};
use crate::secrets::{Verdicts, secret};
use counterpoint::{Kmac128, Kmac256, KmacXof128, KmacXof256};
use std::hint::black_box;

pub(super) const CASES: &[Case] = &[Case::new("Kmac", tags), Case::new("KmacXof", outputs)];

fn tags(verdicts: &mut Verdicts) -> Outcome {
    macro_rules! mac {
        ($($type:ident)+) => {$({
            let (key, message) = (secret(40), secret($type::BLOCK_BYTES + 7));
            let mac = $type::new(&key, b"use");
            let whole = mac.clone().chain(&message);
            let mut written = Ok(());
            let right = |tag: &mut [u8]| written = whole.clone().finalize_into(tag);
            compare(verdicts, 1..=MOST_BYTES, right, |tag| whole.clone().verify(tag).is_ok());
            written?;
            black_box(whole.finalize());
            let messages = messages($type::BLOCK_BYTES);
            mac.digest_many_into(&messages, &mut vec![0; 16 * messages.len()])?;
        })+};
    }
    mac!(Kmac128 Kmac256);
    Ok(())
}

fn outputs(verdicts: &mut Verdicts) -> Outcome {
    macro_rules! mac {
        ($($type:ident)+) => {$({
            let (key, message) = (secret(40), secret($type::BLOCK_BYTES + 7));
            let mut mac = $type::new(&key, b"use");
            mac.update(&message);
            let right = |tag: &mut [u8]| mac.clone().finalize().read(tag);
            compare(verdicts, 1..=MOST_BYTES, right, |tag| mac.clone().verify(tag).is_ok());
            mac.digest_into(&message, &mut [0; 300]);
            let messages = messages($type::BLOCK_BYTES);
            mac.digest_many_into(&messages, &mut vec![0; 16 * messages.len()]);
        })+};
    }
    mac!(KmacXof128 KmacXof256);
    Ok(())
}
