//! Bit slicing: bits of equal weight lie side by side, so the S-box is a circuit and no address depends on data.
//!
//! A column is two words of 16 bits, one for its even bits and one for its odd bits. Four columns side by side fill 64
//! bits, so the operand of `smix` is two lanes of 64 bits. Sums do not depend on the order of bits, and neither do
//! `tix` and `cmix`, which only add.
//!
//! ```text
//!   even word   column 3         column 2         column 1         column 0       in each column
//!              |................|................|................|................|  \ row 0 1 2 3 of bit 0
//!                                                   bits 6, 4, 2, 0, 4 rows each <-/    in the lowest four
//!   odd word    likewise, bits 7, 5, 3, 1
//! ```
//!
//! * Rotating the columns is a rotation by 16, 32 or 48 bits. `shift_rows` first moves the byte (row i, column k + i)
//!   to (i, k), so that a step along a diagonal of the matrix M is one column and one row: [`diagonal`].
//! * Doubling rotates the eight planes: the even word becomes the odd word, and the odd word, one nibble up, becomes
//!   the even word.
//! * Rotating the state costs one subtraction: the columns lie in a ring of 64 places, in which S0 moves down. The
//!   four mixed columns stay packed: S0 to S3 become S3 to S6, of which three are added to other columns and one is
//!   mixed again.
//!
//! A sub-round takes about 300 operations (420 x86-64 instructions): 113 for the S-box, 90 for `super_mix`, and the
//! rest to move bits. Wider lanes compute several messages at once, one in each lane.

use super::round::{Column, REPETITIONS, Round, schedule, words_of};
use crate::cpu::{Kernel, Portable};
use crate::gf256::planes::sub_bytes_without_constant;
use crate::kernel::Operands;
use crate::list::Technique;
use crate::vector::Lane;

/// The kernel for plain integers, one state at a time.
pub(super) struct OneByOne<const COLUMNS: usize, const SUB_ROUNDS: usize>;

impl<const COLUMNS: usize, const SUB_ROUNDS: usize> Kernel for OneByOne<COLUMNS, SUB_ROUNDS> {
    type Tier = Portable;
    type Primitive = Round<COLUMNS, SUB_ROUNDS>;

    #[inline(always)]
    fn run(tier: Portable, operands: Operands<'_, Self::Primitive>) {
        operands.one_by_one(
            #[inline(always)]
            |state, input| {
                // Not initialized with zeros: the compiler would call a function to clear the memory.
                let [even, odd] = column(slice(u32::from_be_bytes(state[0])));
                let mut ring = [[even; 64], [odd; 64]];
                let mut sliced = Sliced::load(&mut ring, state);
                for [&word] in words_of::<1>(input.lists()) {
                    let word = column(slice(u32::from_be_bytes(word)));
                    round::<_, COLUMNS, SUB_ROUNDS>(tier, &mut sliced, word);
                }
                sliced.settle(tier);
                let turn =
                    if input.lists().finalize { final_round::<_, COLUMNS, SUB_ROUNDS>(tier, &mut sliced) } else { 0 };
                sliced.store(turn, state);
            },
        );
    }
}

/// The technique of this file.
pub(super) const TECHNIQUE: Technique = Technique::new("bitslice", "[Fugue] 3 to 5, [bitslice-AES]");

/// Sorts the bits of a word by weight, even weights below odd ones, and then by row.
///
/// The bit of weight w2 w1 w0 in byte r1 r0 moves from place r1 r0 w2 w1 w0 to place w0 w2 w1 r1 r0. Each of four delta
/// swaps exchanges two of these digits.
#[inline(always)]
pub(super) fn slice(word: u32) -> u32 {
    let word = word.delta_swap(0x0000_aaaa, 15);
    let word = word.delta_swap(0x00f0_00f0, 4);
    let word = word.delta_swap(0x0c0c_0c0c, 2);
    word.delta_swap(0x2222_2222, 1)
}

/// The inverse of [`slice()`].
#[inline(always)]
pub(super) fn unslice(sliced: u32) -> u32 {
    let word = sliced.delta_swap(0x2222_2222, 1);
    let word = word.delta_swap(0x0c0c_0c0c, 2);
    let word = word.delta_swap(0x00f0_00f0, 4);
    word.delta_swap(0x0000_aaaa, 15)
}

/// Splits a sorted word into the two words of a column: its even bits and its odd bits.
#[inline(always)]
pub(super) fn column(sliced: u32) -> [u64; 2] {
    [u64::from(sliced & 0xffff), u64::from(sliced >> 16)]
}

/// Joins the two words of a column into a sorted word.
#[inline(always)]
pub(super) fn word([even, odd]: [u64; 2]) -> u32 {
    even as u32 | (odd as u32) << 16
}

/// A ring with room for 30 or 36 columns and those that the next sub-round puts before them: first all even words,
/// then all odd words.
pub(super) type Ring<L> = [[L; 64]; 2];

/// The state: the first four columns packed, the others in a ring.
pub(super) struct Sliced<'r, L> {
    /// S0 to S3.
    front: [L; 2],
    /// `Sj` at place (`base` + j) mod 64, for columns from S4 on.
    ring: &'r mut Ring<L>,
    base: usize,
}

impl<L: Copy> Sliced<'_, L> {
    /// Returns column j.
    #[inline(always)]
    fn get(&self, j: usize) -> [L; 2] {
        let place = self.base.wrapping_add(j) % 64;
        [self.ring[0][place], self.ring[1][place]]
    }

    /// Replaces column j.
    #[inline(always)]
    fn set(&mut self, j: usize, [even, odd]: [L; 2]) {
        let place = self.base.wrapping_add(j) % 64;
        self.ring[0][place] = even;
        self.ring[1][place] = odd;
    }

    /// Adds to column j.
    #[inline(always)]
    fn add(&mut self, j: usize, column: [L; 2])
    where
        L: Lane,
    {
        self.set(j, add(self.get(j), column));
    }

    /// Copies the packed columns into the ring, so that the ring contains the whole state.
    #[inline(always)]
    pub(super) fn settle(&mut self, tier: L::Tier)
    where
        L: Lane,
    {
        let [s0, s1, s2, s3] = unpack(tier, self.front);
        self.set(0, s0);
        self.set(1, s1);
        self.set(2, s2);
        self.set(3, s3);
    }
}

impl<'r> Sliced<'r, u64> {
    /// Loads the columns of a state.
    #[inline(always)]
    pub(super) fn load<const COLUMNS: usize>(ring: &'r mut Ring<u64>, columns: &[Column; COLUMNS]) -> Self {
        let mut sliced = Self { front: [0; 2], ring, base: 0 };
        for (j, &bytes) in columns.iter().enumerate() {
            sliced.set(j, column(slice(u32::from_be_bytes(bytes))));
        }
        sliced.front = pack(sliced.get(0), sliced.get(1), sliced.get(2), sliced.get(3));
        sliced
    }

    /// Stores the columns of a state whose S0 is at place `turn`.
    #[inline(always)]
    pub(super) fn store<const COLUMNS: usize>(&self, turn: usize, columns: &mut [Column; COLUMNS]) {
        for (j, bytes) in columns.iter_mut().enumerate() {
            *bytes = unslice(word(self.get(turned::<COLUMNS>(turn, j)))).to_be_bytes();
        }
    }
}

/// The round: absorbs a word of the message, then computes the sub-rounds.
#[inline(always)]
pub(super) fn round<L: Lane, const COLUMNS: usize, const SUB_ROUNDS: usize>(
    tier: L::Tier,
    s: &mut Sliced<'_, L>,
    word: [L; 2],
) {
    tix::<L, COLUMNS, SUB_ROUNDS>(tier, s, word);
    sub_round::<L, COLUMNS>(tier, s);
    sub_round::<L, COLUMNS>(tier, s);
    if SUB_ROUNDS > 2 {
        sub_round::<L, COLUMNS>(tier, s);
    }
    if SUB_ROUNDS > 3 {
        sub_round::<L, COLUMNS>(tier, s);
    }
}

/// `TIX`. For k sub-rounds the schedule is regular: S0 is added to S(6k - 2), and every third of the last 3k columns is
/// fed forward.
#[inline(always)]
fn tix<L: Lane, const COLUMNS: usize, const SUB_ROUNDS: usize>(tier: L::Tier, s: &mut Sliced<'_, L>, word: [L; 2]) {
    let first = L::splat(tier, 0xffff);
    let [even, odd] = s.front;
    s.add(6 * SUB_ROUNDS - 2, [even.and(first), odd.and(first)]);
    s.front = add([first.andnot(even), first.andnot(odd)], word);
    s.add(8, word);
    let [even, odd] = s.get(COLUMNS - 3 * SUB_ROUNDS);
    s.front = add(s.front, [even.shl(16), odd.shl(16)]);
    if SUB_ROUNDS > 2 {
        s.add(4, s.get(COLUMNS - 3 * SUB_ROUNDS + 3));
    }
    if SUB_ROUNDS > 3 {
        s.add(7, s.get(COLUMNS - 3 * SUB_ROUNDS + 6));
    }
}

/// A sub-round: `ROR3`, `CMIX`, `SMIX`.
#[inline(always)]
pub(super) fn sub_round<L: Lane, const COLUMNS: usize>(tier: L::Tier, s: &mut Sliced<'_, L>) {
    // The former last three columns are now `COLUMNS` places above S0, S1, S2.
    s.base = s.base.wrapping_sub(3);
    let [s0, s1, s2] = [s.get(COLUMNS), s.get(COLUMNS + 1), s.get(COLUMNS + 2)];
    // Rotated to S4, S5, S6, S3: the first three are the terms for S0, S1, S2, and S3 is already in its place.
    let [even, odd] = s.front;
    let moved = [even.rol(48), odd.rol(48)];
    let [s4, s5, s6, _] = unpack(tier, moved);
    s.set(4, s4);
    s.set(5, s5);
    s.set(6, s6);
    s.add(COLUMNS / 2, s4);
    s.add(COLUMNS / 2 + 1, s5);
    s.add(COLUMNS / 2 + 2, s6);
    let zero = [L::zero(tier); 2];
    s.front = smix(tier, add(moved, pack(s0, s1, s2, zero)));
}

/// The final round G. Not all of its rotations are multiples of three, so from the second phase on the columns stay
/// where they are and the place of S0 moves among them. Returns the final place of S0.
#[inline(always)]
pub(super) fn final_round<L: Lane, const COLUMNS: usize, const SUB_ROUNDS: usize>(
    tier: L::Tier,
    s: &mut Sliced<'_, L>,
) -> usize {
    let schedule = const { schedule(SUB_ROUNDS) };
    for _ in 0..schedule.sub_rounds {
        sub_round::<L, COLUMNS>(tier, s);
    }
    s.settle(tier);
    let at = turned::<COLUMNS>;
    let mut turn = 0;
    for _ in 0..REPETITIONS {
        for &(targets, rotation) in schedule.lines {
            add_first::<L, COLUMNS>(s, turn, targets);
            turn = at(turn, COLUMNS - rotation);
            s.front = smix(tier, pack(s.get(turn), s.get(at(turn, 1)), s.get(at(turn, 2)), s.get(at(turn, 3))));
            let [s0, s1, s2, s3] = unpack(tier, s.front);
            s.set(turn, s0);
            s.set(at(turn, 1), s1);
            s.set(at(turn, 2), s2);
            s.set(at(turn, 3), s3);
        }
    }
    add_first::<L, COLUMNS>(s, turn, schedule.last);
    turn
}

/// Adds S0, which is at place `turn`, to the target columns.
#[inline(always)]
fn add_first<L: Lane, const COLUMNS: usize>(s: &mut Sliced<'_, L>, turn: usize, targets: &[usize]) {
    let s0 = s.get(turn);
    for &target in targets {
        s.add(turned::<COLUMNS>(turn, target), s0);
    }
}

/// Returns the place of Sj in a ring of `COLUMNS` places whose S0 is at `turn`.
#[inline(always)]
fn turned<const COLUMNS: usize>(turn: usize, j: usize) -> usize {
    let place = turn + j;
    if place >= COLUMNS { place - COLUMNS } else { place }
}

/// Returns the sum of columns.
#[inline(always)]
fn add<L: Lane>(a: [L; 2], b: [L; 2]) -> [L; 2] {
    [a[0].xor(b[0]), a[1].xor(b[1])]
}

/// Returns four columns side by side.
#[inline(always)]
pub(super) fn pack<L: Lane>(s0: [L; 2], s1: [L; 2], s2: [L; 2], s3: [L; 2]) -> [L; 2] {
    [
        s0[0].or(s1[0].shl(16)).or(s2[0].shl(32).or(s3[0].shl(48))),
        s0[1].or(s1[1].shl(16)).or(s2[1].shl(32).or(s3[1].shl(48))),
    ]
}

/// Returns four columns separately.
#[inline(always)]
pub(super) fn unpack<L: Lane>(tier: L::Tier, [even, odd]: [L; 2]) -> [[L; 2]; 4] {
    let first = L::splat(tier, 0xffff);
    [
        [even.and(first), odd.and(first)],
        [even.shr(16).and(first), odd.shr(16).and(first)],
        [even.shr(32).and(first), odd.shr(32).and(first)],
        [even.shr(48), odd.shr(48)],
    ]
}

/// `SMIX`: the S-box and `super_mix` on four columns.
#[inline(always)]
pub(super) fn smix<L: Lane>(tier: L::Tier, columns: [L; 2]) -> [L; 2] {
    const { assert!(L::WIDTH == 64, "four columns of 16 bits") };
    let [even, odd] = shift_rows(tier, columns);
    // Only the lowest four bits of each column of a plane count.
    let planes = [even, odd, even.shr(4), odd.shr(4), even.shr(8), odd.shr(8), even.shr(12), odd.shr(12)];
    let [s0, s1, s2, s3, s4, s5, s6, s7] = sub_bytes_without_constant(planes);
    let lowest = L::splat(tier, 0x000f_000f_000f_000f);
    let mixed = super_mix(tier, [gather(lowest, s0, s2, s4, s6), gather(lowest, s1, s3, s5, s7)]);
    add(mixed, [L::splat(tier, MIXED_CONSTANT[0]), L::splat(tier, MIXED_CONSTANT[1])])
}

/// Gathers four planes in one word; the first plane provides the lowest nibble of each column.
#[inline(always)]
fn gather<L: Lane>(lowest: L, b0: L, b1: L, b2: L, b3: L) -> L {
    let low = b0.and(lowest).or(b1.and(lowest).shl(4));
    let high = b2.and(lowest).or(b3.and(lowest).shl(4));
    low.or(high.shl(8))
}

/// Rotates row i left by i columns. The specification does this after the product. Here it comes first: the S-box
/// works on each byte separately, and [`super_mix`] is written for shifted rows.
#[inline(always)]
pub(super) fn shift_rows<L: Lane>(tier: L::Tier, [even, odd]: [L; 2]) -> [L; 2] {
    let rows_1_3 = L::splat(tier, 0x5555_5555_5555_5555);
    let rows_2_3 = L::splat(tier, 0x3333_3333_3333_3333);
    let even = rows_1_3.select(even.rol(48), even);
    let odd = rows_1_3.select(odd.rol(48), odd);
    [rows_2_3.select(even.rol(32), even), rows_2_3.select(odd.rol(32), odd)]
}

/// Super-Mix of four columns W whose rows were shifted: W + 4 P W + 7 P^2 W + P^3 W for P = [`diagonal`], plus the
/// multiples 1, 1, 7, 4 of D = W1 + W2 + W3 in the four columns. Sorted by powers of two, it takes only two doublings:
///
/// ```text
///   P^3 G + P^2 W + (D D D 0)  +  2 ( P^2 W + (0 0 D 0)  +  2 ( P G + (0 0 D D) ) ),   G = W + P W
/// ```
#[inline(always)]
pub(super) fn super_mix<L: Lane>(tier: L::Tier, w: [L; 2]) -> [L; 2] {
    let g = add(w, diagonal(tier, w, 1));
    let w2 = diagonal(tier, w, 2);
    let d = others(tier, w);
    let fours = add(diagonal(tier, g, 1), masked(tier, d, 0xffff_ffff_0000_0000));
    let twos = add(w2, masked(tier, d, 0x0000_ffff_0000_0000));
    let ones = add(add(diagonal(tier, g, 3), w2), masked(tier, d, 0x0000_ffff_ffff_ffff));
    add(ones, double(tier, add(twos, double(tier, fours))))
}

/// P^n: row i of column j receives row i + n of column j - n.
#[inline(always)]
fn diagonal<L: Lane>(tier: L::Tier, [even, odd]: [L; 2], n: u32) -> [L; 2] {
    // The upper rows come from n rows below in the same nibble; the others wrap around the end of the nibble.
    let below = (0xf << n) % 0x10 * 0x1111_1111_1111_1111u64;
    let (from_below, round_the_end) = (L::splat(tier, below), L::splat(tier, !below));
    [
        even.rol(17 * n).and(from_below).or(even.rol(17 * n - 4).and(round_the_end)),
        odd.rol(17 * n).and(from_below).or(odd.rol(17 * n - 4).and(round_the_end)),
    ]
}

/// Returns W1 + W2 + W3 in every column: the sum of each row without its byte on the matrix's diagonal.
#[inline(always)]
fn others<L: Lane>(tier: L::Tier, w: [L; 2]) -> [L; 2] {
    let [even, odd] = masked(tier, w, 0xffff_ffff_ffff_0000);
    let [even, odd] = [even.xor(even.rol(32)), odd.xor(odd.rol(32))];
    [even.xor(even.rol(16)), odd.xor(odd.rol(16))]
}

/// Returns the columns under a mask, and zeros for the others.
#[inline(always)]
fn masked<L: Lane>(tier: L::Tier, [even, odd]: [L; 2], columns: u64) -> [L; 2] {
    let columns = L::splat(tier, columns);
    [even.and(columns), odd.and(columns)]
}

/// Multiplies every byte by {02}. The even planes become the odd ones, and bit 7 is added at each term of the
/// polynomial.
#[inline(always)]
pub(super) fn double<L: Lane>(tier: L::Tier, [even, odd]: [L; 2]) -> [L; 2] {
    let bit_7 = odd.shr(12).and(L::splat(tier, 0x000f_000f_000f_000f));
    let up = odd.shl(4).and(L::splat(tier, 0xfff0_fff0_fff0_fff0));
    [up.xor(bit_7).xor(bit_7.shl(8)), even.xor(bit_7).xor(bit_7.shl(4))]
}

/// Super-Mix of {63} in every byte: {c6} in two columns, then {97}, then {32}.
const MIXED_CONSTANT: [u64; 2] = {
    let bytes = [0xc6u8, 0xc6, 0x97, 0x32];
    let mut constant = [0; 2];
    let mut i = 0;
    while i < 32 {
        let (byte, bit) = (i / 8, i % 8);
        if bytes[byte] >> bit & 1 == 1 {
            constant[bit % 2] |= 0xf << (16 * byte + 4 * (bit / 2));
        }
        i += 1;
    }
    constant
};
