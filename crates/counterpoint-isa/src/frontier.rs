//! The frontier: of all sets of instructions, those that no other one beats in both gates and instructions.
//!
//! The figures are in a record, which rtl/syn/search.py makes by synthesis of each candidate's unit. Here it is read
//! and drawn.

use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// A set of instructions and what it costs.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    /// Its name.
    pub name: String,
    /// Gate equivalents: the area divided by that of a NAND gate of two inputs.
    pub gates: f64,
    /// Instructions for each byte of SHA3-512.
    pub each_byte: f64,
}

/// The unit of [`Point::each_byte`] in a record.
pub const EACH_BYTE: &str = "sha3_512_instructions_per_byte";
/// The unit of [`Point::gates`] in a record, for the library OSU 0.18 µm.
pub const GATES: &str = "gate_equivalents_osu018";

/// Points of others, which are marked: a name, gate equivalents, and instructions for each byte of SHA3-512.
///
/// * The paper's extension: \[Keccak-ISE\], in a library of 90 nm.
/// * An instruction that is a whole permutation takes 31.1 thousand gate equivalents in public figures, and 79 cycles.
///   Its instructions for a block are the one, and those that add nine lanes: about 14.
const OTHERS: [(&str, f64, f64); 2] =
    [("the paper's extension", 4658.0, 21.9), ("an instruction for the whole permutation", 31_130.0, 14.0 / 72.0)];

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
/// Returns a message if it is no record, or if it has no point.
pub fn points(record: &str) -> Result<Vec<Point>, String> {
    let record: Record = serde_json::from_str(record).map_err(|error| format!("not a record: {error}"))?;
    let mut figures: BTreeMap<&str, [Option<f64>; 2]> = BTreeMap::new();
    for row in record.rows.iter().filter(|row| row.platform == "isa" && row.value.is_finite() && row.value > 0.0) {
        let figures = figures.entry(&row.algorithm).or_default();
        match row.unit.as_str() {
            GATES => figures[0] = Some(row.value),
            EACH_BYTE => figures[1] = Some(row.value),
            _ => {}
        }
    }
    let points = figures.into_iter().filter_map(|(name, [gates, each_byte])| {
        Some(Point { name: name.to_owned(), gates: gates?, each_byte: each_byte? })
    });
    let points: Vec<Point> = points.collect();
    if points.is_empty() {
        return Err(format!("no row of the platform isa has the units {GATES} and {EACH_BYTE}"));
    }
    Ok(points)
}

/// Returns those points that no other one beats, the one with the fewest gates first.
#[must_use]
pub fn frontier(points: &[Point]) -> Vec<&Point> {
    let mut sorted: Vec<&Point> = points.iter().collect();
    sorted.sort_by(|a, b| a.gates.total_cmp(&b.gates).then(a.each_byte.total_cmp(&b.each_byte)));
    let mut best = f64::INFINITY;
    sorted.retain(|point| {
        let better = point.each_byte < best;
        best = best.min(point.each_byte);
        better
    });
    sorted
}

/// The size of the drawing, and of the margins on the left and below.
const SIZE: [f64; 2] = [860.0, 520.0];
const MARGIN: [f64; 2] = [56.0, 44.0];
/// The gates and instructions at the edges. Gates are on a logarithmic scale.
const GATES_SHOWN: [f64; 2] = [200.0, 60_000.0];
const MOST_SHOWN: f64 = 50.0;

/// Returns where a point is in the drawing.
fn place(gates: f64, each_byte: f64) -> [f64; 2] {
    let [from, to] = GATES_SHOWN;
    let right = (gates.clamp(from, to) / from).ln() / (to / from).ln();
    let up = each_byte.clamp(0.0, MOST_SHOWN) / MOST_SHOWN;
    let [width, height] = [SIZE[0] - MARGIN[0] - 16.0, SIZE[1] - MARGIN[1] - 16.0];
    [MARGIN[0] + right * width, 16.0 + (1.0 - up) * height]
}

/// Draws the points and the frontier.
#[must_use]
pub fn drawn(points: &[Point]) -> String {
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" role=\"img\" font-family=\"sans-serif\" \
         font-size=\"11\">\n<title>Instructions for each byte of SHA3-512, and gate equivalents</title>\n\
         <style>text {{ fill: currentColor }} .axis {{ stroke: currentColor; opacity: 0.25 }} .set {{ fill: #4a7fb5; \
         opacity: 0.55 }} .front {{ fill: none; stroke: #c2410c; stroke-width: 1.5 }} .best {{ fill: #c2410c }} \
         .other {{ fill: none; stroke: currentColor; stroke-width: 1.5 }}</style>\n",
        SIZE[0], SIZE[1]
    );
    axes(&mut svg);
    let best = frontier(points);
    for point in points {
        let [x, y] = place(point.gates, point.each_byte);
        let Point { name, gates, each_byte } = point;
        let title = format!("{}: {gates:.0} gate equivalents, {each_byte:.2} instructions a byte", escaped(name));
        let class = if best.contains(&point) { "best" } else { "set" };
        let circle =
            format!("<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\"><title>{title}</title></circle>");
        append(&mut svg, &circle);
    }
    let mut path = String::new();
    for (index, point) in best.iter().enumerate() {
        let [x, y] = place(point.gates, point.each_byte);
        let step = if index == 0 { format!("M{x:.1} {y:.1}") } else { format!("H{x:.1}V{y:.1}") };
        path.push_str(&step);
    }
    append(&mut svg, &format!("<path class=\"front\" d=\"{path}\"/>"));
    for (name, gates, each_byte) in OTHERS {
        let [x, y] = place(gates, each_byte);
        append(&mut svg, &format!("<circle class=\"other\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"5\"/>"));
        append(&mut svg, &text(x + 8.0, y - 6.0, "start", name));
    }
    svg.push_str("</svg>\n");
    svg
}

fn axes(svg: &mut String) {
    let [left, bottom] = place(GATES_SHOWN[0], 0.0);
    let [right, top] = place(GATES_SHOWN[1], MOST_SHOWN);
    for gates in [200.0, 500.0, 1000.0, 2000.0, 5000.0, 10_000.0, 20_000.0, 50_000.0] {
        let [x, _] = place(gates, 0.0);
        append(svg, &format!("<path class=\"axis\" d=\"M{x:.1} {bottom:.1}V{top:.1}\"/>"));
        append(svg, &text(x, bottom + 15.0, "middle", &format!("{gates:.0}")));
    }
    for each_byte in [0.0, 10.0, 20.0, 30.0, 40.0, 50.0] {
        let [_, y] = place(GATES_SHOWN[0], each_byte);
        append(svg, &format!("<path class=\"axis\" d=\"M{left:.1} {y:.1}H{right:.1}\"/>"));
        append(svg, &text(left - 6.0, y + 4.0, "end", &format!("{each_byte:.0}")));
    }
    let middle = f64::midpoint(left, right);
    append(svg, &text(middle, bottom + 34.0, "middle", "gate equivalents (OSU 0.18 µm)"));
    let [x, y] = [14.0, f64::midpoint(top, bottom)];
    let turned = format!("transform=\"translate({x:.1} {y:.1}) rotate(-90)\" text-anchor=\"middle\"");
    append(svg, &format!("<text {turned}>instructions for each byte of SHA3-512</text>"));
}

fn text(x: f64, y: f64, anchor: &str, text: &str) -> String {
    format!("<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{}</text>", escaped(text))
}

fn append(svg: &mut String, element: &str) {
    writeln!(svg, "{element}").expect("text can be appended");
}

/// Returns a text as XML has it.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(name: &str, gates: f64, each_byte: f64) -> Point {
        Point { name: name.to_owned(), gates, each_byte }
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
        let svg = drawn(&points);
        assert_eq!(svg.matches("class=\"best\"").count(), 3);
        assert_eq!(svg.matches("class=\"set\"").count(), 2);
    }

    #[test]
    fn points_are_read_from_a_record() {
        let row = |name: &str, unit: &str, value: f64| {
            let (platform, algorithm) = ("isa", name);
            serde_json::json!({ "platform": platform, "algorithm": algorithm, "unit": unit, "value": value })
        };
        let rows = [row("a", GATES, 900.0), row("a", EACH_BYTE, 12.5), row("b", GATES, 100.0)];
        let record = serde_json::json!({ "rows": rows }).to_string();
        assert_eq!(points(&record).unwrap(), [point("a", 900.0, 12.5)]);
        assert!(points("{\"rows\": []}").unwrap_err().starts_with("no row of the platform isa"));
        assert!(points("{").unwrap_err().starts_with("not a record"));
    }
}
