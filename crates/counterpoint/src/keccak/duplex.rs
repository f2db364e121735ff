//! The duplex object: a sponge that returns output after every block that it absorbs. [Duplex] 3.
//!
//! Each call pads its input to one block of `rate` bits, adds the block to the state, permutes, and reads at most
//! `rate` bits. The state is kept for the next call, so an output depends on all previous inputs.
//!
//! ```text
//!            input 1      output 1  input 2      output 2
//!   rate      0 --+----|    |--+------+----|    |--+---
//!                      | P  |              | P  |
//!   capacity  0 -------|    |--------------|    |------
//! ```

use super::bits::{ParameterError, State, assert_holds};
use super::primitive::Word;

/// A duplex object over Keccak-p with lanes of type `W`, with pad10*1.
///
/// ```
/// use counterpoint::keccak::Duplex;
///
/// let mut duplex = Duplex::<u64>::new(1026, 24)?;
/// let mut output = [0; 16];
/// duplex.duplexing(b"a block", &mut output)?;
/// duplex.duplexing_bits(&[0x05], 3, &mut output[..1], 6)?;
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Duplex<W: Word> {
    state: State<W>,
}

#[cfg(feature = "zeroize")]
impl<W: Word> zeroize::ZeroizeOnDrop for Duplex<W> {}

impl<W: Word> Duplex<W> {
    /// Returns a duplex object without any input. The rate is in bits, and the permutation is the last `rounds`
    /// rounds of Keccak-f.
    ///
    /// # Errors
    ///
    /// If the rate is less than 2 or not less than the width of the state, or if `rounds` is 0 or more than Keccak-f
    /// has.
    pub fn new(rate_bits: usize, rounds: usize) -> Result<Self, ParameterError> {
        Ok(Self { state: State::new(None, 2, rate_bits, rounds)? })
    }

    /// [`Self::new`] with the named implementation.
    ///
    /// # Errors
    ///
    /// As for [`Self::new`], and if there is no such implementation, or if this machine can't run it.
    pub fn with_implementation(name: &str, rate_bits: usize, rounds: usize) -> Result<Self, ParameterError> {
        Ok(Self { state: State::new(Some(name), 2, rate_bits, rounds)? })
    }

    /// Returns the maximum number of input bits in one call: the rate less the two bits of the shortest padding.
    #[must_use]
    pub fn most_input_bits(&self) -> usize {
        self.state.rate_bits() - 2
    }

    /// Returns the maximum number of output bits in one call: the rate.
    #[must_use]
    pub fn most_output_bits(&self) -> usize {
        self.state.rate_bits()
    }

    /// Absorbs `input` and fills `output`.
    ///
    /// # Errors
    ///
    /// If the input or the output is too long. In that case, the state is unchanged.
    pub fn duplexing(&mut self, input: &[u8], output: &mut [u8]) -> Result<(), DuplexError> {
        let bits = 8 * output.len() as u64;
        self.duplexing_bits(input, 8 * input.len() as u64, output, bits)
    }

    /// Absorbs the first `input_bits` bits of `input` and writes `output_bits` bits to `output`, lowest bit of each
    /// byte first. The other bits of the last byte of `output` are 0.
    ///
    /// # Errors
    ///
    /// If the input or the output is too long. In that case, the state is unchanged.
    ///
    /// # Panics
    ///
    /// If the length of a slice in bytes does not match its number of bits.
    pub fn duplexing_bits(
        &mut self,
        input: &[u8],
        input_bits: u64,
        output: &mut [u8],
        output_bits: u64,
    ) -> Result<(), DuplexError> {
        assert_holds(input.len(), input_bits);
        assert_holds(output.len(), output_bits);
        let (most_in, most_out) = (self.most_input_bits(), self.most_output_bits());
        if input_bits > most_in as u64 {
            return Err(DuplexError::InputTooLong { bits: input_bits, most: most_in });
        }
        if output_bits > most_out as u64 {
            return Err(DuplexError::OutputTooLong { bits: output_bits, most: most_out });
        }
        self.state.add(0, input, 0, input_bits as usize);
        self.state.pad(input_bits as usize);
        output.fill(0);
        self.state.copy(0, output, 0, output_bits as usize);
        Ok(())
    }

    /// Resets the object to its initial state.
    pub fn reset(&mut self) {
        self.state.reset();
    }
}

/// Why a duplexing call failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DuplexError {
    /// The input does not fit into one block with its padding.
    InputTooLong {
        /// Length of the input in bits.
        bits: u64,
        /// Maximum number of bits.
        most: usize,
    },
    /// The output is longer than one block.
    OutputTooLong {
        /// Length of the output in bits.
        bits: u64,
        /// Maximum number of bits.
        most: usize,
    },
}

impl core::fmt::Display for DuplexError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::InputTooLong { bits, most } => {
                write!(f, "an input of {bits} bits; one call absorbs at most {most}")
            }
            Self::OutputTooLong { bits, most } => {
                write!(f, "an output of {bits} bits; one call returns at most {most}: call again with an empty input")
            }
        }
    }
}

impl core::error::Error for DuplexError {}
