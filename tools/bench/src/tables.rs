//! The command `tables`: writes the tables of measurements in the README and docs/performance from the records in
//! `benchmarks/`.
//!
//! A target's table comes from the complete records in `benchmarks/<target>/`: from the newest day of the machine with
//! the most measurements. It is written between two comments, and never by hand:
//!
//! ```text
//! <!-- measured: begin, by `counterpoint-bench tables` -->
//! ...
//! <!-- measured: end -->
//! ```
//!
//! The figures for the AVR and the FPGA are elsewhere: the programs that measure them write them to
//! studies/avr/README.md and studies/rtl/README.md.

use crate::console::{Error, print, reason, shown};
use crate::output_file;
use crate::record::Record;
use crate::summary;
use clap::Args;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

mod decision;

const BEGIN: &str = "<!-- measured: begin, by `counterpoint-bench tables` -->\n";
const END: &str = "<!-- measured: end -->";

/// The arguments of `tables`.
#[derive(Debug, Args)]
pub(crate) struct TablesArgs {
    /// Only check the tables against the records.
    #[arg(long)]
    check: bool,
    /// The repository's folder.
    #[arg(long, value_name = "FOLDER", default_value = ".")]
    root: PathBuf,
}

/// Writes the tables, or only checks them. Returns whether the pages now match the records.
///
/// # Errors
///
/// If a page lacks the comments, or a file can't be read or written.
pub(crate) fn run(TablesArgs { check, root }: &TablesArgs) -> Result<bool, Error> {
    let benchmarks = root.join("benchmarks");
    let Targets { cpus, without_choice } = of_targets(&benchmarks)?;
    let path = benchmarks.join("public-code.json");
    let public =
        decision::PublicCode::parse(&read(&path)?).map_err(|error| format!("{}: {error}", shown(path.as_os_str())))?;
    let everyday: Vec<String> = cpus.iter().map(|record| decision::table(record, &public)).collect();
    let detailed: Vec<String> = cpus.iter().map(summary::markdown).collect();
    let (mut good, mut done) = (true, String::new());
    for folder in without_choice {
        done += &format!("{}: only look-up tables measured, which are not listed\n", shown(folder.as_os_str()));
    }
    for (page, tables) in [("README.md", everyday), ("docs/performance/cpus.md", detailed)] {
        let path = root.join(page);
        let old = read(&path)?;
        let tables = if tables.is_empty() { "Nothing is measured yet.\n\n".to_owned() } else { tables.concat() };
        let new = with_tables(page, &old, &tables)?;
        if new == old {
            done += &format!("{page} matches the records\n");
        } else if *check {
            done += &format!("{page}: the table does not match the newest records; run `counterpoint-bench tables`\n");
            good = false;
        } else {
            output_file::write(&path, new.as_bytes())?;
            done += &format!("{page} updated\n");
        }
    }
    print(&done)?;
    Ok(good)
}

/// Returns the text of a file.
fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {}", shown(path.as_os_str()), reason(&error)))
}

/// Returns the page with these tables between its comments.
fn with_tables(name: &str, page: &str, tables: &str) -> Result<String, String> {
    let parts = page.split_once(BEGIN).and_then(|(before, rest)| Some((before, rest.split_once(END)?.1)));
    let (before, after) = parts.ok_or_else(|| format!("{name} lacks the lines `{}` and `{END}`", BEGIN.trim_end()))?;
    Ok(format!("{before}{BEGIN}\n{tables}{END}{after}"))
}

/// The measurements on the targets.
#[derive(Debug, Default, PartialEq)]
struct Targets {
    /// The newest record of each target with measurements of something that the library chooses.
    cpus: Vec<Record>,
    /// The folders of targets where only implementations with look-up tables were measured, which are never chosen.
    without_choice: Vec<PathBuf>,
}

fn of_targets(benchmarks: &Path) -> Result<Targets, String> {
    let mut targets = Targets::default();
    for folder in entries(benchmarks).into_iter().filter(|path| path.is_dir()) {
        let Some(record) = newest(&folder)? else { continue };
        if record.measurements.iter().any(|m| m.constant_time == Some(true)) {
            targets.cpus.push(record);
        } else if !record.measurements.is_empty() {
            targets.without_choice.push(folder);
        }
    }
    Ok(targets)
}

/// Returns the complete records in a folder from the newest day of the machine with the most measurements, so that a
/// short record of another machine does not replace the table.
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

/// Returns the CPU on which a record was measured; empty for figures of an engine.
fn machine(record: &Record) -> &str {
    record.measurements.first().map_or("", |measurement| &measurement.cpu)
}

/// Returns the last day of a record.
fn date(record: &Record) -> Option<&String> {
    record.measurements.iter().map(|m| &m.date).chain(record.rows.iter().map(|row| &row.date)).max()
}

/// Returns the contents of a folder, sorted by name; none if the folder does not exist.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    paths
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{EngineRow, Measurement};

    /// A real measurement, of one message of 64 bytes.
    fn example() -> Measurement {
        let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/example.json");
        Record::read(&data).expect("it is a record").measurements.remove(0)
    }

    /// A record with this number of measurements on a CPU, which differ in their batch.
    fn record(cpu: &str, date: &str, count: usize, partial: bool) -> Record {
        let measurement = |batch| Measurement { cpu: cpu.into(), date: date.into(), batch, ..example() };
        Record { partial, measurements: (1..=count).map(measurement).collect(), ..Record::default() }
    }

    #[test]
    fn what_stands_between_the_comments_is_replaced() {
        let page = format!("a\n{BEGIN}old\n{END}\nz\n");
        let new = with_tables("page.md", &page, "new\n").expect("it has the comments");
        assert_eq!(new, format!("a\n{BEGIN}\nnew\n{END}\nz\n"));
        assert_eq!(with_tables("page.md", &new, "new\n").as_ref(), Ok(&new));
        let message = with_tables("page.md", "a\n", "new\n").expect_err("it lacks them");
        assert!(message.contains("page.md") && message.contains("measured: begin"), "{message}");
    }

    #[test]
    fn the_whole_records_of_the_newest_day_count() {
        let root = tempfile::tempdir().expect("a folder");
        assert_eq!(of_targets(root.path()).expect("no record is none"), Targets::default());
        let folder = root.path().join("x86_64");
        fs::create_dir(&folder).expect("a folder");
        for (name, record) in [
            ("b.json", record("CPU", "2026-02-01", 4, false)),
            ("a.json", record("CPU", "2026-03-01", 2, false)),
            ("a-more.json", record("CPU", "2026-03-01", 3, false)),
            ("c.json", record("CPU", "2026-04-01", 5, true)),
            // A newer record of another machine, with fewer measurements.
            ("d.json", record("another CPU", "2026-05-01", 1, false)),
        ] {
            record.write(&folder.join(name)).expect("it is written");
        }
        // An engine that is not a CPU has its tables elsewhere.
        let avr = root.path().join("avr");
        fs::create_dir(&avr).expect("a folder");
        let row = EngineRow {
            platform: "avr".into(),
            algorithm: "groestl256".into(),
            implementation: "balanced".into(),
            unit: "cycles_per_byte".into(),
            value: 300.0,
            paper: None,
            date: "2026-06-01".into(),
        };
        Record { rows: vec![row], ..Record::default() }.write(&avr.join("a.json")).expect("it is written");

        let by_tables = root.path().join("x86");
        fs::create_dir(&by_tables).expect("a folder");
        let mut leaky = record("CPU", "2026-06-01", 2, false);
        leaky.measurements.iter_mut().for_each(|m| m.constant_time = Some(false));
        leaky.write(&by_tables.join("a.json")).expect("it is written");

        let Targets { cpus, without_choice } = of_targets(root.path()).expect("they are records");
        assert_eq!((cpus.len(), without_choice), (1, vec![by_tables]));
        let days: Vec<(&str, &str)> = cpus[0].measurements.iter().map(|m| (&*m.cpu, &*m.date)).collect();
        assert_eq!(days, [("CPU", "2026-03-01"); 3]);
        fs::write(folder.join("e.json"), "{").expect("it is written");
        assert!(of_targets(root.path()).expect_err("it is not a record").contains("e.json"));
    }
}
