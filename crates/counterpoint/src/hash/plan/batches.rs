//! The first part of a plan: messages that one run takes from first byte to output, with kernels that pad.

use super::classes::sort_by_class;
use super::lanes::{Order, Others};
use super::survey::Survey;
use super::thresholds::{MOST, MOST_LANES};
use super::{Call, Lengths, Width};
use core::ops::Range;

/// A run from the first bytes of its messages to their outputs.
pub(crate) struct Batch<'b> {
    /// Which messages.
    pub indices: Indices<'b>,
    /// How many messages.
    pub count: usize,
    /// How many bytes of blocks each message has, not counting its end.
    pub block_bytes: usize,
    /// The kernel is the best one for this many messages, which may be more than `count`.
    pub at_once: usize,
}

/// The indices of the messages of a batch.
pub(crate) enum Indices<'b> {
    /// Consecutive messages from this index on. Their outputs are consecutive too.
    From(usize),
    /// Any messages.
    Listed(&'b [usize]),
}

/// The runs of the first part, in order.
pub(crate) struct Batches<'c> {
    call: &'c Call<'c>,
    /// The best kernel for all messages.
    kernel: Width,
    /// The messages that are neither in a batch nor in `grouped`.
    rest: Range<usize>,
    /// The messages being grouped, once the next messages that are alike no longer fill a kernel.
    grouped: Option<Grouped>,
}

impl<'c> Batches<'c> {
    /// Plans the messages of a call.
    pub(crate) fn new(call: &'c Call<'c>) -> Self {
        let count = call.messages.count();
        Self { call, kernel: (call.width)(count), rest: 0..count, grouped: None }
    }

    /// Returns an upper bound on the number of messages in a run.
    pub(crate) fn most(&self) -> usize {
        let most = if self.call.has_many_lanes() { MOST } else { MOST_LANES };
        if self.kernel.pads { self.rest.len().min(most) } else { 0 }
    }

    /// Returns the next run, and writes its messages to the start of `places`.
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
            let left = self.rest.len();
            self.grouped = Some(Grouped::new(self.call, self.width(left), left)?);
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
        let kernel = self.width(alike);
        // Whole batches, or a single one that need not be full.
        let count = if alike > kernel.lanes { alike - alike % kernel.lanes } else { alike };
        let fills = count == left || count >= self.width(left).lanes.min(left);
        if !fills || !kernel.pads || count == 0 {
            return None;
        }
        self.rest.start += count;
        Some(Batch { indices: Indices::From(first), count, block_bytes, at_once: alike })
    }

    /// Returns the width of the best kernel for a number of messages. The width for all messages is looked up only
    /// once.
    fn width(&self, messages: usize) -> Width {
        if messages == self.rest.end { self.kernel } else { (self.call.width)(messages) }
    }

    /// Returns the second part of the plan, for the messages that are in no batch; `None` if there are none.
    #[inline]
    pub(crate) fn others(&mut self) -> Option<Others<'_>> {
        let count = self.rest.len() + self.left_of_groups().len();
        if count == 0 { None } else { Some(self.in_order(count)) }
    }

    /// If a long message started last, all other lanes would be idle until it ends. So the longest of the last [`MOST`]
    /// messages start first, and all lanes finish at nearly the same time.
    fn in_order(&mut self, count: usize) -> Others<'_> {
        let (call, list) = (self.call, self.left_of_groups());
        let last = self.rest.end - self.rest.len().min(MOST - list.len())..self.rest.end;
        let survey = Survey::of(call, count, Order { range: last.clone(), list });
        if let Some(classes) = survey.classes() {
            let grouped = self.grouped.get_or_insert_with(Grouped::none);
            self.rest.end = last.start;
            grouped.take(&mut { last });
            let messages = &mut grouped.messages[..grouped.count];
            sort_by_class(messages, 1, |message| classes.of(call.length(message)));
        }
        Others::new(call, Order { range: self.rest.clone(), list: self.left_of_groups() }, survey.at_once())
    }

    /// Returns the messages that were grouped, but are in no batch.
    fn left_of_groups(&self) -> &[usize] {
        self.grouped.as_ref().map_or(&[], |grouped| &grouped.messages[..grouped.count])
    }
}

/// A group of messages, by index.
struct Grouped {
    messages: [usize; MOST],
    count: usize,
    /// How many of them, counted from the first, are in batches.
    batched: usize,
    /// How many of those have been run.
    done: usize,
    /// The number of lanes of a batch, and the number of messages that its kernel is chosen for.
    lanes: usize,
    at_once: usize,
}

impl Grouped {
    /// Returns an empty group whose batches suit the best kernel for all remaining messages, or `None` if grouping
    /// isn't worthwhile.
    fn new(call: &Call<'_>, kernel: Width, left: usize) -> Option<Self> {
        let worth = left >= call.grouping.least() && call.has_many_lanes() && kernel.lanes > 1;
        (worth && kernel.pads && call.scatters).then(|| Self { lanes: kernel.lanes, at_once: left, ..Self::none() })
    }

    /// Returns an empty group.
    fn none() -> Self {
        Self { messages: [0; MOST], count: 0, batched: 0, done: 0, lanes: 1, at_once: 1 }
    }

    /// Adds as many messages as there is room for.
    fn take(&mut self, rest: &mut Range<usize>) {
        for (place, message) in self.messages[self.count..].iter_mut().zip(rest) {
            *place = message;
            self.count += 1;
        }
    }

    /// Returns the next run, and writes its messages to the start of `places`.
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

    /// Groups the leftover messages with the next ones. Returns false if no batch results.
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
