//! Some of the messages of a call.

use counterpoint::Messages;
use std::ops::Range;

/// A range of consecutive messages.
pub struct Part<'m> {
    /// All messages.
    pub messages: &'m dyn Messages,
    /// The indices of the messages in this part.
    pub range: Range<usize>,
}

impl Messages for Part<'_> {
    fn count(&self) -> usize {
        self.range.len()
    }
    fn message(&self, index: usize) -> &[u8] {
        self.messages.message(self.range.start + index)
    }
    fn list<'m>(&'m self, first: usize, places: &mut [&'m [u8]]) {
        self.messages.list(self.range.start + first, places);
    }
}
