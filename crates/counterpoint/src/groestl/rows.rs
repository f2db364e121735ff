//! Grøstl by rows: the bytes of a row lie side by side in a vector, so that every step works on whole rows.
//!
//! [Groestl-guide] 3.2 calls this byte slicing. shift_bytes is a byte shuffle, sub_bytes is whatever the machine can
//! apply to all bytes of a vector at once, and mix_bytes adds and multiplies vectors ([`mixing`]). Vector i contains
//! row i, in groups of 16 bytes, in one of these layouts ([`layout`]):
//!
//! ```text
//!                       byte 0 ... 7         8 ... 15
//!   Halves     8 columns   | P  0 ... 7     | Q  0 ... 7    |    each group a message
//!   InTurns   16 columns   | P  0 ... 15                    |    one group P, the next one Q of the same message
//!   Only      16 columns   | P  0 ... 15                    |    P first and then Q, where a vector is one group
//! ```
//!
//! The input of the rounds is M in both parts, plus H in P's part only: this is H + M for P and M for Q. The chaining
//! value stays in rows from block to block. The constants of a round are added in the round before it, at the point
//! where this costs least.

use super::compression::{Columns, CompressionFunction, Parts, rounds};
use crate::cpu::{Kernel, Tier};
use crate::kernel::{Operands, zeros};
use crate::list::Technique;
use crate::vector::SubBytes;
use core::marker::PhantomData;
#[cfg(target_arch = "x86_64")]
use layout::InTurns;
use layout::{Carry, Halves, Layout, OnlyP, OnlyQ, Tables};
use mixing::Mixing;
#[cfg(target_arch = "x86_64")]
use paired::Paired;
use transpose::{columns, group_of, group_of_block, rows, set_groups};

mod layout;
pub(super) mod mixing;
#[cfg(target_arch = "x86_64")]
pub(super) mod paired;
mod transpose;

/// The technique of this folder.
pub(super) const TECHNIQUE: Technique = Technique::new("rows", "[Groestl-guide] 6.2");

/// 8 columns, for one message, or for several messages in vectors of more groups.
pub(super) type Of8<V, M, const SETS: usize, const N: usize> = Rows<Joined<V, Whole<M, Halves>, SETS>, 8, N>;

/// 8 columns in vectors of two groups, for one message.
#[cfg(target_arch = "x86_64")]
pub(super) type Of8Paired<V, M, const SETS: usize, const N: usize> = Rows<Joined<V, Paired<M>, SETS>, 8, N>;

/// 16 columns in vectors of at least two groups.
#[cfg(target_arch = "x86_64")]
pub(super) type Of16<V, M, const SETS: usize, const N: usize> = Rows<Joined<V, Whole<M, InTurns>, SETS>, 16, N>;

/// 16 columns in vectors of one group.
pub(super) type Of16Separate<V, M> = Rows<Separate<V, M>, 16, 1>;

/// A group of 16 bytes.
pub(super) type Group = [u8; 16];

const HALVES_SWAPPED: Group = [8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7];

/// The constants of a row: one group for the even groups of a vector and one for the odd groups.
pub(super) type Pair = [Group; 2];

/// The rows 0 to 7 of a matrix.
pub(super) type Matrix<V> = [V; 8];

/// The arrangement of a matrix in vectors, and its rounds.
pub(super) trait Form<V: SubBytes, const COLUMNS: usize>: 'static {
    /// The vectors of a matrix.
    type Vectors: Copy + AsRef<[V]> + AsMut<[V]>;
    /// The number of groups that contain one message.
    const GROUPS: usize;
    /// The mask of P's part of each vector.
    const OF_P: Pair;

    /// Moves to each byte its partner: the byte of the other permutation at the same row and column.
    fn partner(x: V) -> V;
    /// Transposes columns to rows: `group(g, k)` returns the k-th pair of columns for group g. P's part and Q's part
    /// get the same columns.
    fn rows(tier: V::Tier, group: impl Fn(usize, usize) -> Group) -> Self::Vectors;
    /// Transposes rows to columns: returns the pairs of columns of each group, from P's part.
    fn columns(vectors: Self::Vectors) -> [[Group; 8]; 4];
    /// Computes all rounds, on several matrices at once.
    fn permute<const SETS: usize>(tier: V::Tier, sets: &mut [Self::Vectors; SETS]);
}

/// One vector for each row, in a layout.
pub(super) struct Whole<M, L>(PhantomData<(M, L)>);

impl<V: SubBytes, M: Mixing<V>, L: Layout<COLUMNS>, const COLUMNS: usize> Form<V, COLUMNS> for Whole<M, L> {
    type Vectors = Matrix<V>;
    const GROUPS: usize = L::GROUPS;
    const OF_P: Pair = Tables::<V, L, COLUMNS>::OF_P;

    #[inline(always)]
    fn partner(x: V) -> V {
        L::partner::<V>(x)
    }

    #[inline(always)]
    fn rows(tier: V::Tier, group: impl Fn(usize, usize) -> Group) -> Matrix<V> {
        rows::<V, COLUMNS>(tier, group)
    }

    #[inline(always)]
    fn columns(rows: Matrix<V>) -> [[Group; 8]; 4] {
        columns::<V, COLUMNS>(rows)
    }

    #[inline(always)]
    fn permute<const SETS: usize>(tier: V::Tier, sets: &mut [Matrix<V>; SETS]) {
        for set in sets.iter_mut() {
            for (row, constants) in set.iter_mut().zip(Tables::<V, L, COLUMNS>::FIRST) {
                *row = row.xor(V::alternate(tier, *constants));
            }
        }
        for constants in &Carry::<V, M, L, COLUMNS>::ROUNDS[..rounds(COLUMNS)] {
            for set in sets.iter_mut() {
                let mut k = *set;
                for (i, row) in set.iter_mut().enumerate() {
                    k[i] = V::alternate(tier, constants[i]);
                    *row = row.shuffle_by(V::alternate(tier, Tables::<V, L, COLUMNS>::SHUFFLES[i]));
                }
                *set = M::sub_and_mix(*set, k);
            }
        }
    }
}

/// The order in which P and Q of one or more messages are computed: the kernels differ in this.
pub(super) trait Schedule<const COLUMNS: usize>: 'static {
    /// The tier of the vectors.
    type Tier: Tier;
    /// The number of messages that are processed at once.
    const MESSAGES: usize;
    /// The chaining values or the blocks, in rows.
    type Chaining: Copy;

    /// Loads chaining values: transposes columns to rows and changes to the basis of the S-box.
    fn enter(tier: Self::Tier, states: &[Columns<COLUMNS>]) -> Self::Chaining;
    /// Stores chaining values: changes the basis back and transposes rows to columns.
    fn leave(chaining: Self::Chaining, states: &mut [Columns<COLUMNS>]);
    /// Loads the block M of each message, in the same way. There are `MESSAGES` blocks.
    fn block(tier: Self::Tier, blocks: &[&[Group]]) -> Self::Chaining;
    /// Compresses: H becomes P(H + M) + Q(M) + H, or the same without Q.
    fn compress(tier: Self::Tier, chaining: &mut Self::Chaining, m: &Self::Chaining, parts: Parts);
}

/// P and Q in the same vectors.
pub(super) struct Joined<V, F, const SETS: usize>(PhantomData<(V, F)>);

/// First P and then Q, in separate vectors.
pub(super) struct Separate<V, M>(PhantomData<(V, M)>);

impl<V, F, const COLUMNS: usize, const SETS: usize> Schedule<COLUMNS> for Joined<V, F, SETS>
where
    V: SubBytes + 'static,
    F: Form<V, COLUMNS>,
{
    type Tier = V::Tier;
    const MESSAGES: usize = SETS * V::GROUPS / F::GROUPS;
    type Chaining = [F::Vectors; SETS];

    #[inline(always)]
    fn enter(tier: V::Tier, states: &[Columns<COLUMNS>]) -> Self::Chaining {
        let of_p = of_p::<V, F, COLUMNS>(tier);
        let mut sets = [F::rows(tier, |g, k| group_of(states, g / F::GROUPS, k)); SETS];
        for (s, set) in sets.iter_mut().enumerate() {
            if s > 0 {
                *set = F::rows(tier, |g, k| group_of(states, (s * V::GROUPS + g) / F::GROUPS, k));
            }
            for row in set.as_mut() {
                *row = row.into_basis().and(of_p);
            }
        }
        sets
    }

    #[inline(always)]
    fn leave(sets: Self::Chaining, states: &mut [Columns<COLUMNS>]) {
        for (s, mut set) in sets.into_iter().enumerate() {
            for row in set.as_mut() {
                *row = row.out_of_basis();
            }
            for (g, pairs) in F::columns(set).iter().enumerate().take(V::GROUPS).step_by(F::GROUPS) {
                set_groups(states, (s * V::GROUPS + g) / F::GROUPS, pairs);
            }
        }
    }

    #[inline(always)]
    fn block(tier: V::Tier, blocks: &[&[Group]]) -> Self::Chaining {
        let mut sets = [F::rows(tier, |g, k| group_of_block(blocks, g / F::GROUPS, k)); SETS];
        for (s, set) in sets.iter_mut().enumerate() {
            if s > 0 {
                *set = F::rows(tier, |g, k| group_of_block(blocks, (s * V::GROUPS + g) / F::GROUPS, k));
            }
            for row in set.as_mut() {
                *row = row.into_basis();
            }
        }
        sets
    }

    #[inline(always)]
    fn compress(tier: V::Tier, chaining: &mut Self::Chaining, m: &Self::Chaining, parts: Parts) {
        let mut sets = *chaining;
        for (set, m) in sets.iter_mut().zip(m) {
            for (row, m) in set.as_mut().iter_mut().zip(m.as_ref()) {
                *row = row.xor(*m);
            }
        }
        F::permute(tier, &mut sets);
        let of_p = of_p::<V, F, COLUMNS>(tier);
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

/// Returns the mask of P's part of each vector. The compiler must not recognize that the mask may select a lower
/// half: among the instructions that move one it chooses an encoding that valgrind does not know.
#[inline(always)]
fn of_p<V: SubBytes, F: Form<V, COLUMNS>, const COLUMNS: usize>(tier: V::Tier) -> V {
    V::alternate(tier, *core::hint::black_box(&F::OF_P))
}

impl<V: SubBytes + 'static, M: Mixing<V>> Schedule<16> for Separate<V, M> {
    type Tier = V::Tier;
    const MESSAGES: usize = V::GROUPS;
    type Chaining = Matrix<V>;

    #[inline(always)]
    fn enter(tier: V::Tier, states: &[Columns<16>]) -> Self::Chaining {
        let mut rows = rows::<V, 16>(tier, |g, k| group_of(states, g, k));
        for row in &mut rows {
            *row = row.into_basis();
        }
        rows
    }

    #[inline(always)]
    fn leave(mut rows: Self::Chaining, states: &mut [Columns<16>]) {
        for row in &mut rows {
            *row = row.out_of_basis();
        }
        for (g, pairs) in columns::<V, 16>(rows).iter().enumerate().take(V::GROUPS) {
            set_groups(states, g, pairs);
        }
    }

    #[inline(always)]
    fn block(tier: V::Tier, blocks: &[&[Group]]) -> Self::Chaining {
        let mut rows = rows::<V, 16>(tier, |g, k| group_of_block(blocks, g, k));
        for row in &mut rows {
            *row = row.into_basis();
        }
        rows
    }

    #[inline(always)]
    fn compress(tier: V::Tier, h: &mut Self::Chaining, m: &Self::Chaining, parts: Parts) {
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

/// Adds `b` to `a`.
#[inline(always)]
fn add<V: SubBytes>(a: &mut Matrix<V>, b: &Matrix<V>) {
    for (a, b) in a.iter_mut().zip(b) {
        *a = a.xor(*b);
    }
}

/// The kernel of a schedule, for `N` messages.
pub(super) struct Rows<S, const COLUMNS: usize, const N: usize>(PhantomData<S>);

impl<S: Schedule<COLUMNS>, const COLUMNS: usize, const N: usize> Kernel for Rows<S, COLUMNS, N> {
    type Tier = S::Tier;
    type Primitive = CompressionFunction<COLUMNS>;
    const STATES: usize = N;

    #[inline(always)]
    fn run(tier: S::Tier, operands: Operands<'_, Self::Primitive>) {
        const { assert!(N == S::MESSAGES) };
        for mut batch in operands.batches::<N>() {
            let mut chaining = S::enter(tier, batch.initial());
            let mut next = batch.input.next(8 * COLUMNS);
            if N == 1 {
                // The next block is transposed to rows while the rounds of this one wait for each other.
                let mut m = S::block(tier, &groups::<COLUMNS, N>(next));
                while let Some((_, finishing)) = next {
                    next = batch.input.next(8 * COLUMNS);
                    let next_m = S::block(tier, &groups::<COLUMNS, N>(next));
                    S::compress(tier, &mut chaining, &m, Parts::of(finishing));
                    m = next_m;
                }
            } else {
                while let Some((_, finishing)) = next {
                    let m = S::block(tier, &groups::<COLUMNS, N>(next));
                    S::compress(tier, &mut chaining, &m, Parts::of(finishing));
                    next = batch.input.next(8 * COLUMNS);
                }
            }
            S::leave(chaining, batch.states);
        }
    }
}

/// Returns the blocks as groups, or zeros if there is no next block.
#[inline(always)]
fn groups<const COLUMNS: usize, const N: usize>(next: Option<([&[u8]; N], bool)>) -> [&[Group]; N] {
    let mut groups = [zeros(8 * COLUMNS).as_chunks().0; N];
    if let Some((blocks, _)) = next {
        for (groups, block) in groups.iter_mut().zip(blocks) {
            *groups = block.as_chunks().0;
        }
    }
    groups
}
