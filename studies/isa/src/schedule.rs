//! Schedules a program: finds an order in which its instructions wait less for each other.
//!
//! This is list scheduling before register allocation. Of the instructions whose operands have been computed, the next
//! is the one that can begin first, and among equals the one with the longest chain of instructions waiting for it. So
//! instructions of the next round begin while those of this round still run. Two limits keep the values in registers:
//! an instruction may move up only a limited number of places, and as long as there is another choice, none may make
//! more values alive than there are registers. The best limits depend on the program, so several are tried. Each order
//! gets registers, and the fewest cycles win. The original order takes part, so the result is never worse. An order
//! that takes more instructions for copies or for the stack is rejected, except for a few copies at the end of a loop.
//! The cost is time: some tens of allocations.
//!
//! No instruction leaves or enters a loop.

use crate::allocate::{Registers, allocate};
use crate::builder::{Builder, Step};
use crate::instruction::File;
use crate::operation::{FIRST_VIRTUAL, Named, Operation, Transfer};
use crate::pipeline::in_order::Board;
use crate::pipeline::{Action, Model, cycles, trace};
use crate::program::{CONSTANTS, Program};
use offsets::with_offsets;
use std::collections::{BTreeMap, BTreeSet};

mod offsets;

/// The greatest numbers of places by which an instruction may move up.
const DISTANCES: [usize; 12] = [6, 10, 14, 18, 24, 30, 36, 44, 52, 64, 80, 120];
/// The numbers of registers that stay free.
const RESERVES: [usize; 4] = [0, 1, 2, 4];

/// The additional instructions that an order of a program with a loop may take, in thousandths: copies at the loop's
/// end.
const MORE: usize = 20;

/// The number of iterations of a loop when orders are compared.
const TIMES: usize = 3;

/// Returns the program with registers, in the order with the fewest cycles of those tried.
pub fn scheduled(builder: &Builder, registers: Registers, model: &Model) -> Program {
    let mut best = allocate(builder.clone(), registers);
    let loops = builder.steps.iter().any(|step| matches!(step, Step::LoopBegin));
    let most = trace(&best, TIMES).len() * if loops { 1000 + MORE } else { 1000 } / 1000;
    let mut fewest = cycles(&trace(&best, TIMES), model);
    let builder = Builder { steps: with_offsets(&builder.steps), wishes: builder.wishes.clone() };
    for distance in DISTANCES {
        for reserve in RESERVES {
            let program = allocate(ordered(&builder, registers, model, distance, reserve), registers);
            let run = trace(&program, TIMES);
            let found = cycles(&run, model);

            if run.len() <= most && found < fewest {
                (best, fewest) = (program, found);
            }
        }
    }
    best
}

/// Returns the program in another order.
fn ordered(builder: &Builder, registers: Registers, model: &Model, distance: usize, reserve: usize) -> Builder {
    let needed = Needed::new(&builder.steps);
    let most = |file: File| match file {
        File::Vector => usize::from(registers.vector).saturating_sub(reserve),
        File::General => usize::from(registers.general).saturating_sub(reserve),
    };
    let mut steps: Vec<Step> = Vec::new();
    let mut alive: BTreeSet<Named> = BTreeSet::new();
    let mut begin = 0;
    while begin < builder.steps.len() {
        let end = (begin..builder.steps.len()).find(|&at| !matches!(builder.steps[at], Step::Operation(..)));
        let end = end.unwrap_or(builder.steps.len());
        let operations: Vec<&Operation> = builder.steps[begin..end].iter().filter_map(Step::operation).collect();
        let region = Region::new(&operations, model, |value| needed.after(value, end));
        let order = region.order(&mut alive, distance, &most);
        steps.extend(order.into_iter().map(|at| builder.steps[begin + at].clone()));
        if let Some(Step::LoopEnd(carried, _)) = builder.steps.get(end) {
            carried.iter().for_each(|(_, second)| _ = alive.remove(&second.0));
            alive.extend(carried.iter().map(|(first, _)| first.0));
        }
        steps.extend(builder.steps.get(end).cloned());
        begin = end + 1;
    }
    Builder { steps, wishes: builder.wishes.clone() }
}

/// How long values are needed.
struct Needed {
    /// The last step that reads each value. Values that a loop reads and does not replace are needed to its end.
    last: BTreeMap<Named, usize>,
    /// The end of the loop, and the values replaced there. No step of the loop needs them after their last use in it.
    end: usize,
    replaced: BTreeMap<Named, usize>,
}

impl Needed {
    fn new(steps: &[Step]) -> Self {
        let mut needed = Self { last: BTreeMap::new(), end: 0, replaced: BTreeMap::new() };
        let (mut begin, mut before) = (0, BTreeSet::new());
        let mut written: BTreeSet<Named> = BTreeSet::new();
        for (at, step) in steps.iter().enumerate() {
            match step {
                Step::Operation(operation, _) => {
                    needed.last.extend(operation.reads().into_iter().map(|read| (read, at)));
                    written.extend(operation.writes());
                }
                Step::LoopBegin => (begin, before) = (at, written.clone()),
                Step::LoopEnd(carried, _) => {
                    let first = carried.iter().map(|(first, _)| first.0);
                    needed.replaced =
                        first.map(|value| (value, needed.last.get(&value).copied().unwrap_or(begin))).collect();
                    needed.end = at;
                    for value in before.iter().filter(|value| !needed.replaced.contains_key(*value)) {
                        needed.last.entry(*value).and_modify(|last| {
                            if *last > begin {
                                *last = at;
                            }
                        });
                    }
                    needed.last.extend(carried.iter().map(|(_, second)| (second.0, at)));
                }
            }
        }
        needed
    }

    /// Returns whether a step from `end` on needs a value.
    fn after(&self, value: Named, end: usize) -> bool {
        let last = self.replaced.get(&value).filter(|_| end <= self.end).or_else(|| self.last.get(&value));
        last.is_some_and(|&last| last >= end)
    }
}

/// Instructions without a loop among them.
struct Region<'a> {
    model: &'a Model,
    actions: Vec<Action>,
    /// The values that each instruction reads and writes.
    reads: Vec<BTreeSet<Named>>,
    writes: Vec<Vec<Named>>,
    /// The instructions that must come later, and the number of those that must come earlier.
    later: Vec<Vec<usize>>,
    earlier: Vec<usize>,
    /// The number of cycles from the beginning of each to the end of all.
    priority: Vec<u64>,
    /// How often each value is read, and the values needed after the region.
    uses: BTreeMap<Named, usize>,
    kept: BTreeSet<Named>,
}

impl<'a> Region<'a> {
    fn new(operations: &[&Operation], model: &'a Model, needed: impl Fn(Named) -> bool) -> Self {
        let is_value = |named: &Named| named.1 >= FIRST_VIRTUAL;
        let all = 0..operations.len();
        let reads: Vec<BTreeSet<Named>> =
            operations.iter().map(|operation| operation.reads().into_iter().filter(is_value).collect()).collect();
        let writes: Vec<Vec<Named>> =
            operations.iter().map(|operation| operation.writes().into_iter().filter(is_value).collect()).collect();
        let mut uses = BTreeMap::new();
        reads.iter().flatten().for_each(|&value| *uses.entry(value).or_default() += 1);
        let kept = reads.iter().flatten().chain(writes.iter().flatten()).filter(|&&value| needed(value));
        let mut region = Self {
            model,
            actions: operations.iter().map(|operation| Action::new(operation)).collect(),
            kept: kept.copied().collect(),
            later: vec![Vec::new(); operations.len()],
            earlier: vec![0; operations.len()],
            priority: vec![0; operations.len()],
            uses,
            reads,
            writes,
        };
        region.connect(operations);
        for at in all.rev() {
            let timing = model.timing(region.actions[at].kind);
            // The next instruction on a port waits while the port is occupied, so a port counts like a latency.
            let next = region.later[at].iter().map(|&other| region.priority[other]).max().unwrap_or(0);
            region.priority[at] = timing.latency + next;
        }
        region
    }

    /// Finds which instructions must come before which.
    fn connect(&mut self, operations: &[&Operation]) {
        let mut edges: BTreeSet<(usize, usize)> = BTreeSet::new();
        let mut written: BTreeMap<Named, usize> = BTreeMap::new();
        let mut read_since: BTreeMap<Named, Vec<usize>> = BTreeMap::new();
        let mut transfers: Vec<(usize, bool)> = Vec::new();
        for (at, operation) in operations.iter().enumerate() {
            for read in operation.reads() {
                edges.extend(written.get(&read).map(|&writer| (writer, at)));
            }
            // An instruction that overwrites one of its sources comes after all others that read it, which saves a
            // copy.
            if let Some(overwritten) = operation.overwritten() {
                edges.extend(read_since.get(&overwritten).into_iter().flatten().map(|&reader| (reader, at)));
            }
            for read in operation.reads() {
                read_since.entry(read).or_default().push(at);
            }
            // Values are written once; only registers that the program itself names are written again.
            for name in operation.writes() {
                edges.extend(written.insert(name, at).map(|writer| (writer, at)));
                let readers = read_since.insert(name, Vec::new()).unwrap_or_default();
                edges.extend(readers.into_iter().filter(|&reader| reader != at).map(|reader| (reader, at)));
            }
            // Input and output may overlap, so stores keep their order relative to all accesses that are not to
            // constants.
            if let Operation::Transfer(Transfer { load, base, .. }) = operation
                && *base != CONSTANTS
            {
                let ordered = transfers.iter().filter(|(_, other)| !(*load && *other));
                edges.extend(ordered.map(|&(other, _)| (other, at)));
                transfers.push((at, *load));
            }
            // A program ends with its last instruction.
            if operation.ends() {
                edges.extend((0..at).map(|other| (other, at)));
            }
        }
        for (from, to) in edges {
            self.later[from].push(to);
            self.earlier[to] += 1;
        }
    }

    /// Returns an order, and updates the set of live values to the one after it.
    fn order(&self, alive: &mut BTreeSet<Named>, distance: usize, most: &impl Fn(File) -> usize) -> Vec<usize> {
        let mut board = Board::new(self.model);
        let (mut earlier, mut uses) = (self.earlier.clone(), self.uses.clone());
        let mut ready: BTreeSet<usize> = (0..earlier.len()).filter(|&at| earlier[at] == 0).collect();
        let mut left: BTreeSet<usize> = (0..earlier.len()).collect();
        let mut order = Vec::new();
        while let Some(&first) = left.first() {
            let dies = |value: &&Named| uses.get(*value) == Some(&1) && !self.kept.contains(*value);
            let fits = |at: usize| {
                [File::Vector, File::General].into_iter().all(|file| {
                    let of_file = |value: &&Named| value.0 == file;
                    let new = self.writes[at].iter().filter(of_file).count();
                    let dead = self.reads[at].iter().filter(of_file).filter(dies).count();
                    new <= dead || alive.iter().filter(of_file).count() + new - dead <= most(file)
                })
            };
            let near = ready.range(..first + distance).copied().filter(|&at| fits(at));
            let next = near.min_by_key(|&at| (board.earliest(&self.actions[at]), u64::MAX - self.priority[at], at));
            // The first remaining instruction is always ready: everything it waits for came before it.
            let next = next.unwrap_or(first);
            for value in &self.reads[next] {
                let uses = uses.entry(*value).or_default();
                *uses = uses.saturating_sub(1);
                if *uses == 0 && !self.kept.contains(value) {
                    alive.remove(value);
                }
            }
            let needed = |value: &&Named| self.kept.contains(*value) || uses.get(*value).is_some_and(|&uses| uses > 0);
            alive.extend(self.writes[next].iter().filter(needed));
            board.begin(&self.actions[next]);
            ready.remove(&next);
            left.remove(&next);
            order.push(next);
            for &other in &self.later[next] {
                earlier[other] -= 1;
                if earlier[other] == 0 {
                    ready.insert(other);
                }
            }
        }
        order
    }
}
