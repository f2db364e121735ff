//! `counterpoint man`: the manual pages, which `make install` installs with the command.
//!
//! They are generated from the definition that also parses the arguments, so they are always up to date.

use crate::console::{Console, print_message, reason, shown};
use crate::exit::{Error, Exit};
use crate::output_file;
use clap::{Arg, ArgAction, Command, ValueHint};
use clap_mangen::Man as Page;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Write all pages into this directory, one per subcommand.
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
    directory: Option<PathBuf>,
}

/// Prints or writes the pages of `command`, which is the whole command line.
pub(crate) fn run(args: Args, mut command: Command) -> Result<Exit, Error> {
    // Building the command gives the subcommands the names of their pages: `counterpoint-sum`.
    command.build();
    let Some(directory) = args.directory else {
        Console::new().line(&page(&command)?)?;
        return Ok(Exit::Good);
    };
    match write_pages(&command, &directory) {
        Ok(()) => Ok(Exit::Good),
        Err(message) => {
            print_message(format_args!("counterpoint: {message}"));
            Ok(Exit::Failed)
        }
    }
}

/// Writes the pages of the command and its subcommands, each completely or not at all. The error names the file.
fn write_pages(command: &Command, directory: &Path) -> Result<(), String> {
    let message = |error| format!("{}: {}", shown(directory.as_os_str()), reason(&error));
    fs::create_dir_all(directory).map_err(message)?;
    for command in std::iter::once(command).chain(command.get_subcommands()) {
        let file = directory.join(Page::new(command.clone()).get_filename());
        output_file::write(&file, &page(command).map_err(message)?)?;
    }
    Ok(())
}

/// Returns the page of one command. The examples and exit codes at the end keep their lines.
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

/// Returns the first line of a page: its name, its section, no date, and the version.
fn title(command: &Command) -> String {
    let name = command.get_display_name().unwrap_or_else(|| command.get_name());
    format!(".TH {} 1 \"\" \"counterpoint {}\"\n", escaped(&name.to_uppercase()), env!("CARGO_PKG_VERSION"))
}

/// Returns the synopsis: the options, by their short names where they have one, then the operands. Lines never break
/// inside an option.
fn synopsis(command: &Command) -> String {
    let name = command.get_bin_name().unwrap_or_else(|| command.get_name());
    // No hyphenation, and no lines stretched with wide gaps.
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

/// Returns the line of an argument in the synopsis: `[-a ALG]`, `[FILE]...`.
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

/// Escapes a text so that roff shows it unchanged.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\e").replace('-', "\\-")
}

/// Turns `Heading:` lines into sections. The lines below a heading stay as they are.
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
