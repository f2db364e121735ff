//! Programs for Keccak-p\[1600\], by each set of instructions.
//!
//! A program gets the address of the state, of the round constants, and, if it absorbs, of the message and the number
//! of its blocks, in the registers that [`crate::program`] names.

use crate::operation::Operation;
use crate::program::{BLOCKS, CONSTANTS, Layout, MESSAGE, Program};
use crate::spec::full_rounds;

mod armsha3;
mod k;
mod lanes;
mod neon;

/// How a set of instructions computes Keccak-p\[1600\].
pub struct Kernel {
    /// The name of the set that the kernel is for.
    pub set: &'static str,
    /// Where the lanes of the state are between two rounds.
    layout: fn() -> Layout,
    /// Appends the loads of the state, and what else has to be there before the first round.
    load: fn(&mut Program),
    /// Appends a round.
    round: fn(&mut Program),
    /// Appends the addition of the first lanes of a block of the message to the state.
    absorb: fn(&mut Program, rate_lanes: usize),
    /// Appends the stores of the state.
    store: fn(&mut Program),
}

/// All kernels, the slowest first.
pub static KERNELS: [&Kernel; 3] = [&neon::KERNEL, &armsha3::KERNEL, &k::KERNEL];

/// Returns the kernel of the set with this name.
#[must_use]
pub fn kernel(set: &str) -> Option<&'static Kernel> {
    KERNELS.into_iter().find(|kernel| kernel.set == set)
}

impl Kernel {
    /// Returns the program for the last `rounds` rounds of Keccak-f\[1600\].
    #[must_use]
    pub fn permutation(&self, rounds: usize) -> Program {
        let mut program = Program::new((self.layout)());
        (self.load)(&mut program);
        self.rounds(&mut program, rounds);
        (self.store)(&mut program);
        program.append(Operation::Return);
        program
    }

    /// Returns the program that absorbs one or more blocks of `rate_lanes` lanes. The state stays in registers between
    /// two blocks.
    ///
    /// # Panics
    ///
    /// If there are more rounds or lanes than Keccak-f\[1600\] has.
    #[must_use]
    pub fn sponge(&self, rate_lanes: usize, rounds: usize) -> Program {
        assert!(rounds <= full_rounds(64) && rate_lanes <= 25, "{rounds} rounds, {rate_lanes} lanes");
        let mut program = Program::new((self.layout)());
        (self.load)(&mut program);
        let begin = program.length();
        (self.absorb)(&mut program, rate_lanes);
        self.rounds(&mut program, rounds);
        let add = |d: u8, number: i16| Operation::Add { d, n: d, number };
        program.append(add(CONSTANTS, -8 * rounds as i16));
        program.append(add(MESSAGE, 8 * rate_lanes as i16));
        program.append(add(BLOCKS, -1));
        let distance = begin as i32 - program.length() as i32;
        program.append(Operation::JumpUnlessZero { t: BLOCKS, distance });
        (self.store)(&mut program);
        program.append(Operation::Return);
        program
    }

    fn rounds(&self, program: &mut Program, rounds: usize) {
        for _ in 0..rounds {
            let begin = program.length();
            (self.round)(program);
            program.rounds.push(begin..program.length());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::{MEMORY, Machine};
    use crate::run;
    use crate::spec::{State, permuted};

    fn state(seed: u64) -> State<u64> {
        core::array::from_fn(|i| (seed + i as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    #[test]
    fn permutations_are_those_of_the_specification() {
        for kernel in KERNELS {
            for rounds in [0, 1, 2, 12, 24] {
                let found = run::permutation(&kernel.permutation(rounds), rounds, &state(3)).unwrap();
                assert_eq!(found.state, permuted(&state(3), 64, rounds), "{}, {rounds} rounds", kernel.set);
            }
        }
    }

    #[test]
    fn blocks_are_absorbed() {
        for kernel in KERNELS {
            for rate_lanes in [9, 13, 17, 18, 21] {
                let message: Vec<u64> = state(5).into_iter().cycle().take(3 * rate_lanes).collect();
                let found = run::sponge(&kernel.sponge(rate_lanes, 24), rate_lanes, 24, &state(9), &message).unwrap();
                let mut expected = state(9);
                for block in message.chunks(rate_lanes) {
                    expected.iter_mut().zip(block).for_each(|(lane, added)| *lane ^= added);
                    expected = permuted(&expected, 64, 24);
                }
                assert_eq!(found.state, expected, "{}, {rate_lanes} lanes", kernel.set);
            }
        }
    }

    /// A wrong program is found: here one without its last instruction but one.
    #[test]
    fn a_program_without_a_store_gives_another_state() {
        let program = KERNELS[0].permutation(24);
        let mut words = program.words();
        words.remove(words.len() - 2);
        let mut machine = Machine::<u128>::new(&words, [&state(1)[..], &[0; 24]].concat());
        machine.set_general(0, MEMORY);
        machine.set_general(1, MEMORY + 200);
        machine.run(10_000).unwrap();
        assert_ne!(machine.memory()[..25], permuted(&state(1), 64, 24));
    }
}
