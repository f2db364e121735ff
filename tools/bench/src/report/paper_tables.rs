//! The papers' tables on the page: figures as text, gains in separate columns, and our result for each row.
//!
//! `papers` finds the results; this module formats them as `counterpoint-bench papers` does.

use crate::format::{marked, percents};
use crate::papers::{OurResult, Table, compare, tables};
use crate::record::Record;
use serde::Serialize;

/// One table.
#[derive(Serialize)]
pub(super) struct PaperTable {
    paper: &'static str,
    label: &'static str,
    title: &'static str,
    note: Option<&'static str>,
    unit: &'static str,
    gain_over: Option<String>,
    /// The heading, and whether ours are compared with this column.
    columns: Vec<(String, bool)>,
    rows: Vec<PaperRow>,
}

#[derive(Serialize)]
struct PaperRow {
    algorithm: String,
    name: String,
    /// Whether this is the first row of its algorithm.
    first: bool,
    /// Figures and gains.
    paper: Vec<(String, Option<String>)>,
    ours: Option<(String, Option<String>)>,
    /// Our implementation, or why there is no figure.
    says: String,
}

/// Returns all tables, compared with a record of one machine.
pub(super) fn of(record: &Record) -> Vec<PaperTable> {
    tables().iter().map(|table| of_table(table, record)).collect()
}

fn of_table(table: &'static Table, record: &Record) -> PaperTable {
    let figure = |value: f64| table.unit.figure(value);
    let mut rows: Vec<PaperRow> = Vec::new();
    for line in compare(table, record).lines {
        let row = line.row;
        let paper = row.paper.iter().enumerate();
        let (ours, says) = match line.ours {
            OurResult::Figure { implementation, value, disturbed, gain: of_ours } => {
                (Some((marked(figure(value), disturbed), of_ours.map(percents))), implementation)
            }
            other => (None, other.to_string()),
        };
        rows.push(PaperRow {
            first: rows.last().is_none_or(|before| before.algorithm != row.algorithm),
            algorithm: row.algorithm.clone(),
            name: row.name.clone(),
            paper: paper.map(|(i, &value)| (figure(value), line.gains.get(i).copied().map(percents))).collect(),
            ours,
            says,
        });
    }
    PaperTable {
        paper: &table.paper,
        label: &table.label,
        title: &table.title,
        note: table.note.as_deref(),
        unit: table.unit.title(),
        gain_over: table.gain_over(),
        columns: table.columns.iter().map(|column| (column.clone(), *column == table.beside)).collect(),
        rows,
    }
}
