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

/// Writes what differs from the table, or only names it; returns how many files differ then.
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
