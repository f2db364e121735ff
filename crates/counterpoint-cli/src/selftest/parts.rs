//! Runs what is no hash: permutations, sponges and duplexes over them, blocks.

use super::hashes::turned;
use super::report::Check;
use counterpoint::aes::{Aes, BLOCK_BYTES, Block, Work, add_round_key, mix_columns, shift_rows, sub_bytes};
use counterpoint::keccak::{Duplex, ParameterError, Sponge, Word};
use counterpoint::registry::{BlockCipher, ImplementationError, Implemented, Permutation};
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
        match &case.body {
            Body::Blocks(body) => {
                let mut blocks = body.plaintext.clone();
                for _ in 0..body.repeats {
                    cipher.encrypt(Some(implementation), &body.key, &mut blocks)?;
                }
                check.compare_bytes(case.record, &case.label, &body.ciphertext, &blocks);
            }
            Body::KeySchedule(body) => {
                let mut round_keys = vec![[0; BLOCK_BYTES]; body.round_keys.len()];
                Aes::list().named(implementation)?.run(Work::expand_key(&body.key, &mut round_keys));
                let pairs = body.round_keys.iter().zip(&round_keys);
                check.compare_each(case.record, &case.label, pairs.map(|(wanted, found)| (&wanted[..], &found[..])));
            }
            Body::AesRound(body) => {
                let pairs = round(implementation, body)?;
                let pairs = pairs.iter().map(|(wanted, found)| (&wanted[..], &found[..]));
                check.compare_each(case.record, &case.label, pairs);
            }
            _ => {}
        }
    }
    Ok(())
}

/// A state after each part of an AES round as the file has it, and as it is found.
///
/// The parts alone are the specification's. The implementation is run over rounds that can be told from outside: R is a round
/// without its key, so under the round keys 0, R(s) + s, ..., R(s) + s each round gives s again, and the last one shows what
/// it makes of s. Were R not what the file says, the last round would begin with something else.
fn round(implementation: &str, body: &vectors::AesRound) -> Result<Vec<(Block, Block)>, ImplementationError> {
    const ROUND_KEYS: usize = 11;
    // The parser has seen to it that these are blocks.
    let block = |bytes: &Vec<u8>| Block::try_from(bytes.as_slice()).unwrap_or_default();
    let (state, round_key) = (block(&body.state), block(&body.round_key));
    let after = |steps: &[fn(&mut Block)]| {
        let mut state = state;
        steps.iter().for_each(|step| step(&mut state));
        state
    };
    let plus = |mut block: Block, other: Block| {
        add_round_key(&mut block, &other);
        block
    };
    let spec_round = plus(after(&[sub_bytes, shift_rows, mix_columns]), round_key);
    let spec_last = plus(after(&[sub_bytes, shift_rows]), round_key);

    let same_again = plus(plus(body.round.as_ref().map_or(spec_round, block), round_key), state);
    let mut round_keys = [same_again; ROUND_KEYS];
    (round_keys[0], round_keys[ROUND_KEYS - 1]) = ([0; BLOCK_BYTES], round_key);
    let mut last = [state];
    Aes::list().named(implementation)?.run(Work::encrypt(&round_keys, &mut last));

    let parts = [
        (&body.sub_bytes, after(&[sub_bytes])),
        (&body.shift_rows, after(&[shift_rows])),
        (&body.mix_columns, after(&[mix_columns])),
        (&body.round, spec_round),
        (&body.last_round, last[0]),
    ];
    let told = parts.into_iter().filter_map(|(wanted, found)| Some((block(wanted.as_ref()?), found)));
    Ok(told.chain([(spec_last, last[0])]).collect())
}
