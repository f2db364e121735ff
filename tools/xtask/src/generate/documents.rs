//! The tables of functions in documents.

use super::output::Output;
use super::table::{Entry, Kind, Mode, Parameter, Table};
use std::fmt::Write;

pub(super) fn outputs(table: &Table) -> Vec<Output> {
    vec![
        Output::region("README.md", "functions", families(table)),
        Output::region("docs/which-one.md", "functions", all(table)),
    ]
}

/// The kinds of functions, in the order in which they are shown.
fn kind(mode: &Mode) -> (Kind, bool, &'static str) {
    match mode.kind {
        Kind::Hash if mode.takes.is_empty() => (mode.kind, false, "a message"),
        Kind::Hash => (mode.kind, true, "more than a message"),
        Kind::Permutation => (mode.kind, false, "states (permutations)"),
        Kind::Aead => (mode.kind, false, "sessions of messages (authenticated encryption)"),
        Kind::BlockCipher => (mode.kind, false, "blocks"),
    }
}

/// Returns the families, with the names of all algorithms, grouped by their inputs.
fn families(table: &Table) -> String {
    let mut text = String::from("\n| family | takes | algorithms |\n|---|---|---|\n");
    for family in &table.families {
        let mut kinds: Vec<_> = family.modes.iter().map(kind).collect();
        kinds.sort_unstable();
        kinds.dedup();
        for (n, of_kind) in kinds.iter().enumerate() {
            let modes = family.modes.iter().filter(|mode| kind(mode) == *of_kind).map(names);
            let title = if n == 0 { &family.title } else { "" };
            let note = family.note.as_ref().map(|note| format!(" ({note})")).unwrap_or_default();
            let names = modes.collect::<Vec<_>>().join(", ");
            let _ = writeln!(text, "| {title} | {} | {names}{note} |", of_kind.2);
        }
    }
    text + "\n"
}

/// Returns the names of a mode's functions, with a note if there is one.
fn names(mode: &Mode) -> String {
    let names: Vec<String> = mode.functions.iter().map(|function| format!("`{}`", function.name)).collect();
    let note = mode.note.as_ref().map(|note| format!(" ({note})")).unwrap_or_default();
    format!("{}{note}", names.join(" "))
}

/// Returns a row for each hash function: its lengths, inputs, source, and names.
fn all(table: &Table) -> String {
    let mut text = String::from(
        "\n| function | bytes | options | source | Rust | Python, JavaScript | C |\n|---|---:|---|---|---|---|---|\n",
    );
    for entry in table.hashes() {
        let Entry { mode, function, .. } = entry;
        let spellings: Vec<String> =
            [&function.name].into_iter().chain(&function.aliases).map(|name| format!("`{name}`")).collect();
        let any = if mode.extendable { ", or any number" } else { "" };
        let options: Vec<String> = mode.takes.iter().map(|option| shown(*option, mode)).collect();
        // The brackets of a link would have to be escaped.
        let source = mode.source.replace('[', "\\[").replace(']', "\\]");
        let _ = writeln!(
            text,
            "| {} | {}{any} | {} | {source} | `{}` | `{}` | `{}` |",
            spellings.join(", "),
            entry.digest_bytes(),
            options.join(", "),
            entry.rust(),
            entry.js_name(),
            entry.c_constant(),
        );
    }
    text + "\n"
}

/// Returns an option's name, and whether a function requires it.
fn shown(option: Parameter, mode: &Mode) -> String {
    let name = match option {
        Parameter::Key => "key",
        Parameter::FunctionName => "function name",
        Parameter::Customization => "customization string",
        Parameter::Domain => "domain byte",
        Parameter::BlockBytes => "block size",
        Parameter::OutputBits => "output length",
    };
    if mode.needs.contains(&option) { format!("**{name}**") } else { name.to_owned() }
}
