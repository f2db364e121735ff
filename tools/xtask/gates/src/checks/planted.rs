//! Planted defects, which other checks must find. Each folder of `tools/xtask/gates/planted` is a build with a check
//! here.

use crate::check::{Check, Gate, Input, SHORT};
use crate::count::Counts;
use crate::job::{Job, Outcome};
use crate::plant::COPY;

/// Everything that the builds are made from or tested with.
const SOURCES: &[Input] = &[
    Input::Code("bindings/"),
    Input::Code("crates/"),
    Input::Tree("tools/xtask/"),
    Input::Tree("Cargo.toml"),
    Input::Tree("Cargo.lock"),
    Input::Tree(".cargo/"),
    Input::Tree("functions.toml"),
    Input::Tree("scripts/"),
];

/// A build with defects.
const BUILD: Check = Check {
    group: "planted",
    gate: Gate::TestAll,
    counts: Counts::Records,
    inputs: Some(SOURCES),
    minutes: 90,
    cores: 2,
    uses: &[COPY],
    ..SHORT
};

pub(super) const CHECKS: &[Check] = &[
    Check {
        name: "planted-edits",
        group: "planted",
        gate: Gate::Check,
        why: "every planted defect can still be planted, and names a check that is there; no time",
        seconds: 1,
        run: |job| plant(job, "--check"),
        ..SHORT
    },
    Check {
        name: "planted-units",
        why: "`unit` finds each defect planted in the library; a build of its own",
        after: &["unit"],
        seconds: 120,
        run: |job| plant(job, "units"),
        ..BUILD
    },
    Check {
        name: "planted-product",
        why: "the tests of what ships find each defect planted in library, command, C interface and generator; a build \
              of its own",
        after: &["implementations", "tests", "tools", "column", "generated", "built-in-answers", "constant-time-types"],
        seconds: 300,
        run: |job| plant(job, "product"),
        ..BUILD
    },
    Check {
        name: "planted-kernels",
        why: "each defect planted in a kernel, where a case of the proof may not see it, or hidden by one in \
              `product`, is found; a build of its own",
        after: &["implementations", "tests", "built-in-answers", "constant-time-types", "kernels"],
        seconds: 300,
        run: |job| plant(job, "kernels"),
        ..BUILD
    },
    Check {
        name: "planted-python",
        why: "`pytest` finds each defect planted in the package's modules in Python, beside the compiled one of the \
              project; seconds, but in the copy of those above",
        after: &["pytest"],
        cores: 1,
        seconds: 10,
        run: |job| plant(job, "python"),
        ..BUILD
    },
    Check {
        name: "planted-npm",
        why: "`package` finds each defect planted in the JavaScript of the npm package, with the modules of the \
              project; seconds, but in the same copy",
        after: &["package"],
        cores: 1,
        seconds: 10,
        uses: &[COPY, "npm"],
        run: |job| plant(job, "npm"),
        ..BUILD
    },
];

/// Runs this driver, which knows the table.
fn plant(job: &Job<'_>, what: &str) -> Outcome {
    let driver = std::env::current_exe().map_err(|error| error.to_string())?;
    job.program(driver).args(["plant", what]).run()
}
