//! The rules that neither the compiler nor clippy knows: how long a file may be, what no file may contain, and the
//! rules in the files of `lint/`.

use crate::outcome::Outcome;
use std::fs;
use std::path::{Path, PathBuf};

mod citations;
mod columns;
mod evidence;
mod file;
mod imports;
mod names;
mod paths;
mod secret_types;
mod techniques;
mod unsafe_code;

use file::File;

/// The longest file, in lines.
const LINES: usize = 700;
/// Folders that are built, installed or maintained by git.
const NOT_READ: [&str; 4] = [".git", "dist", "node_modules", "target"];
/// Left-over notes, and paths that exist only on one machine. (Each is written in two pieces, since this file may not
/// contain them either.)
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

/// Conditions that give tests a constant that does not ship, or compile code only outside tests. (In two pieces, as
/// above.)
const UNSHIPPED: [&str; 2] = [concat!("cfg!(", "test"), concat!("not(", "test)")];

/// Prints each finding; returns how many there are.
pub(crate) fn run(root: &Path) -> Outcome {
    let files = read(root)?;
    let mut findings: Vec<String> = files.iter().flat_map(of_file).collect();
    findings.extend(unsafe_code::check(&files));
    findings.extend(citations::check(&files));
    findings.extend(columns::check(&files));
    findings.extend(evidence::check(&files));
    findings.extend(names::check(&files));
    findings.extend(secret_types::check(&files));
    findings.extend(techniques::check(&files));
    imports::check(&files, &mut findings);
    for finding in &findings {
        println!("{finding}");
    }
    println!("{} files, {} findings", files.len(), findings.len());
    Ok(findings.len())
}

/// Returns every text file below a folder, sorted by name.
fn read(root: &Path) -> Result<Vec<File>, Box<dyn std::error::Error>> {
    let mut paths = Vec::new();
    collect(root, &mut paths)?;
    paths.sort();
    let mut files = Vec::new();
    for path in paths {
        // A file that is not text is skipped.
        let Ok(text) = fs::read_to_string(&path) else { continue };
        let name = path.strip_prefix(root)?.to_string_lossy().replace('\\', "/");
        files.push(File { name, text });
    }
    Ok(files)
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let kind = entry.file_type()?;
        if NOT_READ.iter().any(|folder| name == *folder) {
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

/// Returns the findings from one file alone: its length, and forbidden content.
fn of_file(file: &File) -> Vec<String> {
    let mut findings = Vec::new();
    let count = file.text.lines().count();
    if file.ends_with(&[".rs", ".sh", ".py", ".S", ".sv", ".js", ".mjs", ".ts", ".css"]) && count > LINES {
        findings.push(format!("{}: {count} lines, more than {LINES}", file.name));
    }
    for (number, line) in file.lines() {
        if let Some(word) = UNWANTED.iter().find(|word| line.contains(*word)) {
            findings.push(format!("{}:{number}: `{word}`", file.name));
        }
        if let Some(word) = UNSHIPPED.iter().find(|word| file.ends_with(&[".rs"]) && line.contains(*word)) {
            findings.push(format!("{}:{number}: `{word}`: tests must test what ships", file.name));
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::file::file;
    use super::*;

    #[test]
    fn long_files_and_left_overs_are_found() {
        assert_eq!(of_file(&file("a.rs", &"\n".repeat(LINES + 1))).len(), 1);
        assert_eq!(of_file(&file("a.md", concat!("TO", "DO: more"))).len(), 1);
        assert_eq!(of_file(&file("a.rs", "fn f() {}\n")).len(), 0);
    }

    #[test]
    fn values_that_only_tests_have_are_found() {
        for condition in [concat!("if cfg!(", "test) { 1 } else { 2 }"), concat!("#[cfg(not(", "test))]")] {
            assert_eq!(of_file(&file("a.rs", condition)).len(), 1, "{condition}");
            assert_eq!(of_file(&file("a.md", condition)).len(), 0, "{condition}");
        }
        assert_eq!(of_file(&file("a.rs", "#[cfg(test)]\nmod tests;\n")).len(), 0);
    }
}
