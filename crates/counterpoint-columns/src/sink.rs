//! The destination of the bytes of encoded lists and structs.

use crate::error::Error;

/// Takes encoded values, piece by piece.
pub(crate) trait Sink {
    /// Called for each element or field before it is counted.
    fn step(&mut self) -> Result<(), Error>;
    /// Appends bytes.
    fn put(&mut self, bytes: &[u8]) -> Result<(), Error>;
}

/// The values of a few rows: too few to check meanwhile whether the call should stop.
impl Sink for Vec<u8> {
    fn step(&mut self) -> Result<(), Error> {
        Ok(())
    }
    fn put(&mut self, bytes: &[u8]) -> Result<(), Error> {
        self.extend_from_slice(bytes);
        Ok(())
    }
}
