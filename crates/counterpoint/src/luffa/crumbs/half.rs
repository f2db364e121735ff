//! Half a block, and how words become crumbs: to transpose matrices of bits.

use crate::cpu::Tier;
use crate::luffa::Block;
use crate::vector::words::group_of;

/// 32 crumbs, each in a byte of its own: of the upper or of the lower half of a block.
pub(in crate::luffa) trait Half: Copy {
    /// The tier of the vectors.
    type Tier: Tier;

    /// Exclusive or.
    fn xor(self, b: Self) -> Self;
    /// `self ^ b ^ c`.
    fn eor3(self, b: Self, c: Self) -> Self;
    /// Each crumb x becomes `table[x]`.
    fn look_up(self, table: [u8; 16]) -> Self;
    /// The words that the crumbs are of, rotated left by `BY`, an even number.
    fn rol_even<const BY: u32>(self) -> Self;
    /// The words that the crumbs are of, rotated left by one.
    fn rol1(self) -> Self;
}

/// Half of one block.
pub(in crate::luffa) trait Blocks: Half {
    /// Bytes of even positions, then of odd ones.
    fn load(tier: Self::Tier, bytes: &[[u8; 16]; 2]) -> Self;
    /// Both halves of a block, whose words are big-endian or little-endian.
    fn enter<const BIG_ENDIAN: bool>(tier: Self::Tier, block: [[u8; 16]; 2]) -> [Self; 2];
    /// The way back, to little-endian words.
    fn leave(halves: [Self; 2]) -> [[u8; 16]; 2];
}

/// Both halves of a chain's block.
#[inline(always)]
pub(in crate::luffa) fn enter<H: Blocks>(tier: H::Tier, block: &Block) -> [H; 2] {
    H::enter::<false>(tier, bytes_of(block))
}

/// The way back.
#[inline(always)]
pub(in crate::luffa) fn leave<H: Blocks>(halves: [H; 2], block: &mut Block) {
    set_bytes(block, H::leave(halves));
}

/// The bytes of a chain's block.
#[inline(always)]
pub(super) fn bytes_of(block: &Block) -> [[u8; 16]; 2] {
    [group_of(|i| block[i % 8]), group_of(|i| block[(4 + i) % 8])]
}

/// The way back.
#[inline(always)]
pub(super) fn set_bytes(block: &mut Block, [first, second]: [[u8; 16]; 2]) {
    let words = first.as_chunks().0.iter().chain(second.as_chunks().0);
    for (to, word) in block.iter_mut().zip(words) {
        *to = u32::from_le_bytes(*word);
    }
}

/// The position of byte n of a half.
pub(super) const fn position(n: usize) -> usize {
    2 * (n % 16) + n / 16
}

/// The byte of the words that is byte n when bytes of a kind are together.
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

/// The permutation that undoes another one.
pub(super) const fn inverse<const BYTES: usize>(from: [u8; BYTES]) -> [u8; BYTES] {
    let mut inverse = [0; BYTES];
    let mut n = 0;
    while n < BYTES {
        inverse[from[n] as usize] = n as u8;
        n += 1;
    }
    inverse
}
