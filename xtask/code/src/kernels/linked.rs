//! `cargo xtask kernels --linked`: that a program contains the kernels of its lists, and no other.
//!
//! So nothing that no machine chooses gets into what ships.

use super::function::demangled;
use super::key;

use crate::lists;
use crate::outcome::Outcome;
use object::{Object, ObjectSymbol};
use std::collections::BTreeSet;
use std::fs;

/// Prints the kernels that are in the program or in the lists alone; returns how many they are.
pub(crate) fn run(program: &str, lists: &str) -> Outcome {
    let bytes = fs::read(program).map_err(|error| format!("{program}: {error}"))?;
    let file = object::File::parse(&*bytes).map_err(|error| format!("{program}: {error}"))?;
    let names = file.symbols().filter(ObjectSymbol::is_definition).filter_map(|symbol| symbol.name().ok());
    let found: BTreeSet<_> = names.filter_map(|name| key(&demangled(name))).collect();
    if found.is_empty() {
        return Err(format!("{program}: no kernel: the program has to have its names").into());
    }
    let listed: BTreeSet<_> = lists::read(lists)?.into_iter().map(|line| (line.kernel, line.tier)).collect();
    for (kernel, tier) in found.difference(&listed) {
        println!("in no list: {kernel} on {tier}");
    }
    for (kernel, tier) in listed.difference(&found) {
        println!("not in the program: {kernel} on {tier}");
    }
    println!("{} kernels are in {program}, {} in the lists", found.len(), listed.len());
    Ok(found.symmetric_difference(&listed).count())
}
