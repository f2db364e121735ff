//! Each vector contains the same column of several messages, so no step moves columns within a vector: which columns
//! are S0 to S3 is a matter of addresses.
//!
//! Vector j contains Sj of 4, 8 or 16 messages, 4 bytes each. Shuffling the 4 bytes of a message moves rows. `smix`
//! takes the byte of row i from the vector of column j + i, which is ShiftRows; W is the S-box's result for it. With P
//! for the rotation by one row, and D = W1 + W2 + W3:
//!
//! ```text
//!   column j of the result = W(j) + P 4 W(j - 1) + P^2 7 W(j - 2) + P^3 W(j - 3) + m(j) D          m = 1, 1, 7, 4
//! ```
//!
//! The columns are in memory, and every sub-round moves the start of the state down by three columns. When there is no
//! room left below, all columns are copied back up. [Fugue] 3 to 5.

use super::columns::smix::{Multiples, mixed_byte};
use super::round::{Column, REPETITIONS, Round, schedule};
use crate::cpu::Kernel;
use crate::kernel::Operands;
use crate::list::Technique;
use crate::vector::words::each_message;
use crate::vector::{Bytes, SubBytes, store_first_of_group};
use core::marker::PhantomData;
use messages::{Words, load_words};

mod messages;

/// The number of columns in use at once: 36, and the 12 below them into which a message word moves the state.
const WINDOW: usize = 48;
/// The number of places for columns: a window may begin at any of 64 places.
const ROOM: usize = WINDOW + 63;

/// The technique of this file.
pub(super) const TECHNIQUE: Technique = Technique::new("sliced", "[Fugue] 3 to 5");

/// The kernel for `N` messages in vectors `V`.
pub(super) struct Sliced<V, M, const N: usize, const COLUMNS: usize, const SUB_ROUNDS: usize>(PhantomData<(V, M)>);

impl<V, M, const N: usize, const COLUMNS: usize, const SUB_ROUNDS: usize> Kernel
    for Sliced<V, M, N, COLUMNS, SUB_ROUNDS>
where
    V: SubBytes + 'static,
    M: Multiples<V>,
{
    type Tier = V::Tier;
    type Primitive = Round<COLUMNS, SUB_ROUNDS>;
    const STATES: usize = N;
    /// Whole messages, whose lengths may differ.
    const PADS: bool = true;

    #[inline(always)]
    fn run(tier: V::Tier, operands: Operands<'_, Self::Primitive>) {
        const { assert!(N == 4 * V::GROUPS, "four messages per group of 16 bytes") };
        for batch in operands.padding_batches::<N, true>() {
            let (start, states) = (batch.start(), &*batch.states);
            let x = initial(tier, start, states, 0);
            // Not initialized with zeros: the compiler would call a function to clear the memory.
            let mut places = [x[0]; ROOM];
            let mut s = State::<V, M, COLUMNS, SUB_ROUNDS> {
                tier,
                x,
                places: &mut places,
                base: ROOM - WINDOW,
                up: up(tier),
                smix: PhantomData,
            };
            for n in 1..COLUMNS.div_ceil(4) {
                if let Some(places) = s.window().get_mut(4 * n..).and_then(|places| places.first_chunk_mut()) {
                    *places = initial(tier, start, states, n);
                }
            }
            let lists = batch.input.lists();
            s.absorb(Words::<N>::new(lists), start);
            let (states, outputs) = (batch.states, batch.outputs);
            if !lists.finalize {
                s.store(states);
                continue;
            }
            let each = batch.output_bytes.unwrap_or_default();
            s.final_round(
                #[inline(always)]
                |n, first, columns| {
                    if outputs.is_empty() {
                        put(states, first, columns);
                    } else {
                        write(outputs, each, 16 * n, columns);
                    }
                },
            );
        }
    }
}

#[inline(always)]
fn into_basis<V: SubBytes>([a, b, c, d]: [V; 4]) -> [V; 4] {
    [a.into_basis(), b.into_basis(), c.into_basis(), d.into_basis()]
}

#[inline(always)]
fn out_of_basis<V: SubBytes>([a, b, c, d]: [V; 4]) -> [V; 4] {
    [a.out_of_basis(), b.out_of_basis(), c.out_of_basis(), d.out_of_basis()]
}

/// Returns columns 4n to 4n + 3 of each message's state, or of `start` where all messages start from it, in the basis
/// of `V`.
#[inline(always)]
fn initial<V: SubBytes, const COLUMNS: usize>(
    tier: V::Tier,
    start: Option<&[Column; COLUMNS]>,
    states: &[[Column; COLUMNS]],
    n: usize,
) -> [V; 4] {
    match start {
        Some(start) => same_columns(tier, start, n),
        None => into_basis(load_words(
            tier,
            #[inline(always)]
            |m| states.get(m).or(states.first()).map(|state| state.as_flattened()).unwrap_or_default(),
            n,
        )),
    }
}

/// Copies columns 4n to 4n + 3 of one state to all messages, in the basis of `V`; past the last column, zeros.
#[inline(always)]
fn same_columns<V: SubBytes, const COLUMNS: usize>(tier: V::Tier, start: &[Column; COLUMNS], n: usize) -> [V; 4] {
    let mut columns = [V::zero(tier); 4];
    for (i, column) in columns.iter_mut().enumerate() {
        let word = start.get(4 * n + i).map_or(0, |column| u32::from_le_bytes(*column));
        *column = V::broadcast_word(tier, word).into_basis();
    }
    columns
}

/// The state of all messages.
struct State<'a, V: SubBytes, M, const COLUMNS: usize, const SUB_ROUNDS: usize> {
    tier: V::Tier,
    /// S0 to S3.
    x: [V; 4],
    /// Sj at place `base` + j, from S4 on.
    places: &'a mut [V; ROOM],
    base: usize,
    /// Indices of shuffles that move rows up by 1, 2 and 3.
    up: [V; 3],
    smix: PhantomData<M>,
}

impl<V, M, const COLUMNS: usize, const SUB_ROUNDS: usize> State<'_, V, M, COLUMNS, SUB_ROUNDS>
where
    V: SubBytes,
    M: Multiples<V>,
{
    /// Absorbs all words. Messages begin in the state `start`.
    #[inline(always)]
    fn absorb<const N: usize>(&mut self, mut words: Words<'_, N>, start: Option<&[Column; COLUMNS]>) {
        while words.left > 0 {
            let (four, range) = words.four(self.tier);
            let four = into_basis(four);
            let after = words.left - range.len();
            // Two loops: where no message begins, the columns stay in registers.
            if let (true, Some(start)) = (words.next_begins > after, start) {
                for n in range {
                    if words.left == words.next_begins {
                        self.begin(words.begin(self.tier), start);
                    }
                    self.round(four[n % 4]);
                    words.left -= 1;
                }
            } else {
                for n in range {
                    self.round(four[n % 4]);
                }
            }
            words.left = after;
        }
    }

    /// Sets the lanes under a mask to the start state.
    #[inline(always)]
    fn begin(&mut self, lanes: V, start: &[Column; COLUMNS]) {
        let tier = self.tier;
        let set = |place: &mut V, value: V| *place = lanes.andnot(*place).or(lanes.and(value));
        for (place, value) in self.x.iter_mut().zip(same_columns(tier, start, 0)) {
            set(place, value);
        }
        for (n, places) in self.window().as_chunks_mut::<4>().0.iter_mut().enumerate().take(COLUMNS.div_ceil(4)).skip(1)
        {
            for (place, value) in places.iter_mut().zip(same_columns(tier, start, n)) {
                set(place, value);
            }
        }
    }

    /// Returns the places from `base` on.
    #[inline(always)]
    fn window(&mut self) -> &mut [V; WINDOW] {
        // There are always `WINDOW` places. The remainder proves this to the compiler, which then compiles no panic
        // into the kernel.
        let base = self.base % 64;
        let (window, _) = self.places[base..].split_first_chunk_mut().unwrap_or_else(|| unreachable!());
        window
    }

    /// Moves the start of the state down by `columns` columns, and copies the state up first if there is no room.
    #[inline(always)]
    fn lower(&mut self, columns: usize) {
        if self.base < columns {
            let mut j = COLUMNS;
            while j > 4 {
                j -= 1;
                self.places[(ROOM - WINDOW + j) % ROOM] = self.places[(self.base + j) % ROOM];
            }
            self.base = ROOM - WINDOW;
        }
        self.base -= columns;
    }

    /// The round `R`: absorbs a word of every message, then computes the sub-rounds.
    #[inline(always)]
    fn round(&mut self, word: V) {
        self.lower(3 * SUB_ROUNDS);
        let (tier, up, mut x) = (self.tier, self.up, self.x);
        let window = self.window();
        let s = 3 * SUB_ROUNDS;
        let schedule = const { schedule(SUB_ROUNDS) };
        window[s + schedule.kept] = window[s + schedule.kept].xor(x[0]);
        x[0] = word;
        window[s + 8] = window[s + 8].xor(word);
        for &(to, from) in schedule.fed_forward {
            let from = window[s + from];
            if to < 4 {
                x[to] = x[to].xor(from);
            } else {
                window[s + to] = window[s + to].xor(from);
            }
        }
        x = Self::sub_round(tier, up, window, s - 3, x);
        x = Self::sub_round(tier, up, window, s - 6, x);
        if SUB_ROUNDS > 2 {
            x = Self::sub_round(tier, up, window, s - 9, x);
        }
        if SUB_ROUNDS > 3 {
            x = Self::sub_round(tier, up, window, s - 12, x);
        }
        self.x = x;
    }

    /// A sub-round; it leaves Sj at place `s` + j of the window.
    #[inline(always)]
    fn sub_round(tier: V::Tier, up: [V; 3], window: &mut [V; WINDOW], s: usize, [x0, x1, x2, x3]: [V; 4]) -> [V; 4] {
        window[s + 4] = x1;
        window[s + 5] = x2;
        window[s + 6] = x3;
        let half = s + COLUMNS / 2;
        window[half] = window[half].xor(x1);
        window[half + 1] = window[half + 1].xor(x2);
        window[half + 2] = window[half + 2].xor(x3);
        // The three columns that were last are still in their places.
        let last = s + COLUMNS;
        smix::<V, M>(tier, up, [window[last].xor(x1), window[last + 1].xor(x2), window[last + 2].xor(x3), x0])
    }

    /// The final round G. Then calls `output(n, first, columns)` for every four columns of the output: the index of the
    /// four, the number of its first column in the state, and the columns. From the second phase on, the columns stay
    /// where they are and the place of S0 moves.
    #[inline(always)]
    fn final_round(mut self, mut output: impl FnMut(usize, usize, [V; 4])) {
        for _ in 0..schedule(SUB_ROUNDS).sub_rounds {
            self.lower(3);
            let (tier, up, x) = (self.tier, self.up, self.x);
            self.x = Self::sub_round(tier, up, self.window(), 0, x);
        }
        let (tier, up, mut x) = (self.tier, self.up, self.x);
        let window = self.window();
        let mut turn = 0;
        let place = |turn: usize, j: usize| (turn + j) % COLUMNS;
        window[..4].copy_from_slice(&x);
        for _ in 0..REPETITIONS {
            for &(targets, rotation) in schedule(SUB_ROUNDS).lines {
                for &target in targets {
                    let target = place(turn, target);
                    window[target] = window[target].xor(x[0]);
                }
                turn = place(turn, COLUMNS - rotation);
                for i in 0..4 {
                    x[i] = window[place(turn, i)];
                }
                x = smix::<V, M>(tier, up, x);
                for i in 0..4 {
                    window[place(turn, i)] = x[i];
                }
            }
        }
        for &target in schedule(SUB_ROUNDS).last {
            let target = place(turn, target);
            window[target] = window[target].xor(x[0]);
        }
        for (n, part) in schedule(SUB_ROUNDS).output.chunks(4).enumerate() {
            let first = part.first().copied().unwrap_or_default();
            output(n, first, core::array::from_fn(|i| window[place(turn, first + i)]));
        }
    }

    /// Stores all columns.
    #[inline(always)]
    fn store(mut self, states: &mut [[Column; COLUMNS]]) {
        put(states, 0, self.x);
        let window = self.window();
        let mut first = 4;
        while first < COLUMNS {
            if let Some(columns) = window.get(first..).and_then(|columns| columns.first_chunk()) {
                put(states, first, *columns);
            }
            first += 4;
        }
    }
}

/// Stores four columns of every message, from column `first` on. Columns past the end of the state are ignored.
#[inline(always)]
fn put<V: SubBytes, const COLUMNS: usize>(states: &mut [[Column; COLUMNS]], first: usize, columns: [V; 4]) {
    each_message(out_of_basis(columns), |m, group| {
        let Some(state) = states.get_mut(m) else { return };
        for (i, column) in group.as_chunks().0.iter().enumerate() {
            if let Some(place) = state.get_mut(first + i) {
                *place = *column;
            }
        }
    });
}

/// Writes four columns of every message to its output of `each` bytes, from byte `first` on.
#[inline(always)]
fn write<V: SubBytes>(outputs: &mut [u8], each: usize, first: usize, columns: [V; 4]) {
    each_message(
        out_of_basis(columns),
        #[inline(always)]
        |m, group| {
            let output = outputs.get_mut(m * each..).and_then(|outputs| outputs.get_mut(..each)).unwrap_or_default();
            store_first_of_group(&group, output.get_mut(first..).unwrap_or_default());
        },
    );
}

/// Returns the indices of shuffles that move rows up by 1, 2 and 3. Their values are hidden from the compiler, which
/// would otherwise replace the shuffles with rotations. Some machines have fewer units for rotations, and the S-box
/// needs those.
#[inline(always)]
fn up<V: Bytes>(tier: V::Tier) -> [V; 3] {
    const UP: [[u8; 16]; 3] = {
        let mut up = [[0; 16]; 3];
        let mut n = 0;
        while n < 48 {
            let (rows, n_of) = (n / 16 + 1, n % 16);
            up[n / 16][n_of] = ((n_of & !3) | (n_of + rows) & 3) as u8;
            n += 1;
        }
        up
    };
    let [one, two, three] = core::hint::black_box(&UP);
    [V::broadcast(tier, *one), V::broadcast(tier, *two), V::broadcast(tier, *three)]
}

/// `smix` of four columns.
#[inline(always)]
fn smix<V: SubBytes, M: Multiples<V>>(tier: V::Tier, up: [V; 3], [u0, u1, u2, u3]: [V; 4]) -> [V; 4] {
    // ShiftRows: moves rows 1 and 3 by one column, then rows 2 and 3 by two columns.
    let rows = |rows: [u8; 4]| V::broadcast(tier, core::array::from_fn(|n| rows[n % 4]));
    let (odd, lower) = (rows([0, 0xff, 0, 0xff]), rows([0, 0, 0xff, 0xff]));
    let select = |mask: V, a: V, b: V| mask.andnot(a).or(mask.and(b));
    let (v0, v1, v2, v3) = (select(odd, u0, u1), select(odd, u1, u2), select(odd, u2, u3), select(odd, u3, u0));
    let tables = M::tables(tier);
    let multiples = |x: V| M::multiples(&tables, M::in_order(x));
    let [a0, b0, c0] = multiples(select(lower, v0, v2));
    let [a1, b1, c1] = multiples(select(lower, v1, v3));
    let [a2, b2, c2] = multiples(select(lower, v2, v0));
    let [a3, b3, c3] = multiples(select(lower, v3, v1));

    let deferred = |column| V::broadcast(tier, [mixed_byte::<V>(M::DEFERRED, column); 16]);
    let d = a1.eor3(a2, a3).xor(deferred(0));
    let d7 = c1.eor3(c2, c3).xor(deferred(2));
    let d4 = b1.eor3(b2, b3).xor(deferred(3));
    let up = |x: V, rows: usize| x.shuffle_by(up[rows - 1]);
    [
        a0.eor3(up(b3, 1), up(c2, 2)).eor3(up(a1, 3), d),
        a1.eor3(up(b0, 1), up(c3, 2)).eor3(up(a2, 3), d),
        a2.eor3(up(b1, 1), up(c0, 2)).eor3(up(a3, 3), d7),
        a3.eor3(up(b2, 1), up(c1, 2)).eor3(up(a0, 3), d4),
    ]
}
