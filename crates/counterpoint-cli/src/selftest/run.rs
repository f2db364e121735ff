//! Runs a job: passes its cases to the code for their kind of algorithm.

use super::hashes::HashTest;
use super::plan::Job;
use super::results::Results;
use super::{block_ciphers, derived_functions, permutations, sessions};
use crate::console::Progress;
use counterpoint::registry::{ImplementationError, Kind};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Returns the results of a job. If it can't run or panics, all of its records fail.
pub(super) fn run(job: &Job<'_>, progress: &Progress) -> Results {
    let (algorithm, implementation) = (job.algorithm.name, job.implementation.name());
    let new_results = || Results::new(algorithm, implementation, job.file);
    let work = || {
        let mut results = new_results();
        run_cases(job, progress, &mut results).map(|()| results).map_err(|error| error.to_string())
    };
    let done = catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| Err("a panic".to_owned()));
    // Tests of hash functions advance the progress themselves.
    if !job.algorithm.hashes() {
        progress.advance(job.bytes());
    }
    done.unwrap_or_else(|why| {
        let mut results = new_results();
        job.cases.iter().for_each(|case| results.fail(case, &why));
        results
    })
}

fn run_cases(job: &Job<'_>, progress: &Progress, results: &mut Results) -> Result<(), ImplementationError> {
    let implementation = job.implementation.name();
    match job.algorithm.kind {
        Kind::Hash(_) => match job.algorithm.as_hash() {
            Some(hash) => HashTest { hash, implementation, progress }.run(&job.cases, results),
            None => derived_functions::run(job.algorithm, implementation, progress, &job.cases, results),
        },
        Kind::Permutation(permutation) => permutations::run(permutation, implementation, &job.cases, results),
        Kind::BlockCipher(cipher) => block_ciphers::run(cipher, implementation, &job.cases, results),
        Kind::Aead(_) => {
            sessions::run(job.algorithm.name, implementation, &job.cases, results);
            Ok(())
        }
        _ => unreachable!("this library has no other kind"),
    }
}
