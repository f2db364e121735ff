//! The README's table of measurements, made from the records in `benchmarks/<target>/`: from the whole ones of each target's newest day.
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

/// The records of a folder's newest day as one; a partial one does not count.
fn newest(folder: &Path) -> Result<Option<Record>, String> {
    let mut newest = String::new();
    let mut of_that_day: Vec<PathBuf> = Vec::new();
    for path in entries(folder).into_iter().filter(|path| path.extension().is_some_and(|e| e == "json")) {
        let record = Record::read(&path)?;
        let dates = record.measurements.iter().map(|m| &m.date).chain(record.rows.iter().map(|row| &row.date));
        let Some(date) = dates.max().filter(|_| !record.partial) else { continue };
        if *date > newest {
            newest.clone_from(date);
            of_that_day.clear();
        }
        if *date == newest {
            of_that_day.push(path);
        }
    }
    if of_that_day.is_empty() { Ok(None) } else { Record::read_all(&of_that_day).map(Some) }
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
    use counterpoint_bench::record::EngineRow;

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
        let mut beside = record(100.0, "2026-03-01", false);
        beside.rows[0].implementation = "fast".into();
        beside.write(&folder.join("a-more.json")).expect("it is written");
        let both = tables(root.path()).expect("they are records");
        assert!(both.contains("| balanced | 300 |") && both.contains("| fast | 100 |"), "{both}");
        fs::write(folder.join("d.json"), "{").expect("it is written");
        assert!(tables(root.path()).expect_err("it is no record").contains("d.json"));
    }
}
