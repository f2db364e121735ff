//! Development tasks: `cargo xtask TASK`.

use std::path::Path;
use std::process::ExitCode;

mod constant_time;
mod generate;
mod kernels;
mod ketje_jr;
mod lint;
mod lists;
mod mca;
mod outcome;
mod prove;
mod prove_avr;
mod readme;
mod release_check;
mod valgrind;

const USAGE: &str = "\
usage: cargo xtask TASK

  lint           the rules that neither the compiler nor clippy knows
  kernels [--target TRIPLE --lists FILE] [--record]
                 the machine code of every kernel: no calls, no gathers, constant time where promised; FILE has
                 the lists of another target; --record renews the instruction counts
  prove [ALGORITHM | IMPLEMENTATION]... [--target TRIPLE --lists FILE]
        [--principal] [--list] [--mutants COUNT [--seed SEED]] [--validate]
                 that the machine code of every kernel computes what the specification says, for all inputs;
                 --principal proves two cases of each kernel instead of all, --list prints the instructions that no
                 case runs; --mutants flips bits of kernels, which must not be proved then; --validate compares the
                 model of the instructions with this CPU
  prove --avr [BUILD]... [--list] [--mutants COUNT [--seed SEED]] [--validate]
                 the same for the programs of the 8-bit assembly, which avr-gcc links; --validate compares the model of
                 their instructions with simavr
  mca --models NAMES [ALGORITHM | IMPLEMENTATION]... [--target TRIPLE --lists FILE]
                 cycles a block of every kernel, by LLVM's models of these CPUs (`znver4,icelake-server`)
  constant-time [ALGORITHM]
                 every implementation under valgrind, with all that is secret marked so
  generate [--check]
                 everything that lists functions, from functions.toml, and the header of the C interface; --check only
                 compares
  ketje-jr [--check]
                 the answers of Ketje Jr that the 8-bit assembly is compared with; --check only compares
  readme [--check]
                 the tables of measurements in README.md and docs/performance, from the records in benchmarks/;
                 --check only compares
  release-check [--list]
                 the crates in the order of their release, what their packages contain, and that these work without the
                 repository; --list makes no packages";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outcome = match arguments[..] {
        ["lint"] => lint::run(root()),
        ["kernels", ref rest @ ..] => kernels::run(root(), rest),
        ["constant-time", ref rest @ ..] => constant_time::run(root(), rest),
        ["generate"] => generate::run(root(), false),
        ["generate", "--check"] => generate::run(root(), true),
        ["ketje-jr"] => ketje_jr::run(root(), false),
        ["ketje-jr", "--check"] => ketje_jr::run(root(), true),
        ["mca", ref rest @ ..] => mca::run(root(), rest),
        ["prove", "--avr", ref rest @ ..] => prove_avr::run(root(), rest),
        ["prove", ref rest @ ..] => prove::run(root(), rest),
        ["readme"] => readme::run(root(), false),
        ["readme", "--check"] => readme::run(root(), true),
        ["release-check"] => release_check::run(root(), true),
        ["release-check", "--list"] => release_check::run(root(), false),
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
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask is a folder of the workspace")
}
