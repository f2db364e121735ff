//! Where the bytes of values go when lists and structs are encoded.

use crate::error::Error;
use crate::parts::Parts;

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

/// How many bytes are gathered before they are absorbed.
const GATHERED_BYTES: usize = 1 << 16;

/// The value of one long row, which a hash function absorbs while it is encoded.
pub(crate) struct Encoder<'e, 'p> {
    parts: &'e mut Parts<'p>,
    absorb: &'e mut dyn FnMut(&[u8]),
    gathered: Vec<u8>,
    steps: usize,
}

impl<'e, 'p> Encoder<'e, 'p> {
    pub(crate) fn new(parts: &'e mut Parts<'p>, absorb: &'e mut dyn FnMut(&[u8])) -> Self {
        Self { parts, absorb, gathered: Vec::new(), steps: 0 }
    }

    /// Absorbs what is left.
    pub(crate) fn finish(&mut self) -> Result<(), Error> {
        self.parts.pieces(&self.gathered, &mut *self.absorb)?;
        self.gathered.clear();
        Ok(())
    }
}

impl Sink for Encoder<'_, '_> {
    fn step(&mut self) -> Result<(), Error> {
        self.parts.step(&mut self.steps)
    }
    fn put(&mut self, bytes: &[u8]) -> Result<(), Error> {
        if self.gathered.len() + bytes.len() > GATHERED_BYTES {
            self.finish()?;
        }
        if bytes.len() > GATHERED_BYTES {
            return self.parts.pieces(bytes, &mut *self.absorb);
        }
        self.gathered.extend_from_slice(bytes);
        Ok(())
    }
}
