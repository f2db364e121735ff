//! The library: types, their names, and the registry's lists.

use super::output::Output;
use super::table::{Entry, Family, Mode, Table};
use super::text::{commented, wrapped};
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt::Write;

const SOURCES: &str = "crates/counterpoint/src";

pub(super) fn outputs(table: &Table) -> Vec<Output> {
    let mut outputs = vec![
        Output::region(format!("{SOURCES}/lib.rs"), "functions", exports(table)),
        Output::region(format!("{SOURCES}/lib.rs"), "families", modules(table)),
        Output::region(format!("{SOURCES}/lib.rs"), "features", all_features(table)),
        Output::region(format!("{SOURCES}/registry.rs"), "families", lists(table)),
        Output::region(format!("{SOURCES}/registry.rs"), "specifications", specifications(table)),
        Output::region("crates/counterpoint/Cargo.toml", "families", features(table)),
        Output::region("crates/counterpoint/Cargo.toml", "hashing", hashing_features(table)),
        Output::region("tools/fuzz/Cargo.toml", "families", fuzz_manifest(table)),
        Output::region(format!("{SOURCES}/keccak/modes.rs"), "functions", modes(table)),
        Output::region(format!("{SOURCES}/keccak/by_value.rs"), "functions", by_value(table)),
    ];
    for family in by_name(table).into_iter().filter(|family| family.hashes()) {
        outputs.push(Output::whole(format!("tools/fuzz/fuzz_targets/{}.rs", family.name), fuzz_target(family)));
    }
    // Each file's regions, in the order of the table.
    let mut regions: BTreeMap<(&str, &str), String> = BTreeMap::new();
    for entry in table.entries().chain(table.in_studies()) {
        let mode = entry.mode;
        if mode.row.is_some() || mode.rust_type.is_some() {
            regions.entry((&mode.file, &mode.name)).or_default().push_str(&declaration(entry));
        }
        if let Some(key) = &mode.key {
            let names = regions.entry((&mode.file, "names")).or_default();
            let _ = writeln!(names, "{} => {:?},", entry.text(key), entry.name());
        }
        if let Some(algorithm) = &mode.algorithm {
            let algorithms = regions.entry((mode.list(), "algorithms")).or_default();
            let _ = writeln!(algorithms, "{},", entry.text(algorithm));
        }
    }
    let region = |((file, name), text): ((&str, &str), String)| {
        Output::region(format!("{SOURCES}/{file}"), name, text.trim_end().to_owned())
    };
    outputs.extend(regions.into_iter().map(region));
    outputs
}

/// Returns the line that lists the type of a function, or another name for a type, with its documentation.
fn declaration(entry: Entry<'_>) -> String {
    let doc = commented(&entry.doc(), "///");
    match (&entry.mode.row, &entry.mode.rust_type) {
        (Some(row), _) => format!("{doc}{}\n", entry.text(row)),
        (None, Some(rust_type)) => format!("{doc}pub type {} = {};\n", entry.rust(), entry.text(rust_type)),
        (None, None) => String::new(),
    }
}

/// Returns the families sorted by name.
fn by_name(table: &Table) -> Vec<&Family> {
    let mut families: Vec<&Family> = table.families.iter().collect();
    families.sort_by_key(|family| &family.name);
    families
}

/// Returns the types that the library exports, with one statement for each study and family, in the formatter's order.
fn exports(table: &Table) -> String {
    let mut text = String::new();
    for family in by_name(table) {
        let Family { name, studies, .. } = family;
        for study in studies {
            text.push_str(&exported(&study.name, &format!("{name}::{}", study.name), family.entries_of(study)));
        }
        text.push_str(&exported(name, name, family.entries()));
    }
    text
}

fn exported<'t>(feature: &str, module: &str, entries: impl Iterator<Item = Entry<'t>>) -> String {
    let mut types: Vec<&str> = entries.map(Entry::rust).filter(|rust| !rust.is_empty()).collect();
    types.sort_by(|a, b| in_versions(a, b));
    let line = format!("pub use {module}::{{{}}};", types.join(", "));
    let statement = if line.len() <= 120 {
        line + "\n"
    } else {
        // The formatter leaves the last column of 120 free.
        let lines = wrapped(types, ",", 115);
        let lines: String = lines.lines().map(|line| format!("    {line}\n")).collect();
        format!("pub use {module}::{{\n{},\n}};\n", lines.trim_end())
    };
    format!("#[cfg(feature = \"{feature}\")]\n{statement}")
}

/// Compares names as the formatter does: runs of digits are numbers.
fn in_versions(a: &str, b: &str) -> Ordering {
    fn parts(name: &str) -> Vec<(String, u64)> {
        let mut parts = vec![(String::new(), 0)];
        let mut in_number = false;
        for c in name.chars() {
            match c.to_digit(10) {
                None if in_number => parts.push((c.into(), 0)),
                None => parts.last_mut().expect("there is one").0.push(c),
                Some(digit) => {
                    let number = &mut parts.last_mut().expect("there is one").1;
                    *number = 10 * *number + u64::from(digit);
                }
            }
            in_number = c.is_ascii_digit();
        }
        parts
    }
    parts(a).cmp(&parts(b))
}

/// Returns the modules of the families.
fn modules(table: &Table) -> String {
    let mut text = String::new();
    for Family { name, public, .. } in by_name(table) {
        let visibility = if *public { "pub " } else { "" };
        let _ = writeln!(text, "#[cfg(feature = \"{name}\")]\n{visibility}mod {name};");
    }
    text
}

/// Returns the features of the families, the feature for all of them, and those of the studies.
fn features(table: &Table) -> String {
    let families = by_name(table);
    let all: Vec<String> = families.iter().map(|family| format!("{:?}", family.name)).collect();
    let each: String = families.iter().map(|family| format!("{} = []\n", family.name)).collect();
    let mut text = format!("## All families.\nall-families = [{}]\n{each}", all.join(", "));
    for (family, Mode { name, .. }) in studies(table) {
        let _ = writeln!(text, "## For study only: src/{}/{name}.rs.\n{name} = [{:?}]", family.name, family.name);
    }
    text
}

/// Returns the studies, each with its family.
fn studies(table: &Table) -> impl Iterator<Item = (&Family, &Mode)> {
    table.families.iter().flat_map(|family| family.studies.iter().map(move |study| (family, study)))
}

/// Returns the features of the families as conditions.
fn all_features(table: &Table) -> String {
    by_name(table).into_iter().map(|family| format!("feature = \"{}\",\n", family.name)).collect()
}

/// Returns the features that a test of all hash functions and of the crate `digest` requires.
fn hashing_features(table: &Table) -> String {
    let families = by_name(table).into_iter().filter(|family| family.hashes());
    let features: Vec<String> = families.map(|family| format!("{:?}", family.name)).collect();
    format!("required-features = [\"digest\", {}]\n", features.join(", "))
}

/// Returns the fuzz target of a family.
fn fuzz_target(family: &Family) -> String {
    let Family { name, .. } = family;
    format!(
        "//! The hash functions of the family {name}.\n\
         //!\n\
         //! Generated by `cargo xtask generate` from functions.toml.\n\n\
         #![no_main]\n\n\
         libfuzzer_sys::fuzz_target!(|data: &[u8]| counterpoint_fuzz::hashes(\"{name}\", data));\n"
    )
}

/// Returns the fuzz targets' entries in the manifest.
fn fuzz_manifest(table: &Table) -> String {
    let target = |family: &&Family| {
        let Family { name, .. } = family;
        format!(
            "[[bin]]\nname = \"{name}\"\npath = \"fuzz_targets/{name}.rs\"\ntest = false\ndoc = false\nbench = false\n"
        )
    };
    let families = by_name(table).into_iter().filter(|family| family.hashes());
    families.map(|family| target(&family)).collect::<Vec<_>>().join("\n")
}

/// Returns the lists of which the registry consists.
fn lists(table: &Table) -> String {
    let mut text = String::new();
    for family in &table.families {
        for list in family.lists() {
            let _ = writeln!(text, "#[cfg(feature = \"{0}\")]\ncrate::{0}::{list},", family.name);
        }
    }
    for (family, Mode { name, .. }) in studies(table) {
        let _ = writeln!(text, "#[cfg(feature = \"{name}\")]\ncrate::{}::{name}::ALGORITHMS,", family.name);
    }
    text
}

/// Returns the calls with which each family lends its plain form.
fn specifications(table: &Table) -> String {
    let call = |family: &Family| format!("#[cfg(feature = \"{0}\")]\ncrate::{0}::lend_spec();\n", family.name);
    let of_study = |(family, Mode { name, .. }): (&Family, &Mode)| {
        format!("#[cfg(feature = \"{name}\")]\ncrate::{}::{name}::lend_spec();\n", family.name)
    };
    table.families.iter().map(call).chain(studies(table).map(of_study)).collect()
}

/// Returns the rows of the modes of Keccak: name and aliases, whether the output is extendable, options, and how a
/// function is made.
fn modes(table: &Table) -> String {
    let mut text = String::new();
    for entry in table.hashes() {
        let Mode { build: Some(build), extendable, takes, needs, .. } = entry.mode else { continue };
        let (name, aliases) = (entry.name(), &entry.function.aliases);
        let _ = writeln!(text, "{name:?} {aliases:?} {extendable} {takes:?} {needs:?} {};", entry.text(build));
    }
    text
}

/// Returns the numbers of Keccak's functions in its module, and what each stands for.
fn by_value(table: &Table) -> String {
    let mut text = String::new();
    for entry in table.hashes() {
        let Some(by_value) = &entry.mode.by_value else { continue };
        let _ = writeln!(text, "{} => {}; // {}", entry.js(), entry.text(by_value), entry.name());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_compared_as_numbers() {
        let mut names = ["Shake128", "Sha3_1024", "Sha3_224", "Kt128", "KmacXof128", "Kmac256", "Kmac128"];
        names.sort_by(|a, b| in_versions(a, b));
        assert_eq!(names, ["Kmac128", "Kmac256", "KmacXof128", "Kt128", "Sha3_224", "Sha3_1024", "Shake128"]);
    }
}
