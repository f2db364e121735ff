//! Whole runs of small checks in place of the real ones.

use super::*;
use crate::check::{Input, SHORT};
use crate::count::Counts;
use crate::job::{Outcome, Part};
use crate::need;
use crate::world::{Settings, World};
use std::path::{Path, PathBuf};

/// The output of a run, and how it ended.
struct Ran {
    is_well: bool,
    lines: Vec<Line>,
    output: String,
}

impl Ran {
    #[track_caller]
    fn says(&self, parts: &[&str]) -> &Ran {
        for part in parts {
            assert!(self.output.contains(part), "not said: {part}\n{}", self.output);
        }
        self
    }

    /// The last line.
    #[track_caller]
    fn counts(&self, passed: u64, failed: u64, skipped: u64) -> &Ran {
        let line = format!("{passed} passed, {failed} failed, {skipped} skipped");
        assert_eq!(self.output.lines().last(), Some(line.as_str()), "{}", self.output);
        assert_eq!(self.is_well, failed == 0 && passed > 0);
        self
    }
}

const SETTINGS: Settings = Settings::OF_TESTS;

/// A folder with a git repository of two files.
fn project() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "input", "one");
    write(folder.path(), "other", "one");
    let git = std::process::Command::new("git").args(["init", "--quiet"]).current_dir(folder.path()).status();
    assert!(git.expect("git").success());
    folder
}

fn write(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    std::fs::write(path, text).expect("a file");
}

fn run_in(folder: &Path, settings: Settings, table: &[Check]) -> Ran {
    let world = World::new(folder, &folder.join("target"), settings);
    run_world(&world, table)
}

fn run_world(world: &World, table: &[Check]) -> Ran {
    let mut output = Vec::new();
    let checks: Vec<&Check> = table.iter().collect();
    let ending = run(world, &checks, &mut output).expect("a folder for logs");
    Ran { is_well: ending.is_well, lines: ending.lines, output: String::from_utf8(output).expect("text") }
}

fn run_alone(table: &[Check]) -> Ran {
    run_in(project().path(), SETTINGS, table)
}

const PASSES: Check = Check { name: "passes", group: "fake", run: |job| job.run("true"), ..SHORT };
const FAILS: Check = Check { name: "fails", group: "fake", run: |job| job.shell("echo a word; exit 7"), ..SHORT };

#[test]
fn a_check_that_fails_stops_none_but_those_that_need_it() {
    let needs = Check { name: "needs", after: &["fails"], ..PASSES };
    let needs_that = Check { name: "needs-that", after: &["needs"], ..PASSES };
    let ran = run_alone(&[FAILS, needs, needs_that, PASSES]);
    ran.says(&["FAILED (1): fails: sh: exit code 7\n", "    | a word\n"]);
    ran.says(&["FAILED (1): needs: not begun, because fails has failed\n"]);
    ran.says(&["FAILED (1): needs-that: not begun, because needs has failed\n"]);
    ran.counts(1, 3, 0);
}

#[test]
fn nothing_at_all_is_no_success() {
    run_alone(&[]).counts(0, 0, 0);
}

#[test]
fn tests_are_counted_by_the_log() {
    let harness = Check {
        name: "harness",
        counts: Counts::Harness,
        run: |job| job.run("echo test result: ok. 3 passed; 0 failed; 0 ignored; 0 measured"),
        ..PASSES
    };
    let ignores = Check {
        name: "ignores",
        counts: Counts::Harness,
        run: |job| job.run("echo test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured"),
        ..PASSES
    };
    let partly = Check { name: "partly", run: |job| job.run("echo skipped: a part of it"), ..PASSES };
    let notes = Check { name: "notes", run: |job| job.run("echo noted: a thing"), ..PASSES };
    let ran = run_alone(&[harness, ignores, partly, notes]);
    ran.says(&["skipped: partly: a part of it\n", "noted: notes: a thing\n", "FAILED (1): ignores\n"]);
    ran.counts(8, 1, 1);
}

#[test]
fn what_the_system_lacks_is_skipped() {
    const LACKING: &[Need] = &[need::program("no-such-program", "no-such-package")];
    let lacks = Check { name: "lacks", needs: LACKING, ..PASSES };
    let after = Check { name: "after", after: &["lacks"], ..PASSES };
    let ran = run_alone(&[lacks, after, PASSES]);
    ran.says(&[
        "skipped: lacks: needs no-such-program (Debian's no-such-package)\n",
        "skipped: after: it needs lacks\n",
    ]);
    ran.counts(1, 0, 2);
}

/// The tests of a process share its PATH. This one runs again in a process of its own, whose PATH begins with another
/// apt-get and apt-cache.
#[test]
fn what_cannot_be_installed_fails() {
    const FOLDER: &str = "GATES_APT";
    const NEEDS: [&[Need]; 2] =
        [&[need::program("no-such-program", "known")], &[need::program("no-such-program", "unknown")]];
    let Some(folder) = std::env::var_os(FOLDER) else {
        let folder = tempfile::tempdir().expect("a folder");
        let others = std::env::var_os("PATH").expect("a PATH");
        let folders = [folder.path().to_owned()].into_iter().chain(std::env::split_paths(&others));
        let output = std::process::Command::new(std::env::current_exe().expect("this program"))
            .args(["--exact", "gate::tests::what_cannot_be_installed_fails"])
            .env("PATH", std::env::join_paths(folders).expect("a PATH"))
            .env(FOLDER, folder.path())
            .output()
            .expect("this program runs");
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(text.contains("test result: ok. 1 passed"), "{text}");
        return;
    };
    let folder = Path::new(&folder);
    for (name, script) in [("apt-get", "exit 100"), ("apt-cache", "test $2 = known && echo Package: known")] {
        write(folder, name, &format!("#!/bin/sh\n{script}\n"));
        use std::os::unix::fs::PermissionsExt;
        std::fs::set_permissions(folder.join(name), std::fs::Permissions::from_mode(0o755)).expect("a program");
    }
    let known = Check { name: "a", needs: NEEDS[0], ..PASSES };
    let unknown = Check { name: "b", needs: NEEDS[1], ..PASSES };
    let ran = run_in(project().path(), Settings { installs: true, ..SETTINGS }, &[known, unknown, PASSES]);
    ran.says(&[
        "installing known unknown\ncan't install all packages: apt-get: exit code 100; ",
        "FAILED (1): a: not begun: can't install no-such-program (Debian's known); packages.log says why\n",
        "skipped: b: needs no-such-program (Debian's unknown)\n",
    ]);
    ran.counts(1, 1, 1);
}

#[test]
fn a_check_that_another_contains_runs_only_without_it() {
    let part = Check { name: "part", run: |job| job.run("false"), ..PASSES };
    let whole = Check { name: "whole", contains: &["part"], ..PASSES };
    let after = Check { name: "after", after: &["part"], ..PASSES };
    run_alone(&[part, after]).counts(0, 2, 0);
    let ran = run_alone(&[after, part, whole]);
    ran.says(&["part is contained in whole\n"]);
    ran.counts(2, 0, 0);
    let fails = Check { name: "whole", contains: &["part"], ..FAILS };
    run_alone(&[part, fails, after]).says(&["after: not begun, because whole has failed\n"]).counts(0, 2, 0);

    const LACKING: &[Need] = &[need::program("no-such-program", "no-such-package")];
    let (part, lacks) = (Check { name: "part", ..PASSES }, Check { needs: LACKING, ..whole });
    run_alone(&[part, after, lacks]).counts(2, 0, 1);
}

#[test]
fn checks_run_beside_each_other_as_far_as_cores_allow() {
    // Each waits for the other, so they pass only if both run at the same time.
    fn meet(job: &Job<'_>, own: &str, other: &str) -> Outcome {
        job.shell(&format!(
            "touch {own}; for i in 1 2 3 4 5 6 7 8 9 10; do [ -e {other} ] && exit 0; sleep 0.5; done; exit 1"
        ))
    }
    let one = Check { name: "one", run: |job| meet(job, "a", "b"), ..PASSES };
    let other = Check { name: "other", run: |job| meet(job, "b", "a"), ..PASSES };
    run_alone(&[one, other]).counts(2, 0, 0);

    // Alone, each finds that nobody else is there.
    fn alone(job: &Job<'_>) -> Outcome {
        job.shell("mkdir busy && sleep 0.3 && rmdir busy")
    }
    let first = Check { name: "first", cores: 2, run: alone, ..PASSES };
    let second = Check { name: "second", run: alone, ..PASSES };
    run_alone(&[first, second]).counts(2, 0, 0);
    let first = Check { name: "first", uses: &["a folder"], run: alone, ..PASSES };
    let second = Check { name: "second", uses: &["a folder"], run: alone, ..PASSES };
    run_alone(&[first, second]).counts(2, 0, 0);
}

/// A part of a check that runs a program of the system.
fn part(world: &World, name: &str) -> Part {
    let program = PathBuf::from(format!("/bin/{name}"));
    Part { name: name.into(), program, folder: world.root.clone(), command: None, reads: Vec::new() }
}

/// A check that runs while another is divided into parts keeps its own result, wherever the two are in the table.
#[test]
fn parts_do_not_take_the_place_of_what_runs() {
    let first = Check { name: "first", run: |job| job.shell("sleep 0.2"), ..PASSES };
    let programs = Check {
        name: "programs",
        after: &["first"],
        parts: Some(|world| vec![part(world, "true"), part(world, "true"), part(world, "true")]),
        ..PASSES
    };
    let slow = Check {
        name: "slow",
        counts: Counts::Harness,
        run: |job| job.shell("sleep 1; echo 'test result: ok. 5 passed; 0 failed; 0 ignored; 0 measured'"),
        ..PASSES
    };
    let after = Check { name: "after", after: &["slow"], ..PASSES };
    let ran = run_alone(&[first, programs, slow, after]);
    assert!(ran.output.lines().any(|line| line.contains(" slow ") && line.ends_with("5 passed")), "{}", ran.output);
    ran.counts(10, 0, 0);
}

#[test]
fn parts_are_checks_of_their_own() {
    let check = Check {
        name: "programs",
        parts: Some(|world| vec![part(world, "true"), part(world, "false")]),
        run: |job| job.program(&job.part.ok_or("no part")?.program).run(),
        ..PASSES
    };
    let ran = run_alone(&[check, Check { name: "after", after: &["programs"], ..PASSES }]);
    ran.says(&["programs true", "FAILED (1): programs false: false: exit code 1\n", "programs false has failed"]);
    ran.counts(1, 2, 0);
    run_alone(&[Check { parts: Some(|_| Vec::new()), ..check }]).says(&["no program to run"]).counts(0, 1, 0);
}

/// Writes one file after the other. A check runs again, once, only where the file is said to change its inputs.
#[track_caller]
fn runs_again(root: &Path, check: Check, changes: &[(&str, &str, bool)]) {
    for (file, text, is_change) in changes {
        write(root, file, text);
        let output = run_in(root, SETTINGS, &[check]).output;
        assert_eq!(output.contains("remembered: nothing\n"), *is_change, "{file}: {text}\n{output}");
        run_in(root, SETTINGS, &[check]).says(&["remembered: 1 checks"]);
    }
}

#[test]
fn a_check_is_remembered_as_long_as_its_inputs_are_the_same() {
    const INPUTS: &[Input] = &[
        Input::Tree("input"),
        Input::Code("code/"),
        Input::Documented("documented/"),
        Input::Ending(".end"),
        Input::Made("target/made"),
        Input::Vectors,
    ];
    let check = Check {
        name: "remembers",
        counts: Counts::Harness,
        inputs: Some(INPUTS),
        run: |job| job.run("echo test result: ok. 3 passed; 0 failed; 0 ignored;"),
        ..PASSES
    };
    let folder = project();
    // A subfolder, so that the known answers beside it are in the test's own folder too.
    let root = folder.path().join("project");
    let again = |settings: Settings| run_in(&root, settings, &[check]);
    write(&root, "input", "one");
    // As long as an input is missing, nothing is remembered.
    again(SETTINGS).says(&["remembered: nothing\n"]);
    again(SETTINGS).says(&["remembered: nothing\n"]).counts(3, 0, 0);
    write(&root, "target/made", "one");
    again(SETTINGS).says(&["remembered: nothing\n"]);
    again(SETTINGS).says(&["remembered: 1 checks with 3 tests", "remembered fake "]).counts(3, 0, 0);
    again(Settings { force: true, ..SETTINGS }).says(&["remembered: nothing\n"]).counts(3, 0, 0);
    let changes = [
        ("other", "two", false),
        ("input", "two", true),
        ("target/made", "two", true),
        ("code/lib.rs", "fn one() {}\n", true),
        ("code/lib.rs", "/// A comment.\nfn one() {}\n", false),
        ("code/lib.rs", "fn two() {}\n", true),
        ("documented/lib.rs", "fn one() {}\n", true),
        ("documented/lib.rs", "// A comment.\nfn one() {}\n", false),
        ("documented/lib.rs", "/// A comment.\nfn one() {}\n", true),
        ("new.end", "one", true),
    ];
    runs_again(&root, check, &changes);
    // A folder that the environment names is not the test's own.
    if std::env::var_os("COUNTERPOINT_VECTORS").is_none() {
        let record = "../shared/vectors/folder/record";
        runs_again(&root, check, &[(record, "one", true), (record, "and two", true)]);
    }
    std::fs::remove_file(root.join("input")).expect("it is there");
    again(SETTINGS).says(&["remembered: nothing\n"]);
}

#[test]
fn a_part_runs_again_when_its_program_or_what_it_reads_changes() {
    let check = Check {
        inputs: Some(&[]),
        parts: Some(|world| {
            let (program, reads) = (world.root.join("program"), vec!["data/".to_owned()]);
            vec![Part { program, reads, ..part(world, "true") }]
        }),
        ..PASSES
    };
    let changes = [
        ("program", "one", true),
        ("program", "two", true),
        ("data/numbers", "one", true),
        ("data/numbers", "two", true),
        ("other", "two", false),
    ];
    runs_again(project().path(), check, &changes);
}

#[test]
fn what_failed_or_was_skipped_in_part_is_not_remembered() {
    let failed = Check { inputs: Some(&[Input::Tree("input")]), ..FAILS };
    let partly = Check {
        name: "partly",
        inputs: Some(&[Input::Tree("input")]),
        run: |job| job.run("echo skipped: x"),
        ..PASSES
    };
    let folder = project();
    for _ in 0..2 {
        run_in(folder.path(), SETTINGS, &[failed, partly]).says(&["remembered: nothing\n"]).counts(1, 1, 1);
    }
}

#[test]
fn a_check_passes_again_only_if_it_did_not_fail_since() {
    let check = Check { inputs: Some(&[Input::Tree("input")]), run: |job| job.run("test -e other"), ..PASSES };
    let folder = project();
    run_in(folder.path(), SETTINGS, &[check]).counts(1, 0, 0);
    std::fs::remove_file(folder.path().join("other")).expect("it is there");
    run_in(folder.path(), Settings { force: true, ..SETTINGS }, &[check]).counts(0, 1, 0);
    run_in(folder.path(), SETTINGS, &[check]).says(&["remembered: nothing\n"]).counts(0, 1, 0);
}

/// A check that writes the id of its grandchild into a file, and waits for it.
fn with_a_grandchild(job: &Job<'_>, what: &str) -> Outcome {
    job.shell(&format!("sh -c '{what}' & echo $! >child; wait"))
}

/// Everything that a check has started has ended too.
#[track_caller]
fn grandchild_is_gone(folder: &Path) {
    let id = std::fs::read_to_string(folder.join("child")).expect("the grandchild's id");
    let is_there = || {
        let output = std::process::Command::new("ps").args(["-o", "stat=", "-p", id.trim()]).output().expect("ps");
        let state = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        !state.is_empty() && !state.starts_with('Z')
    };
    for _ in 0..50 {
        if !is_there() {
            return;
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    panic!("a process of the check is still there");
}

#[test]
fn a_check_that_hangs_is_ended_with_all_that_it_started() {
    let hangs = Check { name: "hangs", run: |job| with_a_grandchild(job, "sleep 600"), ..PASSES };
    let folder = project();
    let ran = run_in(folder.path(), Settings { hang: Duration::from_secs(2), ..SETTINGS }, &[hangs, PASSES]);
    ran.says(&["FAILED (1): hangs: sh: ended: for 2 s it wrote nothing and used next to no CPU time\n"])
        .counts(1, 1, 0);
    grandchild_is_gone(folder.path());
}

#[test]
fn a_check_that_computes_or_writes_does_not_hang() {
    let computes = Check {
        name: "computes",
        run: |job| job.shell("end=$(($(date +%s) + 4)); while [ $(date +%s) -lt $end ]; do :; done"),
        ..PASSES
    };
    let writes = Check {
        name: "writes",
        run: |job| job.shell("for i in 1 2 3 4 5 6 7 8; do echo $i; sleep 0.5; done"),
        ..PASSES
    };
    run_in(project().path(), Settings { hang: Duration::from_secs(2), ..SETTINGS }, &[computes, writes])
        .counts(2, 0, 0);
}

#[test]
fn a_check_has_a_limit() {
    let spins = Check { name: "spins", minutes: 0, run: |job| with_a_grandchild(job, "while :; do :; done"), ..PASSES };
    let folder = project();
    run_in(folder.path(), SETTINGS, &[spins]).says(&["it took more than its limit"]).counts(0, 1, 0);
}

#[test]
fn at_the_deadline_checks_end_and_none_begins() {
    let spins = Check {
        name: "spins",
        cores: 2,
        seconds: 99,
        run: |job| with_a_grandchild(job, "while :; do :; done"),
        ..PASSES
    };
    let folder = project();
    let settings = Settings { deadline: Some(Duration::from_secs(4)), ..SETTINGS };
    let ran = run_in(folder.path(), settings, &[PASSES, spins]);
    ran.says(&["FAILED (1): spins: sh: ended: the run had taken 4 s\n"]);
    ran.says(&["FAILED (1): passes: not begun, because the run had already taken 4 s\n"]).counts(0, 2, 0);
    grandchild_is_gone(folder.path());
}

#[test]
fn a_run_that_is_interrupted_ends_its_checks() {
    let spins =
        Check { name: "spins", cores: 2, seconds: 99, run: |job| with_a_grandchild(job, "sleep 600"), ..PASSES };
    let folder = project();
    let world = World::new(folder.path(), &folder.path().join("target"), SETTINGS);
    let ran = std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_secs(1));
            world.stop();
        });
        run_world(&world, &[spins, PASSES])
    });
    ran.says(&["spins: sh: ended: the run was interrupted", "passes: not begun, because the run was interrupted"]);
    assert!(ran.lines.iter().all(|line| line.interrupted), "{:?}", ran.lines);
    grandchild_is_gone(folder.path());
}

#[test]
fn gates_contain_those_before_them_and_names_what_they_need() {
    let table = [
        Check { name: "a", gate: Gate::Check, ..PASSES },
        Check { name: "b", gate: Gate::Test, group: "other", after: &["a"], ..PASSES },
        Check { name: "c", gate: Gate::TestAll, after: &["b"], ..PASSES },
        Check { name: "d", gate: Gate::Release, after: &["a"], ..PASSES },
    ];
    let names = |gate, only: &[&'static str]| -> Result<Vec<&str>, String> {
        let found = select(&table, &Wanted { gate, only: only.to_vec() })?;
        Ok(found.into_iter().map(|check| check.name).collect())
    };
    assert_eq!(names(Gate::Check, &[]), Ok(vec!["a"]));
    assert_eq!(names(Gate::Test, &[]), Ok(vec!["a", "b"]));
    assert_eq!(names(Gate::TestAll, &[]), Ok(vec!["a", "b", "c"]));
    // The longest checks don't need the others to be run again, but for what they use of them.
    assert_eq!(names(Gate::Release, &[]), Ok(vec!["a", "d"]));
    assert_eq!(names(Gate::Test, &["other"]), Ok(vec!["a", "b"]));
    assert_eq!(names(Gate::Check, &["c"]), Ok(vec!["a", "b", "c"]));
    assert!(names(Gate::Check, &["z"]).is_err_and(|error| error.contains("fake, other")));
}
