//! Messages of any lengths in the lanes of a kernel for N states, which stay full until no message is left.
//!
//! Each lane contains one message: its state, the position in the message, and its padded tail. If all messages in
//! the lanes have the same shape, one run of the kernel takes them from their first byte to their output. Otherwise
//! all lanes absorb the same number of blocks in each step: the smallest number that any of them can read from one
//! slice. A lane whose message has ended continues with the next message. The finished state is kept until there are
//! as many of them as the kernel processes at once, or until no message is left.

use super::super::output::Output;
use super::super::{Bytes, Ending, Function, buffer_bytes, run, run_from_start};
use crate::kernel::{Compression, Input};
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
pub(super) struct Job<'m, 'o, F: Function> {
    pub function: &'m F,
    /// The implementation that the caller chose.
    pub implementation: Option<&'static Entry<F::Primitive>>,
    pub messages: &'m dyn Messages,
    /// The indices of the messages that have not been assigned to a lane.
    pub waiting: Indices<'m>,
    /// Bytes of output for each message.
    pub each: usize,
    /// The outputs of all messages of the call.
    pub outputs: &'o mut [u8],
}

impl<'m, F: Function> Job<'m, '_, F> {
    /// Hashes the messages.
    pub(super) fn run(self) {
        const { assert!(MOST_LANES >= F::Primitive::MOST_STATES, "the lanes fill the widest kernel") };
        let at_once = self.messages_at_once();
        let chosen = self.implementation.unwrap_or_else(|| F::Primitive::list().best(at_once));
        // Preparing a lane has a cost, so there are no more lanes than needed.
        match chosen.implementation().states().min(self.waiting.len()) {
            0 | 1 => self.one_by_one(chosen),
            2 => self.in_lanes::<2>(at_once),
            3..=4 => self.in_lanes::<4>(at_once),
            5..=8 => self.in_lanes::<8>(at_once),
            _ => self.in_lanes::<MOST_LANES>(at_once),
        }
    }

    /// Returns how many messages are hashed at the same time on average, if each has a lane of its own: the number of
    /// all blocks divided by that of the longest message. If one message is much longer than the others, most lanes are
    /// empty most of the time. Where there are more messages than lanes, others take their places.
    fn messages_at_once(&self) -> usize {
        let count = self.waiting.len();
        if count > MOST_LANES {
            return count;
        }
        let (mut all, mut most) = (0, 1);
        for message in self.waiting.clone() {
            let blocks = self.messages.message(message).len() / F::BLOCK_BYTES + 1;
            all += blocks;
            most = most.max(blocks);
        }
        (all + most / 2) / most
    }

    fn one_by_one(self, implementation: &'static Entry<F::Primitive>) {
        for i in self.waiting {
            let output = &mut self.outputs[i * self.each..][..self.each];
            Output::whole(self.function, implementation, self.messages.message(i), output);
        }
    }

    fn in_lanes<const LANES: usize>(mut self, at_once: usize) {
        let mut lanes = Lanes::<F, LANES>::new(self.function);
        let mut ended: Option<Ended<F, LANES>> = None;
        loop {
            // While messages are waiting, use all lanes of the chosen kernel; at the end, only the lanes that still
            // have one.
            let messages = at_once.min(lanes.active + self.waiting.len());
            let implementation = self.implementation.unwrap_or_else(|| F::Primitive::list().best(messages));
            let width = implementation.implementation().states().min(LANES);
            let started = lanes.active;
            for lane in started..width {
                if !self.start_next(&mut lanes, lane) {
                    break;
                }
            }
            if lanes.active == 0 {
                return ended.iter_mut().for_each(|ended| self.write(ended));
            }
            if started == 0 && lanes.alike() {
                self.run_whole(implementation, &mut lanes);
                continue;
            }
            lanes.states[started..lanes.active].fill(*self.function.initial());
            lanes.step(implementation);
            self.replace_ended(&mut lanes, &mut ended);
        }
    }

    /// Assigns the next message to a lane by [`Lanes::start`]. Returns false if no message is left.
    fn start_next<const LANES: usize>(&mut self, lanes: &mut Lanes<'m, F, LANES>, lane: usize) -> bool {
        let Some(next) = self.waiting.next() else { return false };
        lanes.start(lane, next, self.messages.message(next));
        true
    }

    /// Takes messages that have just been started to their output, writes it, and frees the lanes.
    fn run_whole<const LANES: usize>(&mut self, implementation: &Entry<F::Primitive>, lanes: &mut Lanes<'m, F, LANES>) {
        lanes.run_whole(implementation, (self.each <= F::OUTPUT_BLOCK_BYTES).then_some(self.each));
        let active = core::mem::take(&mut lanes.active);
        let numbers = lanes.places.map(|place| place.message);
        self.write_from(implementation, &mut lanes.states[..active], &numbers, F::FINALIZE_BEFORE_OUTPUT);
    }

    /// Assigns the next messages to the lanes whose messages have ended, and keeps their states in `ended`. A lane is
    /// freed if no message is left for it.
    fn replace_ended<const LANES: usize>(
        &mut self,
        lanes: &mut Lanes<'m, F, LANES>,
        ended: &mut Option<Ended<F, LANES>>,
    ) {
        let mut lane = 0;
        while lane < lanes.active {
            if !lanes.places[lane].ended() {
                lane += 1;
                continue;
            }
            let ended = ended.get_or_insert_with(|| Ended::new(self.function));
            if ended.count == LANES {
                self.write(ended);
            }
            ended.push(lanes.places[lane].message, lanes.states[lane]);
            if self.start_next(lanes, lane) {
                lanes.states[lane] = *self.function.initial();
                lane += 1;
            } else {
                lanes.remove(lane);
            }
        }
    }

    /// Writes the outputs of the messages that have ended. Their number decides about the kernel, not that of the
    /// messages that go on: the last ones would be finalized one by one otherwise.
    fn write<const LANES: usize>(&mut self, ended: &mut Ended<F, LANES>) {
        let count = core::mem::take(&mut ended.count);
        let implementation = self.implementation.unwrap_or_else(|| F::Primitive::list().best(count));
        self.write_from(implementation, &mut ended.states[..count], &ended.messages, false);
    }

    /// Writes the outputs of `states`, which belong to the messages with the indices `messages`.
    fn write_from(
        &mut self,
        implementation: &Entry<F::Primitive>,
        states: &mut [<F::Primitive as Compression>::State],
        messages: &[usize],
        mut finished: bool,
    ) {
        let mut written = 0;
        while written < self.each && !states.is_empty() {
            if !finished && (written > 0 || F::FINALIZE_BEFORE_OUTPUT) {
                run::<F>(implementation, states, Input::FINALIZE, None);
            }
            finished = false;
            let part = (self.each - written).min(F::OUTPUT_BLOCK_BYTES);
            for (state, message) in states.iter().zip(messages) {
                let start = message * self.each + written;
                F::extract(state, &mut self.outputs[start..start + part]);
            }
            written += part;
        }
    }
}

/// The messages that are hashed at the same time; the first `active` entries of each array are valid.
struct Lanes<'m, F: Function, const LANES: usize> {
    function: &'m F,
    active: usize,
    /// Number of lanes that have contained a message; the others are unchanged since their creation.
    used: usize,
    states: Wiped<[<F::Primitive as Compression>::State; LANES]>,
    places: [Place<'m>; LANES],
    tails: Wiped<[F::Tail; LANES]>,
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

impl<'m, F: Function, const LANES: usize> Lanes<'m, F, LANES> {
    fn new(function: &'m F) -> Self {
        Self {
            function,
            active: 0,
            used: 0,
            states: Wiped([*function.initial(); LANES]),
            places: [Place { message: 0, blocks: &[], tail: (0, 0) }; LANES],
            tails: Wiped([Bytes::ZERO; LANES]),
        }
    }

    /// Assigns a message to a lane that is not active or whose message has ended. Leaves the lane's state unchanged.
    fn start(&mut self, lane: usize, message: usize, bytes: &'m [u8]) {
        let used = bytes.len() % buffer_bytes::<F>();
        let (blocks, rest) = bytes.split_at(bytes.len() - used);
        let tail = &mut self.tails[lane];
        if lane < self.used {
            *tail = Bytes::ZERO;
        }
        tail.as_mut()[..used].copy_from_slice(rest);
        let ending = Ending { used, bits: 0, last: 0, message_bytes: bytes.len() as u64 };
        let length = self.function.pad(tail.as_mut(), ending);
        self.places[lane] = Place { message, blocks, tail: (0, length) };
        self.active = self.active.max(lane + 1);
        self.used = self.used.max(self.active);
    }

    /// Frees a lane whose message has ended; the last active lane takes its place.
    fn remove(&mut self, lane: usize) {
        self.active -= 1;
        self.states[lane] = self.states[self.active];
        self.places[lane] = self.places[self.active];
        self.tails[lane] = self.tails[self.active];
    }

    /// Whether all lanes still have to absorb the same number of blocks, divided between message and tail alike.
    fn alike(&self) -> bool {
        let length = |place: &Place<'_>| (place.blocks.len(), place.tail.1 - place.tail.0);
        let [first, others @ ..] = &self.places[..self.active] else { return true };
        others.iter().all(|place| length(place) == length(first))
    }

    /// Takes messages that have just been started to their output, whatever the lanes' states contain before.
    fn run_whole(&mut self, implementation: &Entry<F::Primitive>, output_bytes: Option<usize>) {
        let (mut blocks, mut tails): ([&[u8]; LANES], [&[u8]; LANES]) = ([&[]; LANES], [&[]; LANES]);
        for (lane, place) in self.places[..self.active].iter().enumerate() {
            blocks[lane] = place.blocks;
            tails[lane] = &self.tails[lane].as_ref()[..place.tail.1];
        }
        let (blocks, tails) = (&blocks[..self.active], &tails[..self.active]);
        let input = Input { blocks, tails, finalize: F::FINALIZE_BEFORE_OUTPUT };
        run_from_start(self.function, implementation, &mut self.states[..self.active], input, output_bytes);
    }

    /// Absorbs as many blocks as every lane can read from one slice.
    fn step(&mut self, implementation: &Entry<F::Primitive>) {
        let mut pieces: [&[u8]; LANES] = [&[]; LANES];
        let mut least = usize::MAX;
        for ((piece, place), tail) in pieces.iter_mut().zip(&self.places[..self.active]).zip(self.tails.iter()) {
            *piece = match place.blocks {
                [] => &tail.as_ref()[place.tail.0..place.tail.1],
                blocks => blocks,
            };
            least = least.min(piece.len());
        }
        for piece in &mut pieces[..self.active] {
            *piece = &piece[..least];
        }
        let input = Input { blocks: &pieces[..self.active], ..Input::default() };
        run::<F>(implementation, &mut self.states[..self.active], input, None);
        for place in &mut self.places[..self.active] {
            match place.blocks {
                [] => place.tail.0 += least,
                blocks => place.blocks = &blocks[least..],
            }
        }
    }
}

/// States that have absorbed their whole messages; the first `count` entries of each array are valid.
struct Ended<F: Function, const LANES: usize> {
    count: usize,
    states: Wiped<[<F::Primitive as Compression>::State; LANES]>,
    messages: [usize; LANES],
}

impl<F: Function, const LANES: usize> Ended<F, LANES> {
    fn new(function: &F) -> Self {
        Self { count: 0, states: Wiped([*function.initial(); LANES]), messages: [0; LANES] }
    }

    fn push(&mut self, message: usize, state: <F::Primitive as Compression>::State) {
        self.states[self.count] = state;
        self.messages[self.count] = message;
        self.count += 1;
    }
}
