//! WebAssembly: its instructions as operations on registers.
//!
//! A WebAssembly function has locals, and a stack of values whose height is known at each instruction. So each local
//! and each place on that stack is a register here. Control is structured: a branch names an enclosing block, and goes
//! to its end, or to its start if it is a loop. Variables whose address is taken are in memory, in a frame below the
//! stack pointer, which is a global variable of the module.
//!
//! The specification makes no statements about time. The following are findings, because engines compile them to
//! branches, calls, or variable-time instructions: a `select` on data counts as a branch; divisions and all
//! floating-point arithmetic count as variable-time. The length of a `memory.copy` or `memory.fill` counts as an
//! address.

use super::frame::Frame;
use super::function::Function;
use super::machine::{Access, Entry, Flow, Instruction, Operation, Place, Register, Source};
use super::wasm_module::{Module, Symbol, takes_one_address};
use wasmparser::{
    BinaryReader, BlockType, ContType, FrameKind, FuncType, FunctionBody, MemArg, ModuleArity, Operator, RefType,
    SubType,
};

/// The stack pointer.
const STACK: Register = Register(0);

/// A kernel's one parameter is its first local.
pub(crate) const ENTRY: Entry = Entry { operands: local(0), stack: STACK, pointer_bytes: 4 };

const fn local(index: u16) -> Register {
    Register(1 + index)
}

/// Returns the instructions of a kernel's shell.
///
/// # Errors
///
/// If the function does not have the type of a shell, or contains something that no Rust compiler generates.
pub(crate) fn decode(module: &Module, function: &Function) -> Result<Vec<Instruction>, String> {
    let name = &function.name;
    if !takes_one_address(module, function) {
        return Err(format!("{name}: a kernel takes the address of its operands and returns nothing"));
    }
    let mut lifter = Lifter::new(module, function).map_err(|error| format!("{name}: {error}"))?;
    lifter.lift_all().map_err(|error| format!("{name}: {error}"))?;
    Ok(lifter.finish())
}

/// Returns the frame of a function with unknown layout: one variable of all bytes by which the stack pointer is
/// lowered.
#[allow(clippy::single_range_in_vec_init, reason = "slots are ranges")]
pub(crate) fn whole_frame(code: &[Instruction]) -> Frame {
    let mut copies = Vec::new();
    for operation in code.iter().flat_map(|instruction| &instruction.operations) {
        match operation {
            Operation::Copy { to: Place::Register(to), from: Source::Register(STACK) } => copies.push(*to),
            Operation::Offset { from, by, .. } if *by < 0 && copies.contains(from) => {
                return Frame { variables: vec![*by..0], spills: Vec::new() };
            }
            _ => {}
        }
    }
    Frame::default()
}

/// A place on the value stack.
#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    /// Its value, if it is a constant.
    constant: Option<i64>,
    /// Whether it is the stack pointer plus a constant.
    stack: bool,
}

/// An open block, loop or arm.
struct Block {
    kind: FrameKind,
    block_type: BlockType,
    /// The number of values below it.
    height: usize,
    /// The target of a branch to it.
    target: Label,
    /// For the first arm of an `if`: where the other arm begins.
    otherwise: Option<Label>,
}

/// A place in the code that may not be known yet: an index of [`Lifter::places`].
type Label = usize;

struct Lifter<'a> {
    module: &'a Module,
    function: &'a Function,
    body: FunctionBody<'a>,
    locals: u16,
    stack: Vec<Slot>,
    blocks: Vec<Block>,
    places: Vec<u64>,
    /// How many blocks have been opened since the code became unreachable, as it is after every jump.
    unreachable: Option<usize>,
    /// Until [`Self::finish`], jumps go to labels.
    code: Vec<Instruction>,
}

/// The effect of one instruction.
#[derive(Default)]
struct Step {
    operations: Vec<Operation>,
    flow: Option<Flow>,
    variable_time: bool,
    structure: bool,
}

impl<'a> Lifter<'a> {
    fn new(module: &'a Module, function: &'a Function) -> wasmparser::Result<Self> {
        let body = FunctionBody::new(BinaryReader::new(&function.code, 0));
        let mut locals = 1;
        for group in body.get_locals_reader()? {
            locals += group?.0;
        }
        let block_type = BlockType::FuncType(module.type_of[function.index as usize]);
        let whole = Block { kind: FrameKind::Block, block_type, height: 0, target: 0, otherwise: None };
        Ok(Self {
            module,
            function,
            body,
            locals: u16::try_from(locals).unwrap_or(u16::MAX),
            stack: Vec::new(),
            blocks: vec![whole],
            places: vec![0],
            unreachable: None,
            code: Vec::new(),
        })
    }

    fn lift_all(&mut self) -> Result<(), String> {
        let mut operators = self.body.get_operators_reader().map_err(|error| error.to_string())?;
        while !operators.eof() {
            let at = operators.original_position();
            let operator = operators.read().map_err(|error| error.to_string())?;
            let behind = operators.original_position();
            if self.skips(&operator) {
                continue;
            }
            let step =
                self.step(&operator, at, behind).ok_or_else(|| format!("+{at:#x} {operator:?} is not supported"))?;
            if usize::from(self.locals) + self.stack.len() > 0x7000 {
                return Err("it has too many locals".into());
            }
            self.code.push(Instruction {
                at,
                text: text(&operator),
                operations: step.operations,
                flow: step.flow.unwrap_or(Flow::Next),
                variable_time: step.variable_time,
                gather: false,
                padding: step.structure,
            });
        }
        Ok(())
    }

    /// Returns the code, with jumps to labels resolved.
    fn finish(self) -> Vec<Instruction> {
        let Self { mut code, places, .. } = self;
        for instruction in &mut code {
            match &mut instruction.flow {
                Flow::Jump(target) | Flow::Branch { target, .. } => *target = places[*target as usize],
                Flow::Switch { targets, .. } => {
                    targets.iter_mut().for_each(|target| *target = places[*target as usize]);
                }
                _ => {}
            }
        }
        code
    }

    /// Whether an instruction can't be reached. The end of the block makes what follows reachable again.
    fn skips(&mut self, operator: &Operator<'_>) -> bool {
        let Some(depth) = self.unreachable else { return false };
        match operator {
            Operator::Block { .. } | Operator::Loop { .. } | Operator::If { .. } => self.unreachable = Some(depth + 1),
            Operator::End if depth > 0 => self.unreachable = Some(depth - 1),
            Operator::End | Operator::Else if depth == 0 => return false,
            _ => {}
        }
        true
    }

    fn step(&mut self, operator: &Operator<'_>, at: u64, behind: u64) -> Option<Step> {
        if let Some(step) = self.control(operator, at, behind) {
            return step;
        }
        if let Some((memory, kind)) = access(operator) {
            return self.memory(operator, memory, kind, at..behind);
        }
        self.plain(operator, at..behind)
    }

    /// Handles blocks, branches and calls. The outer `None` means that the instruction is another one.
    fn control(&mut self, operator: &Operator<'_>, at: u64, behind: u64) -> Option<Option<Step>> {
        Some(match *operator {
            Operator::Block { blockty } => self.open(FrameKind::Block, blockty, None),
            Operator::Loop { blockty } => self.open(FrameKind::Loop, blockty, Some(at)),
            Operator::If { blockty } => self.open_if(blockty),
            Operator::Else => self.second_arm(behind),
            Operator::End => self.close(at),
            Operator::Br { relative_depth } => self.branch(relative_depth, None).map(|step| self.and_stop(step)),
            Operator::BrIf { relative_depth } => {
                let on = self.pop();
                self.branch(relative_depth, Some(on))
            }
            Operator::BrTable { ref targets } => self.table(targets),
            Operator::Return => Some(self.and_stop(Step { flow: Some(Flow::Return), ..Step::default() })),
            Operator::Unreachable => Some(self.and_stop(Step { flow: Some(Flow::Stop), ..Step::default() })),
            Operator::Select | Operator::TypedSelect { .. } => Some(self.select(behind)),
            Operator::Call { function_index } => {
                let name = self.module.names.get(&function_index);
                let name = name.map_or("a function without a name".into(), |name| super::function::demangled(name));
                self.leave(operator, name)
            }
            Operator::CallIndirect { .. } => self.leave(operator, "a computed address".into()),
            Operator::ReturnCall { .. } | Operator::ReturnCallIndirect { .. } => {
                self.leave(operator, "another function, and returns from there".into()).map(|step| self.and_stop(step))
            }
            _ => return None,
        })
    }

    fn open(&mut self, kind: FrameKind, block_type: BlockType, start: Option<u64>) -> Option<Step> {
        let (parameters, _) = self.block_type_arity(block_type)?;
        let height = self.stack.len().checked_sub(parameters as usize)?;
        let target = self.label(start.unwrap_or_default());
        self.blocks.push(Block { kind, block_type, height, target, otherwise: None });
        Some(Step { structure: true, ..Step::default() })
    }

    fn open_if(&mut self, block_type: BlockType) -> Option<Step> {
        let on = vec![self.pop()];
        self.open(FrameKind::If, block_type, None)?;
        let otherwise = self.label(0);
        self.blocks.last_mut()?.otherwise = Some(otherwise);
        Some(Step { flow: Some(Flow::Branch { target: otherwise as u64, on }), ..Step::default() })
    }

    fn second_arm(&mut self, behind: u64) -> Option<Step> {
        self.unreachable = None;
        let block = self.blocks.last_mut()?;
        self.places[block.otherwise.take()?] = behind;
        let (height, block_type, target) = (block.height, block.block_type, block.target);
        self.stack.truncate(height);
        self.push_unknown(self.block_type_arity(block_type)?.0);
        Some(Step { flow: Some(Flow::Jump(target as u64)), structure: true, ..Step::default() })
    }

    fn close(&mut self, at: u64) -> Option<Step> {
        self.unreachable = None;
        let block = self.blocks.pop()?;
        if block.kind != FrameKind::Loop {
            self.places[block.target] = at;
        }
        if let Some(otherwise) = block.otherwise {
            self.places[otherwise] = at;
        }
        self.stack.truncate(block.height);
        self.push_unknown(self.block_type_arity(block.block_type)?.1);
        let flow = self.blocks.is_empty().then_some(Flow::Return);
        Some(Step { flow, structure: true, ..Step::default() })
    }

    /// Handles a branch to the block at a depth, which carries along the values that the block expects.
    fn branch(&mut self, depth: u32, on: Option<Register>) -> Option<Step> {
        let always = on.is_none();
        let (target, operations) = self.carry(depth, always)?;
        let target = target as u64;
        let flow = on.map_or(Flow::Jump(target), |on| Flow::Branch { target, on: vec![on] });
        Some(Step { flow: Some(flow), ..Step::default() }.with(operations))
    }

    fn table(&mut self, table: &wasmparser::BrTable<'_>) -> Option<Step> {
        let on = vec![self.pop()];
        let (mut targets, mut moves) = (Vec::new(), Vec::new());
        for depth in table.targets().chain([Ok(table.default())]) {
            let (target, operations) = self.carry(depth.ok()?, false)?;
            targets.push(target as u64);
            moves.extend(operations);
        }
        let step = Step { flow: Some(Flow::Switch { targets, on }), ..Step::default() }.with(moves);
        Some(self.and_stop(step))
    }

    /// Returns the target of a branch, and its effect on the values that it carries along. If it is not always taken,
    /// the values at their new places remain possible.
    fn carry(&self, depth: u32, always: bool) -> Option<(Label, Vec<Operation>)> {
        let block = self.blocks.get(self.blocks.len().checked_sub(1 + depth as usize)?)?;
        let (parameters, results) = self.block_type_arity(block.block_type)?;
        let count = if block.kind == FrameKind::Loop { parameters } else { results } as usize;
        let first = self.stack.len().checked_sub(count)?;
        let moves = (0..count).filter(|_| first != block.height).map(|n| {
            let (to, from) = (self.place(block.height + n), self.place(first + n));
            if always {
                Operation::Copy { to: Place::Register(to), from: Source::Register(from) }
            } else {
                Operation::into_register(to, vec![Source::Register(to), Source::Register(from)], true)
            }
        });
        Some((block.target, moves.collect()))
    }

    /// Selects one of two values. Engines may compile this to a branch, so it is one here.
    fn select(&mut self, behind: u64) -> Step {
        let on = self.pop();
        let (b, a) = (self.pop(), self.pop());
        let from = [a, b, on].map(Source::Register).to_vec();
        let target = self.label(behind) as u64;
        let to = self.push(Slot::default());
        Step { flow: Some(Flow::Branch { target, on: vec![on] }), ..Step::default() }
            .with(vec![Operation::into_register(to, from, true)])
    }

    fn leave(&mut self, operator: &Operator<'_>, to: String) -> Option<Step> {
        let (takes, gives) = operator.operator_arity(self)?;
        self.pop_all(takes);
        self.push_unknown(gives);
        Some(Step { flow: Some(Flow::Leave(to)), ..Step::default() })
    }

    fn memory(
        &mut self,
        operator: &Operator<'_>,
        memory: MemArg,
        kind: Kind,
        bytes: std::ops::Range<u64>,
    ) -> Option<Step> {
        let (takes, gives) = operator.operator_arity(self)?;
        let mut taken = self.pop_all(takes).into_iter();
        let offset = i64::try_from(memory.offset).ok()?;
        let symbol = self.module.symbol(self.function, bytes, offset);
        let access = Access {
            symbol: symbol == Some(Symbol::Constant),
            variable: symbol == Some(Symbol::Variable),
            ..Access::at(taken.next()?, offset, 1 << memory.max_align)
        };
        let operation = match (kind, taken.next()) {
            (Kind::Load, None) => {
                Operation::Copy { to: Place::Register(self.push(Slot::default())), from: Source::Load(access) }
            }
            (Kind::Load, Some(vector)) => {
                let from = vec![Source::Load(access), Source::Register(vector)];
                Operation::into_register(self.push(Slot::default()), from, true)
            }
            (Kind::Store, Some(value)) => Operation::Copy { to: Place::Store(access), from: Source::Register(value) },
            (Kind::Store, None) => return None,
        };
        (gives == u32::from(kind == Kind::Load)).then(|| Step::default().with(vec![operation]))
    }

    /// Handles everything else: a function of values, or a move.
    fn plain(&mut self, operator: &Operator<'_>, bytes: std::ops::Range<u64>) -> Option<Step> {
        let copy = |to, from| {
            Step::default().with(vec![Operation::Copy { to: Place::Register(to), from: Source::Register(from) }])
        };
        Some(match *operator {
            Operator::Nop => Step { structure: true, ..Step::default() },
            Operator::Drop => {
                self.pop();
                Step::default()
            }
            Operator::LocalGet { local_index } => {
                copy(self.push(Slot::default()), local(u16::try_from(local_index).ok()?))
            }
            Operator::LocalSet { local_index } => copy(local(u16::try_from(local_index).ok()?), self.pop()),
            Operator::LocalTee { local_index } => {
                copy(local(u16::try_from(local_index).ok()?), self.place(self.stack.len() - 1))
            }
            Operator::GlobalGet { global_index } if Some(global_index) == self.module.stack_pointer => {
                copy(self.push(Slot { stack: true, ..Slot::default() }), STACK)
            }
            Operator::GlobalSet { global_index } if Some(global_index) == self.module.stack_pointer => {
                copy(STACK, self.pop())
            }
            Operator::I32Const { value } => self.constant(i64::from(value), bytes),
            Operator::I64Const { value } => self.constant(value, bytes.start..bytes.start),
            Operator::I32Add | Operator::I32Sub | Operator::I32And => self.add(operator),
            Operator::I32Shl if self.stack.last()?.constant.is_some() => {
                let by = self.stack.last()?.constant? as u32 % 32;
                let from = self.pop_all(2)[0];
                Step::default().with(vec![Operation::Shift { to: self.push(Slot::default()), from, by }])
            }
            Operator::I32Or | Operator::I32Xor if self.stack.last()?.constant.is_some() => {
                let bits = self.stack.last()?.constant? as u32;
                let from = self.pop_all(2)[0];
                Step::default().with(vec![Operation::SetBits { to: self.push(Slot::default()), from, bits }])
            }
            Operator::MemoryCopy { .. } | Operator::MemoryFill { .. } => self.block_of_memory(operator)?,
            _ => self.function_of_values(operator)?,
        })
    }

    fn constant(&mut self, value: i64, bytes: std::ops::Range<u64>) -> Step {
        let symbol = if bytes.is_empty() { None } else { self.module.symbol(self.function, bytes, value) };
        let to = self.push(Slot { constant: symbol.is_none().then_some(value), stack: false });
        Step::default().with(vec![match symbol {
            Some(Symbol::Constant) => Operation::Symbol { to },
            Some(Symbol::Variable) => Operation::Variable { to },
            None => Operation::into_register(to, vec![], false),
        }])
    }

    /// Handles addition, subtraction or masking. With a constant, an address stays within the same object.
    fn add(&mut self, operator: &Operator<'_>) -> Step {
        let slots: Vec<Slot> = self.stack[self.stack.len() - 2..].to_vec();
        let (b, a) = (self.pop(), self.pop());
        let (from, by) = match (slots[0].constant, slots[1].constant, operator) {
            (None, Some(by), Operator::I32Add) => (a, Some(by)),
            (Some(by), None, Operator::I32Add) => (b, Some(by)),
            (None, Some(by), Operator::I32Sub) => (a, Some(-by)),
            // The stack pointer is rounded down.
            (None, Some(_), Operator::I32And) if slots[0].stack => {
                let to = self.push(Slot { stack: true, ..Slot::default() });
                return Step::default().with(vec![Operation::Align { to, from: a, at: None }]);
            }
            (None, Some(mask), Operator::I32And) if mask >= 0 => {
                let to = self.push(Slot::default());
                return Step::default().with(vec![Operation::Mask { to, from: a, bits: mask as u32 }]);
            }
            _ => (a, None),
        };
        let stack = by.is_some() && (slots[0].stack || slots[1].stack);
        let to = self.push(Slot { constant: None, stack });
        Step::default().with(vec![match by {
            Some(by) => Operation::Offset { to, from, by },
            None if matches!(operator, Operator::I32Add) => Operation::Index { to, from: [a, b] },
            None => Operation::into_register(to, [a, b].map(Source::Register).to_vec(), true),
        }])
    }

    /// Copies bytes in memory, or fills memory with a byte.
    fn block_of_memory(&mut self, operator: &Operator<'_>) -> Option<Step> {
        let length = self.stack.last()?.constant;
        let registers = self.pop_all(3);
        let [to, from, count] = registers[..] else { return None };
        // Any other length is part of the address, which may therefore be the address of any byte in the object.
        let bytes = |start| match length {
            Some(bytes) => Access::at(start, 0, bytes),
            None => Access { registers: vec![start, count], ..Access::at(start, 0, 1) },
        };
        let from = match operator {
            Operator::MemoryCopy { .. } => Source::Load(bytes(from)),
            _ => Source::Register(from),
        };
        let to = Place::Store(bytes(to));
        Some(Step::default().with(vec![Operation::Copy { to, from }]))
    }

    fn function_of_values(&mut self, operator: &Operator<'_>) -> Option<Step> {
        let name = text(operator);
        let known = ["I32", "I64", "F32", "F64", "V128", "I8x16", "I16x8", "I32x4", "I64x2", "F32x4", "F64x2"];
        if !known.iter().any(|start| name.starts_with(start)) || format!("{operator:?}").contains("memarg") {
            return None;
        }
        let (takes, gives) = operator.operator_arity(self)?;
        let from = self.pop_all(takes).into_iter().map(Source::Register).collect();
        if gives != 1 {
            return None;
        }
        let to = self.push(Slot::default());
        Some(Step { variable_time: variable_time(&name), ..Step::default() }.with(vec![Operation::into_register(
            to,
            from,
            keeps_pointers(&name),
        )]))
    }

    fn label(&mut self, place: u64) -> Label {
        self.places.push(place);
        self.places.len() - 1
    }

    /// The rest of the block is not reached.
    fn and_stop(&mut self, step: Step) -> Step {
        self.unreachable = Some(0);
        step
    }

    /// Returns the register for a place on the value stack.
    fn place(&self, depth: usize) -> Register {
        local(self.locals + depth as u16)
    }

    fn push(&mut self, slot: Slot) -> Register {
        self.stack.push(slot);
        self.place(self.stack.len() - 1)
    }

    fn push_unknown(&mut self, count: u32) {
        self.stack.extend((0..count).map(|_| Slot::default()));
    }

    fn pop(&mut self) -> Register {
        self.stack.pop();
        self.place(self.stack.len())
    }

    /// Takes some values, the lowest first.
    fn pop_all(&mut self, count: u32) -> Vec<Register> {
        let height = self.stack.len() - count as usize;
        self.stack.truncate(height);
        (height..height + count as usize).map(|depth| self.place(depth)).collect()
    }
}

impl Step {
    fn with(self, operations: Vec<Operation>) -> Self {
        Self { operations, ..self }
    }
}

/// The context in which `wasmparser` determines how many values an instruction takes and returns.
impl ModuleArity for Lifter<'_> {
    fn sub_type_at(&self, index: u32) -> Option<&SubType> {
        self.module.types.get(index as usize)
    }
    fn tag_type_arity(&self, _: u32) -> Option<(u32, u32)> {
        None
    }
    fn type_index_of_function(&self, index: u32) -> Option<u32> {
        self.module.type_of.get(index as usize).copied()
    }
    fn func_type_of_cont_type(&self, _: &ContType) -> Option<&FuncType> {
        None
    }
    fn sub_type_of_ref_type(&self, _: &RefType) -> Option<&SubType> {
        None
    }
    fn control_stack_height(&self) -> u32 {
        self.blocks.len() as u32
    }
    fn label_block(&self, depth: u32) -> Option<(BlockType, FrameKind)> {
        let block = self.blocks.get(self.blocks.len().checked_sub(1 + depth as usize)?)?;
        Some((block.block_type, block.kind))
    }
}

/// The effect of a memory access.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Load,
    Store,
}

/// Returns the access of a load or store, including those of a vector's lane.
fn access(operator: &Operator<'_>) -> Option<(MemArg, Kind)> {
    use Operator as O;
    match *operator {
        O::I32Load { memarg }
        | O::I64Load { memarg }
        | O::I32Load8S { memarg }
        | O::I32Load8U { memarg }
        | O::I32Load16S { memarg }
        | O::I32Load16U { memarg }
        | O::I64Load8S { memarg }
        | O::I64Load8U { memarg }
        | O::I64Load16S { memarg }
        | O::I64Load16U { memarg }
        | O::I64Load32S { memarg }
        | O::I64Load32U { memarg }
        | O::V128Load { memarg }
        | O::V128Load8x8S { memarg }
        | O::V128Load8x8U { memarg }
        | O::V128Load16x4S { memarg }
        | O::V128Load16x4U { memarg }
        | O::V128Load32x2S { memarg }
        | O::V128Load32x2U { memarg }
        | O::V128Load8Splat { memarg }
        | O::V128Load16Splat { memarg }
        | O::V128Load32Splat { memarg }
        | O::V128Load64Splat { memarg }
        | O::V128Load32Zero { memarg }
        | O::V128Load64Zero { memarg }
        | O::V128Load8Lane { memarg, .. }
        | O::V128Load16Lane { memarg, .. }
        | O::V128Load32Lane { memarg, .. }
        | O::V128Load64Lane { memarg, .. } => Some((memarg, Kind::Load)),
        O::I32Store { memarg }
        | O::I64Store { memarg }
        | O::I32Store8 { memarg }
        | O::I32Store16 { memarg }
        | O::I64Store8 { memarg }
        | O::I64Store16 { memarg }
        | O::I64Store32 { memarg }
        | O::V128Store { memarg }
        | O::V128Store8Lane { memarg, .. }
        | O::V128Store16Lane { memarg, .. }
        | O::V128Store32Lane { memarg, .. }
        | O::V128Store64Lane { memarg, .. } => Some((memarg, Kind::Store)),
        _ => None,
    }
}

/// Returns the name of an instruction, and the constant in its address.
fn text(operator: &Operator<'_>) -> String {
    let all = format!("{operator:?}");
    let name = all.split([' ', '{', '(']).next().unwrap_or_default();
    match access(operator) {
        Some((memory, _)) => format!("{name} offset={}", memory.offset),
        None => name.to_string(),
    }
}

/// Whether an instruction is a division or computes with floating-point numbers.
fn variable_time(name: &str) -> bool {
    let float = name.starts_with('F') || name.contains("F32") || name.contains("F64");
    let moves = ["Const", "Reinterpret", "Splat", "Lane"].iter().any(|kind| name.contains(kind));
    name.contains("Div") || name.contains("Rem") || (float && !moves)
}

/// Whether the result may point where an operand does: not after a comparison, a multiplication, or a rotation.
fn keeps_pointers(name: &str) -> bool {
    let others =
        ["Eq", "Ne", "Lt", "Gt", "Le", "Ge", "Mul", "Div", "Rem", "Clz", "Ctz", "Popcnt", "Rot", "True", "F32", "F64"];
    !others.iter().any(|other| name.contains(other))
}
