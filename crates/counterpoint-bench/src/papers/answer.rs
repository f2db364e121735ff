//! What ours have to say to a paper's table: the figure of the implementation that answers to each row, and the gains.
//!
//! An implementation answers by its technique, the first part of its name; which tier does is the row's preference, since the
//! papers' machines had other ones. A row that nothing answers to says why.

use super::table::{Row, Table, Unit};
use crate::code_size;
use crate::plan::LONG;
use crate::record::Record;
use crate::subject::OURS;
use counterpoint::Algorithm;
use counterpoint::registry::Implementation;

/// A table with ours beside it.
pub(crate) struct Answered<'a> {
    pub(crate) table: &'a Table,
    /// One a row.
    pub(crate) lines: Vec<Line<'a>>,
}

/// A row with ours beside it.
pub(crate) struct Line<'a> {
    pub(crate) row: &'a Row,
    /// The paper's gains over the base, one a column; empty where the row has no base.
    pub(crate) gains: Vec<f64>,
    /// Ours.
    pub(crate) ours: Ours,
}

/// What ours say to a row.
#[derive(Debug, PartialEq)]
pub(crate) enum Ours {
    /// Nobody will build it: other authors' code.
    PaperOnly,
    /// We have no implementation of the technique yet.
    NotBuilt { technique: String },
    /// We have one, which this machine can't run.
    NotHere { implementation: &'static str, feature: &'static str },
    /// We have one, but the record holds no figure of it.
    NotMeasured { implementation: &'static str },
    /// A figure in the table's unit, whether it was disturbed, and the gain over the base's.
    Figure { implementation: String, value: f64, disturbed: bool, gain: Option<f64> },
}

/// Sets ours beside a table.
pub(crate) fn answer<'a>(table: &'a Table, record: &Record) -> Answered<'a> {
    let line = |row: &'a Row| {
        let base = table.base_of(row);
        let gains =
            base.map_or(Vec::new(), |base| row.paper.iter().zip(&base.paper).map(|(f, b)| 1.0 - f / b).collect());
        let mut ours = ours(table.unit, row, record);
        if let (Ours::Figure { value, gain, .. }, Some(base)) = (&mut ours, base)
            && let Some((_, base, _)) = figure(table.unit, base, record)
        {
            *gain = Some(1.0 - *value / base);
        }
        Line { row, gains, ours }
    };
    Answered { table, lines: table.rows.iter().map(line).collect() }
}

fn ours(unit: Unit, row: &Row, record: &Record) -> Ours {
    let Some(technique) = &row.technique else { return Ours::PaperOnly };
    if let Some((implementation, value, disturbed)) = figure(unit, row, record) {
        return Ours::Figure { implementation, value, disturbed, gain: None };
    }
    if let Some(implementation) = available(row) {
        return Ours::NotMeasured { implementation };
    }
    match listed(row, |_| true) {
        Some(listed) => Ours::NotHere {
            implementation: listed.name(),
            feature: listed.missing_features().next().unwrap_or("another CPU"),
        },
        None => Ours::NotBuilt { technique: technique.clone() },
    }
}

/// The implementation that answers to the row, its figure in the record, and whether that was disturbed.
fn figure(unit: Unit, row: &Row, record: &Record) -> Option<(String, f64, bool)> {
    let figures: Vec<(&str, f64, bool)> = match unit {
        Unit::CyclesPerByte => record
            .measurements
            .iter()
            .filter(|m| m.package == OURS && m.batch == 1 && m.length_bytes == LONG && m.algorithm == row.algorithm)
            .map(|m| (m.implementation.as_str(), m.figure(), m.disturbed))
            .collect(),
        Unit::CodeKilobytes => record
            .rows
            .iter()
            .filter(|r| r.unit == code_size::UNIT && r.algorithm == row.algorithm)
            .map(|r| (r.implementation.as_str(), r.value / 1000.0, false))
            .collect(),
    };
    let name = pick(figures.iter().map(|&(name, ..)| name), row)?;
    let found = figures.iter().find(|&&(other, ..)| other == name);
    found.map(|&(name, value, disturbed)| (name.to_owned(), value, disturbed))
}

/// The implementation of ours that answers to the row and can run here.
pub(crate) fn available(row: &Row) -> Option<&'static str> {
    listed(row, |listed| listed.available()).map(|listed| listed.name())
}

fn listed(row: &Row, wanted: impl Fn(&Implementation) -> bool) -> Option<&'static Implementation> {
    let all: Vec<_> =
        Algorithm::by_name(&row.algorithm).ok()?.implementations().filter(|&listed| wanted(listed)).collect();
    let name = pick(all.iter().map(|listed| listed.name()), row)?;
    all.into_iter().find(|listed| listed.name() == name)
}

/// Of the names `technique-tier` that have the row's technique: the one whose tier comes first in the row, else the last.
/// A name with a third part is for many messages, which no row asks for.
fn pick<'a>(names: impl Iterator<Item = &'a str>, row: &Row) -> Option<&'a str> {
    let technique = row.technique.as_deref()?;
    let fitting: Vec<(&str, &str)> = names
        .filter_map(|name| {
            let tier = name.strip_prefix(technique)?.strip_prefix('-')?;
            (!tier.contains('-')).then_some((name, tier))
        })
        .collect();
    let preferred = row.tiers.iter().find_map(|tier| fitting.iter().find(|(_, other)| other == tier));
    preferred.or(fitting.last()).map(|&(name, _)| name)
}

#[cfg(test)]
mod tests {
    use super::super::tables;
    use super::*;
    use crate::record::tests::measured;

    fn row(technique: &str, tiers: &[&str]) -> Row {
        Row {
            algorithm: "luffa256".into(),
            name: "r".into(),
            paper: vec![1.0],
            technique: Some(technique.into()),
            tiers: tiers.iter().map(|&t| t.into()).collect(),
            base: None,
        }
    }

    #[test]
    fn a_row_is_answered_by_technique_and_the_preferred_tier() {
        let names = ["spec-portable", "rows-aesni", "rows-avx", "rows-avx512-x4", "rows2-avx"];
        let pick = |technique, tiers: &[&str]| pick(names.into_iter(), &row(technique, tiers));
        assert_eq!(pick("rows", &["avx", "aesni"]), Some("rows-avx"));
        assert_eq!(pick("rows", &["aesni"]), Some("rows-aesni"));
        assert_eq!(pick("rows", &["neon"]), Some("rows-avx"));
        assert_eq!(pick("row", &[]), None);
    }

    /// The paper's own implementation is the one with 10 shuffles; what others wrote is theirs alone.
    #[test]
    fn fugue_is_answered_by_vector_permutes_alone() {
        let vperm = match () {
            () if cfg!(target_arch = "x86_64") => "vperm10-ssse3",
            () if cfg!(target_arch = "aarch64") => "vperm10-neon",
            () => return,
        };
        let record =
            Record { measurements: vec![measured("fugue256", "ttable-portable", 1, LONG, 1.0)], ..Record::default() };
        for table in tables().iter().filter(|table| table.paper == "Fugue-SIMD") {
            for line in answer(table, &record).lines {
                if line.row.name.starts_with("this paper") {
                    assert_eq!(listed(line.row, |_| true).map(|listed| listed.name()), Some(vperm));
                } else {
                    assert_eq!(line.ours, Ours::PaperOnly, "{}", line.row.name);
                }
            }
        }
    }

    #[test]
    fn every_kind_of_answer() {
        let record = Record {
            measurements: vec![measured("luffa256", "words-portable", 1, LONG, 20.0), {
                measured("luffa256", "shuffle64-portable", 1, LONG, 15.0)
            }],
            ..Record::default()
        };
        let table = tables().iter().find(|t| t.label == "Table 3").expect("it is there");
        let answered = answer(table, &record);
        let ours: Vec<&Ours> = answered.lines.iter().take(4).map(|line| &line.ours).collect();
        assert_eq!(*ours[0], Ours::PaperOnly);
        assert_eq!(
            *ours[1],
            Ours::Figure { implementation: "words-portable".into(), value: 20.0, disturbed: false, gain: None }
        );
        assert!(!matches!(ours[2], Ours::Figure { .. }));
        assert_eq!(
            *ours[3],
            Ours::Figure {
                implementation: "shuffle64-portable".into(),
                value: 15.0,
                disturbed: false,
                gain: Some(0.25)
            }
        );
        assert!((answered.lines[3].gains[1] - (1.0 - 20.39 / 24.43)).abs() < 1e-12);
        let short =
            Record { measurements: vec![measured("luffa256", "words-portable", 1, 64, 20.0)], ..Record::default() };
        let answered = answer(table, &short);
        assert_eq!(answered.lines[1].ours, Ours::NotMeasured { implementation: "words-portable" });
    }
}
