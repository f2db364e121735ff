//! The first part of a plan: messages from their first byte to their outputs in one run, by kernels that pad.

use super::classes::{LAST, sort_by_class};
use super::lanes::{Order, Others};
use super::thresholds::{LEAST_SORTED, LEAST_SORTED_WITH_LANES, LENGTH_CLASSES, MOST, MOST_LANES};
use super::{Call, Lengths, Width};
use core::ops::Range;

/// The messages of a run that takes them from their first byte to their outputs.
pub(crate) struct Batch<'b> {
    /// Which they are.
    pub indices: Indices<'b>,
    /// How many they are.
    pub count: usize,
    /// How many bytes of blocks each of them has, besides its end.
    pub block_bytes: usize,
    /// The kernel is the one that is right for this number of messages.
    pub at_once: usize,
}

/// The indices of the messages of a batch.
pub(crate) enum Indices<'b> {
    /// Neighbours, from this one on; so are their outputs.
    From(usize),
    /// Any messages.
    Listed(&'b [usize]),
}

/// The runs of the first part, one after the other.
pub(crate) struct Batches<'c> {
    call: &'c Call<'c>,
    /// The kernel that is right for all messages.
    kernel: Width,
    /// The messages that are in no batch yet, and not in `grouped`.
    rest: Range<usize>,
    /// The messages that are being grouped, once two neighbours were not alike.
    grouped: Option<Grouped>,
}

impl<'c> Batches<'c> {
    /// Returns the plan for all messages of a call.
    pub(crate) fn new(call: &'c Call<'c>) -> Self {
        let count = call.messages.count();
        Self { call, kernel: (call.width)(count), rest: 0..count, grouped: None }
    }

    /// Returns the most messages of a run.
    pub(crate) fn most(&self) -> usize {
        let most = if self.call.has_many_lanes() { MOST } else { MOST_LANES };
        if self.kernel.pads { self.rest.len().min(most) } else { 0 }
    }

    /// Returns the next run, and writes its messages into the first of `places`.
    #[inline]
    pub(crate) fn next(&mut self, places: &mut [&'c [u8]]) -> Option<Batch<'_>> {
        if self.rest.is_empty() && self.grouped.is_none() { None } else { self.next_of_rest(places) }
    }

    fn next_of_rest(&mut self, places: &mut [&'c [u8]]) -> Option<Batch<'_>> {
        if self.grouped.is_none() {
            let next = self.neighbours(places);
            if next.is_some() {
                return next;
            }
            self.grouped = Grouped::new(self.call, self.rest.len());
        }
        let grouped = self.grouped.as_mut()?;
        grouped.next(self.call, &mut self.rest, places)
    }

    /// Returns a run of the next messages, if enough of them are alike.
    fn neighbours(&mut self, places: &mut [&'c [u8]]) -> Option<Batch<'static>> {
        let (call, first, left) = (self.call, self.rest.start, self.rest.len());
        let most = places.len().min(left);
        let next = &mut places[..most];
        call.messages.list(first, next);
        let (alike, block_bytes) = call.grouping.alike(call, Lengths::of(next), left);
        let kernel = if alike == self.rest.end { self.kernel } else { (call.width)(alike) };
        // Whole batches, or all messages if no others are left.
        let count = if alike > kernel.lanes { alike - alike % kernel.lanes } else { alike };
        let fills = count == left || count >= (call.width)(left).lanes.min(left);
        if !fills || !kernel.pads || count == 0 {
            return None;
        }
        self.rest.start += count;
        Some(Batch { indices: Indices::From(first), count, block_bytes, at_once: alike })
    }

    /// Returns the second part of the plan: that of the messages that are in no batch. `None` if there are none.
    ///
    /// A lane that gets a long message when no others are left works alone until its end. So the last [`MOST`] messages
    /// are taken with the longest ones first: then the lanes end nearly together.
    #[inline]
    pub(crate) fn others(&mut self) -> Option<Others<'_>> {
        let listed = self.grouped.as_ref().map_or(0, |grouped| grouped.count);
        if self.rest.is_empty() && listed == 0 { None } else { Some(self.in_order(listed)) }
    }

    fn in_order(&mut self, listed: usize) -> Others<'_> {
        let sorted = self.rest.end - self.rest.len().min(MOST - listed)..self.rest.end;
        if self.call.has_many_lanes()
            && let Some(classes) = self.classes(&sorted)
        {
            let grouped = self.grouped.get_or_insert_with(Grouped::none);
            self.rest.end = sorted.start;
            grouped.take(&mut { sorted });
            let messages = &mut grouped.messages[..grouped.count];
            sort_by_class(messages, 1, |message| classes.of(self.call.length(message)));
        }
        let list = self.grouped.as_ref().map_or(&[][..], |grouped| &grouped.messages[..grouped.count]);
        Others::new(self.call, Order { range: self.rest.clone(), list })
    }

    /// Returns the classes of the messages of `range` and of those that are left of a group, the longest first. `None`
    /// if it is not worth it to sort them.
    fn classes(&self, range: &Range<usize>) -> Option<LengthClasses> {
        let list = self.grouped.as_ref().map_or(&[][..], |grouped| &grouped.messages[..grouped.count]);
        let count = range.len() + list.len();
        if count <= 2 {
            return None;
        }
        let (mut least, mut most) = (usize::MAX, 0);
        for message in range.clone().chain(list.iter().copied()) {
            let length = self.call.length(message);
            (least, most) = (least.min(length), most.max(length));
        }
        let classes = LengthClasses::up_to(most);
        let work = count.saturating_mul(most);
        if classes.of(least) == 0 || work < LEAST_SORTED {
            return None;
        }
        let has_lanes = || count <= (self.call.width)(count).lanes;
        (work >= LEAST_SORTED_WITH_LANES || !has_lanes()).then_some(classes)
    }
}

/// Messages in classes of similar lengths, of which 0 has the longest ones.
struct LengthClasses {
    most: usize,
    bits: u32,
}

impl LengthClasses {
    fn up_to(most: usize) -> Self {
        const { assert!(LENGTH_CLASSES == LAST + 1, "a class for each of the highest bits") };
        // The longest length has four bits above these.
        Self { most, bits: (usize::BITS - most.leading_zeros()).saturating_sub(LENGTH_CLASSES.ilog2()) }
    }

    fn of(&self, length: usize) -> usize {
        (self.most - length) >> self.bits
    }
}

/// Messages that are grouped together, by their indices.
struct Grouped {
    messages: [usize; MOST],
    count: usize,
    /// The first so many are in batches.
    batched: usize,
    /// So many of these have had their run.
    done: usize,
    /// The number of lanes of a batch, and the number of messages that it was chosen for.
    lanes: usize,
    at_once: usize,
}

impl Grouped {
    /// Returns no messages, for batches of the kernel that is right for all that are left. `None` if it is not worth
    /// it to group them.
    fn new(call: &Call<'_>, left: usize) -> Option<Self> {
        let kernel = (call.width)(left);
        let worth = left >= call.grouping.least() && call.has_many_lanes() && kernel.lanes > 1;
        (worth && kernel.pads && call.scatters).then(|| Self { lanes: kernel.lanes, at_once: left, ..Self::none() })
    }

    /// Returns no messages.
    fn none() -> Self {
        Self { messages: [0; MOST], count: 0, batched: 0, done: 0, lanes: 1, at_once: 1 }
    }

    /// Adds messages, as many as there is room for.
    fn take(&mut self, rest: &mut Range<usize>) {
        for (place, message) in self.messages[self.count..].iter_mut().zip(rest) {
            *place = message;
            self.count += 1;
        }
    }

    /// Returns the next run, and writes its messages into the first of `places`.
    fn next<'c>(&mut self, call: &Call<'c>, rest: &mut Range<usize>, places: &mut [&'c [u8]]) -> Option<Batch<'_>> {
        if self.done == self.batched && !self.group(call, rest) {
            return None;
        }
        let count = self.lanes.min(self.batched - self.done);
        let batch = &self.messages[self.done..][..count];
        self.done += count;
        for (place, &message) in places.iter_mut().zip(batch) {
            *place = call.messages.message(message);
        }
        let block_bytes = call.grouping.block_bytes(call, Lengths::of(&places[..count]));
        let at_once = if count == self.lanes { self.at_once } else { count };
        Some(Batch { indices: Indices::Listed(batch), count, block_bytes, at_once })
    }

    /// Groups what is left together with the next messages. Returns false if that is not worth it.
    fn group(&mut self, call: &Call<'_>, rest: &mut Range<usize>) -> bool {
        let worth = self.count == 0 || self.batched >= call.grouping.least();
        self.messages.copy_within(self.batched..self.count, 0);
        self.count -= self.batched;
        (self.batched, self.done) = (0, 0);
        if !worth || (*rest).is_empty() {
            return false;
        }
        self.take(rest);
        let messages = &mut self.messages[..self.count];
        self.batched = call.grouping.group(call, messages, self.lanes, !(*rest).is_empty());
        self.batched > 0
    }
}
