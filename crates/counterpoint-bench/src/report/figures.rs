//! An algorithm in figures: lines against the message's length, lines against the messages in one call, bars side by side, and
//! the quartiles behind them.
//!
//! Which line gets which look is decided here. A technique has one colour in its whole family; the fastest constant-time
//! implementation is emphasised, one that is not constant time dashed, peers are grey.

use super::bars::{self, Bars};
use super::plot::{Look, Plot, Series};
use crate::format::{bytes_text, length_text, thousands, title};
use crate::record::{Lengths, Measurement};
use crate::subject::OURS;
use crate::summary::{self, distinct};
use counterpoint::Algorithm;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// Colours that the style sheet has for techniques.
const COLOURS: usize = 8;

/// One family: a heading, and its algorithms one by one.
#[derive(Serialize)]
pub(super) struct FamilyFigures {
    id: String,
    title: String,
    algorithms: Vec<AlgorithmFigures>,
}

/// The figures of one algorithm.
#[derive(Serialize)]
struct AlgorithmFigures {
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
    disturbed: bool,
}

/// The families of one CPU's measurements; peers that compute nothing of ours come last, as one more.
pub(super) fn of(chapter: &str, measurements: &[Measurement]) -> Vec<FamilyFigures> {
    let ours: BTreeSet<&str> =
        measurements.iter().filter(|m| m.package == OURS).map(|m| m.algorithm.as_str()).collect();
    let (of_ours, reference_hashes): (Vec<&Measurement>, Vec<&Measurement>) =
        measurements.iter().partition(|m| ours.contains(m.algorithm.as_str()));
    let families = distinct(of_ours.iter().map(|m| summary::family(&m.algorithm)));
    let mut families: Vec<FamilyFigures> =
        families.into_iter().map(|family| family_figures(chapter, family, &of_ours)).collect();
    if !reference_hashes.is_empty() {
        families.push(FamilyFigures {
            id: format!("{chapter}-scale"),
            title: "For scale".to_owned(),
            algorithms: vec![algorithm_figures("peers".to_owned(), &reference_hashes, &BTreeMap::new())],
        });
    }
    families
}

fn family_figures(chapter: &str, family: String, measurements: &[&Measurement]) -> FamilyFigures {
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
        algorithm_figures(algorithm, &of_algorithm, &colours)
    });
    FamilyFigures { id: format!("{chapter}-{family}"), title: title(&family), algorithms: algorithms.collect() }
}

fn algorithm_figures(
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

/// Calls with one message, by what is meant for one message. The specification is not drawn: it would only press the others
/// together.
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
    ours.min_by(|a, b| a.figure().total_cmp(&b.figure()))
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
            value: m.figure(),
            mark: None,
            remark: match () {
                () if !m.digest_correct => "wrong digest".to_owned(),
                () if m.disturbed => "disturbed".to_owned(),
                () => String::new(),
            },
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
        disturbed: m.disturbed,
    }
}
