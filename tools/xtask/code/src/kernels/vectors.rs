//! `cargo xtask kernels --no-vectors`: checks that no function of a library has an instruction with a vector register,
//! and shows which of its kernels have some in an ordinary build.

use super::architecture::Architecture;
use super::function::Function;
use super::{key, object_file, x86_64};
use crate::outcome::Outcome;
use std::collections::BTreeMap;
use std::error::Error;
use std::fs;

/// The number of instructions of a kernel, and how many of them use vectors.
type Counted = (usize, usize);

/// Prints a line for each kernel; returns how many functions have such an instruction.
pub(crate) fn run(library: &str, ordinary: &str) -> Outcome {
    let (functions, others) = (functions(library)?, functions(ordinary)?);
    let (kernels, others) = (kernels(&functions), kernels(&others));
    if kernels.is_empty() {
        return Err(format!("{library}: no kernel").into());
    }
    if others.values().all(|(_, vectors)| *vectors == 0) {
        return Err(format!("{ordinary}: no vector registers found: the check does not see what it should").into());
    }
    println!(
        "{:50} {:>12} {:>10} {:>15} {:>10}",
        "kernel", "instructions", "on vectors", "ordinary build", "on vectors"
    );
    for ((kernel, tier), (instructions, vectors)) in &kernels {
        let missing = || format!("{ordinary}: no machine code of {kernel} on {tier}");
        let (other, other_vectors) = others.get(&(kernel.clone(), tier.clone())).ok_or_else(missing)?;
        let title = kernel.trim_start_matches("counterpoint::");
        println!("{title:50} {instructions:>12} {vectors:>10} {other:>15} {other_vectors:>10}");
    }
    let wrong = functions.iter().filter(|function| x86_64::on_vectors(function).1 > 0);
    let wrong = wrong.inspect(|function| println!("on vectors: {}", function.name)).count();
    println!("{} functions, {} of them kernels, {wrong} with instructions on vectors", functions.len(), kernels.len());
    Ok(wrong)
}

/// The functions of a library for x86-64.
fn functions(library: &str) -> Result<Vec<Function>, Box<dyn Error>> {
    let bytes = fs::read(library).map_err(|error| format!("{library}: {error}"))?;
    match object_file::functions(&bytes).map_err(|error| format!("{library}: {error}"))? {
        (Architecture::X86_64, functions) => Ok(functions),
        (other, _) => Err(format!("{library}: the registers of {} are not supported", other.name()).into()),
    }
}

/// The kernels among functions, each by its type and tier.
fn kernels(functions: &[Function]) -> BTreeMap<(String, String), Counted> {
    functions.iter().filter_map(|function| Some((key(&function.name)?, x86_64::on_vectors(function)))).collect()
}
