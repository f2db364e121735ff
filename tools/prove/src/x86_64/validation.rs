//! Compares the instruction model with this CPU.

use super::Machine;
use crate::execution::Execution;
use crate::image::Image;
use crate::logic::{Assignment, Logic, Point};
use crate::memory::{Memory, bits_of, bits_of_number};
use crate::sums::Bit;
use crate::validation::{Contents, Mismatch, Random, Validation};
use crate::watch::Watch;
use crate::words::Word;
use iced_x86::{CpuidFeature, Formatter, Instruction, IntelFormatter, OpKind, Register, RflagsBits};
use instructions::{Form, Forms};
use operands::{Source, aim, memory_operand, placed, sources};
use processor::Width;
use state::{
    CARRY, FLAG_NAMES, FLAGS, GENERAL, MASKS, MEMORY, OUTCOME, OVERFLOW, PARITY, SCRATCH, SIGN, State, VECTORS, ZERO,
    place,
};
use std::error::Error;
use std::ops::Range;
use variables::{Variables, assign};

mod features;
mod instructions;
mod operands;
mod processor;
mod state;
mod variables;

/// How many of an encoding's runs are also compared on variables.
const SYMBOLIC_RUNS: usize = 2;

/// The most mismatches to report for one encoding.
const MOST_MISMATCHES: usize = 2;

/// Compares the model of every instruction in the kernels of an image with the CPU.
///
/// # Errors
///
/// If no program can be compiled and run here.
pub(crate) fn validate(image: &Image) -> Result<Validation, Box<dyn Error>> {
    let width = features::width()
        .ok_or("the model of x86-64 instructions can only be compared with an x86-64 CPU under Linux")?;
    validate_forms(image, Forms::of_kernels(image), width, &features::available)
}

/// An encoding at the address at which it runs.
struct Trial {
    form: usize,
    instruction: Instruction,
    bytes: Vec<u8>,
    /// The numbers of its runs.
    runs: Range<usize>,
}

fn validate_forms(
    image: &Image,
    forms: Forms,
    width: Width,
    available: &dyn Fn(CpuidFeature) -> bool,
) -> Result<Validation, Box<dyn Error>> {
    let mut logic = Logic::new();
    let mut model = Model::new(&mut logic, image);
    model.validation.instructions = forms.instructions;
    let forms = forms.chosen();
    let mut plan = Plan { width, trials: Vec::new(), runs: Vec::new() };
    for (number, form) in forms.iter().enumerate() {
        plan.add(number, form, available, &mut model);
    }
    let Plan { trials, runs, .. } = plan;
    let code: Vec<Vec<u8>> = trials.iter().map(|trial| trial.bytes.clone()).collect();
    let results = processor::run(width, &code, &runs)?;
    // For each form, whether it reads anything, and whether a result that depends on variables was compared.
    let mut forms_seen = vec![(false, false); forms.len()];
    for trial in &trials {
        let (sources, bits) = (sources(&trial.instruction), model.validation.symbolic_bits);
        for run in trial.runs.clone() {
            model.compare_constants(trial, &runs[run].1, &results[run]);
        }
        for run in trial.runs.clone().take(SYMBOLIC_RUNS) {
            model.compare_variables(trial, &sources, &runs[run].1, &results[run]);
        }
        let (reads, compared) = &mut forms_seen[trial.form];
        *reads |= !sources.is_empty();
        *compared |= model.validation.symbolic_bits > bits;
    }
    let mut validation = model.validation;
    for (form, _) in forms.iter().zip(forms_seen).filter(|(_, seen)| *seen == (true, false)) {
        *validation.only_on_constants.entry(form.name.clone()).or_default() += 1;
    }
    (validation.forms, validation.encodings, validation.runs) = (forms.len(), trials.len(), runs.len());
    Ok(validation)
}

/// The runs to make.
struct Plan {
    width: Width,
    trials: Vec<Trial>,
    /// The number of the trial and the contents of everything before the run.
    runs: Vec<(usize, State)>,
}

impl Plan {
    /// Adds the runs of the encodings of a form, if the CPU can run them and the model knows them.
    fn add(&mut self, number: usize, form: &Form, available: &dyn Fn(CpuidFeature) -> bool, model: &mut Model<'_>) {
        for encoding in &form.encodings {
            let (instruction, bytes) = placed(encoding, processor::address(self.trials.len()));
            if !instruction.cpuid_features().iter().all(|feature| available(*feature)) {
                *model.validation.not_runnable.entry(form.name.clone()).or_default() += 1;
                return;
            }
            let mut kinds = Contents::ALL.map(|kind| (kind, 0)).to_vec();
            // An unaligned operand. One relative to RIP already has its address.
            if memory_operand(&instruction).is_some_and(|(bytes, _)| bytes > 8)
                && !instruction.is_ip_rel_memory_operand()
            {
                kinds.push((Contents::Uniform, 1));
            }
            let states: Option<Vec<State>> = kinds
                .into_iter()
                .map(|(kind, offset)| {
                    let mut state = State::random(&mut model.random, kind);
                    state.narrow(self.width.vectors(), self.width.has_masks());
                    aim(&instruction, &mut state, offset).map(|()| state)
                })
                .collect();
            // The model goes first: nothing runs unless it is known where it writes.
            let known = match &states {
                None => Err("an address that does not fit the scratch memory".to_string()),
                Some(states) => model.run(&instruction, &bits_of(states[0].bytes())).map(drop),
            };
            if let Err(reason) = known {
                let name = format!("{}: {reason}", text(&instruction));
                *model.validation.not_modelled.entry(name).or_default() += 1;
                return;
            }
            let start = self.runs.len();
            self.runs.extend(states.into_iter().flatten().map(|state| (self.trials.len(), state)));
            self.trials.push(Trial { form: number, instruction, bytes, runs: start..self.runs.len() });
        }
    }
}

fn text(i: &Instruction) -> String {
    let mut text = String::new();
    IntelFormatter::new().format(i, &mut text);
    text
}

/// The model, and the variables for its runs.
struct Model<'l> {
    machine: Machine<'l>,
    variables: Vec<Variables>,
    /// The point in time after the variables were made.
    point: Point,
    random: Random,
    validation: Validation,
}

impl<'l> Model<'l> {
    fn new(logic: &'l mut Logic, image: &'l Image) -> Self {
        let variables = Variables::choices(logic);
        let point = logic.point();
        let machine = Machine::new(Execution::new(logic, image, Memory::new(), Watch::default()));
        Self { machine, variables, point, random: Random::new(), validation: Validation::default() }
    }

    /// Reports a mismatch, unless the encoding already has [`MOST_MISMATCHES`].
    fn mismatch(&mut self, trial: &Trial, run: &str, difference: String) {
        let text = text(&trial.instruction);
        let last = self.validation.mismatches.iter().rev().take(MOST_MISMATCHES);
        if last.filter(|known| known.text == text).count() < MOST_MISMATCHES {
            self.validation.mismatches.push(Mismatch { text, run: run.into(), difference });
        }
    }

    /// Runs an instruction. Returns the contents of everything afterwards, in the order of a [`State`].
    fn run(&mut self, i: &Instruction, before: &[Bit]) -> Result<Word, String> {
        self.machine.set_state(before);
        self.machine.run(i)?;
        Ok(self.machine.state())
    }

    /// Compares a run on the CPU with the model on constants.
    fn compare_constants(&mut self, trial: &Trial, before: &State, after: &State) {
        let i = &trial.instruction;
        let (model, signal) = (self.run(i, &bits_of(before.bytes())), after.get(OUTCOME));
        self.machine.execution.logic.release(self.point);
        let model = match (model, signal) {
            (Ok(model), 0) => model,
            (Ok(_), signal) => return self.mismatch(trial, "constants", format!("the CPU raises signal {signal}")),
            (Err(reason), 0) => return self.mismatch(trial, "constants", format!("only the model stops: {reason}")),
            (Err(_), _) => return,
        };
        for (n, bit) in model.iter().enumerate() {
            let said = bit.value();
            let wrong = match defined(i, n) {
                // The registers of this run are constants, and so must be the result.
                Defined::Always => said != Some(after.bit(n)),
                Defined::Flag => said.is_some_and(|said| said != after.bit(n)),
                Defined::No => said.is_some() && trial.changes_flags(),
                Defined::Ignored => false,
            };
            if wrong {
                let (place, cpu) = (place(n), u8::from(after.bit(n)));
                let remark =
                    if matches!(defined(i, n), Defined::No) { ", but the manual leaves it undefined" } else { "" };
                return self.mismatch(
                    trial,
                    "constants",
                    format!("{place} is {cpu} on the CPU, {bit:?} in the model{remark}"),
                );
            }
        }
    }

    /// Compares a run on the CPU with the model on variables. For each choice of variables, all sources are variables,
    /// all but one, or one; then all are unknown.
    fn compare_variables(&mut self, trial: &Trial, sources: &[Source], before: &State, after: &State) {
        let all = (1usize << sources.len()) - 1;
        let single = |n: usize| 1usize << n;
        let mut subsets: Vec<usize> = vec![all];
        subsets.extend((0..sources.len()).flat_map(|n| [single(n), all & !single(n)]));
        subsets.sort_unstable();
        subsets.dedup();
        let constants = bits_of(before.bytes());
        for subset in subsets.into_iter().filter(|subset| *subset != 0) {
            let chosen: Vec<&Source> =
                sources.iter().enumerate().filter(|(n, _)| subset >> n & 1 == 1).map(|(_, source)| source).collect();
            for choice in 0..=self.variables.len() {
                let mut bits = constants.clone();
                let choice = self.variables.get(choice);
                let title = choice.map_or("unknown", |choice| choice.title);
                let mut assignment = assign(
                    self.machine.execution.logic,
                    &trial.instruction,
                    &chosen,
                    choice,
                    before,
                    &mut self.random,
                    &mut bits,
                );
                match self.run(&trial.instruction, &bits) {
                    Err(_) => self.validation.symbolic_refused += 1,
                    Ok(model) => {
                        self.validation.symbolic_runs += 1;
                        self.compare(trial, title, &bits, &model, &mut assignment, after);
                    }
                }
                self.machine.execution.logic.release(self.point);
            }
        }
    }

    /// Compares a result that contains variables with the CPU's result.
    fn compare(
        &mut self,
        trial: &Trial,
        title: &str,
        before: &[Bit],
        model: &[Bit],
        assignment: &mut Assignment,
        after: &State,
    ) {
        for (n, (&bit, &old)) in model.iter().zip(before).enumerate() {
            if bit.value() == Some(after.bit(n))
                || matches!(defined(&trial.instruction, n), Defined::No | Defined::Ignored)
            {
                continue;
            }
            let Some(said) = assignment.value(self.machine.execution.logic, bit) else {
                self.validation.symbolic_unknown_bits += usize::from(!bit.is_unknown());
                continue;
            };
            self.validation.symbolic_bits += usize::from(bit != old && bit.value().is_none());
            if said != after.bit(n) {
                let (place, cpu, said) = (place(n), u8::from(after.bit(n)), u8::from(said));
                return self.mismatch(
                    trial,
                    title,
                    format!("{place} is {cpu} on the CPU, {bit:?} = {said} in the model"),
                );
            }
        }
    }
}

impl Trial {
    /// Whether the instruction certainly changes flags: a shift by a register may be by 0, which changes none.
    fn changes_flags(&self) -> bool {
        !(0..self.instruction.op_count())
            .any(|n| self.instruction.op_kind(n) == OpKind::Register && self.instruction.op_register(n) == Register::CL)
    }
}

/// Whether the value of a bit of the state is defined after an instruction.
enum Defined {
    Always,
    /// A flag that the model may leave unknown.
    Flag,
    /// A flag that the manual leaves undefined.
    No,
    /// No flag.
    Ignored,
}

fn defined(i: &Instruction, bit: usize) -> Defined {
    if !(8 * FLAGS..8 * MEMORY).contains(&bit) {
        return Defined::Always;
    }
    let number = bit - 8 * FLAGS;
    let mask = match number {
        CARRY => RflagsBits::CF,
        PARITY => RflagsBits::PF,
        ZERO => RflagsBits::ZF,
        SIGN => RflagsBits::SF,
        OVERFLOW => RflagsBits::OF,
        _ => return Defined::Ignored,
    };
    if i.rflags_undefined() & mask == 0 { Defined::Flag } else { Defined::No }
}

impl Machine<'_> {
    /// Sets everything.
    fn set_state(&mut self, bits: &[Bit]) {
        for (n, register) in self.general.iter_mut().enumerate() {
            register.copy_from_slice(&bits[8 * GENERAL + 64 * n..][..64]);
        }
        for (n, register) in self.vectors.iter_mut().enumerate() {
            register.copy_from_slice(&bits[8 * VECTORS + 512 * n..][..512]);
        }
        for (n, register) in self.masks.iter_mut().enumerate() {
            register.copy_from_slice(&bits[8 * MASKS + 64 * n..][..64]);
        }
        let flag = |number: usize| bits[8 * FLAGS + number];
        self.flags.at_most = None;
        self.flags.carry = flag(CARRY);
        self.flags.parity = flag(PARITY);
        self.flags.sign = flag(SIGN);
        self.flags.overflow = flag(OVERFLOW);
        self.flags.result = vec![!flag(ZERO)];
        self.execution.memory = Memory::new();
        let start = self.execution.memory.add("the scratch memory", bits[8 * MEMORY..8 * OUTCOME].to_vec(), true, 0);
        assert_eq!(start, SCRATCH, "the first region has this address");
    }

    /// Returns everything.
    fn state(&mut self) -> Word {
        let mut bits: Word = self.general.iter().chain(&self.vectors).chain(&self.masks).flatten().copied().collect();
        let zero = self.execution.logic.is_zero(&self.flags.result);
        let mut flags = bits_of_number(0, 64);
        for (number, _) in FLAG_NAMES {
            flags[number] = match number {
                CARRY => self.flags.carry,
                PARITY => self.flags.parity,
                SIGN => self.flags.sign,
                OVERFLOW => self.flags.overflow,
                _ => zero,
            };
        }
        bits.extend(flags);
        bits.extend(&self.execution.memory.regions()[0].bits);
        bits
    }
}

#[cfg(test)]
mod tests;
