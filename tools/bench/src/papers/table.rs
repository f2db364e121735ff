//! The papers' tables, read from `data/papers.toml`.
//!
//! The file contains only figures printed in the papers; gains are computed from them. An error in the file names the
//! row, and a test reads the file, so it is correct when the program runs.

use crate::summary::distinct;
use serde::Deserialize;
use std::sync::OnceLock;

/// One table of a paper.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Table {
    /// The paper's key.
    pub(crate) paper: String,
    /// The paper's name for the table.
    pub(crate) label: String,
    /// What it shows.
    pub(crate) title: String,
    /// The unit of its figures.
    pub(crate) unit: Unit,
    /// The headings of the paper's figures.
    pub(crate) columns: Vec<String>,
    /// The column to compare ours with; the others are only shown.
    pub(crate) beside: String,
    /// A note for readers.
    pub(crate) note: Option<String>,
    /// The rows, in the paper's order.
    pub(crate) rows: Vec<Row>,
}

/// The unit of a table's figures.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Unit {
    /// Cycles per byte of a long message.
    CyclesPerByte,
    /// Machine code in units of 1000 bytes.
    CodeKilobytes,
}

/// One row of a table.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Row {
    /// The name of the algorithm in this library.
    pub(crate) algorithm: String,
    /// The paper's name for the variant.
    pub(crate) name: String,
    /// The paper's figures, one per column.
    pub(crate) paper: Vec<f64>,
    /// The technique of this library that corresponds to the row, if there is one.
    pub(crate) technique: Option<String>,
    /// The preferred tiers, the most preferred first.
    #[serde(default)]
    pub(crate) tiers: Vec<String>,
    /// The row of the same algorithm over which gains are computed.
    pub(crate) base: Option<String>,
}

impl Unit {
    /// Returns the name of the unit.
    pub(crate) fn title(self) -> &'static str {
        match self {
            Self::CyclesPerByte => "cycles per byte, long message",
            Self::CodeKilobytes => "kilobytes",
        }
    }

    /// Returns a figure with as many digits as in the papers.
    pub(crate) fn figure(self, value: f64) -> String {
        match self {
            Self::CyclesPerByte => format!("{value:.2}"),
            Self::CodeKilobytes => format!("{value:.3}"),
        }
    }
}

impl Table {
    /// Returns the base row for a row's gain.
    pub(crate) fn base_of(&self, row: &Row) -> Option<&Row> {
        let base = row.base.as_deref()?;
        self.rows.iter().find(|other| other.algorithm == row.algorithm && other.name == base)
    }

    /// Returns the names of the base rows; `None` if the table has no gains.
    pub(crate) fn gain_over(&self) -> Option<String> {
        let bases = distinct(self.rows.iter().filter_map(|row| row.base.as_deref()));
        (!bases.is_empty()).then(|| bases.join(" and "))
    }
}

/// Returns all tables.
pub(crate) fn tables() -> &'static [Table] {
    static TABLES: OnceLock<Vec<Table>> = OnceLock::new();
    TABLES.get_or_init(|| parse(include_str!("../../data/papers.toml")).expect("a test reads this file"))
}

/// Parses the file, and checks what its types do not.
fn parse(text: &str) -> Result<Vec<Table>, String> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct File {
        table: Vec<Table>,
    }
    let tables = toml::from_str::<File>(text).map_err(|e| e.to_string())?.table;
    for table in &tables {
        let name = format!("[{}] {}", table.paper, table.label);
        if !table.columns.contains(&table.beside) {
            return Err(format!("{name}: `beside` does not name a column"));
        }
        for row in &table.rows {
            let row_name = format!("{name}: {}, {}", row.algorithm, row.name);
            if row.paper.len() != table.columns.len() {
                return Err(format!("{row_name}: must have one figure per column"));
            }
            if row.base.is_some() && table.base_of(row).is_none() {
                return Err(format!("{row_name}: `base` does not name a row"));
            }
        }
    }
    Ok(tables)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: &str = r#"
        [[table]]
        paper = "P"
        label = "Table 1"
        title = "t"
        unit = "cycles_per_byte"
        columns = ["a", "b"]
        beside = "a"
        rows = [
            { algorithm = "x", name = "slow", paper = [2.0, 3.0] },
            { algorithm = "x", name = "fast", paper = [1.0, 2.0], base = "slow" },
        ]
    "#;

    #[test]
    fn the_six_tables_are_there() {
        let labels: Vec<_> = tables().iter().map(|t| format!("{} {}", t.paper, t.label)).collect();
        let expected = [
            "Fugue-SIMD Benchmarks, Core 2 Duo",
            "Fugue-SIMD Benchmarks, Core i7",
            "Luffa-shuffle Table 3",
            "Luffa-shuffle Table 4",
            "Luffa-shuffle Table 5",
            "Groestl-guide Table 1",
        ];
        assert_eq!(labels, expected);
        assert_eq!(tables().iter().map(|t| t.rows.len()).collect::<Vec<_>>(), [8, 8, 12, 12, 12, 15]);
    }

    /// The papers' own statements about their tables hold for the figures as typed here.
    #[test]
    fn the_papers_own_words_hold() {
        let gain = |label: &str, algorithm: &str, name: &str, column: usize| {
            let table = tables().iter().find(|t| t.label == label).expect("it is there");
            let row = table.rows.iter().find(|r| r.algorithm == algorithm && r.name == name).expect("it is there");
            1.0 - row.paper[column] / table.base_of(row).expect("it has one").paper[column]
        };
        // "up to 32% (Luffa-384 ICC) over the Basic implementation"; "up to 15% (Luffa-256 ICC)".
        assert!((gain("Table 3", "luffa384", "Parallel+PS", 0) - 0.32).abs() < 0.005);
        assert!((gain("Table 4", "luffa256", "PS", 0) - 0.15).abs() < 0.005);
    }

    #[test]
    fn mistakes_in_the_file_are_told_with_the_row() {
        assert!(parse(SMALL).is_ok());
        let wrong = |from: &str, to: &str| parse(&SMALL.replace(from, to)).unwrap_err();
        assert!(wrong("beside = \"a\"", "beside = \"c\"").contains("[P] Table 1: `beside`"));
        assert!(wrong("[2.0, 3.0]", "[2.0]").contains("x, slow: must have one figure per column"));
        assert!(wrong("base = \"slow\"", "base = \"none\"").contains("x, fast: `base`"));
        assert!(wrong("title", "titel").contains("titel"));
    }
}
