//! The sources of an instruction, as functions of variables.

use super::operands::{MOST_SOURCES, Source, memory_address};
use super::state::{MEMORY, SCRATCH, State};
use crate::logic::{AES_SBOX, Assignment, Logic};
use crate::sums::Bit;
use crate::validation::Random;
use crate::words::Word;
use iced_x86::Instruction;

/// A choice of variables. Every byte of them is the input of an S-box, which gives nonlinear functions of it a group in
/// which they have a form.
pub(super) struct Variables {
    pub(super) title: &'static str,
    variables: Word,
    /// For each source a function of variables for each bit: the bit is the function or its complement.
    functions: Vec<Word>,
}

impl Variables {
    /// Returns all choices. Separate variables distinguish the bits of the sources. With common ones, an operation on
    /// two sources has a form, and with a single byte of variables even one on different bytes.
    pub(super) fn choices(logic: &mut Logic) -> Vec<Self> {
        let mut bytes = |count: usize| {
            let mut word = Word::new();
            for _ in 0..count {
                let byte: Word = (0..8).map(|_| logic.variable()).collect();
                logic.sbox(&byte, 8, &*AES_SBOX);
                word.extend(byte);
            }
            word
        };
        let (own, common, single) = (bytes(64 * MOST_SOURCES), bytes(64), bytes(1));
        let of_each = own.chunks(512).map(<[Bit]>::to_vec).collect();
        // Invertible maps: products with numbers that are not 0.
        let mut product = |byte: &[Bit], n: usize| logic.times(byte, 1 + (n * 37 % 255) as u8);
        let of_common =
            (0..MOST_SOURCES).map(|n| common.chunks(8).flat_map(|byte| product(byte, n)).collect()).collect();
        let of_single =
            (0..MOST_SOURCES).map(|n| (0..64).flat_map(|at| product(&single, 64 * n + at)).collect()).collect();
        vec![
            Self { title: "variables", variables: own, functions: of_each },
            Self { title: "functions of common variables", variables: common, functions: of_common },
            Self { title: "functions of a byte", variables: single, functions: of_single },
        ]
    }
}

/// Replaces the bits of sources with functions of variables, and returns values of the variables that give the sources
/// their values. Without variables, the bits become unknown.
pub(super) fn assign(
    logic: &Logic,
    i: &Instruction,
    sources: &[&Source],
    choice: Option<&Variables>,
    before: &State,
    random: &mut Random,
    bits: &mut [Bit],
) -> Assignment {
    let mut assignment = Assignment::new(logic);
    for variables in choice.map_or(&[][..], |choice| &choice.variables).chunks(64) {
        let values = random.number();
        for (n, &variable) in variables.iter().enumerate() {
            assignment.set(logic, variable, values >> n & 1 == 1);
        }
    }
    for (n, source) in sources.iter().enumerate() {
        let range = match source {
            Source::Bits(range) => range.clone(),
            Source::Memory(bytes) => {
                let first = (memory_address(i, before) - SCRATCH) as usize + MEMORY;
                8 * first..8 * (first + bytes)
            }
        };
        let Some(choice) = choice else {
            bits[range].fill(Bit::UNKNOWN);
            continue;
        };
        for (at, &function) in range.zip(&choice.functions[n]) {
            let is = assignment.value(logic, function) == Some(before.bit(at));
            bits[at] = if is { function } else { !function };
        }
    }
    assignment
}
