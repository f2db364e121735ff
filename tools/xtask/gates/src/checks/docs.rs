//! Documentation, and the driver itself.

use super::cargo::{CRATES, PRODUCT, UNOPTIMIZED, selected};
use crate::check::{Check, Gate, Input, SHORT};
use crate::count::Counts;
use crate::need::{self, Need};

const CHROMIUM: Need = need::program("chromium", "chromium");

const PYTHON: Need = need::program("python3", "python3");

pub(super) const CHECKS: &[Check] = &[
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
        name: "doc-all",
        group: "docs",
        gate: Gate::TestAll,
        why: "the documentation of the whole workspace",
        after: &["all-build"],
        contains: &["doc"],
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
        name: "driver-tests",
        group: "driver",
        why: "the tests of this driver: what is counted, remembered, ended",
        counts: Counts::Harness,
        inputs: Some(&[Input::Tree("tools/xtask/gates/")]),
        seconds: 40,
        uses: &["target/debug"],
        run: |job| job.command(&format!("cargo test --locked {UNOPTIMIZED} --package gates -- --show-output")).run(),
        ..SHORT
    },
    Check {
        name: "other-systems",
        group: "driver",
        why: "`make run` and `make check` without Debian: BusyBox, no apt-get, no file of certificates; seconds",
        needs: &[need::program("busybox", "busybox")],
        inputs: Some(&[Input::Tree("scripts/"), Input::Tree("Makefile")]),
        seconds: 5,
        run: |job| {
            let driver = std::env::current_exe().map_err(|error| error.to_string())?;
            job.command("scripts/tests/other_systems.sh").env("GATES", driver).run()
        },
        ..SHORT
    },
];
