//! The tasks that read machine code: `cargo xtask kernels`, `prove`, `mca` and `constant-time`.
//!
//! They read one build of the library: an existing one (`--library`), or one that they make themselves ([`build`]). As
//! a RUSTC_WRAPPER, this program keeps the compiler's remarks on the library, see `tools/xtask/remarks`.

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
                 checks the machine code of every kernel: no calls, no gathers, constant time where promised; --record
                 updates the instruction counts, with all techniques; --any-length does not compare them, for a build
                 with another profile. Code without findings is remembered in target/gates/kernels, or in FOLDER;
                 FORCE=1 in the environment checks everything
  kernels --module FILE --lists FILE
                 does the same for a WebAssembly module that has its names
  kernels --same RLIB RLIB
                 checks that each kernel in both builds of the library has the same machine code and constants
  kernels --linked PROGRAM --lists FILE
                 checks that the program contains the kernels in the lists, and no others
  kernels --no-vectors LIBRARY --beside RLIB
                 checks that no function in the library uses a vector register, and prints the counts of its kernels
                 there and in an ordinary build
  prove [BUILD] [ALGORITHM | IMPLEMENTATION]...
        [--principal | --any-number | --on-values] [--list] [--reasons] [--memory FOLDER]
        [--mutants COUNT [--seed SEED]] [--validate]
                 proves that the machine code of every kernel computes what the specification defines, for all inputs;
                 --principal proves two cases of each kernel instead of all, --any-number only that it is right for
                 any number of blocks; --on-values runs all cases on random values instead, which is fast, but a test
                 rather than a proof; with it, --reasons fails if a branch leads to instructions that no case runs,
                 unless tools/xtask/code/kernels.unreached has a reason for a line that the branch comes from (a
                 --library requires line tables); --list prints the instructions that no case runs; --mutants flips
                 bits in kernels, which must then fail to be proved; --validate compares the model of the instructions
                 with this CPU. Proofs are remembered in target/gates/proofs, or in FOLDER, by the machine code and the
                 prover; FORCE=1 in the environment proves everything again
  prove --avr [PROGRAM]... [--list] [--memory FOLDER] [--mutants COUNT [--seed SEED]] [--validate]
                 does the same for the 8-bit assembly programs, which avr-gcc links; --validate compares the model of
                 their instructions with simavr
  mca --models NAMES [BUILD] [ALGORITHM | IMPLEMENTATION]...
                 prints the cycles per block of every kernel, from LLVM's models of these CPUs
                 (`znver4,icelake-server`)
  constant-time [BUILD] [--program FILE] [--types | ALGORITHM...]
                 runs every implementation under valgrind, with all secrets marked, or every public type that takes a
                 secret and the C interface; FILE is the program `under_valgrind` of the package xtask-lists, built
                 with the library

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

/// The workspace's folder.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(3).expect("tools/xtask/code is a folder of the workspace")
}
