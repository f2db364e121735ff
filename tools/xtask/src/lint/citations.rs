//! Citations: every `[Key]` in a comment, a document or the source of a technique has an entry in BIBLIOGRAPHY.md, and
//! every entry is cited.
//!
//! Brackets have other meanings too: slices and attributes in code, links in Markdown, indices in formulas. So only
//! prose is read (comments, documents outside code blocks), and a citation is a word of letters, digits and hyphens,
//! alone in brackets, with a capital letter. A key without a capital letter, such as `vperm`, is recognised by its
//! entry; a misspelt one is not found. Shell scripts are skipped, since their comments show options in brackets.

use super::file::File;
use super::techniques::techniques;
use std::collections::BTreeSet;

const BIBLIOGRAPHY: &str = "BIBLIOGRAPHY.md";

/// Returns the findings in all files and in the sources of techniques.
pub(super) fn check(files: &[File]) -> Vec<String> {
    compare(files, sources(files))
}

/// Returns the findings in files and in these texts, given with their places.
fn compare<'a>(files: &[File], texts: impl IntoIterator<Item = (String, &'a str)>) -> Vec<String> {
    let entries = files.iter().find(|file| file.name == BIBLIOGRAPHY).map(entries).unwrap_or_default();
    let keys: BTreeSet<&str> = entries.iter().map(|(_, key)| *key).collect();
    let of_file = |file: &File| {
        let place = |(number, prose)| (format!("{}:{number}", file.name), prose);
        prose(file).into_iter().map(place).collect::<Vec<_>>()
    };
    let documents = files.iter().filter(|file| file.name != BIBLIOGRAPHY).flat_map(of_file);
    let mut findings = Vec::new();
    let mut cited = BTreeSet::new();
    for (place, prose) in documents.chain(texts.into_iter().map(|(place, text)| (place, text.to_owned()))) {
        for word in in_brackets(&prose) {
            if keys.contains(word) {
                cited.insert(word.to_owned());
            } else if word.contains(|c: char| c.is_ascii_uppercase()) {
                findings.push(format!("{place}: [{word}] has no entry in {BIBLIOGRAPHY}"));
            }
        }
    }
    let unused = entries.iter().filter(|(_, key)| !cited.contains(*key));
    findings.extend(unused.map(|(number, key)| format!("{BIBLIOGRAPHY}:{number}: nothing cites [{key}]")));
    findings
}

/// Returns the sources of the library's techniques, each with its place.
fn sources(files: &[File]) -> BTreeSet<(String, &str)> {
    let place = |technique: &str, family: &str| format!("the source of {technique}, {family}");
    techniques(files).iter().map(|found| (place(found.name, found.family), found.source)).collect()
}

/// Returns the keys in the bibliography's tables with their line numbers.
fn entries(bibliography: &File) -> Vec<(usize, &str)> {
    let key = |(number, line): (usize, _)| Some((number, str::strip_prefix(line, "| [")?.split_once("] |")?.0));
    bibliography.lines().filter_map(key).collect()
}

/// Returns the lines of a file that contain prose, reduced to the prose.
fn prose(file: &File) -> Vec<(usize, String)> {
    let ending = file.name.rsplit_once('.').map_or("", |(_, ending)| ending);
    // Whether the line is inside a code block in Markdown, or a multi-line string in Python.
    let mut inside = false;
    let mut prose = |line: &str| match ending {
        "md" => {
            inside ^= line.trim_start().starts_with("```");
            if inside { String::new() } else { line.to_owned() }
        }
        "rs" => comment(line),
        "sv" | "svh" | "v" | "c" | "h" => after(line, &["//", "/*", " *"]),
        "S" | "inc" => after(line, &[";", "//"]),
        "py" => {
            let quotes = line.matches("\"\"\"").count();
            let documentation = inside || quotes > 0;
            inside ^= quotes % 2 == 1;
            if documentation { line.replace("\"\"\"", " ") } else { after(line, &["#"]) }
        }
        "toml" => paper(line).unwrap_or_else(|| after(line, &["#"])),
        _ => String::new(),
    };
    file.lines().map(|(number, line)| (number, prose(line))).filter(|(_, prose)| !prose.is_empty()).collect()
}

/// Returns the text after the first of these marks in a line.
fn after(line: &str, marks: &[&str]) -> String {
    let start = marks.iter().filter_map(|mark| Some(line.find(mark)? + mark.len())).min();
    start.map_or(String::new(), |start| line[start..].to_owned())
}

/// Returns the comment in a line of Rust. Two slashes between quotation marks do not begin one.
fn comment(line: &str) -> String {
    let line = line.replace("'\"'", "").replace("\\\"", "");
    let mut quoted = false;
    let start = line.char_indices().position(|(place, c)| {
        quoted ^= c == '"';
        !quoted && line[place..].starts_with("//")
    });
    start.map_or(String::new(), |start| line.chars().skip(start).collect())
}

/// Returns the key in a line `paper = "Key"` of the papers' tables, in brackets.
fn paper(line: &str) -> Option<String> {
    Some(format!("[{}]", line.strip_prefix("paper = \"")?.strip_suffix('"')?))
}

/// Returns the words that stand alone in brackets: not in code, not the text of a link, not an index.
fn in_brackets(prose: &str) -> Vec<&str> {
    // In Rust documentation a bracket may be escaped, `\[FIPS202\]`, so that it is not a link.
    let mut words = Vec::new();
    let mut code = false;
    let mut before = ' ';
    for (place, c) in prose.char_indices() {
        match c {
            '`' => code = !code,
            '[' if !(code || before.is_alphanumeric() || ")]_".contains(before)) => {
                let inside = prose[place + 1..].split(']').next().unwrap_or_default();
                let rest = &prose[(place + 1 + inside.len() + 1).min(prose.len())..];
                let word = inside.strip_suffix('\\').unwrap_or(inside);
                let alone = !rest.starts_with(|next: char| next.is_alphanumeric() || "([:".contains(next));
                let named = word.len() > 1
                    && word.starts_with(|first: char| first.is_ascii_alphabetic())
                    && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
                if alone && named && place + 1 + inside.len() < prose.len() {
                    words.push(word);
                }
            }
            _ => {}
        }
        if c != '\\' {
            before = c;
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::file::file;

    const ENTRY: &str = "| key | paper |\n|---|---|\n| [Wheel-1] | A. Author: The Wheel |\n";

    /// Returns the findings in a project with this file and a bibliography of one entry.
    fn findings(name: &str, text: &str) -> Vec<String> {
        compare(&[file(BIBLIOGRAPHY, ENTRY), file(name, text)], [])
    }

    #[test]
    fn a_citation_without_an_entry_is_found() {
        for (name, text) in [
            ("a.rs", "// As in [Wheel-1] and [Hub-2] 3."),
            ("a.rs", "//! \\[Wheel-1\\] 2, and \\[Hub-2\\] 3.1."),
            ("a.md", "See [Wheel-1], [Hub-2]."),
            ("a.sv", "assign a = b; // [Wheel-1] [Hub-2]"),
            ("a.S", "    nop ; ([Hub-2], after [Wheel-1])"),
            ("a.py", "\"\"\"What [Wheel-1] has,\nand [Hub-2].\"\"\""),
            ("papers.toml", "# [Wheel-1]\npaper = \"Hub-2\""),
        ] {
            let found = findings(name, text);
            let hub = found.iter().filter(|finding| finding.contains("[Hub-2] has no entry")).count();
            let wheel = found.iter().filter(|finding| finding.contains("Wheel-1")).count();
            assert_eq!((hub, wheel), (1, 0), "{text}: {found:?}");
        }
    }

    #[test]
    fn an_entry_that_nothing_cites_is_found() {
        let found = findings("a.rs", "let wheel = 1;");
        assert_eq!(found, ["BIBLIOGRAPHY.md:3: nothing cites [Wheel-1]"]);
    }

    /// The source named by a technique is read like a document.
    #[test]
    fn the_sources_of_techniques_are_citations() {
        let page = file("crates/counterpoint/src/luffa.rs", "list! {\n}\n");
        let text = "const T: Technique = Technique::new(\"words\", \"[Wheel-1] 3 to 5, [Hub-2]\");";
        let found = check(&[file(BIBLIOGRAPHY, ENTRY), page, file("crates/counterpoint/src/luffa/words.rs", text)]);
        assert_eq!(found, ["the source of words, luffa: [Hub-2] has no entry in BIBLIOGRAPHY.md"]);
    }

    #[test]
    fn other_brackets_are_no_citations() {
        for (name, text) in [
            ("a.rs", "fn f(blocks: &[Block], list: [Entry; 4]) {}"),
            ("a.rs", "// `[Block]`, lanes[Index], Keccak-f[1600], a[i] and [x]"),
            ("a.md", "[README](README.md), [Text][label]\n```text\n[Block]\n```"),
            ("a.py", "for last in [[True], [False]]: pass"),
            ("a.sh", "# sum.sh [FILE]"),
            ("Cargo.toml", "[package]\nname = \"a\""),
        ] {
            assert_eq!(findings(name, text), ["BIBLIOGRAPHY.md:3: nothing cites [Wheel-1]"], "{text}");
        }
    }
}
