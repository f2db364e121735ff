//! What a hash function is given besides a message: a key, a length of output, settings; and what to say when it does
//! not take it.

use crate::choice::{Function, functions};
use crate::console::reason;
use crate::exit::Error;
use crate::input::standard_input;
use crate::open::open;
use crate::settings::Settings;
use clap::ValueHint;
use counterpoint::registry::{Hash, OptionFault, Options, Parameter};
use counterpoint::tag::MIN_TAG_BYTES;
use std::ffi::{OsStr, OsString};
use std::io::Read;

/// The longest key that is read, in bytes: a file of any length may be named, and all of a key is in memory.
const LONGEST_KEY: u64 = 1 << 20;

/// The fewest bytes of a tag under a key that `check` accepts, unless it is asked for another length: 2^-128 is the
/// chance of a guess.
const FEWEST_TAG_BYTES: usize = 16;

/// The options of hash functions that take them.
#[derive(clap::Args)]
pub(crate) struct Given {
    /// KMAC: the file with the key, each of its bytes, a line end too; `-` is standard input.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, display_order = 20)]
    key_file: Option<OsString>,

    #[command(flatten)]
    settings: Settings,
}

/// The same, with the key in memory.
pub(crate) struct Values {
    key: Option<Vec<u8>>,
    settings: Settings,
}

impl Given {
    /// Reads the key.
    pub(crate) fn read(self) -> Result<Values, Error> {
        let key = match self.key_file {
            None => None,
            Some(name) => {
                let fault = |why| Error::Usage(format!("--key-file: {}: {why}", crate::console::shown(&name)));
                Some(key(&name).map_err(fault)?)
            }
        };
        Ok(Values { key, settings: self.settings })
    }
}

/// The bytes of a key file.
fn key(name: &OsStr) -> Result<Vec<u8>, String> {
    let source: Box<dyn Read> = if name == "-" {
        standard_input().map_err(|why| why.to_string())?
    } else {
        Box::new(open(name).map_err(|error| reason(&error))?)
    };
    let mut key = Vec::new();
    source.take(LONGEST_KEY + 1).read_to_end(&mut key).map_err(|error| reason(&error))?;
    match key.len() as u64 {
        0 => Err("the key is empty".to_owned()),
        1..=LONGEST_KEY => Ok(key),
        _ => Err(format!("a key has {LONGEST_KEY} bytes at most; is this the right file?")),
    }
}

impl Values {
    /// Whether there is a key.
    pub(crate) fn keyed(&self) -> bool {
        self.key.is_some()
    }

    /// The settings that are given on the command line.
    pub(crate) fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The hash function with these values, for digests of `length` bytes if a length is given and goes into the
    /// computation.
    ///
    /// # Errors
    ///
    /// What the function does not take or lacks, and what to do.
    pub(crate) fn hash(&self, function: Function, length: Option<usize>) -> Result<Box<dyn Hash>, String> {
        if let (Some(bytes), Some(_)) = (function.one_length(), length) {
            let any_length: Vec<_> = functions().filter(|f| f.one_length().is_none()).map(Function::name).collect();
            return Err(format!(
                "{} always gives {bytes} bytes; leave out --length, or choose an output of any length: {}",
                function.name(),
                any_length.join(", ")
            ));
        }
        self.hash_with(&self.settings, function, length, |parameter| {
            let takers = functions().filter(|f| f.algorithm().takes().contains(&parameter));
            format!("leave it out, or choose one of {}", takers.map(Function::name).collect::<Vec<_>>().join(", "))
        })
    }

    /// The hash function for a line of a list: its digest has `length` bytes, and its tag names some settings.
    /// `asked` is the length that the user asks for.
    ///
    /// # Errors
    ///
    /// Why the line can't be checked with these values, and what to do.
    pub(crate) fn hash_of_line(
        &self,
        function: Function,
        named: &Settings,
        length: usize,
        asked: Option<usize>,
    ) -> Result<Box<dyn Hash>, String> {
        let settings = self.settings.for_line(named, function.keyed())?;
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
        check_length(function, length, asked)?;
        Ok(hash)
    }

    /// The hash function with these settings. `remedy` says what to do about a parameter that it does not take.
    fn hash_with(
        &self,
        settings: &Settings,
        function: Function,
        length: Option<usize>,
        remedy: impl Fn(Parameter) -> String,
    ) -> Result<Box<dyn Hash>, String> {
        let algorithm = function.algorithm();
        let sized = algorithm.takes().contains(&Parameter::OutputBits);
        let options = Options {
            key: self.key.as_deref(),
            customization: settings.customization.as_deref().map(str::as_bytes),
            function_name: settings.function_name.as_deref().map(str::as_bytes),
            domain: settings.domain,
            block_bytes: settings.block_size,
            output_bits: length.filter(|_| sized).map(|bytes| 8 * bytes as u64),
            ..Options::default()
        };
        algorithm.hash(&options).map_err(|error| {
            let name = algorithm.name;
            match error.fault {
                OptionFault::NotTaken(parameter) => {
                    format!("{name} takes no {}; {}", flag(parameter), remedy(parameter))
                }
                OptionFault::Needed(parameter) => format!("{name} needs a {parameter}: {}", flag(parameter)),
                _ => error.to_string(),
            }
        })
    }
}

/// Whether a digest of this length counts. Under a key, a short tag is guessed: of all tags of one byte, one is right.
fn check_length(function: Function, length: usize, asked: Option<usize>) -> Result<(), String> {
    let bytes = if length == 1 { "1 byte".to_owned() } else { format!("{length} bytes") };
    match (asked, function.one_length()) {
        (Some(_), Some(_)) => Err(format!(
            "{} takes no --length BYTES, since it always gives {bytes}; check its line in a run without that",
            function.name()
        )),
        (Some(asked), None) if asked != length => Err(format!("its digest has {bytes}, and --length asks for {asked}")),
        (None, None) if function.keyed() && length < MIN_TAG_BYTES => {
            Err(format!("a tag of {bytes} is guessed; make tags of {FEWEST_TAG_BYTES} bytes or more"))
        }
        (None, None) if function.keyed() && length < FEWEST_TAG_BYTES => Err(format!(
            "a tag of {bytes} is short; --length {length} accepts it, if you know that tags have this length"
        )),
        _ => Ok(()),
    }
}

/// How a parameter is given here.
fn flag(parameter: Parameter) -> &'static str {
    match parameter {
        Parameter::Key => "--key-file FILE",
        Parameter::Customization => "--customization TEXT",
        Parameter::FunctionName => "--function-name TEXT",
        Parameter::Domain => "--domain HEX",
        Parameter::BlockBytes => "--block-size BYTES",
        Parameter::OutputBits => "--length BYTES",
    }
}
