//! Bytes of machine code of each implementation, from this program's own table of symbols.
//!
//! A tier compiles a kernel in one function, its shell, with everything inlined; the shell's symbol carries the kernel's type.
//! What the compiler still keeps apart, closures of the kernel's own `run`, carries both types too and is counted with it:
//!
//! ```text
//! <counterpoint::cpu::Avx2 as counterpoint::cpu::Tier>::run::shell::<counterpoint::luffa::words::Words<3>>
//! <counterpoint::luffa::words::Words<3> as counterpoint::cpu::Kernel<counterpoint::cpu::Avx2>>::run::{closure#0}
//!                     kernel, as `Implementation::kernel`                              tier
//! ```
//!
//! Functions that several kernels share are not counted; a fast kernel calls none (`cargo xtask kernels` sees to that).

use crate::machine;
use crate::record::EngineRow;
use crate::subject::{OURS, Subject};
use counterpoint::Algorithm;
use object::{Object, ObjectSymbol, SymbolKind};
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// The unit of rows that tell a code size.
pub(crate) const UNIT: &str = "code_bytes";

/// Bytes of code by tier and kernel's type; empty if the program has no symbols, or symbols that do not tell types.
fn sizes() -> &'static BTreeMap<(String, String), u64> {
    static SIZES: OnceLock<BTreeMap<(String, String), u64>> = OnceLock::new();
    SIZES.get_or_init(|| {
        let program = std::env::current_exe().and_then(std::fs::read).unwrap_or_default();
        let mut sizes = BTreeMap::new();
        let Ok(file) = object::File::parse(&*program) else { return sizes };
        for symbol in file.symbols().filter(|symbol| symbol.kind() == SymbolKind::Text) {
            let demangled = symbol.name().map(|name| format!("{:#}", rustc_demangle::demangle(name)));
            if let Some(place) = demangled.ok().as_deref().and_then(tier_and_kernel) {
                *sizes.entry(place).or_insert(0) += symbol.size();
            }
        }
        sizes
    })
}

/// The tier and the kernel's type in a demangled name.
fn tier_and_kernel(demangled: &str) -> Option<(String, String)> {
    let shell = || {
        let (tier, rest) = demangled.strip_prefix('<')?.split_once(" as counterpoint::cpu::Tier>::run::shell::<")?;
        Some((tier, rest.strip_suffix('>')?))
    };
    let part = || {
        let (kernel, rest) = demangled.strip_prefix('<')?.split_once(" as counterpoint::cpu::Kernel<")?;
        Some((rest.split_once(">>::run")?.0, kernel))
    };
    let (tier, kernel) = shell().or_else(part)?;
    Some((tier.rsplit("::").next()?.to_lowercase(), kernel.to_owned()))
}

/// A row for each subject of ours whose code is found.
pub(crate) fn rows<'a>(subjects: impl Iterator<Item = &'a Subject>) -> Vec<EngineRow> {
    subjects
        .filter(|subject| subject.package == OURS)
        .filter_map(|subject| {
            let algorithm = Algorithm::by_name(subject.algorithm).ok()?;
            let listed = algorithm.implementations().find(|i| i.name() == subject.implementation)?;
            let place = (listed.tier().to_owned(), listed.kernel().to_owned());
            Some(EngineRow {
                platform: std::env::consts::ARCH.to_owned(),
                algorithm: subject.algorithm.to_owned(),
                implementation: subject.implementation.clone(),
                unit: UNIT.to_owned(),
                value: *sizes().get(&place)? as f64,
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
    fn a_shell_tells_its_tier_and_kernel() {
        let name =
            "<counterpoint::cpu::x86_64::Avx2 as counterpoint::cpu::Tier>::run::shell::<counterpoint::a::B<u64, 3>>";
        assert_eq!(tier_and_kernel(name), Some(("avx2".to_owned(), "counterpoint::a::B<u64, 3>".to_owned())));
        let part = "<counterpoint::a::B<u64, 3> as counterpoint::cpu::Kernel<counterpoint::cpu::x86_64::Avx2>>::run::{closure#0}";
        assert_eq!(tier_and_kernel(part), tier_and_kernel(name));
        assert_eq!(tier_and_kernel("<counterpoint::cpu::Portable as counterpoint::cpu::Tier>::run::shell"), None);
        assert_eq!(tier_and_kernel("core::ptr::drop_in_place"), None);
    }

    #[test]
    fn every_implementation_has_a_size() {
        let subjects: Vec<Subject> = crate::implementations::of(Algorithm::by_name("sha3-256").expect("it is there"));
        let rows = rows(subjects.iter());
        assert_eq!(rows.len(), subjects.len(), "{:?}", sizes());
        assert!(rows.iter().all(|row| (100.0..1e6).contains(&row.value)), "{rows:?}");
    }
}
