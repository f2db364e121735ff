//! This library's implementations as subjects of measurements.

use crate::subject::{Call, OURS, Subject, Unit};
use counterpoint::registry::{Hash, Kind, Options};
use counterpoint::{Algorithm, Rows};

/// Returns every implementation of an algorithm that this machine can run.
pub(crate) fn of(algorithm: &'static Algorithm) -> Vec<Subject> {
    algorithm
        .implementations()
        .filter(|implementation| implementation.available())
        .map(|implementation| Subject {
            package: OURS.to_owned(),
            algorithm: algorithm.name,
            implementation: implementation.name().to_owned(),
            technique: implementation.technique().to_owned(),
            tier: implementation.tier().to_owned(),
            constant_time: Some(implementation.constant_time()),
            states: implementation.states(),
            whole_batches: false,
            unit: unit(algorithm),
            prepare: Box::new(move || call(algorithm, implementation.name())),
        })
        .collect()
}

/// Returns what an algorithm works on.
pub(crate) fn unit(algorithm: &'static Algorithm) -> Unit {
    match algorithm.kind {
        Kind::Hash(_) => Unit::Message { output_bytes: hash(algorithm).digest_bytes() },
        Kind::Permutation(permutation) => Unit::State { bytes: permutation.state_bytes() },
        Kind::BlockCipher(cipher) => Unit::Blocks { bytes: cipher.block_bytes() },
        Kind::Aead(aead) => Unit::Sealed { tag_bytes: aead.tag_bytes() },
        _ => unreachable!("this library has no other kind"),
    }
}

/// Returns the call that runs an implementation. States and blocks are first copied to the output and processed there.
pub(crate) fn call(algorithm: &'static Algorithm, implementation: &'static str) -> Call {
    match algorithm.kind {
        Kind::Hash(_) => {
            let call = hash(algorithm).prepare(Some(implementation)).expect("it is available");
            Box::new(move |messages, outputs| match messages.offsets {
                Some(offsets) => {
                    call(&Rows::new(messages.bytes, offsets).expect("they are the ends of messages"), outputs);
                }
                None => call(&messages.each, outputs),
            })
        }
        Kind::Permutation(permutation) => Box::new(move |states, outputs| {
            outputs.copy_from_slice(states.bytes);
            let rounds = *permutation.rounds().end();
            permutation.permute(Some(implementation), outputs, rounds).expect("it is available");
        }),
        Kind::BlockCipher(cipher) => Box::new(move |blocks, outputs| {
            outputs.copy_from_slice(blocks.bytes);
            let key = [0x5a; 32];
            cipher.encrypt(Some(implementation), &key[..cipher.key_bytes()], outputs).expect("it is available");
        }),
        Kind::Aead(aead) => Box::new(move |messages, mut outputs| {
            let key = [0x5a; 16];
            for message in messages.each {
                let (output, later) = outputs.split_at_mut(message.len() + aead.tag_bytes());
                let (buffer, tag) = output.split_at_mut(message.len());
                buffer.copy_from_slice(message);
                let key = &key[..aead.key_bytes()];
                aead.encrypt(Some(implementation), key, b"a nonce", b"", buffer, tag).expect("it is available");
                outputs = later;
            }
        }),
        _ => unreachable!("this library has no other kind"),
    }
}

/// Returns the hash function without parameters, because peers are called without them; only KMAC has a key. The blocks
/// of ParallelHash are as long as the leaves of KangarooTwelve, so that the two can be compared. cSHAKE has both of its
/// strings, because without them it would be SHAKE.
fn hash(algorithm: &'static Algorithm) -> Box<dyn Hash> {
    let sample = Options::sample(algorithm.takes());
    let options = Options {
        customization: sample.customization.filter(|_| sample.function_name.is_some()),
        domain: None,
        block_bytes: sample.block_bytes.map(|_| 8192),
        ..sample
    };
    algorithm.hash(&options).expect("the options are those that it takes")
}
