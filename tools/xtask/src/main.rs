//! Development tasks: `cargo xtask TASK`.
//!
//! The code that reads machine code is a separate program, `tools/xtask/code`, and the code that links the library is
//! in `tools/xtask/lists`: this program only starts them, so it builds in seconds. As a RUSTC_WRAPPER it keeps the
//! compiler's remarks on the library, see `tools/xtask/remarks`.

use outcome::Outcome;
use std::ffi::OsString;
use std::path::Path;
use std::process::{Command, ExitCode};

mod figures;
mod generate;
mod lint;
mod outcome;
mod release_check;

const USAGE: &str = "\
usage: cargo xtask TASK

  lint           checks the rules that neither the compiler nor clippy knows
  kernels | prove | mca | constant-time [OPTION]...
                 read machine code; `cargo xtask code` shows their options
  generate [--check]
                 writes everything that lists functions, from functions.toml, and the header of the C interface; --check
                 only compares
  figures [--check]
                 writes this project's figures in docs/papers, from the records; --check only compares
  ketje-jr [--check]
                 writes the answers of Ketje Jr with which the 8-bit assembly is compared; --check only compares
  release-check [--list]
                 prints the crates in release order, and checks the contents of their packages, and that these work
                 without the repository; --list makes no packages";

fn main() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    if xtask_remarks::is_compilation(&arguments) {
        return xtask_remarks::compile(&arguments);
    }
    let arguments: Vec<String> = arguments.into_iter().map(|text| text.to_string_lossy().into_owned()).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outcome = match arguments[..] {
        ["lint"] => lint::run(root()),
        ["kernels" | "prove" | "mca" | "constant-time", ..] => start(&["xtask-code"], &arguments),
        ["code", ref rest @ ..] => start(&["xtask-code"], rest),
        ["generate"] => generate::run(root(), false),
        ["generate", "--check"] => generate::run(root(), true),
        ["figures"] => figures::run(root(), false),
        ["figures", "--check"] => figures::run(root(), true),
        ["ketje-jr", ref rest @ ..] => start(&["xtask-lists", "--bin", "ketje_jr"], rest),
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

/// Builds a program of the workspace, given its package, and runs it. The program reports its findings itself.
fn start(package: &[&str], arguments: &[&str]) -> Outcome {
    let status = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .args(["run", "--locked", "--release", "--quiet", "--manifest-path"])
        .arg(root().join("Cargo.toml"))
        .arg("--package")
        .args(package)
        .arg("--")
        .args(arguments)
        .status()
        .map_err(|error| format!("cargo: {error}"))?;
    match status.code() {
        Some(0) => Ok(0),
        Some(1) => Ok(1),
        Some(2) => std::process::exit(2),
        _ => Err(format!("{}: {status}", package[0]).into()),
    }
}

/// The workspace's folder.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("tools/xtask is a folder of the workspace")
}
