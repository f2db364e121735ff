//! Development tasks: `cargo xtask TASK`.

use std::path::Path;
use std::process::ExitCode;

mod kernels;
mod lint;

const USAGE: &str = "\
usage: cargo xtask TASK

  lint       the rules that neither the compiler nor clippy knows";

/// What a task ends with: the number of findings, or why it could not run.
type Outcome = Result<usize, Box<dyn std::error::Error>>;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outcome = match arguments[..] {
        ["lint"] => lint::run(root()),
        ["kernels", ref rest @ ..] => kernels::run(root(), rest),
        _ => Err(format!("{USAGE}\n{}", kernels::USAGE).into()),
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
