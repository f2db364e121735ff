//! Other processors, with Debian's Rust and under emulators.
//!
//! 64-bit ARM has its own vectors. A big-endian processor (s390x) and a 32-bit one (i686, without an emulator where
//! possible) have the implementations on plain integers, i686 also look-ups into vectors. For a processor without an
//! operating system, the library is only checked by the compiler.

use super::cargo::test_programs;
use super::features::no_std;
use super::made::{CODE, COMMAND};
use crate::check::{Check, Gate, SHORT};
use crate::count::Counts;
use crate::job::{Call, Job, Outcome};
use crate::need::{self, Need};

pub(super) const DEBIAN_RUST: Need = need::packages("rustc-web cargo-web rust-web-src");
pub(super) const ARM: &[Need] = &[
    DEBIAN_RUST,
    need::packages("libstd-rust-web-dev:arm64"),
    need::program("qemu-aarch64", "qemu-user"),
    need::packages("gcc-aarch64-linux-gnu libc6-dev-arm64-cross"),
];
const S390X: &[Need] = &[
    DEBIAN_RUST,
    need::program("qemu-s390x", "qemu-user"),
    need::packages("gcc-s390x-linux-gnu libc6-dev-s390x-cross"),
];
const I686: &[Need] =
    &[DEBIAN_RUST, need::program("qemu-i386", "qemu-user"), need::packages("gcc-i686-linux-gnu libc6-dev-i386-cross")];
/// A machine that runs code for x86-64.
pub(super) const X86_64: Need = need::found_by("test \"$(uname -m)\" = x86_64", "");
const X86: &[Need] = &[X86_64, need::program("qemu-x86_64", "qemu-user")];
/// An x86-64 CPU without AVX and one without AVX-512, each with those of its features that lists name.
const OLDER: [(&str, &str); 2] =
    [("Westmere", "sse2 ssse3 sse4_1 aes"), ("Haswell", "sse2 ssse3 sse4_1 aes avx avx2 bmi1 bmi2")];

const TRIPLE: &str = "aarch64-unknown-linux-gnu";
/// Debian's compiler builds in separate folders, one for each check that may run in parallel.
const DEBIAN: &str = "target/debian";
const PLAIN: &str = "target/debian-plain";
/// The code around the kernels is the same on every processor, so it is tested only once.
const AROUND: [&str; 6] = ["--skip", "hash::tests", "--skip", "keyak::tests", "--skip", "ketje::tests"];

/// A check on an emulated machine.
const EMULATED: Check = Check { group: "emulated", gate: Gate::TestAll, minutes: 90, ..SHORT };

pub(super) const CHECKS: &[Check] = &[
    Check {
        name: "older-cpus",
        why: "an x86-64 CPU without AVX, and one without AVX-512, is detected, with the standard library and without",
        needs: X86,
        after: &["build", "no-std"],
        counts: Counts::Harness,
        seconds: 10,
        uses: &["target/debug"],
        run: older_cpus,
        ..EMULATED
    },
    Check {
        name: "older-answers",
        why: "known answers by what these CPUs choose",
        needs: X86,
        after: &["build"],
        counts: Counts::Records,
        seconds: 15,
        run: |job| {
            OLDER.iter().try_for_each(|(cpu, _)| {
                job.command(&format!("qemu-x86_64 -cpu {cpu} {COMMAND} selftest --implementation best --format json"))
                    .run()
            })
        },
        ..EMULATED
    },
    Check {
        name: "no-system",
        why: "the library compiles for a processor without an operating system",
        needs: &[DEBIAN_RUST],
        after: &["fetch"],
        seconds: 30,
        uses: &[DEBIAN],
        run: |job| {
            debian(job, DEBIAN, "cargo check --locked --release -Zbuild-std=core --target thumbv7em-none-eabi")
                .args("--package counterpoint --no-default-features --features all-families".split(' '))
                .env("RUSTC_BOOTSTRAP", "1")
                .run()
        },
        ..EMULATED
    },
    Check {
        name: "arm64-build",
        why: "the command and the lists for 64-bit ARM, with all techniques",
        needs: ARM,
        after: &["fetch"],
        seconds: 90,
        uses: &[DEBIAN],
        run: |job| {
            debian(job, DEBIAN, &format!("cargo build --locked --release --target {TRIPLE} --bins"))
                .args("--package counterpoint --package xtask-lists --package counterpoint-cli".split(' '))
                .args(["--features", "counterpoint/all-techniques,counterpoint/groestl0"])
                .build()?;
            // The libraries come from the package libc6:arm64: a program that mixes them with the cross compiler's,
            // which have another version, hangs when it starts a thread.
            let program = format!("{DEBIAN}/{TRIPLE}/release/xtask-lists");
            let lists = job.command("qemu-aarch64 -L / -cpu max").arg(program).output()?;
            std::fs::write(job.world.root.join(LISTS), lists).map_err(|error| error.to_string().into())
        },
        ..EMULATED
    },
    Check {
        name: "arm64-kernels",
        why: "the machine code of every kernel for 64-bit ARM",
        needs: ARM,
        after: &["build", "arm64-build"],
        seconds: 10,
        run: |job| on_arm_library(job, &["kernels"]),
        ..EMULATED
    },
    Check {
        name: "arm64-proof",
        why: "two cases of every kernel for 64-bit ARM",
        needs: ARM,
        after: &["build", "arm64-build"],
        counts: Counts::Proofs,
        seconds: 180,
        cores: 2,
        run: |job| on_arm_library(job, &["prove", "--principal"]),
        ..EMULATED
    },
    Check {
        name: "arm64-model",
        why: "the prover's model of ARM's instructions equals the emulator",
        needs: ARM,
        after: &["build", "arm64-build"],
        seconds: 60,
        run: |job| on_arm_library(job, &["prove", "--validate"]),
        ..EMULATED
    },
    Check {
        name: "arm64-answers-max",
        why: "known answers with ARM's instructions for SHA-3 and AES",
        needs: ARM,
        after: &["arm64-build"],
        counts: Counts::Records,
        seconds: 60,
        run: |job| arm_answers(job, "max"),
        ..EMULATED
    },
    Check {
        name: "arm64-answers-a57",
        why: "known answers without ARM's instructions for SHA-3",
        needs: ARM,
        after: &["arm64-build"],
        counts: Counts::Records,
        seconds: 60,
        run: |job| arm_answers(job, "cortex-a57"),
        ..EMULATED
    },
    Check {
        name: "arm64-tests-max",
        why: "the library's unit tests on ARM: the methods of every vector, among others",
        needs: ARM,
        after: &["fetch"],
        counts: Counts::Harness,
        seconds: 300,
        uses: &["target/debian-debug"],
        run: |job| arm_tests(job, "max", &[]),
        ..EMULATED
    },
    Check {
        name: "arm64-tests-a57",
        why: "the same without ARM's instructions for SHA-3, but for what lies around the kernels",
        needs: ARM,
        after: &["arm64-tests-max"],
        counts: Counts::Harness,
        seconds: 100,
        uses: &["target/debian-debug"],
        run: |job| arm_tests(job, "cortex-a57", &AROUND),
        ..EMULATED
    },
    Check {
        name: "s390x-build",
        why: "the command for a big-endian processor, with a standard library from its sources",
        needs: S390X,
        after: &["fetch"],
        seconds: 400,
        uses: &[PLAIN],
        run: |job| plain_build(job, "s390x"),
        ..EMULATED
    },
    Check {
        name: "s390x-answers",
        why: "known answers on a big-endian processor",
        needs: S390X,
        after: &["s390x-build"],
        counts: Counts::Records,
        seconds: 60,
        run: |job| plain_answers(job, "s390x"),
        ..EMULATED
    },
    Check {
        name: "s390x-tests",
        why: "every implementation and the public types on a big-endian processor",
        needs: S390X,
        after: &["s390x-build"],
        counts: Counts::Harness,
        seconds: 150,
        uses: &[PLAIN],
        run: |job| plain_tests(job, "s390x"),
        ..EMULATED
    },
    Check {
        name: "s390x-unit",
        why: "the unit tests on a big-endian processor; some optimisation pays under an emulator",
        needs: S390X,
        after: &["s390x-build"],
        counts: Counts::Harness,
        seconds: 150,
        uses: &[PLAIN],
        run: |job| plain_unit(job, "s390x", 1, &["--skip", "hash::tests"]),
        ..EMULATED
    },
    Check {
        name: "i686-build",
        why: "the command for a processor of 32 bits",
        needs: I686,
        after: &["fetch"],
        seconds: 150,
        uses: &[PLAIN],
        run: |job| plain_build(job, "i686"),
        ..EMULATED
    },
    Check {
        name: "i686-answers",
        why: "known answers on a processor of 32 bits",
        needs: I686,
        after: &["i686-build"],
        counts: Counts::Records,
        seconds: 20,
        run: |job| plain_answers(job, "i686"),
        ..EMULATED
    },
    Check {
        name: "i686-tests",
        why: "every implementation and the public types on a processor of 32 bits",
        needs: I686,
        after: &["i686-build"],
        counts: Counts::Harness,
        seconds: 60,
        uses: &[PLAIN],
        run: |job| plain_tests(job, "i686"),
        ..EMULATED
    },
    Check {
        name: "i686-unit",
        why: "the unit tests on a processor of 32 bits",
        needs: I686,
        after: &["i686-build"],
        counts: Counts::Harness,
        seconds: 80,
        uses: &[PLAIN],
        run: |job| plain_unit(job, "i686", 0, &[]),
        ..EMULATED
    },
];

/// The output of `xtask-lists` on an ARM machine with all instructions.
const LISTS: &str = "target/gates/lists-arm64";

/// Returns a command with Debian's Rust first in the PATH, and its own target folder.
pub(super) fn debian<'a>(job: &'a Job<'_>, folder: &str, line: &str) -> Call<'a> {
    let mut call = job.command(line).path("/usr/bin").env("CARGO_TARGET_DIR", job.world.root.join(folder));
    // A toolchain chosen by rustup would take precedence over the PATH.
    call = call.env("RUSTC", "/usr/bin/rustc");
    for (target, compiler) in
        [("AARCH64", "aarch64-linux-gnu-gcc"), ("S390X", "s390x-linux-gnu-gcc"), ("I686", "i686-linux-gnu-gcc")]
    {
        call = call.env(&format!("CARGO_TARGET_{target}_UNKNOWN_LINUX_GNU_LINKER"), compiler);
    }
    call
}

/// Analyses the machine code of the library for ARM, built with Debian's Rust.
pub(super) fn on_arm_library(job: &Job<'_>, arguments: &[&str]) -> Outcome {
    let code = job.world.root.join(CODE);
    let library = job.world.library(&format!("{DEBIAN}/{TRIPLE}")).ok_or("no library")?;
    debian(job, DEBIAN, &code.to_string_lossy())
        .args(arguments)
        .arg("--library")
        .arg(library)
        .args(["--lists", LISTS])
        .run()
}

fn older_cpus(job: &Job<'_>) -> Outcome {
    let programs = test_programs(job.world, "target/release", |artifact| artifact.target == "registry");
    let [program] = &programs[..] else { return Err("no test program `registry`".into()) };
    for (cpu, flags) in OLDER {
        let emulator = format!("qemu-x86_64 -cpu {cpu}");
        let with_std = job.command(&emulator).arg(&program.program).folder(&program.folder);
        with_std.env("COUNTERPOINT_CPU_FLAGS", flags).run()?;
        no_std(job, &["registry"])
            .env("CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUNNER", &emulator)
            .env("COUNTERPOINT_CPU_FLAGS", flags)
            .run()?;
    }
    Ok(())
}

fn arm_answers(job: &Job<'_>, cpu: &str) -> Outcome {
    job.command(&format!("qemu-aarch64 -L / -cpu {cpu} {DEBIAN}/{TRIPLE}/release/counterpoint selftest --format json"))
        .run()
}

/// Without optimisation, they build in a fraction of the time.
fn arm_tests(job: &Job<'_>, cpu: &str, skipped: &[&str]) -> Outcome {
    debian(
        job,
        "target/debian-debug",
        "cargo test --locked --config profile.dev.opt-level=0 --config profile.dev.debug=0",
    )
    .args(["--target", TRIPLE, "--config", &format!("target.{TRIPLE}.runner='qemu-aarch64 -L / -cpu {cpu}'")])
    .args(["--package", "counterpoint", "--lib", "--test", "choice", "--features", "std,all-families,all-techniques"])
    .arg("--")
    .args(skipped)
    .run()
}

/// Debian has no standard library of its current Rust for this architecture, so it is built from source. The command
/// and the tests share its build and the library's build, because they use the same crates of the one and the same
/// features of the other.
fn plain<'a>(job: &'a Job<'_>, command: &str, architecture: &str) -> Call<'a> {
    let options =
        format!("cargo {command} --locked --release -Zbuild-std=std,test --target {architecture}-unknown-linux-gnu");
    debian(job, PLAIN, &options).env("RUSTC_BOOTSTRAP", "1")
}

fn plain_build(job: &Job<'_>, architecture: &str) -> Outcome {
    plain(job, "build", architecture)
        .args("--package counterpoint-cli --bin counterpoint --features all-techniques,counterpoint/digest".split(' '))
        .run()
}

fn plain_answers(job: &Job<'_>, architecture: &str) -> Outcome {
    job.command(&emulator(job, architecture))
        .arg(format!("{PLAIN}/{architecture}-unknown-linux-gnu/release/counterpoint"))
        .args(["selftest", "--format", "json"])
        .run()
}

fn plain_tests(job: &Job<'_>, architecture: &str) -> Outcome {
    with_runner(job, architecture)
        .args(["every_implementation", "types", "choice", "serialized_state"].iter().flat_map(|name| ["--test", name]))
        .run()
}

/// The unit tests use a build of the library with little or no optimisation, as in the check `unit`.
fn plain_unit(job: &Job<'_>, architecture: &str, level: u32, skipped: &[&str]) -> Outcome {
    let library = "profile.release.package.counterpoint";
    with_runner(job, architecture)
        .args(["--lib", "--config", &format!("{library}.opt-level={level}"), "--config"])
        .args([&format!("{library}.codegen-units=16"), "--"])
        .args(skipped)
        .run()
}

fn with_runner<'a>(job: &'a Job<'_>, architecture: &str) -> Call<'a> {
    let runner = format!("target.{architecture}-unknown-linux-gnu.runner='{}'", emulator(job, architecture));
    // With the library features that the command uses, so that it is not built again.
    plain(job, "test", architecture).args([
        "--config",
        &runner,
        "--package",
        "counterpoint",
        "--features",
        "std,all-families,all-techniques,digest,zeroize",
    ])
}

/// Most x86-64 machines run programs for i686 natively, in a fraction of the time; the loader finds their libraries.
fn emulator(job: &Job<'_>, architecture: &str) -> String {
    const LIBRARIES: &str = "/usr/i686-linux-gnu/lib";
    let loader = format!("{LIBRARIES}/ld-linux.so.2");
    match architecture {
        "i686" if job.world.ask(&loader, &["--version"]).is_some() => format!("{loader} --library-path {LIBRARIES}"),
        "i686" => "qemu-i386 -L /usr/i686-linux-gnu".into(),
        _ => format!("qemu-{architecture} -L /usr/{architecture}-linux-gnu"),
    }
}
