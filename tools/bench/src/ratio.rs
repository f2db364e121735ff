//! The command `ratio`: prints for each call our time divided by the fastest peer's, worst first.
//!
//! Ours and the peers take turns only within a record, so a ratio always comes from one record. With several records,
//! for example with a peer built in several ways, the worst ratio of each cell counts.

use crate::compare::machine;
use crate::console::{Error, print, shown};
use crate::format::{length_text, marked};
use crate::output::columns;
use crate::record::{Measurement, Record};
use crate::selection::algorithms;
use crate::sides::{Cell, cell, sides};
use clap::{Args, ValueEnum};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// The arguments of `ratio`.
#[derive(Debug, Args)]
pub(crate) struct RatioArgs {
    /// Records written with `--peers --record`. For each cell, the worst ratio of all records counts.
    #[arg(required = true, value_name = "RECORD")]
    records: Vec<PathBuf>,
    /// Show only these algorithms (repeatable, or separated by commas).
    #[arg(short, long, value_delimiter = ',', value_name = "ALG")]
    algorithm: Vec<String>,
    /// Exit with code 1 if a ratio is above this one.
    #[arg(long, value_name = "RATIO", value_parser = parse_ratio)]
    fail_above: Option<f64>,
    /// The output format.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
}

/// Parses `--fail-above`.
fn parse_ratio(text: &str) -> Result<f64, String> {
    let ratio = text.parse().ok().filter(|ratio: &f64| ratio.is_finite() && *ratio > 0.0);
    ratio.ok_or_else(|| "must be a ratio above 0, such as 1.0 or 1.05".to_owned())
}

/// A cell in which both sides were measured.
#[derive(Clone, Copy)]
struct Ratio<'a> {
    value: f64,
    ours: &'a Measurement,
    peer: &'a Measurement,
}

impl Ratio<'_> {
    /// Returns whether something else used the core while one of the two was measured.
    fn disturbed(&self) -> bool {
        self.ours.disturbed || self.peer.disturbed
    }
}

/// A line of the JSON output.
#[derive(Serialize)]
struct Row<'a> {
    cpu: &'a str,
    algorithm: &'a str,
    batch: usize,
    lengths: &'a str,
    length_bytes: usize,
    ratio: f64,
    implementation: &'a str,
    cycles_per_byte: f64,
    peer: &'a str,
    peer_implementation: &'a str,
    peer_cycles_per_byte: f64,
    disturbed: bool,
}

/// Prints the ratios. Returns whether none is above the limit set by `--fail-above`.
///
/// # Errors
///
/// Returns a message for unknown names, if a record can't be read, or if none of them contains a peer measured with the
/// same messages as ours.
pub(crate) fn run(args: &RatioArgs) -> Result<bool, Error> {
    let wanted: Vec<&str> = algorithms(&args.algorithm)?.iter().map(|algorithm| algorithm.name).collect();
    let records: Vec<Record> = args.records.iter().map(|path| Record::read(path)).collect::<Result<_, _>>()?;
    let (ratios, without_peer) = ratios(&records, &wanted);
    if ratios.is_empty() {
        let names: Vec<String> = args.records.iter().map(|path| shown(path.as_os_str())).collect();
        let of = if args.algorithm.is_empty() { String::new() } else { format!(" of {}", args.algorithm.join(", ")) };
        return Err(Error::Failed(format!(
            "{}: no peer{of} was measured with the same messages as ours; measure with `counterpoint-bench --peers \
             --record FILE` (feature `peers`)",
            names.join(", ")
        )));
    }
    let limit = args.fail_above.unwrap_or(1.0);
    match args.format {
        Format::Text => {
            let mut out = String::new();
            for (path, record) in args.records.iter().zip(&records) {
                let partial = if record.partial { ", partial" } else { "" };
                out.push_str(&format!("{}{partial}: {}\n", shown(path.as_os_str()), machine(record)));
            }
            out.push_str(&text(&ratios, without_peer, limit));
            print(&out)?;
        }
        Format::Json => {
            let rows: Vec<Row<'_>> = ratios.iter().map(row).collect();
            print(&(serde_json::to_string_pretty(&rows).map_err(|e| e.to_string())? + "\n"))?;
        }
    }
    Ok(args.fail_above.is_none_or(|limit| ratios.iter().all(|ratio| ratio.value <= limit)))
}

/// Returns the ratios of all records, worst first, and the number of cells in which no peer was measured.
fn ratios<'a>(records: &'a [Record], wanted: &[&str]) -> (Vec<Ratio<'a>>, usize) {
    let mut cells: BTreeMap<Cell<'a>, Option<Ratio<'a>>> = BTreeMap::new();
    for record in records {
        let measurements = record.measurements.iter().filter(|m| wanted.contains(&m.algorithm.as_str()));
        for (cell, sides) in sides(measurements) {
            let Some(ours) = sides.ours else { continue };
            let worst = cells.entry(cell).or_default();
            if let (Some(peer), Some(value)) = (sides.peer, sides.ratio())
                && worst.is_none_or(|known| known.value < value)
            {
                *worst = Some(Ratio { value, ours, peer });
            }
        }
    }
    let without_peer = cells.values().filter(|ratio| ratio.is_none()).count();
    let mut ratios: Vec<Ratio<'_>> = cells.into_values().flatten().collect();
    ratios.sort_by(|a, b| b.value.total_cmp(&a.value));
    (ratios, without_peer)
}

/// Returns a table for each CPU, and the summary of all.
fn text(ratios: &[Ratio<'_>], without_peer: usize, limit: f64) -> String {
    let mut by_cpu: BTreeMap<&str, Vec<&Ratio<'_>>> = BTreeMap::new();
    for ratio in ratios {
        by_cpu.entry(&ratio.ours.cpu).or_default().push(ratio);
    }
    let mut out = String::new();
    for (cpu, ratios) in &by_cpu {
        if by_cpu.len() > 1 {
            out.push_str(&format!("\n{cpu}\n"));
        }
        let heading = ["ratio", "algorithm", "messages", "bytes", "lengths", "ours", "", "peer", ""];
        let mut lines = vec![heading.map(str::to_owned).to_vec()];
        lines.extend(ratios.iter().map(|ratio| cells(ratio)));
        out.push_str(&columns(&lines, "rlrrlrlrl"));
    }
    out.push_str("Core cycles per byte of the fastest of ours and of the fastest peer. Below 1, ours is faster.\n");
    if ratios.iter().any(Ratio::disturbed) {
        out.push_str("~ disturbed: something else used the core; measure these again before drawing conclusions.\n");
    }
    if without_peer > 0 {
        out.push_str(&format!("No peer was measured in {without_peer} more cells.\n"));
    }
    let above: Vec<String> = ratios.iter().filter(|ratio| ratio.value > limit).map(name).collect();
    out.push_str(&match above.len() {
        0 => format!("None of {} cells is above {limit:.2}.\n", ratios.len()),
        n => format!("{n} of {} cells are above {limit:.2}: {}\n", ratios.len(), above.join(", ")),
    });
    out
}

/// Returns the cells of a line.
fn cells(ratio: &Ratio<'_>) -> Vec<String> {
    let Ratio { value, ours, peer } = ratio;
    let (_, algorithm, (batch, lengths, length_bytes)) = cell(ours);
    vec![
        marked(format!("{value:.3}"), ratio.disturbed()),
        algorithm.to_owned(),
        batch.to_string(),
        length_text(length_bytes),
        lengths.text().to_owned(),
        format!("{:.2}", ours.figure()),
        ours.implementation.clone(),
        format!("{:.2}", peer.figure()),
        format!("{} {}", peer.package, peer.implementation),
    ]
}

/// Returns a cell's name with its ratio, for the summary.
fn name(ratio: &Ratio<'_>) -> String {
    let (_, algorithm, (batch, lengths, length_bytes)) = cell(ratio.ours);
    let gap = if lengths.remark().is_empty() { "" } else { " " };
    format!("{algorithm} {batch} x {}{gap}{} ({:.3})", length_text(length_bytes), lengths.remark(), ratio.value)
}

/// Returns the line of the JSON output.
fn row<'a>(ratio: &Ratio<'a>) -> Row<'a> {
    let Ratio { value, ours, peer } = *ratio;
    let (cpu, algorithm, (batch, lengths, length_bytes)) = cell(ours);
    Row {
        cpu,
        algorithm,
        batch,
        lengths: lengths.text(),
        length_bytes,
        ratio: value,
        implementation: &ours.implementation,
        cycles_per_byte: ours.figure(),
        peer: &peer.package,
        peer_implementation: &peer.implementation,
        peer_cycles_per_byte: peer.figure(),
        disturbed: ratio.disturbed(),
    }
}
