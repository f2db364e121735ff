//! One state in WebAssembly, at constant addresses.
//!
//! # The idea
//!
//! On x86-64, an engine has even fewer registers for a function's values than a compiler (twelve in V8), so the state
//! lies in memory there as well. The address of a lane is the sum of the memory's base address, which is in a register,
//! and the lane's address within the module's memory. If the latter is a constant, it becomes part of the instruction.
//! Otherwise, each access takes a second register, and a permutation takes 16 to 22 % more time in V8
//! (docs/techniques/lanes.md).
//!
//! # The tricks
//!
//! * The places are static variables. The kernel is only for modules with one thread, and it calls nothing that could
//!   call it again, so nothing else uses them at the same time.
//! * Their lanes are atomics with relaxed ordering. With one thread, these compile to plain loads and stores, but the
//!   compiler can't move lanes into local variables, which the engine would have to spill.
//! * The tail of a message is added directly to the state, without a padded copy.
//! * Lanes are inverted at the beginning and at the end of a message, not of each block.
//!
//! # The cost
//!
//! The places are wiped at the end of each run, which takes 50 stores.

use super::super::lanes::{each_lane, each_pair, write_lanes};
use super::super::primitive::SealedWord;
use super::{INVERTED_LANES, KeccakP, Memory, Place, permute};
use crate::cpu::{Kernel, Portable};
use crate::kernel::bytes::first_word;
use crate::kernel::{Operands, Padding};
use core::sync::atomic::{AtomicU64, Ordering};

/// The two places.
static PLACES: [Place<AtomicU64>; 2] = [const { [const { AtomicU64::new(0) }; 25] }; 2];

impl Memory<u64> for AtomicU64 {
    #[inline(always)]
    fn read(&self, _: Portable) -> u64 {
        self.load(Ordering::Relaxed)
    }
    #[inline(always)]
    fn write(&self, lane: u64) {
        self.store(lane, Ordering::Relaxed);
    }
    /// Unrolled by hand: modules are compiled for size, and the compiler would keep a loop.
    #[inline(always)]
    fn write_row(to: &[Self], [l0, l1, l2, l3, l4]: [u64; 5]) {
        if let [t0, t1, t2, t3, t4, ..] = to {
            t0.write(l0);
            t1.write(l1);
            t2.write(l2);
            t3.write(l3);
            t4.write(l4);
        }
    }
}

/// Processes one state after the other. Each is copied to the first place before its first block, and back after its
/// last one.
pub(in crate::keccak) struct OneAtFixedAddresses;

impl Kernel for OneAtFixedAddresses {
    type Tier = Portable;
    type Primitive = KeccakP<u64>;
    const PADS: bool = true;

    #[inline(always)]
    fn run(tier: Portable, operands: Operands<'_, KeccakP<u64>>) {
        let [a, b] = &PLACES;
        // Inverts a lane if it is one of `INVERTED_LANES`; a second call restores it.
        let inverted = |k: usize, lane: u64| if INVERTED_LANES[k] { !lane } else { lane };
        let (rate_bytes, rounds) = operands.parameters.rate_and_rounds();
        let padding = operands.unpadded.padding;
        operands.digest_one_by_one(
            #[inline(always)]
            |state, mut input| {
                each_lane!(K => a[K].write(inverted(K, state[K])));
                // A single loop, because every call of `permute` is a copy of the rounds.
                loop {
                    if let Some(([block], _)) = input.next(rate_bytes.max(1)) {
                        absorb(a, block);
                    } else if let Some([tail]) = input.tails() {
                        absorb_tail(a, tail, &padding, rate_bytes);
                    } else {
                        break;
                    }
                    permute::<u64, _, true>(tier, a, b, rounds);
                }
            },
            #[inline(always)]
            |(), state| {
                each_lane!(K => state[K] = inverted(K, a[K].read(tier)));
            },
            #[inline(always)]
            |(), output| {
                write_lanes(
                    output,
                    #[inline(always)]
                    |k| inverted(k, a[k].read(tier)),
                );
            },
        );
        each_lane!(K => {
            a[K].write(0);
            b[K].write(0);
        });
    }
}

/// Adds a block of whole lanes.
#[inline(always)]
fn absorb(state: &Place<AtomicU64>, block: &[u8]) {
    each_lane!(K => match u64::of_bytes(block, K) {
        Some(word) => add(&state[K], word),
        None => return,
    });
}

/// Adds the tail of a message and its padding.
#[inline(always)]
fn absorb_tail(state: &Place<AtomicU64>, tail: &[u8], padding: &Padding, rate_bytes: usize) {
    let (whole, last) = tail.as_chunks();
    for (lane, word) in state.iter().zip(whole) {
        add(lane, u64::from_le_bytes(*word));
    }
    // The suffix begins in the last, incomplete word, and may end in the next word.
    let shift = 8 * last.len() as u32;
    let words = [first_word(last) | padding.suffix << shift, padding.suffix >> 1 >> (63 - shift)];
    for (lane, word) in state.iter().skip(whole.len()).zip(words) {
        add(lane, word);
    }
    if let Some(lane) = state.get((rate_bytes / 8).wrapping_sub(1)) {
        add(lane, padding.closing);
    }
}

/// Adds to a lane.
#[inline(always)]
fn add(lane: &AtomicU64, word: u64) {
    lane.write(lane.read(Portable::PROOF) ^ word);
}
