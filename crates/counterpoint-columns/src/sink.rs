//! Where the bytes of values go when lists and structs are encoded.

use crate::error::Error;

/// Takes encoded values, piece by piece.
pub(crate) trait Sink {
    /// Is called for each element or field before it is counted.
    fn step(&mut self) -> Result<(), Error>;
    /// Appends bytes.
    fn put(&mut self, bytes: &[u8]) -> Result<(), Error>;
}

/// Values of some rows, which are not so long that anybody would end the call meanwhile.
impl Sink for Vec<u8> {
    fn step(&mut self) -> Result<(), Error> {
        Ok(())
    }
    fn put(&mut self, bytes: &[u8]) -> Result<(), Error> {
        self.extend_from_slice(bytes);
        Ok(())
    }
}
