//! Opens tables by their formats. All tables of a run have the same columns.

use super::inputs::{Format, Input};
use super::table::{Request, Table};
use super::{csv, json};
use crate::exit::Error;
use arrow_schema::Schema;

/// Opens a table of text. `renamed` gets the old and the new name of each column that has another one.
///
/// # Errors
///
/// If it can't be read, or if its columns are not those of the first table.
pub(super) fn open(input: &Input, request: &Request, renamed: impl FnMut(&str, &str)) -> Result<Table, Error> {
    let table = match input.format {
        Format::Csv => csv::open(input, request, renamed),
        _ => json::open(input, request),
    }?;
    if let Some(difference) = request.schema.as_ref().and_then(|first| difference(first, &table.schema)) {
        let name = input.shown();
        return Err(Error::Failed(format!(
            "{name}: {difference}, unlike in the first file; hash files of different columns in separate runs"
        )));
    }
    Ok(table)
}

/// Returns how the columns of a table differ from those of the first one.
fn difference(first: &Schema, this: &Schema) -> Option<String> {
    if first.fields().len() != this.fields().len() {
        return Some(format!("it has {} columns, and not {}", this.fields().len(), first.fields().len()));
    }
    let mut pairs = first.fields().iter().zip(this.fields()).enumerate();
    pairs.find_map(|(place, (first, this))| {
        let place = place + 1;
        if first.name() != this.name() {
            Some(format!("its column {place} is '{}', and not '{}'", this.name(), first.name()))
        } else if first.data_type() != this.data_type() {
            let (first, this) = (first.data_type(), this.data_type());
            Some(format!("its column {place} has the type {this}, and not {first}"))
        } else if first.is_nullable() != this.is_nullable() {
            let words = if this.is_nullable() { "may have nulls" } else { "has no nulls" };
            Some(format!("its column '{}' {words} by its declaration", this.name()))
        } else {
            None
        }
    })
}
