//! `counterpoint completions` and `counterpoint man`: what `make install` lays beside the command.
//!
//! Both are made from the command's own description of its arguments, so that they can't fall behind it.

use crate::Cli;
use crate::console::{Console, complain, reason, shown};
use crate::exit::{Error, Exit};
use clap::{Arg, ArgAction, Command, CommandFactory, ValueHint};
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
    let page = Page::new(command.clone());
    let mut text = title(command).into_bytes();
    page.render_name_section(&mut text)?;
    text.extend(synopsis(command).into_bytes());
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

/// The line that begins a page: its name, its section, no date, and the version.
fn title(command: &Command) -> String {
    let name = command.get_display_name().unwrap_or_else(|| command.get_name());
    format!(".TH {} 1 \"\" \"counterpoint {}\"\n", escaped(&name.to_uppercase()), env!("CARGO_PKG_VERSION"))
}

/// The synopsis: each option by its short name if it has one, with the name of its value, and then the operands. No
/// line is broken inside of an option.
fn synopsis(command: &Command) -> String {
    let name = command.get_bin_name().unwrap_or_else(|| command.get_name());
    // No hyphens, and no wide gaps where a line is short of words.
    let mut text = format!(".SH SYNOPSIS\n.nh\n.ad l\n\\fB{}\\fR\n", escaped(name).replace(' ', "\\ "));
    let mut options: Vec<&Arg> = command.get_arguments().filter(|argument| !argument.is_positional()).collect();
    options.sort_by_key(|option| option.get_display_order());
    for argument in options.into_iter().chain(command.get_positionals()).filter(|argument| !argument.is_hide_set()) {
        text += &in_synopsis(argument);
    }
    if command.has_subcommands() {
        text += "\\fICOMMAND\\fR ...\n";
    }
    text + ".ad b\n.hy\n"
}

/// An argument in the synopsis, as a line of its own: `[-a ALG]`, `[FILE]...`.
fn in_synopsis(argument: &Arg) -> String {
    let flag = match (argument.get_short(), argument.get_long()) {
        (Some(short), _) => Some(format!("\\fB{}\\fR", escaped(&format!("-{short}")))),
        (None, Some(long)) => Some(format!("\\fB{}\\fR", escaped(&format!("--{long}")))),
        (None, None) => None,
    };
    let takes_values = argument.get_action().takes_values();
    let names = argument.get_value_names().filter(|_| takes_values).unwrap_or_default();
    let values = names.iter().map(|name| format!("\\fI{}\\fR", escaped(name)));
    let words = flag.into_iter().chain(values).collect::<Vec<_>>().join("\\ ");
    let (open, close) = if argument.is_required_set() { ("", "") } else { ("[", "]") };
    let again = if matches!(argument.get_action(), ArgAction::Append | ArgAction::Count) { "..." } else { "" };
    format!("{open}{words}{close}{again}\n")
}

/// A text as roff shows it unchanged.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\e").replace('-', "\\-")
}

/// `Heading:` lines become sections, the lines below them stay as they are.
fn sections(help: &str) -> String {
    let mut text = String::new();
    for part in help.split("\n\n") {
        let (heading, body) = part.split_once(":\n").unwrap_or(("Notes", part));
        text += &format!(".SH {}\n.nf\n", heading.to_uppercase());
        for line in body.lines() {
            text += &format!("{}\n", escaped(line));
        }
        text += ".fi\n";
    }
    text
}
