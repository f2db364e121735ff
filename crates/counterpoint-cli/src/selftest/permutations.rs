//! Tests permutations, and sponges and duplexes over them.

use super::results::Results;
use counterpoint::keccak::{Duplex, ParameterError, Sponge, Word};
use counterpoint::registry::{ImplementationError, Permutation};
use counterpoint_vectors::{self as vectors, BitOrder, Body, Case};

/// Runs cases of a permutation, and of sponges and duplexes over it.
pub(super) fn run(
    permutation: &dyn Permutation,
    implementation: &'static str,
    cases: &[&Case],
    results: &mut Results,
) -> Result<(), ImplementationError> {
    let mut plain: Vec<(&Case, &vectors::Permutation)> = Vec::new();
    for case in cases {
        match &case.body {
            Body::Permutation(body) => plain.push((case, body)),
            Body::KeccakTrace(trace) => {
                let found = from_every_round(permutation, implementation, trace)?;
                results.compare_each(
                    case.record,
                    &case.label,
                    found.iter().map(|state| (&trace.output[..], &state[..])),
                );
            }
            Body::Sponge(_) | Body::Duplex(_) => {
                let result = match permutation.state_bytes() {
                    25 => sponge_or_duplex::<u8>(implementation, case, results),
                    50 => sponge_or_duplex::<u16>(implementation, case, results),
                    100 => sponge_or_duplex::<u32>(implementation, case, results),
                    _ => sponge_or_duplex::<u64>(implementation, case, results),
                };
                result.unwrap_or_else(|error| results.fail(case, &error.to_string()));
            }
            _ => {}
        }
    }
    // Permute states with the same number of rounds in one call, to let the implementation process many at once.
    plain.sort_by_key(|(_, body)| body.rounds);
    for group in plain.chunk_by(|(_, a), (_, b)| a.rounds == b.rounds) {
        let mut states: Vec<u8> = group.iter().flat_map(|(_, body)| &body.input).copied().collect();
        permutation.permute(Some(implementation), &mut states, group[0].1.rounds as usize)?;
        for ((case, body), found) in group.iter().zip(states.chunks_exact(permutation.state_bytes())) {
            results.compare_bytes(case.record, &case.label, &body.output, found);
        }
    }
    Ok(())
}

/// Permutes every state of a trace to the output: the input with all rounds, and the state after each round with the
/// remaining rounds.
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

/// Runs a case of a sponge or duplex over lanes of type `W`.
fn sponge_or_duplex<W: Word>(implementation: &str, case: &Case, results: &mut Results) -> Result<(), ParameterError> {
    match &case.body {
        Body::Sponge(body) => {
            let mut sponge = Sponge::<W>::with_implementation(implementation, body.rate as usize, W::FULL_ROUNDS)?;
            let (last, bits) = body.message.pieces(|piece| sponge.absorb(piece));
            let order = body.message.order().unwrap_or(BitOrder::Lsb);
            let last = order.convert(BitOrder::Lsb, last, bits);
            sponge.absorb_bits(&[last][..usize::from(bits > 0)], bits.into());
            let mut squeezer = sponge.finalize();
            for _ in 0..body.output.skip {
                squeezer.squeeze(&mut [0]);
            }
            let mut found = vec![0; body.output.bytes.len()];
            squeezer.squeeze_bits(&mut found, body.output.bits);
            results.compare(case, &body.output, &found);
        }
        Body::Duplex(body) => {
            let mut duplex = Duplex::<W>::with_implementation(implementation, body.rate as usize, W::FULL_ROUNDS)?;
            for call in &body.calls {
                let mut found = vec![0; call.output.bytes.len()];
                let (input, bits) = (call.input.to_vec(), call.input.bits());
                let label = format!("{} InLen {bits}", case.label);
                match duplex.duplexing_bits(&input, bits, &mut found, call.output.bits) {
                    Ok(()) => results.compare_bytes(call.record, &label, &call.output.bytes, &found),
                    Err(error) => results.fail_record(call.record, &label, &error.to_string()),
                }
            }
        }
        _ => {}
    }
    Ok(())
}
