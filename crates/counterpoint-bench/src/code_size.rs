//! Bytes of machine code of each implementation, from this program's own table of symbols.
//!
//! A tier compiles a kernel in one function, its shell, with everything inlined; the shell's symbol carries the kernel's type:
//!
//! ```text
//! <counterpoint::cpu::Avx2 as counterpoint::cpu::Tier>::run::shell::<counterpoint::luffa::words::Words<3>>
//!                     tier                                           kernel, as `Listed::kernel` tells it
//! ```

use crate::machine;
use crate::record::EngineRow;
use crate::subject::{OURS, Subject};
use counterpoint::Algorithm;
use object::{Object, ObjectSymbol};
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// The unit of rows that tell a code size.
pub(crate) const UNIT: &str = "code_bytes";

/// The size of every shell by (tier's type, kernel's type); empty if the program has no symbols, or symbols that do not
/// tell types.
fn shells() -> &'static BTreeMap<(String, String), u64> {
    static SHELLS: OnceLock<BTreeMap<(String, String), u64>> = OnceLock::new();
    SHELLS.get_or_init(|| {
        let program = std::env::current_exe().and_then(std::fs::read).unwrap_or_default();
        let Ok(file) = object::File::parse(&*program) else { return BTreeMap::new() };
        file.symbols()
            .filter_map(|symbol| {
                let demangled = format!("{:#}", rustc_demangle::demangle(symbol.name().ok()?));
                Some((tier_and_kernel(&demangled)?, symbol.size()))
            })
            .collect()
    })
}

/// The two types in a shell's demangled name.
fn tier_and_kernel(demangled: &str) -> Option<(String, String)> {
    let (tier, rest) =
        demangled.strip_prefix("<counterpoint::cpu::")?.split_once(" as counterpoint::cpu::Tier>::run::")?;
    let kernel = rest.strip_prefix("shell::<")?.strip_suffix('>')?;
    let tier = tier.rsplit("::").next()?;
    Some((tier.to_lowercase(), kernel.to_owned()))
}

/// A row for each subject of ours whose shell is found.
pub(crate) fn rows<'a>(subjects: impl Iterator<Item = &'a Subject>) -> Vec<EngineRow> {
    subjects
        .filter(|subject| subject.package == OURS)
        .filter_map(|subject| {
            let algorithm = Algorithm::by_name(subject.algorithm).ok()?;
            let listed = algorithm.implementations().find(|i| i.card().name == subject.implementation)?;
            let shell = (listed.tier().to_owned(), listed.kernel().to_owned());
            Some(EngineRow {
                platform: std::env::consts::ARCH.to_owned(),
                algorithm: subject.algorithm.to_owned(),
                implementation: subject.implementation.clone(),
                unit: UNIT.to_owned(),
                value: *shells().get(&shell)? as f64,
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
        assert_eq!(tier_and_kernel("<counterpoint::cpu::Portable as counterpoint::cpu::Tier>::run::shell"), None);
        assert_eq!(tier_and_kernel("core::ptr::drop_in_place"), None);
    }

    #[test]
    fn every_implementation_has_a_size() {
        let subjects: Vec<Subject> = crate::subject::ours(Algorithm::by_name("sha3-256").expect("it is there"));
        let rows = rows(subjects.iter());
        assert_eq!(rows.len(), subjects.len(), "{:?}", shells());
        assert!(rows.iter().all(|row| (100.0..1e6).contains(&row.value)), "{rows:?}");
    }
}
