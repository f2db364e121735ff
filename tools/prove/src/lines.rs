//! Finds the source lines of an instruction, with binutils' `addr2line`, in a build with line tables.

use std::collections::HashMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The library's source folder, in the paths recorded by the compiler.
const SOURCE: &str = "/crates/counterpoint/src/";

/// A line of the library's source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SourceLine {
    /// The path below the library's `src`.
    pub(crate) file: String,
    /// The line without its indentation.
    pub(crate) text: String,
}

/// A section of an object file.
pub(crate) struct Section<'a> {
    pub(crate) object: &'a [u8],
    pub(crate) name: &'a str,
}

impl Section<'_> {
    /// Returns the source lines of the instructions at these offsets: for each, first the line in the innermost
    /// function, then the lines in the functions into which that one was inlined.
    ///
    /// # Errors
    ///
    /// If `addr2line` is missing or fails, or a source file is missing.
    pub(crate) fn lines(&self, offsets: &[u64]) -> Result<Vec<Vec<SourceLine>>, String> {
        let file = tempfile::NamedTempFile::new().map_err(|error| format!("a temporary file: {error}"))?;
        fs::write(file.path(), self.object).map_err(|error| format!("a temporary file: {error}"))?;
        let output = addr2line(file.path(), self.name, offsets).map_err(|error| format!("addr2line: {error}"))?;
        let mut sources = Sources::default();
        let mut found = Vec::new();
        for line in output.lines() {
            if line.starts_with("0x") {
                found.push(Vec::new());
            } else if let (Some(lines), Some((path, number))) = (found.last_mut(), source_location(line)) {
                lines.push(sources.line(path, number)?);
            }
        }
        if found.len() == offsets.len() {
            Ok(found)
        } else {
            Err(format!("addr2line: {} places for {} instructions", found.len(), offsets.len()))
        }
    }
}

/// Returns the output of `addr2line`: before the lines of each offset, a line with the offset.
fn addr2line(object: &Path, section: &str, offsets: &[u64]) -> std::io::Result<String> {
    let mut child = Command::new("addr2line")
        .args(["--inlines", "--addresses", "--section", section, "--exe"])
        .arg(object)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    let text: String = offsets.iter().map(|offset| format!("{offset:#x}\n")).collect();
    let mut input = child.stdin.take().expect("it has a pipe");
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()));
    let output = child.wait_with_output()?;
    writer.join().expect("writing does not panic")?;
    if !output.status.success() {
        return Err(std::io::Error::other(output.status.to_string()));
    }
    String::from_utf8(output.stdout).map_err(std::io::Error::other)
}

/// Returns the path and the number of a line in the library, or nothing for other code.
fn source_location(line: &str) -> Option<(&str, usize)> {
    let (path, number) = line.rsplit_once(':')?;
    // "(discriminator 3)" may follow a number.
    let number = number.split(' ').next()?.parse().ok()?;
    (path.contains(SOURCE) && number > 0).then_some((path, number))
}

/// The source files read so far.
#[derive(Default)]
struct Sources(HashMap<PathBuf, String>);

impl Sources {
    fn line(&mut self, path: &str, number: usize) -> Result<SourceLine, String> {
        if !self.0.contains_key(Path::new(path)) {
            let text = fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
            self.0.insert(path.into(), text);
        }
        let file = path.split_once(SOURCE).map_or(path, |(_, file)| file).to_string();
        let text = self.0[Path::new(path)].lines().nth(number - 1);
        let text = text.ok_or_else(|| format!("{path} has no line {number}: it is not the source of the library"))?;
        Ok(SourceLine { file, text: text.trim().into() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_of_the_library_only() {
        assert_eq!(
            source_location("/p/crates/counterpoint/src/a/b.rs:17"),
            Some(("/p/crates/counterpoint/src/a/b.rs", 17))
        );
        let discriminated = "/p/crates/counterpoint/src/a.rs:3 (discriminator 2)";
        assert_eq!(source_location(discriminated), Some(("/p/crates/counterpoint/src/a.rs", 3)));
        for line in ["/rustc/0/library/core/src/a.rs:17", "/p/crates/counterpoint/src/a.rs:?", "??:0"] {
            assert_eq!(source_location(line), None, "{line}");
        }
    }
}
