//! Parquet files, read a batch of rows at a time.
//!
//! The crate `parquet` trusts what a file says about lengths: it would allocate room for as many row groups as the
//! footer names, and decompress a page to whatever length. So four steps are taken here before it gets the bytes:
//! `footer` checks the footer's lists, `pages` reads the pages under a limit of all their bytes together, `decompress`
//! stops at the length that a page has by its header, and `claims` compares its number of values with its bytes.
//!
//! Text and binary values are read as views. A view refers to a page, so a value that a dictionary repeats in every row
//! of a batch is in memory once. The output declares the types of the input again.

use super::guard::guarded;
use super::inputs::Input;
use super::table::{MOST_COLUMNS, Request, Table, too_many_columns};
use crate::input::{self, check_unchanged};
use ::parquet::arrow::arrow_reader::{ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReader};
use ::parquet::arrow::{FieldLevels, ProjectionMask, parquet_to_arrow_field_levels};
use ::parquet::file::metadata::ParquetMetaData;
use arrow_array::RecordBatch;
use arrow_schema::{Schema, SchemaRef};
use counterpoint_console::exit::Error;
use file::File;
use pages::Pages;
use std::sync::Arc;
use words::words;

mod claims;
mod decompress;
mod file;
mod footer;
mod groups;
mod header;
mod pages;
mod thrift;
mod views;
mod words;

/// Opens a Parquet file: reads its footer.
///
/// # Errors
///
/// If it is no Parquet file, or if it is corrupt or encrypted.
pub(super) fn open(input: &Input, request: &Request) -> Result<Table, Error> {
    let input::Input::Regular(file, metadata) = input.open()? else {
        return Err(input.failed(&"a Parquet file has to be a regular file, because it is read from its end"));
    };
    request.progress.expect(metadata.len());
    let file = Arc::new(File::new(file, metadata));
    let opened = guarded(|| {
        let metadata = Arc::new(footer::read(&file)?);
        let arrow = ArrowReaderMetadata::try_new(Arc::clone(&metadata), ArrowReaderOptions::new());
        let declared = Arc::clone(arrow.map_err(|error| words(&error))?.schema());
        let descriptor = metadata.file_metadata().schema_descr();
        if descriptor.num_columns() > MOST_COLUMNS {
            return Err(too_many_columns(descriptor.num_columns()));
        }
        let fields = views::fields(declared.fields());
        let levels = parquet_to_arrow_field_levels(descriptor, ProjectionMask::all(), Some(&fields));
        Ok((metadata, declared, fields, levels.map_err(|error| words(&error))?))
    });
    let (metadata, declared, fields, levels) = opened.map_err(|why| corrupt(&input.shown(), &why))?;
    let schema = Arc::new(Schema::new(fields));
    let about = metadata.file_metadata();
    let types = about.schema_descr().root_schema().get_fields().to_vec();
    let key_values = about.key_value_metadata().cloned().unwrap_or_default();
    let groups = Groups {
        input: input.shown(),
        pages: Pages::new(Arc::clone(&file), Arc::clone(&request.progress)),
        file,
        metadata,
        levels,
        schema: Arc::clone(&schema),
        most: request.rows,
        next: 0,
        open: None,
    };
    Ok(Table { schema, declared, types, key_values, batches: Box::new(groups) })
}

/// The rows of the row groups, one group after the other.
struct Groups {
    input: String,
    file: Arc<File>,
    pages: Pages,
    metadata: Arc<ParquetMetaData>,
    levels: FieldLevels,
    schema: SchemaRef,
    /// The greatest number of rows in a batch.
    most: usize,
    /// The row group that is read next.
    next: usize,
    /// The row group that is being read, and the number of rows that it still has.
    open: Option<(ParquetRecordBatchReader, u64)>,
}

impl Groups {
    /// Returns the next batch, or `None` at the end.
    fn batch(&mut self) -> Result<Option<RecordBatch>, String> {
        loop {
            if let Some((reader, left)) = &mut self.open {
                match guarded(|| reader.next().transpose().map_err(|error| words(&error)))? {
                    Some(batch) => {
                        let rows = batch.num_rows() as u64;
                        *left = left.checked_sub(rows).ok_or("a row group has more rows than it says")?;
                        // The batch has the same columns, but without what the declaration says about them besides.
                        let batch = RecordBatch::try_new(Arc::clone(&self.schema), batch.columns().to_vec());
                        return batch.map(Some).map_err(|error| error.to_string());
                    }
                    None if *left > 0 => return Err("a row group has fewer rows than it says".to_owned()),
                    None => self.open = None,
                }
            }
            if self.next == self.metadata.num_row_groups() {
                return Ok(None);
            }
            let group = groups::Group::new(&self.metadata, self.next, &self.pages)?;
            self.next += 1;
            // Without rows there may be no pages where the group says.
            if group.rows() > 0 {
                self.open = Some(self.open_group(&group)?);
            }
        }
    }

    fn open_group(&self, group: &groups::Group) -> Result<(ParquetRecordBatchReader, u64), String> {
        let rows = group.rows_of_a_batch().min(self.most);
        let reader = guarded(|| {
            ParquetRecordBatchReader::try_new_with_row_groups(&self.levels, group, rows, None)
                .map_err(|error| words(&error))
        })?;
        Ok((reader, group.rows()))
    }
}

impl Iterator for Groups {
    type Item = Result<RecordBatch, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let batch = self.batch();
        if !matches!(batch, Ok(Some(_))) {
            // Nothing follows.
            (self.open, self.next) = (None, self.metadata.num_row_groups());
        }
        match (batch, self.file.changed()) {
            // What can't be decoded may have been written to meanwhile.
            (Ok(None) | Err(_), Some(why)) => Some(Err(Error::Failed(format!("{}: {why}", self.input)))),
            (batch, _) => batch.map_err(|why| corrupt(&self.input, &why)).transpose(),
        }
    }
}

impl File {
    /// Returns why the rows that were read count for nothing, if the file has changed.
    fn changed(&self) -> Option<input::ReadError> {
        check_unchanged(self.system(), self.before()).err()
    }
}

/// Returns the error for a file that can't be decoded.
fn corrupt(input: &str, why: &str) -> Error {
    Error::Failed(format!(
        "{input}: this Parquet file can't be read: {why}; copy it again, or write it with another tool"
    ))
}
