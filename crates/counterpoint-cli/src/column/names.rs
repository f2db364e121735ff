//! The names of a table's columns: the one that is hashed must be there once, and the new one must not be. And how
//! messages show what is in a file.

use super::inputs::Input;
use crate::exit::Error;
use crate::suggestions::similar;

/// The greatest number of columns that a message names.
pub(super) const MOST_NAMED: usize = 20;

/// Returns the message for a column that is not there.
pub(super) fn missing<'n>(names: impl Iterator<Item = &'n str> + Clone, column: &str) -> String {
    let similar = match similar(column, names.clone())[..] {
        [] => String::new(),
        ref similar => format!("; similar are {}", similar.join(", ")),
    };
    let named: Vec<&str> = names.clone().take(MOST_NAMED).collect();
    let more = if names.count() > MOST_NAMED { ", ..." } else { "" };
    let delimiter = match named[..] {
        [one] => [";", "\t", "|"].into_iter().find(|delimiter| one.contains(delimiter)),
        _ => None,
    };
    let hint = match delimiter {
        Some("\t") => "; if tabs are between its fields, add --delimiter tab".to_owned(),
        Some(delimiter) => format!("; if '{delimiter}' is between its fields, add --delimiter '{delimiter}'"),
        None => String::new(),
    };
    if named.is_empty() {
        return format!("no column has the name '{column}'; it has no columns");
    }
    format!("no column has the name '{column}'{similar}; its columns are {}{more}{hint}", named.join(", "))
}

/// Returns the message for two columns of the name of the one that is hashed.
pub(super) fn two_columns(column: &str) -> String {
    format!("two columns have the name '{column}'; rename one of them")
}

/// Returns an error if a column already has the name of the new one.
pub(super) fn refuse_existing<'n>(
    input: &Input,
    mut names: impl Iterator<Item = &'n str>,
    name: &str,
) -> Result<(), Error> {
    match names.any(|found| found == name) {
        true => {
            Err(Error::Usage(format!("{}: it already has a column '{name}'; choose another --name", input.shown())))
        }
        false => Ok(()),
    }
}

/// Returns a message whose control characters are escaped. Names of columns and errors of decoders contain what is in a
/// file, which must not control the terminal.
pub(super) fn printable(words: &str) -> String {
    let escaped = |c: char| match c.is_control() && c != '\n' {
        true => c.escape_default().to_string(),
        false => c.to_string(),
    };
    words.chars().map(escaped).collect()
}
