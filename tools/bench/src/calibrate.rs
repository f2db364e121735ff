//! The command `calibrate`: checks whether the order of each list of implementations is right for this machine.
//!
//! A list makes two claims. Dispatch: the implementation chosen for a number of messages is the fastest constant-time
//! one. Order: each implementation for one message is at least as fast on a long message as those before it in the
//! list. Dispatch is checked with short and with long messages: with one message, with the number of messages from
//! which each implementation is chosen, and with one message less.

use crate::console::{Error, print};
use crate::format::length_text;
use crate::implementations;
use crate::measure::Source;
use crate::output::columns;
use crate::plan::{LONG, Point, SubjectPlan};
use crate::record::{Lengths, Record};
use crate::selection::algorithms;
use crate::subject::{OURS, Subject, Unit};
use claim::{CheckedClaim, Claim, Entry};
use clap::Args;
use counterpoint::Algorithm;
use counterpoint::registry::Core;
use lines::{EVERY_BATCH_UP_TO, Measured, Proposal};
use std::collections::{BTreeMap, BTreeSet};

mod claim;
mod lines;

/// The lengths of a short message, and of the long messages of a batch.
const SHORT: usize = 64;
const LONG_IN_BATCH: usize = 4096;

/// The arguments of `calibrate`.
#[derive(Debug, Args)]
pub(crate) struct CalibrateArgs {
    /// Check only the lists of these algorithms (repeatable, or separated by commas).
    #[arg(short, long, value_delimiter = ',', value_name = "ALG")]
    algorithm: Vec<String>,
    /// Treat two implementations as equally fast if they differ by no more than this.
    #[arg(long, value_name = "PERCENT", default_value_t = 5.0)]
    tolerance: f64,
    /// Measure more numbers of messages, and propose list entries for this machine's kind of core.
    #[arg(long)]
    lines: bool,
    #[command(flatten)]
    source: Source,
}

/// Prints the claims of each list and the measurements. Returns whether they agree everywhere.
///
/// # Errors
///
/// Returns a message for unknown names, for a record that can't be read or lacks the figures, or if measuring failed.
pub(crate) fn run(args: &CalibrateArgs) -> Result<bool, Error> {
    if !(0.0..100.0).contains(&args.tolerance) {
        return Err(Error::Usage("--tolerance: must be a percentage from 0 to 100".to_owned()));
    }
    let lists = lists(&algorithms(&args.algorithm)?);
    let (record, outcome) = args.source.record(|| lists.iter().flat_map(|list| list.plans(args.lines)).collect())?;
    outcome?;
    let (mut checked, mut disagreements, mut disturbed) = (0, 0, 0);
    let mut out = String::new();
    for list in &lists {
        let tolerance = args.tolerance / 100.0;
        let found = list.check(&record, tolerance, args.lines);
        checked += found.iter().filter(|found| found.outcome.is_some()).count();
        disagreements += found.iter().filter(|found| found.disagrees()).count();
        disturbed += found.iter().filter(|found| found.disturbed && found.outcome.is_some()).count();
        out.push_str(&list.text(&found));
        if args.lines {
            let proposal = Proposal::new(&list.entries(), &list.measured(&record), tolerance);
            out.push_str(&proposal.text(&format!("{:?}", Core::here())));
        }
        out.push('\n');
    }
    if checked == 0 {
        let message = "the records contain no figures for these lists; measure them with `counterpoint-bench \
             calibrate --record FILE`";
        return Err(Error::Failed(message.to_owned()));
    }
    out.push_str(&match disagreements {
        0 => format!("The lists agree with this machine ({checked} claims).\n"),
        n => format!("The lists disagree with this machine in {n} of {checked} claims.\n"),
    });
    if disturbed > 0 {
        out.push_str(&format!(
            "{disturbed} claims were checked with disturbed figures, because something else used the core. Measure \
             them again.\n"
        ));
    }
    print(&out)?;
    Ok(disagreements == 0)
}

/// Returns the lists that these algorithms use, without duplicates. A list that several algorithms share is measured
/// with a hash with a 32-byte digest, if there is one; otherwise with any hash; otherwise with anything except
/// authenticated encryption, which works on one message with a fixed number of states.
fn lists(algorithms: &[&'static Algorithm]) -> Vec<List> {
    let mut lists: BTreeMap<usize, List> = BTreeMap::new();
    let mut order = Vec::new();
    let rank = |algorithm: &Algorithm| match algorithm.as_hash() {
        Some(hash) if hash.digest_bytes() == 32 => 0,
        Some(_) => 1,
        None if algorithm.as_aead().is_none() => 2,
        None => 3,
    };
    for &algorithm in algorithms {
        let Some(first) = algorithm.implementations().next() else { continue };
        let place = std::ptr::from_ref(first).cast::<()>() as usize;
        let list = lists.entry(place).or_insert_with(|| {
            order.push(place);
            List { algorithm, shared_by: Vec::new() }
        });
        list.shared_by.push(algorithm.name);
        if rank(algorithm) < rank(list.algorithm) {
            list.algorithm = algorithm;
        }
    }
    order.iter().filter_map(|place| lists.remove(place)).collect()
}

/// A list of implementations.
struct List {
    /// The algorithm with which it is measured.
    algorithm: &'static Algorithm,
    shared_by: Vec<&'static str>,
}

impl List {
    /// Returns the implementations that this machine can run, in the order of the list.
    fn entries(&self) -> Vec<Entry> {
        let available = self.algorithm.implementations().filter(|listed| listed.available());
        available.map(Entry::from).collect()
    }

    /// Returns the claims to check: for the numbers of messages at which the choice changes and, for a proposal, for
    /// all small numbers.
    fn claims(&self, for_proposal: bool) -> Vec<Claim> {
        let lengths = |batch| match implementations::unit(self.algorithm) {
            Unit::Message { .. } if batch == 1 => vec![SHORT, LONG],
            Unit::Sealed { .. } => vec![SHORT, LONG],
            Unit::Message { .. } => vec![SHORT, LONG_IN_BATCH],
            Unit::State { bytes } | Unit::Blocks { bytes } => vec![bytes],
        };
        let mut batches = BTreeSet::from([1]);
        if for_proposal {
            batches.extend(1..=EVERY_BATCH_UP_TO);
        }
        for min_batch in self.entries().iter().map(|entry| entry.min_batch).filter(|&n| n > 1 && n < usize::MAX) {
            batches.extend([min_batch - 1, min_batch]);
        }
        if self.algorithm.as_aead().is_some() {
            batches = BTreeSet::from([1]);
        }
        let mut claims: Vec<Claim> = Vec::new();
        for batch in batches {
            let chosen = self.algorithm.best(batch).name();
            claims.extend(lengths(batch).into_iter().map(|length_bytes| Claim::Dispatch {
                batch,
                length_bytes,
                chosen,
            }));
        }
        let longest = lengths(1).into_iter().max().unwrap_or(LONG);
        claims.push(Claim::Order { length_bytes: longest });
        claims
    }

    /// Returns the point at which a claim is measured. Blocks are measured as one long message.
    fn point(&self, batch: usize, length_bytes: usize) -> Point {
        match implementations::unit(self.algorithm) {
            Unit::Blocks { .. } => (1, Lengths::Equal, batch * length_bytes),
            _ => (batch, Lengths::Equal, length_bytes),
        }
    }

    /// Returns what must be measured.
    fn plans(&self, for_proposal: bool) -> Vec<SubjectPlan> {
        let mut points: Vec<Point> =
            self.claims(for_proposal).iter().map(|claim| self.point(claim.batch(), claim.length_bytes())).collect();
        points.sort_unstable();
        points.dedup();
        let subjects: Vec<Subject> = implementations::of(self.algorithm);
        subjects.into_iter().map(|subject| SubjectPlan { subject, points: points.clone() }).collect()
    }

    /// Returns a record's figures for a claim's point, and whether they were disturbed.
    fn figures<'r>(&self, record: &'r Record, claim: &Claim) -> BTreeMap<&'r str, (f64, bool)> {
        let (batch, lengths, length_bytes) = self.point(claim.batch(), claim.length_bytes());
        let here = record.measurements.iter().filter(|m| {
            let key = (OURS, self.algorithm.name, m.implementation.as_str(), batch, lengths, length_bytes);
            m.key() == key
        });
        here.map(|m| (m.implementation.as_str(), (m.figure(), m.disturbed))).collect()
    }

    /// Checks the claims against a record.
    fn check(&self, record: &Record, tolerance: f64, for_proposal: bool) -> Vec<CheckedClaim> {
        let (entries, claims) = (self.entries(), self.claims(for_proposal));
        claims
            .into_iter()
            .map(|claim| CheckedClaim::new(claim, &entries, &self.figures(record, &claim), tolerance))
            .collect()
    }

    /// Returns a record's figures for each number of messages that a proposal considers.
    fn measured<'r>(&self, record: &'r Record) -> Vec<Measured<'r>> {
        let mut measured: BTreeMap<usize, Measured<'r>> = BTreeMap::new();
        for claim in self.claims(true) {
            let Claim::Dispatch { batch, chosen, .. } = claim else { continue };
            let figures = self.figures(record, &claim).into_iter().map(|(name, (figure, _))| (name, figure)).collect();
            let of_batch = measured.entry(batch).or_insert_with(|| Measured { batch, chosen, figures: Vec::new() });
            of_batch.figures.push(figures);
        }
        measured.into_values().collect()
    }

    /// Returns a table of the claims.
    fn text(&self, found: &[CheckedClaim]) -> String {
        let unit = match implementations::unit(self.algorithm) {
            Unit::Message { .. } | Unit::Sealed { .. } => "message",
            Unit::State { .. } => "state",
            Unit::Blocks { .. } => "block",
        };
        let mut lines = vec![["", "listed", "measured", "", ""].map(str::to_owned).to_vec()];
        for found in found {
            let batch = found.claim.batch();
            let plural = if batch == 1 { "" } else { "s of" };
            let of = if batch == 1 { " of" } else { "" };
            let point = format!("{batch} {unit}{plural}{of} {}", length_text(found.claim.length_bytes()));
            lines.push(vec![point].into_iter().chain(found.cells()).collect());
        }
        format!("{} (list of {})\n{}", self.algorithm.name, self.shared_by.join(", "), columns(&lines, "lllrl"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_list_is_checked_once() {
        let all: Vec<&'static Algorithm> = Algorithm::all().collect();
        let lists = lists(&all);
        let shared: usize = lists.iter().map(|list| list.shared_by.len()).sum();
        assert_eq!(shared, all.len());
        let of_sha3 = lists.iter().find(|list| list.shared_by.contains(&"sha3-256")).expect("it is there");
        assert!(of_sha3.shared_by.contains(&"shake128"));
        assert!(
            of_sha3.algorithm.name.ends_with("256") || of_sha3.algorithm.name == "shake128",
            "{}",
            of_sha3.algorithm.name
        );
    }

    #[test]
    fn every_list_makes_claims() {
        for list in lists(&Algorithm::all().collect::<Vec<_>>()) {
            let claims = list.claims(false);
            assert!(claims.iter().any(|claim| matches!(claim, Claim::Order { .. })), "{}", list.algorithm.name);
            assert_eq!(list.plans(true).len(), list.entries().len());
        }
    }
}
