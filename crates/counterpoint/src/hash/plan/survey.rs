//! Decides, for the messages that are in no batch, in which order they begin and how many are hashed at once.

use super::Call;
use super::classes::LAST;
use super::lanes::Order;
use super::thresholds::{LEAST_SORTED, LEAST_SORTED_WITH_LANES, LENGTH_CLASSES, MOST, MOST_LANES};

/// What these decisions depend on, from a single pass over the messages: to get the length of one is a call.
pub(super) struct Survey<'c> {
    call: &'c Call<'c>,
    /// The number of messages.
    count: usize,
    /// The shortest and the longest length of the last [`MOST`] messages in bytes.
    least: usize,
    most: usize,
    /// The number of blocks of all messages, if they are few.
    blocks: usize,
}

impl<'c> Survey<'c> {
    /// Looks at the last of `count` messages.
    pub(super) fn of(call: &'c Call<'c>, count: usize, last: Order<'_>) -> Self {
        let (few, mut blocks) = (is_few(count), 0);
        let (mut least, mut most) = (usize::MAX, 0);
        if few || call.has_many_lanes() {
            for message in last {
                let length = call.length(message);
                (least, most) = (least.min(length), most.max(length));
                if few {
                    blocks += length / call.block_bytes + 1;
                }
            }
        }
        Self { call, count, least, most, blocks }
    }

    /// Returns classes by which to sort the last messages, the longest first; `None` if sorting is not worth it.
    pub(super) fn classes(&self) -> Option<LengthClasses> {
        if self.count <= 2 || !self.call.has_many_lanes() {
            return None;
        }
        let count = self.count.min(MOST);
        let classes = LengthClasses::up_to(self.most);
        let work = count.saturating_mul(self.most);
        if classes.of(self.least) == 0 || work < LEAST_SORTED {
            return None;
        }
        let has_lanes = || count <= (self.call.width)(count).lanes;
        (work >= LEAST_SORTED_WITH_LANES || !has_lanes()).then_some(classes)
    }

    /// Returns how many messages are hashed at once on average, if each has a lane of its own: the number of all blocks
    /// divided by that of the longest message. If one message is much longer than the others, most lanes are empty most
    /// of the time. With more messages than lanes, waiting ones fill them.
    pub(super) fn at_once(&self) -> usize {
        if !is_few(self.count) {
            return self.count;
        }
        let most = self.most / self.call.block_bytes + 1;
        (self.blocks + most / 2) / most
    }
}

/// Whether each message has a lane of its own in the widest kernel.
fn is_few(messages: usize) -> bool {
    messages <= MOST_LANES
}

/// Classes of similar lengths. Class 0 has the longest messages.
pub(super) struct LengthClasses {
    most: usize,
    bits: u32,
}

impl LengthClasses {
    fn up_to(most: usize) -> Self {
        const { assert!(LENGTH_CLASSES == LAST + 1, "a class for each of the highest bits") };
        // The longest length has four bits above these.
        Self { most, bits: (usize::BITS - most.leading_zeros()).saturating_sub(LENGTH_CLASSES.ilog2()) }
    }

    /// Returns the class of a message of this length.
    pub(super) fn of(&self, length: usize) -> usize {
        (self.most - length) >> self.bits
    }
}
