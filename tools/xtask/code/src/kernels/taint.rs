//! Determines which addresses and branches in a kernel depend on data.
//!
//! The function is run on abstract values until nothing changes. An abstract value records whether it depends on
//! secrets (every byte of states, messages and keys), and which objects it may point into:
//!
//! ```text
//!   operands ──► slices ──► message bytes: secret          the kernel's one argument is the address of the operands
//!       └──────► states: secret                            stack: byte by byte, told apart from constants
//! ```
//!
//! A load through a pointer yields the contents of the object: public pointers from the operands and the slices,
//! secrets from states, messages and global variables, and stored values from the stack. Anything computed from a
//! secret is secret. An access with an index into the stack reaches every variable in the frame, unless a mask bounds
//! the index, but no register that the compiler saved there ([`super::frame`]). A finding is an address, a branch, a
//! computed jump or the time of an instruction that depends on a secret, and also any address that comes from none of
//! these objects, so that nothing the analysis fails to follow can pass.

use super::frame::Frame;
use super::machine::{Access, Entry, FLAGS, Flow, Instruction, Operation, Place, Register, Source};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// A set of objects that a pointer may point into.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Objects(u8);

impl Objects {
    /// The operands of the kernel.
    pub(crate) const OPERANDS: Self = Self(1);
    /// A list of messages: pointers to secrets, and lengths.
    pub(crate) const SLICES: Self = Self(2);
    /// States, messages, keys.
    pub(crate) const SECRETS: Self = Self(4);
    const STACK: Self = Self(8);
    const CONSTANTS: Self = Self(16);

    fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// The targets of the pointers in the operands: each pointer's offset, and the objects.
pub(crate) type Operands = [(i64, Objects)];

/// What is known about a value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Value {
    secret: bool,
    objects: Objects,
    /// Where it points, if that is known.
    at: Places,
    /// For a number: which of its bits may be 1, if that is known.
    bits: Option<u32>,
}

/// Where a value points in the stack frame or (from [`OPERANDS`] on) in the operands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Places {
    #[default]
    Unknown,
    One(i64),
    /// To one of two places, the lower first. A loop that takes its blocks from one list after another keeps the list's
    /// address in a register.
    Either(i64, i64),
    /// To a place from the first to the second: an index whose mask bounds it.
    Within(i64, i64),
}

impl Places {
    fn or(self, other: Self) -> Self {
        if self == other {
            return self;
        }
        match (self, other) {
            (Self::One(a), Self::One(b)) => Self::Either(a.min(b), a.max(b)),
            (Self::Either(low, high), Self::One(at)) | (Self::One(at), Self::Either(low, high))
                if at == low || at == high =>
            {
                Self::Either(low, high)
            }
            _ => Self::Unknown,
        }
    }

    fn plus(self, by: i64) -> Self {
        match self {
            Self::Unknown => Self::Unknown,
            Self::One(at) => Self::One(at + by),
            Self::Either(low, high) => Self::Either(low + by, high + by),
            Self::Within(low, high) => Self::Within(low + by, high + by),
        }
    }

    /// Returns the places after adding an index in which only these bits can be 1, so that it is at most `bits`.
    fn indexed(self, bits: u32) -> Self {
        match self {
            Self::One(at) => Self::Within(at, at + i64::from(bits)),
            _ => Self::Unknown,
        }
    }

    /// Returns the ranges that an access of some bytes at one of these places may touch; `None` if they are unknown.
    #[allow(clippy::single_range_in_vec_init, reason = "these are ranges of bytes")]
    fn ranges(self, bytes: i64) -> Option<Vec<Range<i64>>> {
        match self {
            Self::Unknown => None,
            Self::One(at) => Some(vec![at..at + bytes]),
            Self::Either(low, high) => Some(vec![low..low + bytes, high..high + bytes]),
            Self::Within(low, high) => Some(vec![low..high + bytes]),
        }
    }
}

/// Where the operands begin among the [`Places`].
const OPERANDS: i64 = 1 << 40;
/// The latest end of the operands.
const OPERANDS_END: i64 = OPERANDS + 4096;

impl Value {
    const SECRET: Self = Self { secret: true, objects: Objects(0), at: Places::Unknown, bits: None };

    fn pointer(objects: Objects, at: Places) -> Self {
        Self { secret: false, objects, at, bits: None }
    }

    fn or(self, other: Self) -> Self {
        Self {
            secret: self.secret || other.secret,
            objects: self.objects.and(other.objects),
            at: self.at.or(other.at),
            bits: self.bits.zip(other.bits).map(|(a, b)| a | b),
        }
    }
}

/// A fault of an instruction in a kernel that should be constant-time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Finding {
    /// Its address depends on data.
    Address,
    /// It branches, or not, on data.
    Branch,
    /// Its time depends on data.
    Time,
    /// The analysis lost track of the origin of an address, of a jump or of the frame.
    Lost,
}

/// The state before an instruction.
#[derive(Clone, PartialEq)]
struct State {
    registers: Vec<Value>,
    /// The lowest byte of a register, if it differs from the rest.
    lows: Vec<Option<Value>>,
    /// Bytes in the frame and the operands that have been written, or are known from the start.
    memory: BTreeMap<i64, Value>,
}

/// The findings, each with the index of its instruction.
pub(crate) fn findings(
    code: &[Instruction],
    entry: Entry,
    frame: &Frame,
    operands: &Operands,
) -> Vec<(usize, Finding)> {
    let blocks = Blocks::of(code);
    let mut before: BTreeMap<usize, State> =
        BTreeMap::from([(0, State::at_entry(registers_of(code), entry, operands))]);
    let mut waiting = BTreeSet::from([0]);
    while let Some(start) = waiting.pop_first() {
        let mut state = before[&start].clone();
        let last = blocks.run(start, |here| state.run(&code[here], frame, &mut |_| ()));
        for to in blocks.behind(code, last).unwrap_or_default() {
            if join(&mut before, to, &state) {
                waiting.insert(to);
            }
        }
    }
    // Nothing changes any more: the findings now hold for every path through the function.
    let mut found = BTreeSet::new();
    for (start, mut state) in before {
        let last = blocks.run(start, |here| {
            state.run(&code[here], frame, &mut |finding| {
                found.insert((here, finding));
            });
        });
        if blocks.behind(code, last).is_none() {
            found.insert((last, Finding::Lost));
        }
    }
    found.into_iter().collect()
}

/// The starts of basic blocks.
struct Blocks(Vec<bool>);

impl Blocks {
    fn of(code: &[Instruction]) -> Self {
        let mut starts = vec![false; code.len()];
        for (index, instruction) in code.iter().enumerate() {
            for &to in instruction.flow.targets() {
                if let Some(to) = place(code, to) {
                    starts[to] = true;
                }
            }
            if instruction.flow != Flow::Next && index + 1 < code.len() {
                starts[index + 1] = true;
            }
        }
        Self(starts)
    }

    /// Visits a block; returns its last instruction.
    fn run(&self, start: usize, mut visit: impl FnMut(usize)) -> usize {
        let mut here = start;
        loop {
            visit(here);
            match self.0.get(here + 1) {
                Some(false) => here += 1,
                _ => return here,
            }
        }
    }

    /// Returns the blocks that can follow a block's last instruction; `None` if they are unknown.
    fn behind(&self, code: &[Instruction], last: usize) -> Option<Vec<usize>> {
        let next = (last + 1 < code.len()).then_some(last + 1);
        Some(match &code[last].flow {
            // A call fails the kernel anyway.
            Flow::Next | Flow::Leave(_) => vec![next?],
            Flow::Jump(to) => vec![place(code, *to)?],
            Flow::Branch { target, .. } => vec![next?, place(code, *target)?],
            Flow::Switch { targets, .. } => targets.iter().map(|&to| place(code, to)).collect::<Option<_>>()?,
            Flow::Return | Flow::Stop => vec![],
            Flow::Computed => return None,
        })
    }
}

/// Returns how many registers some code uses.
fn registers_of(code: &[Instruction]) -> usize {
    let names = code.iter().flat_map(|instruction| &instruction.operations).flat_map(Operation::names);
    1 + names.map(|register| usize::from(register.whole().0)).max().unwrap_or_default().max(usize::from(FLAGS.0))
}

/// Returns the instruction at an offset from the function's start.
fn place(code: &[Instruction], at: u64) -> Option<usize> {
    code.binary_search_by_key(&at, |instruction| instruction.at).ok()
}

/// Merges a state into the one before an instruction; returns whether that changed.
fn join(before: &mut BTreeMap<usize, State>, to: usize, state: &State) -> bool {
    let Some(old) = before.get_mut(&to) else {
        before.insert(to, state.clone());
        return true;
    };
    let mut changed = false;
    let mut widen = |old: &mut Value, new: Value| {
        let both = old.or(new);
        changed |= both != *old;
        *old = both;
    };
    for index in 0..old.registers.len() {
        let (old_low, new_low) = (old.lows[index], state.lows[index]);
        if old_low.is_some() || new_low.is_some() {
            let mut low = old_low.unwrap_or(old.registers[index]);
            widen(&mut low, new_low.unwrap_or(state.registers[index]));
            old.lows[index] = Some(low);
        }
        widen(&mut old.registers[index], state.registers[index]);
    }
    for (&at, &new) in &state.memory {
        // What was not written on a path is not read on it either.
        widen(old.memory.entry(at).or_insert(new), new);
    }
    changed
}

impl State {
    fn at_entry(count: usize, entry: Entry, operands: &Operands) -> Self {
        let mut registers = vec![Value::default(); count];
        registers[usize::from(entry.operands.0)] = Value::pointer(Objects::OPERANDS, Places::One(OPERANDS));
        registers[usize::from(entry.stack.0)] = Value::pointer(Objects::STACK, Places::One(0));
        let mut memory = BTreeMap::new();
        for &(offset, objects) in operands {
            memory.extend(
                (0..entry.pointer_bytes)
                    .map(|byte| (OPERANDS + offset + byte, Value::pointer(objects, Places::Unknown))),
            );
        }
        Self { registers, lows: vec![None; count], memory }
    }

    /// Executes an instruction.
    fn run(&mut self, instruction: &Instruction, frame: &Frame, find: &mut dyn FnMut(Finding)) {
        for operation in &instruction.operations {
            // The compiler's probe of a large frame stores a zero where there is no slot.
            let needs_slot = !matches!(operation, Operation::Combine { from, .. } if from.is_empty());
            for access in operation.accesses() {
                self.check(access, needs_slot.then_some(frame), find);
            }
        }
        if let Flow::Branch { on, .. } | Flow::Switch { on, .. } = &instruction.flow
            && on.iter().any(|&register| self.register(register).secret)
        {
            find(Finding::Branch);
        }
        // All values are read before the first is written.
        let values: Vec<Value> = instruction.operations.iter().map(|o| self.value(o, frame)).collect();
        if instruction.variable_time && values.iter().any(|value| value.secret) {
            find(Finding::Time);
        }
        let stores: Vec<(&Access, Value, Value)> = instruction
            .operations
            .iter()
            .zip(&values)
            .flat_map(|(operation, &value)| operation.places().into_iter().map(move |place| (place, value)))
            .filter_map(|(place, value)| match place {
                Place::Store(access) => Some((access, self.address(access), value)),
                Place::Register(_) => None,
            })
            .collect();
        for (access, address, value) in stores {
            self.store(address, access.bytes, value, frame);
        }
        for (operation, &value) in instruction.operations.iter().zip(&values) {
            for register in operation.registers() {
                self.set(register, value);
            }
        }
    }

    fn register(&self, register: Register) -> Value {
        let index = usize::from(register.whole().0);
        match (self.registers[index], self.lows[index]) {
            (whole, None) => whole,
            (_, Some(low)) if register != register.whole() => low,
            (rest, Some(low)) => rest.or(low),
        }
    }

    fn set(&mut self, register: Register, value: Value) {
        let index = usize::from(register.whole().0);
        if register == register.whole() {
            (self.registers[index], self.lows[index]) = (value, None);
        } else {
            self.lows[index] = Some(value);
        }
    }

    /// Returns the address of an access: `at` is known if it is a known place and a constant.
    fn address(&self, access: &Access) -> Value {
        let symbol = match (access.symbol, access.variable) {
            (_, true) => Objects::SECRETS,
            (true, _) => Objects::CONSTANTS,
            _ => Objects::default(),
        };
        let mut sum = Value::pointer(symbol, Places::Unknown);
        for &register in &access.registers {
            sum = sum.or(self.register(register));
        }
        sum.at = match access.registers[..] {
            [base] if symbol == Objects::default() => self.register(base).at.plus(access.displacement),
            _ => Places::Unknown,
        };
        sum
    }

    /// Checks the address of an access and, for a known place in the frame, if one is given, looks for a slot.
    fn check(&self, access: &Access, frame: Option<&Frame>, find: &mut dyn FnMut(Finding)) {
        let address = self.address(access);
        if address.secret {
            find(Finding::Address);
        } else if address.objects == Objects::default() {
            find(Finding::Lost);
        } else if let (Some(ranges), Some(frame)) = (address.at.ranges(access.bytes), frame)
            && ranges.iter().any(|range| range.start < OPERANDS && !frame.holds(range))
        {
            find(Finding::Lost);
        }
    }

    fn value(&self, operation: &Operation, frame: &Frame) -> Value {
        match operation {
            Operation::Copy { from, .. } => self.source(from, frame),
            Operation::Offset { from, by, .. } => {
                let value = self.register(*from);
                Value { at: value.at.plus(*by), bits: None, ..value }
            }
            Operation::Align { from, at, .. } => {
                let value = self.register(*from);
                Value { at: at.map_or(value.at, Places::One), ..value }
            }
            Operation::Symbol { .. } => Value::pointer(Objects::CONSTANTS, Places::Unknown),
            Operation::Variable { .. } => Value::pointer(Objects::SECRETS, Places::Unknown),
            Operation::Combine { from, pointer, .. } => {
                let all = from.iter().map(|source| self.source(source, frame)).fold(Value::default(), Value::or);
                let objects = if *pointer { all.objects } else { Objects::default() };
                Value { objects, at: Places::Unknown, bits: None, ..all }
            }
            Operation::Mask { from, bits, .. } => {
                Value { secret: self.register(*from).secret, bits: Some(*bits), ..Value::default() }
            }
            Operation::SetBits { from, bits, .. } => {
                let value = self.register(*from);
                Value { at: Places::Unknown, bits: value.bits.map(|others| others | bits), ..value }
            }
            Operation::Shift { from, by, .. } => {
                let Value { secret, bits, .. } = self.register(*from);
                let bits = bits.and_then(|bits| bits.checked_mul(1u32.checked_shl(*by)?));
                Value { secret, bits, ..Value::default() }
            }
            Operation::Index { from, .. } => {
                let [a, b] = from.map(|register| self.register(register));
                let at = match (a.bits, b.bits) {
                    (None, Some(bits)) => a.at.indexed(bits),
                    (Some(bits), None) => b.at.indexed(bits),
                    _ => Places::Unknown,
                };
                Value { at, bits: None, ..a.or(b) }
            }
            Operation::Touch(_) => Value::default(),
        }
    }

    fn source(&self, source: &Source, frame: &Frame) -> Value {
        match source {
            Source::Register(register) => self.register(*register),
            // The loaded value may consist of parts of several numbers.
            Source::Load(access) => Value { bits: None, ..self.load(self.address(access), access.bytes, frame) },
        }
    }

    /// Returns the contents of the objects that an address may point into.
    fn load(&self, address: Value, bytes: i64, frame: &Frame) -> Value {
        if address.secret {
            return Value::SECRET;
        }
        if let Some(ranges) = address.at.ranges(bytes) {
            return ranges.into_iter().map(|range| self.bytes(range)).reduce(Value::or).unwrap_or_default();
        }
        let mut value = None;
        let mut join = |new: Value| value = Some(value.map_or(new, |old: Value| old.or(new)));
        let objects = address.objects;
        if objects.has(Objects::SECRETS) || objects == Objects::default() {
            join(Value::SECRET);
        }
        if objects.has(Objects::SLICES) {
            join(Value::pointer(Objects::SECRETS, Places::Unknown));
        }
        if objects.has(Objects::CONSTANTS) {
            join(Value::pointer(Objects::CONSTANTS, Places::Unknown));
        }
        if objects.has(Objects::OPERANDS) {
            join(self.bytes(OPERANDS..OPERANDS_END));
        }
        if objects.has(Objects::STACK) {
            for variable in &frame.variables {
                join(self.bytes(variable.clone()));
            }
        }
        Value { at: Places::Unknown, ..value.unwrap_or_default() }
    }

    /// Returns the combined value of these bytes.
    fn bytes(&self, places: Range<i64>) -> Value {
        self.memory.range(places).map(|(_, &value)| value).reduce(Value::or).unwrap_or_default()
    }

    fn store(&mut self, address: Value, bytes: i64, value: Value, frame: &Frame) {
        if let Places::One(at) = address.at {
            self.memory.extend((at..at + bytes).map(|byte| (byte, value)));
            return;
        }
        let mut places: Vec<Range<i64>> = address.at.ranges(bytes).unwrap_or_default();
        if address.at == Places::Unknown && address.objects.has(Objects::STACK) {
            places.extend(frame.variables.iter().cloned());
        }
        if address.at == Places::Unknown && address.objects.has(Objects::OPERANDS) {
            places.push(OPERANDS..OPERANDS_END);
        }
        for byte in places.into_iter().flatten() {
            self.memory.entry(byte).and_modify(|old| *old = old.or(value)).or_insert(value);
        }
    }
}

impl Operation {
    /// Returns where its value goes.
    fn places(&self) -> Vec<&Place> {
        match self {
            Self::Copy { to, .. } => vec![to],
            Self::Combine { to, .. } => to.iter().collect(),
            _ => vec![],
        }
    }

    /// Returns the registers that its value goes to.
    fn registers(&self) -> Vec<Register> {
        match self {
            Self::Offset { to, .. }
            | Self::Align { to, .. }
            | Self::Symbol { to }
            | Self::Variable { to }
            | Self::Mask { to, .. }
            | Self::SetBits { to, .. }
            | Self::Shift { to, .. }
            | Self::Index { to, .. } => vec![*to],
            _ => self
                .places()
                .into_iter()
                .filter_map(|place| if let Place::Register(to) = place { Some(*to) } else { None })
                .collect(),
        }
    }
}

#[cfg(test)]
#[allow(clippy::single_range_in_vec_init, reason = "slots are ranges")]
mod tests;
