//! Finds a register for each value of a program.
//!
//! The instructions keep their order. Each value goes into the register that the program wishes for it, or into another
//! if that is taken. If all registers are taken, the value whose next use is furthest away goes to the stack (Belady's
//! rule, which takes the fewest loads); it is stored once, and loaded again before its next use. All these instructions
//! are counted like any other.

use crate::builder::{Builder, Step, Value};
use crate::instruction::File;
use crate::operation::{Compute, FIRST_VIRTUAL, Named, Number, Operation, STACK, Transfer, Transferred};
use crate::program::Program;
use crate::sets::arm::{COPY, MOV, MOVI};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// How many registers of each kind a program may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Registers {
    /// The number of vector registers: v0 and those that follow.
    pub vector: Number,
    /// The number of general registers: x0 and those that follow. Registers that the program itself names are not used.
    pub general: Number,
}

impl Registers {
    /// All registers of a processor.
    pub const ALL: Self = Self { vector: 32, general: 31 };
}

/// Returns the program with a place for each value.
///
/// # Panics
///
/// If an instruction takes more registers than there are.
pub fn allocate(builder: Builder, registers: Registers) -> Program {
    let mut allocation = Allocation::new(&builder, registers);
    for (at, step) in builder.steps.into_iter().enumerate() {
        allocation.step(at, step);
    }
    allocation.program
}

/// Where a value is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Location {
    register: Option<Number>,
    /// The place on the stack that contains it as well, or alone.
    slot: Option<usize>,
}

struct Allocation {
    program: Program,
    /// The remaining steps that read each value.
    uses: BTreeMap<Named, VecDeque<usize>>,
    /// The steps after the loop that read the values that the loop replaces.
    after_loop: BTreeMap<Named, VecDeque<usize>>,
    wishes: Vec<Option<Number>>,
    /// The registers that are wished for, which other values avoid if they can.
    wished: BTreeSet<Named>,
    /// All registers that values may be in, and those that are free.
    all: BTreeSet<Named>,
    free: BTreeSet<Named>,
    locations: BTreeMap<Named, Location>,
    free_slots: BTreeSet<usize>,
    /// Values that are zeros, which are made again instead of loaded.
    zeros: BTreeSet<Named>,
    /// The first instruction of the loop, and where its values were then.
    begin: usize,
    before_loop: BTreeMap<Named, Location>,
}

impl Allocation {
    fn new(builder: &Builder, registers: Registers) -> Self {
        let mut uses: BTreeMap<Named, VecDeque<usize>> = BTreeMap::new();
        let mut fixed = BTreeSet::new();
        let (mut begin, mut defined_before) = (None, BTreeSet::new());
        let (mut defined, mut replaced, mut end) = (BTreeSet::new(), BTreeSet::new(), 0);
        for (at, step) in builder.steps.iter().enumerate() {
            match step {
                Step::Operation(operation, _) => {
                    for read in operation.reads() {
                        uses.entry(read).or_default().push_back(at);
                        fixed.insert(read);
                    }
                    for written in operation.writes() {
                        defined.insert(written);
                        fixed.insert(written);
                    }
                }
                Step::LoopBegin => {
                    begin = Some(at);
                    defined_before.clone_from(&defined);
                }
                Step::LoopEnd(carried, counter) => {
                    fixed.insert((File::General, *counter));
                    // Values that the loop has read will be read again.
                    let begin = begin.expect("a loop that ends has begun");
                    replaced = carried.iter().map(|(first, _)| first.0).collect();
                    for value in defined_before.difference(&replaced) {
                        if uses.get(value).is_some_and(|uses| uses.back() > Some(&begin)) {
                            uses.entry(*value).or_default().push_back(at);
                        }
                    }
                    for (_, second) in carried {
                        uses.entry(second.0).or_default().push_back(at);
                    }
                    end = at;
                }
            }
        }
        // A value read after the loop is the one that has replaced it.
        let mut after_loop: BTreeMap<Named, VecDeque<usize>> = BTreeMap::new();
        for value in replaced {
            let uses = uses.entry(value).or_default();
            let after = uses.iter().position(|&at| at > end).unwrap_or(uses.len());
            after_loop.insert(value, uses.split_off(after));
        }
        let all = |file, number| (0..number).map(move |register| (file, register));
        let free = all(File::Vector, registers.vector).chain(all(File::General, registers.general));
        let free: BTreeSet<Named> = free.filter(|register| !fixed.contains(register)).collect();
        let wished = defined.iter().filter_map(|&(file, number)| {
            let wish = builder.wishes.get(usize::from(number).checked_sub(FIRST_VIRTUAL.into())?)?;
            wish.map(|register| (file, register))
        });
        Self {
            program: Program { operations: Vec::new(), cuts: BTreeMap::new(), slots: 0, side_by_side: 1 },
            uses,
            after_loop,
            wished: wished.collect(),
            wishes: builder.wishes.clone(),
            all: free.clone(),
            free,
            locations: BTreeMap::new(),
            free_slots: BTreeSet::new(),
            zeros: BTreeSet::new(),
            begin: 0,
            before_loop: BTreeMap::new(),
        }
    }

    fn step(&mut self, at: usize, step: Step) {
        match step {
            Step::Operation(operation, cuts) => {
                self.operation(at, operation);
                if !cuts.is_empty() {
                    self.program.cuts.insert(self.program.operations.len() - 1, cuts);
                }
            }
            Step::LoopBegin => {
                // A value that changes from one iteration to the next is stored in the loop, if at all.
                for location in self.locations.values_mut().filter(|location| location.register.is_some()) {
                    if let Some(slot) = location.slot.take() {
                        self.free_slots.insert(slot);
                    }
                }
                self.before_loop.clone_from(&self.locations);
                self.begin = self.program.operations.len();
            }
            Step::LoopEnd(carried, counter) => self.end_loop(at, &carried, counter),
        }
    }

    fn operation(&mut self, at: usize, operation: Operation) {
        let read: Vec<Named> = operation.reads().into_iter().filter(is_virtual).collect();
        for &value in &read {
            self.bring(value, &read);
        }
        let mut operation = operation.with(|named| self.register(named));
        self.forget(at, &read);
        let written: Vec<Named> = operation.writes().into_iter().filter(is_virtual).collect();
        let kept = [&read[..], &written].concat();
        match &mut operation {
            Operation::Compute(compute) if compute.definition.reads_destination => {
                let last = compute.definition.sources - 1;
                let sources = &compute.sources[..=last];
                compute.sources[last] = self.overwritten(sources, written[0], &kept);
            }
            Operation::Compute(compute) if compute.definition.sources == 0 => {
                self.zeros.insert(written[0]);
            }
            Operation::Transfer(Transfer { what: Transferred::LaneInto { of, .. }, .. }) => {
                *of = self.overwritten(&[*of], written[0], &kept);
            }
            _ => {}
        }
        for &value in &written {
            if !self.locations.contains_key(&value) {
                self.place(value, &kept);
            }
        }
        self.emit(operation.with(|named| self.register(named)));
        // A value that nothing reads.
        self.forget(at, &written);
    }

    /// Puts the last source of an instruction into the register that it writes, and returns that register.
    fn overwritten(&mut self, sources: &[Number], written: Named, kept: &[Named]) -> Number {
        let file = written.0;
        let source = (file, sources[sources.len() - 1]);
        if self.free.remove(&source) {
            self.locations.insert(written, Location { register: Some(source.1), slot: None });
            return source.1;
        }
        // Something else still needs the overwritten value. The copy must not take the register of another source,
        // which the instruction reads after it.
        let read: Vec<Named> =
            sources.iter().map(|&source| (file, source)).filter(|read| self.free.remove(read)).collect();
        self.place(written, kept);
        self.free.extend(read);
        let register = self.register(written);
        self.copy((file, register), source);
        register
    }

    fn emit(&mut self, operation: Operation) {
        self.program.operations.push(operation);
    }

    /// Returns the register of a value, or the register that the program names itself.
    fn register(&self, named: Named) -> Number {
        match self.locations.get(&named).and_then(|location| location.register) {
            Some(register) => register,
            None => named.1,
        }
    }

    /// Frees the registers of values that no later step reads.
    fn forget(&mut self, at: usize, values: &[Named]) {
        for value in values {
            let uses = self.uses.entry(*value).or_default();
            while uses.front().is_some_and(|&next| next <= at) {
                uses.pop_front();
            }
            if uses.is_empty()
                && let Some(location) = self.locations.remove(value)
            {
                self.free.extend(location.register.map(|register| (value.0, register)));
                // A place on the stack that holds a value at the loop's beginning is written only at its end.
                let kept = self.before_loop.values().any(|before| before.slot == location.slot);
                self.free_slots.extend(location.slot.filter(|_| !kept));
            }
        }
    }

    /// Brings a value into a register. Values that the same instruction reads stay where they are.
    fn bring(&mut self, value: Named, kept: &[Named]) {
        let location = self.locations[&value];
        if location.register.is_some() {
            return;
        }
        let register = self.find(value, kept);
        self.locations.insert(value, Location { register: Some(register), ..location });
        self.reload(value, (value.0, register), location.slot);
    }

    /// Writes a value that is in no register to one.
    fn reload(&mut self, value: Named, register: Named, slot: Option<usize>) {
        if self.zeros.contains(&value) {
            let zeros = Compute { definition: &MOVI, width: 64, immediate: 0, d: register.1, sources: [0; 3] };
            self.emit(Operation::Compute(zeros));
        } else {
            self.emit(stack(true, register, slot.expect("a value is in a register or on the stack")));
        }
    }

    /// Finds a place for a new value.
    fn place(&mut self, value: Named, kept: &[Named]) {
        let register = self.find(value, kept);
        self.locations.insert(value, Location { register: Some(register), slot: None });
    }

    /// Returns a register for a value and marks it as taken.
    fn find(&mut self, value: Named, kept: &[Named]) -> Number {
        let file = value.0;
        let wish = self.wishes[usize::from(value.1 - FIRST_VIRTUAL)].map(|register| (file, register));
        let of_file = |register: &&Named| register.0 == file;
        let free = wish.filter(|register| self.free.contains(register));
        let free =
            free.or_else(|| self.free.iter().filter(of_file).find(|register| !self.wished.contains(register)).copied());
        let free = free.or_else(|| self.free.iter().find(of_file).copied());
        if let Some(register) = free {
            self.free.remove(&register);
            return register.1;
        }
        let candidates = self
            .locations
            .iter()
            .filter(|(other, location)| other.0 == file && location.register.is_some() && !kept.contains(other));
        // Among values whose next use is equally far away, one that is already on the stack costs nothing.
        let next = |value: &Named| self.uses.get(value).and_then(VecDeque::front).copied().unwrap_or(usize::MAX);
        let furthest = candidates
            .max_by_key(|(other, location)| (next(other), location.slot.is_some() || self.zeros.contains(other)));
        let (&victim, &location) = furthest.expect("an instruction has fewer operands than there are registers");
        let register = location.register.expect("only values in registers are candidates");
        let slot = location.slot.or_else(|| (!self.zeros.contains(&victim)).then(|| self.spill((file, register))));
        self.locations.insert(victim, Location { register: None, slot });
        register
    }

    /// Stores a register and returns its place on the stack.
    fn spill(&mut self, register: Named) -> usize {
        let slot = self.free_slots.pop_first().unwrap_or_else(|| {
            self.program.slots += 1;
            self.program.slots - 1
        });
        self.emit(stack(false, register, slot));
        slot
    }

    fn copy(&mut self, to: Named, from: Named) {
        let definition = match to.0 {
            File::Vector => &COPY,
            File::General => &MOV,
        };
        let copy = Compute { definition, width: 64, immediate: 0, d: to.1, sources: [from.1, 0, 0] };
        self.emit(Operation::Compute(copy));
    }

    /// Moves all values to where the loop expects them, and jumps.
    fn end_loop(&mut self, at: usize, carried: &[(Value, Value)], counter: Number) {
        // Where each value is, and where it must be.
        let mut moves: Vec<(Named, Location)> = Vec::new();
        for (&value, &location) in &self.before_loop {
            let second = carried.iter().find(|(first, _)| first.0 == value).map(|(_, second)| second.0);
            let needed = self.uses.get(&value).is_some_and(|uses| !uses.is_empty());
            let now = second.unwrap_or(value);
            if needed || second.is_some() {
                moves.push((now, location));
            }
        }
        for &(value, wanted) in &moves {
            if let (None, Some(slot)) = (wanted.register, wanted.slot)
                && self.locations[&value].slot != Some(slot)
            {
                self.bring(value, &[]);
                self.emit(stack(false, (value.0, self.register(value)), slot));
            }
        }
        let mut copies: Vec<(Named, Named)> = Vec::new();
        let mut loads: Vec<(Named, Named, Option<usize>)> = Vec::new();
        for (value, wanted) in &moves {
            let Some(to) = wanted.register else { continue };
            match self.locations[value] {
                Location { register: Some(from), .. } if from == to => {}
                Location { register: Some(from), .. } => copies.push(((value.0, to), (value.0, from))),
                Location { slot, .. } => loads.push((*value, (value.0, to), slot)),
            }
        }
        self.parallel(copies);
        for (value, register, slot) in loads {
            self.reload(value, register, slot);
        }
        let distance = self.begin as i32 - self.program.operations.len() as i32;
        self.emit(Operation::JumpUnlessZero { t: counter, distance });
        self.locations.clone_from(&self.before_loop);
        let taken: Vec<Named> =
            self.locations.iter().filter_map(|(value, location)| Some((value.0, location.register?))).collect();
        self.free = self.all.iter().filter(|register| !taken.contains(register)).copied().collect();
        self.uses.append(&mut self.after_loop);
        let all: Vec<Named> = self.uses.keys().copied().collect();
        self.forget(at, &all);
    }

    /// Copies registers as if all copies were made at once.
    fn parallel(&mut self, mut copies: Vec<(Named, Named)>) {
        let mut reloads = Vec::new();
        while !copies.is_empty() {
            let next = copies.iter().position(|(to, _)| copies.iter().all(|(_, from)| from != to));
            let (to, from) = copies.swap_remove(next.unwrap_or(0));
            if next.is_some() {
                self.copy(to, from);
            } else {
                // Only cycles are left. One copy goes through the stack, after which the others of its cycle can be
                // made.
                reloads.push((to, self.spill(from)));
            }
        }
        for (to, slot) in reloads {
            self.emit(stack(true, to, slot));
            self.free_slots.insert(slot);
        }
    }
}

fn is_virtual(named: &Named) -> bool {
    named.1 >= FIRST_VIRTUAL
}

/// Returns the load or store of a register on the stack.
fn stack(load: bool, (file, register): Named, slot: usize) -> Operation {
    let what = match file {
        File::Vector => Transferred::Whole,
        File::General => Transferred::General(64),
    };
    let offset = 16 * slot as i16;
    Operation::Transfer(Transfer { load, what, t: register, base: STACK, offset, after: false })
}
