//! Small files hashed together have the same digests as files hashed alone.

use crate::place::{ABC, Place, mkfifo};
use std::fs;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Lengths around the ends of blocks, chunks of trees and files held in memory, in mixed order.
fn lengths() -> Vec<usize> {
    let edges: [usize; 11] = [0, 1, 64, 72, 136, 168, 4096, 8192, 1 << 16, (1 << 16) + 1, 200_000];
    let around = edges.iter().flat_map(|edge| edge.saturating_sub(1)..=edge + 1);
    let mut lengths: Vec<usize> = around.chain((0..70).map(|n| 3 * n * n)).collect();
    lengths.sort_by_key(|length| length.wrapping_mul(0x9e37_79b1) % 251);
    lengths
}

/// Writes a file of each length and returns their names, sorted like a folder.
fn files(place: &Place) -> Vec<String> {
    let write = |(n, length): (usize, usize)| {
        let name = format!("files/{n:03}");
        let content: Vec<u8> = (0..length).map(|i| (i * i + n) as u8).collect();
        place.write(&name, &content);
        name
    };
    lengths().into_iter().enumerate().map(write).collect()
}

/// An implementation on plain integers that every build has.
const PORTABLE: &str = if cfg!(target_arch = "x86_64") { "alternating-portable" } else { "lanes-portable" };

/// The functions with their options. Each has a different kind of padding, tree, key or output.
const FUNCTIONS: &[&[&str]] = &[
    &["-a", "sha3-256"],
    &["-a", "sha3-512"],
    &["-a", "keccak256"],
    &["-a", "shake128", "--length", "500"],
    &["-a", "turboshake256", "--domain", "07"],
    &["-a", "cshake128", "--customization", "some text"],
    &["-a", "kmac128", "--key-file", "key", "--length", "33"],
    &["-a", "kmacxof256", "--key-file", "key"],
    &["-a", "kt128"],
    &["-a", "kt256", "--customization", "a text that makes no message short enough to be hashed in one node"],
    &["-a", "parallelhash128", "--block-size", "1000"],
    &["-a", "parallelhashxof256", "--block-size", "8192", "--length", "7"],
    &["-a", "groestl256"],
    &["-a", "groestl512"],
    &["-a", "fugue384"],
    &["-a", "luffa224"],
    &["-a", "luffa512"],
    &["-a", "sha3-256", "--implementation", PORTABLE],
];

#[test]
fn files_hashed_together_have_the_digests_of_files_hashed_alone() {
    let place = Place::new();
    place.write("key", b"a key of 16 byte");
    let names = files(&place);
    for function in FUNCTIONS {
        let alone: Vec<String> =
            names.iter().flat_map(|name| place.command("sum").args(*function).arg("--tag").arg(name).lines()).collect();
        for jobs in ["1", "2", "7"] {
            let sum = place.command("sum").args(*function).args(["--tag", "--jobs", jobs]).args(&names).lines();
            assert!(sum == alone, "{function:?}, {jobs} jobs");
        }
        let recursive = place.command("sum").args(*function).args(["--tag", "-r", "files"]).lines();
        assert!(recursive == alone, "{function:?}");
        place.write("list", (alone.join("\n") + "\n").as_bytes());
        let (mut options, mut rest) = (Vec::new(), function.iter());
        // The lines name everything else.
        while let Some(option) = rest.next() {
            if matches!(*option, "--key-file" | "--implementation") {
                options.extend([*option, *rest.next().unwrap()]);
            }
        }
        for jobs in ["1", "2"] {
            let check = place.command("check").args(&options).args(["--jobs", jobs, "list"]).lines();
            assert!(check.iter().zip(&names).all(|(line, name)| *line == format!("{name}: OK")), "{function:?}");
            assert_eq!(check.len(), names.len());
        }
    }
}

#[test]
fn lines_of_several_functions_are_checked_together() {
    let place = Place::new();
    place.write("key", b"a key of 16 byte");
    let names = files(&place);
    let keyed = FUNCTIONS.iter().filter(|function| function.contains(&"--key-file"));
    let plain = FUNCTIONS.iter().filter(|function| !function.contains(&"--key-file"));
    for (functions, options) in [(keyed.collect::<Vec<_>>(), &["--key-file", "key"][..]), (plain.collect(), &[])] {
        let mut list = Vec::new();
        for (n, names) in names.chunks(3).enumerate() {
            let function = functions[n % functions.len()];
            list.extend(place.command("sum").args(*function).arg("--tag").args(names).lines());
        }
        let mut wanted: Vec<String> = names.iter().map(|name| format!("{name}: OK")).collect();
        // One digest is wrong in its last digit.
        let wrong = list[100].pop().unwrap();
        list[100].push(if wrong == '0' { '1' } else { '0' });
        wanted[100] = format!("{}: FAILED", names[100]);
        place.write("list", (list.join("\n") + "\n").as_bytes());
        let check = place.command("check").args(options).arg("list").output().unwrap();
        assert_eq!(check.status.code(), Some(1), "{}", String::from_utf8_lossy(&check.stderr));
        assert_eq!(String::from_utf8(check.stdout).unwrap(), wanted.join("\n") + "\n");
    }
}

#[test]
fn what_cannot_be_read_among_small_files_is_named_in_its_place() {
    let place = Place::new();
    for jobs in ["1", "2"] {
        let names = ["a", "missing", "b", "files", "/proc/self/mem", "/proc/version", "c"];
        for name in ["a", "b", "c", "files/d"] {
            place.write(name, b"abc");
        }
        let sum = place.command("sum").args(["--jobs", jobs]).args(names).output().unwrap();
        let version = place.command("sum").arg("/proc/version").lines().remove(0);
        assert_eq!(sum.status.code(), Some(1));
        assert_eq!(String::from_utf8(sum.stdout).unwrap(), format!("{ABC}  a\n{ABC}  b\n{version}\n{ABC}  c\n"));
        let words = "counterpoint: missing: No such file or directory\n\
                     counterpoint: files: Is a directory; use --recursive to hash the files in it\n\
                     counterpoint: /proc/self/mem: Input/output error\n";
        assert_eq!(String::from_utf8(sum.stderr).unwrap(), words);
        let list: String = names.iter().map(|name| format!("{ABC}  {name}\n")).collect();
        let check = place.command("check").args(["--jobs", jobs]).input(list.as_bytes()).output().unwrap();
        let results = ["OK", "FAILED open or read", "OK", "FAILED open or read", "FAILED open or read", "FAILED", "OK"];
        let results: String = names.iter().zip(results).map(|(name, result)| format!("{name}: {result}\n")).collect();
        assert_eq!(String::from_utf8(check.stdout).unwrap(), results);
    }
}

#[test]
fn a_small_file_that_grows_is_named_and_the_others_are_hashed() {
    let place = Place::new();
    for name in ["a", "b", "c"] {
        place.write(name, b"abc");
    }
    place.write("log", b"one line\n");
    mkfifo(&place.path("pipe"));
    let ended = AtomicBool::new(false);
    let mut log = fs::File::options().append(true).open(place.path("log")).unwrap();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !ended.load(Relaxed) {
                log.write_all(b"one more line\n").unwrap();
            }
        });
        // Whether it changes between two checks is a matter of luck, so there are many attempts.
        let changed = (0..200).any(|_| {
            let sum = place.command("sum").args(["a", "log", "b", "log", "c"]).output().unwrap();
            let lines = String::from_utf8(sum.stdout).unwrap();
            let abc: Vec<_> = lines.lines().filter(|line| !line.ends_with("log")).collect();
            assert_eq!(abc, ["a", "b", "c"].map(|name| format!("{ABC}  {name}")));
            let words = String::from_utf8(sum.stderr).unwrap();
            let message = "counterpoint: log: changed while being read; hash it again when nothing writes to it";
            assert!(words.lines().all(|line| line == message), "{words}");
            assert_eq!(sum.status.code(), Some(i32::from(!words.is_empty())));
            !words.is_empty()
        });
        ended.store(true, Relaxed);
        assert!(changed);
    });
}

#[test]
fn a_pipe_delays_no_file_before_it() {
    use std::io::{BufRead, BufReader};
    let place = Place::new();
    for name in ["a", "b", "c"] {
        place.write(name, b"abc");
    }
    mkfifo(&place.path("pipe"));
    for jobs in ["1", "2"] {
        let mut sum = place.command("sum").args(["--jobs", jobs, "a", "b", "pipe", "c"]).spawn();
        let mut lines = BufReader::new(sum.child.stdout.take().unwrap()).lines();
        let mut next = || lines.next().unwrap().unwrap();
        assert_eq!([next(), next()], ["a", "b"].map(|name| format!("{ABC}  {name}")));
        fs::write(place.path("pipe"), b"abc").unwrap();
        assert_eq!([next(), next()], ["pipe", "c"].map(|name| format!("{ABC}  {name}")));
        assert!(sum.child.wait().unwrap().success());
    }
}

#[test]
fn a_long_file_is_hashed_by_all_threads() {
    let place = Place::new();
    // Not a whole number of leaves, parts or pieces.
    let content: Vec<u8> = (0..10_000_001_u32).map(|i| (i ^ (i >> 8)) as u8).collect();
    place.write("long", &content);
    place.write("short", &content[..5000]);
    for function in [
        &["-a", "kt128"][..],
        &["-a", "kt256", "--customization", "text"],
        &["-a", "parallelhash256", "--block-size", "12345"],
        &["-a", "parallelhashxof128", "--block-size", "100"],
        &["-a", "parallelhash128", "--block-size", "100000000"],
    ] {
        let [one, two, seven] = ["1", "2", "7"].map(|jobs| {
            let names = ["long", "short", "long", "short", "long"];
            place.command("sum").args(["--tag", "--jobs", jobs]).args(function).args(names).lines()
        });
        assert!(one == two && one == seven, "{function:?}");
        assert_eq!(place.command("sum").args(["--tag"]).args(function).arg("long").lines()[0], one[0]);
        place.write("list", (one.join("\n") + "\n").as_bytes());
        assert_eq!(place.command("check").arg("list").lines().len(), one.len());
    }
    let mut digest = [0; 32];
    counterpoint::Kt128::new(b"").digest_into(&content, &mut digest);
    let line = format!("{}  long\n", const_hex::encode(digest));
    place.command("sum").args(["-a", "kt128", "long"]).prints(&line);
}
