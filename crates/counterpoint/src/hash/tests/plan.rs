//! Plans, without any kernel: the expected plans of small batches, and properties of all plans.

use super::Numbers;
use crate::fugue::WholeMessages;
use crate::hash::plan::thresholds::{FUGUE_LONG, MOST};
use crate::hash::plan::{Absorb, Batches, ByBlocks, Call, Division, Grouping, Indices, Others, Position, Run, Width};
use std::fmt::Write;
use std::string::String;
use std::vec::Vec;

/// Length of a block in bytes.
const BLOCK: usize = 16;

/// The content of messages, which no plan reads.
static CONTENT: [u8; 4096] = [0; 4096];

/// What a plan is made for.
#[derive(Clone, Copy)]
struct Case {
    /// The smallest number of messages for which each kernel is chosen, and its number of lanes.
    kernels: &'static [(usize, usize)],
    /// Whether kernels pad.
    pads: bool,
    /// The maximum length in bytes of a tail whose padding is in the same block.
    room: usize,
    grouping: &'static dyn Grouping,
}

/// Padding takes a byte.
const SHORT_PADDING: Case =
    Case { kernels: &[(1, 1), (2, 2), (3, 4), (7, 8)], pads: true, room: BLOCK - 1, grouping: &ByBlocks };
/// Padding takes 9 bytes, so that a tail may have two blocks.
const LONG_PADDING: Case = Case { room: BLOCK - 9, ..SHORT_PADDING };
/// The same without kernels that pad.
const NO_PADDING: Case = Case { pads: false, ..LONG_PADDING };
/// A kernel for 16 messages after one for 4, as for Luffa.
const WIDE: Case = Case { kernels: &[(1, 1), (3, 4), (9, 16)], ..SHORT_PADDING };
/// A kernel with fewer lanes for more messages.
const NARROW: Case = Case { kernels: &[(1, 1), (2, 4), (3, 2)], ..NO_PADDING };
/// Kernels that take whole messages.
const FUGUE: Case = Case { room: FUGUE_LONG, grouping: &WholeMessages, ..WIDE };
/// One lane only.
const ALONE: Case = Case { kernels: &[(1, 1)], ..SHORT_PADDING };

impl Case {
    /// Returns the number of lanes of the kernel for a number of messages.
    fn lanes(&self, messages: usize) -> usize {
        self.kernels.iter().rev().find(|(from, _)| *from <= messages).map_or(1, |kernel| kernel.1)
    }

    /// Returns the division of a message of this length.
    fn division(&self, bytes: usize) -> Division {
        let padded = if bytes % BLOCK <= self.room { BLOCK } else { 2 * BLOCK };
        Division { blocks: bytes / BLOCK, padded_tail_bytes: padded }
    }
}

/// Calls `look` with the plan for messages of these lengths.
fn with_plan(case: Case, lengths: &[usize], look: impl FnOnce(Batches<'_>)) {
    let messages: Vec<&[u8]> = lengths.iter().map(|&length| &CONTENT[..length]).collect();
    let width = |messages| Width { lanes: case.lanes(messages), pads: case.pads };
    let division = |bytes| case.division(bytes);
    let call = Call {
        messages: &messages,
        width: &width,
        widest: case.kernels.iter().map(|kernel| kernel.1).max().expect("a kernel"),
        division: &division,
        buffer_bytes: BLOCK,
        block_bytes: BLOCK,
        room: case.room,
        grouping: case.grouping,
        scatters: true,
    };
    look(Batches::new(&call));
}

/// Returns the indices of the messages of a run.
fn indices(indices: &Indices<'_>, count: usize) -> Vec<usize> {
    match indices {
        Indices::From(first) => (*first..first + count).collect(),
        Indices::Listed(list) => list.to_vec(),
    }
}

/// Describes a plan, one line for each run: a batch by the indices of its messages, their number of blocks, and the
/// number of messages that determines the kernel; a run of lanes by what each lane contains: `7*` is a message that
/// begins, `7` one that continues, `7<2` one that moves from lane 2, `7.` one that ends, and `7..` one that ends after
/// the outputs of all others that have ended are written.
fn described(case: Case, lengths: &[usize]) -> String {
    let mut text = String::new();
    with_plan(case, lengths, |mut plan| {
        let mut places = std::vec![&[][..]; plan.most()];
        while let Some(batch) = plan.next(&mut places) {
            let messages = indices(&batch.indices, batch.count);
            writeln!(text, "batch {messages:?} of {} blocks for {}", batch.block_bytes / BLOCK, batch.at_once)
                .expect("a string");
        }
        if let Some(others) = plan.others() {
            match others.lanes() {
                0 | 1 => {
                    let order: Vec<usize> = others.order.clone().collect();
                    writeln!(text, "alone {order:?} for {}", others.at_once).expect("a string");
                }
                2 => describe::<2>(&others, &mut text),
                3..=4 => describe::<4>(&others, &mut text),
                5..=8 => describe::<8>(&others, &mut text),
                _ => describe::<16>(&others, &mut text),
            }
        }
    });
    text
}

fn describe<const N: usize>(others: &Others<'_>, text: &mut String) {
    let mut runs = others.in_lanes::<N>();
    while let Some(run) = runs.next(&mut [&[]; N]) {
        match run {
            Run::Whole { lanes, at_once } => {
                let lanes: Vec<usize> = lanes.iter().map(|lane| lane.index).collect();
                write!(text, "whole {lanes:?} for {at_once}").expect("a string");
            }
            Run::Absorb(run) => {
                write!(text, "absorb {} for {}:", run.bytes / BLOCK, run.at_once).expect("a string");
                for (n, lane) in run.lanes.iter().enumerate() {
                    text.push_str(&describe_lane(&run, n as u8, lane.index));
                }
            }
            Run::Outputs => text.push_str("outputs"),
        }
        text.push('\n');
    }
}

fn describe_lane(run: &Absorb<'_>, n: u8, message: usize) -> String {
    let mut text = std::format!(" {message}");
    if run.begin.contains(&n) {
        text.push('*');
    }
    if let Some(moved) = run.moves.0.iter().position(|&to| to == n) {
        write!(text, "<{}", run.moves.1[moved]).expect("a string");
    }
    if let Some(place) = run.end.iter().position(|&lane| lane == n) {
        text.push_str(if run.outputs_before == Some(place) { ".." } else { "." });
    }
    text
}

/// Compares the description of a plan with the expected one.
fn check(case: Case, lengths: &[usize], expected: &[&str]) {
    let found = described(case, lengths);
    assert_eq!(found.lines().collect::<Vec<_>>(), expected, "{lengths:?}");
}

#[test]
fn neighbours_that_are_alike() {
    check(SHORT_PADDING, &[5; 3], &["batch [0, 1, 2] of 0 blocks for 3"]);
    check(SHORT_PADDING, &[40, 33, 47], &["batch [0, 1, 2] of 2 blocks for 3"]);
    check(SHORT_PADDING, &[5; 9], &["batch [0, 1, 2, 3, 4, 5, 6, 7] of 0 blocks for 9", "batch [8] of 0 blocks for 1"]);
    check(
        WIDE,
        &[5; 20],
        &[
            "batch [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15] of 0 blocks for 20",
            "batch [16, 17, 18, 19] of 0 blocks for 4",
        ],
    );
    check(WIDE, &[5, 5, 5, 40], &["alone [0, 1, 2, 3] for 2"]);
    check(
        ALONE,
        &[40, 5, 40],
        &["batch [0] of 2 blocks for 1", "batch [1] of 0 blocks for 1", "batch [2] of 2 blocks for 1"],
    );
}

#[test]
fn groups() {
    let two_lengths: Vec<usize> = (0..33).map(|n| if n % 4 == 1 { 20 } else { 5 }).collect();
    check(
        SHORT_PADDING,
        &two_lengths,
        &[
            "batch [0, 2, 3, 4, 6, 7, 8, 10] of 0 blocks for 33",
            "batch [11, 12, 14, 15, 16, 18, 19, 20] of 0 blocks for 33",
            "batch [22, 23, 24, 26, 27, 28, 30, 31] of 0 blocks for 33",
            "batch [1, 5, 9, 13, 17, 21, 25, 29] of 1 blocks for 33",
            "alone [32] for 1",
        ],
    );
    check(
        SHORT_PADDING,
        &two_lengths[..31],
        &[
            "absorb 1 for 31: 0*. 1* 2*. 3*. 4*. 5* 6*. 7*.",
            "absorb 1 for 25: 8*. 1. 9* 10*.. 11*. 5. 12*. 13*",
            "absorb 1 for 19: 14*. 15*. 9. 16*. 17* 18*.. 19*. 13.",
            "absorb 1 for 12: 20*. 21* 22*. 23*. 17. 24*. 25* 26*..",
            "absorb 1 for 6: 27*. 21. 28*. 29* 30*. 25<6.",
            "absorb 1 for 1: 29<3.",
            "outputs",
        ],
    );
}

#[test]
fn lanes() {
    check(NO_PADDING, &[5; 9], &["whole [0, 1, 2, 3, 4, 5, 6, 7] for 9", "whole [8] for 1"]);
    check(LONG_PADDING, &[8; 3], &["whole [0, 1, 2] for 3"]);
    check(
        SHORT_PADDING,
        &[5, 40, 5],
        &["absorb 1 for 2: 0*. 1*", "absorb 1 for 2: 2*. 1", "absorb 1 for 1: 1<1..", "outputs"],
    );
    check(
        NO_PADDING,
        &[5, 8, 20, 5, 40],
        &[
            "absorb 1 for 3: 0*. 1* 2* 3*.",
            "absorb 1 for 3: 4* 1. 2.",
            "absorb 1 for 1: 4",
            "absorb 2 for 1: 4..",
            "outputs",
        ],
    );
    check(NARROW, &[5; 3], &["whole [0, 1] for 3", "whole [2] for 1"]);
    check(NARROW, &[5, 20], &["absorb 1 for 2: 0*. 1*", "absorb 1 for 1: 1<1.", "outputs"]);
    check(
        NO_PADDING,
        &[16, 16, 3000, 16, 1500],
        &[
            "absorb 93 for 2: 2* 4*",
            "absorb 2 for 2: 2 4.",
            "absorb 1 for 2: 2 0*",
            "absorb 1 for 2: 2 0.",
            "absorb 1 for 2: 2 1*",
            "absorb 1 for 2: 2 1..",
            "absorb 1 for 2: 2 3*",
            "absorb 1 for 2: 2 3.",
            "absorb 86 for 1: 2",
            "absorb 2 for 1: 2..",
            "outputs",
        ],
    );
}

#[test]
fn whole_messages_of_fugue() {
    check(FUGUE, &[3, 100, 40], &["batch [0, 1, 2] of 0 blocks for 3"]);
    check(FUGUE, &[100, 110, 120], &["batch [0, 1, 2] of 5 blocks for 3"]);
    check(FUGUE, &[600, 100, 40], &["alone [0, 1, 2] for 1"]);
    let mixed: Vec<usize> = (0..20).map(|n| n * 37 % 20 * 30).collect();
    check(
        FUGUE,
        &mixed,
        &[
            "batch [7, 14, 1, 8, 2, 15, 9, 16, 3, 10, 17, 4, 11, 18, 5, 12] of 7 blocks for 20",
            "batch [19, 6, 0, 13] of 0 blocks for 4",
        ],
    );
    check(FUGUE, &[600, 4000, 3000, 40], &["alone [0, 1, 2, 3] for 2"]);
}

/// The messages of a call, followed through the runs of its plan.
struct Walk<'w> {
    case: Case,
    lengths: &'w [usize],
    /// How many bytes of blocks and tail of each message are absorbed; all of them, if its output is written or kept.
    absorbed: Vec<usize>,
    /// How many messages have an output.
    outputs: usize,
    /// The messages that continue, by lane.
    lanes: Vec<Option<usize>>,
    /// How many messages have ended without their outputs being written.
    kept: usize,
    /// How many runs absorb in lanes.
    runs: usize,
}

impl<'w> Walk<'w> {
    /// Follows a plan to its end, and panics if it is wrong.
    fn follow(case: Case, lengths: &'w [usize]) {
        let absorbed = std::vec![0; lengths.len()];
        let mut walk = Self { case, lengths, absorbed, outputs: 0, lanes: Vec::new(), kept: 0, runs: 0 };
        with_plan(case, lengths, |mut plan| {
            let mut places = std::vec![&[][..]; plan.most()];
            while let Some(batch) = plan.next(&mut places) {
                let messages = indices(&batch.indices, batch.count);
                let places: Vec<usize> = places[..batch.count].iter().map(|message| message.len()).collect();
                assert_eq!(places, messages.iter().map(|&message| lengths[message]).collect::<Vec<_>>());
                walk.batch(&messages, batch.block_bytes, batch.at_once);
            }
            let Some(others) = plan.others() else { return };
            match others.lanes() {
                0 | 1 => others.order.clone().for_each(|message| walk.begin_and_end(message)),
                2 => walk.in_lanes::<2>(&others),
                3..=4 => walk.in_lanes::<4>(&others),
                5..=8 => walk.in_lanes::<8>(&others),
                _ => walk.in_lanes::<16>(&others),
            }
        });
        assert_eq!((walk.outputs, walk.kept), (lengths.len(), 0), "every message has its output");
        assert!(walk.runs <= 2 * lengths.len(), "each run ends the blocks or the tail of a message");
    }

    /// Returns the length of a message's blocks and tail.
    fn padded_bytes(&self, message: usize) -> usize {
        let division = self.case.division(self.lengths[message]);
        division.blocks * BLOCK + division.padded_tail_bytes
    }

    /// Records that a message begins and that its output is written.
    fn begin_and_end(&mut self, message: usize) {
        assert_eq!(self.absorbed[message], 0, "a message is in one place");
        self.absorbed[message] = self.padded_bytes(message);
        self.outputs += 1;
    }

    fn batch(&mut self, messages: &[usize], block_bytes: usize, at_once: usize) {
        let (lanes, left) = (self.case.lanes(at_once), self.lengths.len() - self.outputs);
        assert!(self.case.pads && messages.len() <= MOST, "a list of slices has room");
        assert!(messages.len().is_multiple_of(lanes) || messages.len() == left, "whole batches");
        for &message in messages {
            let end = self.lengths[message] - block_bytes;
            assert!(block_bytes.is_multiple_of(BLOCK) && end <= self.case.room, "an end and its padding are a block");
            self.begin_and_end(message);
        }
    }

    fn in_lanes<const N: usize>(&mut self, others: &Others<'_>) {
        assert!(N <= 2 * others.lanes(), "no more lanes than needed");
        let mut runs = others.in_lanes::<N>();
        let mut messages = [&[][..]; N];
        while let Some(run) = runs.next(&mut messages) {
            if let Run::Whole { lanes, .. } | Run::Absorb(Absorb { lanes, .. }) = run {
                for (message, lane) in messages.iter().zip(lanes) {
                    assert_eq!(message.len(), self.lengths[lane.index], "a lane's message");
                }
            }
            match run {
                Run::Whole { lanes, at_once } => {
                    assert!(
                        self.lanes.iter().flatten().count() == 0 && lanes.len() <= self.case.lanes(at_once),
                        "no lane is lost"
                    );
                    let division = |lane: &Position| self.case.division(self.lengths[lane.index]);
                    assert!(lanes.iter().all(|lane| division(lane) == division(&lanes[0])), "equal divisions");
                    lanes.iter().for_each(|lane| self.begin_and_end(lane.index));
                }
                Run::Absorb(run) => self.absorb(&run, N),
                Run::Outputs => self.write(),
            }
        }
        assert_eq!(self.lanes.iter().flatten().count(), 0, "every message ends");
    }

    fn absorb(&mut self, run: &Absorb<'_>, most: usize) {
        let Absorb { lanes, bytes, begin, moves, end, .. } = *run;
        assert!(lanes.len() <= most && bytes > 0 && bytes.is_multiple_of(BLOCK), "blocks in the lanes there are");
        self.runs += 1;
        let mut before = core::mem::take(&mut self.lanes);
        for (&to, &from) in moves.0.iter().zip(moves.1) {
            // Lanes are filled from the first one on, so the lane that becomes free is not used.
            assert!(to < from && usize::from(from) >= lanes.len(), "no state is overwritten");
            before[usize::from(to)] = before[usize::from(from)].take();
        }
        before.resize(lanes.len(), None);
        for (n, lane) in lanes.iter().enumerate() {
            let message = lane.index;
            if begin.contains(&(n as u8)) {
                assert_eq!((self.absorbed[message], before[n]), (0, None), "a message begins once, in a free lane");
            } else {
                assert_eq!(before[n], Some(message), "a message stays in its lane");
            }
            let whole = self.case.division(self.lengths[message]).blocks * BLOCK;
            let (start, limit) = if lane.is_in_message() { (0, whole) } else { (whole, self.padded_bytes(message)) };
            let at = start + lane.offset();
            assert_eq!(at, self.absorbed[message], "no byte is left out");
            assert!(at + bytes <= limit, "the bytes are in one slice");
            self.absorbed[message] += bytes;
            let ends = self.absorbed[message] == self.padded_bytes(message);
            assert_eq!(end.contains(&(n as u8)), ends, "a message ends with its padding");
            self.lanes.push((!ends).then_some(message));
        }
        let first = run.outputs_before.unwrap_or(end.len());
        self.kept += first;
        if run.outputs_before.is_some() {
            assert_eq!(self.kept, most, "outputs are written when there is no more room");
            self.write();
            self.kept += end.len() - first;
        }
        assert!(self.kept <= most, "there is room for the states that have ended");
    }

    /// Records that the outputs of the messages that have ended are written.
    fn write(&mut self) {
        self.outputs += core::mem::take(&mut self.kept);
    }
}

#[test]
fn every_message_is_in_one_place() {
    let mut numbers = Numbers(1);
    for case in [SHORT_PADDING, LONG_PADDING, NO_PADDING, WIDE, NARROW, ALONE, FUGUE] {
        for round in 0..2000 {
            let count = 1 + numbers.below([6, 20, 70, 200][round % 4]);
            let longest = 1 + numbers.below([BLOCK, 4 * BLOCK, 20 * BLOCK, CONTENT.len()][round / 4 % 4]);
            let (usual, rare) = (numbers.below(longest), 1 + numbers.below(30));
            let length = |_| if numbers.below(rare) == 0 { numbers.below(longest) } else { usual };
            let lengths: Vec<usize> = (0..count).map(length).collect();
            Walk::follow(case, &lengths);
        }
    }
}
