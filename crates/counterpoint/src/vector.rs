//! Vectors as the algorithms see them: small traits whose methods are the machine's best instructions.
//!
//! A technique is written once over one of these traits; the folder `vector/` implements them for each tier.
//! Making a value from nothing takes the tier's proof, so a value is itself a proof and its methods need none.
//! This is not a general SIMD library: a method with one caller belongs in that technique's file.
//!
//! The traits are kept free of pointers and of branches on values, so that a value which records, counts or proves
//! can implement them too.

use crate::cpu::Tier;

#[cfg(target_arch = "aarch64")]
pub(crate) mod aarch64;
pub(crate) mod portable;
#[cfg(any(feature = "keccak", feature = "luffa"))]
pub(crate) mod spaced;
#[cfg(all(test, any(target_arch = "x86_64", target_arch = "aarch64")))]
mod tests;
#[cfg(all(any(feature = "fugue", feature = "luffa"), any(target_arch = "x86_64", target_arch = "aarch64")))]
pub(crate) mod words;
#[cfg(target_arch = "x86_64")]
pub(crate) mod x86_64;

/// Bits side by side: what a bit-sliced computation needs.
pub trait Bits: Copy {
    /// The tier whose instructions the methods use.
    type Tier: Tier;

    /// The token of the tier, which every value contains.
    fn tier(self) -> Self::Tier;
    /// All bits 0.
    fn zero(tier: Self::Tier) -> Self;
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

/// Bits of a machine that computes any function of three inputs in one instruction.
#[cfg(target_arch = "x86_64")]
pub(crate) trait TernaryLogic: Bits {
    /// Bit by bit the function whose value for a, b, c is bit 4a + 2b + c of `TRUTH`.
    fn ternary<const TRUTH: i32>(self, b: Self, c: Self) -> Self;
}

/// Lanes of several states at once, all of the same width: a Keccak lane, a Luffa word.
pub trait Lane: Bits {
    /// An integer as wide as a lane.
    type Word: Copy + Into<u64>;
    /// How many states sit side by side.
    const STATES: usize;
    /// The width of a lane in bits.
    const WIDTH: u32;

    /// The same value in every state, cut to the lane's width.
    fn splat(tier: Self::Tier, value: u64) -> Self;
    /// Lanes of their own: the first `STATES` of `values`, one a state.
    fn load(tier: Self::Tier, values: &[Self::Word]) -> Self;
    /// Writes the lanes to the first `STATES` of `values`.
    fn store(self, values: &mut [Self::Word]);
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

/// Bytes in groups of 16: an AES block, a row or some columns of a state.
pub(crate) trait Bytes: Bits {
    /// How many groups sit side by side.
    const GROUPS: usize;

    /// The same group everywhere.
    fn broadcast(tier: Self::Tier, group: [u8; 16]) -> Self;
    /// The first `GROUPS` of `groups`.
    fn load(tier: Self::Tier, groups: &[[u8; 16]]) -> Self;
    /// Group g is `group(g)`.
    fn gather(tier: Self::Tier, group: impl Fn(usize) -> [u8; 16]) -> Self;
    /// The two groups in turns; a vector of one group takes the first.
    fn alternate(tier: Self::Tier, groups: [[u8; 16]; 2]) -> Self;
    /// Writes the first `GROUPS` of `groups`.
    fn store(self, groups: &mut [[u8; 16]]);
    /// Byte n of each group becomes the group's byte `indices[n]`, each index under 16, or 0 if the index is 0x80.
    fn shuffle(self, indices: [u8; 16]) -> Self;
    /// The same with indices of its own for each group.
    fn shuffle_by(self, indices: Self) -> Self;
    /// In each group the items of 2 bytes of `self` and of `b` in turns: those of the lower halves, those of the upper ones.
    fn interleave2(self, b: Self) -> (Self, Self);
    /// The same for items of 4 bytes.
    fn interleave4(self, b: Self) -> (Self, Self);
    /// The same for items of 8 bytes.
    fn interleave8(self, b: Self) -> (Self, Self);
    /// Groups 0 and 1 change places, and 2 and 3. Nothing else than the vector itself if it has one group.
    fn swap_groups(self) -> Self;
    /// Each byte x becomes `table[x]` if it is under 16, and 0 if it is 0x80 or more. In between, machines differ.
    fn look_up(self, table: [u8; 16]) -> Self;
    /// The high and the low nibble of each byte.
    fn nibbles(self) -> (Self, Self);
    /// Each byte times {02} in GF(2^8).
    fn xtime(self) -> Self;
    /// What [`Bytes::doubled`] leaves out.
    const DOUBLED_OMITTED: u8 = 0;
    /// Each byte times {02} plus `DOUBLED_OMITTED`, where that costs less than `xtime`.
    #[inline(always)]
    fn doubled(self) -> Self {
        self.xtime()
    }
}

/// Bytes as matrices of bits.
#[cfg(all(feature = "luffa", target_arch = "x86_64"))]
pub(crate) trait BitMatrices: Lane + Bytes {
    /// In each 8 bytes, bit j of byte i becomes bit i of byte j.
    #[inline(always)]
    fn transposed(self) -> Self {
        exchanged(nibbles_transposed(self), 28, 0x0000_0000_f0f0_f0f0)
    }
}

/// In the low nibbles of each 4 bytes, and in the high ones, bit j of byte i becomes bit i of byte j.
#[cfg(all(feature = "luffa", any(target_arch = "x86_64", target_arch = "aarch64")))]
#[inline(always)]
pub(crate) fn nibbles_transposed<L: Lane>(x: L) -> L {
    exchanged(exchanged(x, 7, 0x00aa_00aa_00aa_00aa), 14, 0x0000_cccc_0000_cccc)
}

/// The bits in `mask` change places with those `by` places above them. Lanes have 64 bits.
#[cfg(all(feature = "luffa", any(target_arch = "x86_64", target_arch = "aarch64")))]
#[inline(always)]
pub(crate) fn exchanged<L: Lane>(x: L, by: u32, mask: u64) -> L {
    const { assert!(L::WIDTH == 64, "matrices are in 64 bits") };
    let moved = x.xor(x.shr(by)).and(L::splat(x.tier(), mask));
    x.xor(moved).xor(moved.shl(by))
}

/// Byte n becomes byte number n of what was [`parted`].
#[cfg(all(feature = "luffa", any(target_arch = "x86_64", target_arch = "aarch64")))]
#[inline(always)]
pub(crate) fn permuted<V: Bytes>(bytes: V, [own, other]: [[[u8; 16]; 2]; 2]) -> V {
    let from_own = bytes.shuffle_by(V::alternate(bytes.tier(), own));
    if V::GROUPS == 1 {
        return from_own;
    }
    from_own.or(bytes.swap_groups().shuffle_by(V::alternate(bytes.tier(), other)))
}

/// Numbers of bytes in a vector of two groups, as indices into a group's own bytes and into those of the other one. Of a vector of one group the first
/// 16 numbers count, which then are all under 16.
#[cfg(all(feature = "luffa", any(target_arch = "x86_64", target_arch = "aarch64")))]
pub(crate) const fn parted(from: [u8; 32]) -> [[[u8; 16]; 2]; 2] {
    let mut indices = [[[0x80; 16]; 2]; 2];
    let mut n = 0;
    while n < 32 {
        let (to, at) = (from[n] as usize, n / 16);
        let other = (to / 16 != at) as usize;
        indices[other][at][n % 16] = from[n] % 16;
        n += 1;
    }
    indices
}

/// Bytes with the AES S-box, in whatever basis of GF(2^8) the machine is best at. The basis is linear over the bits, so
/// sums of bytes that have been entered are entered sums.
pub(crate) trait SubBytes: Bytes {
    /// What the S-box leaves out for the caller to add: S(x) = `sub_bytes(x)` + `OMITTED`.
    const OMITTED: u8;
    /// What each byte is in the basis: `enter`, for constants.
    const ENTERED: [u8; 256] = {
        let mut table = [0; 256];
        let mut x = 0;
        while x < 256 {
            table[x] = x as u8;
            x += 1;
        }
        table
    };
    /// The shuffle that [`SubBytes::sub_bytes_shuffled`] wants before it: what a caller who shuffles anyway merges into that.
    const SHUFFLE: [u8; 16] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];

    /// From bytes into the basis.
    #[inline(always)]
    fn enter(self) -> Self {
        self
    }
    /// From the basis back to bytes.
    #[inline(always)]
    fn leave(self) -> Self {
        self
    }
    /// The S-box of each byte without `OMITTED`, from the basis into the basis.
    fn sub_bytes(self) -> Self;
    /// `sub_bytes` of bytes to which `SHUFFLE` has been done, plus `k`, which some machines add at no cost.
    #[inline(always)]
    fn sub_bytes_shuffled(self, k: Self) -> Self {
        self.sub_bytes().xor(k)
    }
    /// The S-box of each byte without `OMITTED`, and that times {02}, from the basis into the basis.
    fn sub_bytes_doubled(self) -> (Self, Self);
}

/// Bytes of a machine that has products and affine maps in GF(2^8) as instructions.
#[cfg(target_arch = "x86_64")]
pub(crate) trait Products: SubBytes {
    /// Each byte times the one of `factors` in its place.
    fn times_bytes(self, factors: Self) -> Self;
    /// Each byte times `FACTOR`.
    fn times<const FACTOR: u8>(self) -> Self;
    /// The S-box of each byte without its constant {63}, times `LOW` in the lower half of each group and times `HIGH` in the upper one.
    fn sub_bytes_times_each<const LOW: u8, const HIGH: u8>(self) -> Self;
    /// The S-box of each byte without its constant {63}, times `FACTOR`, plus `SUMMAND`.
    fn sub_bytes_times_plus<const FACTOR: u8, const SUMMAND: i32>(self) -> Self;
    /// The S-box of each byte without its constant {63}, times `FACTOR`.
    #[inline(always)]
    fn sub_bytes_times<const FACTOR: u8>(self) -> Self {
        self.sub_bytes_times_plus::<FACTOR, 0>()
    }
}

/// Rounds of AES as the machine has them. The key is added at the end of a round by x86-64 and at its start by ARM: a
/// round is given the round key before it and the one after it, and every key is added once.
pub(crate) trait AesRounds: Bytes {
    /// Before the rounds: the first round key.
    fn begin(self, first: Self) -> Self;
    /// SubBytes, ShiftRows, MixColumns.
    fn round(self, before: Self, after: Self) -> Self;
    /// SubBytes, ShiftRows, and the last round key.
    fn last_round(self, before: Self, last: Self) -> Self;
}

/// ShiftRows, so many times, as a shuffle; three times is its inverse. \[FIPS197\] 5.1.2.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
pub(crate) const fn shift_rows(times: u8) -> [u8; 16] {
    let mut indices = [0; 16];
    let mut n = 0;
    while n < 16 {
        let (column, row) = (n / 4, n % 4);
        indices[n as usize] = 4 * ((column + times * row) % 4) + row;
        n += 1;
    }
    indices
}

/// The methods of [`Bytes`] that tell groups apart, for vectors of one group.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
macro_rules! one_group {
    () => {
        #[inline(always)]
        fn gather(tier: Self::Tier, group: impl Fn(usize) -> [u8; 16]) -> Self {
            Self::load(tier, &[group(0)])
        }
        #[inline(always)]
        fn alternate(tier: Self::Tier, groups: [[u8; 16]; 2]) -> Self {
            Self::load(tier, &groups)
        }
        #[inline(always)]
        fn swap_groups(self) -> Self {
            self
        }
    };
}
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
use one_group;

/// The methods of [`SubBytes`] by [`crate::gf256::vperm`].
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
macro_rules! sub_bytes_by_vperm {
    () => {
        const OMITTED: u8 = crate::gf256::AFFINE_CONSTANT;
        const ENTERED: [u8; 256] = crate::gf256::vperm::ENTERED;

        #[inline(always)]
        fn enter(self) -> Self {
            crate::gf256::vperm::enter(self)
        }
        #[inline(always)]
        fn leave(self) -> Self {
            crate::gf256::vperm::leave(self)
        }
        #[inline(always)]
        fn sub_bytes(self) -> Self {
            crate::gf256::vperm::sub_bytes(self)
        }
        #[inline(always)]
        fn sub_bytes_doubled(self) -> (Self, Self) {
            crate::gf256::vperm::sub_bytes_doubled(self)
        }
    };
}
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
use sub_bytes_by_vperm;

/// Declares a trait of tiers that have a feature, named or by implication, and checks each against its list.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
macro_rules! tiers_with {
    ($(#[$doc:meta])* $trait:ident $(: $implied:ident)?, $features:expr, $($tier:ident)+) => {
        $(#[$doc])*
        ///
        /// # Safety
        ///
        /// A value of the tier must exist only on a machine that has the feature. It does if the tier's list names the
        /// feature: `detect` in `cpu.rs` is the only place that makes a value, after it has found every feature of the list.
        pub(crate) unsafe trait $trait: Tier $(+ $implied)? {}
        $(
            const _: () = assert!(crate::vector::has_one_of($tier::FEATURES, $features));
            // SAFETY: the line above does not compile if the tier lacks it.
            unsafe impl $trait for $tier {}
        )+
    };
}
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
use tiers_with;

/// Whether a list of features holds one of some.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
const fn has_one_of(features: &[&str], some: &[&str]) -> bool {
    let mut i = 0;
    while i < features.len() * some.len() {
        if same(features[i / some.len()].as_bytes(), some[i % some.len()].as_bytes()) {
            return true;
        }
        i += 1;
    }
    false
}

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
const fn same(a: &[u8], b: &[u8]) -> bool {
    if a.len() != b.len() {
        return false;
    }
    let mut i = 0;
    while i < a.len() {
        if a[i] != b[i] {
            return false;
        }
        i += 1;
    }
    true
}
