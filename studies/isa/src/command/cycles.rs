//! `counterpoint-isa cycles` and `counterpoint-isa assembly`.

use super::kernels::{kernels, known};
use crate::console::{Error, failed};
use crate::count::ROUNDS;
use crate::functions::{Function, SHA3_256, SHA3_512};
use crate::kernels::Kernel;
use crate::pipeline::models::models;
use crate::pipeline::{Kind, Model, Ports, block, cycles, permutation, trace};
use crate::tune::tuned;
use clap::Args;
use std::fmt::Write as _;

#[derive(Debug, Args)]
pub(super) struct CyclesArgs {
    /// The set of instructions. [default: all]
    #[arg(value_name = "SET")]
    set: Option<String>,
    /// The model. [default: all]
    #[arg(long, value_name = "MODEL")]
    model: Option<String>,
    /// The latency of the extension's instructions in cycles. [default: that of ARM's for SHA-3]
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=20))]
    latency: Option<u64>,
    /// The names of the ports for the extension's instructions. [default: those of ARM's for SHA-3]
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    ports: Vec<String>,
    /// Change ARM's instructions for SHA-3 in the same way.
    #[arg(long)]
    sha3: bool,
}

#[derive(Debug, Args)]
pub(super) struct AssemblyArgs {
    /// The set of instructions.
    #[arg(value_name = "SET")]
    set: String,
    /// The model for which to schedule it.
    #[arg(long, value_name = "MODEL")]
    scheduled: Option<String>,
}

/// Returns the model with this name.
fn model(name: &str) -> Result<Model, Error> {
    let all = models();
    let names: Vec<&str> = all.iter().map(|model| model.name).collect();
    let unknown = Error::Usage(format!("{name}: unknown model; the models are {}", names.join(", ")));
    all.into_iter().find(|model| model.name == name).ok_or(unknown)
}

/// Returns the ports of a model with these names.
fn ports(model: &Model, names: &[String]) -> Result<Option<Ports>, Error> {
    let mut ports = None;
    for name in names {
        let Some(port) = model.ports.iter().position(|port| port == name) else {
            let all = model.ports.join(", ");
            return Err(Error::Usage(format!("{name}: {} has no such port; its ports are {all}", model.name)));
        };
        ports = Some(ports.unwrap_or(0) | 1 << port);
    }
    Ok(ports)
}

/// The functions whose cycles per byte are printed.
static SHOWN: [&Function; 2] = [&SHA3_256, &SHA3_512];

/// The figures of a kernel on a model, per state.
struct Figures {
    instructions: f64,
    cycles: f64,
    /// The cycles per byte of the functions in [`SHOWN`].
    bytes: [f64; 2],
}

impl Figures {
    fn new(kernel: &Kernel, model: &Model) -> Self {
        let each = |number: u64| number as f64 / kernel.target.states() as f64;
        let run = trace(&kernel.permutation(ROUNDS), 1);
        let bytes = SHOWN.map(|function| each(block(kernel, &function.blocks, model)) / function.block_bytes() as f64);
        Self { instructions: each(run.len() as u64), cycles: each(cycles(&run, model)), bytes }
    }

    fn cells(&self) -> String {
        let Self { instructions, cycles, bytes: [first, second] } = self;
        format!("{instructions:>8.0}{cycles:>8.0}{:>6.2}{first:>8.2}{second:>8.2}", instructions / cycles)
    }
}

pub(super) fn table(args: &CyclesArgs) -> Result<String, Error> {
    let cells = format!("{:>8}{:>8}{:>6}{:>8}{:>8}", "instr.", "cycles", "ipc", "256", "512");
    let mut text = format!("{:<34}{:<38}  {}\n", "", "in the order of the algorithm", "scheduled for the model");
    writeln!(text, "{:<14}{:<20}{cells}  {cells}", "model", "set").map_err(failed)?;
    let sets: Vec<String> = match &args.set {
        Some(set) => vec![known(set)?.target.name],
        None => kernels().map(|kernel| kernel.target.name).collect(),
    };
    let models = match &args.model {
        Some(name) => vec![model(name)?],
        None => models(),
    };
    for model in models {
        let ports = ports(&model, &args.ports)?;
        let kinds: &[Kind] = if args.sha3 { &[Kind::Extension, Kind::Sha3] } else { &[Kind::Extension] };
        let model = kinds.iter().fold(model, |model, &kind| model.with(kind, ports, args.latency));
        for set in &sets {
            let before = Figures::new(&known(set)?, &model).cells();
            let after = known(set)?.scheduled(&model);
            let cells = Figures::new(&after, &model).cells();
            writeln!(text, "{:<14}{set:<20}{before}  {cells}", model.name).map_err(failed)?;
            let Some((kernel, left_out)) = tuned(&after.target, &model) else { continue };
            if permutation(&kernel, ROUNDS, &model) < permutation(&after, ROUNDS, &model) {
                let before =
                    Kernel::new(&kernel.target).map_or(String::new(), |kernel| Figures::new(&kernel, &model).cells());
                let cells = Figures::new(&kernel, &model).cells();
                let name = format!("  less {}", left_out.join(", "));
                writeln!(text, "{:<14}{name:<20}{before}  {cells}", "").map_err(failed)?;
            }
        }
    }
    text.push_str(
        "\nInstructions and cycles are those of one permutation with the loads and stores of its state; ipc is\n\
         instructions per cycle; 256 and 512 are cycles per byte for further blocks of a long message of SHA3-256\n\
         and SHA3-512. All are per state if two are computed at a time. Instructions of the extension cost the\n\
         same as ARM's for SHA-3, unless options say otherwise. The line below a set, if there is one, shows that\n\
         plain logic in place of some instructions takes fewer cycles. The models are not measurements.\n",
    );
    Ok(text)
}

pub(super) fn assembly(args: &AssemblyArgs) -> Result<String, Error> {
    let kernel = known(&args.set)?;
    let kernel = match &args.scheduled {
        Some(name) => kernel.scheduled(&model(name)?),
        None => kernel,
    };
    let lines = trace(&kernel.permutation(ROUNDS), 1);
    let mut text = String::new();
    for model in models() {
        writeln!(text, "// {}: {} cycles", model.name, cycles(&lines, &model)).map_err(failed)?;
    }
    text.extend(lines.iter().map(|operation| operation.assembly() + "\n"));
    Ok(text)
}
