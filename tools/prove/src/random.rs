//! Pseudorandom numbers, the same in every run (splitmix64).

/// The increment from one state to the next.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// Returns the next number of a sequence.
pub(crate) fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(STEP);
    mixed(*state)
}

/// Returns number `n` of the sequence that begins at 0.
pub(crate) fn number(n: u64) -> u64 {
    mixed((n + 1).wrapping_mul(STEP))
}

fn mixed(mut x: u64) -> u64 {
    x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}
