//! A run that ends early, or whose input breaks off or changes, leaves no output and keeps an existing file.

use crate::place::{Place, mkfifo, program};
use crate::tables::{binary, digests, names, table, write};
use std::fs::File;
use std::io::Write;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// How long a test waits for an expected event: only a fault takes longer, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(600);

/// Starts the command in the place, with pipes for its input and messages.
fn piped(place: &Place, command: &mut Command) -> Child {
    command.current_dir(place.path("")).stdin(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Input and output formats: conversions, and copies of all formats.
const PATHS: [(&str, &str); 5] =
    [("csv", "parquet"), ("jsonl", "parquet"), ("csv", "csv"), ("jsonl", "jsonl"), ("parquet", "parquet")];

/// Returns this many rows.
fn text(format: &str, rows: usize) -> String {
    match format {
        "csv" => std::iter::once("key\n".to_owned()).chain((0..rows).map(|i| format!("{i}\n"))).collect(),
        _ => (0..rows).map(|i| format!("{{\"key\":\"{i}\"}}\n")).collect(),
    }
}

/// Writes a table of this many rows.
fn write_rows(place: &Place, format: &str, rows: usize) -> String {
    let name = format!("table.{format}");
    if format == "parquet" {
        let values: Vec<_> = (0..rows).map(|i| Some(i.to_string().into_bytes())).collect();
        write(place, &name, &table([("key", binary(&values))]), None);
    } else {
        place.write(&name, text(format, rows).as_bytes());
    }
    name
}

/// Starts a run that has written some rows and waits for more, or has many left in a Parquet file.
fn half_way(place: &Place, from: &str, to: &str, jobs: &str) -> Child {
    let (name, length) = match from {
        // So long that it can't have ended before the signal.
        "parquet" => (write_rows(place, from, 200_000), "20000"),
        _ => ("-".to_owned(), "1000"),
    };
    // A background script ignores SIGINT, and so do all processes that it starts.
    let mut child = piped(
        place,
        Command::new("env")
            .args(["--default-signal=INT", &program(), "column", "--format", from, &name, "-c", "key", "-o", "out"])
            .args(["--to", to, "-j", jobs, "-a", "shake128", "--length", length]),
    );
    if from != "parquet" {
        let mut input = child.stdin.take().unwrap();
        // Their digests exceed the row group that stays in memory.
        input.write_all(text(from, 80_000).as_bytes()).unwrap();
        child.stdin = Some(input);
    }
    // It is halfway when it has begun to write: the file has no name yet, but is open.
    while !has_open(child.id(), "(deleted)") {
        assert!(child.try_wait().unwrap().is_none(), "it writes its output");
        std::thread::sleep(Duration::from_millis(if from == "parquet" { 1 } else { 5 }));
    }
    child
}

/// Returns whether a process has a nonempty open file whose name has this ending.
fn has_open(process: u32, end: &str) -> bool {
    let Ok(open) = std::fs::read_dir(format!("/proc/{process}/fd")) else { return false };
    open.flatten().any(|entry| {
        let named = std::fs::read_link(entry.path()).is_ok_and(|to| to.to_string_lossy().ends_with(end));
        named && std::fs::metadata(entry.path()).is_ok_and(|file| file.len() > 0)
    })
}

#[test]
fn signals_leave_nothing() {
    let kill = |signal: &str, child: &mut Child| {
        assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
        child.wait().unwrap().signal()
    };
    for (signal, number) in [("-INT", 2), ("-TERM", 15), ("-KILL", 9)] {
        for ((from, to), jobs) in PATHS.iter().flat_map(|path| [(path, "1"), (path, "2")]) {
            let place = Place::new();
            assert_eq!(kill(signal, &mut half_way(&place, from, to, jobs)), Some(number));
            let _ = std::fs::remove_file(place.path("table.parquet"));
            assert_eq!(names(&place), [""; 0], "{signal}");
            place.write("out", b"old");
            assert_eq!(kill(signal, &mut half_way(&place, from, to, jobs)), Some(number));
            assert_eq!(std::fs::read(place.path("out")).unwrap(), b"old");
            let _ = std::fs::remove_file(place.path("table.parquet"));
            // The next run.
            let run =
                place.command("column").args(["-c", "key", "-o", "out", "--format", "csv", "--to", "parquet", "-"]);
            run.input(b"key\na\n").prints("");
            assert_eq!(names(&place), ["out"], "{signal}");
            assert_eq!(digests(&place, "out", "key_sha3-256").len(), 1);
        }
    }
}

/// A limit on the size of files simulates a full disk; `/dev/full` is one.
#[test]
fn a_full_disk_leaves_nothing() {
    for (from, to) in PATHS {
        let place = Place::new();
        let name = write_rows(&place, from, 50_000);
        for before in [None, Some(b"old")] {
            if let Some(old) = before {
                place.write("out", old);
            }
            for jobs in ["1", "2"] {
                let shell =
                    format!("trap '' XFSZ; ulimit -f 8; \"$0\" column {name} -c key --to {to} -o out -j {jobs}");
                let output = place.shell(&shell);
                let words = String::from_utf8_lossy(&output.stderr);
                assert_eq!(words, "counterpoint: out: File too large; name a file elsewhere\n");
                assert_eq!(output.status.code(), Some(1));
                assert_eq!(std::fs::read(place.path("out")).ok().as_deref(), before.map(|old| &old[..]));
            }
        }
        assert_eq!(names(&place), ["out", &name]);
        let full = place.shell(&format!("\"$0\" column {name} -c key --to {to} -o /dev/full"));
        let words = "counterpoint: /dev/full: No space left on device; free some space, or name a file elsewhere\n";
        assert_eq!(String::from_utf8_lossy(&full.stderr), words);
    }
}

/// A file system of a few pages requires root.
#[test]
fn a_disk_that_is_really_full_leaves_nothing() {
    for (from, to) in PATHS {
        let place = Place::new();
        std::fs::create_dir(place.path("small")).unwrap();
        let name = write_rows(&place, from, 50_000);
        let script = format!(
            "mount -t tmpfs -o size=64k none small || exit 9
             \"$0\" column {name} -c key --to {to} -o small/out
             code=$?
             ls -A small
             exit $code"
        );
        let mut run = Command::new("unshare");
        let output = run.args(["--mount", "sh", "-c", &script, &program()]).current_dir(place.path("")).output();
        let skipped =
            |why: &str| println!("skipped: a disk that is really full: {}", why.lines().next().unwrap_or_default());
        let output = match output {
            Ok(output) => output,
            Err(error) => return skipped(&error.to_string()),
        };
        let words = String::from_utf8_lossy(&output.stderr);
        if output.status.code() == Some(9) || words.contains("unshare") {
            return skipped(&words);
        }
        let expected = "counterpoint: small/out: No space left on device; free some space, or name a file elsewhere\n";
        assert_eq!((words.as_ref(), output.stdout.as_slice()), (expected, &b""[..]));
        assert_eq!(output.status.code(), Some(1));
    }
}

/// Standard input stays open, but provides nothing more.
#[test]
fn a_full_disk_does_not_wait_for_standard_input() {
    for (from, to) in PATHS.into_iter().filter(|(from, _)| *from != "parquet") {
        let place = Place::new();
        let script = format!(
            "trap '' XFSZ; ulimit -f 8
             exec \"$0\" column --format {from} - -c key --to {to} -o out -j 2 -a shake128 --length 1000"
        );
        let mut child = piped(&place, Command::new("sh").args(["-c", &script, &program()]));
        let mut input = child.stdin.take().unwrap();
        // It may end before it has read everything.
        let _ = input.write_all(text(from, 80_000).as_bytes());
        let begun = Instant::now();
        while child.try_wait().unwrap().is_none() && begun.elapsed() < PATIENCE {
            std::thread::sleep(Duration::from_millis(5));
        }
        let ended = child.try_wait().unwrap();
        drop(input);
        assert_eq!(ended.and_then(|ended| ended.code()), Some(1));
        let output = child.wait_with_output().unwrap();
        let words = String::from_utf8_lossy(&output.stderr);
        assert_eq!(words, "counterpoint: out: File too large; name a file elsewhere\n");
        assert_eq!(names(&place), [""; 0]);
    }
}

#[test]
fn an_input_that_breaks_off_leaves_nothing() {
    let place = Place::new();
    for (format, text) in [("csv", "key\na\n"), ("jsonl", "{\"key\":\"a\"}\n")] {
        for to in ["parquet", format] {
            let run = place.command("column").args(["-c", "key", "-o", "out", "--to", to, "--format", format, "-"]);
            let words = "counterpoint: standard input: Connection reset by peer\n";
            run.breaks_off(text.as_bytes()).fails_with(1, "", words);
            assert_eq!(names(&place), [""; 0]);
        }
    }
}

/// Returns whether a process waits for something.
fn sleeps(process: u32) -> bool {
    let state = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    state.rsplit(')').next().is_some_and(|state| state.starts_with(" S"))
}

#[test]
fn a_table_that_changes_is_refused() {
    let place = Place::new();
    write(&place, "table.parquet", &table([("key", binary(&[Some(b"a".to_vec())]))]), None);
    place.write("table.csv", b"key\na\n");
    place.write("table.jsonl", b"{\"key\":\"a\"}\n");
    mkfifo(&place.path("pipe"));
    for (from, to) in PATHS {
        let name = &format!("table.{from}");
        // It opens its output after the table, and waits for the other end of the pipe.
        let mut run = place.command("column").args([name, "--column", "key", "--to", to, "--output", "pipe"]).spawn();
        let mut looks = 0;
        while looks < 20 {
            assert!(run.child.try_wait().unwrap().is_none(), "it opens the table");
            std::thread::sleep(Duration::from_millis(5));
            looks = if sleeps(run.child.id()) { looks + 1 } else { 0 };
        }
        File::options().append(true).open(place.path(name)).unwrap().write_all(b"\n").unwrap();
        let _pipe = File::options().read(true).write(true).open(place.path("pipe")).unwrap();
        let output = run.child.wait_with_output().unwrap();
        let words = String::from_utf8(output.stderr).unwrap();
        let is_named = words.starts_with(&format!("counterpoint: {name}: ")) && words.lines().count() == 1;
        assert!(is_named && words.contains(": changed while being read; "), "{words}");
        assert_eq!(output.status.code(), Some(1));
    }
}
