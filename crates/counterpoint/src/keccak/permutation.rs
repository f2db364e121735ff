//! Keccak-f and Keccak-p as functions: by lane type, for many states at once, or by name at run time.
//!
//! \[FIPS202\] 3.3 and 3.4: Keccak-p\[b, n\] is the last n rounds of Keccak-f\[b\], and Keccak-f\[b\] is all of them,
//! 12 + 2 l for lanes of 2^l bits. By name, `keccak-f1600` therefore accepts only 24 rounds, and `keccak-p1600` any
//! number up to 24.
//!
//! A state is 25 lanes, with lane (x, y) at index x + 5 y. As bytes, the lanes follow each other, each little-endian.

use super::primitive::{KeccakP, Parameters, Word};
use crate::algorithm::{Algorithm, Kind, Permutation, Sealed};
use crate::cpu::Portable;
use crate::kernel::{Input, Operands};
use crate::list::{Entry, ImplementationError, Implemented, any_list};
use crate::wipe::Wiped;
use core::marker::PhantomData;
use core::ops::RangeInclusive;

/// Applies the last `rounds` rounds of Keccak-f to each of many states, processing as many at once as is best for this
/// machine.
///
/// ```
/// use counterpoint::keccak;
///
/// let mut states = [[0u32; 25], [1; 25], [2; 25]];
/// keccak::permute_many(&mut states, 12);
///
/// let mut alone = [1; 25];
/// keccak::p800(&mut alone, 12);
/// assert_eq!(states[1], alone);
/// ```
///
/// # Panics
///
/// If `rounds` is more than Keccak-f has: 18, 20, 22 or 24 for lanes of 8, 16, 32 or 64 bits.
pub fn permute_many<W: Word>(states: &mut [[W; 25]], rounds: usize) {
    permute_with(W::list().best(states.len()), states, rounds);
}

/// [`permute_many`] with the given implementation.
///
/// # Panics
///
/// If `rounds` is more than Keccak-f has: 18, 20, 22 or 24 for lanes of 8, 16, 32 or 64 bits.
pub(super) fn permute_with<W: Word>(entry: &Entry<KeccakP<W>>, states: &mut [[W; 25]], rounds: usize) {
    let Some(parameters) = Parameters::new::<W>(0, rounds) else {
        panic!("Keccak-p[{}] has at most {} rounds, not {rounds}", 25 * W::WIDTH, W::FULL_ROUNDS)
    };
    entry.run(Operands::new(states, Input::FINALIZE, parameters));
}

/// Keccak-f\[200\]: 18 rounds. \[FIPS202\] 3.4.
pub fn f200(state: &mut [u8; 25]) {
    p200(state, u8::FULL_ROUNDS);
}

/// Keccak-f\[400\]: 20 rounds. \[FIPS202\] 3.4.
pub fn f400(state: &mut [u16; 25]) {
    p400(state, u16::FULL_ROUNDS);
}

/// Keccak-f\[800\]: 22 rounds. \[FIPS202\] 3.4.
pub fn f800(state: &mut [u32; 25]) {
    p800(state, u32::FULL_ROUNDS);
}

/// Keccak-f\[1600\]: 24 rounds. \[FIPS202\] 3.4.
///
/// ```
/// let mut state = [0u64; 25];
/// counterpoint::keccak::f1600(&mut state);
/// assert_eq!(state[0], 0xf1258f7940e1dde7);
/// ```
pub fn f1600(state: &mut [u64; 25]) {
    p1600(state, u64::FULL_ROUNDS);
}

/// Defines functions that apply any number of rounds to one state, one function for each width.
macro_rules! p {
    ($($(#[$doc:meta])* $function:ident, $lane:ty, $most:literal;)+) => {$(
        $(#[$doc])*
        ///
        /// # Panics
        ///
        #[doc = concat!("If `rounds` is more than ", $most, ".")]
        pub fn $function(state: &mut [$lane; 25], rounds: usize) {
            permute_many(core::slice::from_mut(state), rounds);
        }
    )+};
}

p! {
    /// Keccak-p\[200, rounds\]: the last `rounds` rounds of [`f200`]. \[FIPS202\] 3.3.
    p200, u8, 18;
    /// Keccak-p\[400, rounds\]: the last `rounds` rounds of [`f400`]. \[FIPS202\] 3.3.
    p400, u16, 20;
    /// Keccak-p\[800, rounds\]: the last `rounds` rounds of [`f800`]. \[FIPS202\] 3.3.
    p800, u32, 22;
    /// Keccak-p\[1600, rounds\]: the last `rounds` rounds of [`f1600`]. \[FIPS202\] 3.3.
    ///
    /// ```
    /// use counterpoint::keccak;
    ///
    /// let (mut f, mut p) = ([7u64; 25], [7; 25]);
    /// keccak::f1600(&mut f);
    /// keccak::p1600(&mut p, 24);
    /// assert_eq!(f, p);
    /// keccak::p1600(&mut p, 12); // the permutation of TurboSHAKE
    /// ```
    p1600, u64, 24;
}

/// A permutation chosen at run time: Keccak-f if `FULL`, otherwise Keccak-p. It converts `BATCH` states at a time from
/// bytes to lanes.
struct Named<W, const FULL: bool, const BATCH: usize>(PhantomData<W>);

impl<W: Word, const FULL: bool, const BATCH: usize> Named<W, FULL, BATCH>
where
    KeccakP<W>: Implemented,
{
    const fn algorithm(name: &'static str, aliases: &'static [&'static str]) -> Algorithm {
        const { assert!(BATCH >= KeccakP::<W>::MOST_STATES, "a batch fills the widest kernel") };
        Algorithm {
            name,
            aliases,
            family: "keccak",
            kind: Kind::Permutation(&Self(PhantomData)),
            list: any_list::<KeccakP<W>>,
        }
    }
}

impl<W: Word, const FULL: bool, const BATCH: usize> Sealed for Named<W, FULL, BATCH> {}

impl<W: Word, const FULL: bool, const BATCH: usize> Permutation for Named<W, FULL, BATCH> {
    fn state_bytes(&self) -> usize {
        25 * W::BYTES
    }
    fn rounds(&self) -> RangeInclusive<usize> {
        if FULL { W::FULL_ROUNDS..=W::FULL_ROUNDS } else { 0..=W::FULL_ROUNDS }
    }
    fn permute(
        &self,
        implementation: Option<&str>,
        states: &mut [u8],
        rounds: usize,
    ) -> Result<(), ImplementationError> {
        let bytes = self.state_bytes();
        assert_eq!(states.len() % bytes, 0, "bytes after the last whole state of {bytes} bytes");
        assert!(self.rounds().contains(&rounds), "{rounds} rounds; expected {:?}", self.rounds());
        let entry = match implementation {
            Some(name) => W::list().named(name)?,
            None => W::list().best(states.len() / bytes),
        };
        // A buffer is initialized before it is used, so a call with few states gets a small one.
        match states.len() / bytes {
            0 | 1 => permute_bytes::<W, 1>(entry, states, rounds),
            2..=16 => permute_bytes::<W, 16>(entry, states, rounds),
            _ => permute_bytes::<W, BATCH>(entry, states, rounds),
        }
        Ok(())
    }
}

/// Permutes consecutive states of bytes, `BATCH` at a time.
fn permute_bytes<W: Word, const BATCH: usize>(entry: &Entry<KeccakP<W>>, states: &mut [u8], rounds: usize) {
    let bytes = 25 * W::BYTES;
    let mut lanes = Wiped([[W::zero(Portable::PROOF); 25]; BATCH]);
    for batch in states.chunks_mut(BATCH * bytes) {
        let lanes = &mut lanes[..batch.len() / bytes];
        for (lane, bytes) in lanes.as_flattened_mut().iter_mut().zip(batch.chunks_exact(W::BYTES)) {
            *lane = W::from_bytes(bytes);
        }
        permute_with(entry, lanes, rounds);
        for (lane, bytes) in lanes.as_flattened().iter().zip(batch.chunks_exact_mut(W::BYTES)) {
            lane.to_bytes(bytes);
        }
    }
}

/// The permutations by name.
pub(super) const ALGORITHMS: &[Algorithm] = &[
    // algorithms: begin, by `cargo xtask generate` from functions.toml
    Named::<u8, true, 64>::algorithm("keccak-f200", &["keccak-f[200]"]),
    Named::<u16, true, 32>::algorithm("keccak-f400", &["keccak-f[400]"]),
    Named::<u32, true, 16>::algorithm("keccak-f800", &["keccak-f[800]"]),
    Named::<u64, true, 16>::algorithm("keccak-f1600", &["keccak-f[1600]"]),
    Named::<u8, false, 64>::algorithm("keccak-p200", &["keccak-p[200]"]),
    Named::<u16, false, 32>::algorithm("keccak-p400", &["keccak-p[400]"]),
    Named::<u32, false, 16>::algorithm("keccak-p800", &["keccak-p[800]"]),
    Named::<u64, false, 16>::algorithm("keccak-p1600", &["keccak-p[1600]"]),
    // algorithms: end
];
