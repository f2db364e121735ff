//! The memory does not grow with the length of the table.

use crate::place::{Place, program};
use arrow_array::{ArrayRef, FixedSizeBinaryArray, RecordBatch, StringArray};
use parquet::arrow::ArrowWriter;
use parquet::file::properties::WriterProperties;
use std::fs::File;
use std::io::Write;
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

/// The greatest resident set, in KiB.
const MOST: u64 = 300 << 10;

/// Writes a table of this many rows of 32 bytes.
fn write(place: &Place, name: &str, rows: usize) {
    let batch = |begin: usize| {
        let mut bytes = Vec::with_capacity(32 << 16);
        for row in begin..rows.min(begin + (1 << 16)) {
            for word in 0..4u64 {
                bytes.extend(((row as u64) << 2 | word).wrapping_mul(0x9e37_79b9_7f4a_7c15).to_le_bytes());
            }
        }
        let column = FixedSizeBinaryArray::try_new(32, bytes.into(), None).unwrap();
        RecordBatch::try_from_iter([("key", Arc::new(column) as ArrayRef)]).unwrap()
    };
    let mut writer = ArrowWriter::try_new(File::create(place.path(name)).unwrap(), batch(0).schema(), None).unwrap();
    for begin in (0..rows).step_by(1 << 16) {
        writer.write(&batch(begin)).unwrap();
    }
    writer.close().unwrap();
}

/// Runs the command, and returns the greatest resident set in KiB. The system records it only as long as the process
/// runs, so it is polled.
fn peak(place: &Place, arguments: &[&str]) -> u64 {
    let mut child = Command::new(program())
        .args(["column", "--column", "key"])
        .args(if arguments.contains(&"--output") { &[][..] } else { &["--output", "out.parquet"] })
        .args(arguments)
        .current_dir(place.path(""))
        .spawn()
        .unwrap();
    let mut peak = 0;
    loop {
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let now = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
        peak = peak.max(now.unwrap_or(0));
        if let Some(status) = child.try_wait().unwrap() {
            assert!(status.success());
            return peak;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

fn bounded(rows: usize) {
    let place = Place::new();
    write(&place, "table.parquet", rows);
    for jobs in ["1", "2"] {
        let peak = peak(&place, &["table.parquet", "--jobs", jobs]);
        assert!((1..MOST).contains(&peak), "{peak} KiB, {jobs} jobs");
    }
}

#[test]
fn two_million_rows_need_little_memory() {
    bounded(2_000_000);
}

#[test]
#[ignore = "it writes files of a gigabyte"]
fn ten_million_rows_need_little_memory() {
    bounded(10_000_000);
}

#[test]
fn long_values_need_little_memory() {
    let place = Place::new();
    let mut file = File::create(place.path("table.csv")).unwrap();
    file.write_all(b"key\n").unwrap();
    let row = [&b"x".repeat(1 << 20)[..], b"\n"].concat();
    for _ in 0..200 {
        file.write_all(&row).unwrap();
    }
    drop(file);
    for to in [&["--to", "parquet"][..], &["--output", "out"]] {
        let peak = peak(&place, &[&["table.csv", "--jobs", "2"], to].concat());
        assert!((1..MOST).contains(&peak), "{peak} KiB");
    }
}

/// A value of a megabyte in each row, with and without a dictionary.
#[test]
fn repeated_values_need_little_memory() {
    let place = Place::new();
    let value = "x".repeat(1 << 20);
    let column = StringArray::from(vec![value.as_str()]);
    let batch = RecordBatch::try_from_iter([("key", Arc::new(column) as ArrayRef)]).unwrap();
    // With a short dictionary, the value is written in each row.
    for dictionary in [1 << 22, 1 << 10] {
        let properties = WriterProperties::builder().set_dictionary_page_size_limit(dictionary).build();
        let file = File::create(place.path("table.parquet")).unwrap();
        let mut writer = ArrowWriter::try_new(file, batch.schema(), Some(properties)).unwrap();
        for _ in 0..2000 {
            writer.write(&batch).unwrap();
            if writer.in_progress_size() > 1 << 27 {
                writer.flush().unwrap();
            }
        }
        writer.close().unwrap();
        let peak = peak(&place, &["table.parquet", "--jobs", "2"]);
        assert!((1..MOST).contains(&peak), "{peak} KiB");
    }
}

#[test]
fn a_row_without_an_end_is_refused() {
    let place = Place::new();
    for format in ["csv", "jsonl"] {
        for to in ["parquet", format] {
            let line = format!(
                "ulimit -v 1000000; yes 'a\"' | tr -d '\\n' | \"$0\" column --format {format} - -c key --to {to} -o out"
            );
            let output = place.shell(&line);
            let message = String::from_utf8_lossy(&output.stderr);
            let words = "line 1: a row is longer than 67108864 bytes";
            assert!(output.status.code() == Some(1) && message.contains(words), "{message}");
            assert!(!place.path("out").exists());
        }
    }
}

/// Blank lines are not rows.
#[test]
fn many_blank_lines_need_little_memory() {
    let place = Place::new();
    for (name, first) in [("table.csv", "key\n"), ("table.jsonl", "{\"key\":\"a\"}\n")] {
        place.write(name, &[first.as_bytes(), &vec![b'\n'; 1 << 27]].concat());
        for to in [&["--to", "parquet"][..], &["--output", "out"]] {
            let peak = peak(&place, &[&[name, "--jobs", "2"], to].concat());
            assert!((1..MOST).contains(&peak), "{peak} KiB");
        }
    }
}
