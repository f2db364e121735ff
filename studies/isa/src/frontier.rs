//! The frontier: the instruction sets that no other one beats in both gates and instructions.
//!
//! The figures are in a record that studies/rtl/syn/search.py makes by synthesising each candidate's unit. This module
//! reads and draws it.

use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// A set of instructions and what it costs.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    /// Its name.
    pub name: String,
    /// Gate equivalents: the area divided by that of a NAND gate of two inputs.
    pub gates: f64,
    /// The measured figure of its kernel.
    pub figure: f64,
}

/// The unit of [`Point::gates`] in a record, for the library OSU 0.18 µm.
pub const GATES: &str = "gate_equivalents_osu018";

/// A measure of a kernel.
#[derive(Debug)]
pub struct Measure {
    /// The name on the command line.
    pub name: &'static str,
    /// The unit in a record.
    pub unit: &'static str,
    /// Its description.
    pub about: &'static str,
    /// The greatest figure that is drawn.
    most: f64,
    /// Published points of others, to be marked: a name, gate equivalents, and the figure.
    others: &'static [(&'static str, f64, f64)],
}

/// The measures that can be drawn.
///
/// The paper's extension is in a 90 nm library \[Keccak-ISE\]. An instruction for a whole permutation is drawn with
/// 31.1 thousand gate equivalents and 79 cycles, which are figures from others, whose source is not recorded in this
/// repository. A block of SHA3-512 then takes that instruction, and about 13 that add nine lanes.
pub static MEASURES: [Measure; 3] = [
    Measure {
        name: "instructions",
        unit: "sha3_512_instructions_per_byte",
        about: "instructions per byte of SHA3-512",
        most: 50.0,
        others: &[
            ("the paper's extension", 4658.0, 21.9),
            ("an instruction for the whole permutation", 31_130.0, 14.0 / 72.0),
        ],
    },
    Measure {
        name: "in-order",
        unit: "cycles_in_order",
        about: "cycles of a permutation on the in-order model",
        most: 3500.0,
        others: &[("an instruction for the whole permutation", 31_130.0, 79.0)],
    },
    Measure {
        name: "out-of-order",
        unit: "cycles_out_of_order",
        about: "cycles of a permutation on the out-of-order model",
        most: 2000.0,
        others: &[("an instruction for the whole permutation", 31_130.0, 79.0)],
    },
];

/// Sets named in the drawing: the name, the label, and whether it is on the right of the point.
const NAMED: [(&str, &str, bool); 3] = [
    ("eor3+bcax+rax1+xar", "ARM's SHA-3", false),
    ("pswapx+prl1x+prhopi+pchi+pchil, 16 registers", "set P", true),
    ("keor3+kfold+ktheta+krhopi+kchi+kchim+kchil", "set K", true),
];

#[derive(Deserialize)]
struct Record {
    rows: Vec<Row>,
}

#[derive(Deserialize)]
struct Row {
    platform: String,
    algorithm: String,
    unit: String,
    value: f64,
}

/// Reads the points of a record.
///
/// # Errors
///
/// Returns a message if it is not a record, or if it has no point.
pub fn points(record: &str, measure: &Measure) -> Result<Vec<Point>, String> {
    let record: Record = serde_json::from_str(record).map_err(|error| format!("not a record: {error}"))?;
    let rows = record.rows.iter().filter(|row| row.platform == "isa");
    let points = points_of(rows.map(|row| (row.algorithm.as_str(), row.unit.as_str(), row.value)), measure);
    if points.is_empty() {
        return Err(format!("no row of the platform isa has the units {GATES} and {}", measure.unit));
    }
    Ok(points)
}

/// Returns the points of rows: the name of a set, a unit and a figure.
pub fn points_of<'a>(rows: impl Iterator<Item = (&'a str, &'a str, f64)>, measure: &Measure) -> Vec<Point> {
    let mut figures: BTreeMap<&str, [Option<f64>; 2]> = BTreeMap::new();
    for (name, unit, value) in rows.filter(|(_, _, value)| value.is_finite() && *value > 0.0) {
        let figures = figures.entry(name).or_default();
        if unit == GATES {
            figures[0] = Some(value);
        } else if unit == measure.unit {
            figures[1] = Some(value);
        }
    }
    let points = figures
        .into_iter()
        .filter_map(|(name, [gates, figure])| Some(Point { name: name.to_owned(), gates: gates?, figure: figure? }));
    points.collect()
}

/// Returns the gate equivalents of a unit of these instructions, if the record has a set of them.
pub fn gates_of(points: &[Point], added: &[&str]) -> Option<f64> {
    let wanted: BTreeSet<&str> = added.iter().copied().collect();
    let is_wanted = |point: &&Point| {
        let names = point.name.split(',').next().unwrap_or_default();
        names.split('+').collect::<BTreeSet<_>>() == wanted
    };
    points.iter().find(is_wanted).map(|point| point.gates)
}

/// Returns the points that no other one beats, in ascending order of gates.
pub fn frontier(points: &[Point]) -> Vec<&Point> {
    let mut sorted: Vec<&Point> = points.iter().collect();
    sorted.sort_by(|a, b| a.gates.total_cmp(&b.gates).then(a.figure.total_cmp(&b.figure)));
    let mut best = f64::INFINITY;
    sorted.retain(|point| {
        let better = point.figure < best;
        best = best.min(point.figure);
        better
    });
    sorted
}

/// The size of the drawing, and of the margins on the left and below.
const SIZE: [f64; 2] = [860.0, 520.0];
const MARGIN: [f64; 2] = [56.0, 44.0];
/// The gates at the edges, on a logarithmic scale.
const GATES_SHOWN: [f64; 2] = [200.0, 60_000.0];

/// Returns the place of a point in the drawing. `up` is its figure as a fraction of the greatest one.
fn place(gates: f64, up: f64) -> [f64; 2] {
    let [from, to] = GATES_SHOWN;
    let right = (gates.clamp(from, to) / from).ln() / (to / from).ln();
    let [width, height] = [SIZE[0] - MARGIN[0] - 16.0, SIZE[1] - MARGIN[1] - 16.0];
    [MARGIN[0] + right * width, 16.0 + (1.0 - up.clamp(0.0, 1.0)) * height]
}

/// Draws the points and the frontier.
pub fn drawn(points: &[Point], measure: &Measure) -> String {
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" role=\"img\" font-family=\"sans-serif\" \
         font-size=\"11\">\n<title>Gate equivalents, and {}</title>\n\
         <style>.isa-text {{ fill: currentColor }} .isa-axis {{ stroke: currentColor; opacity: 0.25 }} \
         .isa-set {{ fill: #4a7fb5; opacity: 0.55 }} .isa-best {{ fill: #c2410c }} \
         .isa-front {{ fill: none; stroke: #c2410c; stroke-width: 1.5 }} \
         .isa-other {{ fill: none; stroke: currentColor; stroke-width: 1.5 }}</style>\n",
        SIZE[0], SIZE[1], measure.about
    );
    axes(&mut svg, measure);
    let best = frontier(points);
    // The points of the frontier are drawn over the others.
    let others = points.iter().filter(|point| !best.contains(point));
    for point in others.chain(best.iter().copied()) {
        let Point { name, gates, figure } = point;
        let [x, y] = place(*gates, figure / measure.most);
        let title = format!("{}: {gates:.0} gate equivalents, {figure:.2} {}", escaped(name), measure.about);
        let class = if best.contains(&point) { "isa-best" } else { "isa-set" };
        let circle = format!("<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\"><title>{title}</title>");
        append(&mut svg, &(circle + "</circle>"));
        if let Some((_, label, right)) = NAMED.iter().find(|(known, ..)| known == name) {
            let (x, anchor) = if *right { (x + 14.0, "start") } else { (x - 8.0, "end") };
            append(&mut svg, &text(x, y + 4.0, anchor, label));
        }
    }
    let mut path = String::new();
    for (index, point) in best.iter().enumerate() {
        let [x, y] = place(point.gates, point.figure / measure.most);
        let step = if index == 0 { format!("M{x:.1} {y:.1}") } else { format!("H{x:.1}V{y:.1}") };
        path.push_str(&step);
    }
    append(&mut svg, &format!("<path class=\"isa-front\" d=\"{path}\"/>"));
    for (name, gates, figure) in measure.others {
        let [x, y] = place(*gates, figure / measure.most);
        append(&mut svg, &format!("<circle class=\"isa-other\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"5\"/>"));
        let (x, anchor) = if x > SIZE[0] - 200.0 { (x - 8.0, "end") } else { (x + 8.0, "start") };
        append(&mut svg, &text(x, y - 6.0, anchor, name));
    }
    svg.push_str("</svg>\n");
    svg
}

/// The number of parts into which the axis of the figures is divided.
const PARTS: usize = 5;

fn axes(svg: &mut String, measure: &Measure) {
    let [left, bottom] = place(GATES_SHOWN[0], 0.0);
    let [right, top] = place(GATES_SHOWN[1], 1.0);
    for gates in [200.0, 500.0, 1000.0, 2000.0, 5000.0, 10_000.0, 20_000.0, 50_000.0] {
        let [x, _] = place(gates, 0.0);
        append(svg, &format!("<path class=\"isa-axis\" d=\"M{x:.1} {bottom:.1}V{top:.1}\"/>"));
        append(svg, &text(x, bottom + 15.0, "middle", &format!("{gates:.0}")));
    }
    for part in 0..=PARTS {
        let up = part as f64 / PARTS as f64;
        let [_, y] = place(GATES_SHOWN[0], up);
        append(svg, &format!("<path class=\"isa-axis\" d=\"M{left:.1} {y:.1}H{right:.1}\"/>"));
        append(svg, &text(left - 6.0, y + 4.0, "end", &format!("{:.0}", up * measure.most)));
    }
    let middle = f64::midpoint(left, right);
    append(svg, &text(middle, bottom + 34.0, "middle", "gate equivalents (OSU 0.18 µm)"));
    let [x, y] = [14.0, f64::midpoint(top, bottom)];
    let turned = format!("transform=\"translate({x:.1} {y:.1}) rotate(-90)\" text-anchor=\"middle\"");
    append(svg, &format!("<text class=\"isa-text\" {turned}>{}</text>", measure.about));
}

fn text(x: f64, y: f64, anchor: &str, text: &str) -> String {
    format!("<text class=\"isa-text\" x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{}</text>", escaped(text))
}

fn append(svg: &mut String, element: &str) {
    writeln!(svg, "{element}").expect("text can be appended");
}

/// Escapes a text for XML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(name: &str, gates: f64, figure: f64) -> Point {
        Point { name: name.to_owned(), gates, figure }
    }

    #[test]
    fn the_frontier_has_no_point_that_another_one_beats() {
        let points = [
            point("a", 1000.0, 20.0),
            point("b", 2000.0, 25.0),
            point("c", 3000.0, 15.0),
            point("d", 1000.0, 30.0),
            point("e", 500.0, 40.0),
        ];
        let names: Vec<&str> = frontier(&points).iter().map(|point| point.name.as_str()).collect();
        assert_eq!(names, ["e", "a", "c"]);
        let svg = drawn(&points, &MEASURES[0]);
        assert_eq!(svg.matches("class=\"isa-best\"").count(), 3);
        assert_eq!(svg.matches("class=\"isa-set\"").count(), 2);
    }

    #[test]
    fn points_are_read_from_a_record() {
        let row = |name: &str, unit: &str, value: f64| {
            let (platform, algorithm) = ("isa", name);
            serde_json::json!({ "platform": platform, "algorithm": algorithm, "unit": unit, "value": value })
        };
        let rows = [row("a", GATES, 900.0), row("a", MEASURES[0].unit, 12.5), row("b", GATES, 100.0)];
        let record = serde_json::json!({ "rows": rows }).to_string();
        assert_eq!(points(&record, &MEASURES[0]).unwrap(), [point("a", 900.0, 12.5)]);
        let several = [point("kchi+keor3, 16 registers", 900.0, 12.5)];
        assert_eq!(gates_of(&several, &["keor3", "kchi"]), Some(900.0));
        assert_eq!(gates_of(&several, &["keor3"]), None);
        assert!(points("{\"rows\": []}", &MEASURES[0]).unwrap_err().starts_with("no row of the platform isa"));
        assert!(points("{", &MEASURES[0]).unwrap_err().starts_with("not a record"));
    }
}
