//! Columns in vectors: each register holds three columns of the state, so a rotation by three columns only renames
//! registers. The loop absorbs one message word per iteration and moves the registers at its end. [Fugue-SIMD],
//! "Representation of the State".
//!
//! The four columns that a sub-round mixes, `x` = S0 to S3, are the result of one `smix` and, moved by three columns,
//! part of the operand of the next one. Register m contains columns 3m to 3m + 2 in its upper three places; its
//! lowest place is free. S4 to S6 are columns S1 to S3 of `x` before the rotation, so they are in the same places as
//! the columns to which `cmix` adds them:
//!
//! ```text
//!   x              S0    S1    S2    S3         from the last `smix`
//!   last register  0     S27   S28   S29        S0 to S2 after the rotation
//!                  ----------------------
//!   sum            S3    S0    S1    S2         after the rotation and `cmix`: the operand of `smix`
//! ```
//!
//! In the same way, `x` is added to a register in the second half of the state. The columns S3 to S5 become a register
//! of their own after the next `smix`, which computes the new S3. So only one sum separates one `smix` from the next.
//! Absorbing a message word also clears the place of S0.
//!
//! Each group of 16 bytes in a vector holds one message.

use super::round::{Column, REPETITIONS, Round, schedule, words_of};
use crate::cpu::Kernel;
use crate::each::each;
use crate::kernel::Operands;
#[cfg(detection)]
use crate::list::Technique;
use crate::vector::{SubBytes, each_group};
use core::marker::PhantomData;
use deferred::{Corrections, Omitted};
use shuffles::{NONE, lanes, moved};
use smix::{Group, Smix};

#[cfg(target_arch = "x86_64")]
pub(super) mod by8;
mod deferred;
mod shuffles;
pub(super) mod smix;

/// Registers of a state of 36 columns.
const REGISTERS: usize = 12;

/// [`each!`] for registers 1 and up.
macro_rules! each_register {
    ($m:ident => $do:expr) => {
        each!($m => $do; 1 2 3 4 5 6 7 8 9 10 11)
    };
}

/// The technique of this file and folder, for machines with an instruction for the S-box. Without one, the techniques
/// are [`super::vperm7`], [`super::vperm10`], [`super::vperm11`] and [`super::vperm13`], which share this file.
#[cfg(detection)]
pub(super) const TECHNIQUE: Technique = Technique::new("columns", "[Fugue-SIMD]");

/// The kernel for `N` messages in vectors `V`, with the `smix` of `M`.
pub(super) struct InVectors<V, M, const N: usize, const COLUMNS: usize, const SUB_ROUNDS: usize>(PhantomData<(V, M)>);

impl<V, M, const N: usize, const COLUMNS: usize, const SUB_ROUNDS: usize> Kernel
    for InVectors<V, M, N, COLUMNS, SUB_ROUNDS>
where
    V: SubBytes + 'static,
    M: Smix<V>,
{
    type Tier = V::Tier;
    type Primitive = Round<COLUMNS, SUB_ROUNDS>;
    const STATES: usize = N;

    #[inline(always)]
    fn run(tier: V::Tier, operands: Operands<'_, Self::Primitive>) {
        const { assert!(N == V::GROUPS, "a group of 16 bytes holds a message") };
        for batch in operands.batches::<N>() {
            let all: [_; N] = batch.initial_states(&[[0; 4]; COLUMNS]);
            let mut s = State::<V, M, COLUMNS, SUB_ROUNDS>::load(tier, all);
            let lists = batch.input.lists();
            for words in words_of::<N>(lists) {
                s.round(words);
            }
            if lists.finalize {
                s.final_round(batch.states);
            } else {
                s.store(batch.states, V::out_of_basis);
            }
        }
    }
}

/// Constants with values hidden from the compiler; `from_0_to_3` is hidden only where this is faster. If the compiler
/// knew a mask, it would use an instruction that can't also add, and replace some shuffles with two other instructions.
#[derive(Clone, Copy)]
struct Masks<V: SubBytes> {
    /// Ones everywhere except in place 0.
    but_place_0: V,
    /// Ones in place 1.
    place_1: V,
    /// Moves place 0 to place 2.
    from_0_to_2: V,
    /// Moves place 1 to place 2.
    from_1_to_2: V,
    /// Moves place 0 to place 3.
    from_0_to_3: V,
}

impl<V: SubBytes> Masks<V> {
    #[inline(always)]
    fn new(tier: V::Tier) -> Self {
        let hidden = |group: &Group| V::broadcast(tier, *core::hint::black_box(group));
        Self {
            but_place_0: hidden(&(!0u128 << 32).to_le_bytes()),
            place_1: hidden(&(0xffff_ffffu128 << 32).to_le_bytes()),
            from_0_to_2: hidden(const { &moved(0, 2) }),
            from_1_to_2: hidden(const { &moved(1, 2) }),
            from_0_to_3: V::broadcast(tier, *V::constants(const { &moved(0, 3) })),
        }
    }
}

/// The state of the messages. `x` and the registers omit constants; see [`deferred`].
struct State<V: SubBytes, M: Smix<V>, const COLUMNS: usize, const SUB_ROUNDS: usize> {
    tier: V::Tier,
    /// S0 to S3.
    x: V,
    /// Columns 3m to 3m + 2 in the upper three places of register m, from 1 on.
    r: [V; REGISTERS],
    masks: Masks<V>,
    corrections: Corrections<V>,
    /// The constants of `smix`.
    constants: M::Constants,
}

impl<V, M, const COLUMNS: usize, const SUB_ROUNDS: usize> State<V, M, COLUMNS, SUB_ROUNDS>
where
    V: SubBytes,
    M: Smix<V>,
{
    /// The last register.
    const LAST: usize = COLUMNS / 3 - 1;
    /// The register in the middle.
    const MIDDLE: usize = COLUMNS / 6;
    const OMITTED: Omitted = Omitted::by(M::DEFERRED);

    /// Returns the constant that register m omits.
    #[inline(always)]
    const fn omitted(m: usize) -> Group {
        Self::OMITTED.of_register(m, Self::MIDDLE)
    }

    #[inline(always)]
    fn constant(&self, group: Group) -> V {
        V::broadcast(self.tier, group)
    }

    /// Loads columns; those of message g go to group g.
    #[inline(always)]
    fn load<const N: usize>(tier: V::Tier, states: [&[Column; COLUMNS]; N]) -> Self {
        let group = |from: usize| V::gather(tier, |g| four_columns(states[g % N], from)).into_basis();
        let masks = Masks::new(tier);
        let mut r = [V::zero(tier); REGISTERS];
        each_register!(M => if M <= Self::LAST {
            r[M] = group(3 * M - 1).and(masks.but_place_0).xor(V::broadcast(tier, Self::omitted(M)));
        });
        let x = group(0).xor(V::broadcast(tier, Self::OMITTED.x));
        let corrections = const { &Self::OMITTED.corrections() };
        let corrections = V::constants(corrections).map(|group| V::broadcast(tier, *group));
        Self { tier, x, r, masks, corrections, constants: M::constants(tier) }
    }

    /// Stores all columns, after `change_basis`.
    #[inline(always)]
    fn store(&self, states: &mut [[Column; COLUMNS]], change_basis: impl Fn(V) -> V) {
        let mut groups = [[[0; 16]; 4]; REGISTERS];
        change_basis(self.x.xor(self.constant(Self::OMITTED.x))).store(&mut groups[0]);
        each_register!(M => if M <= Self::LAST {
            change_basis(self.r[M].xor(self.constant(Self::omitted(M)))).store(&mut groups[M]);
        });
        each_group::<V>(
            #[inline(always)]
            |g| {
                let Some(state) = states.get_mut(g) else { return };
                // The free place of a register falls on the last column of the next lower one, which is stored later.
                each_register!(M => if REGISTERS - M <= Self::LAST {
                    set(state, 3 * (REGISTERS - M) - 1, &groups[REGISTERS - M][g]);
                });
                set(state, 0, &groups[0][g]);
            },
        );
    }

    /// The round `R`: absorbs a word of each message, then computes the sub-rounds.
    #[inline(always)]
    fn round<const N: usize>(&mut self, words: [&[u8; 4]; N]) {
        let mut sum = self.tix(V::gather(self.tier, |g| in_place_0(words[g % N])).into_basis());
        // Not a loop: the compiler might keep it, and then move registers instead of renaming them.
        sum = self.sub_round(sum);
        if SUB_ROUNDS > 2 {
            sum = self.sub_round(sum);
        }
        if SUB_ROUNDS > 3 {
            sum = self.sub_round(sum);
        }
        self.last_sub_round(sum);
    }

    /// `TIX`, with the word in place 0. For k sub-rounds the schedule is regular: S0 is added to S(6k - 2), which is
    /// the middle column of a register, and the columns that are fed forward are the lowest columns of k registers.
    /// Returns the operand of the first `smix`.
    #[inline(always)]
    fn tix(&mut self, word: V) -> V {
        const {
            assert!(schedule(SUB_ROUNDS).kept == 6 * SUB_ROUNDS - 2);
            assert!(COLUMNS / 3 - SUB_ROUNDS >= Self::MIDDLE, "fed-forward columns omit what `Corrections` assumes");
        }
        let from = COLUMNS / 3 - SUB_ROUNDS;
        let kept = self.x.shuffle_by(self.masks.from_0_to_2);
        self.r[2 * SUB_ROUNDS - 1] = self.r[2 * SUB_ROUNDS - 1].xor(kept).xor(self.corrections.kept);
        self.r[2] = self.r[2].xor(word.shuffle_by(self.masks.from_0_to_3));
        for i in 1..SUB_ROUNDS - 1 {
            let fed_forward = self.r[from + i].shuffle_by(self.masks.from_1_to_2);
            self.r[i] = self.r[i].xor(fed_forward).xor(self.corrections.fed_forward);
        }
        let added = self.r[from].and(self.masks.place_1).xor(word).xor(self.corrections.x);
        let sum = self.x.and(self.masks.but_place_0).xor(added.xor(self.r[Self::LAST]));
        self.x = self.x.and(self.masks.but_place_0).xor(added);
        sum
    }

    /// A sub-round: `ROR3`, `CMIX`, `SMIX`. Takes the sum of `x` and the last register, and returns the next one.
    #[inline(always)]
    fn sub_round(&mut self, sum: V) -> V {
        let x = self.turn();
        let (mixed, next) = M::smix_and_add(&self.constants, sum, self.r[Self::LAST]);
        self.settle(x, mixed);
        next
    }

    /// The last sub-round of a round. It returns no sum, because `tix` computes another one.
    #[inline(always)]
    fn last_sub_round(&mut self, sum: V) {
        let x = self.turn();
        let mixed = M::smix(&self.constants, sum);
        self.settle(x, mixed);
    }

    /// Renames every register to the next one, adds `x` to the register in the middle, and clears its free place.
    /// Returns `x`. Renaming costs nothing within a word; the loop over words moves the registers at its end.
    #[inline(always)]
    fn turn(&mut self) -> V {
        each_register!(M => if REGISTERS - M <= Self::LAST && REGISTERS - M > 1 {
            self.r[REGISTERS - M] = self.r[REGISTERS - M - 1];
        });
        let middle = self.r[Self::MIDDLE].xor(self.x).and(self.masks.but_place_0);
        self.r[Self::MIDDLE] = middle.xor(self.corrections.middle);
        self.x
    }

    /// Replaces `x` with `mixed`. Register 1 receives the new S3, which is the last column of `mixed`, and S1 and S2 of
    /// the old `x`, which are now S4 and S5.
    #[inline(always)]
    fn settle(&mut self, x: V, mixed: V) {
        // The content of place 0 does not matter.
        self.r[1] = mixed.shuffle(lanes([0, 3, NONE, NONE])).or(x.shuffle(lanes([NONE, NONE, 1, 2])));
        self.x = mixed;
    }

    /// The final round G, after which the states contain the columns of the output.
    ///
    /// In its second phase each `smix` works on one of several windows of four columns; there are as many windows as
    /// sub-rounds in a round. With each repetition a window moves up by one column: its S0 remains behind, and S0 is
    /// added to the column that enters. The order S3, S0, S1, S2 of the operand of `smix` has the entering column in
    /// the place of S0, so one sum of vectors does both. S0 is also added to the first column of the other windows.
    #[inline(always)]
    fn final_round(mut self, states: &mut [[Column; COLUMNS]]) {
        let mut sum = self.x.xor(self.r[Self::LAST]);
        for _ in 0..schedule(SUB_ROUNDS).sub_rounds {
            sum = self.sub_round(sum);
        }
        self.store(states, |columns| columns);
        let tier = self.tier;
        let mut windows = [V::zero(tier); 4];
        for i in 1..SUB_ROUNDS {
            let first = first_of_window::<COLUMNS, SUB_ROUNDS>(i);
            windows[i] = V::gather(tier, |g| of(states, g, |s| four_columns(s, first))).shuffle(lanes([3, 0, 1, 2]));
        }
        let mut x = self.x.xor(self.constant(Self::OMITTED.x));
        for repetition in 0..REPETITIONS {
            for i in 0..SUB_ROUNDS {
                Self::leave_window(tier, &mut windows, x, i, repetition, states);
                x = M::smix(&self.constants, windows[(i + 1) % SUB_ROUNDS]).xor(self.constant(Self::OMITTED.x));
            }
        }
        Self::leave_window(tier, &mut windows, x, 0, REPETITIONS, states);
        for i in 0..SUB_ROUNDS {
            let first = if i == 0 { 1 } else { first_of_window::<COLUMNS, SUB_ROUNDS>(i) };
            scatter(
                states,
                windows[i].shuffle(lanes([1, 2, 3, 0])).out_of_basis(),
                #[inline(always)]
                |state, columns| set(state, first, columns),
            );
        }
    }

    /// Moves window `i`, from which `x` was computed, up by one column.
    #[inline(always)]
    fn leave_window(
        tier: V::Tier,
        windows: &mut [V; 4],
        x: V,
        i: usize,
        repetition: usize,
        states: &mut [[Column; COLUMNS]],
    ) {
        let s0 = x.shuffle(moved(0, 1));
        for other in 0..SUB_ROUNDS {
            if other != i {
                windows[other] = windows[other].xor(s0);
            }
        }
        let place = |n: usize| (first_of_window::<COLUMNS, SUB_ROUNDS>(i) + repetition + n) % COLUMNS;
        let next = V::gather(tier, |g| of(states, g, |s| in_place_0(s.get(place(4)).unwrap_or(&[0; 4]))));
        windows[i] = x.xor(next);
        scatter(
            states,
            x,
            #[inline(always)]
            |state, columns| {
                if let (Some(place), Some(s0)) = (state.get_mut(place(0)), columns.first_chunk()) {
                    *place = *s0;
                }
            },
        );
    }
}

/// Returns the first column of a window at the start, in the order in which windows are mixed.
const fn first_of_window<const COLUMNS: usize, const SUB_ROUNDS: usize>(i: usize) -> usize {
    (COLUMNS - i * COLUMNS / SUB_ROUNDS) % COLUMNS
}

/// Returns what `say` computes from the state of message g, or zeros if message g doesn't exist.
#[inline(always)]
fn of<S>(states: &[S], g: usize, say: impl Fn(&S) -> Group) -> Group {
    states.get(g).map_or([0; 16], say)
}

/// Returns columns `from` to `from` + 3.
#[inline(always)]
fn four_columns<const COLUMNS: usize>(state: &[Column; COLUMNS], from: usize) -> Group {
    let bytes = state.as_flattened().get(4 * from..).and_then(|bytes| bytes.first_chunk());
    *bytes.unwrap_or(&[0; 16])
}

/// Returns a column in place 0, with zeros above.
#[inline(always)]
fn in_place_0(column: &Column) -> Group {
    u128::from(u32::from_le_bytes(*column)).to_le_bytes()
}

/// The inverse of `gather`: calls `put` with the state of each message and its group of the vector.
#[inline(always)]
fn scatter<V: SubBytes, S>(states: &mut [S], x: V, put: impl Fn(&mut S, &Group)) {
    let mut groups = [[0; 16]; 4];
    x.store(&mut groups);
    each_group::<V>(
        #[inline(always)]
        |g| {
            if let Some(state) = states.get_mut(g) {
                put(state, &groups[g]);
            }
        },
    );
}

/// Replaces four columns of a state, from number `from` on.
#[inline(always)]
fn set<const COLUMNS: usize>(state: &mut [Column; COLUMNS], from: usize, columns: &Group) {
    if let Some(place) = state.as_flattened_mut().get_mut(4 * from..).and_then(|bytes| bytes.first_chunk_mut()) {
        *place = *columns;
    }
}
