//! Runs what is no hash: permutations, sponges and duplexes over them, blocks.

use super::hashes::turned;
use super::report::Check;
use counterpoint::keccak::{Duplex, ParameterError, Sponge, Word};
use counterpoint::registry::{BlockCipher, ImplementationError, Permutation};
use counterpoint_vectors::{self as vectors, BitOrder, Body, Case};

/// Runs cases of a permutation, and of what stands on it.
pub(super) fn permutation(
    permutation: &dyn Permutation,
    implementation: &'static str,
    cases: &[&Case],
    check: &mut Check,
) -> Result<(), ImplementationError> {
    let mut alone: Vec<(&Case, &vectors::Permutation)> = Vec::new();
    for case in cases {
        match &case.body {
            Body::Permutation(body) => alone.push((case, body)),
            Body::KeccakTrace(trace) => {
                let found = from_every_round(permutation, implementation, trace)?;
                check.compare_each(case.record, &case.label, found.iter().map(|state| (&trace.output[..], &state[..])));
            }
            Body::Sponge(_) | Body::Duplex(_) => {
                let result = match permutation.state_bytes() {
                    25 => over::<u8>(implementation, case, check),
                    50 => over::<u16>(implementation, case, check),
                    100 => over::<u32>(implementation, case, check),
                    _ => over::<u64>(implementation, case, check),
                };
                result.unwrap_or_else(|error| check.fail(case, &error.to_string()));
            }
            _ => {}
        }
    }
    // States of as many rounds side by side, as many at once as the implementation takes.
    alone.sort_by_key(|(_, body)| body.rounds);
    for group in alone.chunk_by(|(_, a), (_, b)| a.rounds == b.rounds) {
        let mut states: Vec<u8> = group.iter().flat_map(|(_, body)| &body.input).copied().collect();
        permutation.permute(Some(implementation), &mut states, group[0].1.rounds as usize)?;
        for ((case, body), found) in group.iter().zip(states.chunks_exact(permutation.state_bytes())) {
            check.compare_bytes(case.record, &case.label, &body.output, found);
        }
    }
    Ok(())
}

/// The ends of all ways from a state on the way to the output: from the input, and from behind each round through the
/// rounds that are left.
fn from_every_round(
    permutation: &dyn Permutation,
    implementation: &str,
    trace: &vectors::KeccakTrace,
) -> Result<Vec<Vec<u8>>, ImplementationError> {
    let starts = std::iter::once(&trace.input).chain(trace.rounds.iter().map(|[.., iota]| iota));
    let ends = starts.enumerate().map(|(done, state)| {
        let mut state = state.clone();
        permutation.permute(Some(implementation), &mut state, trace.rounds.len() - done)?;
        Ok(state)
    });
    ends.collect()
}

/// A sponge or duplex case over lanes of type `W`.
fn over<W: Word>(implementation: &str, case: &Case, check: &mut Check) -> Result<(), ParameterError> {
    match &case.body {
        Body::Sponge(body) => {
            let mut sponge = Sponge::<W>::with_implementation(implementation, body.rate as usize, W::FULL_ROUNDS)?;
            let (last, bits) = body.message.pieces(|piece| sponge.absorb(piece));
            let order = body.message.order().unwrap_or(BitOrder::Lsb);
            let last = turned(last, bits, order, BitOrder::Lsb);
            sponge.absorb_bits(&[last][..usize::from(bits > 0)], bits.into());
            let mut squeezer = sponge.finalize();
            for _ in 0..body.output.skip {
                squeezer.squeeze(&mut [0]);
            }
            let mut found = vec![0; body.output.bytes.len()];
            squeezer.squeeze_bits(&mut found, body.output.bits);
            check.compare(case, &body.output, &found);
        }
        Body::Duplex(body) => {
            let mut duplex = Duplex::<W>::with_implementation(implementation, body.rate as usize, W::FULL_ROUNDS)?;
            for call in &body.calls {
                let mut found = vec![0; call.output.bytes.len()];
                let (input, bits) = (call.input.to_vec(), call.input.bits());
                let label = format!("{} InLen {bits}", case.label);
                match duplex.duplexing_bits(&input, bits, &mut found, call.output.bits) {
                    Ok(()) => check.compare_bytes(call.record, &label, &call.output.bytes, &found),
                    Err(error) => check.fail_record(call.record, &label, &error.to_string()),
                }
            }
        }
        _ => {}
    }
    Ok(())
}

/// Runs cases of a block cipher.
pub(super) fn blocks(
    cipher: &dyn BlockCipher,
    implementation: &'static str,
    cases: &[&Case],
    check: &mut Check,
) -> Result<(), ImplementationError> {
    for case in cases {
        if let Body::Blocks(body) = &case.body {
            let mut blocks = body.plaintext.clone();
            for _ in 0..body.repeats {
                cipher.encrypt(Some(implementation), &body.key, &mut blocks)?;
            }
            check.compare_bytes(case.record, &case.label, &body.ciphertext, &blocks);
        }
    }
    Ok(())
}
