//! Source mutants, made by cargo-mutants: tests must catch every one not listed in scripts/mutants/survivors. Mutants
//! of machine code are in `proof.rs`.

use crate::check::{Check, Gate, Input, SHORT};

const SOURCES: &[Input] = &[
    Input::Code("crates/counterpoint/"),
    Input::Code("crates/counterpoint-vectors/"),
    Input::Tree(".cargo/"),
    Input::Tree("Cargo.toml"),
    Input::Tree("Cargo.lock"),
    Input::Tree("scripts/mutants.sh"),
    Input::Tree("scripts/mutants/"),
];

/// If time runs out before all mutants have been tried, it fails, and the next run continues.
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
        why: "one in 150 mutants of the code around the kernels, always the same ones; installs cargo-mutants, and has \
              a build of its own",
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
        why: "all mutants of `scripts/mutants/library.toml`; after four hours it fails, and the next run continues",
        seconds: 10_000,
        run: |job| job.run("scripts/mutants.sh library 235"),
        ..ALL
    },
    Check {
        name: "rest-mutants",
        why: "all mutants of `scripts/mutants/rest.toml`; after four hours it fails, and the next run continues",
        seconds: 10_000,
        run: |job| job.run("scripts/mutants.sh rest 235"),
        ..ALL
    },
    Check {
        name: "command-mutants",
        why: "all mutants of `sum`, `check` and `column`; after four hours it fails, and the next run continues",
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
