//! Measurements as text and as CSV.

use crate::format::{MARK, length_text, marked};
use crate::record::Measurement;
use crate::sides::{Cell, Sides, cell, sides};
use crate::subject::OURS;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// Formats lines of cells as columns, two spaces apart. `align` has `l` or `r` for each column; its last letter applies
/// to all further columns.
pub(crate) fn columns(lines: &[Vec<String>], align: &str) -> String {
    let count = lines.iter().map(Vec::len).max().unwrap_or(0);
    let width =
        |column: usize| lines.iter().filter_map(|line| Some(line.get(column)?.chars().count())).max().unwrap_or(0);
    let widths: Vec<usize> = (0..count).map(width).collect();
    let mut out = String::new();
    for line in lines {
        let cells = line.iter().zip(&widths).enumerate().map(|(i, (cell, &width))| {
            match align.chars().nth(i).or(align.chars().last()) {
                Some('r') => format!("{cell:>width$}"),
                _ => format!("{cell:width$}"),
            }
        });
        out.push_str(cells.collect::<Vec<_>>().join("  ").trim_end());
        out.push('\n');
    }
    out
}

/// Returns a heading and a line for each measurement.
pub(crate) fn csv(measurements: &[Measurement]) -> String {
    let mut out = "schema,package,algorithm,implementation,technique,tier,constant_time,batch,lengths,length_bytes,\
                   cycles_per_byte_lower,cycles_per_byte_median,cycles_per_byte_upper,call_cycles,bytes_per_second,\
                   messages_per_second,samples,discarded,digest_correct,processes,counter,tsc_hz,core_hz,core_width,cpu,arch,rustc,commit,date,disturbed\n"
        .to_owned();
    for m in measurements {
        let constant_time = m.constant_time.map_or(String::new(), |c| c.to_string());
        let fields = [
            m.schema.to_string(),
            quoted(&m.package),
            quoted(&m.algorithm),
            quoted(&m.implementation),
            quoted(&m.technique),
            quoted(&m.tier),
            constant_time,
            m.batch.to_string(),
            m.lengths.text().to_owned(),
            m.length_bytes.to_string(),
            m.cycles_per_byte.lower.to_string(),
            m.cycles_per_byte.median.to_string(),
            m.cycles_per_byte.upper.to_string(),
            m.call_cycles.to_string(),
            m.bytes_per_second.to_string(),
            m.messages_per_second.to_string(),
            m.samples.to_string(),
            m.discarded.to_string(),
            m.digest_correct.to_string(),
            m.processes.to_string(),
            quoted(&m.counter),
            m.tsc_hz.to_string(),
            m.core_hz.to_string(),
            m.core_width.to_string(),
            quoted(&m.cpu),
            quoted(&m.arch),
            quoted(&m.rustc),
            quoted(&m.commit),
            quoted(&m.date),
            m.disturbed.to_string(),
        ];
        out.push_str(&fields.join(","));
        out.push('\n');
    }
    out
}

fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_owned() }
}

/// Returns human-readable tables: for each algorithm one message at a time, then batches.
pub(crate) fn text(measurements: &[Measurement]) -> String {
    let mut out = String::new();
    let mut algorithms: Vec<&str> = Vec::new();
    for m in measurements {
        if !algorithms.contains(&m.algorithm.as_str()) {
            algorithms.push(&m.algorithm);
        }
    }
    for algorithm in algorithms {
        let of_algorithm: Vec<&Measurement> = measurements.iter().filter(|m| m.algorithm == algorithm).collect();
        let sides = sides(of_algorithm.iter().copied());
        single(&mut out, algorithm, &of_algorithm, &sides);
        batches(&mut out, algorithm, &of_algorithm, &sides);
    }
    if let Some(m) = measurements.first() {
        let _ = writeln!(
            out,
            "Core cycles per byte: median [lower quartile, upper quartile]. A call that does nothing: {:.0} cycles.\n\
             {}; core {:.2} GHz, counter {:.2} GHz; {}; commit {}; {}.",
            m.call_cycles,
            m.cpu,
            m.core_hz / 1e9,
            m.tsc_hz / 1e9,
            m.rustc,
            m.commit,
            m.date
        );
        if sides(measurements).values().any(|sides| sides.ratio().is_some()) {
            let _ = writeln!(out, "{RATIO}");
        }
        let discarded: u64 = measurements.iter().map(|m| m.discarded).sum();
        let samples: usize = measurements.iter().map(|m| m.samples).sum();
        let _ = writeln!(out, "{samples} samples; {discarded} disturbed ones discarded.");
        if measurements.iter().any(|m| m.disturbed) {
            let _ = writeln!(out, "{MARK}");
        }
    }
    out
}

/// The explanation of ratios.
const RATIO: &str = "Ratio: our cycles divided by the peer's. A row of ours is compared with the fastest peer, a \
                     peer's row with the fastest of ours. Below 1, ours is faster. `ratio` sorts them.";

/// Returns the ratio for the row of one of ours or of a peer, if both sides were measured.
fn ratio(m: &Measurement, sides: &BTreeMap<Cell<'_>, Sides<'_>>) -> Option<f64> {
    let fastest = sides.get(&cell(m))?;
    let of_row =
        if m.package == OURS { Sides { ours: Some(m), ..*fastest } } else { Sides { peer: Some(m), ..*fastest } };
    of_row.ratio()
}

/// The name of a row: the implementation for ours, the package for a peer.
fn row_name(m: &Measurement) -> String {
    let wrong = if m.digest_correct { "" } else { "  WRONG DIGEST" };
    let leaky = if m.constant_time == Some(false) { " (not constant time)" } else { "" };
    if m.package == OURS {
        format!("{}{leaky}{wrong}", m.implementation)
    } else {
        format!("{} {}{wrong}", m.package, m.implementation)
    }
}

/// Cycles per byte, marked if disturbed.
fn figure(m: &Measurement) -> String {
    marked(format!("{:.2}", m.figure()), m.disturbed)
}

/// Cycles per byte with both quartiles.
fn quartiles(m: &Measurement) -> String {
    let q = m.cycles_per_byte;
    format!("{} [{:.2}, {:.2}]", figure(m), q.lower, q.upper)
}

fn single(out: &mut String, algorithm: &str, of_algorithm: &[&Measurement], sides: &BTreeMap<Cell<'_>, Sides<'_>>) {
    let single: Vec<&&Measurement> = of_algorithm.iter().filter(|m| m.batch == 1).collect();
    let lengths: BTreeSet<usize> = single.iter().map(|m| m.length_bytes).collect();
    let mut names: Vec<String> = Vec::new();
    for m in &single {
        let name = row_name(m);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let last = "fastest of ours / fastest peer";
    let Some(width) = names.iter().map(|n| n.chars().count()).max() else { return };
    let of_length =
        |length: usize| single.iter().find(|m| m.length_bytes == length).and_then(|m| sides.get(&cell(m))?.ratio());
    let any_ratio = lengths.iter().any(|&length| of_length(length).is_some());
    let width = if any_ratio { width.max(last.len()) } else { width };
    let _ = write!(out, "{algorithm}, one message at a time\n{:width$}", "");
    for length in &lengths {
        let _ = write!(out, "  {:>22}", length_text(*length));
    }
    out.push('\n');
    let at = |name: &str, length: usize| single.iter().find(|m| row_name(m) == name && m.length_bytes == length);
    for name in &names {
        let _ = write!(out, "{name:width$}");
        for &length in &lengths {
            let cell = at(name, length).map_or(String::new(), |m| match ratio(m, sides) {
                Some(ratio) if m.package != OURS => format!("{} (ratio {ratio:.2})", figure(m)),
                _ => quartiles(m),
            });
            let _ = write!(out, "  {cell:>22}");
        }
        out.push('\n');
    }
    if any_ratio {
        let _ = write!(out, "{last:width$}");
        for &length in &lengths {
            let _ = write!(out, "  {:>22}", of_length(length).map_or(String::new(), |ratio| format!("{ratio:.2}")));
        }
        out.push('\n');
    }
    out.push('\n');
}

fn batches(out: &mut String, algorithm: &str, of_algorithm: &[&Measurement], sides: &BTreeMap<Cell<'_>, Sides<'_>>) {
    let many: Vec<&&Measurement> = of_algorithm.iter().filter(|m| m.batch > 1).collect();
    if many.is_empty() {
        return;
    }
    let _ = writeln!(out, "{algorithm}, many messages in one call");
    let heading = ["", "messages", "bytes", "lengths", "cycles per byte", "messages/s"];
    let mut lines = vec![heading.map(str::to_owned).to_vec()];
    lines.extend(many.iter().map(|m| {
        let (messages, bytes) = (m.batch.to_string(), length_text(m.length_bytes));
        let (lengths, speed) = (m.lengths.text().to_owned(), format!("{:.0}", m.messages_per_second));
        vec![row_name(m), messages, bytes, lengths, quartiles(m), speed]
    }));
    if many.iter().any(|m| ratio(m, sides).is_some()) {
        lines[0].push("ratio".to_owned());
        for (line, m) in lines[1..].iter_mut().zip(&many) {
            line.push(ratio(m, sides).map_or(String::new(), |ratio| format!("{ratio:.2}")));
        }
    }
    out.push_str(&columns(&lines, "lr"));
    out.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_disturbed_row_is_marked() {
        use crate::record::tests::measured;
        let quiet = measured("sha3-256", "lanes-portable", 1, 64, 9.5);
        let noisy = Measurement { disturbed: true, ..quiet.clone() };
        let many = Measurement { batch: 4, ..noisy.clone() };
        assert!(!text(std::slice::from_ref(&quiet)).contains('~'));
        let shown = text(&[noisy.clone(), many]);
        assert_eq!(shown.matches("~9.40 [9.40, 9.69]").count(), 2, "{shown}");
        assert!(shown.contains("~ disturbed: something else"), "{shown}");
        let lines = csv(&[quiet, noisy]);
        let last: Vec<&str> = lines.lines().filter_map(|line| line.rsplit(',').next()).collect();
        assert_eq!(last, ["disturbed", "false", "true"]);
    }

    #[test]
    fn ratios_stand_beside_the_peers() {
        use crate::record::tests::measured;
        let peer = |batch, median| Measurement {
            package: "peer 1.0".into(),
            constant_time: None,
            ..measured("sha3-256", "hash", batch, 64, median)
        };
        let ours = |name: &str, batch, median| measured("sha3-256", name, batch, 64, median);
        let alone = text(&[ours("lanes-portable", 1, 10.0), ours("lanes-portable", 8, 10.0)]);
        assert!(!alone.contains("Ratio") && !alone.contains("fastest"), "{alone}");
        let shown = text(&[
            ours("lanes-portable", 1, 10.0),
            ours("lanes-avx2", 1, 9.0),
            peer(1, 12.0),
            ours("lanes-portable", 8, 10.0),
            ours("words-avx2-x8", 8, 3.0),
            peer(8, 2.0),
        ]);
        assert!(shown.contains("12.00 (ratio 0.75)"), "{shown}");
        let line = |begin: &str| shown.lines().rfind(|line| line.starts_with(begin)).unwrap_or_default();
        assert!(line("fastest of ours / fastest peer").ends_with(" 0.75"), "{shown}");
        assert!(line("lanes-portable").ends_with(" 5.00") && line("words-avx2-x8").ends_with(" 1.50"), "{shown}");
        assert!(line("peer 1.0").ends_with(" 1.50") && shown.contains("Below 1, ours is faster"), "{shown}");
    }

    #[test]
    fn columns_line_up() {
        let lines =
            [vec!["a", "1", "x"], vec!["long", "234"]].map(|line| line.into_iter().map(str::to_owned).collect());
        assert_eq!(columns(&lines, "lrl"), "a       1  x\nlong  234\n");
    }
}
