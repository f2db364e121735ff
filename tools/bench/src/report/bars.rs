//! Horizontal bars that start at zero, each with its name on the left and its figure on the right.
//!
//! ```text
//!    rows-avx512 ###  3.09
//!   groestl 0.11 ########################  31.2
//!       balanced #########      |  411 (paper 530)      a mark: the paper's figure
//! ```

use super::scale::tenth;
use crate::format::figure;
use serde::Serialize;

const WIDTH: f64 = 560.0;
const LEFT: f64 = 216.0;
const STEP: f64 = 22.0;
/// The width of the widest letter in the text after a bar.
const LETTER: f64 = 6.8;

/// The contents of a bar.
pub(super) struct Entry {
    pub(super) name: String,
    /// `ours`, `many` (ours, several messages at once), `leaky` (ours, not constant time), `engine`, `peer`, `wrong`
    /// (a peer whose digest is wrong).
    pub(super) kind: &'static str,
    pub(super) value: f64,
    /// A second figure, the paper's, drawn as a mark across the bar.
    pub(super) mark: Option<f64>,
    /// A remark after the figure.
    pub(super) remark: String,
}

/// A chart with the positions of everything in it.
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
    /// Where the text after the bar begins.
    text_x: f64,
    text: String,
}

impl Bars {
    /// Returns a chart of these entries in this order; `None` if there are no entries.
    pub(super) fn of(entries: &[Entry], description: String) -> Option<Self> {
        let most = entries.iter().flat_map(|entry| [entry.value, entry.mark.unwrap_or(0.0)]).fold(0.0, f64::max);
        let texts: Vec<String> =
            entries.iter().map(|entry| format!("{} {}", figure(entry.value), entry.remark).trim().to_owned()).collect();
        // The longest bar leaves room for the longest text after it.
        let letters = texts.iter().map(|text| text.chars().count()).max().unwrap_or(0);
        let right = WIDTH - 12.0 - LETTER * letters as f64;
        let scale = |value: f64| tenth(value / most * (right - LEFT));
        let bars: Vec<Bar> = entries
            .iter()
            .zip(texts)
            .enumerate()
            .map(|(i, (entry, text))| {
                let end = LEFT + scale(entry.value.max(entry.mark.unwrap_or(0.0)));
                Bar {
                    name: entry.name.clone(),
                    kind: entry.kind,
                    y: STEP * i as f64,
                    length: scale(entry.value),
                    mark: entry.mark.map(|mark| LEFT + scale(mark)),
                    text_x: tenth(end + 6.0),
                    text,
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
        let [short, long] = [bars.bars[0].length, bars.bars[1].length];
        assert!((long / short - 4.0).abs() < 0.05, "{short} {long}");
        let end = bars.bars[1].mark.expect("it has one");
        assert!((end - LEFT - 2.0 * long).abs() < 0.2 && end < WIDTH - 10.0, "{end}");
        assert_eq!(bars.height, 2.0 * STEP);
        assert!(Bars::of(&[], String::new()).is_none());
    }
}
