//! The Parquet file that is written.
//!
//! It has the columns of the input with their types, and the digests behind them. Where the input is a Parquet file, a
//! column keeps its Parquet type too, with what that says beyond Arrow's types (UUID, JSON, ENUM); except where the
//! writer would store it in another way than the type says: times in the old type INT96 become INT64.

use super::guard::guarded;
use super::pieces::pieces;
use super::table::Table;
use arrow_array::RecordBatch;
use arrow_schema::{DataType, Field, Fields, Schema, SchemaRef};
use counterpoint_console::exit::Error;
use counterpoint_console::output::{Output, Writer};
use parquet::arrow::arrow_writer::ArrowWriterOptions;
use parquet::arrow::{ARROW_SCHEMA_META_KEY, ArrowSchemaConverter, ArrowWriter, encode_arrow_schema};
use parquet::basic::{Compression, ZstdLevel};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::schema::types::{ColumnPath, SchemaDescriptor, Type, TypePtr};
use std::io;
use std::sync::Arc;

/// The number of bytes of encoded pages with which a row group is written. They are in memory until then.
const GROUP_BYTES: usize = 1 << 25;

/// The greatest number of rows in a row group.
const GROUP_ROWS: usize = 1 << 20;

/// The entries in which programs keep a list of all columns, and which they read in place of the Parquet schema: Arrow,
/// Spark, and two versions of Avro. The list of the input lacks the digests, so they would not be seen. The entry of
/// pandas stays, because only the index and the types of the columns that it names are taken from it.
const COLUMN_LISTS: [&str; 4] =
    [ARROW_SCHEMA_META_KEY, "org.apache.spark.sql.parquet.row.metadata", "parquet.avro.schema", "avro.schema"];

/// A Parquet file that is being written.
pub(super) struct Sink<'o> {
    output: &'o Output,
    writer: ArrowWriter<Writer<'o>>,
    schema: SchemaRef,
}

impl<'o> Sink<'o> {
    /// Begins a file with the columns of a table, and `digests`.
    ///
    /// # Errors
    ///
    /// If it can't be created, or if it can't contain a column of the table.
    pub(super) fn new(output: &'o Output, table: &Table, digests: &Field) -> Result<Self, Error> {
        let schema = Arc::new(Schema::new(with(table.schema.fields(), digests)));
        let declared =
            Schema::new_with_metadata(with(table.declared.fields(), digests), table.declared.metadata().clone());
        let mut key_values: Vec<KeyValue> = table.key_values.clone();
        key_values.retain(|entry| !COLUMN_LISTS.contains(&entry.key.as_str()));
        key_values.push(KeyValue::new(ARROW_SCHEMA_META_KEY.to_owned(), encode_arrow_schema(&declared)));
        let properties = properties(digests.name(), key_values);
        let writer = output.begin()?;
        let begun = guarded(|| {
            let converted = ArrowSchemaConverter::new().convert(&schema);
            let converted = converted.map_err(|error| format!("a Parquet file can't have these columns: {error}"))?;
            let options = ArrowWriterOptions::new()
                .with_properties(properties)
                .with_skip_arrow_metadata(true)
                .with_parquet_schema(keep_types(&converted, &table.types)?);
            let writer = ArrowWriter::try_new_with_options(writer, Arc::clone(&schema), options);
            writer.map_err(|error| words(output, &error))
        });
        Ok(Self { output, writer: begun?, schema })
    }

    /// Returns the columns of the batches that [`Self::write`] takes.
    pub(super) fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }

    /// Writes the rows of a batch.
    pub(super) fn write(&mut self, batch: &RecordBatch) -> Result<(), Error> {
        let (output, writer) = (self.output, &mut self.writer);
        guarded(|| {
            for piece in pieces(batch) {
                writer.write(&piece).map_err(|error| words(output, &error))?;
                if writer.memory_size() > GROUP_BYTES {
                    writer.flush().map_err(|error| words(output, &error))?;
                }
            }
            Ok(())
        })
        .map_err(Error::Failed)
    }

    /// Ends the file. Only now does it replace the one that was there.
    pub(super) fn finish(self) -> Result<(), Error> {
        let output = self.output;
        let writer = guarded(|| self.writer.into_inner().map_err(|error| words(output, &error)))?;
        Ok(writer.finish()?)
    }
}

/// Returns these columns, and one more.
fn with(fields: &Fields, digests: &Field) -> Fields {
    fields.iter().cloned().chain([Arc::new(digests.clone())]).collect()
}

/// Digests look random: nothing makes them shorter, and their least and greatest values help no search.
fn properties(digests: &str, key_values: Vec<KeyValue>) -> WriterProperties {
    let digests = ColumnPath::new(vec![digests.to_owned()]);
    WriterProperties::builder()
        .set_created_by(concat!("counterpoint ", env!("CARGO_PKG_VERSION")).to_owned())
        .set_compression(Compression::ZSTD(ZstdLevel::default()))
        .set_max_row_group_size(GROUP_ROWS)
        .set_key_value_metadata(Some(key_values))
        .set_column_compression(digests.clone(), Compression::UNCOMPRESSED)
        .set_column_dictionary_enabled(digests.clone(), false)
        .set_column_statistics_enabled(digests, EnabledStatistics::None)
        .build()
}

/// Returns the schema that the writer makes of the columns, with the types of the input where they are stored alike.
fn keep_types(converted: &SchemaDescriptor, types: &[TypePtr]) -> Result<SchemaDescriptor, String> {
    let root = converted.root_schema();
    let fields = root.get_fields().iter().enumerate().map(|(place, converted)| match types.get(place) {
        Some(kept) if stored_alike(kept, converted) => Arc::clone(kept),
        _ => Arc::clone(converted),
    });
    let root = Type::group_type_builder(root.name()).with_fields(fields.collect()).build();
    Ok(SchemaDescriptor::new(Arc::new(root.map_err(|error| error.to_string())?)))
}

/// Returns whether columns of these two types consist of the same values, with the same levels above them.
fn stored_alike(a: &TypePtr, b: &TypePtr) -> bool {
    let leaves = |column: &TypePtr| {
        let root = Type::group_type_builder("schema").with_fields(vec![Arc::clone(column)]).build().ok()?;
        let descriptor = SchemaDescriptor::new(Arc::new(root));
        let leaf = |leaf: &parquet::schema::types::ColumnDescPtr| {
            let width = leaf.physical_type() == parquet::basic::Type::FIXED_LEN_BYTE_ARRAY;
            let width = width.then(|| leaf.type_length());
            (leaf.physical_type(), width, leaf.max_def_level(), leaf.max_rep_level())
        };
        Some(descriptor.columns().iter().map(leaf).collect::<Vec<_>>())
    };
    leaves(a).is_some_and(|a| Some(a) == leaves(b))
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

/// Returns the column of digests of this length.
pub(super) fn digests(name: &str, digest_bytes: usize) -> Field {
    Field::new(name, DataType::FixedSizeBinary(digest_bytes as i32), true)
}
