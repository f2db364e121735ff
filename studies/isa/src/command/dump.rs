//! `counterpoint-isa dump` and `counterpoint-isa formulas`: the data with which other emulators are compared.

use super::ascon;
use super::kernels::{known, widths};
use super::steps::dumped;
use crate::console::Error;
use crate::encoding::code;
use crate::kernels::{Blocks, Kernel, Task};
use crate::run::{self, machine};
use crate::sets::ascon::A;
use crate::sets::instructions;
use crate::spec::{State, full_rounds};
use std::collections::BTreeMap;

/// Returns the programs of a target for Keccak and Ascon. Those of set A for Keccak are those of set K.
pub(super) fn dump_all(set: &str) -> Result<String, Error> {
    let kernel = known(set)?;
    let mut text = if set == A.name { String::new() } else { dump(&kernel)? };
    if kernel.target.packed.is_none() {
        ascon::dump(&mut text, set)?;
    }
    Ok(text)
}

/// Returns a program for each width and one for each task, each with the results of its instructions, a line of JSON
/// each.
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

/// Returns the definitions of the extension's instructions by their codes: the name, the number of sources, and the
/// lanes of the result.
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
