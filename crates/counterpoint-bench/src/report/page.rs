//! What the page says: a chapter for each CPU, then the other engines.

use super::bars::{self, Bars};
use super::engines::{self, Engine};
use super::plot::{Look, Plot, Series};
use crate::papers::{self, Ours, Unit};
use crate::record::{Lengths, Measurement, Record};
use crate::subject::OURS;
use crate::summary::{self, Fastest, Summary, distinct};
use crate::words::{bytes_text, length_text, percents, short, thousands, title};
use counterpoint::Algorithm;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// Colours that the style sheet has for techniques.
const COLOURS: usize = 8;

/// The whole page.
#[derive(Serialize)]
pub(super) struct Page {
    partial: bool,
    chapters: Vec<Chapter>,
    engines: Vec<Engine>,
    dates: String,
}

/// What was measured on one CPU.
#[derive(Serialize)]
struct Chapter {
    /// For links inside the page.
    id: String,
    cpu: String,
    facts: Vec<(&'static str, String)>,
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

#[derive(Serialize)]
struct FamilyFigures {
    id: String,
    title: String,
    algorithms: Vec<AlgorithmFigures>,
}

/// The figures of one algorithm.
#[derive(Serialize)]
struct AlgorithmFigures {
    id: String,
    algorithm: String,
    lengths: Option<Plot>,
    batches: Option<Plot>,
    batch_bytes: String,
    bars: Option<Bars>,
    bars_length: String,
    raw: Vec<RawRow>,
}

#[derive(Serialize)]
struct RawRow {
    name: String,
    batch: usize,
    length: String,
    lengths: &'static str,
    lower: String,
    median: String,
    upper: String,
    megabytes: String,
    messages: String,
    samples: usize,
    discarded: u64,
    wrong: bool,
}

#[derive(Serialize)]
struct PaperTable {
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

impl Page {
    /// The page of a record.
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
    let ours: BTreeSet<&str> =
        measurements.iter().filter(|m| m.package == OURS).map(|m| m.algorithm.as_str()).collect();
    let (of_ours, for_scale): (Vec<&Measurement>, Vec<&Measurement>) =
        measurements.iter().partition(|m| ours.contains(m.algorithm.as_str()));
    let families = distinct(of_ours.iter().map(|m| summary::family(&m.algorithm)));
    let mut families: Vec<FamilyFigures> =
        families.into_iter().map(|family| family_figures(number, family, &of_ours)).collect();
    if !for_scale.is_empty() {
        let figures = algorithm_figures(number, "peers".to_owned(), &for_scale, &BTreeMap::new());
        families.push(FamilyFigures {
            id: format!("cpu{number}-scale"),
            title: "For scale".to_owned(),
            algorithms: vec![figures],
        });
    }
    Chapter {
        id: format!("cpu{number}"),
        cpu: cpu.to_owned(),
        facts: facts(measurements),
        fastest: summary::fastest(measurements).into_iter().map(fastest_row).collect(),
        summary: Summary::of(measurements),
        families,
        papers: papers::tables().iter().map(|table| paper_table(table, &own)).collect(),
    }
}

/// What the figures depend on.
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
            format!("{:.0} cycles, not taken off", calls.get(calls.len() / 2).unwrap_or(&0.0)),
        ),
        (
            "Samples",
            format!("{} kept, {} disturbed ones thrown away", thousands(samples as f64), thousands(discarded as f64)),
        ),
    ]
}

fn fastest_row(fastest: Fastest) -> FastestRow {
    let many = fastest.many.as_ref();
    FastestRow {
        short: fastest.short.map_or(String::new(), short),
        long: short(fastest.long),
        many: many.map_or(String::new(), |many| short(many.cycles_per_byte)),
        many_by: many.map_or(String::new(), |many| format!("{} × {}", many.batch, many.implementation)),
        peer: fastest.peer.as_ref().map_or(String::new(), |(package, figure)| format!("{} {package}", short(*figure))),
        ratio: fastest.peer.map_or(String::new(), |(_, figure)| format!("{:.1} ×", figure / fastest.long)),
        algorithm: fastest.algorithm,
        implementation: fastest.implementation,
    }
}

fn family_figures(number: usize, family: String, measurements: &[&Measurement]) -> FamilyFigures {
    let own: Vec<&Measurement> =
        measurements.iter().copied().filter(|m| summary::family(&m.algorithm) == family).collect();
    let techniques = distinct(own.iter().filter(|m| m.package == OURS).map(|m| m.technique.as_str()));
    // The specification is not drawn.
    let coloured = techniques.iter().filter(|technique| *technique != "spec");
    let colours: BTreeMap<&str, String> =
        coloured.enumerate().map(|(i, technique)| (technique.as_str(), format!("c{}", i % COLOURS + 1))).collect();
    let algorithms = distinct(own.iter().map(|m| m.algorithm.as_str()));
    let algorithms = algorithms.into_iter().map(|algorithm| {
        let of_algorithm: Vec<&Measurement> = own.iter().copied().filter(|m| m.algorithm == algorithm).collect();
        algorithm_figures(number, algorithm, &of_algorithm, &colours)
    });
    FamilyFigures { id: format!("cpu{number}-{family}"), title: title(&family), algorithms: algorithms.collect() }
}

fn algorithm_figures(
    number: usize,
    algorithm: String,
    measurements: &[&Measurement],
    colours: &BTreeMap<&str, String>,
) -> AlgorithmFigures {
    let single = single(measurements);
    let by_length = lines(&single, colours, |m| m.length_bytes as f64);
    let by_batch = batch_lines(measurements, colours);
    let lengths = Plot::of(
        &by_length,
        height(&by_length),
        format!("Cycles per byte of {algorithm} against the message's length, one line an implementation"),
        |bytes| length_text(bytes as usize),
    );
    let batches = Plot::of(
        &by_batch,
        height(&by_batch),
        format!("Cycles per byte of {algorithm} against the number of messages in one call"),
        |messages| format!("{messages}"),
    );
    AlgorithmFigures {
        id: format!("cpu{number}-{algorithm}"),
        // Where there is one length only, bars show all implementations; else they show what a user would pick.
        bars: bars(&algorithm, measurements, lengths.is_none()),
        bars_length: bytes_text(summary::long_bytes(&single)),
        batch_bytes: bytes_text(batch_bytes(measurements)),
        lengths,
        batches,
        raw: measurements.iter().map(|m| raw(m)).collect(),
        algorithm,
    }
}

/// Calls with one message, by what is meant for one message: the specification is not drawn, it would only press the others together.
fn single<'a>(measurements: &[&'a Measurement]) -> Vec<&'a Measurement> {
    let wanted = |m: &&&Measurement| m.batch == 1 && !summary::for_many(m) && m.technique != "spec";
    measurements.iter().filter(wanted).copied().collect()
}

/// A plot with few lines needs less room.
fn height(lines: &[Series<'_>]) -> f64 {
    (185.0 + 17.0 * lines.len() as f64).clamp(215.0, 400.0)
}

/// The length at which calls with many messages are plotted.
fn batch_bytes(measurements: &[&Measurement]) -> usize {
    let lengths = || measurements.iter().filter(|m| m.batch > 1).map(|m| m.length_bytes);
    lengths().find(|&length| length == summary::MANY_BYTES).or_else(|| lengths().max()).unwrap_or(0)
}

/// Lines of implementations for many messages; one across for the fastest at one message after the other.
fn batch_lines<'a>(measurements: &[&'a Measurement], colours: &BTreeMap<&str, String>) -> Vec<Series<'a>> {
    let bytes = batch_bytes(measurements);
    let here = measurements.iter().copied().filter(|m| m.lengths == Lengths::Equal && m.length_bytes == bytes);
    let many: Vec<&Measurement> = here.filter(|m| summary::for_many(m)).collect();
    let mut lines = lines(&many, colours, |m| m.batch as f64);
    let single: Vec<&Measurement> = single(measurements).into_iter().filter(|m| m.length_bytes == bytes).collect();
    if let (Some(one), Some(most)) = (fastest(&single), many.iter().map(|m| m.batch).max()) {
        lines.push(Series {
            name: format!("{}, one by one", one.implementation),
            look: Look { colour: "c0".to_owned(), kind: "plain" },
            points: vec![(1.0, one), (most as f64, one)],
        });
    }
    lines
}

/// A line for each piece of code, in the order of the record.
fn lines<'a>(
    measurements: &[&'a Measurement],
    colours: &BTreeMap<&str, String>,
    x: impl Fn(&Measurement) -> f64,
) -> Vec<Series<'a>> {
    let longest = summary::long_bytes(measurements);
    let best =
        fastest(&measurements.iter().copied().filter(|m| m.length_bytes == longest).collect::<Vec<_>>()).map(name);
    let names: Vec<String> = measurements.iter().map(|m| name(m)).collect();
    distinct(names.iter().map(String::as_str))
        .into_iter()
        .filter_map(|of| {
            let own: Vec<&'a Measurement> = measurements.iter().copied().filter(|m| name(m) == of).collect();
            let first = own.first()?;
            let kind = match () {
                () if own.iter().any(|m| !m.digest_correct) => "wrong",
                () if first.package != OURS => "peer",
                () if best.as_ref() == Some(&of) => "best",
                () if first.constant_time == Some(false) => "leaky",
                () => "ours",
            };
            let colour = colours.get(first.technique.as_str()).cloned().unwrap_or_else(|| "c0".to_owned());
            let mut points: Vec<(f64, &'a Measurement)> = own.iter().map(|m| (x(m), *m)).collect();
            points.sort_by(|a, b| a.0.total_cmp(&b.0));
            let name = if kind == "wrong" { format!("{of}, wrong") } else { of };
            Some(Series { look: Look { colour, kind }, points, name })
        })
        .collect()
}

/// The fastest of ours that is constant time.
fn fastest<'a>(measurements: &[&'a Measurement]) -> Option<&'a Measurement> {
    let ours = measurements.iter().copied().filter(|m| m.package == OURS && m.constant_time == Some(true));
    ours.min_by(|a, b| a.cycles_per_byte.median.total_cmp(&b.cycles_per_byte.median))
}

/// Ours by the implementation, a peer by its package, and what it computes if it is nothing of ours.
fn name(m: &Measurement) -> String {
    match () {
        () if m.package == OURS => m.implementation.clone(),
        () if Algorithm::by_name(&m.algorithm).is_ok() => m.package.clone(),
        () => format!("{} {}", m.package, m.algorithm),
    }
}

/// Bars at the longest length, the shortest first: the peers, our fastest for one message and, if there is one, for many; or
/// all of ours. None if there is nothing to compare.
fn bars(algorithm: &str, measurements: &[&Measurement], all: bool) -> Option<Bars> {
    let single = single(measurements);
    let long = summary::long_bytes(&single);
    let best = fastest(&single.iter().copied().filter(|m| m.length_bytes == long).collect::<Vec<_>>());
    let is_best = |m: &Measurement| best.is_some_and(|best| best.implementation == m.implementation);
    let mut entries: Vec<bars::Entry> = single
        .iter()
        .filter(|m| m.length_bytes == long && (all || m.package != OURS || is_best(m)))
        .map(|m| bars::Entry {
            name: name(m),
            kind: match () {
                () if !m.digest_correct => "wrong",
                () if m.package != OURS => "peer",
                () if m.constant_time == Some(false) => "leaky",
                () if is_best(m) => "ours",
                () => "many",
            },
            value: m.cycles_per_byte.median,
            mark: None,
            remark: if m.digest_correct { String::new() } else { "wrong digest".to_owned() },
        })
        .collect();
    if entries.len() < 2 {
        return None;
    }
    let owned: Vec<Measurement> = measurements.iter().map(|&m| m.clone()).collect();
    if let Some(many) = summary::fastest(&owned).into_iter().find_map(|fastest| fastest.many) {
        let name = format!("{} × {}", many.batch, many.implementation);
        entries.push(bars::Entry {
            name,
            kind: "many",
            value: many.cycles_per_byte,
            mark: None,
            remark: String::new(),
        });
    }
    entries.sort_by(|a, b| a.value.total_cmp(&b.value));
    Bars::of(&entries, format!("Cycles per byte of {algorithm}"))
}

fn raw(m: &Measurement) -> RawRow {
    let q = m.cycles_per_byte;
    RawRow {
        name: name(m),
        batch: m.batch,
        length: length_text(m.length_bytes),
        lengths: match m.lengths {
            Lengths::Equal => "",
            Lengths::Mixed => "mixed",
        },
        lower: format!("{:.3}", q.lower),
        median: format!("{:.3}", q.median),
        upper: format!("{:.3}", q.upper),
        megabytes: thousands(m.bytes_per_second / 1e6),
        messages: thousands(m.messages_per_second),
        samples: m.samples,
        discarded: m.discarded,
        wrong: !m.digest_correct,
    }
}

fn paper_table(table: &'static papers::Table, record: &Record) -> PaperTable {
    let figure = |value: f64| match table.unit {
        Unit::CyclesPerByte => format!("{value:.2}"),
        Unit::CodeKilobytes => format!("{value:.3}"),
    };
    let mut rows: Vec<PaperRow> = Vec::new();
    for line in papers::answer(table, record).lines {
        let row = line.row;
        let paper = row.paper.iter().enumerate();
        let (ours, says) = match line.ours {
            Ours::Figure { implementation, value, gain: of_ours } => {
                (Some((figure(value), of_ours.map(percents))), implementation)
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
        unit: match table.unit {
            Unit::CyclesPerByte => "cycles per byte, long message",
            Unit::CodeKilobytes => "kilobytes",
        },
        gain_over: table.gain_over(),
        columns: table.columns.iter().map(|column| (column.clone(), *column == table.beside)).collect(),
        rows,
    }
}
