//! The chunk of the hashed column in a row group, and the decoder of its rows.

use super::file::File;
use super::footer::{Footer, field};
use super::pages::{Memory, Pages};
use super::thrift::{Value, get};
use crate::column::guard::{guarded, words};
use crate::console::Progress;
use parquet::arrow::FieldLevels;
use parquet::arrow::arrow_reader::{ParquetRecordBatchReader, RowGroups};
use parquet::basic::Type;
use parquet::column::page::{PageIterator, PageReader};
use parquet::errors::Result as ParquetResult;
use parquet::file::metadata::{ParquetMetaData, RowGroupMetaData};
use parquet::schema::types::ColumnDescriptor;
use std::ops::Range;
use std::sync::Arc;

/// The average size of a batch's rows in bytes.
const BATCH_BYTES: u64 = 1 << 23;

/// The maximum width of a fixed-width value in bytes.
const WIDEST: u64 = 1 << 20;

/// The footer's description of a chunk.
#[derive(Clone, Debug)]
pub(super) struct Chunk {
    /// The number of rows of the row group.
    pub(super) rows: u64,
    pub(super) codec: i64,
    /// The number of its values, including nulls.
    pub(super) values: u64,
    /// The position of its pages in the file.
    pub(super) place: Range<u64>,
    /// The size of its pages in memory in bytes.
    uncompressed: u64,
}

/// Returns the chunks of the column with this index among the leaf columns, one per row group.
pub(super) fn chunks(footer: &Footer, leaf: usize) -> Result<Vec<Chunk>, String> {
    footer.list(field::GROUPS).map(|group| Chunk::of(group, leaf)).collect()
}

impl Chunk {
    fn of(group: &[u8], leaf: usize) -> Result<Self, String> {
        let columns = get(group, 1).into_iter().flat_map(Value::structures);
        let chunk = columns.clone().nth(leaf).ok_or("a row group lacks a column")?;
        if get(chunk, 1).is_some() {
            return Err("a column is in another file".to_owned());
        }
        let metadata = get(chunk, 3).map(|value| value.bytes).unwrap_or_default();
        let number = |structure, id| get(structure, id).and_then(Value::integer);
        let count = |structure, id| {
            let number = number(structure, id).ok_or("a number in a row group is missing")?;
            u64::try_from(number).map_err(|_| "a number in a row group is negative")
        };
        let (data, bytes) = (count(metadata, 9)?, count(metadata, 7)?);
        // Some writers record the position 0 for a missing dictionary.
        let dictionary = number(metadata, 11).and_then(|at| u64::try_from(at).ok()).filter(|at| (1..data).contains(at));
        let begin = dictionary.unwrap_or(data);
        let chunk = Self {
            rows: count(group, 3)?,
            codec: number(metadata, 4).unwrap_or(-1),
            values: count(metadata, 5)?,
            place: begin..begin.saturating_add(bytes),
            uncompressed: count(metadata, 6)?,
        };
        match chunk.values > chunk.rows {
            true => Err(format!("it has {} values in a row group of {} rows", chunk.values, chunk.rows)),
            false => Ok(chunk),
        }
    }

    /// Returns the number of rows, at most `most`, in a batch of about [`BATCH_BYTES`].
    fn rows_of_a_batch(&self, column: &ColumnDescriptor, most: usize) -> Result<usize, String> {
        let width = width(column);
        if width > WIDEST {
            return Err(format!("it has values of {width} bytes, more than {WIDEST}"));
        }
        // Views refer to the bytes of pages, so a value that a dictionary repeats counts once.
        let pages = if column.physical_type() == Type::BYTE_ARRAY { self.uncompressed } else { 0 };
        let bytes = self.values.saturating_mul(width).saturating_add(pages);
        let each = (bytes / self.rows.max(1)).max(1);
        Ok(usize::try_from(BATCH_BYTES / each).unwrap_or(most).clamp(1, most))
    }
}

/// Returns the maximum size in bytes of a value in a batch, including a number for its position.
fn width(column: &ColumnDescriptor) -> u64 {
    let value = match column.physical_type() {
        Type::FIXED_LEN_BYTE_ARRAY => u64::try_from(column.type_length()).unwrap_or(u64::MAX),
        // A view, or a number.
        _ => 16,
    };
    value.saturating_add(4)
}

/// The decoder of the hashed column's chunks.
pub(super) struct Decoder {
    /// The name of the hashed column.
    pub(super) column: String,
    /// Metadata of this column alone, without row groups.
    pub(super) metadata: ParquetMetaData,
    pub(super) levels: FieldLevels,
    /// The maximum number of rows in a batch.
    pub(super) most: usize,
    pub(super) memory: Memory,
    pub(super) progress: Arc<Progress>,
}

impl Decoder {
    /// Begins decoding a chunk.
    pub(super) fn open(&self, file: &Arc<File>, chunk: &Chunk) -> Result<ParquetRecordBatchReader, String> {
        let column = self.metadata.file_metadata().schema_descr().column(0);
        let rows = chunk.rows_of_a_batch(&column, self.most)?;
        if chunk.place.end > file.before.len() {
            return Err("a column lies past the end of the file".to_owned());
        }
        let group = Group { decoder: self, file, chunk };
        guarded(|| ParquetRecordBatchReader::try_new_with_row_groups(&self.levels, &group, rows, None).map_err(words))
    }
}

/// A row group in the form that the decoder requires.
struct Group<'d> {
    decoder: &'d Decoder,
    file: &'d Arc<File>,
    chunk: &'d Chunk,
}

impl RowGroups for Group<'_> {
    fn num_rows(&self) -> usize {
        self.chunk.rows as usize
    }

    fn column_chunks(&self, _: usize) -> ParquetResult<Box<dyn PageIterator>> {
        let Decoder { metadata, memory, progress, .. } = self.decoder;
        Ok(Box::new(Once(Some(Pages {
            file: Arc::clone(self.file),
            place: self.chunk.place.clone(),
            values: self.chunk.values,
            codec: self.chunk.codec,
            column: metadata.file_metadata().schema_descr().column(0),
            memory: memory.clone(),
            progress: Arc::clone(progress),
        }))))
    }

    fn row_groups(&self) -> Box<dyn Iterator<Item = &RowGroupMetaData> + '_> {
        Box::new(std::iter::empty())
    }

    fn metadata(&self) -> &ParquetMetaData {
        &self.decoder.metadata
    }
}

/// The pages of one row group.
struct Once(Option<Pages>);

impl Iterator for Once {
    type Item = ParquetResult<Box<dyn PageReader>>;

    fn next(&mut self) -> Option<Self::Item> {
        self.0.take().map(|pages| Ok(Box::new(pages) as _))
    }
}

impl PageIterator for Once {}
