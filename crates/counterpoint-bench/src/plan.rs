//! The measurements that are made: every subject at every length, and with batches if it works on batches.

use crate::record::Lengths;
use crate::subject::Subject;
use serde::{Deserialize, Serialize};

/// The length of a long message, in which the cost of its beginning and end no longer shows.
pub(crate) const LONG: usize = 1 << 20;
/// The message lengths: those of eBASH's tables, and a long one.
pub(crate) const LENGTHS: [usize; 6] = [8, 64, 576, 1536, 4096, LONG];
/// Numbers of messages in one call.
pub(crate) const BATCHES: [usize; 7] = [1, 2, 4, 8, 16, 64, 1024];
/// The most bytes of a batch. A larger batch would show nothing that a smaller one does not.
const MOST_BYTES: usize = 1 << 23;

/// A measurement to be made.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Job {
    pub(crate) package: String,
    pub(crate) algorithm: String,
    pub(crate) implementation: String,
    pub(crate) batch: usize,
    pub(crate) lengths: Lengths,
    pub(crate) length_bytes: usize,
    /// The digest of all outputs, one after the other.
    pub(crate) expected: String,
}

/// The number of messages in one call, how their lengths are spread, and their length in bytes.
pub(crate) type Point = (usize, Lengths, usize);

/// A subject and the points at which it is measured.
pub(crate) struct SubjectPlan {
    pub(crate) subject: Subject,
    pub(crate) points: Vec<Point>,
}

/// Returns the messages that a job hashes.
pub(crate) fn messages(batch: usize, lengths: Lengths, length_bytes: usize) -> Vec<Vec<u8>> {
    let mut seed = (batch as u64) << 32 ^ length_bytes as u64;
    (0..batch)
        .map(|i| {
            let length = match lengths {
                Lengths::Equal => length_bytes,
                Lengths::Mixed => mixed_length(i, length_bytes),
            };
            (0..length).map(|_| (next(&mut seed) >> 56) as u8).collect()
        })
        .collect()
}

/// Returns lengths from 0 to twice the mean. Messages 2i and 2i + 1 together have twice the mean.
fn mixed_length(i: usize, mean: usize) -> usize {
    let mut seed = i as u64 / 2;
    let length = (next(&mut seed) % (2 * mean as u64 + 1)) as usize;
    if i.is_multiple_of(2) { length } else { 2 * mean - length }
}

/// Returns the next number of a generator that is good enough to fill messages (SplitMix64).
fn next(seed: &mut u64) -> u64 {
    *seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut mixed = *seed;
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

/// Returns the points at which a subject is measured.
pub(crate) fn points(subject: &Subject, lengths: &[usize], batches: Option<&[usize]>, quick: bool) -> Vec<Point> {
    let mut points: Vec<_> = Vec::new();
    let batched = subject.states > 1 && subject.unit.batches();
    let asked = batches.unwrap_or(if batched { &BATCHES } else { &BATCHES[..1] });
    for length in subject.unit.lengths(lengths) {
        for &batch in asked {
            let mixed = batch > 1 && subject.unit.mixes();
            let spreads: &[Lengths] = if mixed { &[Lengths::Equal, Lengths::Mixed] } else { &[Lengths::Equal] };
            for &spread in spreads {
                let too_big = batch > 1 && batch * length > if quick { MOST_BYTES / 8 } else { MOST_BYTES };
                let skipped =
                    quick && batch > 1 && mixed && (!matches!(length, 64 | 4096) || !matches!(batch, 4 | 8 | 16 | 64));
                if !too_big && !skipped {
                    points.push((batch, spread, length));
                }
            }
        }
    }
    points
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mixed_lengths_have_the_mean_that_is_asked_for() {
        for mean in [0, 8, 64, 1536] {
            let total: usize = messages(16, Lengths::Mixed, mean).iter().map(Vec::len).sum();
            assert_eq!(total, 16 * mean);
        }
    }
}
