//! A function as the compiler left it, before decoding.

use std::collections::BTreeMap;
use std::ops::Range;

/// A function before linking.
pub(crate) struct Function {
    /// Its symbol.
    pub(crate) symbol: String,
    /// Its path in Rust's notation.
    pub(crate) name: String,
    pub(crate) code: Vec<u8>,
    /// Places that the linker fills in, and the symbol that it puts there.
    pub(super) relocations: BTreeMap<u64, String>,
    /// Its index, on a machine that numbers functions: WebAssembly.
    pub(super) index: u32,
}

impl Function {
    /// Returns a function that no compiler made.
    #[cfg(test)]
    pub(crate) fn made_of(code: &[u8], relocations: &[(u64, &str)]) -> Self {
        Self {
            symbol: "made".into(),
            name: "made".into(),
            code: code.to_vec(),
            relocations: relocations.iter().map(|&(at, name)| (at, name.to_string())).collect(),
            index: 0,
        }
    }

    /// Returns the symbol that the linker puts into these bytes.
    pub(crate) fn symbol(&self, bytes: Range<u64>) -> Option<&str> {
        self.relocations.range(bytes).next().map(|(_, name)| &**name)
    }
}

/// Returns a symbol as a Rust path.
pub(super) fn demangled(symbol: &str) -> String {
    format!("{:#}", rustc_demangle::demangle(symbol))
}
