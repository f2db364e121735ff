//! What is measured: our implementations, and peers if they were built in.

use counterpoint::Algorithm;
use counterpoint::registry::Kind;

/// Outputs for many messages, one behind the other.
pub(crate) type Call = Box<dyn Fn(&[&[u8]], &mut [u8])>;

/// The package that our own rows name.
pub(crate) const OURS: &str = "counterpoint";

/// One piece of code that computes an algorithm.
pub(crate) struct Subject {
    pub(crate) package: String,
    pub(crate) algorithm: &'static str,
    pub(crate) implementation: String,
    pub(crate) technique: String,
    pub(crate) tier: String,
    pub(crate) constant_time: Option<bool>,
    /// Messages that one run of its kernel takes; 1 where there is no batch form.
    pub(crate) states: usize,
    /// Bytes of one output.
    pub(crate) output_bytes: usize,
    /// Makes the call, inside the process that measures.
    pub(crate) prepare: Box<dyn Fn() -> Call>,
}

/// Every implementation of an algorithm that this machine can run.
pub(crate) fn ours(algorithm: &'static Algorithm) -> Vec<Subject> {
    let Kind::Hash(hash) = algorithm.kind else { return Vec::new() };
    algorithm
        .implementations()
        .filter(|implementation| implementation.available())
        .map(|implementation| {
            let card = *implementation.card();
            Subject {
                package: OURS.to_owned(),
                algorithm: algorithm.name,
                implementation: card.name.to_owned(),
                technique: card.technique.to_owned(),
                tier: implementation.tier().to_owned(),
                constant_time: Some(card.constant_time),
                states: card.states,
                output_bytes: hash.digest_bytes(),
                prepare: Box::new(move || {
                    let call = hash.prepare(Some(card.name)).expect("it is available");
                    Box::new(move |messages, outputs| call(messages, outputs))
                }),
            }
        })
        .collect()
}

/// The peers that compute an algorithm.
#[cfg(feature = "peers")]
pub(crate) fn peers(algorithm: &'static Algorithm) -> Vec<Subject> {
    crate::peers::of(algorithm.name)
}

/// The peers that compute an algorithm: none are built in.
#[cfg(not(feature = "peers"))]
pub(crate) fn peers(_: &'static Algorithm) -> Vec<Subject> {
    Vec::new()
}
