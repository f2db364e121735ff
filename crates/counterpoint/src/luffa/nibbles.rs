//! Four words perfectly shuffled in 128 bits: a nibble holds the same bit of each. [Luffa-shuffle] 5.2.
//!
//! ```text
//!   vector   | nibble 31 | ... | nibble 1 | nibble 0 |
//!              d31 c31 b31 a31 ...           d0 c0 b0 a0
//! ```
//!
//! To rotate all four words by n is to move nibbles by n: for n = 2, 10 and 14 whole bytes, a shuffle. What depends on the words of one bit only, as the S-box
//! and sums over the four do, is a table of 16 entries, looked up for the low nibbles and for the high ones. Where the four are the upper or the lower words of
//! one chain, [`super::shuffle128`], or word k of four chains, [`super::shuffle128par`].

use super::places::by_bytes;
use super::words::Rotate;
use crate::vector::{Bytes, Lane, exchanged};

/// A vector of nibbles. Lanes are only for shifts, which do not have to cross from one to the other.
pub(super) trait Nibbles: Bytes + Lane<Word = u64> + 'static {}

impl<V: Bytes + Lane<Word = u64> + 'static> Nibbles for V {}

/// Words rotated by moving nibbles: two are a byte; one alone crosses the middle of the vector by shifts.
pub(super) struct ByNibbles;

impl<V: Nibbles> Rotate<V> for ByNibbles {
    #[inline(always)]
    fn rol(words: V, n: u32) -> V {
        let v = if n < 2 { words } else { words.shuffle(by_bytes(n / 2)) };
        if n & 1 == 0 { v } else { v.shl(4).or(v.shuffle(by_bytes(8)).shr(60)) }
    }
}

/// A table of nibbles: for low nibbles, for high ones.
pub(super) type Table = [[u8; 16]; 2];

/// The table whose entry for nibble n is `entries[n]`.
pub(super) const fn table(entries: [u8; 16]) -> Table {
    [entries, (u128::from_le_bytes(entries) << 4).to_le_bytes()]
}

/// Each nibble by a table.
#[inline(always)]
pub(super) fn looked_up<V: Nibbles>(v: V, [for_low, for_high]: Table) -> V {
    let (high, low) = v.nibbles();
    low.look_up(for_low).or(high.look_up(for_high))
}

/// The same nibble everywhere.
#[inline(always)]
pub(super) fn all<V: Nibbles>(tier: V::Tier, nibble: u8) -> V {
    V::splat(tier, 0x1111_1111_1111_1111 * u64::from(nibble))
}

/// Four words shuffled, from bytes in the order that `from` tells. Bit t of word k has to go from byte t4 t3 of the word to nibble t. First each byte goes to
/// its place among those with the same t4 t3; then two places at a time change in the binary number of every bit's place:
///
/// ```text
///   t4 t3 k0 k1 : t2 t1 t0   -->   t4 t3 k0 t1 : t2 k1 t0   -->   t4 t3 t2 t1 : k0 k1 t0   -->   t4 t3 t2 t1 : t0 k1 k0
/// ```
#[inline(always)]
pub(super) fn shuffled<V: Nibbles>(tier: V::Tier, bytes: [u8; 16], from: [u8; 16]) -> V {
    let v = V::broadcast(tier, bytes).shuffle(from);
    let v = exchanged(v, 6, 0x00cc_00cc_00cc_00cc);
    let v = exchanged(v, 12, 0x0000_f0f0_0000_f0f0);
    exchanged(v, 3, 0x0a0a_0a0a_0a0a_0a0a)
}

/// The way back, to little-endian words.
#[inline(always)]
pub(super) fn unshuffled<V: Nibbles>(v: V) -> [u8; 16] {
    let v = exchanged(v, 3, 0x0a0a_0a0a_0a0a_0a0a);
    let v = exchanged(v, 12, 0x0000_f0f0_0000_f0f0);
    let v = exchanged(v, 6, 0x00cc_00cc_00cc_00cc);
    let mut bytes = [[0; 16]];
    Bytes::store(v.shuffle(TO_WORDS), &mut bytes);
    bytes[0]
}

/// Where [`shuffled`] takes the bytes from: little-endian words.
pub(super) const FROM_WORDS: [u8; 16] = places(false);

/// The bytes of a message, which are big-endian words.
pub(super) const FROM_MESSAGE: [u8; 16] = {
    let mut from = FROM_WORDS;
    let mut n = 0;
    while n < 16 {
        from[n] ^= 3;
        n += 1;
    }
    from
};

const TO_WORDS: [u8; 16] = places(true);

/// Byte t4 t3 of word k1 k0 goes to place t4 t3 k0 k1, or back.
const fn places(back: bool) -> [u8; 16] {
    let mut indices = [0; 16];
    let mut byte = 0;
    while byte < 16 {
        let (k, t) = (byte / 4, byte % 4);
        let place = 4 * t + 2 * (k % 2) + k / 2;
        let (to, from) = if back { (byte, place) } else { (place, byte) };
        indices[to as usize] = from;
        byte += 1;
    }
    indices
}
