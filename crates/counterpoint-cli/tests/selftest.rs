//! `counterpoint selftest`: what it runs, how it counts, and how it ends.

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const ABC: &str = "3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532";

/// An empty folder of this name.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("selftest").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn selftest(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_counterpoint")).arg("selftest").args(arguments).output().unwrap()
}

/// Runs it over a path; returns the exit code, the report, and standard error.
fn over(path: &Path, more: &[&str]) -> (i32, Value, String) {
    let mut arguments = vec!["--format", "json", "--vectors", path.to_str().unwrap()];
    arguments.extend(more);
    let output = selftest(&arguments);
    let report = serde_json::from_slice(&output.stdout).unwrap_or(Value::Null);
    (output.status.code().unwrap(), report, String::from_utf8(output.stderr).unwrap())
}

/// The same over one file with this text, in a folder of this name.
fn one(name: &str, text: &str, more: &[&str]) -> (i32, Value, String) {
    let path = folder(name).join("some.json");
    fs::write(&path, text).unwrap();
    over(&path, more)
}

/// A file of one record.
fn record(algorithm: &str, message: &str, digest: &str) -> String {
    format!(r#"{{"vectors": [{{"algorithm": "{algorithm}", "message_hex": "{message}", "digest_hex": "{digest}"}}]}}"#)
}

/// The sum of a count over all rows of a report.
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
        let text = record(algorithm, "616263", ABC);
        let (code, report, _) = one(name, &text, &[]);
        assert_eq!(code, 0, "{report}");
        let unsupported = &report["unsupported"][0];
        assert_eq!((&unsupported["algorithm"], &unsupported["records"]), (&algorithm.into(), &1.into()));
        assert!(unsupported["reason"].is_string() && unsupported["kind"].is_string());
        assert_eq!(one(name, &text, &["--strict"]).0, 1);
    }
}

#[test]
fn long_messages_are_counted_as_not_run() {
    let text = r#"{"algorithm": "sha3_224", "vectors": [
        {"repeat": 1000000, "text": "a", "digest_hex": "d69335b93325192e516a912e6d19a15cb51c6ed5c15243e7a7fd653c"},
        {"repeat": 1, "text": "abc", "digest_hex": "e642824c3f8cf24ad09234ee7d3c766fc9a3a5168d0c94ad73b46fdf"}]}"#;
    for (more, run, not_run) in [
        (&[][..], 2, 0),
        (&["--max-message", "999999"], 1, 1),
        (&["--max-message", "976KiB", "--min-message", "4"], 0, 2),
        (&["--min-message", "1000000"], 1, 1),
    ] {
        let (code, report, errors) = one("long", text, &[&["--implementation", "best"], more].concat());
        assert_eq!((code, errors.as_str()), (0, ""));
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
    // Legacy Keccak takes the low bits of a last byte; the competition's files have them on top.
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
