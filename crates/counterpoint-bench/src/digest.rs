//! What the outputs of a measurement have to be, computed with `spec`.

use crate::plan;
use crate::record::Lengths;
use crate::subject::{self, Call, Subject};
use counterpoint::{Algorithm, Sha3_256};
use std::collections::BTreeMap;

/// All outputs of a call in one short text.
pub(crate) fn of_outputs(outputs: &[u8]) -> String {
    const_hex::encode(Sha3_256::digest(outputs))
}

/// The right outputs, each computed once.
#[derive(Default)]
pub(crate) struct Expected(BTreeMap<(&'static str, usize, Lengths, usize), String>);

impl Expected {
    /// What a call with these messages has to give: by `spec` where the algorithm is ours, else by the subject that is
    /// measured first.
    pub(crate) fn of(&mut self, subject: &Subject, batch: usize, lengths: Lengths, length_bytes: usize) -> String {
        self.0
            .entry((subject.algorithm, batch, lengths, length_bytes))
            .or_insert_with(|| {
                let call = match Algorithm::by_name(subject.algorithm) {
                    Ok(algorithm) => subject::call(algorithm, "spec-portable"),
                    Err(_) => (subject.prepare)(),
                };
                by(&call, subject, batch, lengths, length_bytes)
            })
            .clone()
    }
}

/// What a subject itself gives for these messages.
pub(crate) fn answer(subject: &Subject, batch: usize, lengths: Lengths, length_bytes: usize) -> String {
    by(&(subject.prepare)(), subject, batch, lengths, length_bytes)
}

fn by(call: &Call, subject: &Subject, batch: usize, lengths: Lengths, length_bytes: usize) -> String {
    let messages = plan::messages(batch, lengths, length_bytes);
    let messages: Vec<&[u8]> = messages.iter().map(Vec::as_slice).collect();
    let mut outputs = vec![0; subject.unit.output_bytes(&messages)];
    call(&messages, &mut outputs);
    of_outputs(&outputs)
}
