//! `counterpoint isa cost`: what sets of instructions cost that files describe.

use super::{failed, files};
use crate::count::{ROUNDS, each_byte, permutation};
use crate::functions::Function;
use crate::kernels::Kernel;
use crate::set_file::{Described, parse};
use counterpoint_console::exit::Error;
use counterpoint_console::messages::shown;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// The functions whose instructions for each byte are shown.
const SHOWN: [&str; 6] = ["sha3-512", "sha3-256", "shake128", "lake-keyak", "river-keyak", "ketje-sr"];

fn shown_functions() -> impl Iterator<Item = &'static Function> {
    SHOWN.into_iter().filter_map(Function::by_name)
}

/// Returns a table of the sets.
pub(super) fn run(paths: &[PathBuf]) -> Result<String, Error> {
    let mut text = format!("{:<24}{:>10}{:>10}", "set", "registers", "f[1600]");
    for function in shown_functions() {
        write!(text, "{:>13}", function.name).map_err(failed)?;
    }
    text.push('\n');
    for path in paths {
        let described = described(path)?;
        text.push_str(&row(&described.target, path)?);
    }
    Ok(text)
}

/// Reads a file that describes a set.
pub(super) fn described(path: &Path) -> Result<Described, Error> {
    let text = files::read_text(path)?;
    parse(&text).map_err(|error| Error::Failed(format!("{}: {error}", shown(path.as_os_str()))))
}

fn row(target: &crate::target::Target, path: &Path) -> Result<String, Error> {
    let kernel = Kernel::new(target).ok_or_else(|| {
        let name = shown(path.as_os_str());
        Error::Failed(format!("{name}: these instructions compute no round; with the set neon they do"))
    })?;
    let all: u64 = permutation(&kernel, ROUNDS).map_err(failed)?.values().sum();
    let mut text = format!("{:<24}{:>10}{all:>10}", target.name, target.registers.vector);
    for function in shown_functions() {
        write!(text, "{:>13}", format!("{:.2}/byte", each_byte(&kernel, function).map_err(failed)?)).map_err(failed)?;
    }
    text.push('\n');
    Ok(text)
}
