//! Plots with logarithmic axes: lines of cycles per byte, or points. Each line's name is at its end.
//!
//! ```text
//!   label of y
//!   20 |--o----------------------
//!   10 |----`--o------o----------o  rows-aesni
//!    5 |-----------`--o-------`--o--  rows-avx512
//!        64   576   4096     1 MiB
//! ```

use super::labels;
use super::scale::{Log, Tick, tenth, thin};
use crate::format::{marked, short};
use crate::record::Measurement;
use serde::Serialize;

const WIDTH: f64 = 560.0;
const LEFT: f64 = 38.0;
const RIGHT: f64 = 396.0;
const TOP: f64 = 12.0;
/// The height of the labels below the axis.
const FOOT: f64 = 40.0;
/// The minimum distance between two labels of the lower axis.
const TICK_GAP: f64 = 30.0;
/// The distance between the middles of two labels.
const LABEL_GAP: f64 = 13.0;

/// A line: its name, look, and points.
pub(super) struct Series<'a> {
    pub(super) name: String,
    pub(super) look: Look,
    /// The points from left to right.
    pub(super) points: Vec<(f64, &'a Measurement)>,
}

/// The look of a line: the style sheet's classes for its colour and its kind.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Look {
    pub(super) colour: String,
    /// `best`, `ours`, `leaky` (not constant-time), `plain` (for comparison), `peer`,
    /// `wrong` (a peer whose digest is wrong).
    pub(super) kind: &'static str,
}

/// A point and its tooltip.
pub(super) struct Point {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) tip: String,
}

/// A plot with the positions of everything in it.
#[derive(Debug, Serialize)]
pub(super) struct Plot {
    width: f64,
    height: f64,
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
    x_ticks: Vec<Tick>,
    y_ticks: Vec<Tick>,
    lines: Vec<Line>,
    /// A description for readers who can't see the plot.
    description: String,
}

#[derive(Debug, Serialize)]
struct Line {
    name: String,
    look: Look,
    path: String,
    marks: Vec<Mark>,
    end: (f64, f64),
    label_y: f64,
}

#[derive(Debug, Serialize)]
struct Mark {
    x: f64,
    y: f64,
    tip: String,
}

impl Plot {
    fn with(height: f64, x_ticks: Vec<Tick>, y_ticks: Vec<Tick>, lines: Vec<Line>, description: String) -> Self {
        let (left, right, top, bottom) = (LEFT, RIGHT, TOP, height - FOOT);
        Self { width: WIDTH, height, left, right, top, bottom, x_ticks, y_ticks, lines, description }
    }

    /// Returns a plot of lines, with a tick at each measured place; `None` if there are fewer than two such places.
    pub(super) fn of(
        series: &[Series<'_>],
        height: f64,
        description: String,
        label: impl Fn(f64) -> String,
    ) -> Option<Self> {
        let bottom = height - FOOT;
        let all = || series.iter().flat_map(|series| series.points.iter());
        let mut places: Vec<f64> = all().map(|&(x, _)| x).collect();
        places.sort_by(f64::total_cmp);
        places.dedup();
        if places.len() < 2 {
            return None;
        }
        let x = Log::of(places.iter().copied(), LEFT + 10.0, RIGHT - 12.0, 1.0);
        let y = Log::of(all().map(|(_, m)| m.figure()), bottom, TOP, 1.08);
        let mut lines: Vec<Line> = series.iter().filter_map(|series| line(series, &x, &y, &label)).collect();
        let wishes: Vec<f64> = lines.iter().map(|line| line.end.1).collect();
        let places_of_labels = labels::place(&wishes, LABEL_GAP, TOP, height - 8.0);
        for (line, at) in lines.iter_mut().zip(places_of_labels) {
            line.label_y = tenth(at);
        }
        let mut x_ticks: Vec<Tick> =
            places.iter().map(|&place| Tick { at: x.at(place), label: label(place) }).collect();
        thin(&mut x_ticks, TICK_GAP);
        // The best line is drawn last, on top of the others.
        lines.sort_by_key(|line| line.look.kind == "best");
        Some(Self::with(height, x_ticks, y.ticks(), lines, description))
    }

    /// Returns a plot of points, with a line along those that no other beats in both directions; less is better in
    /// both. `None` if there are fewer than two points.
    pub(super) fn of_points(mut points: Vec<Point>, height: f64, description: String) -> Option<Self> {
        if points.len() < 2 {
            return None;
        }
        let bottom = height - FOOT;
        let x = Log::of(points.iter().map(|point| point.x), LEFT + 10.0, RIGHT - 12.0, 1.0);
        let y = Log::of(points.iter().map(|point| point.y), bottom, TOP, 1.08);
        points.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
        let mut least = f64::INFINITY;
        let is_best = |point: &Point| {
            let better = point.y < least;
            least = least.min(point.y);
            better
        };
        let (best, beaten): (Vec<Point>, Vec<Point>) = points.into_iter().partition(is_best);
        let line = |name: &str, kind, points: Vec<Point>, joined: bool| {
            let mark = |Point { x: right, y: up, tip }| Mark { x: x.at(right), y: y.at(up), tip };
            let marks: Vec<Mark> = points.into_iter().map(mark).collect();
            let end = marks.last().map(|mark| (mark.x, mark.y))?;
            let path = if joined { path(&marks) } else { String::new() };
            let look = Look { colour: "c0".to_owned(), kind };
            Some(Line { name: name.to_owned(), look, path, marks, end, label_y: end.1 })
        };
        let lines = [line("others", "plain", beaten, false), line("not beaten", "best", best, true)];
        Some(Self::with(height, x.ticks(), y.ticks(), lines.into_iter().flatten().collect(), description))
    }
}

/// Returns the points of a line that joins marks, in SVG's notation.
fn path(marks: &[Mark]) -> String {
    marks.iter().map(|mark| format!("{},{}", mark.x, mark.y)).collect::<Vec<_>>().join(" ")
}

/// Places one line.
fn line(series: &Series<'_>, x: &Log, y: &Log, label: &impl Fn(f64) -> String) -> Option<Line> {
    let marks: Vec<Mark> = series
        .points
        .iter()
        .map(|&(place, m)| {
            let q = m.cycles_per_byte;
            let figure = marked(short(m.figure()), m.disturbed);
            let figures = format!("{figure} [{}, {}]", short(q.lower), short(q.upper));
            Mark { x: x.at(place), y: y.at(m.figure()), tip: format!("{}, {}: {figures}", series.name, label(place)) }
        })
        .collect();
    let end = marks.last().map(|mark| (mark.x, mark.y))?;
    Some(Line { name: series.name.clone(), look: series.look.clone(), path: path(&marks), marks, end, label_y: end.1 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::tests::measured;

    fn plot(lengths: &[usize]) -> Option<Plot> {
        let measurements: Vec<Measurement> = lengths
            .iter()
            .map(|&length| measured("sha3-256", "lanes-portable", 1, length, 7.0 + 900.0 / length as f64))
            .collect();
        let look = Look { colour: "c1".into(), kind: "ours" };
        let points = measurements.iter().map(|m| (m.length_bytes as f64, m)).collect();
        let series = [Series { name: "lanes-portable".into(), look, points }];
        Plot::of(&series, 300.0, "d".into(), |x| x.to_string())
    }

    #[test]
    fn marks_lie_inside_and_fall_to_the_right() {
        let plot = plot(&[8, 64, 4096, 1 << 20]).expect("there are four places");
        let marks = &plot.lines[0].marks;
        assert_eq!((marks.len(), plot.x_ticks.len()), (4, 4));
        assert!(marks.windows(2).all(|pair| pair[0].x < pair[1].x && pair[0].y < pair[1].y));
        assert!(marks.iter().all(|m| (LEFT..=RIGHT).contains(&m.x) && (TOP..=300.0 - FOOT).contains(&m.y)));
        assert!(marks[1].tip.starts_with("lanes-portable, 64: 21.1 ["), "{}", marks[1].tip);
    }

    #[test]
    fn the_line_along_points_has_those_that_no_other_one_beats() {
        let point = |(x, y)| Point { x, y, tip: format!("{x}") };
        let all = [(1000.0, 20.0), (2000.0, 25.0), (3000.0, 15.0), (1000.0, 30.0), (500.0, 40.0)];
        let plot = Plot::of_points(all.map(point).into(), 300.0, "d".into()).expect("there are five points");
        let tips = |line: &Line| line.marks.iter().map(|mark| mark.tip.clone()).collect::<Vec<_>>();
        assert_eq!(
            plot.lines.iter().map(tips).collect::<Vec<_>>(),
            [vec!["1000", "2000"], vec!["500", "1000", "3000"]]
        );
        assert!(Plot::of_points(vec![point(all[0])], 300.0, "d".into()).is_none());
    }

    #[test]
    fn one_place_makes_no_line() {
        assert!(plot(&[64]).is_none());
    }
}
