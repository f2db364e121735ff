//! The second part of a plan: messages of any lengths in lanes that are filled again as messages end.
//!
//! Each lane contains one message. If all messages in the lanes begin and have the same division, one run takes them
//! from their first byte to their output. Otherwise all lanes absorb the same number of bytes in a run: the smallest
//! number that any of them can read from one slice, be it of the message or of its padded tail. A lane whose message
//! ends with a run gets the next message before the next run; if there is none, the last lane takes its place. The
//! states of messages that have ended are kept until there are as many of them as lanes, or until no message is left.

use super::Call;
use super::thresholds::MOST_LANES;
use core::ops::Range;

/// The indices of messages: those of a range, and then those of a list.
#[derive(Clone)]
pub(crate) struct Order<'o> {
    pub range: Range<usize>,
    pub list: &'o [usize],
}

impl Iterator for Order<'_> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        if let Some(index) = self.range.next() {
            return Some(index);
        }
        let (index, others) = self.list.split_first()?;
        self.list = others;
        Some(*index)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.range.len() + self.list.len();
        (count, Some(count))
    }
}

impl ExactSizeIterator for Order<'_> {}

/// The messages that are in no batch.
pub(crate) struct Others<'o> {
    call: &'o Call<'o>,
    /// They, in the order in which they begin.
    pub order: Order<'o>,
    /// The kernel is the one that is right for this number of messages, unless fewer are left.
    pub at_once: usize,
}

impl<'o> Others<'o> {
    pub(super) fn new(call: &'o Call<'o>, order: Order<'o>) -> Self {
        let at_once = at_once(call, &order);
        Self { call, order, at_once }
    }

    /// Returns the number of lanes, which is 1 if each message has runs of its own.
    pub(crate) fn lanes(&self) -> usize {
        // Preparing a lane has a cost, so there are no more lanes than needed.
        (self.call.width)(self.at_once).lanes.min(self.order.len())
    }

    /// Returns the runs of the messages in up to `N` lanes.
    #[inline(always)]
    pub(crate) fn in_lanes<const N: usize>(&self) -> Lanes<'o, N> {
        const { assert!(N <= MOST_LANES, "the index of a lane fits into a byte") };
        Lanes {
            call: self.call,
            waiting: self.order.clone(),
            at_once: self.at_once,
            lanes: [Position::EMPTY; N],
            active: 0,
            bytes: 0,
            begin: List::EMPTY,
            move_from: List::EMPTY,
            move_to: List::EMPTY,
            end: List::EMPTY,
            kept: 0,
        }
    }
}

/// Returns how many messages are hashed at the same time on average, if each has a lane of its own: the number of all
/// blocks divided by that of the longest message. If one message is much longer than the others, most lanes are empty
/// most of the time. Where there are more messages than lanes, others take their places.
fn at_once(call: &Call<'_>, order: &Order<'_>) -> usize {
    let count = order.len();
    if count > MOST_LANES {
        return count;
    }
    let (mut all, mut most) = (0, 1);
    for message in order.clone() {
        let blocks = call.length(message) / call.block_bytes + 1;
        all += blocks;
        most = most.max(blocks);
    }
    (all + most / 2) / most
}

/// The position of a lane in its message.
#[derive(Clone, Copy)]
pub(crate) struct Position<'m> {
    /// The index of the message.
    pub index: usize,
    /// The message.
    pub message: &'m [u8],
    /// The number of bytes of blocks and tail that were absorbed in the runs before.
    at: usize,
    /// The length of the message's whole blocks, and the length of these and the padded tail.
    whole: usize,
    padded: usize,
}

/// Where the next bytes of a message are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// In the message, from this byte on.
    Message(usize),
    /// In its padded tail, from this byte on.
    Tail(usize),
}

impl<'m> Position<'m> {
    const EMPTY: Self = Self { index: 0, message: &[], at: 0, whole: 0, padded: 0 };

    /// Returns a lane in which a message begins.
    fn begin(call: &Call<'m>, index: usize) -> Self {
        let message = call.messages.message(index);
        let division = (call.division)(message.len());
        let whole = division.blocks * call.buffer_bytes;
        Self { index, message, at: 0, whole, padded: whole + division.tail_bytes }
    }

    /// Returns where the next bytes are.
    #[inline]
    pub(crate) fn part(&self) -> Part {
        if self.at < self.whole { Part::Message(self.at) } else { Part::Tail(self.at - self.whole) }
    }

    /// Returns the length of the message's whole blocks in bytes.
    #[inline]
    pub(crate) fn whole_bytes(&self) -> usize {
        self.whole
    }

    /// Returns the length of the padded tail in bytes.
    #[inline]
    pub(crate) fn tail_bytes(&self) -> usize {
        self.padded - self.whole
    }

    /// Returns how many bytes are left in the part where the next bytes are.
    #[inline]
    fn left(&self) -> usize {
        let end = if self.at < self.whole { self.whole } else { self.padded };
        end - self.at
    }
}

/// A run of the second part of a plan. The kernel is the one that is right for `at_once` messages.
pub(crate) enum Run<'l, 'm> {
    /// Messages of equal division begin, and their outputs are written.
    Whole { lanes: &'l [Position<'m>], at_once: usize },
    /// Each lane absorbs the same number of bytes.
    Absorb(Absorb<'l, 'm>),
    /// The outputs of all messages whose states are kept are written. Their number decides about the kernel, not that
    /// of the messages that go on: the last ones would be finalized one by one otherwise.
    Outputs,
}

/// A run in which each lane absorbs the same number of bytes.
// Lanes are in lists, not marked: what differs from run to run would mislead a branch for each lane.
pub(crate) struct Absorb<'l, 'm> {
    pub lanes: &'l [Position<'m>],
    pub bytes: usize,
    pub at_once: usize,
    /// The lanes that got another one's message before, as that had none left: `moves.0[i]` from `moves.1[i]`.
    pub moves: (&'l [u8], &'l [u8]),
    /// The lanes in which a message begins.
    pub begin: &'l [u8],
    /// The lanes whose message ends. Their states are kept until their outputs are written.
    pub end: &'l [u8],
    /// Of these, the ones from this one on are kept after the outputs of those that are kept already are written: there
    /// is room for one state a lane.
    pub outputs_before: Option<usize>,
}

/// Some lanes.
struct List<const N: usize> {
    lanes: [u8; N],
    count: usize,
}

impl<const N: usize> List<N> {
    const EMPTY: Self = Self { lanes: [0; N], count: 0 };

    /// Appends a lane.
    #[inline]
    fn push(&mut self, lane: usize) {
        self.lanes[self.count] = lane as u8;
        self.count += 1;
    }

    /// Makes the list that of the lanes for which this is true.
    #[inline]
    fn set(&mut self, lanes: impl Iterator<Item = bool>) {
        // Neither a branch for each lane, nor a counter in memory.
        let mut count = 0;
        for (lane, is_one) in lanes.enumerate() {
            self.lanes[count] = lane as u8;
            count += usize::from(is_one);
        }
        self.count = count;
    }

    fn as_slice(&self) -> &[u8] {
        &self.lanes[..self.count]
    }
}

/// The runs of messages in up to `N` lanes, one after the other.
pub(crate) struct Lanes<'m, const N: usize> {
    call: &'m Call<'m>,
    waiting: Order<'m>,
    at_once: usize,
    /// The first `active` ones contain messages.
    lanes: [Position<'m>; N],
    active: usize,
    /// What the last run does, as [`Absorb`] says it.
    bytes: usize,
    begin: List<N>,
    move_to: List<N>,
    move_from: List<N>,
    end: List<N>,
    /// How many messages have ended whose outputs have not been written.
    kept: usize,
}

impl<'m, const N: usize> Lanes<'m, N> {
    /// Returns the next run.
    // In line, since a run of few blocks takes hardly more time than to pass it on in memory.
    #[inline(always)]
    pub(crate) fn next(&mut self) -> Option<Run<'_, 'm>> {
        self.go_on();
        let at_once = self.at_once.min(self.active + self.waiting.len());
        let goes_on = self.active > 0;
        if self.active < N && self.waiting.len() > 0 {
            self.fill(at_once);
        }
        if self.active == 0 {
            let count = core::mem::take(&mut self.kept);
            return (count > 0).then_some(Run::Outputs);
        }
        if !goes_on && self.alike() {
            let count = core::mem::take(&mut self.active);
            return Some(Run::Whole { lanes: &self.lanes[..count], at_once });
        }
        let lanes = &self.lanes[..self.active];
        self.bytes = lanes.iter().map(Position::left).min().unwrap_or_default();
        self.end.set(lanes.iter().map(|lane| lane.at + self.bytes == lane.padded));
        let room = N - self.kept;
        let outputs_before = (self.end.count > room).then_some(room);
        self.kept = if outputs_before.is_some() { self.end.count - room } else { self.kept + self.end.count };
        Some(Run::Absorb(Absorb {
            lanes,
            bytes: self.bytes,
            at_once,
            moves: (self.move_to.as_slice(), self.move_from.as_slice()),
            begin: self.begin.as_slice(),
            end: self.end.as_slice(),
            outputs_before,
        }))
    }

    /// Moves on after the last run: lanes whose message has ended get the next one, or that of the last lane.
    #[inline(always)]
    fn go_on(&mut self) {
        (self.begin.count, self.move_to.count, self.move_from.count) = (0, 0, 0);
        let mut n = 0;
        while n < self.end.count {
            let lane = usize::from(self.end.lanes[n]);
            n += 1;
            if let Some(index) = self.waiting.next() {
                self.lanes[lane] = Position::begin(self.call, index);
                self.begin.push(lane);
                continue;
            }
            self.active -= 1;
            // The last lane may have ended, too.
            while n < self.end.count && usize::from(self.end.lanes[self.end.count - 1]) == self.active {
                self.end.count -= 1;
                self.active -= 1;
            }
            if lane < self.active {
                self.lanes[lane] = self.lanes[self.active];
                self.move_to.push(lane);
                self.move_from.push(self.active);
            }
        }
        self.end.count = 0;
        // After the moves, which would wait for these values to be stored.
        for lane in &mut self.lanes[..self.active] {
            lane.at += self.bytes;
        }
        for &lane in self.begin.as_slice() {
            self.lanes[usize::from(lane)].at = 0;
        }
    }

    /// Begins messages in free lanes: while messages are waiting, all lanes of the kernel are used.
    fn fill(&mut self, at_once: usize) {
        let width = (self.call.width)(at_once).lanes.min(N);
        while self.active < width
            && let Some(index) = self.waiting.next()
        {
            self.lanes[self.active] = Position::begin(self.call, index);
            self.begin.push(self.active);
            self.active += 1;
        }
    }

    /// Whether all messages have the same division.
    fn alike(&self) -> bool {
        let division = |lane: &Position<'_>| (lane.whole, lane.padded);
        self.lanes[..self.active].iter().all(|lane| division(lane) == division(&self.lanes[0]))
    }
}
