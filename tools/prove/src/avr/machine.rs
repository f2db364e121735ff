//! An AVR whose registers and memory contain bits, which may be variables.

use super::data_space::{Byte, DataSpace};
use super::flags::{Flags, I};
use super::instruction::{Instruction, Mode, Pointer, Port, Register, decode};
use super::program::Program;
use crate::logic::Logic;
use crate::memory::{bits_of_number, number};
use crate::sums::Bit;
use crate::words::Word;
use std::collections::BTreeSet;

/// The largest number of bits of an address that may depend on variables: a table has 256 bytes.
const MOST_INDEX_BITS: usize = 8;

/// Why a run ended before the function returned.
#[derive(Clone, Debug)]
pub(super) struct Stopped {
    /// The address of the instruction in words.
    pub(super) at: u32,
    pub(super) reason: String,
}

/// A record of a run.
#[derive(Clone, Debug, Default)]
pub(super) struct Trace {
    /// The addresses of the instructions, in words.
    pub(super) executed: BTreeSet<u32>,
    /// The addresses of the bytes of flash read as data.
    pub(super) constants: BTreeSet<u32>,
    /// The number of instructions run.
    pub(super) steps: usize,
    /// The first instruction that computed a function of bits without a common S-box.
    pub(super) first_opaque: Option<u32>,
}

/// The processor and its memory.
pub(super) struct Machine<'m> {
    pub(super) logic: &'m mut Logic,
    program: &'m Program,
    pub(super) registers: [Byte; 32],
    pub(super) flags: Flags,
    pub(super) stack_pointer: u16,
    /// RAMPZ.
    pub(super) page: u8,
    /// The address of the next instruction in words.
    pub(super) counter: u32,
    pub(super) data: DataSpace,
    pub(super) trace: Trace,
    /// Whether only one half of the stack pointer has been replaced.
    half_replaced: bool,
    /// Whether the previous instruction wrote SREG. An interrupt that it enables comes one instruction later.
    sreg_written: bool,
}

impl<'m> Machine<'m> {
    /// Returns a machine with unknown registers.
    pub(super) fn new(logic: &'m mut Logic, program: &'m Program, data: DataSpace, interrupts: Bit) -> Self {
        Self {
            logic,
            program,
            registers: [[Bit::UNKNOWN; 8]; 32],
            flags: Flags::unknown(interrupts),
            stack_pointer: 0,
            page: 0,
            counter: 0,
            data,
            trace: Trace::default(),
            half_replaced: false,
            sreg_written: false,
        }
    }

    /// Runs instructions until the next one is at `end`.
    pub(super) fn run_to(&mut self, end: u32, most_steps: usize) -> Result<(), Stopped> {
        while self.counter != end {
            let at = self.counter;
            if self.trace.steps >= most_steps {
                return Err(Stopped { at, reason: format!("it has not returned after {most_steps} instructions") });
            }
            let without_group = self.logic.without_group;
            self.step().map_err(|reason| Stopped { at, reason })?;
            if self.logic.without_group > without_group {
                self.trace.first_opaque.get_or_insert(at);
            }
        }
        Ok(())
    }

    /// Runs an instruction.
    pub(super) fn step(&mut self) -> Result<(), String> {
        let instruction = self.fetch(self.counter)?;
        self.trace.steps += 1;
        self.trace.executed.insert(self.counter);
        let enabled = std::mem::take(&mut self.sreg_written);
        if self.half_replaced && !enabled && self.flags.get(self.logic, I) != Bit::ZERO {
            return Err("an interrupt may come while half of the stack pointer is replaced".into());
        }
        let next = self.counter + instruction.words();
        self.counter = next;
        if self.arithmetic(instruction) {
            return Ok(());
        }
        match instruction {
            Instruction::Ld(d, pointer, mode) => {
                let address = self.address(d, pointer, mode)?;
                self.registers[d] = self.load(&address)?;
            }
            Instruction::St(r, pointer, mode) => {
                let address = self.address(r, pointer, mode)?;
                let address = number(&address).ok_or("it writes to an address that depends on data")?;
                self.data.write(address as usize, self.registers[r], self.stack_pointer.into())?;
            }
            Instruction::Lpm(d, advances) => self.load_program(d, advances, 0)?,
            Instruction::Elpm(d, advances) => self.load_program(d, advances, self.page)?,
            Instruction::Push(r) => self.push(self.registers[r])?,
            Instruction::Pop(d) => self.registers[d] = self.pop()?,
            Instruction::In(d, port) => self.registers[d] = self.input(port),
            Instruction::Out(port, r) => self.output(port, self.registers[r])?,
            Instruction::Jmp(target) => self.counter = target,
            Instruction::Rjmp(distance) => self.jump(distance),
            Instruction::Call(target) => {
                self.push_address(next)?;
                self.counter = target;
            }
            Instruction::Rcall(distance) => {
                self.push_address(next)?;
                self.jump(distance);
            }
            Instruction::Ret => {
                let [high, low] = [self.pop()?, self.pop()?];
                let target = number(&[low, high].concat()).ok_or("it returns to an address that depends on data")?;
                self.counter = target as u32;
            }
            Instruction::Branch { flag, value, distance } => self.branch(flag, value, distance)?,
            Instruction::Skip { register, bit, value } => {
                let bit = self.registers[register][bit].value().ok_or("a skip depends on data")?;
                if bit == value {
                    self.counter += self.fetch(next)?.words();
                }
            }
            _ => unreachable!("the arithmetic does all others"),
        }
        Ok(())
    }

    /// Returns the instruction at an address.
    fn fetch(&self, at: u32) -> Result<Instruction, String> {
        let word = self.program.word(at).ok_or_else(|| format!("there is no code at {:#06x}", 2 * at))?;
        decode(word, self.program.word(at + 1).unwrap_or_default())
            .ok_or_else(|| format!("unknown instruction {word:#06x}"))
    }

    fn jump(&mut self, distance: i16) {
        self.counter = self.counter.wrapping_add_signed(distance.into()) & 0xffff;
    }

    /// BRBS and BRBC. If the flag is a variable, the branch may skip one instruction of one cycle, whose changes then
    /// depend on the flag.
    fn branch(&mut self, flag: usize, value: bool, distance: i16) -> Result<(), String> {
        let flag = self.flags.get(self.logic, flag);
        if let Some(is) = flag.value() {
            if is == value {
                self.jump(distance);
            }
            return Ok(());
        }
        let next = self.fetch(self.counter)?;
        if flag.is_unknown() || distance != 1 || !next.is_short() {
            return Err("a branch depends on data".into());
        }
        let (registers, flags) = (self.registers, self.flags.clone());
        self.trace.steps += 1;
        self.trace.executed.insert(self.counter);
        self.counter += 1;
        self.arithmetic(next);
        let runs = if value { !flag } else { flag };
        for (new, old) in self.registers.as_flattened_mut().iter_mut().zip(registers.as_flattened()) {
            if new != old {
                *new = self.logic.choose(runs, *new, *old);
            }
        }
        self.flags.keep_common(&flags);
        Ok(())
    }

    /// Returns the address of an access, and moves the pointer.
    fn address(&mut self, register: Register, pointer: Pointer, mode: Mode) -> Result<Word, String> {
        let pair = pointer as usize;
        let address = self.pair(pair);
        if let Mode::Displaced(0) = mode {
            return Ok(address);
        }
        let at = number(&address).ok_or("it adds to a pointer that depends on data")? as u16;
        if !matches!(mode, Mode::Displaced(_)) && (pair..pair + 2).contains(&register) {
            return Err("it loads or stores the pointer that it moves, which has no defined result".into());
        }
        let (at, moved) = match mode {
            Mode::Displaced(distance) => (at.wrapping_add(distance), at),
            Mode::Increment => (at, at.wrapping_add(1)),
            Mode::Decrement => (at.wrapping_sub(1), at.wrapping_sub(1)),
        };
        self.set_pair(pair, &bits_of_number(moved.into(), 16));
        Ok(bits_of_number(at.into(), 16))
    }

    /// Returns the byte of RAM at an address.
    fn load(&mut self, address: &[Bit]) -> Result<Byte, String> {
        let stack_pointer = self.stack_pointer.into();
        if let Some(at) = number(address) {
            return self.data.read(at as usize, stack_pointer);
        }
        let table = Table::new(address, |at| self.data.read_constant(at as usize, stack_pointer))?;
        Ok(table.look_up(self.logic, address))
    }

    /// LPM and ELPM.
    fn load_program(&mut self, d: Register, advances: bool, page: u8) -> Result<(), String> {
        let address = self.pair(30);
        let read = |at: u32| {
            let at = u32::from(page) << 16 | at;
            self.program.byte(at).ok_or_else(|| format!("it reads flash at {at:#x}, past the program"))
        };
        let table = Table::new(&address, read)?;
        self.trace.constants.extend(table.addresses().map(|at| u32::from(page) << 16 | at));
        self.registers[d] = table.look_up(self.logic, &address);
        if advances {
            if d >= 30 {
                return Err("it loads the pointer that it moves, which has no defined result".into());
            }
            let at = number(&address).ok_or("it adds to a pointer that depends on data")?;
            let moved = u32::from(page) << 16 | at as u32;
            self.set_pair(30, &bits_of_number(u64::from(moved + 1), 16));
            if moved & 0xffff == 0xffff {
                return Err("a table continues past 64 KiB".into());
            }
        }
        Ok(())
    }

    fn push(&mut self, byte: Byte) -> Result<(), String> {
        self.data.push(self.stack_pointer.into(), byte)?;
        self.stack_pointer = self.stack_pointer.wrapping_sub(1);
        Ok(())
    }

    fn pop(&mut self) -> Result<Byte, String> {
        let at = self.stack_pointer.wrapping_add(1);
        let byte = self.data.read(at.into(), self.stack_pointer.into())?;
        self.stack_pointer = at;
        Ok(byte)
    }

    /// Pushes an address in words, its low byte first, which therefore lies higher.
    pub(super) fn push_address(&mut self, address: u32) -> Result<(), String> {
        let bits = bits_of_number(address.into(), 16);
        let &[low, high] = bits.as_chunks().0 else { unreachable!("two bytes") };
        self.push(low)?;
        self.push(high)
    }

    fn input(&mut self, port: Port) -> Byte {
        let [low, high] = self.stack_pointer.to_le_bytes();
        let value = match port {
            Port::Spl => low,
            Port::Sph => high,
            Port::Rampz => self.page,
            Port::Sreg => return std::array::from_fn(|flag| self.flags.get(self.logic, flag)),
        };
        bits_of_number(value.into(), 8).try_into().expect("eight bits")
    }

    fn output(&mut self, port: Port, byte: Byte) -> Result<(), String> {
        if port == Port::Sreg {
            for (flag, bit) in byte.into_iter().enumerate() {
                self.flags.set(flag, bit);
            }
            self.sreg_written = true;
            return Ok(());
        }
        let value = number(&byte).ok_or("it writes data to the stack pointer or to RAMPZ")? as u8;
        let [low, high] = self.stack_pointer.to_le_bytes();
        match port {
            Port::Spl => self.stack_pointer = u16::from_le_bytes([value, high]),
            Port::Sph => self.stack_pointer = u16::from_le_bytes([low, value]),
            _ => self.page = value,
        }
        self.half_replaced ^= port != Port::Rampz;
        Ok(())
    }

    /// Returns the number in a pair of registers.
    pub(super) fn pair(&self, low: Register) -> Word {
        self.registers[low..][..2].as_flattened().to_vec()
    }

    pub(super) fn set_pair(&mut self, low: Register, bits: &[Bit]) {
        self.registers[low..][..2].as_flattened_mut().copy_from_slice(bits);
    }
}

/// The bytes that an access may reach if its address contains variables.
struct Table {
    /// The bits of the address that are not constant.
    places: Vec<usize>,
    /// The address with zeros at these places.
    base: u32,
    values: Vec<u8>,
}

impl Table {
    /// Reads all bytes.
    fn new(address: &[Bit], read: impl Fn(u32) -> Result<u8, String>) -> Result<Self, String> {
        let places: Vec<usize> = (0..address.len()).filter(|&n| address[n].value().is_none()).collect();
        if places.len() > MOST_INDEX_BITS || address.iter().any(|bit| bit.is_unknown()) {
            return Err("it reads at an address that is not within a table".into());
        }
        let base = address.iter().enumerate().fold(0, |sum, (n, bit)| sum | u32::from(*bit == Bit::ONE) << n);
        let mut table = Self { places, base, values: Vec::new() };
        table.values = table.addresses().map(read).collect::<Result<_, _>>()?;
        Ok(table)
    }

    /// Returns the addresses of the bytes.
    fn addresses(&self) -> impl Iterator<Item = u32> {
        (0..1 << self.places.len()).map(|chosen: u32| {
            let places = self.places.iter().enumerate();
            places.fold(self.base, |sum, (n, place)| sum | (chosen >> n & 1) << place)
        })
    }

    /// Returns the byte at an address.
    fn look_up(&self, logic: &mut Logic, address: &[Bit]) -> Byte {
        let index: Word = self.places.iter().map(|&place| address[place]).collect();
        let bits = logic.look_up(&index, 8, |chosen| self.values[chosen].into());
        bits.try_into().expect("eight bits")
    }
}
