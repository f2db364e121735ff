//! `counterpoint isa`: counts instructions, proves kernels, and shows what each instruction does.

use crate::count::{ROUNDS, SPONGES, block, permutation};
use crate::instruction::{Definition, Encoding};
use crate::kernels::{KERNELS, Kernel, kernel};
use crate::machine::{MEMORY, Machine, PROGRAM};
use crate::operation::Operation;
use crate::prove::prove;
use crate::run::machine;
use crate::sets::SETS;
use crate::spec::State;
use crate::verilog;
use clap::{Args, Subcommand, ValueEnum};
use counterpoint_console::exit::{self, Error, Exit};
use counterpoint_console::streams;
use std::fmt::Write as _;
use std::io::Write as _;
use std::process::ExitCode;

/// Instructions for Keccak: counted, proved and explained.
#[derive(Debug, Args)]
#[command(after_help = exit::with_codes("Examples:
  counterpoint isa table
  counterpoint isa count k
  counterpoint isa instructions
  counterpoint isa trace k --rounds 1
  counterpoint isa prove"))]
pub struct IsaArgs {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Prints the figures of the paper and ours beside them.
    Table,
    /// Prints how often each instruction is run by a permutation.
    Count {
        /// The set of instructions.
        #[arg(value_name = "SET")]
        set: String,
        /// The number of rounds.
        #[arg(long, default_value_t = ROUNDS, value_parser = rounds)]
        rounds: usize,
    },
    /// Prints what each instruction does, lane by lane, and how it is encoded.
    Instructions,
    /// Prints each instruction of a permutation with the register that it writes.
    Trace {
        /// The set of instructions.
        #[arg(value_name = "SET")]
        set: String,
        /// The number of rounds.
        #[arg(long, default_value_t = 1, value_parser = rounds)]
        rounds: usize,
    },
    /// Prints the names of the sets that have a kernel.
    Sets,
    /// Prints a program as words, and what each instruction writes, as JSON for other emulators.
    Dump {
        /// The set of instructions.
        #[arg(value_name = "SET")]
        set: String,
        /// The number of rounds.
        #[arg(long, default_value_t = ROUNDS, value_parser = rounds)]
        rounds: usize,
    },
    /// Prints instructions in SystemVerilog: their definitions, or a unit that computes them.
    Verilog {
        /// The set of instructions.
        #[arg(value_name = "SET")]
        set: String,
        /// What to print.
        #[arg(value_enum, default_value_t = Hardware::Unit)]
        what: Hardware,
        /// The instructions; without this option all of the set.
        #[arg(long, value_name = "NAMES", value_delimiter = ',')]
        only: Vec<String>,
        /// The beginning of the names of modules; without this option the name of the set.
        #[arg(long)]
        name: Option<String>,
    },
    /// Proves that each kernel computes Keccak-f[1600], for all states.
    Prove,
}

/// What to print of instructions in SystemVerilog.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Hardware {
    /// The code of each instruction with its immediate operand.
    Codes,
    /// The definitions as they are, and the assertion that the unit computes the same.
    Reference,
    /// The decoder of the unit: which signals of the datapath each code sets.
    Decode,
    /// The datapath of the unit, which the instructions share.
    Datapath,
    /// The unit: decoder and datapath together.
    Unit,
}

fn rounds(text: &str) -> Result<usize, String> {
    let rounds = text.parse().ok().filter(|rounds| (0..=ROUNDS).contains(rounds));
    rounds.ok_or_else(|| format!("Keccak-p[1600] has 0 to {ROUNDS} rounds"))
}

/// Runs `counterpoint isa`.
pub fn run(args: &IsaArgs) -> ExitCode {
    let text = match &args.command {
        Command::Table => table(),
        Command::Count { set, rounds } => known(set).and_then(|kernel| count(kernel, *rounds)),
        Command::Instructions => Ok(instructions()),
        Command::Trace { set, rounds } => known(set).and_then(|kernel| trace(kernel, *rounds)),
        Command::Sets => Ok(KERNELS.map(|kernel| format!("{}\n", kernel.set)).concat()),
        Command::Dump { set, rounds } => known(set).and_then(|kernel| dump(kernel, *rounds)),
        Command::Verilog { set, what, only, name } => hardware(set, *what, only, name.as_deref().unwrap_or(set)),
        Command::Prove => proofs(),
    };
    exit::code(text.and_then(|text| Ok(streams::output()?.write_all(text.as_bytes())?)).map(|()| Exit::Good))
}

fn known(set: &str) -> Result<&'static Kernel, Error> {
    kernel(set).ok_or_else(|| {
        let names: Vec<&str> = KERNELS.iter().map(|kernel| kernel.set).collect();
        Error::Usage(format!("{set}: no kernel is for a set of this name; there are {}", names.join(", ")))
    })
}

fn hardware(set: &str, what: Hardware, only: &[String], name: &str) -> Result<String, Error> {
    let set = SETS.into_iter().find(|known| known.name == set).ok_or_else(|| {
        let names: Vec<&str> = SETS.iter().map(|set| set.name).collect();
        Error::Usage(format!("{set}: no set has this name; there are {}", names.join(", ")))
    })?;
    let names: Vec<&str> = set.instructions.iter().map(|definition| definition.name).collect();
    if let Some(unknown) = only.iter().find(|name| !names.contains(&name.as_str())) {
        let names = names.join(", ");
        return Err(Error::Usage(format!("{unknown}: set {} has no such instruction; it has {names}", set.name)));
    }
    let chosen = |definition: &&&Definition| only.is_empty() || only.iter().any(|name| name == definition.name);
    let definitions: Vec<&Definition> = set.instructions.iter().filter(chosen).copied().collect();
    let forms = verilog::forms(&definitions);
    let unit = || verilog::unit(name, &forms).map_err(failed);
    match what {
        Hardware::Codes => Ok(forms.iter().map(|form| format!("{:<4}{}\n", form.code, form.name)).collect()),
        Hardware::Reference => Ok(verilog::reference(name, &forms)),
        Hardware::Decode => Ok(unit()?.decode),
        Hardware::Datapath => Ok(unit()?.datapath),
        Hardware::Unit => Ok(unit()?.unit),
    }
}

fn failed(error: impl ToString) -> Error {
    Error::Failed(error.to_string())
}

/// What the abstract of the paper, and measurements of the code that it compares with, say of instructions for each
/// byte: a name, and the figures for the functions of [`SPONGES`].
const PAPER: [(&str, [Option<f64>; 4]); 2] = [
    ("ARMv7 NEON, code of the time", [Some(48.1), Some(33.4), Some(25.5), Some(20.6)]),
    ("the paper's extension", [Some(21.9), None, None, None]),
];

fn table() -> Result<String, Error> {
    let mut text = format!("{:<30}{:>12}", "instructions", "f[1600]");
    for sponge in SPONGES {
        write!(text, "{:>12}", sponge.name).map_err(failed)?;
    }
    text.push('\n');
    for (name, figures) in PAPER {
        write!(text, "{name:<30}{:>12}", "").map_err(failed)?;
        for figure in figures {
            let figure = figure.map_or("-".to_owned(), |figure| format!("{figure:.1}/byte"));
            write!(text, "{figure:>12}").map_err(failed)?;
        }
        text.push('\n');
    }
    for kernel in KERNELS {
        let all: u64 = permutation(kernel, ROUNDS).map_err(failed)?.values().sum();
        write!(text, "{:<30}{all:>12}", format!("set {}", kernel.set)).map_err(failed)?;
        for sponge in SPONGES {
            let each = block(kernel, sponge).map_err(failed)? as f64 / (8 * sponge.rate_lanes) as f64;
            write!(text, "{:>12}", format!("{each:.1}/byte")).map_err(failed)?;
        }
        text.push('\n');
    }
    text.push_str(
        "\nA permutation includes the loads and stores of its state. Instructions for each byte are those of each\n\
         further block of a long message, whose state stays in registers. The sets are not those of the paper, of\n\
         which only the abstract is public.\n",
    );
    Ok(text)
}

fn count(kernel: &Kernel, rounds: usize) -> Result<String, Error> {
    let counts = permutation(kernel, rounds).map_err(failed)?;
    let mut text = String::new();
    for (name, count) in &counts {
        writeln!(text, "{name:<8}{count:>6}").map_err(failed)?;
    }
    writeln!(text, "{:<8}{:>6}", "all", counts.values().sum::<u64>()).map_err(failed)?;
    Ok(text)
}

fn instructions() -> String {
    let mut text = String::new();
    for set in SETS {
        text.push_str(&format!("Set {}: {}\n", set.name, set.about));
        for definition in set.instructions {
            text.push_str(&explained(definition));
        }
        text.push('\n');
    }
    text
}

/// Returns what an instruction does, for each width and immediate operand.
fn explained(definition: &Definition) -> String {
    let named = definition.sources - usize::from(definition.reads_destination);
    let registers = ["d", "n", "m", "a"][..=named].join(", ");
    let encoding = match definition.encoding {
        Encoding::Arm(word) | Encoding::ArmShift { word, .. } => format!("{word:#010x}"),
        Encoding::Extension(first) => format!("code {first}"),
    };
    let mut text = format!("\n  {} {registers}    {encoding}\n    {}\n", definition.name, definition.about);
    for (width, immediate) in definition.forms() {
        // Shifts and rotations by all numbers of places are alike.
        if definition.immediates.len() as u32 + 1 >= width && immediate > 1 {
            continue;
        }
        let number = if definition.has_immediate() { format!("#{immediate}: ") } else { String::new() };
        let lanes = (definition.formulas)(width, immediate);
        let lanes: Vec<String> =
            lanes.iter().enumerate().map(|(lane, formula)| format!("d[{lane}] = {formula}")).collect();
        text.push_str(&format!("    {number}{}\n", lanes.join("; ")));
    }
    text
}

fn trace(kernel: &Kernel, rounds: usize) -> Result<String, Error> {
    let state: State<u64> = core::array::from_fn(|lane| lane as u64);
    let mut text = String::new();
    for step in steps(&mut machine(&kernel.permutation(rounds), rounds, &state, &[]))? {
        let result = step.written.map_or(String::new(), |(register, value)| format!("v{register} = {value:032x}"));
        writeln!(text, "{:#x}  {:<28}  {result}", step.address, step.operation.to_string()).map_err(failed)?;
    }
    Ok(text)
}

/// An instruction that was run.
struct Step {
    address: u64,
    operation: Operation,
    /// The vector register that it has written, and what that contains then.
    written: Option<(u8, u128)>,
}

/// Runs a program to its end.
fn steps(machine: &mut Machine<u128>) -> Result<Vec<Step>, Error> {
    let mut steps = Vec::new();
    loop {
        let address = machine.address();
        let operation = machine.step().map_err(failed)?;
        let written = operation.written().map(|register| (register, *machine.vector(register.into())));
        steps.push(Step { address, operation, written });
        if operation.ends() {
            return Ok(steps);
        }
    }
}

fn dump(kernel: &Kernel, rounds: usize) -> Result<String, Error> {
    let state: State<u64> = core::array::from_fn(|lane| (lane as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let program = kernel.permutation(rounds);
    let mut machine = machine(&program, rounds, &state, &[]);
    let (memory, general) = (machine.memory().to_vec(), [MEMORY, MEMORY + 8 * state.len() as u64]);
    let steps: Vec<serde_json::Value> = steps(&mut machine)?
        .iter()
        .map(|step| {
            let value = step.written.map(|(_, value)| format!("{value:x}"));
            let register = step.written.map(|(register, _)| register);
            let text = step.operation.to_string();
            serde_json::json!({ "address": step.address, "text": text, "register": register, "value": value })
        })
        .collect();
    let dump = serde_json::json!({
        "program": PROGRAM,
        "words": program.words(),
        "address": MEMORY,
        "memory": memory,
        "general": general,
        "steps": steps,
        "result": machine.memory(),
    });
    Ok(format!("{dump}\n"))
}

fn proofs() -> Result<String, Error> {
    let mut text = String::new();
    for kernel in KERNELS {
        let proved = prove(&kernel.permutation(ROUNDS)).map_err(|why| failed(format!("set {}: {why}", kernel.set)))?;
        let (rounds, products) = (proved.rounds, proved.products);
        writeln!(text, "set {}: {rounds} rounds proved, {products} products compared", kernel.set).map_err(failed)?;
    }
    Ok(text)
}
