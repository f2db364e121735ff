//! Any number of blocks: induction over the loop in which a kernel absorbs them.
//!
//! The kernel's block loop is cut at one instruction, its *head*, which runs once for every block (or for every 10
//! blocks, where the loop is unrolled). The state of the machine at the head is compared from one visit to the next:
//!
//! ```text
//!   visit 1     every location (bit of a register or of memory) is a sum of bits of the state v and of blocks, or a
//!               constant; so the visit itself shows the sum A of each location
//!   visit 2     the same sums A of the specification's state after one block, and of the blocks that follow
//!   visit 3     the same sums A of the state after two blocks
//! ```
//!
//! Locations for which this does not hold are forgotten: the kernel runs again, and at visit 1 each becomes an opaque
//! atom, which may have any value. If the remaining locations have the same contents at visits 2 and 3 as before, and
//! the results are those of the specification, then an iteration needs only these. At visit 1 the state and the blocks
//! were variables, so the run from visit 1 to visit 2 is the induction step for every state and every block: locations
//! A(v, m) become A(spec(v, m), m').
//!
//! Both iterations must run the same instructions, and the instructions before the first visit and from the last one on
//! must not depend on the number of blocks. If an iteration absorbs several blocks, this is done for every number of
//! blocks that may be left at the end.
//!
//! Lengths, pointers and counters are not constants in these runs but functions of the number of iterations n and of
//! the number k of an iteration, see `affine.rs`. At the first visit, each number that grew by the same amount from
//! visit to visit becomes such a function, and at the following visits, which are for k + 1 and k + 2, it must be the
//! same function. A branch, a conditional move or an address gets a number only if it is decided in the same way for
//! every n from 3 on and for every k. So the loop continues as it began until its last iteration, whatever else counts
//! in it. A counter that decides differently in a later iteration is a finding, with its name and the instruction, and
//! so is a length that decides more than the end of the loop.
//!
//! Messages of fewer iterations run on random values, and so does a longer one (8 blocks, 120 words of Fugue, or 8
//! batches of AES blocks): their results must be right, and all their iterations but the last must run the same
//! instructions.
//!
//! A block cipher has no state. It replaces the blocks of one region of memory, which are not locations: at each visit
//! those before the present ones are encrypted and those after them are not.
//!
//! The statement covers a full batch of states with starting values of their own, blocks in one list, a finalization,
//! and for Keccak all rounds at a rate of 17 lanes. For kernels of one state it also covers blocks in the second list,
//! as an update passes them. Other shapes are proved for the numbers of blocks in their cases.

use crate::affine::{Affine, ITERATIONS};
use crate::call::{Call, Length, Values, difference};
use crate::cases::LongMessage;
use crate::image::Image;
use crate::logic::Logic;
use crate::machine;
use crate::memory::number;
use crate::prover::{MOST_STEPS, Prover};
use crate::report::Report;
use crate::subject::{Case, Subject};
use crate::sums::Bit;
use crate::watch::{Place, Watch};
use crate::words::Word;
use std::collections::HashMap;

/// Why the induction fails if an iteration needs a location that is not kept.
pub(crate) const NEEDS_MORE: &str = "its loop needs more than sums of the state and of blocks";

/// How often the set of locations that an iteration does not need may grow.
const MOST_ATTEMPTS: usize = 4;

/// The kernels for which the induction does not hold, by algorithm and implementation; a name that ends with a hyphen
/// is a prefix. They are proved for the numbers of blocks in their cases. SOUNDNESS.md contains this list as well.
const RESISTING: [(&str, &str); 6] = [
    // The columns form a ring, and the place of S0 in it depends on the number of words, with a period of up to 32.
    ("fugue256", "bitslice-"),
    ("fugue384", "bitslice-"),
    ("fugue512", "bitslice-"),
    // The same with a ring whose columns are copied up from time to time, and with words loaded four at a time: the
    // period is 20 or 28 words.
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
    /// The number of blocks absorbed by an iteration.
    period: usize,
}

/// The locations at the head of a loop.
#[derive(Clone, Default)]
struct Locations {
    /// The numbers: pointers, counters, and any other value that is constant at each visit and grows evenly.
    numbers: Vec<Place>,
    /// Whether each location is not needed by an iteration.
    forgotten: Vec<bool>,
}

impl Prover {
    /// Proves a kernel for any number of blocks.
    ///
    /// # Errors
    ///
    /// Returns the reason if the proof fails.
    pub(crate) fn any_number_of_blocks(
        &mut self,
        image: &Image,
        report: &mut Report,
        message: LongMessage,
        states: usize,
    ) -> Result<(), String> {
        let found = block_loop(image, self.subject, report.address, message, states)?;
        let case = |rest| message.with(ITERATIONS * found.period + rest);
        let mut locations = None;
        // The loop may end after any number of blocks of an iteration.
        for rest in 0..found.period {
            let step = self.step(image, report, &case(rest), found, &mut locations);
            if step.is_err() {
                // This shows whether the kernel is wrong, or only needs more than the kept locations.
                self.prove(image, report, &[case(rest)]);
                return step;
            }
        }
        Ok(())
    }

    /// Proves the induction step for a message. `known` is the result for another message, from which the search for
    /// the locations that this one does not need begins.
    fn step(
        &mut self,
        image: &Image,
        report: &mut Report,
        case: &Case,
        found: Loop,
        known: &mut Option<Locations>,
    ) -> Result<(), String> {
        let locations = match known {
            Some(locations) => locations,
            None => known.insert(self.locations(image, report, case, found)?),
        };
        for _ in 0..MOST_ATTEMPTS {
            let kept = self.iterations(image, report, case, found, Some(&*locations), |logic, watch, moved| {
                kept(logic, &watch, moved, &locations.numbers)
            })?;
            locations.forgotten.resize(kept.len(), false);
            let further: Vec<usize> = (0..kept.len()).filter(|&n| !kept[n] && !locations.forgotten[n]).collect();
            if further.is_empty() {
                return Ok(());
            }
            further.into_iter().for_each(|n| locations.forgotten[n] = true);
        }
        Err(NEEDS_MORE.into())
    }

    /// Runs a kernel once, and returns which locations are numbers, and which others are not sums of the state and of
    /// blocks.
    fn locations(&mut self, image: &Image, report: &mut Report, case: &Case, found: Loop) -> Result<Locations, String> {
        self.iterations(image, report, case, found, None, |logic, watch, moved| {
            let numbers = numbers(&watch);
            let mut kept = kept(logic, &watch, moved, &[]);
            for &Place { first, bits, .. } in &numbers {
                kept[first..first + bits].fill(true);
            }
            Locations { numbers, forgotten: kept.into_iter().map(|kept| !kept).collect() }
        })
    }

    /// Runs a kernel on a message of at least three iterations of its loop. If the locations are known, the run
    /// represents any number of iterations: locations to forget get other values at the first visit of the loop's head,
    /// and numbers become functions of the number of the iteration. Returns the result computed from the contents of
    /// the locations at the three visits.
    fn iterations<T>(
        &mut self,
        image: &Image,
        report: &mut Report,
        case: &Case,
        found: Loop,
        known: Option<&Locations>,
        of_visits: impl FnOnce(&mut Logic, Watch, &[HashMap<u32, Bit>; 2]) -> T,
    ) -> Result<T, String> {
        let mut call = self.reference.call(&mut self.logic, case);
        let moved = [1, 2].map(|times| self.reference.moved_on(&mut self.logic, case, times * found.period));
        let in_place: Vec<Option<Word>> =
            (0..ITERATIONS).map(|times| self.reference.in_place(&mut self.logic, case, times * found.period)).collect();
        let results = std::mem::take(&mut call.results);
        let point = self.logic.point();
        let mut watch = Watch { at: found.head, trace: Some(Vec::new()), ..Watch::default() };
        if let Some(Locations { numbers, forgotten }) = known {
            (watch.numbers, watch.forgotten) = (numbers.clone(), Some(forgotten.clone()));
            any_length(&mut self.logic, &mut call, found.period);
        }
        let (run, watch) = machine::watch(&mut self.logic, image, report.address, call, MOST_STEPS, watch);
        report.executed.extend(run.executed.keys());
        let trace = watch.trace.as_deref().unwrap_or_default();
        let in_place_as_expected = || in_place.iter().flatten().eq(&watch.in_place);
        let result = match run.ended {
            Err(stopped) => {
                let text = machine::text(image, stopped.at);
                Err(format!("{}, at +{:#x} {text}", stopped.reason, stopped.at.wrapping_sub(report.address)))
            }
            Ok(()) if watch.visits.len() < ITERATIONS => {
                Err("the head of its loop is visited fewer than three times".into())
            }
            Ok(()) if report.constant_time && !run.data_addresses.is_empty() => {
                Err("an address depends on data".into())
            }
            Ok(()) if !iterations_are_alike(trace, found.head) => {
                Err("two iterations of its loop run different instructions".into())
            }
            Ok(()) if difference(&self.logic, &run.memory, &results).is_some() || !in_place_as_expected() => {
                Err(NEEDS_MORE.into())
            }
            Ok(()) => Ok(of_visits(&mut self.logic, watch, &moved)),
        };
        self.logic.release(point);
        result
    }
}

/// Turns the numbers of blocks in a call into functions of the number of iterations.
fn any_length(logic: &mut Logic, call: &mut Call, period: usize) {
    let longest = call.lengths.iter().map(|length| length.block_bytes).max().unwrap_or(1);
    // No more bytes than a slice may have.
    logic.counters.begin((i64::MAX as usize / longest / period) as i128 - 1);
    let source = logic.counters.source("the number of blocks".into());
    for Length { region, first, of_block, .. } in std::mem::take(&mut call.lengths) {
        let total = (of_block * period) as i128;
        let bits = &call.memory.regions()[region].bits[first..][..64];
        let length = i128::from(number(bits).unwrap_or_default());
        let value = Affine { constant: length - ITERATIONS as i128 * total, iteration: 0, total };
        let word = logic.counters.word(value, 64, source);
        call.memory.set(region, first, &word);
    }
}

/// Returns the numbers among the locations that grow evenly: words of 64 bits, and halves of other words.
fn numbers(watch: &Watch) -> Vec<Place> {
    let [a, b, c] = &watch.visits[..] else { return Vec::new() };
    let place = |first: usize, bits: usize| {
        let [a, b, c] = [a, b, c].map(|visit| number(&visit[first..][..bits]));
        let (a, b, c) = (a?, b?, c?);
        let growth = b.wrapping_sub(a);
        // Sign-extended from this width.
        let unused = 64 - bits as u32;
        let growth = (growth << unused) as i64 >> unused;
        let even = c.wrapping_sub(b) << unused == (growth as u64) << unused;
        even.then_some(Place { first, bits, growth })
    };
    let halves =
        |first: usize| [first, first + 32].into_iter().filter_map(|half| place(half, 32)).collect::<Vec<Place>>();
    watch.words.iter().flat_map(|&first| place(first, 64).map_or_else(|| halves(first), |place| vec![place])).collect()
}

/// Returns for each location whether its contents at three visits are the same sum of a state and of blocks, or part of
/// a number that is the same function of the number of the iteration at each of them.
fn kept(logic: &mut Logic, watch: &Watch, moved: &[HashMap<u32, Bit>; 2], numbers: &[Place]) -> Vec<bool> {
    let [first, second, third] = &watch.visits[..] else { return Vec::new() };
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
    let [at_first, at_second, at_third] = &watch.values[..] else { return kept };
    for (n, &Place { first, bits, .. }) in numbers.iter().enumerate() {
        let same = |value: Option<Affine>, iterations: i128| {
            let moved = at_first[n].and_then(|value| value.moved_on(iterations));
            moved.zip(value).is_some_and(|(moved, value)| moved.equals(value, bits))
        };
        if same(at_second[n], 1) && same(at_third[n], 2) {
            kept[first..first + bits].fill(true);
        }
    }
    kept
}

/// Finds the loop over the blocks: an instruction that runs once more for every further `period` blocks, where all
/// iterations starting from it run the same instructions, and the instructions outside of them do not depend on the
/// number of blocks. If there are several, it is the one that runs first.
fn block_loop(
    image: &Image,
    subject: Subject,
    kernel: u64,
    message: LongMessage,
    states: usize,
) -> Result<Loop, String> {
    let mut tester = Prover::new(subject, Values::Random(1));
    let mut trace = |blocks: usize| tester.trace(image, kernel, &message.with(blocks));
    let blocks = LongMessage::even_blocks(subject, states);
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
                // The messages that end before the compared iterations.
                for blocks in 1..3 * period {
                    trace(blocks)?;
                }
                return Ok(Loop { head, period });
            }
        }
    }
    Err("no instruction runs once for every few blocks".into())
}

/// Returns the instructions of a trace, each with its place in the order of first runs and the number of its runs.
fn counts(trace: &[u64]) -> HashMap<u64, (usize, usize)> {
    let mut counts = HashMap::new();
    for (order, &at) in trace.iter().enumerate() {
        counts.entry(at).or_insert((order, 0)).1 += 1;
    }
    counts
}

/// Returns the instructions before the first visit of one of them, and those from its last visit on.
fn outside(trace: &[u64], head: u64) -> Option<(&[u64], &[u64])> {
    let (first, last) = (trace.iter().position(|at| *at == head)?, trace.iter().rposition(|at| *at == head)?);
    Some((&trace[..first], &trace[last..]))
}

/// Whether there are at least three visits of an instruction, with the same instructions from each to the next. If
/// there are more than three, the last iteration may differ: its blocks are the last ones, and a kernel may detect this
/// earlier.
fn iterations_are_alike(trace: &[u64], head: u64) -> bool {
    let visits: Vec<usize> = (0..trace.len()).filter(|&n| trace[n] == head).collect();
    let iterations: Vec<&[u64]> = visits.windows(2).map(|two| &trace[two[0]..two[1]]).collect();
    let [first, second, further @ ..] = &iterations[..] else { return false };
    first == second && further.iter().rev().skip(1).all(|iteration| iteration == first)
}

#[cfg(test)]
mod tests;
