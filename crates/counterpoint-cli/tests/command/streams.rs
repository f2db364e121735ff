//! Standard input and output: lists and messages from standard input, readers that close the output, interrupted runs.

use crate::place::{ABC, Place};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::Command;

#[test]
fn standard_input_is_hashed_and_checked() {
    let place = Place::new();
    let line = format!("{ABC}  -\n");
    place.command("sum").input(b"abc").prints(&line);
    place.command("sum").arg("-").input(b"abc").prints(&line);
    place.write("list", line.as_bytes());
    place.command("check").arg("list").input(b"abc").prints("-: OK\n");
    place.write("abc", b"abc");
    place.command("check").input(format!("{ABC}  abc\n").as_bytes()).prints("abc: OK\n");
}

#[test]
fn standard_input_is_read_once() {
    let place = Place::new();
    let words = "counterpoint: -: standard input can be read only once\n";
    place.command("sum").args(["-j1", "-", "-"]).input(b"abc").fails_with(1, &format!("{ABC}  -\n"), words);
    let words = "counterpoint: -: standard input can be read only once\n\
                 counterpoint: standard input: WARNING: 1 listed file could not be read\n\
                 counterpoint: 1 failed:\n  -: standard input can be read only once\n";
    let list = format!("{ABC}  -\n");
    place.command("check").input(list.as_bytes()).fails_with(1, "-: FAILED open or read\n", words);
}

#[test]
fn an_input_that_breaks_off_is_named() {
    let place = Place::new();
    place.write("abc", b"abc");
    for options in [&[][..], &["-a", "tuplehash128"]] {
        let sum = place.command("sum").args(options).breaks_off(b"abc");
        sum.fails_with(1, "", "counterpoint: -: Connection reset by peer\n");
    }
    let sum = place.command("sum").args(["-a", "kmac128", "--key-file", "-", "abc"]).breaks_off(b"a key");
    sum.fails_with(2, "", "error: --key-file: -: Connection reset by peer\n");
    let check = place.command("check").breaks_off(format!("{ABC}  abc\n").as_bytes());
    check.fails_with(1, "abc: OK\n", "counterpoint: standard input: Connection reset by peer\n");
}

#[test]
fn a_key_is_all_bytes_of_its_file() {
    let place = Place::new();
    place.write("abc", b"abc");
    for key in [&b"a key"[..], b"a key\n", b" \0\r\n"] {
        place.write("key", key);
        let mut tag = [0; 32];
        counterpoint::Kmac128::new(key, b"").chain(b"abc").finalize_into(&mut tag).unwrap();
        let line = format!("{}  abc\n", const_hex::encode(tag));
        for name in ["key", "-"] {
            place.command("sum").args(["-a", "kmac128", "--key-file", name, "abc"]).input(key).prints(&line);
        }
    }
}

#[test]
fn lists_of_any_bytes_do_no_harm() {
    let place = Place::new();
    let mut state = 1u32;
    let noise: Vec<u8> = std::iter::repeat_with(|| {
        state = state.wrapping_mul(0x915f_77f5).wrapping_add(12345);
        (state >> 24) as u8
    })
    .take(1 << 18)
    .collect();
    let endless = vec![b'0'; 5 << 20];
    for list in [&noise[..], &endless, b"", b"\n\n", b"\0", b"\\", b"()", b"(", b"= "] {
        let check = place.command("check").args(["-a", "shake128"]).input(list).output().unwrap();
        assert_eq!(check.status.code(), Some(1));
        let words = String::from_utf8(check.stderr).unwrap();
        assert!(words.contains("no properly formatted checksum lines found"), "{words}");
    }
}

#[test]
fn an_overlong_line_is_one_bad_line() {
    let place = Place::new();
    place.write("abc", b"abc");
    let mut list = vec![b'0'; 5 << 20];
    list.extend(format!("\n{ABC}  abc\r\n{ABC}  abc").bytes());
    let check = place.command("check").arg("--warn").input(&list).output().unwrap();
    assert_eq!(check.status.code(), Some(0));
    assert_eq!(check.stdout, b"abc: OK\nabc: OK\n");
    let words = "counterpoint: standard input: 1: improperly formatted checksum line\n\
                 counterpoint: standard input: WARNING: 1 line is improperly formatted\n";
    assert_eq!(String::from_utf8(check.stderr).unwrap(), words);
}

#[test]
fn a_malformed_line_fails_where_that_is_asked_for() {
    let place = Place::new();
    place.write("abc", b"abc");
    let list = format!("{ABC}  abc\nno checksum\n");
    for (options, code, results) in [
        (&["--quiet"][..], 0, ""),
        (&["--strict"], 1, "abc: OK\n"),
        (&["--strict", "--quiet"], 1, ""),
        (&["--strict", "--status"], 1, ""),
    ] {
        let check = place.command("check").args(options).input(list.as_bytes()).output().unwrap();
        assert_eq!((check.status.code(), &*check.stdout), (Some(code), results.as_bytes()), "{options:?}");
    }
}

#[test]
fn the_longest_output_is_written_and_checked() {
    let place = Place::new();
    place.write("abc", b"abc");
    let sum = place.command("sum").args(["-a", "shake256", "--length", "1048576", "--tag", "abc"]).output().unwrap();
    assert_eq!(sum.stdout.len(), "SHAKE256 (abc) = \n".len() + 2 * 1_048_576);
    place.command("check").input(&sum.stdout).prints("abc: OK\n");
    // The longest line that is read, and one that is a byte longer.
    let name = "./".repeat(32765) + "abc";
    let sum = |name: &str| place.command("sum").args(["-a", "shake256", "--length", "1048576", name]).output().unwrap();
    let longest = sum(&name);
    assert_eq!(longest.stdout.len(), 2_162_688);
    place.command("check").args(["-a", "shake256"]).input(&longest.stdout).prints(&format!("{name}: OK\n"));
    let longer = sum(&name.replacen('/', "//", 1));
    assert_eq!((longer.status.code(), longer.stdout.len()), (Some(1), 0));
    let words = String::from_utf8(longer.stderr).unwrap();
    assert!(words.contains(": its line would be 2162689 bytes long, but `check` reads at most 2162688; "), "{words}");
}

#[test]
fn a_result_is_shown_when_its_turn_comes() {
    let place = Place::new();
    place.write("abc", b"abc");
    let mut check = place.command("check").spawn();
    let mut list = check.child.stdin.take().unwrap();
    let mut results = BufReader::new(check.child.stdout.take().unwrap()).lines();
    for _ in 0..3 {
        writeln!(list, "{ABC}  abc").unwrap();
        assert_eq!(results.next().unwrap().unwrap(), "abc: OK");
    }
}

#[test]
fn a_reader_that_goes_away_ends_the_run_quietly() {
    let place = Place::new();
    place.write("abc", b"abc");
    let mut sum = place.command("sum").args(["abc", "-"]).spawn();
    let mut first = String::new();
    let mut lines = BufReader::new(sum.child.stdout.take().unwrap());
    lines.read_line(&mut first).unwrap();
    assert_eq!(first, format!("{ABC}  abc\n"));
    drop(lines);
    drop(sum.child.stdin.take());
    sum.fails_with(1, "", "");
}

#[test]
fn a_full_disk_is_named() {
    let place = Place::new();
    place.write("abc", b"abc");
    let Ok(full) = std::fs::File::options().write(true).open("/dev/full") else { return };
    let sum = place.command("sum").arg("abc").stdout(full).output().unwrap();
    assert_eq!(sum.status.code(), Some(1));
    let words = "counterpoint: standard output: No space left on device\n";
    assert_eq!(String::from_utf8(sum.stderr).unwrap(), words);
}

#[test]
fn an_interrupted_run_leaves_whole_lines() {
    let place = Place::new();
    place.write("abc", b"abc");
    // Standard input stays open, so the run waits there.
    let mut sum = place.command("sum").args(["abc", "abc", "-", "abc"]).spawn();
    let mut output = sum.child.stdout.take().unwrap();
    let line = format!("{ABC}  abc\n");
    let mut two = vec![0; 2 * line.len()];
    output.read_exact(&mut two).unwrap();
    let pid = sum.child.id().to_string();
    // Not SIGINT, which a background process of a script ignores.
    assert!(Command::new("kill").args(["-TERM", &pid]).status().unwrap().success());
    let mut rest = Vec::new();
    output.read_to_end(&mut rest).unwrap();
    assert_eq!(two, line.repeat(2).as_bytes());
    assert!(rest.is_empty());
    assert!(!sum.child.wait().unwrap().success());
}

#[test]
fn the_environment_names_an_implementation() {
    let place = Place::new();
    let variable = "COUNTERPOINT_IMPLEMENTATION";
    let portable = counterpoint::Algorithm::by_name("sha3-256").unwrap().implementations().next().unwrap().name();
    place.command("sum").env(variable, portable).input(b"abc").prints(&format!("{ABC}  -\n"));
    let sum = place.command("sum").env(variable, "fastest").output().unwrap();
    assert_eq!(sum.status.code(), Some(2));
    let words = String::from_utf8(sum.stderr).unwrap();
    let begin = "error: sha3-256 has no implementation 'fastest' (set in COUNTERPOINT_IMPLEMENTATION)\n";
    assert!(words.starts_with(begin) && words.contains(portable), "{words}");
}

#[test]
fn completions_and_pages_are_made() {
    let place = Place::new();
    for (shell, word) in [
        ("bash", "sha3-256"),
        ("zsh", "sha3-256"),
        ("fish", "sha3-256"),
        // These two have no values.
        ("elvish", "--recursive"),
        ("powershell", "--recursive"),
    ] {
        let script = place.command("completions").arg(shell).lines();
        assert!(script.iter().any(|line| line.contains(word)), "{shell}");
    }
    assert!(place.command("man").lines().iter().any(|line| line == ".SH \"EXIT CODES\"" || line == ".SH EXIT CODES"));
    place.command("man").arg("pages/man1").prints("");
    assert!(place.path("pages/man1/counterpoint.1").exists() && place.path("pages/man1/counterpoint-sum.1").exists());
}

/// Returns the exit code of a shell line, and its standard error.
fn shell(place: &Place, line: &str) -> (Option<i32>, String) {
    let output = place.shell(line);
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn a_closed_standard_output_is_named() {
    let place = Place::new();
    place.write("abc", b"abc");
    place.write("list", format!("{ABC}  abc\n").as_bytes());
    let words = "counterpoint: standard output: Bad file descriptor\n".to_owned();
    for arguments in [
        "sum abc",
        "sum -a tuplehash128 abc",
        "check list",
        "list",
        "selftest --algorithm keccak256 --implementation best",
        "man",
        "completions bash",
        "--help",
        "--version",
        "sum --help",
    ] {
        assert_eq!(shell(&place, &format!("\"$0\" {arguments} >&-")), (Some(1), words.clone()), "{arguments}");
        // It is open only for reading.
        assert_eq!(shell(&place, &format!("\"$0\" {arguments} 1<list")), (Some(1), words.clone()), "{arguments}");
    }
    assert_eq!(shell(&place, "\"$0\" check --quiet list >&-"), (Some(0), String::new()));
}

#[test]
fn a_full_disk_is_named_for_texts_too() {
    let place = Place::new();
    if !std::path::Path::new("/dev/full").exists() {
        return;
    }
    let words = "counterpoint: standard output: No space left on device\n".to_owned();
    for arguments in ["--help", "--version", "sum --help", "list", "man", "completions zsh"] {
        assert_eq!(shell(&place, &format!("\"$0\" {arguments} >/dev/full")), (Some(1), words.clone()), "{arguments}");
    }
}

#[test]
fn a_closed_standard_input_is_named() {
    let place = Place::new();
    place.write("key", b"key");
    for (line, words) in [
        ("\"$0\" sum <&-", "counterpoint: -: Bad file descriptor\n"),
        ("\"$0\" sum - 0>file", "counterpoint: -: Bad file descriptor\n"),
        ("\"$0\" sum -a tuplehash128 - <&-", "counterpoint: -: Bad file descriptor\n"),
        ("\"$0\" check <&-", "counterpoint: standard input: Bad file descriptor\n"),
        ("\"$0\" check 0>file", "counterpoint: standard input: Bad file descriptor\n"),
    ] {
        assert_eq!(shell(&place, line), (Some(1), words.to_owned()), "{line}");
    }
    let words = "error: --key-file: -: Bad file descriptor\n".to_owned();
    assert_eq!(shell(&place, "\"$0\" sum -a kmac128 --key-file - key <&-"), (Some(2), words));
    // The null device is an empty message, even if it is open for writing.
    assert_eq!(shell(&place, "\"$0\" sum </dev/null"), (Some(0), String::new()));
    assert_eq!(shell(&place, "\"$0\" sum <>/dev/null >/dev/null"), (Some(0), String::new()));
}

#[test]
fn a_synopsis_names_the_values_of_the_options() {
    let place = Place::new();
    place.command("man").arg("pages").prints("");
    let page = |name: &str| std::fs::read_to_string(place.path(format!("pages/{name}.1"))).unwrap();
    let sum = page("counterpoint-sum");
    assert!(sum.starts_with(".TH COUNTERPOINT\\-SUM 1 \"\" \"counterpoint "), "{sum}");
    for part in [
        "\\fBcounterpoint\\ sum\\fR\n",
        "\n[\\fB\\-a\\fR\\ \\fIALG\\fR]\n",
        "\n[\\fB\\-\\-block\\-size\\fR\\ \\fIBYTES\\fR]\n",
        "\n[\\fB\\-\\-tag\\fR]\n",
        "\n[\\fIFILE\\fR]...\n",
    ] {
        assert!(sum.contains(part), "{part} in {sum}");
    }
    assert!(page("counterpoint-completions").contains("\n\\fISHELL\\fR\n"), "an operand that is needed");
    assert!(page("counterpoint").contains("\n\\fICOMMAND\\fR ...\n"));
}
