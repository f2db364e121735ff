//! The hash function and the implementation that a user asks for by name, and what to say when there is none.
//! What a hash function is given besides a message is in [`given`](crate::given).

use crate::given::Given;
use crate::settings::whole_number;
use clap::builder::{PossibleValue, TypedValueParser};
use counterpoint::Algorithm;
use counterpoint::registry::{Hash, Hasher, ImplementationError, Kind, Parameter};
use counterpoint_console::names::unknown;

/// The longest output that is written or checked: 1 MiB, so that a line always fits into memory.
pub(crate) const LONGEST: usize = 1 << 20;

/// The environment variable that names an implementation.
const VARIABLE: &str = "COUNTERPOINT_IMPLEMENTATION";

/// How files are hashed.
#[derive(clap::Args)]
pub(crate) struct Choice {
    /// The hash function; `counterpoint list` shows them all [default: sha3-256].
    #[arg(short, long, value_name = "ALG", value_parser = FunctionParser, hide_possible_values = true)]
    pub(crate) algorithm: Option<Function>,

    #[command(flatten)]
    pub(crate) given: Given,

    /// The implementation, instead of the one that is right for this machine.
    #[arg(long, value_name = "NAME", env = VARIABLE, hide_env_values = true, display_order = 50)]
    implementation: Option<String>,

    /// Files that are hashed at the same time [default: one a processor].
    #[arg(short, long, value_name = "N", value_parser = jobs, allow_negative_numbers = true, display_order = 50)]
    jobs: Option<u16>,
}

impl Choice {
    /// The hash function that is asked for, or the default.
    pub(crate) fn function(&self) -> Function {
        self.algorithm.unwrap_or_else(|| Function::known("sha3-256").expect("it is built in"))
    }

    /// The implementation's name, if one is asked for.
    pub(crate) fn implementation(&self) -> Option<&str> {
        self.implementation.as_deref().filter(|name| !name.is_empty())
    }

    /// Threads for so many files.
    pub(crate) fn threads(&self, files: usize) -> usize {
        threads(self.jobs).min(files)
    }
}

/// An algorithm that hashes messages.
#[derive(Clone, Copy)]
pub(crate) struct Function(&'static Algorithm);

impl PartialEq for Function {
    /// Names are unique.
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Function {
    /// The hash function of this name, or why there is none.
    pub(crate) fn by_name(name: &str) -> Result<Self, String> {
        let Ok(algorithm) = Algorithm::by_name(name) else {
            return Err(unknown("algorithm", name, functions().map(Function::name)));
        };
        let what = match algorithm.kind {
            Kind::Hash(_) | Kind::Mode(_) => return Ok(Self(algorithm)),
            Kind::Permutation(_) => "a permutation",
            Kind::BlockCipher(_) => "a block cipher",
            Kind::Aead(_) => "authenticated encryption",
        };
        Err(format!("{} is {what}, which hashes nothing; `counterpoint list` shows the hash functions", algorithm.name))
    }

    /// The hash function of this name, if there is one.
    pub(crate) fn known(name: &str) -> Option<Self> {
        Self::of(Algorithm::by_name(name).ok()?)
    }

    /// The algorithm, if it is a hash function.
    fn of(algorithm: &'static Algorithm) -> Option<Self> {
        algorithm.hashes().then_some(Self(algorithm))
    }

    /// Its canonical name.
    pub(crate) fn name(self) -> &'static str {
        self.0.name
    }

    /// The algorithm.
    pub(crate) fn algorithm(self) -> &'static Algorithm {
        self.0
    }

    /// Whether it takes a secret key, so that its digests are tags that nobody else can make.
    pub(crate) fn keyed(self) -> bool {
        self.0.takes().contains(&Parameter::Key)
    }

    /// Whether it has an implementation of this name that this machine can run.
    pub(crate) fn runs(self, implementation: &str) -> bool {
        self.available().contains(&implementation)
    }

    /// Bytes of its digest, if it has one length only.
    pub(crate) fn one_length(self) -> Option<usize> {
        let hash = self.0.as_hash()?;
        (!hash.extendable()).then(|| hash.digest_bytes())
    }

    /// A hasher for one message, by the implementation of this name or by the right one.
    ///
    /// # Errors
    ///
    /// Why the implementation can't run, and which ones can.
    pub(crate) fn hasher(self, hash: &dyn Hash, implementation: Option<&str>) -> Result<Box<dyn Hasher>, String> {
        hash.hasher(implementation).map_err(|error| {
            let name = implementation.unwrap_or_default();
            match error {
                ImplementationError::Unknown => self.without(name),
                ImplementationError::Unavailable { feature, .. } => {
                    let why = format!(
                        "the implementation {name} of {} needs {feature}, which this machine lacks",
                        self.0.name
                    );
                    self.with_those_that_run(&why, name)
                }
            }
        })
    }

    /// The message where it has no implementation of this name.
    pub(crate) fn without(self, implementation: &str) -> String {
        let why = format!("{} has no implementation '{implementation}'", self.0.name);
        self.with_those_that_run(&why, implementation)
    }

    fn with_those_that_run(self, why: &str, implementation: &str) -> String {
        let from = match std::env::var(VARIABLE) {
            Ok(value) if value == implementation => format!(" (named in {VARIABLE})"),
            _ => String::new(),
        };
        format!("{why}{from}\n  here {} has: {}", self.0.name, self.available().join(", "))
    }

    /// The names of the implementations that this machine can run.
    fn available(self) -> Vec<&'static str> {
        self.0
            .implementations()
            .filter(|implementation| implementation.available())
            .map(|implementation| implementation.card().name)
            .collect()
    }
}

/// Every hash function.
pub(crate) fn functions() -> impl Iterator<Item = Function> {
    Algorithm::all().filter_map(Function::of)
}

/// Reads `--algorithm`: the library's own spelling rules, and the names for completions.
#[derive(Clone)]
struct FunctionParser;

impl TypedValueParser for FunctionParser {
    type Value = Function;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &std::ffi::OsStr,
    ) -> Result<Function, clap::Error> {
        let by_name: fn(&str) -> Result<Function, String> = Function::by_name;
        by_name.parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(functions().map(|function| PossibleValue::new(function.name()))))
    }
}

/// Reads `--length`.
pub(crate) fn length(text: &str) -> Result<usize, String> {
    match whole_number(text).and_then(|length| usize::try_from(length).ok()) {
        Some(length @ 1..=LONGEST) => Ok(length),
        _ => Err(format!("a length is a whole number of bytes from 1 to {LONGEST}, in decimal digits")),
    }
}

/// The threads for `--jobs`: as many as that says, or one for each processor.
pub(crate) fn threads(jobs: Option<u16>) -> usize {
    jobs.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from)
}

/// Reads `--jobs`.
pub(crate) fn jobs(text: &str) -> Result<u16, String> {
    match whole_number(text).and_then(|jobs| u16::try_from(jobs).ok()) {
        Some(jobs @ 1..=1024) => Ok(jobs),
        _ => Err("a number of jobs is a whole number from 1 to 1024, in decimal digits".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::{Function, jobs, length};

    #[test]
    fn the_error_names_the_remedy() {
        for name in ["md5", "", "sha3", "\u{fffd}"] {
            assert!(Function::by_name(name).err().unwrap().contains("counterpoint list"), "{name}");
        }
    }

    #[test]
    fn lengths_and_jobs() {
        assert_eq!((length("1"), length("1048576"), jobs("1024")), (Ok(1), Ok(1 << 20), Ok(1024)));
        for wrong in ["", "0", "-1", "+5", "010", "1048577", "x"] {
            assert!(length(wrong).is_err() && jobs(wrong).is_err(), "{wrong}");
        }
    }
}
