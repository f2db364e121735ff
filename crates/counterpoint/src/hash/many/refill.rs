//! Messages of any lengths in the lanes of a kernel for N states, which stay full until no message is left.
//!
//! Each lane contains one message: its state, the position in the message, and its padded tail. If all messages in
//! the lanes have the same shape, one run of the kernel takes them from their first byte to their output. Otherwise
//! all lanes absorb the same number of blocks in each step: the smallest number that any of them can read from one
//! slice. A lane whose message has ended continues with the next message. The finished state is kept until there are
//! as many of them as the kernel processes at once, or until no message is left.

use super::description::Description;
use crate::kernel::{Compression, Input, Operands};
use crate::list::{Entry, Implemented};
use crate::messages::Messages;
use crate::wipe::Wiped;

/// The largest number of messages that are hashed at the same time.
const MOST_LANES: usize = 16;

/// The indices of messages: those of a range, and then those of a list.
#[derive(Clone)]
pub(super) struct Indices<'i> {
    pub first: core::ops::Range<usize>,
    pub then: &'i [usize],
}

impl Iterator for Indices<'_> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        if let Some(index) = self.first.next() {
            return Some(index);
        }
        let (index, others) = self.then.split_first()?;
        self.then = others;
        Some(*index)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.first.len() + self.then.len();
        (count, Some(count))
    }
}

impl ExactSizeIterator for Indices<'_> {}

/// Some messages of a call.
pub(super) struct Job<'m, 'o, C: Compression> {
    /// The implementation that the caller chose.
    pub implementation: Option<&'static Entry<C>>,
    pub messages: &'m dyn Messages,
    /// The indices of the messages that have not been assigned to a lane.
    pub waiting: Indices<'m>,
    /// Bytes of output for each message.
    pub each: usize,
    /// The outputs of all messages of the call.
    pub outputs: &'o mut [u8],
}

impl<'m, C: Compression> Job<'m, '_, C>
where
    C: for<'a> Implemented<Operands<'a> = Operands<'a, C>>,
{
    /// Hashes the messages by a function.
    pub(super) fn run(mut self, function: &Description<'_, C>) {
        const { assert!(MOST_LANES >= C::MOST_STATES, "the lanes fill the widest kernel") };
        let at_once = self.messages_at_once(function.block_bytes);
        let chosen = self.implementation.unwrap_or_else(|| C::list().best(at_once));
        let steps = function.steps;
        // Preparing a lane has a cost, so there are no more lanes than needed.
        match chosen.implementation().states().min(self.waiting.len()) {
            _ if C::MOST_STATES == 1 => self.one_by_one(function, chosen),
            0 | 1 => self.one_by_one(function, chosen),
            2 => steps.with_tails(2, &mut |tails| self.in_lanes::<2>(function, at_once, tails)),
            3..=4 if C::MOST_STATES > 2 => {
                steps.with_tails(4, &mut |tails| self.in_lanes::<4>(function, at_once, tails));
            }
            5..=8 if C::MOST_STATES > 4 => {
                steps.with_tails(8, &mut |tails| self.in_lanes::<8>(function, at_once, tails));
            }
            _ if C::MOST_STATES > 8 => {
                steps.with_tails(MOST_LANES, &mut |tails| self.in_lanes::<MOST_LANES>(function, at_once, tails));
            }
            _ => unreachable!("a kernel has no more states than the widest one"),
        }
    }

    /// Returns how many messages are hashed at the same time on average, if each has a lane of its own: the number of
    /// all blocks divided by that of the longest message. If one message is much longer than the others, most lanes are
    /// empty most of the time. Where there are more messages than lanes, others take their places.
    fn messages_at_once(&self, block_bytes: usize) -> usize {
        let count = self.waiting.len();
        if count > MOST_LANES {
            return count;
        }
        let (mut all, mut most) = (0, 1);
        for message in self.waiting.clone() {
            let blocks = self.messages.message(message).len() / block_bytes + 1;
            all += blocks;
            most = most.max(blocks);
        }
        (all + most / 2) / most
    }

    fn one_by_one(&mut self, function: &Description<'_, C>, implementation: &'static Entry<C>) {
        for i in &mut self.waiting {
            let output = &mut self.outputs[i * self.each..][..self.each];
            function.steps.whole(implementation, self.messages.message(i), output);
        }
    }

    /// `tails` are zeros, and have room for the longest padded tail of each lane.
    fn in_lanes<const LANES: usize>(&mut self, function: &Description<'_, C>, at_once: usize, tails: &mut [u8]) {
        let mut lanes = Lanes::<C, LANES>::new(function, tails);
        let mut ended: Option<Ended<C, LANES>> = None;
        loop {
            // While messages are waiting, use all lanes of the chosen kernel; at the end, only the lanes that still
            // have one.
            let messages = at_once.min(lanes.active + self.waiting.len());
            let implementation = self.implementation.unwrap_or_else(|| C::list().best(messages));
            let width = implementation.implementation().states().min(LANES);
            let started = lanes.active;
            for lane in started..width {
                if !self.start_next(&mut lanes, lane) {
                    break;
                }
            }
            if lanes.active == 0 {
                return ended.iter_mut().for_each(|ended| self.write(function, ended));
            }
            if started == 0 && lanes.alike() {
                self.run_whole(implementation, &mut lanes);
                continue;
            }
            let active = lanes.active;
            function.set_to_initial(&mut lanes.states[started..active]);
            lanes.step(implementation);
            self.replace_ended(&mut lanes, &mut ended);
        }
    }

    /// Assigns the next message to a lane by [`Lanes::start`]. Returns false if no message is left.
    fn start_next<const LANES: usize>(&mut self, lanes: &mut Lanes<'m, '_, C, LANES>, lane: usize) -> bool {
        let Some(next) = self.waiting.next() else { return false };
        lanes.start(lane, next, self.messages.message(next));
        true
    }

    /// Takes messages that have just been started to their output, writes it, and frees the lanes.
    fn run_whole<const LANES: usize>(&mut self, implementation: &Entry<C>, lanes: &mut Lanes<'m, '_, C, LANES>) {
        let function = lanes.function;
        lanes.run_whole(implementation, (self.each <= function.output_block_bytes).then_some(self.each));
        let active = core::mem::take(&mut lanes.active);
        let numbers = lanes.places.map(|place| place.message);
        let states = &mut lanes.states[..active];
        self.write_from(function, implementation, states, &numbers, function.finalize_before_output);
    }

    /// Assigns the next messages to the lanes whose messages have ended, and keeps their states in `ended`. A lane is
    /// freed if no message is left for it.
    fn replace_ended<const LANES: usize>(
        &mut self,
        lanes: &mut Lanes<'m, '_, C, LANES>,
        ended: &mut Option<Ended<C, LANES>>,
    ) {
        let mut lane = 0;
        while lane < lanes.active {
            if !lanes.places[lane].ended() {
                lane += 1;
                continue;
            }
            let ended = ended.get_or_insert_with(|| Ended::new(lanes.function));
            if ended.count == LANES {
                self.write(lanes.function, ended);
            }
            ended.push(lanes.places[lane].message, &lanes.states[lane]);
            if self.start_next(lanes, lane) {
                lanes.states[lane] = *lanes.function.initial;
                lane += 1;
            } else {
                lanes.remove(lane);
            }
        }
    }

    /// Writes the outputs of the messages that have ended. Their number decides about the kernel, not that of the
    /// messages that go on: the last ones would be finalized one by one otherwise.
    fn write<const LANES: usize>(&mut self, function: &Description<'_, C>, ended: &mut Ended<C, LANES>) {
        let count = core::mem::take(&mut ended.count);
        let implementation = self.implementation.unwrap_or_else(|| C::list().best(count));
        self.write_from(function, implementation, &mut ended.states[..count], &ended.messages, false);
    }

    /// Writes the outputs of `states`, which belong to the messages with the indices `messages`.
    fn write_from(
        &mut self,
        function: &Description<'_, C>,
        implementation: &Entry<C>,
        states: &mut [C::State],
        messages: &[usize],
        mut finished: bool,
    ) {
        let mut written = 0;
        while written < self.each && !states.is_empty() {
            if !finished && (written > 0 || function.finalize_before_output) {
                function.run(implementation, states, Input::FINALIZE);
            }
            finished = false;
            let part = (self.each - written).min(function.output_block_bytes);
            for (state, message) in states.iter().zip(messages) {
                let start = message * self.each + written;
                function.steps.extract(state, &mut self.outputs[start..start + part]);
            }
            written += part;
        }
    }
}

/// The messages that are hashed at the same time; the first `active` entries of each array are valid.
struct Lanes<'m, 'f, C: Compression, const LANES: usize> {
    function: &'f Description<'f, C>,
    active: usize,
    /// Number of lanes that have contained a message; the others are unchanged since their creation.
    used: usize,
    states: Wiped<[C::State; LANES]>,
    places: [Place<'m>; LANES],
    /// The padded tails, `tail_bytes` bytes for each lane.
    tails: &'f mut [u8],
    tail_bytes: usize,
}

/// The position of a lane in its message.
#[derive(Clone, Copy)]
struct Place<'m> {
    /// Index of the message.
    message: usize,
    /// The whole blocks that are still to be absorbed.
    blocks: &'m [u8],
    /// The range of the lane's padded tail that is still to be absorbed after those blocks.
    tail: (usize, usize),
}

impl Place<'_> {
    fn ended(&self) -> bool {
        self.blocks.is_empty() && self.tail.0 == self.tail.1
    }
}

impl<'m, 'f, C: Compression, const LANES: usize> Lanes<'m, 'f, C, LANES>
where
    C: for<'a> Implemented<Operands<'a> = Operands<'a, C>>,
{
    fn new(function: &'f Description<'f, C>, tails: &'f mut [u8]) -> Self {
        Self {
            function,
            active: 0,
            used: 0,
            states: Wiped([*Wiped::blank(function.initial); LANES]),
            places: [Place { message: 0, blocks: &[], tail: (0, 0) }; LANES],
            tail_bytes: tails.len() / LANES,
            tails,
        }
    }

    /// Assigns a message to a lane that is not active or whose message has ended. Leaves the lane's state unchanged.
    fn start(&mut self, lane: usize, message: usize, bytes: &'m [u8]) {
        let tail = &mut self.tails[lane * self.tail_bytes..][..self.tail_bytes];
        let (blocks, length) = self.function.steps.pad(bytes, tail, lane < self.used);
        self.places[lane] = Place { message, blocks, tail: (0, length) };
        self.active = self.active.max(lane + 1);
        self.used = self.used.max(self.active);
    }

    /// Frees a lane whose message has ended; the last active lane takes its place.
    fn remove(&mut self, lane: usize) {
        self.active -= 1;
        self.states[lane] = self.states[self.active];
        self.places[lane] = self.places[self.active];
        let last = self.active * self.tail_bytes;
        self.tails.copy_within(last..last + self.tail_bytes, lane * self.tail_bytes);
    }

    /// Whether all lanes still have to absorb the same number of blocks, divided between message and tail alike.
    fn alike(&self) -> bool {
        let left = |place: &Place<'_>| (place.blocks.len(), place.tail);
        let [first, others @ ..] = &self.places[..self.active] else { return true };
        others.iter().all(|place| left(place) == left(first))
    }

    /// Takes messages that have just been started to their output, whatever the lanes' states contain before.
    fn run_whole(&mut self, implementation: &Entry<C>, output_bytes: Option<usize>) {
        let (mut blocks, mut tails): ([&[u8]; LANES], [&[u8]; LANES]) = ([&[]; LANES], [&[]; LANES]);
        for (lane, place) in self.places[..self.active].iter().enumerate() {
            blocks[lane] = place.blocks;
            tails[lane] = &self.tails[lane * self.tail_bytes..][..place.tail.1];
        }
        let (blocks, tails) = (&blocks[..self.active], &tails[..self.active]);
        let input = Input { blocks, tails, finalize: self.function.finalize_before_output };
        self.function.run_from_start(implementation, &mut self.states[..self.active], input, output_bytes);
    }

    /// Absorbs as many blocks as every lane can read from one slice.
    fn step(&mut self, implementation: &Entry<C>) {
        let mut pieces: [&[u8]; LANES] = [&[]; LANES];
        let mut least = usize::MAX;
        for ((piece, place), tail) in
            pieces.iter_mut().zip(&self.places[..self.active]).zip(self.tails.chunks_exact(self.tail_bytes))
        {
            *piece = match place.blocks {
                [] => &tail[place.tail.0..place.tail.1],
                blocks => blocks,
            };
            least = least.min(piece.len());
        }
        for piece in &mut pieces[..self.active] {
            *piece = &piece[..least];
        }
        let input = Input { blocks: &pieces[..self.active], ..Input::default() };
        self.function.run(implementation, &mut self.states[..self.active], input);
        for place in &mut self.places[..self.active] {
            match place.blocks {
                [] => place.tail.0 += least,
                blocks => place.blocks = &blocks[least..],
            }
        }
    }
}

/// States that have absorbed their whole messages; the first `count` entries of each array are valid.
struct Ended<C: Compression, const LANES: usize> {
    count: usize,
    states: Wiped<[C::State; LANES]>,
    messages: [usize; LANES],
}

impl<C: Compression, const LANES: usize> Ended<C, LANES> {
    fn new(function: &Description<'_, C>) -> Self {
        Self { count: 0, states: Wiped([*Wiped::blank(function.initial); LANES]), messages: [0; LANES] }
    }

    fn push(&mut self, message: usize, state: &C::State) {
        self.states[self.count] = *state;
        self.messages[self.count] = message;
        self.count += 1;
    }
}
