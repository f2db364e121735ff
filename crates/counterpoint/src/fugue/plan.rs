//! How Fugue groups messages: its kernels take whole messages of different lengths.
//!
//! A block is a single word, so few messages have the same number of blocks. A run takes as long as its longest message
//! (docs/techniques/fugue.md), so messages of similar lengths share a run.

use crate::hash::plan::thresholds::{FUGUE_LONG_IN_ONE, FUGUE_ONE_LONG_OF};
use crate::hash::plan::{Call, Grouping, LAST_CLASS, Lengths, sort_by_class};

/// The length of a block in bytes.
const WORD: usize = 4;

/// In a run, the blocks of each message have a multiple of this many bytes, and end before its last two words.
const FOUR_WORDS: usize = 4 * WORD;

/// Messages of similar lengths share a run.
pub(crate) struct WholeMessages;

/// Returns the number of words of a message. The last one need not be full.
fn words(length: usize) -> usize {
    length.div_ceil(WORD)
}

/// Returns where the last two words of a message begin.
fn last_two(length: usize) -> usize {
    words(length).saturating_sub(2) * WORD
}

/// Returns the number of bytes before a message's last two words, rounded down to whole fours of words.
fn fours(length: usize) -> usize {
    last_two(length) / FOUR_WORDS * FOUR_WORDS
}

/// Returns the blocks of a message, which are the `block_bytes` bytes before its last two words, and its end, which is
/// the whole message.
#[inline(always)]
pub(super) fn divided(message: &[u8], block_bytes: usize) -> (&[u8], &[u8]) {
    let end = last_two(message.len());
    (&message[end.saturating_sub(block_bytes)..end], message)
}

impl Grouping for WholeMessages {
    /// Messages with the same number of words are alike. So are short ones of different lengths, if one batch has room
    /// for all that are left.
    fn alike(&self, call: &Call<'_>, next: Lengths<'_>, left: usize) -> (usize, usize) {
        let first = next.first();
        let short = |length| length <= FUGUE_LONG_IN_ONE;
        let in_one = short(first) && left <= (call.width)(left).lanes;
        let alike = |length: usize| words(length) == words(first) || in_one && short(length);
        let alike = next.iter().take_while(|&length| alike(length) && length <= call.room);
        let (count, least) = alike.fold((0, usize::MAX), |(count, least), length| (count + 1, length.min(least)));
        (count, fours(least))
    }

    /// A batch takes as long as its longest message, and the other lanes are idle meanwhile. Messages too long for a
    /// batch go to lanes, which begin the next message as soon as one ends.
    fn group(&self, call: &Call<'_>, messages: &mut [usize], lanes: usize, follow: bool) -> usize {
        let length = |message: usize| call.messages.message(message).len();
        let lengths = messages.iter().map(|&message| length(message));
        let (most, short) = lengths
            .filter(|&length| length <= call.room)
            .fold((0, 0), |(most, short), length| (length.max(most), short + 1));
        let in_one = !follow && messages.len() <= lanes;
        let many_long = FUGUE_ONE_LONG_OF * (messages.len() - short) > messages.len();
        if many_long || in_one && most > FUGUE_LONG_IN_ONE {
            return 0;
        }
        sort_by_class(messages, 1, |message| match most.checked_sub(length(message)) {
            Some(shorter) => shorter * LAST_CLASS / (most + 1),
            None => LAST_CLASS,
        });
        // The last batch need not be full, if no messages are left for lanes.
        let last = short % lanes;
        if !follow && short == messages.len() && (call.width)(last).pads { short } else { short - last }
    }

    fn least(&self) -> usize {
        1
    }

    fn block_bytes(&self, _: &Call<'_>, messages: Lengths<'_>) -> usize {
        messages.iter().min().map_or(0, fours)
    }
}
