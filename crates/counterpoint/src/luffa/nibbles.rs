//! Four words perfectly shuffled in 128 bits: each nibble contains the same bit of all four words. [Luffa-shuffle]
//! 5.2.
//!
//! ```text
//!   vector   | nibble 31 | ... | nibble 1 | nibble 0 |
//!              d31 c31 b31 a31 ...           d0 c0 b0 a0
//! ```
//!
//! Moving the nibbles by n rotates all four words by n. For n = 2, 10 and 14, the nibbles move by whole bytes, which is
//! one shuffle. A function of the four bits at one position, such as the S-box or a sum of the four words, is a table
//! of 16 entries and takes two look-ups, one for the low nibbles and one for the high nibbles. In
//! [`super::shuffle128`] the four words are the upper or the lower words of one chain; in [`super::shuffle128par`] they
//! are word k of four chains.

use super::byte_shuffles::{inverse, rotation};
use crate::vector::{Bytes, Lane};

/// Rotates words left by moving nibbles. Rotating by an even number moves whole bytes. An odd number also moves every
/// nibble to the next place: with a shift or, for the nibble that crosses from one 64-bit lane to the other, from a
/// copy with swapped lanes.
#[inline(always)]
pub(super) fn rol<V: Lane + Bytes>(words: V, n: u32) -> V {
    const { assert!(V::WIDTH == 64, "at most one nibble crosses from each lane to the other") };
    let v = if n < 2 { words } else { words.shuffle(rotation(n / 2)) };
    if n & 1 == 0 { v } else { v.shl(4).or(v.shuffle(rotation(8)).shr(60)) }
}

/// A table of 16 nibbles, one copy for low nibbles and one for high nibbles.
pub(super) type Table = [[u8; 16]; 2];

/// Returns the table whose entry for nibble n is `entries[n]`.
pub(super) const fn table(entries: [u8; 16]) -> Table {
    [entries, (u128::from_le_bytes(entries) << 4).to_le_bytes()]
}

/// Replaces each nibble with its entry in the table.
#[inline(always)]
pub(super) fn look_up<V: Bytes>(v: V, [for_low, for_high]: Table) -> V {
    let (high, low) = v.nibbles();
    low.look_up(for_low).or(high.look_up(for_high))
}

/// Returns a vector that repeats `nibble`.
#[inline(always)]
pub(super) fn splat<V: Lane>(tier: V::Tier, nibble: u8) -> V {
    V::splat(tier, 0x1111_1111_1111_1111 * u64::from(nibble))
}

/// Shuffles four words, whose bytes are in the order `from`. Bit t of word k must move from byte t4 t3 of the word to
/// nibble t. First, a byte shuffle moves each byte to its place among the bytes with the same t4 t3. Then each of three
/// delta swaps exchanges two binary digits of every bit's place:
///
/// ```text
///   t4 t3 k0 k1 : t2 t1 t0  -->  t4 t3 k0 t1 : t2 k1 t0  -->  t4 t3 t2 t1 : k0 k1 t0  -->  t4 t3 t2 t1 : t0 k1 k0
/// ```
#[inline(always)]
pub(super) fn shuffle<V: Lane + Bytes>(tier: V::Tier, bytes: [u8; 16], from: [u8; 16]) -> V {
    let v = V::broadcast(tier, bytes).shuffle(from);
    let v = v.delta_swap(V::splat(v.tier(), 0x00cc_00cc_00cc_00cc), 6);
    let v = v.delta_swap(V::splat(v.tier(), 0x0000_f0f0_0000_f0f0), 12);
    v.delta_swap(V::splat(v.tier(), 0x0a0a_0a0a_0a0a_0a0a), 3)
}

/// The inverse of [`shuffle`]: returns little-endian words.
#[inline(always)]
pub(super) fn unshuffle<V: Lane + Bytes>(v: V) -> [u8; 16] {
    let v = v.delta_swap(V::splat(v.tier(), 0x0a0a_0a0a_0a0a_0a0a), 3);
    let v = v.delta_swap(V::splat(v.tier(), 0x0000_f0f0_0000_f0f0), 12);
    let v = v.delta_swap(V::splat(v.tier(), 0x00cc_00cc_00cc_00cc), 6);
    let mut bytes = [[0; 16]];
    Bytes::store(v.shuffle(const { inverse(FROM_WORDS) }), &mut bytes);
    bytes[0]
}

/// The order of bytes that [`shuffle`] requires for little-endian words: byte t4 t3 of word k1 k0 moves to place t4 t3
/// k0 k1.
pub(super) const FROM_WORDS: [u8; 16] = {
    let mut from = [0; 16];
    let mut byte = 0;
    while byte < 16 {
        let (k, t) = (byte / 4, byte % 4);
        from[4 * t + 2 * (k % 2) + k / 2] = byte as u8;
        byte += 1;
    }
    from
};

/// The order of bytes that [`shuffle`] requires for a message's words, which are big-endian.
pub(super) const FROM_MESSAGE: [u8; 16] = {
    let mut from = FROM_WORDS;
    let mut n = 0;
    while n < 16 {
        from[n] ^= 3;
        n += 1;
    }
    from
};
