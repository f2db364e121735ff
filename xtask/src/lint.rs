//! The rules that neither the compiler nor clippy knows: where `unsafe` may stand, how long a file may be, and what no file
//! may hold.
//!
//! The library crate denies `unsafe_code`, and this keeps the exceptions from spreading: one `allow` elsewhere would do it.

use crate::Outcome;
use std::fs;
use std::path::{Path, PathBuf};

/// The library's sources.
const LIBRARY: &str = "crates/counterpoint/src/";
/// Where in it `unsafe` may stand.
const UNSAFE: [&str; 4] = ["cpu.rs", "vector.rs", "vector/", "asm/"];
/// The file in it that lifts the compiler's ban for these.
const LIFTED_IN: &str = "lib.rs";
/// The longest file.
const LINES: usize = 700;
/// Left-over notes, and paths that only one machine has. (In two pieces, so that this file may hold them.)
const UNWANTED: [&str; 9] = [
    concat!("TO", "DO"),
    concat!("FIX", "ME"),
    concat!("XX", "X:"),
    concat!("todo", "!("),
    concat!("unimplemented", "!("),
    concat!("/ro", "ot/"),
    concat!("/ho", "me/"),
    concat!("/tm", "p/"),
    concat!("/wo", "rk/"),
];

/// Prints each finding; returns how many there are.
pub(crate) fn run(root: &Path) -> Outcome {
    let mut files = Vec::new();
    collect(root, &mut files)?;
    files.sort();
    let mut findings = Vec::new();
    for file in &files {
        // What is not text has no lines.
        let Ok(text) = fs::read_to_string(file) else { continue };
        let name = file.strip_prefix(root)?.to_string_lossy().replace('\\', "/");
        check(&name, &text, &mut findings);
    }
    for finding in &findings {
        println!("{finding}");
    }
    println!("{} files, {} findings", files.len(), findings.len());
    Ok(findings.len())
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let kind = entry.file_type()?;
        if name == "target" || name == ".git" {
            continue;
        }
        if kind.is_dir() {
            collect(&entry.path(), files)?;
        } else if kind.is_file() {
            files.push(entry.path());
        }
    }
    Ok(())
}

fn check(name: &str, text: &str, findings: &mut Vec<String>) {
    let source = [".rs", ".sh", ".py", ".S", ".sv"].iter().any(|ending| name.ends_with(ending));
    if source && text.lines().count() > LINES {
        findings.push(format!("{name}: {} lines, more than {LINES}", text.lines().count()));
    }
    for (number, line) in text.lines().enumerate() {
        let mut find = |what: &str| findings.push(format!("{name}:{}: {what}", number + 1));
        if let Some(word) = UNWANTED.iter().find(|word| line.contains(*word)) {
            find(&format!("`{word}`"));
        }
        if let Some(inside) = name.strip_prefix(LIBRARY).filter(|inside| inside.ends_with(".rs")) {
            let code = line.split("//").next().unwrap_or_default();
            if has_word(code, "unsafe") && !UNSAFE.iter().any(|place| inside.starts_with(place)) {
                find("`unsafe` outside cpu.rs, vector/ and asm/");
            }
            if has_word(code, "unsafe_code") && inside != LIFTED_IN {
                find("the ban on `unsafe` is lifted in lib.rs only");
            }
        }
    }
}

/// Whether `word` stands in `line`, not as a part of a longer one.
fn has_word(line: &str, word: &str) -> bool {
    line.split(|c: char| !(c.is_alphanumeric() || c == '_')).any(|w| w == word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn findings(name: &str, text: &str) -> usize {
        let mut findings = Vec::new();
        check(name, text, &mut findings);
        findings.len()
    }

    #[test]
    fn unsafe_is_confined() {
        assert_eq!(findings("crates/counterpoint/src/keccak.rs", "let x = unsafe { f() };"), 1);
        assert_eq!(findings("crates/counterpoint/src/keccak.rs", "// unsafe would be worse"), 0);
        assert_eq!(findings("crates/counterpoint/src/vector/x86_64/avx2.rs", "unsafe { f() }"), 0);
        assert_eq!(findings("crates/counterpoint/src/keccak.rs", "#![allow(unsafe_code)]"), 1);
        assert_eq!(findings("crates/counterpoint/src/lib.rs", "#![deny(unsafe_code)]"), 0);
    }

    #[test]
    fn long_files_and_left_overs_are_found() {
        assert_eq!(findings("a.rs", &"\n".repeat(LINES + 1)), 1);
        assert_eq!(findings("a.md", concat!("TO", "DO: more")), 1);
    }
}
