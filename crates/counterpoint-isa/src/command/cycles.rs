//! `counterpoint isa cycles` and `counterpoint isa assembly`.

use super::{failed, kernels, known};
use crate::count::{ROUNDS, SPONGES, Sponge};
use crate::kernels::Kernel;
use crate::pipeline::models::models;
use crate::pipeline::{Model, Ports, block, cycles, permutation, trace};
use clap::Args;
use counterpoint_console::exit::Error;
use std::fmt::Write as _;

#[derive(Debug, Args)]
pub(super) struct CyclesArgs {
    /// The set of instructions; all of them if it is left out.
    #[arg(value_name = "SET")]
    set: Option<String>,
    /// After how many cycles a result of the extension can be read; as for ARM's SHA-3 if it is left out.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=20))]
    latency: Option<u64>,
    /// The names of the ports of instructions of the extension; as for ARM's SHA-3 if it is left out.
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    ports: Vec<String>,
}

#[derive(Debug, Args)]
pub(super) struct AssemblyArgs {
    /// The set of instructions.
    #[arg(value_name = "SET")]
    set: String,
    /// The model for which it is ordered.
    #[arg(long, value_name = "MODEL")]
    scheduled: Option<String>,
}

/// Returns the model with this name.
fn model(name: &str) -> Result<Model, Error> {
    let all = models();
    let names: Vec<&str> = all.iter().map(|model| model.name).collect();
    let unknown = Error::Usage(format!("{name}: no model has this name; there are {}", names.join(", ")));
    all.into_iter().find(|model| model.name == name).ok_or(unknown)
}

/// Returns the ports of a model with these names.
fn ports(model: &Model, names: &[String]) -> Result<Option<Ports>, Error> {
    let mut ports = None;
    for name in names {
        let Some(port) = model.ports.iter().position(|port| port == name) else {
            let all = model.ports.join(", ");
            return Err(Error::Usage(format!("{name}: {} has no port of this name; it has {all}", model.name)));
        };
        ports = Some(ports.unwrap_or(0) | 1 << port);
    }
    Ok(ports)
}

/// The functions whose cycles for each byte are printed.
const FUNCTIONS: [Sponge; 2] = [SPONGES[2], SPONGES[0]];

pub(super) fn table(args: &CyclesArgs) -> Result<String, Error> {
    let mut text =
        format!("{:<13}{:<11}{:>12}{:>8}{:>11}{:>6}", "model", "set", "instructions", "cycles", "scheduled", "ipc");
    for function in FUNCTIONS {
        write!(text, "{:>14}{:>11}", function.name, "scheduled").map_err(failed)?;
    }
    text.push('\n');
    let sets: Vec<String> = match &args.set {
        Some(set) => vec![known(set)?.target.name],
        None => kernels().map(|kernel| kernel.target.name).collect(),
    };
    for model in models() {
        let ports = ports(&model, &args.ports)?;
        let model = model.with_extension(ports, args.latency);
        for set in &sets {
            line(&mut text, &model, known(set)?)?;
        }
    }
    text.push_str(
        "\nCycles and instructions are those of one permutation with the loads and stores of its state, divided by\n\
         the number of states that are computed at a time; ipc is instructions in each cycle when scheduled. Those for\n\
         each byte are of each further block of a long message. Instructions of the extension take as long as ARM's\n\
         for SHA-3.\n",
    );
    Ok(text)
}

fn line(text: &mut String, model: &Model, kernel: Kernel) -> Result<(), Error> {
    let states = kernel.target.states;
    let each = |number: u64| number as f64 / states as f64;
    let name = kernel.target.name.clone();
    let before = permutation(&kernel, ROUNDS, model);
    let before_bytes = FUNCTIONS.map(|function| block(&kernel, function.rate_lanes, ROUNDS, model));
    let kernel = kernel.scheduled(model);
    let run = trace(&kernel.permutation(ROUNDS), 1);
    let (instructions, after) = (run.len() as u64, cycles(&run, model));
    let ipc = instructions as f64 / after as f64;
    let (before, after, instructions) = (each(before), each(after), each(instructions));
    write!(text, "{:<13}{name:<11}{instructions:>12.0}{before:>8.0}{after:>11.0}{ipc:>6.2}", model.name)
        .map_err(failed)?;
    for (function, before) in FUNCTIONS.into_iter().zip(before_bytes) {
        let bytes = 8.0 * function.rate_lanes as f64;
        let after = each(block(&kernel, function.rate_lanes, ROUNDS, model)) / bytes;
        write!(text, "{:>14.2}{after:>11.2}", each(before) / bytes).map_err(failed)?;
    }
    text.push('\n');
    Ok(())
}

pub(super) fn assembly(args: &AssemblyArgs) -> Result<String, Error> {
    let kernel = known(&args.set)?;
    let kernel = match &args.scheduled {
        Some(name) => kernel.scheduled(&model(name)?),
        None => kernel,
    };
    let lines = trace(&kernel.permutation(ROUNDS), 1);
    Ok(lines.iter().map(|operation| operation.assembly() + "\n").collect())
}
