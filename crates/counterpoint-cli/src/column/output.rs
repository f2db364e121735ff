//! The Parquet file made from tables of text: their columns, followed by the digests.

use super::guard::guarded;
use crate::exit::Error;
use crate::output_file::{Output, Writer};
use arrow_array::{Array, FixedSizeBinaryArray, RecordBatch};
use arrow_schema::DataType::FixedSizeBinary;
use arrow_schema::{Field, Schema, SchemaRef};
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, ZstdLevel};
use parquet::errors::ParquetError;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::schema::types::ColumnPath;
use std::io;
use std::sync::Arc;

/// The size of the encoded pages in bytes at which a row group is written. Until then they are in memory.
const GROUP_BYTES: usize = 1 << 25;

/// The maximum number of rows in a row group.
const GROUP_ROWS: usize = 1 << 20;

/// The program that wrote the file, in the only form for which parquet-mr trusts statistics.
const CREATED_BY: &str =
    concat!("counterpoint version ", env!("CARGO_PKG_VERSION"), " (build ", env!("CARGO_PKG_VERSION"), ")");

/// A Parquet file being written.
pub(super) struct Parquet<'o> {
    output: &'o Output,
    writer: ArrowWriter<Writer<'o>>,
    schema: SchemaRef,
}

impl<'o> Parquet<'o> {
    /// Begins a file with these columns and a column of digests.
    pub(super) fn begin(output: &'o Output, table: &Schema, name: &str, digest_bytes: usize) -> Result<Self, Error> {
        let digests = Field::new(name, FixedSizeBinary(digest_bytes as i32), true);
        let fields: Vec<_> = table.fields().iter().cloned().chain([Arc::new(digests)]).collect();
        let schema = Arc::new(Schema::new(fields));
        let writer = output.begin()?;
        let begun = guarded(|| {
            let writer = ArrowWriter::try_new(writer, Arc::clone(&schema), Some(properties(name)));
            writer.map_err(|error| format!("a Parquet file can't have these columns: {}", words(output, &error)))
        });
        Ok(Self { output, writer: begun?, schema })
    }

    /// Writes the rows of a batch with their digests.
    pub(super) fn write(&mut self, batch: &RecordBatch, digests: FixedSizeBinaryArray) -> Result<(), Error> {
        let columns = batch.columns().iter().cloned().chain([Arc::new(digests) as Arc<dyn Array>]).collect();
        let (output, writer) = (self.output, &mut self.writer);
        let batch = RecordBatch::try_new(Arc::clone(&self.schema), columns).map_err(|error| error.to_string())?;
        Ok(guarded(|| {
            writer.write(&batch).map_err(|error| words(output, &error))?;
            if writer.memory_size() > GROUP_BYTES {
                writer.flush().map_err(|error| words(output, &error))?;
            }
            Ok(())
        })?)
    }

    /// Ends the file. Only now does it replace an existing one.
    pub(super) fn finish(self) -> Result<(), Error> {
        let output = self.output;
        let writer = guarded(|| self.writer.into_inner().map_err(|error| words(output, &error)))?;
        Ok(writer.finish()?)
    }
}

/// Digests look random: they can't be compressed, and their minimum and maximum do not speed up any search.
fn properties(digests: &str) -> WriterProperties {
    let digests = ColumnPath::new(vec![digests.to_owned()]);
    WriterProperties::builder()
        .set_created_by(CREATED_BY.to_owned())
        .set_compression(Compression::ZSTD(ZstdLevel::default()))
        .set_max_row_group_size(GROUP_ROWS)
        .set_column_compression(digests.clone(), Compression::UNCOMPRESSED)
        .set_column_dictionary_enabled(digests.clone(), false)
        .set_column_statistics_enabled(digests, EnabledStatistics::None)
        .build()
}

/// Returns the message for an error of the writer, with a remedy for system errors.
fn words(output: &Output, error: &ParquetError) -> String {
    match error {
        ParquetError::External(inner) => match inner.downcast_ref::<io::Error>() {
            Some(error) => output.not_written(error),
            None => error.to_string(),
        },
        _ => error.to_string(),
    }
}
