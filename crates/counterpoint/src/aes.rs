//! aes

/// The family by name.
pub static ALGORITHMS: &[crate::registry::Algorithm] = &[];
