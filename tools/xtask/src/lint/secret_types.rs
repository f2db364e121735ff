//! Each library type that wipes itself is used under valgrind, with secrets marked: either a case of `under_valgrind`
//! names it, or the list of exceptions has it, with a reason.

use super::file::File;

const LIBRARY: &str = "crates/counterpoint/src/";
/// The cases.
const UNDER_VALGRIND: &str = "tools/xtask/lists/src/bin/under_valgrind/types/";

/// The types that are not used there, and why.
const OTHERS: [(&str, &str); 2] = [
    ("AeadKey", "the feature `aead` is not in the build that ships; its methods call those of `Aead`"),
    ("ByValueHasher", "the feature `by-value` is for WebAssembly, where valgrind does not run"),
];

/// Returns the findings in all files.
pub(super) fn check(files: &[File]) -> Vec<String> {
    let cases: Vec<&File> = files.iter().filter(|file| file.name.starts_with(UNDER_VALGRIND)).collect();
    let is_used = |name: &str| cases.iter().any(|file| named(&file.text).any(|word| word == name));
    let library = files.iter().filter(|file| file.name.starts_with(LIBRARY));
    let wiped: Vec<(&File, &str)> = library.flat_map(|file| wiped(&file.text).map(move |name| (file, name))).collect();
    let mut findings = Vec::new();
    for (file, name) in &wiped {
        let is_other = OTHERS.iter().any(|(other, _)| other == name);
        if !is_used(name) && !is_other {
            findings.push(format!("{}: no case in {UNDER_VALGRIND} names `{name}`", file.name));
        }
        if is_used(name) && is_other {
            findings.push(format!("{name}: is used under valgrind; remove it from the list of others"));
        }
    }
    let gone = OTHERS.iter().filter(|(other, _)| !wiped.iter().any(|(_, name)| name == other));
    findings.extend(gone.map(|(other, reason)| format!("{other}: wipes nothing ({reason}); remove it from the list")));
    findings
}

/// Returns the names of the types for which `ZeroizeOnDrop` is declared. In a macro, the name is a variable.
fn wiped(text: &str) -> impl Iterator<Item = &str> {
    text.split("ZeroizeOnDrop").skip(1).filter_map(|rest| {
        let rest = rest.trim_start().strip_prefix("for ")?;
        let rest = rest.strip_prefix("dyn ").unwrap_or(rest);
        let name = rest.split(|c: char| !c.is_alphanumeric()).next()?;
        (!name.is_empty()).then_some(name)
    })
}

/// Returns the words between quotation marks, which include the names of cases.
fn named(text: &str) -> impl Iterator<Item = &str> {
    text.split('"').skip(1).step_by(2).flat_map(|text| text.split(|c: char| !c.is_alphanumeric()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::file::file;

    fn findings(library: &str, cases: &str) -> Vec<String> {
        let others: String =
            OTHERS.iter().map(|(name, _)| format!("impl<S> zeroize::ZeroizeOnDrop for {name}<S> {{}}\n")).collect();
        check(&[
            file("crates/counterpoint/src/others.rs", &others),
            file("crates/counterpoint/src/keccak/sponge.rs", library),
            file("tools/xtask/lists/src/bin/under_valgrind/types/keccak.rs", cases),
        ])
    }

    #[test]
    fn a_type_that_no_case_names_is_found() {
        let sponge = "impl<W: Word> zeroize::ZeroizeOnDrop\n    for Sponge<W>\n{\n}\n";
        assert_eq!(findings(sponge, "Case::new(\"Sponge, Squeezer\", sponges)"), [""; 0]);
        assert_eq!(findings(sponge, "Case::new(\"Squeezer\", Sponge)").len(), 1);
        assert_eq!(findings("impl zeroize::ZeroizeOnDrop for dyn Hasher {}", "").len(), 1);
        assert_eq!(findings("impl<F> zeroize::ZeroizeOnDrop for $type<F> {}", ""), [""; 0]);
    }

    #[test]
    fn the_list_of_others_is_kept() {
        assert_eq!(findings("", "Case::new(\"AeadKey\", keys)").len(), 1);
        assert_eq!(check(&[]).len(), OTHERS.len());
    }
}
