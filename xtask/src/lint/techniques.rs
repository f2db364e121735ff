//! Every technique of every list has a file of its name in its family's folder, and is explained: a page of
//! docs/techniques has a heading with the technique's name.
//!
//! The techniques are those of the library's registry, so a technique that is added or renamed needs its heading.
//! Families use the same name for different layouts (`bitslice`), so that the family has to be named too, in the
//! heading or in the page's title.

use super::file::File;
use counterpoint::Algorithm;
use std::collections::BTreeSet;

/// The folder of the families.
pub(super) const SOURCES: &str = "crates/counterpoint/src/";
/// The folder of the pages.
const PAGES: &str = "docs/techniques/";

/// The findings in all files.
pub(super) fn check(files: &[File]) -> Vec<String> {
    let techniques = techniques();
    let mut findings = missing(files, &techniques);
    findings.extend(without_file(files, &techniques));
    findings
}

/// A finding for each of these techniques that has no file of its name.
fn without_file(files: &[File], techniques: &BTreeSet<(&str, &str)>) -> Vec<String> {
    let paths = techniques.iter().map(|(family, technique)| format!("{SOURCES}{family}/{technique}.rs"));
    let absent = paths.filter(|path| files.iter().all(|file| file.name != *path));
    absent.map(|path| format!("{path}: a technique of the list has no file of its name")).collect()
}

/// Every technique of the registry, with the family that has it.
pub(super) fn techniques() -> BTreeSet<(&'static str, &'static str)> {
    let of_algorithm = |algorithm: &'static Algorithm| {
        algorithm.implementations().map(|implementation| (algorithm.family, implementation.technique()))
    };
    Algorithm::all().flat_map(of_algorithm).collect()
}

/// A finding for each of these techniques that no page has a heading for.
fn missing(files: &[File], techniques: &BTreeSet<(&str, &str)>) -> Vec<String> {
    let pages: Vec<Vec<String>> = files
        .iter()
        .filter(|file| file.name.starts_with(PAGES) && file.ends_with(&[".md"]))
        .map(|file| file.lines().filter(|(_, line)| line.starts_with('#')).map(|(_, line)| folded(line)).collect())
        .collect();
    let explained = |family: &str, technique: &str| {
        let name = format!("`{technique}`");
        pages.iter().any(|headings| {
            let title = headings.first().is_some_and(|title| title.contains(family));
            headings.iter().any(|heading| heading.contains(&name) && (title || heading.contains(family)))
        })
    };
    let unexplained = techniques.iter().filter(|(family, technique)| !explained(family, technique));
    let finding = |(family, technique): &(&str, &str)| {
        format!("{PAGES}: no page has a heading with `{technique}` in it that names {family}, there or in the title")
    };
    unexplained.map(finding).collect()
}

/// A heading in the spelling of the families' names: small letters, without the stroke of Grøstl.
fn folded(heading: &str) -> String {
    heading.to_lowercase().replace('ø', "o").replace("grostl", "groestl")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::file::file;

    #[test]
    fn a_technique_needs_a_heading_that_names_its_family() {
        let techniques = BTreeSet::from([("groestl", "rows"), ("aes", "bitslice"), ("luffa", "words")]);
        let pages = [
            file("docs/techniques/byte-slicing.md", "# Byte slicing: Grøstl by `rows`\n\nText on `bitslice` of AES.\n"),
            file("docs/techniques/luffa.md", "# Luffa\n\n## `words`: each as it is\n\n## AES by `words256`\n"),
            file("docs/which-one.md", "# AES by `bitslice`\n"),
        ];
        let found = missing(&pages, &techniques);
        assert!(found.len() == 1 && found[0].contains("`bitslice`"), "{found:?}");
        assert_eq!(missing(&pages, &BTreeSet::from([("fugue", "words"), ("luffa", "rows")])).len(), 2);
    }

    #[test]
    fn a_technique_needs_a_file_of_its_name() {
        let files = [file("crates/counterpoint/src/aes/vperm.rs", ""), file("crates/counterpoint/src/vperm.rs", "")];
        let found = without_file(&files, &BTreeSet::from([("aes", "vperm"), ("groestl", "vperm")]));
        assert_eq!(
            found,
            ["crates/counterpoint/src/groestl/vperm.rs: a technique of the list has no file of its name"]
        );
    }

    /// The registry is asked, and it has what everyone knows to be there.
    #[test]
    fn the_techniques_are_those_of_the_registry() {
        let techniques = techniques();
        assert!(techniques.contains(&("keccak", "spec")) && techniques.len() > 20, "{techniques:?}");
        assert_eq!(missing(&[], &techniques).len(), techniques.len());
    }
}
