//! Checks a list's claim against figures.
//!
//! Implementations that differ by less than the tolerance count as equal, so that noise causes no disagreement. A claim
//! without figures is neither right nor wrong.

use counterpoint::registry::Implementation;
use std::collections::BTreeMap;

/// An implementation that this machine can run.
pub(super) struct Entry {
    pub(super) name: &'static str,
    pub(super) constant_time: bool,
    /// The smallest batch for which it is chosen; `usize::MAX` if it is chosen only by name.
    pub(super) min_batch: usize,
    /// Whether it is `spec`, which comes first regardless of its speed.
    pub(super) spec: bool,
}

impl From<&'static Implementation> for Entry {
    fn from(implementation: &'static Implementation) -> Self {
        Self {
            name: implementation.name(),
            constant_time: implementation.constant_time(),
            min_batch: implementation.min_batch().unwrap_or(usize::MAX),
            spec: implementation.technique() == "spec",
        }
    }
}

/// A claim of a list.
#[derive(Clone, Copy)]
pub(super) enum Claim {
    /// For this number of messages of this length, the chosen implementation is the fastest constant-time one.
    Dispatch { batch: usize, length_bytes: usize, chosen: &'static str },
    /// For one message of this length, the implementations for one message are listed from slowest to fastest.
    Order { length_bytes: usize },
}

impl Claim {
    pub(super) fn batch(&self) -> usize {
        match self {
            Self::Dispatch { batch, .. } => *batch,
            Self::Order { .. } => 1,
        }
    }

    pub(super) fn length_bytes(&self) -> usize {
        match self {
            Self::Dispatch { length_bytes, .. } | Self::Order { length_bytes } => *length_bytes,
        }
    }
}

/// A claim and the result of checking it.
pub(super) struct CheckedClaim {
    pub(super) claim: Claim,
    /// `None` if there are no figures for it.
    pub(super) outcome: Option<Outcome>,
    /// Whether some of its figures were disturbed.
    pub(super) disturbed: bool,
}

pub(super) enum Outcome {
    Agrees,
    /// The first implementation should be chosen, or listed after the second, because it is faster by this factor.
    Faster(Vec<(&'static str, &'static str, f64)>),
}

impl CheckedClaim {
    /// Checks a claim against the figure of each implementation: its cycles per byte, and whether it was disturbed.
    pub(super) fn new(claim: Claim, entries: &[Entry], figures: &BTreeMap<&str, (f64, bool)>, tolerance: f64) -> Self {
        let measured: Vec<(&Entry, f64)> =
            entries.iter().filter_map(|entry| Some((entry, figures.get(entry.name)?.0))).collect();
        let disturbed = entries.iter().any(|entry| figures.get(entry.name).is_some_and(|&(_, disturbed)| disturbed));
        let faster = match claim {
            Claim::Dispatch { chosen, .. } => dispatch(chosen, &measured, tolerance),
            Claim::Order { .. } => order(&measured, tolerance),
        };
        let outcome = faster.map(|faster| if faster.is_empty() { Outcome::Agrees } else { Outcome::Faster(faster) });
        Self { claim, outcome, disturbed }
    }

    pub(super) fn disagrees(&self) -> bool {
        matches!(self.outcome, Some(Outcome::Faster(_)))
    }

    /// Returns the cells of a line: the claim, the result, by how much, and whether they disagree.
    pub(super) fn cells(&self) -> Vec<String> {
        let claim = match self.claim {
            Claim::Dispatch { chosen, .. } => chosen,
            Claim::Order { .. } => "its order",
        };
        let [found, ratio, verdict] = match &self.outcome {
            None => ["not measured".to_owned(), String::new(), String::new()],
            Some(Outcome::Agrees) => ["the same".to_owned(), String::new(), String::new()],
            Some(Outcome::Faster(faster)) => {
                let which: Vec<String> = faster
                    .iter()
                    .map(|(fast, slow, ratio)| match self.claim {
                        Claim::Dispatch { .. } => (*fast).to_owned(),
                        Claim::Order { .. } => format!("{fast} {ratio:.2} x faster than {slow}"),
                    })
                    .collect();
                let ratio = match self.claim {
                    Claim::Dispatch { .. } => format!("{:.2} x faster", faster[0].2),
                    Claim::Order { .. } => String::new(),
                };
                [which.join("; "), ratio, "DISAGREES".to_owned()]
            }
        };
        let verdict = match (verdict.is_empty(), self.disturbed) {
            (_, false) => verdict,
            (true, true) => "disturbed".to_owned(),
            (false, true) => format!("{verdict}, disturbed"),
        };
        vec![claim.to_owned(), found, ratio, verdict]
    }
}

/// Returns the fastest constant-time implementation if it beats the chosen one by more than the tolerance.
fn dispatch(
    chosen: &'static str,
    measured: &[(&Entry, f64)],
    tolerance: f64,
) -> Option<Vec<(&'static str, &'static str, f64)>> {
    let (_, of_chosen) = measured.iter().find(|(entry, _)| entry.name == chosen)?;
    let candidates = measured.iter().filter(|(entry, _)| entry.constant_time);
    let (fastest, least) = candidates.min_by(|a, b| a.1.total_cmp(&b.1))?;
    let ratio = of_chosen / least;
    Some(if ratio > 1.0 + tolerance { vec![(fastest.name, chosen, ratio)] } else { Vec::new() })
}

/// Returns the implementations for one message that are slower than an earlier one: the faster one, the slower one, and
/// the ratio.
fn order(measured: &[(&Entry, f64)], tolerance: f64) -> Option<Vec<(&'static str, &'static str, f64)>> {
    let mut fastest: Option<(&Entry, f64)> = None;
    let mut found = Vec::new();
    let single: Vec<_> = measured.iter().filter(|(entry, _)| entry.min_batch <= 1 && !entry.spec).collect();
    if measured.is_empty() {
        return None;
    }
    for &&(entry, figure) in &single {
        match fastest {
            Some((before, least)) if figure / least > 1.0 + tolerance => {
                found.push((before.name, entry.name, figure / least));
            }
            _ => {}
        }
        if fastest.is_none_or(|(_, least)| figure < least) {
            fastest = Some((entry, figure));
        }
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(name: &'static str, min_batch: usize) -> Entry {
        Entry { name, constant_time: !name.starts_with("ttable"), min_batch, spec: name == "spec" }
    }

    fn found(claim: Claim, figures: &[(&'static str, f64)]) -> CheckedClaim {
        let entries = [entry("spec", 1), entry("ttable", 1), entry("a", 1), entry("b", 1), entry("b-x4", 4)];
        CheckedClaim::new(
            claim,
            &entries,
            &figures.iter().map(|&(name, figure)| (name, (figure, false))).collect(),
            0.05,
        )
    }

    fn dispatch(batch: usize, chosen: &'static str) -> Claim {
        Claim::Dispatch { batch, length_bytes: 64, chosen }
    }

    const FIGURES: [(&str, f64); 5] = [("spec", 90.0), ("ttable", 5.0), ("a", 8.0), ("b", 6.0), ("b-x4", 9.0)];

    #[test]
    fn the_fastest_constant_time_one_has_to_be_chosen() {
        assert!(!found(dispatch(1, "b"), &FIGURES).disagrees());
        let wrong = found(dispatch(1, "a"), &FIGURES);
        assert!(wrong.disagrees());
        assert_eq!(wrong.cells(), ["a", "b", "1.33 x faster", "DISAGREES"]);
    }

    #[test]
    fn a_claim_with_disturbed_figures_is_marked() {
        let figures = [("a", (8.0, false)), ("b", (6.0, true))].into_iter().collect();
        let entries = [entry("a", 1), entry("b", 1)];
        let verdict = |chosen| CheckedClaim::new(dispatch(1, chosen), &entries, &figures, 0.05).cells().swap_remove(3);
        assert_eq!([verdict("a"), verdict("b")], ["DISAGREES, disturbed", "disturbed"]);
    }

    #[test]
    fn what_differs_little_is_equal() {
        assert!(!found(dispatch(1, "a"), &[("a", 6.29), ("b", 6.0)]).disagrees());
        assert!(found(dispatch(1, "a"), &[("a", 6.31), ("b", 6.0)]).disagrees());
    }

    #[test]
    fn nothing_is_said_without_figures() {
        assert!(found(dispatch(1, "b"), &[("a", 6.0)]).outcome.is_none());
        assert!(found(Claim::Order { length_bytes: 64 }, &[]).outcome.is_none());
    }

    #[test]
    fn the_order_is_that_of_implementations_for_one_message() {
        // The T-table is listed first, but is faster than all that follow.
        let wrong = found(Claim::Order { length_bytes: 64 }, &FIGURES);
        assert_eq!(wrong.cells()[1], "ttable 1.60 x faster than a; ttable 1.20 x faster than b");
        let right = [("spec", 1.0), ("ttable", 9.0), ("a", 8.0), ("b", 6.0), ("b-x4", 9.0)];
        assert!(!found(Claim::Order { length_bytes: 64 }, &right).disagrees());
    }
}
