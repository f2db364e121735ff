//! Loads the tails of messages together with the suffix: the padding that directly follows them.
//!
//! The padding begins where a message ends, so its place differs from message to message, and no instruction shifts a
//! vector by a number of bytes known only at run time. There are two ways around this. A machine that can load some
//! bytes of a vector under a mask loads the tail and adds the suffix, moved to its place. Any other machine copies the
//! bytes that don't fill a vector to memory, followed by the suffix, loads the copy, and wipes it.
//!
//! | | masked loads | copies |
//! |---|---|---|
//! | several messages: [`with_tail_loader`] chooses | [`PaddingInZeros`] | [`CopiedTails`] |
//! | which kernels | several states of Keccak and Luffa; Grøstl by rows | several states of Keccak and Luffa |
//! | one message | [`load_tail`], in `keccak/tails.rs` | `PaddedBlock` in `kernel/padded_block.rs` |
//! | which kernels | one state of Keccak with AVX-512 | one state of Keccak in any other lanes |
//!
//! Two kernels require neither. If the state is at fixed addresses in memory, the tail is added to it there
//! (`keccak/alternating/fixed.rs`). Fugue's blocks are words, so only one word of the tail is filled up with zeros
//! (`fugue/sliced/messages.rs`). A kernel that does not pad receives a padded block (`hash/output.rs`).
//!
//! # Masked loads
//!
//! For many messages, [`PaddingInZeros`] keeps one copy of the suffix in memory, surrounded by zeros. Loading from the
//! right address moves the suffix to the end of the message:
//!
//! ```text
//!   in zeros  0 0 ... 0 0 0 0 s 0 0 0 0 0 ...          s is the suffix
//!   message         | m m m m                          its bytes, and zeros after them
//!   loaded          | 0 0 0 0 s 0 0 ...
//!   sum             | m m m m s 0 0 ...
//! ```
//!
//! For one message, that load would wait for the stores that have just written it, so [`load_tail`] reads no
//! memory that was just written. The 8 bytes of the suffix are the same in each lane of a vector, and a rotation of all
//! lanes by the same count brings every byte of the suffix to its place in some lane. A mask then keeps 8 bytes of the
//! vector. Masks for all places are in one static array, and differ only in the address from which they are loaded:
//!
//! ```text
//!   suffix      s t u 0 0 0 0 0 | s t u 0 0 0 0 0        in each lane
//!   rotated     0 0 0 0 0 s t u | 0 0 0 0 0 s t u        by the message's length, here 5
//!   mask        . . . . . # # # | # # # # # . . .
//!   message     m m m m m 0 0 0 | 0 0 0 0 0 0 0 0        its bytes, and zeros after them
//!   sum         m m m m m s t u | 0 0 0 0 0 0 0 0
//! ```
//!
//! This takes three more instructions for each vector, a noticeable cost in a batch.

use super::Bytes;
#[cfg(any(feature = "keccak", feature = "luffa"))]
use crate::kernel::add_tail;
#[cfg(any(feature = "keccak", feature = "luffa"))]
use crate::kernel::bytes::{MOST_BLOCK_BYTES, zeros};
#[cfg(any(feature = "keccak", feature = "luffa"))]
use core::hint::black_box;

/// The bytes that follow a message in its block, with 64 zeros before and after them.
pub(crate) struct PaddingInZeros([u8; 192]);

impl PaddingInZeros {
    /// Returns the padding for a suffix, which is a little-endian integer.
    #[inline(always)]
    pub(crate) fn of(suffix: u64) -> Self {
        let mut in_zeros = [0; 192];
        in_zeros[64..72].copy_from_slice(&suffix.to_le_bytes());
        Self(in_zeros)
    }

    /// Returns bytes `begin` and following of a message's tail, of the suffix and of the zeros after it, as many as a
    /// vector contains.
    #[inline(always)]
    pub(crate) fn load<V: Bytes>(&self, tier: V::Tier, tail: &[u8], begin: usize) -> V {
        let place = (64 + begin).saturating_sub(tail.len()).min(128);
        let padding = self.0.get(place..).unwrap_or_default().as_chunks().0;
        V::load_first(tier, tail.get(begin..).unwrap_or_default()).xor(V::load(tier, padding))
    }
}

/// Loads the tails of `N` messages, each with the suffix after it.
#[cfg(any(feature = "keccak", feature = "luffa"))]
pub(crate) enum TailLoader<'a, const N: usize> {
    Masked(&'a PaddingInZeros),
    Copied(&'a CopiedTails<N>),
}

#[cfg(any(feature = "keccak", feature = "luffa"))]
impl<const N: usize> TailLoader<'_, N> {
    /// Returns bytes `begin` and following of the tail of message `m`, which is `tail`, of the suffix and of the zeros
    /// after it, as many as a vector contains.
    #[cfg(feature = "keccak")]
    #[inline(always)]
    pub(crate) fn load<V: Bytes>(&self, tier: V::Tier, tail: &[u8], m: usize, begin: usize) -> V {
        match self {
            Self::Masked(in_zeros) => in_zeros.load(tier, tail, begin),
            Self::Copied(last) => last.load(tier, tail, m, begin),
        }
    }

    /// Returns the bytes of the tail of message `m`, of the suffix and of the zeros after it, if the tail is shorter
    /// than a vector.
    #[cfg(feature = "luffa")]
    #[inline(always)]
    pub(crate) fn load_short<V: Bytes>(&self, tier: V::Tier, tail: &[u8], m: usize) -> V {
        match self {
            Self::Masked(in_zeros) => in_zeros.load(tier, tail, 0),
            Self::Copied(last) => last.vector(tier, m, 0),
        }
    }
}

/// Calls `absorb` with the loader of these tails that suits vectors of type `V`. If there are fewer than `N` messages,
/// the first tail is repeated. `in_zeros` is kept from one batch of a run to the next.
#[cfg(any(feature = "keccak", feature = "luffa"))]
#[inline(always)]
pub(crate) fn with_tail_loader<V: Bytes, const N: usize, R>(
    tails: &[&[u8]],
    suffix: u64,
    in_zeros: &mut Option<PaddingInZeros>,
    absorb: impl FnOnce(&TailLoader<'_, N>) -> R,
) -> R {
    if V::HAS_MASKED_BYTES {
        let in_zeros = in_zeros.get_or_insert_with(
            #[inline(always)]
            || PaddingInZeros::of(suffix),
        );
        return absorb(&TailLoader::Masked(in_zeros));
    }
    let mut last = CopiedTails::new();
    last.set::<V>(tails, suffix);
    let absorbed = absorb(&TailLoader::Copied(&last));
    last.wipe();
    absorbed
}

/// The last bytes of `N` messages, which do not fill a vector, and the suffix after them: 64 bytes for each message,
/// because together they may be longer than a vector.
#[cfg(any(feature = "keccak", feature = "luffa"))]
pub(crate) struct CopiedTails<const N: usize>([[[u8; 8]; 8]; N]);

#[cfg(any(feature = "keccak", feature = "luffa"))]
impl<const N: usize> CopiedTails<N> {
    /// Returns the copies, all zeros.
    #[inline(always)]
    fn new() -> Self {
        Self([[[0; 8]; 8]; N])
    }

    /// Copies the last bytes of messages, for vectors of type `V`, and a suffix, which is a little-endian integer, over
    /// the zeros. If there are fewer messages than `N`, the first one is repeated. The copies are not returned by
    /// value, because the compiler would move them with a call.
    #[inline(always)]
    fn set<V: Bytes>(&mut self, tails: &[&[u8]], suffix: u64) {
        const { assert!(V::HAS_MASKED_BYTES || 16 * V::GROUPS + 8 <= 64, "the room is for a vector and the suffix") };
        let first = tails.first().copied().unwrap_or_default();
        for (m, last) in self.0.iter_mut().enumerate() {
            let tail = tails.get(m).unwrap_or(&first);
            add_tail(last, tail.get(whole_vectors::<V>(tail)..).unwrap_or_default(), suffix);
        }
    }

    /// Returns bytes `begin` and following of the tail of message `m`, which is `tail`, as [`TailLoader::load`] does.
    #[cfg(feature = "keccak")]
    #[inline(always)]
    fn load<V: Bytes>(&self, tier: V::Tier, tail: &[u8], m: usize, begin: usize) -> V {
        match tail.get(begin..begin + 16 * V::GROUPS) {
            Some(whole) => V::load(tier, whole.as_chunks().0),
            None => self.vector(tier, m, begin.wrapping_sub(whole_vectors::<V>(tail))),
        }
    }

    /// Returns the bytes of message `m`, starting at byte `at` of its copy, as many as a vector contains.
    #[inline(always)]
    fn vector<V: Bytes>(&self, tier: V::Tier, m: usize, at: usize) -> V {
        const {
            assert!(64 % (16 * V::GROUPS) == 0, "the room is whole vectors");
            assert!(16 * V::GROUPS <= MOST_BLOCK_BYTES, "there are zeros for a vector");
        }
        let bytes = 16 * V::GROUPS;
        let room = self.0[m % N].as_flattened().get(at..at.wrapping_add(bytes)).unwrap_or(zeros(bytes));
        V::load(tier, room.as_chunks().0)
    }

    /// Wipes the bytes.
    #[inline(always)]
    fn wipe(&mut self) {
        self.0.fill([[0; 8]; 8]);
        black_box(self);
    }
}

/// Returns the number of bytes of a message that fill whole vectors.
#[cfg(any(feature = "keccak", feature = "luffa"))]
#[inline(always)]
fn whole_vectors<V: Bytes>(tail: &[u8]) -> usize {
    tail.len() - tail.len() % (16 * V::GROUPS)
}

/// Eight bytes of ones, with 64 zeros before them and at least as many after them.
#[cfg(all(feature = "keccak", target_arch = "x86_64"))]
static ONES: [u8; 192] = {
    let mut ones = [0; 192];
    let mut n = 64;
    while n < 72 {
        ones[n] = 0xff;
        n += 1;
    }
    ones
};

/// Returns bytes `begin` and following of a message's tail, of the suffix (a little-endian integer) and of the zeros
/// after it, as many as a vector contains.
#[cfg(all(feature = "keccak", target_arch = "x86_64"))]
#[inline(always)]
pub(crate) fn load_tail<V: Bytes>(tier: V::Tier, tail: &[u8], suffix: u64, begin: usize) -> V {
    V::load_first(tier, tail.get(begin..).unwrap_or_default()).xor(placed(tier, tail.len(), suffix, begin))
}

/// Returns bytes `begin` and following of a block that contains these 8 bytes from byte `place` on, and zeros
/// elsewhere.
#[cfg(all(feature = "keccak", target_arch = "x86_64"))]
#[inline(always)]
pub(crate) fn placed<V: Bytes>(tier: V::Tier, place: usize, word: u64, begin: usize) -> V {
    let lane = u128::from(word.rotate_left(8 * (place % 8) as u32));
    let mask = ONES.get((64 + begin).saturating_sub(place).min(128)..).unwrap_or_default().as_chunks().0;
    V::broadcast(tier, (lane << 64 | lane).to_le_bytes()).and(V::load(tier, mask))
}
