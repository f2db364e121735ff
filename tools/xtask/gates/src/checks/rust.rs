//! The Rust crates: style, the build that everything else uses, and the tests of the product.

use super::cargo::{
    CLIPPY, COMMENTED, CRATES, DEBIAN_STYLE, IMPLEMENTATIONS, PRODUCT, UNIT_FEATURES, UNOPTIMIZED, VALGRIND,
    all_answers, run_tests, selected, test_programs, tests_of, tests_with, under_valgrind, write_lists,
};
use super::made::{COLUMN_COMMAND, COMMAND, XTASK, is_built_once};
use crate::check::{ALONE, Check, Gate, Input, SHORT};
use crate::count::Counts;
use crate::job::{Job, Outcome};
use crate::need::{self, Need};
use crate::world::Artifact;

/// The programs that examine the product: the task runner, the one that reads machine code, and the one that prints the
/// lists of implementations.
const TOOLS: [&str; 3] = ["xtask", "xtask-code", "xtask-lists"];

const RUSTFMT: Need = need::found_by("cargo fmt --version", "");

pub(super) const CHECKS: &[Check] = &[
    Check {
        name: "fetch",
        group: "rust",
        gate: Gate::Check,
        why: "the crates in Cargo.lock are downloaded, the study of instructions' own too; timed separately",
        minutes: 60,
        seconds: 20,
        installs: true,
        run: |job| {
            let version = job.world.ask("rustc", &["-vV"]).unwrap_or_default();
            let host = version.lines().find_map(|line| line.strip_prefix("host: ")).ok_or("rustc -vV names no host")?;
            // Crates required only on other systems are not downloaded.
            for manifest in ["Cargo.toml", "studies/isa/Cargo.toml"] {
                job.command("cargo fetch --locked --manifest-path").args([manifest, "--target", host]).run()?;
            }
            Ok(())
        },
        ..SHORT
    },
    Check {
        name: "fmt",
        group: "rust",
        gate: Gate::Check,
        why: "all sources are formatted; a second",
        needs: &[DEBIAN_STYLE, RUSTFMT],
        inputs: Some(&[Input::Ending(".rs"), Input::Tree("rustfmt.toml")]),
        seconds: 2,
        run: |job| {
            job.run("cargo fmt --all --check")?;
            // Packages outside the workspace.
            for package in ["tools/bench/nosse", "tools/fuzz", "studies/isa", "studies/isa/armv7"] {
                job.run(&format!("cargo fmt --check --manifest-path {package}/Cargo.toml"))?;
            }
            Ok(())
        },
        ..SHORT
    },
    Check {
        name: "clippy",
        group: "rust",
        gate: Gate::Check,
        why: "clippy finds nothing in the product and the task runner",
        needs: &[DEBIAN_STYLE, CLIPPY],
        inputs: Some(COMMENTED),
        seconds: 40,
        cores: 2,
        uses: &["target/release"],
        run: |job| {
            job.command("cargo clippy --locked --release --all-targets")
                .args(selected(&PRODUCT))
                .args(["-p", "counterpoint-python", "-p", "xtask", "-p", "gates"])
                .args(["--", "--deny", "warnings"])
                // The Python package is only checked here, which requires no Python.
                .env("PYO3_NO_PYTHON", "1")
                .run()
        },
        ..SHORT
    },
    Check {
        name: "build",
        group: "rust",
        gate: Gate::Check,
        why: "the one optimised build of the product and of what looks at it; nearly all else needs it",
        after: &["fetch"],
        minutes: 60,
        seconds: 130,
        uses: &["target/release"],
        run: build,
        ..SHORT
    },
    Check {
        name: "rules",
        group: "rust",
        gate: Gate::Check,
        why: "this project's own rules (`cargo xtask lint`); seconds",
        after: &["build"],
        seconds: 3,
        run: |job| job.program(XTASK).arg("lint").run(),
        ..SHORT
    },
    Check {
        name: "generated",
        group: "rust",
        gate: Gate::Check,
        why: "what `cargo xtask generate` writes in all languages, and `cargo xtask figures` in docs/papers; seconds",
        after: &["build"],
        seconds: 3,
        run: |job| {
            job.program(XTASK).args(["generate", "--check"]).run()?;
            job.program(XTASK).args(["figures", "--check"]).run()
        },
        ..SHORT
    },
    Check {
        name: "unit-build",
        group: "rust",
        gate: Gate::Check,
        why: "the library's unit tests without optimisation, with overflow checks and debug assertions",
        after: &["fetch"],
        minutes: 60,
        seconds: 50,
        cores: 1,
        uses: &["target/debug"],
        run: |job| {
            job.command(&format!("cargo test --locked --no-run {UNOPTIMIZED} --package counterpoint --lib"))
                .args(["--features", UNIT_FEATURES])
                .args(
                    [
                        "aead_traits",
                        "cipher_traits",
                        "digest_serde",
                        "digest_traits",
                        "modes",
                        "rand_traits",
                        "serialized_state",
                        "zeroize",
                    ]
                    .iter()
                    .flat_map(|name| ["--test", name]),
                )
                .build()?;
            Ok(())
        },
        ..SHORT
    },
    Check {
        name: "unit",
        group: "rust",
        gate: Gate::Check,
        why: "the unit tests of the library, and its features for the traits of other crates and for wiping",
        after: &["unit-build"],
        counts: Counts::Harness,
        inputs: Some(&[]),
        seconds: 60,
        parts: Some(|world| test_programs(world, "target/debug", |artifact| artifact.package == "counterpoint")),
        run: run_tests,
        ..SHORT
    },
    Check {
        name: "implementations",
        group: "rust",
        gate: Gate::Check,
        why: "every implementation that ships equals `spec` at all edges; the lists and the public types",
        after: &["build"],
        counts: Counts::Harness,
        inputs: Some(&[]),
        seconds: 40,
        parts: Some(|world| {
            test_programs(world, "target/release", |artifact| IMPLEMENTATIONS.contains(&artifact.target.as_str()))
        }),
        run: run_tests,
        ..SHORT
    },
    Check {
        name: "tools-build",
        group: "rust",
        gate: Gate::Check,
        why: "the unit tests of the product's other crates and of the driver",
        after: &["build"],
        minutes: 60,
        seconds: 40,
        cores: 2,
        uses: &["target/release"],
        run: |job| {
            job.command("cargo test --locked --release --no-run --lib --bins").args(selected(&PRODUCT[1..])).build()?;
            Ok(())
        },
        ..SHORT
    },
    Check {
        name: "tools",
        group: "rust",
        gate: Gate::Check,
        why: "the unit tests of the command, the C interface, columns, and known answers",
        after: &["tools-build"],
        counts: Counts::Harness,
        inputs: Some(&[]),
        seconds: 10,
        parts: Some(|world| {
            let is_unit = |artifact: &Artifact| !is_in_tests(artifact) && !has_column(artifact);
            test_programs(world, "target/release", is_unit)
        }),
        run: run_tests,
        ..SHORT
    },
    Check {
        name: "tests",
        group: "rust",
        why: "all other test programs of the product: properties, guard pages, threads, the command, the C interface",
        after: &["build"],
        counts: Counts::Harness,
        inputs: Some(&[]),
        seconds: 60,
        parts: Some(|world| {
            let others = |artifact: &Artifact| {
                is_in_tests(artifact) && !has_column(artifact) && !IMPLEMENTATIONS.contains(&artifact.target.as_str())
            };
            test_programs(world, "target/release", others)
        }),
        run: run_tests,
        ..SHORT
    },
    Check {
        name: "constant-time-types",
        group: "rust",
        why: "every public type that takes a secret, and the C interface, under valgrind; seconds",
        needs: &[VALGRIND],
        after: &["build"],
        inputs: Some(&[Input::Made("target/release/under_valgrind")]),
        seconds: 15,
        run: |job| under_valgrind(job, "target/release", &["constant-time", "--types"]),
        ..SHORT
    },
    Check {
        name: "doctests",
        group: "rust",
        why: "the examples in the documentation of the library and of the command",
        after: &["build"],
        counts: Counts::Harness,
        inputs: Some(CRATES),
        seconds: 30,
        cores: 2,
        uses: &["target/release"],
        // Together, so that the library has the features of the build.
        run: |job| {
            job.command("cargo test --locked --release --no-fail-fast --doc -p counterpoint -p counterpoint-cli")
                .args(["--", "--show-output"])
                .run()
        },
        ..SHORT
    },
    Check {
        name: "one-library",
        group: "rust",
        why: "command, C library, Python module and lists use the same build of the library; a second",
        after: &["build", "tools-build", "doctests", "column-build"],
        seconds: 1,
        run: one_library,
        ..SHORT
    },
    Check {
        name: "built-in-answers",
        group: "rust",
        why: "the known answers in the command, by every implementation that ships",
        after: &["build"],
        counts: Counts::Records,
        inputs: Some(&[Input::Made(COMMAND)]),
        seconds: 10,
        run: |job| job.program(COMMAND).args(["selftest", "--format", "json"]).run(),
        ..SHORT
    },
    Check {
        name: "all-answers",
        group: "rust",
        why: "all known answers of the folder beside the project, by every implementation that ships",
        after: &["build"],
        counts: Counts::Records,
        inputs: Some(&[Input::Made(COMMAND), Input::Vectors]),
        seconds: 40,
        cores: 2,
        run: |job| all_answers(job, COMMAND),
        ..SHORT
    },
    Check {
        name: "column-build",
        group: "rust",
        why: "the command with its feature `column`",
        after: &["build"],
        makes: &[COLUMN_COMMAND],
        minutes: 60,
        seconds: 80,
        // For a moment, the command that other checks run has this feature.
        cores: ALONE,
        uses: &["target/release"],
        run: build_column,
        ..SHORT
    },
    Check {
        name: "column",
        group: "rust",
        why: "columns of Parquet, CSV and JSON lines, of ten million rows too",
        after: &["column-build"],
        counts: Counts::Harness,
        inputs: Some(&[Input::Made(COLUMN_COMMAND)]),
        seconds: 30,
        parts: Some(|world| {
            let mut parts = test_programs(world, "target/release", has_column);
            for part in &mut parts {
                part.command = Some(world.root.join(COLUMN_COMMAND));
            }
            parts
        }),
        run: |job| tests_with(job, &["--show-output", "--include-ignored"])?.run(),
        ..SHORT
    },
    Check {
        name: "release-order",
        group: "rust",
        why: "what `make release` packs: the order of the crates, their contents; seconds",
        after: &["build"],
        seconds: 5,
        run: |job| job.program(XTASK).args(["release-check", "--list"]).run(),
        ..SHORT
    },
];

fn build(job: &Job<'_>) -> Outcome {
    // `make run`, and whoever calls Cargo, builds the library without the compiler's remarks.
    let folder = job.world.root.join("target/release/deps");
    xtask_remarks::remove_without(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let tests = tests_of(job.world, &PRODUCT)?;
    let mut call =
        job.command("cargo build --locked --release --lib --bins --examples").args(tests).args(selected(&PRODUCT));
    for tool in TOOLS {
        call = call.args(["-p", tool]);
    }
    call.build()?;
    write_lists(job, "target/release")
}

/// Builds the command with the feature `column` in place of the shipped one, moves it elsewhere, and restores the
/// shipped one.
fn build_column(job: &Job<'_>) -> Outcome {
    job.command("cargo test --locked --release --no-run -p counterpoint-cli --features column --lib --test column")
        .build()?;
    let kept = job.world.root.join(COLUMN_COMMAND);
    let folder = kept.parent().ok_or("no folder")?;
    std::fs::create_dir_all(folder)
        .and_then(|()| std::fs::copy(job.world.root.join(COMMAND), &kept))
        .map_err(|error| format!("{}: {error}", kept.display()))?;
    job.build("cargo build --locked --release -p counterpoint-cli")?;
    Ok(())
}

/// Whether it is a test program of a package's folder `tests`.
fn is_in_tests(artifact: &Artifact) -> bool {
    artifact.folder.join("tests").join(format!("{}.rs", artifact.target)).is_file()
}

/// Whether it is the command with the feature `column`.
fn has_column(artifact: &Artifact) -> bool {
    artifact.features.iter().any(|feature| feature == "column")
}

/// Cargo unifies features over everything one call builds. So the library, with its features and those of its
/// dependencies, must be the same for each part of the product alone; checking this requires no build.
fn one_library(job: &Job<'_>) -> Outcome {
    let mut first = None;
    for package in ["counterpoint-cli", "counterpoint-capi", "counterpoint-python", "xtask-lists"] {
        let line = "cargo tree --locked --no-dedupe --edges normal,build --prefix depth --format";
        let tree = job.command(line).args(["{p} {f}", "--package", package]).output()?;
        let library = library_in(&tree).ok_or_else(|| format!("{package} does not use the library"))?;
        let (other, expected) = first.get_or_insert_with(|| (package, library.clone()));
        if *expected != library {
            return Err(
                format!("{package} and {other} use different builds of the library:\n{library}\n{expected}").into()
            );
        }
    }
    is_built_once(job.world)
}

/// Returns the lines of the library and its dependencies in a tree whose lines begin with their depth.
fn library_in(tree: &str) -> Option<String> {
    let lines = tree.lines().filter_map(|line| {
        let text = line.trim_start_matches(|c: char| c.is_ascii_digit());
        Some((line.strip_suffix(text)?.parse::<usize>().ok()?, text))
    });
    let mut lines = lines.skip_while(|(_, text)| !text.starts_with("counterpoint v"));
    let (top, library) = lines.next()?;
    let below = lines.take_while(|(depth, _)| *depth > top).map(|(depth, text)| format!("{} {text}", depth - top));
    Some(std::iter::once(library.to_owned()).chain(below).collect::<Vec<_>>().join("\n"))
}
