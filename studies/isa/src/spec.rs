//! Keccak-p as in FIPS 202, on lanes of any kind. Kernels are compared with it.

use crate::value::Lane;

/// A state: lane (x, y) has the index x + 5 y.
pub type State<L> = [L; 25];

/// Returns the number of rounds of Keccak-f for lanes of `width` bits: 12 + 2 log2(width). \[FIPS202\] 3.4
pub const fn full_rounds(width: u32) -> usize {
    12 + 2 * width.ilog2() as usize
}

/// Returns the rotation of lane (x, y), modulo the width. \[FIPS202\] 3.2.2
pub fn rotation(x: usize, y: usize, width: u32) -> u32 {
    let (mut at, mut places) = ((1, 0), 0);
    for t in 0..24 {
        if at == (x, y) {
            places = (t + 1) * (t + 2) / 2;
        }
        at = (at.1, (2 * at.0 + 3 * at.1) % 5);
    }
    places % width
}

/// Returns the constant of a round of Keccak-f. \[FIPS202\] 3.2.5
pub fn round_constant(round: usize, width: u32) -> u64 {
    let mut constant = 0;
    for j in 0..=width.ilog2() {
        if register_bit(j as usize + 7 * round) {
            constant |= 1 << ((1u32 << j) - 1);
        }
    }
    constant
}

/// Returns bit t of the shift register for the round constants.
fn register_bit(t: usize) -> bool {
    let mut register = 1u32;
    for _ in 0..t % 255 {
        register = register << 1 ^ if register & 0x80 != 0 { 0x171 } else { 0 };
    }
    register & 1 == 1
}

/// Returns the state after one round. `round` is its number in Keccak-f.
pub fn round<L: Lane>(state: &State<L>, width: u32, round: usize) -> State<L> {
    let parity: [L; 5] = core::array::from_fn(|x| (1..5).fold(state[x].clone(), |sum, y| sum.xor(&state[x + 5 * y])));
    let effect: [L; 5] = core::array::from_fn(|x| parity[(x + 4) % 5].xor(&parity[(x + 1) % 5].rotate_left(width, 1)));
    // The state after theta, rho and pi.
    let moved: State<L> = core::array::from_fn(|index| {
        let (x, y) = from(index % 5, index / 5);
        state[x + 5 * y].xor(&effect[x]).rotate_left(width, rotation(x, y, width))
    });
    let mut next: State<L> = core::array::from_fn(|index| {
        let row = |x: usize| &moved[x % 5 + index / 5 * 5];
        let x = index % 5;
        row(x).xor(&row(x + 2).and_not(row(x + 1)))
    });
    next[0] = next[0].xor(&L::constant(width, round_constant(round, width)));
    next
}

/// Returns the lane that pi moves to (x, y). \[FIPS202\] 3.2.3
pub const fn from(x: usize, y: usize) -> (usize, usize) {
    ((x + 3 * y) % 5, x)
}

/// Returns the state after the last `rounds` rounds of Keccak-f.
pub fn permuted(state: &State<u64>, width: u32, rounds: usize) -> State<u64> {
    let all = full_rounds(width);
    (all - rounds..all).fold(*state, |state, number| round(&state, width, number))
}

#[cfg(test)]
mod tests {
    use super::*;
    use counterpoint::Algorithm;

    /// Every width and every number of rounds, compared with the library.
    #[test]
    fn it_is_the_permutation_of_the_library() {
        for width in [8, 16, 32, 64] {
            let bytes = width as usize / 8;
            let name = format!("keccak-p{}", 25 * width);
            let permutation = Algorithm::by_name(&name).unwrap().as_permutation().unwrap();
            for rounds in 0..=full_rounds(width) {
                let state: State<u64> = core::array::from_fn(|i| {
                    u64::constant(width, 0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(i as u64 + 1))
                });
                let mut expected: Vec<u8> =
                    state.iter().flat_map(|lane| lane.to_le_bytes()[..bytes].to_vec()).collect();
                permutation.permute(None, &mut expected, rounds).unwrap();
                let found = permuted(&state, width, rounds);
                let found: Vec<u8> = found.iter().flat_map(|lane| lane.to_le_bytes()[..bytes].to_vec()).collect();
                assert_eq!(found, expected, "{width} bits, {rounds} rounds");
            }
        }
    }
}
