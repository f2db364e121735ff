//! What can be measured: a piece of code that computes an algorithm, and what the algorithm works on.

/// The messages of a call, which lie one after another in one buffer.
#[derive(Clone, Copy)]
pub(crate) struct Messages<'a> {
    /// Each message.
    pub(crate) each: &'a [&'a [u8]],
    /// The bytes of all messages.
    pub(crate) bytes: &'a [u8],
    /// Where each message ends and the next begins, if our implementations get these offsets in place of the list.
    pub(crate) offsets: Option<&'a [u64]>,
}

/// Computes the outputs for many messages, and writes them one after another.
pub(crate) type Call = Box<dyn Fn(Messages<'_>, &mut [u8])>;

/// A leaf of a Merkle tree.
pub(crate) type Leaf = [u8; 32];

/// Code that computes the root of a Merkle tree.
pub(crate) struct Root {
    /// Who computes it.
    pub(crate) name: String,
    /// Whether leaves and nodes have prefixes, as in \[RFC9162\].
    pub(crate) prefixes: bool,
    /// Returns the root.
    pub(crate) call: Box<dyn Fn(&[Leaf]) -> Vec<u8>>,
}

/// What an algorithm works on. This decides which lengths are possible and how long the outputs are.
#[derive(Clone, Copy)]
pub(crate) enum Unit {
    /// Messages of any length, with outputs of this many bytes.
    Message { output_bytes: usize },
    /// States of this many bytes.
    State { bytes: usize },
    /// Blocks of this many bytes, any number of them.
    Blocks { bytes: usize },
    /// Messages of any length, one at a time. The outputs are longer by a tag of this many bytes.
    Sealed { tag_bytes: usize },
}

impl Unit {
    /// Returns the lengths that can be measured: `lengths`, rounded up to whole blocks, or the length of a state.
    pub(crate) fn lengths(self, lengths: &[usize]) -> Vec<usize> {
        match self {
            Self::Message { .. } | Self::Sealed { .. } => lengths.to_vec(),
            Self::State { bytes } => vec![bytes],
            Self::Blocks { bytes } => {
                let mut whole: Vec<usize> = lengths.iter().map(|length| length.next_multiple_of(bytes)).collect();
                whole.dedup();
                whole
            }
        }
    }

    /// Returns the number of bytes of all outputs.
    pub(crate) fn output_bytes(self, messages: Messages<'_>) -> usize {
        let Messages { each, bytes, .. } = messages;
        match self {
            Self::Message { output_bytes } => output_bytes * each.len(),
            Self::Sealed { tag_bytes } => bytes.len() + tag_bytes * each.len(),
            Self::State { .. } | Self::Blocks { .. } => bytes.len(),
        }
    }

    /// Returns whether one call can take messages of different lengths.
    pub(crate) fn mixes(self) -> bool {
        matches!(self, Self::Message { .. })
    }

    /// Returns whether batches are worth measuring: many blocks are just one longer message.
    pub(crate) fn batches(self) -> bool {
        !matches!(self, Self::Blocks { .. } | Self::Sealed { .. })
    }
}

/// The package of the implementations of this library.
pub(crate) const OURS: &str = "counterpoint";

/// One piece of code that computes an algorithm.
pub(crate) struct Subject {
    pub(crate) package: String,
    pub(crate) algorithm: &'static str,
    pub(crate) implementation: String,
    pub(crate) technique: String,
    pub(crate) tier: String,
    pub(crate) constant_time: Option<bool>,
    /// The number of messages that the kernel works on at a time; 1 if it can't work on a batch.
    pub(crate) states: usize,
    /// Whether a call must have a multiple of `states` messages, all of one length.
    pub(crate) whole_batches: bool,
    /// What the algorithm works on.
    pub(crate) unit: Unit,
    /// Returns the function that computes it. Called in the measuring process.
    pub(crate) prepare: Box<dyn Fn() -> Call>,
}
