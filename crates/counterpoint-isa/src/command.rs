//! `counterpoint isa`: counts instructions, proves kernels, and shows what each instruction does.

use crate::ascon::targets as all_targets;
use crate::count::{ROUNDS, block, permutation};
use crate::documents::{Document, documents};
use crate::encoding::code;
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
use counterpoint_console::messages::shown;
use counterpoint_console::{output, streams};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

mod ascon;
mod cost;
mod cycles;
mod emulate;
mod files;
mod frontier;
mod function;
mod hardware;
mod table;

/// Instructions for Keccak: counted, proved and explained.
#[derive(Debug, Args)]
#[command(after_help = exit::with_codes("Examples:
  counterpoint isa table
  counterpoint isa count k
  counterpoint isa count k --function lake-keyak
  counterpoint isa run sha3-256 --set k --in README.md
  counterpoint isa ascon
  counterpoint isa instructions
  counterpoint isa trace k --rounds 1
  counterpoint isa emulate program.s --trace
  counterpoint isa cost set.toml
  counterpoint isa cycles k
  counterpoint isa prove"))]
pub struct IsaArgs {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Prints the figures of the paper and ours beside them.
    Table,
    /// Prints how often each instruction is run by a permutation, or for a block of a message.
    Count {
        /// The set of instructions.
        #[arg(value_name = "SET")]
        set: String,
        /// The number of rounds.
        #[arg(long, default_value_t = ROUNDS, value_parser = rounds)]
        rounds: usize,
        /// Count for each further block of a message by this function instead.
        #[arg(long, value_name = "FUNCTION", conflicts_with = "rounds")]
        function: Option<String>,
    },
    /// Computes a function on the emulator, and prints its output in hexadecimal and the number of instructions. A MiB
    /// takes some seconds to a minute.
    Run(function::FunctionArgs),
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
    /// Runs a program from a file, and counts its instructions.
    Emulate(emulate::EmulateArgs),
    /// Prints what sets of instructions cost that TOML files describe.
    Cost(cost::CostArgs),
    /// Prints the sets of instructions that no other one beats in both gates and instructions.
    Frontier(frontier::FrontierArgs),
    /// Prints all sets of instructions of the search, with what their kernels take, as lines of JSON.
    Candidates(frontier::CandidatesArgs),
    /// Writes the reference of the extension's instructions, macros for assemblers, and vectors for tests.
    Write {
        /// The folder in which the files are written.
        #[arg(value_name = "FOLDER")]
        folder: PathBuf,
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
    /// Prints instructions in SystemVerilog: their definitions, or a unit that computes them.
    Verilog(hardware::VerilogArgs),
    /// Proves that each kernel computes its permutation, for all states.
    Prove,
    /// Prints how many cycles kernels take on models of processors, as they are and ordered for them.
    Cycles(cycles::CyclesArgs),
    /// Prints a permutation for an assembler, to be read by llvm-mca.
    Assembly(cycles::AssemblyArgs),
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
        Command::Table => table::run(),
        Command::Count { set, rounds, function } => {
            known(set).and_then(|kernel| count(&kernel, *rounds, function.as_deref()))
        }
        Command::Run(args) => function::run(args),
        Command::Instructions => Ok(instructions()),
        Command::Trace { set, rounds } => known(set).and_then(|kernel| trace(&kernel, *rounds)),
        Command::Ascon => ascon::table(),
        Command::Emulate(args) => emulate::run(args),
        Command::Cost(args) => cost::run(args),
        Command::Frontier(args) => frontier::run(args),
        Command::Candidates(args) => frontier::listed(args),
        Command::Write { folder } => write(folder),
        Command::Sets => Ok(all_targets().iter().map(|target| format!("{}\n", target.name)).collect()),
        Command::Dump { set } => dump_all(set),
        Command::Formulas => Ok(formulas()),
        Command::Verilog(args) => hardware::run(args),
        Command::Prove => proofs(),
        Command::Cycles(args) => cycles::table(args),
        Command::Assembly(args) => cycles::assembly(args),
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

fn count(kernel: &Kernel, rounds: usize, function: Option<&str>) -> Result<String, Error> {
    let counts = match function {
        Some(name) => block(kernel, &function::named(name)?.blocks),
        None => permutation(kernel, rounds),
    };
    let counts = counts.map_err(failed)?;
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

/// Writes the documents, and returns their names.
fn write(folder: &Path) -> Result<String, Error> {
    let written = documents().into_iter().map(|Document { name, contents }| {
        let path = folder.join(name);
        output::write(&path, contents.as_bytes()).map_err(Error::Failed)?;
        Ok(format!("{}\n", shown(path.as_os_str())))
    });
    written.collect()
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
