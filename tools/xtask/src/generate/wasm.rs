//! The WebAssembly modules: their functions by number, in Rust, in their tests and in their README.md.

use super::output::Output;
use super::table::{Entry, Family, Kind, Module, Table};
use std::fmt::Write;

const CRATE: &str = "bindings/js/modules";

pub(super) fn outputs(table: &Table) -> Vec<Output> {
    vec![
        Output::region(format!("{CRATE}/Cargo.toml"), "modules", features(table)),
        Output::region(format!("{CRATE}/Cargo.toml"), "all", all_feature(table)),
        Output::region(format!("{CRATE}/src/lib.rs"), "families", paths(table)),
        Output::region(format!("{CRATE}/src/fixed.rs"), "families", fixed(table)),
        Output::region(format!("{CRATE}/src/aead.rs"), "sessions", sessions(table)),
        Output::region(format!("{CRATE}/tests/module.mjs"), "families", families(table)),
        Output::region(format!("{CRATE}/tests/module.mjs"), "options", with_options(table)),
        Output::region(format!("{CRATE}/README.md"), "functions", numbers(table)),
        Output::region("scripts/wasm.sh", "modules", built(table)),
    ]
}

/// Returns the functions of a module, sorted by number.
fn functions<'t>(table: &'t Table, module: &Module) -> Vec<Entry<'t>> {
    let in_module = |entry: &Entry<'t>| entry.mode.kind != Kind::Permutation && entry.module() == module.name;
    let mut functions: Vec<Entry<'t>> = table.entries().filter(in_module).collect();
    functions.sort_by_key(|entry| entry.js());
    functions
}

/// Returns the families whose functions have fixed-length digests and no options, with their modules.
fn fixed_families(table: &Table) -> impl Iterator<Item = (&Family, &Module)> {
    let fixed = table.families.iter().filter(|family| family.npm);
    fixed.filter_map(|family| Some((family, table.modules().into_iter().find(|module| module.name == family.name)?)))
}

/// Returns the features of the modules, each with its family.
fn features(table: &Table) -> String {
    let mut text = String::new();
    for family in &table.families {
        for module in &family.modules {
            let _ = writeln!(text, "{} = [\"counterpoint/{}\"]", module.name, family.name);
        }
    }
    text
}

/// Returns the feature of the module with all hash functions.
fn all_feature(table: &Table) -> String {
    let families = table.families.iter().filter(|family| family.hashes());
    let families: Vec<String> = families.map(|family| format!("\"counterpoint/{}\"", family.name)).collect();
    format!("all = [\"counterpoint/all-techniques\", {}]\n", families.join(", "))
}

/// Returns the file that each feature selects as the family.
fn paths(table: &Table) -> String {
    let mut text = String::new();
    for Module { name, .. } in table.modules() {
        let is_fixed = fixed_families(table).any(|(family, _)| family.name == *name);
        let file = if is_fixed { "fixed" } else { name };
        let _ = writeln!(text, "#[cfg_attr(feature = \"{name}\", path = \"{file}.rs\")]");
    }
    text
}

fn fixed(table: &Table) -> String {
    let mut text = String::new();
    for (family, module) in fixed_families(table) {
        let functions: Vec<String> =
            functions(table, module).iter().map(|entry| format!("{} {}", entry.js(), entry.rust())).collect();
        let (name, number, functions) = (&family.name, module.number, functions.join(", "));
        let _ = writeln!(text, "#[cfg(feature = \"{name}\")]\nfamily!({number}: {functions});");
    }
    text
}

fn sessions(table: &Table) -> String {
    let sessions = table.entries().filter(|entry| entry.mode.kind == Kind::Aead);
    sessions.map(|entry| format!("{} {},\n", entry.js(), entry.rust())).collect()
}

/// Returns the number, flavours and functions of each module.
fn families(table: &Table) -> String {
    let mut text = String::new();
    for module in table.modules() {
        let flavours: Vec<String> = module.flavours().map(|flavour| format!("'{flavour}'")).collect();
        let _ = writeln!(text, "{}: {{", module.name);
        let _ = writeln!(text, "  number: {},\n  flavours: [{}],\n  numbers: {{", module.number, flavours.join(", "));
        for entry in functions(table, module) {
            let _ = writeln!(text, "    '{}': {},", entry.name(), entry.js());
        }
        text.push_str("  },\n},\n");
    }
    text
}

/// Returns the functions that take more than a message.
fn with_options(table: &Table) -> String {
    let taking = table.hashes().filter(|entry| !entry.mode.takes.is_empty());
    taking.map(|entry| format!("'{}',\n", entry.name())).collect()
}

/// Returns the table of all numbers.
fn numbers(table: &Table) -> String {
    let mut text = String::from("\n| module | `family()` | functions by their numbers |\n|---|---|---|\n");
    for module in table.modules() {
        let functions: Vec<String> =
            functions(table, module).iter().map(|entry| format!("{} {}", entry.js(), entry.name())).collect();
        let _ = writeln!(text, "| `{}` | {} | {} |", module.name, module.number, functions.join(", "));
    }
    text + "\n"
}

/// Returns the families' modules that scripts/wasm.sh builds.
fn built(table: &Table) -> String {
    let mut text = String::new();
    for module in table.modules() {
        let names: Vec<String> = module.flavours().map(|flavour| format!("{}-{flavour}", module.name)).collect();
        let _ = writeln!(text, "all=\"$all {}\"", names.join(" "));
    }
    text
}
