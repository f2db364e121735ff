//! `counterpoint completions` and `counterpoint man`: what `make install` lays beside the command.
//!
//! Both are made from the command's own description of its arguments, so that they can't fall behind it.

use crate::Cli;
use crate::console::{Console, complain, reason, shown};
use crate::exit::{Error, Exit};
use clap::{Command, CommandFactory, ValueHint};
use clap_complete::Shell;
use clap_mangen::Man as Page;
use counterpoint_console::output;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

#[derive(clap::Args)]
pub(crate) struct Completions {
    /// The shell.
    shell: Shell,
}

pub(crate) fn completions(args: Completions) -> Result<Exit, Error> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "counterpoint", &mut script);
    Console::new().line(&script)?;
    Ok(Exit::Good)
}

#[derive(clap::Args)]
pub(crate) struct Man {
    /// Write all pages into this directory, one a subcommand.
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
    directory: Option<PathBuf>,
}

pub(crate) fn man(args: Man) -> Result<Exit, Error> {
    let command = built(&Cli::command());
    let Some(directory) = args.directory else {
        Console::new().line(&page(&command)?)?;
        return Ok(Exit::Good);
    };
    match write_pages(&command, &directory) {
        Ok(()) => Ok(Exit::Good),
        Err(words) => {
            complain(format_args!("counterpoint: {words}"));
            Ok(Exit::Failed)
        }
    }
}

/// The command with its subcommands named as their pages are: `counterpoint-sum`.
fn built(command: &Command) -> Command {
    let mut command = command.clone();
    command.build();
    command
}

/// Writes the pages of the command and its subcommands, each as a whole or not at all; the error names the file.
fn write_pages(command: &Command, directory: &Path) -> Result<(), String> {
    let words = |error| format!("{}: {}", shown(directory.as_os_str()), reason(&error));
    fs::create_dir_all(directory).map_err(words)?;
    for command in std::iter::once(command).chain(command.get_subcommands()) {
        let file = directory.join(Page::new(command.clone()).get_filename());
        output::write(&file, &page(command).map_err(words)?)?;
    }
    Ok(())
}

/// The page of one command. The end of its help, examples and exit codes, is laid out line by line.
fn page(command: &Command) -> io::Result<Vec<u8>> {
    let page = Page::new(command.clone()).source(concat!("counterpoint ", env!("CARGO_PKG_VERSION")));
    let mut text = Vec::new();
    page.render_title(&mut text)?;
    page.render_name_section(&mut text)?;
    page.render_synopsis_section(&mut text)?;
    page.render_description_section(&mut text)?;
    page.render_options_section(&mut text)?;
    if command.has_subcommands() {
        page.render_subcommands_section(&mut text)?;
    }
    if let Some(end) = command.get_after_long_help() {
        text.extend(sections(&end.to_string()).into_bytes());
    }
    Ok(text)
}

/// `Heading:` lines become sections, the lines below them stay as they are.
fn sections(help: &str) -> String {
    let mut text = String::new();
    for part in help.split("\n\n") {
        let (heading, body) = part.split_once(":\n").unwrap_or(("Notes", part));
        text += &format!(".SH {}\n.nf\n", heading.to_uppercase());
        for line in body.lines() {
            text += &format!("{}\n", line.replace('\\', "\\e").replace('-', "\\-"));
        }
        text += ".fi\n";
    }
    text
}
