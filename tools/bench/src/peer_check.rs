//! Checks which peers compute correct outputs, before anything is measured.
//!
//! If the outputs of a peer and of `spec` differ, one of the two may be wrong, or the benchmark may call them in
//! different ways, for example with different customization strings. A third output decides. If another peer agrees
//! with `spec`, the one that differs is wrong. If no peer agrees with `spec`, the mistake is in this benchmark, and it
//! stops.

use crate::digest::{self, Expected};
use crate::plan::{Point, SubjectPlan};
use crate::subject::OURS;
use counterpoint::Algorithm;
use std::collections::{BTreeMap, BTreeSet};

/// A call for which a peer computes a wrong output: package, algorithm, implementation, and the messages.
type Call = (String, &'static str, String, Point);

/// The calls for which peers compute wrong outputs.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct WrongAnswers(BTreeSet<Call>);

impl WrongAnswers {
    /// Compares the outputs of all peers in these plans with those of `spec` and with each other.
    ///
    /// # Errors
    ///
    /// Returns a message if all peers disagree with `spec` on a call.
    pub(crate) fn find(plans: &[SubjectPlan], expected: &mut Expected) -> Result<Self, String> {
        let mut calls: BTreeMap<(&str, Point), Vec<&SubjectPlan>> = BTreeMap::new();
        for plan in plans.iter().filter(|plan| plan.subject.package != OURS) {
            for point in &plan.points {
                calls.entry((plan.subject.algorithm, *point)).or_default().push(plan);
            }
        }
        let mut all = BTreeSet::new();
        for ((algorithm, point), peers) in calls {
            let (batch, lengths, length_bytes) = point;
            let Some(first) = peers.first() else { continue };
            let right = expected.of(&first.subject, batch, lengths, length_bytes);
            let answers: Vec<(&SubjectPlan, String)> = peers
                .into_iter()
                // If this library lacks the algorithm, the others are compared with the first peer.
                .skip(usize::from(Algorithm::by_name(algorithm).is_err()))
                .map(|peer| (peer, digest::computed(&peer.subject, batch, lengths, length_bytes)))
                .collect();
            let differ = differing(&right, &answers.iter().map(|(_, answer)| answer.as_str()).collect::<Vec<_>>());
            let differ = differ.ok_or_else(|| {
                let names: Vec<&str> = answers.iter().map(|(peer, _)| peer.subject.package.as_str()).collect();
                no_peer_agrees(algorithm, batch, length_bytes, &names)
            })?;
            for place in differ {
                let subject = &answers[place].0.subject;
                all.insert((subject.package.clone(), subject.algorithm, subject.implementation.clone(), point));
            }
        }
        Ok(Self(all))
    }

    /// Returns whether this call is among them.
    pub(crate) fn contains(&self, plan: &SubjectPlan, point: Point) -> bool {
        let subject = &plan.subject;
        self.0.contains(&(subject.package.clone(), subject.algorithm, subject.implementation.clone(), point))
    }
}

/// Returns the indices of the outputs that differ from the right one; `None` if all do, since then it is unclear which
/// is wrong.
fn differing(right: &str, peers: &[&str]) -> Option<Vec<usize>> {
    let differ: Vec<usize> = (0..peers.len()).filter(|&place| peers[place] != right).collect();
    (differ.is_empty() || differ.len() < peers.len()).then_some(differ)
}

/// Returns the message for a call on which no peer agrees.
fn no_peer_agrees(algorithm: &str, batch: usize, length_bytes: usize, peers: &[&str]) -> String {
    let messages = if batch == 1 { "1 message".to_owned() } else { format!("{batch} messages") };
    let other = if Algorithm::by_name(algorithm).is_ok() { "`spec`" } else { "one another" };
    format!(
        "all peers of {algorithm} ({}) disagree with {other} on {messages} of {length_bytes} bytes: this is a bug in \
         the benchmark, which calls them in different ways; nothing was measured; omit `--peers`, and please report \
         this",
        peers.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::implementations;
    use crate::record::Lengths;
    use crate::subject::{self, Messages, Subject};

    #[test]
    fn a_third_answer_decides() {
        assert_eq!(differing("a", &["a", "a"]), Some(vec![]));
        assert_eq!(differing("a", &["b", "a"]), Some(vec![0]));
        assert_eq!(differing("a", &["b", "a", "c"]), Some(vec![0, 2]));
        assert_eq!(differing("a", &["b", "b"]), None);
        assert_eq!(differing("a", &["b", "c"]), None);
        assert_eq!(differing("a", &["b"]), None);
        assert_eq!(differing("a", &["a"]), Some(vec![]));
        assert_eq!(differing("a", &[]), Some(vec![]));
    }

    const POINT: Point = (1, Lengths::Equal, 64);

    /// A peer that returns the output of `spec`, or inverts a bit of it.
    fn peer(package: &str, algorithm: &'static str, right: bool) -> SubjectPlan {
        let known = Algorithm::by_name("sha3-256").expect("it is there");
        let ours = implementations::of(known).swap_remove(0);
        let prepare: Box<dyn Fn() -> subject::Call> = Box::new(move || {
            let call = implementations::call(known, "spec-portable");
            Box::new(move |messages: Messages<'_>, outputs: &mut [u8]| {
                call(messages, outputs);
                outputs[0] ^= u8::from(!right);
            })
        });
        let subject = Subject { package: package.to_owned(), algorithm, prepare, ..ours };
        SubjectPlan { subject, points: vec![POINT] }
    }

    fn judged(plans: &[SubjectPlan]) -> Result<Vec<bool>, String> {
        let wrong = WrongAnswers::find(plans, &mut Expected::default())?;
        Ok(plans.iter().map(|plan| wrong.contains(plan, POINT)).collect())
    }

    #[test]
    fn a_peer_is_wrong_only_if_another_one_says_so_too() {
        let plans = [peer("one 1.0", "sha3-256", true), peer("two 2.0", "sha3-256", false)];
        assert_eq!(judged(&plans), Ok(vec![false, true]));
    }

    #[test]
    fn where_all_peers_disagree_the_benchmark_is_to_blame() {
        let alone = [peer("one 1.0", "sha3-256", false)];
        let both = [peer("one 1.0", "sha3-256", false), peer("two 2.0", "sha3-256", false)];
        for plans in [&alone[..], &both[..]] {
            let words = judged(plans).expect_err("nobody agrees");
            assert!(words.contains("sha3-256") && words.contains("one 1.0"), "{words}");
            assert!(words.contains("this is a bug in the benchmark"), "{words}");
        }
    }

    /// For hashes that this library lacks, there is no third output if two differ.
    #[test]
    fn of_two_foreign_answers_neither_is_wrong() {
        let plans = [peer("one 1.0", "foreign", true), peer("two 2.0", "foreign", false)];
        assert!(judged(&plans).expect_err("they differ").contains("disagree with one another"));
        let plans = [peer("one 1.0", "foreign", true), peer("two 2.0", "foreign", true)];
        assert_eq!(judged(&plans), Ok(vec![false, false]));
    }

    /// The plain function is measured, as peers compute it: no customization string, no special domain.
    #[test]
    fn functions_are_called_plainly() {
        let message: &[u8] = b"a message";
        let digest = |name: &str, bytes: usize| {
            let mut output = vec![0; bytes];
            let call = implementations::call(Algorithm::by_name(name).expect("it is there"), "spec-portable");
            call(Messages { each: &[message], bytes: message, offsets: None }, &mut output);
            output
        };
        use counterpoint::{Kt128, Kt256, TurboShake128, TurboShake256};
        let mut wanted = [0; 64];
        TurboShake128::new(0x1f).expect("the domain of most uses").digest_into(message, &mut wanted[..32]);
        assert_eq!(digest("turboshake128", 32), wanted[..32]);
        TurboShake256::new(0x1f).expect("the domain of most uses").digest_into(message, &mut wanted);
        assert_eq!(digest("turboshake256", 64), wanted);
        Kt128::new(b"").digest_into(message, &mut wanted[..32]);
        assert_eq!(digest("kt128", 32), wanted[..32]);
        Kt256::new(b"").digest_into(message, &mut wanted);
        assert_eq!(digest("kt256", 64), wanted);
    }
}
