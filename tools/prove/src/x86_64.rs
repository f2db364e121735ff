//! An x86-64 CPU whose registers contain symbolic bits.
//!
//! Control is concrete: every branch, pointer, length and counter must be a number when it is used. Data may be any
//! bits. [`scalar`] and [`vector`] contain the instructions, under their names in the manual.

use crate::execution::{Cpu, Done, Execution, RETURN, Stopped, execute};
use crate::image::Image;
use crate::memory::number;
use crate::sums::Bit;
use crate::words::{Word, constant, resized};
use iced_x86::{Code, Decoder, DecoderOptions, EncodingKind, FlowControl, Instruction, Mnemonic, OpKind, Register};
use std::collections::HashMap;
use std::rc::Rc;

mod scalar;
pub(crate) mod validation;
mod vector;

/// The numbers of general registers with a special role in a call.
const DX: usize = 2;
const BX: usize = 3;
const SP: usize = 4;
const BP: usize = 5;
const SI: usize = 6;
const DI: usize = 7;

/// The condition flags.
#[derive(Clone)]
struct Flags {
    carry: Bit,
    overflow: Bit,
    sign: Bit,
    parity: Bit,
    /// The result from which the zero flag is computed when it is used. The flag is set if all these bits are zeros.
    result: Word,
    /// Whether the carry flag or the zero flag is set, if that is known even without them.
    at_most: Option<Bit>,
}

/// The CPU and its run.
pub(crate) struct Machine<'a> {
    pub(crate) execution: Execution<'a>,
    general: [Word; 16],
    /// 512 bits each.
    vectors: Vec<Word>,
    masks: [Word; 8],
    flags: Flags,
    /// The contents of the callee-saved registers at the call.
    saved: Vec<(usize, Word)>,
    /// The decoded instructions, by address.
    decoded: HashMap<u64, Instruction>,
    /// The values of the affine functions of inverses that ran before, by matrix and constants.
    of_inverses: HashMap<(Vec<u8>, u8), Rc<[u8; 256]>>,
}

impl<'a> Machine<'a> {
    pub(crate) fn new(execution: Execution<'a>) -> Self {
        let unknown = |bits| vec![Bit::UNKNOWN; bits];
        Self {
            execution,
            general: std::array::from_fn(|_| unknown(64)),
            vectors: vec![unknown(512); 32],
            masks: std::array::from_fn(|_| unknown(64)),
            flags: Flags {
                carry: Bit::UNKNOWN,
                overflow: Bit::UNKNOWN,
                sign: Bit::UNKNOWN,
                parity: Bit::UNKNOWN,
                result: unknown(1),
                at_most: None,
            },
            saved: Vec::new(),
            decoded: HashMap::new(),
            of_inverses: HashMap::new(),
        }
    }

    /// Calls a function with a pointer, and returns when it returns. `stack` is the end of the stack; it must be a
    /// multiple of 16.
    pub(crate) fn call(&mut self, function: u64, argument: u64, stack: u64, most_steps: usize) -> Result<(), Stopped> {
        self.general[DI] = constant(argument, 64);
        for (n, register) in [BX, BP, 12, 13, 14, 15].into_iter().enumerate() {
            self.general[register] = self.execution.logic.caller(n);
        }
        self.general[SP] = constant(stack, 64);
        let belonging = [BX, BP, SP, 12, 13, 14, 15];
        self.saved = belonging.map(|register| (register, self.general[register].clone())).into();
        self.push(&constant(RETURN, 64)).map_err(|reason| Stopped { at: function, reason })?;
        self.execution.next = function;
        execute(self, most_steps)
    }

    /// Returns the instruction to run.
    fn decoded(&mut self) -> Done<Instruction> {
        let Execution { image, at, .. } = self.execution;
        if let Some(i) = self.decoded.get(&at) {
            return Ok(*i);
        }
        let code = image.code(at).ok_or_else(|| match image.undefined(at) {
            Some(name) => format!("it calls {name}"),
            None => format!("there is no code at {at:#x}"),
        })?;
        let i = Decoder::with_ip(64, code, at, DecoderOptions::NONE).decode();
        self.decoded.insert(at, i);
        Ok(i)
    }

    /// Executes an instruction.
    fn run(&mut self, i: &Instruction) -> Done<()> {
        if i.code() == Code::INVALID || i.has_rep_prefix() || i.has_repne_prefix() {
            return Err("an unknown instruction".into());
        }
        let name = format!("{:?}", i.mnemonic()).to_lowercase();
        if !self.scalar(&name, i)? && !self.vector(&name, i)? {
            return Err(format!("unknown instruction {name}"));
        }
        Ok(())
    }

    /// Returns the value of an operand, with the width of its register, memory or immediate. A broadcast from memory
    /// fills a vector of the first operand's width.
    fn operand(&mut self, i: &Instruction, n: u32) -> Done<Word> {
        match i.op_kind(n) {
            OpKind::Register => Ok(self.register(i.op_register(n))),
            OpKind::Memory => {
                let element = self.load(i, i.memory_size().size())?;
                if !i.is_broadcast() {
                    return Ok(element);
                }
                Ok(element.repeat(8 * i.op0_register().size() / element.len()))
            }
            _ => {
                let bits = if i.op_count() > 0 && i.op0_kind() == OpKind::Register && i.op0_register().is_gpr() {
                    8 * i.op0_register().size()
                } else if i.op0_kind() == OpKind::Memory {
                    8 * i.memory_size().size()
                } else {
                    64
                };
                Ok(constant(i.immediate(n), bits))
            }
        }
    }

    fn register(&self, register: Register) -> Word {
        let size = 8 * register.size();
        if register.is_vector_register() {
            return self.vectors[register.number()][..size].to_vec();
        }
        if register.is_k() {
            return self.masks[register.number()].clone();
        }
        let full = &self.general[register.full_register().number()];
        match register {
            Register::AH | Register::BH | Register::CH | Register::DH => full[8..16].to_vec(),
            _ => full[..size].to_vec(),
        }
    }

    /// Writes a general register: 32 bits clear the upper half, 8 and 16 bits keep the rest.
    fn set_general(&mut self, register: Register, value: &[Bit]) {
        let full = &mut self.general[register.full_register().number()];
        match register {
            Register::AH | Register::BH | Register::CH | Register::DH => full[8..16].copy_from_slice(value),
            _ if register.size() == 4 => *full = resized(value, 64, Bit::ZERO),
            _ => full[..8 * register.size()].copy_from_slice(value),
        }
    }

    /// Writes the first operand of an integer instruction.
    fn write(&mut self, i: &Instruction, value: &[Bit]) -> Done<()> {
        match i.op0_kind() {
            OpKind::Register => {
                self.set_general(i.op0_register(), value);
                Ok(())
            }
            _ => self.store(i, value),
        }
    }

    /// Returns the words whose sum is the address of the memory operand, each with its factor.
    fn address_parts(&self, i: &Instruction) -> Vec<(Word, u64)> {
        let registers = [(i.memory_base(), 1), (i.memory_index(), u64::from(i.memory_index_scale()))];
        let relative = |register: &Register| matches!(register, Register::None | Register::RIP);
        let mut parts = vec![(constant(i.memory_displacement64(), 64), 1)];
        parts.extend(
            registers
                .into_iter()
                .filter(|(register, _)| !relative(register))
                .map(|(register, factor)| (self.register(register), factor)),
        );
        parts
    }

    /// Returns the address of the memory operand, if it is a number.
    fn address(&self, i: &Instruction) -> Done<u64> {
        self.execution.address(&self.address_parts(i))
    }

    /// Reads the memory operand.
    fn load(&mut self, i: &Instruction, bytes: usize) -> Done<Word> {
        let parts = self.address_parts(i);
        self.execution.load(&parts, bytes)
    }

    fn load_at(&self, address: u64, bytes: usize) -> Done<Word> {
        self.execution.memory.read(self.execution.image, address, bytes)
    }

    fn store(&mut self, i: &Instruction, value: &[Bit]) -> Done<()> {
        let address = self.address(i)?;
        self.execution.memory.write(address, value)
    }

    fn push(&mut self, value: &[Bit]) -> Done<()> {
        let top = number(&self.general[SP]).ok_or("a stack pointer that depends on data")? - 8;
        self.general[SP] = constant(top, 64);
        self.execution.memory.write(top, value)
    }

    fn pop(&mut self) -> Done<Word> {
        let top = number(&self.general[SP]).ok_or("a stack pointer that depends on data")?;
        self.general[SP] = constant(top + 8, 64);
        self.load_at(top, 8)
    }

    /// Writes a vector register: an encoding with VEX or EVEX clears the bits above, older ones keep them.
    fn set_vector(&mut self, i: &Instruction, value: &[Bit]) {
        let register = &mut self.vectors[i.op0_register().number()];
        register[..value.len()].copy_from_slice(value);
        if i.encoding() != EncodingKind::Legacy {
            register[value.len()..].fill(Bit::ZERO);
        }
    }

    /// Returns the instruction's mask for this many elements. The mask register's other bits do not count.
    fn mask(&self, i: &Instruction, elements: usize) -> Done<u64> {
        Ok(number(&self.masks[i.op_mask().number()][..elements]).ok_or("a mask that depends on data")?)
    }

    /// Writes the first operand of a vector instruction under the instruction's mask.
    fn write_vector(&mut self, i: &Instruction, value: &[Bit], element: usize) -> Done<()> {
        if i.op_mask() == Register::None {
            if i.op0_kind() == OpKind::Register {
                self.set_vector(i, value);
                return Ok(());
            }
            return self.store(i, value);
        }
        let mask = self.mask(i, value.len() / element)?;
        let chosen = |n: usize| mask >> n & 1 == 1;
        if i.op0_kind() == OpKind::Memory {
            let address = self.address(i)?;
            for (n, part) in value.chunks(element).enumerate().filter(|(n, _)| chosen(*n)) {
                self.execution.memory.write(address + (n * element / 8) as u64, part)?;
            }
            return Ok(());
        }
        let old = self.register(i.op0_register());
        let mut merged = value.to_vec();
        for (n, part) in merged.chunks_mut(element).enumerate().filter(|(n, _)| !chosen(*n)) {
            if i.zeroing_masking() {
                part.fill(Bit::ZERO);
            } else {
                part.copy_from_slice(&old[n * element..][..element]);
            }
        }
        self.set_vector(i, &merged);
        Ok(())
    }
}

impl<'a> Cpu<'a> for Machine<'a> {
    fn execution(&mut self) -> &mut Execution<'a> {
        &mut self.execution
    }

    fn step(&mut self) -> Done<()> {
        let i = self.decoded()?;
        self.execution.next = i.next_ip();
        self.run(&i)
    }

    fn visit(&mut self) {
        let Self { general, vectors, masks, flags, execution, .. } = self;
        let stack_pointer = number(&general[SP]);
        let registers = general.iter_mut().chain(vectors).chain(masks).flatten();
        let conditions = [&mut flags.carry, &mut flags.overflow, &mut flags.sign, &mut flags.parity];
        // The result from which the zero flag is computed has no fixed length, so it is always forgotten.
        if execution.watch.forgotten.is_some() && execution.watch.looks() {
            (flags.result, flags.at_most) = (vec![Bit::UNKNOWN], None);
        }
        let register = |bit: usize| match (bit / 64, bit.saturating_sub(16 * 64) / 512) {
            (n @ 0..16, _) => format!("{:?}", Register::RAX + n as u32).to_lowercase(),
            (_, n @ 0..32) => format!("zmm{n}"),
            (_, _) => format!("k{}", (bit - 16 * 64 - 32 * 512) / 64),
        };
        execution.visit(registers, conditions, register, stack_pointer);
    }

    fn gives_back(&self) -> bool {
        self.saved.iter().all(|(register, bits)| self.general[*register] == *bits)
    }
}

/// Returns the addresses of the instructions of a function, without padding.
pub(crate) fn instructions(image: &Image, start: u64, bytes: u64) -> Vec<u64> {
    let code = image.bytes(start, bytes as usize).unwrap_or_default();
    Decoder::with_ip(64, code, start, DecoderOptions::NONE)
        .into_iter()
        .filter(|i| !matches!(i.mnemonic(), Mnemonic::Nop | Mnemonic::Int3))
        .map(|i| i.ip())
        .collect()
}

/// Returns the possible successors of an instruction in its function, skipping padding. The successors of a computed
/// jump are unknown.
pub(crate) fn successors(image: &Image, at: u64) -> Vec<u64> {
    let decoded = |at| image.code(at).map(|code| Decoder::with_ip(64, code, at, DecoderOptions::NONE).decode());
    let Some(instruction) = decoded(at) else { return Vec::new() };
    let (next, target) = (instruction.next_ip(), instruction.near_branch_target());
    let mut successors = match instruction.flow_control() {
        FlowControl::UnconditionalBranch => vec![target],
        FlowControl::ConditionalBranch => vec![target, next],
        FlowControl::Return | FlowControl::IndirectBranch | FlowControl::Exception => Vec::new(),
        _ => vec![next],
    };
    for at in &mut successors {
        while let Some(instruction) = decoded(*at).filter(|instruction| instruction.mnemonic() == Mnemonic::Nop) {
            *at = instruction.next_ip();
        }
    }
    successors
}

/// Returns an instruction in assembler syntax.
pub(crate) fn text(image: &Image, at: u64) -> String {
    use iced_x86::{Formatter, IntelFormatter};
    let Some(code) = image.code(at) else { return "no code".into() };
    let mut text = String::new();
    let instruction = Decoder::with_ip(64, code, at, DecoderOptions::NONE).decode();
    IntelFormatter::new().format(&instruction, &mut text);
    text
}

/// Returns the length of an instruction.
pub(crate) fn length(image: &Image, at: u64) -> usize {
    image.code(at).map_or(1, |code| Decoder::with_ip(64, code, at, DecoderOptions::NONE).decode().len())
}
