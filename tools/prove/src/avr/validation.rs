//! Compares the model of the instructions with simavr.
//!
//! Every word of the programs that is an instruction runs in the simulator and in the model: on chosen constants in
//! registers, flags and memory, and on sums of eight variables, which get values afterwards. The eight variables are
//! the inputs of an S-box, so every function of them is a sum, and every bit can be compared.

use super::builds::Build;
use super::data_space::DataSpace;
use super::instruction::{Instruction, Pointer, Port, TwoRegisters, decode};
use super::machine::Machine;
use super::program::Program;
use super::report::load;
use super::simulator::{STATE_BYTES, Simulator};
use crate::logic::{AES_SBOX, Assignment, Logic};
use crate::memory::{bits_of, number};
use crate::sums::Bit;
use crate::validation::{Contents, Mismatch, Random, Validation};
use crate::words::Word;
use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::path::Path;

/// The byte address at which instructions run, past the programs.
const CODE: usize = 0x1f000;
/// The memory that instructions may access, and the size of the stack at its end.
const MEMORY: usize = 0x300;
const MEMORY_BYTES: usize = 0x100;
const STACK_BYTES: usize = 0x30;
/// The places of SREG, the stack pointer and RAMPZ in a state.
const FLAGS: usize = 32;
const STACK_POINTER: usize = 33;
const PAGE: usize = 35;
/// `eor r16, r17` after a branch, and after other instructions the first word of a call, which a skip jumps over.
const EOR: u16 = 0x2701;
const CALL: u16 = 0x940e;
/// The most mismatches to report for one instruction.
const MOST_MISMATCHES: usize = 2;

/// Compares the model of every instruction in the programs with simavr.
///
/// # Errors
///
/// If a program can't be read, or the simulator does not answer.
pub fn validate(builds: &[Build], simulator: &Path) -> Result<Validation, Box<dyn Error>> {
    let mut validation = Validation::default();
    let mut samples = BTreeMap::<String, BTreeSet<(u16, u16)>>::new();
    for build in builds {
        let program = load(build)?;
        for at in 0..program.words() {
            let (word, second) = (program.word(at).unwrap_or_default(), program.word(at + 1).unwrap_or_default());
            let Some(instruction) = decode(word, second) else { continue };
            validation.instructions += 1;
            let second = match instruction {
                _ if instruction.words() == 2 => second,
                _ if instruction.is_short_branch() => EOR,
                _ => CALL,
            };
            samples.entry(instruction.form()).or_default().insert((word, second));
        }
    }
    validation.forms = samples.len();
    let build = builds.first().ok_or("there is no program")?;
    let file = tempfile::NamedTempFile::new()?;
    std::fs::write(file.path(), &build.program)?;
    let mut bench = Bench::new(load(build)?, simulator, file.path())?;
    for (form, words) in samples {
        let before = validation.symbolic_bits;
        for (word, second) in words {
            bench.validate([word, second], &mut validation)?;
        }
        if validation.symbolic_bits == before {
            *validation.only_on_constants.entry(form).or_default() += 1;
        }
    }
    Ok(validation)
}

/// Registers, flags and memory.
#[derive(Clone)]
struct Contained {
    state: [u8; STATE_BYTES],
    memory: Vec<u8>,
}

/// The state of the model after an instruction.
struct Left {
    next: usize,
    /// The state and the memory.
    bits: Word,
}

struct Bench {
    program: Program,
    /// The end of the interesting part of flash.
    table_end: usize,
    simulator: Simulator,
    logic: Logic,
    variables: Word,
    random: Random,
}

impl Bench {
    fn new(program: Program, simulator: &Path, file: &Path) -> Result<Self, Box<dyn Error>> {
        let simulator = Simulator::start(simulator, file, 2 * program.function("main")?)?;
        let mut logic = Logic::new();
        let variables: Word = (0..8).map(|_| logic.variable()).collect();
        logic.sbox(&variables, 8, &*AES_SBOX);
        let table_end = 2 * program.words() as usize;
        Ok(Self { program, table_end, simulator, logic, variables, random: Random::new() })
    }

    /// Compares an instruction on several contents.
    fn validate(&mut self, code: [u16; 2], validation: &mut Validation) -> Result<(), Box<dyn Error>> {
        let Some(instruction) = decode(code[0], code[1]) else { return Ok(()) };
        self.program.put(CODE, &code);
        let mut mismatches = 0;
        for (run, kind) in Contents::ALL.into_iter().enumerate() {
            let before = self.contents(instruction, kind);
            let constants = bits_of(&[&before.state[..], &before.memory].concat());
            let left = match self.model(&constants) {
                Ok(left) => left,
                Err(reason) => {
                    let name = format!("{}: {reason}", instruction.form());
                    *validation.not_modelled.entry(name).or_default() += 1;
                    return Ok(());
                }
            };
            validation.encodings += usize::from(run == 0);
            validation.runs += 1;
            let after = self.simulate(code, &before, left.next, 1)?;
            let mut differences = vec![("constants", difference(&left, &after, Bit::value))];
            let point = self.logic.point();
            let assigned = self.random.below(256);
            let symbolic = self.symbolic(instruction, &before, assigned);
            // A branch on a variable may or may not skip the next instruction.
            let steps = if instruction.is_short_branch() { 2 } else { 1 };
            match self.model(&symbolic) {
                Ok(left) => {
                    let after = self.simulate(code, &before, left.next, steps)?;
                    let mut assignment = Assignment::new(&self.logic);
                    for (n, &variable) in self.variables.iter().enumerate() {
                        assignment.set(&self.logic, variable, assigned >> n & 1 == 1);
                    }
                    let logic = &self.logic;
                    differences.push(("variables", difference(&left, &after, |bit| assignment.value(logic, bit))));
                    validation.symbolic_runs += 1;
                    let changed = left.bits.iter().zip(&symbolic).filter(|(bit, _)| bit.value().is_none());
                    for (bit, before) in changed {
                        validation.symbolic_bits += usize::from(!logic.sums.is_opaque(*bit) && bit != before);
                        validation.symbolic_unknown_bits += usize::from(logic.sums.is_opaque(*bit));
                    }
                }
                Err(_) => validation.symbolic_refused += 1,
            }
            self.logic.release(point);
            for (run, difference) in differences {
                if let Some(difference) = difference.filter(|_| mismatches < MOST_MISMATCHES) {
                    mismatches += 1;
                    let text = instruction.to_string();
                    validation.mismatches.push(Mismatch { text, run: run.into(), difference });
                }
            }
        }
        Ok(())
    }

    /// Returns contents with which the instruction accesses only the memory that it may.
    fn contents(&mut self, instruction: Instruction, kind: Contents) -> Contained {
        let (mut state, mut memory) = ([0; STATE_BYTES], vec![0; MEMORY_BYTES]);
        self.random.fill(&mut state, kind);
        self.random.fill(&mut memory, Contents::Uniform);
        let mut put = |at: usize, value: usize| state[at..at + 2].copy_from_slice(&(value as u16).to_le_bytes());
        put(STACK_POINTER, MEMORY + MEMORY_BYTES - STACK_BYTES + 8 + self.random.below(STACK_BYTES - 16));
        match instruction {
            Instruction::Ld(_, pointer, _) | Instruction::St(_, pointer, _) => {
                put(pointer as usize, MEMORY + 0x40 + self.random.below(0x40));
            }
            Instruction::Lpm(..) | Instruction::Elpm(..) => {
                put(Pointer::Z as usize, self.random.below(self.table_end));
            }
            _ => {}
        }
        state[PAGE] = self.random.below(2) as u8;
        Contained { state, memory }
    }

    /// Returns contents in which many bits are sums of variables with the same values. Bits that the model needs as
    /// numbers are constant.
    fn symbolic(&mut self, instruction: Instruction, before: &Contained, assigned: usize) -> Word {
        let mut symbolic = [true; STATE_BYTES];
        symbolic[STACK_POINTER..].fill(false);
        match instruction {
            Instruction::Ld(_, pointer, _) | Instruction::St(_, pointer, _) => {
                symbolic[pointer as usize..][..2].fill(false);
            }
            // Eight bits of the address may depend on variables if the pointer is not moved.
            Instruction::Lpm(_, false) | Instruction::Elpm(_, false) => symbolic[31] = false,
            Instruction::Lpm(..) | Instruction::Elpm(..) => symbolic[30..32].fill(false),
            Instruction::Out(port, register) if port != Port::Sreg => symbolic[register] = false,
            Instruction::Two(TwoRegisters::Mul, _, register) => symbolic[register] = false,
            Instruction::Skip { register, .. } => symbolic[register] = false,
            Instruction::Branch { .. } if !instruction.is_short_branch() => symbolic[FLAGS] = false,
            _ => {}
        }
        let mut bits = bits_of(&[&before.state[..], &before.memory].concat());
        let places = bits.len();
        let is_symbolic = |byte: usize| match symbolic.get(byte) {
            Some(&symbolic) => symbolic,
            None => instruction != Instruction::Ret,
        };
        for place in (0..places).filter(|place| is_symbolic(place / 8)) {
            let chosen = 1 << self.random.below(8) | 1 << self.random.below(8);
            if self.random.below(3) == 0 {
                continue;
            }
            for (n, &variable) in self.variables.iter().enumerate().filter(|(n, _)| chosen >> n & 1 == 1) {
                let sum = self.logic.xor(bits[place], variable);
                bits[place] = if assigned >> n & 1 == 1 { !sum } else { sum };
            }
        }
        bits
    }

    /// Runs the instruction in the model.
    fn model(&mut self, before: &[Bit]) -> Result<Left, String> {
        let (state, memory) = before.split_at(8 * STATE_BYTES);
        let mut data = DataSpace::new(MEMORY + MEMORY_BYTES);
        let stack = MEMORY_BYTES - STACK_BYTES;
        data.add("the memory", MEMORY, &memory[..8 * stack], true);
        data.add_stack(STACK_BYTES);
        data.fill(MEMORY + stack, &memory[8 * stack..]);
        let mut machine = Machine::new(&mut self.logic, &self.program, data, Bit::ZERO);
        let constant = |from: usize, bytes: usize| number(&state[8 * from..][..8 * bytes]).unwrap_or_default();
        machine.registers.as_flattened_mut().copy_from_slice(&state[..8 * FLAGS]);
        for flag in 0..8 {
            machine.flags.set(flag, state[8 * FLAGS + flag]);
        }
        machine.stack_pointer = constant(STACK_POINTER, 2) as u16;
        machine.page = constant(PAGE, 1) as u8;
        machine.counter = CODE as u32 / 2;
        machine.step()?;
        let mut bits = machine.registers.as_flattened().to_vec();
        for flag in 0..8 {
            bits.push(machine.flags.get(machine.logic, flag));
        }
        let [low, high] = machine.stack_pointer.to_le_bytes();
        bits.extend(bits_of(&[low, high, machine.page]));
        bits.extend(machine.data.contents(MEMORY, MEMORY_BYTES));
        Ok(Left { next: 2 * machine.counter as usize, bits })
    }

    /// Runs the instruction in the simulator, and if it does not arrive at `end`, further ones, up to a limit.
    fn simulate(
        &mut self,
        code: [u16; 2],
        before: &Contained,
        end: usize,
        most_steps: usize,
    ) -> Result<(usize, Vec<u8>), Box<dyn Error>> {
        self.simulator.write(MEMORY, &before.memory)?;
        let (mut next, mut state) = (CODE, before.state);
        for step in 0..most_steps {
            if step == 0 || next != end {
                let rest = &code[(next - CODE) / 2..];
                (next, state) = self.simulator.step(next, rest, &state)?;
            }
        }
        Ok((next, [&state[..], &self.simulator.read(MEMORY, MEMORY_BYTES)?].concat()))
    }
}

/// Returns the first place that differs, and its contents. Bits without a value are left out.
fn difference(
    left: &Left,
    (next, after): &(usize, Vec<u8>),
    mut value: impl FnMut(Bit) -> Option<bool>,
) -> Option<String> {
    if left.next != *next {
        return Some(format!("the next instruction is at {:#x}, and in the model at {:#x}", next, left.next));
    }
    let mut differs = |n: usize, bit: Bit| value(bit).is_some_and(|value| value != (after[n / 8] >> (n % 8) & 1 == 1));
    let place = left.bits.iter().enumerate().position(|(n, &bit)| differs(n, bit))?;
    let (byte, bit) = (place / 8, place % 8);
    let name = match byte {
        0..FLAGS => format!("bit {bit} of r{byte}"),
        FLAGS => format!("flag {bit}"),
        STACK_POINTER..STATE_BYTES => "the stack pointer or RAMPZ".to_string(),
        _ => format!("bit {bit} at {:#x}", MEMORY + byte - STATE_BYTES),
    };
    Some(format!("{name} is {}", after[byte] >> bit & 1))
}
