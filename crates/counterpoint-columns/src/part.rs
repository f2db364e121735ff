//! Some of the messages of a call.

use counterpoint::Messages;
use std::ops::Range;

/// Some consecutive messages of others.
pub struct Part<'m> {
    /// The messages of which it has some.
    pub messages: &'m dyn Messages,
    /// Their indices.
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
