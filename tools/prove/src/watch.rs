//! Watches a run: records the instructions, and the contents of all locations at the visits of one instruction, which
//! the induction over the blocks compares.

use crate::affine::{Affine, Span};
use crate::logic::Logic;
use crate::sums::Bit;
use crate::words::Word;

/// The record of a run in addition to its result: the instructions, and the contents of all locations before one of
/// them runs. The locations are the bits of the registers and of the memory that the kernel may write.
#[derive(Default)]
pub(crate) struct Watch {
    /// The address of the instruction to watch, or 0.
    pub(crate) at: u64,
    /// The contents of all locations at the first three visits.
    pub(crate) visits: Vec<Word>,
    /// The starts of 8-byte words among the locations.
    pub(crate) words: Vec<usize>,
    /// The locations whose contents are replaced with unknown values at the first visit.
    pub(crate) forgotten: Option<Vec<bool>>,
    /// The numbers among the locations, if the run represents any number of iterations.
    pub(crate) numbers: Vec<Place>,
    /// The value of each of these numbers at each visit.
    pub(crate) values: Vec<Vec<Option<Affine>>>,
    /// The contents of the region replaced part by part, at each visit.
    pub(crate) in_place: Vec<Word>,
    /// The addresses of the instructions in the order in which they ran, if they are recorded.
    pub(crate) trace: Option<Vec<u64>>,
}

/// A number among the locations that grows by the same amount from visit to visit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) first: usize,
    pub(crate) bits: usize,
    pub(crate) growth: i64,
}

impl Watch {
    /// Whether the next visit records the locations.
    pub(crate) fn looks(&self) -> bool {
        self.visits.len() < 3
    }

    /// Records an instruction that is about to run. Returns whether it is the one to watch.
    pub(crate) fn step(&mut self, at: u64) -> bool {
        if let Some(trace) = &mut self.trace {
            trace.push(at);
        }
        at == self.at
    }

    /// Records the locations before an instruction runs. `name` returns the name of a location by its index.
    pub(crate) fn visit(&mut self, logic: &mut Logic, mut locations: Vec<&mut Bit>, name: impl Fn(usize) -> String) {
        let visit = self.visits.len();
        if visit == 0
            && let Some(forgotten) = &self.forgotten
        {
            for (bit, _) in locations.iter_mut().zip(forgotten).filter(|(_, forgotten)| **forgotten) {
                // Bits that were never written must not be read in any case.
                if !bit.is_nothing_known() {
                    **bit = logic.sums.opaque();
                }
            }
        }
        if visit == 0 {
            for &Place { first, bits, growth } in self.numbers.iter().filter(|place| place.growth != 0) {
                let word: Word = locations[first..first + bits].iter().map(|bit| **bit).collect();
                let Some((value, _)) = logic.counters.value(&word) else { continue };
                let source = logic.counters.source(format!("{}, which changes from block to block", name(first)));
                logic.counters.enter(Span::Iteration { more: 2 });
                let value = Affine { iteration: growth.into(), ..value };
                let word = logic.counters.word(value, bits, source);
                locations[first..].iter_mut().zip(word).for_each(|(bit, new)| **bit = new);
            }
        }
        let contents: Word = locations.iter().map(|bit| **bit).collect();
        let values = self.numbers.iter().map(|&Place { first, bits, .. }| {
            let word = &contents[first..][..bits];
            Some(logic.counters.value(word)?.0)
        });
        self.values.push(values.collect());
        logic.counters.enter(match visit {
            0 => Span::Iteration { more: 2 },
            1 => Span::Iteration { more: 3 },
            _ => Span::Last,
        });
        if visit == 2 {
            for bit in locations.iter_mut().filter(|bit| bit.counted().is_some()) {
                **bit = logic.counters.settled(**bit).map_or(**bit, Bit::constant);
            }
        }
        self.visits.push(contents);
    }
}
