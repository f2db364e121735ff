//! Authenticated encryption: Keyak and Ketje. The state is a session.

use crate::border::wipe;
use crate::exports::{MALFORMED, exports, put};
use counterpoint::aead::AeadError;
use counterpoint::{KetjeJr, KetjeMajor, KetjeMinor, KetjeSr, LakeKeyak, LunarKeyak, OceanKeyak, RiverKeyak, SeaKeyak};

/// The number of the family.
pub(crate) const FAMILY: u32 = 6;
/// The length of the buffer, which holds a whole message.
pub(crate) const BUFFER_BYTES: usize = 1 << 20;

/// Returns the code of an error.
fn code(error: AeadError) -> u32 {
    match error {
        AeadError::Key { .. } => 2,
        AeadError::Nonce { .. } => 3,
        AeadError::WrongTag(_) | AeadError::Tag { .. } => WRONG_TAG,
        AeadError::Failed => 5,
        _ => MALFORMED,
    }
}
const WRONG_TAG: u32 = 4;

/// The types of sessions by number.
macro_rules! sessions {
    ($($f:literal $session:ident,)+) => {
        /// A session.
        #[repr(C, u32)]
        pub(crate) enum State {
            $($session($session) = $f,)+
        }

        impl State {
            fn start(f: u32, key: &[u8], nonce: &[u8]) -> Result<Self, AeadError> {
                match f {
                    $($f => $session::new(key, nonce).map(Self::$session),)+
                    _ => core::arch::wasm32::unreachable(),
                }
            }

            /// Encrypts a message in place, and writes its tag.
            fn encrypt(&mut self, associated: &[u8], message: &mut [u8], output: &mut [u8]) -> Result<(), AeadError> {
                match self {
                    $(Self::$session(session) => {
                        let tag = session.encrypt(associated, message)?;
                        output[..tag.len()].copy_from_slice(&tag);
                    })+
                }
                Ok(())
            }

            /// Decrypts a message in place. On an error, fills the message with zeros.
            fn decrypt(&mut self, associated: &[u8], message: &mut [u8], tag: &[u8]) -> u32 {
                match self {
                    $(Self::$session(session) => match tag.try_into() {
                        Ok(tag) => session.decrypt(associated, message, tag).map_or_else(code, |()| 0),
                        Err(_) => {
                            wipe(message);
                            WRONG_TAG
                        }
                    })+
                }
            }
        }

        /// Returns how many bytes of the state a kind of session uses.
        pub(crate) fn state_bytes(f: u32) -> usize {
            match f {
                $($f => core::mem::align_of::<State>() + size_of::<$session>(),)+
                _ => core::arch::wasm32::unreachable(),
            }
        }
    };
}

sessions! {
    // sessions: begin, by `cargo xtask generate` from functions.toml
    0 RiverKeyak,
    1 LakeKeyak,
    2 SeaKeyak,
    3 OceanKeyak,
    4 LunarKeyak,
    5 KetjeJr,
    6 KetjeSr,
    7 KetjeMinor,
    8 KetjeMajor,
    // sessions: end
}

exports! {
    /// Starts a session with the key in the buffer and the nonce after it. Returns 0, or 2 if the key has an invalid
    /// length, or 3 if the nonce has.
    fn start(border, f: u32, key_bytes: usize, nonce_bytes: usize) -> u32 {
        let (key, rest) = border.buffer.split_at_mut(key_bytes);
        let nonce = &mut rest[..nonce_bytes];
        let state = State::start(f, key, nonce).map_err(code);
        wipe(key);
        wipe(nonce);
        (put(state, &mut border.state), true)
    }

    /// Encrypts the message after the associated data in the buffer, in place, and writes the tag to the output.
    /// Returns 0, or 5 if an earlier tag did not match; in that case the message is unchanged.
    fn encrypt(border, _f: u32, associated_bytes: usize, bytes: usize) -> u32 {
        let (associated, rest) = border.buffer.split_at_mut(associated_bytes);
        let encrypted = border.state.absorbing().encrypt(associated, &mut rest[..bytes], &mut border.output);
        wipe(associated);
        (encrypted.map_or_else(code, |()| 0), true)
    }

    /// Decrypts the message after the associated data in the buffer, in place, and checks the tag after it. Returns 0,
    /// or 4 if the tag does not match, or 5 if an earlier one did not; on an error, the message becomes zeros.
    fn decrypt(border, _f: u32, associated_bytes: usize, bytes: usize, tag_bytes: usize) -> u32 {
        let (associated, rest) = border.buffer.split_at_mut(associated_bytes);
        let (message, rest) = rest.split_at_mut(bytes);
        let tag = &mut rest[..tag_bytes];
        let code = border.state.absorbing().decrypt(associated, message, tag);
        wipe(associated);
        wipe(tag);
        (code, true)
    }
}
