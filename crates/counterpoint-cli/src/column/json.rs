//! JSON lines: one object on each line.
//!
//! The column that is hashed consists of strings. The types of the others are those of the first lines, of which a
//! bounded number is read twice: once for the types, once for the values. A line that does not fit is an error, because
//! no value may be changed or left out. Only a number with a point or an exponent is rounded, to the nearest one of 64
//! bits with a floating point.

use super::guard::guarded;
use super::inputs::Input;
use super::lines::{Line, Lines};
use super::table::{BATCH_BYTES, MOST_COLUMNS, Request, Table, batches, too_many_columns};
use crate::exit::Error;
use arrow_array::RecordBatch;
use arrow_json::ReaderBuilder;
use arrow_json::reader::Decoder;
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use fit::{Columns, Misfit, Why};
use serde_json::Value;
use std::collections::{HashSet, VecDeque};
use std::sync::Arc;

pub(super) mod fit;

/// The number of lines that decide the types.
const FIRST_LINES: usize = 1024;

/// Opens a file of JSON lines.
///
/// # Errors
///
/// If it has no line, or if one of the first lines is no JSON object.
pub(super) fn open(input: &Input, request: &Request) -> Result<Table, Error> {
    let mut lines = Lines::new(input.source(&request.progress)?);
    let mut first = VecDeque::new();
    let (schema, origin) = match &request.schema {
        Some(schema) => (Arc::clone(schema), "the first file".to_owned()),
        None => {
            let mut bytes = 0;
            while first.len() < FIRST_LINES && bytes < BATCH_BYTES {
                let Some(line) = lines.next_row().map_err(|why| input.failed(&why))? else { break };
                bytes += line.bytes().len();
                first.push_back(line);
            }
            let schema = types(&first, &request.column).map_err(|why| input.failed(&why))?;
            let origin = if first.len() == 1 { "line".to_owned() } else { format!("{} lines", first.len()) };
            (Arc::new(schema), format!("the first {origin}"))
        }
    };
    let columns = Columns::new(schema.fields()).ok_or_else(|| input.failed(&"JSON has no values of these types"))?;
    let mut rows = Rows {
        first,
        lines,
        most: request.rows,
        schema: Arc::clone(&schema),
        columns,
        hashed: request.column.clone(),
        origin,
    };
    Ok(Table { schema, batches: batches(input.shown(), move || rows.batch()) })
}

/// Returns the types of the columns in these lines, the columns in the order in which they first occur.
fn types(lines: &VecDeque<Line>, column: &str) -> Result<Schema, String> {
    let mut values = Vec::with_capacity(lines.len());
    let (mut names, mut known) = (Vec::new(), HashSet::new());
    for line in lines {
        let text = line.text()?;
        let entries = fit::entries(text).map_err(|error| line.wrong(&no_object(&error)))?;
        values.push(serde_json::from_str::<Value>(text).map_err(|error| line.wrong(&no_object(&error)))?);
        for (name, _) in entries {
            if known.insert(name.clone()) {
                names.push(name);
            }
        }
    }
    if values.is_empty() {
        return Err("the file is empty; write one JSON object with the columns on each line".to_owned());
    }
    if names.len() > MOST_COLUMNS {
        return Err(too_many_columns(names.len()));
    }
    let inferred = arrow_json::reader::infer_json_schema_from_iterator(values.iter().map(Ok));
    let inferred = inferred.map_err(|error| format!("{error}; {REMEDY}"))?;
    let field = |name: &String| {
        let data_type = inferred.field_with_name(name).map_or(DataType::Null, |field| field.data_type().clone());
        Field::new(name, if name == column { DataType::Utf8 } else { data_type }, true)
    };
    let fields: Vec<Field> = names.iter().map(field).collect();
    match fields.iter().find(|field| has_no_parts(field.data_type())) {
        Some(field) => Err(format!(
            "column '{}': an object in it is empty in all of the first lines, and Parquet has no type for that; give \
             it a member, or leave `--to parquet` away",
            field.name()
        )),
        None => Ok(Schema::new(fields)),
    }
}

/// Returns whether there is a struct without fields in a type.
fn has_no_parts(data_type: &DataType) -> bool {
    match data_type {
        DataType::Struct(fields) => fields.is_empty() || fields.iter().any(|field| has_no_parts(field.data_type())),
        DataType::List(element) => has_no_parts(element.data_type()),
        _ => false,
    }
}

/// What to do about a value of the hashed column.
pub(super) const STRINGS_ONLY: &str = "only strings are hashed; write the value in quotes";

/// What to do about values of several types.
const REMEDY: &str = "write all values of a column in one type, or leave `--to parquet` away";

/// Returns the message for a line that is not one JSON object. The parser names a line, too, which is always the first.
pub(super) fn no_object(error: &serde_json::Error) -> String {
    if error.is_data() {
        return "this is not a JSON object; write one object with the columns on each line".to_owned();
    }
    let text = error.to_string();
    let words = text.split(" at line ").next().unwrap_or_default();
    format!("{words} at character {}; write one JSON object on each line", error.column())
}

/// The rows of the file.
struct Rows {
    /// The lines that have been read for the types.
    first: VecDeque<Line>,
    lines: Lines,
    most: usize,
    schema: SchemaRef,
    columns: Columns,
    /// The name of the column that is hashed.
    hashed: String,
    /// Where the types come from, in words.
    origin: String,
}

impl Rows {
    fn line(&mut self) -> Result<Option<Line>, String> {
        match self.first.pop_front() {
            Some(line) => Ok(Some(line)),
            None => self.lines.next_row(),
        }
    }

    /// Returns the next batch, or `None` at the end.
    fn batch(&mut self) -> Result<Option<RecordBatch>, String> {
        let mut lines = Vec::new();
        let mut bytes = 0;
        while lines.len() < self.most && bytes < BATCH_BYTES {
            let Some(line) = self.line()? else { break };
            self.check(&line)?;
            bytes += line.bytes().len();
            lines.push(line);
        }
        if lines.is_empty() { Ok(None) } else { self.decode(&lines).map(Some) }
    }

    /// Returns an error if a line does not fit the types.
    fn check(&self, line: &Line) -> Result<(), String> {
        let Self { origin, hashed, .. } = self;
        let (names, why) = match self.columns.check(line.text()?) {
            Ok(()) => return Ok(()),
            Err(Misfit::Syntax(error)) => return Err(line.wrong(&no_object(&error))),
            Err(Misfit::Value { names, why }) => (names, why),
        };
        let why = match why {
            Why::Unknown => {
                format!("it is not in {origin}; move a line that has it to the front, or leave `--to parquet` away")
            }
            Why::Twice => "this name occurs twice in the object; remove one of them".to_owned(),
            Why::Escape => fit::HALF_CHARACTER.to_owned(),
            Why::Type(value, expected) if names == [hashed.as_str()] => {
                format!("{value} is not {expected}, and {STRINGS_ONLY}")
            }
            Why::Type(value, expected) => {
                format!("{value} is not {expected}; the types are those of {origin}: {REMEDY}")
            }
        };
        Err(line.wrong_in(&names.join("."), &why))
    }

    /// Returns the rows of these lines.
    fn decode(&self, lines: &[Line]) -> Result<RecordBatch, String> {
        guarded(|| {
            let mut decoder = self.decoder(lines.len())?;
            for line in lines {
                push(&mut decoder, line)?;
            }
            let batch = decoder.flush().map_err(|error| error.to_string())?;
            batch.filter(|batch| batch.num_rows() == lines.len()).ok_or_else(|| "a line has no row".to_owned())
        })
    }

    fn decoder(&self, rows: usize) -> Result<Decoder, String> {
        let builder = ReaderBuilder::new(Arc::clone(&self.schema)).with_batch_size(rows).with_strict_mode(true);
        builder.build_decoder().map_err(|error| error.to_string())
    }
}

/// Passes a line to the decoder.
fn push(decoder: &mut Decoder, line: &Line) -> Result<(), String> {
    let rows = decoder.len();
    let read = decoder.decode(line.bytes()).map_err(|error| line.wrong(&error.to_string()))?;
    if read < line.bytes().len() || decoder.has_partial_record() || decoder.len() != rows + 1 {
        return Err(line.wrong("this is not one JSON object; write one object with the columns on each line"));
    }
    Ok(())
}
