//! Runs hashes: messages side by side, messages in pieces, Monte Carlo chains.

use super::report::Check;
use crate::console::Progress;
use counterpoint::hash::BitOrder;
use counterpoint::registry::{Hash, Hasher, ImplementationError, Reader};
use counterpoint_vectors::{self as vectors, BitString, Body, Case, MonteCarlo, Output, Procedure};

/// A hash function by one implementation.
pub(super) struct Function<'a> {
    pub(super) hash: &'a dyn Hash,
    pub(super) implementation: &'static str,
    pub(super) progress: &'a Progress,
}

impl Function<'_> {
    /// Runs cases. Whole-byte messages go side by side, as many at once as the implementation takes; all others one by
    /// one and in pieces, so that both ways in are tested.
    pub(super) fn run(&self, cases: &[&Case], check: &mut Check) -> Result<(), ImplementationError> {
        let mut together: Vec<(&Case, &[u8], &Output)> = Vec::new();
        for case in cases {
            match &case.body {
                Body::Hash(vectors::Hash { message, output }) => match message.as_bytes() {
                    Some(bytes) if output.skip == 0 && self.gives(output) => together.push((case, bytes, output)),
                    _ if output.skip > 0 && !self.gives(output) => {
                        check.fail(case, "the digest is shorter than the output that the record describes");
                    }
                    _ => check.compare(case, output, &self.one(message, output)?),
                },
                Body::GroestlTrace(trace) => {
                    let output = Output::whole(trace.digest.clone());
                    let message = BitString::bytes(trace.message.clone());
                    check.compare(case, &output, &self.one(&message, &output)?);
                }
                Body::MonteCarlo(chain) => self.chain(case, chain, check)?,
                _ => {}
            }
        }
        together.sort_by_key(|(_, _, output)| output.bytes.len());
        for group in together.chunk_by(|(_, _, a), (_, _, b)| a.bytes.len() == b.bytes.len()) {
            let messages: Vec<&[u8]> = group.iter().map(|(_, message, _)| *message).collect();
            let each = group[0].2.bytes.len();
            let mut outputs = vec![0; each * group.len()];
            self.hash.digest_many(Some(self.implementation), &messages, &mut outputs)?;
            for ((case, message, output), found) in group.iter().zip(outputs.chunks_exact_mut(each)) {
                cut(found, output.bits);
                check.compare(case, output, found);
                self.progress.advance((message.len() + each) as u64);
            }
        }
        Ok(())
    }

    /// Whether the function has an output of this length.
    fn gives(&self, output: &Output) -> bool {
        self.hash.extendable() || output.total_bits() == Some(8 * self.hash.digest_bytes() as u64)
    }

    /// The output for one message, taken in in pieces.
    pub(super) fn one(&self, message: &BitString, output: &Output) -> Result<Vec<u8>, ImplementationError> {
        let mut hasher = self.hash.hasher(Some(self.implementation))?;
        let (last, bits) = feed(&mut *hasher, message, self.progress);
        let from = message.order().unwrap_or(order_of(self.hash));
        let mut reader = hasher.finalize(turned(last, bits, from, order_of(self.hash)), bits);
        if self.gives(output) {
            return Ok(self.read(&mut *reader, output));
        }
        // A digest is read whole, whatever length the file expects.
        let mut digest = vec![0; self.hash.digest_bytes()];
        reader.read(&mut digest);
        Ok(digest)
    }

    /// The part of an output that the file shows. What comes before it is read in pieces, as only the file says how
    /// much it is.
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
        cut(&mut found, output.bits);
        self.progress.advance(found.len() as u64);
        found
    }

    /// A Monte Carlo chain, compared where it shows its value.
    fn chain(&self, case: &Case, chain: &MonteCarlo, check: &mut Check) -> Result<(), ImplementationError> {
        let digest = self.hash.prepare(Some(self.implementation))?;
        let mut state = Chain::new(chain, self.hash.digest_bytes());
        let mut number = 0;
        for link in &chain.links {
            while number <= link.number {
                self.progress.advance(state.advance(&*digest));
                number += 1;
            }
            let label = format!("{} {}", case.label, link.number);
            check.compare_bytes(link.record, &label, &link.digest, &state.digest);
        }
        Ok(())
    }
}

/// A Monte Carlo chain on its way.
struct Chain {
    procedure: Procedure,
    /// What is hashed next: the seed at first.
    message: Vec<u8>,
    /// The last digest. The next of SHAKE is as long as it is made here.
    digest: Vec<u8>,
    /// Length of SHAKE's next output.
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

    /// From one link to the next; returns about how many bytes went through.
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

/// The function's own order.
pub(super) fn order_of(hash: &dyn Hash) -> vectors::BitOrder {
    match hash.bit_order() {
        BitOrder::MsbFirst => vectors::BitOrder::Msb,
        BitOrder::LsbFirst => vectors::BitOrder::Lsb,
    }
}

/// An incomplete byte with its bits moved from where one order has them to where the other has them.
pub(super) fn turned(last: u8, bits: u32, from: vectors::BitOrder, to: vectors::BitOrder) -> u8 {
    use vectors::BitOrder::{Lsb, Msb};
    match (from, to) {
        (Msb, Lsb) if bits > 0 => last >> (8 - bits),
        (Lsb, Msb) if bits > 0 => last << (8 - bits),
        _ => last,
    }
}

/// Clears what does not count of the last byte.
pub(super) fn cut(output: &mut [u8], bits: u64) {
    if let (Some(last), 1..) = (output.last_mut(), bits % 8) {
        *last &= (1 << (bits % 8)) - 1;
    }
}

/// Hands a message to a hasher in pieces; returns its last, incomplete byte.
fn feed(hasher: &mut dyn Hasher, message: &BitString, progress: &Progress) -> (u8, u32) {
    message.pieces(|piece| {
        // One cut in the middle, at a place that has nothing to do with blocks.
        let (head, rest) = piece.split_at(piece.len() / 3);
        hasher.update(head);
        hasher.update(rest);
        progress.advance(piece.len() as u64);
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use vectors::BitOrder::{Lsb, Msb};

    #[test]
    fn bits_move_between_the_orders() {
        assert_eq!(turned(0b1010_0000, 3, Msb, Lsb), 0b101);
        assert_eq!(turned(0b101, 3, Lsb, Msb), 0b1010_0000);
        assert_eq!(turned(0xff, 0, Msb, Lsb), 0xff);
        assert_eq!(turned(0b101, 3, Lsb, Lsb), 0b101);
    }
}
