//! What is read of a table of text, and how.
//!
//! A batch has a bounded number of rows and of bytes. So the memory follows from these bounds and not from the length
//! of the files.

use super::records::Dialect;
use super::text::Text;
use crate::console::Progress;
use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;
use std::sync::Arc;

/// The greatest number of columns. Each needs memory of its own, however few rows there are.
pub(super) const MOST_COLUMNS: usize = 1 << 16;

/// Returns the message for a file with more columns.
pub(super) fn too_many_columns(columns: usize) -> String {
    format!("it has {columns} columns, more than {MOST_COLUMNS}; is this the right file?")
}

/// What is made of tables.
pub(super) struct Request {
    /// The column that is hashed.
    pub(super) column: String,
    /// The name of the new column.
    pub(super) name: String,
    /// Whether Parquet is written, and no text.
    pub(super) convert: bool,
    /// The greatest number of rows in a batch.
    pub(super) rows: usize,
    pub(super) dialect: Dialect,
    pub(super) progress: Arc<Progress>,
}

/// Where the new field of each row belongs in the bytes of a batch, and whether it is the only one.
pub(super) type Places = Vec<(usize, bool)>;

/// A table of text. It goes on in other files.
pub(super) trait Table: Send {
    /// Reads what is before the rows of another file, which has to be the same as in the first.
    fn begin(&self, text: &mut Text) -> Result<(), String>;

    /// Appends the bytes of the next record or blank line, and the place of a record. There is none at the end.
    fn read(&mut self, text: &mut Text, bytes: &mut Vec<u8>, places: &mut Places) -> Result<bool, String>;

    /// Returns the columns of the rows that have been read since the last call, with these bytes: all for Parquet, or
    /// the one that is hashed.
    fn columns(&mut self, bytes: &[u8]) -> Result<RecordBatch, String>;

    /// Returns an error if there was no such column in all rows.
    fn end(&self) -> Result<(), String> {
        Ok(())
    }
}

/// A table of which the first file has been opened.
pub(super) struct Opened {
    pub(super) table: Box<dyn Table>,
    /// The columns that it returns.
    pub(super) schema: SchemaRef,
    /// The place of the one that is hashed.
    pub(super) place: usize,
}
