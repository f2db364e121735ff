//! The hash functions of the library by name, and the messages for unknown names.
//!
//! A hash function here is an [`Algorithm`] that [hashes](Algorithm::hashes). The functions below add what the commands
//! need beyond the library's interface.

use crate::suggestions;
use clap::builder::{PossibleValue, TypedValueParser};
use counterpoint::Algorithm;
use counterpoint::registry::{Hash, Hasher, ImplementationError, Kind, Parameter};

/// The environment variable that names an implementation.
pub(crate) const IMPLEMENTATION_VARIABLE: &str = "COUNTERPOINT_IMPLEMENTATION";

/// Returns every hash function.
pub(crate) fn all() -> impl Iterator<Item = &'static Algorithm> {
    Algorithm::all().filter(|algorithm| algorithm.hashes())
}

/// Returns the names of the hash functions that satisfy a condition, as a list for a message.
pub(crate) fn names_of(condition: impl Fn(&Algorithm) -> bool) -> String {
    all().filter(|function| condition(function)).map(|function| function.name).collect::<Vec<_>>().join(", ")
}

/// Returns the algorithm of this name, hash function or not, or a message that names similar ones.
pub(crate) fn algorithm(name: &str) -> Result<&'static Algorithm, String> {
    found(name, Algorithm::all())
}

/// Returns the algorithm of this name, or a message that names similar ones among `candidates`.
fn found(name: &str, candidates: impl Iterator<Item = &'static Algorithm>) -> Result<&'static Algorithm, String> {
    Algorithm::by_name(name).map_err(|_| suggestions::unknown("algorithm", name, candidates.map(|known| known.name)))
}

/// Returns the hash function of this name, or a message that names similar ones.
pub(crate) fn by_name(name: &str) -> Result<&'static Algorithm, String> {
    let algorithm = found(name, all())?;
    let kind = match algorithm.kind {
        _ if algorithm.hashes() => return Ok(algorithm),
        Kind::Permutation(_) => "a permutation",
        Kind::BlockCipher(_) => "a block cipher",
        _ => "authenticated encryption",
    };
    Err(format!("{} is {kind}, not a hash function; run `counterpoint list`", algorithm.name))
}

/// Returns whether two hash functions are the same one. Names are unique.
pub(crate) fn same(a: &Algorithm, b: &Algorithm) -> bool {
    a.name == b.name
}

/// Returns whether a function takes a secret key, so its digests are tags that only holders of the key can compute.
pub(crate) fn is_keyed(function: &Algorithm) -> bool {
    function.takes().contains(&Parameter::Key)
}

/// Returns the length of a function's digest in bytes, if it is fixed.
pub(crate) fn fixed_digest_bytes(function: &Algorithm) -> Option<usize> {
    let hash = function.as_hash()?;
    (!hash.extendable()).then(|| hash.digest_bytes())
}

/// Returns the names of the implementations of a function that this machine can run.
pub(crate) fn available_implementations(function: &Algorithm) -> Vec<&'static str> {
    function
        .implementations()
        .filter(|implementation| implementation.available())
        .map(counterpoint::registry::Implementation::name)
        .collect()
}

/// The command that also builds the implementations that no CPU chooses.
pub(crate) const ALL_TECHNIQUES: &str = "`cargo install counterpoint-cli --features all-techniques`";

/// Returns a hasher for one message with the named implementation, or with the best one.
///
/// # Errors
///
/// Returns a message that says why the implementation can't run and which ones can.
pub(crate) fn hasher(
    function: &Algorithm,
    hash: &dyn Hash,
    implementation: Option<&str>,
) -> Result<Box<dyn Hasher>, String> {
    hash.hasher(implementation).map_err(|error| {
        let name = implementation.unwrap_or_default();
        match error {
            ImplementationError::Unknown => unknown_implementation(function, name),
            ImplementationError::Unavailable { feature, .. } => {
                let why =
                    format!("implementation {name} of {} requires {feature}, which this machine lacks", function.name);
                with_available(function, &why, name)
            }
            ImplementationError::NotBuilt { name } => {
                let why =
                    format!("implementation {name} of {} is not in this build; run {ALL_TECHNIQUES}", function.name);
                with_available(function, &why, name)
            }
            other => other.to_string(),
        }
    })
}

/// Returns the message for a function that has no implementation of this name.
pub(crate) fn unknown_implementation(function: &Algorithm, name: &str) -> String {
    with_available(function, &format!("{} has no implementation '{name}'", function.name), name)
}

/// Adds to a message where the implementation's name comes from, and which implementations this machine can run.
fn with_available(function: &Algorithm, why: &str, implementation: &str) -> String {
    let origin = match std::env::var(IMPLEMENTATION_VARIABLE) {
        Ok(value) if value == implementation => format!(" (set in {IMPLEMENTATION_VARIABLE})"),
        _ => String::new(),
    };
    let available = available_implementations(function).join(", ");
    format!("{why}{origin}\n  implementations of {} on this machine: {available}", function.name)
}

/// The parser of `--algorithm`: accepts every spelling that the library accepts, and lists the names for completions.
#[derive(Clone)]
pub(crate) struct NameParser;

impl TypedValueParser for NameParser {
    type Value = &'static Algorithm;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &std::ffi::OsStr,
    ) -> Result<Self::Value, clap::Error> {
        let parse: fn(&str) -> Result<Self::Value, String> = by_name;
        parse.parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(all().map(|function| PossibleValue::new(function.name))))
    }
}

#[cfg(test)]
mod tests {
    use super::by_name;

    #[test]
    fn the_error_names_the_remedy() {
        for name in ["md5", "", "sha3", "keccak-f1600", "aes128", "lake-keyak", "\u{fffd}"] {
            assert!(by_name(name).unwrap_err().contains("counterpoint list"), "{name}");
        }
    }
}
