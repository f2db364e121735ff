//! Vectors as the algorithms use them: small traits whose methods map to each machine's best instructions.
//!
//! A technique is written once, generic over one of these traits, and the folder `vector/` implements the traits for
//! each tier. Constructing a value requires the tier's token, which proves that the machine has the tier's
//! instructions. The value contains the token, so its methods require no further proof. This is not a general SIMD
//! library: a method with only one caller belongs in that technique's file.
//!
//! The traits have no pointers and no branches on values, so types that record, count or prove operations can also
//! implement them.

use crate::cpu::Tier;
#[cfg(vectors)]
use crate::each::each;
#[cfg(vectors)]
use crate::kernel::bytes::first_word;

#[cfg(target_arch = "aarch64")]
pub(crate) mod aarch64;
#[allow(dead_code, reason = "a build with few families does not use all of them")]
pub(crate) mod delta_swap;
#[cfg(i686)]
pub(crate) mod i686;
#[cfg(all(any(feature = "groestl", feature = "keccak", feature = "luffa"), vectors))]
pub(crate) mod padding;
pub(crate) mod portable;
#[cfg(any(feature = "keccak", feature = "luffa"))]
pub(crate) mod spaced;
#[cfg(all(test, vectors))]
mod tests;
#[cfg(simd128)]
pub(crate) mod wasm32;
#[cfg(all(any(feature = "fugue", feature = "luffa"), vectors))]
pub(crate) mod words;
#[cfg(target_arch = "x86_64")]
pub(crate) mod x86_64;

/// Bits side by side: the operations of a bit-sliced computation.
pub trait Bits: Copy {
    /// The tier whose instructions the methods use.
    type Tier: Tier;

    /// Returns the tier's token, which every value contains.
    fn tier(self) -> Self::Tier;
    /// Returns the value whose bits are all 0.
    fn zero(tier: Self::Tier) -> Self;
    /// Returns the exclusive or of the two values.
    fn xor(self, b: Self) -> Self;
    /// Returns the bitwise and of the two values.
    fn and(self, b: Self) -> Self;
    /// Returns the bitwise or of the two values.
    fn or(self, b: Self) -> Self;
    /// Returns the complement of the value.
    fn not(self) -> Self;
    /// Returns `!self & b`.
    #[inline(always)]
    fn andnot(self, b: Self) -> Self {
        self.not().and(b)
    }
    /// Returns `self ^ b ^ c`, a single instruction on some machines.
    #[inline(always)]
    fn eor3(self, b: Self, c: Self) -> Self {
        self.xor(b).xor(c)
    }
    /// Returns the bits of `ones` where `self` is 1, and those of `zeros` where it is 0.
    #[inline(always)]
    fn select(self, ones: Self, zeros: Self) -> Self {
        zeros.xor(zeros.xor(ones).and(self))
    }
    /// Whether the machine computes [`Bits::ternary`] in one instruction. Elsewhere the method is correct but slow, so
    /// techniques use other operations.
    const HAS_TERNARY: bool = false;
    /// Returns, bit by bit, the function whose value for a, b, c is bit 4a + 2b + c of `TRUTH`.
    #[inline(always)]
    fn ternary<const TRUTH: i32>(self, b: Self, c: Self) -> Self {
        sum_of_rows::<Self, TRUTH>(self, b, c)
    }
}

/// Computes [`Bits::ternary`] as the sum of the rows of the truth table with the value 1.
#[inline(always)]
fn sum_of_rows<B: Bits, const TRUTH: i32>(a: B, b: B, c: B) -> B {
    let mut sum = B::zero(a.tier());
    for row in 0..8 {
        let input = |x: B, weight: i32| if row & weight == 0 { x.not() } else { x };
        if TRUTH >> row & 1 == 1 {
            sum = sum.or(input(a, 4).and(input(b, 2)).and(input(c, 1)));
        }
    }
    sum
}

/// The same lane of several states, side by side in one value: for example, one Keccak lane or one Luffa word from each
/// state. For a single state, the value is a plain integer.
pub trait Lane: Bits {
    /// The integer that contains one lane, outside of vectors.
    type Word: Copy + Into<u64>;
    /// The number of states whose lanes lie side by side.
    const STATES: usize;
    /// The width of a lane in bits.
    const WIDTH: u32;

    /// Returns `value`, truncated to the lane's width, in every lane.
    fn splat(tier: Self::Tier, value: u64) -> Self;
    /// Loads the lanes from the first `STATES` of `values`.
    fn load(tier: Self::Tier, values: &[Self::Word]) -> Self;
    /// Stores the lanes into the first `STATES` of `values`.
    fn store(self, values: &mut [Self::Word]);
    /// Rotates each lane left by `n` bits, 0 <= n < `WIDTH`.
    fn rol(self, n: u32) -> Self;
    /// Shifts each lane left by `n` bits, 0 <= n < `WIDTH`, and fills with zeros.
    fn shl(self, n: u32) -> Self;
    /// Shifts each lane right by `n` bits, 0 <= n < `WIDTH`, and fills with zeros.
    fn shr(self, n: u32) -> Self;
    /// Returns `rol(self ^ b, n)`.
    #[inline(always)]
    fn xar(self, b: Self, n: u32) -> Self {
        self.xor(b).rol(n)
    }
    /// Returns `self ^ rol(b, 1)`.
    #[inline(always)]
    fn rax1(self, b: Self) -> Self {
        self.xor(b.rol(1))
    }
    /// Returns `self ^ (!b & c)`, the nonlinear function of Keccak's chi.
    #[inline(always)]
    fn chi(self, b: Self, c: Self) -> Self {
        self.xor(b.andnot(c))
    }
    /// Swaps the bits at `low` with the bits `n` places above them: a delta swap.
    #[inline(always)]
    fn delta_swap(self, low: Self, n: u32) -> Self {
        let differ = self.shr(n).xor(self).and(low);
        self.eor3(differ, differ.shl(n))
    }
    /// Transposes the low nibbles of every 4 bytes as a matrix of 4 by 4 bits, and likewise the high nibbles: bit j of
    /// byte i becomes bit i of byte j. Lanes must have 64 bits.
    ///
    /// The first delta swap transposes 2 by 2 matrices of bits, and the second swaps such matrices. Two bits that
    /// change places are one byte apart in one direction and one bit in the other, hence 7 bits, or twice that.
    #[inline(always)]
    fn transpose_4x4(self) -> Self {
        const { assert!(Self::WIDTH == 64, "matrices are in 64 bits") };
        let pairs = self.delta_swap(Self::splat(self.tier(), 0x00aa_00aa_00aa_00aa), 7);
        pairs.delta_swap(Self::splat(self.tier(), 0x0000_cccc_0000_cccc), 14)
    }
    /// Transposes every 64 bits as a matrix of 8 by 8 bits. Some machines do this in one instruction.
    #[inline(always)]
    fn transpose_8x8(self) -> Self {
        self.transpose_8x8_by_swaps()
    }
    /// Does the same with [`Self::transpose_4x4`] and a third delta swap, of 4 by 4 matrices.
    #[inline(always)]
    fn transpose_8x8_by_swaps(self) -> Self {
        self.transpose_4x4().delta_swap(Self::splat(self.tier(), 0x0000_0000_f0f0_f0f0), 28)
    }
}

/// Bytes in groups of 16. A group is, for example, an AES block, or a row or some columns of a state.
#[cfg(vectors)]
#[cfg_attr(simd128, allow(dead_code, reason = "for machines with AES instructions"))]
pub(crate) trait Bytes: Bits {
    /// The number of groups in a vector.
    const GROUPS: usize;

    /// Returns a vector whose groups are all `group`.
    fn broadcast(tier: Self::Tier, group: [u8; 16]) -> Self;
    /// Returns a vector whose 4-byte words are all `word`, little-endian.
    #[cfg(feature = "fugue")]
    #[inline(always)]
    fn broadcast_word(tier: Self::Tier, word: u32) -> Self {
        let word = u128::from(word);
        Self::broadcast(tier, (word | word << 32 | word << 64 | word << 96).to_le_bytes())
    }
    /// Returns constants to broadcast before a loop. Where an engine would build each constant with several
    /// instructions at every use, this hides the values from the compiler, which then loads them once and keeps them in
    /// registers or on the stack.
    #[inline(always)]
    fn constants<T>(constants: &'static T) -> &'static T {
        constants
    }
    /// Loads the first `GROUPS` of `groups`.
    fn load(tier: Self::Tier, groups: &[[u8; 16]]) -> Self;
    /// Returns a vector whose group g is `group(g)`.
    fn gather(tier: Self::Tier, group: impl Fn(usize) -> [u8; 16]) -> Self;
    /// Returns the two groups alternately: the first in even groups, the second in odd groups. A vector of one group
    /// contains only the first.
    fn alternate(tier: Self::Tier, groups: [[u8; 16]; 2]) -> Self;
    /// Stores the vector into the first `GROUPS` of `groups`.
    fn store(self, groups: &mut [[u8; 16]]);
    /// Returns the bytes of a vector of one group.
    #[cfg(feature = "steps")]
    #[inline(always)]
    fn only_group(self) -> [u8; 16] {
        const { assert!(Self::GROUPS == 1, "the vector has a single group") };
        let mut groups = [[0; 16]];
        self.store(&mut groups);
        groups[0]
    }
    /// Whether [`Bytes::load_first`] and [`Bytes::store_first`] are single instructions.
    const HAS_MASKED_BYTES: bool = false;
    /// Loads the first bytes of `bytes`, as many as fit into the vector. Missing bytes are 0.
    #[inline(always)]
    fn load_first(tier: Self::Tier, bytes: &[u8]) -> Self {
        load_first_by_groups(tier, bytes)
    }
    /// Stores the first bytes, as many as `bytes` has room for.
    #[inline(always)]
    fn store_first(self, bytes: &mut [u8]) {
        store_first_by_groups(self, bytes);
    }
    /// Transposes groups: group g of vector r becomes group r of vector g. Only the first `GROUPS` vectors are used.
    fn transpose_groups(rows: [Self; 4]) -> [Self; 4];
    /// Shuffles the bytes of each group: byte n becomes the group's byte `indices[n]`, or 0 if the index is 0x80. Every
    /// index must be less than 16 or equal to 0x80.
    fn shuffle(self, indices: [u8; 16]) -> Self;
    /// Does the same with separate indices for each group.
    fn shuffle_by(self, indices: Self) -> Self;
    /// Returns the bytes of `ones` where those of `self` are 0xff, and those of `zeros` where they are 0. `self` must
    /// contain no other bytes, which saves instructions over [`Bits::select`] on some machines.
    #[inline(always)]
    fn select_bytes(self, ones: Self, zeros: Self) -> Self {
        self.select(ones, zeros)
    }
    /// Interleaves, within each group, the 2-byte items of `self` and `b`. The first result contains the items of the
    /// lower halves, the second those of the upper halves.
    fn interleave2(self, b: Self) -> (Self, Self);
    /// Does the same with 4-byte items.
    fn interleave4(self, b: Self) -> (Self, Self);
    /// Does the same with 8-byte items.
    fn interleave8(self, b: Self) -> (Self, Self);
    /// Swaps groups 0 and 1, and groups 2 and 3. Returns a vector of one group unchanged.
    fn swap_groups(self) -> Self;
    /// Replaces each byte x by `table[x]` if it is less than 16, and by 0 if it is 0x80 or more. For values in between,
    /// the result depends on the machine.
    fn look_up(self, table: [u8; 16]) -> Self;
    /// Returns the high nibbles and the low nibbles of the bytes.
    fn nibbles(self) -> (Self, Self);
    /// Multiplies each byte by {02} in GF(2^8).
    fn xtime(self) -> Self;
    /// The constant that [`Bytes::doubled`] leaves for the caller to add.
    const DOUBLED_DEFERRED: u8 = 0;
    /// Returns each byte times {02}, plus `DOUBLED_DEFERRED`. Deferring the constant can be cheaper than `xtime`.
    #[inline(always)]
    fn doubled(self) -> Self {
        self.xtime()
    }
}

/// Calls `visit` with the number of each group of a vector. This is not a loop: unrolling loops used to account for two
/// thirds of the compile time of Fugue's kernels.
#[cfg(all(any(feature = "fugue", feature = "keccak"), vectors))]
#[inline(always)]
pub(crate) fn each_group<V: Bytes>(mut visit: impl FnMut(usize)) {
    visit(0);
    if V::GROUPS > 1 {
        visit(1);
    }
    if V::GROUPS > 2 {
        visit(2);
        visit(3);
    }
}

/// [`Bytes::load_first`] for machines without masked loads of bytes.
#[cfg(vectors)]
#[inline(always)]
fn load_first_by_groups<V: Bytes>(tier: V::Tier, bytes: &[u8]) -> V {
    V::gather(tier, |g| first_group(bytes.get(16 * g..).unwrap_or_default()))
}

/// [`Bytes::store_first`] for machines without masked stores of bytes.
#[cfg(vectors)]
#[inline(always)]
fn store_first_by_groups<V: Bytes>(vector: V, bytes: &mut [u8]) {
    let mut groups = [[0; 16]; 4];
    vector.store(&mut groups);
    for (group, bytes) in groups.iter().zip(bytes.chunks_mut(16)).take(V::GROUPS) {
        store_first_of_group(group, bytes);
    }
}

/// Returns the first 16 bytes of a slice. Missing bytes are 0.
#[cfg(vectors)]
#[inline(always)]
fn first_group(bytes: &[u8]) -> [u8; 16] {
    match bytes.first_chunk() {
        Some(group) => *group,
        None => {
            let high = bytes.get(8..).unwrap_or_default();
            (u128::from(first_word(bytes)) | u128::from(first_word(high)) << 64).to_le_bytes()
        }
    }
}

/// Stores the first bytes of a group, as many as `bytes` has room for, in pieces of 16, 8 and 1 bytes.
#[cfg(vectors)]
#[inline(always)]
pub(crate) fn store_first_of_group(group: &[u8; 16], bytes: &mut [u8]) {
    if let Some(all) = bytes.first_chunk_mut() {
        *all = *group;
        return;
    }
    let mut done = 0;
    if let Some(word) = bytes.first_chunk_mut::<8>() {
        word.copy_from_slice(&group[..8]);
        done = 8;
    }
    for (byte, from) in bytes.iter_mut().zip(group).skip(done) {
        // Hidden from the compiler, which would otherwise turn the loop into a call to copy memory.
        *byte = core::hint::black_box(*from);
    }
}

/// Transposes 8-byte items: item i of row j becomes item j of row i. There are `N` rows of `N` items each.
///
/// Interleaving the rows in pairs transposes matrices of 2 by 2 items, whose rows are groups; transposing the groups
/// completes the job.
#[cfg(vectors)]
#[inline(always)]
pub(crate) fn transposed8<V: Bytes, const N: usize>(rows: [V; N]) -> [V; N] {
    const { assert!(N == 2 * V::GROUPS, "a square of items") };
    let (mut low, mut high) = ([rows[0]; 4], [rows[0]; 4]);
    each!(PAIR => if PAIR < N / 2 {
        (low[PAIR], high[PAIR]) = rows[2 * PAIR].interleave8(rows[2 * PAIR + 1]);
    }; 0 1 2 3);
    let (low, high) = (V::transpose_groups(low), V::transpose_groups(high));
    let mut columns = rows;
    each!(PAIR => if PAIR < N / 2 {
        (columns[2 * PAIR], columns[2 * PAIR + 1]) = (low[PAIR], high[PAIR]);
    }; 0 1 2 3);
    columns
}

/// Bytes with the AES S-box, in the basis of GF(2^8) in which the machine computes it fastest.
///
/// The change of basis is linear over the bits: the sum of converted bytes is the converted sum. A computation can
/// therefore change the basis once at the beginning, add and shuffle in the new basis, and change back once at the end.
#[cfg(vectors)]
#[cfg_attr(simd128, allow(dead_code, reason = "for machines with AES instructions"))]
pub(crate) trait SubBytes: Bytes {
    /// The constant that the S-box defers: S(x) = `sub_bytes(x)` + `DEFERRED`. The caller adds it where that costs
    /// nothing.
    const DEFERRED: u8;
    /// Every byte in the basis: [`SubBytes::into_basis`] as a table, for constants.
    const IN_BASIS: [u8; 256] = {
        let mut table = [0; 256];
        let mut x = 0;
        while x < 256 {
            table[x] = x as u8;
            x += 1;
        }
        table
    };
    /// The shuffle that must be applied to the input of [`SubBytes::sub_bytes_shuffled`]. A caller that shuffles anyway
    /// can merge the two at no cost.
    const SHUFFLE: [u8; 16] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];

    /// Changes the basis: from ordinary bytes to the machine's basis.
    #[inline(always)]
    fn into_basis(self) -> Self {
        self
    }
    /// Changes the basis back to ordinary bytes.
    #[inline(always)]
    fn out_of_basis(self) -> Self {
        self
    }
    /// Returns the S-box of each byte without `DEFERRED`. Input and output are in the basis.
    fn sub_bytes(self) -> Self;
    /// Returns `sub_bytes` of bytes already shuffled by `SHUFFLE`, plus `k`, which some machines add at no cost.
    #[inline(always)]
    fn sub_bytes_shuffled(self, k: Self) -> Self {
        self.sub_bytes().xor(k)
    }
    /// Returns the S-box of each byte without `DEFERRED`, and its double. Input and output are in the basis.
    fn sub_bytes_doubled(self) -> (Self, Self);
}

/// Bytes on a machine with instructions for products and affine maps in GF(2^8).
#[cfg(target_arch = "x86_64")]
pub(crate) trait Products: SubBytes {
    /// Multiplies each byte by the corresponding byte of `factors`.
    fn times_bytes(self, factors: Self) -> Self;
    /// Multiplies each byte by `FACTOR`.
    fn times<const FACTOR: u8>(self) -> Self;
    /// Returns the S-box of each byte without its constant {63}, times `LOW` in the lower half of each group and
    /// times `HIGH` in the upper half.
    fn sub_bytes_times_each<const LOW: u8, const HIGH: u8>(self) -> Self;
    /// Returns the S-box of each byte without its constant {63}, times `FACTOR`, plus `SUMMAND`.
    fn sub_bytes_times_plus<const FACTOR: u8, const SUMMAND: i32>(self) -> Self;
    /// Returns the S-box of each byte without its constant {63}, times `FACTOR`.
    #[inline(always)]
    fn sub_bytes_times<const FACTOR: u8>(self) -> Self {
        self.sub_bytes_times_plus::<FACTOR, 0>()
    }
}

/// AES rounds with the machine's instructions.
///
/// x86-64 adds the round key at the end of a round, Arm at the start. So that one loop works on both, each round takes
/// the round keys before and after it and uses one of them; every key is added exactly once.
#[cfg(detection)]
pub(crate) trait AesRounds: Bytes {
    /// Begins the encryption: adds the first round key, unless the first round adds it.
    fn begin(self, first: Self) -> Self;
    /// Computes SubBytes, ShiftRows and MixColumns, and adds one of the two keys.
    fn round(self, before: Self, after: Self) -> Self;
    /// Computes SubBytes and ShiftRows, and adds the last round key. Where rounds add their key at the start, this adds
    /// `before` first.
    fn last_round(self, before: Self, last: Self) -> Self;
}

/// Returns the shuffle that applies ShiftRows `times` times; three times is its inverse. \[FIPS197\] 5.1.2.
#[cfg(vectors)]
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

/// The methods of [`Bytes`] that distinguish groups, for vectors of one group.
#[cfg(vectors)]
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
        #[inline(always)]
        fn transpose_groups(rows: [Self; 4]) -> [Self; 4] {
            rows
        }
    };
}
#[cfg(vectors)]
use one_group;

/// Declares a trait for the tiers with some features. Each argument lists the names of one feature and of the features
/// that imply it.
#[cfg(detection)]
macro_rules! tiers_with {
    ($(#[$doc:meta])* $trait:ident $(: $implied:ident)?, $($names:expr),+) => {
        $(#[$doc])*
        ///
        /// # Safety
        ///
        /// A value of the tier must exist only on a machine that has the features. This holds if `HAS_FEATURES` is
        /// true: only `detect` in `cpu.rs` makes values, and only after it has found every feature of the tier's list.
        pub(crate) unsafe trait $trait: Tier $(+ $implied)? {
            /// Whether the tier's list names every feature.
            const HAS_FEATURES: bool = $(crate::vector::has_one_of(Self::FEATURES, $names))&&+;
        }
    };
}
#[cfg(detection)]
use tiers_with;

/// Implements the traits that [`tiers_with`] has declared for a tier, and checks its features at compile time.
#[cfg(detection)]
macro_rules! tier_has {
    ($tier:ident: $($trait:ident)+) => {$(
        const _: () = assert!(<$tier as $trait>::HAS_FEATURES);
        // SAFETY: the line above does not compile unless the tier has the features.
        unsafe impl $trait for $tier {}
    )+};
}
#[cfg(detection)]
use tier_has;

/// Returns whether `features` contains at least one of `some`.
#[cfg(detection)]
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

#[cfg(detection)]
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
