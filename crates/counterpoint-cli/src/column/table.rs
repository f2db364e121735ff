//! The interface to tables of text.
//!
//! A batch has a bounded number of rows and bytes. These bounds limit memory use, whatever the length of the files.

use super::records::Dialect;
use super::text::Text;
use crate::console::Progress;
use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;
use std::sync::Arc;

/// The maximum number of columns. Each takes memory, however few rows there are.
pub(super) const MOST_COLUMNS: usize = 1 << 16;

/// Returns the message for a file with more columns.
pub(super) fn too_many_columns(columns: usize) -> String {
    format!("it has {columns} columns, more than {MOST_COLUMNS}; is this the right file?")
}

/// What to do with the tables.
pub(super) struct Request {
    /// The column to hash.
    pub(super) column: String,
    /// The name of the new column.
    pub(super) name: String,
    /// Whether to write Parquet instead of text.
    pub(super) convert: bool,
    /// The maximum number of rows in a batch.
    pub(super) rows: usize,
    pub(super) dialect: Dialect,
    pub(super) progress: Arc<Progress>,
}

/// Where the new field of each row goes in the bytes of a batch, and whether it is the only field.
pub(super) type Places = Vec<(usize, bool)>;

/// A table of text, which may continue in other files.
pub(super) trait Table: Send {
    /// Reads what precedes the rows of another file, which must be the same as in the first file.
    fn begin(&self, text: &mut Text) -> Result<(), String>;

    /// Appends the bytes of the next record or blank line, and the place for a record's new field. Returns `false` at
    /// the end.
    fn read(&mut self, text: &mut Text, bytes: &mut Vec<u8>, places: &mut Places) -> Result<bool, String>;

    /// Returns the columns of the rows read since the last call, which have these bytes: all columns for Parquet,
    /// otherwise the hashed one.
    fn columns(&mut self, bytes: &[u8]) -> Result<RecordBatch, String>;

    /// Returns an error if no row had the column.
    fn end(&self) -> Result<(), String> {
        Ok(())
    }
}

/// A table whose first file has been opened.
pub(super) struct Opened {
    pub(super) table: Box<dyn Table>,
    /// The columns that it returns.
    pub(super) schema: SchemaRef,
    /// The index of the hashed one.
    pub(super) place: usize,
}
