//! An AArch64 CPU whose registers contain symbolic bits.
//!
//! Control is concrete: every branch, pointer, length and counter must be a number when it is used. Data may be any
//! bits. [`integer`], [`vector`] and [`transfer`] (loads and stores) contain the instructions, by their names in the
//! manual. An alias has the name of the instruction that it stands for: `lsr` is UBFM and `mov` is one of six.

use crate::forms::Bit;
use crate::image::Image;
use crate::logic::Logic;
use crate::machine::{Done, RETURN, Run, Stopped, Watch};
use crate::memory::{Memory, number};
use crate::words::{Word, constant, lane, resized, rotated_left, shifted_left, shifted_right};
use std::collections::{BTreeMap, HashMap};
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

/// The number of a general register that is the zero register, or the stack pointer, as the operand says.
const ZERO_OR_STACK: u16 = 31;
/// The register that contains the return address.
const LINK: usize = 30;
/// The place of the stack pointer among the general registers.
const STACK: usize = 31;
/// The bits of a vector register.
const VECTOR: usize = 128;

/// The condition flags.
#[derive(Clone)]
struct Flags {
    negative: Bit,
    /// The result whose bits are all zeros if the zero flag is set. The flag is computed when it is used.
    result: Word,
    carry: Bit,
    overflow: Bit,
}

/// The CPU and what it runs.
pub(crate) struct Machine<'a> {
    pub(crate) logic: &'a mut Logic,
    image: &'a Image,
    pub(crate) memory: Memory,
    /// x0 to x30 and the stack pointer.
    general: [Word; 32],
    vectors: [Word; 32],
    flags: Flags,
    /// The address of the instruction that is being run.
    at: u64,
    next: u64,
    /// How many instructions may be run.
    most_steps: usize,
    pub(crate) watch: Watch,
    /// The addresses of instructions whose address depends on unknown data.
    pub(crate) data_addresses: BTreeMap<u64, usize>,
    /// The first instruction that computed a function for which there is no form.
    pub(crate) first_opaque: Option<u64>,
    /// Instructions by their address, each with its place in the order of first runs and how often it was run.
    decoded: HashMap<u64, (Instruction, usize, usize)>,
}

impl<'a> Machine<'a> {
    pub(crate) fn new(logic: &'a mut Logic, image: &'a Image, memory: Memory, most_steps: usize) -> Self {
        let unknown = |bits| vec![Bit::UNKNOWN; bits];
        Self {
            logic,
            image,
            memory,
            general: std::array::from_fn(|_| unknown(64)),
            vectors: std::array::from_fn(|_| unknown(VECTOR)),
            flags: Flags { negative: Bit::UNKNOWN, result: unknown(1), carry: Bit::UNKNOWN, overflow: Bit::UNKNOWN },
            at: 0,
            next: 0,
            most_steps,
            watch: Watch::default(),
            data_addresses: BTreeMap::new(),
            first_opaque: None,
            decoded: HashMap::new(),
        }
    }

    /// Calls a function with up to eight pointers or numbers, and returns when it returns. `stack` is the end of the
    /// stack; it must be a multiple of 16.
    pub(crate) fn call(&mut self, function: u64, arguments: &[u64], stack: u64) -> Result<(), Stopped> {
        for (register, argument) in self.general.iter_mut().zip(arguments) {
            *register = constant(*argument, 64);
        }
        self.general[STACK] = constant(stack, 64);
        self.general[LINK] = constant(RETURN, 64);
        // What the caller must find again: x19 to x29, and the lower halves of v8 to v15.
        let saved: [Word; 11] = std::array::from_fn(|n| self.logic.caller(n));
        let saved_vectors: [Word; 8] = std::array::from_fn(|n| self.logic.caller(11 + n));
        self.general[19..30].clone_from_slice(&saved);
        for (vector, half) in self.vectors[8..16].iter_mut().zip(&saved_vectors) {
            vector[..64].copy_from_slice(half);
        }
        let stopped = |at, reason| Stopped { at, reason };
        self.next = function;
        for _ in 0..self.most_steps {
            let at = self.next;
            if at == RETURN {
                let kept = self.general[19..30] == saved
                    && self.vectors[8..16].iter().zip(&saved_vectors).all(|(vector, half)| vector[..64] == half[..]);
                if !kept || number(&self.general[STACK]) != Some(stack) {
                    return Err(stopped(at, "a register that belongs to the caller has another value".into()));
                }
                return Ok(());
            }
            if self.watch.step(at) {
                self.visit();
            }
            self.step().map_err(|reason| stopped(at, reason))?;
        }
        Err(stopped(self.next, format!("it does not return within {} instructions", self.most_steps)))
    }

    /// Returns what is left after a call.
    pub(crate) fn finish(self, ended: Result<(), Stopped>) -> (Run, Watch) {
        let executed = self.decoded.into_iter().map(|(at, (_, order, count))| (at, (order, count))).collect();
        let Self { memory, data_addresses, first_opaque, watch, .. } = self;
        (Run { ended, memory, executed, data_addresses, first_opaque }, watch)
    }

    /// Lets the watch look at all locations.
    fn visit(&mut self) {
        let Self { general, vectors, flags, memory, watch, .. } = self;
        let registers = general.iter_mut().chain(vectors).flatten();
        let conditions = [&mut flags.carry, &mut flags.overflow, &mut flags.negative];
        // The result that the zero flag depends on has no fixed length, so it is always forgotten.
        if watch.replaced.is_some() {
            flags.result = vec![Bit::UNKNOWN];
        }
        watch.visit(registers.chain(memory.writable_bits()).chain(conditions));
    }

    fn step(&mut self) -> Done<()> {
        self.at = self.next;
        let i = match self.decoded.get_mut(&self.at) {
            Some((i, _, count)) => {
                *count += 1;
                *i
            }
            None => {
                let unknown = || format!("there is no instruction at {:#x} that is known here", self.at);
                let i = decoded(self.image, self.at).ok_or_else(unknown)?;
                self.decoded.insert(self.at, (i, self.decoded.len(), 1));
                i
            }
        };
        self.next = self.at + 4;
        let opaque = self.logic.without_form;
        self.run(&i)?;
        if self.logic.without_form > opaque && self.first_opaque.is_none() {
            self.first_opaque = Some(self.at);
        }
        Ok(())
    }

    /// Runs an instruction.
    fn run(&mut self, i: &Instruction) -> Done<()> {
        if self.flow(i)? || self.transfer(i)? || self.vector(i)? || self.integer(i)? {
            return Ok(());
        }
        Err(format!("the instruction {} is not known here", i.opcode))
    }

    /// Returns the value of an operand that is read: with the width of its register or element, or with `bits` if it is
    /// a number or a register that is shifted or extended.
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
            _ => return Err(format!("the operand {operand:?} is not known here")),
        })
    }

    /// Writes an operand: of a general register or a vector, the bits above the value become zeros; of a vector with
    /// one of its elements named, the other elements stay.
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
            _ => return Err(format!("the operand {operand:?} is not known here")),
        }
        Ok(())
    }
}

/// Returns the addresses of the instructions of a function, without those that only fill bytes.
pub(crate) fn instructions(image: &Image, start: u64, bytes: u64) -> Vec<u64> {
    let fills = |at: u64| decoded(image, at).is_some_and(|i| i.opcode == Opcode::HINT);
    (start..start + bytes).step_by(4).filter(|&at| !fills(at)).collect()
}

/// Returns an instruction as an assembler writes it.
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

/// Returns the number of bits of an operand that is a register, a vector or an element of one.
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

/// Returns a register as the last operand of an instruction may name it: shifted by a constant number of bits, or
/// extended from its lower part and shifted to the left.
fn shifted_or_extended(style: ShiftStyle, value: &[Bit], amount: usize, bits: usize) -> Word {
    let extended = |from: usize, signed: bool| {
        let part = &value[..from.min(value.len())];
        let fill = if signed { part[part.len() - 1] } else { Bit::ZERO };
        shifted_left(&resized(part, bits, fill), amount)
    };
    match style {
        // The decoder calls the extension of a W register to an X register (UXTW) by this name, too.
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
