//! The program `counterpoint-isa`: counts instructions, proves kernels, and shows what each instruction does.

use crate::ascon::targets as all_targets;
use crate::console::{self, Error, failed, shown};
use crate::count::{ROUNDS, block, permutation};
use crate::documents::{Document, described, documents};
use crate::kernels::Kernel;
use crate::prove::prove;
use crate::sets::SETS;
use crate::spec::full_rounds;
use crate::target::packed_targets;
use clap::{Parser, Subcommand};
use kernels::{kernels, known, packed_kernels, widths};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

mod ascon;
mod cost;
mod cycles;
mod dump;
mod emulate;
mod figures;
mod files;
mod frontier;
mod function;
mod hardware;
mod kernels;
mod record;
mod steps;
mod table;

/// The name of this program, with which its messages begin.
const PROGRAM: &str = "counterpoint-isa";

/// Instructions for Keccak: counted, proved and explained.
#[derive(Debug, Parser)]
#[command(name = PROGRAM, version, arg_required_else_help = true, disable_help_subcommand = true)]
#[command(after_help = console::with_codes("Examples:
  counterpoint-isa table
  counterpoint-isa count k
  counterpoint-isa count k --function lake-keyak
  counterpoint-isa run sha3-256 --set k --in README.md
  counterpoint-isa ascon
  counterpoint-isa instructions
  counterpoint-isa trace k --rounds 1
  counterpoint-isa emulate program.s --trace
  counterpoint-isa cost set.toml
  counterpoint-isa cycles k
  counterpoint-isa prove"))]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Prints our figures beside the paper's.
    Table(table::TableArgs),
    /// Prints how often a permutation, or a block of a message, runs each instruction.
    Count {
        /// The set of instructions.
        #[arg(value_name = "SET")]
        set: String,
        /// The number of rounds.
        #[arg(long, default_value_t = ROUNDS, value_parser = rounds)]
        rounds: usize,
        /// Count for each further block of a message with this function instead.
        #[arg(long, value_name = "FUNCTION", conflicts_with = "rounds")]
        function: Option<String>,
    },
    /// Computes a function on the emulator, and prints its output in hexadecimal and the number of instructions. A MiB
    /// takes from some seconds to a minute.
    Run(function::FunctionArgs),
    /// Prints the instructions of Ascon, for a permutation and per byte.
    Ascon,
    /// Prints what each instruction does, lane by lane, and how it is encoded.
    Instructions,
    /// Prints each instruction of a permutation with the result that it writes.
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
    /// Prints the cost of instruction sets described in TOML files.
    Cost(cost::CostArgs),
    /// Prints the instruction sets that no other one beats in both gates and instructions.
    Frontier(frontier::FrontierArgs),
    /// Prints all instruction sets of the search with the figures of their kernels, as lines of JSON.
    Candidates(frontier::CandidatesArgs),
    /// Writes the reference of the extension's instructions, macros for assemblers, and vectors for tests.
    Write {
        /// The folder to write the files to.
        #[arg(value_name = "FOLDER")]
        folder: PathBuf,
    },
    /// Prints the names of the sets that have a kernel.
    Sets {
        /// Print the sets of kernels that compute several states with short lanes side by side.
        #[arg(long)]
        packed: bool,
    },
    /// Prints programs as words, and the results of each instruction, as lines of JSON for other emulators.
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
    /// Prints the cycles of kernels on models of processors, as they are and scheduled for each model.
    Cycles(cycles::CyclesArgs),
    /// Prints a permutation for an assembler, as input for llvm-mca.
    Assembly(cycles::AssemblyArgs),
}

fn rounds(text: &str) -> Result<usize, String> {
    let rounds = text.parse().ok().filter(|rounds| (0..=ROUNDS).contains(rounds));
    rounds.ok_or_else(|| format!("Keccak-p[1600] has 0 to {ROUNDS} rounds"))
}

/// Runs the program with the arguments of the process, and returns the exit code.
pub fn main() -> ExitCode {
    let text = match Cli::try_parse() {
        Ok(args) => run(&args.command),
        Err(error) if error.use_stderr() => error.exit(),
        Err(help) => Ok(help.render().to_string()),
    };
    console::exit_code(PROGRAM, text.and_then(|text| console::print(text.as_bytes())))
}

/// Returns what a command prints.
fn run(command: &Command) -> Result<String, Error> {
    match command {
        Command::Table(args) => table::run(args),
        Command::Count { set, rounds, function } => {
            known(set).and_then(|kernel| count(&kernel, *rounds, function.as_deref()))
        }
        Command::Run(args) => function::run(args),
        Command::Instructions => Ok(described(&SETS)),
        Command::Trace { set, rounds } => known(set).and_then(|kernel| steps::trace(&kernel, *rounds)),
        Command::Ascon => ascon::table(),
        Command::Emulate(args) => emulate::run(args),
        Command::Cost(args) => cost::run(args),
        Command::Frontier(args) => frontier::run(args),
        Command::Candidates(args) => frontier::listed(args),
        Command::Write { folder } => write(folder),
        Command::Sets { packed } => {
            let targets = if *packed { packed_targets() } else { all_targets() };
            Ok(targets.iter().map(|target| format!("{}\n", target.name)).collect())
        }
        Command::Dump { set } => dump::dump_all(set),
        Command::Formulas => Ok(dump::formulas()),
        Command::Verilog(args) => hardware::run(args),
        Command::Prove => proofs(),
        Command::Cycles(args) => cycles::table(args),
        Command::Assembly(args) => cycles::assembly(args),
    }
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

/// Writes the documents, and returns their names.
fn write(folder: &Path) -> Result<String, Error> {
    let written = documents().into_iter().map(|Document { name, contents }| {
        let path = folder.join(name);
        console::write(&path, contents.as_bytes())?;
        Ok(format!("{}\n", shown(path.as_os_str())))
    });
    written.collect()
}

fn proofs() -> Result<String, Error> {
    let mut text = String::new();
    for kernel in kernels().chain(packed_kernels()) {
        let (name, states) = (&kernel.target.name, kernel.target.states());
        for width in widths(&kernel) {
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
