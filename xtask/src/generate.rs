//! Everything that lists functions, from the table of functions.
//!
//! A file is generated as a whole, or between two comments, so that nobody types what stands there:
//!
//! ```text
//! // functions: begin, by `cargo xtask generate` from functions.toml
//! ...
//! // functions: end
//! ```
//!
//! All of it is checked in. What is generated has the form that the formatter gives it.

use crate::outcome::Outcome;
use std::fs;
use std::path::Path;
use table::Table;

mod answers;
mod c;
mod documents;
mod javascript;
mod library;
mod python;
mod table;
mod tests;
mod wasm;

/// What a file gets.
struct Output {
    /// The path from the repository's root.
    path: String,
    change: Change,
}

enum Change {
    /// All of it is generated.
    Whole(String),
    /// What stands between the comments of this name is generated.
    Region(&'static str, String),
    /// The text is a function of what is there.
    Edit(Box<dyn Fn(&str) -> Result<String, String>>),
}

impl Output {
    fn whole(path: impl Into<String>, text: String) -> Self {
        Self { path: path.into(), change: Change::Whole(text) }
    }

    fn region(path: impl Into<String>, name: &'static str, text: String) -> Self {
        Self { path: path.into(), change: Change::Region(name, text) }
    }

    fn edit(path: impl Into<String>, edit: impl Fn(&str) -> Result<String, String> + 'static) -> Self {
        Self { path: path.into(), change: Change::Edit(Box::new(edit)) }
    }
}

/// Writes what differs from the table, or only names it; returns how many files differ then.
pub(crate) fn run(root: &Path, only_compare: bool) -> Outcome {
    let text = fs::read_to_string(root.join("functions.toml"))?;
    let table = Table::parse(&text).map_err(|error| format!("functions.toml: {error}"))?;
    let mut outputs = Vec::new();
    for of_part in [
        library::outputs,
        tests::outputs,
        c::outputs,
        python::outputs,
        javascript::outputs,
        wasm::outputs,
        documents::outputs,
    ] {
        outputs.extend(of_part(&table));
    }
    outputs.push(Output::region(".gitattributes", "generated", attributes(&outputs)));
    let mut differ = 0;
    // A file may have several regions, one output each.
    outputs.sort_by(|a, b| a.path.cmp(&b.path));
    for of_file in outputs.chunk_by(|a, b| a.path == b.path) {
        let name = &of_file[0].path;
        let old = fs::read_to_string(root.join(name)).unwrap_or_default();
        let new = changed(&old, of_file).map_err(|error| format!("{name}: {error}"))?;
        differ += usize::from(put(root, name, &old, &new, only_compare)?);
    }
    // The header is made from sources that are generated, too.
    let name = c::HEADER;
    let old = fs::read_to_string(root.join(name)).unwrap_or_default();
    differ += usize::from(put(root, name, &old, &c::header(root, &table)?, only_compare)?);
    let name = answers::LIST;
    let old = fs::read_to_string(root.join(name))?;
    let new = answers::list(root, &old).map_err(|error| format!("{name}: {error}"))?;
    differ += usize::from(put(root, name, &old, &new, only_compare)?);
    if differ == 0 {
        println!("everything that lists functions is that of functions.toml");
    }
    Ok(if only_compare { differ } else { 0 })
}

/// Returns the attributes of the files that are generated as a whole, so that a review can leave them out.
fn attributes(outputs: &[Output]) -> String {
    let whole = outputs.iter().filter(|output| matches!(output.change, Change::Whole(_)));
    let mut paths: Vec<&str> = whole.map(|output| output.path.as_str()).chain([c::HEADER]).collect();
    paths.sort_unstable();
    paths.into_iter().map(|path| format!("{path} linguist-generated\n")).collect()
}

/// Writes a file whose text is another one than before, or only names it; returns whether it is another one.
fn put(root: &Path, name: &str, old: &str, new: &str, only_compare: bool) -> std::io::Result<bool> {
    if new == old {
        return Ok(false);
    }
    if only_compare {
        println!("{name} is not what functions.toml says; run `cargo xtask generate`");
    } else {
        fs::write(root.join(name), new)?;
        println!("{name} is renewed");
    }
    Ok(true)
}

/// Returns a file's text with its generated parts.
fn changed(old: &str, outputs: &[Output]) -> Result<String, String> {
    let mut text = old.to_owned();
    for output in outputs {
        text = match &output.change {
            Change::Whole(text) => text.clone(),
            Change::Region(name, lines) => with_region(&text, name, lines)?,
            Change::Edit(edit) => edit(&text)?,
        };
    }
    Ok(text)
}

/// Returns a text with these lines between the comments of a name, as far from the margin as the comments are.
fn with_region(text: &str, name: &str, lines: &str) -> Result<String, String> {
    let begin = format!(" {name}: begin, by `cargo xtask generate`");
    let end = format!(" {name}: end");
    let lacks = |comment: &str| format!("there is no comment `{}`, or more than one", comment.trim_start());
    let mut places = text.match_indices(&begin).map(|(at, _)| at);
    let (Some(first), None) = (places.next(), places.next()) else { return Err(lacks(&begin)) };
    let from = first + text[first..].find('\n').ok_or_else(|| lacks(&end))? + 1;
    let to = from + text[from..].match_indices(&end).next().ok_or_else(|| lacks(&end))?.0;
    let to = text[..to].rfind('\n').map_or(0, |at| at + 1);
    let line = text[..first].rfind('\n').map_or(0, |at| at + 1);
    let indent: String = text[line..].chars().take_while(|c| *c == ' ').collect();
    let mut region = String::new();
    for line in lines.lines() {
        if !line.is_empty() {
            region.push_str(&indent);
        }
        region.push_str(line);
        region.push('\n');
    }
    Ok(format!("{}{region}{}", &text[..from], &text[to..]))
}

/// Returns each line of a text with something in front of it, and no space at its end.
fn commented(text: &str, comment: &str) -> String {
    text.lines().map(|line| format!("{comment} {line}").trim_end().to_owned() + "\n").collect()
}

/// Returns words in lines of at most `columns` columns.
fn wrapped(words: impl IntoIterator<Item = impl AsRef<str>>, separator: &str, columns: usize) -> String {
    let mut text = String::new();
    let mut column = 0;
    for word in words {
        let word = word.as_ref();
        if column > 0 {
            text.push_str(separator);
            column += separator.len();
        }
        if column > 0 && column + 1 + word.chars().count() + separator.len() > columns {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += word.chars().count();
    }
    text.push('\n');
    text
}

#[cfg(test)]
mod region_tests {
    use super::*;

    #[test]
    fn a_region_is_replaced() {
        let text = "a\n  // x: begin, by `cargo xtask generate`\n  old\n  // x: end\nb\n";
        let new = with_region(text, "x", "c\n\n  d\n").unwrap();
        assert_eq!(new, "a\n  // x: begin, by `cargo xtask generate`\n  c\n\n    d\n  // x: end\nb\n");
        assert_eq!(with_region(&new, "x", "c\n\n  d\n").unwrap(), new);
        assert!(with_region(text, "y", "").is_err());
        assert!(with_region(&text.replace("x: end", "end"), "x", "").is_err());
    }

    #[test]
    fn words_fill_lines() {
        assert_eq!(wrapped(["aa", "bb", "cc"], ",", 6), "aa,\nbb,\ncc\n");
        assert_eq!(wrapped(["aa", "bb", "cc"], ",", 7), "aa, bb,\ncc\n");
        assert_eq!(wrapped(["aa", "bb", "cc"], "", 5), "aa bb\ncc\n");
    }
}
