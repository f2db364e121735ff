//! What is measured: our implementations, and peers if they were built in.

use counterpoint::Algorithm;
use counterpoint::registry::{Hash, Kind, Options};

/// Outputs for many messages, one behind the other.
pub(crate) type Call = Box<dyn Fn(&[&[u8]], &mut [u8])>;

/// What an algorithm works on: this decides which lengths make sense and how long the outputs are.
#[derive(Clone, Copy)]
pub(crate) enum Unit {
    /// Messages of any length, with outputs of this many bytes.
    Message { output_bytes: usize },
    /// States of this many bytes.
    State { bytes: usize },
    /// Any number of blocks of this many bytes.
    Blocks { bytes: usize },
    /// Messages of any length, one by one, with outputs that are longer by a tag of this many bytes.
    Sealed { tag_bytes: usize },
}

impl Unit {
    /// The lengths among `lengths` that make sense; those that a unit itself dictates if none does.
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

    /// Bytes of all outputs.
    pub(crate) fn output_bytes(self, messages: &[&[u8]]) -> usize {
        match self {
            Self::Message { output_bytes } => output_bytes * messages.len(),
            Self::Sealed { tag_bytes } => messages.iter().map(|message| message.len() + tag_bytes).sum(),
            Self::State { .. } | Self::Blocks { .. } => messages.iter().map(|message| message.len()).sum(),
        }
    }

    /// Whether messages of different lengths can be in one call, and many of them.
    pub(crate) fn mixes(self) -> bool {
        matches!(self, Self::Message { .. })
    }

    /// Whether more than one can be in a call that is not one long run of blocks, to some profit.
    pub(crate) fn batches(self) -> bool {
        !matches!(self, Self::Blocks { .. } | Self::Sealed { .. })
    }
}

/// The package that our own rows name.
pub(crate) const OURS: &str = "counterpoint";

/// One piece of code that computes an algorithm.
pub(crate) struct Subject {
    pub(crate) package: String,
    pub(crate) algorithm: &'static str,
    pub(crate) implementation: String,
    pub(crate) technique: String,
    pub(crate) tier: String,
    pub(crate) constant_time: Option<bool>,
    /// Messages that one run of its kernel takes; 1 where there is no batch form.
    pub(crate) states: usize,
    /// What it works on.
    pub(crate) unit: Unit,
    /// Makes the call, inside the process that measures.
    pub(crate) prepare: Box<dyn Fn() -> Call>,
}

/// Every implementation of an algorithm that this machine can run.
pub(crate) fn ours(algorithm: &'static Algorithm) -> Vec<Subject> {
    algorithm
        .implementations()
        .filter(|implementation| implementation.available())
        .map(|implementation| Subject {
            package: OURS.to_owned(),
            algorithm: algorithm.name,
            implementation: implementation.name().to_owned(),
            technique: implementation.technique().to_owned(),
            tier: implementation.tier().to_owned(),
            constant_time: Some(implementation.constant_time()),
            states: implementation.states(),
            unit: unit(algorithm),
            prepare: Box::new(move || call(algorithm, implementation.name())),
        })
        .collect()
}

/// What an algorithm works on.
pub(crate) fn unit(algorithm: &'static Algorithm) -> Unit {
    match algorithm.kind {
        Kind::Hash(_) => Unit::Message { output_bytes: hash(algorithm).digest_bytes() },
        Kind::Permutation(permutation) => Unit::State { bytes: permutation.state_bytes() },
        Kind::BlockCipher(cipher) => Unit::Blocks { bytes: cipher.block_bytes() },
        Kind::Aead(aead) => Unit::Sealed { tag_bytes: aead.tag_bytes() },
        _ => unreachable!("this library has no other kind"),
    }
}

/// The call that runs one of our implementations. States and blocks are copied to the output first and worked on there.
pub(crate) fn call(algorithm: &'static Algorithm, implementation: &'static str) -> Call {
    match algorithm.kind {
        Kind::Hash(_) => {
            let call = hash(algorithm).prepare(Some(implementation)).expect("it is available");
            Box::new(move |messages, outputs| call(messages, outputs))
        }
        Kind::Permutation(permutation) => Box::new(move |states, outputs| {
            copy(states, outputs);
            let rounds = *permutation.rounds().end();
            permutation.permute(Some(implementation), outputs, rounds).expect("it is available");
        }),
        Kind::BlockCipher(cipher) => Box::new(move |blocks, outputs| {
            copy(blocks, outputs);
            let key = [0x5a; 32];
            cipher.encrypt(Some(implementation), &key[..cipher.key_bytes()], outputs).expect("it is available");
        }),
        Kind::Aead(aead) => Box::new(move |messages, mut outputs| {
            let key = [0x5a; 16];
            for message in messages {
                let (output, later) = outputs.split_at_mut(message.len() + aead.tag_bytes());
                let (buffer, tag) = output.split_at_mut(message.len());
                buffer.copy_from_slice(message);
                let key = &key[..aead.key_bytes()];
                aead.encrypt(Some(implementation), key, b"a nonce", b"", buffer, tag).expect("it is available");
                outputs = later;
            }
        }),
        _ => unreachable!("this library has no other kind"),
    }
}

/// The hash function as it is called without options, which is how peers are called: only with a key where it needs
/// one. Blocks of ParallelHash are as long as the leaves of KangarooTwelve, so that the two can be compared; cSHAKE
/// has both its strings, since without them it is SHAKE.
fn hash(algorithm: &'static Algorithm) -> Box<dyn Hash> {
    let trial = Options::for_trial(algorithm);
    let options = Options {
        customization: trial.customization.filter(|_| trial.function_name.is_some()),
        domain: None,
        block_bytes: trial.block_bytes.map(|_| 8192),
        ..trial
    };
    algorithm.hash(&options).expect("the options are those that it takes")
}

fn copy(from: &[&[u8]], mut to: &mut [u8]) {
    for piece in from {
        let (now, later) = to.split_at_mut(piece.len());
        now.copy_from_slice(piece);
        to = later;
    }
}

/// The peers that compute an algorithm; none if they are not built in.
pub(crate) fn peers(algorithm: &'static Algorithm) -> Vec<Subject> {
    #[cfg(feature = "peers")]
    return crate::peers::of(algorithm.name);
    #[cfg(not(feature = "peers"))]
    {
        let _ = algorithm;
        Vec::new()
    }
}

/// Hashes that are not ours, for scale; none if the peers are not built in.
pub(crate) fn for_scale() -> Vec<Subject> {
    #[cfg(feature = "peers")]
    return crate::peers::for_scale();
    #[cfg(not(feature = "peers"))]
    Vec::new()
}

/// Everything that this program can measure.
pub(crate) fn all() -> impl Iterator<Item = Subject> {
    Algorithm::all().flat_map(|algorithm| ours(algorithm).into_iter().chain(peers(algorithm))).chain(for_scale())
}
