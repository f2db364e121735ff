//! Files with odd names, files that can't be read, and files that change.

use crate::place::{ABC, Place, mkfifo};
use std::ffi::OsStr;
use std::fs;
use std::io::{Seek, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Names that have to be escaped, a name that is not text, and names that look like other parts of a line.
const NAMES: &[&[u8]] = &[
    b"back\\slash",
    b"line\nend",
    b"carriage\rreturn",
    b"\\n",
    b"\xff\xfe no text",
    b" blank",
    b"a) = 00",
    b"*star",
    b"end ",
    b"end\r",
    "Gr\u{f8}stl".as_bytes(),
];

#[test]
fn odd_names_come_back_as_they_went() {
    for options in [&[][..], &["--tag"], &["--zero"], &["--zero", "--tag"]] {
        let place = Place::new();
        for name in NAMES {
            place.write(OsStr::from_bytes(name), b"abc");
        }
        let names = NAMES.iter().map(|name| OsStr::from_bytes(name));
        let sum = place.command("sum").args(options).arg("--").args(names).output().unwrap();
        assert!(sum.status.success());
        let zero = options.contains(&"--zero");
        let ends = sum.stdout.iter().filter(|&&byte| byte == if zero { 0 } else { b'\n' }).count();
        assert_eq!(ends, NAMES.len(), "one line a name");
        place.write("list", &sum.stdout);
        let zero: &[&str] = if zero { &["--zero"] } else { &[] };
        let check = place.command("check").args(zero).arg("list").output().unwrap();
        assert!(check.status.success(), "{options:?} {}", String::from_utf8_lossy(&check.stderr));
        assert_eq!(check.stdout.iter().filter(|&&byte| byte == b'\n').count(), NAMES.len());
    }
}

#[test]
fn escaped_lines_are_those_of_coreutils() {
    let place = Place::new();
    let names = [&b"back\\slash"[..], b"line\nend", b"carriage\rreturn"].map(OsStr::from_bytes);
    for name in names {
        place.write(name, b"abc");
    }
    let lines = format!("\\{ABC}  back\\\\slash\n\\{ABC}  line\\nend\n\\{ABC}  carriage\\rreturn\n");
    place.command("sum").args(names).prints(&lines);
    place.write("list", lines.as_bytes());
    // Names in results are escaped only if the result would not be one line.
    place.command("check").arg("list").prints("back\\slash: OK\n\\line\\nend: OK\n\\carriage\\rreturn: OK\n");
}

#[test]
fn a_message_shows_an_odd_name_on_one_line() {
    let place = Place::new();
    let message = "counterpoint: \"line\\nend\\xFF\": No such file or directory\n";
    place.command("sum").arg(OsStr::from_bytes(b"line\nend\xff")).fails_with(1, "", message);
}

#[test]
fn what_cannot_be_read_is_named_and_the_rest_is_hashed() {
    let place = Place::new();
    place.write("abc", b"abc");
    let words = "counterpoint: /proc/self/mem: Input/output error\n";
    // Reading the beginning of the process's own memory fails for all users, including root.
    place.command("sum").args(["/proc/self/mem", "abc"]).fails_with(1, &format!("{ABC}  abc\n"), words);
}

#[test]
fn files_that_the_system_makes_up_are_hashed() {
    let place = Place::new();
    for name in ["/proc/version", "/proc/cpuinfo", "/sys/kernel/mm/transparent_hugepage/enabled"] {
        if let Ok(content) = fs::read(name) {
            place.write("copy", &content);
            let [made_up, copy] = [name, "copy"].map(|name| place.command("sum").arg(name).lines().remove(0));
            assert_eq!(made_up.split(' ').next(), copy.split(' ').next());
        }
    }
}

#[test]
fn a_file_that_changes_is_named() {
    let place = Place::new();
    place.write("abc", b"abc");
    place.write("log", &vec![0; 1 << 24]);
    // It grows, or keeps its length.
    for grows in [true, false] {
        let mut log = fs::File::options().write(true).append(grows).open(place.path("log")).unwrap();
        let ended = AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while !ended.load(Relaxed) {
                    log.rewind().unwrap();
                    log.write_all(b"another line\n").unwrap();
                }
            });
            let words = "counterpoint: log: changed while being read; hash it again when nothing writes to it\n";
            let sum = std::panic::catch_unwind(|| {
                place.command("sum").args(["log", "abc"]).fails_with(1, &format!("{ABC}  abc\n"), words);
            });
            ended.store(true, Relaxed);
            sum.unwrap();
        });
    }
}

#[test]
fn a_file_that_vanishes_is_named() {
    let place = Place::new();
    place.write("victim", b"soon gone");
    place.write("abc", b"abc");
    mkfifo(&place.path("pipe"));
    // With one job, the victim is opened after the pipe has been read.
    let sum = place.command("sum").args(["--jobs", "1", "pipe", "victim", "abc"]).spawn();
    let mut pipe = fs::File::options().write(true).open(place.path("pipe")).unwrap();
    fs::remove_file(place.path("victim")).unwrap();
    pipe.write_all(b"abc").unwrap();
    drop(pipe);
    let lines = format!("{ABC}  pipe\n{ABC}  abc\n");
    sum.fails_with(1, &lines, "counterpoint: victim: No such file or directory\n");
}

#[test]
fn a_folder_is_walked_in_order() {
    let place = Place::new();
    for name in
        ["top/b", "top/a/z", "top/a.c", "top/a/y/x", "top/B", "top/a0", "top/.hidden", "top/.git/x", "top/..data"]
    {
        place.write(name, b"abc");
    }
    let names =
        ["top/..data", "top/.git/x", "top/.hidden", "top/B", "top/a.c", "top/a/y/x", "top/a/z", "top/a0", "top/b"];
    let lines: String = names.iter().map(|name| format!("{ABC}  {name}\n")).collect();
    place.command("sum").args(["-r", "top"]).prints(&lines);
    place.command("sum").args(["-r", "-j", "1", "top"]).prints(&lines);
    // A link that is an operand is followed.
    symlink("top", place.path("link")).unwrap();
    place.command("sum").args(["-r", "link"]).prints(&lines.replace("  top/", "  link/"));
}

#[test]
fn links_and_special_files_in_a_folder() {
    let place = Place::new();
    place.write("top/a", b"abc");
    place.write("elsewhere/b", b"abc");
    symlink("../elsewhere", place.path("top/folder")).unwrap();
    symlink("a", place.path("top/file")).unwrap();
    mkfifo(&place.path("top/pipe"));
    let skipped = "counterpoint: top/pipe: skipped, not a regular file\n";
    let plain = place.command("sum").args(["--recursive", "top"]).output().unwrap();
    assert_eq!(plain.status.code(), Some(0));
    assert_eq!(String::from_utf8(plain.stdout).unwrap(), format!("{ABC}  top/a\n"));
    let links = "counterpoint: 2 symbolic links were not followed; use --follow to follow them\n";
    assert_eq!(String::from_utf8(plain.stderr).unwrap(), format!("{skipped}{links}"));

    symlink("..", place.path("elsewhere/up")).unwrap();
    symlink("nothing", place.path("top/void")).unwrap();
    let lines = format!("{ABC}  top/a\n{ABC}  top/file\n{ABC}  top/folder/b\n");
    let circle = "symbolic links form a loop here";
    let words = format!(
        "counterpoint: top/folder/up/elsewhere: {circle}\ncounterpoint: top/folder/up/top: {circle}\n\
         {skipped}counterpoint: top/void: No such file or directory\n"
    );
    place.command("sum").args(["--recursive", "--follow", "top"]).fails_with(1, &lines, &words);
    // Without these files it would be another tuple.
    place.command("sum").args(["-a", "tuplehash128", "-r", "--follow", "top"]).fails_with(1, "", &words);
}

#[test]
fn a_list_that_lies_in_the_folder_is_left_out() {
    let place = Place::new();
    place.write("abc", b"abc");
    let list = fs::File::create(place.path("SUMS")).unwrap();
    let sum = place.command("sum").args(["--recursive", "."]).stdout(list).output().unwrap();
    assert_eq!(sum.status.code(), Some(0));
    assert_eq!(fs::read_to_string(place.path("SUMS")).unwrap(), format!("{ABC}  ./abc\n"));
    assert!(
        String::from_utf8(sum.stderr)
            .unwrap()
            .starts_with("counterpoint: ./SUMS: can't be hashed, because the output goes to it")
    );
    place.command("check").arg("SUMS").prints("./abc: OK\n");
    // As an operand it is missed.
    for options in [&[][..], &["-a", "tuplehash128"]] {
        let list = fs::File::create(place.path("SUMS")).unwrap();
        let sum = place.command("sum").args(options).args(["abc", "SUMS"]).stdout(list).output().unwrap();
        assert_eq!(sum.status.code(), Some(1), "{options:?}");
    }
}

#[test]
fn the_line_of_a_tuple_has_no_name_with_a_line_feed() {
    let place = Place::new();
    place.write("a\nb", b"abc");
    let words = "counterpoint: \"a\\nb\": a tuple can't contain a file with a line feed in its name\n";
    place.command("sum").args(["-a", "tuplehash128", "a\nb"]).fails_with(1, "", words);
}

#[test]
fn a_hundred_failures_are_named_and_the_others_counted() {
    let place = Place::new();
    let list: String = (0..102).map(|n| format!("{ABC}  missing-{n}\n")).collect();
    let check = place.command("check").input(list.as_bytes()).output().unwrap();
    let words = String::from_utf8(check.stderr).unwrap();
    let summary = words.find("counterpoint: 102 failed:\n  missing-0: ").map_or("", |at| &words[at..]);
    assert!(summary.ends_with("  missing-99: No such file or directory\n  and 2 more\n"), "{words}");
    assert_eq!(summary.lines().count(), 102);
}

#[test]
fn many_files_in_parallel_come_in_order() {
    let place = Place::new();
    let mut names = Vec::new();
    for n in 0..600 {
        let name = format!("file {n}");
        place.write(&name, &vec![n as u8; if n % 50 == 0 { 1 << 20 } else { n }]);
        names.push(name);
    }
    let [one, many] =
        ["1", "8"].map(|jobs| place.command("sum").args(["--jobs", jobs]).args(&names).output().unwrap().stdout);
    assert_eq!(one.split(|&byte| byte == b'\n').count(), names.len() + 1);
    assert!(one == many);
    place.write("list", &many);
    let check = place.command("check").arg("list").lines();
    assert!(check.iter().zip(&names).all(|(line, name)| *line == format!("{name}: OK")));
}
