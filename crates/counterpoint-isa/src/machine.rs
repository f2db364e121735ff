//! A processor that runs programs and counts their instructions.
//!
//! It has 31 general registers, 32 vector registers and one piece of memory. Registers and memory contain numbers, or
//! functions of a state that is not known; addresses and counters are always numbers.

use crate::encoding::decode;
use crate::operation::{Operation, Transfer, Transferred};
use crate::value::{Lane, Register};
use std::collections::BTreeMap;
use std::fmt;

/// The address of the first instruction of a program.
pub const PROGRAM: u64 = 0x1_0000;
/// The address of the first byte of the memory.
pub const MEMORY: u64 = 0x10_0000;

/// The length of a lane in bytes.
const LANE_BYTES: u64 = 8;

/// A processor with a program.
#[derive(Clone, Debug)]
pub struct Machine<R: Register> {
    program: Vec<u32>,
    /// The index of the next instruction.
    next: usize,
    general: [u64; 31],
    vectors: Vec<R>,
    /// The memory, in lanes of 64 bits.
    memory: Vec<R::Lane>,
    counts: BTreeMap<&'static str, u64>,
}

/// Why a program can't go on.
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
    /// A load or a store at an address that is no multiple of 8, or outside of the memory.
    Access {
        /// The address of the instruction.
        address: u64,
        /// The address that it accesses.
        target: u64,
    },
    /// More instructions were run than allowed.
    Endless {
        /// The number of instructions.
        steps: u64,
    },
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Encoding { address, word } => write!(f, "{address:#x}: {word:#010x} is no instruction of any set"),
            Self::Outside { address } => write!(f, "{address:#x}: the program has no instruction there"),
            Self::Access { address, target } => {
                write!(f, "{address:#x}: accesses {target:#x}, which is not aligned to 8 bytes or not in the memory")
            }
            Self::Endless { steps } => write!(f, "the program has not ended after {steps} instructions"),
        }
    }
}

impl std::error::Error for Fault {}

impl<R: Register> Machine<R> {
    /// Returns a processor before the first instruction of a program, with a memory of these lanes.
    #[must_use]
    pub fn new(program: &[u32], memory: Vec<R::Lane>) -> Self {
        let vectors = vec![R::zero(); 32];
        Self { program: program.to_vec(), next: 0, general: [0; 31], vectors, memory, counts: BTreeMap::new() }
    }

    /// Writes a general register.
    ///
    /// # Panics
    ///
    /// If there is no such register.
    pub fn set_general(&mut self, register: usize, number: u64) {
        self.general[register] = number;
    }

    /// Returns a vector register.
    ///
    /// # Panics
    ///
    /// If there is no such register.
    #[must_use]
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
    #[must_use]
    pub fn memory(&self) -> &[R::Lane] {
        &self.memory
    }

    /// Returns how often each instruction was run.
    #[must_use]
    pub fn counts(&self) -> &BTreeMap<&'static str, u64> {
        &self.counts
    }

    /// Returns the number of instructions that were run.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.counts.values().sum()
    }

    /// Jumps to an instruction of the program.
    pub fn jump(&mut self, index: usize) {
        self.next = index;
    }

    /// Returns the address of the next instruction.
    #[must_use]
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
            Operation::Vector(vector) => {
                let sources = &vector.sources[..vector.definition.sources];
                let sources: Vec<R> = sources.iter().map(|&source| self.vectors[usize::from(source)].clone()).collect();
                let result = vector.definition.result(vector.width, vector.immediate, &sources);
                self.vectors[usize::from(vector.d)] = result;
            }
            Operation::Transfer(transfer) => self.transfer(transfer)?,
            Operation::Zero { d } => self.vectors[usize::from(d)] = R::zero(),
            Operation::Add { d, n, number } => {
                let sum = self.read(n).wrapping_add_signed(number.into());
                self.write(d, sum);
            }
            Operation::Move { d, n } => self.write(d, self.read(n)),
            Operation::JumpUnlessZero { t, distance } => {
                if self.read(t) != 0 {
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
    fn read(&self, register: u8) -> u64 {
        self.general.get(usize::from(register)).copied().unwrap_or(0)
    }

    fn write(&mut self, register: u8, number: u64) {
        if let Some(place) = self.general.get_mut(usize::from(register)) {
            *place = number;
        }
    }

    fn transfer(&mut self, transfer: Transfer) -> Result<(), Fault> {
        let Transfer { load, what, t, base, offset, after } = transfer;
        let moved = self.read(base).wrapping_add_signed(offset.into());
        let target = if after { self.read(base) } else { moved };
        let t = usize::from(t);
        // The lanes of registers that the lanes in memory belong to.
        let places: &[(usize, usize)] = match what {
            Transferred::Whole => &[(t, 0), (t, 1)],
            Transferred::Low | Transferred::Replicated => &[(t, 0)],
            Transferred::LowPair(other) => &[(t, 0), (usize::from(other), 0)],
            Transferred::Lane(lane) => &[(t, usize::from(lane))],
        };
        for (index, &(register, lane)) in places.iter().enumerate() {
            let place = self.place(target.wrapping_add(LANE_BYTES * index as u64))?;
            let mut lanes = self.vectors[register].lanes(64);
            if !load {
                self.memory[place] = lanes.swap_remove(lane);
                continue;
            }
            match what {
                Transferred::Low | Transferred::LowPair(_) => lanes[1] = R::Lane::constant(64, 0),
                Transferred::Replicated => lanes[1] = self.memory[place].clone(),
                Transferred::Whole | Transferred::Lane(_) => {}
            }
            lanes[lane] = self.memory[place].clone();
            self.vectors[register] = R::of_lanes(64, &lanes);
        }
        if after {
            self.write(base, moved);
        }
        Ok(())
    }

    /// Returns the index of the lane at an address.
    fn place(&self, target: u64) -> Result<usize, Fault> {
        let place = target.checked_sub(MEMORY).filter(|distance| distance % LANE_BYTES == 0);
        let place = place.map(|distance| (distance / LANE_BYTES) as usize);
        place.filter(|&place| place < self.memory.len()).ok_or(Fault::Access { address: self.address(), target })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encoding::encode;
    use crate::operation::Vector;
    use crate::sets::arm::EOR;

    fn machine(operations: &[Operation]) -> Machine<u128> {
        let program: Vec<u32> = operations.iter().map(encode).collect();
        let mut machine = Machine::new(&program, vec![1, 2, 3, 4]);
        machine.set_general(0, MEMORY);
        machine
    }

    fn load(what: Transferred, offset: i16, after: bool) -> Operation {
        Operation::Transfer(Transfer { load: true, what, t: 1, base: 0, offset, after })
    }

    fn store(what: Transferred, t: u8, offset: i16) -> Operation {
        Operation::Transfer(Transfer { load: false, what, t, base: 0, offset, after: false })
    }

    #[test]
    fn lanes_are_loaded_and_stored() {
        let eor = Vector { definition: &EOR, width: 64, immediate: 0, d: 2, sources: [1, 1, 0] };
        let mut machine = machine(&[
            load(Transferred::LowPair(3), 0, false),
            load(Transferred::Whole, 8, true),
            load(Transferred::Lane(1), 0, false),
            store(Transferred::Whole, 1, 0),
            Operation::Vector(eor),
            store(Transferred::Low, 2, 16),
            Operation::Return,
        ]);
        machine.run(100).unwrap();
        // The base has become greater by 8.
        assert_eq!(machine.vector(3), &2);
        assert_eq!(machine.memory(), [1, 1, 2, 0]);
        assert_eq!(machine.steps(), 7);
        assert_eq!(machine.counts()["str"], 2);
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
            (&[load(Transferred::Whole, 24, false)], "0x10000: accesses 0x100020,"),
            (&[load(Transferred::Whole, 4, false)], "0x10000: accesses 0x100004,"),
            (&[load(Transferred::Low, -8, false)], "0x10000: accesses 0xffff8,"),
            (&[Operation::Move { d: 1, n: 2 }], "0x10004: the program has no instruction there"),
        ] {
            let found = machine(operations).run(100).unwrap_err().to_string();
            assert!(found.starts_with(fault), "{found}");
        }
        let mut machine = Machine::<u128>::new(&[0xffff_ffff], Vec::new());
        assert_eq!(machine.run(1).unwrap_err().to_string(), "0x10000: 0xffffffff is no instruction of any set");
    }
}
