//! Intermediate values of the specifications, read by the families' unit tests.
//!
//! A family's document is an object of lists; a value is hex, words of 32 bits are set apart by spaces.

use serde_json::Value;
use std::vec::Vec;

/// The records of one list of a family's document.
pub(crate) fn records(document: &str, list: &str) -> Vec<Value> {
    let records = counterpoint_vectors::steps::json(document)[list].as_array().expect("a list").clone();
    assert!(!records.is_empty(), "{list} is empty");
    records
}

/// Compares each record, all of it, with what `found` makes of its inputs: a field that `found` does not know makes
/// them differ. Returns how many values were compared.
#[cfg(feature = "keccak")]
pub(crate) fn compare_each(records: &[Value], found: impl Fn(&Value) -> Value) -> usize {
    for (i, record) in records.iter().enumerate() {
        assert_eq!(found(record), *record, "record {i}");
    }
    records.iter().map(values).sum()
}

/// How many texts, numbers and flags are in it.
#[cfg(feature = "keccak")]
pub(crate) fn values(value: &Value) -> usize {
    match value {
        Value::Array(list) => list.iter().map(values).sum(),
        Value::Object(fields) => fields.values().map(values).sum(),
        _ => 1,
    }
}

/// Bytes as a record writes them.
#[cfg(feature = "keccak")]
pub(crate) fn hex(bytes: &[u8]) -> std::string::String {
    bytes.iter().map(|byte| std::format!("{byte:02x}")).collect()
}

/// A number.
pub(crate) fn number(value: &Value) -> usize {
    value.as_u64().expect("a number") as usize
}

/// Words of 32 bits.
pub(crate) fn words<const N: usize>(value: &Value) -> [u32; N] {
    let words = value.as_str().expect("words").split(' ').map(|word| u32::from_str_radix(word, 16).expect("hex"));
    words.collect::<Vec<_>>().try_into().expect("so many words")
}

/// Bytes.
pub(crate) fn bytes(value: &Value) -> Vec<u8> {
    counterpoint_vectors::hex(value.as_str().expect("bytes")).expect("hex")
}

/// Checks a family's `digests` through every available implementation.
pub(crate) fn check_digests(family: &str, document: &str) {
    for record in records(document, "digests") {
        let name = std::format!("{family}{}", number(&record["variant"]));
        check_digest(&name, number(&record["len"]), &bytes(&record["digest"]));
    }
}

/// Checks a digest through every available implementation, at once and in pieces. Byte i of the message is 7 i + 3.
pub(crate) fn check_digest(name: &str, length: usize, expected: &[u8]) {
    let message: Vec<u8> = (0..length).map(|i| (7 * i + 3) as u8).collect();
    let algorithm = crate::Algorithm::by_name(name).expect("the family has it");
    let hash = algorithm.as_hash().expect("it is a hash");
    for implementation in algorithm.implementations().filter(|i| i.available()) {
        let implementation = implementation.name();
        let mut digest = std::vec![0; expected.len()];
        hash.digest_many(Some(implementation), &[&message], &mut digest).expect("it is available");
        assert_eq!(digest, expected, "{name} by {implementation}, {length} bytes");

        let mut hasher = hash.hasher(Some(implementation)).expect("it is available");
        for piece in message.chunks(7) {
            hasher.update(piece);
        }
        let mut reader = hasher.finalize(0, 0);
        for piece in digest.chunks_mut(11) {
            reader.read(piece);
        }
        assert_eq!(digest, expected, "{name} by {implementation} in pieces, {length} bytes");
    }
}
