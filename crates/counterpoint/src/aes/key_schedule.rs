//! The key schedule, generic over the technique that computes the S-box: \[FIPS197\] 5.2.
//!
//! The schedule is a sequence of words that begins with the key. Each further word is the sum of the previous word and
//! the word one key length earlier. At the start of each key length, the previous word first passes through g:
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

/// Expands a key of `WORDS` words, keeping only the last `WORDS` words of the schedule. Words are little-endian.
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
        // Not `rotate_left`, which remains a function call in builds with several codegen units.
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

/// Computes the S-box of four bytes with a vector's S-box.
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
