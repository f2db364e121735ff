//! The sponge over Keccak-p of any width, with any number of rounds and any rate in bits. \[Sponge\], \[FIPS202\] 4
//! and 5.1.
//!
//! The message is divided into blocks of `rate` bits. Each block is added to the state, which is then permuted. The
//! output is read from the same bits, with a permutation between successive parts. The bits that distinguish functions
//! (SHA-3's 01, SHAKE's 1111) are absorbed after the message, like any other bits.
//!
//! ```text
//!               block        block          part of the output
//!   rate      0 --+----|    |--+----|    |---+--|    |---
//!                      | P  |       | P  |      | P  |
//!   capacity  0 -------|    |-------|    |------|    |---
//! ```

use super::bits::{ParameterError, State, assert_holds};
use super::primitive::Word;

/// A sponge that absorbs: Keccak-p with lanes of type `W`, pad10*1, and messages of any number of bits.
///
/// ```
/// use counterpoint::keccak::Sponge;
///
/// // SHA3-256 as FIPS 202 defines it: a rate of 1088 bits, and the bits 01 after the message.
/// let mut sponge = Sponge::<u64>::new(1088, 24)?;
/// sponge.absorb(b"abc");
/// sponge.absorb_bits(&[0b10], 2);
/// let mut digest = [0; 32];
/// sponge.finalize().squeeze(&mut digest);
/// assert_eq!(digest, counterpoint::Sha3_256::digest(b"abc"));
///
/// // Keccak[r = 40, c = 160], on a state of 200 bits.
/// let mut small = Sponge::<u8>::new(40, 18)?;
/// small.absorb_bits(&[0x05], 3);
/// # Ok::<(), counterpoint::keccak::ParameterError>(())
/// ```
///
/// For bytes at the rates of SHA-3, [`Sha3_256`](super::Sha3_256) and the related functions are faster, and can hash
/// many messages at once.
#[derive(Clone, Debug)]
pub struct Sponge<W: Word> {
    state: State<W>,
    /// Number of bits of the current block already added to the state; less than the rate.
    absorbed: usize,
}

#[cfg(feature = "zeroize")]
impl<W: Word> zeroize::ZeroizeOnDrop for Sponge<W> {}

impl<W: Word> Sponge<W> {
    /// Returns a sponge with an empty message. The rate is in bits, and the permutation is the last `rounds` rounds
    /// of Keccak-f.
    ///
    /// # Errors
    ///
    /// If the rate is 0 or not less than the width of the state, or if `rounds` is 0 or too large.
    pub fn new(rate_bits: usize, rounds: usize) -> Result<Self, ParameterError> {
        Ok(Self { state: State::new(None, 1, rate_bits, rounds)?, absorbed: 0 })
    }

    /// [`Self::new`] with the named implementation.
    ///
    /// # Errors
    ///
    /// As for [`Self::new`], and if there is no such implementation, or if this machine can't run it.
    pub fn with_implementation(name: &str, rate_bits: usize, rounds: usize) -> Result<Self, ParameterError> {
        Ok(Self { state: State::new(Some(name), 1, rate_bits, rounds)?, absorbed: 0 })
    }

    /// Appends bytes to the message.
    pub fn absorb(&mut self, bytes: impl AsRef<[u8]>) {
        let bytes = bytes.as_ref();
        self.absorb_run(bytes, 8 * bytes.len() as u64);
    }

    /// Appends the first `bits` bits of `bytes`, lowest bit of each byte first. The next bits directly follow them.
    ///
    /// # Panics
    ///
    /// If the length of `bytes` is not ceil(bits / 8) bytes.
    pub fn absorb_bits(&mut self, bytes: &[u8], bits: u64) {
        assert_holds(bytes.len(), bits);
        self.absorb_run(bytes, bits);
    }

    fn absorb_run(&mut self, bytes: &[u8], bits: u64) {
        let mut done = 0;
        while done < bits {
            if self.absorbed == 0 && done % 8 == 0 {
                done += 8 * self.state.absorb_blocks(&bytes[(done / 8) as usize..(bits / 8) as usize]) as u64;
            }
            let room = self.state.rate_bits() - self.absorbed;
            let count = (bits - done).min(room as u64) as usize;
            self.state.add(self.absorbed, bytes, done, count);
            done += count as u64;
            self.absorbed += count;
            if self.absorbed == self.state.rate_bits() {
                self.state.permute();
                self.absorbed = 0;
            }
        }
    }

    /// Pads the message and returns the sponge that squeezes the output, from its first bit.
    #[must_use]
    pub fn finalize(mut self) -> Squeezer<W> {
        self.state.pad(self.absorbed);
        Squeezer { state: self.state, squeezed: 0 }
    }

    /// Resets the sponge to the empty message.
    pub fn reset(&mut self) {
        self.state.reset();
        self.absorbed = 0;
    }
}

/// A sponge that squeezes its output, piece by piece.
///
/// ```
/// use counterpoint::keccak::Sponge;
///
/// let whole = {
///     let mut out = [0; 2];
///     Sponge::<u64>::new(1344, 24)?.finalize().squeeze(&mut out);
///     out
/// };
/// let mut squeezer = Sponge::<u64>::new(1344, 24)?.finalize();
/// let (mut first, mut rest) = ([0; 1], [0; 2]);
/// squeezer.squeeze_bits(&mut first, 3);
/// squeezer.squeeze_bits(&mut rest, 13);
/// assert_eq!(u16::from_le_bytes(whole), u16::from(first[0]) | u16::from_le_bytes(rest) << 3);
/// # Ok::<(), counterpoint::keccak::ParameterError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Squeezer<W: Word> {
    state: State<W>,
    /// Number of bits already read from the current part of the output.
    squeezed: usize,
}

#[cfg(feature = "zeroize")]
impl<W: Word> zeroize::ZeroizeOnDrop for Squeezer<W> {}

impl<W: Word> Squeezer<W> {
    /// Reads the next `8 * out.len()` bits.
    pub fn squeeze(&mut self, out: &mut [u8]) {
        self.squeeze_bits(out, 8 * out.len() as u64);
    }

    /// Reads the next `bits` bits, lowest bit of each byte first; the other bits of the last byte are 0. The next call
    /// continues with the following bit.
    ///
    /// # Panics
    ///
    /// If the length of `out` is not ceil(bits / 8) bytes.
    pub fn squeeze_bits(&mut self, out: &mut [u8], bits: u64) {
        assert_holds(out.len(), bits);
        out.fill(0);
        let mut done = 0;
        while done < bits {
            if self.squeezed == self.state.rate_bits() {
                self.state.permute();
                self.squeezed = 0;
            }
            let room = self.state.rate_bits() - self.squeezed;
            let count = (bits - done).min(room as u64) as usize;
            self.state.copy(self.squeezed, out, done, count);
            done += count as u64;
            self.squeezed += count;
        }
    }
}
