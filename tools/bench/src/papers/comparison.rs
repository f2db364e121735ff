//! Compares a paper's table with our implementations: our figure for each row, and the gains.
//!
//! A row corresponds to a technique, the first part of an implementation's name. It also lists the preferred tiers,
//! because the papers' machines had other ones. A row without a figure states why it has none.

use super::table::{Row, Table, Unit};
use crate::code_size;
use crate::plan::LONG;
use crate::record::Record;
use crate::subject::OURS;
use counterpoint::Algorithm;
use counterpoint::registry::Implementation;

/// A table with our figures.
pub(crate) struct ComparedTable<'a> {
    pub(crate) table: &'a Table,
    /// One for each row.
    pub(crate) lines: Vec<ComparedRow<'a>>,
}

/// A row with our result.
pub(crate) struct ComparedRow<'a> {
    pub(crate) row: &'a Row,
    /// The paper's gains over the base row, one per column; empty if the row has no base.
    pub(crate) gains: Vec<f64>,
    /// Our result.
    pub(crate) ours: OurResult,
}

/// Our result for a row.
#[derive(Debug, PartialEq)]
pub(crate) enum OurResult {
    /// The row is code by other authors, which this library will not have.
    PaperOnly,
    /// This library does not have the technique yet.
    NotBuilt { technique: String },
    /// There is an implementation, but this machine can't run it.
    NotHere { implementation: &'static str, feature: &'static str },
    /// There is an implementation, but the record contains no figure for it.
    NotMeasured { implementation: &'static str },
    /// A figure in the table's unit, whether it was disturbed, and the gain over the base row.
    Figure { implementation: String, value: f64, disturbed: bool, gain: Option<f64> },
}

/// Compares a table with a record's figures.
pub(crate) fn compare<'a>(table: &'a Table, record: &Record) -> ComparedTable<'a> {
    let line = |row: &'a Row| {
        let base = table.base_of(row);
        let gains =
            base.map_or(Vec::new(), |base| row.paper.iter().zip(&base.paper).map(|(f, b)| 1.0 - f / b).collect());
        let mut ours = ours(table.unit, row, record);
        if let (OurResult::Figure { value, gain, .. }, Some(base)) = (&mut ours, base)
            && let Some((_, base, _)) = figure(table.unit, base, record)
        {
            *gain = Some(1.0 - *value / base);
        }
        ComparedRow { row, gains, ours }
    };
    ComparedTable { table, lines: table.rows.iter().map(line).collect() }
}

/// Returns our result for a row, without a gain.
fn ours(unit: Unit, row: &Row, record: &Record) -> OurResult {
    let Some(technique) = &row.technique else { return OurResult::PaperOnly };
    if let Some((implementation, value, disturbed)) = figure(unit, row, record) {
        return OurResult::Figure { implementation, value, disturbed, gain: None };
    }
    if let Some(implementation) = available(row) {
        return OurResult::NotMeasured { implementation };
    }
    match listed(row, |_| true) {
        Some(listed) => OurResult::NotHere {
            implementation: listed.name(),
            feature: listed.missing_features().next().unwrap_or("another CPU"),
        },
        None => OurResult::NotBuilt { technique: technique.clone() },
    }
}

/// Returns the implementation for a row, its figure in the record, and whether the figure was disturbed.
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

/// Returns the implementation for a row, if this machine can run it.
pub(crate) fn available(row: &Row) -> Option<&'static str> {
    listed(row, counterpoint::registry::Implementation::available).map(counterpoint::registry::Implementation::name)
}

/// Returns the implementation for a row, among those that `wanted` accepts.
fn listed(row: &Row, wanted: impl Fn(&Implementation) -> bool) -> Option<&'static Implementation> {
    let all: Vec<_> =
        Algorithm::by_name(&row.algorithm).ok()?.implementations().filter(|&listed| wanted(listed)).collect();
    let name = pick(all.iter().map(|listed| listed.name()), row)?;
    all.into_iter().find(|listed| listed.name() == name)
}

/// Among the names `technique-tier` with a row's technique, returns the one whose tier the row prefers, or else the
/// last one. A name with a third part is for many messages, which no row covers.
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

    /// The paper's own rows correspond to the form with 10 shuffles, although the paper does not say which of its three
    /// forms it measured. Code by others has no counterpart here.
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
            for line in compare(table, &record).lines {
                if line.row.name.starts_with("this paper") {
                    assert_eq!(
                        listed(line.row, |_| true).map(counterpoint::registry::Implementation::name),
                        Some(vperm)
                    );
                } else {
                    assert_eq!(line.ours, OurResult::PaperOnly, "{}", line.row.name);
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
        let compared = compare(table, &record);
        let ours: Vec<&OurResult> = compared.lines.iter().take(4).map(|line| &line.ours).collect();
        assert_eq!(*ours[0], OurResult::PaperOnly);
        assert_eq!(
            *ours[1],
            OurResult::Figure { implementation: "words-portable".into(), value: 20.0, disturbed: false, gain: None }
        );
        assert!(!matches!(ours[2], OurResult::Figure { .. }));
        assert_eq!(
            *ours[3],
            OurResult::Figure {
                implementation: "shuffle64-portable".into(),
                value: 15.0,
                disturbed: false,
                gain: Some(0.25)
            }
        );
        assert!((compared.lines[3].gains[1] - (1.0 - 20.39 / 24.43)).abs() < 1e-12);
        let short =
            Record { measurements: vec![measured("luffa256", "words-portable", 1, 64, 20.0)], ..Record::default() };
        let compared = compare(table, &short);
        assert_eq!(compared.lines[1].ours, OurResult::NotMeasured { implementation: "words-portable" });
    }
}
