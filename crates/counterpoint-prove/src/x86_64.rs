//! An x86-64 CPU whose registers contain symbolic bits.
//!
//! Control is concrete: every branch, pointer, length and counter must be a number when it is used. Data may be any
//! bits. [`scalar`] and [`vector`] contain the instructions, by their names in the manual.

use crate::forms::Bit;
use crate::image::Image;
use crate::logic::Logic;
use crate::machine::{Done, RETURN, Run, Stopped, Watch};
use crate::memory::{Memory, number};
use crate::words::{Word, constant, resized};
use iced_x86::{Code, Decoder, DecoderOptions, EncodingKind, Instruction, Mnemonic, OpKind, Register};
use std::collections::{BTreeMap, HashMap};

mod scalar;
pub(crate) mod validation;
mod vector;

/// The condition flags.
#[derive(Clone)]
struct Flags {
    carry: Bit,
    overflow: Bit,
    sign: Bit,
    parity: Bit,
    /// The result whose bits are all zeros if the zero flag is set. The flag is computed when it is used.
    result: Word,
}

/// The CPU and what it runs.
pub(crate) struct Machine<'a> {
    pub(crate) logic: &'a mut Logic,
    image: &'a Image,
    pub(crate) memory: Memory,
    general: [Word; 16],
    /// 512 bits each.
    vectors: Vec<Word>,
    masks: [Word; 8],
    flags: Flags,
    next: u64,
    /// How many instructions may be run.
    most_steps: usize,
    /// The addresses of instructions whose address depends on unknown data.
    pub(crate) data_addresses: BTreeMap<u64, usize>,
    /// The first instruction that computed a function for which there is no form.
    pub(crate) first_opaque: Option<u64>,
    pub(crate) watch: Watch,
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
            vectors: vec![unknown(512); 32],
            masks: std::array::from_fn(|_| unknown(64)),
            flags: Flags {
                carry: Bit::UNKNOWN,
                overflow: Bit::UNKNOWN,
                sign: Bit::UNKNOWN,
                parity: Bit::UNKNOWN,
                result: unknown(1),
            },
            next: 0,
            most_steps,
            data_addresses: BTreeMap::new(),
            first_opaque: None,
            watch: Watch::default(),
            decoded: HashMap::new(),
        }
    }

    /// Calls a function with up to four pointers or numbers, and returns when it returns. `stack` is the end of the
    /// stack; it must be a multiple of 16.
    pub(crate) fn call(&mut self, function: u64, arguments: &[u64], stack: u64) -> Result<(), Stopped> {
        for (register, argument) in [7, 6, 2, 1].into_iter().zip(arguments) {
            self.general[register] = constant(*argument, 64);
        }
        // What the caller must find again.
        let mut belonging = 0..;
        let saved = [3, 5, 12, 13, 14, 15].map(|register| {
            let bits = self.logic.caller(belonging.next().unwrap_or(0));
            self.general[register].clone_from(&bits);
            (register, bits)
        });
        self.general[4] = constant(stack, 64);
        let stopped = |at, reason| Stopped { at, reason };
        self.push(&constant(RETURN, 64)).map_err(|reason| stopped(function, reason))?;
        self.next = function;
        for _ in 0..self.most_steps {
            let at = self.next;
            if at == RETURN {
                let kept = saved.iter().all(|(register, bits)| self.general[*register] == *bits);
                if !kept || number(&self.general[4]) != Some(stack) {
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

    /// Lets the watch look at all locations.
    fn visit(&mut self) {
        let Self { general, vectors, masks, flags, memory, watch, .. } = self;
        let registers = general.iter_mut().chain(vectors).chain(masks).flatten();
        let conditions = [&mut flags.carry, &mut flags.overflow, &mut flags.sign, &mut flags.parity];
        // The result that the zero flag depends on has no fixed length, so it is always forgotten.
        if watch.replaced.is_some() {
            flags.result = vec![Bit::UNKNOWN];
        }
        watch.visit(registers.chain(memory.writable_bits()).chain(conditions));
    }

    /// Returns what is left after a call.
    pub(crate) fn finish(self, ended: Result<(), Stopped>) -> (Run, Watch) {
        let executed = self.decoded.into_iter().map(|(at, (_, order, count))| (at, (order, count))).collect();
        let Self { memory, data_addresses, first_opaque, watch, .. } = self;
        (Run { ended, memory, executed, data_addresses, first_opaque }, watch)
    }

    fn step(&mut self) -> Done<()> {
        let at = self.next;
        let i = match self.decoded.get_mut(&at) {
            Some((i, _, count)) => {
                *count += 1;
                *i
            }
            None => {
                let code = self.image.code(at).ok_or_else(|| match self.image.undefined(at) {
                    Some(name) => format!("it calls {name}"),
                    None => format!("there is no code at {at:#x}"),
                })?;
                let i = Decoder::with_ip(64, code, at, DecoderOptions::NONE).decode();
                self.decoded.insert(at, (i, self.decoded.len(), 1));
                i
            }
        };
        self.next = i.next_ip();
        self.run(&i)
    }

    /// Does what an instruction does.
    fn run(&mut self, i: &Instruction) -> Done<()> {
        if i.code() == Code::INVALID || i.has_rep_prefix() || i.has_repne_prefix() {
            return Err("an instruction that is not known here".into());
        }
        let name = format!("{:?}", i.mnemonic()).to_lowercase();
        let opaque = self.logic.without_form;
        if !self.scalar(&name, i)? && !self.vector(&name, i)? {
            return Err(format!("the instruction {name} is not known here"));
        }
        if self.logic.without_form > opaque && self.first_opaque.is_none() {
            self.first_opaque = Some(i.ip());
        }
        Ok(())
    }

    /// Returns the value of an operand, with the width of the register, memory or immediate that it is. A broadcast
    /// from memory fills a vector of the first operand's width.
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

    /// Writes a general register: 32 bits clear the upper half, 8 and 16 bits leave the rest.
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

    /// Returns the address of the memory operand, if it is a number.
    fn address(&mut self, i: &Instruction) -> Done<u64> {
        let part = |register: Register| match register {
            Register::None | Register::RIP => Ok(0),
            register => number(&self.register(register)).ok_or("an address that depends on data"),
        };
        let (base, index) = (part(i.memory_base())?, part(i.memory_index())?);
        let scaled = index.wrapping_mul(i.memory_index_scale().into());
        Ok(base.wrapping_add(scaled).wrapping_add(i.memory_displacement64()))
    }

    /// Reads the memory operand. If its address depends on data, every value of the address is looked at: the result is
    /// the look-up in the table that they make.
    fn load(&mut self, i: &Instruction, bytes: usize) -> Done<Word> {
        if let Ok(address) = self.address(i) {
            return self.load_at(address, bytes);
        }
        *self.data_addresses.entry(i.ip()).or_insert(0) += 1;
        let parts = [(i.memory_base(), 1), (i.memory_index(), u64::from(i.memory_index_scale()))];
        let (mut start, mut bits) = (i.memory_displacement64(), Word::new());
        let mut weights: Vec<u64> = Vec::new();
        for (register, scale) in parts.into_iter().filter(|(register, _)| *register != Register::None) {
            for (n, bit) in self.register(register).into_iter().enumerate() {
                let weight = scale << n;
                match bit.value() {
                    Some(value) => start = start.wrapping_add(u64::from(value) * weight),
                    None => {
                        bits.push(bit);
                        weights.push(weight);
                    }
                }
            }
        }
        if bits.len() > 10 || bytes > 8 || bits.iter().any(|bit| bit.is_unknown()) {
            return Err("an address that depends on data".into());
        }
        let table: Vec<u64> = (0..1usize << bits.len())
            .map(|index| {
                let chosen = weights.iter().enumerate().filter(|(n, _)| index >> n & 1 == 1);
                let address = chosen.fold(start, |sum, (_, weight)| sum.wrapping_add(*weight));
                let value = number(&self.load_at(address, bytes)?);
                value.ok_or_else(|| "a table of values that are no constants".to_string())
            })
            .collect::<Done<_>>()?;
        Ok(self.logic.look_up(&bits, 8 * bytes, |index| table[index]))
    }

    fn load_at(&self, address: u64, bytes: usize) -> Done<Word> {
        self.memory.read(self.image, address, bytes)
    }

    fn store(&mut self, i: &Instruction, value: &[Bit]) -> Done<()> {
        let address = self.address(i)?;
        self.memory.write(address, value)
    }

    fn push(&mut self, value: &[Bit]) -> Done<()> {
        let top = number(&self.general[4]).ok_or("a stack pointer that depends on data")? - 8;
        self.general[4] = constant(top, 64);
        self.memory.write(top, value)
    }

    fn pop(&mut self) -> Done<Word> {
        let top = number(&self.general[4]).ok_or("a stack pointer that depends on data")?;
        self.general[4] = constant(top + 8, 64);
        self.load_at(top, 8)
    }

    /// Writes a vector register: an encoding with VEX or EVEX clears the bits above, the older ones leave them.
    fn set_vector(&mut self, i: &Instruction, value: &[Bit]) {
        let register = &mut self.vectors[i.op0_register().number()];
        register[..value.len()].copy_from_slice(value);
        if i.encoding() != EncodingKind::Legacy {
            register[value.len()..].fill(Bit::ZERO);
        }
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
        let mask = number(&self.masks[i.op_mask().number()]).ok_or("a mask that depends on data")?;
        let chosen = |n: usize| mask >> n & 1 == 1;
        if i.op0_kind() == OpKind::Memory {
            let address = self.address(i)?;
            for (n, part) in value.chunks(element).enumerate().filter(|(n, _)| chosen(*n)) {
                self.memory.write(address + (n * element / 8) as u64, part)?;
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

/// Returns the addresses of the instructions of a function, without those that only fill bytes.
pub(crate) fn instructions(image: &Image, start: u64, bytes: u64) -> Vec<u64> {
    let code = image.bytes(start, bytes as usize).unwrap_or_default();
    Decoder::with_ip(64, code, start, DecoderOptions::NONE)
        .into_iter()
        .filter(|i| !matches!(i.mnemonic(), Mnemonic::Nop | Mnemonic::Int3))
        .map(|i| i.ip())
        .collect()
}

/// Returns an instruction as an assembler writes it.
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
