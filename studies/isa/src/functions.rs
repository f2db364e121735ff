//! The functions computed with kernels: SHA-3, KMAC, keystreams, Keyak and Ketje, and sponges of all widths.
//!
//! For each function, one table says what it does with a block of a long message and how it begins and ends. Both the
//! complete functions ([`crate::modes`]) and the numbers of instructions per byte ([`crate::count`]) follow from it, so
//! the counted code is the code that was compared with known answers.

use crate::kernels::{Blocks, Task};
use crate::spec::{from, full_rounds};

/// A function.
#[derive(Clone, Copy, Debug)]
pub struct Function {
    /// Its name.
    pub name: &'static str,
    /// The work on each further block of a long message, or of a long output for a keystream.
    pub blocks: Blocks<'static>,
    /// How it begins and ends.
    pub kind: Kind,
}

/// How a function begins and ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A digest of a message. \[FIPS202\]
    Digest {
        /// The byte of the domain bits and the first bit of the padding.
        suffix: u8,
        /// The length of the digest in bytes, or its default if another one may be chosen.
        bytes: usize,
        /// Whether another length may be chosen.
        extendable: bool,
    },
    /// KMAC. \[SP800-185\] 4
    Mac {
        /// The default length of the MAC in bytes.
        bytes: usize,
    },
    /// The output of KMACXOF for a key and a nonce, which looks random to anyone without the key. \[SP800-185\] 4.3.1
    Keystream {
        /// The length in bytes, if no other one is chosen: a block.
        bytes: usize,
    },
    /// The output of a sponge for a key followed by a nonce, as a stream cipher.
    Stream {
        /// The length in bytes, if no other one is chosen: a block.
        bytes: usize,
    },
    /// Keyak v2. \[Keyak\]
    Keyak(Pistons),
    /// Ketje v2. \[Ketje\]
    Ketje {
        /// The length of the tag in bytes.
        tag: usize,
    },
}

/// The most used digest of SHA-3.
pub static SHA3_256: Function = digest("sha3-256", 17, 0x06, 32);

/// The states of a session of Keyak. \[Keyak\] 2.2
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pistons {
    /// Their number.
    pub number: usize,
    /// The length in bytes of the key pack, with which each begins.
    pub key_pack: usize,
}

/// The function by which \[Keccak-ISE\] compares kernels.
pub static SHA3_512: Function = digest("sha3-512", 9, 0x06, 64);

/// The authenticated encryption by which \[Keccak-ISE\] compares kernels.
pub static LAKE_KEYAK: Function = keyak("lake-keyak", 64, 21, Pistons { number: 1, key_pack: 40 });

/// All functions.
pub static FUNCTIONS: [Function; 25] = [
    digest("sha3-224", 18, 0x06, 28),
    SHA3_256,
    digest("sha3-384", 13, 0x06, 48),
    SHA3_512,
    digest("shake128", 21, 0x1f, 32),
    digest("shake256", 17, 0x1f, 64),
    hash("keccak-r544c256", 32, 17),
    hash("keccak-r144c256", 16, 9),
    hash("keccak-r40c160", 8, 5),
    sponge("kmac128", Task::Absorb, 64, 21, Kind::Mac { bytes: 32 }),
    sponge("kmac256", Task::Absorb, 64, 17, Kind::Mac { bytes: 64 }),
    sponge("keystream128", Task::Squeeze, 64, 21, Kind::Keystream { bytes: 168 }),
    sponge("keystream256", Task::Squeeze, 64, 17, Kind::Keystream { bytes: 136 }),
    sponge("stream-r544c256", Task::Squeeze, 32, 17, Kind::Stream { bytes: 68 }),
    sponge("stream-r144c256", Task::Squeeze, 16, 9, Kind::Stream { bytes: 18 }),
    sponge("stream-r40c160", Task::Squeeze, 8, 5, Kind::Stream { bytes: 5 }),
    LAKE_KEYAK,
    keyak("sea-keyak", 64, 21, Pistons { number: 2, key_pack: 40 }),
    keyak("ocean-keyak", 64, 21, Pistons { number: 4, key_pack: 40 }),
    keyak("lunar-keyak", 64, 21, Pistons { number: 8, key_pack: 40 }),
    keyak("river-keyak", 32, 17, Pistons { number: 1, key_pack: 36 }),
    ketje("ketje-major", 64, 4, 16),
    ketje("ketje-minor", 32, 4, 16),
    ketje("ketje-sr", 16, 2, 16),
    ketje("ketje-jr", 8, 2, 12),
];

/// The lanes of a state in the order of their bytes.
pub(crate) static LANES: [usize; 25] = {
    let mut lanes = [0; 25];
    let mut lane = 0;
    while lane < 25 {
        lanes[lane] = lane;
        lane += 1;
    }
    lanes
};

/// The lane of Keccak-p's state that contains each of Ketje's lanes.
///
/// Ketje's permutation is the inverse of pi, then Keccak-p\[b, n\], then pi. A kernel need not move lanes for that: if
/// each block is added to the lanes from which pi would take it, pi at the end of a permutation and its inverse at the
/// beginning of the next one cancel. \[Ketje\] 2.1
pub(crate) static TWISTED: [usize; 25] = {
    let mut lanes = [0; 25];
    let mut lane = 0;
    while lane < 25 {
        let (x, y) = from(lane % 5, lane / 5);
        lanes[lane] = x + 5 * y;
        lane += 1;
    }
    lanes
};

const fn digest(name: &'static str, lanes: usize, suffix: u8, bytes: usize) -> Function {
    sponge(name, Task::Absorb, 64, lanes, Kind::Digest { suffix, bytes, extendable: suffix == 0x1f })
}

/// Keccak with a rate of some lanes, no domain bits, and an output of any length; by default, it has as many bits as
/// the capacity. \[Keccak-ref\]
const fn hash(name: &'static str, width: u32, lanes: usize) -> Function {
    let bytes = (25 - lanes) * width as usize / 8;
    sponge(name, Task::Absorb, width, lanes, Kind::Digest { suffix: 0x01, bytes, extendable: true })
}

const fn sponge(name: &'static str, task: Task, width: u32, lanes: usize, kind: Kind) -> Function {
    let block = LANES.split_at(lanes).0;
    let blocks = Blocks { task, width, block, frame: &[], rounds: full_rounds(width) };
    Function { name, blocks, kind }
}

/// There are 12 rounds, and the frame is the lane that contains the four counts of a piston. \[Keyak\] 2.1
const fn keyak(name: &'static str, width: u32, lanes: usize, pistons: Pistons) -> Function {
    let (block, frame) = (LANES.split_at(lanes).0, LANES.split_at(24).1);
    let blocks = Blocks { task: Task::Encrypt, width, block, frame, rounds: 12 };
    Function { name, blocks, kind: Kind::Keyak(pistons) }
}

/// There is one round between two blocks, and the frame is the lane after the block, which contains the frame bits and
/// the padding. \[Ketje\] 2.2
const fn ketje(name: &'static str, width: u32, lanes: usize, tag: usize) -> Function {
    let (block, rest) = TWISTED.split_at(lanes);
    let blocks = Blocks { task: Task::Encrypt, width, block, frame: rest.split_at(1).0, rounds: 1 };
    Function { name, blocks, kind: Kind::Ketje { tag } }
}

impl Function {
    /// Returns the function with this name.
    pub fn by_name(name: &str) -> Option<&'static Self> {
        FUNCTIONS.iter().find(|function| function.name == name)
    }

    /// Returns the number of states that share a message.
    pub fn pistons(&self) -> usize {
        match self.kind {
            Kind::Keyak(pistons) => pistons.number,
            _ => 1,
        }
    }

    /// Returns the number of bytes of a block of one state.
    pub fn block_bytes(&self) -> usize {
        self.blocks.bytes(self.blocks.block)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use counterpoint::Algorithm;
    use counterpoint::registry::Options;

    /// The library divides messages into the same blocks. Of the other functions it has only the permutation.
    #[test]
    fn blocks_have_the_length_of_the_library() {
        for function in &FUNCTIONS {
            let name = match function.kind {
                Kind::Keystream { .. } => function.name.replace("keystream", "kmacxof"),
                Kind::Digest { suffix: 0x01, .. } | Kind::Stream { .. } => continue,
                _ => function.name.to_owned(),
            };
            let algorithm = Algorithm::by_name(&name).unwrap();
            let expected = match algorithm.as_aead() {
                Some(aead) => aead.block_bytes(),
                None => algorithm.hash(&Options::sample(algorithm.takes())).unwrap().block_bytes(),
            };
            assert_eq!(function.pistons() * function.block_bytes(), expected, "{name}");
        }
    }

    /// The others are named after their rate and capacity in bits.
    #[test]
    fn sponges_have_the_rate_of_their_name() {
        for function in &FUNCTIONS {
            let Some((_, name)) = function.name.split_once("-r") else { continue };
            let Some((rate, capacity)) = name.split_once('c') else { continue };
            let rate: usize = rate.parse().unwrap();
            assert_eq!(8 * function.block_bytes(), rate, "{}", function.name);
            let capacity: usize = capacity.parse().unwrap();
            assert_eq!(rate + capacity, 25 * function.blocks.width as usize, "{}", function.name);
        }
    }
}
