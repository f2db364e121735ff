//! Measurements as text and as CSV, and the printing of both.

use crate::format::{MARK, length_text, marked};
use crate::record::{Lengths, Measurement};
use crate::subject::OURS;
use counterpoint_console::exit::Error;
use counterpoint_console::streams;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::Write as _;

/// Formats lines of cells as columns, two spaces apart. `align` contains the side of each column, `l` or `r`; its last
/// letter applies to all further columns.
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
        let lengths = match m.lengths {
            Lengths::Equal => "equal",
            Lengths::Mixed => "mixed",
        };
        let fields = [
            m.schema.to_string(),
            quoted(&m.package),
            quoted(&m.algorithm),
            quoted(&m.implementation),
            quoted(&m.technique),
            quoted(&m.tier),
            constant_time,
            m.batch.to_string(),
            lengths.to_owned(),
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

/// Returns tables for people: for each algorithm one message at a time, then batches.
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
        single(&mut out, algorithm, &of_algorithm);
        batches(&mut out, algorithm, &of_algorithm);
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
        let discarded: u64 = measurements.iter().map(|m| m.discarded).sum();
        let samples: usize = measurements.iter().map(|m| m.samples).sum();
        let _ = writeln!(out, "{samples} samples, {discarded} disturbed ones thrown away.");
        if measurements.iter().any(|m| m.disturbed) {
            let _ = writeln!(out, "{MARK}");
        }
    }
    out
}

/// The name of a row: ours by the implementation, a peer's by package.
fn row_name(m: &Measurement) -> String {
    let wrong = if m.digest_correct { "" } else { "  WRONG DIGEST" };
    let leaky = if m.constant_time == Some(false) { " (not constant time)" } else { "" };
    if m.package == OURS {
        format!("{}{leaky}{wrong}", m.implementation)
    } else {
        format!("{} {}{wrong}", m.package, m.implementation)
    }
}

/// Cycles per byte, marked if they were disturbed.
fn figure(m: &Measurement) -> String {
    marked(format!("{:.2}", m.figure()), m.disturbed)
}

/// Cycles per byte with both quartiles.
fn quartiles(m: &Measurement) -> String {
    let q = m.cycles_per_byte;
    format!("{} [{:.2}, {:.2}]", figure(m), q.lower, q.upper)
}

fn single(out: &mut String, algorithm: &str, of_algorithm: &[&Measurement]) {
    let single: Vec<&&Measurement> = of_algorithm.iter().filter(|m| m.batch == 1).collect();
    let lengths: BTreeSet<usize> = single.iter().map(|m| m.length_bytes).collect();
    let mut names: Vec<String> = Vec::new();
    for m in &single {
        let name = row_name(m);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let Some(width) = names.iter().map(|n| n.chars().count()).max() else { return };
    let _ = write!(out, "{algorithm}, one message at a time\n{:width$}", "");
    for length in &lengths {
        let _ = write!(out, "  {:>22}", length_text(*length));
    }
    out.push('\n');
    let at = |name: &str, length: usize| single.iter().find(|m| row_name(m) == name && m.length_bytes == length);
    let best = |length: usize| {
        single
            .iter()
            .filter(|m| m.package == OURS && m.length_bytes == length && m.constant_time == Some(true))
            .map(|m| m.figure())
            .fold(f64::INFINITY, f64::min)
    };
    for name in &names {
        let _ = write!(out, "{name:width$}");
        for &length in &lengths {
            let cell = at(name, length).map_or(String::new(), |m| {
                if m.package == OURS || !best(length).is_finite() {
                    quartiles(m)
                } else {
                    format!("{} ({:.2} x ours)", figure(m), m.figure() / best(length))
                }
            });
            let _ = write!(out, "  {cell:>22}");
        }
        out.push('\n');
    }
    out.push('\n');
}

fn batches(out: &mut String, algorithm: &str, of_algorithm: &[&Measurement]) {
    let many: Vec<&&Measurement> = of_algorithm.iter().filter(|m| m.batch > 1).collect();
    if many.is_empty() {
        return;
    }
    let _ = writeln!(out, "{algorithm}, many messages in one call");
    let width = many.iter().map(|m| row_name(m).chars().count()).max().unwrap_or(0);
    let _ = writeln!(
        out,
        "{:width$}  {:>8}  {:>7}  {:>7}  {:>22}  {:>14}",
        "", "messages", "bytes", "lengths", "cycles per byte", "messages/s"
    );
    for m in many {
        let lengths = match m.lengths {
            Lengths::Equal => "equal",
            Lengths::Mixed => "mixed",
        };
        let _ = writeln!(
            out,
            "{:width$}  {:>8}  {:>7}  {lengths:>7}  {:>22}  {:>14.0}",
            row_name(m),
            m.batch,
            length_text(m.length_bytes),
            quartiles(m),
            m.messages_per_second
        );
    }
    out.push('\n');
}

/// Prints a text on standard output.
pub(crate) fn print(text: &str) -> Result<(), Error> {
    Ok(streams::output()?.write_all(text.as_bytes())?)
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
    fn columns_line_up() {
        let lines =
            [vec!["a", "1", "x"], vec!["long", "234"]].map(|line| line.into_iter().map(str::to_owned).collect());
        assert_eq!(columns(&lines, "lrl"), "a       1  x\nlong  234\n");
    }
}
