//! The bytes of machine code of each implementation, from the symbol table of this program.
//!
//! A tier compiles a kernel in one function, its shell, with everything inlined. The shell's symbol contains the
//! kernel's type. The compiler may keep closures of the kernel's `run` as separate functions. Their symbols also
//! contain the type, and they are counted with the shell:
//!
//! ```text
//! <counterpoint::cpu::Avx2 as counterpoint::cpu::Tier>::run::shell::<counterpoint::luffa::words::Words<3>>
//! <counterpoint::luffa::words::Words<3> as counterpoint::cpu::Kernel>::run::{closure#0}
//!                     kernel, as returned by `Implementation::kernel`
//! ```
//!
//! Functions shared by several kernels are not counted. A fast kernel calls none, as `cargo xtask kernels` checks.

use crate::machine;
use crate::record::EngineRow;
use crate::subject::{OURS, Subject};
use counterpoint::Algorithm;
use object::{Object, ObjectSymbol, SymbolKind};
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// The unit of rows with a code size.
pub(crate) const UNIT: &str = "code_bytes";

/// Returns the bytes of code by kernel type; empty if the program has no symbols, or symbols without types.
fn sizes() -> &'static BTreeMap<String, u64> {
    static SIZES: OnceLock<BTreeMap<String, u64>> = OnceLock::new();
    SIZES.get_or_init(|| {
        let program = std::env::current_exe().and_then(std::fs::read).unwrap_or_default();
        let mut sizes = BTreeMap::new();
        let Ok(file) = object::File::parse(&*program) else { return sizes };
        for symbol in file.symbols().filter(|symbol| symbol.kind() == SymbolKind::Text) {
            let demangled = symbol.name().map(|name| format!("{:#}", rustc_demangle::demangle(name)));
            if let Some(kernel) = demangled.ok().as_deref().and_then(kernel) {
                *sizes.entry(kernel.to_owned()).or_insert(0) += symbol.size();
            }
        }
        sizes
    })
}

/// Returns the kernel's type from a demangled name.
fn kernel(demangled: &str) -> Option<&str> {
    let rest = demangled.strip_prefix('<')?;
    let shell = || rest.split_once(" as counterpoint::cpu::Tier>::run::shell::<")?.1.strip_suffix('>');
    let part = || Some(rest.split_once(" as counterpoint::cpu::Kernel>::run")?.0);
    shell().or_else(part)
}

/// Returns a row for each of our implementations whose code was found.
pub(crate) fn rows<'a>(subjects: impl Iterator<Item = &'a Subject>) -> Vec<EngineRow> {
    subjects
        .filter(|subject| subject.package == OURS)
        .filter_map(|subject| {
            let algorithm = Algorithm::by_name(subject.algorithm).ok()?;
            let listed = algorithm.implementations().find(|i| i.name() == subject.implementation)?;
            Some(EngineRow {
                platform: std::env::consts::ARCH.to_owned(),
                algorithm: subject.algorithm.to_owned(),
                implementation: subject.implementation.clone(),
                unit: UNIT.to_owned(),
                value: *sizes().get(listed.kernel())? as f64,
                paper: None,
                date: machine::today(),
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shell_names_its_kernel() {
        let name =
            "<counterpoint::cpu::x86_64::Avx2 as counterpoint::cpu::Tier>::run::shell::<counterpoint::a::B<u64, 3>>";
        assert_eq!(kernel(name), Some("counterpoint::a::B<u64, 3>"));
        let part = "<counterpoint::a::B<u64, 3> as counterpoint::cpu::Kernel>::run::{closure#0}";
        assert_eq!(kernel(part), kernel(name));
        assert_eq!(kernel("<counterpoint::cpu::Portable as counterpoint::cpu::Tier>::run::shell"), None);
        assert_eq!(kernel("core::ptr::drop_in_place"), None);
    }

    #[test]
    fn every_implementation_has_a_size() {
        let subjects: Vec<Subject> = crate::implementations::of(Algorithm::by_name("sha3-256").expect("it is there"));
        let rows = rows(subjects.iter());
        assert_eq!(rows.len(), subjects.len(), "{:?}", sizes());
        assert!(rows.iter().all(|row| (100.0..1e6).contains(&row.value)), "{rows:?}");
    }
}
