//! The measurements to make: every subject at every length, and with batches if it works on batches.

use crate::record::Lengths;
use crate::subject::{Messages, Subject};
use serde::{Deserialize, Serialize};

/// The length of a long message, for which the cost of its beginning and end no longer shows.
pub(crate) const LONG: usize = 1 << 20;
/// The message lengths: those in eBASH's tables, and a long one.
pub(crate) const LENGTHS: [usize; 6] = [8, 64, 576, 1536, 4096, LONG];
/// Numbers of messages in one call.
pub(crate) const BATCHES: [usize; 7] = [1, 2, 4, 8, 16, 64, 1024];
/// The most bytes in a batch. Larger batches of long messages would show nothing new.
pub(crate) const MOST_BYTES: usize = 1 << 23;
/// The lengths of the short plan: a key or digest, two of them, and a message that does not consist of whole lanes.
pub(crate) const SHORT_LENGTHS: [usize; 3] = [32, 64, 100];
/// The numbers of messages in the short plan, up to the rows of a table too large for any cache.
pub(crate) const SHORT_BATCHES: [usize; 5] = [1, 8, 64, 1000, 500_000];
/// The most bytes in a batch of the short plan.
pub(crate) const MOST_BYTES_SHORT: usize = 1 << 26;
/// The most bytes that the messages and outputs of one call may take.
pub(crate) const MOST_MEMORY: usize = 2 << 30;

/// Returns the bytes that messages and their outputs take: for each message its bytes, a slice, its length, and an
/// output of at most 64 bytes.
pub(crate) fn memory(batch: usize, length_bytes: usize) -> usize {
    batch.saturating_mul(length_bytes + size_of::<&[u8]>() + size_of::<usize>() + 64)
}

/// A measurement to make.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Job {
    pub(crate) package: String,
    pub(crate) algorithm: String,
    pub(crate) implementation: String,
    pub(crate) batch: usize,
    pub(crate) lengths: Lengths,
    pub(crate) length_bytes: usize,
    /// The digest of all outputs, one after another.
    pub(crate) expected: String,
}

impl Job {
    /// Returns the messages that it hashes.
    pub(crate) fn point(&self) -> Point {
        (self.batch, self.lengths, self.length_bytes)
    }

    /// Returns whether two jobs compute the same function of the same messages, so that their figures can be compared.
    pub(crate) fn has_same_messages(&self, other: &Self) -> bool {
        self.algorithm == other.algorithm && self.point() == other.point()
    }
}

/// The number of messages in one call, how their lengths are spread, and their length in bytes.
pub(crate) type Point = (usize, Lengths, usize);

/// A subject and the points at which it is measured.
pub(crate) struct SubjectPlan {
    pub(crate) subject: Subject,
    pub(crate) points: Vec<Point>,
}

/// The messages that a job hashes, in one buffer, since half a million small buffers would measure the allocator.
pub(crate) struct Buffer {
    bytes: Vec<u8>,
    lengths: Vec<usize>,
    offsets: Option<Vec<u64>>,
}

impl Buffer {
    /// Returns the messages of a point.
    pub(crate) fn of((batch, spread, length_bytes): Point) -> Self {
        let length = |i| match spread {
            Lengths::Equal | Lengths::Rows => length_bytes,
            Lengths::Mixed => mixed_length(i, length_bytes),
        };
        let lengths: Vec<usize> = (0..batch).map(length).collect();
        let mut seed = (batch as u64) << 32 ^ length_bytes as u64;
        let bytes = (0..lengths.iter().sum()).map(|_| (next(&mut seed) >> 56) as u8).collect();
        let ends = lengths.iter().scan(0, |end, length| {
            *end += *length as u64;
            Some(*end)
        });
        let offsets = (spread == Lengths::Rows).then(|| std::iter::once(0).chain(ends).collect());
        Self { bytes, lengths, offsets }
    }

    /// Returns each message.
    pub(crate) fn each(&self) -> Vec<&[u8]> {
        let mut left = self.bytes.as_slice();
        let next = |&length: &usize| {
            let (message, later) = left.split_at(length);
            left = later;
            message
        };
        self.lengths.iter().map(next).collect()
    }

    /// Returns the argument of a call. `each` is the list of all messages.
    pub(crate) fn messages<'a>(&'a self, each: &'a [&'a [u8]]) -> Messages<'a> {
        Messages { each, bytes: &self.bytes, offsets: self.offsets.as_deref() }
    }
}

/// Returns lengths from 0 to twice the mean. Messages 2i and 2i + 1 together have twice the mean.
fn mixed_length(i: usize, mean: usize) -> usize {
    let mut seed = i as u64 / 2;
    let length = (next(&mut seed) % (2 * mean as u64 + 1)) as usize;
    if i.is_multiple_of(2) { length } else { 2 * mean - length }
}

/// Returns the next number from SplitMix64, a generator good enough to fill messages.
fn next(seed: &mut u64) -> u64 {
    *seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut mixed = *seed;
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

/// Which messages are measured.
pub(crate) struct Scope<'a> {
    pub(crate) lengths: &'a [usize],
    /// The numbers of messages; by default, the usual ones for each subject.
    pub(crate) batches: Option<&'a [usize]>,
    /// The most bytes in a batch. Larger batches are left out.
    pub(crate) most_bytes: usize,
    /// Whether only a few batches are measured.
    pub(crate) quick: bool,
    /// How else batches are measured, besides messages of equal length in a list.
    pub(crate) also: Lengths,
}

impl Scope<'_> {
    /// Returns whether a point is measured.
    fn contains(&self, subject: &Subject, (batch, lengths, length_bytes): Point) -> bool {
        if batch == 1 {
            return !subject.whole_batches;
        }
        let few = !subject.unit.mixes() || matches!(length_bytes, 64 | 4096) && matches!(batch, 4 | 8 | 16 | 64);
        // A peer's form for several messages takes whole batches of equal lengths.
        let whole = batch.is_multiple_of(subject.states) && lengths != Lengths::Mixed;
        batch.saturating_mul(length_bytes) <= self.most_bytes
            && (few || !self.quick)
            && (whole || !subject.whole_batches)
    }
}

/// Returns the points at which a subject is measured.
pub(crate) fn points(subject: &Subject, scope: &Scope<'_>) -> Vec<Point> {
    let batched = subject.states > 1 && subject.unit.batches();
    let asked = scope.batches.unwrap_or(if batched { &BATCHES } else { &BATCHES[..1] });
    let mut points: Vec<_> = Vec::new();
    for length in subject.unit.lengths(scope.lengths) {
        for &batch in asked {
            let also = (batch > 1 && subject.unit.mixes()).then_some(scope.also);
            let spreads = std::iter::once(Lengths::Equal).chain(also);
            points.extend(spreads.map(|spread| (batch, spread, length)));
        }
    }
    points.retain(|&point| scope.contains(subject, point));
    points
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mixed_lengths_have_the_mean_that_is_asked_for() {
        for mean in [0, 8, 64, 1536] {
            let buffer = Buffer::of((16, Lengths::Mixed, mean));
            assert_eq!(buffer.bytes.len(), 16 * mean);
            assert_eq!(buffer.each().concat(), buffer.bytes);
        }
    }
}
