//! How the fields of a CSV file are written, where the options say so.

/// How fields are written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dialect {
    pub(super) delimiter: u8,
    /// What makes the next character stand for itself, if a doubled quote is not the only way.
    pub(super) escape: Option<u8>,
}
