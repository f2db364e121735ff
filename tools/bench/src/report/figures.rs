//! The figures of an algorithm: cycles per byte by message length and by number of messages, bars that compare
//! implementations, and a table of the quartiles.
//!
//! This module also decides the look of each line. A technique has the same colour in its whole family. The fastest
//! constant-time implementation is emphasized, implementations that are not constant-time are dashed, and peers are
//! grey.

use super::bars::{self, Bars};
use super::plot::{Look, Plot, Series};
use crate::format::{bytes_text, length_text, thousands, title};
use crate::record::{Lengths, Measurement};
use crate::subject::OURS;
use crate::summary::{self, distinct};
use counterpoint::Algorithm;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// The number of colours for techniques in the style sheet.
const COLOURS: usize = 8;

/// The figures of a family: a heading, and the figures of its algorithms.
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

/// Returns the figures of all families. Peers for which this library has no algorithm are the last family.
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
    // `spec` is not drawn.
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
        format!("Cycles per byte of {algorithm} against message length, one line per implementation"),
        |bytes| length_text(bytes as usize),
    );
    let batches = Plot::of(
        &by_batch,
        height(&by_batch),
        format!("Cycles per byte of {algorithm} against the number of messages in one call"),
        |messages| format!("{messages}"),
    );
    AlgorithmFigures {
        // If only one length was measured, bars show all implementations; otherwise only those that a user would
        // choose.
        bars: bars(&algorithm, measurements, lengths.is_none()),
        bars_length: bytes_text(summary::long_bytes(&single)),
        batch_bytes: bytes_text(batch_bytes(measurements)),
        lengths,
        batches,
        raw: measurements.iter().map(|m| raw(m, measurements)).collect(),
        algorithm,
    }
}

/// Returns the calls with one message by implementations for one message. `spec` is not drawn, because the scale would
/// leave little room for the others.
fn single<'a>(measurements: &[&'a Measurement]) -> Vec<&'a Measurement> {
    let wanted = |m: &&&Measurement| m.batch == 1 && !summary::for_many(m) && m.technique != "spec";
    measurements.iter().filter(wanted).copied().collect()
}

/// Returns the height of a plot, which is smaller if it has few lines.
fn height(lines: &[Series<'_>]) -> f64 {
    (185.0 + 17.0 * lines.len() as f64).clamp(215.0, 400.0)
}

/// Returns the length of the messages for which batches are plotted.
fn batch_bytes(measurements: &[&Measurement]) -> usize {
    let lengths = || measurements.iter().filter(|m| m.batch > 1).map(|m| m.length_bytes);
    lengths().find(|&length| length == summary::MANY_BYTES).or_else(|| lengths().max()).unwrap_or(0)
}

/// Returns the lines of the implementations for many messages, and a horizontal one for the fastest that hashes
/// messages one by one.
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

/// Returns a line for each implementation and peer, in the order of the record.
fn lines<'a>(
    measurements: &[&'a Measurement],
    colours: &BTreeMap<&str, String>,
    x: impl Fn(&Measurement) -> f64,
) -> Vec<Series<'a>> {
    let longest = summary::long_bytes(measurements);
    let name_here = |m: &Measurement| name(m, measurements);
    let best =
        fastest(&measurements.iter().copied().filter(|m| m.length_bytes == longest).collect::<Vec<_>>()).map(name_here);
    let names: Vec<String> = measurements.iter().map(|m| name_here(m)).collect();
    distinct(names.iter().map(String::as_str))
        .into_iter()
        .filter_map(|of| {
            let own: Vec<&'a Measurement> = measurements.iter().copied().filter(|m| name_here(m) == of).collect();
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

/// Returns the fastest constant-time implementation of ours.
fn fastest<'a>(measurements: &[&'a Measurement]) -> Option<&'a Measurement> {
    let ours = measurements.iter().copied().filter(|m| m.package == OURS && m.constant_time == Some(true));
    ours.min_by(|a, b| a.figure().total_cmp(&b.figure()))
}

/// Returns the name of the implementation, or a peer's package. If the package has several implementations, adds the
/// implementation; if this library does not have the algorithm, adds its name.
fn name(m: &Measurement, among: &[&Measurement]) -> String {
    let another = |other: &&Measurement| {
        (&other.package, &other.algorithm) == (&m.package, &m.algorithm) && other.implementation != m.implementation
    };
    match () {
        () if m.package == OURS => m.implementation.clone(),
        () if Algorithm::by_name(&m.algorithm).is_err() => format!("{} {}", m.package, m.algorithm),
        () if among.iter().any(another) => format!("{} {}", m.package, m.implementation),
        () => m.package.clone(),
    }
}

/// Returns bars for the longest message length, sorted by figure: for the peers, our fastest implementation for one
/// message and our fastest for many; or for all implementations. Returns `None` if there is nothing to compare.
fn bars(algorithm: &str, measurements: &[&Measurement], all: bool) -> Option<Bars> {
    let single = single(measurements);
    let long = summary::long_bytes(&single);
    let best = fastest(&single.iter().copied().filter(|m| m.length_bytes == long).collect::<Vec<_>>());
    let is_best = |m: &Measurement| best.is_some_and(|best| best.implementation == m.implementation);
    let mut entries: Vec<bars::Entry> = single
        .iter()
        .filter(|m| m.length_bytes == long && (all || m.package != OURS || is_best(m)))
        .map(|m| bars::Entry {
            name: name(m, &single),
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

/// Returns the row of a measurement in the table of quartiles.
fn raw(m: &Measurement, among: &[&Measurement]) -> RawRow {
    let q = m.cycles_per_byte;
    RawRow {
        name: name(m, among),
        batch: m.batch,
        length: length_text(m.length_bytes),
        lengths: m.lengths.remark(),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::tests::measured;

    #[test]
    fn peers_of_one_package_have_names_of_their_own() {
        let peer = |package: &str, implementation: &str| Measurement {
            package: package.to_owned(),
            implementation: implementation.to_owned(),
            ..measured("sha3-256", "hash", 8, 64, 9.5)
        };
        let all = [peer("xkcp 1", "AVX512-x4"), peer("xkcp 1", "AVX512-x8"), peer("tiny 2", "Sha3")];
        let all: Vec<&Measurement> = all.iter().collect();
        let names: Vec<String> = all.iter().map(|m| name(m, &all)).collect();
        assert_eq!(names, ["xkcp 1 AVX512-x4", "xkcp 1 AVX512-x8", "tiny 2"]);
    }
}
