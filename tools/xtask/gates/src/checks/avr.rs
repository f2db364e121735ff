//! The 8-bit assembly: assembled with Debian's avr-gcc, run in simavr, and proved. Also the study of a 16-bit CPU.

use super::made::CODE;
use crate::check::{Check, Gate, Input, SHORT};
use crate::count::Counts;
use crate::need::{self, Need};

pub(super) const TOOLS: &[Need] = &[
    need::packages("gcc-avr binutils-avr avr-libc simavr libsimavr-dev libelf-dev"),
    need::program("cc", "gcc libc6-dev"),
    need::program("python3", "python3"),
];

const SOURCES: &[Input] =
    &[Input::Tree("studies/avr/"), Input::Tree("scripts/vectors.py"), Input::Tree("benchmarks/avr/"), Input::Vectors];

pub(super) const CHECKS: &[Check] = &[
    Check {
        name: "simavr-one",
        group: "avr",
        why: "a sign of life: one program's known answers and figures in simavr, within a minute",
        needs: TOOLS,
        counts: Counts::Records,
        inputs: Some(SOURCES),
        seconds: 20,
        run: |job| job.run("studies/avr/harness/check.py luffa256-shared-steps"),
        ..SHORT
    },
    Check {
        name: "avr-layouts",
        group: "avr",
        why: "what other layouts of Luffa's words would take on an AVR, counted, is what studies/avr/README.md says",
        needs: &[need::program("python3", "python3")],
        inputs: Some(&[Input::Tree("studies/avr/")]),
        seconds: 1,
        run: |job| job.run("studies/avr/harness/shuffle.py --check"),
        ..SHORT
    },
    Check {
        name: "simavr",
        group: "avr",
        gate: Gate::TestAll,
        why: "all programs: known answers, properties, cycles, RAM and flash as recorded",
        needs: TOOLS,
        contains: &["simavr-one"],
        counts: Counts::Records,
        inputs: Some(SOURCES),
        minutes: 60,
        seconds: 90,
        cores: 2,
        run: |job| job.run("studies/avr/harness/check.py"),
        ..SHORT
    },
    Check {
        name: "ketje-jr",
        group: "avr",
        gate: Gate::TestAll,
        why: "the answers of Ketje Jr that the programs are compared with",
        after: &["build"],
        seconds: 2,
        run: |job| job.program("target/release/ketje_jr").arg("--check").run(),
        ..SHORT
    },
    Check {
        name: "avr-proof",
        group: "avr",
        gate: Gate::TestAll,
        why: "every program equals the specification",
        needs: TOOLS,
        after: &["build"],
        counts: Counts::Proofs,
        minutes: 60,
        seconds: 60,
        run: |job| job.program(CODE).args(["prove", "--avr"]).run(),
        ..SHORT
    },
    Check {
        name: "avr-model",
        group: "avr",
        gate: Gate::TestAll,
        why: "the prover's model of the instructions equals simavr",
        needs: TOOLS,
        after: &["build"],
        minutes: 60,
        seconds: 30,
        run: |job| job.program(CODE).args(["prove", "--avr", "--validate"]).run(),
        ..SHORT
    },
    Check {
        name: "avr-mutants",
        group: "avr",
        gate: Gate::TestAll,
        why: "48 programs with a flipped bit",
        needs: TOOLS,
        after: &["build"],
        minutes: 60,
        seconds: 60,
        run: |job| job.program(CODE).args(["prove", "--avr", "--mutants", "48"]).run(),
        ..SHORT
    },
    Check {
        name: "mspdebug",
        group: "msp430",
        gate: Gate::TestAll,
        why: "Luffa-256 on an MSP430: known answers, cycles, RAM and flash as recorded",
        needs: &[
            need::program("python3", "python3"),
            need::program("llvm-mc-14", "llvm-14"),
            need::program("ld.lld-14", "lld-14"),
            need::program("mspdebug", "mspdebug"),
        ],
        counts: Counts::Records,
        inputs: Some(&[
            Input::Tree("studies/msp430/"),
            Input::Tree("scripts/vectors.py"),
            Input::Tree("benchmarks/msp430/"),
            Input::Vectors,
        ]),
        seconds: 3,
        run: |job| job.run("studies/msp430/check.py"),
        ..SHORT
    },
];
