//! The driver as a program: its exit code, and what it does about signals.
#![cfg(unix)]

use rustix::process::{Pid, Signal, kill_process, test_kill_process};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// `gates try sh -c SCRIPT`, with logs and memory in a folder.
fn attempt(folder: &Path, script: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gates"));
    command
        .args(["try", "sh", "-c", script])
        .env("GATES_TARGET", folder)
        .env_remove("TEST_SECONDS")
        .env_remove("FORCE");
    command
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn the_exit_code_tells_whether_all_passed() {
    let folder = tempfile::tempdir().expect("a folder");
    let output = attempt(folder.path(), "echo skipped: a part").output().expect("the driver");
    assert!(output.status.success() && said(&output).ends_with("\n1 passed, 0 failed, 1 skipped\n"), "{output:?}");
    let output = attempt(folder.path(), "exit 3").output().expect("the driver");
    assert_eq!(output.status.code(), Some(1));
    assert!(said(&output).contains("exit code 3") && said(&output).ends_with("\n0 passed, 1 failed, 0 skipped\n"));
    let output = attempt(folder.path(), "true").env("TEST_SECONDS", "0").output().expect("the driver");
    assert!(output.status.code() == Some(1) && said(&output).contains("not begun"));
    let output = Command::new(env!("CARGO_BIN_EXE_gates")).arg("nonsense").output().expect("the driver");
    assert_eq!(output.status.code(), Some(2));
}

/// A shell lets what it starts in the background ignore SIGINT; the programs under test must not.
#[test]
fn checks_do_not_inherit_signals_that_are_ignored() {
    let folder = tempfile::tempdir().expect("a folder");
    let script =
        "trap '' INT QUIT; exec \"$0\" try sh -c 'kill -INT $$; echo survived INT; kill -QUIT $$; echo survived QUIT'";
    let output = Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_gates")])
        .env("GATES_TARGET", folder.path())
        .output()
        .expect("the driver");
    assert!(said(&output).contains("ended by the signal 2") && !said(&output).contains("| survived"), "{output:?}");
}

#[test]
fn a_signal_ends_the_driver_and_all_that_it_started() {
    for signal in [Signal::INT, Signal::TERM] {
        let folder = tempfile::tempdir().expect("a folder");
        let place = folder.path().join("child");
        let script = format!("sleep 600 & echo $! >'{}'; wait", place.display());
        let mut driver = attempt(folder.path(), &script).stdout(Stdio::null()).spawn().expect("the driver");
        let begin = Instant::now();
        let child = loop {
            let text = std::fs::read_to_string(&place).unwrap_or_default();
            if let Some(id) = text.trim().parse().ok().and_then(Pid::from_raw) {
                break id;
            }
            assert!(begin.elapsed() < Duration::from_secs(60), "the check has not begun");
            std::thread::sleep(Duration::from_millis(20));
        };
        let id = Pid::from_raw(driver.id().cast_signed()).expect("a process");
        kill_process(id, signal).expect("the driver is there");
        assert_eq!(driver.wait().expect("its end").code(), Some(130));
        let is_there = || {
            let state = std::fs::read_to_string(format!("/proc/{}/stat", child.as_raw_nonzero())).unwrap_or_default();
            test_kill_process(child).is_ok() && !state.contains(") Z ")
        };
        let end = Instant::now();
        while is_there() {
            assert!(end.elapsed() < Duration::from_secs(20), "a process of the check is still there");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}
