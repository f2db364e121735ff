//! Parquet files: all bytes are copied, and the digests are added.
//!
//! The output is the old file up to its footer, then the digests of each row group, then the footer with one column
//! more. So no position changes, and no other column is decoded or written again: its pages, statistics, indexes and
//! filters are those of the input, whatever its type.
//!
//! The crate `parquet` decodes the hashed column, and trusts what a file says about lengths. So `footer` gives it a
//! footer of that column alone, `pages` reads the pages under a limit of all their bytes together, `decompress` stops
//! at the length that a page has by its header, and `claims` compares its number of values with its bytes.
//!
//! Text and binary values are read as views. A view refers to a page, so a value that a dictionary repeats in every row
//! of a batch is in memory once.

use super::guard::guarded;
use super::inputs::Input;
use super::names::{missing, refuse_existing, two_columns};
use super::pipeline;
use crate::console::{Console, Progress};
use crate::exit::Error;
use crate::input::{self, check_unchanged};
use crate::output_file::{Output, Writer};
use ::parquet::arrow::arrow_reader::{ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReader};
use ::parquet::arrow::{FieldLevels, ProjectionMask, parquet_to_arrow_field_levels};
use ::parquet::file::metadata::{ParquetMetaData, ParquetMetaDataReader};
use arrow_array::{ArrayRef, FixedSizeBinaryArray};
use arrow_schema::{DataType, Field, Fields};
use chunk::Chunk;
use counterpoint_columns::{Hasher, is_hashable};
use digests::Digests;
use file::{File, Part};
use footer::Footer;
use pages::Pages;
use std::io::{self, Write};
use std::sync::Arc;
use words::words;

mod chunk;
mod claims;
mod decompress;
mod digests;
mod file;
mod footer;
mod groups;
mod header;
mod lists;
mod pages;
mod thrift;
mod words;

/// Copies a Parquet file, and adds the digests of a column.
///
/// # Errors
///
/// If the file is corrupt or encrypted, if it does not have the column, or if the output can't be written.
pub(super) fn add(
    input: &Input,
    column: &str,
    name: &str,
    most: usize,
    hasher: &Hasher<'_>,
    output: &Output,
    console: &Console,
) -> Result<(), Error> {
    let input::Input::Regular(file, metadata) = input.open()? else {
        return Err(input.failed(&"a Parquet file has to be a regular file, because it is read from its end"));
    };
    let file = Arc::new(File::new(file, metadata));
    let footer = Footer::read(&file);
    let footer = footer.map_err(|why| input.failed(&format!("this Parquet file can't be read: {why}")))?;
    match footer.names().filter(|found| *found == column).count() {
        0 => return Err(input.failed(&missing(footer.names(), column))),
        1 => {}
        _ => return Err(input.failed(&two_columns(column))),
    }
    refuse_existing(input, footer.names(), name)?;
    let place = footer.place(column).map_err(|why| input.failed(&why))?;
    let groups = Groups::new(input.shown(), column, &footer, place, &file, console.progress(), most)?;
    let counts: Vec<u64> = groups.metadata.row_groups().iter().map(|group| group.num_rows().unsigned_abs()).collect();
    let digests = Digests { name, bytes: hasher.digest_bytes };
    let mut sink = Sink { output, writer: output.begin()?, position: 0, chunks: Vec::with_capacity(counts.len()) };
    sink.copy(&file, footer.begin)?;
    let hash = |(group, rows): (usize, ArrayRef)| {
        let digests = hasher.digest(&rows).map_err(|error| Error::Failed(error.to_string()))?;
        Ok((group, digests))
    };
    let empty = FixedSizeBinaryArray::new_null(hasher.digest_bytes as i32, 0);
    pipeline::run(groups, hash, |(group, digests)| sink.write(group, &digests, &empty), hasher.threads)?;
    // Row groups without rows at the end.
    sink.begin_groups(counts.len(), &empty)?;
    if let Some(why) = file.changed() {
        return Err(input.failed(&why));
    }
    let mut left_out = Vec::new();
    let new = footer.with(&digests, &sink.chunks, &mut left_out);
    let new = new.map_err(|why| input.failed(&format!("this Parquet file can't be read: {why}")))?;
    for key in left_out {
        console.message(format_args!(
            "{}: warning: the metadata '{key}' list the columns in a form that can't get one more; they are left out",
            input.shown()
        ));
    }
    sink.finish(&new)
}

/// The output.
struct Sink<'o> {
    output: &'o Output,
    writer: Writer<'o>,
    position: u64,
    chunks: Vec<Chunk>,
}

impl Sink<'_> {
    /// Copies the beginning of a file.
    fn copy(&mut self, file: &Arc<File>, length: u64) -> Result<(), Error> {
        let mut buffer = vec![0; 1 << 18];
        let mut part = Part::new(file, 0..length);
        while part.left() > 0 {
            let read = io::Read::read(&mut part, &mut buffer);
            let read = read.map_err(|error| Error::Failed(crate::console::reason(&error)))?;
            if read == 0 {
                break;
            }
            self.put(&buffer[..read])?;
        }
        Ok(())
    }

    fn put(&mut self, bytes: &[u8]) -> Result<(), Error> {
        self.writer.write_all(bytes).map_err(|error| Error::Failed(self.output.not_written(&error)))?;
        self.position += bytes.len() as u64;
        Ok(())
    }

    /// Writes a page of a row group.
    fn write(
        &mut self,
        group: usize,
        digests: &FixedSizeBinaryArray,
        empty: &FixedSizeBinaryArray,
    ) -> Result<(), Error> {
        self.begin_groups(group, empty)?;
        if self.chunks.len() == group {
            self.chunks.push(Chunk { begin: self.position, bytes: 0, rows: 0 });
        }
        let page = chunk::page(digests);
        self.put(&page)?;
        if let Some(chunk) = self.chunks.last_mut() {
            chunk.bytes += page.len() as u64;
            chunk.rows += arrow_array::Array::len(digests) as u64;
        }
        Ok(())
    }

    /// Gives an empty page to the row groups before this one that have no rows.
    fn begin_groups(&mut self, group: usize, empty: &FixedSizeBinaryArray) -> Result<(), Error> {
        while self.chunks.len() < group {
            let page = chunk::page(empty);
            self.chunks.push(Chunk { begin: self.position, bytes: page.len() as u64, rows: 0 });
            self.put(&page)?;
        }
        Ok(())
    }

    /// Ends the file. Only now does it replace the one that was there.
    fn finish(mut self, footer: &[u8]) -> Result<(), Error> {
        self.put(footer)?;
        let length = u32::try_from(footer.len());
        let length = length.map_err(|_| Error::Failed("the new footer is longer than 4 GiB".to_owned()))?;
        self.put(&length.to_le_bytes())?;
        self.put(b"PAR1")?;
        Ok(self.writer.finish()?)
    }
}

/// The rows of the hashed column, one row group after the other, each batch with the number of its row group.
struct Groups {
    input: String,
    column: String,
    file: Arc<File>,
    pages: Pages,
    metadata: Arc<ParquetMetaData>,
    levels: FieldLevels,
    /// The greatest number of rows in a batch.
    most: usize,
    /// The row group that is read next.
    next: usize,
    /// The row group that is being read, and the number of rows that it still has.
    open: Option<(ParquetRecordBatchReader, u64)>,
}

impl Groups {
    fn new(
        input: String,
        column: &str,
        footer: &Footer,
        place: usize,
        file: &Arc<File>,
        progress: Arc<Progress>,
        most: usize,
    ) -> Result<Self, Error> {
        let failed = |why: &str| corrupt(&input, column, why);
        let opened = guarded(|| {
            let metadata = ParquetMetaDataReader::decode_metadata(&footer.reduced(place)?);
            let metadata = Arc::new(metadata.map_err(|error| words(&error))?);
            let arrow = ArrowReaderMetadata::try_new(Arc::clone(&metadata), ArrowReaderOptions::new());
            let fields = arrow.map_err(|error| words(&error))?.schema().fields().clone();
            Ok((metadata, fields))
        });
        let (metadata, fields) = opened.map_err(|why| failed(&why))?;
        let Some(declared) = fields.first().filter(|_| fields.len() == 1) else {
            return Err(failed("its footer names it twice"));
        };
        if !is_hashable(declared.data_type()) {
            let error = counterpoint_columns::Error::Type(declared.data_type().clone());
            return Err(Error::Failed(format!("{input}: column '{column}': {error}")));
        }
        let fields = Fields::from(vec![view(declared)]);
        let levels = guarded(|| {
            let descriptor = metadata.file_metadata().schema_descr();
            parquet_to_arrow_field_levels(descriptor, ProjectionMask::all(), Some(&fields)).map_err(|e| words(&e))
        });
        let levels = levels.map_err(|why| failed(&why))?;
        let bytes = metadata.row_groups().iter().map(|group| group.compressed_size().unsigned_abs());
        progress.expect(bytes.fold(0, u64::saturating_add));
        let pages = Pages::new(Arc::clone(file), progress);
        let column = column.to_owned();
        Ok(Self { input, column, file: Arc::clone(file), pages, metadata, levels, most, next: 0, open: None })
    }

    /// Returns the next batch, or `None` at the end.
    fn batch(&mut self) -> Result<Option<(usize, ArrayRef)>, String> {
        loop {
            if let Some((reader, left)) = &mut self.open {
                match guarded(|| reader.next().transpose().map_err(|error| words(&error)))? {
                    Some(batch) => {
                        let rows = batch.num_rows() as u64;
                        *left = left.checked_sub(rows).ok_or("a row group has more rows than it says")?;
                        return Ok(Some((self.next - 1, Arc::clone(batch.column(0)))));
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
    type Item = Result<(usize, ArrayRef), Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let batch = self.batch();
        if !matches!(batch, Ok(Some(_))) {
            // Nothing follows.
            (self.open, self.next) = (None, self.metadata.num_row_groups());
        }
        match (batch, self.file.changed()) {
            // What can't be decoded may have been written to meanwhile.
            (Ok(None) | Err(_), Some(why)) => Some(Err(Error::Failed(format!("{}: {why}", self.input)))),
            (batch, _) => batch.map_err(|why| corrupt(&self.input, &self.column, &why)).transpose(),
        }
    }
}

impl File {
    /// Returns why the rows that were read count for nothing, if the file has changed.
    fn changed(&self) -> Option<input::ReadError> {
        check_unchanged(self.system(), self.before()).err()
    }
}

/// Returns the column with views in place of values of any length.
fn view(declared: &Arc<Field>) -> Arc<Field> {
    let data_type = match declared.data_type() {
        DataType::Utf8 | DataType::LargeUtf8 => DataType::Utf8View,
        DataType::Binary | DataType::LargeBinary => DataType::BinaryView,
        other => other.clone(),
    };
    Arc::new(Field::clone(declared).with_data_type(data_type))
}

/// Returns the error for a column that can't be decoded.
fn corrupt(input: &str, column: &str, why: &str) -> Error {
    let remedy = match why {
        _ if why.contains("UTF-8") || why.contains("utf-8") || why.contains("utf8") => {
            "; it is declared as text: write it as a binary column, or correct the text"
        }
        _ => "",
    };
    Error::Failed(format!("{input}: column '{column}' can't be read: {why}{remedy}"))
}
