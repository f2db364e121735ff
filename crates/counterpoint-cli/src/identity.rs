//! Whether two names or handles refer to the same file.

use std::fs::Metadata;

/// Returns whether two pieces of metadata belong to the same file. Where files have no identity, none are the same.
#[cfg(unix)]
pub(crate) fn same_file(a: &Metadata, b: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (a.dev(), a.ino()) == (b.dev(), b.ino())
}

#[cfg(not(unix))]
pub(crate) fn same_file(_: &Metadata, _: &Metadata) -> bool {
    false
}
