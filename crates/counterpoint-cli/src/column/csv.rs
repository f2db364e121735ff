//! CSV files. All columns are text, exactly as it is written, without the quotes around it.
//!
//! Types are not guessed: `007` and `1.10` would be rewritten as numbers, and then their digests would not be those of
//! the text. An empty field is a null, as other readers for Arrow have it; CSV has no other way to write one. A blank
//! line is no row, also where there is one column; a null there is `""`.
//!
//! A quote that is never closed would make one field of the rest of the file, and the parser does not tell that it was
//! open at the end. So the file is followed by a line that no file of text contains: as a row of its own it means that
//! all quotes are closed, and as the end of a field that one is not.

use super::inputs::Input;
use super::source::{RowEnds, Source};
use super::table::{BATCH_BYTES, MOST_COLUMNS, Request, Table, batches, too_many_columns};
use crate::console::reason;
use ::csv::{ByteRecord, ErrorKind, Reader, ReaderBuilder};
use arrow_array::builder::StringBuilder;
use arrow_array::{ArrayRef, RecordBatch, RecordBatchOptions};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use counterpoint_console::exit::Error;
use std::io::{Chain, Read};
use std::sync::Arc;

/// Opens a CSV file. Its first line contains the names of the columns.
///
/// # Errors
///
/// If it has no such line.
pub(super) fn open(input: &Input, request: &Request) -> Result<Table, Error> {
    let source = input.source(&request.progress)?;
    let row_ends = source.row_ends();
    let mut reader = ReaderBuilder::new().flexible(true).from_reader(source.chain(END_LINE));
    let header = reader.byte_headers().map_err(|error| input.failed(&words(&error)))?.clone();
    if header == [END][..] {
        return Err(input.failed(&"the file is empty; its first line has to name the columns"));
    }
    check_quotes(&header).map_err(|why| input.failed(&why))?;
    if header.len() > MOST_COLUMNS {
        return Err(input.failed(&too_many_columns(header.len())));
    }
    let mut fields = Vec::with_capacity(header.len());
    for name in &header {
        let name = std::str::from_utf8(name);
        let name = name.map_err(|_| input.failed(&"line 1: a column's name is not UTF-8; convert the file"))?;
        fields.push(Field::new(name, DataType::Utf8, true));
    }
    let schema = Arc::new(Schema::new(fields));
    let mut rows =
        Rows { reader, row_ends, record: ByteRecord::new(), most: request.rows, schema: Arc::clone(&schema) };
    Ok(Table::of_text(schema, batches(input.shown(), move || rows.batch())))
}

/// What follows the file, and the line in it. No text contains this byte.
const END_LINE: &[u8] = b"\n\xff";
const END: &[u8] = b"\xff";

/// Returns an error if the end of the file is in a field of this record.
fn check_quotes(record: &ByteRecord) -> Result<(), String> {
    match record.iter().next_back() {
        Some(field) if field.ends_with(END_LINE) => {
            Err(format!("line {}: a quote in this row is not closed; close it, or double it", line_of(record)))
        }
        _ => Ok(()),
    }
}

/// Returns the number of the line in which a record begins.
fn line_of(record: &ByteRecord) -> u64 {
    record.position().map_or(0, ::csv::Position::line)
}

/// The rows under the header.
struct Rows {
    reader: Reader<Chain<Source, &'static [u8]>>,
    row_ends: RowEnds,
    record: ByteRecord,
    most: usize,
    schema: SchemaRef,
}

impl Rows {
    /// Returns the next batch, or `None` at the end.
    fn batch(&mut self) -> Result<Option<RecordBatch>, String> {
        let fields = self.schema.fields().iter();
        let mut columns: Vec<_> = fields.map(|_| StringBuilder::with_capacity(0, 0)).collect();
        let (mut rows, mut bytes) = (0, 0);
        while rows < self.most && bytes < BATCH_BYTES {
            if !self.record()? {
                break;
            }
            self.append(&mut columns)?;
            rows += 1;
            bytes += self.record.as_slice().len() + columns.len();
        }
        if rows == 0 {
            return Ok(None);
        }
        let columns = columns.iter_mut().map(|column| Arc::new(column.finish()) as ArrayRef).collect();
        let options = RecordBatchOptions::new().with_row_count(Some(rows));
        let batch = RecordBatch::try_new_with_options(Arc::clone(&self.schema), columns, &options);
        batch.map(Some).map_err(|error| error.to_string())
    }

    /// Reads the next record. There is none at the end.
    fn record(&mut self) -> Result<bool, String> {
        if !self.reader.read_byte_record(&mut self.record).map_err(|error| words(&error))? {
            return Ok(false);
        }
        self.row_ends.mark();
        // Any other row like this has a row behind it, and is refused with the others that are no text.
        if self.record == [END][..] && !self.reader.read_byte_record(&mut ByteRecord::new()).unwrap_or(true) {
            return Ok(false);
        }
        check_quotes(&self.record)?;
        Ok(true)
    }

    /// Appends the record to the columns.
    fn append(&self, columns: &mut [StringBuilder]) -> Result<(), String> {
        let line = line_of(&self.record);
        if self.record.len() != columns.len() {
            return Err(format!(
                "line {line}: {} fields, and the first line has {}; correct the line, or quote the commas in it",
                self.record.len(),
                columns.len()
            ));
        }
        for (place, (field, column)) in self.record.iter().zip(columns).enumerate() {
            match std::str::from_utf8(field) {
                Ok("") => column.append_null(),
                Ok(text) => column.append_value(text),
                Err(_) => {
                    let name = self.schema.field(place).name();
                    return Err(format!("line {line}, column '{name}': this is not UTF-8; convert the file"));
                }
            }
        }
        Ok(())
    }
}

/// Returns the words for an error of the parser.
fn words(error: &::csv::Error) -> String {
    match error.kind() {
        ErrorKind::Io(error) => reason(error),
        _ => error.to_string(),
    }
}
