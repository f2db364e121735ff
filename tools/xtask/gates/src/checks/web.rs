//! WebAssembly: the modules, the npm package in Node.js, the page in Chromium.

use super::made::{CODE, COMMAND};
use crate::check::{ALONE, Check, Gate, Input, SHORT, Scripts};
use crate::count::Counts;
use crate::job::{Call, Job, Outcome};
use crate::need::{self, Need};

/// Debian's Rust with the standard library's sources, and LLVM's linker.
pub(super) const WASM: &[Need] =
    &[need::packages("rustc-web cargo-web rust-web-src lld-22"), need::program("gzip", "gzip"), NPM];
const NPM: Need = need::program("npm", "nodejs npm");
const CHROMIUM: Need = need::program("chromium", "chromium");

/// The sources of the modules.
const SOURCES: &[Input] = &[
    Input::Code("crates/counterpoint/"),
    Input::Code("bindings/js/modules/"),
    Input::Tree("Cargo.toml"),
    Input::Tree("Cargo.lock"),
    Input::Tree("scripts/wasm.sh"),
    Input::Tree("bindings/js/npm/package-lock.json"),
];

/// The modules of the npm package, as made by `scripts/wasm.sh --quick`.
const QUICK: &str = "target/wasm-quick";

/// The inputs of the package's tests.
const PACKAGE: &[Input] = &[
    Input::Made(QUICK),
    Input::Tree("bindings/js/npm/"),
    Input::Tree("bindings/js/modules/tests/"),
    Input::Tree("crates/counterpoint-vectors/data/"),
    Input::Vectors,
];

/// The inputs of the tests of its types: the packed package, where Node finds it.
const TYPES: &[Input] = &[Input::Made("bindings/js/npm/node_modules/counterpoint"), Input::Tree("bindings/js/npm/")];

pub(super) const CHECKS: &[Check] = &[
    Check {
        name: "npm-packages",
        group: "web",
        why: "the packages of npm that test and shorten the modules, and Node.js itself",
        needs: &[NPM],
        minutes: 60,
        seconds: 40,
        installs: true,
        makes: &["bindings/js/npm/node_modules"],
        run: |job| npm_packages(job, "bindings/js/npm"),
        ..SHORT
    },
    Check {
        name: "modules-of-test",
        group: "web",
        why: "the modules of Keccak as they ship; those of the other families in less time, to test the JavaScript",
        needs: WASM,
        after: &["fetch", "npm-packages"],
        inputs: Some(SOURCES),
        makes: &["target/wasm-quick/keccak-portable.wasm"],
        minutes: 60,
        seconds: 120,
        uses: &["target/wasm-quick"],
        run: |job| in_node(job, "scripts/wasm.sh --quick").run(),
        ..SHORT
    },
    Check {
        name: "package",
        group: "web",
        why: "the packed npm package in Node.js, in bundlers, with ethers and viem",
        needs: WASM,
        after: &["modules-of-test"],
        counts: Counts::Tap,
        inputs: Some(PACKAGE),
        makes: &["bindings/js/npm/dist/package.json", "bindings/js/npm/node_modules/counterpoint/package.json"],
        minutes: 60,
        seconds: 90,
        uses: &["npm"],
        run: |job| {
            let call = in_node(job, "bindings/js/npm/test.sh --no-browser ../../../target/wasm-quick");
            call.env("NODES", newest_node(job)).run()
        },
        // The package has a copy of the modules.
        scripts: Some(Scripts {
            sources: "bindings/js/npm/src/",
            compiled: ("bindings/js/npm/dist/wasm", QUICK),
            run: one_test,
        }),
        ..SHORT
    },
    Check {
        name: "types",
        group: "web",
        why: "the package's types, by TypeScript",
        needs: WASM,
        after: &["package"],
        inputs: Some(TYPES),
        seconds: 5,
        uses: &["npm"],
        run: |job| in_node(job, "npm run --silent --prefix bindings/js/npm types").run(),
        ..SHORT
    },
    Check {
        name: "web-packages",
        group: "web",
        gate: Gate::TestAll,
        why: "the packages of npm that build and test the page",
        needs: &[NPM],
        minutes: 60,
        seconds: 30,
        installs: true,
        run: |job| npm_packages(job, "bindings/js/page"),
        ..SHORT
    },
    Check {
        name: "modules",
        group: "web",
        gate: Gate::TestAll,
        why: "all modules as they ship, with their sizes; each is a build of its own",
        needs: WASM,
        after: &["fetch", "npm-packages"],
        minutes: 60,
        seconds: 240,
        cores: 2,
        uses: &["target/wasm"],
        run: |job| in_node(job, "scripts/wasm.sh").run(),
        ..SHORT
    },
    Check {
        name: "aes-kernels",
        group: "web",
        gate: Gate::TestAll,
        why: "the machine code of the kernels of AES in WebAssembly",
        needs: WASM,
        after: &["build", "npm-packages"],
        seconds: 60,
        uses: &["target/debian", "target/kernels"],
        run: |job| in_node(job, "scripts/web-kernels.sh aes").run(),
        ..SHORT
    },
    Check {
        name: "module-kernels",
        group: "web",
        gate: Gate::TestAll,
        why: "the machine code of all other kernels in the modules as they ship",
        needs: WASM,
        after: &["build", "modules", "aes-kernels"],
        seconds: 30,
        uses: &["target/debian", "target/kernels"],
        run: |job| in_node(job, "scripts/web-kernels.sh modules").run(),
        ..SHORT
    },
    Check {
        name: "whole-package",
        group: "web",
        gate: Gate::TestAll,
        why: "the npm package with the modules as they ship, in an older Node.js and in Chromium too",
        needs: &[WASM[0], WASM[1], NPM, CHROMIUM],
        after: &["modules"],
        contains: &["modules-of-test", "package"],
        counts: Counts::Tap,
        minutes: 60,
        seconds: 100,
        uses: &["npm"],
        run: |job| in_node(job, "bindings/js/npm/test.sh").run(),
        ..SHORT
    },
    Check {
        name: "module-tests",
        group: "web",
        gate: Gate::TestAll,
        why: "known answers by every implementation in the modules, and traces in memory",
        needs: WASM,
        after: &["modules"],
        counts: Counts::Tap,
        minutes: 60,
        seconds: 90,
        run: |job| {
            let folder = job.world.root.join("bindings/js/modules/tests");
            let files = std::fs::read_dir(&folder).map_err(|error| error.to_string())?;
            let mut tests: Vec<_> = files.flatten().map(|file| file.path()).collect();
            tests.retain(|path| path.to_string_lossy().ends_with(".test.mjs"));
            tests.sort();
            in_node(job, "node --test --test-reporter=tap").args(tests).run()
        },
        ..SHORT
    },
    Check {
        name: "page",
        group: "web",
        gate: Gate::TestAll,
        why: "the page is built, of the package and the modules",
        needs: WASM,
        after: &["whole-package", "web-packages"],
        seconds: 10,
        run: |job| in_node(job, "node bindings/js/page/build.mjs").run(),
        ..SHORT
    },
    Check {
        name: "browser",
        group: "web",
        gate: Gate::TestAll,
        why: "the page in Chromium",
        needs: &[WASM[0], WASM[1], NPM, CHROMIUM],
        after: &["page", "build"],
        counts: Counts::Tap,
        minutes: 60,
        seconds: 90,
        // It waits and measures.
        cores: ALONE,
        run: |job| in_node(job, "bindings/js/page/test.sh").env("COUNTERPOINT", job.world.root.join(COMMAND)).run(),
        ..SHORT
    },
    Check {
        name: "speed",
        group: "web",
        gate: Gate::TestAll,
        why: "the benchmark beside other packages runs; its figures are in the log and not compared",
        needs: WASM,
        after: &["whole-package"],
        seconds: 60,
        uses: &["npm"],
        run: |job| in_node(job, "npm run --silent --prefix bindings/js/npm bench -- --seconds 2").run(),
        ..SHORT
    },
];

/// Builds the package, puts it where Node.js finds it, and runs a test.
fn one_test(job: &Job<'_>, file: &str, test: &str) -> Outcome {
    in_node(job, "node bindings/js/npm/build.mjs").arg(QUICK).run()?;
    job.shell("cd bindings/js/npm/node_modules && rm -rf counterpoint && ln -s ../dist counterpoint")?;
    let call = in_node(job, "node --test --test-reporter=tap").folder("bindings/js/npm");
    call.args([format!("--test-name-pattern=^{test}$"), format!("tests/{file}")]).run()
}

/// Installs the packages in a folder's lock file, unless they are there.
fn npm_packages(job: &Job<'_>, folder: &str) -> Outcome {
    let root = job.world.root.join(folder);
    let (mark, lock) = (root.join("node_modules/.installed"), root.join("package-lock.json"));
    let wanted = std::fs::read(&lock).map_err(|error| format!("{}: {error}", lock.display()))?;
    if std::fs::read(&mark).is_ok_and(|found| found == wanted) {
        return Ok(());
    }
    job.run(&format!("npm ci --prefix {folder} --no-audit --no-fund --loglevel=error"))?;
    std::fs::write(&mark, wanted).map_err(|error| format!("{}: {error}", mark.display()).into())
}

/// Returns the path of Node.js from npm's package `node`.
fn newest_node(job: &Job<'_>) -> String {
    job.world.root.join("bindings/js/npm/node_modules/node/bin/node").to_string_lossy().into_owned()
}

/// Returns a command with what the scripts for WebAssembly require: Node.js from npm's package `node`, so that it is
/// the same version everywhere; NODES, which names this one and the machine's, if that is new enough for the tools;
/// wasm-opt; and the program that reads machine code.
pub(super) fn in_node<'a>(job: &'a Job<'_>, line: &str) -> Call<'a> {
    let root = &job.world.root;
    let newest = newest_node(job);
    let version = job.world.ask("node", &["--version"]).unwrap_or_default();
    let major: u32 =
        version.trim_start_matches('v').split('.').next().and_then(|major| major.parse().ok()).unwrap_or(0);
    let own = need::in_path("node").filter(|_| major >= 20);
    let nodes = own.map_or(newest.clone(), |own| format!("{} {newest}", own.display()));
    job.command(line)
        .env("NODES", nodes)
        .env("WASM_OPT", root.join("bindings/js/npm/node_modules/.bin/wasm-opt"))
        .env("XTASK_CODE", root.join(CODE))
        .path("bindings/js/npm/node_modules/node/bin")
}
