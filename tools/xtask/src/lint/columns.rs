//! How long a line may be: 120 columns in source files and in the text of documents.
//!
//! Some lines can't be broken and are exempt: long strings of hexadecimal digits, a single attribute, a single word (an
//! address), and in Markdown the rows of tables. Text that a program writes between two comments is exempt too.
//!
//! The limit is younger than the project. Folders with longer lines are listed with their number, which may fall but
//! not rise: if you change a file there, shorten its lines and lower the number.

use super::file::File;

/// The longest line, in characters.
const COLUMNS: usize = 120;
/// A string of this many hexadecimal digits is data, such as a 32-byte digest.
const DIGITS: usize = 40;
/// The files that people write.
const ENDINGS: [&str; 13] =
    [".rs", ".sh", ".py", ".S", ".sv", ".inc", ".md", ".js", ".mjs", ".cjs", ".ts", ".css", ".html"];

/// Folders and files that still have longer lines, and how many.
const LEFT: [(&str, usize); 7] = [
    ("studies/avr/", 40),
    ("crates/counterpoint/", 19),
    ("tools/bench/", 39),
    ("crates/counterpoint-cli/", 1),
    ("crates/counterpoint-vectors/", 5),
    ("studies/rtl/", 203),
    ("scripts/", 20),
];

/// Returns the findings in all files.
pub(super) fn check(files: &[File]) -> Vec<String> {
    compare(files, &LEFT)
}

/// Returns the findings, given the numbers of longer lines that `left` permits.
fn compare(files: &[File], left: &[(&str, usize)]) -> Vec<String> {
    let mut findings = Vec::new();
    let mut counts = vec![0; left.len()];
    for file in files.iter().filter(|file| file.ends_with(&ENDINGS)) {
        let long = long_lines(file);
        match left.iter().position(|(place, _)| file.name.starts_with(place)) {
            Some(place) => counts[place] += long.len(),
            None => findings
                .extend(long.iter().map(|(number, columns)| {
                    format!("{}:{number}: {columns} columns, more than {COLUMNS}", file.name)
                })),
        }
    }
    for ((place, permitted), count) in left.iter().zip(counts) {
        if count > *permitted {
            findings.push(format!("{place}: {count} lines of more than {COLUMNS} columns; {permitted} are permitted"));
        } else if count == 0 {
            findings.push(format!(
                "{place}: no long line is left; remove it from the list in tools/xtask/src/lint/columns.rs"
            ));
        }
    }
    findings
}

/// Returns the numbers of the lines that are too long, with their lengths.
fn long_lines(file: &File) -> Vec<(usize, usize)> {
    let markdown = file.ends_with(&[".md"]);
    let mut generated = false;
    let mut long = Vec::new();
    for (number, line) in file.lines() {
        let columns = line.chars().count();
        let text = line.trim();
        if markdown && text.starts_with("<!--") {
            generated = !text.ends_with("end -->");
        }
        let whole = text.starts_with("#[") && text.ends_with(']') || !text.contains(' ');
        let table = markdown && (generated || text.starts_with('|'));
        if columns > COLUMNS && !(whole || table || has_digits(line)) {
            long.push((number, columns));
        }
    }
    long
}

/// Whether a line contains a long string of hexadecimal digits.
fn has_digits(line: &str) -> bool {
    line.split(|c: char| !c.is_ascii_hexdigit()).any(|digits| digits.len() >= DIGITS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::file::file;

    fn found(name: &str, line: &str) -> usize {
        compare(&[file(name, line)], &[]).len()
    }

    #[test]
    fn long_lines_are_found() {
        let long = "word ".repeat(25);
        for name in ["a.rs", "a.sh", "a.py", "a.sv", "a.S", "a.md"] {
            assert_eq!(found(name, &format!("short\n{long}\n")), 1, "{name}");
            assert_eq!(found(name, &long[..COLUMNS]), 0, "{name}");
        }
        // Characters count, not bytes.
        assert_eq!(found("a.md", &"ø ".repeat(COLUMNS / 2)), 0);
        assert_eq!(found("a.json", &long), 0);
    }

    #[test]
    fn what_cannot_be_broken_is_left_out() {
        let words = "word ".repeat(25);
        assert_eq!(found("a.rs", &format!("    \"{}\", \"{words}\"", "0f".repeat(32))), 0);
        assert_eq!(found("a.rs", &format!("    #[cfg(any({words}))]")), 0);
        assert_eq!(found("a.md", &format!("| {words} | {words} |")), 0);
        assert_eq!(found("a.rs", &format!("// | {words} |")), 1);
        assert_eq!(found("a.md", &"x".repeat(200)), 0);
        let generated = format!("<!-- measured: begin, by a program -->\n{words}\n<!-- measured: end -->\n");
        assert_eq!(found("a.md", &generated), 0);
        assert_eq!(found("a.md", &format!("{generated}{words}")), 1);
    }

    #[test]
    fn the_number_of_those_that_are_left_may_only_fall() {
        let files = [file("old/a.rs", &format!("{}\n", "word ".repeat(25)).repeat(3)), file("new/a.rs", "short")];
        assert_eq!(compare(&files, &[("old/", 3)]), [""; 0]);
        assert_eq!(compare(&files, &[("old/", 4)]), [""; 0]);
        assert!(compare(&files, &[("old/", 2)])[0].contains("3 lines"));
        assert!(compare(&files, &[("old/", 3), ("new/", 1)])[0].starts_with("new/: no long line"));
    }
}
