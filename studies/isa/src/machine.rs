//! A processor that runs programs and counts their instructions.
//!
//! It has 31 general registers, 32 vector registers, a stack pointer and one piece of memory. Registers and memory
//! contain numbers, or functions of an unknown state; addresses and counters are always numbers.

use crate::encoding::decode;
use crate::instruction::File;
use crate::operation::{Number, Operation, STACK, Transfer, Transferred};
use crate::value::{Lane, Register};
use std::collections::BTreeMap;
use std::fmt;

/// The address of the first instruction of a program.
pub const PROGRAM: u64 = 0x1_0000;
/// The address of the first byte of the memory.
pub const MEMORY: u64 = 0x10_0000;

/// The width of a byte in bits.
const BYTE: u32 = 8;

/// A processor with a program.
#[derive(Clone, Debug)]
pub struct Machine<R: Register> {
    program: Vec<u32>,
    /// The index of the next instruction.
    next: usize,
    general: Vec<R::Lane>,
    vectors: Vec<R>,
    stack: u64,
    /// The memory, in bytes.
    memory: Vec<R::Lane>,
    counts: BTreeMap<&'static str, u64>,
}

/// Why a program can't continue.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// No instruction has this encoding.
    Encoding {
        /// The address of the word.
        address: u64,
        /// The word.
        word: u32,
    },
    /// The program has no instruction at this address.
    Outside {
        /// The address.
        address: u64,
    },
    /// A load or a store at an address that is not aligned to its size, or outside of the memory.
    Access {
        /// The address of the instruction.
        address: u64,
        /// The address that it accesses.
        target: u64,
    },
    /// An address or a counter depends on the unknown state.
    Unknown {
        /// The address of the instruction.
        address: u64,
        /// The general register.
        register: Number,
    },
    /// The program has run more instructions than allowed.
    Endless {
        /// The number of instructions.
        steps: u64,
    },
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Encoding { address, word } => {
                write!(f, "{address:#x}: {word:#010x} is not an instruction of any set")
            }
            Self::Outside { address } => write!(f, "{address:#x}: the program has no instruction there"),
            Self::Access { address, target } => {
                write!(f, "{address:#x}: accesses {target:#x}, which is not aligned or not in the memory")
            }
            Self::Unknown { address, register } => {
                write!(f, "{address:#x}: x{register} is an address or a counter that depends on the state")
            }
            Self::Endless { steps } => write!(f, "the program has not ended after {steps} instructions"),
        }
    }
}

impl std::error::Error for Fault {}

impl<R: Register> Machine<R> {
    /// Returns a processor before the first instruction of a program, with these bytes, which are lanes of 8 bits, as
    /// its memory.
    pub fn new(program: &[u32], memory: Vec<R::Lane>) -> Self {
        let (general, vectors) = (vec![R::Lane::constant(64, 0); 31], vec![R::zero(); 32]);
        let program = program.to_vec();
        Self { program, next: 0, general, vectors, stack: MEMORY, memory, counts: BTreeMap::new() }
    }

    /// Writes the stack pointer.
    pub fn set_stack(&mut self, address: u64) {
        self.stack = address;
    }

    /// Returns the stack pointer.
    pub fn stack(&self) -> u64 {
        self.stack
    }

    /// Writes a general register.
    ///
    /// # Panics
    ///
    /// If there is no such register.
    pub fn set_general(&mut self, register: usize, number: u64) {
        self.general[register] = R::Lane::constant(64, number);
    }

    /// Returns a general register.
    ///
    /// # Panics
    ///
    /// If there is no such register.
    pub fn general(&self, register: usize) -> &R::Lane {
        &self.general[register]
    }

    /// Writes a general register that does not contain an address.
    ///
    /// # Panics
    ///
    /// If there is no such register.
    pub fn set_general_lane(&mut self, register: usize, value: R::Lane) {
        self.general[register] = value;
    }

    /// Returns a vector register.
    ///
    /// # Panics
    ///
    /// If there is no such register.
    pub fn vector(&self, register: usize) -> &R {
        &self.vectors[register]
    }

    /// Writes a vector register.
    ///
    /// # Panics
    ///
    /// If there is no such register.
    pub fn set_vector(&mut self, register: usize, value: R) {
        self.vectors[register] = value;
    }

    /// Returns the memory.
    pub fn memory(&self) -> &[R::Lane] {
        &self.memory
    }

    /// Returns how often each instruction was run.
    pub fn counts(&self) -> &BTreeMap<&'static str, u64> {
        &self.counts
    }

    /// Returns the number of instructions that have run.
    pub fn steps(&self) -> u64 {
        self.counts.values().sum()
    }

    /// Returns the address of the next instruction.
    pub fn address(&self) -> u64 {
        PROGRAM + 4 * self.next as u64
    }

    /// Returns the next instruction.
    ///
    /// # Errors
    ///
    /// If there is none, or if the word is not an instruction.
    pub fn next(&self) -> Result<Operation, Fault> {
        let address = self.address();
        let word = *self.program.get(self.next).ok_or(Fault::Outside { address })?;
        decode(word).ok_or(Fault::Encoding { address, word })
    }

    /// Runs instructions until the program returns.
    ///
    /// # Errors
    ///
    /// If an instruction can't be run, or if there are more than `most`.
    pub fn run(&mut self, most: u64) -> Result<(), Fault> {
        for _ in 0..most {
            if let Operation::Return = self.step()? {
                return Ok(());
            }
        }
        Err(Fault::Endless { steps: most })
    }

    /// Runs one instruction and returns it.
    ///
    /// # Errors
    ///
    /// If it can't be run.
    pub fn step(&mut self) -> Result<Operation, Fault> {
        let operation = self.next()?;
        let mut next = self.next as i64 + 1;
        match operation {
            Operation::Compute(compute) => {
                let sources = &compute.sources[..compute.definition.sources];
                match compute.definition.file() {
                    File::Vector => {
                        let sources: Vec<R> =
                            sources.iter().map(|&source| self.vectors[usize::from(source)].clone()).collect();
                        let result = compute.definition.result(compute.width, compute.immediate, &sources);
                        self.vectors[usize::from(compute.d)] = result;
                    }
                    File::General => {
                        let sources: Vec<R::Lane> = sources.iter().map(|&source| self.read(source)).collect();
                        self.write(compute.d, compute.definition.general_result(compute.immediate, &sources));
                    }
                }
            }
            Operation::Transfer(transfer) => self.transfer(transfer)?,
            Operation::Add { d, n, number } => {
                let sum = self.known(n)?.wrapping_add_signed(number.into());
                self.write(d, R::Lane::constant(64, sum));
            }
            Operation::JumpUnlessZero { t, distance } => {
                if self.known(t)? != 0 {
                    next = self.next as i64 + i64::from(distance);
                }
            }
            Operation::Return => {}
        }
        *self.counts.entry(operation.name()).or_default() += 1;
        let outside = Fault::Outside { address: PROGRAM.wrapping_add_signed(4 * next) };
        self.next = usize::try_from(next).map_err(|_| outside)?;
        Ok(operation)
    }

    /// Returns a general register. The register with number 31 is zero.
    fn read(&self, register: Number) -> R::Lane {
        self.general.get(usize::from(register)).cloned().unwrap_or_else(|| R::Lane::constant(64, 0))
    }

    fn write(&mut self, register: Number, value: R::Lane) {
        if let Some(place) = self.general.get_mut(usize::from(register)) {
            *place = value;
        }
    }

    /// Returns the number in a general register.
    fn known(&self, register: Number) -> Result<u64, Fault> {
        self.read(register).number().ok_or(Fault::Unknown { address: self.address(), register })
    }

    fn transfer(&mut self, transfer: Transfer) -> Result<(), Fault> {
        let Transfer { load, what, t, base, offset, after } = transfer;
        let address = if base == STACK { self.stack } else { self.known(base)? };
        let moved = address.wrapping_add_signed(offset.into());
        let place = self.place(if after { address } else { moved }, what)?;
        if load {
            self.load(what, t, place);
        } else {
            self.store(what, t, place);
        }
        if after && base != STACK {
            self.write(base, R::Lane::constant(64, moved));
        } else if after {
            self.stack = moved;
        }
        Ok(())
    }

    fn load(&mut self, what: Transferred, t: Number, place: usize) {
        let bytes = &self.memory[place..place + what.bytes().0];
        let zero = R::Lane::constant(64, 0);
        let lane = |index: usize| R::Lane::join(BYTE, &bytes[8 * index..8 * index + 8]);
        let of_lanes = |lanes: [R::Lane; 2]| R::of_lanes(64, &lanes);
        let t = usize::from(t);
        match what {
            Transferred::Whole => self.vectors[t] = of_lanes([lane(0), lane(1)]),
            Transferred::Low => self.vectors[t] = of_lanes([lane(0), zero]),
            Transferred::LowPair(other) => {
                let (first, second) = (of_lanes([lane(0), zero.clone()]), of_lanes([lane(1), zero]));
                self.vectors[t] = first;
                self.vectors[usize::from(other)] = second;
            }
            Transferred::Repeated { width, whole } => {
                let repeated: Vec<R::Lane> = bytes.iter().cloned().cycle().take(8 * bytes.len()).collect();
                let half = R::Lane::join(BYTE, &repeated.into_iter().cycle().take(8).collect::<Vec<_>>());
                debug_assert_eq!(bytes.len() as u32 * BYTE, width, "the lane that is repeated");
                self.vectors[t] = of_lanes([half.clone(), if whole { half } else { zero }]);
            }
            Transferred::LaneInto { width, index, of } => {
                let mut lanes = self.vectors[usize::from(of)].lanes(width);
                lanes[index as usize] = R::Lane::join(BYTE, bytes);
                self.vectors[t] = R::of_lanes(width, &lanes);
            }
            Transferred::Lane { .. } => unreachable!("such lanes are stored only"),
            Transferred::General(width) => {
                let zeros = vec![R::Lane::constant(BYTE, 0); 8 - width as usize / 8];
                let value = R::Lane::join(BYTE, &[bytes, &zeros].concat());
                self.write(t as Number, value);
            }
        }
    }

    fn store(&mut self, what: Transferred, t: Number, place: usize) {
        let lanes = |register: Number| self.vectors[usize::from(register)].lanes(64);
        let mut bytes = match what {
            Transferred::Whole => lanes(t),
            Transferred::Low => vec![lanes(t).swap_remove(0)],
            Transferred::LowPair(other) => vec![lanes(t).swap_remove(0), lanes(other).swap_remove(0)],
            Transferred::Lane { width, index } => {
                let lane = self.vectors[usize::from(t)].lanes(width).swap_remove(index as usize);
                let bytes = lane.split(width, BYTE);
                self.memory[place..place + bytes.len()].clone_from_slice(&bytes);
                return;
            }
            Transferred::General(_) => vec![self.read(t)],
            Transferred::Repeated { .. } | Transferred::LaneInto { .. } => unreachable!("such lanes are loaded only"),
        };
        bytes = bytes.iter().flat_map(|lane| lane.split(64, BYTE)).take(what.bytes().0).collect();
        self.memory[place..place + bytes.len()].clone_from_slice(&bytes);
    }

    /// Returns the index in the memory of an address, if the transferred data fits there.
    fn place(&self, target: u64, what: Transferred) -> Result<usize, Fault> {
        let (bytes, aligned) = what.bytes();
        let place = target.checked_sub(MEMORY).and_then(|place| usize::try_from(place).ok());
        let fits = |&place: &usize| place.is_multiple_of(aligned) && self.memory.len().saturating_sub(bytes) >= place;
        let place = place.filter(fits).filter(|_| self.memory.len() >= bytes);
        place.ok_or(Fault::Access { address: self.address(), target })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encoding::encode;
    use crate::operation::Compute;
    use crate::sets::arm::{EOR, MOV};
    use crate::value::Lane;

    fn machine(operations: &[Operation]) -> Machine<u128> {
        let program: Vec<u32> = operations.iter().map(encode).collect();
        let memory = [1, 2, 3, 4].iter().flat_map(|lane| Lane::split(lane, 64, 8)).collect();
        let mut machine = Machine::new(&program, memory);
        machine.set_general(0, MEMORY);
        machine
    }

    fn load(what: Transferred, offset: i16, after: bool) -> Operation {
        Operation::Transfer(Transfer { load: true, what, t: 1, base: 0, offset, after })
    }

    fn store(what: Transferred, t: u16, offset: i16) -> Operation {
        Operation::Transfer(Transfer { load: false, what, t, base: 0, offset, after: false })
    }

    fn mov(d: u16, n: u16) -> Operation {
        Operation::Compute(Compute { definition: &MOV, width: 64, immediate: 0, d, sources: [n, 0, 0] })
    }

    #[test]
    fn lanes_are_loaded_and_stored() {
        let eor = Compute { definition: &EOR, width: 64, immediate: 0, d: 2, sources: [1, 1, 0] };
        let mut machine = machine(&[
            load(Transferred::LowPair(3), 0, false),
            load(Transferred::Whole, 8, true),
            store(Transferred::Whole, 1, 0),
            Operation::Compute(eor),
            store(Transferred::Low, 2, 16),
            Operation::Return,
        ]);
        machine.run(100).unwrap();
        // The base has grown by 8.
        assert_eq!(machine.vector(3), &2);
        let lanes: Vec<u64> = machine.memory().chunks(8).map(|bytes| Lane::join(8, bytes)).collect();
        assert_eq!(lanes, [1, 1, 2, 0]);
        assert_eq!(machine.steps(), 6);
        assert_eq!(machine.counts()["str"], 2);
    }

    #[test]
    fn short_lanes_are_repeated_and_stored() {
        let transfer = |load, what: Transferred, offset: usize| {
            Operation::Transfer(Transfer { load, what, t: 5, base: 0, offset: offset as i16, after: true })
        };
        let program = [
            transfer(true, Transferred::Repeated { width: 16, whole: false }, 2),
            transfer(false, Transferred::Lane { width: 16, index: 4 }, 2),
            transfer(true, Transferred::General(32), 4),
        ];
        let program: Vec<u32> = program.iter().map(encode).collect();
        let mut machine = Machine::<u128>::new(&program, (1..=16).collect());
        machine.set_general(0, MEMORY);
        machine.step().unwrap();
        assert_eq!(machine.vector(5), &0x0201_0201_0201_0201);
        machine.step().unwrap();
        assert_eq!(machine.memory()[..6], [1, 2, 0, 0, 5, 6]);
        machine.step().unwrap();
        assert_eq!(machine.general(5), &0x0807_0605);
    }

    #[test]
    fn a_loop_ends() {
        let mut machine = machine(&[
            Operation::Add { d: 1, n: 2, number: 5 },
            Operation::Add { d: 1, n: 1, number: -1 },
            Operation::JumpUnlessZero { t: 1, distance: -1 },
            Operation::Return,
        ]);
        machine.run(100).unwrap();
        assert_eq!(machine.steps(), 12);
    }

    #[test]
    fn faults_name_the_address() {
        let endless = [Operation::Add { d: 1, n: 2, number: 1 }, Operation::JumpUnlessZero { t: 1, distance: 0 }];
        for (operations, fault) in [
            (&endless[..], "the program has not ended after 100 instructions"),
            (&[load(Transferred::Whole, 24, false)], "0x10000: accesses 0x100018,"),
            (&[load(Transferred::Whole, 4, false)], "0x10000: accesses 0x100004,"),
            (&[load(Transferred::Low, -8, false)], "0x10000: accesses 0xffff8,"),
            (&[mov(1, 2)], "0x10004: the program has no instruction there"),
        ] {
            let found = machine(operations).run(100).unwrap_err().to_string();
            assert!(found.starts_with(fault), "{found}");
        }
        let mut machine = Machine::<u128>::new(&[0xffff_ffff], Vec::new());
        assert_eq!(machine.run(1).unwrap_err().to_string(), "0x10000: 0xffffffff is not an instruction of any set");
    }
}
