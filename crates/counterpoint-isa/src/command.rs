//! `counterpoint isa`: counts instructions, proves kernels, and shows what each instruction does.

use crate::ascon::targets as all_targets;
use crate::count::{ROUNDS, SPONGES, each_byte, permutation};
use crate::instruction::{Definition, Encoding, File};
use crate::kernels::{Blocks, Kernel, Task};
use crate::machine::{MEMORY, Machine, PROGRAM};
use crate::operation::{Named, Operation};
use crate::program::Program;
use crate::prove::prove;
use crate::run::{self, machine};
use crate::sets::ascon::A;
use crate::sets::{SETS, instructions as all_instructions};
use crate::spec::{State, full_rounds};
use crate::target::targets;
use clap::{Args, Subcommand};
use counterpoint_console::exit::{self, Error, Exit};
use counterpoint_console::streams;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::process::ExitCode;

mod ascon;

/// Instructions for Keccak: counted, proved and explained.
#[derive(Debug, Args)]
#[command(after_help = exit::with_codes("Examples:
  counterpoint isa table
  counterpoint isa count k
  counterpoint isa ascon
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
    /// Prints how many instructions Ascon takes, for a permutation and for each byte.
    Ascon,
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
    /// Prints programs as words, and what each instruction writes, as lines of JSON for other emulators.
    Dump {
        /// The set of instructions.
        #[arg(value_name = "SET")]
        set: String,
    },
    /// Prints the formulas of the extension by the codes of its instructions, as JSON for other emulators.
    Formulas,
    /// Proves that each kernel computes its permutation, for all states.
    Prove,
}

/// The widths of lanes in bits.
const WIDTHS: [u32; 4] = [64, 32, 16, 8];

fn rounds(text: &str) -> Result<usize, String> {
    let rounds = text.parse().ok().filter(|rounds| (0..=ROUNDS).contains(rounds));
    rounds.ok_or_else(|| format!("Keccak-p[1600] has 0 to {ROUNDS} rounds"))
}

/// Runs `counterpoint isa`.
pub fn run(args: &IsaArgs) -> ExitCode {
    let text = match &args.command {
        Command::Table => table(),
        Command::Count { set, rounds } => known(set).and_then(|kernel| count(&kernel, *rounds)),
        Command::Ascon => ascon::table(),
        Command::Instructions => Ok(instructions()),
        Command::Trace { set, rounds } => known(set).and_then(|kernel| trace(&kernel, *rounds)),
        Command::Sets => Ok(all_targets().iter().map(|target| format!("{}\n", target.name)).collect()),
        Command::Dump { set } => dump_all(set),
        Command::Formulas => Ok(formulas()),
        Command::Prove => proofs(),
    };
    exit::code(text.and_then(|text| Ok(streams::output()?.write_all(text.as_bytes())?)).map(|()| Exit::Good))
}

fn known(name: &str) -> Result<Kernel, Error> {
    let all = all_targets();
    let kernel = all.iter().find(|target| target.name == name).and_then(Kernel::new);
    kernel.ok_or_else(|| {
        let names: Vec<&str> = all.iter().map(|target| target.name.as_str()).collect();
        Error::Usage(format!("{name}: no kernel is for a set of this name; there are {}", names.join(", ")))
    })
}

/// Returns the kernel of each target.
fn kernels() -> impl Iterator<Item = Kernel> {
    targets().into_iter().filter_map(|target| Kernel::new(&target))
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
    for kernel in kernels() {
        let all: u64 = permutation(&kernel, ROUNDS).map_err(failed)?.values().sum();
        write!(text, "{:<30}{all:>12}", kernel.target.name).map_err(failed)?;
        for sponge in SPONGES {
            let each = each_byte(&kernel, sponge).map_err(failed)?;
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
        Encoding::Arm { word, .. } => format!("{word:#010x}"),
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

/// Returns what the instructions of the extension do: by their codes, the name, the number of sources, and the lanes of
/// the result.
fn formulas() -> String {
    let mut codes = BTreeMap::new();
    for definition in all_instructions() {
        let Encoding::Extension(first) = definition.encoding else { continue };
        for (width, immediate) in definition.forms() {
            let lanes: Vec<String> = (definition.formulas)(width, immediate).iter().map(ToString::to_string).collect();
            let form = serde_json::json!({
                "name": definition.name,
                "sources": definition.sources,
                "reads_destination": definition.reads_destination,
                "width": width,
                "lanes": lanes,
            });
            codes.insert((width.ilog2() - 3) << 6 | (first + immediate), form);
        }
    }
    format!("{}\n", serde_json::json!(codes))
}

fn trace(kernel: &Kernel, rounds: usize) -> Result<String, Error> {
    let states = vec![core::array::from_fn(|lane| lane as u64); kernel.target.states];
    let mut text = String::new();
    for step in steps(&mut machine(&kernel.permutation(rounds), 64, rounds, &states))? {
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
fn contents(machine: &Machine<u128>, (file, number): Named) -> (String, u128) {
    match file {
        File::Vector => (format!("v{number}"), *machine.vector(number.into())),
        File::General => (format!("x{number}"), (*machine.general(number.into())).into()),
    }
}

/// Returns the programs of a target for Keccak and Ascon. Those of set A for Keccak are those of set K.
fn dump_all(set: &str) -> Result<String, Error> {
    let kernel = known(set)?;
    let mut text = if set == A.name { String::new() } else { dump(&kernel)? };
    ascon::dump(&mut text, set)?;
    Ok(text)
}

/// Returns a program for each width, and one for each task, each with what its instructions write: a line of JSON each.
fn dump(kernel: &Kernel) -> Result<String, Error> {
    let mut text = String::new();
    let states: Vec<State<u64>> = (0..kernel.target.states as u64)
        .map(|state| core::array::from_fn(|lane| (25 * state + lane as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)))
        .collect();
    for width in WIDTHS {
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

fn dumped(text: &mut String, name: &str, program: &Program, mut machine: Machine<u128>) -> Result<(), Error> {
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

fn proofs() -> Result<String, Error> {
    let mut text = String::new();
    for kernel in kernels() {
        let (name, states) = (&kernel.target.name, kernel.target.states);
        for width in WIDTHS {
            let rounds = full_rounds(width);
            let proved = prove(&kernel.permutation(rounds), width, rounds, states);
            let proved = proved.map_err(|why| failed(format!("{name}, {width} bits: {why}")))?;
            let (rounds, products) = (proved.rounds, proved.products);
            writeln!(text, "{name}, lanes of {width} bits: {rounds} rounds proved, {products} products compared")
                .map_err(failed)?;
        }
    }
    ascon::proofs(&mut text)?;
    Ok(text)
}
