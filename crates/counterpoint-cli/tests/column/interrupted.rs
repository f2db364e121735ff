//! A run that ends early, or whose input breaks off or changes, leaves no output of its own and keeps the file that was
//! there.

use crate::place::{Place, mkfifo, program};
use crate::tables::{binary, converted, digests, names, table, write};
use std::fs::File;
use std::io::Write;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// How long a test waits for what has to come: only a fault takes longer, on a busy machine too.
const PATIENCE: Duration = Duration::from_secs(600);

/// Starts a command in the place, whose input and messages are pipes.
fn piped(place: &Place, command: &mut Command) -> Child {
    command.current_dir(place.path("")).stdin(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Starts a run that has read some rows and waits for others.
fn half_way(place: &Place, jobs: &str) -> Child {
    // A script in the background ignores SIGINT, and so do all processes that it starts.
    let mut child = piped(
        place,
        Command::new("env").args(["--default-signal=INT", &program(), "column", "--format", "csv", "-"]).args([
            "-c",
            "key",
            "-o",
            "out.parquet",
            "--to",
            "parquet",
            "-j",
            jobs,
            "-a",
            "shake128",
            "--length",
            "1000",
        ]),
    );
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"key\n").unwrap();
    // Their digests are more than the row group that stays in memory.
    for i in 0..80_000 {
        writeln!(input, "{i}").unwrap();
    }
    child.stdin = Some(input);
    // It is half way when it has begun to write: the file has no name yet, but it is open.
    while !has_open(child.id(), "(deleted)") {
        assert!(child.try_wait().unwrap().is_none(), "it writes its output");
        std::thread::sleep(Duration::from_millis(5));
    }
    child
}

/// Returns whether a process has a file open whose name ends like this, and which is not empty.
fn has_open(process: u32, end: &str) -> bool {
    let Ok(open) = std::fs::read_dir(format!("/proc/{process}/fd")) else { return false };
    open.flatten().any(|entry| {
        let named = std::fs::read_link(entry.path()).is_ok_and(|to| to.to_string_lossy().ends_with(end));
        named && std::fs::metadata(entry.path()).is_ok_and(|file| file.len() > 0)
    })
}

#[test]
fn signals_leave_nothing() {
    for (signal, number) in [("-INT", 2), ("-TERM", 15), ("-KILL", 9)] {
        for jobs in ["1", "2"] {
            let place = Place::new();
            let mut child = half_way(&place, jobs);
            assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
            assert_eq!(child.wait().unwrap().signal(), Some(number));
            assert_eq!(names(&place), [""; 0], "{signal}");
            place.write("out.parquet", b"old");
            let mut child = half_way(&place, jobs);
            assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
            child.wait().unwrap();
            assert_eq!(std::fs::read(place.path("out.parquet")).unwrap(), b"old");
            // The next run.
            converted(&place).args(["--format", "csv", "-"]).input(b"key\na\n").prints("");
            assert_eq!(names(&place), ["out.parquet"], "{signal}");
            assert_eq!(digests(&place, "out.parquet", "key_sha3-256").len(), 1);
        }
    }
}

/// A limit on the size of files simulates a full disk; `/dev/full` is one.
#[test]
fn a_full_disk_leaves_nothing() {
    let place = Place::new();
    let text: String = (0..50_000).map(|i| format!("{i}\n")).collect();
    place.write("table.csv", format!("key\n{text}").as_bytes());
    for before in [None, Some(b"old")] {
        if let Some(old) = before {
            place.write("out.parquet", old);
        }
        for jobs in ["1", "2"] {
            let shell = format!(
                "trap '' XFSZ; ulimit -f 8; \"$0\" column table.csv -c key --to parquet -o out.parquet -j {jobs}"
            );
            let output = place.shell(&shell);
            let words = String::from_utf8_lossy(&output.stderr);
            assert_eq!(words, "counterpoint: out.parquet: File too large; name a file elsewhere\n");
            assert_eq!(output.status.code(), Some(1));
            assert_eq!(std::fs::read(place.path("out.parquet")).ok().as_deref(), before.map(|old| &old[..]));
        }
    }
    assert_eq!(names(&place), ["out.parquet", "table.csv"]);
    let full = place.shell("\"$0\" column table.csv -c key --to parquet -o /dev/full");
    let words = "counterpoint: /dev/full: No space left on device; free some space, or name a file elsewhere\n";
    assert_eq!(String::from_utf8_lossy(&full.stderr), words);
}

/// The file system of a few pages needs the rights of root.
#[test]
fn a_disk_that_is_really_full_leaves_nothing() {
    let place = Place::new();
    std::fs::create_dir(place.path("small")).unwrap();
    let text: String = (0..50_000).map(|i| format!("{i}\n")).collect();
    place.write("table.csv", format!("key\n{text}").as_bytes());
    let script = "mount -t tmpfs -o size=64k none small || exit 9
                  \"$0\" column table.csv -c key --to parquet -o small/out.parquet
                  code=$?
                  ls -A small
                  exit $code";
    let output =
        Command::new("unshare").args(["--mount", "sh", "-c", script, &program()]).current_dir(place.path("")).output();
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
    let expected = "counterpoint: small/out.parquet: No space left on device; free some space, or name a file \
                    elsewhere\n";
    assert_eq!((words.as_ref(), output.stdout.as_slice()), (expected, &b""[..]));
    assert_eq!(output.status.code(), Some(1));
}

/// Standard input stays open, and nothing more comes from it.
#[test]
fn a_full_disk_does_not_wait_for_standard_input() {
    let place = Place::new();
    let script = "trap '' XFSZ; ulimit -f 8
                  exec \"$0\" column --format csv - -c key --to parquet -o out.parquet -j 2 -a shake128 --length 1000";
    let mut child = piped(&place, Command::new("sh").args(["-c", script, &program()]));
    let mut input = child.stdin.take().unwrap();
    let rows: String = (0..80_000).map(|i| format!("{i}\n")).collect();
    // It may end before it has read everything.
    let _ = input.write_all(format!("key\n{rows}").as_bytes());
    let begun = Instant::now();
    while child.try_wait().unwrap().is_none() && begun.elapsed() < PATIENCE {
        std::thread::sleep(Duration::from_millis(5));
    }
    let ended = child.try_wait().unwrap();
    drop(input);
    assert_eq!(ended.and_then(|ended| ended.code()), Some(1));
    let output = child.wait_with_output().unwrap();
    let words = String::from_utf8_lossy(&output.stderr);
    assert_eq!(words, "counterpoint: out.parquet: File too large; name a file elsewhere\n");
    assert_eq!(names(&place), [""; 0]);
}

#[test]
fn an_input_that_breaks_off_leaves_nothing() {
    let place = Place::new();
    for (format, text, at) in [("csv", "key\na\n", ""), ("jsonl", "{\"key\":\"a\"}\n", "line 2: ")] {
        let run = converted(&place).args(["--format", format, "-"]).breaks_off(text.as_bytes());
        run.fails_with(1, "", &format!("counterpoint: standard input: {at}Connection reset by peer\n"));
        assert_eq!(names(&place), [""; 0]);
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
    for name in ["table.parquet", "table.csv", "table.jsonl"] {
        // It opens its output after the table, and waits for the other end of the pipe.
        let mut run =
            place.command("column").args([name, "--column", "key", "--to", "parquet", "--output", "pipe"]).spawn();
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
        assert!(is_named && words.contains(": changed while it was read; "), "{words}");
        assert_eq!(output.status.code(), Some(1));
    }
}
