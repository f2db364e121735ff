//! Three techniques one step at a time, run on bytes by the kernels' own code: Luffa's perfect shuffle, byte slicing of
//! Grøstl, and Fugue's Super-Mix with 10 shuffles. They are for teaching; docs/techniques explains them.
//!
//! ```
//! use counterpoint::technique_steps::{join, rotate_shuffled, spread};
//!
//! // With the bits of two words interleaved, one rotation of the register rotates both words.
//! let shuffle = |a: u32, b: u32| join((0..5).fold(a.into(), spread), (0..5).fold(b.into(), spread));
//! let (a, b) = (0x1234_5678, 0x9abc_def0);
//! assert_eq!(rotate_shuffled(shuffle(a, b), 14), shuffle(a.rotate_left(14), b.rotate_left(14)));
//! ```
//!
//! The steps of Grøstl and Fugue return `None` on machines without a byte shuffle.

use crate::cpu::{Kernel, Primitive, Tier};
use crate::vector::spaced::{gather_by, spread_by};
use crate::{fugue, groestl, luffa};

/// The 16-byte vectors whose bytes are shuffled.
#[cfg(target_arch = "x86_64")]
type Vector = crate::vector::x86_64::Xmm<crate::cpu::Ssse3, 8>;
/// The 16-byte vectors whose bytes are shuffled.
#[cfg(target_arch = "aarch64")]
type Vector = crate::vector::aarch64::Q<crate::cpu::Neon, 8>;
/// The 16-byte vectors whose bytes are shuffled.
#[cfg(simd128)]
type Vector = crate::vector::wasm32::V128<crate::cpu::Simd128, 8>;

/// The tier of these vectors.
type VectorTier = <Vector as crate::vector::Bits>::Tier;

/// Computes one of the steps 0 to 4 that spread the bits of a word to the even bits of a register. The steps move
/// blocks of bits apart by 16, 8, 4, 2 and 1. \[Luffa-shuffle\] 5.1
///
/// # Panics
///
/// If there is no such step.
#[must_use]
pub fn spread(register: u64, step: usize) -> u64 {
    match step {
        0 => spread_by::<16>(register),
        1 => spread_by::<8>(register),
        2 => spread_by::<4>(register),
        3 => spread_by::<2>(register),
        4 => spread_by::<1>(register),
        _ => panic!("spreading has the steps 0 to 4, not {step}"),
    }
}

/// The inverse of [`spread`]. The odd bits must be 0.
///
/// # Panics
///
/// If there is no such step.
#[must_use]
pub fn gather(register: u64, step: usize) -> u64 {
    match step {
        0 => gather_by::<16>(register),
        1 => gather_by::<8>(register),
        2 => gather_by::<4>(register),
        3 => gather_by::<2>(register),
        4 => gather_by::<1>(register),
        _ => panic!("gathering has the steps 4 to 0, not {step}"),
    }
}

/// Joins two words whose bits have been spread into a perfect shuffle of the two. \[Luffa-shuffle\] 5.1
#[must_use]
pub fn join(a: u64, b: u64) -> u64 {
    luffa::steps::shuffled(a, b)
}

/// The inverse of [`join`].
#[must_use]
pub fn part(register: u64) -> [u64; 2] {
    luffa::steps::parted(register)
}

/// Rotates both words of a register left by `n` bits, with the words perfectly shuffled. \[Luffa-shuffle\] 5.1
///
/// # Panics
///
/// If `n` is more than 31.
#[must_use]
pub fn rotate_shuffled(register: u64, n: u32) -> u64 {
    assert!(n < 32, "words of 32 bits are rotated by 0 to 31 bits, not by {n}");
    luffa::steps::rotate_shuffled(register, n)
}

/// Rotates both words of a register left by `n` bits, with the words side by side. \[Luffa-shuffle\] 5.1
///
/// # Panics
///
/// If `n` is more than 31.
#[must_use]
pub fn rotate_side_by_side(register: u64, n: u32) -> u64 {
    assert!(n < 32, "words of 32 bits are rotated by 0 to 31 bits, not by {n}");
    luffa::steps::rotate_side_by_side(register, n)
}

/// The number of steps of [`slice`]: six until the block is in rows, in the S-box's basis and with the first constants
/// added; two for each of ten rounds; and two back to columns.
pub const SLICE_STEPS: usize = 6 + 2 * 10 + 2;

/// Computes one step of Grøstl-256 on a block: into rows, through the ten rounds of P and Q side by side, and back to
/// columns. \[Groestl-guide\] 3.2
///
/// | step | what it does |
/// |---|---|
/// | 0 to 2 | interleaves the columns in the first four vectors: by bytes, by two bytes, by four bytes |
/// | 3 | interleaves 8 bytes: each of the eight vectors contains a row twice, for P and for Q |
/// | 4 | changes to the basis of the S-box's look-ups |
/// | 5 | adds the constants of round 0 |
/// | 6, 8, .. 24 | shift_bytes |
/// | 7, 9, .. 25 | sub_bytes and mix_bytes, and adds the constants of the next round |
/// | 26 | changes the basis back |
/// | 27 | returns P to columns, in four vectors |
///
/// # Panics
///
/// If there is no such step.
#[must_use]
pub fn slice(mut vectors: [[u8; 16]; 8], step: usize) -> Option<[[u8; 16]; 8]> {
    use groestl::steps::{Step, StepOf};
    let step = match step {
        0 => Step::InterleaveBytes,
        1 => Step::InterleaveTwos,
        2 => Step::InterleaveFours,
        3 => Step::InterleaveEights,
        4 => Step::IntoBasis,
        5 => Step::AddFirstConstants,
        6..26 if step.is_multiple_of(2) => Step::Shift,
        6..26 => Step::SubAndMix { round: (step - 7) / 2 },
        26 => Step::OutOfBasis,
        27 => Step::ToColumns,
        _ => panic!("slicing has the steps 0 to 27, not {step}"),
    };
    run::<StepOf<Vector>>((step, &mut vectors))?;
    Some(vectors)
}

/// The intermediate values of Fugue's `smix` with 10 shuffles. \[Fugue-SIMD\], "Super-MIX".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Smix {
    /// The multiples of S(x) by 1, 2, 4 and 7, without the S-box's constant.
    pub multiples: [[u8; 16]; 4],
    /// For each shuffle, the sum that it contributes to, after the contribution.
    pub sums: [[u8; 16]; 10],
    /// The sum of the complete sums: those at indices 2, 3, 4, 6 and 9.
    pub mixed: [u8; 16],
    /// Super-Mix of the S-box's constant, which is still to be added.
    pub deferred: [u8; 16],
}

/// Computes `smix` of the columns S3, S0, S1, S2. \[Fugue-SIMD\], "Super-MIX".
#[must_use]
pub fn smix(columns: [u8; 16]) -> Option<Smix> {
    let mut shown = fugue::steps::Shown::default();
    run::<fugue::steps::SmixOf<Vector>>((columns, &mut shown))?;
    let fugue::steps::Shown { multiples, sums, mixed, deferred } = shown;
    Some(Smix { multiples, sums, mixed, deferred })
}

/// Treats the given bytes as the multiples of S(x) by 1, 2, 4 and 7, so that each byte can be followed through the
/// shuffles, and returns the [sums](Smix::sums).
#[must_use]
pub fn smix_sums(multiples: [[u8; 16]; 4]) -> Option<[[u8; 16]; 10]> {
    let mut sums = [[0; 16]; 10];
    run::<fugue::steps::SumsOf<Vector>>((multiples, &mut sums))?;
    Some(sums)
}

/// Runs a kernel if this machine has its tier.
fn run<K: Kernel<Tier = VectorTier>>(operands: <K::Primitive as Primitive>::Operands<'_>) -> Option<()> {
    VectorTier::detect()?.run::<K>(operands);
    Some(())
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use super::*;
    use crate::primitives::{fugue_smix, groestl_p512};

    const A: u32 = 0x0123_4567;
    const B: u32 = 0xfedc_ba98;

    fn shuffled(a: u32, b: u32) -> u64 {
        join((0..5).fold(a.into(), spread), (0..5).fold(b.into(), spread))
    }

    #[test]
    fn bits_of_two_words_are_in_turns_and_come_back() {
        let two = shuffled(A, B);
        for bit in 0..32 {
            assert_eq!(two >> (2 * bit) & 1, u64::from(A >> bit & 1));
            assert_eq!(two >> (2 * bit + 1) & 1, u64::from(B >> bit & 1));
        }
        assert_eq!(part(two).map(|word| (0..5).rev().fold(word, gather)), [A, B].map(u64::from));
    }

    #[test]
    fn both_words_rotate_in_both_layouts() {
        for n in 0..32 {
            let (a, b) = (A.rotate_left(n), B.rotate_left(n));
            assert_eq!(rotate_shuffled(shuffled(A, B), n), shuffled(a, b));
            let side_by_side = |a: u32, b: u32| u64::from(a) | u64::from(b) << 32;
            assert_eq!(rotate_side_by_side(side_by_side(A, B), n), side_by_side(a, b));
        }
    }

    /// Together, the steps compute the permutation P.
    #[test]
    fn a_sliced_block_goes_through_p() {
        let mut block: [u8; 64] = core::array::from_fn(|i| (7 * i + 3) as u8);
        let mut vectors = [[0; 16]; 8];
        vectors.as_flattened_mut()[..64].copy_from_slice(&block);
        for step in 0..28 {
            let Some(next) = slice(vectors, step) else { return };
            vectors = next;
        }
        groestl_p512(&mut block);
        assert_eq!(vectors.as_flattened()[..64], block);
    }

    #[test]
    fn rows_are_the_rows_of_the_matrix() {
        let mut vectors: [[u8; 16]; 8] = core::array::from_fn(|i| core::array::from_fn(|n| (16 * i + n) as u8));
        for step in 0..4 {
            let Some(next) = slice(vectors, step) else { return };
            vectors = next;
        }
        for (i, row) in vectors.iter().enumerate() {
            assert_eq!(*row, core::array::from_fn::<u8, 16, _>(|j| (8 * (j % 8) + i) as u8));
        }
    }

    #[test]
    fn sums_make_smix() {
        let columns: [u8; 16] = core::array::from_fn(|i| (29 * i + 5) as u8);
        let mut given = columns;
        given.rotate_right(4);
        let Some(Smix { multiples, sums, mixed, deferred }) = smix(given) else { return };
        let mut expected = columns;
        fugue_smix(&mut expected);
        let found: [u8; 16] = core::array::from_fn(|n| {
            [2, 3, 4, 6, 9].into_iter().fold(deferred[n], |sum, complete: usize| sum ^ sums[complete][n])
        });
        assert_eq!(found, expected);
        assert_eq!(core::array::from_fn(|n| mixed[n] ^ deferred[n]), expected);
        assert_eq!(smix_sums(multiples), Some(sums), "the change of basis is linear and shuffles move whole bytes");
    }
}
