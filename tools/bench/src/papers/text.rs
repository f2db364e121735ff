//! The papers' tables as text.
//!
//! Each row has a line: the algorithm, the paper's name for the row, its figures, and ours. Columns that must not be
//! compared with ours are marked "paper only".

use super::comparison::{ComparedRow, ComparedTable, OurResult};
use super::table::Table;
use crate::code_size;
use crate::format::{MARK, marked, percents, title};
use crate::output::columns;
use crate::record::Record;

/// Returns all tables, and the machine of our figures.
pub(super) fn all(compared: &[ComparedTable<'_>], record: &Record) -> String {
    let mut out: String = compared.iter().map(one).collect();
    if let Some(m) = record.measurements.first() {
        out.push_str(&format!(
            "Ours: core cycles per byte, one message of 1 MiB, median; {}; {}; {}.\n",
            m.cpu, m.rustc, m.date
        ));
    }
    let disturbed = |line: &ComparedRow<'_>| matches!(line.ours, OurResult::Figure { disturbed: true, .. });
    if compared.iter().flat_map(|table| &table.lines).any(disturbed) {
        out.push_str(MARK);
        out.push('\n');
    }
    if !record.rows.iter().any(|row| row.unit == code_size::UNIT) {
        out.push_str("No code sizes: this program's symbols do not name its kernels. ");
        out.push_str("Build it with -Csymbol-mangling-version=v0.\n");
    }
    out
}

fn one(compared: &ComparedTable<'_>) -> String {
    let table = compared.table;
    let mut out = format!("[{}] {}: {}\n", table.paper, table.label, table.title);
    out.push_str(&title(table.unit.title()));
    if let Some(base) = table.gain_over() {
        out.push_str(&format!("; in brackets the gain over {base}"));
    }
    out.push_str(".\n");
    let mut lines = vec![heading(table)];
    lines.extend(compared.lines.iter().map(|line| cells(table, line)));
    out.push_str(&columns(&lines, &format!("ll{}rl", "r".repeat(table.columns.len()))));
    if let Some(note) = &table.note {
        out.push_str(note);
        out.push('\n');
    }
    out.push('\n');
    out
}

fn heading(table: &Table) -> Vec<String> {
    let paper = table.columns.iter().map(|column| match () {
        () if *column == table.beside => column.clone(),
        () => format!("{column}, paper only"),
    });
    ["".to_owned(), "".to_owned()].into_iter().chain(paper).chain(["ours".to_owned(), "".to_owned()]).collect()
}

fn cells(table: &Table, line: &ComparedRow<'_>) -> Vec<String> {
    let figure = |value: f64, gain: Option<f64>| {
        let value = table.unit.figure(value);
        gain.map_or(value.clone(), |gain| format!("{value} ({})", percents(gain)))
    };
    let mut cells = vec![line.row.algorithm.clone(), line.row.name.clone()];
    cells.extend(line.row.paper.iter().enumerate().map(|(i, &value)| figure(value, line.gains.get(i).copied())));
    cells.extend(match &line.ours {
        OurResult::Figure { implementation, value, disturbed, gain } => {
            [marked(figure(*value, *gain), *disturbed), implementation.clone()]
        }
        other => [String::new(), other.to_string()],
    });
    cells
}

impl std::fmt::Display for OurResult {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::PaperOnly => f.write_str("paper only"),
            Self::NotBuilt { technique } => write!(f, "not built yet ({technique})"),
            Self::NotHere { implementation, feature } => {
                write!(f, "not on this machine ({implementation} requires {feature})")
            }
            Self::NotMeasured { implementation } => write!(f, "not measured ({implementation})"),
            Self::Figure { implementation, value, .. } => write!(f, "{value:.2} ({implementation})"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{compare, tables};
    use super::*;

    #[test]
    fn a_disturbed_figure_is_marked() {
        let mut m = crate::record::tests::measured("luffa256", "words-portable", 1, crate::plan::LONG, 20.0);
        let shown = |m: &crate::record::Measurement| {
            let record = Record { measurements: vec![m.clone()], ..Record::default() };
            all(&tables().iter().map(|table| compare(table, &record)).collect::<Vec<_>>(), &record)
        };
        assert!(!shown(&m).contains('~'));
        m.disturbed = true;
        let text = shown(&m);
        assert!(text.contains("  ~19.80  words-portable") && text.contains("~ disturbed"), "{text}");
    }

    #[test]
    fn every_row_of_every_table_says_something() {
        let record = Record::default();
        for table in tables() {
            let text = one(&compare(table, &record));
            let rows: Vec<&str> = text.lines().skip(3).take(table.rows.len()).collect();
            for (line, row) in rows.iter().zip(&table.rows) {
                assert!(line.contains(&row.algorithm) && line.contains(&row.name), "{line}");
                let says = ["paper only", "not built yet", "not measured", "not on this machine"];
                assert!(says.iter().any(|what| line.contains(what)), "{line}");
            }
        }
    }
}
