//! The machine code of every kernel: analysed, and proved equal to the specification.

use super::cargo::write_lists;
use super::emulated::{DEBIAN_RUST, X86_64};
use super::made::{CODE, COMMAND, lists_of};
use crate::check::{Check, Gate, SHORT};
use crate::count::Counts;
use crate::job::{Job, Outcome};
use crate::need::{self, Need};

/// A system whose programs are in ELF, the supported format.
const ELF: Need = need::found_by("test \"$(uname)\" = Linux", "");

const SHIPS: &str = "target/release";
const ALL: &str = "target/all/release";
const UNITS: &str = "target/units/release";
const UNITS_FOLDER: &str = "target/units";

pub(super) const CHECKS: &[Check] = &[
    Check {
        name: "kernels",
        group: "proof",
        why: "the machine code of every kernel that ships: no calls, no gathers, constant time where promised",
        after: &["build"],
        seconds: 15,
        run: |job| on_library(job, SHIPS, &["kernels"]),
        ..SHORT
    },
    Check {
        name: "linked-kernels",
        group: "proof",
        why: "the command and the C library contain the kernels that ship, and none of the feature `all-techniques`",
        needs: &[ELF],
        after: &["build"],
        seconds: 1,
        run: |job| {
            for program in [COMMAND, "target/release/libcounterpoint_capi.so"] {
                job.program(CODE)
                    .args(["kernels", "--linked", program, "--lists"])
                    .arg(lists_of(job.world, SHIPS))
                    .run()?;
            }
            Ok(())
        },
        ..SHORT
    },
    Check {
        name: "first-proof",
        group: "proof",
        why: "every kernel that ships equals the specification in two cases; remembered kernel by kernel",
        after: &["build"],
        counts: Counts::Proofs,
        minutes: 60,
        seconds: 120,
        cores: 2,
        run: |job| on_library(job, SHIPS, &["prove", "--principal"]),
        ..SHORT
    },
    Check {
        name: "same-code",
        group: "proof",
        gate: Gate::TestAll,
        why: "a kernel that is in both builds of the library has the same machine code",
        after: &["build", "all-build"],
        seconds: 15,
        run: |job| {
            let missing = "no library";
            let ships = job.world.library("target/release").ok_or(missing)?;
            let all = job.world.library("target/all").ok_or(missing)?;
            job.program(CODE).args(["kernels", "--same"]).arg(ships).arg(all).run()
        },
        ..SHORT
    },
    Check {
        name: "all-kernels",
        group: "proof",
        gate: Gate::TestAll,
        why: "the machine code of every kernel, with all techniques",
        after: &["build", "all-build"],
        seconds: 20,
        run: |job| on_library(job, ALL, &["kernels"]),
        ..SHORT
    },
    Check {
        name: "principal",
        group: "proof",
        gate: Gate::TestAll,
        why: "two cases of every kernel with all techniques; those that ship have the same machine code (`same-code`)",
        after: &["build", "all-build"],
        contains: &["first-proof"],
        counts: Counts::Proofs,
        minutes: 90,
        seconds: 40,
        cores: 2,
        run: |job| on_library(job, ALL, &["prove", "--principal"]),
        ..SHORT
    },
    Check {
        name: "any-number",
        group: "proof",
        gate: Gate::TestAll,
        why: "every kernel that ships, for any number of blocks: nothing but the end of its loop depends on the number",
        after: &["build"],
        counts: Counts::Proofs,
        minutes: 60,
        seconds: 240,
        cores: 2,
        run: |job| on_library(job, SHIPS, &["prove", "--any-number"]),
        ..SHORT
    },
    Check {
        name: "model",
        group: "proof",
        gate: Gate::TestAll,
        why: "the prover's model of the instructions equals this CPU",
        after: &["build", "all-build"],
        minutes: 60,
        seconds: 30,
        run: |job| on_library(job, ALL, &["prove", "--validate"]),
        ..SHORT
    },
    Check {
        name: "mutants",
        group: "proof",
        gate: Gate::TestAll,
        why: "200 kernels with a flipped bit: one that is proved nevertheless answers correctly",
        after: &["build", "all-build"],
        minutes: 90,
        seconds: 90,
        run: |job| on_library(job, ALL, &["prove", "--mutants", "200"]),
        ..SHORT
    },
    Check {
        name: "proof-all",
        group: "proof",
        gate: Gate::Release,
        why: "every kernel of this machine in all cases; the table is printed",
        after: &["build", "all-build"],
        counts: Counts::Proofs,
        minutes: 240,
        seconds: 3600,
        cores: 2,
        run: |job| on_library(job, ALL, &["prove"]),
        ..SHORT
    },
    Check {
        name: "reached",
        group: "proof",
        gate: Gate::Release,
        why: "every instruction of every kernel that ships runs in some case, on random values, or a reason says why \
              no call reaches it; builds the library with line tables",
        needs: &[X86_64, need::program("addr2line", "binutils")],
        after: &["build"],
        minutes: 90,
        seconds: 1300,
        cores: 2,
        run: |job| job.program(CODE).args(["prove", "--on-values", "--reasons"]).run(),
        uses: &["target/kernels"],
        ..SHORT
    },
    Check {
        name: "mutants-2000",
        group: "proof",
        gate: Gate::Release,
        why: "2,000 kernels with a flipped bit",
        after: &["build", "all-build"],
        minutes: 240,
        seconds: 2400,
        cores: 2,
        run: |job| on_library(job, ALL, &["prove", "--mutants", "2000"]),
        ..SHORT
    },
    Check {
        name: "proof-avr",
        group: "proof",
        gate: Gate::Release,
        why: "every program of the 8-bit assembly in all cases",
        needs: super::avr::TOOLS,
        after: &["build"],
        counts: Counts::Proofs,
        minutes: 120,
        seconds: 300,
        run: |job| job.program(CODE).args(["prove", "--avr"]).run(),
        ..SHORT
    },
    Check {
        name: "proof-arm64",
        group: "proof",
        gate: Gate::Release,
        why: "every kernel for 64-bit ARM in all cases",
        needs: super::emulated::ARM,
        after: &["build", "arm64-build"],
        counts: Counts::Proofs,
        minutes: 240,
        seconds: 2400,
        run: |job| super::emulated::on_arm_library(job, &["prove"]),
        ..SHORT
    },
    Check {
        name: "units-kernels",
        group: "proof",
        gate: Gate::Release,
        why: "the machine code of every kernel that ships, as a crate that depends on it gets it: in 16 codegen units",
        after: &["build"],
        minutes: 60,
        seconds: 120,
        uses: &[UNITS_FOLDER],
        run: |job| {
            job.command("cargo build --locked --release --package counterpoint --package xtask-lists")
                .args(["--target-dir", UNITS_FOLDER, "--features", "counterpoint/all-families"])
                .args(["--config", "profile.release.package.counterpoint.codegen-units=16"])
                // Cargo's default: the units are optimised together.
                .args(["--config", "profile.release.lto=false"])
                .build()?;
            write_lists(job, UNITS)?;
            on_library(job, UNITS, &["kernels", "--any-length"])
        },
        ..SHORT
    },
    Check {
        name: "units-proof",
        group: "proof",
        gate: Gate::Release,
        why: "two cases of every kernel that ships, in 16 codegen units",
        after: &["build", "units-kernels"],
        counts: Counts::Proofs,
        minutes: 90,
        seconds: 180,
        cores: 2,
        run: |job| on_library(job, UNITS, &["prove", "--principal"]),
        ..SHORT
    },
    Check {
        name: "nosse",
        group: "proof",
        gate: Gate::Release,
        why: "Luffa without vector registers: no instruction on vectors, known answers; compiles `core`, a minute",
        needs: &[ELF, X86_64, DEBIAN_RUST, need::program("objcopy", "binutils")],
        after: &["build"],
        counts: Counts::Harness,
        minutes: 60,
        seconds: 240,
        uses: &["target/nosse"],
        run: |job| {
            job.run("scripts/nosse.sh code")?;
            job.run("scripts/nosse.sh test")
        },
        ..SHORT
    },
];

/// Runs the program that reads machine code on a build's library.
fn on_library(job: &Job<'_>, folder: &str, arguments: &[&str]) -> Outcome {
    let target = folder.strip_suffix("/release").filter(|target| *target != "target").unwrap_or(folder);
    let library = job.world.library(target).ok_or("no library")?;
    job.program(CODE)
        .args(arguments)
        .arg("--library")
        .arg(library)
        .arg("--lists")
        .arg(lists_of(job.world, folder))
        .run()
}
