//! The digests of outputs, computed by `spec` and by a subject.

use crate::implementations;
use crate::plan::Buffer;
use crate::record::Lengths;
use crate::subject::{Call, Subject};
use counterpoint::{Algorithm, Sha3_256};
use std::collections::BTreeMap;

/// Returns the digest of all outputs of a call.
pub(crate) fn of_outputs(outputs: &[u8]) -> String {
    const_hex::encode(Sha3_256::digest(outputs))
}

/// The expected digests, each computed once.
#[derive(Default)]
pub(crate) struct Expected(BTreeMap<(&'static str, usize, Lengths, usize), String>);

impl Expected {
    /// Returns the expected digest for a call with these messages. It comes from `spec` or, if this library does not
    /// have the algorithm, from the subject measured first.
    pub(crate) fn of(&mut self, subject: &Subject, batch: usize, lengths: Lengths, length_bytes: usize) -> String {
        self.0
            .entry((subject.algorithm, batch, lengths, length_bytes))
            .or_insert_with(|| {
                let call = match Algorithm::by_name(subject.algorithm) {
                    Ok(algorithm) => implementations::call(algorithm, "spec-portable"),
                    Err(_) => (subject.prepare)(),
                };
                by(&call, subject, batch, lengths, length_bytes)
            })
            .clone()
    }
}

/// Returns the digest that a subject computes for these messages.
pub(crate) fn computed(subject: &Subject, batch: usize, lengths: Lengths, length_bytes: usize) -> String {
    by(&(subject.prepare)(), subject, batch, lengths, length_bytes)
}

/// Returns the digest of the outputs of a call.
fn by(call: &Call, subject: &Subject, batch: usize, lengths: Lengths, length_bytes: usize) -> String {
    let buffer = Buffer::of((batch, lengths, length_bytes));
    let each = buffer.each();
    let messages = buffer.messages(&each);
    let mut outputs = vec![0; subject.unit.output_bytes(messages)];
    call(messages, &mut outputs);
    of_outputs(&outputs)
}
