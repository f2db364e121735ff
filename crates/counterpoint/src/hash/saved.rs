//! A message that has been absorbed in part, as bytes that do not depend on the implementation or the machine.
//!
//! ```text
//!   state of the primitive | buffer | number of bytes of the message | inputs of the function
//! ```
//!
//! All numbers are little-endian. The buffer contains the bytes that have not been absorbed (the length of the message
//! modulo the buffer's), then zeros. Bytes that no hasher writes are an error: a nonzero byte in place of a zero, other
//! inputs, or a message of 2^57 bytes or more. One machine can therefore continue what another one began.

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

/// The length in bytes of a message of 2^60 bits. Nobody has hashed that much.
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

    /// Restores a message that [`Self::save`] has written into an empty one. Returns `None` if `saved` is malformed.
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
