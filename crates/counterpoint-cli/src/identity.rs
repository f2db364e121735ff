//! Whether two names or handles are those of the same file.

use std::fs::Metadata;

/// Returns whether these are the metadata of one file. Where files have no identity, none counts as another.
#[cfg(unix)]
pub(crate) fn same_file(a: &Metadata, b: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (a.dev(), a.ino()) == (b.dev(), b.ino())
}

#[cfg(not(unix))]
pub(crate) fn same_file(_: &Metadata, _: &Metadata) -> bool {
    false
}
