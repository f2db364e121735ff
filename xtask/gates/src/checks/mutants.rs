//! Mutants of the code around the kernels, by cargo-mutants: a test has to catch each. Those of machine code are with
//! the proofs.

use crate::check::{Check, Gate, Input, SHORT};

const SOURCES: &[Input] = &[
    Input::Code("crates/counterpoint/"),
    Input::Tree("Cargo.toml"),
    Input::Tree("Cargo.lock"),
    Input::Tree("scripts/mutants.sh"),
    Input::Tree("scripts/mutants/"),
];

/// Where it ends before all are tried, the next run goes on.
const ALL: Check = Check {
    gate: Gate::Release,
    group: "rust",
    after: &["fetch"],
    minutes: 240,
    cores: 2,
    uses: &["target/mutants"],
    ..SHORT
};

pub(super) const CHECKS: &[Check] = &[
    Check {
        name: "source-mutants",
        group: "rust",
        gate: Gate::TestAll,
        why: "some mutants of the code around the kernels, always the same; a build of its own, and cargo-mutants",
        inputs: Some(SOURCES),
        after: &["fetch"],
        minutes: 60,
        seconds: 180,
        cores: 2,
        run: |job| job.run("scripts/mutants.sh --sample"),
        uses: &["target/mutants-sample"],
        ..SHORT
    },
    Check {
        name: "library-mutants",
        why: "all mutants of the code around the kernels; where they take more than four hours, the next run goes on",
        seconds: 10_000,
        run: |job| job.run("scripts/mutants.sh library 235"),
        ..ALL
    },
    Check {
        name: "command-mutants",
        why: "all mutants of `sum`, `check` and `column`, likewise",
        seconds: 10_000,
        run: |job| job.run("scripts/mutants.sh command 235"),
        ..ALL
    },
    Check {
        name: "c-mutants",
        why: "all mutants of the C interface",
        seconds: 900,
        run: |job| job.run("scripts/mutants.sh c 235"),
        ..ALL
    },
];
