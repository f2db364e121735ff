//! The parameters of a hash function besides the message: the key, the settings, the length of the output.
//!
//! The library decides which parameters a function takes; this module passes them on and says in the words of the
//! command line what to change if one is missing, wrong or not taken.

use crate::hash_functions::{fixed_digest_bytes, is_keyed, names_of};
use crate::settings::Settings;
use counterpoint::Algorithm;
use counterpoint::registry::{Hash, OptionFault, Options, Parameter};
use counterpoint::tag::MIN_TAG_BYTES;

/// The shortest tag in bytes that `check` accepts under a key, unless another length is asked for. A guess is right
/// with a probability of 2^-128.
const SHORTEST_ACCEPTED_TAG: usize = 16;

/// The parameters that the command line gives, with the key in memory.
pub(crate) struct HashOptions {
    pub(crate) key: Option<Vec<u8>>,
    pub(crate) settings: Settings,
}

impl HashOptions {
    /// Returns the function with these parameters. `length` is the length of its digests in bytes, if one is asked for;
    /// some functions hash it together with the message.
    ///
    /// # Errors
    ///
    /// Returns a message that names the parameter that is missing or not taken, and the remedy.
    pub(crate) fn hash(&self, function: &Algorithm, length: Option<usize>) -> Result<Box<dyn Hash>, String> {
        if let (Some(bytes), Some(_)) = (fixed_digest_bytes(function), length) {
            let any_length = names_of(|function| fixed_digest_bytes(function).is_none());
            return Err(format!(
                "the digest of {} always has {bytes} bytes; leave out --length, or choose a function whose output has \
                 any length: {any_length}",
                function.name
            ));
        }
        self.hash_with(&self.settings, function, length, |parameter| {
            let takers = names_of(|function| function.takes().contains(&parameter));
            format!("leave it out, or choose one of {takers}")
        })
    }

    /// Returns the function for a line of a checksum list. Its digest has `length` bytes, and the line names
    /// `settings`. `required_length` is the length that the user asks for.
    ///
    /// # Errors
    ///
    /// Returns a message that says why the line can't be checked with these parameters, and the remedy.
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
                    "anybody can compute its digest, so its line proves nothing; ask for a tag under the key"
                }
                _ => "check its line in a run without that",
            }
            .to_owned()
        };
        let hash = self.hash_with(&settings, function, Some(length), remedy)?;
        check_length(function, length, required_length)?;
        Ok(hash)
    }

    /// Returns the function with the key and these settings. `remedy` says what to do about a parameter that the
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
                    format!("{name} takes no {}; {}", option(parameter), remedy(parameter))
                }
                OptionFault::Needed(parameter) => format!("{name} needs a {parameter}: {}", option(parameter)),
                _ => error.to_string(),
            }
        })
    }
}

/// Returns an error if a digest of this length does not count. A short tag under a key can be guessed: of all tags of
/// one byte, one in 256 is right.
fn check_length(function: &Algorithm, length: usize, required_length: Option<usize>) -> Result<(), String> {
    let bytes = if length == 1 { "1 byte".to_owned() } else { format!("{length} bytes") };
    match (required_length, fixed_digest_bytes(function)) {
        (Some(_), Some(_)) => Err(format!(
            "{} takes no --length BYTES, because its digest always has {bytes}; check its line in a run without that",
            function.name
        )),
        (Some(required), None) if required != length => {
            Err(format!("its digest has {bytes}, and --length asks for {required}"))
        }
        (None, None) if is_keyed(function) && length < MIN_TAG_BYTES => {
            Err(format!("a tag of {bytes} is easily guessed; make tags of {SHORTEST_ACCEPTED_TAG} bytes or more"))
        }
        (None, None) if is_keyed(function) && length < SHORTEST_ACCEPTED_TAG => Err(format!(
            "a tag of {bytes} is short; --length {length} accepts it, if you know that the tags have this length"
        )),
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
