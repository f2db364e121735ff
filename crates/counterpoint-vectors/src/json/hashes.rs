//! Records of hash functions and sponges, with messages in full or as a rule, and Monte Carlo chains.

use crate::bits::whole_bytes;
use crate::fields::Fields;
use crate::keccak_name::{leading_number, rate_and_capacity_in, width_in};
use crate::{BitOrder, BitString, Body, Case, Error, Fault, Hash, Link, MonteCarlo, Procedure, Sponge};
use std::collections::HashMap;

/// Parses a record with a message and its digest from a hash function or a sponge; `None` for any other record.
pub(super) fn hash(fields: &Fields<'_>, algorithm: &str) -> Result<Option<Body>, Error> {
    let message = match message(fields)? {
        Some(Ok(message)) => message,
        Some(Err(kind)) => return Ok(Some(Body::Other { kind })),
        None if fields.has("digest_hex") || fields.has("bits") => {
            return Err(fields.error(Fault::Missing("message_hex")));
        }
        None => return Ok(None),
    };
    let output = fields.output()?;
    Ok(Some(match rate_and_capacity(fields, algorithm)? {
        Some((rate, capacity)) => Body::Sponge(Sponge { rate, capacity, message, output }),
        None => Body::Hash(Hash { message, output }),
    }))
}

/// Returns the name of the algorithm, which only the record of a sponge may omit.
pub(super) fn name(fields: &Fields<'_>, body: &Body) -> Result<String, Error> {
    match (fields.text("algorithm")?, body) {
        (Some(name), _) => Ok(name.to_owned()),
        (None, Body::Sponge(sponge)) => Ok(format!("keccakr{}c{}", sponge.rate, sponge.capacity)),
        (None, _) => Err(fields.error(Fault::Missing("algorithm"))),
    }
}

/// Returns the message, given in one of four ways, or a description of its unknown rule.
fn message(fields: &Fields<'_>) -> Result<Option<Result<BitString, String>>, Error> {
    if fields.has("large_message") {
        return large_message(fields).map(Some);
    }
    if let Some(repeat) = fields.number("repeat")? {
        let text = fields.need("text", fields.text("text")?)?;
        let bits = repeat.checked_mul(8 * text.len() as u64).ok_or_else(|| too_long(fields, "repeat"))?;
        return Ok(Some(Ok(BitString::repeated(text.as_bytes().to_vec(), bits, None))));
    }
    if let Some(bytes) = fields.number("length_bytes")? {
        let format = fields.text("format")?.unwrap_or("");
        let Some(unit) = pattern(format) else {
            return Ok(Some(Err(format!("message with an unknown rule: {format}"))));
        };
        let bits = bytes.checked_mul(8).ok_or_else(|| too_long(fields, "length_bytes"))?;
        return Ok(Some(Ok(BitString::repeated(unit, bits, None))));
    }
    Ok(fields.bit_string("message_hex", "bits")?.map(Ok))
}

fn too_long(fields: &Fields<'_>, field: &str) -> Error {
    fields.error(Fault::Value { field: field.to_owned(), problem: "makes a message of more than 2^64 bits".to_owned() })
}

/// Parses one of NIST's large messages: content repeated up to a length.
fn large_message(fields: &Fields<'_>) -> Result<Result<BitString, String>, Error> {
    let large = fields.object("large_message")?;
    let technique = large.text("expansionTechnique")?.unwrap_or("repeating");
    if technique != "repeating" {
        return Ok(Err(format!("large message with the technique `{technique}`")));
    }
    let content = large.needed_hex("content")?;
    let content_bits = large.number("contentLength")?.unwrap_or(8 * content.len() as u64);
    let bits = large.need("fullLength", large.number("fullLength")?)?;
    let order = fields.order()?;
    let content = BitString::cut("content", content, content_bits, order).map_err(|fault| fields.error(fault))?;
    if content_bits == 0 && bits > 0 {
        let problem = "is empty and can't be repeated".to_owned();
        return Err(fields.error(Fault::Value { field: "content".to_owned(), problem }));
    }
    let unit = whole_bytes(&content.to_vec(), content_bits, order.unwrap_or(BitOrder::Lsb));
    Ok(Ok(BitString::repeated(unit, bits, order)))
}

/// Returns one period of the pattern from a format that contains `byte i = i mod M` or `byte i = (A*i + B) mod M`.
/// Without such a rule, it is `i mod 251`.
fn pattern(format: &str) -> Option<Vec<u8>> {
    let Some((_, rule)) = format.split_once("byte i = ") else { return Some((0..251).collect()) };
    let (inner, modulus) = rule.split_once(" mod ")?;
    let modulus: u64 = leading_number(modulus)?;
    let inner: String = inner.chars().filter(|c| !matches!(c, ' ' | '(' | ')')).collect();
    let (product, offset) = inner.split_once('+').unwrap_or((&inner, "0"));
    let factor: u64 = match product {
        "i" => 1,
        _ => product.strip_suffix("*i")?.parse().ok()?,
    };
    let offset: u64 = offset.parse().ok()?;
    let byte = |i| ((factor % modulus * i + offset % modulus) % modulus) as u8;
    (1..=256).contains(&modulus).then(|| (0..modulus).map(byte).collect())
}

/// Returns rate and capacity from the fields or from a name such as `Keccakr40c160`; `None` for a hash function.
fn rate_and_capacity(fields: &Fields<'_>, algorithm: &str) -> Result<Option<(u64, u64)>, Error> {
    let named = rate_and_capacity_in(algorithm);
    let rate = fields.number("rate_bits")?.or(named.map(|(rate, _)| rate));
    let capacity = fields.number("capacity_bits")?.or(named.map(|(_, capacity)| capacity));
    let width = fields.text("permutation")?.and_then(width_in);
    let (rate, capacity) = match (rate, capacity, width) {
        (None, None, _) => return Ok(None),
        (Some(rate), Some(capacity), _) => (rate, capacity),
        (Some(rate), None, Some(width)) if rate < width => (rate, width - rate),
        (None, Some(capacity), Some(width)) if capacity < width => (width - capacity, capacity),
        (Some(_), None, _) => return Err(fields.error(Fault::Missing("capacity_bits"))),
        (None, Some(_), _) => return Err(fields.error(Fault::Missing("rate_bits"))),
    };
    if let Some(width) = width.filter(|&width| rate.checked_add(capacity) != Some(width)) {
        let problem = format!("is {rate}, but with a capacity of {capacity}, that is not the width {width}");
        return Err(fields.error(Fault::Value { field: "rate_bits".to_owned(), problem }));
    }
    Ok(Some((rate, capacity)))
}

/// Parses the records of a file with a `procedure`: a chain for each algorithm and seed.
pub(super) fn monte_carlo(records: Vec<Fields<'_>>) -> Result<Vec<Case>, Error> {
    let mut cases: Vec<Case> = Vec::new();
    // The chain for each seed, in a hash map because a file may have as many chains as records.
    let mut chains: HashMap<(&str, Vec<u8>), usize> = HashMap::new();
    for fields in records {
        let algorithm = fields.need("algorithm", fields.text("algorithm")?)?;
        let text = fields.need("procedure", fields.text("procedure")?)?;
        let Some(procedure) = procedure(text) else {
            let body = Body::Other { kind: format!("Monte Carlo chain with an unknown procedure: {text}") };
            cases.push(Case { algorithm: algorithm.to_owned(), record: fields.record(), label: String::new(), body });
            continue;
        };
        let seed = fields.needed_hex("seed_hex")?;
        if matches!(procedure, Procedure::Refill { repeats: 0, .. } | Procedure::Rehash { repeats: 0 }) {
            let problem = "repeats 0 times".to_owned();
            return Err(fields.error(Fault::Value { field: "procedure".to_owned(), problem }));
        }
        if let Procedure::Refill { bytes, .. } = procedure
            && bytes != seed.len()
        {
            let (found, wanted) = (seed.len() as u64, bytes as u64);
            return Err(fields.error(Fault::Length { field: "seed_hex".to_owned(), found, wanted }));
        }
        let number = fields.need("j", fields.number("j")?)?;
        let link = Link { record: fields.record(), number, digest: fields.output()?.bytes };
        let place = *chains.entry((algorithm, seed)).or_insert_with_key(|(_, seed)| {
            let body = Body::MonteCarlo(MonteCarlo { seed: seed.clone(), procedure, links: Vec::new() });
            let label = "Monte Carlo".to_owned();
            cases.push(Case { algorithm: algorithm.to_owned(), record: fields.record(), label, body });
            cases.len() - 1
        });
        if let Body::MonteCarlo(chain) = &mut cases[place].body {
            chain.links.push(link);
        }
    }
    for case in &mut cases {
        if let Body::MonteCarlo(chain) = &mut case.body {
            chain.links.sort_by_key(|link| link.number);
        }
    }
    Ok(cases)
}

/// Parses the text of a procedure: `repeat N times { MD = H(msg); msg = MD || msg[0 : B-len(MD)] }`, or `repeat N times
/// { MD = H(MD) }`.
fn procedure(text: &str) -> Option<Procedure> {
    let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let (_, after) = text.split_once("repeat")?;
    let repeats = leading_number(after)?;
    let (_, body) = after.split_once("times{")?;
    let (body, _) = body.split_once('}')?;
    if body.trim_end_matches(';') == "MD=H(MD)" {
        return Some(Procedure::Rehash { repeats });
    }
    let (_, bytes) = body.split_once("MD=H(msg);msg=MD||msg[0:")?;
    let rest = bytes.trim_start_matches(|c: char| c.is_ascii_digit());
    (rest.trim_end_matches(';') == "-len(MD)]")
        .then_some(Procedure::Refill { repeats, bytes: leading_number(bytes)? as usize })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_read_from_formats() {
        assert_eq!(pattern("message byte i = i mod 251, for length_bytes bytes").unwrap().len(), 251);
        assert_eq!(pattern("byte i = (7*i + 3) mod 256").unwrap()[..3], [3, 10, 17]);
        assert_eq!(pattern("byte i = i*i mod 251"), None);
        assert_eq!(pattern("byte i = i mod 0"), None);
    }

    #[test]
    fn procedures_are_read_from_their_words() {
        let words = "msg = seed (128 bytes). For j = 0..99: repeat 1000 times \
                     { MD = H(msg); msg = MD || msg[0 : 128-len(MD)] }; record MD as vector j";
        assert_eq!(procedure(words), Some(Procedure::Refill { repeats: 1000, bytes: 128 }));
        let words = "MD = seed; for each j repeat 10 times { MD = H(MD) }";
        assert_eq!(procedure(words), Some(Procedure::Rehash { repeats: 10 }));
        assert_eq!(procedure("repeat 10 times { MD = H(MD || MD) }"), None);
    }
}
