//! Other engines: an AVR, an FPGA, an instruction-set model.
//!
//! Each has a table with the papers' figures, and bars for the most important unit, the first in the record. Their
//! units differ from those of the CPUs, so no figure compares platforms.

use super::bars::{Bars, Entry};
use super::plot::{Plot, Point};
use crate::code_size;
use crate::format::{brackets_note, figure as figure_text, percents, title};
use crate::record::{EngineRow, Record};
use crate::summary::distinct;
use serde::Serialize;

/// One platform.
#[derive(Debug, Serialize)]
pub(super) struct Engine {
    platform: String,
    title: String,
    /// The headings of the units.
    units: Vec<String>,
    rows: Vec<Row>,
    /// Bars for the first unit.
    bars: Option<Bars>,
    bars_unit: String,
    /// The title of [`COST`], and a plot of each other unit against it.
    cost: String,
    plots: Vec<Plot>,
    /// The explanation of the figures in brackets, if there are any.
    brackets: Option<&'static str>,
    dates: String,
}

#[derive(Debug, Serialize)]
struct Row {
    algorithm: String,
    implementation: String,
    /// One per unit.
    cells: Vec<Option<Figure>>,
}

#[derive(Debug, Serialize)]
struct Figure {
    ours: String,
    paper: Option<String>,
    /// The change from the paper's figure to ours in percent.
    change: Option<String>,
}

/// The unit of the cost of an instruction set. Its gains are in the units [`GAINS`].
const COST: &str = "gate_equivalents_osu018";
const GAINS: [&str; 3] = ["sha3_512_instructions_per_byte", "cycles_in_order", "cycles_out_of_order"];
const PLOT_HEIGHT: f64 = 340.0;

/// Returns a plot of the costs and gains of instruction sets, for each unit of [`GAINS`] that the rows have.
fn plots(rows: &[&EngineRow]) -> Vec<Plot> {
    let plot = |&unit: &&str| {
        let is = |row: &EngineRow, unit: &str| row.unit == unit && row.value > 0.0;
        let points = rows.iter().filter(|row| is(row, COST)).filter_map(|cost| {
            let gain = rows.iter().find(|row| is(row, unit) && row.algorithm == cost.algorithm)?;
            let figures = [COST, unit].map(title).join(", ");
            let tip = format!("{}: {} {}: {figures}", cost.algorithm, figure_text(cost.value), figure_text(gain.value));
            Some(Point { x: cost.value, y: gain.value, tip })
        });
        Plot::of_points(points.collect(), PLOT_HEIGHT, title(unit))
    };
    GAINS.iter().filter_map(plot).collect()
}

/// Returns every platform of the record, in its order.
pub(super) fn of(record: &Record) -> Vec<Engine> {
    let rows: Vec<&EngineRow> = record.rows.iter().filter(|row| row.unit != code_size::UNIT).collect();
    distinct(rows.iter().map(|row| row.platform.as_str()))
        .into_iter()
        .map(|platform| {
            let own: Vec<&EngineRow> = rows.iter().copied().filter(|row| row.platform == platform).collect();
            engine(platform, &own)
        })
        .collect()
}

fn engine(platform: String, rows: &[&EngineRow]) -> Engine {
    let units = distinct(rows.iter().map(|row| row.unit.as_str()));
    let mut builds: Vec<(&str, &str)> = Vec::new();
    for row in rows {
        if !builds.contains(&(&row.algorithm, &row.implementation)) {
            builds.push((&row.algorithm, &row.implementation));
        }
    }
    let find = |(algorithm, implementation): (&str, &str), unit: &str| {
        rows.iter().find(|r| r.algorithm == algorithm && r.implementation == implementation && r.unit == unit)
    };
    let first = units.first().cloned().unwrap_or_default();
    let entries: Vec<Entry> = builds
        .iter()
        .filter_map(|&build| {
            let row = find(build, &first)?;
            let remark = row.paper.map_or(String::new(), |paper| format!("(paper {})", figure_text(paper)));
            let name = format!("{} {}", build.0, build.1);
            Some(Entry { name, kind: "engine", value: row.value, mark: row.paper, remark })
        })
        .collect();
    Engine {
        title: title(&platform),
        bars: Bars::of(&entries, format!("{} on {}", title(&first), title(&platform))),
        bars_unit: title(&first),
        cost: title(COST),
        plots: plots(rows),
        brackets: rows.iter().any(|row| row.paper.is_some()).then(|| brackets_note(&platform)),
        rows: builds
            .iter()
            .map(|&build| Row {
                algorithm: build.0.to_owned(),
                implementation: build.1.to_owned(),
                cells: units.iter().map(|unit| find(build, unit).map(|row| figure(row))).collect(),
            })
            .collect(),
        units: units.iter().map(|unit| title(unit)).collect(),
        dates: distinct(rows.iter().map(|row| row.date.as_str())).join(", "),
        platform,
    }
}

fn figure(row: &EngineRow) -> Figure {
    Figure {
        ours: figure_text(row.value),
        paper: row.paper.map(figure_text),
        change: row.paper.filter(|&paper| paper > 0.0).map(|paper| percents(row.value / paper - 1.0)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(implementation: &str, unit: &str, value: f64, paper: Option<f64>) -> EngineRow {
        EngineRow {
            platform: "avr".into(),
            algorithm: "groestl256".into(),
            implementation: implementation.into(),
            unit: unit.into(),
            value,
            paper,
            date: "2026-01-01".into(),
        }
    }

    #[test]
    fn a_build_is_a_row_and_a_unit_a_column() {
        let rows = vec![
            row("high-speed", "cycles_per_byte", 380.0, Some(469.0)),
            row("high-speed", "ram_bytes", 750.0, Some(994.0)),
            row("balanced", "cycles_per_byte", 405.5, None),
            row("balanced", code_size::UNIT, 405.0, None),
        ];
        let engines = of(&Record { rows, ..Record::default() });
        assert_eq!(engines.len(), 1);
        let engine = &engines[0];
        assert_eq!((engine.units.len(), engine.rows.len()), (2, 2));
        let figure = engine.rows[0].cells[0].as_ref().expect("it is there");
        assert_eq!((figure.ours.as_str(), figure.change.as_deref()), ("380", Some("\u{2212}19 %")));
        assert!(engine.rows[1].cells[1].is_none());
        assert!(engine.bars.is_some() && engine.plots.is_empty());
    }

    #[test]
    fn sets_of_instructions_are_plotted_by_what_they_cost() {
        let set = |name: &str, unit: &str, value| EngineRow { algorithm: name.into(), ..row("set", unit, value, None) };
        let rows = vec![
            set("k", COST, 2998.0),
            set("k", GAINS[0], 12.88),
            set("k", "critical_path_ps", 1.0),
            set("p", COST, 2591.0),
            set("p", GAINS[0], 22.4),
            set("without a unit", GAINS[0], 50.0),
        ];
        let engines = of(&Record { rows, ..Record::default() });
        assert_eq!(engines[0].plots.len(), 1);
    }
}
