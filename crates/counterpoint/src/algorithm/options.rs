//! What an algorithm may be given besides a message, for programs that choose at run time: a key, a customization string, ...
//!
//! An algorithm says which [`Parameter`]s it takes and which of them it requires; [`Options`] contains their values.

use super::{Algorithm, Hash, Kind};
#[cfg(feature = "alloc")]
use alloc::boxed::Box;

/// Something that an algorithm may be given besides a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Parameter {
    /// The secret key.
    Key,
    /// The customization string, which tells one use of the function from another.
    Customization,
    /// The name of the function that is built on cSHAKE; for NIST's own, empty otherwise.
    FunctionName,
    /// The byte that tells uses of TurboSHAKE apart.
    Domain,
    /// Bytes of a block of ParallelHash.
    BlockBytes,
    /// Bits of a digest whose length goes into the computation.
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

/// What an algorithm is given besides a message. What is `None` has its default: an empty string, the domain byte 1F, a digest of
/// twice the security strength.
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
#[derive(Clone, Copy, Default)]
pub struct Options<'a> {
    /// [`Parameter::Key`].
    pub key: Option<&'a [u8]>,
    /// Bits of the key, where it ends inside its last byte: its low bits then. `None` is all of them.
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
    /// What is given, not its value: a key is secret.
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_list().entries(self.given()).finish()
    }
}

impl Options<'_> {
    /// A value for each parameter that an algorithm takes, for tests and measurements.
    pub fn for_trial(algorithm: &Algorithm) -> Options<'static> {
        let takes = |parameter| algorithm.takes().contains(&parameter);
        Options {
            key: takes(Parameter::Key).then_some(&[0x5a; 32]),
            key_bits: None,
            customization: takes(Parameter::Customization).then_some(b"trial"),
            function_name: takes(Parameter::FunctionName).then_some(b"name"),
            domain: takes(Parameter::Domain).then_some(0x2b),
            block_bytes: takes(Parameter::BlockBytes).then_some(100),
            output_bits: None,
        }
    }

    /// The parameters that have a value.
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

/// A hash function in the registry: what it takes besides a message, and how the function is made from that.
#[non_exhaustive]
pub struct HashAlgorithm {
    /// The parameters that it takes; most hash functions take none.
    pub takes: &'static [Parameter],
    /// Those of them that it requires.
    pub needs: &'static [Parameter],
    /// Whether the output is as long as the caller asks.
    pub extendable: bool,
    /// The function, if it takes nothing.
    pub(crate) function: Option<&'static dyn Hash>,
    /// Makes the function from options that are among those that it takes.
    #[cfg(feature = "alloc")]
    pub(crate) build: fn(&Options<'_>) -> Result<Box<dyn Hash>, OptionFault>,
}

/// Why an algorithm does not accept some options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OptionError {
    /// The algorithm's canonical name.
    pub algorithm: &'static str,
    /// What is wrong.
    pub fault: OptionFault,
}

/// What is wrong with options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OptionFault {
    /// The algorithm hashes no messages.
    NoHash,
    /// It does not take this.
    NotTaken(Parameter),
    /// It requires this.
    Needed(Parameter),
    /// It takes this, but not with this value: what it should be.
    Value(Parameter, &'static str),
}

impl core::fmt::Display for OptionError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let algorithm = self.algorithm;
        match self.fault {
            OptionFault::NoHash => write!(f, "{algorithm} is no hash function; `counterpoint list` shows which are"),
            OptionFault::NotTaken(parameter) => write!(f, "{algorithm} takes no {parameter}; leave it out"),
            OptionFault::Needed(parameter) => write!(f, "{algorithm} needs a {parameter}; give it one"),
            OptionFault::Value(parameter, wanted) => write!(f, "the {parameter} of {algorithm} is {wanted}"),
        }
    }
}

impl core::error::Error for OptionError {}

impl Algorithm {
    /// What it takes besides a message.
    pub fn takes(&self) -> &'static [Parameter] {
        match self.kind {
            Kind::Hash(hash) => hash.takes,
            _ => &[],
        }
    }

    /// Those of [`Self::takes`] that it requires.
    pub fn needs(&self) -> &'static [Parameter] {
        match self.kind {
            Kind::Hash(hash) => hash.needs,
            _ => &[],
        }
    }

    /// Whether it hashes messages, with options or without.
    pub fn hashes(&self) -> bool {
        matches!(self.kind, Kind::Hash(_))
    }

    /// The hash function with its options.
    ///
    /// # Errors
    ///
    /// If it is none, if it is given what it does not take, or not given what it needs, or given a value that it can't have.
    #[cfg(feature = "alloc")]
    pub fn hash(&self, options: &Options<'_>) -> Result<Box<dyn Hash>, OptionError> {
        let fault = |fault| OptionError { algorithm: self.name, fault };
        if let Some(parameter) = options.given().find(|parameter| !self.takes().contains(parameter)) {
            return Err(fault(OptionFault::NotTaken(parameter)));
        }
        if let Some(&parameter) = self.needs().iter().find(|needed| !options.given().any(|given| given == **needed)) {
            return Err(fault(OptionFault::Needed(parameter)));
        }
        match self.kind {
            Kind::Hash(hash) => (hash.build)(options).map_err(fault),
            _ => Err(fault(OptionFault::NoHash)),
        }
    }
}
