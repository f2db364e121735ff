//! `unsafe` may occur only in the files of one list, each with its reason.
//!
//! The library crate denies `unsafe_code` in its `lib.rs`, and lifts the ban there for three modules. An `allow`
//! elsewhere would spread it, so the attribute is checked too. A listed place without `unsafe` is also a finding: it
//! would permit code that nobody has reviewed.

use super::file::File;

/// The library, which denies `unsafe`.
const LIBRARY: &str = "crates/counterpoint/src/";
/// The file in which the ban is declared and lifted.
const LIFTED_IN: &str = "crates/counterpoint/src/lib.rs";

/// Every file or folder that may contain `unsafe`, and why.
const ALLOWED: [(&str, &str); 28] = [
    ("crates/counterpoint-cli/src/streams.rs", "looks for closed standard streams before `main`"),
    ("crates/counterpoint/src/cpu.rs", "calls a function that is compiled for the features that a token proves"),
    ("crates/counterpoint/src/in_place.rs", "writes a value into memory of the caller, and drops it there"),
    ("crates/counterpoint/src/vector.rs", "declares which tier has which instructions, by traits that are unsafe"),
    ("crates/counterpoint/src/vector/", "the vector instructions, which only a value made from a token can reach"),
    ("crates/counterpoint/tests/allocations.rs", "an allocator that counts its calls"),
    ("crates/counterpoint/tests/common/stack.rs", "a search of the stack, and the bytes of a value"),
    ("crates/counterpoint/tests/guard_pages.rs", "maps pages without access after buffers, and catches the signal"),
    ("crates/counterpoint/tests/past_4_gib.rs", "maps 4 GiB of zeros, which take no memory"),
    ("crates/counterpoint/tests/zeroize.rs", "an allocator that looks at freed memory"),
    ("bindings/c/src/", "takes pointers from C, with the lengths that the caller promises"),
    ("bindings/c/tests/", "calls the C interface"),
    ("bindings/python/src/", "the memory of Python's objects, and the structures of Apache Arrow"),
    ("tools/bench/nosse/src/lib.rs", "takes pointers, and exports a function by its name"),
    ("tools/bench/src/clock.rs", "reads the time-stamp counter and runs chains of instructions"),
    ("tools/bench/src/console.rs", "looks for a closed standard output before `main`"),
    ("tools/bench/src/nosse.rs", "calls that function"),
    ("tools/bench/src/peers/libcrux_avx2.rs", "calls a peer's function, which is compiled for AVX2"),
    ("tools/bench/src/peers/xkcp", "calls a peer in C"),
    ("tools/bench/src/sample.rs", "asks the system how often it took the core, and ties the thread to one"),
    ("bindings/js/modules/src/border.rs", "the memory that JavaScript reads and writes, and the stack that is wiped"),
    ("bindings/js/modules/src/exports.rs", "exports functions by their names"),
    (
        "studies/isa/armv7/src/main.rs",
        "takes a message from an emulator, by its address, and exports a function by its name",
    ),
    ("tools/xtask/code/controls/kernels.rs", "vector instructions in the controls of the machine-code check"),
    ("tools/xtask/code/src/kernels/taint/tests.rs", "compares the layout of a slice with what the analysis assumes"),
    ("tools/xtask/lists/src/bin/under_valgrind/c_interface.rs", "calls the C interface"),
    (
        "tools/xtask/lists/src/bin/under_valgrind/valgrind.rs",
        "a request to valgrind, which is a sequence of instructions",
    ),
    ("tools/xtask/lists/src/main.rs", "exports a function to JavaScript, under a name of its own"),
];

/// Returns the findings in all files.
pub(super) fn check(files: &[File]) -> Vec<String> {
    let mut findings = Vec::new();
    let mut used = [false; ALLOWED.len()];
    for file in files.iter().filter(|file| file.ends_with(&[".rs"])) {
        let place = ALLOWED.iter().position(|(place, _)| file.name.starts_with(place));
        for (number, line) in file.lines() {
            let code = without_text(line);
            let mut find = |what: &str| findings.push(format!("{}:{number}: {what}", file.name));
            if has_word(&code, "unsafe") {
                match place {
                    Some(place) => used[place] = true,
                    None => find("`unsafe` outside the places listed in tools/xtask/src/lint/unsafe_code.rs"),
                }
            }
            if has_word(&code, "unsafe_code") && file.name.starts_with(LIBRARY) && file.name != LIFTED_IN {
                find("the ban on `unsafe` may be lifted only in lib.rs");
            }
        }
    }
    let unused = ALLOWED.iter().zip(used).filter(|(_, used)| !used);
    findings.extend(unused.map(|((place, reason), _)| {
        format!(
            "{place}: contains no `unsafe` ({reason}); remove it from the list in tools/xtask/src/lint/unsafe_code.rs"
        )
    }));
    findings
}

/// Returns a line without its comment and without quoted text.
fn without_text(line: &str) -> String {
    let line = line.replace("'\"'", "").replace("\\\"", "");
    let code: String = line.split('"').step_by(2).collect();
    code.split("//").next().unwrap_or_default().to_owned()
}

/// Whether `line` contains `word`, not as part of a longer word.
fn has_word(line: &str, word: &str) -> bool {
    line.split(|c: char| !(c.is_alphanumeric() || c == '_')).any(|w| w == word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::file::file;

    /// Returns the number of findings about this file alone.
    fn findings(name: &str, text: &str) -> usize {
        check(&[file(name, text)]).iter().filter(|finding| finding.starts_with(&format!("{name}:"))).count()
    }

    #[test]
    fn unsafe_is_confined_in_every_crate() {
        assert_eq!(findings("crates/counterpoint/src/keccak.rs", "let x = unsafe { f() };"), 1);
        assert_eq!(findings("crates/counterpoint/src/keccak.rs", "// unsafe would be worse"), 0);
        assert_eq!(findings("crates/counterpoint/src/keccak.rs", "println!(\"unsafe\");"), 0);
        assert_eq!(findings("crates/counterpoint/src/vector/x86_64/avx2.rs", "unsafe { f() }"), 0);
        assert_eq!(findings("crates/counterpoint-cli/src/sum.rs", "unsafe { f() }"), 1);
        assert_eq!(findings("tools/fuzz/src/lib.rs", "unsafe { f() }"), 1);
        assert_eq!(findings("tools/bench/src/clock.rs", "unsafe { f() }"), 0);
        assert_eq!(findings("crates/counterpoint/src/keccak.rs", "#![allow(unsafe_code)]"), 1);
        assert_eq!(findings("crates/counterpoint/src/lib.rs", "#![deny(unsafe_code)]"), 0);
    }

    #[test]
    fn a_place_without_unsafe_is_found() {
        let files: Vec<File> =
            ALLOWED.iter().map(|(place, _)| file(&format!("{place}.rs"), "unsafe { f() }")).collect();
        assert_eq!(check(&files).len(), 0, "{:?}", check(&files));
        let empty = check(&files[1..]);
        assert!(empty.len() == 1 && empty[0].starts_with(ALLOWED[0].0), "{empty:?}");
    }
}
