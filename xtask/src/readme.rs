//! The README's table of measurements, made from the records in `benchmarks/<target>/`: from the whole ones of each
//! target's newest day, on the machine on which most was measured.
//!
//! It stands between two comments, so that nobody types it:
//!
//! ```text
//! <!-- measured: begin, by `cargo xtask readme` -->
//! ...
//! <!-- measured: end -->
//! ```

use crate::Outcome;
use counterpoint_bench::record::Record;
use counterpoint_bench::summary;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

const BEGIN: &str = "<!-- measured: begin, by `cargo xtask readme` -->\n";
const END: &str = "<!-- measured: end -->";

/// Writes the table, or only checks it: then a table that is not that of the records is a finding.
///
/// # Errors
///
/// If the README has no such comments, or a record can't be read.
pub(crate) fn run(root: &Path, check: bool) -> Outcome {
    let readme = root.join("README.md");
    let old = fs::read_to_string(&readme).map_err(|error| format!("{}: {error}", readme.display()))?;
    let new = with_tables(&old, &tables(&root.join("benchmarks"))?)?;
    if new == old {
        println!("README.md has the records' tables");
        return Ok(0);
    }
    if check {
        println!("README.md: its table is not that of the newest records; run `cargo xtask readme`");
        return Ok(1);
    }
    fs::write(&readme, new)?;
    println!("README.md is renewed");
    Ok(0)
}

/// The README with these tables between its comments.
fn with_tables(readme: &str, tables: &str) -> Result<String, String> {
    let parts = readme.split_once(BEGIN).and_then(|(before, rest)| Some((before, rest.split_once(END)?.1)));
    let (before, after) =
        parts.ok_or_else(|| format!("README.md lacks the lines `{}` and `{END}`", BEGIN.trim_end()))?;
    Ok(format!("{before}{BEGIN}\n{tables}{END}{after}"))
}

/// Every target's table, those measured on CPUs first.
fn tables(benchmarks: &Path) -> Result<String, String> {
    let mut targets: Vec<(bool, PathBuf, Record)> = Vec::new();
    for folder in entries(benchmarks).into_iter().filter(|path| path.is_dir()) {
        if let Some(record) = newest(&folder)? {
            targets.push((record.measurements.is_empty(), folder, record));
        }
    }
    targets.sort_by(|a, b| (a.0, &a.1).cmp(&(b.0, &b.1)));
    let tables: String = targets.iter().map(|(_, _, record)| summary::markdown(record)).collect();
    Ok(if tables.is_empty() { "Nothing is measured yet.\n\n".to_owned() } else { tables })
}

/// The whole records of a folder's newest day; of several machines, of that on which most was measured, so that a short
/// record of another one does not take the table's place.
fn newest(folder: &Path) -> Result<Option<Record>, String> {
    let mut whole = Vec::new();
    for path in entries(folder).into_iter().filter(|path| path.extension().is_some_and(|e| e == "json")) {
        let record = Record::read(&path)?;
        if !record.partial {
            whole.push((path, record));
        }
    }
    let mut measured: BTreeMap<&str, usize> = BTreeMap::new();
    for (_, record) in &whole {
        *measured.entry(machine(record)).or_default() += record.measurements.len();
    }
    let most = measured.into_iter().max_by_key(|(_, count)| *count).map(|(machine, _)| machine);
    let here: Vec<_> = whole.iter().filter(|(_, record)| Some(machine(record)) == most).collect();
    let newest = here.iter().filter_map(|(_, record)| date(record)).max();
    let of_that_day: Vec<PathBuf> =
        here.iter().filter(|(_, record)| date(record) == newest).map(|(path, _)| path.clone()).collect();
    if newest.is_none() { Ok(None) } else { Record::read_all(&of_that_day).map(Some) }
}

/// The CPU on which a record was measured; empty for figures of an engine.
fn machine(record: &Record) -> &str {
    record.measurements.first().map_or("", |measurement| &measurement.cpu)
}

/// The last day of a record.
fn date(record: &Record) -> Option<&String> {
    record.measurements.iter().map(|m| &m.date).chain(record.rows.iter().map(|row| &row.date)).max()
}

/// What a folder holds, by name; nothing if there is no such folder.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    paths
}

#[cfg(test)]
mod tests {
    use super::*;
    use counterpoint_bench::record::{EngineRow, Measurement};

    fn record(value: f64, date: &str, partial: bool) -> Record {
        let row = EngineRow {
            platform: "avr".into(),
            algorithm: "groestl256".into(),
            implementation: "balanced".into(),
            unit: "cycles_per_byte".into(),
            value,
            paper: None,
            date: date.into(),
        };
        Record { partial, rows: vec![row], ..Record::default() }
    }

    #[test]
    fn what_stands_between_the_comments_is_replaced() {
        let readme = format!("a\n{BEGIN}old\n{END}\nz\n");
        let new = with_tables(&readme, "new\n").expect("it has the comments");
        assert_eq!(new, format!("a\n{BEGIN}\nnew\n{END}\nz\n"));
        assert_eq!(with_tables(&new, "new\n").as_ref(), Ok(&new));
        assert!(with_tables("a\n", "new\n").expect_err("it lacks them").contains("measured: begin"));
    }

    #[test]
    fn the_whole_records_of_the_newest_day_count() {
        let root = tempfile::tempdir().expect("a folder");
        let folder = root.path().join("avr");
        fs::create_dir(&folder).expect("a folder");
        assert_eq!(tables(root.path()).as_deref(), Ok("Nothing is measured yet.\n\n"));
        for (name, record) in [
            ("b.json", record(400.0, "2026-02-01", false)),
            ("a.json", record(300.0, "2026-03-01", false)),
            ("c.json", record(200.0, "2026-04-01", true)),
        ] {
            record.write(&folder.join(name)).expect("it is written");
        }
        assert!(tables(root.path()).expect("they are records").contains("| balanced | 300 |"));
        // A newer record of another machine, on which less was measured.
        let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/counterpoint-bench/tests/data/example.json");
        let example = Record::read(&data).expect("it is a record").measurements.remove(0);
        let cpus = root.path().join("x86_64");
        fs::create_dir(&cpus).expect("a folder");
        for (name, cpu, date, count) in [("a.json", "old CPU", "2026-01-01", 2), ("b.json", "new CPU", "2026-02-01", 1)]
        {
            let measurement = |batch| Measurement { cpu: cpu.into(), date: date.into(), batch, ..example.clone() };
            let record = Record { measurements: (1..=count).map(measurement).collect(), ..Record::default() };
            record.write(&cpus.join(name)).expect("it is written");
        }
        let table = tables(root.path()).expect("they are records");
        assert!(table.contains("old CPU") && !table.contains("new CPU"), "{table}");
        fs::remove_dir_all(&cpus).expect("it is removed");
        let mut beside = record(100.0, "2026-03-01", false);
        beside.rows[0].implementation = "fast".into();
        beside.write(&folder.join("a-more.json")).expect("it is written");
        let both = tables(root.path()).expect("they are records");
        assert!(both.contains("| balanced | 300 |") && both.contains("| fast | 100 |"), "{both}");
        fs::write(folder.join("d.json"), "{").expect("it is written");
        assert!(tables(root.path()).expect_err("it is no record").contains("d.json"));
    }
}
