//! The ends of messages and their outputs, for kernels that process one state at a time and pad.

use crate::cpu::Avx512;
use crate::kernel::Padding;
use crate::vector::padding::{load_end, placed};
use crate::vector::x86_64::Zmm;
use crate::vector::{Bits, Lane};

/// 8 lanes.
type Lanes = Zmm<Avx512, 64>;

/// Calls `add` with the lanes of a message's end and its padding, and wipes them afterwards.
///
/// The lanes are stored as three whole vectors, because a load waits for all earlier stores to finish if it needs bytes
/// of more than one of them. Therefore the padding, too, is added in vectors.
#[inline(always)]
pub(super) fn with_end<S>(
    tier: Avx512,
    rest: &[u8],
    padding: &Padding,
    rate_bytes: usize,
    add: impl FnOnce(&[u64; 25]) -> S,
) -> S {
    let mut end = [0; 25];
    Lane::store(lanes(tier, rest, padding, rate_bytes, 0), &mut end[..8]);
    Lane::store(lanes(tier, rest, padding, rate_bytes, 64), &mut end[8..16]);
    Lane::store(lanes(tier, rest, padding, rate_bytes, 128), &mut end[16..24]);
    // Hidden from the compiler, which would take the lanes from the registers by instructions of higher latency.
    core::hint::black_box(&mut end);
    let sum = add(&end);
    end = [0; 25];
    core::hint::black_box(&end);
    sum
}

/// Returns 8 lanes of a message's last block, from byte `begin` on.
#[inline(always)]
fn lanes(tier: Avx512, rest: &[u8], padding: &Padding, rate_bytes: usize, begin: usize) -> Lanes {
    let closing = placed(tier, rate_bytes.wrapping_sub(8), padding.closing, begin);
    load_end::<Lanes>(tier, rest, padding.suffix, begin).xor(closing)
}

/// Writes the first bytes of the lanes of a state.
#[inline(always)]
pub(super) fn write(output: &mut [u8], lanes: [u64; 25]) {
    let (words, rest) = output.as_chunks_mut();
    let mut lanes = lanes.iter();
    for (word, lane) in words.iter_mut().zip(&mut lanes) {
        *word = lane.to_le_bytes();
    }
    for (byte, from) in rest.iter_mut().zip(lanes.next().copied().unwrap_or_default().to_le_bytes()) {
        // Hidden from the compiler, which would call a function that copies memory.
        *byte = core::hint::black_box(from);
    }
}
