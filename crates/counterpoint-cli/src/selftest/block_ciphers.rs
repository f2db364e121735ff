//! Runs block ciphers: blocks, key schedules, single rounds.

use super::results::Results;
use counterpoint::aes::{BLOCK_BYTES, Block, add_round_key, mix_columns, shift_rows, sub_bytes};
use counterpoint::registry::{BlockCipher, ImplementationError};
use counterpoint::{Aes128, Aes192, Aes256};
use counterpoint_vectors::{self as vectors, Body, Case};

/// Runs cases of a block cipher.
pub(super) fn run(
    cipher: &dyn BlockCipher,
    implementation: &'static str,
    cases: &[&Case],
    results: &mut Results,
) -> Result<(), ImplementationError> {
    for case in cases {
        match &case.body {
            Body::Blocks(body) => {
                let mut blocks = body.plaintext.clone();
                for _ in 0..body.repeats {
                    cipher.encrypt(Some(implementation), &body.key, &mut blocks)?;
                }
                results.compare_bytes(case.record, &case.label, &body.ciphertext, &blocks);
            }
            Body::KeySchedule(body) => {
                let round_keys = expand_key(implementation, &body.key)?;
                let pairs = body.round_keys.iter().zip(&round_keys);
                results.compare_each(case.record, &case.label, pairs.map(|(wanted, found)| (&wanted[..], &found[..])));
            }
            Body::AesRound(body) => {
                let pairs = round(implementation, body)?;
                let pairs = pairs.iter().map(|(wanted, found)| (&wanted[..], &found[..]));
                results.compare_each(case.record, &case.label, pairs);
            }
            _ => {}
        }
    }
    Ok(())
}

/// Returns the round keys of a key, or none for a key of the wrong length, which the comparison then shows.
fn expand_key(implementation: &str, key: &[u8]) -> Result<Vec<Block>, ImplementationError> {
    Ok(if let Ok(key) = key.try_into() {
        Aes128::with_implementation(implementation, key)?.round_keys().to_vec()
    } else if let Ok(key) = key.try_into() {
        Aes192::with_implementation(implementation, key)?.round_keys().to_vec()
    } else if let Ok(key) = key.try_into() {
        Aes256::with_implementation(implementation, key)?.round_keys().to_vec()
    } else {
        Vec::new()
    })
}

/// Returns pairs of states after the parts of an AES round: as stated by the file, and as computed.
///
/// The specification's functions compute the parts. An implementation only runs whole encryptions, so the round keys
/// are chosen to make an encryption show one round. Let R be a round without its key, and s the state of the record.
/// With the round keys 0, R(s) + s, ..., R(s) + s, each round returns s again, and the output is what the last round
/// makes of s. If the implementation's R(s) differed from the file's, the last round would start from another state.
fn round(implementation: &str, body: &vectors::AesRound) -> Result<Vec<(Block, Block)>, ImplementationError> {
    const ROUND_KEYS: usize = 11;
    // The parser has checked that these are blocks.
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

    let fixed_point = plus(plus(body.round.as_ref().map_or(spec_round, block), round_key), state);
    let mut round_keys = [fixed_point; ROUND_KEYS];
    (round_keys[0], round_keys[ROUND_KEYS - 1]) = ([0; BLOCK_BYTES], round_key);
    let mut last = [state];
    Aes128::from_round_keys_with_implementation(implementation, &round_keys)?.encrypt_blocks(&mut last);

    let parts = [
        (&body.sub_bytes, after(&[sub_bytes])),
        (&body.shift_rows, after(&[shift_rows])),
        (&body.mix_columns, after(&[mix_columns])),
        (&body.round, spec_round),
        (&body.last_round, last[0]),
    ];
    let stated = parts.into_iter().filter_map(|(wanted, found)| Some((block(wanted.as_ref()?), found)));
    Ok(stated.chain([(spec_last, last[0])]).collect())
}
