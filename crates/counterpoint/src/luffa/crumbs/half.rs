//! The representation of half a block as crumbs, and the bit matrices by which words become crumbs.

use crate::cpu::Tier;
use crate::luffa::Block;
use crate::vector::words::group_of;

/// 32 crumbs, each in its own byte: the upper or the lower half of a block.
pub(in crate::luffa) trait Half: Copy {
    /// The tier of the vectors.
    type Tier: Tier;

    /// Returns the exclusive or.
    fn xor(self, b: Self) -> Self;
    /// Returns `self ^ b ^ c`.
    fn eor3(self, b: Self, c: Self) -> Self;
    /// Replaces each crumb x by `table[x]`.
    fn look_up(self, table: [u8; 16]) -> Self;
    /// Rotates the words that consist of these crumbs left by `BY`, which must be even.
    fn rol_even<const BY: u32>(self) -> Self;
    /// Rotates the words that consist of these crumbs left by one.
    fn rol1(self) -> Self;
}

/// Half of a block of one chain, with conversions from and to words.
pub(in crate::luffa) trait Blocks: Half {
    /// Loads the bytes of even positions, followed by those of odd positions.
    fn load(tier: Self::Tier, bytes: &[[u8; 16]; 2]) -> Self;
    /// Returns both halves of a block, whose words are big-endian or little-endian.
    fn enter<const BIG_ENDIAN: bool>(tier: Self::Tier, block: [[u8; 16]; 2]) -> [Self; 2];
    /// The inverse of `enter`: returns little-endian words.
    fn leave(halves: [Self; 2]) -> [[u8; 16]; 2];
}

/// Returns both halves of a chain's block.
#[inline(always)]
pub(in crate::luffa) fn enter<H: Blocks>(tier: H::Tier, block: &Block) -> [H; 2] {
    H::enter::<false>(tier, bytes_of(block))
}

/// The inverse of [`enter`]: writes the block of these halves.
#[inline(always)]
pub(in crate::luffa) fn leave<H: Blocks>(halves: [H; 2], block: &mut Block) {
    set_bytes(block, H::leave(halves));
}

/// Returns the bytes of a chain's block, in little-endian words.
#[inline(always)]
pub(super) fn bytes_of(block: &Block) -> [[u8; 16]; 2] {
    [group_of(|i| block[i % 8]), group_of(|i| block[(4 + i) % 8])]
}

/// The inverse of [`bytes_of`].
#[inline(always)]
pub(super) fn set_bytes(block: &mut Block, [first, second]: [[u8; 16]; 2]) {
    let words = first.as_chunks().0.iter().chain(second.as_chunks().0);
    for (to, word) in block.iter_mut().zip(words) {
        *to = u32::from_le_bytes(*word);
    }
}

/// Returns the bit position of byte n of a half.
pub(super) const fn position(n: usize) -> usize {
    2 * (n % 16) + n / 16
}

/// Returns the shuffle that sorts the bytes of words by significance: entry n is the source of byte n.
pub(super) const fn kinds<const BYTES: usize>(big_endian: bool) -> [u8; BYTES] {
    let mut from = [0; BYTES];
    let mut n = 0;
    while n < BYTES {
        let (kind, word) = (n / (BYTES / 4), n % (BYTES / 4));
        from[n] = (4 * word + if big_endian { 3 - kind } else { kind }) as u8;
        n += 1;
    }
    from
}

/// Returns the inverse of a permutation.
pub(super) const fn inverse<const BYTES: usize>(from: [u8; BYTES]) -> [u8; BYTES] {
    let mut inverse = [0; BYTES];
    let mut n = 0;
    while n < BYTES {
        inverse[from[n] as usize] = n as u8;
        n += 1;
    }
    inverse
}
