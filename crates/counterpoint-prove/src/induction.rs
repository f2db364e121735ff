//! Any number of blocks: induction over the loop in which a kernel absorbs them.
//!
//! The kernel's block loop is cut at one instruction, its *head*, which runs once for every block (or for every 10
//! blocks, where the loop is unrolled). The state of the machine at the head is compared from one visit to the next:
//!
//! ```text
//!   visit 1     every location (bit of a register or of memory) is a sum of bits of the state v and of blocks, or a
//!               constant; so the visit itself says which sum A each location is
//!   visit 2     the same sums A of the specification's state behind one block, and of the blocks that follow
//!   visit 3     the same sums A of the state behind two blocks
//! ```
//!
//! Locations for which this does not hold are forgotten: the kernel runs again, and at visit 1 each becomes an opaque
//! atom, which may have any value. If the locations that are left have the same contents at visits 2 and 3 as before,
//! and the results are those of the specification, then they are all that an iteration needs. At visit 1 the state and
//! the blocks were variables, so the run from visit 1 to visit 2 is the induction step for every state and every block:
//! locations A(v, m) become A(spec(v, m), m').
//!
//! Both iterations must run the same instructions, and what is run before the first visit and from the last one on must
//! not depend on the number of blocks. Where an iteration absorbs several blocks, this is done for every number of
//! blocks that may be left at the end.
//!
//! Pointers and counters are constants at each visit. They must advance by the same amount from visit to visit. Further
//! runs are made on random values, with every number of blocks below three iterations, and a longer message (8 blocks,
//! and 120 words of Fugue): their results have to be right, and their iterations but the last have to run the same
//! instructions. That the loop goes on in the same manner as long as its counter says so is the one thing that is
//! assumed and not computed.
//!
//! The statement is for a full batch of states with starting values of their own, blocks without tails, a finalization,
//! and for Keccak all rounds at a rate of 17 lanes; for kernels of one state also for blocks in the list of tails, as
//! an update passes them. Other shapes are proved for the numbers of blocks of their cases.

use crate::call::{HashCase, Values, difference};
use crate::cases::LongMessage;
use crate::image::Image;
use crate::logic::Logic;
use crate::machine::{self, Watch};
use crate::memory::number;
use crate::prover::{MOST_STEPS, Prover};
use crate::report::Report;
use crate::subject::{Case, Reference, Subject};
use crate::sums::Bit;
use crate::words::Word;
use std::collections::HashMap;

/// Why the induction fails if an iteration needs a location that is not kept.
const NEEDS_MORE: &str = "its loop needs more than sums of the state and of blocks";

/// How often locations may be added to those that an iteration does not need.
const MOST_ATTEMPTS: usize = 4;

/// The kernels for which the induction does not hold, by algorithm and implementation: the beginning of the name, if it
/// ends with a hyphen. They are proved for the numbers of blocks of their cases. SOUNDNESS.md contains this list, too.
const RESISTING: [(&str, &str); 6] = [
    // The columns lie in a ring, and the place of S0 in it depends on the number of words, with a period of up to 32.
    ("fugue256", "bitslice-"),
    ("fugue384", "bitslice-"),
    ("fugue512", "bitslice-"),
    // The same with a ring from which the columns are copied up from time to time, and words are loaded four at a time:
    // the period is 20 or 28 words.
    ("fugue256", "sliced-"),
    ("fugue384", "sliced-"),
    ("fugue512", "sliced-"),
];

/// Whether a kernel is known to resist the induction.
pub(crate) fn resists(algorithm: &str, implementation: &str) -> bool {
    RESISTING.iter().any(|(known, name)| {
        *known == algorithm && (*name == implementation || name.ends_with('-') && implementation.starts_with(name))
    })
}

/// The loop of a kernel.
#[derive(Clone, Copy, Debug)]
struct Loop {
    head: u64,
    /// The number of blocks that an iteration absorbs.
    period: usize,
}

/// Which of the locations at the first visit an iteration does not need.
type Forgotten = Vec<bool>;

impl Prover {
    /// Shows that a kernel is right for any number of blocks.
    ///
    /// # Errors
    ///
    /// If it can't be shown: the reason.
    pub(crate) fn any_number_of_blocks(
        &mut self,
        image: &Image,
        report: &mut Report,
        message: LongMessage,
    ) -> Result<(), String> {
        let found = block_loop(image, self.subject, report.address, message)?;
        let case = |rest| message.with(3 * found.period + rest);
        let mut forgotten: Forgotten = Vec::new();
        // The loop may end after any number of blocks of an iteration.
        for rest in 0..found.period {
            let step = self.step(image, report, case(rest), found, &mut forgotten);
            if step.is_err() {
                // Whether the kernel is wrong, or only needs more than what was kept.
                self.prove(image, report, &[Case::Hash(case(rest))]);
                return step;
            }
        }
        Ok(())
    }

    /// Shows the induction step for a message. `forgotten` are the locations that were not needed for another one: they
    /// are where the search begins for those that this one does not need, and empty at first.
    fn step(
        &mut self,
        image: &Image,
        report: &mut Report,
        case: HashCase,
        found: Loop,
        forgotten: &mut Forgotten,
    ) -> Result<(), String> {
        for _ in 0..MOST_ATTEMPTS {
            let kept =
                self.iterations(image, report, case, found, Some(&*forgotten).filter(|list| !list.is_empty()))?;
            forgotten.resize(kept.len(), false);
            let further: Vec<usize> = (0..kept.len()).filter(|&n| !kept[n] && !forgotten[n]).collect();
            if further.is_empty() {
                return Ok(());
            }
            further.into_iter().for_each(|n| forgotten[n] = true);
        }
        Err(NEEDS_MORE.into())
    }

    /// Runs a kernel on a message of at least three iterations of its loop. `forgotten` are the locations that get
    /// other values at the first visit of the loop's head. Returns for each location whether it contains, at the visits
    /// that follow, what it contained at the first, moved on by an iteration.
    fn iterations(
        &mut self,
        image: &Image,
        report: &mut Report,
        case: HashCase,
        found: Loop,
        forgotten: Option<&Forgotten>,
    ) -> Result<Vec<bool>, String> {
        let mut call = self.reference.call(&mut self.logic, &Case::Hash(case));
        let moved = [1, 2].map(|times| self.moved_on(&case, times * found.period));
        let results = std::mem::take(&mut call.results);
        let point = self.logic.point();
        let forgotten = forgotten.cloned();
        let watch = Watch { at: found.head, forgotten, trace: Some(Vec::new()), ..Watch::default() };
        let (run, watch) = machine::watch(&mut self.logic, image, report.address, call, MOST_STEPS, watch);
        report.executed.extend(run.executed.keys());
        let kept = match (run.ended, &watch.visits[..]) {
            (Err(stopped), _) => Err(stopped.reason),
            (Ok(()), [first, second, third]) => {
                if report.constant_time && !run.data_addresses.is_empty() {
                    Err("an address depends on data".into())
                } else if !iterations_are_alike(&watch.trace.unwrap_or_default(), found.head) {
                    Err("two iterations of its loop run different instructions".into())
                } else if difference(&self.logic, &run.memory, &results).is_some() {
                    Err(NEEDS_MORE.into())
                } else {
                    Ok(kept(&mut self.logic, [first, second, third], &moved))
                }
            }
            (Ok(()), _) => Err("the head of its loop is not visited three times".into()),
        };
        self.logic.release(point);
        kept
    }

    /// Returns what each variable becomes when further `blocks` have been absorbed.
    fn moved_on(&mut self, case: &HashCase, blocks: usize) -> HashMap<u32, Bit> {
        let Reference::Hash(reference) = &mut self.reference else {
            unreachable!("only hash functions have a block loop")
        };
        reference.moved_on(&mut self.logic, case, blocks)
    }
}

/// Returns for each location whether what it contains at three visits is the same sum of a state and of blocks, or a
/// part of a number that advances evenly: a counter or a pointer.
fn kept(logic: &mut Logic, [first, second, third]: [&Word; 3], moved: &[HashMap<u32, Bit>; 2]) -> Vec<bool> {
    let mut moved_to = |bit: Bit, other: Bit, moved: &HashMap<u32, Bit>| {
        if bit.is_unknown() {
            return false;
        }
        let atoms = logic.sums.atoms_of(bit).to_vec();
        let bits: Option<Vec<Bit>> = atoms.iter().map(|atom| moved.get(atom).copied()).collect();
        let sum = bits.map(|bits| logic.total([Bit::constant(bit.complemented())].into_iter().chain(bits)));
        sum == Some(other)
    };
    let mut kept: Vec<bool> = (0..first.len())
        .map(|n| moved_to(first[n], second[n], &moved[0]) && moved_to(first[n], third[n], &moved[1]))
        .collect();
    for bits in [32, 64] {
        let visits = first.chunks(bits).zip(second.chunks(bits)).zip(third.chunks(bits));
        for (((a, b), c), kept) in visits.zip(kept.chunks_mut(bits)) {
            if let (Some(a), Some(b), Some(c)) = (number(a), number(b), number(c))
                && c.wrapping_sub(b) == b.wrapping_sub(a)
            {
                kept.fill(true);
            }
        }
    }
    kept
}

/// Finds the loop over the blocks: an instruction that runs once more for every further `period` blocks, so that all
/// iterations from it to it run the same instructions, and what is run outside of them does not depend on the number of
/// blocks. Of several, this is the one that is run first.
fn block_loop(image: &Image, subject: Subject, kernel: u64, message: LongMessage) -> Result<Loop, String> {
    let mut tester = Prover::new(subject, Values::Random(1));
    let mut trace = |blocks: usize| tester.trace(image, kernel, &Case::Hash(message.with(blocks)));
    let blocks = LongMessage::even_blocks(subject);
    let longest = trace(2 * blocks)?;
    let (few, more) = (counts(&trace(blocks)?), counts(&longest));
    let mut heads: Vec<(usize, usize, u64)> = few
        .iter()
        .filter_map(|(at, (order, count))| {
            let further = more.get(at)?.1.checked_sub(*count).filter(|further| *further > 0)?;
            blocks.is_multiple_of(further).then_some((blocks / further, *order, *at))
        })
        .collect();
    heads.sort_unstable();
    for heads in heads.chunk_by(|a, b| a.0 == b.0) {
        let period = heads[0].0;
        let traces = [trace(2 * period)?, trace(3 * period)?, trace(4 * period)?];
        for &(_, _, head) in heads {
            let alike =
                |trace: &Vec<u64>| outside(trace, head).is_some() && outside(trace, head) == outside(&traces[0], head);
            if traces.iter().chain([&longest]).all(alike)
                && iterations_are_alike(&traces[2], head)
                && iterations_are_alike(&longest, head)
            {
                // The messages that end before the iterations that are compared.
                for blocks in 1..3 * period {
                    trace(blocks)?;
                }
                return Ok(Loop { head, period });
            }
        }
    }
    Err("no instruction runs once for every few blocks".into())
}

/// Returns the instructions of a trace, each with its place in the order of first runs and how often it was run.
fn counts(trace: &[u64]) -> HashMap<u64, (usize, usize)> {
    let mut counts = HashMap::new();
    for (order, &at) in trace.iter().enumerate() {
        counts.entry(at).or_insert((order, 0)).1 += 1;
    }
    counts
}

/// Returns the instructions that are run before the first visit of one of them, and those from its last visit on.
fn outside(trace: &[u64], head: u64) -> Option<(&[u64], &[u64])> {
    let (first, last) = (trace.iter().position(|at| *at == head)?, trace.iter().rposition(|at| *at == head)?);
    Some((&trace[..first], &trace[last..]))
}

/// Whether there are at least three visits of an instruction, and the same instructions are run from each to the next.
/// The last of more than three may be another one: there the blocks have ended, and a kernel may find this out before.
fn iterations_are_alike(trace: &[u64], head: u64) -> bool {
    let visits: Vec<usize> = (0..trace.len()).filter(|&n| trace[n] == head).collect();
    let iterations: Vec<&[u64]> = visits.windows(2).map(|two| &trace[two[0]..two[1]]).collect();
    let [first, second, further @ ..] = &iterations[..] else { return false };
    first == second && further.iter().rev().skip(1).all(|iteration| iteration == first)
}
