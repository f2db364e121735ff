//! Messages in groups with the same number of blocks, each of which one run of a kernel takes to its outputs.
//!
//! Most batches consist of messages of one length, or of messages shorter than a block. Then neighbours make a group,
//! and their outputs lie next to each other too. As soon as neighbours differ, the messages are sorted by their numbers
//! of blocks, a window of them at a time. What does not fill a batch stays in the window, and the messages that are
//! left at the end, or are too different from each other, go to the refill of lanes.

use super::description::{Description, MOST_DIGEST_BYTES, in_words};
use super::refill::{Indices, Job};
use crate::kernel::{Compression, Operands, Padding};
use crate::list::{Entry, Implemented};
use crate::messages::Messages;
use crate::wipe::Wiped;

/// The most messages of a run. A run of a kernel has a cost of its own, which more messages share.
const MOST: usize = 64;

/// Writes the outputs of messages, `each` bytes for each of them.
pub(super) fn digest<C>(
    function: &Description<'_, C>,
    implementation: Option<&'static Entry<C>>,
    messages: &dyn Messages,
    outputs: &mut [u8],
    each: usize,
) where
    C: Compression + for<'a> Implemented<Operands<'a> = Operands<'a, C>>,
{
    let mut call = Call { function, implementation, messages, outputs, each };
    let chosen = call.best(messages.count());
    if !function.writes_outputs(chosen, each) {
        return call.refill(0..messages.count(), &[]);
    }
    // The lists of slices have a cost too, so they are not longer than needed.
    let count = if many_lanes::<C>() { messages.count() } else { BATCH };
    match count {
        ..=4 => call.by_neighbours::<4>(),
        5..=8 => call.by_neighbours::<8>(),
        9..=BATCH => call.by_neighbours::<BATCH>(),
        _ => call.by_neighbours::<MOST>(),
    }
}

/// Whether there is a kernel for more than two states. If there is none, less code does as well.
const fn many_lanes<C: Implemented>() -> bool {
    C::MOST_STATES > 2
}

/// The most messages of a run whose outputs do not lie next to each other.
const BATCH: usize = 16;

/// The class of messages that are in no group: those with this number of blocks or more, and those whose padding makes
/// a block of its own.
const OTHERS: usize = 15;

/// The number of messages times the length of the longest one, in bytes, from which on it pays to sort them. For less,
/// it takes more time than the lanes are idle at the end.
const WORTH_SORTING: usize = 6 << 10;

/// The most bytes of messages of different lengths that are all in one batch, where messages may end in different
/// blocks of a run: they are not with those of the most similar lengths.
const LONG_IN_ONE: usize = 512;

/// A list of slices, at the beginning of a cache line: what was stored across the border of two lines can't be handed on
/// to a load, and a run of eight messages took 200 cycles more.
#[repr(align(64))]
struct Aligned<T>(T);

/// Messages that are sorted together, by their indices.
struct Window {
    messages: [usize; MOST],
    count: usize,
}

impl Window {
    /// Adds messages until the window is full.
    fn fill(&mut self, rest: &mut core::ops::Range<usize>) {
        for (place, message) in self.messages[self.count..].iter_mut().zip(rest) {
            *place = message;
            self.count += 1;
        }
    }

    /// Returns the messages in the order of their classes, and where each class ends.
    fn sorted(&self, class: impl Fn(usize) -> usize) -> ([usize; MOST], [usize; OTHERS + 1]) {
        let mut classes = [0; MOST];
        let mut ends = [0; OTHERS + 1];
        for (place, &message) in classes.iter_mut().zip(&self.messages[..self.count]) {
            *place = class(message);
            ends[*place] += 1;
        }
        let mut sum = 0;
        for end in &mut ends {
            (sum, *end) = (sum + *end, sum);
        }
        let mut order = [0; MOST];
        for (&class, &message) in classes.iter().zip(&self.messages[..self.count]) {
            order[ends[class]] = message;
            ends[class] += 1;
        }
        (order, ends)
    }
}

/// What a call was given.
struct Call<'m, 'o, C: Compression> {
    function: &'m Description<'m, C>,
    implementation: Option<&'static Entry<C>>,
    messages: &'m dyn Messages,
    outputs: &'o mut [u8],
    each: usize,
}

impl<'m, C: Compression> Call<'m, '_, C>
where
    C: for<'a> Implemented<Operands<'a> = Operands<'a, C>>,
{
    /// Returns the implementation for a number of messages.
    fn best(&self, messages: usize) -> &'static Entry<C> {
        self.implementation.unwrap_or_else(|| C::list().best(messages))
    }

    /// Hashes the messages with these indices, in any order: those of a range, and those of a list of at most [`MOST`].
    ///
    /// A lane that gets a long message when no others are left works alone until its end. So the last [`MOST`] messages
    /// are taken with the longest ones first: then the lanes end nearly together.
    fn refill(&mut self, range: core::ops::Range<usize>, list: &[usize]) {
        if !many_lanes::<C>() {
            let Self { function, implementation, messages, each, .. } = *self;
            let waiting = Indices { first: range, then: list };
            return Job { implementation, messages, waiting, each, outputs: self.outputs }.run(function);
        }
        let middle = range.end - range.len().min(MOST - list.len());
        let sorted = self.longest_first(middle..range.end, list);
        let Self { function, implementation, messages, each, .. } = *self;
        let waiting = match &sorted {
            Some((order, count)) => Indices { first: range.start..middle, then: &order[..*count] },
            None => Indices { first: range, then: list },
        };
        Job { implementation, messages, waiting, each, outputs: self.outputs }.run(function);
    }

    /// Returns the messages of a range and of a list with the longest ones first, but those of similar lengths in any
    /// order, and how many they are. `None` if it is not worth it to sort them.
    // Apart from its caller, which would need room on the stack for all of it.
    #[inline(never)]
    fn longest_first(&self, range: core::ops::Range<usize>, list: &[usize]) -> Option<([usize; MOST], usize)> {
        let length = |message: usize| self.messages.message(message).len();
        let (mut least, mut most) = (usize::MAX, 0);
        for message in range.clone().chain(list.iter().copied()) {
            let length = length(message);
            (least, most) = (least.min(length), most.max(length));
        }
        // The longest length has four bits above these, so there are at most 16 classes.
        let bits = (usize::BITS - most.leading_zeros()).saturating_sub(4);
        let class = |length: usize| (most - length) >> bits;
        let count = range.len() + list.len();
        // A difference of less than an eighth of the longest message does not matter.
        let work = count.saturating_mul(most);
        if count <= 2 || class(least) == 0 || work < WORTH_SORTING {
            return None;
        }
        // If each message has a lane, the order matters only where there are fewer lanes, because one message is much
        // longer than the others (`Job::messages_at_once`).
        if work < 4 * WORTH_SORTING && count <= self.best(count).implementation().states() {
            return None;
        }
        let mut window = Window { messages: [0; MOST], count: list.len() };
        window.messages[..list.len()].copy_from_slice(list);
        window.fill(&mut { range });
        Some((window.sorted(|message| class(length(message))).0, count))
    }

    /// Hashes all messages, in runs of at most `N`.
    fn by_neighbours<const N: usize>(mut self) {
        let (mut blocks, mut rests) = (Aligned([&[] as &[u8]; N]), Aligned([&[] as &[u8]; N]));
        let (Aligned(blocks), Aligned(rests)) = (&mut blocks, &mut rests);
        let mut done = 0;
        while done < self.messages.count() {
            let left = self.messages.count() - done;
            self.messages.list(done, &mut rests[..N.min(left)]);
            let block_count = self.function.steps.whole_blocks(rests[0].len());
            let padding = self.function.steps.padding(block_count as u64);
            let (count, entry) = match &padding {
                Some(padding) => {
                    // Where messages end in different blocks of a run, those of one batch need not be sorted.
                    let any = rests[0].len() <= LONG_IN_ONE && left <= self.best(left).implementation().states();
                    let alike = divide_alike::<C, N>(
                        self.function,
                        &mut rests[..N.min(left)],
                        block_count,
                        padding,
                        any,
                        blocks,
                    );
                    self.batches(alike, left)
                }
                None => (0, self.best(1)),
            };
            if let (Some(padding), 1..) = (padding, count) {
                let blocks = self.function.with_common_blocks(&rests[..count], &mut blocks[..count], block_count);
                let outputs = &mut self.outputs[done * self.each..][..count * self.each];
                self.function.digest_alike(entry, blocks, &rests[..count], padding, outputs, self.each);
                done += count;
            } else {
                return self.by_windows(done);
            }
        }
    }

    /// Hashes the messages from index `first` on in windows, sorted by their numbers of blocks.
    fn by_windows(&mut self, first: usize) {
        let entry = self.best(self.messages.count() - first);
        let width = entry.implementation().states();
        let mut window = Window { messages: [0; MOST], count: 0 };
        let mut rest = first..self.messages.count();
        const { assert!(BATCH >= C::MOST_STATES, "a run fills the widest kernel") };
        let digests = self.function.writes_outputs(entry, self.each) && self.each <= self.function.digest_bytes;
        if self.function.ends_are_messages && digests {
            return self.by_lengths(entry, rest);
        }
        // Few messages fill few batches, and the lanes of those that are left are idle for longer than the batches save
        // (benchmarks/zen3.txt).
        if !many_lanes::<C>() || width == 1 || rest.len() < MOST / 2 || !digests {
            return self.refill(rest, &[]);
        }
        while !rest.is_empty() {
            window.fill(&mut rest);
            let (order, ends) = window.sorted(|message| self.class(message));
            let (mut start, mut kept) = (0, 0);
            for (block_count, end) in ends.into_iter().enumerate() {
                let group = &order[start..end];
                start = end;
                let whole = if block_count < OTHERS { group.len() - group.len() % width } else { 0 };
                for batch in group[..whole].chunks(width) {
                    self.scattered(entry, block_count, batch);
                }
                window.messages[kept..][..group.len() - whole].copy_from_slice(&group[whole..]);
                kept += group.len() - whole;
            }
            let hashed = window.count - kept;
            window.count = kept;
            if hashed < MOST / 2 {
                break;
            }
        }
        self.refill(rest, &window.messages[..window.count]);
    }

    /// Hashes messages which may end in different blocks of a run, in windows: those of similar lengths together, as
    /// the longest one decides about the time of a batch. `entry` is the kernel for all of them.
    fn by_lengths(&mut self, entry: &Entry<C>, mut rest: core::ops::Range<usize>) {
        let width = entry.implementation().states();
        // Longer messages take less time in the refill of lanes: a lane takes up the next message when one has ended,
        // whereas in a batch it is idle while the longest message is absorbed.
        let room = self.function.steps.padding(0).map_or(0, |padding| padding.room);
        let mut window = Window { messages: [0; MOST], count: 0 };
        while !rest.is_empty() {
            window.fill(&mut rest);
            let length = |message: usize| self.messages.message(message).len();
            let lengths = window.messages[..window.count].iter().map(|&message| length(message));
            let most = lengths.filter(|&length| length <= room).max().unwrap_or_default();
            let (order, ends) = window.sorted(|message| match most.checked_sub(length(message)) {
                Some(shorter) => shorter * OTHERS / (most + 1),
                None => OTHERS,
            });
            let short = ends[OTHERS - 1];
            let in_one = rest.is_empty() && window.count <= width;
            if 4 * short < 3 * window.count || in_one && most > LONG_IN_ONE {
                break;
            }
            let mut hashed = 0;
            for batch in order[..short].chunks(width) {
                let entry = if batch.len() == width { entry } else { self.best(batch.len()) };
                // The last batch need not be full, if all others are in batches too.
                let last = rest.is_empty() && short == window.count && self.function.writes_outputs(entry, self.each);
                if batch.len() == width || last {
                    self.scattered(entry, 0, batch);
                    hashed += batch.len();
                }
            }
            window.count -= hashed;
            window.messages[..window.count].copy_from_slice(&order[hashed..][..window.count]);
        }
        self.refill(rest, &window.messages[..window.count]);
    }

    /// Returns a message's number of blocks, or [`OTHERS`] if it can't be in a group.
    fn class(&self, message: usize) -> usize {
        let message = self.messages.message(message);
        let blocks = self.function.steps.whole_blocks(message.len());
        let fits = || self.function.divided(message, blocks, &self.function.steps.padding(blocks as u64)?);
        if blocks < OTHERS && fits().is_some() { blocks } else { OTHERS }
    }

    /// Hashes messages with these indices, which have the same number of blocks.
    fn scattered(&mut self, entry: &Entry<C>, block_count: usize, indices: &[usize]) {
        let Some(padding) = self.function.steps.padding(block_count as u64) else { return };
        let (mut blocks, mut rests): ([&[u8]; BATCH], [&[u8]; BATCH]) = ([&[]; BATCH], [&[]; BATCH]);
        for (n, &index) in indices.iter().enumerate() {
            (blocks[n], rests[n]) = self.messages.message(index).split_at(block_count * self.function.buffer_bytes);
        }
        let mut outputs = Wiped([[0; MOST_DIGEST_BYTES]; BATCH]);
        let outputs = &mut outputs.as_flattened_mut()[..indices.len() * self.each];
        let (blocks, rests) = (&mut blocks[..indices.len()], &rests[..indices.len()]);
        let blocks = self.function.with_common_blocks(rests, blocks, block_count);
        self.function.digest_alike(entry, blocks, rests, padding, outputs, self.each);
        for (output, &index) in outputs.chunks_exact(self.each).zip(indices) {
            self.outputs[index * self.each..][..self.each].copy_from_slice(output);
        }
    }

    /// Returns how many of `alike` messages are hashed in the next run, and by which implementation: whole batches, or
    /// all of them if no others are left. `left` is the number of all messages that are left.
    fn batches(&self, alike: usize, left: usize) -> (usize, &'static Entry<C>) {
        let entry = self.best(alike);
        let width = entry.implementation().states();
        let count = if alike > width { alike - alike % width } else { alike };
        let fills = count == left || count >= self.best(left).implementation().states().min(left);
        if fills && self.function.writes_outputs(entry, self.each) { (count, entry) } else { (0, entry) }
    }
}

/// Divides messages into blocks and rests, as far as they have this number of blocks. Returns their number. A message
/// that has been divided is replaced by its rest. If rests are whole messages, they have equal numbers of blocks, or
/// `any`.
fn divide_alike<'m, C, const N: usize>(
    function: &Description<'_, C>,
    messages: &mut [&'m [u8]],
    block_count: usize,
    padding: &Padding,
    any: bool,
    blocks: &mut [&'m [u8]; N],
) -> usize
where
    C: Compression + for<'a> Implemented<Operands<'a> = Operands<'a, C>>,
{
    let mut count = 0;
    let first = messages.first().map_or(0, |message| in_words(message));
    for (message, blocks) in messages.iter_mut().zip(blocks) {
        if function.ends_are_messages && in_words(message) != first && !(any && message.len() <= LONG_IN_ONE) {
            break;
        }
        let Some(divided) = function.divided(message, block_count, padding) else { break };
        (*blocks, *message) = divided;
        // Messages in memory are fetched from there all at once in this loop. The kernel would wait for one after the
        // other: it took 20 % more time for half a million messages of 64 bytes.
        if N == MOST {
            core::hint::black_box(message.first().copied());
        }
        count += 1;
    }
    count
}
