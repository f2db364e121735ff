//! Compares the model of the instructions with an independent emulator.
//!
//! A single program runs every instruction on several register files: it loads all registers and flags from memory,
//! runs the instruction and stores them. `qemu-aarch64` runs it and prints its memory; the model runs the same
//! instructions on the same constants. Any difference is reported: in a register, the flags or memory.
//!
//! ```text
//!   START        code      for each run: load | the instruction | one that a branch skips | store
//!   DATA         memory    for each run: 768 bytes of registers before | after | 2,048 bytes to load from and store to
//! ```

use super::forms::{base, instruction, samples, text};
use super::{Machine, STACK};
use crate::execution::{Cpu, Execution};
use crate::image::{Image, START};
use crate::kernels::shell;
use crate::logic::Logic;
use crate::memory::{Memory, bits_of, number};
use crate::sums::Bit;
use crate::validation::{Mismatch, Random, Validation};
use crate::watch::Watch;
use crate::words::{Word, constant};
use object::Architecture;
use std::collections::BTreeMap;
use std::process::Command;
use yaxpeax_arm::armv8::a64::{Opcode, Operand};

/// The address of the memory of all runs. [`Memory`] has its first region there.
const DATA: u64 = 1 << 32;
/// The number of bytes of a register file: x0 to x30, the flags, v0 to v31.
const FILE: usize = 32 * 8 + 32 * 16;
/// The byte of a register file that contains the flags in its upper half.
const FLAGS: usize = 31 * 8 + 3;
/// The number of bytes that an instruction may load from and store to.
const SCRATCH: usize = 2048;
/// The offset in them that base registers point to.
const MIDDLE: usize = 512;
/// The number of bytes of a run in memory.
const RUN: usize = 2 * FILE + SCRATCH;
/// The variables of a run with symbolic registers.
const VARIABLES: usize = 5;
/// The number of register files on which each instruction runs.
const FILES: usize = 6;

/// The results of the comparison.
#[derive(Debug, Default)]
struct Outcome {
    /// The number of instructions, and of register files on which they ran in total.
    instructions: usize,
    runs: usize,
    /// The number of completed runs with symbolic registers, and of bits of their results that the model left open.
    symbolic: usize,
    bits_left_open: usize,
    /// The number of bits of their results that depend on variables.
    bits_compared: usize,
    /// The first difference of each instruction.
    differences: BTreeMap<u32, String>,
}

/// Compares some instructions of each form in the kernels of an image with `qemu-aarch64`.
///
/// # Errors
///
/// If there is no such program, or it fails.
pub(crate) fn validate(image: &Image) -> Result<Validation, Box<dyn std::error::Error>> {
    let kernels = image.functions.iter().filter(|(name, _)| shell(name).is_some());
    let instructions = kernels.map(|(_, (_, bytes))| *bytes as usize / 4).sum();
    let samples = samples(image);
    let forms = samples.len();
    let words: Vec<u32> = samples.into_values().flatten().collect();
    let outcome = compare(&words)?.ok_or("there is no qemu-aarch64 on PATH (Debian's package qemu-user)")?;
    let mismatches = outcome.differences.into_iter().map(|(word, difference)| Mismatch {
        text: text(word),
        run: format!("{word:08x}"),
        difference,
    });
    Ok(Validation {
        instructions,
        forms,
        encodings: outcome.instructions,
        runs: outcome.runs,
        symbolic_runs: outcome.symbolic,
        symbolic_bits: outcome.bits_compared - outcome.bits_left_open,
        symbolic_unknown_bits: outcome.bits_left_open,
        mismatches: mismatches.collect(),
        ..Validation::default()
    })
}

/// Runs instructions in `qemu-aarch64` and on the model. Returns `None` if there is no such program.
fn compare(words: &[u32]) -> std::io::Result<Option<Outcome>> {
    let mut random = Random::new();
    let mut program = Program::default();
    for &word in words {
        for n in 0..FILES {
            program.add(word, &mut random, n);
        }
    }
    program.end();
    let Some(after) = program.run()? else { return Ok(None) };
    let code: Vec<u8> = program.code.iter().flat_map(|word| word.to_le_bytes()).collect();
    let image = Image::of_code(Architecture::Aarch64, code);
    let mut outcome = Outcome { instructions: words.len(), ..Outcome::default() };
    let runs = program.memory.chunks(RUN).zip(after.chunks(RUN)).zip(&program.places).enumerate();
    for (n, ((before, after), &at)) in runs {
        let run = Run { image: &image, at, data: DATA + (n * RUN) as u64, before, after };
        let word = words[n / FILES];
        for symbolic in [false, true] {
            if let Some(difference) = run.difference(symbolic, &mut random, &mut outcome) {
                outcome.differences.entry(word).or_insert(difference);
            }
        }
    }
    Ok(Some(outcome))
}

/// A run of an instruction.
struct Run<'a> {
    image: &'a Image,
    at: u64,
    /// The address of its memory, and the contents before and after the run.
    data: u64,
    before: &'a [u8],
    after: &'a [u8],
}

impl Run<'_> {
    /// Runs the instruction on the model. Returns the difference from the memory after the run.
    ///
    /// Some bits of symbolic registers are variables, so few that every function of them has a form, whose value is
    /// compared. An instruction that requires a number and gets a variable is left out.
    fn difference(&self, symbolic: bool, random: &mut Random, outcome: &mut Outcome) -> Option<String> {
        let mut logic = Logic::new();
        let variables: [Bit; VARIABLES] = std::array::from_fn(|_| logic.variable());
        // Any nonlinear function makes them a group.
        let table: Vec<u8> = (0..1 << VARIABLES).map(|point: usize| u8::from(point == 0)).collect();
        logic.sbox(&variables, 1, &table);
        let point = random.number() as usize % (1 << VARIABLES);
        let mut bits = |bytes: &[u8], kept: bool| -> Word {
            let kept = kept || !symbolic || random.number().is_multiple_of(2);
            let change = |bit: Bit| {
                let (chosen, n) = (random.number().is_multiple_of(4), random.number() as usize % VARIABLES);
                match bit.value() {
                    Some(value) if chosen && value == (point >> n & 1 == 1) => variables[n],
                    Some(_) if chosen => !variables[n],
                    _ => bit,
                }
            };
            let bits = bits_of(bytes);
            if kept { bits } else { bits.into_iter().map(change).collect() }
        };
        let mut memory = Memory::new();
        let scratch = bits(&self.before[2 * FILE..], false);
        memory.add("memory", scratch, true, self.data - DATA + 2 * FILE as u64);
        let word = self.image.bytes(self.at, 4)?;
        let numbers = numbers(u32::from_le_bytes(word.try_into().ok()?));
        let general: [Word; 31] = std::array::from_fn(|n| bits(&self.before[8 * n..][..8], numbers.contains(&n)));
        let vectors: [Word; 32] = std::array::from_fn(|n| bits(&self.before[256 + 16 * n..][..16], false));
        let mut machine = Machine::new(Execution::new(&mut logic, self.image, memory, Watch::default()));
        machine.general[..31].clone_from_slice(&general);
        machine.general[STACK] = constant(self.data + FILE as u64, 64);
        machine.vectors = vectors;
        machine.set_flags(self.before[FLAGS] >> 4);
        machine.execution.next = self.at;
        while machine.execution.next != self.at + 8 {
            machine.execution.at = machine.execution.next;
            if let Err(reason) = machine.step() {
                return (!symbolic).then_some(reason);
            }
        }
        outcome.runs += usize::from(!symbolic);
        outcome.symbolic += usize::from(symbolic);
        let zero = machine.zero();
        let flags = vec![machine.flags.overflow, machine.flags.carry, zero, machine.flags.negative];
        let after = &self.after[FILE..];
        let mut found: Vec<(String, Word, Word)> = Vec::new();
        for n in 0..31 {
            found.push((format!("x{n}"), machine.general[n].clone(), bits_of(&after[8 * n..][..8])));
        }
        for n in 0..32 {
            found.push((format!("v{n}"), machine.vectors[n].clone(), bits_of(&after[256 + 16 * n..][..16])));
        }
        found.push(("NZCV".into(), flags, bits_of(&after[FLAGS..][..1])[4..].to_vec()));
        found.push(("memory".into(), machine.execution.memory.regions()[0].bits.clone(), bits_of(&after[FILE..])));
        found.into_iter().find_map(|(name, model, expected)| {
            let mut differs = false;
            for (bit, expected) in model.iter().zip(&expected) {
                outcome.bits_compared += usize::from(symbolic && bit.value().is_none());
                match logic.value_at(*bit, point) {
                    Some(value) => differs |= Some(value) != expected.value(),
                    None if symbolic => outcome.bits_left_open += 1,
                    None => differs = true,
                }
            }
            let values: Word = model.iter().map(|&bit| logic.value_at(bit, point).map_or(bit, Bit::constant)).collect();
            differs.then(|| format!("{name} is {} and should be {}", hex(&values), hex(&expected)))
        })
    }
}

/// Returns the general registers that must contain numbers because they are used as addresses.
fn numbers(word: u32) -> Vec<usize> {
    let Some(i) = instruction(word) else { return Vec::new() };
    let registers = i.operands.iter().flat_map(|operand| match *operand {
        Operand::RegRegOffset(base, index, ..) | Operand::RegPostIndexReg(base, index) => vec![base, index],
        Operand::RegPreIndex(base, ..) | Operand::RegPostIndex(base, _) => vec![base],
        Operand::Register(_, register) if matches!(i.opcode, Opcode::RET | Opcode::BR | Opcode::BLR) => vec![register],
        _ => vec![],
    });
    registers.map(usize::from).collect()
}

/// Returns a word as a number, with `unknown` for parts that are not constant.
fn hex(word: &[Bit]) -> String {
    let digits = word.chunks(64).rev().map(|part| number(part).map_or("unknown".into(), |n| format!("{n:016x}")));
    digits.collect::<Vec<String>>().join("_")
}

/// A program under construction.
#[derive(Default)]
struct Program {
    code: Vec<u32>,
    memory: Vec<u8>,
    /// The address of the instruction of each run.
    places: Vec<u64>,
}

impl Program {
    /// Appends a run of an instruction.
    fn add(&mut self, word: u32, random: &mut Random, n: usize) {
        let before = self.memory.len();
        self.set_address(30, DATA + before as u64);
        self.set_address(0, DATA + (before + FILE) as u64);
        // mov sp, x0; ldr x0, [x30, #248]; msr nzcv, x0
        self.code.extend([0x9100_001f, 0xf940_0000 | 31 << 10 | 30 << 5, 0xd51b_4200]);
        for pair in 0..16 {
            self.code.push(0xad40_0000 | pair_of(pair, 8 + pair) | 30 << 5);
        }
        for pair in 0..15 {
            self.code.push(0xa940_0000 | pair_of(pair, pair) | 30 << 5);
        }
        // ldr x30, [x30, #240]
        self.code.push(0xf940_0000 | 30 << 10 | 30 << 5 | 30);
        let at = START + 4 * self.code.len() as u64;
        self.places.push(at);
        // After it: movn x29, #0
        self.code.extend([word, 0x9280_0000 | 29]);
        for pair in 0..15 {
            self.code.push(0xa900_0000 | pair_of(pair, pair) | 31 << 5);
        }
        // str x30, [sp, #240]; mrs x0, nzcv; str x0, [sp, #248]
        self.code.extend([0xf900_0000 | 30 << 10 | 31 << 5 | 30, 0xd53b_4200, 0xf900_0000 | 31 << 10 | 31 << 5]);
        for pair in 0..16 {
            self.code.push(0xad00_0000 | pair_of(pair, 8 + pair) | 31 << 5);
        }
        self.memory.extend((0..FILE / 8).flat_map(|_| register(random, n).to_le_bytes()));
        self.memory.extend([0; FILE]);
        self.memory.extend((0..SCRATCH / 8).flat_map(|_| random.number().to_le_bytes()));
        let flags = random.number() & 0xf000_0000;
        self.set(before, 31, flags);
        let scratch = DATA + (before + 2 * FILE) as u64;
        for operand in instruction(word).iter().flat_map(|i| &i.operands) {
            if let Some(register) = base(operand) {
                self.set(before, register, scratch + MIDDLE as u64);
            }
            if let Operand::RegRegOffset(_, register, ..) | Operand::RegPostIndexReg(_, register) = *operand
                && register < 31
            {
                self.set(before, register, random.number() & 63);
            }
        }
        if let Some(i) = instruction(word)
            && let (Opcode::RET | Opcode::BR | Opcode::BLR, Operand::Register(_, register)) = (i.opcode, i.operands[0])
        {
            self.set(before, register, at + 8);
        }
    }

    /// Sets a general register before a run; number 31 is the flags.
    fn set(&mut self, run: usize, register: u16, value: u64) {
        self.memory[run + 8 * usize::from(register)..][..8].copy_from_slice(&value.to_le_bytes());
    }

    /// movz, movk, movk
    fn set_address(&mut self, register: u32, address: u64) {
        let part = |n: u32| (address >> (16 * n) & 0xffff) as u32;
        self.code.push(0xd280_0000 | part(0) << 5 | register);
        self.code.extend([1, 2].map(|n| 0xf280_0000 | n << 21 | part(n) << 5 | register));
    }

    /// write(1, DATA, the length of the memory); exit(0)
    fn end(&mut self) {
        self.set_address(1, DATA);
        self.set_address(2, self.memory.len() as u64);
        for (call, first) in [(64, 1), (93, 0)] {
            self.code.extend([0xd280_0000 | first << 5, 0xd280_0000 | call << 5 | 8, 0xd400_0001]);
        }
    }

    /// Returns the memory after the program has run, or `None` if there is no `qemu-aarch64`.
    fn run(&self) -> std::io::Result<Option<Vec<u8>>> {
        let path = std::env::temp_dir().join(format!("counterpoint-prove-{}", std::process::id()));
        std::fs::write(&path, self.file())?;
        #[cfg(unix)]
        std::fs::set_permissions(&path, std::os::unix::fs::PermissionsExt::from_mode(0o755))?;
        let output = Command::new("qemu-aarch64").args(["-cpu", "max"]).arg(&path).output();
        std::fs::remove_file(&path)?;
        let output = match output {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            output => output?,
        };
        if !output.status.success() || output.stdout.len() != self.memory.len() {
            let errors = String::from_utf8_lossy(&output.stderr);
            return Err(std::io::Error::other(format!("qemu-aarch64 failed: {}: {errors}", output.status)));
        }
        Ok(Some(output.stdout))
    }

    /// Returns the program as an ELF file with two segments.
    fn file(&self) -> Vec<u8> {
        const PAGE: usize = 1 << 16;
        let code: Vec<u8> = self.code.iter().flat_map(|word| word.to_le_bytes()).collect();
        let data_offset = (PAGE + code.len()).next_multiple_of(PAGE);
        let mut file = b"\x7fELF\x02\x01\x01".to_vec();
        file.resize(16, 0);
        // An executable for AArch64, version 1.
        file.extend([2, 0, 183, 0, 1, 0, 0, 0]);
        // The entry point, the offset of the program headers, no section headers, no flags.
        file.extend([START, 64, 0].into_iter().flat_map(u64::to_le_bytes));
        file.extend(0u32.to_le_bytes());
        // The sizes of this header and of a program header, and their number; no sections.
        file.extend([64u16, 56, 2, 0, 0, 0].into_iter().flat_map(u16::to_le_bytes));
        let (execute, read_write) = (5, 6);
        for (flags, offset, address, size) in
            [(execute, PAGE, START, code.len()), (read_write, data_offset, DATA, self.memory.len())]
        {
            file.extend([1u32, flags].into_iter().flat_map(u32::to_le_bytes));
            let (offset, size) = (offset as u64, size as u64);
            file.extend([offset, address, address, size, size, PAGE as u64].into_iter().flat_map(u64::to_le_bytes));
        }
        file.resize(PAGE, 0);
        file.extend(code);
        file.resize(data_offset, 0);
        file.extend(&self.memory);
        file
    }
}

/// Returns the instruction fields for a pair of registers and for their offset, counted in pairs.
fn pair_of(pair: u32, place: u32) -> u32 {
    (2 * place) << 15 | (2 * pair + 1) << 10 | (2 * pair)
}

/// Returns a register for register file `n`: any number, one with small bytes, or one with a special value.
fn register(random: &mut Random, n: usize) -> u64 {
    let value = random.number();
    match n % 3 {
        0 => value,
        1 => value & 0x1f1f_1f1f_1f1f_1f1f,
        _ => [0, 1, !0, 1 << 63, 1 << 31, 0x8000_0001, 0xff, value][(value >> 61) as usize],
    }
}
