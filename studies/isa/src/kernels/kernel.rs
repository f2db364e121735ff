//! A kernel: a way to compute rounds, and its programs for a target.

use super::{Blocks, Task, Way, lanes, pairs, scalar};
use crate::allocate::allocate;
use crate::builder::{Builder, Value};
use crate::instruction::File;
use crate::operation::{Number, Operation};
use crate::pipeline::Model;
use crate::program::{BLOCKS, CONSTANTS, FRAME, INPUT, OUTPUT, Program, STATE};
use crate::schedule::scheduled;
use crate::sets::arm::{EOR, EOR_ROTATED, INS};
use crate::target::Target;
use crate::transfer::{Lanes, Layout, load, store};

/// All ways.
static WAYS: [&Way; 5] = [&lanes::WAY, &pairs::SINGLE, &pairs::PAPER, &pairs::OURS, &scalar::WAY];

/// The number of rounds by which the ways are compared.
const ROUNDS_COMPARED: usize = 4;

/// How a target computes Keccak-p, or another permutation.
pub struct Kernel {
    /// The target it is for.
    pub target: Target,
    way: &'static Way,
    /// The number of lanes of a state.
    lanes: usize,
    /// The processor for which the instructions are scheduled. Without one, they are in the order of the algorithm.
    model: Option<Model>,
}

impl Kernel {
    /// Returns the kernel with the fewest instructions for a target, or `None` if the target can't compute a round.
    pub fn new(target: &Target) -> Option<Self> {
        Self::among(target, &WAYS, 25)
    }

    /// Returns the kernel with the fewest instructions among these ways to compute a permutation of this number of
    /// lanes, or `None` if none is possible.
    pub(crate) fn among(target: &Target, ways: &[&'static Way], lanes: usize) -> Option<Self> {
        let possible = ways.iter().filter(|way| (way.possible)(target));
        let kernels = possible.map(|way| Self { target: target.clone(), way, lanes, model: None });
        kernels.min_by_key(|kernel| kernel.permutation(ROUNDS_COMPARED).operations.len())
    }

    /// Returns the kernel with its programs scheduled for a processor.
    pub fn scheduled(self, model: &Model) -> Self {
        Self { model: Some(model.clone()), ..self }
    }

    /// Returns the program for the last `rounds` rounds of a permutation, of any width.
    pub fn permutation(&self, rounds: usize) -> Program {
        let mut builder = Builder::default();
        let layout = (self.way.layout)(&self.target);
        let state = self.load_state(&mut builder, &layout);
        let state = (self.way.rounds)(&mut builder, &self.target, state, rounds);
        self.store_state(&mut builder, &layout, &state);
        self.finished(builder)
    }

    /// Returns the program that works on one or more blocks. The state stays in registers between two blocks.
    pub fn blocks(&self, blocks: &Blocks<'_>) -> Program {
        let mut builder = Builder::default();
        let layout = (self.way.layout)(&self.target);
        let state = self.load_state(&mut builder, &layout);
        builder.begin_loop();
        let next = self.block(&mut builder, &layout, &state, blocks);
        let next = (self.way.rounds)(&mut builder, &self.target, next, blocks.rounds);
        let advance = |builder: &mut Builder, d: Number, bytes: i16| {
            if bytes != 0 {
                builder.append(Operation::Add { d, n: d, number: bytes });
            }
        };
        advance(&mut builder, CONSTANTS, -8 * blocks.rounds as i16);
        // Loads and stores of short lanes, and of lanes in general registers, advance the address themselves.
        let itself = blocks.width < 64 || self.way.file == File::General;
        let bytes = |lanes: &[usize]| (lanes.len() * self.target.states() * blocks.width as usize / 8) as i16;
        let block = if itself { 0 } else { bytes(blocks.block) };
        let (reads, writes) = (blocks.task != Task::Squeeze, blocks.task != Task::Absorb);
        advance(&mut builder, INPUT, if reads { block } else { 0 });
        advance(&mut builder, OUTPUT, if writes { block } else { 0 });
        advance(&mut builder, FRAME, if itself { -bytes(blocks.frame) } else { 0 });
        advance(&mut builder, BLOCKS, -1);
        builder.end_loop(state.iter().copied().zip(next).collect(), BLOCKS);
        self.store_state(&mut builder, &layout, &state);
        self.finished(builder)
    }

    /// Appends the work on a block before the permutation, and returns the state.
    fn block(&self, builder: &mut Builder, layout: &Layout, state: &[Value], blocks: &Blocks<'_>) -> Vec<Value> {
        let side_by_side = self.target.side_by_side();
        let of_state = |lanes: &[usize]| -> Vec<(usize, usize)> {
            let states = (0..self.target.states()).map(|state| (state / side_by_side, state % side_by_side));
            states.flat_map(|(group, side)| lanes.iter().map(move |lane| (lane + self.lanes * group, side))).collect()
        };
        let (block, frame) = (of_state(blocks.block), of_state(blocks.frame));
        let lanes = |base: Number, of_state| Lanes { base, width: blocks.width, of_state, side_by_side };
        let file = self.way.file;
        let output = |builder: &mut Builder, values: &[Value]| {
            store(builder, layout, file, lanes(OUTPUT, &block), values);
        };
        let input = match blocks.task {
            Task::Squeeze => vec![None; state.len()],
            _ => load(builder, layout, file, lanes(INPUT, &block)),
        };
        let mut next = self.added(builder, state, &input);
        match blocks.task {
            Task::Absorb => {}
            Task::Squeeze => output(builder, state),
            Task::Encrypt => output(builder, &next),
            Task::Decrypt => {
                output(builder, &next);
                for (part, input) in input.iter().enumerate() {
                    let Some(input) = *input else { continue };
                    let known = layout[part].iter().map(|&lane| block.contains(&(lane, 0)));
                    next[part] = match known.collect::<Vec<_>>()[..] {
                        [true, false] => builder.compute(&INS, 0, &[state[part], input]),
                        [false, true] => builder.compute(&INS, 0, &[input, state[part]]),
                        _ => input,
                    };
                }
            }
        }
        if frame.is_empty() {
            return next;
        }
        let frame = load(builder, layout, file, lanes(FRAME, &frame));
        self.added(builder, &next, &frame)
    }

    /// Appends the sums of a state and the loaded values.
    fn added(&self, builder: &mut Builder, state: &[Value], loaded: &[Option<Value>]) -> Vec<Value> {
        let sum = match self.way.file {
            File::General => &EOR_ROTATED,
            File::Vector => &EOR,
        };
        let pairs = state.iter().zip(loaded).enumerate();
        let sums = pairs.map(|(part, (&value, loaded))| match *loaded {
            Some(loaded) => {
                let sum = builder.compute(sum, 0, &[value, loaded]);
                builder.wish(sum, self.way.first + part as Number);
                sum
            }
            None => value,
        });
        sums.collect()
    }

    fn load_state(&self, builder: &mut Builder, layout: &Layout) -> Vec<Value> {
        let loaded = load(builder, layout, self.way.file, self.all_lanes(&self.all()));
        let values: Vec<Value> = loaded.into_iter().flatten().collect();
        values.iter().zip(self.way.first..).for_each(|(&value, part)| builder.wish(value, part));
        values
    }

    fn store_state(&self, builder: &mut Builder, layout: &Layout, state: &[Value]) {
        let all = self.all();
        // Stores in order advance the address, which after the loads in order is at the end of the state.
        if self.way.file == File::General {
            builder.append(Operation::Add { d: STATE, n: STATE, number: -(8 * all.len() as i16) });
        }
        store(builder, layout, self.way.file, self.all_lanes(&all), state);
    }

    /// Returns all lanes of 64 bits, each of which may contain those of several states side by side.
    fn all(&self) -> Vec<(usize, usize)> {
        (0..self.lanes * self.target.groups).map(|lane| (lane, 0)).collect()
    }

    fn all_lanes<'a>(&self, all: &'a [(usize, usize)]) -> Lanes<'a> {
        Lanes { base: STATE, width: 64, of_state: all, side_by_side: 1 }
    }

    fn finished(&self, mut builder: Builder) -> Program {
        builder.append(Operation::Return);
        let program = match &self.model {
            Some(model) => scheduled(&builder, self.target.registers, model),
            None => allocate(builder, self.target.registers),
        };
        Program { side_by_side: self.target.side_by_side(), ..program }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pipeline::models::models;
    use crate::run;
    use crate::spec::{State, full_rounds, permuted};
    use crate::target::{packed_targets, targets};

    fn states(number: usize, width: u32, seed: u64) -> Vec<State<u64>> {
        let lane = |index: u64| (seed + index).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - width);
        (0..number as u64).map(|state| core::array::from_fn(|i| lane(100 * state + i as u64))).collect()
    }

    /// All targets, each with its widths.
    fn all() -> impl Iterator<Item = (Target, Vec<u32>)> {
        let widths = |target: Target| match target.packed {
            Some(width) => (target, vec![width]),
            None => (target, vec![8, 16, 32, 64]),
        };
        targets().into_iter().chain(packed_targets()).map(widths)
    }

    #[test]
    fn permutations_are_those_of_the_specification() {
        for (target, widths) in all() {
            let kernel = Kernel::new(&target).unwrap();
            for width in widths {
                let states = states(target.states(), width, 3);
                for rounds in [0, 1, 2, 12, full_rounds(width)] {
                    let found = run::permutation(&kernel.permutation(rounds), width, rounds, &states).unwrap();
                    let expected: Vec<_> = states.iter().map(|state| permuted(state, width, rounds)).collect();
                    assert_eq!(found.states, expected, "{}, {width} bits, {rounds} rounds", target.name);
                }
            }
        }
    }

    /// A block of some lanes of a state, in an order that occurs in no permutation, and a frame.
    const BLOCK: [usize; 7] = [0, 1, 2, 24, 8, 7, 13];
    const FRAME: [usize; 2] = [4, 20];

    #[test]
    fn blocks_are_absorbed_squeezed_and_encrypted() {
        for (target, widths) in all() {
            let kernel = Kernel::new(&target).unwrap();
            for width in widths {
                for task in [Task::Absorb, Task::Squeeze, Task::Encrypt, Task::Decrypt] {
                    let blocks = Blocks { task, width, block: &BLOCK, frame: &FRAME, rounds: 3 };
                    compare(&kernel, &blocks, 3);
                }
            }
        }
    }

    #[test]
    fn ordered_kernels_absorb_squeeze_and_encrypt() {
        for model in models() {
            for (target, widths) in all() {
                let kernel = Kernel::new(&target).unwrap().scheduled(&model);
                for (width, task) in [(64, Task::Absorb), (32, Task::Decrypt), (8, Task::Decrypt)] {
                    if !widths.contains(&width) {
                        continue;
                    }
                    compare(&kernel, &Blocks { task, width, block: &BLOCK, frame: &FRAME, rounds: 2 }, 3);
                }
            }
        }
    }

    fn compare(kernel: &Kernel, blocks: &Blocks<'_>, number: usize) {
        let Blocks { task, width, rounds, .. } = *blocks;
        let bytes = width as usize / 8;
        let mut states = states(kernel.target.states(), width, 9);
        let lanes = number * states.len() * BLOCK.len();
        let input: Vec<u8> = (0..lanes * bytes).map(|index| ((index * 151) >> 3) as u8).collect();
        let frame: Vec<u8> = (0..states.len() * FRAME.len() * bytes).map(|index| index as u8 + 1).collect();
        let found = run::blocks(kernel, blocks, number, &states, &input, &frame).unwrap();
        let lane = |bytes: &[u8]| bytes.iter().rev().fold(0, |lane, &byte| lane << 8 | u64::from(byte));
        let (mut input, mut output) = (input.chunks(bytes), Vec::<u8>::new());
        for _ in 0..number {
            for (index, state) in states.iter_mut().enumerate() {
                for place in BLOCK {
                    let added = if task == Task::Squeeze { 0 } else { lane(input.next().unwrap()) };
                    let sum = state[place] ^ added;
                    state[place] = if task == Task::Decrypt { added } else { sum };
                    output.extend(&sum.to_le_bytes()[..bytes]);
                }
                for (place, added) in FRAME.into_iter().zip(frame.chunks(bytes).skip(index * FRAME.len())) {
                    state[place] ^= lane(added);
                }
                *state = permuted(state, width, rounds);
            }
        }
        let name = &kernel.target.name;
        assert_eq!(found.states, states, "{name}, {width} bits, {task:?}");
        assert_eq!(
            found.output,
            if task == Task::Absorb { Vec::new() } else { output },
            "{name}, {width} bits, {task:?}"
        );
    }
}
