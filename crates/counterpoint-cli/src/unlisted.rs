//! The files that no list of digests names.
//!
//! Only names of existing files are kept, and a list can only remove from them: its contents do not decide how much
//! memory is used.

use std::collections::HashSet;
use std::ffi::OsStr;

/// The names of the files not found in a list so far.
pub(crate) struct Unlisted {
    names: HashSet<Vec<u8>>,
}

impl Unlisted {
    pub(crate) fn new<'a>(names: impl Iterator<Item = &'a OsStr>) -> Self {
        Self { names: names.map(|name| plain(name.as_encoded_bytes())).collect() }
    }

    /// Removes a name found in a list. `./a`, `a` and `.//a` are the same.
    pub(crate) fn found(&mut self, name: &OsStr) {
        self.names.remove(&plain(name.as_encoded_bytes()));
    }

    /// Returns whether no list has named this file.
    pub(crate) fn contains(&self, name: &OsStr) -> bool {
        self.names.contains(&plain(name.as_encoded_bytes()))
    }
}

/// Returns a path without its empty and `.` components.
fn plain(name: &[u8]) -> Vec<u8> {
    let root: &[u8] = if name.starts_with(b"/") { b"/" } else { b"" };
    let parts: Vec<&[u8]> = name.split(|&c| c == b'/').filter(|part| !matches!(*part, b"" | b".")).collect();
    [root, &parts.join(&b'/')].concat()
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn parts_that_lead_nowhere_do_not_count() {
        for (name, same) in
            [("a", "a"), ("./a", "a"), (".//a/./b/", "a/b"), ("/a", "/a"), ("//a", "/a"), ("../a", "../a"), (".", "")]
        {
            assert_eq!(plain(name.as_bytes()), same.as_bytes());
        }
    }
}
