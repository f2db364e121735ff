//! The parameters of a hash function besides the message: the key, the settings, the length of the output.
//!
//! The library decides which parameters a function takes. This module passes them on, and translates its errors into
//! the options to add, change or omit.

use crate::hash_functions::{fixed_digest_bytes, is_keyed, names_of};
use crate::settings::Settings;
use counterpoint::Algorithm;
use counterpoint::registry::{Hash, OptionFault, Options, Parameter};
use counterpoint::tag::MIN_TAG_BYTES;

/// The shortest tag in bytes that `check` accepts with a key unless `--length` is given. A guess is right with
/// probability 2^-128.
const SHORTEST_ACCEPTED_TAG: usize = 16;

/// The parameters from the command line, with the key in memory.
pub(crate) struct HashOptions {
    pub(crate) key: Option<Vec<u8>>,
    pub(crate) settings: Settings,
}

impl HashOptions {
    /// Returns the function with these parameters. `length` is the requested length of its digests in bytes, which some
    /// functions hash together with the message.
    ///
    /// # Errors
    ///
    /// Returns a message that names the missing or unexpected parameter and the remedy.
    pub(crate) fn hash(&self, function: &Algorithm, length: Option<usize>) -> Result<Box<dyn Hash>, String> {
        if let (Some(bytes), Some(_)) = (fixed_digest_bytes(function), length) {
            let any_length = names_of(|function| fixed_digest_bytes(function).is_none());
            return Err(format!(
                "the digest of {} is always {bytes} bytes long; omit --length, or choose a function of variable output \
                 length: {any_length}",
                function.name
            ));
        }
        self.hash_with(&self.settings, function, length, |parameter| {
            let takers = names_of(|function| function.takes().contains(&parameter));
            format!("omit it, or choose one of {takers}")
        })
    }

    /// Returns the function for a line of a checksum list with a digest of `length` bytes and these `settings`.
    /// `required_length` is the value of `--length`.
    ///
    /// # Errors
    ///
    /// Returns the reason why the line can't be checked with these parameters, and the remedy.
    pub(crate) fn hash_of_line(
        &self,
        function: &Algorithm,
        settings: &Settings,
        length: usize,
        required_length: Option<usize>,
    ) -> Result<Box<dyn Hash>, String> {
        let settings = self.settings.for_line(settings, is_keyed(function))?;
        let remedy = |parameter| {
            match parameter {
                Parameter::Key => {
                    "anyone can compute its digest, so the line proves nothing; ask for a tag made with the key"
                }
                _ => "check this line in a run without it",
            }
            .to_owned()
        };
        let hash = self.hash_with(&settings, function, Some(length), remedy)?;
        check_length(function, length, required_length)?;
        Ok(hash)
    }

    /// Returns the function with the key and these settings. `remedy` returns the advice for a parameter that the
    /// function does not take.
    fn hash_with(
        &self,
        settings: &Settings,
        function: &Algorithm,
        length: Option<usize>,
        remedy: impl Fn(Parameter) -> String,
    ) -> Result<Box<dyn Hash>, String> {
        let hashes_length = function.takes().contains(&Parameter::OutputBits);
        let options = Options {
            key: self.key.as_deref(),
            customization: settings.customization.as_deref().map(str::as_bytes),
            function_name: settings.function_name.as_deref().map(str::as_bytes),
            domain: settings.domain,
            block_bytes: settings.block_size,
            output_bits: length.filter(|_| hashes_length).map(|bytes| 8 * bytes as u64),
            ..Options::default()
        };
        function.hash(&options).map_err(|error| {
            let name = function.name;
            match error.fault {
                OptionFault::NotTaken(parameter) => {
                    format!("{name} does not take {}; {}", option(parameter), remedy(parameter))
                }
                OptionFault::Needed(parameter) => format!("{name} requires a {parameter}: {}", option(parameter)),
                _ => error.to_string(),
            }
        })
    }
}

/// Returns an error if a digest of this length is not acceptable. Short tags can be guessed: a tag of one byte
/// has only 256 values.
fn check_length(function: &Algorithm, length: usize, required_length: Option<usize>) -> Result<(), String> {
    let bytes = if length == 1 { "1 byte".to_owned() } else { format!("{length} bytes") };
    match (required_length, fixed_digest_bytes(function)) {
        (Some(_), Some(_)) => Err(format!(
            "{} does not take --length BYTES, because its digest is always {bytes} long; check this line in a run \
             without it",
            function.name
        )),
        (Some(required), None) if required != length => {
            Err(format!("the digest is {bytes} long, but --length is {required}"))
        }
        (None, None) if is_keyed(function) && length < MIN_TAG_BYTES => {
            Err(format!("a tag of {bytes} is easily guessed; use tags of {SHORTEST_ACCEPTED_TAG} bytes or more"))
        }
        (None, None) if is_keyed(function) && length < SHORTEST_ACCEPTED_TAG => {
            Err(format!("a tag of {bytes} is short; if your tags have this length, accept them with --length {length}"))
        }
        _ => Ok(()),
    }
}

/// Returns the command-line option for a parameter.
fn option(parameter: Parameter) -> &'static str {
    match parameter {
        Parameter::Key => "--key-file FILE",
        Parameter::Customization => "--customization TEXT",
        Parameter::FunctionName => "--function-name TEXT",
        Parameter::Domain => "--domain HEX",
        Parameter::BlockBytes => "--block-size BYTES",
        Parameter::OutputBits => "--length BYTES",
        _ => "another option",
    }
}
