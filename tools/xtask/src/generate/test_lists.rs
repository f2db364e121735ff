//! The lists in the library's own tests, which use every type.

use super::output::Output;
use super::table::{Entry, Table};
use super::text::wrapped;
use std::fmt::Write;

const LIBRARY: &str = "crates/counterpoint";
/// The modes of Keccak whose types are a message and its output, without a tree or tuple around them.
const SPONGES: [&str; 7] = ["sha3", "shake", "keccak", "cshake", "kmac", "kmacxof", "turboshake"];
/// The types that are tested even where not all are (src/hash/tests/model.rs).
const ALWAYS_TRIED: [&str; 5] = ["Groestl256", "Fugue512", "Luffa512", "Sha3_256", "Shake128"];

pub(super) fn outputs(table: &Table) -> Vec<Output> {
    let model = format!("{LIBRARY}/src/hash/tests/model.rs");
    let serialized = format!("{LIBRARY}/tests/serialized_state.rs");
    vec![
        Output::region(format!("{LIBRARY}/tests/types.rs"), "families", families(table)),
        Output::region(
            format!("{LIBRARY}/tests/types.rs"),
            "extendable",
            types(plain(table).filter(|entry| entry.mode.extendable), 100),
        ),
        Output::region(serialized, "fixed", types(fixed(table), 100)),
        Output::region(format!("{LIBRARY}/tests/digest_traits.rs"), "keccak", types(of_family(table, "keccak"), 100)),
        Output::region(format!("{LIBRARY}/src/hash/tests/shapes.rs"), "sponges", types(sponges(table), 100)),
        Output::region(model.clone(), "sponges", modelled(table)),
        Output::region(model.clone(), "groestl", groestl(table)),
        Output::region(model.clone(), "luffa", types(of_family(table, "luffa"), 100)),
        Output::region(model.clone(), "fixed", constructors(fixed(table))),
        Output::region(model, "extendable", constructors(plain(table).filter(|entry| entry.mode.extendable))),
    ]
}

/// Returns the functions that take only a message.
fn plain(table: &Table) -> impl Iterator<Item = Entry<'_>> {
    table.hashes().filter(|entry| entry.mode.takes.is_empty())
}

/// Returns the plain functions with fixed-length digests.
fn fixed(table: &Table) -> impl Iterator<Item = Entry<'_>> {
    plain(table).filter(|entry| entry.mode.is_fixed())
}

fn of_family<'t>(table: &'t Table, family: &str) -> impl Iterator<Item = Entry<'t>> {
    fixed(table).filter(move |entry| entry.family.name == family)
}

fn sponges(table: &Table) -> impl Iterator<Item = Entry<'_>> {
    table.hashes().filter(|entry| entry.family.name == "keccak" && SPONGES.contains(&entry.mode.name.as_str()))
}

fn types<'t>(entries: impl Iterator<Item = Entry<'t>>, columns: usize) -> String {
    wrapped(entries.map(Entry::rust), "", columns)
}

/// Returns a test for each family, for its functions with fixed-length digests.
fn families(table: &Table) -> String {
    let mut text = String::new();
    for family in table.families.iter().filter(|family| family.hashes()) {
        let fixed = family.entries().filter(|entry| entry.mode.is_fixed());
        let types = types(fixed, 100).lines().map(|line| format!("        {line}\n")).collect::<String>();
        let name = &family.name;
        let _ = write!(
            text,
            "#[test]\n#[cfg(feature = \"{name}\")]\nfn {name}() {{\n    check_hashes!(\n{types}    );\n}}\n\n"
        );
    }
    text.truncate(text.trim_end().len());
    text + "\n"
}

/// Returns the functions on Keccak with their capacities as the standards define them, independent of the rate: twice
/// the digest's bits, or twice the security strength, which equals the bits of the default output. What is appended to
/// a message depends on the mode.
fn modelled(table: &Table) -> String {
    let mut text = String::new();
    for entry in sponges(table).filter(|entry| entry.mode.name != "turboshake") {
        let digest_bits = 8 * entry.digest_bytes();
        let capacity = if entry.mode.is_fixed() { 2 * digest_bits } else { digest_bits };
        let _ = writeln!(text, "{}: {capacity}, appended::{};", entry.rust(), entry.mode.name);
    }
    text
}

/// Returns the functions of Grøstl with their block lengths in bits.
fn groestl(table: &Table) -> String {
    of_family(table, "groestl").map(|entry| format!("{}: {};\n", entry.rust(), 8 * entry.block_bytes())).collect()
}

/// Returns the empty messages of functions, except those that are always tested.
fn constructors<'t>(entries: impl Iterator<Item = Entry<'t>>) -> String {
    let others = entries.filter(|entry| !ALWAYS_TRIED.contains(&entry.rust()));
    let calls: Vec<String> = others.map(|entry| format!("crate::{}::new()", entry.rust())).collect();
    let lines = wrapped(calls, ",", 100);
    lines.trim_end().to_owned() + ",\n"
}
