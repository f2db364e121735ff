//! Calls of a program's functions, as from C.

use super::data_space::DataSpace;
use super::flags::{Flags, I};
use super::machine::{Machine, Stopped, Trace};
use super::program::{Program, RAM_END, RAM_START};
use crate::logic::Logic;
use crate::memory::{bits_of_number, number};
use crate::sums::Bit;
use crate::words::Word;

/// The size of the stack, more than any function needs.
const STACK_BYTES: usize = 700;
/// The number of bytes between two areas. They belong to nobody.
const GAP: usize = 3;

/// The registers that a function preserves for its caller.
const PRESERVED: [usize; 18] = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 28, 29];

/// The largest number of steps of the start-up code, which loops over the bytes that it copies.
const MOST_START_UP_STEPS: usize = 100_000;

/// A microcontroller with a program, between calls of its functions.
pub(super) struct Session<'m> {
    program: &'m Program,
    pub(super) machine: Machine<'m>,
    /// The address that the start-up code calls, and to which functions return.
    main: u32,
    /// The next free address for an area.
    free: usize,
    most_steps: usize,
}

/// The expected contents of memory after the calls. Unknown bits may have any value.
pub(super) struct Comparison {
    pub(super) name: &'static str,
    pub(super) found: Word,
    pub(super) expected: Word,
}

impl<'m> Session<'m> {
    /// Runs the start-up code from the reset to `main`. It fills tables in RAM, which nobody may write from then on.
    pub(super) fn new(logic: &'m mut Logic, program: &'m Program, most_steps: usize) -> Result<Self, Stopped> {
        let main = program.function("main").map_err(|reason| Stopped { at: 0, reason })?;
        let mut data = DataSpace::new(RAM_END);
        let length = RAM_END - RAM_START - STACK_BYTES;
        data.add("the variables", RAM_START, &vec![Bit::UNKNOWN; 8 * length], true);
        data.add_stack(STACK_BYTES);
        let mut machine = Machine::new(logic, program, data, Bit::ZERO);
        machine.run_to(main, MOST_START_UP_STEPS)?;
        let filled = machine.data.contents(RAM_START, length);
        let filled = filled.chunks(8).rposition(|byte| byte != [Bit::UNKNOWN; 8]).map_or(0, |last| last + 1);
        let tables = machine.data.contents(RAM_START, filled);
        let mut data = DataSpace::new(RAM_END);
        data.add("the tables in RAM", RAM_START, &tables, false);
        data.add_stack(STACK_BYTES);
        machine.data = data;
        Ok(Self { program, machine, main, free: RAM_START + filled + GAP, most_steps })
    }

    /// Gives bytes to the functions, and returns their address.
    pub(super) fn add(&mut self, name: &'static str, bits: &[Bit], writable: bool) -> u16 {
        let address = self.free;
        self.machine.data.add(name, address, bits, writable);
        self.free += bits.len() / 8 + GAP;
        address as u16
    }

    /// Gives unknown, writable bytes to the functions, and returns their address.
    pub(super) fn add_unknown(&mut self, name: &'static str, bytes: usize) -> u16 {
        self.add(name, &vec![Bit::UNKNOWN; 8 * bytes], true)
    }

    /// Calls a function. Returns r24, which contains a one-byte result.
    pub(super) fn call(&mut self, function: &str, arguments: &[u16]) -> Result<Word, Stopped> {
        let at = self.program.function(function).map_err(|reason| Stopped { at: 0, reason })?;
        let machine = &mut self.machine;
        let interrupts = machine.logic.callers()[8 * PRESERVED.len()];
        machine.registers = [[Bit::UNKNOWN; 8]; 32];
        for (n, register) in PRESERVED.into_iter().enumerate() {
            machine.registers[register].copy_from_slice(&machine.logic.callers()[8 * n..][..8]);
        }
        machine.registers[1] = [Bit::ZERO; 8];
        for (n, argument) in arguments.iter().enumerate() {
            machine.set_pair(24 - 2 * n, &bits_of_number((*argument).into(), 16));
        }
        machine.flags = Flags::unknown(interrupts);
        let before = machine.registers;
        // The function must not rely on anything an earlier call left on the stack.
        let (start, end) = machine.data.stack();
        machine.data.fill(start, &vec![Bit::UNKNOWN; 8 * (end - start)]);
        machine.stack_pointer = end as u16 - 1;
        machine.counter = at;
        let stopped = |machine: &Machine<'_>, reason| Stopped { at: machine.counter, reason };
        machine.push_address(self.main).map_err(|reason| stopped(machine, reason))?;
        let most_steps = machine.trace.steps + self.most_steps;
        machine.run_to(self.main, most_steps)?;
        let register = PRESERVED.into_iter().find(|register| machine.registers[*register] != before[*register]);
        let complaint = if let Some(register) = register {
            format!("{function} does not preserve r{register}")
        } else if machine.registers[1] != [Bit::ZERO; 8] {
            format!("{function} does not leave zero in r1")
        } else if usize::from(machine.stack_pointer) != end - 1 {
            format!("{function} leaves the stack pointer at {:#06x}", machine.stack_pointer)
        } else if machine.flags.get(machine.logic, I) != interrupts {
            format!("{function} does not preserve the interrupt flag")
        } else {
            return Ok(machine.registers[24].to_vec());
        };
        Err(Stopped { at, reason: complaint })
    }

    /// Returns bytes that a function has written.
    pub(super) fn result(&self, name: &'static str, address: u16, expected: Word) -> Comparison {
        Comparison { name, found: self.machine.data.contents(address.into(), expected.len() / 8), expected }
    }

    /// Returns the record of the run.
    pub(super) fn trace(&mut self) -> Trace {
        std::mem::take(&mut self.machine.trace)
    }
}

impl Comparison {
    /// Returns the comparison for a returned byte.
    pub(super) fn returned(found: Word, expected: u8) -> Self {
        Self { name: "the returned byte", found, expected: bits_of_number(expected.into(), 8) }
    }

    /// Returns the comparison for a returned byte that must be a number other than 0.
    pub(super) fn returned_other_than_zero(found: Word) -> Self {
        let expected = match number(&found) {
            Some(value) if value != 0 => found.clone(),
            _ => bits_of_number(0xff, 8),
        };
        Self { name: "the returned byte, which must not be 0,", found, expected }
    }

    /// Returns the number of compared bits.
    pub(super) fn bits(&self) -> usize {
        self.expected.iter().filter(|bit| !bit.is_unknown()).count()
    }

    /// Returns the first difference, if there is one.
    pub(super) fn difference(&self, logic: &Logic) -> Option<String> {
        assert_eq!(self.found.len(), self.expected.len(), "as many bits as are expected");
        let mut pairs = self.found.iter().zip(&self.expected);
        let bit = pairs.position(|(found, expected)| !expected.is_unknown() && found != expected)?;
        assert!(!logic.sums.is_opaque(self.expected[bit]), "the specification knows every bit of its results");
        let opaque = logic.sums.is_opaque(self.found[bit]);
        let what = if opaque { "not a function that the specification computes" } else { "another function" };
        Some(format!("bit {} of byte {} of {} is {what}", bit % 8, bit / 8, self.name))
    }
}
