//! Standard streams that a shell has closed, or opened for the wrong direction.
#![cfg(unix)]

use std::path::Path;
use std::process::Command;

/// Runs the example `streams` with these redirections. Returns standard output and standard error.
fn redirected(redirections: &str) -> (String, String) {
    let tests = std::env::current_exe().expect("a test has a file");
    let program = tests.parent().and_then(Path::parent).expect("it lies two folders deep").join("examples/streams");
    let script = format!("exec \"$0\" {redirections}");
    let output = Command::new("sh").args(["-c", &script]).arg(program).output().expect("it starts");
    (String::from_utf8_lossy(&output.stdout).into_owned(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn closed_streams_are_known() {
    assert_eq!(redirected(""), ("a line\n".into(), String::new()));
    assert_eq!(redirected("<&-"), ("a line\n".into(), "Input was closed\n".into()));
    assert_eq!(redirected("2>&-"), ("a line\n".into(), String::new()));
    assert_eq!(redirected(">&-"), (String::new(), "Output was closed\nOutput: Bad file descriptor\n".into()));
    assert_eq!(redirected("<&- >&-").1, "Input was closed\nOutput was closed\nOutput: Bad file descriptor\n");
}

#[test]
fn an_output_that_cannot_be_written_is_an_error() {
    assert_eq!(redirected("1</dev/null"), (String::new(), "Output: Bad file descriptor\n".into()));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_output_is_an_error() {
    assert_eq!(redirected(">/dev/full"), (String::new(), "Output: No space left on device\n".into()));
}
