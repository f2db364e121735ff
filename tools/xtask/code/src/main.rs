//! The tasks that read machine code: `cargo xtask kernels`, `prove`, `mca` and `constant-time`.
//!
//! They look at one build of the library: one that is there (`--library`), or one that they make themselves
//! ([`build`]). As a RUSTC_WRAPPER, this program keeps the compiler's remarks on the library, see
//! `tools/xtask/remarks`.

use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

mod build;
mod constant_time;
mod kernels;
mod lists;
mod mca;
mod memory;
mod outcome;
mod prove;
mod prove_avr;
mod same;

const USAGE: &str = "\
usage: cargo xtask TASK

  kernels [BUILD] [--record] [--any-length] [--memory FOLDER]
                 the machine code of every kernel: no calls, no gathers, constant time where promised; --record renews
                 the instruction counts, with all techniques; --any-length does not compare them, for a build of
                 another profile. Code without a finding is remembered in target/gates/kernels, or in FOLDER;
                 FORCE=1 in the environment looks at all
  kernels --module FILE --lists FILE
                 the same for a module of WebAssembly that has its names
  kernels --same RLIB RLIB
                 that each kernel which is in both builds of the library has the same machine code and constants
  kernels --linked PROGRAM --lists FILE
                 that the program contains the kernels of the lists, and no other
  kernels --no-vectors LIBRARY --beside RLIB
                 that no function of the library has an instruction with a vector register; with the counts of its
                 kernels there and in an ordinary build
  prove [BUILD] [ALGORITHM | IMPLEMENTATION]...
        [--principal | --any-number | --on-values] [--list] [--reasons] [--memory FOLDER]
        [--mutants COUNT [--seed SEED]] [--validate]
                 that the machine code of every kernel computes what the specification says, for all inputs;
                 --principal proves two cases of each kernel instead of all, --any-number only that it is right for
                 any number of blocks; --on-values runs all cases on random values instead: a test and no proof, but
                 fast; with it, --reasons fails if a branch leads to instructions that no case runs, unless
                 tools/xtask/code/kernels.unreached has a reason for a line that it comes from (a --library needs line
                 tables); --list prints the instructions that no case runs; --mutants flips bits of kernels, which must
                 not be proved then; --validate compares the model of the instructions with this CPU. Proofs are
                 remembered in target/gates/proofs, or in FOLDER, by the machine code and the prover;
                 FORCE=1 in the environment proves all anew
  prove --avr [PROGRAM]... [--list] [--memory FOLDER] [--mutants COUNT [--seed SEED]] [--validate]
                 the same for the programs of the 8-bit assembly, which avr-gcc links; --validate compares the model of
                 their instructions with simavr
  mca --models NAMES [BUILD] [ALGORITHM | IMPLEMENTATION]...
                 cycles a block of every kernel, by LLVM's models of these CPUs (`znver4,icelake-server`)
  constant-time [BUILD] [--program FILE] [--types | ALGORITHM...]
                 every implementation under valgrind, with all that is secret marked so, or every public type that
                 takes a secret and the C interface; FILE is the program `under_valgrind` of the package xtask-lists,
                 built with the library

BUILD is one of
  (nothing)      the library as it ships, built for this machine in target/kernels
  --all-techniques
                 the same with the implementations that no machine chooses
  --target TRIPLE --lists FILE [--all-techniques]
                 built for another target; FILE has what `xtask-lists` printed there
  --library RLIB --lists FILE [--remarks FILE]
                 the library that is there. `kernels` needs the compiler's remarks on stack frames, which a build with
                 RUSTC_WRAPPER=target/release/xtask leaves beside the RLIB in target/release/deps";

fn main() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    if xtask_remarks::is_compilation(&arguments) {
        return xtask_remarks::compile(&arguments);
    }
    let arguments: Vec<String> = arguments.into_iter().map(|text| text.to_string_lossy().into_owned()).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outcome = match arguments[..] {
        ["kernels", "--same", one, other] => same::run(one, other),
        ["kernels", "--linked", program, "--lists", lists] => kernels::linked::run(program, lists),
        ["kernels", "--no-vectors", library, "--beside", ordinary] => kernels::vectors::run(library, ordinary),
        ["kernels", ref rest @ ..] => kernels::run(root(), rest),
        ["prove", "--avr", ref rest @ ..] => prove_avr::run(root(), rest),
        ["prove", ref rest @ ..] => prove::run(root(), rest),
        ["mca", ref rest @ ..] => mca::run(root(), rest),
        ["constant-time", ref rest @ ..] => constant_time::run(root(), rest),
        _ => Err(USAGE.into()),
    };
    match outcome {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::from(1),
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

/// The folder of the workspace.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(3).expect("tools/xtask/code is a folder of the workspace")
}
