//! Programs under construction: each instruction writes a register of its own, and none is written twice.
//!
//! So [`crate::schedule`] can choose the order of the instructions later, and [`crate::allocate`] the places of the
//! values.

use crate::instruction::{Definition, File};
use crate::operation::{Compute, FIRST_VIRTUAL, Named, Number, Operation, Transfer, Transferred};
use crate::program::Cut;

/// A value that an instruction has written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Value(pub(crate) Named);

/// A part of a draft.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    /// An instruction, and what is known about the value that it writes.
    Operation(Operation, Vec<Cut>),
    /// The instructions from here to the end of the loop are repeated.
    LoopBegin,
    /// The end of the loop: each first value is replaced by the second one, and the loop begins again unless the
    /// counter is zero. After the loop, the first values are those of the last iteration.
    LoopEnd(Vec<(Value, Value)>, Number),
}

impl Step {
    /// Returns the instruction, if the step is one.
    pub(crate) fn operation(&self) -> Option<&Operation> {
        match self {
            Self::Operation(operation, _) => Some(operation),
            _ => None,
        }
    }
}

/// A program that is being made.
#[derive(Clone, Debug, Default)]
pub struct Builder {
    pub(crate) steps: Vec<Step>,
    /// The registers that values should go to if they are free, by the number of the value.
    pub(crate) wishes: Vec<Option<Number>>,
}

impl Builder {
    fn value(&mut self, file: File) -> Value {
        self.wishes.push(None);
        Value((file, FIRST_VIRTUAL - 1 + self.wishes.len() as Number))
    }

    /// Appends an instruction.
    pub fn append(&mut self, operation: Operation) {
        self.steps.push(Step::Operation(operation, Vec::new()));
    }

    /// Appends an instruction that computes, and returns the value that it writes.
    ///
    /// # Panics
    ///
    /// If it has another number of sources.
    pub fn compute(&mut self, definition: &'static Definition, immediate: u32, read: &[Value]) -> Value {
        assert_eq!(read.len(), definition.sources, "{}", definition.name);
        let mut sources = [0; 3];
        sources.iter_mut().zip(read).for_each(|(source, value)| *source = value.0.1);
        let result = self.value(definition.file());
        let d = result.0.1;
        self.append(Operation::Compute(Compute { definition, width: definition.widths[0], immediate, d, sources }));
        result
    }

    /// Appends a load at a distance from an address, and returns the loaded value.
    pub fn load(&mut self, what: Transferred, base: Number, offset: usize) -> Value {
        let value = self.value(what.file());
        let (t, offset) = (value.0.1, distance(offset));
        self.append(Operation::Transfer(Transfer { load: true, what, t, base, offset, after: false }));
        value
    }

    /// Appends a load of the lower 64 bits of two vector registers, and returns both.
    pub fn load_pair(&mut self, base: Number, offset: usize) -> [Value; 2] {
        let (first, second) = (self.value(File::Vector), self.value(File::Vector));
        let what = Transferred::LowPair(second.0.1);
        let (t, offset) = (first.0.1, distance(offset));
        self.append(Operation::Transfer(Transfer { load: true, what, t, base, offset, after: false }));
        [first, second]
    }

    /// Appends a load that advances the address past the loaded data, and returns the loaded value.
    pub fn load_next(&mut self, what: Transferred, base: Number) -> Value {
        let value = self.value(what.file());
        let (t, offset) = (value.0.1, what.bytes().0 as i16);
        self.append(Operation::Transfer(Transfer { load: true, what, t, base, offset, after: true }));
        value
    }

    /// Appends a load of one lane into a value that advances the address past the loaded data, and returns the new
    /// value.
    pub fn load_next_into(&mut self, value: Value, width: u32, index: u32, base: Number) -> Value {
        let what = Transferred::LaneInto { width, index, of: value.0.1 };
        self.load_next(what, base)
    }

    /// Appends a store at a distance from an address.
    pub fn store(&mut self, what: Transferred, value: Value, base: Number, offset: usize) {
        let (t, offset) = (value.0.1, distance(offset));
        self.append(Operation::Transfer(Transfer { load: false, what, t, base, offset, after: false }));
    }

    /// Appends a store that advances the address past the stored data.
    pub fn store_next(&mut self, what: Transferred, value: Value, base: Number) {
        let (t, offset) = (value.0.1, what.bytes().0 as i16);
        self.append(Operation::Transfer(Transfer { load: false, what, t, base, offset, after: true }));
    }

    /// Wishes for a register for a value. Others avoid that register if there is room.
    pub fn wish(&mut self, value: Value, register: Number) {
        self.wishes[usize::from(value.0.1 - FIRST_VIRTUAL)] = Some(register);
    }

    /// States which lanes of a state a value contains.
    ///
    /// # Panics
    ///
    /// If no instruction has written it.
    pub fn cut(&mut self, value: Value, cuts: impl IntoIterator<Item = Cut>) {
        let written = self.steps.iter_mut().rev().find_map(|step| match step {
            Step::Operation(operation, known) if operation.writes().contains(&value.0) => Some(known),
            _ => None,
        });
        written.expect("an instruction has written the value").extend(cuts);
    }

    /// Begins a loop.
    pub fn begin_loop(&mut self) {
        self.steps.push(Step::LoopBegin);
    }

    /// Ends the loop: each first value is replaced by the second one, and the loop begins again unless the counter is
    /// zero. After the loop, the first values are those of the last iteration.
    pub fn end_loop(&mut self, carried: Vec<(Value, Value)>, counter: Number) {
        self.steps.push(Step::LoopEnd(carried, counter));
    }
}

fn distance(offset: usize) -> i16 {
    i16::try_from(offset).expect("states and blocks are short")
}
