//! Logarithmic axes, on which equal ratios are equal distances.
//!
//! Between a message of 8 bytes and a long one, cycles per byte fall by a factor of 1000, and implementations differ by
//! a factor of 100. A logarithmic axis shows both, and parallel lines have a constant ratio.

use serde::Serialize;

/// A position on an axis and its label.
#[derive(Debug, PartialEq, Serialize)]
pub(super) struct Tick {
    pub(super) at: f64,
    pub(super) label: String,
}

/// An axis on which equal ratios are equal distances.
pub(super) struct Log {
    low: f64,
    high: f64,
    from: f64,
    to: f64,
}

impl Log {
    /// Returns the axis from the smallest of these values, at `from`, to the largest, at `to`. `margin` is the ratio
    /// left free at both ends.
    pub(super) fn of(values: impl Iterator<Item = f64>, from: f64, to: f64, margin: f64) -> Self {
        let (low, high) = values.fold((f64::INFINITY, 0.0_f64), |(low, high), v| (low.min(v), high.max(v)));
        // A single value goes in the middle.
        let (low, high) = if low < high { (low / margin, high * margin) } else { (low / 2.0, low * 2.0) };
        Self { low, high, from, to }
    }

    /// Returns the position of a value, rounded to a tenth of a pixel.
    pub(super) fn at(&self, value: f64) -> f64 {
        let share = (value / self.low).ln() / (self.high / self.low).ln();
        tenth(self.from + share * (self.to - self.from))
    }

    /// Returns ticks at 1, 2 and 5 times powers of ten, or at more values if these are few.
    pub(super) fn ticks(&self) -> Vec<Tick> {
        let coarse = self.ticks_at(&[1.0, 2.0, 5.0]);
        if coarse.len() < 4 { self.ticks_at(&[1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 7.0]) } else { coarse }
    }

    fn ticks_at(&self, digits: &[f64]) -> Vec<Tick> {
        let powers = (self.low.log10().floor() as i32)..=(self.high.log10().ceil() as i32);
        powers
            .flat_map(|power| digits.iter().map(move |digit| digit * 10_f64.powi(power)))
            .filter(|value| (self.low..=self.high).contains(value))
            .map(|value| Tick { at: self.at(value), label: format!("{}", (value * 1e6).round() / 1e6) })
            .collect()
    }
}

/// Removes the labels of ticks that are too close to the next labelled one. The last label stays.
pub(super) fn thin(ticks: &mut [Tick], least: f64) {
    let mut next = f64::INFINITY;
    for tick in ticks.iter_mut().rev() {
        if next - tick.at < least {
            tick.label.clear();
        } else {
            next = tick.at;
        }
    }
}

/// Rounds a coordinate to a tenth.
pub(super) fn tenth(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_ratios_are_equal_distances() {
        let axis = Log::of([1.0, 100.0].into_iter(), 0.0, 200.0, 1.0);
        assert_eq!([1.0, 10.0, 100.0].map(|v| axis.at(v)), [0.0, 100.0, 200.0]);
        let labels: Vec<String> = axis.ticks().into_iter().map(|tick| tick.label).collect();
        assert_eq!(labels, ["1", "2", "5", "10", "20", "50", "100"]);
    }

    #[test]
    fn one_value_stands_in_the_middle() {
        let axis = Log::of([3.0].into_iter(), 0.0, 100.0, 1.1);
        assert_eq!(axis.at(3.0), 50.0);
    }

    #[test]
    fn a_short_axis_has_finer_ticks() {
        let labels = |low, high| -> Vec<String> {
            let axis = Log::of([low, high].into_iter(), 0.0, 100.0, 1.0);
            axis.ticks().into_iter().map(|tick| tick.label).collect()
        };
        assert_eq!(labels(2.5, 8.0), ["3", "4", "5", "7"]);
        assert_eq!(labels(0.5, 5.0), ["0.5", "1", "2", "5"]);
    }

    #[test]
    fn labels_that_would_touch_are_left_out() {
        let mut ticks: Vec<Tick> =
            [0.0, 60.0, 85.0, 110.0].map(|at| Tick { at, label: at.to_string() }).into_iter().collect();
        thin(&mut ticks, 30.0);
        assert_eq!(ticks.iter().map(|tick| tick.label.as_str()).collect::<Vec<_>>(), ["0", "60", "", "110"]);
    }
}
