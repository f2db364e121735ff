//! The whole workspace: the library with all techniques, the studies, and what a change may break far away.

use super::cargo::{
    CHECKED, CLIPPY, CODE_OF_LIBRARY, COMMENTED, CRATES, UNIT_FEATURES, VALGRIND, all_answers, run_tests, selected,
    test_programs, tests_of, under_valgrind, write_lists,
};
use super::made::ALL_COMMAND;
use crate::check::{Check, Gate, Input, SHORT};
use crate::count::Counts;
use crate::job::{Job, Outcome};
use crate::need::{self, Need};

/// The studies and tools, whose tests `make test` skips.
const STUDIES: [&str; 4] = ["counterpoint-bench", "counterpoint-prove", "xtask", "xtask-code"];

/// The features that `make test` tests only without optimisation, and those that the studies enable.
///
/// They include the default ones, which Cargo adds if the library itself is selected, so that it is built only once.
const ALL_FEATURES: &str = "counterpoint/default,counterpoint/all-techniques,counterpoint/groestl0,counterpoint/aead,\
    counterpoint/by-value,counterpoint/cipher,counterpoint/digest,counterpoint/rand_core,counterpoint/rayon,\
    counterpoint/serde,counterpoint/zeroize";

/// The requirements of the benchmark's peers: OpenSSL, and the tools to build XKCP and AWS-LC from C.
const PEERS: &[Need] = &[
    need::found_by("pkg-config --exists libssl", "libssl-dev pkg-config"),
    need::program("make", "make"),
    need::program("perl", "perl"),
    need::program("xsltproc", "xsltproc"),
    // bindgen finds clang's library in the usual folders, or in LIBCLANG_PATH.
    need::found_by("test -n \"$LIBCLANG_PATH\" || dpkg-query --show libclang-dev", "libclang-dev"),
    CLIPPY,
];

pub(super) const CHECKS: &[Check] = &[
    Check {
        name: "clippy-all",
        group: "rust",
        gate: Gate::TestAll,
        why: "clippy finds nothing in the whole workspace with all features; builds the benchmark's peers from C",
        needs: PEERS,
        after: &["fetch"],
        inputs: Some(COMMENTED),
        minutes: 60,
        seconds: 200,
        uses: &["target/all"],
        run: |job| {
            job.command(
                "cargo clippy --locked --release --target-dir target/all --workspace --all-targets --all-features",
            )
            .args(["--", "--deny", "warnings"])
            // Nothing runs the peers built here.
            .env("CFLAGS", "-O0")
            .run()
        },
        ..SHORT
    },
    Check {
        name: "all-build",
        group: "rust",
        gate: Gate::TestAll,
        why: "a second optimised build of the library, with the techniques that no machine chooses, and of the studies",
        after: &["fetch"],
        minutes: 60,
        seconds: 300,
        uses: &["target/all"],
        run: all_build,
        ..SHORT
    },
    Check {
        name: "all-implementations",
        group: "rust",
        gate: Gate::TestAll,
        why: "the library's test programs with all techniques and, optimised, the features that `unit` tests",
        after: &["all-build"],
        counts: Counts::Harness,
        inputs: Some(&[]),
        seconds: 120,
        parts: Some(|world| test_programs(world, "target/all", |artifact| artifact.package == "counterpoint")),
        run: run_tests,
        ..SHORT
    },
    Check {
        name: "counting-kernels",
        group: "rust",
        gate: Gate::TestAll,
        why: "all lengths, divisions and orders around the kernels, of which `unit` tries some; a build of 2 minutes",
        after: &["fetch"],
        counts: Counts::Harness,
        inputs: Some(CODE_OF_LIBRARY),
        minutes: 60,
        seconds: 150,
        uses: &["target/debug"],
        run: |job| {
            job.command(&format!("cargo test --locked {CHECKED} --package counterpoint --lib"))
                .args(["--features", UNIT_FEATURES, "--", "hash::tests"])
                // No test here runs this machine's kernels, and the build takes half the time without them.
                .env("RUSTFLAGS", "--cfg counterpoint_portable")
                .run()
        },
        ..SHORT
    },
    Check {
        name: "studies",
        group: "rust",
        gate: Gate::TestAll,
        why: "the tests of the benchmark, the prover and the task runner",
        after: &["all-build"],
        counts: Counts::Harness,
        inputs: Some(&[]),
        minutes: 60,
        seconds: 120,
        parts: Some(|world| {
            test_programs(world, "target/all", |artifact| STUDIES.contains(&artifact.package.as_str()))
        }),
        run: run_tests,
        ..SHORT
    },
    Check {
        name: "answers-of-all",
        group: "rust",
        gate: Gate::TestAll,
        why: "all known answers by all implementations, with all techniques",
        after: &["all-build"],
        counts: Counts::Records,
        inputs: Some(&[Input::Made(ALL_COMMAND), Input::Vectors]),
        minutes: 60,
        seconds: 60,
        cores: 2,
        run: |job| {
            // `selftest` skips the answers of functions that are not built, so it would not notice a missing one.
            job.program(ALL_COMMAND).args(["list", "groestl0-256"]).run()?;
            all_answers(job, ALL_COMMAND)
        },
        ..SHORT
    },
    Check {
        name: "doctests-of-all",
        group: "rust",
        gate: Gate::TestAll,
        why: "the example in the documentation of Grøstl-0, which only this build has",
        after: &["all-build"],
        counts: Counts::Harness,
        inputs: Some(CRATES),
        seconds: 5,
        uses: &["target/all"],
        // Together, so that the library has the features of the build.
        run: |job| {
            job.command(
                "cargo test --locked --release --target-dir target/all --doc -p counterpoint -p counterpoint-cli",
            )
            .args(["--features", ALL_FEATURES, "--", "groestl0"])
            .run()
        },
        ..SHORT
    },
    Check {
        name: "adding",
        group: "rust",
        gate: Gate::TestAll,
        why: "a new function, family and technique are what docs/adding.md says; a build of their own",
        after: &["fetch"],
        inputs: Some(CRATES),
        minutes: 60,
        seconds: 200,
        run: |job| job.run("scripts/tests/adding.sh target/test/adding"),
        ..SHORT
    },
    Check {
        name: "fuzz-targets",
        group: "rust",
        gate: Gate::TestAll,
        why: "the fuzz targets, which are apart from the workspace, compile with their own lock file",
        after: &["fetch"],
        seconds: 60,
        uses: &["target/fuzz-check"],
        // Nothing is linked, so the path avoids compiling libFuzzer, which requires a C++ compiler.
        run: |job| {
            job.command("cargo check --locked --manifest-path tools/fuzz/Cargo.toml --target-dir target/fuzz-check")
                .env("CUSTOM_LIBFUZZER_PATH", "unused/libfuzzer.a")
                .run()
        },
        ..SHORT
    },
    Check {
        name: "constant-time",
        group: "rust",
        gate: Gate::TestAll,
        why: "every implementation up to AVX2 under valgrind, with all that is secret marked so",
        needs: &[VALGRIND],
        after: &["build", "all-build"],
        minutes: 90,
        seconds: 300,
        run: |job| under_valgrind(job, "target/all/release", &["constant-time"]),
        ..SHORT
    },
];

fn all_build(job: &Job<'_>) -> Outcome {
    const PACKAGES: [&str; 7] = [
        "counterpoint",
        "counterpoint-cli",
        "counterpoint-bench",
        "counterpoint-prove",
        "xtask",
        "xtask-code",
        "xtask-lists",
    ];
    // The benchmark is tested here, and nothing is measured.
    const UNMEASURED: &str = "--config=profile.release.package.counterpoint-bench.opt-level=0";
    let tests = ["counterpoint", "counterpoint-bench", "counterpoint-prove"];
    let tests = tests_of(job.world, &tests)?;
    job.command("cargo build --locked --release --target-dir target/all")
        .args(["--features", ALL_FEATURES, UNMEASURED, "--lib", "--bins", "--examples", "--test", "zeroize"])
        .args(tests)
        .args(selected(&PACKAGES))
        .build()?;
    job.command("cargo test --locked --release --target-dir target/all --no-run --lib --bins")
        .args(["--features", ALL_FEATURES, UNMEASURED])
        // The same packages except the library, whose unit tests run in `unit`.
        .args(selected(&PACKAGES[1..]))
        .build()?;
    write_lists(job, "target/all/release")
}
