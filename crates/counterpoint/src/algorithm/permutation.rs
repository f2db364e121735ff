//! Permutations that are chosen at run time.

use super::sealed::Sealed;
use crate::list::ImplementationError;

/// A permutation that is chosen at run time, on states in the form of bytes.
///
/// The trait is sealed: only the library implements it.
pub trait Permutation: Sealed + Sync {
    /// Returns the length of the state in bytes.
    #[must_use]
    fn state_bytes(&self) -> usize;
    /// Returns the accepted numbers of rounds: a single one if the permutation fixes it (Keccak-f), or a range if the
    /// caller chooses it (Keccak-p).
    #[must_use]
    fn rounds(&self) -> core::ops::RangeInclusive<usize>;

    /// Permutes each state with the last `rounds` rounds; `states` is divided into pieces of [`Self::state_bytes`].
    /// If no implementation is named, the best one is chosen.
    ///
    /// # Errors
    ///
    /// If the implementation is unknown or can't run on this machine.
    ///
    /// # Panics
    ///
    /// If `states` can't be divided like this, or if `rounds` is not in [`Self::rounds`].
    fn permute(
        &self,
        implementation: Option<&str>,
        states: &mut [u8],
        rounds: usize,
    ) -> Result<(), ImplementationError>;
}
