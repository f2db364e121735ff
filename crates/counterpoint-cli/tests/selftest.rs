//! `counterpoint selftest`: what it runs, how it counts, and how it ends.

use counterpoint_vectors::EMBEDDED;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const ABC: &str = "3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532";

/// Returns an empty folder of this name.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("selftest").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn selftest(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_counterpoint")).arg("selftest").args(arguments).output().unwrap()
}

/// Runs `selftest` with the files at a path. Returns the exit code, the report, and standard error.
fn over(path: &Path, more: &[&str]) -> (i32, Value, String) {
    let mut arguments = vec!["--format", "json", "--vectors", path.to_str().unwrap()];
    arguments.extend(more);
    let output = selftest(&arguments);
    let report = serde_json::from_slice(&output.stdout).unwrap_or(Value::Null);
    (output.status.code().unwrap(), report, String::from_utf8(output.stderr).unwrap())
}

/// Runs `selftest` with one file that contains this text, in a folder of this name.
fn one(name: &str, text: &str, more: &[&str]) -> (i32, Value, String) {
    let path = folder(name).join("some.json");
    fs::write(&path, text).unwrap();
    over(&path, more)
}

/// Returns the text of a file with one record.
fn record(algorithm: &str, message: &str, digest: &str) -> String {
    format!(r#"{{"vectors": [{{"algorithm": "{algorithm}", "message_hex": "{message}", "digest_hex": "{digest}"}}]}}"#)
}

/// Returns the sum of a count over all rows of a report.
fn sum(report: &Value, count: &str) -> u64 {
    report["results"].as_array().unwrap().iter().map(|row| row[count].as_u64().unwrap()).sum()
}

#[test]
fn right_answers_are_good() {
    let (code, report, errors) = one("good", &record("sha3_256", "616263", ABC), &[]);
    assert_eq!((code, errors.as_str()), (0, ""));
    let rows = report["results"].as_array().unwrap();
    assert!(rows.len() >= 2, "{report}");
    for row in rows {
        assert_eq!(row["algorithm"], "sha3-256");
        assert!(row["implementation"].is_string());
        assert_eq!((&row["run"], &row["failed"], &row["not_run"]), (&1.into(), &0.into(), &0.into()));
    }
    assert_eq!(report["failures"], Value::Array(vec![]));
    assert_eq!(report["unsupported"], Value::Array(vec![]));
}

#[test]
fn a_wrong_answer_fails_and_is_named() {
    let wrong = record("sha3_256", "616264", ABC);
    let (code, report, _) = one("mismatch", &wrong, &["--implementation", "best"]);
    assert_eq!(code, 1);
    assert_eq!((sum(&report, "run"), sum(&report, "failed")), (1, 1));
    let failure = &report["failures"][0];
    assert_eq!((&failure["algorithm"], &failure["record"]), (&"sha3-256".into(), &1.into()));
    assert!(failure["file"].as_str().unwrap().ends_with("some.json"));
    assert_eq!(failure["expected"], ABC);
    let path = folder("mismatch_text").join("x.json");
    fs::write(&path, wrong).unwrap();
    let text = String::from_utf8(selftest(&["--vectors", path.to_str().unwrap()]).stdout).unwrap();
    assert!(text.contains("x.json: record 1") && text.contains(ABC), "{text}");
}

#[test]
fn a_digest_of_another_length_fails() {
    for digest in [&ABC[..62], &format!("{ABC}00")] {
        assert_eq!(one("length", &record("sha3_256", "616263", digest), &[]).0, 1, "{digest}");
    }
}

/// A comparison of an answer with itself would pass all other tests.
#[test]
fn a_wrong_answer_of_any_kind_is_one_failure() {
    const SP800_185: &str = "sp800-185/sp800_185_steps.json";
    let built_in = [
        ("aes/aes128_ecb_cavp.json", "5c005e72", "5c005e73"),
        ("aes/aes128_key_schedule.json", "a0fafe17", "a0fafe16"),
        ("aes/aes_round.json", "0309ba5f", "0309ba5e"),
        ("keccak-p/keccak_p200_rounds.json", "3f6edaa4", "3f6edaa5"),
        ("fugue/fugue224_montecarlo.json", "a1eea70a", "a1eea70b"),
        ("turboshake-kt/rfc9861.json", "1e415f1c", "1e415f1d"),
        (SP800_185, "c1c36925", "c1c36924"),
        (SP800_185, "75cdb20f", "75cdb20e"),
        // A tag that is correct and should not be.
        (SP800_185, r#""kmac128", "#, r#""kmac128", "valid": false, "#),
        // Plaintexts, because a wrong ciphertext is rejected before the comparison.
        ("keyak/riverkeyak.json", "444546", "444547"),
        ("ketje/ketje_jr.json", "4b6cec0d", "4b6cec0e"),
    ]
    .map(|(name, right, wrong)| {
        let file = EMBEDDED.iter().find(|file| file.name == name).unwrap();
        (name, str::from_utf8(file.bytes).unwrap().replacen(right, wrong, 1))
    });
    let [state, lanes, digest] = [("00", 25), ("00 ", 25), ("00", 32)].map(|(zero, count)| zero.repeat(count));
    let steps = format!("After a step:\n{lanes}\n").repeat(18 * 5);
    let sponge = r#"{"algorithm": "x", "rate_bits": 40, "capacity_bits": 160, "message_hex": "", "digest_hex": "00"}"#;
    let zeros = [
        ("sponge", format!(r#"{{"vectors": [{sponge}]}}"#)),
        ("duplex", "# Algorithm: Duplex[r=198, c=2]\nInLen = 0\nIn = 00\nOutLen = 8\nOut = 00\n".to_owned()),
        ("trace of Keccak-f", format!("Input of permutation:\n{state}\n{steps}State after permutation:\n{state}\n")),
        (
            "trace of Grøstl",
            format!("Groestl\nMessage Digest Length = 256\nInput Message = \"\"\nMessage Digest is\n{digest}\n"),
        ),
    ];
    let path = folder("kinds").join("some.txt");
    for (name, text) in built_in.into_iter().chain(zeros) {
        fs::write(&path, text).unwrap();
        let (code, report, errors) = over(&path, &["--implementation", "best"]);
        assert_eq!((code, errors.as_str(), sum(&report, "failed")), (1, "", 1), "{name}");
    }
}

#[test]
fn files_that_are_no_good_end_with_2() {
    let good = record("sha3_256", "616263", ABC);
    for (name, text, words) in [
        ("not_json", "hello", "not JSON"),
        ("list", "[]", "not a file of known answers"),
        ("empty", "", "ends in the middle"),
        ("truncated", &good[..good.len() - 30], "ends in the middle"),
        ("odd", &good.replace("616263", "61626"), "record 1: the field `message_hex` is not hexadecimal"),
        ("bad", &good.replace("616263", "61626x"), "record 1: the field `message_hex` is not hexadecimal"),
        ("missing", &good.replace("digest_hex", "digest"), "record 1: the field `digest_hex` is missing"),
        ("no_records", r#"{"vectors": []}"#, "no known answers"),
        ("count", r#"{"count": "two", "vectors": []}"#, "the field `count` should be a whole number"),
        ("twice", r#"{"vectors": [], "vectors": []}"#, "duplicate field `vectors`"),
    ] {
        let (code, _, errors) = one(name, text, &[]);
        assert_eq!(code, 2, "{name}: {errors}");
        assert!(errors.contains(words) && errors.contains(name), "{name}: {errors}");
    }
    let missing = folder("gone").join("gone.json");
    assert_eq!(over(&missing, &[]).0, 2);
    assert_eq!(over(&folder("nothing"), &[]).0, 2);
}

#[test]
fn a_file_that_is_no_good_does_not_stop_the_others() {
    let folder = folder("mixed");
    fs::write(folder.join("a.json"), "{").unwrap();
    fs::write(folder.join("b.json"), record("sha3_256", "616263", ABC)).unwrap();
    let (code, report, errors) = over(&folder, &["--implementation", "best"]);
    assert_eq!((code, sum(&report, "run")), (2, 1));
    assert!(errors.contains("a.json"));
    assert!(report["failures"][0]["file"].as_str().unwrap().ends_with("a.json"));
}

#[test]
fn what_no_code_runs_fails_only_if_asked_for() {
    for (name, algorithm) in [("unknown", "sha2_256"), ("not_a_hash", "keccak-f1600")] {
        let other = format!(r#"{{"algorithm": "{algorithm}", "message_hex": "616263", "digest_hex": "{ABC}"}}"#);
        let text = record("sha3-256", "616263", ABC).replace("]}", &format!(", {other}]}}"));
        let (code, report, errors) = one(name, &text, &[]);
        assert_eq!((code, errors.as_str()), (0, ""), "{report}");
        let unsupported = &report["unsupported"][0];
        assert_eq!((&unsupported["algorithm"], &unsupported["records"]), (&algorithm.into(), &1.into()));
        assert!(unsupported["reason"].is_string() && unsupported["kind"].is_string());
        assert_eq!(one(name, &text, &["--strict"]).0, 1);
    }
}

/// A run that compares nothing must fail: a misspelled algorithm in a script must not look like a success.
#[test]
fn nothing_run_is_a_failure() {
    let unknown = record("sha2_256", "616263", ABC);
    let known = record("sha3_256", "616263", ABC);
    let lengths = "no message length is between --min-message and --max-message; choose other limits";
    for (text, more, words) in [
        (&unknown, &[][..], "run `counterpoint list` for all algorithms"),
        (&known, &["--min-message", "1TiB"], lengths),
        (&known, &["--min-message", "1TiB", "--strict"], lengths),
        (&known, &["--max-message", "2"], lengths),
        (&known, &["--min-message", "2", "--max-message", "1"], lengths),
    ] {
        let (code, report, errors) = one("nothing_run", text, more);
        assert_eq!((code, sum(&report, "run")), (1, 0), "{more:?}");
        assert!(errors.starts_with("counterpoint: nothing was run: ") && errors.contains(words), "{errors}");
    }
    let output = selftest(&["--min-message", "1TiB"]);
    assert_eq!(output.status.code(), Some(1), "the built-in answers");
}

/// Otherwise records missing at the end of a file would go unnoticed.
#[test]
fn a_wrong_count_is_a_failure() {
    let good = record("sha3_256", "616263", ABC);
    for (count, code) in [(1, 0), (2, 1), (0, 1)] {
        let text = good.replace(r#"{"vectors""#, &format!(r#"{{"count": {count}, "vectors""#));
        for more in [&["--implementation", "best"][..], &["--implementation", "best", "--strict"]] {
            let (found, report, errors) = one("count", &text, more);
            assert_eq!((found, sum(&report, "run"), sum(&report, "failed")), (code, 1, 0), "{errors}");
            let words = format!(
                "some.json: the field `count` is {count}, but the number of records is 1; is the file complete?"
            );
            assert_eq!(errors.contains(&words), code == 1, "{errors}");
            let failures = report["failures"].as_array().unwrap();
            let told = failures.iter().any(|failure| failure["label"] == "count" && failure["found"] == "1 record");
            assert_eq!(told, code == 1, "{report}");
        }
    }
}

#[test]
fn long_messages_are_counted_as_not_run() {
    let text = r#"{"algorithm": "sha3_224", "vectors": [
        {"repeat": 1000000, "text": "a", "digest_hex": "d69335b93325192e516a912e6d19a15cb51c6ed5c15243e7a7fd653c"},
        {"repeat": 1, "text": "abc", "digest_hex": "e642824c3f8cf24ad09234ee7d3c766fc9a3a5168d0c94ad73b46fdf"}]}"#;
    // A run without any record is a failure.
    for (more, run, not_run) in [
        (&[][..], 2, 0),
        (&["--max-message", "999999"], 1, 1),
        (&["--max-message", "976KiB", "--min-message", "4"], 0, 2),
        (&["--min-message", "1000000"], 1, 1),
    ] {
        let (code, report, errors) = one("long", text, &[&["--implementation", "best"], more].concat());
        assert_eq!((code == 0, errors.is_empty()), (run > 0, run > 0), "{errors}");
        assert_eq!((sum(&report, "run"), sum(&report, "not_run")), (run, not_run), "{more:?}");
    }
}

#[test]
fn folders_are_walked_and_readme_and_manifest_passed_over() {
    let folder = folder("tree");
    fs::create_dir(folder.join("deep")).unwrap();
    fs::write(folder.join("deep/other name.JSON"), record("SHA3-256", "616263", ABC)).unwrap();
    let lines = format!("[L = 256]\r\n\r\nLen = 24\r\nMsg = 616263\r\nMD = {ABC}\r\n");
    fs::write(folder.join("deep/lines.rsp"), lines).unwrap();
    for passed_over in ["README.txt", "MANIFEST.json", "readme.json", "notes.md", "table.csv"] {
        fs::write(folder.join(passed_over), "nothing of the kind").unwrap();
    }
    let (code, report, errors) = over(&folder, &["--implementation", "best"]);
    assert_eq!((code, errors.as_str(), sum(&report, "run")), (0, "", 2));
}

#[test]
fn bits_are_read_in_the_order_of_the_file() {
    // Keccak takes the low bits of the last byte, but the files of the SHA-3 competition use the high ones.
    let digests = [("msb", "40"), ("lsb", "01"), ("lsb", "05")].map(|(order, message)| {
        let record = format!(r#"{{"bits": 2, "message_hex": "{message}", "digest_hex": "{}"}}"#, "00".repeat(32));
        let text = format!(r#"{{"bit_order": "{order}", "algorithm": "keccak256", "vectors": [{record}]}}"#);
        let (code, report, _) = one("bits", &text, &["--implementation", "best"]);
        assert_eq!(code, 1);
        report["failures"][0]["found"].as_str().unwrap().to_owned()
    });
    assert_eq!(digests[0], digests[1]);
    assert_eq!(digests[1], digests[2]);
}

#[test]
fn arguments_that_make_no_sense_are_refused() {
    for arguments in [
        &["--implementation", "no-such-thing"][..],
        &["--algorithm", "no-such-thing"],
        &["--max-message", "much"],
        &["--format", "xml"],
        &["--vectors"],
    ] {
        let output = selftest(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty());
    }
}

#[test]
fn all_folders_of_the_families_have_code() {
    let Some(shared) = counterpoint_vectors::shared() else {
        println!("skipped: the folder ../shared/vectors is missing, and COUNTERPOINT_VECTORS names none");
        return;
    };
    for folder in ["groestl", "fugue", "luffa", "keccak", "sha3", "sp800-185", "turboshake-kt", "keccak-p", "aes"] {
        let (code, report, errors) = over(&shared.join(folder), &["--implementation", "best", "--strict"]);
        assert_eq!((code, errors.as_str()), (0, ""), "{folder}: {:#}", report["unsupported"]);
        assert!(sum(&report, "run") > 0, "{folder}");
    }
}

#[test]
fn the_built_in_answers_all_have_code() {
    let output = selftest(&["--implementation", "best", "--strict"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(text.ends_with(" 0 not supported\n"), "{text}");
}

#[test]
fn the_built_in_answers_of_an_algorithm() {
    let output = selftest(&["--algorithm", "keccak256", "--algorithm", "keccak-p1600", "--format", "json"]);
    assert_eq!(output.status.code(), Some(0));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(sum(&report, "run") >= 2 * (16 + 5), "{report}");
    let rows = report["results"].as_array().unwrap();
    assert!(rows.iter().all(|row| ["keccak256", "keccak-p1600"].contains(&row["algorithm"].as_str().unwrap())));
}

/// Runs `selftest` with little memory, to fail if it allocates what a file claims. Returns the exit code and all
/// output.
#[cfg(unix)]
fn with_little_memory(path: &Path, more: &[&str]) -> (i32, String) {
    let line = "ulimit -v 262144 && exec \"$0\" selftest --implementation best --vectors \"$@\"";
    let mut shell = Command::new("sh");
    let output = shell.args(["-c", line, env!("CARGO_BIN_EXE_counterpoint")]).arg(path).args(more).output().unwrap();
    let text = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap()).concat();
    (output.status.code().unwrap_or_else(|| panic!("{more:?} {}: {text}", output.status)), text)
}

/// Records of one line that claim something huge. They may only run if it is computed piece by piece.
#[cfg(unix)]
#[test]
fn nothing_that_a_record_states_decides_how_much_is_allocated() {
    let path = folder("huge").join("huge.json");
    let nothing = "nothing was run";
    for (record, more, code, words) in [
        (
            r#""kt128", "message": "", "customization": "ptn(10**15)""#,
            &[][..],
            2,
            "record 1: the field `customization` is longer",
        ),
        (
            r#""kt256", "message": "", "customization": "FF^1048577""#,
            &[],
            2,
            "`customization` is longer than 1048576 bytes",
        ),
        (r#""kt128", "message": "ptn(10**15)""#, &[], 1, nothing),
        (r#""sha3-256", "length_bytes": 1000000000000000"#, &[], 1, nothing),
        (r#""sha3-256", "repeat": 1000000000000000, "text": "abc""#, &[], 1, nothing),
        (r#""sha3-256", "message_hex": "", "out_bytes": 64"#, &[], 1, "the digest is shorter than the output"),
        (
            r#""sha3-256", "message_hex": "", "out_bits": 18446744073709551615"#,
            &[],
            2,
            "`digest_hex` has 1 bytes instead of",
        ),
        (r#""shake128", "message_hex": "", "out_bytes": 18446744073709551615"#, &[], 1, nothing),
        (r#""shake128", "message_hex": "", "out_bytes": 16777218"#, &[], 1, nothing),
        (r#""shake128", "message_hex": "", "out_bytes": 300000000"#, &["--max-message", "1GiB"], 1, "1 run, 1 failed"),
        (
            r#""kmac128", "key_hex": "00", "message_hex": "", "out_bytes": 300000000"#,
            &["--max-message", "1GiB"],
            1,
            "1 run, 1 failed",
        ),
        (
            r#""kmac128", "key_hex": "00", "message_hex": "", "out_bytes": 18446744073709551615"#,
            &[],
            1,
            "its length in bits does not fit into 64 bits",
        ),
        (
            r#""kmac128", "key_hex": "00", "key_bits": 18446744073709551615, "message_hex": """#,
            &[],
            2,
            "`key_hex` has 1 bytes instead of",
        ),
        (
            r#""tuplehash128", "tuple_hex": ["00"], "out_bytes": 300000000"#,
            &["--max-message", "1GiB"],
            1,
            "1 run, 1 failed",
        ),
        (
            r#""tuplehash128", "tuple_hex": ["00"], "tuple_bits": [18446744073709551615]"#,
            &[],
            2,
            "`tuple_hex` has 1 bytes instead of",
        ),
        (r#""parallelhash128", "message_hex": "00", "block_bytes": 18446744073709551615"#, &[], 1, "1 run, 1 failed"),
        (r#""parallelhash128", "message_hex": "00", "block_bytes": 0"#, &[], 1, nothing),
        (r#""x", "rate_bits": 18446744073709551615, "capacity_bits": 1, "message_hex": """#, &[], 1, nothing),
        (r#""x", "rate_bits": 0, "capacity_bits": 1600, "message_hex": """#, &[], 1, nothing),
        (r#""keccakr40c160", "message_hex": "", "out_bytes": 18446744073709551615"#, &[], 1, nothing),
        (
            r#""x", "width": 18446744073709551615, "rounds": 24, "input_hex": "", "output_hex": """#,
            &[],
            2,
            "`input_hex` has 0 bytes instead of",
        ),
        (r#""x", "width": 200, "rounds": 18446744073709551615, "input_hex": "Z", "output_hex": "Z""#, &[], 1, nothing),
        (
            r#""sha3-256", "large_message": {"content": "00", "contentLength": 1, "fullLength": 18446744073709551615}"#,
            &[],
            1,
            nothing,
        ),
        (
            r#""sha3-256", "large_message": {"content": "00", "contentLength": 18446744073709551615, "fullLength": 8}"#,
            &[],
            2,
            "`content` has 1 bytes",
        ),
    ] {
        let record = record.replace('Z', &"00".repeat(25));
        fs::write(&path, format!(r#"{{"vectors": [{{"algorithm": {record}, "digest_hex": "00"}}]}}"#)).unwrap();
        let (found, text) = with_little_memory(&path, &[&["--jobs", "1"], more].concat());
        assert!(found == code && text.contains(words) && !text.contains("panic"), "{record}: {found}, {text}");
    }
}

/// The same for chains of digests, and for files as a whole.
#[cfg(unix)]
#[test]
fn nothing_that_a_file_states_decides_how_much_is_allocated() {
    let folder = folder("huge_files");
    let chain = |times: u64, number: u64| {
        let procedure = format!("repeat {times} times {{ MD = H(MD) }}");
        let record = format!(r#"{{"seed_hex": "", "j": {number}, "digest_hex": "00"}}"#);
        format!(r#"{{"algorithm": "sha3-256", "procedure": "{procedure}", "vectors": [{record}]}}"#)
    };
    let shake = |minimum: u64, maximum: u64| {
        let bounds =
            format!("[Minimum Output Length (bits) = {minimum}]\n[Maximum Output Length (bits) = {maximum}]\n");
        format!("# \"SHAKE128 Monte\"\n{bounds}\nMsg = 00\n\nCOUNT = 0\nOutputlen = 8\nOutput = 00\n")
    };
    let duplex = format!("# Algorithm: Duplex[r={}, c=1]\nInLen = 0\nIn = 00\nOutLen = 8\nOut = 00\n", u64::MAX);
    let keys: String = (0..1000).map(|n| format!("K{n} = 0\n")).collect();
    let nested = format!("{{\"vectors\": [{}", "{\"a\":[".repeat(1 << 20));
    let nothing = "nothing was run";
    for (name, text, code, words) in [
        ("never.json", chain(0, u64::MAX), 2, "record 1: the field `procedure` repeats 0 times"),
        ("often.json", chain(u64::MAX, 0), 1, nothing),
        ("far.json", chain(1, u64::MAX), 1, nothing),
        ("far.rsp", format!("# \"SHA3-256 Monte\"\nSeed = 00\n\nCOUNT = {}\nMD = 00\n", u64::MAX), 1, nothing),
        ("most.rsp", shake(16, u64::MAX), 2, "the field `Maximum Output Length (bits)` is 18446744073709551615"),
        ("least.rsp", shake(u64::MAX, 1120), 2, "the field `Minimum Output Length (bits)` is 18446744073709551615"),
        ("none.rsp", shake(1120, 16), 2, "leaves no lengths"),
        ("duplex.rsp", duplex, 1, nothing),
        ("keys.rsp", keys, 2, "line 65: a record has at most 64 lines"),
        ("nested.json", nested, 2, "recursion limit exceeded"),
        ("groestl.txt", format!("Groestl\nMessage Digest Length = {}\n", u64::MAX), 2, "it has no `Input Message`"),
    ] {
        let path = folder.join(name);
        fs::write(&path, text).unwrap();
        let (found, text) = with_little_memory(&path, &["--jobs", "1"]);
        assert!(found == code && text.contains(words) && !text.contains("panic"), "{name}: {found}, {text}");
    }
    let (code, text) = with_little_memory(Path::new("/dev/zero"), &[]);
    assert!(code == 2 && text.contains("/dev/zero: is longer than 67108864 bytes"), "{code}, {text}");
}

/// A pipe named on the command line is read. In a folder it is skipped, because nothing may ever be written to it.
#[cfg(unix)]
#[test]
fn pipes_are_read_only_if_they_are_named() {
    let folder = folder("pipes");
    let pipe = folder.join("pipe.json");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    fs::write(folder.join("file.json"), record("sha3_256", "616263", ABC)).unwrap();
    let (code, report, errors) = over(&folder, &["--implementation", "best"]);
    assert_eq!((code, errors.as_str(), sum(&report, "run")), (0, "", 1));
    std::thread::scope(|scope| {
        scope.spawn(|| fs::write(&pipe, record("sha3_256", "616263", ABC)).unwrap());
        let (code, report, errors) = over(&pipe, &["--implementation", "best"]);
        assert_eq!((code, errors.as_str(), sum(&report, "run")), (0, "", 1));
    });
}

/// Each thread takes memory for its stack, so threads without work must not be started.
#[cfg(unix)]
#[test]
fn many_jobs_cost_nothing() {
    let path = folder("jobs").join("some.json");
    fs::write(&path, record("sha3_256", "616263", ABC)).unwrap();
    let (code, text) = with_little_memory(&path, &["--jobs", "1024"]);
    assert_eq!((code, text.contains("1 run, 0 failed")), (0, true), "{text}");
}
