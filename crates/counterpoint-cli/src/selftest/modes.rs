//! Runs hash functions that are given more than a message: a key, a customization string, a tuple.

use super::hashes::{Function, cut};
use super::report::Check;
use crate::console::Progress;
use counterpoint::Algorithm;
use counterpoint::registry::{Hash, ImplementationError, Options};
use counterpoint_vectors::{self as vectors, BitString, Body, Case, Output};

/// What a record gives an algorithm besides the message.
#[derive(Default)]
pub(super) struct Given {
    key: Option<(Vec<u8>, u64)>,
    customization: Option<Vec<u8>>,
    function_name: Option<Vec<u8>>,
    domain: Option<u8>,
    block_bytes: Option<usize>,
    output_bits: Option<u64>,
}

/// An error if a string ends inside a byte.
fn whole(what: &str, string: &BitString) -> Result<(), String> {
    if string.bits().is_multiple_of(8) { Ok(()) } else { Err(format!("the {what} ends inside a byte")) }
}

/// A string that has to be whole bytes, in memory: not for messages, which may be longer than the memory.
fn bytes(what: &str, string: &BitString) -> Result<Option<Vec<u8>>, String> {
    whole(what, string).map(|()| Some(string.to_vec()))
}

impl Given {
    /// What the record gives, or why no function can be given that.
    pub(super) fn of(case: &Case, algorithm: &Algorithm) -> Result<Self, String> {
        let mut given = Self::default();
        let output = match &case.body {
            Body::CShake(vectors::CShake { function_name, customization, output, .. }) => {
                given.function_name = bytes("function name", function_name)?;
                given.customization = bytes("customization string", customization)?;
                output
            }
            Body::Kmac(vectors::Kmac { key, customization, output, .. }) => {
                given.key = Some((key.to_vec(), key.bits()));
                given.customization = bytes("customization string", customization)?;
                output
            }
            Body::TupleHash(vectors::TupleHash { tuple, customization, output }) => {
                for element in tuple {
                    whole("element", element)?;
                }
                given.customization = bytes("customization string", customization)?;
                output
            }
            Body::ParallelHash(vectors::ParallelHash { block_bytes, customization, output, .. }) => {
                let size = usize::try_from(*block_bytes).map_err(|_| "blocks of so many bytes".to_owned())?;
                given.block_bytes = Some(size);
                given.customization = bytes("customization string", customization)?;
                output
            }
            Body::TurboShake(vectors::TurboShake { domain, output, .. }) => {
                given.domain = Some(*domain);
                output
            }
            Body::KangarooTwelve(vectors::KangarooTwelve { message, customization, output }) => {
                whole("message", message)?;
                given.customization = bytes("customization string", customization)?;
                output
            }
            _ => return Err("not a record of these".to_owned()),
        };
        if algorithm.takes().contains(&counterpoint::registry::Parameter::OutputBits) {
            given.output_bits = Some(output.total_bits().ok_or("its number of bits does not fit into 64 bits")?);
        }
        Ok(given)
    }

    /// The algorithm with what is given.
    pub(super) fn hash(&self, algorithm: &Algorithm) -> Result<Box<dyn Hash>, String> {
        let options = Options {
            key: self.key.as_ref().map(|(key, _)| &key[..]),
            key_bits: self.key.as_ref().map(|&(_, bits)| bits),
            customization: self.customization.as_deref(),
            function_name: self.function_name.as_deref(),
            domain: self.domain,
            block_bytes: self.block_bytes,
            output_bits: self.output_bits,
        };
        algorithm.hash(&options).map_err(|error| error.to_string())
    }
}

/// Runs cases: each in pieces, and where it is whole bytes also twice in one call with another message between.
pub(super) fn run(
    algorithm: &Algorithm,
    implementation: &'static str,
    progress: &Progress,
    cases: &[&Case],
    check: &mut Check,
) -> Result<(), ImplementationError> {
    for case in cases {
        let hash = match Given::of(case, algorithm).and_then(|given| given.hash(algorithm)) {
            Ok(hash) => hash,
            Err(why) => {
                check.fail(case, &why);
                continue;
            }
        };
        let function = Function { hash: &*hash, implementation, progress };
        match &case.body {
            Body::CShake(vectors::CShake { message, output, .. })
            | Body::ParallelHash(vectors::ParallelHash { message, output, .. })
            | Body::TurboShake(vectors::TurboShake { message, output, .. })
            | Body::KangarooTwelve(vectors::KangarooTwelve { message, output, .. })
            | Body::Kmac(vectors::Kmac { message, output, valid: true, .. }) => {
                let found = both_ways(&function, message, output)?;
                check.compare_each(case.record, &case.label, found.iter().map(|found| (&output.bytes[..], &found[..])));
            }
            Body::Kmac(vectors::Kmac { message, output, .. }) => {
                check.differ(case, output, &function.one(message, output)?);
            }
            Body::TupleHash(vectors::TupleHash { tuple, output, .. }) => {
                let mut hasher = hash.hasher(Some(implementation))?;
                tuple.iter().for_each(|element| hasher.update(&element.to_vec()));
                check.compare(case, output, &function.read(&mut *hasher.finalize(0, 0), output));
            }
            _ => {}
        }
    }
    Ok(())
}

/// The output for a message in pieces, and for the same message in a batch if it is whole bytes in memory.
fn both_ways(
    function: &Function<'_>,
    message: &BitString,
    output: &Output,
) -> Result<Vec<Vec<u8>>, ImplementationError> {
    let mut found = vec![function.one(message, output)?];
    if let (Some(message), 0) = (message.as_bytes(), output.skip) {
        let each = output.bytes.len();
        let mut outputs = vec![0; 3 * each];
        let other: &[u8] = &message[..message.len() / 2];
        function.hash.digest_many(Some(function.implementation), &[message, other, message], &mut outputs)?;
        for mut output_found in [outputs[..each].to_vec(), outputs[2 * each..].to_vec()] {
            cut(&mut output_found, output.bits);
            found.push(output_found);
        }
    }
    Ok(found)
}
