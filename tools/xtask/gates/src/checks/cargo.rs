//! Shared parts of the checks built with Cargo: the packages, their inputs, and how their test programs run.

use super::made::{CODE, lists_of};
use crate::check::Input;
use crate::job::{Call, Job, Outcome, Part};
use crate::memory::vectors_folder;
use crate::need::{self, Need};
use crate::world::{Artifact, World};
use serde_json::Value;

/// The crates that make up the product, except the Python package, which maturin builds.
pub(super) const PRODUCT: [&str; 5] =
    ["counterpoint", "counterpoint-columns", "counterpoint-capi", "counterpoint-cli", "counterpoint-vectors"];

/// A build that takes a fraction of the time, with overflow checks and debug assertions.
pub(super) const UNOPTIMIZED: &str = "--config profile.dev.opt-level=0 --config profile.dev.debug=0";

/// A little optimisation, with overflow checks and debug assertions: fast enough for all cases of a test. LTO between
/// codegen units would take most of the build.
pub(super) const CHECKED: &str =
    "--config profile.dev.opt-level=1 --config profile.dev.debug=0 --config profile.dev.lto=\"off\"";

/// The features with which the library is tested without optimisation.
pub(super) const UNIT_FEATURES: &str =
    "std,all-families,aead,by-value,cipher,digest,rand_core,rayon,serde,steps,zeroize";

/// The programs that compare every implementation that ships.
pub(super) const IMPLEMENTATIONS: [&str; 3] = ["every_implementation", "registry", "types"];

/// All Rust sources, and the files they include.
pub(super) const CRATES: &[Input] = &[
    Input::Documented("bindings/"),
    Input::Documented("crates/"),
    Input::Documented("tools/"),
    Input::Tree("Cargo.toml"),
    Input::Tree("Cargo.lock"),
    Input::Tree(".cargo/"),
    Input::Tree("README.md"),
];

/// The same for clippy, which requires comments on `unsafe`.
pub(super) const COMMENTED: &[Input] = &[
    Input::Tree("bindings/"),
    Input::Tree("crates/"),
    Input::Tree("tools/"),
    Input::Tree("Cargo.toml"),
    Input::Tree("Cargo.lock"),
    Input::Tree(".cargo/"),
];

/// The library with its documentation, which the compiler requires.
pub(super) const LIBRARY: &[Input] = &[
    Input::Documented("crates/counterpoint/"),
    Input::Documented("crates/counterpoint-vectors/"),
    Input::Tree("Cargo.toml"),
    Input::Tree("Cargo.lock"),
    Input::Tree(".cargo/"),
];

/// The library, if it is only compiled and run.
pub(super) const CODE_OF_LIBRARY: &[Input] = &[
    Input::Code("crates/counterpoint/"),
    Input::Code("crates/counterpoint-vectors/"),
    Input::Tree("Cargo.toml"),
    Input::Tree("Cargo.lock"),
    Input::Tree(".cargo/"),
];

pub(super) const CLIPPY: Need = need::found_by("cargo clippy --version", "");

pub(super) const VALGRIND: Need = need::program("valgrind", "valgrind");

/// Debian has the formatter and the linter for its Rust in separate packages.
pub(super) const DEBIAN_STYLE: Need = need::found_by(
    "test \"$(command -v cargo)\" != /usr/bin/cargo || cargo fmt --version",
    "rustfmt-web rust-web-clippy",
);

/// Options that select packages.
pub(super) fn selected(packages: &[&'static str]) -> Vec<&'static str> {
    packages.iter().flat_map(|package| ["-p", package]).collect()
}

/// Options that select the test programs of packages, except those that require features or must be asked for by name.
pub(super) fn tests_of(world: &World, packages: &[&str]) -> Outcome<Vec<String>> {
    let metadata = world.ask("cargo", &["metadata", "--no-deps", "--offline", "--format-version", "1"]);
    let metadata: Value = serde_json::from_str(&metadata.ok_or("cargo metadata failed")?)
        .map_err(|error| format!("cargo metadata: {error}"))?;
    let is_wanted = |target: &&Value| {
        target["kind"][0] == "test" && target["test"] == true && target.get("required-features").is_none()
    };
    let mut options = Vec::new();
    for package in packages {
        let found = metadata["packages"].as_array().and_then(|all| all.iter().find(|one| one["name"] == *package));
        let targets = found.and_then(|package| package["targets"].as_array());
        let targets = targets.ok_or_else(|| format!("the workspace has no package {package}"))?;
        let names = targets.iter().filter(is_wanted).filter_map(|target| target["name"].as_str());
        options.extend(names.flat_map(|name| ["--test".to_owned(), name.to_owned()]));
    }
    Ok(options)
}

/// Keeps the lists of implementations in a build, which the analysis of machine code and the proof read.
pub(super) fn write_lists(job: &Job<'_>, folder: &str) -> Outcome {
    let lists = job.program(format!("{folder}/xtask-lists")).output()?;
    std::fs::create_dir_all(&job.world.memory).map_err(|error| error.to_string())?;
    std::fs::write(lists_of(job.world, folder), lists).map_err(|error| error.to_string().into())
}

/// Returns the test programs in a target folder, each with the files it may read.
pub(super) fn test_programs(world: &World, folder: &str, wanted: impl Fn(&Artifact) -> bool) -> Vec<Part> {
    let folder = world.root.join(folder);
    let is_wanted = |artifact: &Artifact| {
        artifact.test
            && artifact.executable.as_ref().is_some_and(|program| program.starts_with(&folder))
            && wanted(artifact)
    };
    let part = |artifact: Artifact| {
        let package =
            artifact.folder.strip_prefix(&world.root).unwrap_or(&artifact.folder).to_string_lossy().into_owned();
        // What tests read in addition to their own program: data in their package's folder, and the known answers.
        let mut reads = vec![
            format!("{package}/tests/"),
            format!("{package}/data/"),
            "crates/counterpoint-vectors/data/".to_owned(),
        ];
        if artifact.package == "counterpoint" {
            // Examples hash the library's front page, and one test looks through all sources.
            reads.push(format!("{package}/src/{}", if artifact.target == "zeroize" { "" } else { "lib.rs" }));
        }
        let (name, program) = (artifact.target, artifact.executable?);
        Some(Part { name, program, folder: artifact.folder, command: None, reads })
    };
    // Cargo makes a test program from every library and program, even those without tests.
    let has_tests = |part: &Part| {
        let listed = world.ask(&part.program.to_string_lossy(), &["--list", "--format", "terse"]);
        listed.is_none_or(|listed| listed.contains(": test"))
    };
    let mut parts: Vec<Part> = world.built(is_wanted).into_iter().filter_map(part).filter(has_tests).collect();
    parts.sort_by(|one, other| one.name.cmp(&other.name));
    parts
}

pub(super) fn run_tests(job: &Job<'_>) -> Outcome {
    tests_with(job, &["--show-output"])?.run()
}

/// Returns the command that runs a test program.
pub(super) fn tests_with<'a>(job: &'a Job<'_>, options: &[&str]) -> Outcome<Call<'a>> {
    let part = job.part.ok_or("no program")?;
    Ok(job.tests(part).args(options))
}

pub(super) fn all_answers(job: &Job<'_>, command: &str) -> Outcome {
    let folder = vectors_folder(job.world);
    let call = job.program(command).args(["selftest", "--format", "json"]);
    if folder.is_dir() {
        call.arg("--vectors").arg(folder).run()
    } else {
        job.say(format!("skipped: no folder {}; COUNTERPOINT_VECTORS can name another", folder.display()));
        call.run()
    }
}

/// Runs the program `under_valgrind` from this folder of optimised programs, with this task.
pub(super) fn under_valgrind(job: &Job<'_>, folder: &str, task: &[&str]) -> Outcome {
    if std::env::consts::ARCH != "x86_64" {
        job.say("skipped: requests to valgrind exist only in x86-64 machine code");
        return Ok(());
    }
    let library = job.world.library(folder).ok_or("no library")?;
    job.program(CODE)
        .args(task)
        .args(["--program", &format!("{folder}/under_valgrind"), "--library"])
        .arg(library)
        .arg("--lists")
        .arg(lists_of(job.world, folder))
        .run()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::job::Broke;
    use crate::world::Settings;
    use std::time::Duration;

    /// Returns a project with these files.
    fn project(files: &[(&str, &str)]) -> (tempfile::TempDir, World) {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, text) in files {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            std::fs::write(path, text).expect("a file");
        }
        let world = World::new(folder.path(), &folder.path().join("target"), Settings::OF_TESTS);
        (folder, world)
    }

    /// Runs a check on a project, with its log in the project's folder.
    fn job<'a>(world: &'a World, part: Option<&'a Part>) -> Job<'a> {
        Job::new(world, part, world.root.join("log"), Duration::from_secs(600)).expect("a log")
    }

    fn logged(world: &World) -> String {
        std::fs::read_to_string(world.root.join("log")).expect("the log")
    }

    #[test]
    fn test_programs_are_found_and_run_in_the_folder_of_their_package() {
        let (_folder, world) = project(&[
            ("Cargo.toml", "[workspace]\nmembers = [\"crates/tiny\"]\n"),
            (
                "crates/tiny/Cargo.toml",
                "[package]\nname = \"tiny\"\nedition = \"2021\"\n\n[[test]]\nname = \"named\"\ntest = false\n",
            ),
            ("crates/tiny/src/main.rs", "fn main() {}\n"),
            ("crates/tiny/tests/data", ""),
            ("crates/tiny/tests/named.rs", ""),
            ("crates/tiny/tests/works.rs", "#[test]\nfn reads() {\n    std::fs::read(\"tests/data\").unwrap();\n}\n"),
        ]);
        assert_eq!(tests_of(&world, &["tiny"]).expect("a package"), ["--test", "works"]);
        tests_of(&world, &["absent"]).expect_err("no package has this name");

        job(&world, None).build("cargo test --offline --no-run").expect("the build");
        // The program itself and `named` contain no tests.
        let parts = test_programs(&world, "target/debug", |artifact| artifact.package == "tiny");
        let [part] = &parts[..] else { panic!("{parts:?}") };
        assert_eq!(part.name, "works");
        assert!(test_programs(&world, "target/release", |_| true).is_empty());
        run_tests(&job(&world, Some(part))).expect("the test passes");
        let log = logged(&world);
        assert!(log.contains("test result: ok. 1 passed"), "{log}");
    }

    #[test]
    fn a_build_that_fails_keeps_nothing() {
        let (_folder, world) = project(&[
            ("Cargo.toml", "[package]\nname = \"tiny\"\nedition = \"2021\"\n"),
            ("src/lib.rs", ""),
            ("src/main.rs", "fn main() {\n    none();\n}\n"),
        ]);
        let Broke(why) = job(&world, None).build("cargo build --offline").expect_err("the program does not compile");
        assert_eq!(why, "cargo: exit code 101");
        let log = logged(&world);
        assert!(log.contains("cannot find function `none`"), "{log}");
        assert!(world.built(|_| true).is_empty(), "the library is kept");
    }
}
