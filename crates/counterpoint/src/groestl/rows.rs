//! Grøstl by rows: the bytes of a row lie side by side in a vector, so that every step works on whole rows.
//!
//! # The idea
//!
//! Every step of a round is an operation on whole vectors. shift_bytes is one byte shuffle for each vector. sub_bytes
//! is whatever the machine can apply to all bytes of a vector at once. mix_bytes adds and multiplies vectors, for all
//! columns at a time. [Groestl-guide] 3.2 calls this byte slicing. No table index depends on data, so the technique is
//! constant-time.
//!
//! P and Q differ only in their shuffles and constants, so the same instructions compute both if they share a vector.
//! The [`Layout`] maps each byte of a vector to a byte of P or Q:
//!
//! ```text
//!                               group 0                           group 1
//!   PAndQInHalves    8 columns  | P row i  0..7 | Q row i  0..7 |   the same, of the next message
//!   PAndQInGroups   16 columns  | P row i  0 ... 15             |   | Q row i  0 ... 15             |
//!   OneByOne        16 columns  | P row i  0 ... 15             |   the same, of the next message
//!   TwoMessages      8 columns  | P row i  0..7 | P row i  0..7 |   (the halves are two messages)
//!   TwoRows          8 columns  | P row i  0..7 | P row i+4 0..7|   | Q row i  0..7 | Q row i+4 0..7|
//! ```
//!
//! The layout is data: the shuffles, the round constants and the mask of P's bytes are computed from it at compile time
//! ([`layout`]). `Rows::permute` computes the rounds for all layouts, and `Rows::permute_apart` those of P and Q in
//! vectors of their own. Only sub_bytes and mix_bytes are written several times, because the best order of their
//! operations depends on the machine's instructions and on whether a vector contains one row or two ([`mixing`],
//! `two_rows`).
//!
//! # The tricks
//!
//! * The input of the rounds is M in both parts, plus H in P's part only: this is H + M for P and M for Q. So the
//!   chaining value H is kept in rows from block to block, with zeros in Q's part.
//! * The shuffle of shift_bytes also undoes any reordering of the bytes by the machine's S-box.
//! * The constants of a round are added in the preceding round, where this costs least ([`constants`]). The S-box's
//!   deferred constant is added together with them.
//!
//! # The cost
//!
//! Transposing a block to rows ([`memory`], [`transpose`]) takes a shuffle for every two columns, and 8 interleavings
//! for 8 columns. In every round, each vector costs a shuffle, sub_bytes, and the sums and products listed in
//! [`mixing`].

use super::compression::Permutation::{P, Q};
use super::compression::{CompressionFunction, Final, Form, Parts, rounds};
use crate::cpu::Kernel;
use crate::kernel::reader::BlockReader;
use crate::kernel::{Operands, Padding};
#[cfg(detection)]
use crate::list::Technique;
use crate::vector::SubBytes;
use core::marker::PhantomData;
use layout::{Layout, LayoutTables};
use mixing::Mixing;

mod constants;
mod layout;
mod memory;
pub(super) mod mixing;
#[cfg(feature = "steps")]
pub(crate) mod steps;
#[cfg(all(test, feature = "std", target_arch = "x86_64"))]
mod tests;
#[cfg(target_arch = "x86_64")]
pub(super) mod threes;
mod transpose;
#[cfg(target_arch = "x86_64")]
pub(super) mod two_rows;

/// The technique of this folder.
#[cfg(detection)]
pub(super) const TECHNIQUE: Technique = Technique::new("rows", "[Groestl-guide] 6.2");

/// 8 columns, with one row of P and the same row of Q in each group: a message for each group.
pub(super) type OneRowOf8<V, M, const N: usize, const SETS: usize = 1, F = Final> = Rows<V, M, 8, 8, SETS, N, F>;

/// 8 columns, with two rows of P or of Q in each group: one message in vectors of two groups.
#[cfg(target_arch = "x86_64")]
pub(super) type TwoRowsOf8<V, M, F = Final> = Rows<V, M, 8, 4, 1, 1, F>;

/// 16 columns, with one row of P or of Q in each group: a message for every two groups, or for one group that
/// contains first P and then Q.
pub(super) type OneRowOf16<V, M, const N: usize, const SETS: usize = 1, F = Final> = Rows<V, M, 16, 8, SETS, N, F>;

/// 8 columns, with one row of P or of Q of two messages in each group.
#[cfg(target_arch = "x86_64")]
pub(super) type TwoMessagesOf8<V, M, const N: usize> = Rows<V, M, 8, 8, 1, N>;

/// The kernel. Three parameters decide what it computes and with which instructions; `F` is the form of Grøstl:
///
/// | parameter | decides |
/// |---|---|
/// | `V` | how many groups of 16 bytes a vector has, and which part of sub_bytes the machine computes |
/// | `M` | the form of mix_bytes, and whether P and Q are in vectors of their own |
/// | `COLUMNS` | 8 for digests of up to 256 bits, 16 for longer ones |
///
/// The other three are lengths of arrays. A matrix fills `VECTORS` vectors: 8, or 4 if each contains two rows. The
/// [`Layout`] follows from all of these. `SETS` such sets of vectors, 1 or 2, are computed alternately, so that the
/// machine has other work while one set waits for its results. All sets together contain `N` messages; the compiler
/// checks that number against the layout.
pub(super) struct Rows<V, M, const COLUMNS: usize, const VECTORS: usize, const SETS: usize, const N: usize, F = Final>(
    PhantomData<(V, M, F)>,
);

/// Matrices in vectors: the blocks, the chaining values, or the states of P and Q.
type Sets<V, const VECTORS: usize, const SETS: usize> = [[V; VECTORS]; SETS];

impl<V, M, const COLUMNS: usize, const VECTORS: usize, const SETS: usize, const N: usize, F> Kernel
    for Rows<V, M, COLUMNS, VECTORS, SETS, N, F>
where
    V: SubBytes + 'static,
    M: Mixing<V, VECTORS>,
    F: Form,
{
    type Tier = V::Tier;
    type Primitive = CompressionFunction<COLUMNS, F>;
    const STATES: usize = N;

    /// A kernel for one message does not pad: the compiler would leave a copy of the message's tail on the stack.
    const PADS: bool = V::HAS_MASKED_BYTES && N > 1;

    #[inline(always)]
    fn run(tier: V::Tier, operands: Operands<'_, Self::Primitive>) {
        const { assert!(N == SETS * Self::LAYOUT.messages(V::GROUPS)) };
        const { assert!(!M::APART || F::IS_FINAL, "the S-box of Q adds what the final form adds") };
        if Self::PADS { Self::run_batches::<true>(tier, operands) } else { Self::run_batches::<false>(tier, operands) }
    }
}

impl<V, M, const COLUMNS: usize, const VECTORS: usize, const SETS: usize, const N: usize, F>
    Rows<V, M, COLUMNS, VECTORS, SETS, N, F>
where
    V: SubBytes + 'static,
    M: Mixing<V, VECTORS>,
    F: Form,
{
    const LAYOUT: Layout = Layout::new(COLUMNS, VECTORS, V::GROUPS, M::ROWS_6_AND_7_FIRST, M::APART);
    /// The tables for P and Q, or only for P.
    const TABLES: &'static LayoutTables<VECTORS> =
        &LayoutTables::new::<F, V, M>(Self::LAYOUT, if Self::LAYOUT.contains_q() { [P, Q] } else { [P, P] }, COLUMNS);
    /// The tables for Q, if it is computed in vectors of its own.
    const TABLES_OF_Q: &'static LayoutTables<VECTORS> = if Self::LAYOUT.contains_q() {
        Self::TABLES
    } else {
        &LayoutTables::new::<F, V, M>(Self::LAYOUT, [Q, Q], COLUMNS)
    };
    /// Whether the output transformation computes P of both sets in a single set of vectors.
    const P_TWICE: bool = SETS == 2 && Self::LAYOUT.contains_q();
    /// The tables for that transformation.
    const TABLES_OF_P_TWICE: &'static LayoutTables<VECTORS> =
        if Self::P_TWICE { &LayoutTables::new::<F, V, M>(Self::LAYOUT, [P, P], COLUMNS) } else { Self::TABLES };

    /// Absorbs the input of batches of `N` messages, and pads them if `PADS` is true.
    #[inline(always)]
    fn run_batches<const PADS: bool>(tier: V::Tier, operands: Operands<'_, CompressionFunction<COLUMNS, F>>) {
        for mut batch in operands.padding_batches::<N, PADS>() {
            let mut h = match batch.start() {
                Some(start) if PADS => Self::load_start(tier, start),
                _ => Self::load_states(tier, batch.initial()),
            };
            let padding = batch.padding;
            let mut next = Self::next::<PADS>(tier, &mut batch.input, padding);
            while let Some((m, parts)) = next {
                if N == 1 {
                    // Transposes the next block while the rounds of this one wait for each other's results.
                    next = Self::next::<PADS>(tier, &mut batch.input, padding);
                }
                match parts {
                    Parts::P if Self::P_TWICE => Self::transform_outputs(tier, &mut h),
                    _ => Self::compress(tier, &mut h, &m, parts),
                }
                if N > 1 {
                    next = Self::next::<PADS>(tier, &mut batch.input, padding);
                }
            }
            if PADS && !batch.outputs.is_empty() {
                Self::write_outputs(h, batch.outputs, batch.output_bytes.unwrap_or_default());
            } else {
                Self::store_states(h, batch.states);
            }
        }
    }

    /// Loads the next block M of each message into both parts: a whole one, or its padded tail. For the output
    /// transformation, loads zeros.
    #[inline(always)]
    fn next<const PADS: bool>(
        tier: V::Tier,
        input: &mut BlockReader<'_, N>,
        padding: Padding,
    ) -> Option<(Sets<V, VECTORS, SETS>, Parts)> {
        if let Some((blocks, finishing)) = input.next(8 * COLUMNS) {
            return Some((Self::load_blocks(tier, blocks), Parts::of(finishing)));
        }
        if PADS && let Some(tails) = input.tails() {
            return Some((Self::load_tails(tier, tails, padding), Parts::PAndQ));
        }
        None
    }

    /// The output transformation (H becomes P(H) + H) of both sets in a single set of vectors: P of the second set
    /// takes Q's place.
    #[inline(always)]
    fn transform_outputs(tier: V::Tier, h: &mut Sets<V, VECTORS, SETS>) {
        let (first, second) = (h[0], h[SETS - 1]);
        let mut both = [first];
        for (x, second) in both[0].iter_mut().zip(second) {
            *x = x.xor(Self::LAYOUT.swap_p_and_q(second));
        }
        let mut x = both;
        Self::permute(tier, Self::TABLES_OF_P_TWICE, &mut x);
        add(&mut x, &both);
        let of_p = Self::TABLES.of_p(tier);
        *h = Self::each_set(
            #[inline(always)]
            |s| {
                let mut set = x[0];
                for x in &mut set {
                    *x = if s == 0 { *x } else { Self::LAYOUT.swap_p_and_q(*x) }.and(of_p);
                }
                set
            },
        );
    }

    /// Compresses: H becomes P(H + M) + Q(M) + H, or the same without Q.
    #[inline(always)]
    fn compress(tier: V::Tier, h: &mut Sets<V, VECTORS, SETS>, m: &Sets<V, VECTORS, SETS>, parts: Parts) {
        if M::APART && matches!(parts, Parts::PAndQ) {
            return Self::compress_apart(tier, h, m);
        }
        let mut x = *h;
        add(&mut x, m);
        Self::permute(tier, Self::TABLES, &mut x);
        if Self::LAYOUT.contains_q() {
            let of_p = Self::TABLES.of_p(tier);
            let of_q = match parts {
                Parts::PAndQ => of_p,
                Parts::P => V::zero(tier),
            };
            for (h, x) in h.as_flattened_mut().iter_mut().zip(x.as_flattened()) {
                *h = h.eor3(x.and(of_p), Self::LAYOUT.swap_p_and_q(*x).and(of_q));
            }
        } else {
            add(h, &x);
            if let Parts::PAndQ = parts {
                let mut x = *m;
                Self::permute(tier, Self::TABLES_OF_Q, &mut x);
                add(h, &x);
            }
        }
    }

    /// [`Self::compress`], with P and Q of the same messages in vectors of their own, computed alternately.
    ///
    /// Q's S-box also adds the constant that every byte needs in the next round. So the first round needs it added
    /// beforehand, and after the last round it is removed.
    #[inline(always)]
    fn compress_apart(tier: V::Tier, h: &mut Sets<V, VECTORS, SETS>, m: &Sets<V, VECTORS, SETS>) {
        let constant = V::broadcast(tier, [V::IN_BASIS[0xff]; 16]);
        let (mut p, mut q) = (*h, *m);
        add(&mut p, m);
        for x in q.as_flattened_mut() {
            *x = x.xor(constant);
        }
        Self::permute_apart(tier, &mut p, &mut q);
        for ((h, p), q) in h.as_flattened_mut().iter_mut().zip(p.as_flattened()).zip(q.as_flattened()) {
            *h = h.eor3(*p, *q).xor(constant);
        }
    }

    /// Computes all rounds of the tables' permutations, on all sets alternately. The tables are read where they are
    /// used, once for each set: in registers, they would displace the sets.
    #[inline(always)]
    fn permute<const COUNT: usize>(
        tier: V::Tier,
        tables: &'static LayoutTables<VECTORS>,
        sets: &mut Sets<V, VECTORS, COUNT>,
    ) {
        for set in sets.iter_mut() {
            for (x, constants) in set.iter_mut().zip(&tables.first) {
                *x = x.xor(V::alternate(tier, *constants));
            }
        }
        for constants in &tables.rounds[..rounds(COLUMNS)] {
            for set in sets.iter_mut() {
                let k = shift::<V, VECTORS>(tier, tables, constants, set);
                *set = M::sub_and_mix(*set, k);
            }
        }
    }

    /// Computes all rounds of P on some sets and of Q on others, alternately.
    #[inline(always)]
    fn permute_apart(tier: V::Tier, of_p: &mut Sets<V, VECTORS, SETS>, of_q: &mut Sets<V, VECTORS, SETS>) {
        let (tables_of_p, tables_of_q) = (Self::TABLES, Self::TABLES_OF_Q);
        for (p, q) in of_p.iter_mut().zip(of_q.iter_mut()) {
            // The constants of all other rows are 0.
            p[0] = p[0].xor(V::alternate(tier, tables_of_p.first[0]));
            q[VECTORS - 1] = q[VECTORS - 1].xor(V::alternate(tier, tables_of_q.first[VECTORS - 1]));
        }
        for r in 0..rounds(COLUMNS) {
            for (p, q) in of_p.iter_mut().zip(of_q.iter_mut()) {
                let k = shift::<V, VECTORS>(tier, tables_of_p, &tables_of_p.rounds[r], p);
                *p = M::sub_and_mix(*p, k);
                let k = shift::<V, VECTORS>(tier, tables_of_q, &tables_of_q.rounds[r], q);
                *q = M::sub_and_mix_of_q(*q, k);
            }
        }
    }

    /// Returns all sets; `load(n)` returns set n.
    #[inline(always)]
    fn each_set(load: impl Fn(usize) -> [V; VECTORS]) -> Sets<V, VECTORS, SETS> {
        const { assert!(SETS == 1 || SETS == 2) };
        // Not a loop over the sets: the compiler does not always unroll one of this size.
        let mut sets = [load(0); SETS];
        if let Some(second) = sets.get_mut(1) {
            *second = load(1);
        }
        sets
    }
}

/// Adds `b` to `a`.
#[inline(always)]
fn add<V: SubBytes, const VECTORS: usize, const SETS: usize>(
    a: &mut Sets<V, VECTORS, SETS>,
    b: &Sets<V, VECTORS, SETS>,
) {
    for (a, b) in a.as_flattened_mut().iter_mut().zip(b.as_flattened()) {
        *a = a.xor(*b);
    }
}

/// Computes shift_bytes, as sub_bytes and mix_bytes require it, and returns the constants that they have to add.
#[inline(always)]
fn shift<V: SubBytes, const VECTORS: usize>(
    tier: V::Tier,
    tables: &'static LayoutTables<VECTORS>,
    constants: &[layout::Pair; VECTORS],
    set: &mut [V; VECTORS],
) -> [V; VECTORS] {
    let mut k = *set;
    for (i, x) in set.iter_mut().enumerate() {
        k[i] = V::alternate(tier, constants[i]);
        *x = shifted(tier, tables, i, *x);
    }
    k
}

/// Returns vector i after shift_bytes, as sub_bytes and mix_bytes require it.
#[inline(always)]
fn shifted<V: SubBytes, const VECTORS: usize>(tier: V::Tier, tables: &LayoutTables<VECTORS>, i: usize, x: V) -> V {
    x.shuffle_by(V::alternate(tier, tables.shuffles[i]))
}
