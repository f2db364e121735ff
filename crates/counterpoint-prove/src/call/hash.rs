//! Calls of the kernels of hash functions.
//!
//! The operands lie in memory as `kernel.rs` of the library lays them out, with a variable for every bit of every
//! state, block and start state. Each state has variables of its own, so that a kernel that confuses two states is
//! found out.

use super::{Call, Expected, Values, append};
use crate::logic::Logic;
use crate::memory::Memory;
use crate::spec::{Parameters, Primitive};
use crate::sums::Bit;
use crate::words::Word;
use std::collections::HashMap;

/// The bytes of the operands between `finalize` and `start`. A test in the library's `kernel.rs` derives these places.
const BEHIND_FINALIZE: std::ops::Range<usize> = 49..56;

/// The bytes that contain the number of an `output_bytes` that is not `None`.
const OUTPUT_BYTES: std::ops::Range<usize> = 72..80;

/// What a kernel is called with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct HashCase {
    pub(crate) states: usize,
    /// Whether all states have one value before the run, which is given apart from them.
    pub(crate) common_start: bool,
    /// Whether a list without blocks contains an empty slice for each state, and is not empty itself.
    pub(crate) empty_slices: bool,
    /// Blocks of each message, and of its tail.
    pub(crate) blocks: usize,
    pub(crate) tails: usize,
    pub(crate) finalizes: bool,
    pub(crate) output_bytes: Option<usize>,
    pub(crate) parameters: Parameters,
}

impl std::fmt::Display for HashCase {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { states, blocks, tails, .. } = self;
        write!(f, "{states} states, {blocks} + {tails} blocks")?;
        if self.finalizes {
            f.write_str(", finalize")?;
        }
        if self.common_start {
            f.write_str(", common start")?;
        }
        if self.empty_slices {
            f.write_str(", empty slices")?;
        }
        if let Some(bytes) = self.output_bytes {
            write!(f, ", {bytes} bytes of output")?;
        }
        let Parameters { rate_bytes, rounds } = self.parameters;
        if rounds > 0 {
            write!(f, ", rate {rate_bytes}, {rounds} rounds")?;
        }
        Ok(())
    }
}

/// The variables of one primitive, and what the specification makes of them. Everything is computed once and then
/// shared by all kernels of the primitive.
pub(crate) struct HashReference {
    primitive: Primitive,
    values: Values,
    /// The values before the run, of each state and of all states that start alike. Under other parameters a state has
    /// other variables, so that no S-box of one case has only some of the inputs of one of another case.
    starts: HashMap<(Start, Parameters), Word>,
    /// The blocks of each state, by state and number.
    blocks: HashMap<(usize, usize, Parameters), Word>,
    results: HashMap<Chain, Word>,
}

/// The value of a state before the run.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Start {
    Common,
    Own { state: usize },
}

/// The value of a state after some blocks.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Chain {
    state: usize,
    from_common_start: bool,
    blocks: usize,
    finalized: bool,
    parameters: Parameters,
}

impl HashReference {
    pub(crate) fn new(primitive: Primitive, values: Values) -> Self {
        Self { primitive, values, starts: HashMap::new(), blocks: HashMap::new(), results: HashMap::new() }
    }

    /// Returns the value of a state before the run.
    fn start(&mut self, logic: &mut Logic, start: Start, parameters: Parameters) -> Word {
        let bytes = self.primitive.state_bytes();
        self.starts.entry((start, parameters)).or_insert_with(|| self.values.bytes(logic, bytes)).clone()
    }

    /// Returns block `n` of a message.
    fn block(&mut self, logic: &mut Logic, state: usize, n: usize, parameters: Parameters) -> Word {
        let bytes = self.primitive.block_bytes(parameters);
        self.blocks.entry((state, n, parameters)).or_insert_with(|| self.values.bytes(logic, bytes)).clone()
    }

    /// Returns what the specification makes of a state.
    fn result(&mut self, logic: &mut Logic, chain: Chain) -> Word {
        if let Some(result) = self.results.get(&chain) {
            return result.clone();
        }
        let mut state = if chain.finalized {
            self.result(logic, Chain { finalized: false, ..chain })
        } else if chain.blocks > 0 {
            self.result(logic, Chain { blocks: chain.blocks - 1, ..chain })
        } else {
            let start = if chain.from_common_start { Start::Common } else { Start::Own { state: chain.state } };
            self.start(logic, start, chain.parameters)
        };
        if chain.finalized {
            self.primitive.finalize(logic, &mut state, chain.parameters);
        } else if chain.blocks > 0 {
            let block = self.block(logic, chain.state, chain.blocks - 1, chain.parameters);
            self.primitive.absorb(logic, &mut state, &block, chain.parameters);
        }
        self.results.insert(chain, state.clone());
        state
    }

    /// Returns what becomes of each variable when further blocks have been absorbed: a bit of a state becomes the bit
    /// of the state behind these blocks, and a bit of a block that of the block that is as many places further on. The
    /// variables are given by their atoms.
    pub(crate) fn moved_on(&mut self, logic: &mut Logic, case: &HashCase, blocks: usize) -> HashMap<u32, Bit> {
        // What belongs to the caller stays what it is.
        let mut moved: HashMap<u32, Bit> =
            logic.callers().iter().filter_map(|&bit| Some((*logic.sums.atoms_of(bit).first()?, bit))).collect();
        for n in 0..case.states {
            let (state, parameters) = (n, case.parameters);
            let chain = Chain { state, from_common_start: false, blocks, finalized: false, parameters };
            let (before, after) = (self.start(logic, Start::Own { state }, parameters), self.result(logic, chain));
            let mut pairs: Vec<(Bit, Bit)> = before.into_iter().zip(after).collect();
            for block in 0..(case.blocks + case.tails).saturating_sub(blocks) {
                let (before, after) =
                    (self.block(logic, n, block, parameters), self.block(logic, n, block + blocks, parameters));
                pairs.extend(before.into_iter().zip(after));
            }
            moved.extend(
                pairs.into_iter().filter_map(|(before, after)| Some((*logic.sums.atoms_of(before).first()?, after))),
            );
        }
        moved
    }

    /// Returns what each state must contain after the run.
    fn expected(&mut self, logic: &mut Logic, case: &HashCase) -> Vec<Option<Bit>> {
        let defined = self.primitive.defined_bytes(case.finalizes, case.output_bytes);
        let mut expected = Vec::new();
        for state in 0..case.states {
            let result = self.result(
                logic,
                Chain {
                    state,
                    from_common_start: case.common_start,
                    blocks: case.blocks + case.tails,
                    finalized: case.finalizes,
                    parameters: case.parameters,
                },
            );
            let first = expected.len();
            expected.resize(first + result.len(), None);
            for bit in defined.iter().flat_map(|byte| 8 * byte..8 * byte + 8) {
                expected[first + bit] = Some(result[bit]);
            }
        }
        expected
    }

    /// Returns a call of a kernel.
    pub(crate) fn call(&mut self, logic: &mut Logic, case: &HashCase) -> Call {
        let mut memory = Memory::new();
        let mut states = Word::new();
        for n in 0..case.states {
            let state = self.start(logic, Start::Own { state: n }, case.parameters);
            // With a common start, the states are not initialized.
            states.extend(if case.common_start { vec![Bit::UNKNOWN; state.len()] } else { state });
        }
        let states = memory.add("the states", states, true, self.alignment());
        let blocks = self.slices(logic, &mut memory, case, 0..case.blocks);
        let tails = self.slices(logic, &mut memory, case, case.blocks..case.blocks + case.tails);
        let start = if case.common_start {
            let common = self.start(logic, Start::Common, case.parameters);
            memory.add("the start state", common, false, self.alignment())
        } else {
            0
        };
        let mut operands = Word::new();
        append(&mut operands, states);
        append(&mut operands, case.states as u64);
        for (address, count) in [blocks, tails] {
            append(&mut operands, address);
            append(&mut operands, count);
        }
        append(&mut operands, case.finalizes.into());
        append(&mut operands, start);
        append(&mut operands, case.output_bytes.is_some().into());
        append(&mut operands, case.output_bytes.unwrap_or_default() as u64);
        if let Primitive::Keccak { .. } = self.primitive {
            append(&mut operands, case.parameters.rate_bytes as u64);
            append(&mut operands, case.parameters.rounds as u64);
        }
        // The padding behind `finalize`, and the value of an `output_bytes` that is `None`.
        operands[8 * BEHIND_FINALIZE.start..8 * BEHIND_FINALIZE.end].fill(Bit::UNKNOWN);
        if case.output_bytes.is_none() {
            operands[8 * OUTPUT_BYTES.start..8 * OUTPUT_BYTES.end].fill(Bit::UNKNOWN);
        }
        let bits = self.expected(logic, case);
        let part = ("state", 8 * self.primitive.state_bytes());
        Call::new(memory, operands, vec![Expected { region: 0, part, bits }])
    }

    /// Adds a list of slices, one for each message, with these blocks. Returns its address and length.
    fn slices(
        &mut self,
        logic: &mut Logic,
        memory: &mut Memory,
        case: &HashCase,
        blocks: std::ops::Range<usize>,
    ) -> (u64, u64) {
        if blocks.is_empty() && !case.empty_slices {
            // What an empty slice points to is never read.
            return (8, 0);
        }
        let mut list = Word::new();
        for state in 0..case.states {
            let bits: Word = blocks.clone().flat_map(|n| self.block(logic, state, n, case.parameters)).collect();
            let bytes = bits.len() as u64 / 8;
            append(&mut list, memory.add("a message", bits, false, 1));
            append(&mut list, bytes);
        }
        (memory.add("the list of messages", list, false, 8), case.states as u64)
    }

    /// Returns the alignment of the type of a state: the memory is not aligned any better.
    fn alignment(&self) -> u64 {
        match self.primitive {
            Primitive::Keccak { width } => width as u64 / 8,
            Primitive::Groestl { .. } => 8,
            #[cfg(test)]
            Primitive::Example => 8,
            Primitive::Fugue { .. } | Primitive::Luffa { .. } => 4,
        }
    }
}
