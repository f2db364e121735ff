//! Messages with the same number of whole blocks share a run, if each tail fits into one block with its padding.

use super::classes::{LAST, sort_by_class};
use super::thresholds::LEAST_GROUPED;
use super::{Call, Grouping, Lengths};

/// The grouping of most functions. Messages of `MANY_BLOCKS` or more, or with tails too long to pad, are not grouped.
pub(crate) struct ByBlocks;

impl Grouping for ByBlocks {
    fn alike(&self, call: &Call<'_>, next: Lengths<'_>, _: usize) -> (usize, usize) {
        let block_bytes = self.block_bytes(call, next);
        // For a shorter message, the difference wraps around to a huge number.
        let alike = next.iter().take_while(|length| length.wrapping_sub(block_bytes) <= call.room);
        (alike.count(), block_bytes)
    }

    fn group(&self, call: &Call<'_>, messages: &mut [usize], lanes: usize, _: bool) -> usize {
        sort_by_class(messages, lanes, |message| {
            let length = call.length(message);
            let blocks = (call.division)(length).blocks;
            if length - blocks * call.buffer_bytes <= call.room { blocks.min(LAST) } else { LAST }
        })
    }

    fn least(&self) -> usize {
        LEAST_GROUPED
    }

    fn block_bytes(&self, call: &Call<'_>, messages: Lengths<'_>) -> usize {
        match messages.first() {
            short if short < call.buffer_bytes => 0,
            length => (call.division)(length).blocks * call.buffer_bytes,
        }
    }
}
