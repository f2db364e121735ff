//! The commands that read records, run as a user would: their output, their exit codes, and what they reject.

use counterpoint::Algorithm;
use counterpoint_bench::record::{EngineRow, Lengths, Measurement, Quartiles, Record, SCHEMA};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const EXAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/example.json");

const PROGRAM: &str = env!("CARGO_BIN_EXE_counterpoint-bench");

/// Runs the program with these arguments in a folder.
fn bench(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(PROGRAM).args(arguments).current_dir(folder).output().expect("it starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("it prints UTF-8")
}

/// Runs the program, checks its exit code, and returns standard output and standard error.
fn ends(folder: &Path, arguments: &[&str], code: i32) -> (String, String) {
    let output = bench(folder, arguments);
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(code), "{arguments:?}\n{out}\n{err}");
    assert!(!err.contains("panicked") && !err.contains("os error"), "{err}");
    (out, err)
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder can be made")
}

fn put(folder: &Path, name: &str, text: &str) -> PathBuf {
    let path = folder.join(name);
    std::fs::write(&path, text).expect("it can be written");
    path
}

/// Writes files that are not records, and returns each with part of its error message.
fn put_bad_records(folder: &Path) -> Vec<(&'static str, &'static str)> {
    let example = std::fs::read_to_string(EXAMPLE).expect("it is there");
    put(folder, "truncated.json", &example[..example.len() / 2]);
    put(folder, "newer.json", &example.replacen("\"schema\": 1", "\"schema\": 2", 1));
    put(folder, "other.json", "{\"name\": \"x\"}");
    put(folder, "text.json", "not JSON");
    put(folder, "mixed.json", &example.replacen("{\"schema\":1,", "{\"schema\":7,", 1));
    vec![
        ("truncated.json", "truncated"),
        ("newer.json", "schema 2"),
        ("other.json", "no field `schema`"),
        ("text.json", "not a record"),
        ("mixed.json", "not a measurement of schema 1"),
        ("absent.json", "No such file"),
    ]
}

#[test]
fn what_is_no_record_is_refused_by_name() {
    let folder = folder();
    let folder = folder.path();
    for (name, why) in put_bad_records(folder) {
        let commands: [&[&str]; 7] = [
            &["compare", EXAMPLE, name],
            &["compare", name, EXAMPLE],
            &["report", EXAMPLE, name, "-o", "page.html"],
            &["papers", "--from", name],
            &["calibrate", "--from", name],
            &["ratio", name],
            &["ratio", EXAMPLE, name],
        ];
        for command in commands {
            let (out, err) = ends(folder, command, 1);
            assert!(err.contains(name) && err.contains(why), "{command:?}: {err}");
            assert_eq!(out, "", "{command:?}");
        }
    }
    assert!(!folder.join("page.html").exists());
}

#[test]
fn a_page_is_written_whole_or_not_at_all() {
    let folder = folder();
    let folder = folder.path();
    put(folder, "page.html", "the old page");
    put(folder, "empty.json", "{\"schema\": 1}");
    let (_, err) = ends(folder, &["report", "empty.json", "-o", "page.html"], 1);
    assert!(err.contains("empty"), "{err}");
    assert_eq!(std::fs::read_to_string(folder.join("page.html")).expect("it is there"), "the old page");
    ends(folder, &["report", EXAMPLE, "-o", "page.html"], 0);
    let page = std::fs::read_to_string(folder.join("page.html")).expect("it is there");
    assert!(page.starts_with("<!doctype html>") && page.trim_end().ends_with("</html>"), "{page}");
    let (_, err) = ends(folder, &["report", EXAMPLE, "-o", "no/such/folder.html"], 1);
    assert!(err.contains("no/such/folder.html"), "{err}");
    let (_, err) = ends(folder, &["report", "-o", "page.html"], 2);
    assert!(err.contains("RECORD"), "{err}");
}

#[test]
fn a_comparison_shows_ratios_and_flags_changes() {
    let folder = folder();
    let folder = folder.path();
    let mut record = Record::read(Path::new(EXAMPLE)).expect("it is a record");
    let slower = record.measurements.len() - 1;
    record.measurements[slower].cycles_per_byte.median *= 1.2;
    record.measurements.remove(0);
    record.write(&folder.join("later.json")).expect("it can be written");
    let (out, _) = ends(folder, &["compare", EXAMPLE, "later.json"], 0);
    assert!(out.contains("1.200  MORE") && out.contains("1 more and 0 less"), "{out}");
    assert!(out.contains("Only in A: 1"), "{out}");
    let (out, _) = ends(folder, &["compare", "--changes", EXAMPLE, EXAMPLE], 0);
    assert!(out.contains("0 more and 0 less"), "{out}");
    record.measurements.iter_mut().for_each(|m| m.cpu = "another CPU".into());
    record.write(&folder.join("elsewhere.json")).expect("it can be written");
    let (out, _) = ends(folder, &["compare", EXAMPLE, "elsewhere.json"], 0);
    assert!(out.contains("different CPUs"), "{out}");
    put(folder, "empty.json", "{\"schema\": 1}");
    let (_, err) = ends(folder, &["compare", EXAMPLE, "empty.json"], 1);
    assert!(err.contains("no measurement in common"), "{err}");
}

#[test]
fn papers_prints_all_six_tables() {
    let folder = folder();
    let (out, _) = ends(folder.path(), &["papers", "--from", EXAMPLE], 0);
    let tables = out.lines().filter(|line| line.starts_with('[')).count();
    assert_eq!(tables, 6, "{out}");
    assert!(out.contains("words-portable") && out.contains("paper only"), "{out}");
}

/// Writes a record in which the implementation chosen for each number of messages is the fastest, or the slowest.
fn put_figures(folder: &Path, name: &str, algorithm: &str, right: bool) {
    let algorithm = Algorithm::by_name(algorithm).expect("it is there");
    let mut record = Record::default();
    // Without optimisation, the library chooses only among implementations on plain integers.
    let plain = algorithm.best(64).tier() == "portable";
    let listed = algorithm.implementations().filter(|listed| !plain || listed.tier() == "portable");
    for (place, listed) in listed.enumerate() {
        for batch in 1..=64 {
            for length_bytes in [64, 4096, 1 << 20] {
                let place = if right { place as i32 } else { 60 - place as i32 };
                let median = if listed.min_batch().is_some_and(|smallest| smallest <= batch) {
                    1e6 * 0.8_f64.powi(place)
                } else {
                    1e7
                };
                record.measurements.push(Measurement {
                    schema: SCHEMA,
                    package: "counterpoint".into(),
                    algorithm: algorithm.name.into(),
                    implementation: listed.name().into(),
                    technique: listed.technique().into(),
                    tier: listed.tier().into(),
                    constant_time: Some(listed.constant_time()),
                    batch,
                    lengths: Lengths::Equal,
                    length_bytes,
                    cycles_per_byte: Quartiles { lower: median, median, upper: median },
                    call_cycles: 1.0,
                    bytes_per_second: 1.0,
                    messages_per_second: 1.0,
                    samples: 1,
                    discarded: 0,
                    disturbed: false,
                    digest_correct: true,
                    processes: 1,
                    counter: String::new(),
                    tsc_hz: 1.0,
                    core_hz: 1.0,
                    core_width: 4.0,
                    cpu: "imaginary".into(),
                    arch: String::new(),
                    rustc: String::new(),
                    commit: String::new(),
                    date: "2026-01-01".into(),
                });
            }
        }
    }
    record.rows.push(EngineRow {
        platform: "avr".into(),
        algorithm: algorithm.name.into(),
        implementation: "b".into(),
        unit: "u".into(),
        value: 1.0,
        paper: None,
        date: String::new(),
    });
    record.write(&folder.join(name)).expect("it can be written");
}

#[test]
fn calibration_ends_by_what_it_found() {
    let folder = folder();
    let folder = folder.path();
    put_figures(folder, "right.json", "sha3-256", true);
    put_figures(folder, "wrong.json", "sha3-256", false);
    let (out, _) = ends(folder, &["calibrate", "-a", "sha3-256", "--from", "right.json"], 0);
    assert!(out.contains("The lists agree"), "{out}");
    let (out, _) = ends(folder, &["calibrate", "-a", "sha3-256", "--from", "wrong.json"], 1);
    assert!(out.contains("DISAGREES") && out.contains("The lists disagree"), "{out}");
    let (_, err) = ends(folder, &["calibrate", "-a", "luffa512", "--from", "right.json"], 1);
    assert!(err.contains("no figures"), "{err}");
}

/// Writes a record with these figures of SHA3-256: package, implementation, number of messages, cycles per byte.
fn put_both_sides(folder: &Path, name: &str, figures: &[(&str, &str, usize, f64)]) {
    let example = Record::read(Path::new(EXAMPLE)).expect("it is a record").measurements.swap_remove(0);
    let measurement = |&(package, implementation, batch, median): &(&str, &str, usize, f64)| Measurement {
        package: package.into(),
        algorithm: "sha3-256".into(),
        implementation: implementation.into(),
        batch,
        length_bytes: 64,
        cycles_per_byte: Quartiles { lower: median, median, upper: median },
        ..example.clone()
    };
    let record = Record { measurements: figures.iter().map(measurement).collect(), ..Record::default() };
    record.write(&folder.join(name)).expect("it can be written");
}

#[test]
fn ratios_name_the_losers_first() {
    let folder = folder();
    let folder = folder.path();
    put_both_sides(
        folder,
        "both.json",
        &[
            ("counterpoint", "lanes-portable", 1, 12.0),
            ("slow 1.0", "hash", 1, 20.0),
            ("fast 2.0", "hash", 1, 16.0),
            ("counterpoint", "words-avx2-x8", 8, 3.0),
            ("counterpoint", "lanes-portable", 8, 12.0),
            ("fast 2.0", "avx2-x8", 8, 2.0),
            ("counterpoint", "words-avx2-x8", 64, 2.5),
        ],
    );
    let (out, _) = ends(folder, &["ratio", "both.json"], 0);
    let lines: Vec<Vec<&str>> = out.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(
        lines[2],
        "1.500 sha3-256 8 64 equal 3.00 words-avx2-x8 2.00 fast 2.0 avx2-x8".split(' ').collect::<Vec<_>>()
    );
    assert_eq!(
        lines[3],
        "0.750 sha3-256 1 64 equal 12.00 lanes-portable 16.00 fast 2.0 hash".split(' ').collect::<Vec<_>>()
    );
    assert!(out.contains("No peer was measured in 1 more cells.\n"), "{out}");
    assert!(out.ends_with("1 of 2 cells are above 1.00: sha3-256 8 x 64 (1.500)\n"), "{out}");
    // For scripts: the exit code, and JSON.
    let (out, _) = ends(folder, &["ratio", "both.json", "--fail-above", "1.0"], 1);
    assert!(out.ends_with("sha3-256 8 x 64 (1.500)\n"), "{out}");
    let (out, _) = ends(folder, &["ratio", "both.json", "--fail-above", "1.5"], 0);
    assert!(out.ends_with("None of 2 cells is above 1.50.\n"), "{out}");
    let (out, _) = ends(folder, &["ratio", "both.json", "--format", "json", "--fail-above", "1"], 1);
    let rows: serde_json::Value = serde_json::from_str(&out).expect("it is JSON");
    assert_eq!(rows[0]["ratio"], 1.5);
    assert_eq!((rows[1]["batch"].as_u64(), rows[1]["peer"].as_str()), (Some(1), Some("fast 2.0")));
}

/// Only within one record do ours and a peer take turns. So ours from one record is never divided by a peer from
/// another.
#[test]
fn of_several_records_the_worst_ratio_counts() {
    let folder = folder();
    let folder = folder.path();
    put_both_sides(folder, "a.json", &[("counterpoint", "lanes-portable", 1, 10.0), ("xkcp 1", "generic64", 1, 9.0)]);
    put_both_sides(folder, "b.json", &[("counterpoint", "lanes-portable", 1, 20.0), ("xkcp 1", "AVX512", 1, 16.0)]);
    for records in [["a.json", "b.json"], ["b.json", "a.json"]] {
        let (out, _) = ends(folder, &["ratio", records[0], records[1]], 0);
        assert!(out.contains("20.00  lanes-portable  16.00  xkcp 1 AVX512\n"), "{out}");
        assert!(out.ends_with("1 of 1 cells are above 1.00: sha3-256 1 x 64 (1.250)\n"), "{out}");
    }
    // Another CPU is another cell.
    let mut record = Record::read(&folder.join("a.json")).expect("it is a record");
    record.measurements.iter_mut().for_each(|m| m.cpu = "another CPU".into());
    record.write(&folder.join("elsewhere.json")).expect("it can be written");
    let (out, _) = ends(folder, &["ratio", "b.json", "elsewhere.json"], 0);
    assert!(out.contains("\nanother CPU\n") && out.contains("2 of 2 cells are above 1.00"), "{out}");
}

#[test]
fn records_without_ratios_are_told_with_their_remedy() {
    let folder = folder();
    let folder = folder.path();
    put_both_sides(folder, "ours.json", &[("counterpoint", "lanes-portable", 1, 12.0)]);
    put_both_sides(folder, "peer.json", &[("fast 2.0", "hash", 1, 12.0)]);
    put(folder, "empty.json", "{\"schema\": 1}");
    for name in ["ours.json", "peer.json", "empty.json"] {
        let (out, err) = ends(folder, &["ratio", name], 1);
        assert!(err.contains(name) && err.contains("counterpoint-bench --peers --record"), "{err}");
        assert_eq!(out, "");
    }
    put_both_sides(folder, "both.json", &[("counterpoint", "lanes-portable", 1, 1.0), ("fast 2.0", "hash", 1, 1.0)]);
    let (_, err) = ends(folder, &["ratio", "both.json", "-a", "luffa256"], 1);
    assert!(err.contains("no peer of luffa256"), "{err}");
    let (_, err) = ends(folder, &["ratio", "both.json", "-a", "sha3-265"], 2);
    assert!(err.contains("similar names") && err.contains("sha3-256"), "{err}");
    for wrong in ["0", "-1", "nan", "inf", "one"] {
        let (_, err) = ends(folder, &["ratio", "both.json", &format!("--fail-above={wrong}")], 2);
        assert!(err.contains("--fail-above") && err.contains("1.05"), "{err}");
    }
    let (_, err) = ends(folder, &["ratio"], 2);
    assert!(err.contains("RECORD"), "{err}");
    let (_, err) = ends(folder, &["--batch", "1000000", "--lengths", "1000000"], 2);
    assert!(err.contains("--batch 1000000") && err.contains("2 GiB"), "{err}");
}

/// Runs the program in a shell with redirections.
fn redirected(folder: &Path, redirection: &str, arguments: &[&str]) -> (Option<i32>, String) {
    let script = format!("exec \"$0\" \"$@\" {redirection}");
    let output = Command::new("sh").args(["-c", &script]).arg(PROGRAM).args(arguments).current_dir(folder).output();
    let output = output.expect("it starts");
    (output.status.code(), text(&output.stderr))
}

/// The kind of file at an output's path does not change, and other files in its folder stay.
#[cfg(target_os = "linux")]
#[test]
fn outputs_destroy_nothing() {
    use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
    let folder = folder();
    let folder = folder.path();
    put(folder, "page.html.tmp", "the user's");
    put(folder, "page.html", "the old page");
    std::fs::set_permissions(folder.join("page.html"), std::fs::Permissions::from_mode(0o640)).expect("it is set");
    symlink("page.html", folder.join("link")).expect("it is made");
    ends(folder, &["report", EXAMPLE, "-o", "link"], 0);
    let page = std::fs::metadata(folder.join("page.html")).expect("it is there");
    assert_eq!((page.permissions().mode() & 0o777, page.len() > 1000), (0o640, true));
    assert!(std::fs::symlink_metadata(folder.join("link")).expect("it is there").is_symlink());
    assert_eq!(std::fs::read_to_string(folder.join("page.html.tmp")).expect("it is there"), "the user's");
    assert_eq!(std::fs::read_dir(folder).expect("it can be read").count(), 3);
    let (out, _) = ends(folder, &["report", EXAMPLE, "-o", "/dev/stdout"], 0);
    assert!(out.starts_with("<!doctype html>"), "{out}");
    let (_, err) = ends(folder, &["report", EXAMPLE, "-o", "/dev/full"], 1);
    assert_eq!(
        err,
        "counterpoint-bench: /dev/full: No space left on device; free some space, or name a file elsewhere\n"
    );
    ends(folder, &["report", EXAMPLE, "-o", "/dev/null"], 0);
    assert!(std::fs::metadata("/dev/null").expect("it is there").file_type().is_char_device());
}

#[cfg(target_os = "linux")]
#[test]
fn an_output_that_cannot_be_written_is_an_error() {
    let folder = folder();
    let folder = folder.path();
    let commands: [&[&str]; 3] =
        [&["compare", EXAMPLE, EXAMPLE], &["papers", "--from", EXAMPLE], &["--quick", "-a", "aes128"]];
    for (redirection, why) in [(">&-", "Bad file descriptor"), ("1</dev/null", "Bad file descriptor")] {
        for command in commands {
            // Nothing is measured if it can't be printed. An output open only for reading is noticed when it is written
            // to.
            if command[0] == "--quick" && redirection != ">&-" {
                continue;
            }
            let expected = format!("counterpoint-bench: standard output: {why}\n");
            assert_eq!(redirected(folder, redirection, command), (Some(1), expected), "{command:?}");
        }
    }
    let expected = "counterpoint-bench: standard output: No space left on device\n".to_owned();
    assert_eq!(redirected(folder, ">/dev/full", &["compare", EXAMPLE, EXAMPLE]), (Some(1), expected));
}

/// Threads that keep every core busy until they are dropped.
struct Busy {
    over: std::sync::Arc<std::sync::atomic::AtomicBool>,
    threads: Vec<std::thread::JoinHandle<()>>,
}

impl Busy {
    fn everywhere() -> Self {
        use std::sync::atomic::Ordering::Relaxed;
        let over = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
        let cores = std::thread::available_parallelism().expect("it is known").get();
        let work = || {
            let over = std::sync::Arc::clone(&over);
            std::thread::spawn(move || {
                while !over.load(Relaxed) {
                    std::hint::spin_loop();
                }
            })
        };
        let threads = (0..2 * cores).map(|_| work()).collect();
        Self { over, threads }
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        self.over.store(true, std::sync::atomic::Ordering::Relaxed);
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
    }
}

/// `spec` takes a tenth of a second for such a message. In that time a busy system takes the core away several times,
/// so all samples are disturbed. The run still ends, reports why, and marks the measurement wherever it is shown.
#[test]
fn a_busy_machine_is_measured_and_marked() {
    let folder = folder();
    let folder = folder.path();
    let busy = Busy::everywhere();
    let arguments = ["-a", "groestl512", "-i", "spec", "--lengths", "65536", "--quick", "--processes", "2"];
    let rest = ["--patience", "200ms", "--record", "busy.json"];
    let (out, err) = ends(folder, &[&arguments[..], &rest[..]].concat(), 0);
    drop(busy);
    assert!(err.starts_with("counterpoint-bench: samples are disturbed") && err.contains("200ms at most"), "{err}");
    assert!(err.contains("1 of 1 measurements are marked as disturbed") && err.contains("--patience"), "{err}");
    assert!(out.contains("  ~") && out.contains("~ disturbed: something else used the core"), "{out}");
    let record = Record::read(&folder.join("busy.json")).expect("it is a record");
    assert!(record.measurements.len() == 1 && record.measurements[0].disturbed && !record.partial);
    let (out, _) = ends(folder, &["compare", "busy.json", "busy.json"], 0);
    assert!(out.contains("disturbed in both"), "{out}");
    ends(folder, &["report", "busy.json", "-o", "page.html"], 0);
    let page = std::fs::read_to_string(folder.join("page.html")).expect("it is there");
    assert!(page.contains("1 of 1 measurements were disturbed") && page.contains("<em>disturbed</em>"));
}

#[test]
fn wrong_options_are_told_with_their_remedy() {
    let folder = folder();
    let folder = folder.path();
    let (_, err) = ends(folder, &["calibrate", "-a", "sha3-265", "--from", EXAMPLE], 2);
    assert!(err.contains("sha3-265") && err.contains("similar names") && err.contains("sha3-256"), "{err}");
    let (_, err) = ends(folder, &["calibrate", "--tolerance", "200", "--from", EXAMPLE], 2);
    assert!(err.contains("--tolerance"), "{err}");
    let (_, err) = ends(folder, &["-a", "sha3-256", "-i", "lanes-portabel"], 2);
    assert!(err.contains("similar names") && err.contains("lanes-portable"), "{err}");
    let (_, err) = ends(folder, &["-a", "sha3-256", "--record", "no/such/record.json"], 1);
    assert!(err.contains("no/such/record.json: no/such: No such file or directory; create the folder first"), "{err}");
    let (_, err) = ends(folder, &["-a", "aes128", "--patience", "soon"], 2);
    assert!(err.contains("--patience") && err.contains("10min"), "{err}");
    let (_, err) = ends(folder, &["papers", "--quick", "--from", EXAMPLE], 2);
    assert!(err.contains("--quick") && err.contains("--from"), "{err}");
}
