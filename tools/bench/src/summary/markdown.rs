//! A record as tables in Markdown, for docs/performance.
//!
//! For a CPU, techniques are rows and tiers are columns, family by family. A cell contains the figure for one message
//! and, after a dot, the one for many. For another engine, builds are rows and units are columns.

use super::{Cell, Family, Many, Summary, distinct};
use crate::code_size;
use crate::format::{MARK, brackets_note, bytes_text, marked, short, title};
use crate::record::{EngineRow, Measurement, Record};
use std::collections::BTreeSet;

/// Returns the tables of a record: for each CPU the figures by family, technique and tier, and for each other engine
/// the figures by build and unit. The text ends with a line feed.
pub(crate) fn markdown(record: &Record) -> String {
    let mut out = String::new();
    for cpu in distinct(record.measurements.iter().map(|m| m.cpu.as_str())) {
        let own: Vec<Measurement> = record.measurements.iter().filter(|m| m.cpu == cpu).cloned().collect();
        out.push_str(&of_cpu(&cpu, &own));
    }
    let rows: Vec<&EngineRow> = record.rows.iter().filter(|row| row.unit != code_size::UNIT).collect();
    for platform in distinct(rows.iter().map(|row| row.platform.as_str())) {
        let own: Vec<&EngineRow> = rows.iter().copied().filter(|row| row.platform == platform).collect();
        out.push_str(&of_engine(&own));
    }
    out
}

fn of_cpu(cpu: &str, measurements: &[Measurement]) -> String {
    let summary = Summary::of(measurements);
    let facts: BTreeSet<String> = measurements.iter().map(|m| format!("{}, {}", m.rustc, m.date)).collect();
    let mut out = format!(
        "{cpu}; {}. Core cycles per byte of one message of {}",
        facts.into_iter().collect::<Vec<_>>().join("; "),
        bytes_text(super::long_bytes(&measurements.iter().collect::<Vec<_>>()))
    );
    let many = summary.families.iter().flat_map(|family| &family.techniques).flat_map(|t| t.cells.iter().flatten());
    let lengths: BTreeSet<usize> = many.filter_map(|cell| Some(cell.many.as_ref()?.length_bytes)).collect();
    if !lengths.is_empty() {
        let lengths: Vec<String> = lengths.into_iter().map(bytes_text).collect();
        out.push_str(&format!("; after the dot, of as many messages in one call, {} each", lengths.join(" or ")));
    }
    out.push_str(".\n\n");
    out.push_str(&line(std::iter::once(String::new()).chain(summary.tiers.iter().cloned())));
    out.push_str(&line(std::iter::once("---".to_owned()).chain(summary.tiers.iter().map(|_| "---:".to_owned()))));
    for family in &summary.families {
        out.push_str(&of_family(family));
    }
    out.push_str("\nBold: the fastest that is constant time. † not constant time: never chosen unless named.");
    if measurements.iter().any(|m| m.disturbed) {
        out.push(' ');
        out.push_str(MARK);
    }
    out.push_str("\n\n");
    out
}

fn of_family(family: &Family) -> String {
    let tiers = family.techniques.first().map_or(0, |technique| technique.cells.len());
    let empty = (0..tiers).map(|_| String::new());
    let mut out = line(std::iter::once(format!("**{}** ({})", title(&family.family), family.algorithm)).chain(empty));
    for technique in &family.techniques {
        let dagger = if technique.constant_time { "" } else { " †" };
        let cells = technique.cells.iter().map(|cell| cell.as_ref().map_or(String::new(), figures));
        out.push_str(&line(std::iter::once(format!("{}{dagger}", technique.technique)).chain(cells)));
    }
    out
}

fn figures(cell: &Cell) -> String {
    let bold = |text: String, best: bool| if best { format!("**{text}**") } else { text };
    let many = |many: &Many| {
        bold(format!("{} ×{}", marked(short(many.cycles_per_byte), many.disturbed), many.batch), cell.best_many)
    };
    match (
        cell.one.map(|one| bold(marked(short(one), cell.one_disturbed), cell.best_one)),
        cell.many.as_ref().map(many),
    ) {
        (Some(one), Some(many)) => format!("{one} · {many}"),
        (Some(one), None) => one,
        (None, Some(many)) => format!("· {many}"),
        (None, None) => String::new(),
    }
}

fn of_engine(rows: &[&EngineRow]) -> String {
    let units = distinct(rows.iter().map(|row| row.unit.as_str()));
    let mut builds: Vec<(&str, &str)> = rows.iter().map(|row| (&*row.algorithm, &*row.implementation)).collect();
    let mut seen = BTreeSet::new();
    builds.retain(|build| seen.insert(*build));
    let platform = rows.first().map_or("", |row| row.platform.as_str());
    let mut out = title(platform);
    if rows.iter().any(|row| row.paper.is_some()) {
        out.push_str("; in brackets ");
        out.push_str(brackets_note(platform));
    }
    out.push_str(".\n\n");
    let heading = units.iter().map(|unit| title(unit));
    out.push_str(&line([String::new(), String::new()].into_iter().chain(heading)));
    let rule = units.iter().map(|_| "---:".to_owned());
    out.push_str(&line(["---".to_owned(), "---".to_owned()].into_iter().chain(rule)));
    for (algorithm, implementation) in builds {
        let of_build = |unit: &String| {
            rows.iter().find(|r| r.algorithm == algorithm && r.implementation == implementation && r.unit == *unit)
        };
        let cells = units.iter().map(|unit| of_build(unit).map_or(String::new(), |row| engine_figure(row)));
        out.push_str(&line([algorithm.to_owned(), implementation.to_owned()].into_iter().chain(cells)));
    }
    out.push('\n');
    out
}

fn engine_figure(row: &EngineRow) -> String {
    let text = |value: f64| if value.fract() == 0.0 { format!("{value:.0}") } else { short(value) };
    match row.paper {
        Some(paper) => format!("{} ({})", text(row.value), text(paper)),
        None => text(row.value),
    }
}

/// Returns a line of a table.
fn line(cells: impl Iterator<Item = String>) -> String {
    format!("| {} |\n", cells.map(|cell| cell.replace('|', "\\|")).collect::<Vec<_>>().join(" | "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::LONG;
    use crate::record::tests::measured;

    #[test]
    fn a_record_as_a_table() {
        let measurements = vec![
            measured("groestl256", "ttable64-portable", 1, LONG, 13.9),
            measured("groestl256", "rows-avx512", 1, LONG, 3.0912),
            measured("groestl256", "rows-avx512-x8", 8, 4096, 1.447),
        ];
        let text = markdown(&Record { measurements, ..Record::default() });
        let expected = "\
imaginary CPU; rustc 1.0.0, 2026-01-01. Core cycles per byte of one message of 1 MiB; after the dot, of as many \
messages in one call, 4096 bytes each.

|  | portable | avx512 |
| --- | ---: | ---: |
| **Grøstl** (groestl256) |  |  |
| ttable64 † | 13.9 |  |
| rows |  | **3.09** · **1.45 ×8** |

Bold: the fastest that is constant time. † not constant time: never chosen unless named.

";
        assert_eq!(text, expected);
    }

    #[test]
    fn an_engine_as_a_table() {
        let row = |unit: &str, value: f64, paper| EngineRow {
            platform: "avr".into(),
            algorithm: "groestl256".into(),
            implementation: "balanced".into(),
            unit: unit.into(),
            value,
            paper,
            date: "2026-01-01".into(),
        };
        let rows = vec![row("cycles_per_byte", 410.5, Some(530.0)), row("ram_bytes", 224.0, None)];
        let text = markdown(&Record { rows, ..Record::default() });
        assert!(text.contains("8-bit AVR"), "{text}");
        assert!(text.contains("| groestl256 | balanced | 410 (530) | 224 |\n"), "{text}");
    }
}
