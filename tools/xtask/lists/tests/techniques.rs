//! `cargo xtask lint` reads the techniques from the library's sources. They must include those in the registry.

use counterpoint::Algorithm;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// Each technique in the lists is declared in a file with its name in its family's folder, with the registry's source:
/// `Technique::new("name", "source"`, or by look-ups.
#[test]
fn every_technique_is_declared_where_lint_reads() {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../crates/counterpoint/src");
    let mut techniques: BTreeMap<(&str, &str), BTreeSet<&str>> = BTreeMap::new();
    for algorithm in Algorithm::all() {
        for implementation in algorithm.implementations() {
            let key = (algorithm.family, implementation.technique());
            techniques.entry(key).or_default().insert(implementation.source());
        }
    }
    assert!(techniques.contains_key(&("keccak", "lanes")) && techniques.len() > 10, "{techniques:?}");
    for ((family, technique), told) in techniques {
        let file = sources.join(family).join(technique).with_extension("rs");
        let text = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let text: String = text.split_whitespace().collect::<Vec<_>>().join(" ").replace("( \"", "(\"");
        for source in told {
            let declared = ["new", "by_look_ups"]
                .iter()
                .any(|kind| text.contains(&format!("Technique::{kind}(\"{technique}\", \"{source}\"")));
            assert!(declared, "{}: no declaration of {technique} with the source {source}", file.display());
        }
    }
}
