//! The names of a table's columns: exactly one column has the name of the hashed one, and none has the new name. Also
//! how messages show the contents of a file.

use super::inputs::Input;
use crate::exit::Error;
use crate::suggestions::similar;

/// The maximum number of columns named in a message.
pub(super) const MOST_NAMED: usize = 20;

/// Returns the message for a column that does not exist.
pub(super) fn missing<'n>(names: impl Iterator<Item = &'n str> + Clone, column: &str) -> String {
    let similar = match similar(column, names.clone())[..] {
        [] => String::new(),
        ref similar => format!("; similar names: {}", similar.join(", ")),
    };
    let named: Vec<&str> = names.clone().take(MOST_NAMED).collect();
    let more = if names.count() > MOST_NAMED { ", ..." } else { "" };
    let delimiter = match named[..] {
        [one] => [";", "\t", "|"].into_iter().find(|delimiter| one.contains(delimiter)),
        _ => None,
    };
    let hint = match delimiter {
        Some("\t") => "; if its fields are separated by tabs, add --delimiter tab".to_owned(),
        Some(delimiter) => format!("; if its fields are separated by '{delimiter}', add --delimiter '{delimiter}'"),
        None => String::new(),
    };
    if named.is_empty() {
        return format!("there is no column '{column}', nor any other");
    }
    format!("there is no column '{column}'{similar}; columns: {}{more}{hint}", named.join(", "))
}

/// Returns the message for two columns with the name of the hashed one.
pub(super) fn two_columns(column: &str) -> String {
    format!("two columns are named '{column}'; rename one of them")
}

/// Returns an error if a column already has the name of the new one.
pub(super) fn refuse_existing<'n>(
    input: &Input,
    mut names: impl Iterator<Item = &'n str>,
    name: &str,
) -> Result<(), Error> {
    match names.any(|found| found == name) {
        true => {
            Err(Error::Usage(format!("{}: there is already a column '{name}'; choose another --name", input.shown())))
        }
        false => Ok(()),
    }
}

/// Returns a message with its control characters escaped. Names of columns and errors of decoders contain bytes of the
/// file, which must not control the terminal.
pub(super) fn printable(words: &str) -> String {
    let escaped = |c: char| match c.is_control() && c != '\n' {
        true => c.escape_default().to_string(),
        false => c.to_string(),
    };
    words.chars().map(escaped).collect()
}
