//! Vectors as the algorithms see them: small traits whose methods are the machine's best instructions.
//!
//! A technique is written once over one of these traits; the folder `vector/` implements them for each tier.
//! Making a value from nothing takes the tier's proof, so a value is itself a proof and its methods need none.
//! This is not a general SIMD library: a method with one caller belongs in that technique's file.
//!
//! The traits are kept free of pointers and of branches on values, so that a value which records, counts or proves
//! can implement them too.

use crate::cpu::Tier;

pub mod portable;

/// Bits side by side: what a bit-sliced computation needs.
pub trait Bits<T: Tier>: Copy {
    /// All bits 0.
    fn zero(tier: T) -> Self;
    /// Exclusive or.
    fn xor(self, b: Self) -> Self;
    /// And.
    fn and(self, b: Self) -> Self;
    /// Or.
    fn or(self, b: Self) -> Self;
    /// Not.
    fn not(self) -> Self;
    /// `!self & b`.
    #[inline(always)]
    fn andnot(self, b: Self) -> Self {
        self.not().and(b)
    }
    /// `self ^ b ^ c`; a rich machine has it as one instruction.
    #[inline(always)]
    fn eor3(self, b: Self, c: Self) -> Self {
        self.xor(b).xor(c)
    }
}

/// Lanes of several states at once, all of the same width: a Keccak lane, a Luffa word.
pub trait Lane<T: Tier>: Bits<T> {
    /// How many states sit side by side.
    const STATES: usize;
    /// The width of a lane in bits.
    const WIDTH: u32;

    /// The same value in every state, cut to the lane's width.
    fn splat(tier: T, value: u64) -> Self;
    /// Lanes of their own: the first `STATES` of `values`, one a state, cut to the lane's width.
    fn load(tier: T, values: &[u64]) -> Self;
    /// Writes the lanes to the first `STATES` of `values`.
    fn store(self, values: &mut [u64]);
    /// Each lane rotated left by `n` bits, 0 <= n < `WIDTH`.
    fn rol(self, n: u32) -> Self;
    /// Each lane shifted left by `n` bits, 0 <= n < `WIDTH`; zeros come in.
    fn shl(self, n: u32) -> Self;
    /// Each lane shifted right by `n` bits, 0 <= n < `WIDTH`; zeros come in.
    fn shr(self, n: u32) -> Self;
    /// `rol(self ^ b, n)`.
    #[inline(always)]
    fn xar(self, b: Self, n: u32) -> Self {
        self.xor(b).rol(n)
    }
    /// `self ^ rol(b, 1)`.
    #[inline(always)]
    fn rax1(self, b: Self) -> Self {
        self.xor(b.rol(1))
    }
    /// `self ^ (!b & c)`: chi.
    #[inline(always)]
    fn chi(self, b: Self, c: Self) -> Self {
        self.xor(b.andnot(c))
    }
}
