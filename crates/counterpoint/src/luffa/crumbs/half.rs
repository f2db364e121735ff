//! Half a block in vectors, and how words become crumbs.
//!
//! In 32 bytes, both halves at once: four times eight bytes, one of each word, are four matrices of 8 by 8 bits. Transposed, each byte holds the bits of all
//! words at one position, an element; its nibbles are the crumbs.
//!
//! ```text
//!   words             a0 | a1 | ... | a7                                 four bytes each
//!   bytes of a kind   a0.0 a1.0 .. a7.0 | a0.1 .. | a0.2 .. | a0.3 ..    number n of each word
//!   transposed        position 0 1 .. 7 | 8 9 .. 15 | 16 .. | 24 ..      bit k is of ak
//!   apart             position 0 2 .. 30 | 1 3 .. 31
//! ```
//!
//! In 16 bytes, one half: four times four bytes are matrices of 4 by 4 bits in their low nibbles, and others in their high ones.
//!
//! ```text
//!   bytes of a kind   a0.0 a1.0 a2.0 a3.0 | a0.1 ..
//!   transposed        low nibbles: position 0 1 2 3 | 8 .., high nibbles: position 4 5 6 7 | 12 ..
//! ```

use crate::cpu::Tier;
use crate::luffa::Block;
use crate::luffa::places::by_bytes;
use crate::vector::words::group_of;
use crate::vector::{BitMatrices, Bytes, Lane, nibbles_transposed, parted, permuted};

/// 32 crumbs, each in a byte of its own: of the upper or of the lower half of a block.
pub(in crate::luffa) trait Half<T: Tier>: Copy {
    /// Exclusive or.
    fn xor(self, b: Self) -> Self;
    /// `self ^ b ^ c`.
    fn eor3(self, b: Self, c: Self) -> Self;
    /// Each crumb x becomes `table[x]`.
    fn look_up(self, table: [u8; 16]) -> Self;
    /// The words that the crumbs are of, rotated left by `BY`, an even number.
    fn rol_even<const BY: u32>(self) -> Self;
    /// The words that the crumbs are of, rotated left by one.
    fn rol1(self, tier: T) -> Self;
}

/// Half of one block.
pub(in crate::luffa) trait Blocks<T: Tier>: Half<T> {
    /// Bytes of even positions, then of odd ones.
    fn load(tier: T, bytes: &[[u8; 16]; 2]) -> Self;
    /// Both halves of a block, whose words are big-endian or little-endian.
    fn enter<const BIG_ENDIAN: bool>(tier: T, block: [[u8; 16]; 2]) -> [Self; 2];
    /// The way back, to little-endian words.
    fn leave(tier: T, halves: [Self; 2]) -> [[u8; 16]; 2];
}

/// Both halves of a chain's block.
#[inline(always)]
pub(in crate::luffa) fn enter<T: Tier, H: Blocks<T>>(tier: T, block: &Block) -> [H; 2] {
    H::enter::<false>(tier, bytes_of(block))
}

/// The way back.
#[inline(always)]
pub(in crate::luffa) fn leave<T: Tier, H: Blocks<T>>(tier: T, halves: [H; 2], block: &mut Block) {
    set_bytes(block, H::leave(tier, halves));
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

/// Even and odd positions side by side, in a vector of two groups.
#[derive(Clone, Copy)]
pub(in crate::luffa) struct Together<V>(V);

impl<T: Tier, V: Bytes<T>> Half<T> for Together<V> {
    #[inline(always)]
    fn xor(self, b: Self) -> Self {
        Self(self.0.xor(b.0))
    }
    #[inline(always)]
    fn eor3(self, b: Self, c: Self) -> Self {
        Self(self.0.eor3(b.0, c.0))
    }
    #[inline(always)]
    fn look_up(self, table: [u8; 16]) -> Self {
        Self(self.0.look_up(table))
    }
    #[inline(always)]
    fn rol_even<const BY: u32>(self) -> Self {
        Self(self.0.shuffle(const { by_bytes(BY / 2) }))
    }
    #[inline(always)]
    fn rol1(self, tier: T) -> Self {
        Self(self.0.swap_groups().shuffle_by(V::alternate(tier, const { [by_bytes(1), by_bytes(0)] })))
    }
}

/// A block's bits by position, even and odd ones together: bit k is of ak.
#[inline(always)]
pub(super) fn elements<T: Tier, V: BitMatrices<T>, const BIG_ENDIAN: bool>(tier: T, block: [[u8; 16]; 2]) -> V {
    let bytes = permuted(tier, V::alternate(tier, block), const { parted(kinds(BIG_ENDIAN)) });
    permuted(tier, bytes.transposed(tier), const { parted(positions()) })
}

/// The way back, to little-endian words.
#[inline(always)]
pub(super) fn block_of<T: Tier, V: BitMatrices<T>>(tier: T, elements: V) -> [[u8; 16]; 2] {
    let bytes = permuted(tier, elements, const { parted(inverse(positions())) }).transposed(tier);
    let words = permuted(tier, bytes, const { parted(inverse(kinds(false))) });
    let mut block = [[0; 16]; 2];
    Bytes::store(words, &mut block);
    block
}

/// The halves of elements.
#[inline(always)]
pub(super) fn halves_together<T: Tier, V: Bytes<T>>(elements: V) -> [Together<V>; 2] {
    let (lower, upper) = elements.nibbles();
    [Together(upper), Together(lower)]
}

/// The elements of halves.
#[inline(always)]
pub(super) fn joined_together<T: Tier, V: Lane<T>>([upper, lower]: [Together<V>; 2]) -> V {
    upper.0.or(lower.0.shl(4))
}

impl<T: Tier, V: BitMatrices<T>> Blocks<T> for Together<V> {
    #[inline(always)]
    fn load(tier: T, bytes: &[[u8; 16]; 2]) -> Self {
        Self(V::alternate(tier, *bytes))
    }
    #[inline(always)]
    fn enter<const BIG_ENDIAN: bool>(tier: T, block: [[u8; 16]; 2]) -> [Self; 2] {
        halves_together(elements::<T, V, BIG_ENDIAN>(tier, block))
    }
    #[inline(always)]
    fn leave(tier: T, halves: [Self; 2]) -> [[u8; 16]; 2] {
        block_of(tier, joined_together(halves))
    }
}

/// Even and odd positions apart, in a vector each.
#[derive(Clone, Copy)]
pub(in crate::luffa) struct Apart<V> {
    pub(super) even: V,
    pub(super) odd: V,
}

impl<T: Tier, V: Bytes<T>> Half<T> for Apart<V> {
    #[inline(always)]
    fn xor(self, b: Self) -> Self {
        Self { even: self.even.xor(b.even), odd: self.odd.xor(b.odd) }
    }
    #[inline(always)]
    fn eor3(self, b: Self, c: Self) -> Self {
        Self { even: self.even.eor3(b.even, c.even), odd: self.odd.eor3(b.odd, c.odd) }
    }
    #[inline(always)]
    fn look_up(self, table: [u8; 16]) -> Self {
        Self { even: self.even.look_up(table), odd: self.odd.look_up(table) }
    }
    #[inline(always)]
    fn rol_even<const BY: u32>(self) -> Self {
        let by = const { by_bytes(BY / 2) };
        Self { even: self.even.shuffle(by), odd: self.odd.shuffle(by) }
    }
    #[inline(always)]
    fn rol1(self, _: T) -> Self {
        Self { even: self.odd.shuffle(const { by_bytes(1) }), odd: self.even }
    }
}

/// The halves of elements, by even and by odd positions.
#[inline(always)]
pub(super) fn halves_apart<T: Tier, V: Bytes<T>>([even, odd]: [V; 2]) -> [Apart<V>; 2] {
    let ((lower_even, upper_even), (lower_odd, upper_odd)) = (even.nibbles(), odd.nibbles());
    [Apart { even: upper_even, odd: upper_odd }, Apart { even: lower_even, odd: lower_odd }]
}

/// The elements of halves.
#[inline(always)]
pub(super) fn joined_apart<T: Tier, V: Lane<T>>([upper, lower]: [Apart<V>; 2]) -> [V; 2] {
    [upper.even.or(lower.even.shl(4)), upper.odd.or(lower.odd.shl(4))]
}

impl<T: Tier, V: Lane<T> + Bytes<T>> Blocks<T> for Apart<V> {
    #[inline(always)]
    fn load(tier: T, [even, odd]: &[[u8; 16]; 2]) -> Self {
        Self { even: V::broadcast(tier, *even), odd: V::broadcast(tier, *odd) }
    }
    #[inline(always)]
    fn enter<const BIG_ENDIAN: bool>(tier: T, [upper, lower]: [[u8; 16]; 2]) -> [Self; 2] {
        [crumbs::<T, V, BIG_ENDIAN>(tier, upper), crumbs::<T, V, BIG_ENDIAN>(tier, lower)]
    }
    #[inline(always)]
    fn leave(tier: T, [upper, lower]: [Self; 2]) -> [[u8; 16]; 2] {
        [words(tier, upper), words(tier, lower)]
    }
}

/// Four words become crumbs: of each kind of byte the low nibbles, and the high ones, are a matrix of 4 by 4 bits.
#[inline(always)]
fn crumbs<T: Tier, V: Lane<T> + Bytes<T>, const BIG_ENDIAN: bool>(tier: T, words: [u8; 16]) -> Apart<V> {
    let kinds = V::broadcast(tier, words).shuffle(const { kinds_of_four(BIG_ENDIAN) });
    // Positions 4 to 7 of each kind, and 0 to 3.
    let (high, low) = nibbles_transposed(tier, kinds).nibbles();
    let (even, odd) = low.shuffle(EVENS_FIRST).interleave2(high.shuffle(EVENS_FIRST));
    Apart { even, odd }
}

/// The way back, to little-endian words.
#[inline(always)]
fn words<T: Tier, V: Lane<T> + Bytes<T>>(tier: T, crumbs: Apart<V>) -> [u8; 16] {
    // Pairs of bytes; those with even numbers are of positions 0 to 3.
    let pairs = |of: V| of.shuffle(PARTED_PAIRS);
    let (low, high) = pairs(crumbs.even).interleave8(pairs(crumbs.odd));
    let in_order = |of: V| of.shuffle(const { inverse(EVENS_FIRST) });
    let kinds = nibbles_transposed(tier, in_order(low).or(in_order(high).shl(4)));
    let mut groups = [[0; 16]];
    Bytes::store(kinds.shuffle(const { kinds_of_four(false) }), &mut groups);
    groups[0]
}

/// As [`kinds`], for four words. Little-endian, it undoes itself.
const fn kinds_of_four(big_endian: bool) -> [u8; 16] {
    let mut from = [0; 16];
    let mut n = 0;
    while n < 16 {
        let (kind, word) = (n / 4, n % 4);
        from[n] = (4 * word + if big_endian { 3 - kind } else { kind }) as u8;
        n += 1;
    }
    from
}

/// The 8 even bytes, then the 8 odd ones.
const EVENS_FIRST: [u8; 16] = [0, 2, 4, 6, 8, 10, 12, 14, 1, 3, 5, 7, 9, 11, 13, 15];

/// Pairs of bytes, those with even numbers first.
const PARTED_PAIRS: [u8; 16] = [0, 1, 4, 5, 8, 9, 12, 13, 2, 3, 6, 7, 10, 11, 14, 15];

/// The byte of the block that is byte n when bytes of a kind are together.
const fn kinds(big_endian: bool) -> [u8; 32] {
    let mut from = [0; 32];
    let mut n = 0;
    while n < 32 {
        let (kind, word) = (n / 8, n % 8);
        from[n] = (4 * word + if big_endian { 3 - kind } else { kind }) as u8;
        n += 1;
    }
    from
}

/// The position of each byte.
const fn positions() -> [u8; 32] {
    let mut from = [0; 32];
    let mut n = 0;
    while n < 32 {
        from[n] = position(n) as u8;
        n += 1;
    }
    from
}

/// The permutation that undoes another one.
const fn inverse<const BYTES: usize>(from: [u8; BYTES]) -> [u8; BYTES] {
    let mut inverse = [0; BYTES];
    let mut n = 0;
    while n < BYTES {
        inverse[from[n] as usize] = n as u8;
        n += 1;
    }
    inverse
}
