//! Calls of a kernel: the memory it gets, and the expected contents of memory when it returns.

use crate::logic::Logic;
use crate::memory::{Memory, bits_of_number};
use crate::random;
use crate::sums::Bit;
use crate::words::Word;

mod aes;
mod hash;

pub(crate) use aes::{AesCase, AesReference};
pub(crate) use hash::{HashCase, HashReference, MESSAGE_BYTES, Tails};

/// A call that is ready to run.
pub(crate) struct Call {
    pub(crate) memory: Memory,
    /// The kernel's argument: the address of the operands.
    pub(crate) operands: u64,
    /// The end of the stack.
    pub(crate) stack: u64,
    pub(crate) results: Vec<Expected>,
    /// The places of the numbers of blocks, or of the lengths of lists of blocks.
    pub(crate) lengths: Vec<Length>,
}

/// The place of a number of blocks.
#[derive(Clone, Copy)]
pub(crate) struct Length {
    pub(crate) region: usize,
    /// The first of its 64 bits there.
    pub(crate) first: usize,
    /// The amount that a block adds to it.
    pub(crate) of_block: usize,
    pub(crate) block_bytes: usize,
}

/// The expected contents of a region of memory after the call.
pub(crate) struct Expected {
    pub(crate) region: usize,
    /// The parts of the region, one after the other: `state` or `block`, and the number of bits in one.
    pub(crate) part: (&'static str, usize),
    /// `None` for bits to which the kernel may give any value.
    pub(crate) bits: Vec<Option<Bit>>,
}

/// A bit of a result that differs from the specification.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Difference {
    /// The part that contains it: `state`, and its number.
    pub(crate) part: (&'static str, usize),
    /// The index of the bit in it.
    pub(crate) bit: usize,
    /// Whether the kernel's bit contains a function of bits without a common S-box.
    pub(crate) opaque: bool,
}

impl Call {
    /// Returns a call without results: the memory has been filled except for the operands and the stack.
    fn new(mut memory: Memory, operands: Word, results: Vec<Expected>) -> Self {
        let operands = memory.add("the operands", operands, true, 8);
        let stack = memory.add("the stack", vec![Bit::UNKNOWN; 8 * STACK_BYTES], true, 0);
        Self { memory, operands, stack: stack + STACK_BYTES as u64, results, lengths: Vec::new() }
    }
}

/// Returns the first bit of the results that is not the expected one.
pub(crate) fn difference(logic: &Logic, memory: &Memory, results: &[Expected]) -> Option<Difference> {
    results.iter().find_map(|Expected { region, part: (name, length), bits }| {
        let found = &memory.regions()[*region].bits;
        assert_eq!(bits.len(), found.len(), "a result for every bit of the region");
        let defined = |bit: &Bit| !logic.sums.is_opaque(*bit);
        assert!(bits.iter().flatten().all(defined), "the specification knows every bit of its results");
        let bit = bits.iter().zip(found).position(|(expected, found)| expected.is_some_and(|bit| bit != *found))?;
        let part = (*name, bit / length);
        Some(Difference { part, bit: bit % length, opaque: logic.sums.is_opaque(found[bit]) })
    })
}

/// The size of the stack, more than any kernel needs.
const STACK_BYTES: usize = 1 << 16;

/// The values of states, messages and keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Values {
    /// A variable for each bit: a proof then holds for every value.
    Variables,
    /// Pseudorandom constants from a seed: a run on these is a test.
    Random(u64),
}

impl Values {
    /// Returns the bits of some bytes.
    pub(crate) fn bytes(&mut self, logic: &mut Logic, bytes: usize) -> Word {
        (0..8 * bytes)
            .map(|_| match self {
                Self::Variables => logic.variable(),
                Self::Random(state) => Bit::constant(random::next(state) & 1 == 1),
            })
            .collect()
    }
}

/// Appends a number of 8 bytes.
fn append(operands: &mut Word, value: u64) {
    operands.extend(bits_of_number(value, 64));
}
