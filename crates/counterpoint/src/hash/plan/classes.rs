//! Sorts messages by class, with a counting sort.

use super::thresholds::{MANY_BLOCKS, MOST};

/// The class of messages that are in no batch, and the highest one.
pub(crate) const LAST: usize = MANY_BLOCKS;

/// Sorts at most [`MOST`] messages by class. The whole batches of `lanes` messages of each class come first, except for
/// [`LAST`], and then the messages that are left over, also by class. Messages of a class stay in order. Returns how
/// many are in batches.
// No branch depends on the classes: it would be mispredicted, as they differ from batch to batch.
pub(crate) fn sort_by_class(messages: &mut [usize], lanes: usize, class: impl Fn(usize) -> usize) -> usize {
    let (mut sorted, mut classes) = ([0; MOST], [0; MOST]);
    let mut counts = [0; LAST + 1];
    for (place, &message) in classes.iter_mut().zip(&*messages) {
        *place = class(message);
        counts[*place] += 1;
    }
    // For each class: where its next message goes, where its batches end, and how much further on its others go.
    let (mut next, mut ends, mut skipped) = ([0; LAST + 1], [0; LAST + 1], [0; LAST + 1]);
    let mut batched = 0;
    for (class, &count) in counts[..LAST].iter().enumerate() {
        next[class] = batched;
        batched += count - (count as u32 % lanes as u32) as usize;
        ends[class] = batched;
    }
    (next[LAST], ends[LAST]) = (batched, batched);
    let mut rest = batched;
    for (class, count) in counts.iter().enumerate() {
        skipped[class] = rest - ends[class];
        rest += count - (ends[class] - next[class]);
    }
    for (&class, &message) in classes.iter().zip(&*messages) {
        let place = next[class];
        next[class] += 1;
        sorted[if place < ends[class] { place } else { place + skipped[class] }] = message;
    }
    messages.copy_from_slice(&sorted[..messages.len()]);
    batched
}
