//! `cargo xtask kernels --linked`: checks that a program contains the kernels in its lists, and no others.
//!
//! So nothing ships that no machine would choose.

use super::function::demangled;
use super::key;

use crate::lists;
use crate::outcome::Outcome;
use object::{Object, ObjectSymbol};
use std::collections::BTreeSet;
use std::fs;

/// Prints the kernels that are only in the program or only in the lists; returns their number.
pub(crate) fn run(program: &str, lists: &str) -> Outcome {
    let bytes = fs::read(program).map_err(|error| format!("{program}: {error}"))?;
    let file = object::File::parse(&*bytes).map_err(|error| format!("{program}: {error}"))?;
    let names = file.symbols().filter(ObjectSymbol::is_definition).filter_map(|symbol| symbol.name().ok());
    let found: BTreeSet<_> = names.filter_map(|name| key(&demangled(name))).collect();
    if found.is_empty() {
        return Err(format!("{program}: no kernels found: the program must have its names").into());
    }
    let listed: BTreeSet<_> = lists::read(lists)?.into_iter().map(|line| (line.kernel, line.tier)).collect();
    println!("{} kernels are in {program}, {} in the lists", found.len(), listed.len());
    Ok(differences(&found, &listed))
}

/// Prints the kernels that are in only one of the sets; returns their number.
fn differences(found: &BTreeSet<(String, String)>, listed: &BTreeSet<(String, String)>) -> usize {
    for (kernel, tier) in found.difference(listed) {
        println!("in no list: {kernel} on {tier}");
    }
    for (kernel, tier) in listed.difference(found) {
        println!("not in the program: {kernel} on {tier}");
    }
    found.symmetric_difference(listed).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kernel_too_many_and_a_missing_one_are_differences() {
        let set = |kernels: &[(&str, &str)]| {
            kernels.iter().map(|(kernel, tier)| (kernel.to_string(), tier.to_string())).collect::<BTreeSet<_>>()
        };
        let listed = set(&[("a", "avx2"), ("b", "avx2"), ("b", "ssse3")]);
        assert_eq!(differences(&listed, &listed), 0);
        assert_eq!(differences(&set(&[("a", "avx2"), ("b", "avx2")]), &listed), 1);
        assert_eq!(differences(&set(&[("a", "avx2"), ("b", "avx2"), ("a", "ssse3")]), &listed), 2);
        assert_eq!(differences(&set(&[("a", "avx2"), ("b", "avx2"), ("b", "ssse3"), ("c", "avx2")]), &listed), 1);
    }
}
