//! The ends of messages and their outputs, for kernels that process one state of lanes of 64 bits at a time.
//!
//! Both are divided into lanes by loops in memory, and not in straight lines, because each exit from a straight line
//! would get a copy of the permutation behind it.

use crate::kernel::{Padding, first_word};

/// A message's end with its padding, in lanes.
pub(super) type End = [u64; 25];

/// Returns a message's end with its padding. `rate_bytes` is the rate of a hash function.
#[inline(always)]
pub(super) fn end(rest: &[u8], padding: Padding, rate_bytes: usize) -> End {
    let mut lanes = [0; 25];
    let (words, last) = rest.as_chunks();
    let mut behind = lanes.iter_mut();
    for (word, lane) in words.iter().zip(&mut behind) {
        *lane = u64::from_le_bytes(*word);
    }
    // The suffix begins in the lane in which the message ends, and may end in the next one. There are two shifts,
    // because a shift by 64 bits is none.
    let shift = 8 * (last.len() as u32 % 8);
    if let Some(lane) = behind.next() {
        *lane = first_word(last) | padding.suffix << shift;
    }
    if let Some(lane) = behind.next() {
        *lane = padding.suffix >> 1 >> (63 - shift);
    }
    if let Some(lane) = lanes.get_mut((rate_bytes / 8).wrapping_sub(1)) {
        *lane ^= padding.closing;
    }
    lanes
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
