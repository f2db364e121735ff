//! The ends of messages and their outputs, for kernels that process one state at a time and pad.

use super::lanes::each_pair;
use crate::kernel::Padding;
use crate::vector::padding::{load_end, placed};
use crate::vector::x86_64::{HasAvx512, Xmm, Zmm};
use crate::vector::{Bits, Bytes, Lane};

/// 8 lanes.
type Lanes<T> = Zmm<T, 64>;

/// Calls `add` with the lanes of a message's end and its padding, and wipes them afterwards.
///
/// The lanes are stored as three whole vectors, because a load waits for all earlier stores to finish if it needs bytes
/// of more than one of them. Therefore the padding, too, is added in vectors.
#[inline(always)]
pub(super) fn with_end<T: HasAvx512, S>(
    tier: T,
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
fn lanes<T: HasAvx512>(tier: T, rest: &[u8], padding: &Padding, rate_bytes: usize, begin: usize) -> Lanes<T> {
    let closing = placed(tier, rate_bytes.wrapping_sub(8), padding.closing, begin);
    load_end::<Lanes<T>>(tier, rest, padding.suffix, begin).xor(closing)
}

/// Writes the output: the first bytes of lanes, each of which is in the low half of a register.
///
/// Two lanes are written at once, from a register, because a load of what was just stored would cost more time.
#[inline(always)]
pub(super) fn write<T: HasAvx512>(output: &mut [u8], lanes: [Xmm<T, 64>; 25]) {
    each_pair!(K => if let Some(output) = output.get_mut(16 * K..) && !output.is_empty() {
        lanes[2 * K].interleave8(lanes[2 * K + 1]).0.store_first(output);
    });
    if let Some(output) = output.get_mut(192..) {
        lanes[24].store_first(output);
    }
}
