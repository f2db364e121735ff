//! A table that is being read: what its columns are, and its rows in batches.
//!
//! A batch has a bounded number of rows and of bytes. So the memory follows from these bounds and not from the length
//! of the file.

use super::dialect::Dialect;
use crate::console::Progress;
use crate::exit::Error;
use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;
use std::sync::Arc;

/// The longest row of a text file in bytes, and so also the longest value.
pub(super) const LONGEST_ROW: usize = 1 << 26;

/// The number of bytes of text after which a batch ends.
pub(super) const BATCH_BYTES: usize = 1 << 22;

/// The greatest number of columns. Each needs memory of its own, however few rows there are.
pub(super) const MOST_COLUMNS: usize = 1 << 16;

/// Returns the message for a file with more columns.
pub(super) fn too_many_columns(columns: usize) -> String {
    format!("it has {columns} columns, more than {MOST_COLUMNS}; is this the right file?")
}

/// Batches, or the error after which there are none.
pub(super) type Batches = Box<dyn Iterator<Item = Result<RecordBatch, Error>> + Send>;

/// Returns the batches of the text file that messages call `name`: what `next` returns, until that is `None` or an
/// error.
pub(super) fn batches(
    name: String,
    mut next: impl FnMut() -> Result<Option<RecordBatch>, String> + Send + 'static,
) -> Batches {
    let mut done = false;
    Box::new(std::iter::from_fn(move || {
        if done {
            return None;
        }
        let batch = next().transpose();
        done = !matches!(batch, Some(Ok(_)));
        batch.map(|batch| batch.map_err(|why| Error::Failed(format!("{name}: {why}"))))
    }))
}

/// A table of text that is being read.
pub(super) struct Table {
    /// The columns of the batches.
    pub(super) schema: SchemaRef,
    pub(super) batches: Batches,
}

/// How a table is read.
#[derive(Clone)]
pub(super) struct Request {
    /// The column that is hashed.
    pub(super) column: String,
    /// The greatest number of rows in a batch.
    pub(super) rows: usize,
    /// The columns of the first table, if there was one. Others have to be the same, and where a file does not declare
    /// types, it gets these.
    pub(super) schema: Option<SchemaRef>,
    /// How fields of CSV are written.
    pub(super) dialect: Dialect,
    pub(super) progress: Arc<Progress>,
}
