//! A message that has been absorbed in part, as bytes that do not depend on the implementation or the machine.
//!
//! ```text
//!   state of the primitive | buffer | number of bytes of the message | inputs of the function
//! ```
//!
//! All numbers are little-endian. The buffer contains the bytes that have not been absorbed, then zeros; their number
//! is that of the message's bytes modulo the buffer's length. Bytes that no hasher writes are an error: other zeros,
//! other inputs, or a message of 2^57 bytes and more. The form does not depend on the implementation, so one
//! machine can continue what another one began.

use super::Function;
use super::stream::Message;
use crate::kernel::Compression;

/// Integers, or arrays of them, as little-endian bytes.
pub trait LittleEndian: Copy {
    /// Writes the first bytes of `out`, and removes them from it.
    fn write(&self, out: &mut &mut [u8]);
    /// Reads the first bytes of `bytes`, and removes them from it.
    fn read(&mut self, bytes: &mut &[u8]);
}

macro_rules! integers {
    ($($integer:ty)+) => {$(
        impl LittleEndian for $integer {
            fn write(&self, out: &mut &mut [u8]) {
                if let Some(bytes) = out.split_off_mut(..size_of::<Self>()) {
                    bytes.copy_from_slice(&self.to_le_bytes());
                }
            }
            fn read(&mut self, bytes: &mut &[u8]) {
                if let Some((first, rest)) = bytes.split_first_chunk() {
                    (*self, *bytes) = (Self::from_le_bytes(*first), rest);
                }
            }
        }
    )+};
}
integers!(u8 u32 u64);

impl<T: LittleEndian, const N: usize> LittleEndian for [T; N] {
    fn write(&self, out: &mut &mut [u8]) {
        self.iter().for_each(|item| item.write(out));
    }
    fn read(&mut self, bytes: &mut &[u8]) {
        self.iter_mut().for_each(|item| item.read(bytes));
    }
}

/// The number of bytes from which on a message would have 2^60 bits or more. Nobody has hashed as much.
const MESSAGE_BYTES_BOUND: u64 = 1 << 57;

type State<F> = <<F as Function>::Primitive as Compression>::State;

impl<F: Function> Message<F>
where
    State<F>: LittleEndian,
{
    /// Writes all but the inputs to bytes that are 0, and returns the place for the inputs.
    pub(crate) fn save<'o>(&self, mut out: &'o mut [u8]) -> &'o mut [u8] {
        self.output.state.write(&mut out);
        let (buffer, mut rest) = out.split_at_mut(self.function.buffer_bytes());
        buffer[..self.used].copy_from_slice(&self.buffer.as_ref()[..self.used]);
        self.message_bytes.write(&mut rest);
        rest
    }

    /// Reads into an empty message what [`Self::save`] has written. `None` if it can't have written it.
    pub(crate) fn load(&mut self, mut saved: &[u8]) -> Option<()> {
        self.output.state.read(&mut saved);
        let (buffer, mut rest) = saved.split_at_checked(self.function.buffer_bytes())?;
        self.buffer.as_mut()[..buffer.len()].copy_from_slice(buffer);
        self.message_bytes.read(&mut rest);
        self.used = (self.message_bytes % buffer.len() as u64) as usize;
        // The bound leaves room for the rest of the message: no count overflows, even in bits.
        let valid = self.message_bytes < MESSAGE_BYTES_BOUND && buffer[self.used..].iter().all(|&byte| byte == 0);
        valid.then_some(())
    }
}
