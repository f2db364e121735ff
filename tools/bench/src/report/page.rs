//! The contents of the page: a chapter for each CPU, then the other engines.
//!
//! A chapter contains the facts on which its figures depend, the fastest implementation of each algorithm, the summary
//! by family, technique and tier, figures and quartiles of every algorithm, and the papers' tables.

use super::engines::{self, Engine};
use super::figures::{self, FamilyFigures};
use super::paper_tables::{self, PaperTable};
use crate::format::{marked, short, thousands};
use crate::record::{Measurement, Record};
use crate::summary::{self, Fastest, Summary, distinct};
use serde::Serialize;

/// The whole page.
#[derive(Serialize)]
pub(super) struct Page {
    partial: bool,
    chapters: Vec<Chapter>,
    engines: Vec<Engine>,
    dates: String,
}

/// The measurements on one CPU.
#[derive(Serialize)]
struct Chapter {
    /// The target of links inside the page.
    id: String,
    cpu: String,
    facts: Vec<(&'static str, String)>,
    /// The number of measurements, and of disturbed ones.
    measured: usize,
    disturbed: usize,
    fastest: Vec<FastestRow>,
    summary: Summary,
    families: Vec<FamilyFigures>,
    papers: Vec<PaperTable>,
}

#[derive(Serialize)]
struct FastestRow {
    algorithm: String,
    implementation: String,
    short: String,
    long: String,
    many: String,
    many_by: String,
    peer: String,
    ratio: String,
}

impl Page {
    /// Returns the contents of the page for a record.
    pub(super) fn of(record: &Record) -> Self {
        let cpus = distinct(record.measurements.iter().map(|m| m.cpu.as_str()));
        let mut dates = distinct(
            record.measurements.iter().map(|m| m.date.as_str()).chain(record.rows.iter().map(|r| r.date.as_str())),
        );
        dates.sort();
        Self {
            partial: record.partial,
            chapters: cpus.iter().enumerate().map(|(i, cpu)| chapter(i, cpu, record)).collect(),
            engines: engines::of(record),
            dates: match &dates[..] {
                [first, .., last] => format!("{first} to {last}"),
                [only] => only.clone(),
                [] => String::new(),
            },
        }
    }
}

fn chapter(number: usize, cpu: &str, record: &Record) -> Chapter {
    let own: Vec<Measurement> = record.measurements.iter().filter(|m| m.cpu == cpu).cloned().collect();
    let arch = own.first().map_or("", |m| m.arch.as_str());
    let rows = record.rows.iter().filter(|row| arch.is_empty() || row.platform == arch).cloned().collect();
    let own = Record { measurements: own, rows, ..Record::default() };
    let measurements = &own.measurements;
    let id = format!("cpu{number}");
    Chapter {
        cpu: cpu.to_owned(),
        facts: facts(measurements),
        measured: measurements.len(),
        disturbed: measurements.iter().filter(|m| m.disturbed).count(),
        fastest: summary::fastest(measurements).into_iter().map(fastest_row).collect(),
        summary: Summary::of(measurements),
        families: figures::of(&id, measurements),
        papers: paper_tables::of(&own),
        id,
    }
}

/// Returns the facts on which the figures depend.
fn facts(measurements: &[Measurement]) -> Vec<(&'static str, String)> {
    let each = |of: &dyn Fn(&Measurement) -> &str| distinct(measurements.iter().map(of)).join("; ");
    let spread = |of: &dyn Fn(&Measurement) -> f64| {
        let (low, high) =
            measurements.iter().map(of).fold((f64::INFINITY, 0.0_f64), |(low, high), v| (low.min(v), high.max(v)));
        if high - low < 5e6 {
            format!("{:.2} GHz", high / 1e9)
        } else {
            format!("{:.2} to {:.2} GHz", low / 1e9, high / 1e9)
        }
    };
    let samples: usize = measurements.iter().map(|m| m.samples).sum();
    let discarded: u64 = measurements.iter().map(|m| m.discarded).sum();
    let mut calls: Vec<f64> = measurements.iter().map(|m| m.call_cycles).collect();
    calls.sort_by(f64::total_cmp);
    vec![
        ("Core clock while measuring", spread(&|m| m.core_hz)),
        ("Counter", format!("{}; {}", each(&|m| &m.counter), spread(&|m| m.tsc_hz))),
        ("Compiler", each(&|m| &m.rustc)),
        ("Commit", each(&|m| &m.commit)),
        ("Day", each(&|m| &m.date)),
        (
            "A call that does nothing",
            format!("{:.0} cycles, not subtracted", calls.get(calls.len() / 2).unwrap_or(&0.0)),
        ),
        (
            "Samples",
            format!("{} kept, {} disturbed ones discarded", thousands(samples as f64), thousands(discarded as f64)),
        ),
    ]
}

fn fastest_row(fastest: Fastest) -> FastestRow {
    let many = fastest.many.as_ref();
    FastestRow {
        short: fastest.short.map_or(String::new(), |(figure, disturbed)| marked(short(figure), disturbed)),
        long: marked(short(fastest.long), fastest.long_disturbed),
        many: many.map_or(String::new(), |many| marked(short(many.cycles_per_byte), many.disturbed)),
        many_by: many.map_or(String::new(), |many| format!("{} × {}", many.batch, many.implementation)),
        peer: fastest.peer.as_ref().map_or(String::new(), |(package, figure, disturbed)| {
            format!("{} {package}", marked(short(*figure), *disturbed))
        }),
        ratio: fastest.peer.map_or(String::new(), |(_, figure, _)| format!("{:.1} ×", figure / fastest.long)),
        algorithm: fastest.algorithm,
        implementation: fastest.implementation,
    }
}
