//! The command `compare`: prints what changed between two records.
//!
//! It divides figures with the same key, B by A. A larger figure is slower, except for clock rates. The figures are
//! medians (for disturbed samples, lower quartiles, which the row marks). Quartiles would not show whether a change of
//! less than 5 % is real, because they contain only the noise within one run.

use crate::console::{Error, print, shown};
use crate::format::{length_text, marked};
use crate::output::columns;
use crate::record::Record;
use crate::subject::OURS;
use clap::Args;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// A change of a figure by more than this share is flagged.
const NOTABLE: f64 = 0.05;

/// The arguments of `compare`.
#[derive(Debug, Args)]
pub(crate) struct CompareArgs {
    /// The record to compare with.
    a: PathBuf,
    /// The record whose changes are shown.
    b: PathBuf,
    /// Show only changes of more than 5 %.
    #[arg(long)]
    changes: bool,
}

/// Prints the ratios of two records.
///
/// # Errors
///
/// Returns a message if a record can't be read, or if the two have nothing in common.
pub(crate) fn run(args: &CompareArgs) -> Result<(), Error> {
    let (a, b) = (Record::read(&args.a)?, Record::read(&args.b)?);
    let (figures_a, figures_b) = (figures(&a), figures(&b));
    let comparison = Comparison::new(&figures_a, &figures_b);
    if comparison.pairs.is_empty() {
        let [a, b] = [&args.a, &args.b].map(|path| shown(path.as_os_str()));
        return Err(Error::Failed(format!("{a} and {b} have no measurement in common")));
    }
    let mut out = String::new();
    for (name, path, record) in [("A", &args.a, &a), ("B", &args.b, &b)] {
        let partial = if record.partial { ", partial" } else { "" };
        out.push_str(&format!("{name}: {}{partial}: {}\n", shown(path.as_os_str()), machine(record)));
    }
    if cpus(&a) != cpus(&b) {
        out.push_str("These are different CPUs, so the ratios reflect the CPUs as much as the code.\n");
    }
    out.push_str(&comparison.text(args.changes));
    print(&out)
}

/// Returns the CPUs on which a record was measured.
fn cpus(record: &Record) -> BTreeSet<&str> {
    record.measurements.iter().map(|m| m.cpu.as_str()).collect()
}

/// Returns the machines on which a record was measured.
pub(crate) fn machine(record: &Record) -> String {
    let machines: BTreeSet<_> = record
        .measurements
        .iter()
        .map(|m| format!("{}; {}; commit {}; {}", m.cpu, m.rustc, m.commit, m.date))
        .collect();
    match machines.len() {
        0 => "no measurements on a CPU".to_owned(),
        _ => machines.into_iter().collect::<Vec<_>>().join(" | "),
    }
}

/// What a figure describes, in display order: algorithm, package or platform, implementation, batch, length, spread of
/// lengths, unit.
type Key<'a> = (&'a str, &'a str, &'a str, usize, usize, &'a str, &'a str);

/// A figure in one record.
#[derive(Clone, Copy)]
struct Figure {
    value: f64,
    /// Whether something else used the core in the meantime.
    disturbed: bool,
}

/// Returns the figures of a record by their keys.
fn figures(record: &Record) -> BTreeMap<Key<'_>, Figure> {
    let measured = record.measurements.iter().map(|m| {
        let spread = m.lengths.remark();
        let package = if m.package == OURS { "" } else { &m.package };
        let key = (&*m.algorithm, package, &*m.implementation, m.batch, m.length_bytes, spread, "cycles_per_byte");
        (key, Figure { value: m.figure(), disturbed: m.disturbed })
    });
    let of_engines = record.rows.iter().map(|row| {
        let key = (&*row.algorithm, &*row.platform, &*row.implementation, 0, 0, "", &*row.unit);
        (key, Figure { value: row.value, disturbed: false })
    });
    measured.chain(of_engines).collect()
}

/// The figures of two records, key by key.
struct Comparison<'a> {
    /// The figure in each record, and the second divided by the first.
    pairs: Vec<(Key<'a>, Figure, Figure, f64)>,
    only_a: Vec<Key<'a>>,
    only_b: Vec<Key<'a>>,
}

impl<'a> Comparison<'a> {
    fn new(a: &BTreeMap<Key<'a>, Figure>, b: &BTreeMap<Key<'a>, Figure>) -> Self {
        let only = |these: &BTreeMap<Key<'a>, Figure>, others: &BTreeMap<Key<'a>, Figure>| {
            these.keys().filter(|key| !others.contains_key(*key)).copied().collect()
        };
        Self {
            pairs: a
                .iter()
                .filter_map(|(&key, &of_a)| b.get(&key).map(|&of_b| (key, of_a, of_b, of_b.value / of_a.value)))
                .collect(),
            only_a: only(a, b),
            only_b: only(b, a),
        }
    }

    /// Returns the comparison as a table.
    fn text(&self, changes_only: bool) -> String {
        let heading = ["algorithm", "implementation", "messages", "bytes", "", "unit", "A", "B", "B / A", ""];
        let mut lines = vec![heading.map(str::to_owned).to_vec()];
        let (mut more, mut less, mut disturbed) = (0, 0, 0);
        for &(key, a, b, ratio) in &self.pairs {
            let flag = flag(ratio);
            more += usize::from(flag == "MORE");
            less += usize::from(flag == "LESS");
            let where_disturbed = where_disturbed(a, b);
            disturbed += usize::from(where_disturbed.is_some());
            if flag.is_empty() && changes_only {
                continue;
            }
            let remark = [Some(flag), where_disturbed].into_iter().flatten().filter(|words| !words.is_empty());
            let remark = remark.collect::<Vec<_>>().join(", ");
            let figures = [figure(a), figure(b), format!("{ratio:.3}"), remark];
            lines.push(cells(key).into_iter().chain(figures).collect());
        }
        let mut out = String::new();
        if lines.len() > 1 {
            out.push_str(&columns(&lines, "llrrllrrrl"));
        }
        out.push_str(&format!(
            "{} figures in both: {more} more and {less} less by over {:.0} %. (Less is better, except for clock \
             rates.)\n",
            self.pairs.len(),
            NOTABLE * 100.0
        ));
        if disturbed > 0 {
            out.push_str(&format!(
                "{disturbed} of them were disturbed in one record or both (~), because something else used the core. \
                 Measure these again before drawing conclusions.\n"
            ));
        }
        for (name, keys) in [("A", &self.only_a), ("B", &self.only_b)] {
            if !keys.is_empty() {
                out.push_str(&format!("Only in {name}: {}\n", keys.len()));
                let lines: Vec<Vec<String>> =
                    keys.iter().map(|&key| [vec![String::new()], cells(key)].concat()).collect();
                out.push_str(&columns(&lines, "lllrrll"));
            }
        }
        out
    }
}

/// Returns the word for a notable change.
fn flag(ratio: f64) -> &'static str {
    if ratio > 1.0 + NOTABLE {
        "MORE"
    } else if ratio < 1.0 - NOTABLE {
        "LESS"
    } else {
        ""
    }
}

/// Returns in which of the two records a figure was disturbed.
fn where_disturbed(a: Figure, b: Figure) -> Option<&'static str> {
    match (a.disturbed, b.disturbed) {
        (false, false) => None,
        (true, false) => Some("disturbed in A"),
        (false, true) => Some("disturbed in B"),
        (true, true) => Some("disturbed in both"),
    }
}

/// Returns a figure with at least three digits.
fn figure(Figure { value, disturbed }: Figure) -> String {
    marked(if value >= 1000.0 { format!("{value:.0}") } else { format!("{value:.3}") }, disturbed)
}

/// Returns the cells of a line for a key.
fn cells((algorithm, place, implementation, batch, length, spread, unit): Key<'_>) -> Vec<String> {
    let implementation = if place.is_empty() { implementation.to_owned() } else { format!("{place} {implementation}") };
    let number = |n: usize, text: String| if n == 0 { String::new() } else { text };
    vec![
        algorithm.to_owned(),
        implementation,
        number(batch, batch.to_string()),
        number(length, length_text(length)),
        spread.to_owned(),
        unit.to_owned(),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::EngineRow;
    use crate::record::tests::measured;

    fn record(figures: &[(&str, usize, f64)]) -> Record {
        let measurements = figures.iter().map(|&(name, length, median)| measured("sha3-256", name, 1, length, median));
        Record { measurements: measurements.collect(), ..Record::default() }
    }

    #[test]
    fn changes_over_five_percent_are_flagged() {
        assert_eq!([flag(1.05), flag(1.06), flag(0.951), flag(0.94)], ["", "MORE", "", "LESS"]);
        let a = record(&[("lanes-portable", 64, 10.0), ("lanes-portable", 4096, 5.0), ("lanes-portable", 8, 70.0)]);
        let b = record(&[("lanes-portable", 64, 11.0), ("lanes-portable", 4096, 5.1), ("lanes-portable", 8, 60.0)]);
        let (a, b) = (figures(&a), figures(&b));
        let text = Comparison::new(&a, &b).text(false);
        assert!(text.contains("1.100  MORE") && text.contains("0.857  LESS") && text.contains("1.020\n"), "{text}");
        assert!(text.contains("3 figures in both: 1 more and 1 less"), "{text}");
        assert!(!Comparison::new(&a, &b).text(true).contains("1.020"));
    }

    #[test]
    fn disturbed_rows_are_named() {
        let a = record(&[("lanes-portable", 64, 10.0), ("lanes-portable", 8, 10.0)]);
        let mut b = record(&[("lanes-portable", 64, 12.0), ("lanes-portable", 8, 10.0)]);
        assert!(!Comparison::new(&figures(&a), &figures(&b)).text(false).contains("disturbed"));
        b.measurements[0].disturbed = true;
        let (a, b) = (figures(&a), figures(&b));
        let text = Comparison::new(&a, &b).text(false);
        assert!(text.contains("~11.880  1.188  MORE, disturbed in B\n"), "{text}");
        assert!(text.contains("1 of them were disturbed"), "{text}");
        let text = Comparison::new(&b, &a).text(true);
        assert!(text.contains("LESS, disturbed in A\n"), "{text}");
    }

    #[test]
    fn what_is_in_one_only_is_listed() {
        let a = record(&[("lanes-portable", 64, 10.0), ("gone-portable", 64, 10.0)]);
        let mut b = record(&[("lanes-portable", 64, 10.0)]);
        b.rows.push(EngineRow {
            platform: "avr".into(),
            algorithm: "groestl256".into(),
            implementation: "balanced".into(),
            unit: "ram_bytes".into(),
            value: 226.0,
            paper: None,
            date: "2026-01-01".into(),
        });
        let (a, b) = (figures(&a), figures(&b));
        let comparison = Comparison::new(&a, &b);
        assert_eq!((comparison.pairs.len(), comparison.only_a.len(), comparison.only_b.len()), (1, 1, 1));
        let text = comparison.text(false);
        assert!(text.contains("Only in A: 1\n  sha3-256  gone-portable") && text.contains("avr balanced"), "{text}");
    }
}
