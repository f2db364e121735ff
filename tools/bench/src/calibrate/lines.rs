//! Proposes the lines of a list for this machine's kind of core.
//!
//! For each number of messages, the figures determine the implementation that the list should choose: the current one,
//! unless another is faster by more than the tolerance. This determines the number of messages from which each should
//! be chosen. A list chooses the last entry whose number is reached, so not every sequence of winners can be expressed
//! as numbers. Where it can't, the order of the list would have to change, and the proposal reports this.

use super::claim::Entry;
use std::collections::BTreeMap;

/// For a proposal, all numbers of messages up to this one are measured, and those at which the list's choice changes.
pub(super) const EVERY_BATCH_UP_TO: usize = 17;

/// The measurements for a number of messages.
pub(super) struct Measured<'r> {
    pub(super) batch: usize,
    pub(super) chosen: &'static str,
    /// For each length, the cycles per byte of the implementations.
    pub(super) figures: Vec<BTreeMap<&'r str, f64>>,
}

/// A proposal for a list.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Proposal {
    /// The implementations whose line changes, and the number of messages from which to choose them; `None` if they
    /// should be chosen only by name.
    pub(super) lines: Vec<(&'static str, Option<usize>)>,
    /// The numbers of messages for which these lines still do not choose the fastest implementation, and its name.
    pub(super) out_of_order: Vec<(usize, &'static str)>,
}

impl Proposal {
    /// Returns the proposal for a list with these entries. `measured` is sorted by batch.
    pub(super) fn new(entries: &[Entry], measured: &[Measured<'_>], tolerance: f64) -> Self {
        let winners: Vec<(usize, &'static str)> =
            measured.iter().map(|measured| (measured.batch, winner(entries, measured, tolerance))).collect();
        let line = |entry: &Entry| {
            let first = winners.iter().find(|(_, name)| *name == entry.name).map(|(batch, _)| *batch);
            match first {
                // It would be chosen instead of a winner.
                None if hides(entry, entries, &winners) => usize::MAX,
                None => entry.min_batch,
                Some(first) => first,
            }
        };
        let numbers: Vec<usize> = entries.iter().map(line).collect();
        let choice = |batch: usize| {
            let reached = entries.iter().zip(&numbers).rev();
            reached
                .filter(|(entry, _)| entry.constant_time)
                .find(|(_, from)| **from <= batch)
                .map(|(entry, _)| entry.name)
        };
        let changed = entries.iter().zip(&numbers).filter(|(entry, from)| entry.min_batch != **from);
        Self {
            lines: changed.map(|(entry, from)| (entry.name, Some(*from).filter(|from| *from < usize::MAX))).collect(),
            out_of_order: winners.iter().copied().filter(|(batch, name)| choice(*batch) != Some(*name)).collect(),
        }
    }

    /// Returns the proposal as text; empty if the list is right.
    pub(super) fn text(&self, core: &str) -> String {
        let mut text = String::new();
        if !self.lines.is_empty() {
            text.push_str("  Proposed lines for this kind of core:\n");
        }
        for (name, from) in &self.lines {
            let from = from.map_or("named".to_owned(), |from| format!("from {from}"));
            text.push_str(&format!("    {name}, on {core} {from}\n"));
        }
        for (batch, name) in &self.out_of_order {
            text.push_str(&format!("    choosing {name} for {batch} requires another order of the list\n"));
        }
        text
    }
}

/// Returns the implementation that should be chosen for a number of messages.
fn winner(entries: &[Entry], measured: &Measured<'_>, tolerance: f64) -> &'static str {
    // The product of its times relative to the chosen one's, over all lengths.
    let ratio = |name: &str| -> Option<f64> {
        measured.figures.iter().map(|of_length| Some(of_length.get(name)? / of_length.get(measured.chosen)?)).product()
    };
    let lengths = i32::try_from(measured.figures.len()).unwrap_or(1);
    let candidates = entries.iter().filter(|entry| entry.constant_time);
    let fastest = candidates
        .filter_map(|entry| Some((entry.name, ratio(entry.name)?)))
        .min_by(|(_, a), (_, b)| a.total_cmp(b))
        .filter(|(_, ratio)| ratio * (1.0 + tolerance).powi(lengths) < 1.0);
    fastest.map_or(measured.chosen, |(name, _)| name)
}

/// Whether an entry that never wins comes after a winner in the list and would be chosen instead.
fn hides(entry: &Entry, entries: &[Entry], winners: &[(usize, &'static str)]) -> bool {
    let place = |name: &str| entries.iter().position(|entry| entry.name == name);
    winners.iter().any(|(batch, winner)| entry.min_batch <= *batch && place(entry.name) > place(winner))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entries() -> Vec<Entry> {
        let entry = |name, min_batch| Entry { name, constant_time: name != "table", min_batch, spec: false };
        vec![entry("table", 1), entry("one", 1), entry("x4", 3), entry("x8", 5), entry("asked", usize::MAX)]
    }

    fn measured<'r>(batch: usize, chosen: &'static str, figures: &[(&'r str, f64)]) -> Measured<'r> {
        let figures: BTreeMap<&str, f64> = figures.iter().copied().collect();
        Measured { batch, chosen, figures: vec![figures.clone(), figures] }
    }

    fn proposed(measured: &[Measured<'_>]) -> Proposal {
        Proposal::new(&entries(), measured, 0.05)
    }

    #[test]
    fn a_list_that_is_right_gets_no_lines() {
        let right = proposed(&[
            measured(1, "one", &[("table", 1.0), ("one", 8.0), ("x4", 9.0)]),
            measured(2, "one", &[("one", 8.0), ("x4", 7.8)]),
            measured(3, "x4", &[("one", 8.0), ("x4", 7.0), ("x8", 6.9)]),
            measured(5, "x8", &[("one", 8.0), ("x4", 7.0), ("x8", 6.0)]),
        ]);
        assert_eq!(right, Proposal::default());
        assert_eq!(right.text("Zen4"), "");
    }

    #[test]
    fn an_implementation_may_be_chosen_earlier_later_or_only_if_it_is_named() {
        let other = proposed(&[
            measured(1, "one", &[("one", 8.0), ("asked", 7.9)]),
            measured(2, "one", &[("one", 8.0), ("x4", 7.0)]),
            measured(5, "x8", &[("one", 8.0), ("x4", 7.0), ("x8", 9.0)]),
            measured(6, "x8", &[("one", 8.0), ("x4", 7.0), ("x8", 6.0)]),
        ]);
        assert_eq!(other.lines, [("x4", Some(2)), ("x8", Some(6))]);
        assert_eq!(other.out_of_order, []);
        let never = proposed(&[measured(5, "x8", &[("one", 8.0), ("x4", 7.0), ("x8", 9.0)])]);
        assert_eq!(never.lines, [("x4", Some(5)), ("x8", None)]);
        assert!(never.text("Zen4").contains("    x8, on Zen4 named\n"), "{}", never.text("Zen4"));
    }

    #[test]
    fn what_numbers_cannot_say_is_reported() {
        let back = proposed(&[
            measured(3, "x4", &[("one", 8.0), ("x4", 7.0)]),
            measured(4, "x4", &[("one", 6.0), ("x4", 7.0)]),
        ]);
        assert_eq!(back.out_of_order, [(4, "one")]);
    }
}
