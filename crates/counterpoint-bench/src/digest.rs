//! What the outputs of a measurement have to be, computed with `spec`.

use crate::plan;
use crate::record::Lengths;
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
    /// What a call with these messages has to give.
    pub(crate) fn of(
        &mut self,
        algorithm: &'static Algorithm,
        batch: usize,
        lengths: Lengths,
        length_bytes: usize,
    ) -> String {
        self.0
            .entry((algorithm.name, batch, lengths, length_bytes))
            .or_insert_with(|| {
                let hash = algorithm.as_hash().expect("hashes are measured");
                let messages = plan::messages(batch, lengths, length_bytes);
                let messages: Vec<&[u8]> = messages.iter().map(Vec::as_slice).collect();
                let mut outputs = vec![0; batch * hash.digest_bytes()];
                hash.digest_many(Some("spec"), &messages, &mut outputs).expect("spec runs everywhere");
                of_outputs(&outputs)
            })
            .clone()
    }
}
