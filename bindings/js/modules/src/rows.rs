//! Messages that lie one after another in the buffer.

use counterpoint::Messages;

/// Messages of equal length.
pub(crate) struct Equal<'b> {
    pub buffer: &'b [u8],
    pub each: usize,
    pub count: usize,
}

impl Messages for Equal<'_> {
    fn count(&self) -> usize {
        self.count
    }
    fn message(&self, index: usize) -> &[u8] {
        &self.buffer[index * self.each..][..self.each]
    }
}

/// Messages of different lengths, by their ends.
pub(crate) struct Ends<'b> {
    pub buffer: &'b [u8],
    pub ends: &'b [u32],
}

impl Messages for Ends<'_> {
    fn count(&self) -> usize {
        self.ends.len()
    }
    fn message(&self, index: usize) -> &[u8] {
        let begin = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.buffer[begin as usize..self.ends[index] as usize]
    }
}
