//! Tests hash functions with parameters besides the message: the SHA-3 derived functions, TurboSHAKE, KangarooTwelve.

use super::hashes::HashTest;
use super::record_options::RecordOptions;
use super::results::Results;
use crate::console::Progress;
use counterpoint::Algorithm;
use counterpoint::registry::ImplementationError;
use counterpoint_vectors::{self as vectors, BitString, Body, Case, Output};

/// Runs cases. Hashes each message in pieces, and a message of whole bytes also twice in one batch, with another
/// message in between.
pub(super) fn run(
    algorithm: &Algorithm,
    implementation: &'static str,
    progress: &Progress,
    cases: &[&Case],
    results: &mut Results,
) -> Result<(), ImplementationError> {
    for case in cases {
        let hash = match RecordOptions::new(case, algorithm).and_then(|options| options.hash(algorithm)) {
            Ok(hash) => hash,
            Err(why) => {
                results.fail(case, &why);
                continue;
            }
        };
        let test = HashTest { hash: &*hash, implementation, progress };
        match &case.body {
            Body::CShake(vectors::CShake { message, output, .. })
            | Body::ParallelHash(vectors::ParallelHash { message, output, .. })
            | Body::TurboShake(vectors::TurboShake { message, output, .. })
            | Body::KangarooTwelve(vectors::KangarooTwelve { message, output, .. })
            | Body::Kmac(vectors::Kmac { message, output, valid: true, .. }) => {
                let found = streamed_and_batched(&test, message, output)?;
                results.compare_each(
                    case.record,
                    &case.label,
                    found.iter().map(|found| (&output.bytes[..], &found[..])),
                );
            }
            Body::Kmac(vectors::Kmac { message, output, .. }) => {
                results.must_differ(case, output, &test.hash_in_pieces(message, output)?);
            }
            Body::TupleHash(vectors::TupleHash { tuple, output, .. }) => {
                let mut hasher = hash.hasher(Some(implementation))?;
                tuple.iter().for_each(|element| hasher.update(&element.to_vec()));
                results.compare(case, output, &test.read(&mut *hasher.finalize(0, 0), output));
            }
            _ => {}
        }
    }
    Ok(())
}

/// Returns the output for a message in pieces and, for whole bytes in memory, its two outputs from a batch.
fn streamed_and_batched(
    test: &HashTest<'_>,
    message: &BitString,
    output: &Output,
) -> Result<Vec<Vec<u8>>, ImplementationError> {
    let mut found = vec![test.hash_in_pieces(message, output)?];
    if let (Some(message), 0) = (message.as_bytes(), output.skip) {
        let each = output.bytes.len();
        let mut outputs = vec![0; 3 * each];
        let other: &[u8] = &message[..message.len() / 2];
        test.hash.digest_many(Some(test.implementation), &[message, other, message], &mut outputs)?;
        for mut digest in [outputs[..each].to_vec(), outputs[2 * each..].to_vec()] {
            test.clear_unused_bits(output, &mut digest);
            found.push(digest);
        }
    }
    Ok(found)
}
