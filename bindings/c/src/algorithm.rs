//! The algorithms by number and name, and their properties.

use crate::slices::text;
use crate::status::Failure;
use crate::status::cpt_status::CPT_ERROR_ALGORITHM;
use core::ffi::{c_char, c_int};
use counterpoint::Algorithm;
use counterpoint::registry::{Aead, Implementation, Kind, Options};
use cpt_algorithm::*;
use std::ffi::CString;
use std::sync::LazyLock;

/// An algorithm. Functions take it as an `int`. The numbers never change.
#[allow(missing_docs, reason = "each constant is the name of its algorithm")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum cpt_algorithm {
    /// No algorithm.
    CPT_NO_ALGORITHM = 0,
    // numbers: begin, by `cargo xtask generate` from functions.toml
    CPT_SHA3_224 = 1,
    CPT_SHA3_256 = 2,
    CPT_SHA3_384 = 3,
    CPT_SHA3_512 = 4,
    CPT_SHAKE128 = 5,
    CPT_SHAKE256 = 6,
    CPT_KECCAK224 = 7,
    CPT_KECCAK256 = 8,
    CPT_KECCAK384 = 9,
    CPT_KECCAK512 = 10,
    CPT_CSHAKE128 = 11,
    CPT_CSHAKE256 = 12,
    CPT_KMAC128 = 13,
    CPT_KMAC256 = 14,
    CPT_KMACXOF128 = 15,
    CPT_KMACXOF256 = 16,
    CPT_TUPLEHASH128 = 17,
    CPT_TUPLEHASH256 = 18,
    CPT_TUPLEHASHXOF128 = 19,
    CPT_TUPLEHASHXOF256 = 20,
    CPT_PARALLELHASH128 = 21,
    CPT_PARALLELHASH256 = 22,
    CPT_PARALLELHASHXOF128 = 23,
    CPT_PARALLELHASHXOF256 = 24,
    CPT_TURBOSHAKE128 = 25,
    CPT_TURBOSHAKE256 = 26,
    CPT_KT128 = 27,
    CPT_KT256 = 28,
    CPT_GROESTL224 = 29,
    CPT_GROESTL256 = 30,
    CPT_GROESTL384 = 31,
    CPT_GROESTL512 = 32,
    CPT_FUGUE224 = 33,
    CPT_FUGUE256 = 34,
    CPT_FUGUE384 = 35,
    CPT_FUGUE512 = 36,
    CPT_LUFFA224 = 37,
    CPT_LUFFA256 = 38,
    CPT_LUFFA384 = 39,
    CPT_LUFFA512 = 40,
    CPT_RIVER_KEYAK = 41,
    CPT_LAKE_KEYAK = 42,
    CPT_SEA_KEYAK = 43,
    CPT_OCEAN_KEYAK = 44,
    CPT_LUNAR_KEYAK = 45,
    CPT_KETJE_JR = 46,
    CPT_KETJE_SR = 47,
    CPT_KETJE_MINOR = 48,
    CPT_KETJE_MAJOR = 49,
    // numbers: end
}

/// The algorithms in the order of their numbers, which start at 1 and have no gaps.
const NAMES: &[(cpt_algorithm, &str)] = &[
    // names: begin, by `cargo xtask generate` from functions.toml
    (CPT_SHA3_224, "sha3-224"),
    (CPT_SHA3_256, "sha3-256"),
    (CPT_SHA3_384, "sha3-384"),
    (CPT_SHA3_512, "sha3-512"),
    (CPT_SHAKE128, "shake128"),
    (CPT_SHAKE256, "shake256"),
    (CPT_KECCAK224, "keccak224"),
    (CPT_KECCAK256, "keccak256"),
    (CPT_KECCAK384, "keccak384"),
    (CPT_KECCAK512, "keccak512"),
    (CPT_CSHAKE128, "cshake128"),
    (CPT_CSHAKE256, "cshake256"),
    (CPT_KMAC128, "kmac128"),
    (CPT_KMAC256, "kmac256"),
    (CPT_KMACXOF128, "kmacxof128"),
    (CPT_KMACXOF256, "kmacxof256"),
    (CPT_TUPLEHASH128, "tuplehash128"),
    (CPT_TUPLEHASH256, "tuplehash256"),
    (CPT_TUPLEHASHXOF128, "tuplehashxof128"),
    (CPT_TUPLEHASHXOF256, "tuplehashxof256"),
    (CPT_PARALLELHASH128, "parallelhash128"),
    (CPT_PARALLELHASH256, "parallelhash256"),
    (CPT_PARALLELHASHXOF128, "parallelhashxof128"),
    (CPT_PARALLELHASHXOF256, "parallelhashxof256"),
    (CPT_TURBOSHAKE128, "turboshake128"),
    (CPT_TURBOSHAKE256, "turboshake256"),
    (CPT_KT128, "kt128"),
    (CPT_KT256, "kt256"),
    (CPT_GROESTL224, "groestl224"),
    (CPT_GROESTL256, "groestl256"),
    (CPT_GROESTL384, "groestl384"),
    (CPT_GROESTL512, "groestl512"),
    (CPT_FUGUE224, "fugue224"),
    (CPT_FUGUE256, "fugue256"),
    (CPT_FUGUE384, "fugue384"),
    (CPT_FUGUE512, "fugue512"),
    (CPT_LUFFA224, "luffa224"),
    (CPT_LUFFA256, "luffa256"),
    (CPT_LUFFA384, "luffa384"),
    (CPT_LUFFA512, "luffa512"),
    (CPT_RIVER_KEYAK, "river-keyak"),
    (CPT_LAKE_KEYAK, "lake-keyak"),
    (CPT_SEA_KEYAK, "sea-keyak"),
    (CPT_OCEAN_KEYAK, "ocean-keyak"),
    (CPT_LUNAR_KEYAK, "lunar-keyak"),
    (CPT_KETJE_JR, "ketje-jr"),
    (CPT_KETJE_SR, "ketje-sr"),
    (CPT_KETJE_MINOR, "ketje-minor"),
    (CPT_KETJE_MAJOR, "ketje-major"),
    // names: end
];

/// An algorithm with its strings for C.
struct Described {
    algorithm: &'static Algorithm,
    name: CString,
    implementations: Vec<(CString, &'static Implementation)>,
}

/// The algorithms in the order of their numbers, starting at 1.
static ALGORITHMS: LazyLock<Vec<Described>> = LazyLock::new(|| NAMES.iter().map(|(_, name)| describe(name)).collect());

fn describe(name: &str) -> Described {
    let algorithm = Algorithm::by_name(name).expect("the library has every algorithm of the list");
    let text = |text: &str| CString::new(text).expect("names have no zero byte");
    Described {
        algorithm,
        name: text(algorithm.name),
        implementations: algorithm.implementations().map(|it| (text(it.name()), it)).collect(),
    }
}

fn described(number: c_int) -> Option<&'static Described> {
    ALGORITHMS.get(usize::try_from(number).ok()?.checked_sub(1)?)
}

/// Returns the algorithm with this number.
pub(crate) fn algorithm(number: c_int) -> Option<&'static Algorithm> {
    described(number).map(|described| described.algorithm)
}

/// Returns the algorithm with this number, or an error.
pub(crate) fn numbered(number: c_int) -> Result<&'static Algorithm, Failure> {
    let none = || Failure::new(CPT_ERROR_ALGORITHM, format!("there is no algorithm with number {number}"));
    algorithm(number).ok_or_else(none)
}

/// Returns the numbers of all algorithms.
pub(crate) fn numbers() -> impl Iterator<Item = c_int> {
    (1..).take(NAMES.len())
}

/// Returns the authenticated encryption algorithm with this number.
pub(crate) fn aead(number: c_int) -> Option<&'static dyn Aead> {
    algorithm(number)?.as_aead()
}

/// Returns the version of the library, such as "0.1.0".
#[unsafe(no_mangle)]
pub extern "C" fn cpt_version() -> *const c_char {
    const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "\0");
    VERSION.as_ptr().cast()
}

/// Returns the algorithm with this name, or `CPT_NO_ALGORITHM`. Case, `-`, `_` and `/` are ignored, and common aliases
/// are known.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cpt_algorithm_by_name(name: *const c_char) -> c_int {
    // SAFETY: the name ends with a zero byte.
    let name = unsafe { text(name) }.and_then(|name| name.to_str().ok());
    let found = name.and_then(|name| Algorithm::by_name(name).ok());
    found
        .and_then(|found| numbers().find(|&number| algorithm(number).is_some_and(|it| it.name == found.name)))
        .unwrap_or(0)
}

/// Returns the number of algorithms. They are numbered from 1 up to this number.
#[unsafe(no_mangle)]
pub extern "C" fn cpt_algorithm_count() -> c_int {
    NAMES.len() as c_int
}

/// Returns the name of an algorithm, or null if there is no algorithm with this number.
#[unsafe(no_mangle)]
pub extern "C" fn cpt_algorithm_name(algorithm: c_int) -> *const c_char {
    described(algorithm).map_or(core::ptr::null(), |described| described.name.as_ptr())
}

/// Returns the length of the digest in bytes; for an extendable output, the default length; for authenticated
/// encryption, the length of the tag; 0 if there is no such algorithm.
#[unsafe(no_mangle)]
pub extern "C" fn cpt_algorithm_output_bytes(algorithm: c_int) -> usize {
    let Some(found) = self::algorithm(algorithm) else { return 0 };
    match found.kind {
        Kind::Aead(aead) => aead.tag_bytes(),
        _ => sample(found).map_or(0, |hash| hash.digest_bytes()),
    }
}

/// Returns the number of bytes that an algorithm processes between two runs of its primitive; 0 if there is no such
/// algorithm.
#[unsafe(no_mangle)]
pub extern "C" fn cpt_algorithm_block_bytes(algorithm: c_int) -> usize {
    let Some(found) = self::algorithm(algorithm) else { return 0 };
    match found.kind {
        Kind::Aead(aead) => aead.block_bytes(),
        _ => sample(found).map_or(0, |hash| hash.block_bytes()),
    }
}

/// Returns a hash function with arbitrary options, to get its lengths.
fn sample(algorithm: &Algorithm) -> Option<Box<dyn counterpoint::registry::Hash>> {
    algorithm.hash(&Options::sample(algorithm.needs())).ok()
}

/// Returns 1 if the caller chooses the length of the output, otherwise 0.
#[unsafe(no_mangle)]
pub extern "C" fn cpt_algorithm_is_extendable(algorithm: c_int) -> c_int {
    self::algorithm(algorithm).is_some_and(|found| matches!(found.kind, Kind::Hash(hash) if hash.extendable)).into()
}

/// Returns 1 if the algorithm is authenticated encryption, for `cpt_session_new`, or 0 if it hashes messages.
#[unsafe(no_mangle)]
pub extern "C" fn cpt_algorithm_is_aead(algorithm: c_int) -> c_int {
    aead(algorithm).is_some().into()
}

/// Returns the key length in bytes that the designers of an authenticated encryption algorithm recommend; 0 for other
/// algorithms.
#[unsafe(no_mangle)]
pub extern "C" fn cpt_algorithm_key_bytes(algorithm: c_int) -> usize {
    aead(algorithm).map_or(0, Aead::key_bytes)
}

/// Returns the maximum length in bytes of a nonce that takes no extra time with a key of the recommended length; 0 for
/// other algorithms.
#[unsafe(no_mangle)]
pub extern "C" fn cpt_algorithm_nonce_bytes(algorithm: c_int) -> usize {
    aead(algorithm).map_or(0, Aead::nonce_bytes)
}

/// Returns the number of implementations of an algorithm; 0 if there is no such algorithm.
#[unsafe(no_mangle)]
pub extern "C" fn cpt_implementation_count(algorithm: c_int) -> usize {
    described(algorithm).map_or(0, |described| described.implementations.len())
}

fn implementation(algorithm: c_int, index: usize) -> Option<&'static (CString, &'static Implementation)> {
    described(algorithm)?.implementations.get(index)
}

/// Returns the name of an implementation, or null if there is none. The first one follows the specification literally;
/// the others are sorted from the slowest to the fastest.
#[unsafe(no_mangle)]
pub extern "C" fn cpt_implementation_name(algorithm: c_int, index: usize) -> *const c_char {
    implementation(algorithm, index).map_or(core::ptr::null(), |(name, _)| name.as_ptr())
}

/// Returns 1 if this CPU can run an implementation, otherwise 0.
#[unsafe(no_mangle)]
pub extern "C" fn cpt_implementation_is_available(algorithm: c_int, index: usize) -> c_int {
    implementation(algorithm, index).is_some_and(|(_, it)| it.available()).into()
}

/// Returns 1 if an implementation is constant time, otherwise 0. In constant time, no branch, no memory address and no
/// variable-time instruction depends on a message or a key. Only constant-time implementations are chosen
/// automatically.
#[unsafe(no_mangle)]
pub extern "C" fn cpt_implementation_is_constant_time(algorithm: c_int, index: usize) -> c_int {
    implementation(algorithm, index).is_some_and(|(_, it)| it.constant_time()).into()
}

/// Returns the name of the implementation chosen for a number of messages, or null if there is no such algorithm.
#[unsafe(no_mangle)]
pub extern "C" fn cpt_best_implementation(algorithm: c_int, messages: usize) -> *const c_char {
    let Some(described) = described(algorithm) else { return core::ptr::null() };
    let best = described.algorithm.best(messages).name();
    let found = described.implementations.iter().find(|(_, it)| it.name() == best);
    found.map_or(core::ptr::null(), |(name, _)| name.as_ptr())
}

#[cfg(test)]
mod tests {
    use super::{ALGORITHMS, NAMES};
    use counterpoint::Algorithm;
    use counterpoint::registry::Kind;

    #[test]
    fn the_numbers_and_the_names_agree() {
        for (described, (_, name)) in ALGORITHMS.iter().zip(NAMES) {
            assert_eq!(described.algorithm.name, *name, "the canonical name");
        }
        for (number, (constant, name)) in (1..).zip(NAMES) {
            assert_eq!(*constant as usize, number, "{name} is at the place of its number");
            assert_eq!(format!("{constant:?}"), format!("CPT_{}", name.to_uppercase().replace('-', "_")));
        }
    }

    #[test]
    fn every_hash_function_and_every_authenticated_encryption_has_a_number() {
        for algorithm in Algorithm::all() {
            let expected = matches!(algorithm.kind, Kind::Hash(_) | Kind::Aead(_));
            let named = NAMES.iter().any(|(_, name)| *name == algorithm.name);
            assert_eq!(named, expected, "{}", algorithm.name);
        }
    }
}
