//! Lists of other programs, digests without a list, and differences between lists and folders.

use crate::place::{ABC, Place, mkfifo};
use std::fs;
use std::os::unix::fs::symlink;

/// The SHA3-256 digest of something else.
const WRONG: &str = "0a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532";

/// A folder with the file `x`, which contains `abc`, and with a list.
fn with_list(list: &[u8]) -> Place {
    let place = Place::new();
    place.write("x", b"abc");
    place.write("list", list);
    place
}

fn utf16(text: &str, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
    text.encode_utf16().flat_map(bytes).collect()
}

#[test]
fn names_of_bsd_begin_with_blanks_and_stars() {
    let place = with_list(format!("{ABC} x\n{ABC}  lead\n{ABC} *star\n").as_bytes());
    for name in [" lead", "*star"] {
        place.write(name, b"abc");
    }
    place.command("check").arg("list").prints("x: OK\n lead: OK\n*star: OK\n");
    // If the first line has two spaces, a line with one is malformed.
    place.write("list", format!("{ABC}  x\n{ABC} x\n").as_bytes());
    let words = "counterpoint: list: WARNING: 1 line is improperly formatted\n";
    place.command("check").arg("list").fails_with(0, "x: OK\n", words);
    // Each list is read independently.
    place.write("other", format!("{ABC} x\n").as_bytes());
    place.command("check").args(["--status", "--strict", "other"]).prints("");
}

#[test]
fn a_byte_order_mark_is_no_part_of_a_line() {
    let mark = "\u{feff}";
    for list in [
        format!("{mark}{WRONG}  x\n{ABC}  x\n"),
        format!("{mark}SHA3-256 (x) = {WRONG}\n{ABC}  x\n"),
        format!("{mark}\\{WRONG}  x\r\n{ABC}  x\r\n"),
    ] {
        let words = "counterpoint: list: WARNING: 1 computed checksum did NOT match\n\
                     counterpoint: 1 failed:\n  x: did NOT match\n";
        with_list(list.as_bytes()).command("check").arg("list").fails_with(1, "x: FAILED\nx: OK\n", words);
    }
    // Two such lists, concatenated; and only a comment.
    let list = format!("{mark}# a comment\n{ABC}  x\n{mark}{ABC}  x\n");
    with_list(list.as_bytes()).command("check").args(["--strict", "list"]).prints("x: OK\nx: OK\n");
}

#[test]
fn a_first_line_that_is_misread_is_a_failure() {
    for first in [format!("\u{200b}{WRONG}  x"), format!("'{WRONG}  x'"), WRONG.to_owned(), format!("{WRONG}00  x")] {
        let place = with_list(format!("{first}\n{ABC}  x\n").as_bytes());
        let words = "counterpoint: list: WARNING: 1 line is improperly formatted\n\
                     counterpoint: list: the first line contains a digest but is improperly formatted\n";
        place.command("check").arg("list").fails_with(1, "x: OK\n", words);
        place.command("check").args(["--status", "list"]).fails_with(1, "", "");
    }
    // Without other lines, this is not a list.
    let words = "counterpoint: list: no properly formatted checksum lines found (of sha3-256 or with a tag; -a selects \
                 another function; use check --digest HEX FILE for a digest without a list)\n";
    with_list(ABC.as_bytes()).command("check").arg("list").fails_with(1, "", words);
    // A heading, and lines of other functions.
    for first in ["-----BEGIN PGP SIGNED MESSAGE-----".to_owned(), format!("SHA256 (x) = {WRONG}")] {
        let place = with_list(format!("{first}\n{ABC}  x\n").as_bytes());
        let words = "counterpoint: list: WARNING: 1 line is improperly formatted\n";
        place.command("check").arg("list").fails_with(0, "x: OK\n", words);
    }
}

#[test]
fn what_a_list_is_that_is_no_text_is_named() {
    let text = format!("{ABC}  x\n");
    let marked = format!("\u{feff}{text}");
    let (le, be) = (u16::to_le_bytes as fn(u16) -> [u8; 2], u16::to_be_bytes as fn(u16) -> [u8; 2]);
    for (list, words) in [
        (utf16(&marked, le), "is text in UTF-16; convert it with `iconv -f UTF-16 -t UTF-8`"),
        (utf16(&marked, be), "is text in UTF-16; convert it with `iconv -f UTF-16 -t UTF-8`"),
        (utf16(&text, le), "is text in UTF-16; convert it with `iconv -f UTF-16LE -t UTF-8`"),
        (utf16(&text, be), "is text in UTF-16; convert it with `iconv -f UTF-16BE -t UTF-8`"),
        (b"\x1f\x8b\x08\0\n".to_vec(), "is compressed with gzip; decompress it with `gzip -dc`"),
    ] {
        let place = with_list(&list);
        place.command("check").arg("list").fails_with(1, "", &format!("counterpoint: list: {words}\n"));
        place.command("check").args(["--status", "list"]).fails_with(1, "", "");
        place.command("sum").args(["--update", "list", "x"]).fails_with(
            1,
            "",
            &format!("counterpoint: list: {words}\n"),
        );
    }
}

#[test]
fn with_status_nothing_is_printed() {
    let place = with_list(format!("{WRONG}  x\n{ABC}  missing\nno line\n").as_bytes());
    place.write("gone", format!("{ABC}  missing\n").as_bytes());
    for arguments in [
        &["list"][..],
        &["--warn", "--strict", "list"],
        &["gone"],
        &["--ignore-missing", "gone"],
        &["nowhere", "."],
        &["--extra", "list"],
        &["--digest", WRONG, "x"],
    ] {
        place.command("check").arg("--status").args(arguments).fails_with(1, "", "");
    }
}

#[test]
fn a_digest_without_a_list() {
    let place = with_list(b"");
    place.command("check").args(["--digest", ABC, "x"]).prints("x: OK\n");
    place.command("check").args(["--digest", &ABC.to_uppercase()]).input(b"abc").prints("-: OK\n");
    place.command("check").args(["-a", "shake128", "--digest", "5881092dd818bf5c", "x"]).prints("x: OK\n");
    let words = "counterpoint: --digest: WARNING: 1 computed checksum did NOT match\n\
                 counterpoint: 1 failed:\n  x: did NOT match\n\
                 counterpoint: nothing matched; lines without a tag were read as sha3-256; -a selects another \
                 function\n";
    place.command("check").args(["--digest", WRONG, "x"]).fails_with(1, "x: FAILED\n", words);
    for (arguments, words) in [
        (&["00ff", "x"][..], "--digest: a digest of sha3-256 has 64 hexadecimal digits; -a selects another function"),
        (&[ABC, "x", "list"], "--digest checks one file; for several, write their digests into a list"),
    ] {
        let words = format!("error: {words}\n");
        place.command("check").arg("--digest").args(arguments).fails_with(2, "", &words);
    }
}

#[test]
fn names_are_those_of_another_folder() {
    let place = Place::new();
    place.write("copy/x", b"abc");
    place.write("copy/deep/y", b"abc");
    place.write("list", format!("{ABC}  x\n{ABC}  ./deep/y\n").as_bytes());
    place.command("check").args(["--directory", "copy", "list"]).prints("x: OK\n./deep/y: OK\n");
    let there = place.path("copy").into_os_string();
    place.command("check").arg("--directory").arg(&there).arg("list").prints("x: OK\n./deep/y: OK\n");
    let words = "counterpoint: nowhere: No such file or directory\n";
    place.command("check").args(["--directory", "nowhere", "list"]).fails_with(1, "", words);
    place.command("check").args(["--directory", "list", "list"]).fails_with(
        1,
        "",
        "counterpoint: list: is not a folder\n",
    );
    let tuple = place.command("sum").args(["-a", "tuplehash128", "--tag", "copy/x", "copy/deep/y"]).lines().join("\n");
    place.write("list", tuple.replace("copy/", "").as_bytes());
    place.command("check").args(["--directory", "copy", "--extra", "list"]).prints("\\x\\ndeep/y: OK\n");
}

#[test]
fn files_that_no_list_names_are_found() {
    let place = Place::new();
    for name in ["top/a", "top/sub/b", "top/sub/.hidden", "elsewhere"] {
        place.write(name, b"abc");
    }
    symlink("a", place.path("top/link")).unwrap();
    mkfifo(&place.path("top/pipe"));
    place.write("list", format!("{ABC}  top/./a\n{ABC}  .//top/sub/b\n").as_bytes());
    let listed = "top/./a: OK\n.//top/sub/b: OK\n";
    let around = "counterpoint: top/pipe: skipped, not a regular file\n\
                  counterpoint: 1 symbolic link was not followed in the search for files that no list names\n";
    let found = "counterpoint: WARNING: 1 file is not in any list\n\
                 counterpoint: 1 failed:\n  top/sub/.hidden: not in any list\n";
    place.command("check").args(["--extra=top", "list"]).fails_with(
        1,
        &format!("{listed}top/sub/.hidden: FAILED not in a list\n"),
        &format!("{around}{found}"),
    );
    place.command("check").args(["--extra=top", "--exclude", ".*", "list"]).fails_with(0, listed, around);
    // Lists, and the file for the results, do not count as files of the folder.
    for name in ["top/link", "top/pipe", "top/sub/.hidden"] {
        fs::remove_file(place.path(name)).unwrap();
    }
    place.write("more", format!("{ABC}  elsewhere\n").as_bytes());
    let results = fs::File::create(place.path("results")).unwrap();
    let check = place.command("check").args(["--extra", "list", "more"]).stdout(results).output().unwrap();
    assert_eq!((check.status.code(), check.stderr), (Some(0), Vec::new()));
    place.command("check").args(["--extra=nowhere", "list"]).fails_with(
        1,
        "",
        "counterpoint: nowhere: No such file or directory\n",
    );
}

#[test]
fn only_what_a_list_lacks_is_hashed() {
    let place = Place::new();
    for name in ["top/a", "top/b", "top/sub/c"] {
        place.write(name, b"abc");
    }
    // The last line has no end, and one names a file whose contents do not matter.
    place.write("top/list", format!("{WRONG}  top/./a\nno line\nSHA3-256 (top/b) = {ABC}").as_bytes());
    let update = |arguments: &[&str]| place.command("sum").args(["-r", "--update", "top/list"]).args(arguments);
    let words = "counterpoint: top/list: WARNING: 1 line is improperly formatted\n";
    // The end of the line is written for whoever appends the output to the list.
    update(&["top"]).fails_with(0, &format!("\n{ABC}  top/sub/c\n"), words);
    let list = fs::File::options().append(true).open(place.path("top/list")).unwrap();
    let sum = update(&["top"]).stdout(list).output().unwrap();
    assert_eq!((sum.status.code(), String::from_utf8(sum.stderr).unwrap()), (Some(0), words.to_owned()));
    let lines = fs::read_to_string(place.path("top/list")).unwrap();
    assert!(lines.ends_with(&format!(" = {ABC}\n{ABC}  top/sub/c\n")), "{lines}");
    update(&["top"]).fails_with(0, "", words);
    // For another function, other settings or another length, the list has no digests.
    for (arguments, files) in [
        (&["-a", "keccak256", "--tag", "top"][..], 3),
        (&["-a", "kt128", "--tag", "--customization", "x", "top"], 3),
        (&["-a", "shake128", "--length", "8", "top"], 3),
        (&["--tag", "top"], 2),
    ] {
        assert_eq!(update(arguments).output().unwrap().stdout.iter().filter(|&&c| c == b'\n').count(), files);
    }
    update(&["-a", "tuplehash128", "top"]).fails_with(
        2,
        "",
        "error: --update: tuplehash128 makes one digest of all files; omit the option\n",
    );
}

#[test]
fn parts_of_a_folder_are_left_out() {
    let place = Place::new();
    for name in ["top/a.o", "top/a.c", "top/sub/b.o", "top/target/x", "top/sub/target", "top/.git/y"] {
        place.write(name, b"abc");
    }
    let sum = |patterns: &[&str]| {
        let exclude = patterns.iter().flat_map(|pattern| ["--exclude", pattern]);
        let lines = place.command("sum").arg("-r").args(exclude).arg("top").lines();
        lines.iter().map(|line| line[66..].to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(sum(&["*.o", "target/", ".git"]), ["top/a.c", "top/sub/target"]);
    assert_eq!(sum(&["/a.*", "sub/*.o", ".*"]), ["top/sub/target", "top/target/x"]);
    assert_eq!(sum(&["top", "**/*"]), [""; 0]);
    let wrong = place.command("sum").args(["-r", "--exclude", "[a", "top"]).output().unwrap();
    assert_eq!(wrong.status.code(), Some(2));
}
