//! Every public type and function that takes a secret, with all secrets marked: the code around the kernels. Lengths,
//! nonces and public results are not secret.

use crate::secrets::Verdicts;
use crate::valgrind;
use std::error::Error;

mod case;
mod digests;
mod hashes;
mod keccak;
mod kmac;
mod modes;
mod sessions;
mod trees;

pub(crate) use case::{Case, Outcome};
#[cfg(target_arch = "x86_64")]
pub(crate) use digests::compare;
#[cfg(target_arch = "x86_64")]
pub(crate) use hashes::messages;

/// Prints a line for each case; returns how many break their promise.
pub(crate) fn check() -> Result<usize, Box<dyn Error>> {
    let of_rust =
        [digests::CASES, hashes::CASES, keccak::CASES, kmac::CASES, modes::CASES, sessions::CASES, trees::CASES];
    #[cfg(target_arch = "x86_64")]
    let of_c = crate::c_interface::CASES;
    #[cfg(not(target_arch = "x86_64"))]
    let of_c: &[Case] = &[];
    let (mut wrong, mut ran) = (0, 0);
    for case in of_rust.into_iter().chain([of_c]).flatten() {
        let (before, mut verdicts) = (valgrind::errors(), Verdicts::default());
        (case.run)(&mut verdicts).map_err(|error| format!("{}: {error}", case.name))?;
        let reports = valgrind::errors() - before - verdicts.public(case.branches);
        let as_promised = (reports == 0) == case.constant_time;
        println!("{} {}: {reports} reports", if as_promised { "ok" } else { "WRONG" }, case.name);
        ran += 1;
        wrong += usize::from(!as_promised);
    }
    println!("{ran} groups of types and functions, {wrong} with broken promises");
    Ok(wrong)
}
