//! Every technique has a file with its name in its family's folder, and is explained: a page in docs/techniques has a
//! heading with the technique's name.
//!
//! A technique is declared by a constant, `Technique::new("name", "source")` or `Technique::by_look_ups(...)`. The
//! declarations are read here, and a test of `xtask-lists` compares them with the library's registry, so this program
//! need not build the library. Families use the same name for different layouts (`bitslice`), so the family must be
//! named too, in the heading or the page's title.

use super::file::File;
use std::collections::BTreeSet;

/// The families' folder.
pub(super) const SOURCES: &str = "crates/counterpoint/src/";
/// The pages' folder.
const PAGES: &str = "docs/techniques/";

/// The declaration of a technique.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Technique<'f> {
    pub(super) family: &'f str,
    pub(super) name: &'f str,
    /// The paper it comes from.
    pub(super) source: &'f str,
    /// The file with the declaration, below [`SOURCES`].
    file: &'f str,
}

/// Returns the findings in all files.
pub(super) fn check(files: &[File]) -> Vec<String> {
    let techniques = techniques(files);
    let mut findings = missing(files, &techniques);
    findings.extend(elsewhere(&techniques));
    findings.extend(unread(files, &techniques));
    findings
}

/// Returns a finding for each of these techniques that is not declared in the file with its name.
fn elsewhere(techniques: &BTreeSet<Technique<'_>>) -> Vec<String> {
    let place = |t: &Technique<'_>| format!("{}/{}.rs", t.family, t.name);
    let elsewhere = techniques.iter().filter(|technique| place(technique) != technique.file);
    elsewhere
        .map(|t| format!("{SOURCES}{}: declares the technique {}; its file is {}", t.file, t.name, place(t)))
        .collect()
}

/// Returns a finding for each file of a family with a declaration that can't be read here, and one if there are no
/// declarations at all.
fn unread(files: &[File], techniques: &BTreeSet<Technique<'_>>) -> Vec<String> {
    let declares = |file: &&File| file.text.contains(": Technique =");
    let known = |file: &str| techniques.iter().any(|technique| technique.file == file);
    let mut findings: Vec<String> = of_families(files)
        .filter(|(file, _, path)| declares(file) && !known(path))
        .map(|(file, _, _)| format!("{}: a technique's declaration must begin with its name and its source", file.name))
        .collect();
    if techniques.is_empty() {
        findings.push(format!("{SOURCES}: no technique is declared"));
    }
    findings
}

/// Returns every technique declared in a file of a family.
pub(super) fn techniques(files: &[File]) -> BTreeSet<Technique<'_>> {
    of_families(files)
        .flat_map(|(file, family, path)| {
            let declarations = ["Technique::new(", "Technique::by_look_ups("].map(|call| file.text.split(call).skip(1));
            declarations.into_iter().flatten().filter_map(move |arguments| {
                let [name, source] = two_strings(arguments)?;
                Some(Technique { family, name, source, file: path })
            })
        })
        .collect()
}

/// Returns the library's files in the folders of families, each with the family and its path below [`SOURCES`]. A
/// family's front page contains lists.
fn of_families(files: &[File]) -> impl Iterator<Item = (&File, &str, &str)> {
    files.iter().filter(|file| file.ends_with(&[".rs"])).filter_map(|file| {
        let path = file.name.strip_prefix(SOURCES)?;
        let (family, _) = path.split_once('/')?;
        let page = format!("{SOURCES}{family}.rs");
        let has_lists = files.iter().any(|file| file.name == page && file.text.contains("list! {"));
        has_lists.then_some((file, family, path))
    })
}

/// Reads two strings without inner quotation marks, separated by a comma.
fn two_strings(text: &str) -> Option<[&str; 2]> {
    let (first, rest) = text.trim_start().strip_prefix('"')?.split_once('"')?;
    let (second, _) = rest.trim_start().strip_prefix(',')?.trim_start().strip_prefix('"')?.split_once('"')?;
    Some([first, second])
}

/// Returns a finding for each of these techniques without a heading on any page.
fn missing(files: &[File], techniques: &BTreeSet<Technique<'_>>) -> Vec<String> {
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
    let unexplained = techniques.iter().filter(|technique| !explained(technique.family, technique.name));
    let finding = |Technique { family, name, .. }: &Technique<'_>| {
        format!("{PAGES}: no page has a heading with `{name}` that names {family}, there or in the title")
    };
    unexplained.map(finding).collect()
}

/// Returns a heading in the spelling of the families' names: lower case, without the stroke in Grøstl.
fn folded(heading: &str) -> String {
    heading.to_lowercase().replace('ø', "o").replace("grostl", "groestl")
}

/// Returns a technique in the file with its name, for the tests of the rules.
#[cfg(test)]
pub(super) fn technique<'f>(family: &'f str, name: &'f str, file: &'f str) -> Technique<'f> {
    Technique { family, name, source: "[Wheel-1]", file }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::file::file;

    #[test]
    fn a_technique_needs_a_heading_that_names_its_family() {
        let of = |names: [(&'static str, &'static str); 3]| {
            names.map(|(family, name)| technique(family, name, "")).into_iter().collect::<BTreeSet<_>>()
        };
        let pages = [
            file("docs/techniques/byte-slicing.md", "# Byte slicing: Grøstl by `rows`\n\nText on `bitslice` of AES.\n"),
            file("docs/techniques/luffa.md", "# Luffa\n\n## `words`: each as it is\n\n## AES by `words256`\n"),
            file("docs/which-one.md", "# AES by `bitslice`\n"),
        ];
        let found = missing(&pages, &of([("groestl", "rows"), ("aes", "bitslice"), ("luffa", "words")]));
        assert!(found.len() == 1 && found[0].contains("`bitslice`"), "{found:?}");
        assert_eq!(missing(&pages, &of([("fugue", "words"), ("luffa", "rows"), ("luffa", "words")])).len(), 2);
    }

    /// Returns a library with one family and this text in a file.
    fn library(name: &str, text: &str) -> [File; 3] {
        let page = file("crates/counterpoint/src/aes.rs", "list! {\n}\n");
        let hash = file("crates/counterpoint/src/hash/tests/a.rs", "const T: Technique = Technique::new(\"a\", \"\");");
        [page, hash, file(&format!("{SOURCES}{name}"), text)]
    }

    #[test]
    fn declarations_are_read() {
        let text = "const T: Technique =\n    Technique::by_look_ups(\n    \"vperm\",\n    \"[Wheel-1] 4\", 256);";
        let files = library("aes/vperm.rs", text);
        let expected = Technique { source: "[Wheel-1] 4", ..technique("aes", "vperm", "aes/vperm.rs") };
        assert_eq!(techniques(&files), BTreeSet::from([expected]));
        assert!(unread(&files, &techniques(&files)).is_empty());
        let unusual = library("aes/vperm.rs", "const T: Technique = Technique::new(NAME, \"[Wheel-1]\");");
        assert_eq!(unread(&unusual, &techniques(&unusual)).len(), 2);
    }

    #[test]
    fn a_technique_needs_a_file_of_its_name() {
        let found = elsewhere(&BTreeSet::from([
            technique("aes", "vperm", "aes/vperm.rs"),
            technique("groestl", "vperm", "groestl/rows.rs"),
        ]));
        assert_eq!(
            found,
            ["crates/counterpoint/src/groestl/rows.rs: declares the technique vperm; its file is groestl/vperm.rs"]
        );
    }
}
