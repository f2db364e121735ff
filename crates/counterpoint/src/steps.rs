//! Reads intermediate values of the specifications, for the families' unit tests.
//!
//! A family's document is an object of lists. Values are in hex; 32-bit words are separated by spaces.

use serde_json::Value;
use std::vec::Vec;

/// Returns the records of one list of a family's document.
pub(crate) fn records(document: &str, list: &str) -> Vec<Value> {
    let records = counterpoint_vectors::steps::json(document)[list].as_array().expect("a list").clone();
    assert!(!records.is_empty(), "{list} is empty");
    records
}

/// Compares each whole record with the one that `found` computes from its inputs, so a field unknown to `found` is a
/// difference. Returns the number of values compared.
#[cfg(feature = "keccak")]
pub(crate) fn compare_each(records: &[Value], found: impl Fn(&Value) -> Value) -> usize {
    for (i, record) in records.iter().enumerate() {
        assert_eq!(found(record), *record, "record {i}");
    }
    records.iter().map(values).sum()
}

/// Returns the number of strings, numbers and flags in a value.
#[cfg(feature = "keccak")]
pub(crate) fn values(value: &Value) -> usize {
    match value {
        Value::Array(list) => list.iter().map(values).sum(),
        Value::Object(fields) => fields.values().map(values).sum(),
        _ => 1,
    }
}

/// Returns bytes in hex, as in a record.
#[cfg(feature = "keccak")]
pub(crate) fn hex(bytes: &[u8]) -> std::string::String {
    bytes.iter().map(|byte| std::format!("{byte:02x}")).collect()
}

/// Reads a number.
pub(crate) fn number(value: &Value) -> usize {
    value.as_u64().expect("a number") as usize
}

/// Reads 32-bit words.
pub(crate) fn words<const N: usize>(value: &Value) -> [u32; N] {
    let words = value.as_str().expect("words").split(' ').map(|word| u32::from_str_radix(word, 16).expect("hex"));
    words.collect::<Vec<_>>().try_into().expect("so many words")
}

/// Reads bytes.
pub(crate) fn bytes(value: &Value) -> Vec<u8> {
    counterpoint_vectors::hex(value.as_str().expect("bytes")).expect("hex")
}

/// Checks a family's `digests` with every available implementation.
pub(crate) fn check_digests(family: &str, document: &str) {
    for record in records(document, "digests") {
        let name = std::format!("{family}{}", number(&record["variant"]));
        check_digest(&name, number(&record["len"]), &bytes(&record["digest"]));
    }
}

/// Checks a digest with every available implementation, at once and in pieces. Byte i of the message is 7 i + 3.
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
