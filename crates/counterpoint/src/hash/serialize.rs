//! The state of a hasher as bytes, so that a message can be continued later or in another process: the trait
//! `SerializableState` of the crate `crypto-common`, which `digest` re-exports as `common`.
//!
//! ```text
//!   state of the primitive | buffer | number of bytes of the message | inputs of the function
//! ```
//!
//! All numbers are little-endian. The buffer contains the bytes that have not been absorbed, then zeros; their number
//! is that of the message's bytes modulo the buffer's length. Bytes that no hasher writes are an error: other zeros,
//! other inputs, or a message of 2^57 bytes and more. The form does not depend on the implementation, so one
//! machine can continue what another one began. KMAC has no such form, because its state is as secret as its key:
//!
//! ```compile_fail,E0277
//! fn serializable<H: counterpoint::digest::common::hazmat::SerializableState>() {}
//!
//! serializable::<counterpoint::Sha3_256>();
//! serializable::<counterpoint::Kmac128>();
//! ```

use super::stream::Message;
use super::{Function, Plain, buffer_bytes};
use crate::kernel::Compression;
use core::ops::Add;
use digest::array::{ArraySize, AssocArraySize};
use digest::common::hazmat::{DeserializeStateError, SerializableState, SerializedState};
use digest::consts::{U0, U8, U64, U96, U120, U128, U144, U160, U200};
use digest::typenum::Sum;

/// A function whose inputs besides the message can be serialized, and are no secret.
pub trait SerializableFunction: Function {
    /// Length of the inputs in bytes.
    type Size: ArraySize;

    /// Writes the inputs to bytes that are 0.
    fn write(&self, bytes: &mut [u8]);
    /// Returns the function with these inputs, or `None` if it has no such inputs.
    fn read(bytes: &[u8]) -> Option<Self>;
}

impl<F: Plain> SerializableFunction for F {
    type Size = U0;

    fn write(&self, _: &mut [u8]) {}
    fn read(_: &[u8]) -> Option<Self> {
        Some(F::PLAIN)
    }
}

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

/// The state of a primitive that can be serialized.
pub trait StateBytes: LittleEndian {
    /// Length of the state in bytes.
    type Size: ArraySize;
}

macro_rules! states {
    ($($state:ty: $size:ty;)+) => {$(
        impl StateBytes for $state {
            type Size = $size;
        }
        const _: () = assert!(size_of::<$state>() == <$size as digest::typenum::Unsigned>::USIZE);
    )+};
}
states! {
    [u64; 25]: U200;     // Keccak-p[1600]
    [u64; 8]: U64;       // Grøstl-224 and -256
    [u64; 16]: U128;     // Grøstl-384 and -512
    [[u8; 4]; 30]: U120; // Fugue-224 and -256
    [[u8; 4]; 36]: U144; // Fugue-384 and -512
    [[u32; 8]; 3]: U96;  // Luffa-224 and -256
    [[u32; 8]; 4]: U128; // Luffa-384
    [[u32; 8]; 5]: U160; // Luffa-512
}

/// The number of bytes from which on a message would have 2^60 bits or more. Nobody has hashed as much.
const MESSAGE_BYTES_BOUND: u64 = 1 << 57;

type State<F> = <<F as Function>::Primitive as Compression>::State;
type StateSize<F> = <State<F> as StateBytes>::Size;
type BufferSize<F> = <<F as Function>::Buffer as AssocArraySize>::Size;
type FunctionSize<F> = <F as SerializableFunction>::Size;

impl<F: SerializableFunction> SerializableState for Message<F>
where
    State<F>: StateBytes,
    F::Buffer: AssocArraySize,
    StateSize<F>: Add<BufferSize<F>>,
    Sum<StateSize<F>, BufferSize<F>>: Add<U8>,
    Sum<Sum<StateSize<F>, BufferSize<F>>, U8>: Add<FunctionSize<F>, Output: ArraySize>,
{
    type SerializedStateSize = Sum<Sum<Sum<StateSize<F>, BufferSize<F>>, U8>, FunctionSize<F>>;

    fn serialize(&self) -> SerializedState<Self> {
        let mut serialized = SerializedState::<Self>::default();
        let mut rest = &mut serialized[..];
        self.output.state.write(&mut rest);
        let (buffer, mut rest) = rest.split_at_mut(buffer_bytes::<F>());
        buffer[..self.used].copy_from_slice(&self.buffer.as_ref()[..self.used]);
        self.message_bytes.write(&mut rest);
        self.function.write(rest);
        serialized
    }

    fn deserialize(serialized: &SerializedState<Self>) -> Result<Self, DeserializeStateError> {
        let (_, inputs) = serialized.split_at(serialized.len() - <FunctionSize<F> as digest::typenum::Unsigned>::USIZE);
        let mut message = Self::new(F::read(inputs).ok_or(DeserializeStateError)?, None);
        let mut rest = &serialized[..];
        message.output.state.read(&mut rest);
        let (buffer, mut rest) = rest.split_at(buffer_bytes::<F>());
        message.buffer.as_mut().copy_from_slice(buffer);
        message.message_bytes.read(&mut rest);
        message.used = (message.message_bytes % buffer.len() as u64) as usize;
        // The bound leaves room for the rest of the message: no count overflows, even in bits.
        if message.message_bytes >= MESSAGE_BYTES_BOUND || buffer[message.used..].iter().any(|&byte| byte != 0) {
            return Err(DeserializeStateError);
        }
        Ok(message)
    }
}
