//! Everything that lists functions, generated from the table of functions.
//!
//! A file is generated as a whole, or between two comments, so that nobody maintains that part by hand:
//!
//! ```text
//! // functions: begin, by `cargo xtask generate` from functions.toml
//! ...
//! // functions: end
//! ```
//!
//! All of it is checked in, formatted as the formatter would.

use crate::outcome::Outcome;
use output::{Change, Output, changed};
use std::fs;
use std::path::Path;
use table::Table;

mod answers;
mod c;
mod documents;
mod javascript;
mod library;
mod output;
mod python;
mod table;
mod test_lists;
mod text;
mod wasm;

/// Writes the files that differ from the table, or only names them; returns how many files then differ.
pub(crate) fn run(root: &Path, only_compare: bool) -> Outcome {
    let text = fs::read_to_string(root.join("functions.toml"))?;
    let table = Table::parse(&text).map_err(|error| format!("functions.toml: {error}"))?;
    let mut outputs = Vec::new();
    for of_part in [
        library::outputs,
        test_lists::outputs,
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
    // A file may have several regions, with one output each.
    outputs.sort_by(|a, b| a.path.cmp(&b.path));
    for of_file in outputs.chunk_by(|a, b| a.path == b.path) {
        let name = &of_file[0].path;
        let old = fs::read_to_string(root.join(name)).unwrap_or_default();
        let new = changed(&old, of_file).map_err(|error| format!("{name}: {error}"))?;
        differ += usize::from(put(root, name, &old, &new, only_compare)?);
    }
    // The header is made from sources that are themselves generated.
    let name = c::HEADER;
    let old = fs::read_to_string(root.join(name)).unwrap_or_default();
    differ += usize::from(put(root, name, &old, &c::header(root, &table)?, only_compare)?);
    let name = answers::LIST;
    let old = fs::read_to_string(root.join(name))?;
    let new = answers::list(root, &old).map_err(|error| format!("{name}: {error}"))?;
    differ += usize::from(put(root, name, &old, &new, only_compare)?);
    if differ == 0 {
        println!("everything that lists functions matches functions.toml");
    }
    Ok(if only_compare { differ } else { 0 })
}

/// Returns the attributes of the files generated as a whole, so that reviews can skip them.
fn attributes(outputs: &[Output]) -> String {
    let whole = outputs.iter().filter(|output| matches!(output.change, Change::Whole(_)));
    let mut paths: Vec<&str> = whole.map(|output| output.path.as_str()).chain([c::HEADER]).collect();
    paths.sort_unstable();
    paths.into_iter().map(|path| format!("{path} linguist-generated\n")).collect()
}

/// Writes a file whose text has changed, or only names it; returns whether it has changed.
fn put(root: &Path, name: &str, old: &str, new: &str, only_compare: bool) -> std::io::Result<bool> {
    if new == old {
        return Ok(false);
    }
    if only_compare {
        println!("{name} does not match functions.toml; run `cargo xtask generate`");
    } else {
        fs::write(root.join(name), new)?;
        println!("{name} updated");
    }
    Ok(true)
}
