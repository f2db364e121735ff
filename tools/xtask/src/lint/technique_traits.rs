//! The number of the library's traits that you must know to read or write a technique: at most six, and four in Keccak.
//!
//! The files of a technique are the file and the folder with its name in its family's folder. They use a trait if they
//! import it, name it by a path or define it. Traits of other crates do not count, nor do tests. Methods of a trait
//! implied by a bound require no import: `L: Lane` is enough to call the methods of `Bits`.

use super::file::File;
use super::paths::{Crate, Target};
use super::techniques::{SOURCES, techniques};
use std::collections::BTreeSet;

/// The most traits that a technique may use.
const MOST: usize = 6;
/// Like [`MOST`], for the techniques of Keccak, whose state consists only of lanes.
const MOST_OF_KECCAK: usize = 4;

/// Returns the findings in all files.
pub(super) fn check(files: &[File]) -> Vec<String> {
    let sources = files.iter().filter_map(|file| Some((file.name.strip_prefix(SOURCES)?, file.text.as_str())));
    let sources: Vec<_> = sources.filter(|(path, _)| path.ends_with(".rs")).collect();
    too_many(&sources, &techniques(files).iter().map(|technique| (technique.family, technique.name)).collect())
}

/// Returns a finding for each of these techniques that uses too many traits. `files` are the library's.
fn too_many(files: &[(&str, &str)], techniques: &BTreeSet<(&str, &str)>) -> Vec<String> {
    // The rule about imports reports a file that can't be read.
    let Ok(library) = Crate::of(files) else { return Vec::new() };
    let mut findings = Vec::new();
    for (family, technique) in techniques {
        let place = format!("{family}/{technique}");
        let used = traits(&library, |file| {
            let rest = files[file].0.strip_prefix(&place);
            rest.is_some_and(|rest| rest == ".rs" || rest.starts_with('/'))
        });
        let most = if *family == "keccak" { MOST_OF_KECCAK } else { MOST };
        if used.len() > most {
            findings.push(format!(
                "{SOURCES}{place}.rs: the technique uses {} traits of the library, more than {most}: {}; make what \
                 varies between types data (a structure of constants or a function), or bound a type parameter by the \
                 one trait that implies the others",
                used.len(),
                used.into_iter().collect::<Vec<_>>().join(", ")
            ));
        }
    }
    findings
}

/// Returns the names of the traits used by some files of a crate.
fn traits(library: &Crate, of_technique: impl Fn(usize) -> bool) -> BTreeSet<&str> {
    let mut used = BTreeSet::new();
    for (path, module) in library.modules().filter(|(_, module)| of_technique(module.file)) {
        let words = module.words.iter().chain(&module.items).map(std::slice::from_ref);
        let reexports = module.reexports.iter().map(|(_, named)| &named[..]);
        for named in words.chain(reexports).chain(module.paths.iter().map(|path| &path[..])) {
            if let Some(Target::Item(file, name)) = library.target(path, named)
                && let Some((_, name)) = library.traits.get(&(file, name))
            {
                used.insert(name.as_str());
            }
        }
    }
    used
}

#[cfg(test)]
mod tests {
    use super::*;

    const VECTOR: (&str, &str) = (
        "vector.rs",
        "pub trait A {} pub trait B {} pub trait C {} pub trait D {} pub trait E {} pub trait F {} pub struct V;",
    );
    const ROOT: (&str, &str) = ("lib.rs", "mod vector; mod keccak; mod aes;");

    /// Returns the findings if this is the file of a technique in the family.
    fn found(family: &str, text: &str) -> Vec<String> {
        let file = format!("{family}/fast.rs");
        too_many(&[ROOT, VECTOR, (&file, text)], &BTreeSet::from([(family, "fast")]))
    }

    #[test]
    fn a_technique_that_uses_too_many_traits_is_found() {
        let five = "use crate::vector::{A, B, C, D, V}; impl crate::vector::E for V {}";
        assert_eq!(found("aes", five), [""; 0]);
        let findings = found("keccak", five);
        assert!(findings.len() == 1, "{findings:?}");
        let finding = &findings[0];
        assert!(finding.starts_with("crates/counterpoint/src/keccak/fast.rs: "), "{finding}");
        assert!(finding.contains("5 traits of the library, more than 4: A, B, C, D, E; make"), "{finding}");
        for seventh in ["pub trait Own {}", "mod inner { use super::*; pub trait Own: A {} }"] {
            let seven = format!("use crate::vector::F as _; {five} {seventh}");
            let findings = found("aes", &seven);
            assert!(
                findings.len() == 1 && findings[0].contains("7 traits of the library, more than 6"),
                "{findings:?}"
            );
        }
    }

    #[test]
    fn what_is_no_trait_of_the_library_does_not_count() {
        let four = "use crate::vector::{A, B, C, D, V}; use core::fmt::Debug;";
        for more in [
            "struct E; type F = E;",
            "fn f<L: A<E = u32>>(_: L::E, _: impl Fn(V) -> E) {}",
            "#[cfg(test)] mod tests { use crate::vector::E; }",
            "// E",
        ] {
            assert_eq!(found("keccak", &format!("{four} {more}")), [""; 0], "{more}");
        }
    }

    /// All files of a technique count together, and no other files of the family.
    #[test]
    fn a_technique_is_a_file_and_a_folder() {
        let part = ("keccak/fast/part.rs", "use crate::vector::{C, D};");
        let other = ("keccak/faster.rs", "use crate::vector::{C, D};");
        let fast = BTreeSet::from([("keccak", "fast")]);
        let page = ("keccak/fast.rs", "mod part; use crate::vector::{A, B, E};");
        assert_eq!(too_many(&[ROOT, VECTOR, page, other], &fast), [""; 0]);
        assert_eq!(too_many(&[ROOT, VECTOR, page, part], &fast).len(), 1);
    }
}
