//! Faults reported in other software that also existed here, each with its smallest reproduction, and a line for each
//! at the end of the run.

use super::c::{CMAKE, GCC, GXX, INSTALLED, PKG_CONFIG};
use super::emulated::DEBIAN_RUST;
use super::made::{COLUMN_COMMAND, COMMAND};
use super::python::{PACKAGE, PYTHON, pytest};
use super::web::{WASM, in_node};
use crate::check::{Check, Gate, SHORT};
use crate::count::{Counts, NOTED};
use crate::job::{Call, Job, Outcome};

pub(super) const CHECKS: &[Check] = &[
    Check {
        name: "reports-column",
        after: &["column-build", "python-environment"],
        needs: &[PYTHON],
        counts: Counts::Pytest,
        why: "tables that other packages write, by `column`: all that is not hashed stays as it was",
        seconds: 60,
        run: |job| {
            let command = job.world.root.join(COLUMN_COMMAND);
            let tests = ["-vv", "scripts/reports/test_column.py", "scripts/reports/test_column_text.py"];
            told(job, pytest(job).args(tests).env("COUNTERPOINT", command))
        },
        ..REPORTS
    },
    Check {
        name: "reports-command",
        after: &["build", "python-environment"],
        needs: &[PYTHON],
        counts: Counts::Pytest,
        why: "lists of digests and folders, by `sum` and `check`",
        run: |job| {
            let command = job.world.root.join(COMMAND);
            told(job, pytest(job).args(["-vv", "scripts/reports/test_command.py"]).env("COUNTERPOINT", command))
        },
        ..REPORTS
    },
    Check {
        name: "reports-python",
        after: &["wheel"],
        needs: &[PYTHON],
        counts: Counts::Pytest,
        why: "columns and messages of other packages, by the Python package",
        seconds: 30,
        run: |job| {
            let tests = ["reports", "reports_interrupts"].map(|name| format!("{PACKAGE}/tests/test_{name}.py"));
            told(job, pytest(job).arg("-vv").args(tests))
        },
        ..REPORTS
    },
    Check {
        name: "reports-npm",
        after: &["package"],
        needs: WASM,
        counts: Counts::Tap,
        why: "Blobs, workers, bundlers and other packages, by the npm package",
        uses: &["npm"],
        seconds: 30,
        run: |job| {
            told(job, in_node(job, "node --test --test-reporter=tap tests/reports.test.mjs").folder("bindings/js/npm"))
        },
        ..REPORTS
    },
    Check {
        name: "reports-c",
        after: &["install"],
        needs: &[GCC, GXX, PKG_CONFIG, CMAKE],
        why: "headers, static programs and prefixes, by the C library",
        uses: &["target/release"],
        run: |job| told(job, job.command("scripts/reports/c.sh").arg(job.world.root.join(INSTALLED))),
        ..REPORTS
    },
    Check {
        name: "reports-rust",
        needs: &[DEBIAN_RUST],
        why: "no instruction asks for the kind of CPU under Miri and in SGX, and vector code can be left out",
        minutes: 60,
        seconds: 170,
        run: |job| told(job, job.command("scripts/reports/rust.sh")),
        ..REPORTS
    },
];

const REPORTS: Check = Check { group: "reports", gate: Gate::TestAll, ..SHORT };

/// Runs tests, and notes a line for each whose name begins with the number of a report.
fn told(job: &Job<'_>, call: Call<'_>) -> Outcome {
    let outcome = call.run();
    for line in job.written().lines().filter_map(report) {
        job.say(format!("{NOTED}{line}"));
    }
    outcome
}

/// A report and its result, from a line of pytest, of TAP or of a script.
fn report(line: &str) -> Option<String> {
    let (name, result) = if let Some((_, test)) = line.split_once(".py::") {
        let (name, result) = test.split_once(' ')?;
        let name = name.rsplit("::").next()?.strip_prefix("test_f")?;
        (format!("f{}", name.replace('_', " ")), result.split(' ').next()?.to_lowercase())
    } else if let Some((result, rest)) = line.split_once(" - F") {
        (format!("F{}", rest.split(" #").next()?), if result.contains("not ok") { "failed" } else { "passed" }.into())
    } else {
        let (name, result) = line.rsplit_once(": ")?;
        let result = match result {
            "ok" => "passed",
            "FAILED" => "failed",
            _ => return None,
        };
        (name.to_owned(), result.to_owned())
    };
    let digits = name.get(1..)?;
    let end = digits.find(|c: char| !c.is_ascii_digit())?;
    let number: u32 = digits[..end].parse().ok()?;
    name.starts_with(['f', 'F']).then(|| format!("F{number}{}: {result}", &digits[end..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_reports() {
        let told = |line: &str| report(line).unwrap_or_default();
        assert_eq!(told("tests/test_x.py::test_f04_polars_objects PASSED     [ 5%]"), "F4 polars objects: passed");
        assert_eq!(told("tests/test_x.py::TestF22::test_f22_a[1-b] FAILED [ 5%]"), "F22 a[1-b]: failed");
        assert_eq!(told("ok 3 - F3 a slice of a Blob"), "F3 a slice of a Blob: passed");
        assert_eq!(told("not ok 4 - F5 an old browser # time=1"), "F5 an old browser: failed");
        assert_eq!(told("F14 static programs link: ok"), "F14 static programs link: passed");
        assert_eq!(told("F21 twice: FAILED"), "F21 twice: failed");
        for line in ["ok 1 - other", "tests/test_x.py::test_other PASSED [1%]", "error: F1", "Failure: ok", "F: ok"] {
            assert_eq!(report(line), None, "{line}");
        }
    }
}
