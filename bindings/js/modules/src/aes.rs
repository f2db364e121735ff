//! AES with its three key lengths. The state is an expanded key.

use crate::border::wipe;
use crate::exports::{MALFORMED, exports, put};
use counterpoint::{Aes128, Aes192, Aes256};

/// The number of the family.
pub(crate) const FAMILY: u32 = 5;
/// The length of the buffer.
pub(crate) const BUFFER_BYTES: usize = 1 << 16;

/// An expanded key.
#[repr(C, u32)]
pub(crate) enum State {
    Aes128(Aes128) = 0,
    Aes192(Aes192) = 1,
    Aes256(Aes256) = 2,
}

/// Returns how many bytes of the state are used.
pub(crate) fn state_bytes(_f: u32) -> usize {
    size_of::<State>()
}

impl State {
    /// Returns the expanded key, or `None` if its length is wrong.
    fn new(f: u32, key: &[u8]) -> Option<Self> {
        match f {
            0 => Some(Self::Aes128(Aes128::new(key.try_into().ok()?))),
            1 => Some(Self::Aes192(Aes192::new(key.try_into().ok()?))),
            2 => Some(Self::Aes256(Aes256::new(key.try_into().ok()?))),
            _ => None,
        }
    }
}

exports! {
    /// Expands the key in the buffer into the state. Returns 0, or 1 if its length is wrong.
    fn begin(border, f: u32, key_bytes: usize) -> u32 {
        let key = &mut border.buffer[..key_bytes];
        let state = State::new(f, key);
        wipe(key);
        (put(state.ok_or(MALFORMED), &mut border.state), true)
    }

    /// Encrypts the blocks in the buffer in place.
    fn encrypt(border, _f: u32, bytes: usize) -> () {
        let (blocks, _) = border.buffer[..bytes].as_chunks_mut();
        match border.state.absorbing() {
            State::Aes128(aes) => aes.encrypt_blocks(blocks),
            State::Aes192(aes) => aes.encrypt_blocks(blocks),
            State::Aes256(aes) => aes.encrypt_blocks(blocks),
        }
        ((), true)
    }
}
