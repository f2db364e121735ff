//! The Python package: constructors, exports, and stubs.

use super::output::Output;
use super::table::{Entry, Parameter, Table};
use super::text::wrapped;
use std::collections::BTreeSet;
use std::fmt::Write;

const PACKAGE: &str = "bindings/python";

pub(super) fn outputs(table: &Table) -> Vec<Output> {
    let names: BTreeSet<String> = table.hashes().map(Entry::snake_case).collect();
    let init = format!("{PACKAGE}/python/counterpoint/__init__.py");
    vec![
        Output::region(format!("{PACKAGE}/src/constructors.rs"), "functions", constructors(table)),
        Output::region(init.clone(), "imports", names.iter().map(|name| format!("{name},\n")).collect()),
        Output::region(init, "functions", names.iter().map(|name| format!("\"{name}\",\n")).collect()),
        Output::region(format!("{PACKAGE}/python/counterpoint/_native.pyi"), "functions", stubs(table)),
    ]
}

/// Returns the constructors, grouped by the macros that define them.
fn constructors(table: &Table) -> String {
    let mut macros: Vec<(&str, Vec<String>)> = Vec::new();
    for entry in table.hashes() {
        let Some(python) = &entry.mode.python else { continue };
        match macros.iter_mut().find(|(name, _)| name == python) {
            Some((_, names)) => names.push(entry.snake_case()),
            None => macros.push((python, vec![entry.snake_case()])),
        }
    }
    let mut text = String::new();
    for (name, functions) in macros {
        let lines = wrapped(functions, "", 100);
        let lines: Vec<&str> = lines.lines().collect();
        let _ = writeln!(text, "{name}: {};", lines.join("\n    "));
    }
    text
}

/// Returns the stubs. An option has the same name and type in all functions.
fn stubs(table: &Table) -> String {
    let mut text = String::new();
    for entry in table.hashes() {
        let mode = entry.mode;
        let key = if mode.takes.contains(&Parameter::Key) { "key: Buffer, " } else { "" };
        let data = if mode.tuple { "elements: Iterable[Buffer]" } else { "data: Buffer" };
        let string = if mode.tuple { "" } else { ", string: Buffer = ..." };
        let options = [
            (Parameter::Domain, "domain: int = 0x1F, "),
            (Parameter::BlockBytes, "block_size: int = 8192, "),
            (Parameter::Customization, "customization: Optional[Buffer] = None, "),
            (Parameter::FunctionName, "function_name: Optional[Buffer] = None, "),
            (Parameter::OutputBits, "digest_size: Optional[int] = None, "),
        ];
        let options: String =
            options.iter().filter(|(option, _)| mode.takes.contains(option)).map(|(_, text)| *text).collect();
        let parameters = format!("{key}{data} = ..., *, {options}usedforsecurity: bool = True{string}");
        let name = entry.snake_case();
        let _ = if mode.takes.is_empty() {
            writeln!(text, "def {name}({parameters}) -> Hash: ...")
        } else {
            writeln!(text, "def {name}(\n    {parameters}\n) -> Hash: ...")
        };
    }
    text
}
