//! The second part of a plan: messages of any lengths, in lanes that are refilled as messages end.
//!
//! Each lane holds one message. If all of them are at their start and have the same division, one run takes them from
//! first byte to output. Otherwise all lanes absorb the same number of bytes in a run: as many as each of them can read
//! from one slice, either of its message or of its padded tail. A lane whose message ends gets the next one before the
//! next run; if none is left, the message of the last lane moves there. The states of messages that have ended are kept
//! until there are as many of them as lanes, or until no message is left.

use super::Call;
use super::thresholds::MOST_LANES;
use core::hint::select_unpredictable;
use core::ops::Range;

/// The indices of messages: a range, and then a list.
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
    /// The order in which they start.
    pub order: Order<'o>,
    /// The number of messages that the kernel is chosen for, unless fewer are left.
    pub at_once: usize,
}

impl<'o> Others<'o> {
    pub(super) fn new(call: &'o Call<'o>, order: Order<'o>, at_once: usize) -> Self {
        Self { call, order, at_once }
    }

    /// Returns the number of lanes. If it is 1, messages are hashed one by one.
    pub(crate) fn lanes(&self) -> usize {
        // Preparing a lane takes time, so there are no more lanes than messages.
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
            lanes: [Position::NONE; N],
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

/// How much of its message a lane has absorbed.
#[derive(Clone, Copy)]
pub(crate) struct Position {
    /// The index of the message.
    pub index: usize,
    /// How many bytes of blocks and tail have been absorbed.
    at: usize,
    /// The length of the whole blocks, without and with the padded tail.
    whole: usize,
    padded: usize,
}

impl Position {
    const NONE: Self = Self { index: 0, at: 0, whole: 0, padded: 0 };

    /// Whether the next bytes are in the message, and not in its padded tail.
    #[inline]
    pub(crate) fn is_in_message(&self) -> bool {
        self.at < self.whole
    }

    /// Returns the offset of the next bytes in the message or in its padded tail.
    #[inline]
    pub(crate) fn offset(&self) -> usize {
        self.at - select_unpredictable(self.is_in_message(), 0, self.whole)
    }

    /// Returns the length of the message's whole blocks in bytes.
    #[inline]
    pub(crate) fn whole_bytes(&self) -> usize {
        self.whole
    }

    /// Returns the length of the padded tail in bytes.
    #[inline]
    pub(crate) fn padded_tail_bytes(&self) -> usize {
        self.padded - self.whole
    }

    /// Returns how many bytes are left in the slice that the next bytes come from.
    #[inline]
    fn left(&self) -> usize {
        select_unpredictable(self.is_in_message(), self.whole, self.padded) - self.at
    }
}

/// A run of the second part of a plan. The kernel is chosen for `at_once` messages.
pub(crate) enum Run<'l> {
    /// Takes messages with the same division from first byte to output.
    Whole { lanes: &'l [Position], at_once: usize },
    /// Absorbs the same number of bytes in each lane.
    Absorb(Absorb<'l>),
    /// Writes the outputs of all messages whose states are kept. The kernel is chosen for the number of kept states.
    /// Few lanes are in use at the end, so choosing it for those would finalize the last messages one by one.
    Outputs,
}

/// A run in which each lane absorbs the same number of bytes.
// Lists of lanes rather than flags: a branch on a flag would be mispredicted, because flags change from run to run.
pub(crate) struct Absorb<'l> {
    pub lanes: &'l [Position],
    pub bytes: usize,
    pub at_once: usize,
    /// Before the run, lane `moves.0[i]` takes over the message and the state of lane `moves.1[i]`.
    pub moves: (&'l [u8], &'l [u8]),
    /// The lanes in which a message begins.
    pub begin: &'l [u8],
    /// The lanes whose message ends with the run. Their states are kept until outputs are written.
    pub end: &'l [u8],
    /// There is room for as many kept states as lanes. If it runs out, outputs are written before the state at this
    /// index in `end` is kept.
    pub outputs_before: Option<usize>,
}

/// A list of lanes.
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

    /// Replaces the list with the lanes for which `lanes` yields true.
    #[inline]
    fn set(&mut self, lanes: impl Iterator<Item = bool>) {
        // No branch per lane, and the counter stays in a register.
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

/// The runs of messages in up to `N` lanes, in order.
pub(crate) struct Lanes<'m, const N: usize> {
    call: &'m Call<'m>,
    waiting: Order<'m>,
    at_once: usize,
    /// The first `active` lanes hold messages.
    lanes: [Position; N],
    active: usize,
    /// The last run, as in [`Absorb`].
    bytes: usize,
    begin: List<N>,
    move_to: List<N>,
    move_from: List<N>,
    end: List<N>,
    /// How many states of messages that have ended are kept.
    kept: usize,
}

impl<'m, const N: usize> Lanes<'m, N> {
    /// Returns the next run, and keeps the message of each lane in `messages`.
    // Inlined: returning a run through memory takes nearly as long as a run of a few blocks.
    #[inline(always)]
    pub(crate) fn next(&mut self, messages: &mut [&'m [u8]; N]) -> Option<Run<'_>> {
        self.go_on(messages);
        let at_once = self.at_once.min(self.active + self.waiting.len());
        let goes_on = self.active > 0;
        if self.active < N && self.waiting.len() > 0 {
            self.fill(at_once, messages);
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

    /// Moves on after a run: lanes whose message has ended get the next one, or that of the last lane.
    #[inline(always)]
    fn go_on(&mut self, messages: &mut [&'m [u8]; N]) {
        (self.begin.count, self.move_to.count, self.move_from.count) = (0, 0, 0);
        let bytes = self.bytes;
        for lane in &mut self.lanes[..self.active] {
            lane.at += bytes;
        }
        let mut n = 0;
        while n < self.end.count {
            let lane = usize::from(self.end.lanes[n]);
            n += 1;
            if let Some(index) = self.waiting.next() {
                self.begin(lane, index, messages);
                continue;
            }
            self.active -= 1;
            // The message of the last lane may have ended too.
            while n < self.end.count && usize::from(self.end.lanes[self.end.count - 1]) == self.active {
                self.end.count -= 1;
                self.active -= 1;
            }
            if lane < self.active {
                self.lanes[lane] = self.lanes[self.active];
                messages[lane] = messages[self.active];
                self.move_to.push(lane);
                self.move_from.push(self.active);
            }
        }
        self.end.count = 0;
    }

    /// Starts waiting messages in free lanes, until all lanes of the kernel are in use.
    fn fill(&mut self, at_once: usize, messages: &mut [&'m [u8]; N]) {
        let width = (self.call.width)(at_once).lanes.min(N);
        while self.active < width
            && let Some(index) = self.waiting.next()
        {
            self.begin(self.active, index, messages);
            self.active += 1;
        }
    }

    /// Starts a message in a lane.
    #[inline]
    fn begin(&mut self, lane: usize, index: usize, messages: &mut [&'m [u8]; N]) {
        let message = self.call.messages.message(index);
        let division = (self.call.division)(message.len());
        let whole = division.blocks * self.call.buffer_bytes;
        self.lanes[lane] = Position { index, at: 0, whole, padded: whole + division.padded_tail_bytes };
        messages[lane] = message;
        self.begin.push(lane);
    }

    /// Whether all messages have the same division.
    fn alike(&self) -> bool {
        let division = |lane: &Position| (lane.whole, lane.padded);
        self.lanes[..self.active].iter().all(|lane| division(lane) == division(&self.lanes[0]))
    }
}
