//! The Rust crates: style, the build that all else uses, their tests, their documentation and their features.

use super::made::{ALL_COMMAND, CODE, COMMAND, XTASK, is_built_once, lists_of};
use crate::check::{Check, Gate, Input, SHORT};
use crate::count::Counts;
use crate::job::{Job, Outcome, Part};
use crate::memory::vectors_folder;
use crate::need::{self, Need};
use crate::world::{Artifact, World};

/// The crates that make the product, but for the Python package, which maturin builds.
const PRODUCT: [&str; 6] = [
    "counterpoint",
    "counterpoint-arrow",
    "counterpoint-capi",
    "counterpoint-cli",
    "counterpoint-console",
    "counterpoint-vectors",
];
/// What looks at the product: the task runner, the prover, and the program that prints the lists of implementations.
const TOOLS: [&str; 3] = ["xtask", "xtask-code", "xtask-lists"];
/// The studies and tools, whose tests are those of `make test-all`.
const STUDIES: [&str; 5] = ["counterpoint-bench", "counterpoint-isa", "counterpoint-prove", "xtask", "xtask-code"];
/// All families of the library.
const FAMILIES: &str = "aes,fugue,groestl,keccak,luffa";
/// A build that takes a fraction of the time, with overflow checks and debug assertions.
const UNOPTIMIZED: &str = "--config profile.dev.opt-level=0 --config profile.dev.debug=0";
/// The programs that compare every implementation that ships.
const IMPLEMENTATIONS: [&str; 3] = ["every_implementation", "registry", "types"];

/// All sources of Rust, and what they include.
const CRATES: &[Input] = &[
    Input::Documented("crates/"),
    Input::Documented("xtask/"),
    Input::Tree("Cargo.toml"),
    Input::Tree("Cargo.lock"),
    Input::Tree(".cargo/"),
    Input::Tree("README.md"),
];
/// The same for clippy, which asks for comments on `unsafe`.
const COMMENTED: &[Input] = &[
    Input::Tree("crates/"),
    Input::Tree("xtask/"),
    Input::Tree("Cargo.toml"),
    Input::Tree("Cargo.lock"),
    Input::Tree(".cargo/"),
];
/// The library where it is only compiled and run.
const CODE_OF_LIBRARY: &[Input] = &[
    Input::Code("crates/counterpoint/"),
    Input::Code("crates/counterpoint-vectors/"),
    Input::Tree("Cargo.toml"),
    Input::Tree("Cargo.lock"),
    Input::Tree(".cargo/"),
];
/// The library with its documentation, which the compiler asks for.
const LIBRARY: &[Input] = &[
    Input::Documented("crates/counterpoint/"),
    Input::Documented("crates/counterpoint-vectors/"),
    Input::Tree("Cargo.toml"),
    Input::Tree("Cargo.lock"),
    Input::Tree(".cargo/"),
];

const RUSTFMT: Need = need::found_by("cargo fmt --version", "");
const CLIPPY: Need = need::found_by("cargo clippy --version", "");
/// Debian has the formatter and the linter of its Rust in packages of their own.
const DEBIAN_STYLE: Need = need::found_by(
    "test \"$(command -v cargo)\" != /usr/bin/cargo || cargo fmt --version",
    "rustfmt-web rust-web-clippy",
);
/// What the benchmark's peers need: OpenSSL, and what builds XKCP and AWS-LC from C.
const PEERS: &[Need] = &[
    need::found_by("pkg-config --exists libssl", "libssl-dev pkg-config"),
    need::program("make", "make"),
    need::program("perl", "perl"),
    need::program("xsltproc", "xsltproc"),
    // bindgen finds clang's library in the usual folders, or where LIBCLANG_PATH says.
    need::found_by("test -n \"$LIBCLANG_PATH\" || dpkg-query --show libclang-dev", "libclang-dev"),
    CLIPPY,
];
const CHROMIUM: Need = need::program("chromium", "chromium");
const PYTHON: Need = need::program("python3", "python3");
const VALGRIND: Need = need::program("valgrind", "valgrind");

pub(super) const CHECKS: &[Check] = &[
    Check {
        name: "fetch",
        group: "rust",
        gate: Gate::Check,
        why: "the crates that Cargo.lock names are there; the time of fetching them is told apart",
        minutes: 60,
        seconds: 20,
        installs: true,
        run: |job| {
            let version = job.world.ask("rustc", &["-vV"]).unwrap_or_default();
            let host = version.lines().find_map(|line| line.strip_prefix("host: ")).ok_or("rustc -vV names no host")?;
            // Crates that only other systems need are not fetched.
            job.command("cargo fetch --locked --target").arg(host).run()
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
        run: |job| job.run("cargo fmt --all --check"),
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
                // The Python package is only checked here, so it needs no Python.
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
        cores: 2,
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
        why: "what `cargo xtask generate` writes in all languages, and the header of C, is up to date; seconds",
        after: &["build"],
        seconds: 3,
        run: |job| job.program(XTASK).args(["generate", "--check"]).run(),
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
                .args(["--features", &format!("std,{FAMILIES},aead,cipher,digest,rayon,zeroize")])
                .args(
                    ["aead_traits", "cipher_traits", "digest_traits", "modes", "serialized_state", "zeroize"]
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
        why: "command, C library and lists use the same build of the library, each built alone; a second",
        after: &["build", "tools-build", "doctests", "column-build"],
        seconds: 3,
        uses: &["target/release"],
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
        minutes: 60,
        seconds: 80,
        cores: 2,
        uses: &["target/release"],
        run: |job| {
            job.command(
                "cargo test --locked --release --no-run -p counterpoint-cli --features column --lib --test column",
            )
            .build()?;
            Ok(())
        },
        ..SHORT
    },
    Check {
        name: "column",
        group: "rust",
        why: "columns of Parquet, CSV and JSON lines, of ten million rows too",
        after: &["column-build"],
        counts: Counts::Harness,
        inputs: Some(&[]),
        seconds: 30,
        parts: Some(|world| test_programs(world, "target/release", has_column)),
        run: |job| run_tests_with(job, &["--show-output", "--include-ignored"]),
        ..SHORT
    },
    Check {
        name: "doc",
        group: "docs",
        why: "the product's documentation without a warning: no broken link",
        inputs: Some(CRATES),
        seconds: 30,
        cores: 2,
        uses: &["target/release"],
        after: &["build"],
        run: |job| {
            let call = job
                .command("cargo doc --locked --release --no-deps")
                .args(selected(&PRODUCT))
                .args(["-p", "counterpoint-python"]);
            call.env("RUSTDOCFLAGS", "--deny warnings").env("PYO3_NO_PYTHON", "1").run()
        },
        ..SHORT
    },
    Check {
        name: "checks",
        group: "docs",
        gate: Gate::Check,
        why: "the table of checks in CONTRIBUTING.md is the driver's; no time",
        seconds: 1,
        run: |job| {
            let driver = std::env::current_exe().map_err(|error| error.to_string())?;
            job.program(driver).args(["table", "--check"]).run()
        },
        ..SHORT
    },
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
        why: "without the standard library and optimisation: the CPU's features by another crate, every implementation",
        after: &["fetch"],
        counts: Counts::Harness,
        inputs: Some(CODE_OF_LIBRARY),
        minutes: 60,
        seconds: 70,
        uses: &["target/debug"],
        run: |job| {
            job.command(&format!("cargo test --locked {UNOPTIMIZED} --package counterpoint --no-default-features"))
                .args(["--features", &format!("alloc,{FAMILIES}"), "--no-fail-fast"])
                .args(IMPLEMENTATIONS.iter().flat_map(|name| ["--test", name]))
                .args(["--", "--show-output"])
                .run()
        },
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
        name: "release-order",
        group: "rust",
        why: "what `make release` packs: the order of the crates, their contents; seconds",
        after: &["build"],
        seconds: 5,
        run: |job| job.program(XTASK).args(["release-check", "--list"]).run(),
        ..SHORT
    },
    Check {
        name: "driver-tests",
        group: "driver",
        why: "the tests of this driver: what is counted, remembered, ended",
        counts: Counts::Harness,
        inputs: Some(&[Input::Tree("xtask/gates/")]),
        seconds: 40,
        uses: &["target/debug"],
        run: |job| job.command(&format!("cargo test --locked {UNOPTIMIZED} --package gates -- --show-output")).run(),
        ..SHORT
    },
    Check {
        name: "other-systems",
        group: "driver",
        why: "`make run` and `make check` where there is no Debian: BusyBox, no apt-get, no file of certificates; seconds",
        needs: &[need::program("busybox", "busybox")],
        inputs: Some(&[Input::Tree("scripts/"), Input::Tree("Makefile")]),
        seconds: 5,
        run: |job| {
            let driver = std::env::current_exe().map_err(|error| error.to_string())?;
            job.command("scripts/tests/other_systems.sh").env("GATES", driver).run()
        },
        ..SHORT
    },
    // What a change may break far away.
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
        cores: 2,
        uses: &["target/all"],
        run: |job| {
            job.command(
                "cargo clippy --locked --release --target-dir target/all --workspace --all-targets --all-features",
            )
            .args(["--", "--deny", "warnings"])
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
        seconds: 220,
        cores: 2,
        uses: &["target/all"],
        run: all_build,
        ..SHORT
    },
    Check {
        name: "all-implementations",
        group: "rust",
        gate: Gate::TestAll,
        why: "the library's test programs with all techniques",
        after: &["all-build"],
        counts: Counts::Harness,
        inputs: Some(&[]),
        seconds: 120,
        parts: Some(|world| test_programs(world, "target/all", |artifact| artifact.package == "counterpoint")),
        run: run_tests,
        ..SHORT
    },
    Check {
        name: "studies",
        group: "rust",
        gate: Gate::TestAll,
        why: "the tests of the benchmark, the study of instructions, the prover and the task runner",
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
        run: |job| all_answers(job, ALL_COMMAND),
        ..SHORT
    },
    Check {
        name: "optional-features",
        group: "features",
        gate: Gate::TestAll,
        why: "every implementation with the features that `unit` tests without optimisation; a third optimised build",
        after: &["fetch"],
        counts: Counts::Harness,
        inputs: Some(CODE_OF_LIBRARY),
        minutes: 60,
        seconds: 120,
        uses: &["target/optional"],
        run: |job| {
            job.command(
                "cargo test --locked --release --target-dir target/optional --package counterpoint --no-fail-fast",
            )
            .args(["--features", &format!("std,{FAMILIES},aead,cipher,digest,rayon,zeroize")])
            .args(["--test", "zeroize", "--test", "every_implementation", "--test", "modes"])
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
        why: "every set of features of the library compiles",
        after: &["fetch"],
        inputs: Some(LIBRARY),
        minutes: 60,
        seconds: 240,
        uses: &["target/features"],
        run: powerset,
        ..SHORT
    },
    Check {
        name: "doc-all",
        group: "docs",
        gate: Gate::TestAll,
        why: "the documentation of the whole workspace",
        after: &["all-build"],
        inputs: Some(CRATES),
        seconds: 60,
        cores: 2,
        uses: &["target/all"],
        run: |job| {
            let call = job.command("cargo doc --locked --release --target-dir target/all --workspace --no-deps");
            call.env("RUSTDOCFLAGS", "--deny warnings").run()
        },
        ..SHORT
    },
    Check {
        name: "tables",
        group: "docs",
        gate: Gate::TestAll,
        why: "the tables of measurements are those of the records; needs the benchmark",
        after: &["all-build"],
        seconds: 5,
        run: |job| job.program("target/all/release/counterpoint-bench").args(["tables", "--check"]).run(),
        ..SHORT
    },
    Check {
        name: "report",
        group: "docs",
        gate: Gate::TestAll,
        why: "the benchmark's page in a browser, in light and in dark",
        needs: &[CHROMIUM, PYTHON],
        after: &["all-build"],
        seconds: 20,
        run: |job| {
            job.command("scripts/report-screenshot.sh").env("BENCH", "target/all/release/counterpoint-bench").run()
        },
        ..SHORT
    },
    Check {
        name: "technique",
        group: "rust",
        gate: Gate::TestAll,
        why: "a technique is a file and a line, in every family (ARCHITECTURE.md); a build of its own",
        after: &["fetch"],
        inputs: Some(CODE_OF_LIBRARY),
        minutes: 60,
        seconds: 200,
        run: |job| job.run("scripts/tests/technique.sh target/test/technique"),
        ..SHORT
    },
    Check {
        name: "function",
        group: "rust",
        gate: Gate::TestAll,
        why: "a function is what ARCHITECTURE.md says; builds of its own",
        after: &["fetch"],
        inputs: Some(CRATES),
        minutes: 60,
        seconds: 200,
        run: |job| job.run("scripts/tests/function.sh target/test/function"),
        ..SHORT
    },
    Check {
        name: "family",
        group: "rust",
        gate: Gate::TestAll,
        why: "a family is what ARCHITECTURE.md says; builds of its own",
        after: &["fetch"],
        inputs: Some(CRATES),
        minutes: 60,
        seconds: 200,
        run: |job| job.run("scripts/tests/family.sh target/test/family"),
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
        // Nothing is linked, so the path spares compiling libFuzzer, which needs a C++ compiler.
        run: |job| {
            job.command("cargo check --locked --manifest-path fuzz/Cargo.toml --target-dir target/fuzz-check")
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
        after: &["all-build"],
        minutes: 90,
        seconds: 300,
        run: constant_time,
        ..SHORT
    },
];

/// Options that select packages.
fn selected(packages: &[&'static str]) -> Vec<&'static str> {
    packages.iter().flat_map(|package| ["-p", package]).collect()
}

/// The names of a package's test programs but those that its Cargo.toml names, because they need features or much
/// time.
fn tests_of(world: &World, package: &str) -> Vec<String> {
    let folder = world.root.join("crates").join(package);
    let manifest = std::fs::read_to_string(folder.join("Cargo.toml")).unwrap_or_default();
    let files = std::fs::read_dir(folder.join("tests")).into_iter().flatten().flatten();
    let mut names: Vec<String> = files
        .filter_map(|file| file.file_name().to_str()?.strip_suffix(".rs").map(str::to_owned))
        .filter(|name| !manifest.contains(&format!("name = \"{name}\"\n")))
        .collect();
    names.sort();
    names.into_iter().flat_map(|name| ["--test".to_owned(), name]).collect()
}

fn build(job: &Job<'_>) -> Outcome {
    let tests = PRODUCT.iter().flat_map(|package| tests_of(job.world, package));
    let mut call =
        job.command("cargo build --locked --release --lib --bins --examples").args(tests).args(selected(&PRODUCT));
    for tool in TOOLS {
        call = call.args(["-p", tool]);
    }
    call.build()?;
    write_lists(job, "target/release")
}

/// Keeps the lists of implementations of a build, which the analysis of machine code and the proof need.
fn write_lists(job: &Job<'_>, folder: &str) -> Outcome {
    let lists = job.program(format!("{folder}/xtask-lists")).output()?;
    std::fs::create_dir_all(&job.world.memory).map_err(|error| error.to_string())?;
    std::fs::write(lists_of(job.world, folder), lists).map_err(|error| error.to_string().into())
}

fn all_build(job: &Job<'_>) -> Outcome {
    const PACKAGES: [&str; 6] = [
        "counterpoint",
        "counterpoint-cli",
        "counterpoint-bench",
        "counterpoint-isa",
        "counterpoint-prove",
        "xtask-lists",
    ];
    let tests = ["counterpoint", "counterpoint-bench", "counterpoint-isa", "counterpoint-prove"];
    let tests = tests.iter().flat_map(|package| tests_of(job.world, package));
    job.command("cargo build --locked --release --target-dir target/all --features counterpoint/all-techniques")
        .args(["--lib", "--bins", "--examples"])
        .args(tests)
        .args(selected(&PACKAGES))
        .build()?;
    job.command("cargo test --locked --release --target-dir target/all --no-run --lib --bins")
        .args(selected(&STUDIES))
        .build()?;
    write_lists(job, "target/all/release")
}

/// The test programs in a target folder, each with what it may read.
fn test_programs(world: &World, folder: &str, wanted: impl Fn(&Artifact) -> bool) -> Vec<Part> {
    let folder = world.root.join(folder);
    let is_wanted = |artifact: &Artifact| {
        artifact.test
            && artifact.executable.as_ref().is_some_and(|program| program.starts_with(&folder))
            && wanted(artifact)
    };
    let part = |artifact: Artifact| {
        let package =
            artifact.folder.strip_prefix(&world.root).unwrap_or(&artifact.folder).to_string_lossy().into_owned();
        // What tests read beside their own program: data in the folder of their package, and of the known answers.
        let mut reads = vec![
            format!("{package}/tests/"),
            format!("{package}/data/"),
            "crates/counterpoint-vectors/data/".to_owned(),
        ];
        if artifact.package == "counterpoint" {
            // Examples hash the library's front page, and one test looks through all sources.
            reads.push(format!("{package}/src/{}", if artifact.target == "zeroize" { "" } else { "lib.rs" }));
        }
        Some(Part { name: artifact.target.clone(), program: artifact.executable?, folder: artifact.folder, reads })
    };
    let mut parts: Vec<Part> = world.built(is_wanted).into_iter().filter_map(part).collect();
    parts.sort_by(|one, other| one.name.cmp(&other.name));
    parts
}

/// Whether it is a test program of a package's folder `tests`.
fn is_in_tests(artifact: &Artifact) -> bool {
    artifact.folder.join("tests").join(format!("{}.rs", artifact.target)).is_file()
}

/// Whether it is the command with the feature `column`.
fn has_column(artifact: &Artifact) -> bool {
    artifact.features.iter().any(|feature| feature == "column")
}

fn run_tests(job: &Job<'_>) -> Outcome {
    run_tests_with(job, &["--show-output"])
}

fn run_tests_with(job: &Job<'_>, options: &[&str]) -> Outcome {
    let part = job.part.ok_or("no program")?;
    job.program(&part.program).folder(&part.folder).args(options).run()
}

fn all_answers(job: &Job<'_>, command: &str) -> Outcome {
    let folder = vectors_folder(job.world);
    let call = job.program(command).args(["selftest", "--format", "json"]);
    if folder.is_dir() {
        call.arg("--vectors").arg(folder).run()
    } else {
        job.say(format!("skipped: no folder {}; COUNTERPOINT_VECTORS can name another", folder.display()));
        call.run()
    }
}

/// Features unify over what one call of Cargo builds; so each part of the product is asked for alone.
fn one_library(job: &Job<'_>) -> Outcome {
    let library = job.world.library("target/release").ok_or("no library")?;
    for package in ["counterpoint-cli", "counterpoint-capi", "xtask-lists"] {
        let (artifacts, _) = job.build(&format!("cargo build --locked --release --package {package}"))?;
        let metadata = library.with_extension("rmeta");
        let same =
            artifacts.iter().any(|artifact| artifact.files.contains(&metadata) || artifact.files.contains(&library));
        if !same {
            return Err(
                format!("{package} alone builds the library again: its features are not those of the others").into()
            );
        }
    }
    is_built_once(job.world)
}

fn feature_sets(job: &Job<'_>) -> Outcome {
    for family in ["", "aes", "fugue", "groestl", "keccak", "luffa"] {
        for more in ["", "alloc", "aead,cipher,digest,zeroize"] {
            check_features(job, &format!("{family},{more}"))?;
        }
    }
    Ok(())
}

fn powerset(job: &Job<'_>) -> Outcome {
    let families: Vec<&str> = FAMILIES.split(',').collect();
    for more in ["", "alloc", "std", "aead,cipher,digest,zeroize", "std,rayon,all-techniques"] {
        for set in 0..1 << families.len() {
            let chosen = families.iter().enumerate().filter(|(bit, _)| set >> bit & 1 == 1).map(|(_, family)| *family);
            check_features(job, &chosen.chain([more]).collect::<Vec<_>>().join(","))?;
        }
    }
    Ok(())
}

fn check_features(job: &Job<'_>, features: &str) -> Outcome {
    job.command("cargo check --locked --release --package counterpoint --no-default-features --features")
        .arg(features)
        // Other flags would have all else built again.
        .env("CARGO_TARGET_DIR", "target/features")
        .env("RUSTFLAGS", "--deny warnings")
        .run()
}

/// A toolchain is not fetched for this.
fn oldest_rust(job: &Job<'_>, packages: &[&str]) -> Outcome {
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

fn constant_time(job: &Job<'_>) -> Outcome {
    if std::env::consts::ARCH != "x86_64" {
        job.say("skipped: valgrind is asked in x86-64 machine code only");
        return Ok(());
    }
    let library = job.world.library("target/all").ok_or("no library")?;
    job.program(CODE)
        .args(["constant-time", "--program", "target/all/release/under_valgrind", "--library"])
        .arg(library)
        .arg("--lists")
        .arg(lists_of(job.world, "target/all/release"))
        .run()
}
