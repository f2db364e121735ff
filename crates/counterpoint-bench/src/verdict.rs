//! Which peers are right: decided before anything is measured, by comparing the answers to the same calls.
//!
//! A peer that differs from us may be wrong, or we may be, or the benchmark may call one of the two in another way:
//! with another customization string, for example. A third answer decides. Where another peer agrees with ours, the
//! one that differs is wrong. Where no peer agrees with ours, this benchmark is to blame, and it stops.

use crate::digest::{self, Expected};
use crate::measure::Group;
use crate::plan::Point;
use crate::subject::OURS;
use counterpoint::Algorithm;
use std::collections::{BTreeMap, BTreeSet};

/// A call that a peer answers wrongly: package, algorithm, implementation, and the messages.
type Call = (String, &'static str, String, Point);

/// The calls that peers answer wrongly.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Wrong(BTreeSet<Call>);

impl Wrong {
    /// Compares the answers of all peers in these groups with ours and with one another's.
    ///
    /// # Errors
    ///
    /// A message for the user: all peers disagree with ours about a call.
    pub(crate) fn of(groups: &[Group], expected: &mut Expected) -> Result<Self, String> {
        let mut calls: BTreeMap<(&str, Point), Vec<&Group>> = BTreeMap::new();
        for group in groups.iter().filter(|group| group.subject.package != OURS) {
            for point in &group.points {
                calls.entry((group.subject.algorithm, *point)).or_default().push(group);
            }
        }
        let mut all = BTreeSet::new();
        for ((algorithm, point), peers) in calls {
            let (batch, lengths, length_bytes) = point;
            let Some(first) = peers.first() else { continue };
            let right = expected.of(&first.subject, batch, lengths, length_bytes);
            let answers: Vec<(&Group, String)> = peers
                .into_iter()
                // Of an algorithm that is not ours the first peer gives the answer that the others are compared with.
                .skip(usize::from(Algorithm::by_name(algorithm).is_err()))
                .map(|peer| (peer, digest::answer(&peer.subject, batch, lengths, length_bytes)))
                .collect();
            let differ = who_differs(&right, &answers.iter().map(|(_, answer)| answer.as_str()).collect::<Vec<_>>());
            let differ = differ.ok_or_else(|| {
                let names: Vec<&str> = answers.iter().map(|(peer, _)| peer.subject.package.as_str()).collect();
                blame(algorithm, batch, length_bytes, &names)
            })?;
            for place in differ {
                let subject = &answers[place].0.subject;
                all.insert((subject.package.clone(), subject.algorithm, subject.implementation.clone(), point));
            }
        }
        Ok(Self(all))
    }

    /// Whether this call is among them.
    pub(crate) fn contains(&self, group: &Group, point: Point) -> bool {
        let subject = &group.subject;
        self.0.contains(&(subject.package.clone(), subject.algorithm, subject.implementation.clone(), point))
    }
}

/// The places of the answers that differ from ours; none if all of them do, so that nobody can say who is right.
fn who_differs(ours: &str, peers: &[&str]) -> Option<Vec<usize>> {
    let differ: Vec<usize> = (0..peers.len()).filter(|&place| peers[place] != ours).collect();
    (differ.is_empty() || differ.len() < peers.len()).then_some(differ)
}

/// What is said where no peer agrees.
fn blame(algorithm: &str, batch: usize, length_bytes: usize, peers: &[&str]) -> String {
    let messages = if batch == 1 { "1 message".to_owned() } else { format!("{batch} messages") };
    let other = if Algorithm::by_name(algorithm).is_ok() { "`spec`" } else { "one another" };
    format!(
        "all peers of {algorithm} ({}) disagree with {other} about {messages} of {length_bytes} bytes: this \
         benchmark is to blame, \
         which calls them in different ways; nothing was measured; leave out `--peers`, and please report this",
        peers.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Lengths;
    use crate::subject::{self, Subject};

    #[test]
    fn a_third_answer_decides() {
        assert_eq!(who_differs("a", &["a", "a"]), Some(vec![]));
        assert_eq!(who_differs("a", &["b", "a"]), Some(vec![0]));
        assert_eq!(who_differs("a", &["b", "a", "c"]), Some(vec![0, 2]));
        assert_eq!(who_differs("a", &["b", "b"]), None);
        assert_eq!(who_differs("a", &["b", "c"]), None);
        assert_eq!(who_differs("a", &["b"]), None);
        assert_eq!(who_differs("a", &["a"]), Some(vec![]));
        assert_eq!(who_differs("a", &[]), Some(vec![]));
    }

    const POINT: Point = (1, Lengths::Equal, 64);

    /// A peer that answers as `spec` does, or inverts a bit of it.
    fn peer(package: &str, algorithm: &'static str, right: bool) -> Group {
        let known = Algorithm::by_name("sha3-256").expect("it is there");
        let ours = subject::ours(known).swap_remove(0);
        let prepare: Box<dyn Fn() -> subject::Call> = Box::new(move || {
            let call = subject::call(known, "spec-portable");
            Box::new(move |messages: &[&[u8]], outputs: &mut [u8]| {
                call(messages, outputs);
                outputs[0] ^= u8::from(!right);
            })
        });
        let subject = Subject { package: package.to_owned(), algorithm, prepare, ..ours };
        Group { subject, points: vec![POINT] }
    }

    fn judged(groups: &[Group]) -> Result<Vec<bool>, String> {
        let wrong = Wrong::of(groups, &mut Expected::default())?;
        Ok(groups.iter().map(|group| wrong.contains(group, POINT)).collect())
    }

    #[test]
    fn a_peer_is_wrong_only_if_another_one_says_so_too() {
        let groups = [peer("one 1.0", "sha3-256", true), peer("two 2.0", "sha3-256", false)];
        assert_eq!(judged(&groups), Ok(vec![false, true]));
    }

    #[test]
    fn where_all_peers_disagree_the_benchmark_is_to_blame() {
        let alone = [peer("one 1.0", "sha3-256", false)];
        let both = [peer("one 1.0", "sha3-256", false), peer("two 2.0", "sha3-256", false)];
        for groups in [&alone[..], &both[..]] {
            let words = judged(groups).expect_err("nobody agrees");
            assert!(words.contains("sha3-256") && words.contains("one 1.0"), "{words}");
            assert!(words.contains("this benchmark is to blame"), "{words}");
        }
    }

    /// Of hashes that are not ours there is no third answer if two differ.
    #[test]
    fn of_two_foreign_answers_neither_is_wrong() {
        let groups = [peer("one 1.0", "foreign", true), peer("two 2.0", "foreign", false)];
        assert!(judged(&groups).expect_err("they differ").contains("disagree with one another"));
        let groups = [peer("one 1.0", "foreign", true), peer("two 2.0", "foreign", true)];
        assert_eq!(judged(&groups), Ok(vec![false, false]));
    }

    /// What is measured is the plain function, which peers compute too: no customization string, no domain of its own.
    #[test]
    fn functions_are_called_plainly() {
        let message: &[u8] = b"a message";
        let digest = |name: &str, bytes: usize| {
            let mut output = vec![0; bytes];
            subject::call(Algorithm::by_name(name).expect("it is there"), "spec-portable")(&[message], &mut output);
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
