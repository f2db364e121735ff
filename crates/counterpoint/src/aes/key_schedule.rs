//! The key schedule, generic over the technique that computes the S-box: \[FIPS197\] 5.2.
//!
//! The schedule is a sequence of words that begins with the key. Each further word is the sum of the word before it
//! and of the word one key length before it. At the beginning of each key length, the word before is first
//! transformed by g:
//!
//! ```text
//!   w0 ---------+---------> w4 = w0 + g(w3)      g: rotate by one byte, S-box, add the round's constant
//!   w1 ---------|-----+---> w5 = w1 + w4
//!   w2 ---------|-----|-..  w6 = w2 + w5         a key of 8 words: another S-box halfway
//!   w3 -- g ----+           w7 = w3 + w6
//! ```

use super::primitive::Block;
use super::technique::Encrypt;
use crate::gf256::xtime;
#[cfg(vectors)]
use crate::vector::SubBytes;

/// Expands a key of 4, 6 or 8 words into its round keys.
#[inline(always)]
pub(super) fn expand<C: Encrypt>(tier: C::Tier, key: &[u8], round_keys: &mut [Block]) {
    match key.len() {
        16 => words::<C, 4>(tier, key, round_keys),
        24 => words::<C, 6>(tier, key, round_keys),
        32 => words::<C, 8>(tier, key, round_keys),
        _ => (),
    }
}

/// Expands a key of `WORDS` words, keeping only the last `WORDS` words of the schedule. A word's byte 0 is its
/// lowest.
#[inline(always)]
fn words<C: Encrypt, const WORDS: usize>(tier: C::Tier, key: &[u8], round_keys: &mut [Block]) {
    let mut w = [0; WORDS];
    let (key, _) = key.as_chunks();
    for (n, word) in w.iter_mut().enumerate() {
        if let Some(bytes) = key.get(n) {
            *word = u32::from_le_bytes(*bytes);
        }
    }
    let mut constant = 1;
    let mut n = 0;
    for bytes in round_keys.as_flattened_mut().as_chunks_mut().0 {
        *bytes = w[0].to_le_bytes();
        let mut next = w[WORDS - 1];
        if n == 0 {
            next = sub_word::<C>(tier, next.rotate_right(8)) ^ u32::from(constant);
            constant = xtime(constant);
        } else if WORDS == 8 && n == 4 {
            next = sub_word::<C>(tier, next);
        }
        next ^= w[0];
        // Not by `rotate_left`, which a build in several parts calls as a function.
        for k in 1..WORDS {
            w[k - 1] = w[k];
        }
        w[WORDS - 1] = next;
        n = if n + 1 == WORDS { 0 } else { n + 1 };
    }
}

#[inline(always)]
fn sub_word<C: Encrypt>(tier: C::Tier, word: u32) -> u32 {
    u32::from_le_bytes(C::sub_word(tier, word.to_le_bytes()))
}

/// Computes the S-box of four bytes with the S-box of a vector.
#[cfg(vectors)]
#[inline(always)]
pub(super) fn sub_word_of_vector<V: SubBytes>(tier: V::Tier, [a, b, c, d]: [u8; 4]) -> [u8; 4] {
    let word = V::broadcast(tier, [a, b, c, d, a, b, c, d, a, b, c, d, a, b, c, d]);
    let deferred = V::broadcast(tier, [V::DEFERRED; 16]);
    let mut groups = [[0; 16]; MOST_GROUPS];
    word.into_basis().sub_bytes().out_of_basis().xor(deferred).store(&mut groups);
    let [a, b, c, d, ..] = groups[0];
    [a, b, c, d]
}

/// The maximum number of groups of 16 bytes in a vector.
#[cfg(vectors)]
const MOST_GROUPS: usize = 4;
