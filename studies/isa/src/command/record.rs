//! `counterpoint-isa table --record FILE`: the table as a record, with cycles on the models of processors.
//!
//! The record is `benchmarks/isa/functions.json`. The figures of the page about the paper come from it
//! (`cargo xtask figures`), and a test compares it with the kernels.

use super::figures::{computes, ours, rows as of_table};
use super::kernels::{kernels, packed_kernels};
use crate::console::{Error, failed};
use crate::count::{ROUNDS, permutation};
use crate::functions::{FUNCTIONS, Function};
use crate::kernels::{Blocks, Kernel};
use crate::pipeline::models::models;
use crate::pipeline::{Model, block};
use serde::Serialize;

/// A figure, in the form that all records of the project have.
#[derive(Clone, Debug, PartialEq, Serialize)]
struct Row {
    platform: &'static str,
    /// The function.
    algorithm: String,
    /// The set of instructions.
    implementation: String,
    unit: String,
    value: f64,
}

impl Row {
    fn new(algorithm: &str, kernel: &Kernel, unit: String, value: f64) -> Self {
        let implementation = kernel.target.name.clone();
        Self { platform: "isa", algorithm: algorithm.to_owned(), implementation, unit, value }
    }
}

/// Returns the record.
pub(super) fn record() -> Result<String, Error> {
    let rows: Vec<Row> = instructions()?.into_iter().chain(cycles()).collect();
    let lines: Result<Vec<String>, Error> = rows.iter().map(|row| serde_json::to_string(row).map_err(failed)).collect();
    let command = "counterpoint-isa table --record benchmarks/isa/functions.json";
    Ok(format!("{{\"schema\":1,\"command\":\"{command}\",\"rows\":[\n{}\n]}}\n", lines?.join(",\n")))
}

/// Returns the instructions per byte of each row of the table, and those of a permutation.
fn instructions() -> Result<Vec<Row>, Error> {
    let mut rows = Vec::new();
    for kernel in kernels() {
        for row in of_table() {
            let value = rounded(ours(&kernel, row)?);
            rows.push(Row::new(row, &kernel, "instructions_per_byte".to_owned(), value));
        }
        let all: u64 = permutation(&kernel, ROUNDS).map_err(failed)?.values().sum();
        rows.push(Row::new("keccak-f1600", &kernel, "instructions".to_owned(), all as f64));
    }
    for kernel in packed_kernels() {
        for function in FUNCTIONS.iter().filter(|function| computes(&kernel, function)) {
            let value = rounded(ours(&kernel, function.name)?);
            rows.push(Row::new(function.name, &kernel, "instructions_per_byte".to_owned(), value));
        }
        let all: u64 = permutation(&kernel, ROUNDS).map_err(failed)?.values().sum();
        let name = format!("keccak-f{}", 25 * kernel.target.width());
        let unit = "instructions_per_state".to_owned();
        rows.push(Row::new(&name, &kernel, unit, rounded(all as f64 / kernel.target.states() as f64)));
    }
    Ok(rows)
}

/// Returns the cycles per byte of each function, with kernels scheduled for each model.
fn cycles() -> Vec<Row> {
    models().into_iter().flat_map(|model| cycles_by(&model, &FUNCTIONS)).collect()
}

/// Returns the cycles per byte of some functions, with all kernels, each scheduled for a model.
fn cycles_by(model: &Model, functions: &[Function]) -> Vec<Row> {
    let kernels = kernels().chain(packed_kernels()).map(|kernel| kernel.scheduled(model));
    kernels.flat_map(|kernel| cycles_of(&kernel, functions, model)).collect()
}

/// Returns the cycles per byte of those functions that a kernel computes. Functions with the same blocks are counted
/// once.
fn cycles_of(kernel: &Kernel, functions: &[Function], model: &Model) -> Vec<Row> {
    let unit = format!("cycles_per_byte_{}", model.name.replace('-', "_"));
    let mut known: Vec<(Blocks<'static>, u64)> = Vec::new();
    let mut row = |function: &Function| {
        let blocks = function.blocks;
        let cycles = known.iter().find(|(other, _)| *other == blocks).map(|&(_, cycles)| cycles);
        let cycles = cycles.unwrap_or_else(|| {
            let cycles = block(kernel, &blocks, model);
            known.push((blocks, cycles));
            cycles
        });
        let bytes = kernel.target.states() * function.block_bytes();
        Row::new(function.name, kernel, unit.clone(), rounded(cycles as f64 / bytes as f64))
    };
    functions.iter().filter(|function| computes(kernel, function)).map(&mut row).collect()
}

/// Records have two decimals.
fn rounded(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    /// The instructions are those of the record, and so are the cycles of the functions that compute one round per
    /// block. The programs of the others take a minute to schedule.
    #[test]
    fn the_record_is_what_kernels_take() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../benchmarks/isa/functions.json");
        let record: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
        let recorded = record["rows"].as_array().unwrap();
        let instructions = instructions().unwrap();
        let short: Vec<Function> = FUNCTIONS.into_iter().filter(|function| function.blocks.rounds == 1).collect();
        let cycles = models().into_iter().flat_map(|model| cycles_by(&model, &short));
        let computed = |kernel: Kernel| FUNCTIONS.iter().filter(|function| computes(&kernel, function)).count();
        let of_each_model: usize = kernels().chain(packed_kernels()).map(computed).sum();
        let all = instructions.len() + models().len() * of_each_model;
        assert_eq!(recorded.len(), all, "counterpoint-isa table --record benchmarks/isa/functions.json");
        for row in instructions.into_iter().chain(cycles) {
            assert!(recorded.contains(&serde_json::to_value(&row).unwrap()), "{row:?} is not in the record");
        }
    }
}
