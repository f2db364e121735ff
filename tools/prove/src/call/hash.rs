//! Calls of the kernels of hash functions.
//!
//! The operands lie in memory as `kernel.rs` of the library lays them out, with a variable for every bit of every
//! state, block and start state. Each state has variables of its own, so a kernel that confuses two states is caught.

use super::{Call, Expected, Length, Values, append};
use crate::logic::Logic;
use crate::memory::{Memory, bits_of_number};
use crate::spec::{Parameters, Primitive};
use crate::sums::Bit;
use crate::words::Word;
use std::collections::HashMap;

/// The bytes of the operands between `finalize` and `start`. A test in the library's `kernel.rs` derives these places.
const BEHIND_FINALIZE: std::ops::Range<usize> = 49..56;

/// The bytes that contain the number in an `output_bytes` that is not `None`.
const OUTPUT_BYTES: std::ops::Range<usize> = 72..80;

/// The longest message passed as a tail: its length in bits does not fit into 12 bits.
pub(crate) const MESSAGE_BYTES: usize = 600;

/// The arguments of a kernel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct HashCase {
    pub(crate) states: usize,
    /// Whether all states have one value before the run, which is passed separately.
    pub(crate) common_start: bool,
    /// Whether a list without blocks contains an empty slice for each state, instead of being empty itself.
    pub(crate) empty_slices: bool,
    /// The number of blocks of each message, and of its padded tail.
    pub(crate) blocks: usize,
    pub(crate) more_blocks: usize,
    pub(crate) finalizes: bool,
    pub(crate) output_bytes: Option<usize>,
    /// The lengths of the tails that the kernel pads. Then `states` is the number of messages, and the kernel writes
    /// outputs instead of states.
    pub(crate) tails: Option<Tails>,
    pub(crate) parameters: Parameters,
}

/// The lengths of messages' tails: the first one has `first` bytes, and each further one `more` bytes more, modulo the
/// greatest length that fits plus one. Fugue's tails are whole messages of several words, of up to [`MESSAGE_BYTES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Tails {
    pub(crate) first: usize,
    pub(crate) more: usize,
    /// The number of bytes of padding that directly follow a message.
    pub(crate) suffix_bytes: usize,
}

impl Tails {
    /// Returns the greatest length of a tail.
    fn room(self, primitive: Primitive, parameters: Parameters) -> usize {
        if primitive.tails_are_messages() {
            MESSAGE_BYTES
        } else {
            primitive.block_bytes(parameters) - self.suffix_bytes
        }
    }

    /// Returns the length of a message's tail.
    fn length(self, message: usize, primitive: Primitive, parameters: Parameters) -> usize {
        (self.first + message * self.more) % (self.room(primitive, parameters) + 1)
    }
}

impl HashCase {
    /// Returns the parts of the case that determine its variables.
    fn setting(&self) -> Setting {
        Setting { parameters: self.parameters, tails: self.tails }
    }
}

impl std::fmt::Display for HashCase {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { states, blocks, more_blocks, .. } = self;
        write!(f, "{states} states, {blocks} + {more_blocks} blocks")?;
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
        if let Some(Tails { first, more, suffix_bytes }) = self.tails {
            write!(f, ", tails of {first} bytes and {more} more each, a suffix of {suffix_bytes}")?;
        }
        let Parameters { rate_bytes, rounds } = self.parameters;
        if rounds > 0 {
            write!(f, ", rate {rate_bytes}, {rounds} rounds")?;
        }
        Ok(())
    }
}

/// The variables of one primitive, and the specification's results for them. Everything is computed once and then
/// shared by all kernels of the primitive.
pub(crate) struct HashReference {
    primitive: Primitive,
    values: Values,
    /// The values before the run, of each state and of all states that start alike. With other parameters, or if
    /// messages end in other places, a state has other variables, so no S-box of one case shares only some of its
    /// inputs with one of another case.
    starts: HashMap<(Start, Setting), Word>,
    /// The blocks of each state, by state and number.
    blocks: HashMap<(usize, usize, Setting), Word>,
    /// The 8 bytes after a message, and the 8 bytes added to the end of its block.
    paddings: HashMap<Setting, [Word; 2]>,
    results: HashMap<Chain, Word>,
}

/// The parts of a case that determine its variables.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Setting {
    parameters: Parameters,
    tails: Option<Tails>,
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
    /// Whether the last block consists of the message's tail and padding.
    ended: bool,
    finalized: bool,
    setting: Setting,
}

impl HashReference {
    pub(crate) fn new(primitive: Primitive, values: Values) -> Self {
        Self {
            primitive,
            values,
            starts: HashMap::new(),
            blocks: HashMap::new(),
            paddings: HashMap::new(),
            results: HashMap::new(),
        }
    }

    /// Returns the value of a state before the run.
    fn start(&mut self, logic: &mut Logic, start: Start, setting: Setting) -> Word {
        let bytes = self.primitive.state_bytes();
        self.starts.entry((start, setting)).or_insert_with(|| self.values.bytes(logic, bytes)).clone()
    }

    /// Returns block `n` of a message.
    fn block(&mut self, logic: &mut Logic, state: usize, n: usize, setting: Setting) -> Word {
        let bytes = self.primitive.block_bytes(setting.parameters);
        self.blocks.entry((state, n, setting)).or_insert_with(|| self.values.bytes(logic, bytes)).clone()
    }

    /// Returns the bytes directly after a message, and the value added to the last bytes of its block.
    fn padding(&mut self, logic: &mut Logic, setting: Setting) -> [Word; 2] {
        let Self { paddings, values, .. } = self;
        paddings.entry(setting).or_insert_with(|| [values.bytes(logic, 8), values.bytes(logic, 8)]).clone()
    }

    /// Returns the last block of a message: the beginning of block `n`, the padding bytes that directly follow it,
    /// zeros, and the rest of the padding added to its end.
    fn padded(&mut self, logic: &mut Logic, n: usize, state: usize, setting: Setting, tails: Tails) -> Word {
        let mut block = self.block(logic, state, n, setting);
        let length = tails.length(state, self.primitive, setting.parameters);
        let [suffix, closing] = self.padding(logic, setting);
        let end = 8 * (length + tails.suffix_bytes);
        block[8 * length..end].copy_from_slice(&suffix[..8 * tails.suffix_bytes]);
        block[end..].fill(Bit::ZERO);
        let closed = block.len().saturating_sub(closing.len());
        for (bit, other) in block[closed..].iter_mut().zip(closing) {
            *bit = logic.xor(*bit, other);
        }
        block
    }

    /// Returns word `n` of a message of Fugue with its padding: zeros up to a whole word, and the length in bits as two
    /// words, most significant byte first.
    fn padded_word(&mut self, logic: &mut Logic, n: usize, state: usize, setting: Setting, tails: Tails) -> Word {
        let length = tails.length(state, self.primitive, setting.parameters);
        if let Some(left) = length.checked_sub(4 * n).filter(|left| *left > 0) {
            let mut word = self.block(logic, state, n, setting);
            word[8 * left.min(4)..].fill(Bit::ZERO);
            return word;
        }
        let part = n - length.div_ceil(4);
        let bits = bits_of_number((8 * length as u64).swap_bytes(), 64);
        bits[32 * part..][..32].to_vec()
    }

    /// Returns the specification's result for a state.
    fn result(&mut self, logic: &mut Logic, chain: Chain) -> Word {
        if let Some(result) = self.results.get(&chain) {
            return result.clone();
        }
        let mut state = if chain.finalized {
            self.result(logic, Chain { finalized: false, ..chain })
        } else if chain.blocks > 0 {
            self.result(logic, Chain { blocks: chain.blocks - 1, ended: false, ..chain })
        } else {
            let start = if chain.from_common_start { Start::Common } else { Start::Own { state: chain.state } };
            self.start(logic, start, chain.setting)
        };
        if chain.finalized {
            self.primitive.finalize(logic, &mut state, chain.setting.parameters);
        } else if chain.blocks > 0 {
            let block = match chain.setting.tails {
                Some(tails) if self.primitive.tails_are_messages() => {
                    self.padded_word(logic, chain.blocks - 1, chain.state, chain.setting, tails)
                }
                Some(tails) if chain.ended => self.padded(logic, chain.blocks - 1, chain.state, chain.setting, tails),
                _ => self.block(logic, chain.state, chain.blocks - 1, chain.setting),
            };
            self.primitive.absorb(logic, &mut state, &block, chain.setting.parameters);
        }
        self.results.insert(chain, state.clone());
        state
    }

    /// Returns the successor of each variable after further blocks have been absorbed: a bit of a state becomes the bit
    /// of the state after these blocks, and a bit of a block becomes the same bit of the block that lies so many blocks
    /// later. The variables are given by their atoms.
    pub(crate) fn moved_on(&mut self, logic: &mut Logic, case: &HashCase, blocks: usize) -> HashMap<u32, Bit> {
        // The caller's registers do not change.
        let mut moved: HashMap<u32, Bit> =
            logic.callers().iter().filter_map(|&bit| Some((*logic.sums.atoms_of(bit).first()?, bit))).collect();
        for n in 0..case.states {
            let (state, setting) = (n, case.setting());
            let chain = Chain { state, from_common_start: false, blocks, ended: false, finalized: false, setting };
            let (before, after) = (self.start(logic, Start::Own { state }, setting), self.result(logic, chain));
            let mut pairs: Vec<(Bit, Bit)> = before.into_iter().zip(after).collect();
            for block in 0..(case.blocks + case.more_blocks).saturating_sub(blocks) {
                let (before, after) =
                    (self.block(logic, n, block, setting), self.block(logic, n, block + blocks, setting));
                pairs.extend(before.into_iter().zip(after));
            }
            moved.extend(
                pairs.into_iter().filter_map(|(before, after)| Some((*logic.sums.atoms_of(before).first()?, after))),
            );
        }
        moved
    }

    /// Returns the number of words of a message of Fugue.
    fn words(&self, tails: Tails, message: usize, parameters: Parameters) -> usize {
        tails.length(message, self.primitive, parameters).div_ceil(4)
    }

    /// Returns the result for message or state number `state` after the run.
    fn left(&mut self, logic: &mut Logic, case: &HashCase, state: usize) -> Word {
        let blocks = match case.tails {
            Some(tails) if self.primitive.tails_are_messages() => self.words(tails, state, case.parameters) + 2,
            tails => case.blocks + case.more_blocks + usize::from(tails.is_some()),
        };
        self.result(
            logic,
            Chain {
                state,
                from_common_start: case.common_start,
                blocks,
                ended: case.tails.is_some(),
                finalized: case.finalizes,
                setting: case.setting(),
            },
        )
    }

    /// Returns the output of each message.
    fn outputs(&mut self, logic: &mut Logic, case: &HashCase) -> Vec<Option<Bit>> {
        let output_bytes = case.output_bytes.expect("outputs have a length");
        let mut outputs = Vec::new();
        for message in 0..case.states {
            let state = self.left(logic, case, message);
            outputs.extend(self.primitive.output(logic, &state, output_bytes, case.parameters).into_iter().map(Some));
        }
        outputs
    }

    /// Returns the expected contents of each state after the run.
    fn expected(&mut self, logic: &mut Logic, case: &HashCase) -> Vec<Option<Bit>> {
        let defined = self.primitive.defined_bytes(case.finalizes, case.output_bytes);
        let mut expected = Vec::new();
        for state in 0..case.states {
            let result = self.left(logic, case, state);
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
        let state_count = if case.tails.is_some() { 0 } else { case.states };
        for n in 0..state_count {
            let state = self.start(logic, Start::Own { state: n }, case.setting());
            // With a common start, the states are not initialized.
            states.extend(if case.common_start { vec![Bit::UNKNOWN; state.len()] } else { state });
        }
        let states = memory.add("the states", states, true, self.alignment());
        let mut lengths = Vec::new();
        let [blocks, more_blocks] = [0..case.blocks, case.blocks..case.blocks + case.more_blocks].map(|range| {
            let several = !range.is_empty();
            let list = self.slices(logic, &mut memory, case, range);
            if several {
                let region = memory.regions().len() - 1;
                let block_bytes = self.primitive.block_bytes(case.parameters);
                let length = |n| Length { region, first: 128 * n + 64, of_block: block_bytes, block_bytes };
                lengths.extend((0..case.states).map(length));
            }
            list
        });
        let start = if case.common_start {
            let common = self.start(logic, Start::Common, case.setting());
            memory.add("the start state", common, false, self.alignment())
        } else {
            0
        };
        let mut operands = Word::new();
        append(&mut operands, states);
        append(&mut operands, state_count as u64);
        for (address, count) in [blocks, more_blocks] {
            append(&mut operands, address);
            append(&mut operands, count);
        }
        append(&mut operands, case.finalizes.into());
        append(&mut operands, start);
        append(&mut operands, case.output_bytes.is_some().into());
        append(&mut operands, case.output_bytes.unwrap_or_default() as u64);
        let outputs = self.ends(logic, &mut memory, &mut operands, case);
        if let Primitive::Keccak { .. } = self.primitive {
            append(&mut operands, case.parameters.rate_bytes as u64);
            append(&mut operands, case.parameters.rounds as u64);
        }
        // The padding after `finalize`, and the value of an `output_bytes` that is `None`.
        operands[8 * BEHIND_FINALIZE.start..8 * BEHIND_FINALIZE.end].fill(Bit::UNKNOWN);
        if case.output_bytes.is_none() {
            operands[8 * OUTPUT_BYTES.start..8 * OUTPUT_BYTES.end].fill(Bit::UNKNOWN);
        }
        let result = match (outputs, case.output_bytes) {
            (Some(region), Some(bytes)) => {
                Expected { region, part: ("output", 8 * bytes), bits: self.outputs(logic, case) }
            }
            _ => {
                let part = ("state", 8 * self.primitive.state_bytes());
                Expected { region: 0, part, bits: self.expected(logic, case) }
            }
        };
        Call { lengths, ..Call::new(memory, operands, vec![result]) }
    }

    /// Appends the tails of messages, their padding and the place of the outputs to the operands. Returns the number of
    /// the region that contains the outputs.
    fn ends(&mut self, logic: &mut Logic, memory: &mut Memory, operands: &mut Word, case: &HashCase) -> Option<usize> {
        let Some(tails) = case.tails else {
            // Empty lists, whose addresses are not used; with them, the padding is not read.
            for value in [8, 0, 0, 0, 0, 1, 0] {
                append(operands, value);
            }
            return None;
        };
        let mut list = Word::new();
        for message in 0..case.states {
            let bytes = tails.length(message, self.primitive, case.parameters);
            let blocks = bytes.div_ceil(self.primitive.block_bytes(case.parameters)).max(1);
            let mut bits = Word::new();
            let first = if self.primitive.tails_are_messages() { 0 } else { case.blocks };
            for n in first..first + blocks {
                bits.extend(self.block(logic, message, n, case.setting()));
            }
            bits.truncate(8 * bytes);
            append(&mut list, memory.add("the end of a message", bits, false, 1));
            append(&mut list, bytes as u64);
        }
        append(operands, memory.add("the list of ends", list, false, 8));
        append(operands, case.states as u64);
        let [mut suffix, closing] = self.padding(logic, case.setting());
        suffix[8 * tails.suffix_bytes..].fill(Bit::ZERO);
        operands.extend(suffix);
        operands.extend(closing);
        append(operands, tails.room(self.primitive, case.parameters) as u64);
        let outputs = vec![Bit::UNKNOWN; 8 * case.states * case.output_bytes.unwrap_or_default()];
        append(operands, memory.add("the outputs", outputs.clone(), true, 1));
        append(operands, outputs.len() as u64 / 8);
        Some(memory.regions().len() - 1)
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
            // The target of an empty slice is never read.
            return (8, 0);
        }
        let mut list = Word::new();
        for state in 0..case.states {
            // For whole messages, these are the words before the last two.
            let first = match case.tails {
                Some(tails) if self.primitive.tails_are_messages() => {
                    self.words(tails, state, case.parameters) - 2 - case.blocks
                }
                _ => blocks.start,
            };
            let bits: Word =
                (first..first + blocks.len()).flat_map(|n| self.block(logic, state, n, case.setting())).collect();
            let bytes = bits.len() as u64 / 8;
            append(&mut list, memory.add("a message", bits, false, 1));
            append(&mut list, bytes);
        }
        (memory.add("the list of messages", list, false, 8), case.states as u64)
    }

    /// Returns the alignment of the state's type; the memory has no greater alignment.
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
