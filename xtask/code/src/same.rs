//! `cargo xtask kernels --same`: that each kernel which is in two builds of the library is the same in both.
//!
//! So what was found out about the kernels of one build, such as that with all techniques, holds for the other.

use crate::outcome::Outcome;
use counterpoint_prove::Archive;
use std::collections::BTreeSet;
use std::error::Error;
use std::fs;

/// Prints the kernels whose machine code or constants differ; returns how many they are.
pub(crate) fn run(one: &str, other: &str) -> Outcome {
    let read = |file: &str| fs::read(file).map_err(|error| format!("{file}: {error}"));
    let (bytes, other_bytes) = (read(one)?, read(other)?);
    let archive = |file: &str, error: Box<dyn Error>| format!("{file}: {error}");
    let first = Archive::read(&bytes).map_err(|error| archive(one, error))?;
    let second = Archive::read(&other_bytes).map_err(|error| archive(other, error))?;
    let (names, other_names): (BTreeSet<_>, BTreeSet<_>) = (first.kernels().collect(), second.kernels().collect());
    let mut different = 0;
    for name in names.intersection(&other_names) {
        if first.fingerprint(name)? != second.fingerprint(name)? {
            println!("different: {name}");
            different += 1;
        }
    }
    let both = names.intersection(&other_names).count();
    println!(
        "{both} kernels are in both builds, {different} of them different; {} are in the first only, {} in the second",
        names.len() - both,
        other_names.len() - both
    );
    if both == 0 {
        return Err("there is no kernel to compare".into());
    }
    Ok(different)
}
