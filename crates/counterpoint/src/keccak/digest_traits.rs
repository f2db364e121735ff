//! The traits of the crate `digest` for what is built on Keccak: KMAC as a MAC, customization strings, and trees.

use super::{CShake, KangarooTwelve, Kmac, TurboShake};
use crate::hash::{Digester, OutputReader, Xof};
use digest::array::{ArraySize, AssocArraySize};
use digest::common::{AlgorithmName, KeySizeUser};
use digest::{CustomizedInit, ExtendableOutput, HashMarker, InvalidLength, Key, KeyInit, MacMarker, Update};

impl<const RATE: usize, const DIGEST: usize> MacMarker for Digester<Kmac<RATE, DIGEST, false>> {}

/// A key as long as the tag. `new_from_slice` accepts keys of any length.
impl<const RATE: usize, const DIGEST: usize, N: ArraySize> KeySizeUser for Digester<Kmac<RATE, DIGEST, false>>
where
    [u8; DIGEST]: AssocArraySize<Size = N>,
{
    type KeySize = N;
}

/// With an empty customization string.
impl<const RATE: usize, const DIGEST: usize, N: ArraySize> KeyInit for Digester<Kmac<RATE, DIGEST, false>>
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

/// With an empty function name.
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

impl<const RATE: usize, const DIGEST: usize, C: AsRef<[u8]>> ExtendableOutput for KangarooTwelve<RATE, DIGEST, C> {
    type Reader = OutputReader<TurboShake<RATE, DIGEST>>;

    fn finalize_xof(self) -> Self::Reader {
        self.finalize()
    }
}
