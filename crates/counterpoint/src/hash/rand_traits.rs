//! The traits of `rand_core` for extendable outputs: the message is the seed, and its output is the random bytes.

use super::{HashType, OutputReader};
use core::convert::Infallible;
use rand_core::{TryCryptoRng, TryRng};

/// Returns the next bytes of the output; integers are little-endian.
impl<H: HashType> TryRng for OutputReader<H> {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        let mut bytes = [0; 4];
        self.read(&mut bytes);
        Ok(u32::from_le_bytes(bytes))
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        let mut bytes = [0; 8];
        self.read(&mut bytes);
        Ok(u64::from_le_bytes(bytes))
    }

    fn try_fill_bytes(&mut self, out: &mut [u8]) -> Result<(), Infallible> {
        self.read(out);
        Ok(())
    }
}

/// The output is unpredictable to anyone who does not know the message and can't guess it.
impl<H: HashType> TryCryptoRng for OutputReader<H> {}
