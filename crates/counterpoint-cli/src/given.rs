//! What a hash function is given besides a message: a key, a customization string, ... and what to say when it does not take it.

use crate::choice::{Function, functions};
use crate::console::reason;
use crate::exit::Error;
use crate::input::standard_input;
use clap::ValueHint;
use counterpoint::registry::{Hash, OptionFault, Options, Parameter};
use std::ffi::OsString;
use std::io::Read;

/// The options of hash functions that take them.
#[derive(clap::Args)]
pub(crate) struct Given {
    /// KMAC: the file with the key, each of its bytes, a line end too; `-` is standard input.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, display_order = 20)]
    key_file: Option<OsString>,

    /// A text that tells one use of the function from others: cSHAKE, KMAC, TupleHash, ParallelHash, KT.
    #[arg(long, value_name = "TEXT", display_order = 20)]
    customization: Option<String>,

    /// cSHAKE: the name of the function built on it.
    #[arg(long, value_name = "TEXT", display_order = 20)]
    function_name: Option<String>,

    /// TurboSHAKE: the domain byte, 01 to 7F [default: 1F].
    #[arg(long, value_name = "HEX", value_parser = domain, display_order = 20)]
    domain: Option<u8>,

    /// ParallelHash: bytes of a block.
    #[arg(long, value_name = "BYTES", value_parser = block_size, display_order = 20)]
    block_size: Option<usize>,
}

/// Reads `--domain`.
fn domain(text: &str) -> Result<u8, String> {
    let digits = text.strip_prefix("0x").unwrap_or(text);
    match u8::from_str_radix(digits, 16) {
        Ok(domain @ 0x01..=0x7f) if !digits.starts_with('+') => Ok(domain),
        _ => Err("a domain byte is two hexadecimal digits, 01 to 7F".to_owned()),
    }
}

/// Reads `--block-size`.
fn block_size(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(bytes @ 1..) => Ok(bytes),
        _ => Err("a block size is a whole number of bytes, 1 or more".to_owned()),
    }
}

/// The same, with the key in memory.
pub(crate) struct Values {
    key: Option<Vec<u8>>,
    given: Given,
}

impl Given {
    /// Reads the key.
    pub(crate) fn read(self) -> Result<Values, Error> {
        let Some(name) = &self.key_file else { return Ok(Values { key: None, given: self }) };
        let key = if name == "-" {
            let mut key = Vec::new();
            standard_input()
                .map_err(|why| why.to_string())
                .and_then(|input| input.lock().read_to_end(&mut key).map_err(|error| reason(&error)))
                .map(|_| key)
        } else {
            std::fs::read(name).map_err(|error| reason(&error))
        };
        match key {
            Ok(key) if key.is_empty() => Err(Error::Usage("--key-file: the key is empty".to_owned())),
            Ok(key) => Ok(Values { key: Some(key), given: self }),
            Err(why) => Err(Error::Usage(format!("--key-file: {}: {why}", crate::console::shown(name)))),
        }
    }
}

impl Values {
    /// The hash function with these values, for digests of so many bytes if their length goes into the computation.
    pub(crate) fn hash(&self, function: Function, length: Option<usize>) -> Result<Box<dyn Hash>, Error> {
        self.hash_by(function, length, |_| true)
    }

    /// The same, passing over what the function does not take: there are other functions beside it.
    pub(crate) fn hash_among_others(&self, function: Function, length: usize) -> Result<Box<dyn Hash>, Error> {
        self.hash_by(function, Some(length), |parameter| function.algorithm().takes().contains(&parameter))
    }

    fn hash_by(
        &self,
        function: Function,
        length: Option<usize>,
        take: impl Fn(Parameter) -> bool,
    ) -> Result<Box<dyn Hash>, Error> {
        let text = |text: &'_ Option<String>| text.clone().map(String::into_bytes);
        let (customization, name) = (text(&self.given.customization), text(&self.given.function_name));
        let algorithm = function.algorithm();
        let sized = algorithm.takes().contains(&Parameter::OutputBits);
        let options = Options {
            key: self.key.as_deref().filter(|_| take(Parameter::Key)),
            customization: customization.as_deref().filter(|_| take(Parameter::Customization)),
            function_name: name.as_deref().filter(|_| take(Parameter::FunctionName)),
            domain: self.given.domain.filter(|_| take(Parameter::Domain)),
            block_bytes: self.given.block_size.filter(|_| take(Parameter::BlockBytes)),
            output_bits: length.filter(|_| sized).map(|bytes| 8 * bytes as u64),
            ..Options::default()
        };
        algorithm.hash(&options).map_err(|error| {
            let name = algorithm.name;
            Error::Usage(match error.fault {
                OptionFault::NotTaken(parameter) => {
                    let takers = functions().filter(|f| f.algorithm().takes().contains(&parameter));
                    let takers: Vec<_> = takers.map(Function::name).collect();
                    format!("{name} takes no {}; leave it out, or choose one of {}", flag(parameter), takers.join(", "))
                }
                OptionFault::Needed(parameter) => format!("{name} needs a {parameter}: {}", flag(parameter)),
                _ => error.to_string(),
            })
        })
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

#[cfg(test)]
mod tests {
    use super::{block_size, domain};

    #[test]
    fn domains_and_sizes() {
        assert_eq!((domain("1f"), domain("0x7F"), domain("1")), (Ok(0x1f), Ok(0x7f), Ok(1)));
        for wrong in ["", "0", "80", "100", "g", "-1", "+1", "0x"] {
            assert!(domain(wrong).is_err(), "{wrong}");
        }
        assert_eq!(block_size("8192"), Ok(8192));
        for wrong in ["", "0", "-1", "x"] {
            assert!(block_size(wrong).is_err(), "{wrong}");
        }
    }
}
