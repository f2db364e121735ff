//! Luffa without vector registers, next to the ordinary code, as in the tables of [Luffa-shuffle], whose 64-bit forms
//! are compiled with `-mno-sse`.
//!
//! The package in `nosse/` has the same implementations on plain integers, compiled for a target whose code must not
//! touch vector registers. Their names here end in `nosse`: `words-nosse` is the source code of `words-portable`. Each
//! call looks up the implementation by name, which shows for short messages: compare long ones.

use crate::implementations;
use crate::subject::{Call, OURS, Subject};
use counterpoint::Algorithm;

/// The tier in the names, in place of `portable`.
const TIER: &str = "nosse";

unsafe extern "C" {
    /// `luffa` in `nosse/src/lib.rs`. The prefix keeps its symbols apart from those of this program.
    fn nosse_luffa(
        name: *const u8,
        name_bytes: usize,
        message: *const u8,
        message_bytes: usize,
        digest: *mut u8,
        digest_bytes: usize,
    ) -> bool;
}

/// Returns the implementations of an algorithm of Luffa; none for any other algorithm.
pub(crate) fn of(algorithm: &'static Algorithm) -> Vec<Subject> {
    let portable = algorithm.implementations().filter(|one| algorithm.family == "luffa" && one.tier() == "portable");
    portable
        .map(|implementation| Subject {
            package: OURS.to_owned(),
            algorithm: algorithm.name,
            implementation: format!("{}-{TIER}", implementation.technique()),
            technique: implementation.technique().to_owned(),
            tier: TIER.to_owned(),
            constant_time: Some(implementation.constant_time()),
            states: 1,
            whole_batches: false,
            unit: implementations::unit(algorithm),
            prepare: Box::new(move || call(implementation.name())),
        })
        .collect()
}

/// Returns the call that hashes one message after another.
fn call(implementation: &'static str) -> Call {
    Box::new(move |messages, outputs| {
        let bytes = outputs.len() / messages.each.len();
        for (message, digest) in messages.each.iter().zip(outputs.chunks_exact_mut(bytes)) {
            // SAFETY: each pointer comes from a slice whose length follows it, and no slice overlaps `digest`.
            let done = unsafe {
                nosse_luffa(
                    implementation.as_ptr(),
                    implementation.len(),
                    message.as_ptr(),
                    message.len(),
                    digest.as_mut_ptr(),
                    digest.len(),
                )
            };
            assert!(done, "{implementation} is in both builds");
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::digest::{self, Expected};
    use crate::record::Lengths;
    use crate::subject::Messages;

    #[test]
    fn every_form_agrees_with_spec() {
        let mut expected = Expected::default();
        let subjects: Vec<Subject> = Algorithm::all().flat_map(of).collect();
        assert_eq!(subjects.len(), 16, "spec, words, parallel64 and shuffle64 of four functions");
        for subject in subjects {
            for length in [1, 31, 32, 33, 63, 64, 65, 4096] {
                let right = expected.of(&subject, 3, Lengths::Equal, length);
                let answer = digest::computed(&subject, 3, Lengths::Equal, length);
                assert_eq!(answer, right, "{} of {length} bytes by {}", subject.algorithm, subject.implementation);
            }
        }
    }

    /// Known answers from an independent implementation: byte i of a message is i mod 251.
    #[test]
    fn every_form_has_the_known_answers() {
        let files = ["224", "256", "384", "512"].map(|bits| {
            std::fs::read(format!("../counterpoint-vectors/data/luffa/luffa{bits}_pattern_long.json")).expect("a file")
        });
        for file in files {
            let file: serde_json::Value = serde_json::from_slice(&file).expect("it is JSON");
            let algorithm = Algorithm::by_name(file["algorithm"].as_str().expect("a name")).expect("it is there");
            for vector in file["vectors"].as_array().expect("a list") {
                let bytes = vector["length_bytes"].as_u64().expect("a number");
                let message: Vec<u8> = (0..bytes).map(|i| (i % 251) as u8).collect();
                let digest = const_hex::decode(vector["digest_hex"].as_str().expect("a digest")).expect("in hex");
                for subject in of(algorithm) {
                    let mut output = vec![0; digest.len()];
                    let messages = Messages { each: &[&message], bytes: &message, offsets: None };
                    (subject.prepare)()(messages, &mut output);
                    assert_eq!(output, digest, "{} of {bytes} bytes by {}", algorithm.name, subject.implementation);
                }
            }
        }
    }
}
