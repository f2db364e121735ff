//! Checks that take hours, or are needed only before a release.

use super::made::{ALL_COMMAND, XTASK};
use crate::check::{Check, Gate, SHORT};
use crate::job::{Job, Outcome};
use crate::memory::vectors_folder;
use crate::need::{self, Need};

const CXX: Need = need::program("c++", "g++");
const WASM: &[Need] = &[need::packages("rustc-web cargo-web rust-web-src lld-22"), need::program("npm", "nodejs npm")];
/// The requirements of the benchmark's peers, since the packages are tested together with its crate.
const PEERS: &[Need] = &[
    need::found_by("pkg-config --exists libssl", "libssl-dev pkg-config"),
    need::program("make", "make"),
    need::program("perl", "perl"),
    need::program("xsltproc", "xsltproc"),
    need::packages("libclang-dev"),
];

/// A check of a release.
const HOURS: Check = Check { group: "release", gate: Gate::Release, minutes: 240, ..SHORT };
/// Ten minutes of a fuzz target.
const FUZZ: Check = Check {
    group: "fuzz",
    gate: Gate::Release,
    needs: &[CXX],
    after: &["fetch"],
    minutes: 90,
    seconds: 640,
    uses: &["target/fuzz"],
    ..SHORT
};

pub(super) const CHECKS: &[Check] = &[
    Check {
        name: "packages",
        why: "the packages that would be published, without the repository: contents, documentation tests, features",
        needs: PEERS,
        after: &["build"],
        seconds: 900,
        cores: 2,
        run: |job| job.program(XTASK).arg("release-check").run(),
        ..HOURS
    },
    Check {
        name: "past-4-gib",
        why: "updates past 2^32 bytes through every implementation but `spec`",
        after: &["fetch"],
        seconds: 1800,
        uses: &["target/all"],
        run: |job| {
            job.command("cargo test --locked --release --target-dir target/all --package counterpoint")
                .args(["--features", "std,all-families,all-techniques"])
                .args(["--test", "past_4_gib", "--", "--nocapture"])
                .run()
        },
        ..HOURS
    },
    Check {
        name: "long-answers",
        why: "the known answers of gigabytes that no other gate computes",
        after: &["all-build"],
        seconds: 3600,
        run: |job| {
            job.program(ALL_COMMAND)
                .args(["selftest", "--vectors"])
                .arg(vectors_folder(job.world))
                .args("--implementation best --min-message 16MiB --max-message 16TiB".split(' '))
                .run()
        },
        ..HOURS
    },
    Check {
        name: "web-kernels",
        group: "web",
        why: "all kernels in WebAssembly without SIMD, with SIMD and with relaxed SIMD, and how long they are",
        needs: WASM,
        after: &["build", "npm-packages"],
        seconds: 600,
        uses: &["target/debian"],
        run: |job| {
            job.command("scripts/web-kernels.sh portable simd128 relaxed")
                .path("bindings/js/npm/node_modules/node/bin")
                .run()
        },
        ..HOURS
    },
    Check {
        name: "fuzz-command",
        why: "ten minutes of what the command reads",
        run: |job| fuzz(job, "command"),
        ..FUZZ
    },
    Check {
        name: "fuzz-keccak",
        why: "ten minutes of the family against its plain form",
        run: |job| fuzz(job, "keccak"),
        ..FUZZ
    },
    Check {
        name: "fuzz-groestl",
        why: "ten minutes of the family against its plain form",
        run: |job| fuzz(job, "groestl"),
        ..FUZZ
    },
    Check {
        name: "fuzz-fugue",
        why: "ten minutes of the family against its plain form",
        run: |job| fuzz(job, "fugue"),
        ..FUZZ
    },
    Check {
        name: "fuzz-luffa",
        why: "ten minutes of the family against its plain form",
        run: |job| fuzz(job, "luffa"),
        ..FUZZ
    },
];

fn fuzz(job: &Job<'_>, target: &str) -> Outcome {
    job.command("scripts/fuzz.sh").arg(target).run()
}
