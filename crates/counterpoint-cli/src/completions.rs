//! `counterpoint completions`: completions for a shell, which `make install` installs with the command.
//!
//! They are generated from the definition that also parses the arguments, so they are always up to date.

use crate::console::Console;
use crate::exit::{Error, Exit};
use clap::Command;
use clap_complete::Shell;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The shell.
    shell: Shell,
}

/// Prints the completions of `command`, which is the whole command line.
pub(crate) fn run(args: Args, mut command: Command) -> Result<Exit, Error> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, "counterpoint", &mut script);
    Console::new().line(&script)?;
    Ok(Exit::Good)
}
