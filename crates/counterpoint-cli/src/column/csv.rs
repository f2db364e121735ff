//! CSV files. All columns are text, exactly as it is written, without the quotes around it.
//!
//! Types are not guessed: `007` and `1.10` would be rewritten as numbers, and then their digests would not be those of
//! the text. An empty field is a null, as other readers for Arrow have it; CSV has no other way to write one. A blank
//! line is no row, also where there is one column; a null there is `""`.

use super::dialect::Dialect;
use super::inputs::Input;
use super::names::two_columns;
use super::records::{Record, Records};
use super::table::{BATCH_BYTES, MOST_COLUMNS, Request, Table, batches, too_many_columns};
use crate::exit::Error;
use arrow_array::builder::StringBuilder;
use arrow_array::{ArrayRef, RecordBatch, RecordBatchOptions};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::Arc;

/// A CSV file whose header has been read.
pub(super) struct Csv {
    pub(super) records: Records,
    /// The first record.
    pub(super) header: Record,
    pub(super) names: Vec<String>,
}

impl Csv {
    /// Opens a CSV file. Its first line contains the names of the columns.
    ///
    /// # Errors
    ///
    /// If it has no such line.
    pub(super) fn open(input: &Input, request: &Request) -> Result<Self, Error> {
        let mut records = Records::new(input.source(&request.progress)?, request.dialect);
        let mut header = Record::default();
        if !records.next(&mut header).map_err(|why| input.failed(&why))? || header.is_blank() {
            return Err(input.failed(&"the first line is empty; it has to name the columns"));
        }
        if header.fields.len() > MOST_COLUMNS {
            return Err(input.failed(&too_many_columns(header.fields.len())));
        }
        let mut names = Vec::with_capacity(header.fields.len());
        for place in 0..header.fields.len() {
            let name = String::from_utf8(header.field(place, request.dialect).into_owned());
            names.push(name.map_err(|_| input.failed(&"line 1: a column's name is not UTF-8; convert the file"))?);
        }
        if names.iter().filter(|name| **name == request.column).count() > 1 {
            return Err(input.failed(&two_columns(&request.column)));
        }
        Ok(Self { records, header, names })
    }

    /// Reads the next row, which is no blank line, unless `blank` gets those. There is none at the end.
    pub(super) fn row(&mut self, record: &mut Record, mut blank: impl FnMut(&[u8])) -> Result<bool, String> {
        while self.records.next(record)? {
            if record.is_blank() {
                blank(&record.bytes);
                continue;
            }
            if record.fields.len() != self.names.len() {
                return Err(format!(
                    "line {}: {} fields, and the first line has {}; correct the line, or quote the commas in it",
                    record.line,
                    record.fields.len(),
                    self.names.len()
                ));
            }
            return Ok(true);
        }
        Ok(false)
    }

    /// Returns the text of a field.
    pub(super) fn text<'r>(&self, record: &'r Record, place: usize) -> Result<Cow<'r, str>, String> {
        let text = match record.field(place, self.records.dialect) {
            Cow::Borrowed(bytes) => std::str::from_utf8(bytes).map(Cow::Borrowed).ok(),
            Cow::Owned(bytes) => String::from_utf8(bytes).map(Cow::Owned).ok(),
        };
        let name = &self.names[place];
        text.ok_or_else(|| format!("line {}, column '{name}': this is not UTF-8; convert the file", record.line))
    }
}

/// Opens a CSV file as a table of text, whose columns have different names that are not empty. `renamed` gets the old
/// and the new name of each that has another one.
pub(super) fn open(input: &Input, request: &Request, mut renamed: impl FnMut(&str, &str)) -> Result<Table, Error> {
    let csv = Csv::open(input, request)?;
    let mut taken: HashSet<String> = csv.names.iter().cloned().collect();
    let mut seen = HashSet::new();
    let mut fields = Vec::with_capacity(csv.names.len());
    for (place, old) in csv.names.iter().enumerate() {
        let mut name = old.clone();
        if old.is_empty() || !seen.insert(old.clone()) {
            let mut number = place + 1;
            let base = if old.is_empty() { "column" } else { old };
            name = format!("{base}_{number}");
            while !taken.insert(name.clone()) {
                number += 1;
                name = format!("{base}_{number}");
            }
            renamed(old, &name);
        }
        fields.push(Field::new(name, DataType::Utf8, true));
    }
    let schema = Arc::new(Schema::new(fields));
    let mut rows = Rows { csv, most: request.rows, schema: Arc::clone(&schema) };
    Ok(Table { schema, batches: batches(input.shown(), move || rows.batch()) })
}

/// The rows under the header.
struct Rows {
    csv: Csv,
    most: usize,
    schema: SchemaRef,
}

impl Rows {
    /// Returns the next batch, or `None` at the end.
    fn batch(&mut self) -> Result<Option<RecordBatch>, String> {
        let fields = self.schema.fields().iter();
        let mut columns: Vec<_> = fields.map(|_| StringBuilder::with_capacity(0, 0)).collect();
        let mut record = Record::default();
        let (mut rows, mut bytes) = (0, 0);
        while rows < self.most && bytes < BATCH_BYTES && self.csv.row(&mut record, |_| {})? {
            for (place, column) in columns.iter_mut().enumerate() {
                match self.csv.text(&record, place)? {
                    text if text.is_empty() => column.append_null(),
                    text => column.append_value(text),
                }
            }
            rows += 1;
            bytes += record.bytes.len() + columns.len();
        }
        if rows == 0 {
            return Ok(None);
        }
        let columns = columns.iter_mut().map(|column| Arc::new(column.finish()) as ArrayRef).collect();
        let options = RecordBatchOptions::new().with_row_count(Some(rows));
        let batch = RecordBatch::try_new_with_options(Arc::clone(&self.schema), columns, &options);
        batch.map(Some).map_err(|error| error.to_string())
    }
}

/// Returns a field with this text, in quotes if it needs them.
pub(super) fn quoted(text: &str, dialect: Dialect) -> String {
    let needs = |c: char| c == char::from(dialect.delimiter) || matches!(c, '"' | '\n' | '\r');
    if text.contains(needs) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_owned() }
}
