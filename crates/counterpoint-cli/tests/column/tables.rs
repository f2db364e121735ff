//! Tables for the tests, and the command's outputs.

use crate::place::{Place, Run};
use arrow_array::cast::AsArray;
use arrow_array::{ArrayRef, BinaryArray, RecordBatch};
use counterpoint::Algorithm;
use counterpoint::registry::Options;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use parquet::arrow::{ArrowWriter, ProjectionMask};
use parquet::file::metadata::ParquetMetaData;
use parquet::file::properties::WriterProperties;
use std::fs::{self, File};
use std::sync::Arc;

/// Rows of many lengths, with nulls.
pub(crate) fn rows(count: usize) -> Vec<Option<Vec<u8>>> {
    let row = |i: usize| (i % 7 != 3).then(|| format!("row {}", "x".repeat(i * i % 300) + &i.to_string()).into_bytes());
    (0..count).map(row).collect()
}

/// Returns a table of these columns.
pub(crate) fn table<const N: usize>(columns: [(&str, ArrayRef); N]) -> RecordBatch {
    RecordBatch::try_from_iter_with_nullable(columns.map(|(name, column)| (name, column, true))).unwrap()
}

/// Returns a column of these rows.
pub(crate) fn binary(rows: &[Option<Vec<u8>>]) -> ArrayRef {
    Arc::new(BinaryArray::from_iter(rows.iter().map(Option::as_deref)))
}

/// Writes a table as a Parquet file.
pub(crate) fn write(place: &Place, name: &str, table: &RecordBatch, properties: Option<WriterProperties>) {
    let file = File::create(place.path(name)).unwrap();
    let mut writer = ArrowWriter::try_new(file, table.schema(), properties).unwrap();
    writer.write(table).unwrap();
    writer.close().unwrap();
}

/// Reads a Parquet file and its metadata.
pub(crate) fn read(place: &Place, name: &str) -> (Vec<RecordBatch>, Arc<ParquetMetaData>) {
    let builder = ParquetRecordBatchReaderBuilder::try_new(File::open(place.path(name)).unwrap()).unwrap();
    let metadata = Arc::clone(builder.metadata());
    (builder.build().unwrap().map(Result::unwrap).collect(), metadata)
}

/// Returns the digests in the column with this name. The reader may not support the types of the others.
pub(crate) fn digests(place: &Place, name: &str, column: &str) -> Vec<Option<Vec<u8>>> {
    let builder = ParquetRecordBatchReaderBuilder::try_new(File::open(place.path(name)).unwrap()).unwrap();
    let only = ProjectionMask::columns(builder.parquet_schema(), [column]);
    let of_batch = |batch: RecordBatch| {
        let digests = batch.column_by_name(column).expect("there is such a column");
        digests.as_fixed_size_binary().iter().map(|digest| digest.map(<[u8]>::to_vec)).collect::<Vec<_>>()
    };
    builder.with_projection(only).build().unwrap().flat_map(|batch| of_batch(batch.unwrap())).collect()
}

/// Returns the library's digests of rows.
pub(crate) fn expected(algorithm: &str, rows: &[Option<Vec<u8>>], length: usize) -> Vec<Option<Vec<u8>>> {
    let algorithm = Algorithm::by_name(algorithm).unwrap();
    let hash = algorithm.hash(&Options::default()).unwrap();
    let digest = |row: &Vec<u8>| {
        let mut digest = vec![0; length];
        hash.digest_many(None, &[row.as_slice()], &mut digest).unwrap();
        digest
    };
    rows.iter().map(|row| row.as_ref().map(digest)).collect()
}

/// Returns a run of the command that hashes the column `key` into `out.parquet`.
pub(crate) fn column(place: &Place) -> Run {
    place.command("column").args(["--column", "key", "--output", "out.parquet"])
}

/// Returns a run that converts a table of text to Parquet.
pub(crate) fn converted(place: &Place) -> Run {
    column(place).args(["--to", "parquet"])
}

/// Returns the names of the files in the folder, including hidden ones.
pub(crate) fn names(place: &Place) -> Vec<String> {
    let entries = fs::read_dir(place.path("")).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}
