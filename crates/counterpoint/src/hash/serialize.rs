//! The state of a hasher as bytes, so that a message can be continued later or in another process: the trait
//! `SerializableState` of the crate `crypto-common`, which `digest` re-exports as `common`. `hash/saved.rs` defines the
//! bytes. KMAC does not implement the trait, because its state is as secret as its key:
//!
//! ```compile_fail,E0277
//! fn serializable<H: counterpoint::digest::common::hazmat::SerializableState>() {}
//!
//! serializable::<counterpoint::Sha3_256>();
//! serializable::<counterpoint::Kmac128>();
//! ```

use super::saved::LittleEndian;
use super::stream::Message;
use super::{Function, Plain};
use crate::kernel::Compression;
use core::ops::Add;
use digest::array::{ArraySize, AssocArraySize};
use digest::common::hazmat::{DeserializeStateError, SerializableState, SerializedState};
use digest::consts::{U0, U8, U64, U96, U120, U128, U144, U160, U200};
use digest::typenum::Sum;

/// A function whose inputs besides the message can be serialized and are not secret.
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
        Some(F::PLAIN.clone())
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
        self.function.write(self.save(&mut serialized));
        serialized
    }

    fn deserialize(serialized: &SerializedState<Self>) -> Result<Self, DeserializeStateError> {
        let (_, inputs) = serialized.split_at(serialized.len() - <FunctionSize<F> as digest::typenum::Unsigned>::USIZE);
        let mut message = Self::new(F::read(inputs).ok_or(DeserializeStateError)?, None);
        message.load(serialized).ok_or(DeserializeStateError)?;
        Ok(message)
    }
}
