//! Records of parts: permutations, blocks, key schedules, AES rounds.

use crate::fields::Fields;
use crate::keccak_name::width_in;
use crate::{AesRound, Blocks, Body, Error, Fault, KeySchedule, Permutation};

/// Parses a record of one of these parts, and returns it with the name of its algorithm; `None` for any other record.
pub(super) fn part(fields: &Fields<'_>) -> Result<Option<(String, Body)>, Error> {
    if fields.has("round_keys_hex") {
        key_schedule(fields).map(Some)
    } else if fields.has("state_hex") || fields.has("round_key_hex") {
        aes_round(fields).map(Some)
    } else if fields.has("ciphertext_hex") || fields.has("plaintext_hex") {
        blocks(fields).map(Some)
    } else if fields.has("input_hex") || fields.has("output_hex") {
        permutation(fields).map(Some)
    } else {
        Ok(None)
    }
}

fn permutation(fields: &Fields<'_>) -> Result<(String, Body), Error> {
    let name = fields.text("permutation")?.or(fields.text("algorithm")?).unwrap_or("");
    let width = fields.number("width")?.or_else(|| width_in(name));
    let width = fields.need("width", width)?;
    let rounds = fields.need("rounds", fields.number("rounds")?)?;
    let bytes = width.div_ceil(8) as usize;
    let input = fields.hex_of_length("input_hex", bytes)?;
    let output = fields.hex_of_length("output_hex", bytes)?;
    // Keccak-f has all rounds, Keccak-p any number of them.
    let full = 12 + 2 * (width / 25).checked_ilog2().map_or(0, u64::from);
    let kind = if rounds == full { 'f' } else { 'p' };
    Ok((format!("keccak-{kind}{width}"), Body::Permutation(Permutation { width, rounds, input, output })))
}

/// Returns the name of AES with keys of this length, or an error if AES has none.
fn aes(fields: &Fields<'_>, key: &[u8]) -> Result<String, Error> {
    match key.len() {
        16 | 24 | 32 => Ok(format!("aes{}", 8 * key.len())),
        found => {
            let problem = format!("has {found} bytes; AES keys have 16, 24 or 32");
            Err(fields.error(Fault::Value { field: "key_hex".to_owned(), problem }))
        }
    }
}

const BLOCK_BYTES: usize = 16;

fn key_schedule(fields: &Fields<'_>) -> Result<(String, Body), Error> {
    let key = fields.needed_hex("key_hex")?;
    let algorithm = aes(fields, &key)?;
    let round_keys = fields.hex_list("round_keys_hex")?;
    let wanted = key.len() / 4 + 7;
    if round_keys.len() != wanted || round_keys.iter().any(|round_key| round_key.len() != BLOCK_BYTES) {
        let problem = format!("should be a list of {wanted} keys of {BLOCK_BYTES} bytes");
        return Err(fields.error(Fault::Value { field: "round_keys_hex".to_owned(), problem }));
    }
    Ok((algorithm, Body::KeySchedule(KeySchedule { key, round_keys })))
}

fn aes_round(fields: &Fields<'_>) -> Result<(String, Body), Error> {
    // Some fields are also spelled without `_hex`.
    let optional = |names: [&'static str; 2]| {
        let name = names.into_iter().find(|name| fields.has(name));
        name.map(|name| fields.hex_of_length(name, BLOCK_BYTES)).transpose()
    };
    let round = AesRound {
        state: fields.hex_of_length("state_hex", BLOCK_BYTES)?,
        round_key: fields.hex_of_length("round_key_hex", BLOCK_BYTES)?,
        sub_bytes: optional(["sub_bytes", "sub_bytes_hex"])?,
        shift_rows: optional(["shift_rows", "shift_rows_hex"])?,
        mix_columns: optional(["mix_columns", "mix_columns_hex"])?,
        round: optional(["round_hex", "round"])?,
        last_round: optional(["last_round_hex", "last_round"])?,
    };
    if [&round.sub_bytes, &round.shift_rows, &round.mix_columns, &round.round, &round.last_round]
        .iter()
        .all(|v| v.is_none())
    {
        return Err(fields.error(Fault::Missing("round_hex")));
    }
    Ok(("aes128".to_owned(), Body::AesRound(round)))
}

fn blocks(fields: &Fields<'_>) -> Result<(String, Body), Error> {
    let key = fields.needed_hex("key_hex")?;
    let plaintext = fields.needed_hex("plaintext_hex")?;
    let ciphertext = fields.hex_of_length("ciphertext_hex", plaintext.len())?;
    let named = fields.text("algorithm")?;
    if plaintext.is_empty() || plaintext.len() % BLOCK_BYTES != 0 {
        let problem = format!("has {} bytes, not a whole number of blocks", plaintext.len());
        return Err(fields.error(Fault::Value { field: "plaintext_hex".to_owned(), problem }));
    }
    // Modes of operation are not part of AES. Encrypting blocks one by one is ECB.
    let algorithm = match named.map(str::to_ascii_lowercase) {
        Some(name) if !name.starts_with("aes") || mode(&name).is_some_and(|mode| mode != "ecb") => name,
        _ => aes(fields, &key)?,
    };
    Ok((algorithm, Body::Blocks(Blocks { key, plaintext, ciphertext, repeats: 1 })))
}

/// Returns the mode of operation in a name such as `aes128-ecb`.
fn mode(name: &str) -> Option<&str> {
    name.trim_start_matches("aes")
        .trim_start_matches(|c: char| !c.is_ascii_alphabetic())
        .split('-')
        .next()
        .filter(|m| !m.is_empty())
}
