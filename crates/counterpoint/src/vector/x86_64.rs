//! x86-64: vectors of 128, 256 and 512 bits, and the tiers with the instructions for them.
//!
//! # Why the methods are safe to call
//!
//! A vector contains its tier's token and can only be made from a token or from another vector. A token exists only on
//! a machine on which `cpu.rs` has found every feature of the tier's list. Each method is implemented for the tiers of
//! a bound (`HasAvx2`, ...) or for a single tier, and the list of every such tier contains the features of the method's
//! instructions: [`tier_has`] checks the bounds at compile time. Code that has a vector or a token may therefore run
//! the instructions. `SAFETY: the token in self` refers to this argument. Loads and stores require no alignment, and
//! access arrays and slices that are as long as a vector.

use super::{has_one_of, tier_has, tiers_with};
use crate::cpu::{Aesni, Avx, Avx2, Avx512, Gfni, Sse2, Ssse3, Tier, Vaes};

mod aesni;
mod avx2;
mod avx512;
mod gfni;
mod sse2;
mod ssse3;
mod vaes;

pub(crate) use avx2::Ymm;
pub(crate) use avx512::Zmm;
pub(crate) use sse2::Xmm;

tiers_with!(
    /// Tiers with 128-bit integer vectors.
    HasSse2, &["sse2", "ssse3", "avx", "avx2"]
);
tiers_with!(
    /// Tiers with a byte shuffle.
    HasSsse3: HasSse2, &["ssse3", "avx", "avx2"]
);
tiers_with!(
    /// Tiers that compute the S-box with AES instructions on 128 bits.
    HasAes: HasSsse3, &["aes"]
);
tiers_with!(
    /// Tiers with 256-bit integer vectors.
    HasAvx2: HasSsse3, &["avx2"]
);
tiers_with!(
    /// Tiers with affine maps and products in GF(2^8).
    HasGfni: HasAvx2, &["gfni"]
);
tiers_with!(
    /// Tiers with 512-bit integer vectors, and their instructions on 128 and 256 bits.
    HasAvx512: HasAvx2, &["avx512f"], &["avx512bw"], &["avx512vl"]
);
tiers_with!(
    /// Tiers with AES instructions on vectors wider than 128 bits.
    HasVaes: HasAvx2, &["vaes"]
);

// The features of each tier. A new tier needs a line here and a line in `cpu.rs`, and a name in `gfni.rs` if it
// computes the S-box on 128 bits with GFNI.
tier_has!(Sse2: HasSse2);
tier_has!(Ssse3: HasSse2 HasSsse3);
tier_has!(Aesni: HasSse2 HasSsse3 HasAes);
tier_has!(Avx: HasSse2 HasSsse3 HasAes);
tier_has!(Avx2: HasSse2 HasSsse3 HasAvx2);
tier_has!(Vaes: HasSse2 HasSsse3 HasAvx2 HasVaes);
tier_has!(Gfni: HasSse2 HasSsse3 HasAvx2 HasGfni);
tier_has!(Avx512: HasSse2 HasSsse3 HasAvx2 HasGfni HasAvx512 HasVaes);

// The traits' methods, written once for all widths. The macros take the instructions of one width; where they use a
// token, the bound on the tier guarantees that the tier has these instructions.

/// Methods that are one instruction on the contained vectors.
macro_rules! instructions {
    ($($method:ident($($b:ident),*) = $intrinsic:ident;)+) => {$(
        #[inline(always)]
        fn $method(self $(, $b: Self)*) -> Self {
            // SAFETY: the token in `self`.
            Self(unsafe { $intrinsic(self.0 $(, $b.0)*) }, self.1)
        }
    )+};
}
use instructions;

/// `Bits::tier`, `Bits::zero` and `Bits::not`.
macro_rules! zero_and_not {
    ($tier:ty, $zero:ident, $splat:ident) => {
        type Tier = $tier;

        #[inline(always)]
        fn tier(self) -> $tier {
            self.1
        }
        #[inline(always)]
        fn zero(tier: $tier) -> Self {
            // SAFETY: the token in `tier`.
            Self(unsafe { $zero() }, tier)
        }
        #[inline(always)]
        fn not(self) -> Self {
            // SAFETY: the token in `self`.
            self.xor(Self(unsafe { $splat(-1) }, self.1))
        }
    };
}
use zero_and_not;

/// The methods of `Lane` except rotations and shifts: `$word` is an integer as wide as a lane, `$signed` the type of
/// `$splat`'s argument.
macro_rules! lanes {
    ($tier:ty, $word:ty, $states:literal, $splat:ident($signed:ty), $load:ident, $store:ident) => {
        type Word = $word;
        const STATES: usize = $states;
        const WIDTH: u32 = <$word>::BITS;

        #[inline(always)]
        fn splat(tier: $tier, value: u64) -> Self {
            // SAFETY: the token in `tier`.
            Self(unsafe { $splat(value as $signed) }, tier)
        }
        #[inline(always)]
        fn load(tier: $tier, values: &[$word]) -> Self {
            // SAFETY: the token in `tier`; the slice is as long as a vector.
            Self(unsafe { $load(values[..$states].as_ptr().cast()) }, tier)
        }
        #[inline(always)]
        fn store(self, values: &mut [$word]) {
            // SAFETY: the token in `self`; the slice is as long as a vector.
            unsafe { $store(values[..$states].as_mut_ptr().cast(), self.0) }
        }
    };
}
use lanes;

/// `Lane::rol`, `shl` and `shr` from shifts of the lane's width. On machines with a rotate instruction, the compiler
/// recognizes the two shifts and emits it.
macro_rules! shifts {
    ($sll:ident, $srl:ident) => {
        #[inline(always)]
        fn rol(self, n: u32) -> Self {
            self.shl(n).or(self.shr(Self::WIDTH - n))
        }
        #[inline(always)]
        fn shl(self, n: u32) -> Self {
            // SAFETY: the token in `self`.
            Self(unsafe { $sll(self.0, _mm_cvtsi32_si128(n as i32)) }, self.1)
        }
        #[inline(always)]
        fn shr(self, n: u32) -> Self {
            // SAFETY: the token in `self`.
            Self(unsafe { $srl(self.0, _mm_cvtsi32_si128(n as i32)) }, self.1)
        }
    };
}
use shifts;

/// `Lane::shl` and `shr` for 8-bit lanes. x86-64 can't shift bytes, so this shifts 16-bit lanes and masks out the bits
/// that come from the neighbouring byte.
macro_rules! shifts_of_bytes {
    ($sll:ident, $srl:ident) => {
        #[inline(always)]
        fn shl(self, n: u32) -> Self {
            // SAFETY: the token in `self`.
            let shifted = Self(unsafe { $sll(self.0, _mm_cvtsi32_si128(n as i32)) }, self.1);
            shifted.and(Self::splat(self.1, 0xff << n))
        }
        #[inline(always)]
        fn shr(self, n: u32) -> Self {
            // SAFETY: the token in `self`.
            let shifted = Self(unsafe { $srl(self.0, _mm_cvtsi32_si128(n as i32)) }, self.1);
            shifted.and(Self::splat(self.1, 0xff >> n))
        }
    };
}
use shifts_of_bytes;

/// `Bits::eor3` and `Lane::chi`, one instruction each on the tiers that have it.
macro_rules! three_inputs {
    ($method:ident($b:ident, $c:ident) = $ternary:ident::<$truth:literal>, $otherwise:expr) => {
        #[inline(always)]
        fn $method(self, $b: Self, $c: Self) -> Self {
            if const { has_one_of(T::FEATURES, &["avx512vl"]) } {
                // SAFETY: the token in `self`, whose tier has the instruction's feature by the line above.
                Self(unsafe { $ternary::<$truth>(self.0, $b.0, $c.0) }, self.1)
            } else {
                $otherwise(self)
            }
        }
    };
}
use three_inputs;

/// `Bits::ternary` with the instruction `$ternary`, on the tiers that have it.
macro_rules! ternary {
    ($tier:ty, $ternary:ident) => {
        const HAS_TERNARY: bool = has_one_of(<$tier as crate::cpu::Tier>::FEATURES, &["avx512vl"]);

        #[inline(always)]
        fn ternary<const TRUTH: i32>(self, b: Self, c: Self) -> Self {
            if Self::HAS_TERNARY {
                // SAFETY: the token in `self`, whose tier has the instruction's feature by the line above.
                Self(unsafe { $ternary::<TRUTH>(self.0, b.0, c.0) }, self.1)
            } else {
                sum_of_rows::<Self, TRUTH>(self, b, c)
            }
        }
    };
}
use ternary;

/// `Bytes::load_first` and `Bytes::store_first` with masked loads and stores, on the tiers that have them. They access
/// only the bytes whose mask bit is 1.
macro_rules! first_bytes {
    ($tier:ty, $bytes:literal, $mask:ty, $load:ident, $store:ident) => {
        const HAS_MASKED_BYTES: bool = has_masked_bytes(<$tier as crate::cpu::Tier>::FEATURES);

        #[inline(always)]
        fn load_first(tier: $tier, bytes: &[u8]) -> Self {
            if Self::HAS_MASKED_BYTES {
                // An empty slice may have any address. If it is not mapped, a load from it takes hundreds of cycles,
                // even with a mask of 0.
                let from = if bytes.is_empty() { NOTHING.as_ptr() } else { bytes.as_ptr() };
                // SAFETY: the token in `tier`, which has the instructions' features by the line above. The mask has a
                // bit for each byte of the slice, at most as many as the vector has bytes.
                let vector = unsafe {
                    let mask = _bzhi_u64(u64::MAX, bytes.len().min($bytes) as u32);
                    $load(mask as $mask, from.cast())
                };
                Self(vector, tier)
            } else {
                load_first_by_groups(tier, bytes)
            }
        }
        #[inline(always)]
        fn store_first(self, bytes: &mut [u8]) {
            if Self::HAS_MASKED_BYTES {
                // SAFETY: as in `load_first`.
                unsafe {
                    let mask = _bzhi_u64(u64::MAX, bytes.len().min($bytes) as u32);
                    $store(bytes.as_mut_ptr().cast(), mask as $mask, self.0);
                }
            } else {
                store_first_by_groups(self, bytes);
            }
        }
    };
}
use first_bytes;

/// Whether the features include masked loads and stores of bytes, and the instruction that makes their masks.
const fn has_masked_bytes(features: &[&str]) -> bool {
    has_one_of(features, &["avx512bw"]) && has_one_of(features, &["avx512vl"]) && has_one_of(features, &["bmi2"])
}

/// Loaded instead of an empty slice.
static NOTHING: [u8; 64] = [0; 64];

/// A method of `Bytes` that interleaves items, given the instructions for the lower and upper halves.
macro_rules! interleave {
    ($method:ident = $low:ident, $high:ident) => {
        #[inline(always)]
        fn $method(self, b: Self) -> (Self, Self) {
            // SAFETY: the token in `self`.
            let (low, high) = unsafe { ($low(self.0, b.0), $high(self.0, b.0)) };
            (Self(low, self.1), Self(high, self.1))
        }
    };
}
use interleave;

/// The methods of `Bytes` except `xtime` and those that distinguish groups. `$broadcast` takes a 128-bit vector,
/// `$shuffle` the bytes and the indices, and `$low2` etc. the two vectors to interleave.
macro_rules! groups_of_16 {
    (
        $tier:ty, $groups:literal, $broadcast:expr, $load:ident, $store:ident, $shuffle:ident, $srli:ident,
        [$low2:ident, $high2:ident], [$low4:ident, $high4:ident], [$low8:ident, $high8:ident]
    ) => {
        const GROUPS: usize = $groups;

        #[inline(always)]
        fn broadcast(tier: $tier, group: [u8; 16]) -> Self {
            // SAFETY: the token in `tier`; the array has 16 bytes.
            Self(unsafe { $broadcast(_mm_loadu_si128(group.as_ptr().cast())) }, tier)
        }
        #[inline(always)]
        fn load(tier: $tier, groups: &[[u8; 16]]) -> Self {
            // SAFETY: the token in `tier`; the slice is as long as a vector.
            Self(unsafe { $load(groups[..$groups].as_ptr().cast()) }, tier)
        }
        #[inline(always)]
        fn store(self, groups: &mut [[u8; 16]]) {
            // SAFETY: the token in `self`; the slice is as long as a vector.
            unsafe { $store(groups[..$groups].as_mut_ptr().cast(), self.0) }
        }
        #[inline(always)]
        fn shuffle(self, indices: [u8; 16]) -> Self {
            self.shuffle_by(Self::broadcast(self.1, indices))
        }
        #[inline(always)]
        fn look_up(self, table: [u8; 16]) -> Self {
            Self::broadcast(self.1, table).shuffle_by(self)
        }
        #[inline(always)]
        fn nibbles(self) -> (Self, Self) {
            let low = Self::broadcast(self.1, [0x0f; 16]);
            // SAFETY: the token in `self`.
            let shifted = Self(unsafe { $srli(self.0, 4) }, self.1);
            (shifted.and(low), self.and(low))
        }
        instructions! {
            shuffle_by(indices) = $shuffle;
        }
        interleave!(interleave2 = $low2, $high2);
        interleave!(interleave4 = $low4, $high4);
        interleave!(interleave8 = $low8, $high8);
    };
}
use groups_of_16;

/// `Bytes::xtime` and `Bytes::doubled`. Doubling adds a byte to itself, and then adds the polynomial if the top bit was
/// set.
///
/// `xtime` finds the top bit with a comparison, since a byte with its top bit set is negative, and masks the polynomial
/// with the result. `doubled` does both in one instruction: a look-up returns 0 for a byte whose top bit is set. This
/// adds the polynomial in exactly the wrong cases, so the caller adds it once more to every byte, as
/// `DOUBLED_DEFERRED`.
macro_rules! xtime_by_compare {
    ($add:ident, $greater:ident) => {
        const DOUBLED_DEFERRED: u8 = 0x1b;

        #[inline(always)]
        fn xtime(self) -> Self {
            let polynomial = Self::broadcast(self.1, [0x1b; 16]);
            // SAFETY: the token in `self`.
            let (doubled, top) = unsafe { ($add(self.0, self.0), $greater(Self::zero(self.1).0, self.0)) };
            Self(doubled, self.1).xor(Self(top, self.1).and(polynomial))
        }
        #[inline(always)]
        fn doubled(self) -> Self {
            // SAFETY: the token in `self`.
            let doubled = unsafe { $add(self.0, self.0) };
            Self(doubled, self.1).xor(self.look_up([0x1b; 16]))
        }
    };
}
use xtime_by_compare;

/// The methods of `AesRounds`.
macro_rules! aes_rounds {
    ($aesenc:ident, $aesenclast:ident) => {
        #[inline(always)]
        fn begin(self, first: Self) -> Self {
            self.xor(first)
        }
        #[inline(always)]
        fn round(self, _: Self, after: Self) -> Self {
            // SAFETY: the token in `self`.
            Self(unsafe { $aesenc(self.0, after.0) }, self.1)
        }
        #[inline(always)]
        fn last_round(self, _: Self, last: Self) -> Self {
            // SAFETY: the token in `self`.
            Self(unsafe { $aesenclast(self.0, last.0) }, self.1)
        }
    };
}
use aes_rounds;

/// The methods of `SubBytes` with the last AES round, under a key of zeros or the caller's `k`. A shuffle undoes its
/// ShiftRows in advance.
macro_rules! sub_bytes_by_last_round {
    () => {
        const DEFERRED: u8 = 0;
        const SHUFFLE: [u8; 16] = shift_rows(3);

        #[inline(always)]
        fn sub_bytes(self) -> Self {
            self.shuffle(Self::SHUFFLE).sub_bytes_shuffled(Self::zero(self.1))
        }
        #[inline(always)]
        fn sub_bytes_shuffled(self, k: Self) -> Self {
            self.last_round(k, k)
        }
        #[inline(always)]
        fn sub_bytes_doubled(self) -> (Self, Self) {
            let once = self.sub_bytes();
            (once, once.xtime())
        }
    };
}
use sub_bytes_by_last_round;

/// The methods of `SubBytes` with GFNI, which inverts and applies an affine map in one instruction. The map may also be
/// the S-box's times {02}, so the doubled S-box costs no more than the S-box itself.
macro_rules! sub_bytes_by_gfni {
    ($affineinv:ident, $splat:ident) => {
        const DEFERRED: u8 = 0;

        #[inline(always)]
        fn sub_bytes(self) -> Self {
            const CONSTANT: i32 = AFFINE_CONSTANT as i32;
            const MATRIX: i64 = affine_matrix(1) as i64;
            // SAFETY: the token in `self`.
            Self(unsafe { $affineinv::<CONSTANT>(self.0, $splat(MATRIX)) }, self.1)
        }
        #[inline(always)]
        fn sub_bytes_doubled(self) -> (Self, Self) {
            const CONSTANT: i32 = mul(2, AFFINE_CONSTANT) as i32;
            const MATRIX: i64 = affine_matrix(2) as i64;
            // SAFETY: the token in `self`.
            let twice = unsafe { $affineinv::<CONSTANT>(self.0, $splat(MATRIX)) };
            (self.sub_bytes(), Self(twice, self.1))
        }
    };
}
use sub_bytes_by_gfni;

/// The methods of `Products`.
macro_rules! products {
    ($affineinv:ident, $splat:ident, $multiply:ident, $splat8:ident) => {
        #[inline(always)]
        fn times_bytes(self, factors: Self) -> Self {
            // SAFETY: the token in `self`.
            Self(unsafe { $multiply(self.0, factors.0) }, self.1)
        }
        #[inline(always)]
        fn times<const FACTOR: u8>(self) -> Self {
            // SAFETY: the token in `self`.
            Self(unsafe { $multiply(self.0, $splat8(FACTOR as i8)) }, self.1)
        }
        #[inline(always)]
        fn sub_bytes_times_each<const LOW: u8, const HIGH: u8>(self) -> Self {
            let matrices = const { affine_matrix(LOW) as u128 | (affine_matrix(HIGH) as u128) << 64 };
            let matrices = Self::broadcast(self.1, matrices.to_le_bytes());
            // SAFETY: the token in `self`.
            Self(unsafe { $affineinv::<0>(self.0, matrices.0) }, self.1)
        }
        #[inline(always)]
        fn sub_bytes_times_plus<const FACTOR: u8, const SUMMAND: i32>(self) -> Self {
            let matrix = const { affine_matrix(FACTOR) as i64 };
            // SAFETY: the token in `self`.
            Self(unsafe { $affineinv::<SUMMAND>(self.0, $splat(matrix)) }, self.1)
        }
    };
}
use products;
