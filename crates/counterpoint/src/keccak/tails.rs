//! The tails of messages, and their outputs, for kernels that process one state at a time and pad messages themselves.

use super::lanes::each_pair;
use crate::kernel::Padding;
use crate::vector::padding::{load_tail, placed};
use crate::vector::x86_64::{HasAvx512, Xmm, Zmm};
use crate::vector::{Bits, Bytes, Lane};

/// Eight lanes.
type EightLanes<T> = Zmm<T, 64>;

/// Calls `add` with the lanes of a message's tail and its padding, and wipes them afterwards.
///
/// The lanes are stored as three whole vectors, because a load that needs bytes from more than one earlier store waits
/// until those stores have finished. For the same reason, the padding is added in vectors.
#[inline(always)]
pub(super) fn with_tail<T: HasAvx512, S>(
    tier: T,
    tail: &[u8],
    padding: &Padding,
    rate_bytes: usize,
    add: impl FnOnce(&[u64; 25]) -> S,
) -> S {
    let mut lanes = [0; 25];
    Lane::store(eight_lanes(tier, tail, padding, rate_bytes, 0), &mut lanes[..8]);
    Lane::store(eight_lanes(tier, tail, padding, rate_bytes, 64), &mut lanes[8..16]);
    Lane::store(eight_lanes(tier, tail, padding, rate_bytes, 128), &mut lanes[16..24]);
    // Hidden from the compiler, which would otherwise extract the lanes from the registers with slower instructions.
    core::hint::black_box(&mut lanes);
    let sum = add(&lanes);
    lanes = [0; 25];
    core::hint::black_box(&lanes);
    sum
}

/// Returns 8 lanes of a message's last block, from byte `begin` on.
#[inline(always)]
fn eight_lanes<T: HasAvx512>(
    tier: T,
    tail: &[u8],
    padding: &Padding,
    rate_bytes: usize,
    begin: usize,
) -> EightLanes<T> {
    let closing = placed(tier, rate_bytes.wrapping_sub(8), padding.closing, begin);
    load_tail::<EightLanes<T>>(tier, tail, padding.suffix, begin).xor(closing)
}

/// Writes the output: the first bytes of the lanes, which are in the low halves of registers.
///
/// Two lanes are written at once, from a register, because loading what was just stored would take longer.
#[inline(always)]
pub(super) fn write<T: HasAvx512>(output: &mut [u8], lanes: [Xmm<T, 64>; 25]) {
    each_pair!(K => if let Some(output) = output.get_mut(16 * K..) && !output.is_empty() {
        lanes[2 * K].interleave8(lanes[2 * K + 1]).0.store_first(output);
    });
    if let Some(output) = output.get_mut(192..) {
        lanes[24].store_first(output);
    }
}
