//! The inputs of an algorithm besides the message, for programs that choose at run time: a key, a customization
//! string, ...
//!
//! An algorithm lists which [`Parameter`]s it accepts and which of them it requires; [`Options`] contains their
//! values.

use super::hash::Hash;
#[cfg(feature = "alloc")]
use alloc::boxed::Box;

/// An input of an algorithm besides the message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Parameter {
    /// The secret key.
    Key,
    /// The customization string, which distinguishes one use of the function from another.
    Customization,
    /// The name of the function that is built on cSHAKE; empty except for functions that NIST defines.
    FunctionName,
    /// The domain byte, which distinguishes uses of TurboSHAKE.
    Domain,
    /// The length of a block of ParallelHash in bytes.
    BlockBytes,
    /// The length in bits of a digest whose length is part of the computation.
    OutputBits,
}

impl core::fmt::Display for Parameter {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(match self {
            Self::Key => "key",
            Self::Customization => "customization string",
            Self::FunctionName => "function name",
            Self::Domain => "domain byte",
            Self::BlockBytes => "block size",
            Self::OutputBits => "length of the digest",
        })
    }
}

/// The inputs of an algorithm besides the message. `None` means the default: an empty string, the domain byte 1F, a
/// digest of twice the security strength.
///
/// ```
/// use counterpoint::Algorithm;
/// use counterpoint::registry::Options;
///
/// let options = Options { key: Some(b"a key of 16 byte"), ..Options::default() };
/// let hash = Algorithm::by_name("kmac128")?.hash(&options)?;
/// let mut tag = vec![0; hash.digest_bytes()];
/// hash.digest_many(None, &[b"a message"], &mut tag)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[allow(clippy::exhaustive_structs, reason = "it is written with `..Options::default()`, to which fields can be added")]
#[derive(Clone, Copy, Default)]
pub struct Options<'a> {
    /// [`Parameter::Key`].
    pub key: Option<&'a [u8]>,
    /// The length of the key in bits, if it ends inside its last byte, of which the low bits are then used. `None`
    /// means all bits.
    pub key_bits: Option<u64>,
    /// [`Parameter::Customization`].
    pub customization: Option<&'a [u8]>,
    /// [`Parameter::FunctionName`].
    pub function_name: Option<&'a [u8]>,
    /// [`Parameter::Domain`].
    pub domain: Option<u8>,
    /// [`Parameter::BlockBytes`].
    pub block_bytes: Option<usize>,
    /// [`Parameter::OutputBits`].
    pub output_bits: Option<u64>,
}

impl core::fmt::Debug for Options<'_> {
    /// Writes which parameters have a value, but not the values: a key is secret.
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_list().entries(self.given()).finish()
    }
}

impl Options<'_> {
    /// Returns an arbitrary value for each of these parameters, for tests and measurements of every algorithm.
    #[must_use]
    pub fn sample(takes: &[Parameter]) -> Options<'static> {
        let takes = |parameter| takes.contains(&parameter);
        Options {
            key: takes(Parameter::Key).then_some(&[0x5a; 32]),
            key_bits: None,
            customization: takes(Parameter::Customization).then_some(b"sample"),
            function_name: takes(Parameter::FunctionName).then_some(b"name"),
            domain: takes(Parameter::Domain).then_some(0x2b),
            block_bytes: takes(Parameter::BlockBytes).then_some(100),
            output_bits: None,
        }
    }

    /// Returns the parameters that have a value.
    pub fn given(&self) -> impl Iterator<Item = Parameter> {
        [
            (Parameter::Key, self.key.is_some() || self.key_bits.is_some()),
            (Parameter::Customization, self.customization.is_some()),
            (Parameter::FunctionName, self.function_name.is_some()),
            (Parameter::Domain, self.domain.is_some()),
            (Parameter::BlockBytes, self.block_bytes.is_some()),
            (Parameter::OutputBits, self.output_bits.is_some()),
        ]
        .into_iter()
        .filter_map(|(parameter, given)| given.then_some(parameter))
    }
}

/// A hash function in the registry: its inputs besides the message, and how the function is made from them.
#[non_exhaustive]
pub struct HashAlgorithm {
    /// The parameters that it accepts; most hash functions accept none.
    pub takes: &'static [Parameter],
    /// The accepted parameters that it requires.
    pub needs: &'static [Parameter],
    /// Whether the caller chooses the length of the output.
    pub extendable: bool,
    /// The function, if it accepts no parameters.
    pub(crate) function: Option<&'static dyn Hash>,
    /// Makes the function from options, all of which it accepts.
    #[cfg(feature = "alloc")]
    pub(crate) build: fn(&Options<'_>) -> Result<Box<dyn Hash>, OptionFault>,
}

/// Why an algorithm does not accept certain options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OptionError {
    /// The algorithm's canonical name.
    pub algorithm: &'static str,
    /// What is wrong.
    pub fault: OptionFault,
}

/// What is wrong with the options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OptionFault {
    /// The algorithm is not a hash function.
    NoHash,
    /// The algorithm does not accept this parameter.
    NotTaken(Parameter),
    /// The algorithm requires this parameter, which has no value.
    Needed(Parameter),
    /// The algorithm accepts this parameter, but not with this value; the text says which values are valid.
    Value(Parameter, &'static str),
}

impl core::fmt::Display for OptionError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let algorithm = self.algorithm;
        match self.fault {
            OptionFault::NoHash => write!(f, "{algorithm} is not a hash function; run `counterpoint list`"),
            OptionFault::NotTaken(parameter) => write!(f, "{algorithm} takes no {parameter}; leave it out"),
            OptionFault::Needed(parameter) => write!(f, "{algorithm} needs a {parameter}; give it one"),
            OptionFault::Value(parameter, wanted) => write!(f, "the {parameter} of {algorithm} is {wanted}"),
        }
    }
}

impl core::error::Error for OptionError {}
