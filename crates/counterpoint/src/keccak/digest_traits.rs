//! The traits of the crate `digest` for functions built on Keccak: KMAC as a MAC, customization strings, and trees.

use super::{CShake, KangarooTwelve, Kmac, ParallelHash, TurboShake};
use crate::hash::saved::LittleEndian;
use crate::hash::serialize::SerializableFunction;
use crate::hash::{Digester, OutputReader, Xof};
use crate::wipe::Wiped;
use core::ops::Div;
use digest::array::{ArraySize, AssocArraySize};
use digest::common::{AlgorithmName, KeySizeUser};
use digest::consts::{U1, U2, U216};
use digest::typenum::{Quot, Unsigned};
use digest::{
    CollisionResistance, CustomizedInit, ExtendableOutput, ExtendableOutputReset, HashMarker, InvalidLength, Key,
    KeyInit, MacMarker, Reset, Update,
};

impl<const RATE: usize, const DIGEST: usize> MacMarker for Digester<Kmac<RATE, DIGEST, false>> {}

/// Construction from a key, which is the same for KMAC and KMACXOF.
macro_rules! keyed {
    ($type:ident, $extendable:literal) => {
        /// The key is as long as the default output. `new_from_slice` accepts keys of any length.
        impl<const RATE: usize, const DIGEST: usize, N: ArraySize> KeySizeUser
            for $type<Kmac<RATE, DIGEST, $extendable>>
        where
            [u8; DIGEST]: AssocArraySize<Size = N>,
        {
            type KeySize = N;
        }

        /// Uses an empty customization string.
        impl<const RATE: usize, const DIGEST: usize, N: ArraySize> KeyInit for $type<Kmac<RATE, DIGEST, $extendable>>
        where
            [u8; DIGEST]: AssocArraySize<Size = N>,
        {
            fn new(key: &Key<Self>) -> Self {
                Self::new(key, b"")
            }

            fn new_from_slice(key: &[u8]) -> Result<Self, InvalidLength> {
                Ok(Self::new(key, b""))
            }
        }
    };
}
keyed!(Digester, false);
keyed!(Xof, true);

/// Serialized as the state that has absorbed the strings, the suffix, and zeros. This fills 27 words, because
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

/// Uses an empty function name.
impl<const RATE: usize, const DIGEST: usize> CustomizedInit for Xof<CShake<RATE, DIGEST>> {
    fn new_customized(customization: &[u8]) -> Self {
        Self::new(b"", customization)
    }
}

#[cfg(feature = "alloc")]
impl<const RATE: usize, const DIGEST: usize> CustomizedInit for KangarooTwelve<RATE, DIGEST, alloc::boxed::Box<[u8]>> {
    fn new_customized(customization: &[u8]) -> Self {
        Self::new(customization.into())
    }
}

impl<const RATE: usize, const DIGEST: usize, C: AsRef<[u8]>> HashMarker for KangarooTwelve<RATE, DIGEST, C> {}

/// Half the default output.
impl<const RATE: usize, const DIGEST: usize, C> CollisionResistance for KangarooTwelve<RATE, DIGEST, C>
where
    [u8; DIGEST]: AssocArraySize<Size: Div<U2, Output: Unsigned>>,
{
    type CollisionResistance = Quot<<[u8; DIGEST] as AssocArraySize>::Size, U2>;
}

impl<const RATE: usize, const DIGEST: usize, C> AlgorithmName for KangarooTwelve<RATE, DIGEST, C> {
    fn write_alg_name(f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(if RATE == 168 { "kt128" } else { "kt256" })
    }
}

impl<const RATE: usize, const DIGEST: usize, C: AsRef<[u8]>> Update for KangarooTwelve<RATE, DIGEST, C> {
    fn update(&mut self, data: &[u8]) {
        Self::update(self, data);
    }
}

impl<const RATE: usize, const DIGEST: usize, C: AsRef<[u8]>> Reset for KangarooTwelve<RATE, DIGEST, C> {
    fn reset(&mut self) {
        Self::reset(self);
    }
}

impl<const RATE: usize, const DIGEST: usize, C: AsRef<[u8]>> ExtendableOutput for KangarooTwelve<RATE, DIGEST, C> {
    type Reader = OutputReader<TurboShake<RATE, DIGEST>>;

    fn finalize_xof(self) -> Self::Reader {
        self.finalize()
    }
}

impl<const RATE: usize, const DIGEST: usize, C: AsRef<[u8]> + Clone> ExtendableOutputReset
    for KangarooTwelve<RATE, DIGEST, C>
{
    fn finalize_xof_reset(&mut self) -> Self::Reader {
        let reader = self.clone().finalize();
        Self::reset(self);
        reader
    }
}

impl<const RATE: usize, const DIGEST: usize, const EXTENDABLE: bool> HashMarker
    for ParallelHash<RATE, DIGEST, EXTENDABLE>
{
}

impl<const RATE: usize, const DIGEST: usize, const EXTENDABLE: bool> AlgorithmName
    for ParallelHash<RATE, DIGEST, EXTENDABLE>
{
    fn write_alg_name(f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(Self::NAME)
    }
}

impl<const RATE: usize, const DIGEST: usize, const EXTENDABLE: bool> Update for ParallelHash<RATE, DIGEST, EXTENDABLE> {
    fn update(&mut self, data: &[u8]) {
        Self::update(self, data);
    }
}

impl<const RATE: usize, const DIGEST: usize, const EXTENDABLE: bool> Reset for ParallelHash<RATE, DIGEST, EXTENDABLE> {
    fn reset(&mut self) {
        Self::reset(self);
    }
}

impl<const RATE: usize, const DIGEST: usize> ExtendableOutput for ParallelHash<RATE, DIGEST, true> {
    type Reader = OutputReader<CShake<RATE, DIGEST>>;

    fn finalize_xof(self) -> Self::Reader {
        self.finalize()
    }
}

impl<const RATE: usize, const DIGEST: usize> ExtendableOutputReset for ParallelHash<RATE, DIGEST, true> {
    fn finalize_xof_reset(&mut self) -> Self::Reader {
        let reader = self.clone().finalize();
        Self::reset(self);
        reader
    }
}
