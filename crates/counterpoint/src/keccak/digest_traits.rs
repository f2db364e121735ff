//! Serialization of the functions on Keccak that have inputs besides the message, for the crate `digest`.

use super::{CShake, TurboShake};
use crate::hash::saved::LittleEndian;
use crate::hash::serialize::SerializableFunction;
use crate::wipe::Wiped;
use digest::consts::{U1, U216};

/// Serialized as the state that has absorbed the strings, followed by the suffix and by zeros up to 27 words, because
/// `hybrid-array` supports the total lengths that result.
impl<const RATE: usize, const DIGEST: usize> SerializableFunction for CShake<RATE, DIGEST> {
    type Size = U216;

    fn write(&self, mut bytes: &mut [u8]) {
        let (start, suffix) = self.parts();
        start.write(&mut bytes);
        suffix.write(&mut bytes);
    }
    fn read(mut bytes: &[u8]) -> Option<Self> {
        let (mut start, mut suffix) = (Wiped([0; 25]), 0);
        start.read(&mut bytes);
        suffix.read(&mut bytes);
        bytes.iter().all(|&byte| byte == 0).then(|| Self::from_parts(start, suffix)).flatten()
    }
}

/// Serialized as the domain byte.
impl<const RATE: usize, const DIGEST: usize> SerializableFunction for TurboShake<RATE, DIGEST> {
    type Size = U1;

    fn write(&self, bytes: &mut [u8]) {
        bytes[0] = self.domain;
    }
    fn read(bytes: &[u8]) -> Option<Self> {
        Self::with(bytes[0]).ok()
    }
}
