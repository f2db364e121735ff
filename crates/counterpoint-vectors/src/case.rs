//! Known answers as typed records.
//!
//! A [`Case`] can be run by itself. Usually it is one record of its file. For Monte Carlo chains and duplexes it is a
//! sequence of records, each of which continues where the previous one ended.

use crate::BitString;

/// A file of known answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// The caller's name for it.
    pub name: String,
    /// The number of records that the file claims to have, if any.
    pub declared: Option<u64>,
    /// The cases, in the file's order.
    pub cases: Vec<Case>,
}

impl File {
    /// Returns the number of records in the file.
    pub fn records(&self) -> usize {
        self.cases.iter().map(Case::records).sum()
    }
}

/// A known answer that can be run by itself: the algorithm, the input, the answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The algorithm as the file spells it. Permutations and parts of AES are named by the width or the key length.
    pub algorithm: String,
    /// The number of its first record in the file, from 1.
    pub record: usize,
    /// The label of the record in its file, such as `bits 82` or `tcId 5`; may be empty.
    pub label: String,
    /// Input and answer.
    pub body: Body,
}

/// The input and the answer, by kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Body {
    /// A message and its digest.
    Hash(Hash),
    /// A chain of digests of digests.
    MonteCarlo(MonteCarlo),
    /// A message and its digest by Grøstl, with all intermediate values.
    GroestlTrace(GroestlTrace),
    /// A state before and after a permutation.
    Permutation(Permutation),
    /// A state permuted by Keccak-f, with all intermediate values.
    KeccakTrace(KeccakTrace),
    /// A message through a sponge of a given rate over Keccak-f.
    Sponge(Sponge),
    /// The calls of one duplex object over Keccak-f.
    Duplex(Duplex),
    /// Blocks and their encryptions.
    Blocks(Blocks),
    /// A key and its round keys.
    KeySchedule(KeySchedule),
    /// One AES round, and its parts.
    AesRound(AesRound),
    /// cSHAKE.
    CShake(CShake),
    /// KMAC.
    Kmac(Kmac),
    /// TupleHash.
    TupleHash(TupleHash),
    /// ParallelHash.
    ParallelHash(ParallelHash),
    /// TurboSHAKE.
    TurboShake(TurboShake),
    /// KangarooTwelve.
    KangarooTwelve(KangarooTwelve),
    /// A session of Keyak or Ketje: messages wrapped one after another with a running state.
    Session(Session),
    /// A record for which this crate has no type.
    Other {
        /// A description of the record.
        kind: String,
    },
}

/// A known output, whole or in part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// ceil(`bits` / 8) bytes. In an incomplete last byte, the low bits belong to the output and the others are 0.
    pub bytes: Vec<u8>,
    /// Its length in bits.
    pub bits: u64,
    /// The number of unknown output bytes before it.
    pub skip: u64,
}

impl Output {
    /// Returns an output of whole bytes that is known from its beginning.
    pub fn whole(bytes: Vec<u8>) -> Self {
        Self { bits: 8 * bytes.len() as u64, bytes, skip: 0 }
    }

    /// Returns the number of bits from the beginning of the output to the end of the known part; `None` if it is 2^64
    /// or more.
    pub fn total_bits(&self) -> Option<u64> {
        self.skip.checked_mul(8)?.checked_add(self.bits)
    }

    /// If the last byte of this output is incomplete, clears the bits of a computed output that lie past its last bit.
    pub fn clear_unused_bits(&self, computed: &mut [u8]) {
        if let (Some(last), 1..) = (computed.last_mut(), self.bits % 8) {
            *last &= (1 << (self.bits % 8)) - 1;
        }
    }
}

/// A message and its digest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hash {
    /// The message.
    pub message: BitString,
    /// Its digest.
    pub output: Output,
}

/// A chain of digests of digests, some values of which are known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MonteCarlo {
    /// The first message.
    pub seed: Vec<u8>,
    /// How the chain continues.
    pub procedure: Procedure,
    /// The known values, in the order of the chain.
    pub links: Vec<Link>,
}

impl MonteCarlo {
    /// Estimates how many bytes are hashed and returned from the beginning to the last known value.
    pub fn bytes(&self) -> u64 {
        let digest_bytes = self.links.iter().map(|link| link.digest.len()).max().unwrap_or(1);
        let (repeats, bytes) = match self.procedure {
            Procedure::Refill { repeats, bytes } => (repeats, bytes),
            Procedure::Rehash { repeats } => (repeats, digest_bytes),
            // A message of 16 bytes, and an output of average length.
            Procedure::Shake { repeats, minimum_bytes, maximum_bytes } => {
                (repeats, 16 + minimum_bytes.midpoint(maximum_bytes))
            }
        };
        let values = self.links.last().map_or(0, |link| link.number.saturating_add(1));
        values.saturating_mul(repeats).saturating_mul(bytes.max(1) as u64)
    }
}

/// How a Monte Carlo chain continues from one value to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Procedure {
    /// `repeats` times: MD = H(msg), msg = MD || msg cut to `bytes` bytes. From the SHA-3 competition.
    Refill {
        /// Hashes from one link to the next.
        repeats: u64,
        /// Bytes in each message.
        bytes: usize,
    },
    /// `repeats` times: MD = H(MD). NIST's procedure for SHA-3.
    Rehash {
        /// Hashes from one link to the next.
        repeats: u64,
    },
    /// `repeats` times: MD = the output for the first 16 bytes of MD (zero-padded if it is shorter); the last two bytes
    /// of MD determine the next output's length. NIST's procedure for SHAKE.
    Shake {
        /// Hashes from one link to the next.
        repeats: u64,
        /// The shortest output in bytes.
        minimum_bytes: usize,
        /// The longest output in bytes, which is also the first.
        maximum_bytes: usize,
    },
}

/// A known value of a Monte Carlo chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The number of this record in its file, counted from 1.
    pub record: usize,
    /// The number of values before it, known or not.
    pub number: u64,
    /// The digest.
    pub digest: Vec<u8>,
}

/// A message and its digest by Grøstl, with all intermediate values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroestlTrace {
    /// The message.
    pub message: Vec<u8>,
    /// Its digest.
    pub digest: Vec<u8>,
    /// The intermediate values, in the order of the computation.
    pub stages: Vec<Stage>,
}

/// An intermediate value of Grøstl.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage {
    /// The permutation it belongs to, `P` or `Q`, if any.
    pub permutation: Option<char>,
    /// Its name in the file: `Block Contents`, `Input`, `t=3 (MixBytes)`, `P(h+m) + Q(m) + h`.
    pub name: String,
    /// The state column by column: byte 8j + i is row i of column j.
    pub state: Vec<u8>,
}

/// A state before and after the last rounds of Keccak-f.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Permutation {
    /// Bits of the state.
    pub width: u64,
    /// The number of rounds, the last ones of Keccak-f.
    pub rounds: u64,
    /// The state as bytes, lanes little-endian, x fastest.
    pub input: Vec<u8>,
    /// The permuted state.
    pub output: Vec<u8>,
}

/// A state permuted by Keccak-f, with all intermediate values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeccakTrace {
    /// Bits of the state.
    pub width: u64,
    /// The state as bytes, lanes little-endian, x fastest.
    pub input: Vec<u8>,
    /// For each round, the states after theta, rho, pi, chi and iota.
    pub rounds: Vec<[Vec<u8>; 5]>,
    /// The permuted state.
    pub output: Vec<u8>,
}

/// A message through a sponge with pad10*1 and no domain bits over Keccak-f\[rate + capacity\].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sponge {
    /// Bits of the rate.
    pub rate: u64,
    /// Bits of the capacity.
    pub capacity: u64,
    /// The message. Its bits are in FIPS 202's order unless the file states otherwise.
    pub message: BitString,
    /// The output.
    pub output: Output,
}

/// The calls of one duplex object with pad10*1 over Keccak-f\[rate + capacity\].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Duplex {
    /// Bits of the rate.
    pub rate: u64,
    /// Bits of the capacity.
    pub capacity: u64,
    /// The calls, in order.
    pub calls: Vec<DuplexCall>,
}

/// One duplexing call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DuplexCall {
    /// The number of this record in its file, counted from 1.
    pub record: usize,
    /// The input.
    pub input: BitString,
    /// The output.
    pub output: Output,
}

/// Blocks and their encryptions, one by one. A decryption record is the same, read backwards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blocks {
    /// The key.
    pub key: Vec<u8>,
    /// The blocks.
    pub plaintext: Vec<u8>,
    /// The encrypted blocks.
    pub ciphertext: Vec<u8>,
    /// How often they are encrypted: once, or 1000 times in NIST's Monte Carlo test.
    pub repeats: u64,
}

/// A key and its round keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeySchedule {
    /// The key.
    pub key: Vec<u8>,
    /// The round keys, in order.
    pub round_keys: Vec<Vec<u8>>,
}

/// One AES round and its parts, all for the same state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AesRound {
    /// The state, column by column.
    pub state: Vec<u8>,
    /// The round key.
    pub round_key: Vec<u8>,
    /// SubBytes alone.
    pub sub_bytes: Option<Vec<u8>>,
    /// ShiftRows alone.
    pub shift_rows: Option<Vec<u8>>,
    /// MixColumns alone.
    pub mix_columns: Option<Vec<u8>>,
    /// A round: AESENC.
    pub round: Option<Vec<u8>>,
    /// A round without MixColumns: AESENCLAST.
    pub last_round: Option<Vec<u8>>,
}

/// cSHAKE. \[SP800-185\] 3.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CShake {
    /// N.
    pub function_name: BitString,
    /// S.
    pub customization: BitString,
    /// X.
    pub message: BitString,
    /// The output.
    pub output: Output,
}

/// KMAC. The name of the algorithm determines whether the output is extendable. \[SP800-185\] 4.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kmac {
    /// K.
    pub key: BitString,
    /// S.
    pub customization: BitString,
    /// X.
    pub message: BitString,
    /// The MAC.
    pub output: Output,
    /// Whether the MAC is valid. An invalid one must be rejected.
    pub valid: bool,
}

/// TupleHash. \[SP800-185\] 5.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TupleHash {
    /// X.
    pub tuple: Vec<BitString>,
    /// S.
    pub customization: BitString,
    /// The output.
    pub output: Output,
}

/// ParallelHash. \[SP800-185\] 6.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParallelHash {
    /// B.
    pub block_bytes: u64,
    /// S.
    pub customization: BitString,
    /// X.
    pub message: BitString,
    /// The output.
    pub output: Output,
}

/// TurboSHAKE. \[RFC9861\] 2.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurboShake {
    /// D.
    pub domain: u8,
    /// M.
    pub message: BitString,
    /// The output, or its end.
    pub output: Output,
}

/// KangarooTwelve. \[RFC9861\] 3.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KangarooTwelve {
    /// M.
    pub message: BitString,
    /// C.
    pub customization: BitString,
    /// The output, or its end.
    pub output: Output,
}

/// A session of Keyak or Ketje: messages wrapped one after another with a running state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    /// The key.
    pub key: Vec<u8>,
    /// The nonce.
    pub nonce: Vec<u8>,
    /// Keyak: the tag from starting the engine, if any.
    pub start_tag: Option<Vec<u8>>,
    /// Keyak: whether the engine forgets when it starts.
    pub start_forget: bool,
    /// The messages, in order.
    pub wraps: Vec<Wrap>,
}

/// One message of a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrap {
    /// The data that is only authenticated.
    pub associated_data: Vec<u8>,
    /// The plaintext.
    pub plaintext: Vec<u8>,
    /// The ciphertext.
    pub ciphertext: Vec<u8>,
    /// The tag.
    pub tag: Vec<u8>,
    /// Keyak: whether the engine forgets after this message.
    pub forget: bool,
}

impl Case {
    /// Returns the number of its records.
    pub fn records(&self) -> usize {
        match &self.body {
            Body::MonteCarlo(chain) => chain.links.len(),
            Body::Duplex(duplex) => duplex.calls.len(),
            _ => 1,
        }
    }

    /// Returns the length of the longest message in bytes. Other long computations also count: skipped output, and all
    /// messages and outputs of a Monte Carlo chain.
    pub fn message_bytes(&self) -> u64 {
        let longest = |message: &BitString, output: &Output| message.byte_length().max(output.skip);
        match &self.body {
            Body::Hash(hash) => longest(&hash.message, &hash.output),
            Body::MonteCarlo(chain) => chain.bytes(),
            Body::GroestlTrace(trace) => trace.message.len() as u64,
            Body::Permutation(permutation) => permutation.input.len() as u64,
            Body::KeccakTrace(trace) => trace.input.len() as u64,
            Body::Sponge(sponge) => longest(&sponge.message, &sponge.output),
            Body::Duplex(duplex) => duplex.calls.iter().map(|call| call.input.byte_length()).max().unwrap_or(0),
            Body::Blocks(blocks) => blocks.plaintext.len() as u64,
            Body::CShake(cshake) => longest(&cshake.message, &cshake.output),
            Body::Kmac(kmac) => longest(&kmac.message, &kmac.output),
            Body::TupleHash(hash) => {
                hash.tuple.iter().map(BitString::byte_length).fold(hash.output.skip, u64::saturating_add)
            }
            Body::ParallelHash(hash) => longest(&hash.message, &hash.output),
            Body::TurboShake(shake) => longest(&shake.message, &shake.output),
            Body::KangarooTwelve(hash) => longest(&hash.message, &hash.output).max(hash.customization.byte_length()),
            Body::Session(session) => session.wraps.iter().map(|wrap| wrap.plaintext.len() as u64).max().unwrap_or(0),
            Body::KeySchedule(_) | Body::AesRound(_) | Body::Other { .. } => 0,
        }
    }

    /// Returns the name of its kind.
    pub fn kind(&self) -> &str {
        match &self.body {
            Body::Hash(_) => "message",
            Body::MonteCarlo(_) => "Monte Carlo chain",
            Body::GroestlTrace(_) | Body::KeccakTrace(_) => "intermediate values",
            Body::Permutation(_) => "permutation",
            Body::Sponge(_) => "sponge",
            Body::Duplex(_) => "duplex",
            Body::Blocks(_) => "blocks",
            Body::KeySchedule(_) => "key schedule",
            Body::AesRound(_) => "AES round",
            Body::CShake(_) => "cSHAKE",
            Body::Kmac(_) => "KMAC",
            Body::TupleHash(_) => "TupleHash",
            Body::ParallelHash(_) => "ParallelHash",
            Body::TurboShake(_) => "TurboSHAKE",
            Body::KangarooTwelve(_) => "KangarooTwelve",
            Body::Session(_) => "session",
            Body::Other { kind } => kind,
        }
    }
}
