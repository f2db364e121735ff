//! The Parquet file that is written of tables of text: their columns, and the digests after them.

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

/// The number of bytes of encoded pages with which a row group is written. They are in memory until then.
const GROUP_BYTES: usize = 1 << 25;

/// The greatest number of rows in a row group.
const GROUP_ROWS: usize = 1 << 20;

/// Who wrote the file, in the form that parquet-mr reads. It does not trust the statistics of others.
const CREATED_BY: &str =
    concat!("counterpoint version ", env!("CARGO_PKG_VERSION"), " (build ", env!("CARGO_PKG_VERSION"), ")");

/// A Parquet file that is being written.
pub(super) struct Parquet<'o> {
    output: &'o Output,
    writer: ArrowWriter<Writer<'o>>,
    schema: SchemaRef,
}

impl<'o> Parquet<'o> {
    /// Begins a file with these columns and one of digests.
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

    /// Ends the file. Only now does it replace the one that was there.
    pub(super) fn finish(self) -> Result<(), Error> {
        let output = self.output;
        let writer = guarded(|| self.writer.into_inner().map_err(|error| words(output, &error)))?;
        Ok(writer.finish()?)
    }
}

/// Digests look random: nothing makes them shorter, and their least and greatest values help no search.
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

/// Returns the message for an error of the writer. If the system returned it, it says what to do.
fn words(output: &Output, error: &ParquetError) -> String {
    match error {
        ParquetError::External(inner) => match inner.downcast_ref::<io::Error>() {
            Some(error) => output.not_written(error),
            None => error.to_string(),
        },
        _ => error.to_string(),
    }
}
