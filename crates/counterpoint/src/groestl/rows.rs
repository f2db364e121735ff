//! Grøstl by rows: a row of the matrix lies side by side in a vector, so that every step works on whole rows.
//!
//! [Groestl-guide] 3.2 calls it byte slicing. shift_bytes is a shuffle of bytes, sub_bytes is whatever the machine does to all bytes
//! of a vector at once, and mix_bytes adds and multiplies vectors ([`mixing`]). Register i holds row i, in groups of 16 bytes:
//!
//! ```text
//!                       byte 0 ... 7         8 ... 15
//!   Halves     8 columns   | P  0 ... 7     | Q  0 ... 7    |    each group a message
//!   InTurns   16 columns   | P  0 ... 15                    |    one group P, the next one Q of the same message
//!   Only      16 columns   | P  0 ... 15                    |    P first and then Q, where a vector is one group
//! ```
//!
//! What enters is M in both parts and H in P's part alone, which makes it H + M for P and M for Q. The chaining value stays in
//! rows from block to block. The round constants of the next round are added at the end of the round before it, wherever
//! that costs least.

use super::{Columns, CompressionFunction, Permutation, rounds, shifts};
use crate::cpu::{Kernel, Tier};
use crate::gf256::mul;
use crate::hash::{Compression, SideBySide, Work};
use crate::vector::SubBytes;
use core::marker::PhantomData;
use mixing::{Carried, Mixing};

mod cards;
mod mixing;
#[cfg(target_arch = "x86_64")]
mod paired;

pub(super) use cards::*;

/// A group of 16 bytes.
type Group = [u8; 16];

const HALVES_SWAPPED: Group = [8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7];

/// What a row is given in even groups and in odd ones.
type Pair = [Group; 2];

/// Rows 0 to 7.
type Matrix<V> = [V; 8];

/// Which byte of which permutation lies where.
trait Layout<const COLUMNS: usize>: 'static {
    /// The permutation and the column of each byte of even groups, and of odd ones.
    const PLACES: [[(Permutation, usize); 16]; 2];
    /// Groups that hold one message.
    const GROUPS: usize;

    /// Each byte's partner: that of the other permutation.
    fn partner<T: Tier, V: SubBytes<T>>(x: V) -> V;
}

/// P in the lower half of each group, Q in the upper one.
struct Halves;

/// P in even groups, Q in odd ones.
#[cfg(target_arch = "x86_64")]
struct InTurns;

/// P in every group.
struct OnlyP;

/// Q in every group.
struct OnlyQ;

const fn places(of: [Permutation; 2], columns: usize) -> [(Permutation, usize); 16] {
    let mut places = [(of[0], 0); 16];
    let mut n = 0;
    while n < 16 {
        places[n] = (of[n / 8], n % columns);
        n += 1;
    }
    places
}

/// A matrix with one permutation a group.
const fn whole(of: Permutation) -> [(Permutation, usize); 16] {
    places([of, of], 16)
}

impl Layout<8> for Halves {
    const PLACES: [[(Permutation, usize); 16]; 2] = [places([Permutation::P, Permutation::Q], 8); 2];
    const GROUPS: usize = 1;

    #[inline(always)]
    fn partner<T: Tier, V: SubBytes<T>>(x: V) -> V {
        x.shuffle(HALVES_SWAPPED)
    }
}

#[cfg(target_arch = "x86_64")]
impl Layout<16> for InTurns {
    const PLACES: [[(Permutation, usize); 16]; 2] = [whole(Permutation::P), whole(Permutation::Q)];
    const GROUPS: usize = 2;

    #[inline(always)]
    fn partner<T: Tier, V: SubBytes<T>>(x: V) -> V {
        x.swap_groups()
    }
}

impl Layout<16> for OnlyP {
    const PLACES: [[(Permutation, usize); 16]; 2] = [whole(Permutation::P); 2];
    const GROUPS: usize = 1;

    /// It is in another vector.
    #[inline(always)]
    fn partner<T: Tier, V: SubBytes<T>>(x: V) -> V {
        x
    }
}

impl Layout<16> for OnlyQ {
    const PLACES: [[(Permutation, usize); 16]; 2] = [whole(Permutation::Q); 2];
    const GROUPS: usize = 1;

    #[inline(always)]
    fn partner<T: Tier, V: SubBytes<T>>(x: V) -> V {
        x
    }
}

/// The byte of a group that holds a column of a permutation.
const fn place_of(places: &[(Permutation, usize); 16], permutation: Permutation, column: usize) -> usize {
    let mut n = 0;
    while places[n].0 as u8 != permutation as u8 || places[n].1 != column {
        n += 1;
    }
    n
}

/// The constants of a layout, for the S-box of vectors `V` and a way to mix.
struct Tables<T, V, L, const COLUMNS: usize>(PhantomData<(T, V, L)>);

impl<T: Tier, V: SubBytes<T>, L: Layout<COLUMNS>, const COLUMNS: usize> Tables<T, V, L, COLUMNS> {
    /// shift_bytes and the shuffle that the S-box wants, for each row.
    const SHUFFLES: &'static [Pair; 8] = &{
        let mut shuffles = [[[0; 16]; 2]; 8];
        let mut at = 0;
        while at < 8 * 2 * 16 {
            let (i, g, n) = (at / 32, at / 16 % 2, at % 16);
            let (permutation, j) = L::PLACES[g][V::SHUFFLE[n] as usize];
            let from = (j + shifts(permutation, COLUMNS)[i]) % COLUMNS;
            shuffles[i][g][n] = place_of(&L::PLACES[g], permutation, from) as u8;
            at += 1;
        }
        shuffles
    };

    /// The round constants of round 0.
    const FIRST: &'static [Pair; 8] = &Self::constants(0, Carried::Plain, 0);

    /// What each round adds at its end: the constants of the next one and what the S-box left out, carried so.
    const fn carried(carried: Carried, omitted: u8) -> [[Pair; 8]; 14] {
        let mut all = [[[[0; 16]; 2]; 8]; 14];
        let mut r = 0;
        while r < rounds(COLUMNS) {
            all[r] = Self::constants(r + 1, carried, mul(3, omitted));
            r += 1;
        }
        all
    }

    /// The round constants of a round, if there is such a round, and `omitted` in every byte.
    const fn constants(r: usize, carried: Carried, omitted: u8) -> [Pair; 8] {
        let mut rows = [[[0; 16]; 2]; 8];
        let mut at = 0;
        while at < 2 * 16 {
            let (g, n) = (at / 16, at % 16);
            let (permutation, j) = L::PLACES[g][n];
            let column = carried.column(column_of_constants(permutation, j, r, COLUMNS, omitted));
            let mut i = 0;
            while i < 8 {
                rows[i][g][n] = V::ENTERED[column[i] as usize];
                i += 1;
            }
            at += 1;
        }
        rows
    }

    /// P's part.
    const OF_P: Pair = {
        let mut mask = [[0; 16]; 2];
        let mut at = 0;
        while at < 2 * 16 {
            let (g, n) = (at / 16, at % 16);
            mask[g][n] = if matches!(L::PLACES[g][n].0, Permutation::P) { 0xff } else { 0 };
            at += 1;
        }
        mask
    };
}

/// The round constants of a column, if there is such a round, and `omitted` in every row.
const fn column_of_constants(permutation: Permutation, j: usize, r: usize, columns: usize, omitted: u8) -> [u8; 8] {
    let mut column = [omitted; 8];
    if r < rounds(columns) {
        let counter = (j << 4 | r) as u8;
        match permutation {
            Permutation::P => column[0] ^= counter,
            Permutation::Q => {
                let mut i = 0;
                while i < 8 {
                    column[i] ^= 0xff;
                    i += 1;
                }
                column[7] ^= counter;
            }
        }
    }
    column
}

/// What a way to mix carries at the end of each round, in a layout.
struct Carry<T, V, M, L, const COLUMNS: usize>(PhantomData<(T, V, M, L)>);

impl<T: Tier, V: SubBytes<T>, M: Mixing<T, V>, L: Layout<COLUMNS>, const COLUMNS: usize> Carry<T, V, M, L, COLUMNS> {
    const ROUNDS: &'static [[Pair; 8]; 14] = &Tables::<T, V, L, COLUMNS>::carried(M::CARRIED, M::OMITTED);
}

/// How a matrix lies in vectors, and how its rounds are done.
trait Form<T: Tier, V: SubBytes<T>, const COLUMNS: usize>: 'static {
    /// The vectors of a matrix.
    type Vectors: Copy + AsRef<[V]> + AsMut<[V]>;
    /// Groups that hold one message.
    const GROUPS: usize;
    /// P's part of each vector.
    const OF_P: Pair;

    /// Each byte's partner: that of the other permutation.
    fn partner(x: V) -> V;
    /// From pairs of columns by group; both parts get the same.
    fn rows(tier: T, group: impl Fn(usize, usize) -> Group) -> Self::Vectors;
    /// To pairs of columns by group, from P's part.
    fn columns(vectors: Self::Vectors) -> [[Group; 8]; 4];
    /// All rounds, on several matrices at once.
    fn permute<const SETS: usize>(tier: T, sets: &mut [Self::Vectors; SETS]);
}

/// A vector a row, in a layout.
struct Whole<M, L>(PhantomData<(M, L)>);

impl<T: Tier, V: SubBytes<T>, M: Mixing<T, V>, L: Layout<COLUMNS>, const COLUMNS: usize> Form<T, V, COLUMNS>
    for Whole<M, L>
{
    type Vectors = Matrix<V>;
    const GROUPS: usize = L::GROUPS;
    const OF_P: Pair = Tables::<T, V, L, COLUMNS>::OF_P;

    #[inline(always)]
    fn partner(x: V) -> V {
        L::partner::<T, V>(x)
    }

    #[inline(always)]
    fn rows(tier: T, group: impl Fn(usize, usize) -> Group) -> Matrix<V> {
        rows::<T, V, COLUMNS>(tier, group)
    }

    #[inline(always)]
    fn columns(rows: Matrix<V>) -> [[Group; 8]; 4] {
        columns::<T, V, COLUMNS>(rows)
    }

    #[inline(always)]
    fn permute<const SETS: usize>(tier: T, sets: &mut [Matrix<V>; SETS]) {
        for set in sets.iter_mut() {
            for (row, constants) in set.iter_mut().zip(Tables::<T, V, L, COLUMNS>::FIRST) {
                *row = row.xor(V::alternate(tier, *constants));
            }
        }
        for constants in &Carry::<T, V, M, L, COLUMNS>::ROUNDS[..rounds(COLUMNS)] {
            for set in sets.iter_mut() {
                let mut k = *set;
                for (i, row) in set.iter_mut().enumerate() {
                    k[i] = V::alternate(tier, constants[i]);
                    *row = row.shuffle_by(V::alternate(tier, Tables::<T, V, L, COLUMNS>::SHUFFLES[i]));
                }
                *set = M::sub_and_mix(*set, k);
            }
        }
    }
}

/// Which permutations count: both in the compression function, P alone in the output transformation, which takes in a block
/// of zeros.
#[derive(Clone, Copy)]
enum Parts {
    PAndQ,
    P,
}

/// How P and Q of some messages are computed: what the kernels differ in.
trait Schedule<T: Tier, const COLUMNS: usize>: 'static {
    /// Messages at once.
    const MESSAGES: usize;
    /// The chaining values, or blocks, in rows.
    type Chaining: Copy;

    /// From columns.
    fn enter<const N: usize>(tier: T, states: &[Columns<COLUMNS>; N]) -> Self::Chaining;
    /// To columns.
    fn leave<const N: usize>(chaining: Self::Chaining, states: &mut [Columns<COLUMNS>; N]);
    /// M of each message in rows. There are `MESSAGES` blocks.
    fn block(tier: T, blocks: &[&[Group]]) -> Self::Chaining;
    /// H becomes P(H + M) + Q(M) + H, or without Q.
    fn compress(tier: T, chaining: &mut Self::Chaining, m: &Self::Chaining, parts: Parts);
}

/// P and Q in one vector.
struct Joined<V, F, const SETS: usize>(PhantomData<(V, F)>);

/// P in some vectors and then Q in others.
struct Separate<V, M>(PhantomData<(V, M)>);

impl<T, V, F, const COLUMNS: usize, const SETS: usize> Schedule<T, COLUMNS> for Joined<V, F, SETS>
where
    T: Tier,
    V: SubBytes<T> + 'static,
    F: Form<T, V, COLUMNS>,
{
    const MESSAGES: usize = SETS * V::GROUPS / F::GROUPS;
    type Chaining = [F::Vectors; SETS];

    #[inline(always)]
    fn enter<const N: usize>(tier: T, states: &[Columns<COLUMNS>; N]) -> Self::Chaining {
        let of_p = V::alternate(tier, F::OF_P);
        let mut sets = [F::rows(tier, |g, k| group_of(states, g / F::GROUPS, k)); SETS];
        for (s, set) in sets.iter_mut().enumerate() {
            if s > 0 {
                *set = F::rows(tier, |g, k| group_of(states, (s * V::GROUPS + g) / F::GROUPS, k));
            }
            for row in set.as_mut() {
                *row = row.enter().and(of_p);
            }
        }
        sets
    }

    #[inline(always)]
    fn leave<const N: usize>(sets: Self::Chaining, states: &mut [Columns<COLUMNS>; N]) {
        for (s, mut set) in sets.into_iter().enumerate() {
            for row in set.as_mut() {
                *row = row.leave();
            }
            for (g, pairs) in F::columns(set).iter().enumerate().take(V::GROUPS).step_by(F::GROUPS) {
                set_groups(states, (s * V::GROUPS + g) / F::GROUPS, pairs);
            }
        }
    }

    #[inline(always)]
    fn block(tier: T, blocks: &[&[Group]]) -> Self::Chaining {
        let mut sets = [F::rows(tier, |g, k| group_of_block(blocks, g / F::GROUPS, k)); SETS];
        for (s, set) in sets.iter_mut().enumerate() {
            if s > 0 {
                *set = F::rows(tier, |g, k| group_of_block(blocks, (s * V::GROUPS + g) / F::GROUPS, k));
            }
            for row in set.as_mut() {
                *row = row.enter();
            }
        }
        sets
    }

    #[inline(always)]
    fn compress(tier: T, chaining: &mut Self::Chaining, m: &Self::Chaining, parts: Parts) {
        let mut sets = *chaining;
        for (set, m) in sets.iter_mut().zip(m) {
            for (row, m) in set.as_mut().iter_mut().zip(m.as_ref()) {
                *row = row.xor(*m);
            }
        }
        F::permute(tier, &mut sets);
        let of_p = V::alternate(tier, F::OF_P);
        let of_q = match parts {
            Parts::PAndQ => of_p,
            Parts::P => V::zero(tier),
        };
        for (h, x) in chaining.iter_mut().zip(&sets) {
            for (h, x) in h.as_mut().iter_mut().zip(x.as_ref()) {
                *h = h.eor3(x.and(of_p), F::partner(*x).and(of_q));
            }
        }
    }
}

impl<T: Tier, V: SubBytes<T> + 'static, M: Mixing<T, V>> Schedule<T, 16> for Separate<V, M> {
    const MESSAGES: usize = V::GROUPS;
    type Chaining = Matrix<V>;

    #[inline(always)]
    fn enter<const N: usize>(tier: T, states: &[Columns<16>; N]) -> Self::Chaining {
        let mut rows = rows::<T, V, 16>(tier, |g, k| group_of(states, g, k));
        for row in &mut rows {
            *row = row.enter();
        }
        rows
    }

    #[inline(always)]
    fn leave<const N: usize>(mut rows: Self::Chaining, states: &mut [Columns<16>; N]) {
        for row in &mut rows {
            *row = row.leave();
        }
        for (g, pairs) in columns::<T, V, 16>(rows).iter().enumerate().take(V::GROUPS) {
            set_groups(states, g, pairs);
        }
    }

    #[inline(always)]
    fn block(tier: T, blocks: &[&[Group]]) -> Self::Chaining {
        let mut rows = rows::<T, V, 16>(tier, |g, k| group_of_block(blocks, g, k));
        for row in &mut rows {
            *row = row.enter();
        }
        rows
    }

    #[inline(always)]
    fn compress(tier: T, h: &mut Self::Chaining, m: &Self::Chaining, parts: Parts) {
        let mut p = [*h];
        add(&mut p[0], m);
        Whole::<M, OnlyP>::permute(tier, &mut p);
        add(h, &p[0]);
        if let Parts::PAndQ = parts {
            let mut q = [*m];
            Whole::<M, OnlyQ>::permute(tier, &mut q);
            add(h, &q[0]);
        }
    }
}

/// `a` becomes `a` + `b`.
#[inline(always)]
fn add<T: Tier, V: SubBytes<T>>(a: &mut Matrix<V>, b: &Matrix<V>) {
    for (a, b) in a.iter_mut().zip(b) {
        *a = a.xor(*b);
    }
}

/// Columns 2k and 2k + 1 of a state.
#[inline(always)]
fn group_of<const COLUMNS: usize>(states: &[Columns<COLUMNS>], state: usize, k: usize) -> Group {
    let mut group = [0; 16];
    if let Some([low, high]) = states.get(state).and_then(|columns| columns.as_chunks().0.get(k)) {
        group[..8].copy_from_slice(&low.to_le_bytes());
        group[8..].copy_from_slice(&high.to_le_bytes());
    }
    group
}

/// Columns 2k and 2k + 1 of a block.
#[inline(always)]
fn group_of_block(blocks: &[&[Group]], block: usize, k: usize) -> Group {
    // Never missing; `get` spares the kernel a way out to a panic.
    blocks.get(block).and_then(|groups| groups.get(k)).copied().unwrap_or_default()
}

/// Gives a state its columns.
#[inline(always)]
fn set_groups<const COLUMNS: usize>(states: &mut [Columns<COLUMNS>], state: usize, groups: &[Group]) {
    if let Some(columns) = states.get_mut(state) {
        for (pair, group) in columns.as_chunks_mut::<2>().0.iter_mut().zip(groups) {
            let [low, high] = group.as_chunks().0 else { return };
            *pair = [u64::from_le_bytes(*low), u64::from_le_bytes(*high)];
        }
    }
}

/// Pairs of columns to pairs of rows, 8 bytes each, or the other way round: it is its own inverse.
#[inline(always)]
fn transpose<T: Tier, V: SubBytes<T>>(pairs: [V; 4]) -> [V; 4] {
    const ZIPPED: Group = [0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15];
    let (a0, a1) = pairs[0].shuffle(ZIPPED).interleave2(pairs[1].shuffle(ZIPPED));
    let (b0, b1) = pairs[2].shuffle(ZIPPED).interleave2(pairs[3].shuffle(ZIPPED));
    let (rows01, rows23) = a0.interleave4(b0);
    let (rows45, rows67) = a1.interleave4(b1);
    [rows01, rows23, rows45, rows67]
}

/// The rows of matrices whose columns 2k and 2k + 1 in group g are `group(g, k)`. Rows of 8 columns come twice in each group.
#[inline(always)]
fn rows<T: Tier, V: SubBytes<T>, const COLUMNS: usize>(tier: T, group: impl Fn(usize, usize) -> Group) -> Matrix<V> {
    let mut pairs = [V::zero(tier); 8];
    for (k, pair) in pairs.iter_mut().enumerate().take(COLUMNS / 2) {
        *pair = V::gather(tier, |g| group(g, k));
    }
    let [a, b, c, d, e, f, g, h] = pairs;
    let low = transpose([a, b, c, d]);
    let high = if COLUMNS == 16 { transpose([e, f, g, h]) } else { low };
    let (r0, r1) = low[0].interleave8(high[0]);
    let (r2, r3) = low[1].interleave8(high[1]);
    let (r4, r5) = low[2].interleave8(high[2]);
    let (r6, r7) = low[3].interleave8(high[3]);
    [r0, r1, r2, r3, r4, r5, r6, r7]
}

/// Pairs of columns, by group, from rows; of 8 columns those in the groups' lower halves.
#[inline(always)]
fn columns<T: Tier, V: SubBytes<T>, const COLUMNS: usize>(rows: Matrix<V>) -> [[Group; 8]; 4] {
    let [r0, r1, r2, r3, r4, r5, r6, r7] = rows;
    let (low0, high0) = r0.interleave8(r1);
    let (low1, high1) = r2.interleave8(r3);
    let (low2, high2) = r4.interleave8(r5);
    let (low3, high3) = r6.interleave8(r7);
    let mut columns = [[[0; 16]; 8]; 4];
    let mut put = |first: usize, pairs: [V; 4]| {
        for (k, pair) in pairs.into_iter().enumerate() {
            let mut groups = [[0; 16]; 4];
            pair.store(&mut groups);
            for (of_group, group) in columns.iter_mut().zip(groups) {
                of_group[first + k] = group;
            }
        }
    };
    put(0, transpose([low0, low1, low2, low3]));
    if COLUMNS == 16 {
        put(4, transpose([high0, high1, high2, high3]));
    }
    columns
}

/// The kernel of a schedule for `N` messages.
struct Rows<S, const COLUMNS: usize, const N: usize>(PhantomData<S>);

impl<T: Tier, S: Schedule<T, COLUMNS>, const COLUMNS: usize, const N: usize> Kernel<T> for Rows<S, COLUMNS, N>
where
    CompressionFunction<COLUMNS>: Compression<State = Columns<COLUMNS>>,
{
    type Primitive = CompressionFunction<COLUMNS>;

    #[inline(always)]
    fn run(tier: T, work: Work<'_, Self::Primitive>) {
        const { assert!(N == S::MESSAGES) };
        let parts = if work.is_finish() { Parts::P } else { Parts::PAndQ };
        let absorber = Absorber::<T, S> { tier, parts, schedule: PhantomData };
        work.side_by_side::<N>(&ZEROS.as_flattened()[..8 * COLUMNS], absorber);
    }
}

/// What a kernel does to `N` messages.
struct Absorber<T, S> {
    tier: T,
    parts: Parts,
    schedule: PhantomData<S>,
}

impl<T: Tier, S: Schedule<T, COLUMNS>, const COLUMNS: usize, const N: usize> SideBySide<CompressionFunction<COLUMNS>, N>
    for Absorber<T, S>
where
    CompressionFunction<COLUMNS>: Compression<State = Columns<COLUMNS>>,
{
    #[inline(always)]
    fn absorb(&self, states: &mut [Columns<COLUMNS>; N], blocks: [&[u8]; N]) {
        let mut chaining = S::enter(self.tier, states);
        let mut left: [&[Group]; N] = [&[]; N];
        for (left, blocks) in left.iter_mut().zip(blocks) {
            *left = blocks.as_chunks().0;
        }
        // All are equally long.
        let count = left[0].len() / (COLUMNS / 2);
        if N == 1 {
            // The next block is brought into rows while the rounds of this one wait for each other.
            let mut m = S::block(self.tier, &next_blocks::<COLUMNS, N>(&mut left));
            for _ in 0..count {
                let next = S::block(self.tier, &next_blocks::<COLUMNS, N>(&mut left));
                S::compress(self.tier, &mut chaining, &m, self.parts);
                m = next;
            }
        } else {
            for _ in 0..count {
                let m = S::block(self.tier, &next_blocks::<COLUMNS, N>(&mut left));
                S::compress(self.tier, &mut chaining, &m, self.parts);
            }
        }
        S::leave(chaining, states);
    }
}

/// A block of zeros.
const ZEROS: [Group; 8] = [[0; 16]; 8];

/// Takes a block from each; zeros where there is none.
#[inline(always)]
fn next_blocks<'a, const COLUMNS: usize, const N: usize>(left: &mut [&'a [Group]; N]) -> [&'a [Group]; N] {
    let mut blocks: [&[Group]; N] = [&[]; N];
    for (block, left) in blocks.iter_mut().zip(left) {
        // In this form the compiler knows how long the block is.
        (*block, *left) = match left.split_at_checked(COLUMNS / 2) {
            Some(both) => both,
            None => (&ZEROS[..COLUMNS / 2], &[][..]),
        };
    }
    blocks
}
