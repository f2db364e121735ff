//! A row group, as the decoder asks for it.

use super::pages::Pages;
use parquet::arrow::arrow_reader::RowGroups;
use parquet::basic::Type;
use parquet::column::page::{PageIterator, PageReader};
use parquet::errors::{ParquetError, Result as ParquetResult};
use parquet::file::metadata::{ColumnChunkMetaData, ParquetMetaData, RowGroupMetaData};
use std::sync::Arc;

/// The number of bytes that the rows of a batch have on average.
const BATCH_BYTES: u64 = 1 << 23;

/// The widest value of a fixed width in bytes.
const WIDEST: u64 = 1 << 20;

/// A row group.
pub(super) struct Group {
    metadata: Arc<ParquetMetaData>,
    index: usize,
    rows: u64,
    pages: Pages,
}

impl Group {
    /// Returns a row group, whose columns have to have as many values as it has rows.
    pub(super) fn new(metadata: &Arc<ParquetMetaData>, index: usize, pages: &Pages) -> Result<Self, String> {
        let group = metadata.row_group(index);
        let rows = u64::try_from(group.num_rows()).map_err(|_| "a row group has a negative number of rows")?;
        for column in group.columns() {
            let values = u64::try_from(column.num_values()).unwrap_or(u64::MAX);
            if values > rows {
                return Err(format!("it has {values} values in a row group, where {rows} are possible"));
            }
            if width(column) > WIDEST {
                return Err(format!("it has values of {} bytes, more than {WIDEST}", width(column)));
            }
        }
        Ok(Self { metadata: Arc::clone(metadata), index, rows, pages: pages.clone() })
    }

    /// Returns the number of rows.
    pub(super) fn rows(&self) -> u64 {
        self.rows
    }

    /// Returns the number of rows for which a batch has about [`BATCH_BYTES`].
    pub(super) fn rows_of_a_batch(&self) -> usize {
        let of_column = |column: &ColumnChunkMetaData| {
            // Views refer to pages. Their bytes are those of the column in the file, so that a value which a dictionary
            // repeats counts once.
            let views = column.column_descr().physical_type() == Type::BYTE_ARRAY;
            let pages = if views { column.uncompressed_size().unsigned_abs() } else { 0 };
            column.num_values().unsigned_abs().saturating_mul(width(column)).saturating_add(pages)
        };
        let bytes = self.group().columns().iter().map(of_column).fold(0, u64::saturating_add);
        let each = (bytes / self.rows.max(1)).max(1);
        usize::try_from(BATCH_BYTES / each).unwrap_or(usize::MAX).max(1)
    }

    fn group(&self) -> &RowGroupMetaData {
        self.metadata.row_group(self.index)
    }

    /// Returns the pages of a column.
    fn column(&self, index: usize) -> Result<Box<dyn PageReader>, String> {
        let column = self.group().columns().get(index).ok_or("a row group lacks a column")?;
        if column.file_path().is_some() {
            return Err("a column is in another file".to_owned());
        }
        let data = column.data_page_offset();
        let begin = column.dictionary_page_offset().filter(|&dictionary| (1..data).contains(&dictionary));
        let begin = u64::try_from(begin.unwrap_or(data)).map_err(|_| "a column begins before the file")?;
        let length = u64::try_from(column.compressed_size()).map_err(|_| "a column has a negative length")?;
        let end = begin.checked_add(length).ok_or("a column has an impossible length")?;
        Ok(Box::new(self.pages.column(begin..end, column)?))
    }
}

/// Returns the number of bytes that a value takes in a batch, with the two numbers that say where it is in lists.
fn width(column: &ColumnChunkMetaData) -> u64 {
    let descriptor = column.column_descr();
    let value = match descriptor.physical_type() {
        Type::BOOLEAN => 1,
        Type::INT32 | Type::FLOAT => 4,
        Type::INT64 | Type::DOUBLE => 8,
        Type::INT96 => 12,
        // A view.
        Type::BYTE_ARRAY => 16,
        Type::FIXED_LEN_BYTE_ARRAY => u64::try_from(descriptor.type_length()).unwrap_or(u64::MAX),
    };
    value.saturating_add(4)
}

impl RowGroups for Group {
    fn num_rows(&self) -> usize {
        self.rows as usize
    }

    fn column_chunks(&self, column: usize) -> ParquetResult<Box<dyn PageIterator>> {
        let pages = self.column(column).map_err(ParquetError::General)?;
        Ok(Box::new(Once(Some(pages))))
    }

    fn row_groups(&self) -> Box<dyn Iterator<Item = &RowGroupMetaData> + '_> {
        Box::new(std::iter::once(self.group()))
    }

    fn metadata(&self) -> &ParquetMetaData {
        &self.metadata
    }
}

/// The pages of one row group.
struct Once(Option<Box<dyn PageReader>>);

impl Iterator for Once {
    type Item = ParquetResult<Box<dyn PageReader>>;

    fn next(&mut self) -> Option<Self::Item> {
        self.0.take().map(Ok)
    }
}

impl PageIterator for Once {}
