//! Ascon-p as in the standard, on lanes of any kind. Kernels are compared with it.

use crate::sets::ascon::ROTATIONS;
use crate::value::Lane;

/// The number of lanes of a state.
pub const LANES: usize = 5;

/// The width of a lane in bits.
pub(crate) const WIDTH: u32 = 64;

/// A state.
pub type State<L> = [L; LANES];

/// The greatest number of rounds.
pub const MOST_ROUNDS: usize = 16;

/// Returns the constants of a permutation with this number of rounds: the last ones of 16. \[SP800-232\] 3.2
///
/// # Panics
///
/// If there are more than [`MOST_ROUNDS`].
pub fn constants(rounds: usize) -> Vec<u64> {
    // The upper four bits count down and the lower four bits count up, from 3 and 12 on, modulo 16.
    let constant = |round: u64| (((19 - round) % 16) << 4) | ((round + 12) % 16);
    (0..MOST_ROUNDS as u64).map(constant).skip(MOST_ROUNDS.checked_sub(rounds).expect("at most 16 rounds")).collect()
}

/// Returns the state after one round with this constant.
pub fn round<L: Lane>(state: &State<L>, constant: u64) -> State<L> {
    let [x0, x1, x2, x3, x4] = state;
    let x2 = x2.xor(&L::constant(WIDTH, constant));
    // The substitution layer: two affine layers with chi between them. \[SP800-232\] 3.3
    let inner = [x0.xor(x4), x1.clone(), x2.xor(x1), x3.clone(), x4.xor(x3)];
    let chi: [L; LANES] = core::array::from_fn(|i| {
        let [lane, next, after] = [i, i + 1, i + 2].map(|i| &inner[i % LANES]);
        lane.xor(&after.and_not(next))
    });
    let ones = L::constant(WIDTH, u64::MAX);
    let [b0, b1, b2, b3, b4] = &chi;
    let substituted = [b0.xor(b4), b1.xor(b0), b2.xor(&ones), b3.xor(b2), b4.clone()];
    // The linear layer. \[SP800-232\] 3.4
    core::array::from_fn(|i| {
        let lane = &substituted[i];
        ROTATIONS[i].iter().fold(lane.clone(), |sum, places| sum.xor(&lane.rotate_left(WIDTH, WIDTH - places)))
    })
}

/// Returns the state after a permutation with this number of rounds.
///
/// # Panics
///
/// If there are more than [`MOST_ROUNDS`].
pub fn permuted(state: &State<u64>, rounds: usize) -> State<u64> {
    constants(rounds).into_iter().fold(*state, |state, constant| round(&state, constant))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The table of the standard.
    #[test]
    fn constants_are_those_of_the_standard() {
        let all = [0x3c, 0x2d, 0x1e, 0x0f, 0xf0, 0xe1, 0xd2, 0xc3, 0xb4, 0xa5, 0x96, 0x87, 0x78, 0x69, 0x5a, 0x4b];
        assert_eq!(constants(16), all);
        assert_eq!(constants(8), all[8..]);
    }
}
