//! Figures of this project and of public code in the pages about papers and techniques, taken from the records.
//!
//! A figure is written between two comments, so that nobody types it by hand:
//!
//! ```text
//! <!-- ours: x86_64; groestl256; vperm-ssse3; cycles_per_byte -->15.91<!-- -->
//! <!-- theirs: public; groestl256; vperm; cycles_per_byte -->13.17<!-- -->
//! ```
//!
//! The first comment names the platform, the algorithm, the implementation and the unit. A CPU's figure for one long
//! message comes from the complete records in `benchmarks/<platform>/`, from the newest day of the machine with the
//! most measurements, as in `counterpoint-bench tables`; or from one record, if its name without `.json` replaces the
//! platform. All other figures come from the rows of `benchmarks/*/*.json`; a CPU's rows are chosen in the same way.

use crate::outcome::Outcome;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The folders of the pages.
const PAGES: [&str; 2] = ["docs/papers", "docs/techniques"];
/// The beginning of the comment before a figure: of this project, and of public code.
const BEGINS: [&str; 2] = ["<!-- ours: ", "<!-- theirs: "];
const END: &str = "<!-- -->";

/// Figures by platform, algorithm, implementation and unit.
type Figures = BTreeMap<String, String>;

/// Writes the figures that differ from the records, or only names their pages; returns how many pages then differ.
pub(crate) fn run(root: &Path, only_compare: bool) -> Outcome {
    let figures = read(&root.join("benchmarks"))?;
    let mut differ = 0;
    let pages = PAGES.iter().flat_map(|folder| entries(&root.join(folder)));
    for path in pages.filter(|path| ends_with(path, "md")) {
        let old = fs::read_to_string(&path)?;
        let mut new = old.clone();
        for begin in BEGINS {
            new = renewed(&new, begin, &figures).map_err(|error| format!("{}: {error}", path.display()))?;
        }
        if new == old {
            continue;
        }
        differ += 1;
        if only_compare {
            println!("{}: a figure does not match the records; run `cargo xtask figures`", path.display());
        } else {
            fs::write(&path, new)?;
            println!("{} updated", path.display());
        }
    }
    if differ == 0 {
        println!("the figures in {} match the records", PAGES.join(" and "));
    }
    Ok(if only_compare { differ } else { 0 })
}

/// Returns the page with these figures after comments that begin like this.
fn renewed(page: &str, begin: &str, figures: &Figures) -> Result<String, String> {
    let mut parts = page.split(begin);
    let mut new = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (key, rest) = part.split_once(" -->").ok_or("a comment of a figure has no end")?;
        let (_, after) = rest.split_once(END).ok_or_else(|| format!("`{END}` is missing after {key}"))?;
        let figure = figures.get(key).ok_or_else(|| format!("no record has the figure {key}"))?;
        new += &format!("{begin}{key} -->{figure}{END}{after}");
    }
    Ok(new)
}

/// Returns all figures in the records.
fn read(benchmarks: &Path) -> Result<Figures, Box<dyn std::error::Error>> {
    let mut figures = Figures::new();
    for folder in entries(benchmarks).into_iter().filter(|path| path.is_dir()) {
        let (mut measured, mut rows) = (Vec::new(), Vec::new());
        for path in entries(&folder).into_iter().filter(|path| ends_with(path, "json")) {
            let mut record: Value = serde_json::from_slice(&fs::read(&path)?)?;
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            for measurement in list(&record["measurements"]).iter().filter(|measurement| is_long(measurement)) {
                insert(&mut figures, &name, measurement);
            }
            // An engine that is not a CPU has only rows.
            let cpu = text(&record["measurements"][0]["cpu"]).to_owned();
            for row in list(&record["rows"]) {
                insert_row(&mut figures, &name, row);
                rows.push((cpu.clone(), row.clone()));
            }
            if record["partial"] != true
                && let Value::Array(of_record) = record["measurements"].take()
            {
                measured.extend(of_record);
            }
        }
        let newest = newest(&measured);
        let cpu = newest.first().map_or("", |measurement| text(&measurement["cpu"]));
        for (_, row) in rows.iter().filter(|(of_row, _)| of_row == cpu) {
            insert_row(&mut figures, text(&row["platform"]), row);
        }
        for measurement in newest {
            insert(&mut figures, text(&measurement["arch"]), measurement);
        }
    }
    Ok(figures)
}

/// Adds the figure of one of our measurements.
fn insert(figures: &mut Figures, platform: &str, measurement: &Value) {
    let [algorithm, implementation] = ["algorithm", "implementation"].map(|key| text(&measurement[key]));
    let quartile = if measurement["disturbed"] == true { "lower" } else { "median" };
    let figure = measurement["cycles_per_byte"][quartile].as_f64().unwrap_or_default();
    figures.insert(format!("{platform}; {algorithm}; {implementation}; cycles_per_byte"), format!("{figure:.2}"));
}

/// Adds the figure of a row.
fn insert_row(figures: &mut Figures, platform: &str, row: &Value) {
    let [algorithm, implementation, unit] = ["algorithm", "implementation", "unit"].map(|key| text(&row[key]));
    let figure = shown(row["value"].as_f64().unwrap_or_default());
    figures.insert(format!("{platform}; {algorithm}; {implementation}; {unit}"), figure);
}

/// Whether a measurement is of one long message, with this library.
fn is_long(m: &Value) -> bool {
    m["package"] == "counterpoint" && m["batch"] == 1 && m["lengths"] == "equal" && m["length_bytes"] == 1 << 20
}

/// Returns the measurements of one long message, on the newest day of the machine with the most measurements.
fn newest(measurements: &[Value]) -> Vec<&Value> {
    let mut by_cpu: BTreeMap<&str, Vec<&Value>> = BTreeMap::new();
    for measurement in measurements.iter().filter(|m| m["package"] == "counterpoint") {
        by_cpu.entry(text(&measurement["cpu"])).or_default().push(measurement);
    }
    let most = by_cpu.into_values().max_by_key(Vec::len).unwrap_or_default();
    let day = most.iter().map(|m| text(&m["date"])).max().unwrap_or_default();
    most.into_iter().filter(|m| text(&m["date"]) == day && is_long(m)).collect()
}

/// Formats a row's figure, with at most two decimals.
fn shown(value: f64) -> String {
    format!("{}", (value * 100.0).round() / 100.0)
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn ends_with(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|found| found == extension)
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

    #[test]
    fn a_figure_is_replaced_by_that_of_the_records() {
        let figures = Figures::from([("avr; a; b; ram_bytes".to_owned(), "12".to_owned())]);
        let page = "| <!-- ours: avr; a; b; ram_bytes -->old<!-- --> | z |";
        let new = renewed(page, BEGINS[0], &figures).expect("the figure is known");
        assert_eq!(new, "| <!-- ours: avr; a; b; ram_bytes -->12<!-- --> | z |");
        assert_eq!(renewed(&new, BEGINS[0], &figures).as_ref(), Ok(&new));
        assert_eq!(renewed("none", BEGINS[0], &figures).as_deref(), Ok("none"));
        for (page, message) in [
            ("<!-- ours: avr; a; c; ram_bytes -->1<!-- -->", "no record has the figure avr; a; c; ram_bytes"),
            ("<!-- ours: avr; a; b; ram_bytes -->1", "`<!-- -->` is missing"),
            ("<!-- ours: avr", "has no end"),
        ] {
            assert!(renewed(page, BEGINS[0], &figures).expect_err("it is wrong").contains(message));
        }
    }

    #[test]
    fn one_long_message_of_the_newest_day_counts() {
        let root = tempfile::tempdir().expect("a folder");
        let folder = root.path().join("x86_64");
        fs::create_dir(&folder).expect("a folder");
        let measurement = |cpu: &str, date: &str, bytes: u32, median: f64| {
            serde_json::json!({
                "package": "counterpoint", "arch": "x86_64", "algorithm": "a", "implementation": "i", "cpu": cpu,
                "date": date, "batch": 1, "lengths": "equal", "length_bytes": bytes,
                "cycles_per_byte": { "lower": 0.5, "median": median },
            })
        };
        let long = 1 << 20;
        for (name, partial, measurements) in [
            ("old", false, vec![measurement("most", "2026-02-01", long, 1.0)]),
            (
                "new",
                false,
                vec![measurement("most", "2026-02-02", long, 2.0), measurement("most", "2026-02-02", 64, 9.0)],
            ),
            ("partial", true, vec![measurement("most", "2026-02-03", long, 3.0)]),
            ("other", false, vec![measurement("other", "2026-02-04", long, 4.0)]),
        ] {
            let record = serde_json::json!({ "partial": partial, "measurements": measurements });
            fs::write(folder.join(format!("{name}.json")), record.to_string()).expect("it is written");
        }
        let row = serde_json::json!({
            "rows": [{ "platform": "avr", "algorithm": "a", "implementation": "b c", "unit": "u", "value": 1.25 }],
        });
        let avr = root.path().join("avr");
        fs::create_dir(&avr).expect("a folder");
        fs::write(avr.join("rows.json"), row.to_string()).expect("it is written");
        let figures = read(root.path()).expect("they are records");
        assert_eq!(figures.get("x86_64; a; i; cycles_per_byte").map(String::as_str), Some("2.00"));
        assert_eq!(figures.get("other; a; i; cycles_per_byte").map(String::as_str), Some("4.00"));
        for platform in ["avr", "rows"] {
            assert_eq!(figures.get(&format!("{platform}; a; b c; u")).map(String::as_str), Some("1.25"));
        }
    }
}
