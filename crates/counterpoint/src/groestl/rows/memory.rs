//! Matrices in memory: chaining values, blocks, tails of messages and outputs, loaded into sets of vectors and written
//! from them.
//!
//! In memory, all of them consist of columns. A set is loaded from vectors with a pair of columns in each group: pair k
//! of a message is its columns 2k and 2k + 1. Then [`transpose`](super::transpose) turns them into rows. The layout
//! determines whose columns a group contains:
//!
//! ```text
//!   OneByOne, PAndQInHalves    group g                        message g of the set
//!   PAndQInGroups, TwoRows     groups 2g and 2g + 1           message g, for P and for Q
//!   TwoMessages                group g of pairs 0 to 3        message g
//!                              group g of pairs 4 to 7        message g plus the number of groups
//! ```

use super::layout::{Group, Layout};
use super::mixing::Mixing;
use super::transpose::{self, columns_of_block, columns_of_state, columns_of_tails, set_columns, write_last};
use super::{Rows, Sets};
use crate::each::each;
use crate::groestl::compression::{Columns, Form};
use crate::kernel::Padding;
use crate::kernel::bytes::{first_bytes, zeros};
use crate::vector::SubBytes;
use crate::vector::padding::PaddingInZeros;

/// [`each!`] for the pairs of columns from which a set is loaded.
macro_rules! each_pair {
    ($k:ident => $do:expr) => {
        each!($k => $do; 0 1 2 3 4 5 6 7)
    };
}

impl<V, M, const COLUMNS: usize, const VECTORS: usize, const SETS: usize, const N: usize, F>
    Rows<V, M, COLUMNS, VECTORS, SETS, N, F>
where
    V: SubBytes + 'static,
    M: Mixing<V, VECTORS>,
    F: Form,
{
    /// The number of pairs of columns in a message.
    const PAIRS: usize = COLUMNS / 2;
    /// Whether there are two messages in each group.
    const TWO_MESSAGES: bool = matches!(Self::LAYOUT, Layout::TwoMessages);
    /// The number of pairs of columns from which a set is loaded.
    const PAIRS_OF_SET: usize = if Self::TWO_MESSAGES { 2 * Self::PAIRS } else { Self::PAIRS };

    /// Loads the chaining value that all messages start with into P's part, with zeros in Q's part.
    #[inline(always)]
    pub(super) fn load_start(tier: V::Tier, start: &Columns<COLUMNS>) -> Sets<V, VECTORS, SETS> {
        let mut pairs = [V::zero(tier); 8];
        each_pair!(K => if K < Self::PAIRS_OF_SET {
            pairs[K] = V::broadcast(tier, columns_of_state(core::slice::from_ref(start), 0, K % Self::PAIRS));
        });
        Self::only_p(tier, [Self::rows_of(tier, pairs); SETS])
    }

    /// Loads the chaining values into P's part, with zeros in Q's part.
    #[inline(always)]
    pub(super) fn load_states(tier: V::Tier, states: &[Columns<COLUMNS>]) -> Sets<V, VECTORS, SETS> {
        let sets = Self::load(
            tier,
            #[inline(always)]
            |message, k| columns_of_state(states, message, k),
        );
        Self::only_p(tier, sets)
    }

    /// Loads a block of each message into both parts.
    #[inline(always)]
    pub(super) fn load_blocks(tier: V::Tier, next: [&[u8]; N]) -> Sets<V, VECTORS, SETS> {
        let mut blocks: [&[Group]; N] = [zeros(8 * COLUMNS).as_chunks().0; N];
        for (block, next) in blocks.iter_mut().zip(next) {
            *block = next.as_chunks().0;
        }
        Self::load(
            tier,
            #[inline(always)]
            |message, k| columns_of_block(&blocks, message, k),
        )
    }

    /// Loads the last block of each message, its tail with padding, into both parts.
    #[inline(always)]
    pub(super) fn load_tails(tier: V::Tier, tails: [&[u8]; N], padding: Padding) -> Sets<V, VECTORS, SETS> {
        let in_zeros = PaddingInZeros::of(padding.suffix);
        let closing = V::broadcast(tier, (u128::from(padding.closing) << 64).to_le_bytes());
        Self::each_set(
            #[inline(always)]
            |s| {
                let mut pairs = Self::pairs_of_tails(tier, &in_zeros, tails, s, 0);
                if Self::TWO_MESSAGES {
                    let [first, second, third, fourth, ..] =
                        Self::pairs_of_tails(tier, &in_zeros, tails, s, Self::PAIRS);
                    [pairs[4], pairs[5], pairs[6], pairs[7]] = [first, second, third, fourth];
                }
                each_pair!(K => if K % Self::PAIRS == Self::PAIRS - 1 {
                    pairs[K] = pairs[K].xor(closing);
                });
                Self::rows_of(tier, pairs)
            },
        )
    }

    /// Returns pairs of columns from the tails of the messages to which pair number `first` of set `s` belongs.
    #[inline(always)]
    fn pairs_of_tails(tier: V::Tier, in_zeros: &PaddingInZeros, tails: [&[u8]; N], s: usize, first: usize) -> [V; 8] {
        columns_of_tails(
            COLUMNS,
            #[inline(always)]
            |g, begin| in_zeros.load(tier, tails[Self::message(s, g % V::GROUPS, first) % N], begin),
        )
    }

    /// Loads a matrix of each message. `columns(message, k)` returns the k-th pair of a message's columns.
    #[inline(always)]
    fn load(tier: V::Tier, columns: impl Fn(usize, usize) -> Group) -> Sets<V, VECTORS, SETS> {
        Self::each_set(
            #[inline(always)]
            |s| {
                let mut pairs = [V::zero(tier); 8];
                each_pair!(K => if K < Self::PAIRS_OF_SET {
                    pairs[K] = V::gather(
                        tier,
                        #[inline(always)]
                        |g| columns(Self::message(s, g, K), K % Self::PAIRS),
                    );
                });
                Self::rows_of(tier, pairs)
            },
        )
    }

    /// Transposes pairs of columns into a set, and changes to the basis of the S-box.
    #[inline(always)]
    fn rows_of(tier: V::Tier, pairs: [V; 8]) -> [V; VECTORS] {
        let mut set: [V; VECTORS] = transpose::load(tier, Self::LAYOUT, pairs);
        for x in &mut set {
            *x = x.into_basis();
        }
        set
    }

    /// Replaces Q's part with zeros.
    #[inline(always)]
    fn only_p(tier: V::Tier, mut sets: Sets<V, VECTORS, SETS>) -> Sets<V, VECTORS, SETS> {
        if Self::LAYOUT.contains_q() {
            let of_p = Self::TABLES.of_p(tier);
            for x in sets.as_flattened_mut() {
                *x = x.and(of_p);
            }
        }
        sets
    }

    /// Returns the number of the message to which pair of columns `k` in group `g` of set `s` belongs.
    #[inline(always)]
    fn message(s: usize, g: usize, k: usize) -> usize {
        match Self::LAYOUT {
            Layout::TwoMessages => (2 * s + k / (COLUMNS / 2)) * V::GROUPS + g,
            _ => (s * V::GROUPS + g) * Self::LAYOUT.messages(V::GROUPS) / V::GROUPS,
        }
    }

    /// Changes the basis back and stores the chaining values.
    #[inline(always)]
    pub(super) fn store_states(sets: Sets<V, VECTORS, SETS>, states: &mut [Columns<COLUMNS>]) {
        Self::each_message(
            sets,
            #[inline(always)]
            |message, columns| set_columns(states, message, columns),
        );
    }

    /// Changes the basis back and writes the outputs, `each` bytes for each message.
    #[inline(always)]
    pub(super) fn write_outputs(sets: Sets<V, VECTORS, SETS>, outputs: &mut [u8], each: usize) {
        let mut outputs = outputs;
        Self::each_message(
            sets,
            #[inline(always)]
            |_, columns| write_last(first_bytes(&mut outputs, each), columns),
        );
    }

    /// Changes the basis back and calls `visit` with the number of each message and the pairs of its columns.
    #[inline(always)]
    fn each_message(sets: Sets<V, VECTORS, SETS>, mut visit: impl FnMut(usize, &[Group])) {
        for (s, mut set) in sets.into_iter().enumerate() {
            for x in &mut set {
                *x = x.out_of_basis();
            }
            let columns = transpose::store(Self::LAYOUT, set);
            let groups = V::GROUPS.div_ceil(Self::LAYOUT.messages(V::GROUPS));
            for (g, columns) in columns.iter().enumerate().take(V::GROUPS).step_by(groups) {
                visit(Self::message(s, g, 0), &columns[..COLUMNS / 2]);
            }
            if let Layout::TwoMessages = Self::LAYOUT {
                for (g, columns) in columns.iter().enumerate().take(V::GROUPS) {
                    visit(Self::message(s, g, COLUMNS / 2), &columns[COLUMNS / 2..]);
                }
            }
        }
    }
}
