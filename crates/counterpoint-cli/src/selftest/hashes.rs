//! Tests hash functions without parameters: messages in batches, messages in pieces, Monte Carlo chains.

use super::results::Results;
use crate::console::Progress;
use counterpoint::registry::BitOrder;
use counterpoint::registry::{Hash, Hasher, ImplementationError, Reader};
use counterpoint_vectors::{self as vectors, BitString, Body, Case, MonteCarlo, Output, Procedure};

/// A hash function and the implementation under test.
pub(super) struct HashTest<'a> {
    pub(super) hash: &'a dyn Hash,
    pub(super) implementation: &'static str,
    pub(super) progress: &'a Progress,
}

impl HashTest<'_> {
    /// Runs cases. Hashes messages of whole bytes in batches and all others one by one and in pieces, to test both
    /// interfaces.
    pub(super) fn run(&self, cases: &[&Case], results: &mut Results) -> Result<(), ImplementationError> {
        let mut batch: Vec<(&Case, &[u8], &Output)> = Vec::new();
        for case in cases {
            match &case.body {
                Body::Hash(vectors::Hash { message, output }) => match message.as_bytes() {
                    Some(bytes) if output.skip == 0 && self.can_output(output) => batch.push((case, bytes, output)),
                    _ if output.skip > 0 && !self.can_output(output) => {
                        results.fail(case, "the digest is shorter than the output that the record describes");
                    }
                    _ => results.compare(case, output, &self.hash_in_pieces(message, output)?),
                },
                Body::GroestlTrace(trace) => {
                    let output = Output::whole(trace.digest.clone());
                    let message = BitString::bytes(trace.message.clone());
                    results.compare(case, &output, &self.hash_in_pieces(&message, &output)?);
                }
                Body::MonteCarlo(chain) => self.monte_carlo(case, chain, results)?,
                _ => {}
            }
        }
        batch.sort_by_key(|(_, _, output)| output.bytes.len());
        for group in batch.chunk_by(|(_, _, a), (_, _, b)| a.bytes.len() == b.bytes.len()) {
            let messages: Vec<&[u8]> = group.iter().map(|(_, message, _)| *message).collect();
            let each = group[0].2.bytes.len();
            let mut outputs = vec![0; each * group.len()];
            self.hash.digest_many(Some(self.implementation), &messages, &mut outputs)?;
            for ((case, message, output), found) in group.iter().zip(outputs.chunks_exact_mut(each)) {
                self.clear_unused_bits(output, found);
                results.compare(case, output, found);
                self.progress.advance((message.len() + each) as u64);
            }
        }
        Ok(())
    }

    /// Returns whether the function can have an output of this length.
    fn can_output(&self, output: &Output) -> bool {
        self.hash.extendable() || output.total_bits() == Some(8 * self.hash.digest_bytes() as u64)
    }

    /// Returns the output for one message, passed to the hasher in pieces.
    pub(super) fn hash_in_pieces(&self, message: &BitString, output: &Output) -> Result<Vec<u8>, ImplementationError> {
        let mut hasher = self.hash.hasher(Some(self.implementation))?;
        let (last, bits) = update_in_pieces(&mut *hasher, message, self.progress);
        let from = message.order().unwrap_or(order_of(self.hash));
        let mut reader = hasher.finalize(from.convert(order_of(self.hash), last, bits), bits);
        if self.can_output(output) {
            return Ok(self.read(&mut *reader, output));
        }
        // The file expects a digest of another length. The whole digest shows the difference.
        let mut digest = vec![0; self.hash.digest_bytes()];
        reader.read(&mut digest);
        Ok(digest)
    }

    /// Returns the part of an output that the file states. The part before it is read in pieces, because its length
    /// comes from the file and may exceed the memory.
    pub(super) fn read(&self, reader: &mut dyn Reader, output: &Output) -> Vec<u8> {
        let mut piece = [0; 1 << 12];
        let mut skip = output.skip;
        while skip > 0 {
            let part = skip.min(piece.len() as u64);
            reader.read(&mut piece[..part as usize]);
            self.progress.advance(part);
            skip -= part;
        }
        let mut found = vec![0; output.bytes.len()];
        reader.read(&mut found);
        self.clear_unused_bits(output, &mut found);
        self.progress.advance(found.len() as u64);
        found
    }

    /// Clears the bits past the end of an extendable output. A function of fixed length must have cleared them itself.
    pub(super) fn clear_unused_bits(&self, output: &Output, found: &mut [u8]) {
        if self.hash.extendable() {
            output.clear_unused_bits(found);
        }
    }

    /// Runs a Monte Carlo chain, and compares the values that the file states.
    fn monte_carlo(&self, case: &Case, chain: &MonteCarlo, results: &mut Results) -> Result<(), ImplementationError> {
        let digest = self.hash.prepare(Some(self.implementation))?;
        let mut state = Chain::new(chain, self.hash.digest_bytes());
        let mut number = 0;
        for link in &chain.links {
            while number <= link.number {
                self.progress.advance(state.advance(&*digest));
                number += 1;
            }
            let label = format!("{} {}", case.label, link.number);
            results.compare_bytes(link.record, &label, &link.digest, &state.digest);
        }
        Ok(())
    }
}

/// The state of a Monte Carlo chain.
struct Chain {
    procedure: Procedure,
    /// The next message, initially the seed.
    message: Vec<u8>,
    /// The last digest.
    digest: Vec<u8>,
    /// The length of the next output, which varies for SHAKE.
    next_bytes: usize,
}

impl Chain {
    fn new(chain: &MonteCarlo, digest_bytes: usize) -> Self {
        let next_bytes = match chain.procedure {
            Procedure::Shake { maximum_bytes, .. } => maximum_bytes,
            _ => digest_bytes,
        };
        Self { procedure: chain.procedure, message: chain.seed.clone(), digest: Vec::new(), next_bytes }
    }

    /// Computes the next link. Returns the approximate number of bytes hashed.
    fn advance(&mut self, digest: &counterpoint::registry::DigestMany) -> u64 {
        let (Procedure::Refill { repeats, .. } | Procedure::Rehash { repeats } | Procedure::Shake { repeats, .. }) =
            self.procedure;
        let mut bytes = 0;
        for _ in 0..repeats {
            self.step(digest);
            bytes += self.message.len() as u64;
        }
        bytes
    }

    /// Hashes once, and prepares the next message.
    fn step(&mut self, digest: &counterpoint::registry::DigestMany) {
        match self.procedure {
            Procedure::Refill { bytes, .. } => {
                self.digest.resize(self.next_bytes, 0);
                digest(&[&self.message], &mut self.digest);
                let old = self.message.len();
                self.message.splice(0..0, self.digest.iter().copied());
                self.message.truncate(bytes.min(old + self.digest.len()));
            }
            Procedure::Rehash { .. } => {
                self.digest.resize(self.next_bytes, 0);
                digest(&[&self.message], &mut self.digest);
                self.message.clone_from(&self.digest);
            }
            Procedure::Shake { minimum_bytes, maximum_bytes, .. } => {
                self.message.resize(16, 0);
                self.digest.resize(self.next_bytes, 0);
                digest(&[&self.message], &mut self.digest);
                let end = self.digest.last_chunk().map_or(0, |&end| u16::from_be_bytes(end));
                self.next_bytes = minimum_bytes + usize::from(end) % (maximum_bytes - minimum_bytes + 1);
                self.message.clone_from(&self.digest);
            }
        }
    }
}

/// Returns the order of the bits in an incomplete byte.
fn order_of(hash: &dyn Hash) -> vectors::BitOrder {
    match hash.bit_order() {
        BitOrder::MsbFirst => vectors::BitOrder::Msb,
        BitOrder::LsbFirst => vectors::BitOrder::Lsb,
    }
}

/// Passes the whole bytes of a message to a hasher in pieces. Returns the incomplete last byte and its number of bits.
fn update_in_pieces(hasher: &mut dyn Hasher, message: &BitString, progress: &Progress) -> (u8, u32) {
    message.pieces(|piece| {
        // Cut each piece once more, not at a multiple of the block length.
        let (head, rest) = piece.split_at(piece.len() / 3);
        hasher.update(head);
        hasher.update(rest);
        progress.advance(piece.len() as u64);
    })
}
