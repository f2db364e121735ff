//! The column that is added.

/// The column of digests.
pub(super) struct Digests<'n> {
    pub(super) name: &'n str,
    pub(super) bytes: usize,
}
