//! Half a block as crumbs, and the operations on them.
//!
//! The crumbs of even positions are 16 bytes, and so are those of odd positions. They are the two groups of one vector
//! of 32 bytes, or two vectors; in two vectors of 64 bytes, each group belongs to a different chain:
//!
//! ```text
//!   1 vector of 32 bytes    | even | odd  |
//!   2 vectors of 16 bytes   | even |          | odd |
//!   2 vectors of 64 bytes   | even, chain 0 | even, chain 1 | ..      | odd, chain 0 | odd, chain 1 | ..
//! ```

use crate::luffa::byte_shuffles::rotation;
use crate::vector::{Bytes, Lane};

/// 32 crumbs, each in a byte of its own: the upper or the lower half of a block.
#[derive(Clone, Copy)]
pub(in crate::luffa) struct Half<V, const VECTORS: usize>(pub(super) [V; VECTORS]);

impl<V: Lane + Bytes, const VECTORS: usize> Half<V, VECTORS> {
    /// Loads the bytes of even positions, then those of odd positions. With two vectors, all groups of a vector receive
    /// the same bytes.
    #[inline(always)]
    pub(super) fn load(tier: V::Tier, [even, odd]: &[[u8; 16]; 2]) -> Self {
        if VECTORS == 1 {
            Self([V::alternate(tier, [*even, *odd]); VECTORS])
        } else {
            Self::of_two([V::broadcast(tier, *even), V::broadcast(tier, *odd)])
        }
    }

    /// Returns half a block from two vectors, one for even and one for odd positions.
    #[inline(always)]
    pub(super) fn of_two([even, odd]: [V; 2]) -> Self {
        let mut vectors = [even; VECTORS];
        vectors[1 % VECTORS] = odd;
        Self(vectors)
    }

    /// The inverse of [`Self::of_two`].
    #[inline(always)]
    pub(super) fn into_two(self) -> [V; 2] {
        [self.0[0], self.0[1 % VECTORS]]
    }

    /// Applies `f` to each vector. Not a loop: the compiler unrolls loops too late to schedule the operations of a step
    /// well.
    #[inline(always)]
    fn map(self, f: impl Fn(usize, V) -> V) -> Self {
        let Self(mut vectors) = self;
        vectors[0] = f(0, vectors[0]);
        if VECTORS == 2 {
            vectors[1 % VECTORS] = f(1 % VECTORS, vectors[1 % VECTORS]);
        }
        Self(vectors)
    }

    /// Returns the exclusive or.
    #[inline(always)]
    pub(super) fn xor(self, b: Self) -> Self {
        self.map(
            #[inline(always)]
            |i, vector| vector.xor(b.0[i]),
        )
    }

    /// Returns `self ^ b ^ c`.
    #[inline(always)]
    pub(super) fn eor3(self, b: Self, c: Self) -> Self {
        self.map(
            #[inline(always)]
            |i, vector| vector.eor3(b.0[i], c.0[i]),
        )
    }

    /// Replaces each crumb x with `table[x]`.
    #[inline(always)]
    pub(super) fn look_up(self, table: [u8; 16]) -> Self {
        self.map(
            #[inline(always)]
            |_, crumbs| crumbs.look_up(table),
        )
    }

    /// Rotates the words made of these crumbs left by `BY`, which must not be 0. An even number rotates both kinds of
    /// positions by half as many bytes. An odd number also turns the even positions into the odd ones, and the odd
    /// positions, rotated by one more byte, into the even ones.
    #[inline(always)]
    pub(super) fn rol<const BY: u32>(self) -> Self {
        let (less, more) = const { (rotation(BY / 2), rotation(BY.div_ceil(2))) };
        if BY.is_multiple_of(2) {
            return self.map(
                #[inline(always)]
                |_, crumbs| crumbs.shuffle(less),
            );
        }
        if VECTORS == 1 {
            let indices = V::alternate(self.0[0].tier(), [more, less]);
            self.map(
                #[inline(always)]
                |_, crumbs| crumbs.swap_groups().shuffle_by(indices),
            )
        } else {
            let [even, odd] = self.into_two();
            let Self(mut vectors) = self;
            vectors[0] = odd.shuffle(more);
            vectors[1 % VECTORS] = if BY == 1 { even } else { even.shuffle(less) };
            Self(vectors)
        }
    }
}

/// Returns the upper and the lower half of a block given as elements of the ring: each is a byte, whose low nibble is
/// the crumb of the upper words.
#[inline(always)]
pub(super) fn split<V: Bytes, const VECTORS: usize>(elements: [V; VECTORS]) -> [Half<V, VECTORS>; 2] {
    let (mut upper, mut lower) = (elements, elements);
    for i in 0..VECTORS {
        (lower[i], upper[i]) = elements[i].nibbles();
    }
    [Half(upper), Half(lower)]
}

/// The inverse of [`split`].
#[inline(always)]
pub(super) fn join<V: Lane, const VECTORS: usize>([upper, lower]: [Half<V, VECTORS>; 2]) -> [V; VECTORS] {
    let Half(mut elements) = upper;
    for i in 0..VECTORS {
        elements[i] = elements[i].or(lower.0[i].shl(4));
    }
    elements
}

/// Returns the bit position of byte n of a half.
pub(super) const fn position(n: usize) -> usize {
    2 * (n % 16) + n / 16
}

/// Returns the shuffle that sorts the bytes of words by significance: entry n is the source of byte n.
pub(super) const fn by_significance<const BYTES: usize>(big_endian: bool) -> [u8; BYTES] {
    let mut from = [0; BYTES];
    let mut n = 0;
    while n < BYTES {
        let (significance, word) = (n / (BYTES / 4), n % (BYTES / 4));
        from[n] = (4 * word + if big_endian { 3 - significance } else { significance }) as u8;
        n += 1;
    }
    from
}
