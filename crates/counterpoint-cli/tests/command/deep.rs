//! Trees whose paths are longer than a system call accepts are walked with few open files.

use crate::place::{ABC, Place};
use rustix::fs::{CWD, Mode, OFlags, mkdirat, openat, symlinkat};
use std::fs::File;
use std::io::Write;
use std::os::fd::OwnedFd;
use std::path::Path;
use std::process::{Command, Output};

/// Creates nested directories of this name, `levels` deep, with a file `x` in every tenth and in the last one. Returns
/// the last directory.
fn dig(top: &Path, name: &str, levels: usize) -> OwnedFd {
    std::fs::create_dir(top).unwrap();
    let open = |base: &OwnedFd, name: &str| openat(base, name, OFlags::DIRECTORY, Mode::empty()).unwrap();
    let mut directory = openat(CWD, top, OFlags::DIRECTORY, Mode::empty()).unwrap();
    for level in 1..=levels {
        mkdirat(&directory, name, Mode::RWXU).unwrap();
        directory = open(&directory, name);
        if level % 10 == 0 || level == levels {
            let flags = OFlags::CREATE | OFlags::WRONLY;
            let mut file: File = openat(&directory, "x", flags, Mode::RUSR | Mode::WUSR).unwrap().into();
            file.write_all(b"abc").unwrap();
        }
    }
    directory
}

/// Removes a tree that is too deep for the standard library to remove.
struct Removed<'a>(&'a Path);

impl Drop for Removed<'_> {
    fn drop(&mut self) {
        assert!(Command::new("rm").arg("-rf").arg(self.0).status().unwrap().success());
    }
}

/// Runs the command with few open files.
fn with_few_files(place: &Place, arguments: &str) -> Output {
    place.shell(&format!("ulimit -n 20 && exec \"$0\" {arguments}"))
}

#[test]
fn a_tree_of_any_depth_is_walked_and_checked() {
    for (name, levels) in [("d".to_owned(), 5000), ("n".repeat(255), 150)] {
        let place = Place::new();
        let top = place.path("top");
        let _removed = Removed(&top);
        dig(&top, &name, levels);
        // In a directory, `x` comes after `d/` and after `nnn/`, so the deepest file is the first.
        let path = |level: usize| format!("top/{}x", format!("{name}/").repeat(level));
        let expected: Vec<String> = (1..=levels).filter(|level| level % 10 == 0).rev().map(path).collect();
        assert!(expected[0].len() > 2 * 4096);
        for more in ["", "--jobs 1 ", "--follow "] {
            let sum = with_few_files(&place, &format!("sum --recursive {more}top"));
            let (lines, words) = (String::from_utf8(sum.stdout).unwrap(), String::from_utf8(sum.stderr).unwrap());
            assert_eq!((sum.status.code(), words.as_str()), (Some(0), ""), "{more}");
            let expected = expected.iter().map(|path| format!("{ABC}  {path}"));
            assert!(lines.lines().eq(expected), "{more} gives {} lines", lines.lines().count());
            place.write("SUMS", lines.as_bytes());
        }
        let check = with_few_files(&place, "check --quiet SUMS");
        assert_eq!((check.status.code(), String::from_utf8_lossy(&check.stderr)), (Some(0), "".into()));
        // The deepest directory is an operand itself, and ends with a separator.
        let operand = path(levels);
        let operand = operand.strip_suffix('x').unwrap();
        let operands = [operand, &format!("{operand}.//")];
        place.command("sum").arg("-r").args(operands).prints(&format!("{ABC}  {operand}x\n{ABC}  {operand}.//x\n"));
    }
}

#[test]
fn what_is_wrong_far_below_is_named() {
    let place = Place::new();
    let top = place.path("top");
    let _removed = Removed(&top);
    let last = dig(&top, "d", 3000);
    symlinkat(".", &last, "again").unwrap();
    symlinkat("nothing", &last, "void").unwrap();
    symlinkat("x", &last, "y").unwrap();
    let path = format!("top/{}", "d/".repeat(3000));
    let sum = with_few_files(&place, "sum --recursive --follow top");
    let words = format!(
        "counterpoint: {path}again: symbolic links form a loop here\n\
         counterpoint: {path}void: No such file or directory\n"
    );
    assert_eq!((sum.status.code(), String::from_utf8(sum.stderr).unwrap()), (Some(1), words));
    let lines = String::from_utf8(sum.stdout).unwrap();
    assert!(lines.starts_with(&format!("{ABC}  {path}x\n{ABC}  {path}y\n")));
}

#[test]
fn many_jobs_start_no_idle_threads() {
    let place = Place::new();
    place.write("abc", b"abc");
    let mut check = place.command("check").args(["--jobs", "1024"]).spawn();
    let mut list = check.child.stdin.take().unwrap();
    let mut results = std::io::BufReader::new(check.child.stdout.take().unwrap());
    for _ in 0..9 {
        writeln!(list, "{ABC}  abc").unwrap();
        let mut result = String::new();
        std::io::BufRead::read_line(&mut results, &mut result).unwrap();
        assert_eq!(result, "abc: OK\n");
    }
    let tasks = std::fs::read_dir(format!("/proc/{}/task", check.child.id()));
    if let Ok(tasks) = tasks {
        // The main thread, the one that reads the list, and two for the beginning of the list and its first line.
        let tasks = tasks.count();
        assert!(tasks <= 4, "{tasks} threads");
    }
}
