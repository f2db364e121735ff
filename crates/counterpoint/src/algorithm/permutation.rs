//! Permutations that are chosen at run time.

use crate::list::ImplementationError;

/// A permutation chosen at run time, on states as bytes.
pub trait Permutation: Sync {
    /// Bytes of the state.
    fn state_bytes(&self) -> usize;
    /// The numbers of rounds that it can be asked for: one where the permutation fixes it (Keccak-f), a range where the
    /// caller chooses (Keccak-p).
    fn rounds(&self) -> core::ops::RangeInclusive<usize>;

    /// Permutes each state with the last `rounds` rounds; `states` is cut into pieces of [`Self::state_bytes`]. An
    /// implementation is chosen if none is named.
    ///
    /// # Errors
    ///
    /// If the implementation is unknown or can't run here.
    ///
    /// # Panics
    ///
    /// If `states` can't be cut like this, or `rounds` is not in [`Self::rounds`].
    fn permute(
        &self,
        implementation: Option<&str>,
        states: &mut [u8],
        rounds: usize,
    ) -> Result<(), ImplementationError>;
}
