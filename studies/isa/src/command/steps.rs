//! Programs run step by step: `counterpoint-isa trace`, and what other emulators are compared with.

use super::{ascon, failed, known, widths};
use crate::encoding::code;
use crate::instruction::File;
use crate::kernels::{Blocks, Kernel, Task};
use crate::machine::{MEMORY, Machine, PROGRAM};
use crate::operation::{Named, Operation};
use crate::program::Program;
use crate::run::{self, machine};
use crate::sets::ascon::A;
use crate::sets::instructions;
use crate::spec::{State, full_rounds};
use counterpoint_console::exit::Error;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Returns each instruction of a permutation with what it has written.
pub(super) fn trace(kernel: &Kernel, rounds: usize) -> Result<String, Error> {
    let states = vec![core::array::from_fn(|lane| lane as u64); kernel.target.states()];
    let mut text = String::new();
    for step in steps(&mut machine(&kernel.permutation(rounds), kernel.target.width(), rounds, &states))? {
        let result: Vec<String> = step.written.iter().map(|(name, value)| format!("{name} = {value:x}")).collect();
        let result = result.join(", ");
        writeln!(text, "{:#x}  {:<28}  {result}", step.address, step.operation.to_string()).map_err(failed)?;
    }
    Ok(text)
}

/// An instruction that was run.
struct Step {
    address: u64,
    operation: Operation,
    /// The registers that it has written, and what they contain then.
    written: Vec<(String, u128)>,
}

/// Runs a program to its end.
fn steps(machine: &mut Machine<u128>) -> Result<Vec<Step>, Error> {
    let mut steps = Vec::new();
    loop {
        let address = machine.address();
        let operation = machine.step().map_err(failed)?;
        let written = operation.writes().into_iter().map(|named| contents(machine, named)).collect();
        steps.push(Step { address, operation, written });
        if operation.ends() {
            return Ok(steps);
        }
    }
}

/// Returns the name of a register and what it contains.
pub(super) fn contents(machine: &Machine<u128>, (file, number): Named) -> (String, u128) {
    match file {
        File::Vector => (format!("v{number}"), *machine.vector(number.into())),
        File::General => (format!("x{number}"), (*machine.general(number.into())).into()),
    }
}

/// Returns the programs of a target for Keccak and Ascon. Those of set A for Keccak are those of set K.
pub(super) fn dump_all(set: &str) -> Result<String, Error> {
    let kernel = known(set)?;
    let mut text = if set == A.name { String::new() } else { dump(&kernel)? };
    if kernel.target.packed.is_none() {
        ascon::dump(&mut text, set)?;
    }
    Ok(text)
}

/// Returns a program for each width, and one for each task, each with what its instructions write: a line of JSON each.
fn dump(kernel: &Kernel) -> Result<String, Error> {
    let mut text = String::new();
    let states: Vec<State<u64>> = (0..kernel.target.states() as u64)
        .map(|state| core::array::from_fn(|lane| (25 * state + lane as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)))
        .collect();
    for width in widths(kernel) {
        let rounds = full_rounds(width);
        let program = kernel.permutation(rounds);
        let states: Vec<State<u64>> = states.iter().map(|state| state.map(|lane| lane >> (64 - width))).collect();
        let name = format!("permutation, {width} bits");
        dumped(&mut text, &name, &program, machine(&program, width, rounds, &states))?;
        for task in [Task::Absorb, Task::Squeeze, Task::Encrypt, Task::Decrypt] {
            let blocks = Blocks { task, width, block: &[0, 1, 2, 8, 24], frame: &[12], rounds: 1 };
            let input: Vec<u8> = (0..3 * states.len() * 5 * width as usize / 8).map(|index| index as u8).collect();
            let frame = vec![0x5a; states.len() * width as usize / 8];
            let (program, machine, _) = run::before_blocks(kernel, &blocks, 3, &states, &input, &frame);
            dumped(&mut text, &format!("{task:?}, {width} bits").to_lowercase(), &program, machine)?;
        }
    }
    Ok(text)
}

pub(super) fn dumped(
    text: &mut String,
    name: &str,
    program: &Program,
    mut machine: Machine<u128>,
) -> Result<(), Error> {
    let registers = |machine: &Machine<u128>| -> BTreeMap<String, u64> {
        (0..31).map(|number| (format!("x{number}"), *machine.general(number))).collect()
    };
    let (memory, before, stack) = (machine.memory().to_vec(), registers(&machine), machine.stack());
    let steps: Vec<serde_json::Value> = steps(&mut machine)?
        .iter()
        .map(|step| {
            let written: BTreeMap<&str, String> =
                step.written.iter().map(|(name, value)| (name.as_str(), format!("{value:x}"))).collect();
            serde_json::json!({ "address": step.address, "text": step.operation.to_string(), "written": written })
        })
        .collect();
    let dump = serde_json::json!({
        "name": name,
        "program": PROGRAM,
        "words": program.words(),
        "address": MEMORY,
        "memory": memory,
        "general": before,
        "stack": stack,
        "steps": steps,
        "result": machine.memory(),
    });
    writeln!(text, "{dump}").map_err(failed)
}

/// Returns what the instructions of the extension do: by their codes, the name, the number of sources, and the lanes of
/// the result.
pub(super) fn formulas() -> String {
    let mut codes = BTreeMap::new();
    for definition in instructions() {
        for (width, immediate) in definition.forms() {
            let Some(code) = code(definition, width, immediate) else { continue };
            let lanes: Vec<String> = (definition.formulas)(width, immediate).iter().map(ToString::to_string).collect();
            let form = serde_json::json!({
                "name": definition.name,
                "sources": definition.sources,
                "reads_destination": definition.reads_destination,
                "width": width,
                "lanes": lanes,
            });
            codes.insert(code, form);
        }
    }
    format!("{}\n", serde_json::json!(codes))
}
