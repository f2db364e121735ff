//! The README's table: the speed of this library, next to other packages and the fastest public code.
//!
//! The packages are those that `counterpoint-bench --peers` calls in the same run, so their figures come from the
//! records. The benchmark can't call most of the public code, which was measured on another machine:
//! `benchmarks/public-code.json` has core cycles per byte for it and for ours.

use crate::record::{Lengths, Measurement, Record};
use crate::subject::OURS;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fmt::Write;

const MIB: usize = 1 << 20;

/// The rows: an algorithm, the number of messages in a call, and the bytes of each.
const ROWS: [(&str, usize, usize); 10] = [
    ("sha3-256", 1, 64),
    ("sha3-256", 64, 64),
    ("sha3-256", 1, MIB),
    ("keccak256", 64, 64),
    ("kt128", 1, MIB),
    ("groestl256", 1, 64),
    ("groestl256", 64, 64),
    ("groestl256", 1, MIB),
    ("fugue256", 1, MIB),
    ("luffa256", 1, MIB),
];

/// How this library compares with the fastest public code found.
#[derive(Debug, PartialEq)]
pub(super) struct PublicCode {
    cpu: String,
    date: String,
    rows: Vec<Comparison>,
}

/// Core cycles per byte, ours and theirs.
#[derive(Debug, PartialEq)]
struct Comparison {
    algorithm: String,
    batch: u64,
    length_bytes: u64,
    ours: f64,
    best: f64,
    by: String,
}

impl PublicCode {
    /// Parses the figures.
    ///
    /// # Errors
    ///
    /// If one of the fields is missing.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let value: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let row = |row: &Value| {
            Ok(Comparison {
                algorithm: word(row, "algorithm")?,
                batch: number(row, "batch")? as u64,
                length_bytes: number(row, "length_bytes")? as u64,
                ours: number(row, "ours")?,
                best: number(row, "best")?,
                by: word(row, "by")?,
            })
        };
        let rows = value["rows"].as_array().ok_or("has no list `rows`")?;
        Ok(Self {
            cpu: word(&value, "cpu")?,
            date: word(&value, "date")?,
            rows: rows.iter().map(row).collect::<Result<_, String>>()?,
        })
    }

    /// Returns cycles per byte of ours and of the fastest other code, the lower in bold, and the name of that code.
    fn cell(&self, (algorithm, batch, length_bytes): (&str, usize, usize)) -> Option<String> {
        let same = |row: &&Comparison| {
            row.algorithm == algorithm && row.batch == batch as u64 && row.length_bytes == length_bytes as u64
        };
        self.rows.iter().find(same).map(|row| {
            let (ours, best) = (three_digits(row.ours), three_digits(row.best));
            match row.ours <= row.best {
                true => format!("**{ours}** : {best} {}", row.by),
                false => format!("{ours} : **{best}** {}", row.by),
            }
        })
    }
}

fn word(value: &Value, field: &str) -> Result<String, String> {
    value[field].as_str().map(str::to_owned).ok_or_else(|| format!("has no text `{field}`"))
}

fn number(value: &Value, field: &str) -> Result<f64, String> {
    value[field].as_f64().ok_or_else(|| format!("has no number `{field}`"))
}

/// Returns the table for one CPU's record. It ends with an empty line.
pub(super) fn table(record: &Record, public: &PublicCode) -> String {
    let measurements = &record.measurements;
    let mut shown = Vec::new();
    let mut rows = String::new();
    for row in ROWS {
        let (algorithm, batch, length_bytes) = row;
        let of_algorithm =
            || measurements.iter().filter(move |m| m.algorithm == algorithm && m.length_bytes == length_bytes);
        let ours = of_algorithm().filter(|m| m.package == OURS && m.batch == batch && m.constant_time == Some(true));
        let Some(ours) = fastest(ours.filter(|m| m.lengths == Lengths::Equal)) else { continue };
        // A package without a batch form hashes messages one by one.
        let peer = fastest(of_algorithm().filter(|m| m.package != OURS && m.digest_correct && m.batch == 1));
        shown.extend([Some(ours), peer].into_iter().flatten());
        let what = match batch {
            1 => format!("one message of {}", length(length_bytes)),
            _ => format!("{batch} messages of {} in one call", length(length_bytes)),
        };
        let theirs = peer.map_or("–".to_owned(), |m| format!("{} {}", speed(m), package(m)));
        let gain = peer.map_or("–".to_owned(), |m| format!("{:.2} ×", ours.bytes_per_second / m.bytes_per_second));
        let beside = public.cell(row).unwrap_or_else(|| "–".to_owned());
        let _ = writeln!(rows, "| `{algorithm}`, {what} | **{}** | {theirs} | {gain} | {beside} |", speed(ours));
    }
    let facts: BTreeSet<String> = shown.iter().map(|m| format!("{}; {}; {}", m.cpu, m.rustc, m.date)).collect();
    let disturbed =
        if shown.iter().any(|m| m.disturbed) { "~ disturbed: something else worked on the core. " } else { "" };
    format!(
        "| | Counterpoint | fastest package ¹ | | cycles per byte: Counterpoint : fastest public code ² |\n\
         |---|---:|---:|---:|---:|\n{rows}\n\
         {disturbed}¹ Of the packages measured by `counterpoint-bench --peers`, one message at a time, in the same \
         run:\n{}.\n\
         ² Of all public code that we found, built with three compilers for one CPU ({}, {}):\n\
         [benchmarks/public-code.json](benchmarks/public-code.json).\n\n",
        facts.into_iter().collect::<Vec<_>>().join(", and "),
        public.cpu,
        public.date,
    )
}

/// Returns the fastest of several measurements of the same thing.
fn fastest<'a>(measurements: impl Iterator<Item = &'a Measurement>) -> Option<&'a Measurement> {
    measurements.max_by(|a, b| a.bytes_per_second.total_cmp(&b.bytes_per_second))
}

/// Returns bytes per second for a long message, messages per second for others.
fn speed(m: &Measurement) -> String {
    let mark = if m.disturbed { "~" } else { "" };
    if m.length_bytes < MIB {
        format!("{mark}{} million/s", three_digits(m.messages_per_second / 1e6))
    } else {
        format!("{mark}{} MB/s", three_digits(m.bytes_per_second / 1e6))
    }
}

fn three_digits(value: f64) -> String {
    match value {
        v if v >= 99.95 => format!("{v:.0}"),
        v if v >= 9.995 => format!("{v:.1}"),
        v => format!("{v:.2}"),
    }
}

fn length(bytes: usize) -> String {
    if bytes.is_multiple_of(MIB) { format!("{} MiB", bytes / MIB) } else { format!("{bytes} bytes") }
}

/// Returns a package and its version, without the release date.
fn package(m: &Measurement) -> String {
    m.package.split(' ').take(2).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    fn measured(package: &str, batch: usize, length_bytes: usize, bytes_per_second: f64) -> Measurement {
        let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/example.json");
        let example = Record::read(&data).expect("it is a record").measurements.remove(0);
        Measurement {
            package: package.to_owned(),
            algorithm: "sha3-256".to_owned(),
            batch,
            length_bytes,
            bytes_per_second,
            messages_per_second: bytes_per_second / length_bytes as f64,
            ..example
        }
    }

    fn public() -> PublicCode {
        let row =
            r#"{ "algorithm": "sha3-256", "batch": 1, "length_bytes": 64, "ours": 10.0, "best": 9.0, "by": "them" }"#;
        let text = format!(r#"{{ "cpu": "Other CPU", "date": "2026-03-01", "rows": [{row}] }}"#);
        PublicCode::parse(&text).expect("it has all fields")
    }

    #[test]
    fn ours_is_beside_the_fastest_package() {
        let leaky = Measurement { constant_time: Some(false), ..measured(OURS, 1, 64, 9e9) };
        let wrong = Measurement { digest_correct: false, ..measured("wrong 1.0", 1, 64, 9e9) };
        let measurements = vec![
            leaky,
            wrong,
            measured(OURS, 1, 64, 192e6),
            measured(OURS, 64, 64, 1280e6),
            measured("slow 1.0", 1, 64, 64e6),
            measured("OpenSSL 3.0.19 27 Jan 2026", 1, 64, 128e6),
            measured(OURS, 1, MIB, 600e6),
        ];
        let table = table(&Record { measurements, ..Record::default() }, &public());
        let today = "2.00 million/s OpenSSL 3.0.19";
        for (what, cells) in [
            ("one message of 64 bytes", ["**3.00 million/s**", today, "1.50 ×", "10.0 : **9.00** them"]),
            ("64 messages of 64 bytes in one call", ["**20.0 million/s**", today, "10.00 ×", "–"]),
            ("one message of 1 MiB", ["**600 MB/s**", "–", "–", "–"]),
        ] {
            let line = format!("| `sha3-256`, {what} | {} |\n", cells.join(" | "));
            assert!(table.contains(&line), "{line}\n{table}");
        }
        assert!(table.contains("Other CPU, 2026-03-01"), "{table}");
        assert_eq!(table.matches("\n| `").count(), 3, "{table}");
    }

    #[test]
    fn a_field_that_is_missing_is_named() {
        let message = PublicCode::parse(r#"{ "cpu": "x", "rows": [] }"#).expect_err("it has no date");
        assert!(message.contains("`date`"), "{message}");
        assert!(PublicCode::parse(r#"{ "cpu": "x", "date": "y" }"#).expect_err("no rows").contains("`rows`"));
    }
}
