//! The machines that run kernels, by the architecture of the image.

use crate::affine::{Affine, Span};
use crate::call::Call;
use crate::execution::Execution;
use crate::image::Image;
use crate::logic::Logic;
use crate::memory::Memory;
use crate::sums::Bit;
use crate::words::Word;
use crate::{aarch64, x86_64};
use object::Architecture;
use std::collections::{BTreeMap, BTreeSet};

/// Where a function returns to when it was called from outside.
pub(crate) const RETURN: u64 = 0x5000_0000;

/// The result of a step, or why there is none.
pub(crate) type Done<T> = Result<T, String>;

/// Why a run ended before the kernel returned.
#[derive(Clone, Debug)]
pub(crate) struct Stopped {
    /// The address of the instruction.
    pub(crate) at: u64,
    pub(crate) reason: String,
}

/// What is noted down of a run beside its result: which instructions were run, and all locations before one of them.
/// The locations are the bits of the registers and of the memory that the kernel may write.
#[derive(Default)]
pub(crate) struct Watch {
    /// The address of the instruction to look at, or 0.
    pub(crate) at: u64,
    /// The contents of all locations at the first three visits.
    pub(crate) visits: Vec<Word>,
    /// Where words of 8 bytes begin among the locations.
    pub(crate) words: Vec<usize>,
    /// The locations whose contents are replaced at the first visit, each by a value of which nothing is known.
    pub(crate) forgotten: Option<Vec<bool>>,
    /// The numbers among the locations, if the run is to stand for any number of iterations.
    pub(crate) numbers: Vec<Place>,
    /// What each of these numbers is at each visit.
    pub(crate) values: Vec<Vec<Option<Affine>>>,
    /// What is replaced part by part, at each visit.
    pub(crate) in_place: Vec<Word>,
    /// The addresses of the instructions in the order in which they were run, if they are to be noted down.
    pub(crate) trace: Option<Vec<u64>>,
}

/// A number among the locations, which grows by the same amount from visit to visit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) first: usize,
    pub(crate) bits: usize,
    pub(crate) growth: i64,
}

impl Watch {
    /// Whether the next visit is one of those at which the locations are looked at.
    pub(crate) fn looks(&self) -> bool {
        self.visits.len() < 3
    }

    /// Takes note of an instruction that is about to be run. Returns whether it is the one to look at.
    pub(crate) fn step(&mut self, at: u64) -> bool {
        if let Some(trace) = &mut self.trace {
            trace.push(at);
        }
        at == self.at
    }

    /// Looks at the locations before an instruction is run. `name` says what the one with a number is called.
    pub(crate) fn visit(&mut self, logic: &mut Logic, mut locations: Vec<&mut Bit>, name: impl Fn(usize) -> String) {
        let visit = self.visits.len();
        if visit == 0
            && let Some(forgotten) = &self.forgotten
        {
            for (bit, _) in locations.iter_mut().zip(forgotten).filter(|(_, forgotten)| **forgotten) {
                // What was never written must not be read either way.
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

/// What is left after a run.
pub(crate) struct Run {
    pub(crate) ended: Result<(), Stopped>,
    pub(crate) memory: Memory,
    /// How often each instruction was run, by its address.
    pub(crate) executed: BTreeMap<u64, usize>,
    /// The instructions that access memory at an address that depends on data.
    pub(crate) data_addresses: BTreeSet<u64>,
    /// The first instruction that computed a function of bits that belong to no common S-box.
    pub(crate) first_opaque: Option<u64>,
}

/// Runs the kernel at an address.
pub(crate) fn run(logic: &mut Logic, image: &Image, kernel: u64, call: Call, most_steps: usize) -> Run {
    watch(logic, image, kernel, call, most_steps, Watch::default()).0
}

/// Runs the kernel at an address, and looks at all locations at one of its instructions.
pub(crate) fn watch(
    logic: &mut Logic,
    image: &Image,
    kernel: u64,
    call: Call,
    most_steps: usize,
    watch: Watch,
) -> (Run, Watch) {
    let execution = Execution::new(logic, image, call.memory, watch);
    if is_aarch64(image) {
        let mut machine = aarch64::Machine::new(execution);
        let ended = machine.call(kernel, call.operands, call.stack, most_steps);
        machine.execution.finish(ended)
    } else {
        let mut machine = x86_64::Machine::new(execution);
        let ended = machine.call(kernel, call.operands, call.stack, most_steps);
        machine.execution.finish(ended)
    }
}

fn is_aarch64(image: &Image) -> bool {
    image.architecture == Architecture::Aarch64
}

/// Returns an instruction as an assembler writes it.
pub(crate) fn text(image: &Image, at: u64) -> String {
    if is_aarch64(image) { aarch64::text(image, at) } else { x86_64::text(image, at) }
}

/// Returns the addresses of the instructions of a function, without those that only fill bytes.
pub(crate) fn instructions(image: &Image, start: u64, bytes: u64) -> Vec<u64> {
    if is_aarch64(image) {
        aarch64::instructions(image, start, bytes)
    } else {
        x86_64::instructions(image, start, bytes)
    }
}

/// Returns the instructions of a function that can follow an instruction, skipping padding.
pub(crate) fn successors(image: &Image, at: u64) -> Vec<u64> {
    assert!(!is_aarch64(image), "only x86-64 is asked for");
    x86_64::successors(image, at)
}

/// Returns the length of an instruction.
pub(crate) fn length(image: &Image, at: u64) -> usize {
    if is_aarch64(image) { 4 } else { x86_64::length(image, at) }
}

/// Whether kernels for this architecture can be run.
pub(crate) fn knows(architecture: Architecture) -> bool {
    matches!(architecture, Architecture::X86_64 | Architecture::Aarch64)
}
