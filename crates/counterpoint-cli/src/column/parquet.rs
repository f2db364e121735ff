//! Parquet files: all bytes are copied, and the digests are added.
//!
//! The output is the old file up to its footer, then the digests of each row group, then the footer with one more
//! column. So no position changes, and no other column is decoded or rewritten: whatever its type, it keeps its pages,
//! statistics, indexes and filters. Several files are concatenated, which changes only the positions in the later ones.
//!
//! The crate `parquet` decodes the hashed column, and trusts the lengths in a file. So it gets a schema of that column
//! alone, `pages` reads pages under a limit on their total size, `decompress` stops at the length in the header of a
//! page, and `claims` checks the number of values against the bytes.
//!
//! Text and binary values are read as views. A view refers to a page, so a value that a dictionary repeats in every row
//! of a batch is in memory only once.

use super::guard::{guarded, words};
use super::inputs::Input;
use super::names::{MOST_NAMED, missing, printable, refuse_existing, two_columns};
use super::pipeline;
use crate::console::Console;
use crate::exit::Error;
use crate::output_file::{Output, Writer};
use ::parquet::arrow::arrow_reader::ParquetRecordBatchReader;
use ::parquet::arrow::{ProjectionMask, parquet_to_arrow_field_levels, parquet_to_arrow_schema};
use ::parquet::file::metadata::ParquetMetaDataReader;
use arrow_array::{Array, ArrayRef, FixedSizeBinaryArray, new_empty_array};
use arrow_schema::{DataType, Field, Fields};
use chunk::{Chunk, Decoder, chunks};
use counterpoint_columns::{ColumnHasher, is_hashable};
use digests::Digests;
use file::File;
use footer::{Column, Footer, field};
use pages::Memory;
use std::fs::Metadata;
use std::io::Write;
use std::iter;
use std::ops::Range;
use std::sync::Arc;
use thrift::{List, kind, length};

mod chunk;
mod claims;
mod decompress;
mod digests;
mod file;
mod footer;
mod header;
mod join;
mod lists;
mod pages;
mod thrift;

/// The maximum total size of the footers of all files in bytes.
const FOOTERS: u64 = 1 << 27;

/// The maximum size of a chunk's page index in bytes.
const LONGEST_INDEX: u64 = 1 << 26;

/// A file, and the location of the hashed column in it.
#[derive(Clone)]
struct Table {
    input: Input,
    before: Metadata,
    chunks: Vec<Chunk>,
    /// The index of its first row group among the row groups of all files.
    group: usize,
    /// The position of the file in the output.
    shift: u64,
}

impl Table {
    /// Opens the file again, and reads its footer.
    fn again(&self) -> Result<(File, Footer), Error> {
        let file = File::again(&self.input, &self.before)?;
        let footer = Footer::read(&file).map_err(|why| unreadable(&self.input, &why))?;
        file.check().map_err(|why| self.input.failed(&why))?;
        Ok((file, footer))
    }
}

/// Copies Parquet files one after another, and adds the digests of a column.
///
/// # Errors
///
/// If a file is corrupt or encrypted, lacks the column or differs from the first one, or if the output can't be
/// written.
pub(super) fn add(
    inputs: &[Input],
    column: &str,
    name: &str,
    most: usize,
    hasher: &ColumnHasher<'_>,
    output: &Output,
    console: &Console,
) -> Result<(), Error> {
    let Some((input, others)) = inputs.split_first() else { return Ok(()) };
    let (table, first) = open(input, column, 0)?;
    let columns = first.columns().map_err(|why| unreadable(input, &why))?;
    refuse_existing(input, columns.iter().map(|column| &*column.name), name)?;
    let decoder = decoder(input, hashed(input, &columns, column)?, most, console)?;
    let (mut tables, mut rows, mut bytes) = (vec![table], first.rows(), first.len());
    for other in others {
        let groups = tables.iter().map(|table| table.chunks.len()).sum();
        let (table, footer) = open(other, column, groups)?;
        compare((input, &first), (other, &footer), console)?;
        (rows, bytes) = (rows.saturating_add(footer.rows()), bytes + footer.len());
        if bytes > FOOTERS {
            let why = "the footers of this file and the previous ones exceed";
            return Err(other.failed(&format!("{why} {FOOTERS} bytes; hash the files in several runs")));
        }
        tables.push(table);
    }

    let places = tables.iter().flat_map(|table| &table.chunks).map(|chunk| chunk.place.end - chunk.place.start);
    console.progress().expect(places.fold(0, u64::saturating_add));
    let mut sink = Sink { output, writer: output.begin()?, position: 0, chunks: Vec::new() };
    for table in &mut tables {
        table.shift = sink.position;
        sink.copy(table)?;
    }
    let hash = |(group, rows): (usize, ArrayRef)| {
        let digests = hasher.digest(&rows).map_err(|error| Error::Failed(error.to_string()))?;
        Ok((group, digests))
    };
    let decoder = Arc::new(decoder);
    let rows_of = move |table| Rows::of(table, &decoder);
    pipeline::run(
        tables.clone().into_iter().flat_map(rows_of),
        hash,
        |(group, digests)| sink.write(group, &digests),
        hasher.threads,
    )?;
    let digests = Digests { name, bytes: hasher.digest_bytes };
    let mut list = List::of(kind::STRUCTURE);
    for table in &tables {
        sink.add_groups(table, &digests, tables.len() == 1, &mut list)?;
    }
    let footer = first.with(&digests, &list, rows, |key| {
        console.message(format_args!(
            "{}: warning: the metadata '{key}' lists the columns in a form that can't be extended; it is dropped",
            input.shown()
        ));
    });
    sink.finish(&footer)
}

/// Opens a file. `group` is the index of its first row group among the row groups of all files.
fn open(input: &Input, column: &str, group: usize) -> Result<(Table, Footer), Error> {
    let file = File::open(input)?;
    let footer = Footer::read(&file).map_err(|why| unreadable(input, &why))?;
    let columns = footer.columns().map_err(|why| unreadable(input, &why))?;
    let leaf = hashed(input, &columns, column)?.leaf;
    let chunks = chunks(&footer, leaf).map_err(|why| corrupt(input, column, &why))?;
    Ok((Table { input: input.clone(), before: file.before, chunks, group, shift: 0 }, footer))
}

/// Returns an error if a file can't be joined to the first one. Lost metadata only causes a warning.
fn compare(first: (&Input, &Footer), other: (&Input, &Footer), console: &Console) -> Result<(), Error> {
    let (input, shown) = (other.0, first.0.shown());
    let keys = join::other_keys(first.1, other.1);
    if let Some(difference) = join::difference(first.1, other.1, &keys) {
        let remedy = "hash such files in separate runs";
        return Err(input.failed(&format!("it can't be joined to {shown}: {difference}; {remedy}")));
    }
    if !keys.is_empty() {
        let named: Vec<String> = keys.iter().take(MOST_NAMED).map(|key| format!("'{}'", printable(key))).collect();
        console.message(format_args!(
            "{}: warning: its metadata {} is dropped in favour of that of {shown}",
            input.shown(),
            named.join(", ")
        ));
    }
    Ok(())
}

/// Returns the column to hash.
fn hashed<'c, 'f>(input: &Input, columns: &'c [Column<'f>], name: &str) -> Result<&'c Column<'f>, Error> {
    let mut found = columns.iter().filter(|column| column.name == name);
    match (found.next(), found.next()) {
        (None, _) => Err(input.failed(&missing(columns.iter().map(|column| &*column.name), name))),
        (_, Some(_)) => Err(input.failed(&two_columns(name))),
        (Some(column), None) if column.nested => Err(input.failed(&format!(
            "column '{name}' contains lists or structs, and only columns of single values are hashed; convert it to \
             text, or name another column"
        ))),
        (Some(column), None) => Ok(column),
    }
}

/// Returns the decoder of this column.
fn decoder(input: &Input, column: &Column<'_>, most: usize, console: &Console) -> Result<Decoder, Error> {
    let failed = |why: String| corrupt(input, &column.name, &why);
    let metadata = guarded(|| ParquetMetaDataReader::decode_metadata(&column.alone()).map_err(words));
    let metadata = metadata.map_err(failed)?;
    let schema = metadata.file_metadata().schema_descr();
    let declared = guarded(|| parquet_to_arrow_schema(schema, None).map_err(words)).map_err(failed)?;
    let fields: Fields = declared.fields().iter().map(view).collect();
    let Some(data_type) = fields.first().map(|field| field.data_type().clone()) else {
        return Err(failed("its type is unknown".to_owned()));
    };
    if !is_hashable(&data_type) {
        let error = counterpoint_columns::Error::Type(data_type);
        return Err(input.failed(&format!("column '{}': {error}", column.name)));
    }
    let levels = || parquet_to_arrow_field_levels(schema, ProjectionMask::all(), Some(&fields)).map_err(words);
    let levels = guarded(levels).map_err(failed)?;
    let column = column.name.clone().into_owned();
    Ok(Decoder { column, metadata, levels, most, memory: Memory::default(), progress: console.progress() })
}

/// The output.
struct Sink<'o> {
    output: &'o Output,
    writer: Writer<'o>,
    position: u64,
    /// The digests of each row group.
    chunks: Vec<digests::Chunk>,
}

impl Sink<'_> {
    /// Copies a file up to its footer.
    fn copy(&mut self, table: &Table) -> Result<(), Error> {
        let (file, footer) = table.again()?;
        for begin in (0..footer.begin).step_by(1 << 18) {
            let bytes = file.read(begin..footer.begin.min(begin + (1 << 18)));
            self.put(&bytes.map_err(|why| unreadable(&table.input, &why))?)?;
        }
        Ok(())
    }

    /// Adds the row groups of a file, with their digests, to a list.
    ///
    /// Page indexes are copied again, after the digests, because some readers read everything from the first index to
    /// the last, and expect one for each column.
    fn add_groups(
        &mut self,
        table: &Table,
        digests: &Digests<'_>,
        numbered: bool,
        list: &mut List,
    ) -> Result<(), Error> {
        let (file, footer) = table.again()?;
        for (group, place) in footer.list(field::GROUPS).zip(table.group..) {
            let Some(chunk) = self.chunks.get(place) else { break };
            let (own, mut indexes) = (chunk.index(), Vec::new());
            for (place, positions) in join::indexes(group) {
                let index = page_index(&file, place);
                let index = index.map_err(|why| unreadable(&table.input, &format!("its page index: {why}")))?;
                indexes.push(self.put(&if positions { join::moved_index(&index, table.shift) } else { index })?);
            }
            let own = if indexes.is_empty() { None } else { Some(self.put(&own)?) };
            let group = join::moved(group, table.shift, numbered, &indexes);
            list.push(&digests.added_to(&group, &self.chunks[place], own));
        }
        Ok(())
    }

    /// Writes bytes, and returns their position.
    fn put(&mut self, bytes: &[u8]) -> Result<Range<u64>, Error> {
        let begin = self.position;
        self.writer.write_all(bytes).map_err(|error| Error::Failed(self.output.not_written(&error)))?;
        self.position += bytes.len() as u64;
        Ok(begin..self.position)
    }

    /// Writes a page of a row group.
    fn write(&mut self, group: usize, digests: &FixedSizeBinaryArray) -> Result<(), Error> {
        if self.chunks.len() == group {
            self.chunks.push(digests::Chunk::at(self.position));
        }
        let page = digests::page(digests);
        self.put(&page)?;
        if let Some(chunk) = self.chunks.last_mut() {
            chunk.add(page.len(), digests.len());
        }
        Ok(())
    }

    /// Ends the file. Only now does it replace an existing one.
    fn finish(mut self, footer: &[u8]) -> Result<(), Error> {
        self.put(footer)?;
        let length = u32::try_from(footer.len());
        let length = length.map_err(|_| Error::Failed("the new footer is longer than 4 GiB".to_owned()))?;
        self.put(&length.to_le_bytes())?;
        self.put(b"PAR1")?;
        Ok(self.writer.finish()?)
    }
}

/// Reads a page index.
fn page_index(file: &File, place: Range<u64>) -> Result<Vec<u8>, String> {
    if place.end - place.start > LONGEST_INDEX {
        return Err(format!("it has more than {LONGEST_INDEX} bytes"));
    }
    let mut index = file.read(place)?;
    index.truncate(length(&index)?);
    Ok(index)
}

/// The rows of the hashed column of a file, each batch with the number of its row group.
struct Rows {
    table: Table,
    file: Arc<File>,
    decoder: Arc<Decoder>,
    /// The index of the next row group.
    next: usize,
    /// The rows of the current row group, and the number of those left.
    open: Option<(ParquetRecordBatchReader, u64)>,
}

/// A batch, with the number of its row group.
type Batch = Result<(usize, ArrayRef), Error>;

impl Rows {
    /// Returns the rows of a file, or the error from opening it.
    fn of(table: Table, decoder: &Arc<Decoder>) -> Box<dyn Iterator<Item = Batch> + Send> {
        let decoder = Arc::clone(decoder);
        match File::again(&table.input, &table.before) {
            Ok(file) => Box::new(Self { table, file: Arc::new(file), decoder, next: 0, open: None }),
            Err(error) => Box::new(iter::once(Err(error))),
        }
    }

    /// Returns the next batch, or `None` at the end.
    fn batch(&mut self) -> Result<Option<ArrayRef>, String> {
        loop {
            if let Some((reader, left)) = &mut self.open {
                match guarded(|| reader.next().transpose().map_err(words))? {
                    Some(batch) => {
                        let rows = batch.num_rows() as u64;
                        *left = left.checked_sub(rows).ok_or("a row group has more rows than declared")?;
                        return Ok(Some(Arc::clone(batch.column(0))));
                    }
                    None if *left > 0 => return Err("a row group has fewer rows than declared".to_owned()),
                    None => self.open = None,
                }
            }
            let Some(chunk) = self.table.chunks.get(self.next) else { return Ok(None) };
            self.next += 1;
            // A group without rows may have no pages at its positions.
            if chunk.rows == 0 {
                return Ok(Some(new_empty_array(&DataType::Binary)));
            }
            self.open = Some((self.decoder.open(&self.file, chunk)?, chunk.rows));
        }
    }
}

impl Iterator for Rows {
    type Item = Batch;

    fn next(&mut self) -> Option<Batch> {
        let batch = self.batch();
        if let Ok(Some(batch)) = batch {
            return Some(Ok((self.table.group + self.next - 1, batch)));
        }
        // If decoding fails, the file may have been written to meanwhile.
        let Table { input, .. } = &self.table;
        match (self.file.check(), batch) {
            (Err(why), _) => Some(Err(input.failed(&why))),
            (_, Err(why)) => Some(Err(corrupt(input, &self.decoder.column, &why))),
            _ => None,
        }
    }
}

/// Returns the column with views instead of values of variable length.
fn view(declared: &Arc<Field>) -> Arc<Field> {
    let data_type = match declared.data_type() {
        DataType::Utf8 | DataType::LargeUtf8 => DataType::Utf8View,
        DataType::Binary | DataType::LargeBinary => DataType::BinaryView,
        other => other.clone(),
    };
    Arc::new(Field::clone(declared).with_data_type(data_type))
}

/// Returns the error for a file that can't be read.
fn unreadable(input: &Input, why: &str) -> Error {
    input.failed(&format!("this Parquet file can't be read: {why}"))
}

/// Returns the error for a column that can't be decoded.
fn corrupt(input: &Input, column: &str, why: &str) -> Error {
    let text = ["UTF-8", "utf-8", "utf8"].iter().any(|word| why.contains(word));
    let remedy = if text { "; it is declared as text: write it as a binary column, or correct the text" } else { "" };
    input.failed(&format!("column '{column}' can't be read: {why}{remedy}"))
}
