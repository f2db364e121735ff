//! Programs run step by step: `counterpoint-isa trace`, and a program with its results, as JSON.

use crate::console::{Error, failed};
use crate::instruction::File;
use crate::kernels::Kernel;
use crate::machine::{MEMORY, Machine, PROGRAM};
use crate::operation::{Named, Operation};
use crate::program::Program;
use crate::run::machine;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Returns each instruction of a permutation with its results.
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

/// An instruction that has run.
struct Step {
    address: u64,
    operation: Operation,
    /// The registers that it has written, and their values.
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

/// Returns the name of a register and its value.
pub(super) fn contents(machine: &Machine<u128>, (file, number): Named) -> (String, u128) {
    match file {
        File::Vector => (format!("v{number}"), *machine.vector(number.into())),
        File::General => (format!("x{number}"), (*machine.general(number.into())).into()),
    }
}

/// Appends a program and the results of its instructions, as a line of JSON.
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
