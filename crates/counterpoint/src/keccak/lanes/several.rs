//! Several states of 64-bit lanes at once: a vector contains lane (x, y) of each state.
//!
//! Each message is contiguous in memory, so its lanes must be spread over the vectors, two at a time: one vector loads
//! 16 bytes of each message with an even index, a second one 16 bytes of each of the others. Interleaving the lower and
//! the upper halves of their groups yields the two lanes.
//!
//! ```text
//!   even   | m0: 2k   2k+1 | m2: 2k   2k+1 |       lane 2k      | m0 | m1 | m2 | m3 |
//!   odd    | m1: 2k   2k+1 | m3: 2k   2k+1 |  -->  lane 2k+1    | m0 | m1 | m2 | m3 |
//! ```

use super::{add_to_last_lane, each_lane, each_pair, each_rate, keccak_p};
use crate::cpu::Kernel;
use crate::each::each;
use crate::keccak::primitive::KeccakP1600;
use crate::kernel::Operands;
use crate::kernel::bytes::{exactly, first_bytes};
use crate::vector::padding::{TailLoader, with_tail_loader};
use crate::vector::{Bytes, Lane, each_group, transposed8};
use core::marker::PhantomData;

/// [`each!`] for the states of a batch, at most 8.
macro_rules! each_state {
    ($m:ident => $do:expr) => {
        each!($m => $do; 0 1 2 3 4 5 6 7)
    };
}

/// 16 bytes: two lanes of a message.
type Group = [u8; 16];

/// `N` states in vectors of type `L`, for lanes of 64 bits; [`SeveralNarrow`](super::SeveralNarrow) is for narrower
/// ones.
pub(in crate::keccak) struct SeveralAtOnce<L, const N: usize>(PhantomData<L>);

impl<L: Lane + Bytes + 'static, const N: usize> Kernel for SeveralAtOnce<L, N> {
    type Tier = L::Tier;
    type Primitive = KeccakP1600;
    const STATES: usize = N;
    /// If the machine can't load part of a vector, kernels with vectors of one group do not pad. On WebAssembly,
    /// padding was measured: batches of short messages would take 13 % less time, but a compressed module would grow by
    /// 2 kB. With NEON, it was not measured.
    const PADS: bool = L::HAS_MASKED_BYTES || L::GROUPS > 1;

    #[inline(always)]
    fn run(tier: L::Tier, operands: Operands<'_, KeccakP1600>) {
        const { assert!(N == L::STATES && N == 2 * L::GROUPS, "every lane has a state") };
        if Self::PADS { run::<L, N, true>(tier, operands) } else { run::<L, N, false>(tier, operands) }
    }
}

/// Absorbs and permutes batches of `N` states, and pads messages if `PADS` is true.
#[inline(always)]
fn run<L: Lane + Bytes, const N: usize, const PADS: bool>(tier: L::Tier, operands: Operands<'_, KeccakP1600>) {
    let mut in_zeros = None;
    for mut batch in operands.padding_batches::<N, PADS>() {
        let (rate_bytes, rounds) = batch.parameters.rate_and_rounds();
        let mut a = match batch.start() {
            Some(start) => spread(tier, start),
            None => load_states::<L, N>(tier, batch.initial_states(&[0; 25])),
        };
        while let Some((blocks, _)) = batch.input.next(rate_bytes) {
            absorb_blocks(tier, &mut a, blocks);
            a = keccak_p(tier, a, 24, rounds);
        }
        if let (true, Some(tails)) = (PADS, batch.input.tails()) {
            with_tail_loader::<L, N, _>(
                &tails,
                batch.padding.suffix,
                &mut in_zeros,
                #[inline(always)]
                |loader| absorb_tails(tier, &mut a, tails, loader),
            );
            add_to_last_lane(tier, &mut a, rate_bytes, batch.padding.closing);
            a = keccak_p(tier, a, 24, rounds);
        }
        let keep = batch.output_bytes.unwrap_or(200);
        if PADS && !batch.outputs.is_empty() {
            write::<L, N>(a, batch.outputs, keep);
        } else {
            store_states(a, batch.states, keep);
        }
    }
}

/// Adds blocks of the same length, which are whole lanes.
#[inline(always)]
fn absorb_blocks<L: Lane + Bytes, const N: usize>(tier: L::Tier, a: &mut [L; 25], blocks: [&[u8]; N]) {
    // Two states fit in the 32 registers of AVX-512. They stay there only if the code for each rate of SHA-3 and SHAKE
    // has no exits between the lanes, which saves 5 % of the time.
    if N == 2 {
        each_rate!(RATE => if let Some(blocks) = exactly(RATE, blocks) {
            return add_blocks(tier, a, blocks);
        });
    }
    add_blocks(tier, a, blocks);
}

/// Adds the tails of messages and the suffix after them.
///
/// As many lanes of each message are loaded as there are messages, and then transposed.
#[inline(always)]
fn absorb_tails<L: Lane + Bytes, const N: usize>(
    tier: L::Tier,
    a: &mut [L; 25],
    tails: [&[u8]; N],
    loader: &TailLoader<'_, N>,
) {
    let mut most = 0;
    for tail in tails {
        most = most.max(tail.len());
    }
    each_lane!(K => if K.is_multiple_of(N) {
        let begin = 8 * K;
        if begin >= most + 8 {
            return;
        }
        let mut rows = [a[0]; N];
        each_state!(M => if M < N {
            rows[M] = loader.load(tier, tails[M], M, begin);
        });
        let lanes = transposed8(rows);
        each_state!(M => if M < N && let Some(lane) = a.get_mut(K + M) {
            *lane = lane.xor(lanes[M]);
        });
    });
}

/// Writes outputs of `each` bytes: the first bytes of each state.
#[inline(always)]
fn write<L: Lane + Bytes, const N: usize>(a: [L; 25], mut outputs: &mut [u8], each: usize) {
    // If the machine can't store part of a vector, this takes many instructions, so the kernel contains them only once.
    if let Some((incomplete, begin)) = write_vectors::<L, N>(a, outputs, each) {
        for vector in incomplete {
            vector.store_first(first_bytes(&mut outputs, each).get_mut(begin..).unwrap_or_default());
        }
    }
}

/// Writes outputs vector by vector. If no instruction stores part of a vector, returns the vectors that remain to be
/// written in part, and their place in the output.
#[inline(always)]
fn write_vectors<L: Lane + Bytes, const N: usize>(
    a: [L; 25],
    outputs: &mut [u8],
    each: usize,
) -> Option<([L; N], usize)> {
    each_lane!(K => if K.is_multiple_of(N) {
        let from = 8 * K;
        if from >= each {
            return None;
        }
        let mut lanes = [a[24]; N];
        each_state!(M => if M < N && let Some(lane) = a.get(K + M) {
            lanes[M] = *lane;
        });
        let vectors = transposed8(lanes);
        if !L::HAS_MASKED_BYTES && each - from < 8 * N {
            return Some((vectors, from));
        }
        let mut outputs = &mut *outputs;
        each_state!(M => if M < N {
            let output = first_bytes(&mut outputs, each).get_mut(from..).unwrap_or_default();
            if L::HAS_MASKED_BYTES {
                vectors[M].store_first(output);
            } else if let Some(groups) = output.as_chunks_mut().0.get_mut(..L::GROUPS) {
                Bytes::store(vectors[M], groups);
            }
        });
    });
    None
}

/// Returns lanes 2k and 2k + 1, from bytes 16 k to 16 k + 15 of each message.
#[inline(always)]
fn lanes<L: Lane + Bytes>(tier: L::Tier, group: impl Fn(usize) -> Group) -> (L, L) {
    let even = L::gather(tier, |g| group(2 * g));
    even.interleave8(L::gather(tier, |g| group(2 * g + 1)))
}

/// Adds blocks lane by lane, without a loop, so that the state stays in registers.
#[inline(always)]
fn add_blocks<L: Lane + Bytes, const N: usize>(tier: L::Tier, a: &mut [L; 25], blocks: [&[u8]; N]) {
    each_pair!(K => match pieces::<N, 16>(blocks, K) {
        Some(groups) => {
            // m is always less than N; the remainder avoids a call to a panic in the kernel.
            let (even, odd) = lanes::<L>(tier, |m| *groups[m % N]);
            (a[2 * K], a[2 * K + 1]) = (a[2 * K].xor(even), a[2 * K + 1].xor(odd));
        }
        None => add_last_lane(tier, &mut a[2 * K], blocks, 2 * K),
    });
    add_last_lane(tier, &mut a[24], blocks, 24);
}

/// Adds lane `k` of each block, if there is one.
#[inline(always)]
fn add_last_lane<L: Lane + Bytes, const N: usize>(tier: L::Tier, lane: &mut L, blocks: [&[u8]; N], k: usize) {
    if let Some(words) = pieces::<N, 8>(blocks, k) {
        let (even, _) = lanes::<L>(tier, |m| group_of([u64::from_le_bytes(*words[m % N]), 0]));
        *lane = lane.xor(even);
    }
}

/// Returns piece number `k` of `BYTES` bytes of each block, if the blocks are that long.
#[inline(always)]
fn pieces<const N: usize, const BYTES: usize>(blocks: [&[u8]; N], k: usize) -> Option<[&[u8; BYTES]; N]> {
    let mut pieces = [blocks[0].as_chunks().0.get(k)?; N];
    each_state!(M => if M < N {
        pieces[M] = blocks[M].as_chunks().0.get(k)?;
    });
    Some(pieces)
}

/// Returns vectors with the same state in every lane.
#[inline(always)]
fn spread<L: Lane>(tier: L::Tier, state: &[u64; 25]) -> [L; 25] {
    let mut a = [L::zero(tier); 25];
    each_pair!(K => {
        a[2 * K] = L::splat(tier, state[2 * K]);
        a[2 * K + 1] = L::splat(tier, state[2 * K + 1]);
    });
    a[24] = L::splat(tier, state[24]);
    a
}

/// Transposes states into vectors.
#[inline(always)]
fn load_states<L: Lane + Bytes, const N: usize>(tier: L::Tier, all: [&[u64; 25]; N]) -> [L; 25] {
    let mut a = [L::zero(tier); 25];
    each_pair!(K => {
        (a[2 * K], a[2 * K + 1]) = lanes(tier, |m| group_of([all[m % N][2 * K], all[m % N][2 * K + 1]]));
    });
    (a[24], _) = lanes(tier, |m| group_of([all[m % N][24], 0]));
    a
}

/// Returns two lanes of a state as bytes.
#[inline(always)]
fn group_of(lanes: [u64; 2]) -> Group {
    let mut group = [0; 16];
    group[..8].copy_from_slice(&lanes[0].to_le_bytes());
    group[8..].copy_from_slice(&lanes[1].to_le_bytes());
    group
}

/// The inverse of [`load_states`], for at least the first `keep` bytes.
#[inline(always)]
fn store_states<L: Lane + Bytes>(a: [L; 25], states: &mut [[u64; 25]], keep: usize) {
    each_pair!(K => if 16 * K < keep {
        each_pair_of_lanes(a[2 * K], a[2 * K + 1], |m, lanes| {
            if let Some(state) = states.get_mut(m) {
                [state[2 * K], state[2 * K + 1]] = lanes;
            }
        });
    });
    if 16 * 12 >= keep {
        return;
    }
    each_pair_of_lanes(a[24], a[24], |m, lanes| {
        if let Some(state) = states.get_mut(m) {
            state[24] = lanes[0];
        }
    });
}

/// Calls `visit` with the index of each state and its part of two vectors.
#[inline(always)]
fn each_pair_of_lanes<L: Lane + Bytes>(lane: L, next: L, mut visit: impl FnMut(usize, [u64; 2])) {
    let (even, odd) = lane.interleave8(next);
    let (mut evens, mut odds) = ([[0; 16]; 4], [[0; 16]; 4]);
    Bytes::store(even, &mut evens);
    Bytes::store(odd, &mut odds);
    each_group::<L>(
        #[inline(always)]
        |g| {
            visit(2 * g, lanes_of(evens[g]));
            visit(2 * g + 1, lanes_of(odds[g]));
        },
    );
}

/// The inverse of [`group_of`].
#[inline(always)]
fn lanes_of(group: Group) -> [u64; 2] {
    let lanes = u128::from_le_bytes(group);
    [lanes as u64, (lanes >> 64) as u64]
}
