//! `counterpoint-isa emulate`: runs a user's program.

use super::files;
use crate::assembly::assemble;
use crate::console::{self, Error, failed, shown};
use crate::machine::{MEMORY, Machine};
use crate::operation::Operation;
use clap::Args;
use std::fmt::Write as _;
use std::path::PathBuf;

/// The size of the stack in bytes.
const STACK_BYTES: usize = 4096;

/// The arguments.
#[derive(Debug, Args)]
pub(super) struct EmulateArgs {
    /// The program: assembly as printed by `trace`, or 32-bit words, the least significant byte first, if the name ends
    /// in .bin.
    #[arg(value_name = "FILE")]
    program: PathBuf,
    /// The contents of the memory, whose address is in x0 and length in bytes in x1. [default: 4096 zeros]
    #[arg(long, value_name = "FILE")]
    memory: Option<PathBuf>,
    /// Write the memory to this file after the run.
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// The greatest number of instructions.
    #[arg(long, default_value_t = 10_000_000, value_name = "NUMBER")]
    steps: u64,
    /// Print each instruction and its results.
    #[arg(long)]
    trace: bool,
}

/// Runs a program. Returns how often each instruction ran, preceded by the results of each if requested.
pub(super) fn run(args: &EmulateArgs) -> Result<String, Error> {
    let words = words(args)?;
    let memory = args.memory.as_ref().map_or_else(|| Ok(vec![0; 4096]), |path| files::read(path))?;
    let length = memory.len();
    let mut bytes: Vec<u64> = memory.into_iter().map(u64::from).collect();
    bytes.resize(length.next_multiple_of(16) + STACK_BYTES, 0);
    let stack = MEMORY + bytes.len() as u64 - STACK_BYTES as u64;
    let mut machine = Machine::<u128>::new(&words, bytes);
    machine.set_general(0, MEMORY);
    machine.set_general(1, length as u64);
    machine.set_stack(stack);
    let name = shown(args.program.as_os_str());
    let mut text = String::new();
    if args.trace { trace(&mut machine, args.steps, &mut text) } else { machine.run(args.steps) }
        .map_err(|fault| Error::Failed(format!("{name}: {fault}")))?;
    if let Some(path) = &args.output {
        let bytes: Vec<u8> = machine.memory()[..length].iter().map(|&byte| byte as u8).collect();
        console::write(path, &bytes)?;
    }
    for (name, count) in machine.counts() {
        writeln!(text, "{name:<8}{count:>10}").map_err(failed)?;
    }
    writeln!(text, "{:<8}{:>10}", "all", machine.steps()).map_err(failed)?;
    Ok(text)
}

fn words(args: &EmulateArgs) -> Result<Vec<u32>, Error> {
    let name = shown(args.program.as_os_str());
    if args.program.extension().is_none_or(|extension| extension != "bin") {
        return assemble(&files::read_text(&args.program)?).map_err(|error| Error::Failed(format!("{name}: {error}")));
    }
    let bytes = files::read(&args.program)?;
    let (words, rest) = bytes.as_chunks();
    if !rest.is_empty() {
        return Err(Error::Failed(format!("{name}: {} bytes, which are not whole words of 4", bytes.len())));
    }
    Ok(words.iter().map(|&word| u32::from_le_bytes(word)).collect())
}

fn trace(machine: &mut Machine<u128>, most: u64, text: &mut String) -> Result<(), crate::machine::Fault> {
    for _ in 0..most {
        let address = machine.address();
        let operation = machine.step()?;
        let written = operation.writes().into_iter().map(|named| super::steps::contents(machine, named));
        let written: Vec<String> = written.map(|(name, value)| format!("{name} = {value:x}")).collect();
        text.push_str(&format!("{address:#x}  {:<28}  {}\n", operation.to_string(), written.join(", ")));
        if let Operation::Return = operation {
            return Ok(());
        }
    }
    Err(crate::machine::Fault::Endless { steps: most })
}
