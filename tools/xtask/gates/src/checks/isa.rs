//! The study of instructions for Keccak.

use super::cargo::{CLIPPY, UNOPTIMIZED, run_tests, test_programs};
use super::emulated::debian;
use super::features::oldest_rust;
use super::made::ISA;
use super::python::environment;
use super::rtl::in_environment;
use crate::check::{Check, Gate, Input, SHORT};
use crate::count::Counts;
use crate::job::{Call, Job, Outcome};
use crate::need::{self, Need};

const PYTHON: Need = need::program("python3", "python3");
const VENV: Need = need::found_by("python3 -c 'import ensurepip'", "python3-venv");
const SOURCES: &[Input] =
    &[Input::Made(ISA), Input::Tree("studies/isa/"), Input::Tree("benchmarks/"), Input::Tree("studies/rtl/")];

/// The folder of its build, since it is a separate workspace.
const FOLDER: &str = "target/isa";

/// A check that runs the study's program or a script on it.
const STUDY: Check = Check {
    group: "isa",
    gate: Gate::TestAll,
    after: &["isa-build"],
    inputs: Some(SOURCES),
    minutes: 60,
    seconds: 15,
    ..SHORT
};

pub(super) const CHECKS: &[Check] = &[
    Check {
        name: "isa-life",
        why: "a sign of life: the program compiles, and tells its tables and what sets in files cost",
        gate: Gate::Test,
        after: &["fetch"],
        inputs: Some(&[Input::Tree("studies/isa/"), Input::Tree("benchmarks/isa/"), Input::Tree(".cargo/")]),
        seconds: 25,
        uses: &[FOLDER],
        run: |job| {
            // Its tables take seconds without optimisation; its build would take half a minute with it.
            cargo(job, "build").args(UNOPTIMIZED.split(' ')).run()?;
            for command in ["table", "ascon", "cost studies/isa/sets/*.toml"] {
                job.shell(&format!("{FOLDER}/debug/counterpoint-isa {command}"))?;
            }
            Ok(())
        },
        ..STUDY
    },
    Check {
        name: "isa-build",
        why: "the optimised program, with its own lock file, and its tests, which compare with the library",
        after: &["fetch"],
        inputs: None,
        seconds: 100,
        uses: &[FOLDER],
        run: |job| {
            cargo(job, "build").arg("--release").build()?;
            cargo(job, "test").args(["--release", "--no-run", "--lib"]).build()?;
            Ok(())
        },
        ..STUDY
    },
    Check {
        name: "isa-tests",
        why: "its tests: instructions, kernels, functions, models of processors, hardware",
        counts: Counts::Harness,
        inputs: Some(&[Input::Tree("studies/isa/"), Input::Tree("benchmarks/isa/"), Input::Vectors]),
        seconds: 60,
        parts: Some(|world| test_programs(world, FOLDER, |artifact| artifact.package == "counterpoint-isa")),
        run: run_tests,
        ..STUDY
    },
    Check {
        name: "isa-clippy",
        why: "clippy and rustdoc find nothing in it",
        needs: &[CLIPPY],
        after: &["fetch"],
        inputs: Some(&[Input::Tree("studies/isa/")]),
        seconds: 40,
        uses: &[FOLDER],
        run: |job| {
            cargo(job, "clippy").args(["--all-targets", "--", "--deny", "warnings"]).run()?;
            cargo(job, "doc").arg("--no-deps").env("RUSTDOCFLAGS", "--deny warnings").run()
        },
        ..STUDY
    },
    Check {
        name: "isa-oldest-rust",
        why: "it compiles with the oldest Rust that is promised, where rustup has it",
        after: &["fetch"],
        inputs: Some(&[Input::Tree("studies/isa/")]),
        seconds: 30,
        uses: &["target/oldest"],
        run: |job| oldest_rust(job, &["--manifest-path", "studies/isa/Cargo.toml"]),
        ..STUDY
    },
    Check { name: "isa-proofs", why: "its kernels are proved", run: |job| isa(job, "prove"), ..STUDY },
    Check { name: "isa-table", why: "the table of its kernels", run: |job| isa(job, "table"), ..STUDY },
    Check { name: "isa-cycles", why: "their cycles by models of processors", run: |job| isa(job, "cycles"), ..STUDY },
    Check { name: "isa-ascon", why: "what its instructions do for Ascon", run: |job| isa(job, "ascon"), ..STUDY },
    Check {
        name: "isa-cost",
        why: "sets of instructions in files are costed",
        run: |job| job.shell(&format!("{ISA} cost studies/isa/sets/*.toml")),
        ..STUDY
    },
    Check {
        name: "isa-errors",
        why: "wrong files are refused with a useful message",
        needs: &[PYTHON],
        counts: Counts::Records,
        run: |job| job.command("studies/isa/check_errors.py").arg(program(job)).run(),
        ..STUDY
    },
    Check {
        name: "isa-macros",
        why: "the assembler's macros make the same words",
        needs: &[PYTHON, need::program("aarch64-linux-gnu-as", "binutils-aarch64-linux-gnu")],
        counts: Counts::Records,
        run: |job| job.command("studies/isa/check_macros.py").arg(program(job)).arg("aarch64-linux-gnu-as").run(),
        ..STUDY
    },
    Check {
        name: "isa-environment",
        why: "an independent emulator, from PyPI",
        needs: &[PYTHON, VENV],
        after: &[],
        inputs: None,
        installs: true,
        run: |job| environment(job, "target/test/isa", "studies/isa/requirements.txt"),
        ..STUDY
    },
    Check {
        name: "unicorn",
        why: "the kernels by an independent emulator, instruction by instruction",
        needs: &[PYTHON, VENV],
        after: &["isa-build", "isa-environment"],
        counts: Counts::Records,
        run: |job| {
            job.program("target/test/isa/bin/python").arg("studies/isa/check_unicorn.py").arg(program(job)).run()
        },
        ..STUDY
    },
    Check {
        name: "isa-armv7",
        why: "the instructions of this library's SHA3-512 on 32-bit ARM are those of the record",
        needs: &[need::packages("rustc-web cargo-web rust-web-src lld-22"), PYTHON, VENV],
        after: &["fetch", "isa-environment"],
        counts: Counts::Records,
        inputs: Some(&[Input::Code("crates/"), Input::Tree("studies/isa/"), Input::Tree("benchmarks/isa/armv7.json")]),
        seconds: 60,
        uses: &[ARMV7],
        run: armv7,
        ..STUDY
    },
    Check {
        name: "llvm-mca",
        why: "the models of processors equal those of LLVM, which knows the instructions for SHA-3 from version 19 on",
        needs: &[PYTHON, need::program("llvm-mca-19", "llvm-19")],
        counts: Counts::Records,
        run: |job| job.command("python3 studies/isa/check_mca.py").arg(program(job)).arg("llvm-mca-19").run(),
        ..STUDY
    },
    Check {
        name: "units",
        why: "the units of studies/rtl/isa compute what the instructions are defined to do",
        needs: super::rtl::TOOLS,
        after: &["isa-build", "rtl-environment"],
        counts: Counts::Records,
        seconds: 60,
        run: |job| in_environment(job, "studies/rtl/formal/prove_units.py").arg(program(job)).run(),
        ..STUDY
    },
    Check {
        name: "unit-mutants-of-one",
        why: "mutants of one set of units are caught by the proofs",
        needs: super::rtl::TOOLS,
        after: &["isa-build", "rtl-environment"],
        counts: Counts::Records,
        seconds: 40,
        run: |job| {
            in_environment(job, "studies/rtl/formal/prove_units.py").arg(program(job)).args(["k", "--mutants"]).run()
        },
        ..STUDY
    },
    Check {
        name: "gates",
        why: "the area of the units in a library of cells is that of the record",
        needs: GATES,
        after: &["isa-build", "rtl-environment"],
        counts: Counts::Records,
        seconds: 40,
        run: |job| in_environment(job, "studies/rtl/syn/gates.py").arg(program(job)).arg("check").run(),
        ..STUDY
    },
    Check {
        name: "search",
        why: "the candidates of the search for sets of instructions are those of the record",
        needs: GATES,
        after: &["isa-build", "rtl-environment"],
        counts: Counts::Records,
        seconds: 60,
        run: |job| in_environment(job, "studies/rtl/syn/search.py").arg(program(job)).arg("check").run(),
        ..STUDY
    },
];

const GATES: &[Need] = &[
    super::rtl::TOOLS[0],
    super::rtl::TOOLS[1],
    super::rtl::TOOLS[2],
    super::rtl::TOOLS[3],
    need::found_by("test -d /usr/share/qflow/tech/osu018", "qflow-tech-osu018"),
];

/// The folder in which the program for 32-bit ARM is built.
const ARMV7: &str = "target/debian-armv7";

/// Builds the program without an operating system, like the library for a processor without one, and runs it in the
/// independent emulator.
fn armv7(job: &Job<'_>) -> Outcome {
    const TRIPLE: &str = "armv7a-none-eabi";
    debian(job, ARMV7, &format!("cargo build --locked --release -Zbuild-std=core --target {TRIPLE}"))
        .args(["--manifest-path", "studies/isa/armv7/Cargo.toml"])
        .env("RUSTC_BOOTSTRAP", "1")
        .env("CARGO_TARGET_ARMV7A_NONE_EABI_LINKER", "/usr/lib/llvm-22/bin/ld.lld")
        .build()?;
    job.program("target/test/isa/bin/python")
        .args(["studies/isa/count_armv7.py", "ours", &format!("{ARMV7}/{TRIPLE}/release/counterpoint-isa-armv7")])
        .args(["--check", "benchmarks/isa/armv7.json"])
        .run()
}

/// Returns a Cargo command for the study.
fn cargo<'a>(job: &'a Job<'_>, command: &str) -> Call<'a> {
    job.command(&format!("cargo {command} --locked --manifest-path studies/isa/Cargo.toml --target-dir {FOLDER}"))
}

/// Returns the program's full path, since the scripts may work in other folders.
fn program(job: &Job<'_>) -> std::path::PathBuf {
    job.world.root.join(ISA)
}

fn isa(job: &Job<'_>, command: &str) -> Outcome {
    job.program(ISA).arg(command).run()
}
