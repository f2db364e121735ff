//! An AArch64 CPU whose registers contain symbolic bits.
//!
//! Control is concrete: every branch, pointer, length and counter must be a number when it is used. Data may be any
//! bits. [`integer`], [`vector`] and [`transfer`] (loads and stores) contain the instructions, under their names in the
//! manual. An alias goes by its underlying instruction: `lsr` is UBFM and `mov` is one of six.

use crate::execution::{Cpu, Done, Execution, RETURN, Stopped, execute};
use crate::image::Image;
use crate::memory::number;
use crate::sums::Bit;
use crate::words::{Word, constant, lane, resized, rotated_left, shifted_left, shifted_right};
use std::collections::HashMap;
use yaxpeax_arch::{Decoder, U8Reader};
use yaxpeax_arm::armv8::a64::{InstDecoder, Instruction, Opcode, Operand, SIMDSizeCode, ShiftStyle, SizeCode};

mod flow;
pub(crate) mod forms;
mod integer;
#[cfg(test)]
mod tests;
mod transfer;
pub(crate) mod validation;
mod vector;

/// The number of a general register that, depending on the operand, is the zero register or the stack pointer.
const ZERO_OR_STACK: u16 = 31;
/// The register that contains the return address.
const LINK: usize = 30;
/// The index of the stack pointer among the general registers.
const STACK: usize = 31;
/// The number of bits of a vector register.
const VECTOR: usize = 128;

/// The condition flags.
#[derive(Clone)]
struct Flags {
    negative: Bit,
    /// The result from which the zero flag is computed when it is used. The flag is set if all these bits are zeros.
    result: Word,
    carry: Bit,
    overflow: Bit,
    /// Whether the carry flag is clear or the zero flag is set, if that is known even without them.
    at_most: Option<Bit>,
}

impl Flags {
    /// Nothing is known.
    fn unknown() -> Self {
        let unknown = Bit::UNKNOWN;
        Self { negative: unknown, result: vec![unknown], carry: unknown, overflow: unknown, at_most: None }
    }
}

/// The CPU and its run.
pub(crate) struct Machine<'a> {
    pub(crate) execution: Execution<'a>,
    /// x0 to x30 and the stack pointer.
    general: [Word; 32],
    vectors: [Word; 32],
    flags: Flags,
    /// The contents of the callee-saved registers at the call.
    saved: Saved,
    /// The decoded instructions, by address.
    decoded: HashMap<u64, Instruction>,
}

/// x19 to x29 and the stack pointer, and the lower halves of v8 to v15.
#[derive(PartialEq, Eq)]
struct Saved {
    general: Vec<Word>,
    halves: Vec<Word>,
}

impl<'a> Machine<'a> {
    pub(crate) fn new(execution: Execution<'a>) -> Self {
        let unknown = |bits| vec![Bit::UNKNOWN; bits];
        Self {
            execution,
            general: std::array::from_fn(|_| unknown(64)),
            vectors: std::array::from_fn(|_| unknown(VECTOR)),
            flags: Flags::unknown(),
            saved: Saved { general: Vec::new(), halves: Vec::new() },
            decoded: HashMap::new(),
        }
    }

    /// Calls a function with a pointer, and returns when it returns. `stack` is the end of the stack; it must be a
    /// multiple of 16.
    pub(crate) fn call(&mut self, function: u64, argument: u64, stack: u64, most_steps: usize) -> Result<(), Stopped> {
        self.general[0] = constant(argument, 64);
        self.general[STACK] = constant(stack, 64);
        self.general[LINK] = constant(RETURN, 64);
        for n in 0..11 {
            self.general[19 + n] = self.execution.logic.caller(n);
        }
        for n in 0..8 {
            self.vectors[8 + n][..64].clone_from_slice(&self.execution.logic.caller(11 + n));
        }
        self.saved = self.belonging_to_the_caller();
        self.execution.next = function;
        execute(self, most_steps)
    }

    /// Returns the contents of the callee-saved registers.
    fn belonging_to_the_caller(&self) -> Saved {
        let general = self.general[19..30].iter().chain([&self.general[STACK]]).cloned().collect();
        let halves = self.vectors[8..16].iter().map(|vector| vector[..64].to_vec()).collect();
        Saved { general, halves }
    }

    /// Returns the instruction to run.
    fn decoded(&mut self) -> Done<Instruction> {
        let Execution { image, at, .. } = self.execution;
        if let Some(i) = self.decoded.get(&at) {
            return Ok(*i);
        }
        let i = decoded(image, at).ok_or_else(|| format!("no known instruction at {at:#x}"))?;
        self.decoded.insert(at, i);
        Ok(i)
    }

    /// Runs an instruction.
    fn run(&mut self, i: &Instruction) -> Done<()> {
        if self.flow(i)? || self.transfer(i)? || self.vector(i)? || self.integer(i)? {
            return Ok(());
        }
        Err(format!("unknown instruction {}", i.opcode))
    }

    /// Returns the value of a source operand: with the width of its register or element, or with `bits` if it is a
    /// number or a shifted or extended register.
    fn operand(&self, operand: &Operand, bits: usize) -> Done<Word> {
        Ok(match *operand {
            Operand::Register(_, ZERO_OR_STACK) => constant(0, width(operand)),
            Operand::Register(_, register) | Operand::RegisterOrSP(_, register) => {
                self.general[usize::from(register)][..width(operand)].to_vec()
            }
            Operand::Immediate(value) => constant(value.into(), bits),
            Operand::Imm64(value) => constant(value, bits),
            Operand::Imm16(value) => constant(value.into(), bits),
            Operand::ImmShift(value, shift) => constant(u64::from(value) << shift, bits),
            // Ones are shifted in.
            Operand::ImmShiftMSL(value, shift) => constant(u64::from(value) << shift | ((1 << shift) - 1), bits),
            Operand::RegShift(style, amount, size, register) => {
                let value = self.operand(&Operand::Register(size, register), bits)?;
                shifted_or_extended(style, &value, amount.into(), bits)
            }
            Operand::SIMDRegister(_, register) | Operand::SIMDRegisterElements(_, register, _) => {
                self.vectors[usize::from(register)][..width(operand)].to_vec()
            }
            Operand::SIMDRegisterElementsLane(_, register, element, n) => {
                lane(&self.vectors[usize::from(register)], bits_of(element), n.into())
            }
            _ => return Err(format!("unknown operand {operand:?}")),
        })
    }

    /// Writes an operand. In a general register or a vector, the bits above the value become zeros; if the operand
    /// names one element of a vector, the other elements keep their values.
    fn write(&mut self, operand: &Operand, value: &[Bit]) -> Done<()> {
        match *operand {
            Operand::Register(_, ZERO_OR_STACK) => {}
            Operand::Register(_, register) | Operand::RegisterOrSP(_, register) => {
                self.general[usize::from(register)] = resized(value, 64, Bit::ZERO);
            }
            Operand::SIMDRegister(_, register) | Operand::SIMDRegisterElements(_, register, _) => {
                self.vectors[usize::from(register)] = resized(value, VECTOR, Bit::ZERO);
            }
            Operand::SIMDRegisterElementsLane(_, register, element, n) => {
                let bits = bits_of(element);
                self.vectors[usize::from(register)][usize::from(n) * bits..][..bits].copy_from_slice(&value[..bits]);
            }
            _ => return Err(format!("unknown operand {operand:?}")),
        }
        Ok(())
    }
}

impl<'a> Cpu<'a> for Machine<'a> {
    fn execution(&mut self) -> &mut Execution<'a> {
        &mut self.execution
    }

    fn step(&mut self) -> Done<()> {
        let i = self.decoded()?;
        self.execution.next = self.execution.at + 4;
        self.run(&i)
    }

    fn visit(&mut self) {
        let Self { general, vectors, flags, execution, .. } = self;
        let stack_pointer = number(&general[STACK]);
        let registers = general.iter_mut().chain(vectors).flatten();
        let conditions = [&mut flags.carry, &mut flags.overflow, &mut flags.negative];
        // The result from which the zero flag is computed has no fixed length, so it is always forgotten.
        if execution.watch.forgotten.is_some() && execution.watch.looks() {
            (flags.result, flags.at_most) = (vec![Bit::UNKNOWN], None);
        }
        let register = |bit: usize| match bit / 64 {
            STACK => "sp".into(),
            n @ 0..32 => format!("x{n}"),
            n => format!("v{}", (n - 32) / 2),
        };
        execution.visit(registers, conditions, register, stack_pointer);
    }

    fn gives_back(&self) -> bool {
        self.belonging_to_the_caller() == self.saved
    }
}

/// Returns the addresses of the instructions of a function, without padding.
pub(crate) fn instructions(image: &Image, start: u64, bytes: u64) -> Vec<u64> {
    let fills = |at: u64| decoded(image, at).is_some_and(|i| i.opcode == Opcode::HINT);
    (start..start + bytes).step_by(4).filter(|&at| !fills(at)).collect()
}

/// Returns an instruction in assembler syntax.
pub(crate) fn text(image: &Image, at: u64) -> String {
    decoded(image, at).map_or_else(|| "no code".into(), |i| i.to_string())
}

/// Returns the instruction at an address.
fn decoded(image: &Image, at: u64) -> Option<Instruction> {
    InstDecoder::default().decode(&mut U8Reader::new(image.bytes(at, 4)?)).ok()
}

/// Returns the number of bits of a register, and of one element of a vector.
fn bits_of(size: SIMDSizeCode) -> usize {
    match size {
        SIMDSizeCode::B => 8,
        SIMDSizeCode::H => 16,
        SIMDSizeCode::S => 32,
        SIMDSizeCode::D => 64,
        SIMDSizeCode::Q => 128,
    }
}

/// Returns the number of bits of an operand: a register, a vector or an element of one.
fn width(operand: &Operand) -> usize {
    match *operand {
        Operand::Register(size, _) | Operand::RegisterOrSP(size, _) | Operand::RegShift(_, _, size, _) => match size {
            SizeCode::W => 32,
            SizeCode::X => 64,
        },
        Operand::SIMDRegister(size, _) | Operand::SIMDRegisterElements(size, ..) => bits_of(size),
        Operand::SIMDRegisterElementsLane(_, _, element, _) => bits_of(element),
        _ => 64,
    }
}

/// Returns a register as the last operand of an instruction, which may be shifted by a constant number of bits, or
/// extended from its lower part and shifted to the left.
fn shifted_or_extended(style: ShiftStyle, value: &[Bit], amount: usize, bits: usize) -> Word {
    let extended = |from: usize, signed: bool| {
        let part = &value[..from.min(value.len())];
        let fill = if signed { part[part.len() - 1] } else { Bit::ZERO };
        shifted_left(&resized(part, bits, fill), amount)
    };
    match style {
        // The decoder also uses this name for the extension of a W register to an X register (UXTW).
        ShiftStyle::LSL => extended(64, false),
        ShiftStyle::LSR => shifted_right(value, amount, Bit::ZERO),
        ShiftStyle::ASR => shifted_right(value, amount, value[value.len() - 1]),
        ShiftStyle::ROR => rotated_left(value, value.len() - amount % value.len()),
        ShiftStyle::UXTB => extended(8, false),
        ShiftStyle::UXTH => extended(16, false),
        ShiftStyle::UXTW => extended(32, false),
        ShiftStyle::UXTX => extended(64, false),
        ShiftStyle::SXTB => extended(8, true),
        ShiftStyle::SXTH => extended(16, true),
        ShiftStyle::SXTW => extended(32, true),
        ShiftStyle::SXTX => extended(64, true),
    }
}
