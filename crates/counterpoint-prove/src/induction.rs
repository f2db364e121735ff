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
//! Pointers and counters are constants at each visit. They must advance by the same amount from visit to visit. That
//! the loop goes on in the same manner while its counter says so is the one thing that is assumed and not computed.
//!
//! The statement is for a full batch of states with starting values of their own, blocks without tails, a finalization,
//! and for Keccak all rounds at a rate of 17 lanes. Other shapes are proved for the numbers of blocks of their cases.

use crate::call::{HashCase, Values, difference};
use crate::forms::Bit;
use crate::image::Image;
use crate::machine::{self, Watch};
use crate::memory::number;
use crate::prover::{MOST_STEPS, Prover};
use crate::subject::{Case, Model, Subject};
use crate::words::Word;

/// The most blocks that an iteration of a loop may absorb.
const MOST_BLOCKS: usize = 12;

/// The loop of a kernel.
#[derive(Clone, Copy, Debug)]
struct Loop {
    head: u64,
    /// The number of blocks that an iteration absorbs.
    period: usize,
}

/// Shows that a kernel is right for any number of blocks.
///
/// # Errors
///
/// If it can't be shown: the reason.
pub(crate) fn any_number_of_blocks(image: &Image, subject: Subject, kernel: u64, states: usize) -> Result<(), String> {
    let Some(case) = subject.long_case(states) else { return Ok(()) };
    let found = block_loop(image, subject, kernel, case)?;
    // The loop may end after any number of blocks of an iteration.
    (0..found.period)
        .try_for_each(|rest| step(image, subject, kernel, HashCase { blocks: 4 * found.period + rest, ..case }, found))
}

/// Shows the induction step, and that the results are right if the loop ends after the blocks of the case.
fn step(image: &Image, subject: Subject, kernel: u64, case: HashCase, found: Loop) -> Result<(), String> {
    let mut prover = Prover::new(subject, Values::Variables);
    let visits = visits(&mut prover, image, kernel, &case, found, None)?;
    let [first, second, third] = &visits[..] else {
        return Err("the head of its loop is not visited three times".into());
    };
    let expected = [prover.moved_on(&case, first, found.period), prover.moved_on(&case, first, 2 * found.period)];
    let same = |n: usize| expected[0][n] == Some(second[n]) && expected[1][n] == Some(third[n]);
    let mut forgotten: Vec<bool> = (0..first.len()).map(|n| !same(n)).collect();
    // A counter or a pointer: a number that advances evenly.
    let words = first.chunks(64).zip(second.chunks(64)).zip(third.chunks(64)).zip(forgotten.chunks_mut(64));
    for (((a, b), c), forgotten) in words {
        if let (Some(a), Some(b), Some(c)) = (number(a), number(b), number(c))
            && c.wrapping_sub(b) == b.wrapping_sub(a)
        {
            forgotten.fill(false);
        }
    }
    let replaced = first
        .iter()
        .zip(&forgotten)
        .map(|(bit, &forgotten)| (forgotten && !bit.is_unknown()).then(|| prover.logic.forms.opaque()));
    let replaced: Vec<Option<Bit>> = replaced.collect();
    let again = self::visits(&mut prover, image, kernel, &case, found, Some(replaced))?;
    assert_eq!(again.len(), visits.len(), "as many visits as before");
    for (visit, before) in again.iter().zip(&visits).skip(1) {
        if (0..first.len()).any(|n| !forgotten[n] && visit[n] != before[n]) {
            return Err("its loop needs more than sums of the state and of blocks".into());
        }
    }
    Ok(())
}

/// Finds the loop over the blocks: the first instruction that runs once more for every further `period` blocks.
fn block_loop(image: &Image, subject: Subject, kernel: u64, case: HashCase) -> Result<Loop, String> {
    let mut tester = Prover::new(subject, Values::Random(1));
    let mut counts = |blocks: usize| tester.counts(image, kernel, &Case::Hash(HashCase { blocks, ..case }));
    for period in 1..=MOST_BLOCKS {
        let (few, more, most) = (counts(2 * period), counts(3 * period), counts(4 * period));
        let head = few
            .iter()
            .filter(|(at, (_, count))| {
                let further =
                    |counts: &machine::Counts, by: usize| counts.get(at).is_some_and(|(_, other)| *other == count + by);
                further(&more, 1) && further(&most, 2)
            })
            .min_by_key(|(_, (order, _))| *order);
        let Some((&head, _)) = head else { continue };
        // What is run outside of the loop must not depend on the number of blocks.
        let around = [2, 3, 4].map(|times| {
            let case = Case::Hash(HashCase { blocks: times * period, ..case });
            tester.around(image, kernel, &case, head)
        });
        if around[0].is_none() || around[1] != around[0] || around[2] != around[0] {
            return Err("blocks are absorbed outside of the loop, too".into());
        }
        return Ok(Loop { head, period });
    }
    Err("no instruction runs once for every block, or every few blocks".into())
}

/// Runs a kernel, and returns the contents of all locations at the first three visits of the head.
fn visits(
    prover: &mut Prover,
    image: &Image,
    kernel: u64,
    case: &HashCase,
    found: Loop,
    replaced: Option<Vec<Option<Bit>>>,
) -> Result<Vec<Word>, String> {
    let mut call = prover.model.call(&mut prover.logic, &Case::Hash(*case));
    let results = std::mem::take(&mut call.results);
    let watch = Watch { at: found.head, replaced, ..Watch::default() };
    let (run, watch) = machine::watch(&mut prover.logic, image, kernel, call, MOST_STEPS, watch);
    run.ended.map_err(|stopped| stopped.reason)?;
    if let [_, second, third, ..] = watch.paths[..]
        && second.1 != third.1
    {
        return Err("two iterations of its loop run different instructions".into());
    }
    match difference(&prover.logic, &run.memory, &results) {
        None => Ok(watch.visits),
        Some(_) => Err("its loop needs more than sums of the state and of blocks".into()),
    }
}

impl Prover {
    /// Returns for each location at the first visit what it must contain when further `blocks` have been absorbed:
    /// the same sum of the state behind them and of the blocks that follow. `None` if it is no sum of variables.
    fn moved_on(&mut self, case: &HashCase, first: &[Bit], blocks: usize) -> Vec<Option<Bit>> {
        let Model::Hash(model) = &mut self.model else { unreachable!("only hash functions have a block loop") };
        let moved = model.moved_on(&mut self.logic, case, blocks);
        first
            .iter()
            .map(|&bit| {
                if bit.is_unknown() {
                    return None;
                }
                let atoms = self.logic.forms.atoms_of(bit).to_vec();
                let constant = Bit::constant(bit.complemented());
                atoms.iter().try_fold(constant, |sum, atom| Some(self.logic.xor(sum, *moved.get(atom)?)))
            })
            .collect()
    }
}
