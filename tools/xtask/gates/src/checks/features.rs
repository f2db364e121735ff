//! The features of the library.

use super::cargo::{
    CHECKED, CODE_OF_LIBRARY, CRATES, IMPLEMENTATIONS, LIBRARY, PRODUCT, UNIT_FEATURES, UNOPTIMIZED, selected,
};
use crate::check::{Check, Gate, SHORT};
use crate::count::Counts;
use crate::job::{Call, Job, Outcome};

pub(super) const CHECKS: &[Check] = &[
    Check {
        name: "feature-sets",
        group: "features",
        why: "the library compiles without a warning: no family; each alone, without and with what can be added",
        after: &["fetch"],
        inputs: Some(LIBRARY),
        minutes: 60,
        seconds: 60,
        uses: &["target/features"],
        run: feature_sets,
        ..SHORT
    },
    Check {
        name: "no-std",
        group: "features",
        gate: Gate::TestAll,
        why: "without the standard library and optimisation: the CPU's features by another crate, every implementation",
        after: &["fetch"],
        counts: Counts::Harness,
        inputs: Some(CODE_OF_LIBRARY),
        minutes: 60,
        seconds: 70,
        uses: &["target/debug"],
        run: |job| no_std(job, &IMPLEMENTATIONS).args(["--", "--show-output"]).run(),
        ..SHORT
    },
    Check {
        name: "oldest-rust",
        group: "features",
        why: "the product compiles with the oldest Rust that is promised, where rustup has it",
        after: &["fetch"],
        inputs: Some(CRATES),
        seconds: 30,
        uses: &["target/oldest"],
        run: |job| oldest_rust(job, &selected(&PRODUCT)),
        ..SHORT
    },
    Check {
        name: "every-case",
        group: "features",
        gate: Gate::TestAll,
        why: "with overflow checks and debug assertions, all cases of tests of which `no-std` and `unit` run a part",
        after: &["fetch"],
        counts: Counts::Harness,
        inputs: Some(CODE_OF_LIBRARY),
        minutes: 60,
        seconds: 110,
        uses: &["target/debug"],
        // Without any optimisation, the tests would take two minutes longer than this build.
        run: |job| {
            let tests = IMPLEMENTATIONS.iter().chain(&["modes"]).flat_map(|name| ["--test", name]);
            job.command(&format!("cargo test --locked {CHECKED} --package counterpoint --no-fail-fast"))
                .args(["--features", &format!("{UNIT_FEATURES},all-techniques")])
                .args(tests)
                .env("COUNTERPOINT_EVERY_CASE", "1")
                .run()
        },
        ..SHORT
    },
    Check {
        name: "oldest-rust-all",
        group: "features",
        gate: Gate::TestAll,
        why: "the whole workspace compiles with the oldest Rust that is promised, where rustup has it",
        after: &["fetch"],
        contains: &["oldest-rust"],
        inputs: Some(CRATES),
        seconds: 60,
        uses: &["target/oldest"],
        run: |job| oldest_rust(job, &["--workspace"]),
        ..SHORT
    },
    Check {
        name: "powerset",
        group: "features",
        gate: Gate::TestAll,
        why: "every set of families compiles alone; each pair with all options, each one with some; Grøstl-0",
        after: &["fetch"],
        contains: &["feature-sets"],
        inputs: Some(LIBRARY),
        minutes: 60,
        seconds: 230,
        uses: &["target/features"],
        run: powerset,
        ..SHORT
    },
];

/// Runs these test programs without the standard library, and with all techniques, because the tests compare with
/// `spec`.
pub(super) fn no_std<'a>(job: &'a Job<'_>, tests: &[&str]) -> Call<'a> {
    job.command(&format!("cargo test --locked {UNOPTIMIZED} --package counterpoint --no-default-features"))
        .args(["--features", "alloc,all-families,all-techniques", "--no-fail-fast"])
        .args(tests.iter().flat_map(|name| ["--test", name]))
}

/// Returns the library's families, from its feature `all-families`.
fn families(job: &Job<'_>) -> Outcome<Vec<String>> {
    let manifest = std::fs::read_to_string(job.world.root.join("crates/counterpoint/Cargo.toml"));
    let manifest = manifest.map_err(|error| error.to_string())?;
    let listed = manifest.lines().find_map(|line| line.strip_prefix("all-families = [")?.strip_suffix(']'));
    let listed = listed.ok_or("the library has no feature `all-families`")?;
    Ok(listed.split(", ").map(|name| name.trim_matches('"').to_owned()).collect())
}

fn feature_sets(job: &Job<'_>) -> Outcome {
    for family in families(job)?.into_iter().chain([String::new()]) {
        for more in ["", "aead,cipher,digest,rand_core,serde,zeroize"] {
            check_features(job, &format!("{family},{more}"))?;
        }
    }
    Ok(())
}

/// Checks every set of families alone; up to two families and all of them with all options, and up to one with some.
fn powerset(job: &Job<'_>) -> Outcome {
    let families = families(job)?;
    for (more, most) in [
        ("", families.len()),
        ("std,aead,cipher,digest,rand_core,rayon,serde,zeroize,all-techniques", 2),
        ("alloc", 1),
        ("std", 1),
        ("aead,cipher,digest,rand_core,serde,zeroize", 1),
        ("std,groestl0", 0),
    ] {
        let all = (1_usize << families.len()) - 1;
        for set in (0..=all).filter(|&set| set == all || set.count_ones() as usize <= most) {
            let chosen =
                families.iter().enumerate().filter(|(bit, _)| set >> bit & 1 == 1).map(|(_, family)| family.as_str());
            check_features(job, &chosen.chain([more]).collect::<Vec<_>>().join(","))?;
        }
    }
    Ok(())
}

fn check_features(job: &Job<'_>, features: &str) -> Outcome {
    job.command(&format!("cargo check --locked {UNOPTIMIZED} --package counterpoint --no-default-features --features"))
        .arg(features)
        // No set is checked twice.
        .env("CARGO_INCREMENTAL", "0")
        // Other flags would rebuild everything else.
        .env("CARGO_TARGET_DIR", "target/features")
        .env("RUSTFLAGS", "--deny warnings")
        .run()
}

/// No toolchain is downloaded for this.
pub(super) fn oldest_rust(job: &Job<'_>, packages: &[&str]) -> Outcome {
    let manifest = std::fs::read_to_string(job.world.root.join("Cargo.toml")).map_err(|error| error.to_string())?;
    let minimum = manifest.lines().find_map(|line| line.strip_prefix("rust-version = \"")?.strip_suffix('"'));
    let minimum = minimum.ok_or("Cargo.toml has no rust-version")?;
    let toolchains = job.world.ask("rustup", &["toolchain", "list"]).unwrap_or_default();
    let has = |line: &&str| line.strip_prefix(minimum).is_some_and(|rest| rest.starts_with(['.', '-']));
    let Some(toolchain) = toolchains.lines().find(has).and_then(|line| line.split(' ').next()) else {
        job.say(format!("skipped: no toolchain {minimum}; `rustup toolchain install {minimum}` adds it"));
        return Ok(());
    };
    job.command(&format!("rustup run {toolchain} cargo check --locked --target-dir target/oldest"))
        .args(packages)
        .env("RUSTUP_TOOLCHAIN", toolchain)
        .run()
}
