//! CSV files. All columns are text, exactly as written, without the quotes around fields.
//!
//! Types are not guessed: `007` and `1.10` would be rewritten as numbers, and their digests would not be those of the
//! text. An empty field is a null, as in other Arrow readers; CSV has no other way to write one. A blank line is not a
//! row, even in a table with one column, where a null is written as `""`.

use super::inputs::Input;
use super::names::{missing, refuse_existing, two_columns};
use super::records::{Dialect, Record};
use super::table::{MOST_COLUMNS, Opened, Places, Request, Table, too_many_columns};
use super::text::Text;
use crate::console::Console;
use crate::exit::Error;
use arrow_array::builder::StringBuilder;
use arrow_array::{ArrayRef, RecordBatch, RecordBatchOptions};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use std::collections::HashSet;
use std::ops::Range;
use std::sync::Arc;

struct Csv {
    dialect: Dialect,
    names: Vec<Vec<u8>>,
    /// The header with the new column, until it is written.
    header: Vec<u8>,
    record: Record,
    /// The columns to read: all, or only the hashed one.
    read: Range<usize>,
    builders: Vec<StringBuilder>,
    /// The number of rows in the builders.
    rows: usize,
    schema: SchemaRef,
}

/// Opens a CSV file, whose first nonblank line contains the names of the columns. The table's names must be unique and
/// not empty: other columns are renamed, with a warning.
pub(super) fn open(input: &Input, text: &mut Text, request: &Request, console: &Console) -> Result<Opened, Error> {
    let dialect = request.dialect;
    let (mut header, mut record) = (Vec::new(), Record::default());
    let names = names(dialect, text, &mut header, &mut record).map_err(|why| input.failed(&why))?;
    let shown: Vec<_> = names.iter().map(|name| String::from_utf8_lossy(name)).collect();
    let shown = || shown.iter().map(AsRef::as_ref);
    let hashed = request.column.as_bytes();
    let Some(place) = names.iter().position(|name| name == hashed) else {
        return Err(input.failed(&missing(shown(), &request.column)));
    };
    if names.iter().skip(place + 1).any(|name| name == hashed) {
        return Err(input.failed(&two_columns(&request.column)));
    }
    refuse_existing(input, shown(), &request.name)?;
    let field = [dialect.delimiter].into_iter().chain(dialect.field(&request.name).into_bytes());
    header.splice(record.end()..record.end(), field);
    header.splice(..0, text.mark.iter().copied());
    let mut fields = Vec::with_capacity(names.len());
    let mut taken: HashSet<String> = shown().chain([request.name.as_str()]).map(str::to_owned).collect();
    let mut seen = HashSet::new();
    for (place, old) in names.iter().enumerate().filter(|_| request.convert) {
        let old = std::str::from_utf8(old);
        let old = old.map_err(|_| input.failed(&"line 1: a column name is not UTF-8; convert the file"))?;
        let mut name = old.to_owned();
        if old.is_empty() || !seen.insert(old) {
            let (base, why) = if old.is_empty() { ("column", "no name") } else { (old, "a duplicate name") };
            name = (place + 1..)
                .map(|number| format!("{base}_{number}"))
                .find(|name| taken.insert(name.clone()))
                .unwrap_or_default();
            let shown = input.shown();
            console
                .message(format_args!("{shown}: warning: column {} has {why}; it is renamed to '{name}'", place + 1));
        }
        fields.push(Field::new(name, DataType::Utf8, true));
    }
    let (read, place) = if request.convert { (0..names.len(), place) } else { (place..place + 1, 0) };
    if !request.convert {
        fields.push(Field::new(&request.column, DataType::Utf8, true));
    }
    let builders = read.clone().map(|_| StringBuilder::with_capacity(0, 0)).collect();
    let schema = Arc::new(Schema::new(fields));
    let table = Csv { dialect, names, header, record, read, builders, rows: 0, schema: Arc::clone(&schema) };
    Ok(Opened { table: Box::new(table), schema, place })
}

/// Reads the header, and any blank lines before it.
fn names(dialect: Dialect, text: &mut Text, header: &mut Vec<u8>, record: &mut Record) -> Result<Vec<Vec<u8>>, String> {
    loop {
        if !dialect.read(text, header, record)? {
            return Err("there is no header line with column names; is this the right file?".to_owned());
        }
        if !record.is_blank() {
            break;
        }
    }
    text.returns = header.ends_with(b"\r");
    if record.fields.len() > MOST_COLUMNS {
        return Err(too_many_columns(record.fields.len()));
    }
    let name = |field: &Range<usize>| match dialect.text(&header[field.clone()]) {
        Ok(name) => name.into_owned().into_bytes(),
        Err(_) => header[field.clone()].to_vec(),
    };
    Ok(record.fields.iter().map(name).collect())
}

impl Table for Csv {
    fn begin(&self, text: &mut Text) -> Result<(), String> {
        match names(self.dialect, text, &mut Vec::new(), &mut Record::default())? == self.names {
            true => Ok(()),
            false => Err("its columns differ from those of the first file; hash files with different columns in \
                          separate runs"
                .to_owned()),
        }
    }

    fn read(&mut self, text: &mut Text, bytes: &mut Vec<u8>, places: &mut Places) -> Result<bool, String> {
        bytes.append(&mut self.header);
        let Self { dialect, record, .. } = self;
        if !dialect.read(text, bytes, record)? {
            return Ok(false);
        }
        if record.is_blank() {
            return Ok(true);
        }
        let (line, count, columns) = (record.line, record.fields.len(), self.names.len());
        if count != columns {
            return Err(format!(
                "line {line}: {count} fields, but the header has {columns}; correct the line, or quote delimiters \
                 inside its fields"
            ));
        }
        // Programs disagree about whether a different line end also ends a record.
        if bytes.ends_with(if text.returns { b"\n" } else { b"\r" }) {
            return Err(format!(
                "line {line}: its line end differs from that of the header; quote line ends inside fields"
            ));
        }
        places.push((record.end(), false));
        let fields = &record.fields[self.read.clone()];
        for ((builder, field), place) in self.builders.iter_mut().zip(fields).zip(self.read.clone()) {
            let text = dialect.text(&bytes[field.clone()]).map_err(|why| {
                format!("line {line}, column '{}': {why}", String::from_utf8_lossy(&self.names[place]))
            })?;
            builder.append_option((!text.is_empty()).then_some(text));
        }
        self.rows += 1;
        Ok(true)
    }

    fn columns(&mut self, _: &[u8]) -> Result<RecordBatch, String> {
        let columns = self.builders.iter_mut().map(|builder| Arc::new(builder.finish()) as ArrayRef).collect();
        let rows = RecordBatchOptions::new().with_row_count(Some(std::mem::take(&mut self.rows)));
        let batch = RecordBatch::try_new_with_options(Arc::clone(&self.schema), columns, &rows);
        batch.map_err(|error| error.to_string())
    }
}
