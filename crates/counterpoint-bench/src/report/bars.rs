//! Horizontal bars from zero, the shortest first, each with its name before and its figure behind.

use super::scale::{short, tenth};
use serde::Serialize;

const WIDTH: f64 = 560.0;
const LEFT: f64 = 216.0;
/// Where the longest bar ends; its figure stands behind it.
const RIGHT: f64 = 500.0;
const STEP: f64 = 22.0;

/// What a bar shows.
pub(super) struct Entry {
    pub(super) name: String,
    /// `ours`, `many` (ours, several messages at once), `peer`, `wrong` (a peer whose digest is wrong).
    pub(super) kind: &'static str,
    pub(super) value: f64,
    /// A second figure, drawn as a mark across the bar: the paper's.
    pub(super) mark: Option<f64>,
    /// Written behind the figure.
    pub(super) remark: String,
}

/// A chart, reckoned out.
#[derive(Debug, Serialize)]
pub(super) struct Bars {
    width: f64,
    height: f64,
    left: f64,
    bars: Vec<Bar>,
    description: String,
}

#[derive(Debug, Serialize)]
struct Bar {
    name: String,
    kind: &'static str,
    y: f64,
    length: f64,
    mark: Option<f64>,
    /// Where the text behind the bar begins.
    text_x: f64,
    text: String,
}

impl Bars {
    /// A chart of these entries in this order. None if there is none.
    pub(super) fn of(entries: &[Entry], description: String) -> Option<Self> {
        let most = entries.iter().flat_map(|entry| [entry.value, entry.mark.unwrap_or(0.0)]).fold(0.0, f64::max);
        let scale = |value: f64| tenth(value / most * (RIGHT - LEFT));
        let bars: Vec<Bar> = entries
            .iter()
            .enumerate()
            .map(|(i, entry)| {
                let end = LEFT + scale(entry.value.max(entry.mark.unwrap_or(0.0)));
                let remark = if entry.remark.is_empty() { String::new() } else { format!(" {}", entry.remark) };
                Bar {
                    name: entry.name.clone(),
                    kind: entry.kind,
                    y: STEP * i as f64,
                    length: scale(entry.value),
                    mark: entry.mark.map(|mark| LEFT + scale(mark)),
                    text_x: tenth(end + 6.0),
                    text: format!("{}{remark}", short(entry.value)),
                }
            })
            .collect();
        let height = STEP * bars.len() as f64;
        (most > 0.0).then_some(Self { width: WIDTH, height, left: LEFT, bars, description })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_in_proportion() {
        let entry = |value: f64, mark| Entry { name: "n".into(), kind: "ours", value, mark, remark: String::new() };
        let bars = Bars::of(&[entry(1.0, None), entry(4.0, Some(8.0))], String::new()).expect("two bars");
        let full = RIGHT - LEFT;
        assert_eq!([bars.bars[0].length, bars.bars[1].length], [full / 8.0, full / 2.0]);
        assert_eq!(bars.bars[1].mark, Some(RIGHT));
        assert_eq!(bars.height, 2.0 * STEP);
        assert!(Bars::of(&[], String::new()).is_none());
    }
}
