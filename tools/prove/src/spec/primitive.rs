//! The primitives that absorb blocks into states, with their parameters. Kernels are compared with them.

use super::groestl::Form;
use super::{fugue, groestl, keccak, luffa};
use crate::logic::Logic;
use crate::sums::Bit;

/// A primitive that absorbs blocks into states.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Primitive {
    /// Keccak-p\[25 width\], whose lanes are 8, 16, 32 or 64 bits wide.
    Keccak { width: usize },
    /// The compression function of Grøstl on matrices of 8 or 16 columns.
    Groestl { columns: usize, form: Form },
    /// The round of Fugue with 2 sub-rounds and 30 columns, or with 3 or 4 sub-rounds and 36 columns.
    Fugue { sub_rounds: usize },
    /// The round of Luffa with 3, 4 or 5 chains.
    Luffa { chains: usize },
    /// A primitive for short kernels in tests: the 8-byte state is rotated to the left by one bit and the 8-byte block
    /// is added; the finalization complements it.
    #[cfg(test)]
    Example,
}

/// The parameters of a run. Only Keccak has parameters, and the other primitives ignore them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Parameters {
    /// The length of a block of Keccak, a multiple of the length of a lane.
    pub(crate) rate_bytes: usize,
    /// The number of rounds of Keccak-p.
    pub(crate) rounds: usize,
}

impl Primitive {
    /// Returns the length of a state in memory.
    pub(crate) fn state_bytes(self) -> usize {
        match self {
            Self::Keccak { width } => 25 * width / 8,
            Self::Groestl { columns, .. } => 8 * columns,
            Self::Fugue { sub_rounds } => 4 * fugue::variant(sub_rounds).columns,
            Self::Luffa { chains } => 32 * chains,
            #[cfg(test)]
            Self::Example => 8,
        }
    }

    /// Returns the length of a block.
    pub(crate) fn block_bytes(self, parameters: Parameters) -> usize {
        match self {
            Self::Keccak { .. } => parameters.rate_bytes,
            Self::Groestl { columns, .. } => 8 * columns,
            Self::Fugue { .. } => 4,
            Self::Luffa { .. } => 32,
            #[cfg(test)]
            Self::Example => 8,
        }
    }

    /// Whether the tails that kernels pad are whole messages.
    pub(crate) fn tails_are_messages(self) -> bool {
        matches!(self, Self::Fugue { .. })
    }

    /// Absorbs one block, like a kernel with each block of its input and of the messages' padded tails.
    pub(crate) fn absorb(self, logic: &mut Logic, state: &mut [Bit], block: &[Bit], parameters: Parameters) {
        assert_eq!(state.len(), 8 * self.state_bytes(), "a state of {self:?}");
        assert_eq!(block.len(), 8 * self.block_bytes(parameters), "a block of {self:?}");
        match self {
            Self::Keccak { width } => keccak::absorb(logic, width, state, block, parameters.rounds),
            Self::Groestl { form, .. } => groestl::compress(logic, form, state, block),
            Self::Fugue { sub_rounds } => fugue::round(logic, sub_rounds, state, block),
            Self::Luffa { .. } => luffa::round(logic, state, block),
            #[cfg(test)]
            Self::Example => {
                state.rotate_right(1);
                for (bit, &other) in state.iter_mut().zip(block) {
                    *bit = logic.xor(*bit, other);
                }
            }
        }
    }

    /// Performs the step between the last block and the output, which is also the step between two parts of the output.
    pub(crate) fn finalize(self, logic: &mut Logic, state: &mut [Bit], parameters: Parameters) {
        assert_eq!(state.len(), 8 * self.state_bytes(), "a state of {self:?}");
        match self {
            Self::Keccak { width } => keccak::permute(logic, width, state, parameters.rounds),
            Self::Groestl { form, .. } => groestl::output_transformation(logic, form, state),
            Self::Fugue { sub_rounds } => fugue::final_round(logic, sub_rounds, state),
            Self::Luffa { .. } => luffa::round(logic, state, &[Bit::ZERO; 256]),
            #[cfg(test)]
            Self::Example => state.iter_mut().for_each(|bit| *bit = !*bit),
        }
    }

    /// Returns the bytes of the state that a kernel must leave as this specification does, in the order of the output
    /// if only part of the state is output. The kernel may leave any values in the other bytes.
    ///
    /// `finalized` says whether the run ended with [`Self::finalize`]. `output_bytes` is the kernel's argument:
    /// `Some(n)` if only the first n bytes of output will be read.
    ///
    /// * Keccak's output is the beginning of the state.
    /// * Grøstl's output is the end of the state, but the kernel does not know the length of the digest, so the whole
    ///   state counts.
    /// * Fugue's output is some of the columns, and only these are defined after finalization.
    /// * Luffa's output is the sum of the chains. The next blank round starts from the state, so all of it counts.
    pub(crate) fn defined_bytes(self, finalized: bool, output_bytes: Option<usize>) -> Vec<usize> {
        match self {
            Self::Keccak { .. } => (0..output_bytes.unwrap_or(self.state_bytes())).collect(),
            Self::Fugue { sub_rounds } if finalized => {
                fugue::variant(sub_rounds).output.iter().flat_map(|column| 4 * column..4 * column + 4).collect()
            }
            _ => (0..self.state_bytes()).collect(),
        }
    }

    /// Returns the first bytes of the output, from the state after the last step before it, for the primitives whose
    /// kernels write outputs. Grøstl's output is the last bytes of the state. Luffa's has 32 bytes after each blank
    /// round.
    pub(crate) fn output(self, logic: &mut Logic, state: &[Bit], bytes: usize, parameters: Parameters) -> Vec<Bit> {
        match self {
            Self::Keccak { .. } => state[..8 * bytes].to_vec(),
            Self::Groestl { .. } => state[state.len() - 8 * bytes..].to_vec(),
            Self::Luffa { .. } => {
                let mut state = state.to_vec();
                let mut output = luffa::output(logic, &state);
                while output.len() < 8 * bytes {
                    self.finalize(logic, &mut state, parameters);
                    output.extend(luffa::output(logic, &state));
                }
                output.truncate(8 * bytes);
                output
            }
            Self::Fugue { sub_rounds } => {
                let columns = fugue::variant(sub_rounds).output.iter();
                let mut output: Vec<Bit> = columns.flat_map(|column| state[32 * column..][..32].to_vec()).collect();
                output.truncate(8 * bytes);
                output
            }
            #[cfg(test)]
            Self::Example => unreachable!("no kernel of {self:?} writes outputs"),
        }
    }
}
