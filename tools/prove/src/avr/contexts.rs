//! The contexts of hash functions: the layout of a state, a buffer and a counter in memory between the calls for a
//! message that comes in pieces.

use crate::logic::Logic;
use crate::memory::bits_of_number;
use crate::spec::HashFunction;
use crate::sums::Bit;
use crate::words::Word;

/// The lanes of Keccak-f\[1600\] that are stored complemented.
const COMPLEMENTED_LANES: [usize; 6] = [1, 2, 8, 12, 17, 20];

/// Whether this module has the layout of the context. Fugue's columns move through its context, so its calls run only
/// for whole messages.
pub(super) fn has_contexts(function: HashFunction) -> bool {
    !matches!(function, HashFunction::Fugue { .. })
}

/// Returns the context that contains a state and the first bytes of the next block, after a number of blocks. Bits that
/// may have any value are unknown.
pub(super) fn context(
    logic: &mut Logic,
    function: HashFunction,
    bytes: usize,
    state: &[Bit],
    buffer: &[Bit],
    blocks: usize,
) -> Word {
    let mut context = vec![Bit::UNKNOWN; 8 * bytes];
    let mut put = |byte: usize, bits: &[Bit]| context[8 * byte..][..bits.len()].copy_from_slice(bits);
    let block = function.block_bytes();
    match function {
        // The chaining value, the buffer, and the number of bytes at the end.
        HashFunction::Groestl { .. } => {
            put(bytes - 4, &bits_of_number((blocks * block + buffer.len() / 8) as u64, 32));
            put(bytes - 4 - block, buffer);
            put(bytes - 4 - 2 * block, state);
        }
        // The chains, whose words are big-endian here, the buffer, and the number of bytes modulo 256.
        HashFunction::Luffa { .. } => {
            let words: Word = state.chunks(32).flat_map(|word| word.chunks(8).rev().flatten().copied()).collect();
            put(0, &words);
            put(state.len() / 8, buffer);
            put(bytes - 1, &bits_of_number((blocks * block + buffer.len() / 8) as u64, 8));
        }
        // The state, and the number of bytes of the block already added to it.
        HashFunction::Sha3 { .. } => {
            let mut added = logic.xor_words(&state[..buffer.len()], buffer);
            added.extend_from_slice(&state[buffer.len()..]);
            for bit in COMPLEMENTED_LANES.iter().flat_map(|lane| 64 * lane..64 * lane + 64) {
                added[bit] = !added[bit];
            }
            put(0, &added);
            put(bytes - 1, &bits_of_number(buffer.len() as u64 / 8, 8));
        }
        HashFunction::Fugue { .. } => unreachable!("its context has no known layout"),
    }
    context
}
