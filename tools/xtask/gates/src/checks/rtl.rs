//! The hardware cores: lint, test benches, proofs, netlists, area.

use super::made::ISA;
use crate::check::{Check, Gate, Input, SHORT};
use crate::count::Counts;
use crate::job::{Call, Job};
use crate::need::{self, Need};

pub(super) const TOOLS: &[Need] = &[
    need::program("python3", "python3"),
    need::program("c++", "g++"),
    need::program("make", "make"),
    need::found_by("python3 -c 'import ensurepip'", "python3-venv"),
];

const SOURCES: &[Input] = &[
    Input::Tree("studies/rtl/"),
    Input::Tree("scripts/vectors.py"),
    Input::Tree("benchmarks/rtl/"),
    Input::Tree("crates/counterpoint-vectors/data/"),
    Input::Vectors,
];

pub(super) const CHECKS: &[Check] = &[
    Check {
        name: "rtl-environment",
        group: "rtl",
        why: "the tools of studies/rtl/requirements.txt, from PyPI",
        needs: TOOLS,
        minutes: 60,
        seconds: 40,
        installs: true,
        run: |job| job.shell(". scripts/rtl.sh"),
        ..SHORT
    },
    Check {
        name: "rtl-lint",
        group: "rtl",
        why: "a sign of life: every core in its default form, wrapper and unit without a warning of Verilator",
        needs: TOOLS,
        after: &["rtl-environment"],
        counts: Counts::Records,
        inputs: Some(SOURCES),
        seconds: 10,
        run: |job| in_environment(job, "studies/rtl/lint.py").run(),
        ..SHORT
    },
    Check {
        name: "rtl-lint-all",
        group: "rtl",
        gate: Gate::TestAll,
        why: "every form of every core without a warning of Verilator, wrappers and units too",
        needs: TOOLS,
        after: &["rtl-environment"],
        contains: &["rtl-lint"],
        counts: Counts::Records,
        inputs: Some(SOURCES),
        seconds: 25,
        run: |job| in_environment(job, "studies/rtl/lint.py --all").run(),
        ..SHORT
    },
    Check {
        name: "models",
        group: "rtl",
        why: "a sign of life: the models that the test benches compare with",
        needs: TOOLS,
        after: &["rtl-environment"],
        counts: Counts::Records,
        inputs: Some(SOURCES),
        seconds: 10,
        run: |job| in_environment(job, "studies/rtl/tb/check_models.py").run(),
        ..SHORT
    },
    Check {
        name: "simulation",
        group: "rtl",
        gate: Gate::TestAll,
        why: "the benches of all forms of all cores",
        needs: TOOLS,
        after: &["rtl-environment"],
        counts: Counts::Records,
        inputs: Some(SOURCES),
        minutes: 90,
        seconds: 240,
        cores: 2,
        run: |job| in_environment(job, "studies/rtl/tb/run.py").run(),
        ..SHORT
    },
    Check {
        name: "netlist",
        group: "rtl",
        gate: Gate::TestAll,
        why: "a test bench on a mapped netlist",
        needs: TOOLS,
        after: &["rtl-environment"],
        counts: Counts::Records,
        inputs: Some(SOURCES),
        minutes: 60,
        seconds: 40,
        run: |job| in_environment(job, "studies/rtl/tb/run.py --netlist aes").run(),
        ..SHORT
    },
    Check {
        name: "short-proofs",
        group: "rtl",
        gate: Gate::TestAll,
        why: "the short proofs of the cores",
        needs: TOOLS,
        after: &["rtl-environment"],
        counts: Counts::Records,
        inputs: Some(SOURCES),
        minutes: 90,
        seconds: 120,
        cores: 2,
        run: |job| in_environment(job, "studies/rtl/formal/prove.py").run(),
        ..SHORT
    },
    Check {
        name: "area",
        group: "rtl",
        gate: Gate::TestAll,
        why: "the area of two cores is that of the record",
        needs: TOOLS,
        after: &["rtl-environment"],
        counts: Counts::Records,
        inputs: Some(SOURCES),
        minutes: 90,
        seconds: 120,
        cores: 2,
        run: |job| in_environment(job, "studies/rtl/syn/flow.py check aes fugue").run(),
        ..SHORT
    },
    Check {
        name: "rtl-benches",
        group: "rtl",
        gate: Gate::Release,
        why: "every test bench, for the record of a release",
        needs: TOOLS,
        after: &["rtl-environment"],
        counts: Counts::Records,
        minutes: 120,
        seconds: 240,
        cores: 2,
        run: |job| in_environment(job, "studies/rtl/tb/run.py").run(),
        ..SHORT
    },
    Check {
        name: "rtl-checks",
        group: "rtl",
        gate: Gate::Release,
        why: "lint and models, for the record of a release",
        needs: TOOLS,
        after: &["rtl-environment"],
        counts: Counts::Records,
        seconds: 30,
        run: |job| {
            in_environment(job, "studies/rtl/lint.py --all").run()?;
            in_environment(job, "studies/rtl/tb/check_models.py").run()
        },
        ..SHORT
    },
    Check {
        name: "netlists",
        group: "rtl",
        gate: Gate::Release,
        why: "every test bench on the mapped netlists",
        needs: TOOLS,
        after: &["rtl-environment"],
        counts: Counts::Records,
        minutes: 240,
        seconds: 1800,
        cores: 2,
        run: |job| in_environment(job, "studies/rtl/tb/run.py --netlist").run(),
        ..SHORT
    },
    Check {
        name: "core-proofs",
        group: "rtl",
        gate: Gate::Release,
        why: "every proof of the cores",
        needs: TOOLS,
        after: &["rtl-environment"],
        counts: Counts::Records,
        minutes: 300,
        seconds: 3600,
        cores: 2,
        run: |job| in_environment(job, "studies/rtl/formal/prove.py --all").run(),
        ..SHORT
    },
    Check {
        name: "core-mutants",
        group: "rtl",
        gate: Gate::Release,
        why: "every mutant of the cores is caught by the proofs",
        needs: TOOLS,
        after: &["rtl-environment"],
        counts: Counts::Records,
        minutes: 300,
        seconds: 3600,
        cores: 2,
        run: |job| in_environment(job, "studies/rtl/formal/prove.py --mutants --all").run(),
        ..SHORT
    },
    Check {
        name: "all-areas",
        group: "rtl",
        gate: Gate::Release,
        why: "the area of every core is that of the record",
        needs: TOOLS,
        after: &["rtl-environment"],
        counts: Counts::Records,
        minutes: 240,
        seconds: 1200,
        cores: 2,
        run: |job| in_environment(job, "studies/rtl/syn/flow.py check").run(),
        ..SHORT
    },
    Check {
        name: "unit-mutants",
        group: "rtl",
        gate: Gate::Release,
        why: "every mutant of the units of instructions is caught by the proofs",
        needs: TOOLS,
        after: &["rtl-environment", "isa-build"],
        counts: Counts::Records,
        minutes: 240,
        seconds: 1200,
        cores: 2,
        run: |job| {
            in_environment(job, "studies/rtl/formal/prove_units.py")
                .arg(job.world.root.join(ISA))
                .arg("--mutants")
                .run()
        },
        ..SHORT
    },
];

/// Returns a command with the tools of studies/rtl/ first in the PATH.
pub(super) fn in_environment<'a>(job: &'a Job<'_>, line: &str) -> Call<'a> {
    job.command(line).path("target/rtl-venv/bin")
}
