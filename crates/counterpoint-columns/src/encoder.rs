//! A long row, absorbed while being encoded.

use crate::error::Error;
use crate::parts::Parts;
use crate::sink::Sink;

/// The number of bytes gathered before they are absorbed.
const GATHERED_BYTES: usize = 1 << 16;

/// The value of a long row, which a hash function absorbs while it is being encoded.
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

    /// Absorbs the remaining bytes.
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
