//! The traits of `rand_core` for outputs of any length: the bytes of an output as random bytes from a seed, which is
//! the message.

use super::{HashType, OutputReader};
use core::convert::Infallible;
use rand_core::{TryCryptoRng, TryRng};

/// The next bytes of the output; integers are made of them in little-endian order.
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

/// Unpredictable for who does not know the message, if nobody can guess that.
impl<H: HashType> TryCryptoRng for OutputReader<H> {}
