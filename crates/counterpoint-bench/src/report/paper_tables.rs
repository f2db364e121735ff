//! The papers' tables on the page: figures as text, gains in columns of their own, and what ours say to each row.
//!
//! What answers to a row is found in `papers`; here it only gets its form, the same that `bench papers` prints.

use crate::papers::{Ours, Table, answer, tables};
use crate::record::Record;
use crate::words::{marked, percents};
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
    /// Heading, and whether ours is set beside it.
    columns: Vec<(String, bool)>,
    rows: Vec<PaperRow>,
}

#[derive(Serialize)]
struct PaperRow {
    algorithm: String,
    name: String,
    /// The first row of its algorithm.
    first: bool,
    /// Figure and gain.
    paper: Vec<(String, Option<String>)>,
    ours: Option<(String, Option<String>)>,
    /// Our implementation, or why there is no figure.
    says: String,
}

/// All tables, answered by a record of one machine.
pub(super) fn of(record: &Record) -> Vec<PaperTable> {
    tables().iter().map(|table| of_table(table, record)).collect()
}

fn of_table(table: &'static Table, record: &Record) -> PaperTable {
    let figure = |value: f64| table.unit.figure(value);
    let mut rows: Vec<PaperRow> = Vec::new();
    for line in answer(table, record).lines {
        let row = line.row;
        let paper = row.paper.iter().enumerate();
        let (ours, says) = match line.ours {
            Ours::Figure { implementation, value, disturbed, gain: of_ours } => {
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
