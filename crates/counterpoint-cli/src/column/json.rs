//! JSON lines: one object on each line.
//!
//! The column that is hashed consists of strings. The types of the others are those of the first lines, of which a
//! bounded number is read twice: once for the types, once for the values. A later line that does not fit is an error,
//! because no value may be changed or left out.

use super::guard::guarded;
use super::inputs::Input;
use super::lines::{Line, Lines};
use super::table::{BATCH_BYTES, MOST_COLUMNS, Request, Table, too_many_columns};
use arrow_array::RecordBatch;
use arrow_json::ReaderBuilder;
use arrow_json::reader::Decoder;
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use counterpoint_console::exit::Error;
use serde::de::{Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::Value;
use std::collections::{HashSet, VecDeque};
use std::fmt;
use std::sync::Arc;

/// The number of lines that decide the types.
const FIRST_LINES: usize = 1024;

/// Opens a file of JSON lines.
///
/// # Errors
///
/// If it has no line, or if one of the first lines is no JSON object.
pub(super) fn open(input: &Input, request: &Request<'_>) -> Result<Table, Error> {
    let mut lines = Lines::new(input.source(&request.progress)?);
    let mut first = VecDeque::new();
    let schema = match request.schema {
        Some(schema) => schema.clone(),
        None => {
            let mut bytes = 0;
            while first.len() < FIRST_LINES && bytes < BATCH_BYTES {
                let Some(line) = lines.next().map_err(|why| input.failed(&why))? else { break };
                bytes += line.text.len();
                first.push_back(line);
            }
            types(&first, request.column).map_err(|why| input.failed(&why))?
        }
    };
    let schema = Arc::new(schema);
    let rows =
        Rows { input: input.shown(), first, lines, most: request.rows, schema: Arc::clone(&schema), done: false };
    Ok(Table::of_text(schema, Box::new(rows)))
}

/// Returns the types of the columns in these lines, the columns in the order in which they first occur.
fn types(lines: &VecDeque<Line>, column: &str) -> Result<Schema, String> {
    let mut values = Vec::with_capacity(lines.len());
    let (mut names, mut known) = (Vec::new(), HashSet::new());
    for line in lines {
        values.push(serde_json::from_slice::<Value>(&line.text).map_err(|error| line.wrong(&in_line(&error)))?);
        let Names(found) = serde_json::from_slice(&line.text)
            .map_err(|_| line.wrong("this is not a JSON object; write one object with the columns on each line"))?;
        for name in found {
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
    Ok(Schema::new(names.iter().map(field).collect::<Vec<_>>()))
}

/// What to do about values of several types.
const REMEDY: &str = "write all values of a column in one type, or convert the file to Parquet";

/// Returns an error of serde_json without its line, which is always the first.
fn in_line(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let words = text.split(" at line ").next().unwrap_or_default();
    format!("{words} at character {}; write one JSON object on each line", error.column())
}

/// The names in an object, in their order.
struct Names(Vec<String>);

impl<'de> serde::Deserialize<'de> for Names {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct OfObject;
        impl<'de> Visitor<'de> for OfObject {
            type Value = Names;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Names, A::Error> {
                let mut names = Vec::new();
                while let Some((name, IgnoredAny)) = map.next_entry()? {
                    names.push(name);
                }
                Ok(Names(names))
            }
        }
        deserializer.deserialize_map(OfObject)
    }
}

/// The rows of the file.
struct Rows {
    input: String,
    /// The lines that have been read for the types.
    first: VecDeque<Line>,
    lines: Lines,
    most: usize,
    schema: SchemaRef,
    done: bool,
}

impl Rows {
    fn line(&mut self) -> Result<Option<Line>, String> {
        match self.first.pop_front() {
            Some(line) => Ok(Some(line)),
            None => self.lines.next(),
        }
    }

    /// Returns the next batch, or `None` at the end.
    fn batch(&mut self) -> Result<Option<RecordBatch>, String> {
        let mut lines = Vec::new();
        let mut bytes = 0;
        while lines.len() < self.most && bytes < BATCH_BYTES {
            let Some(line) = self.line()? else { break };
            bytes += line.text.len();
            lines.push(line);
        }
        if lines.is_empty() {
            return Ok(None);
        }
        self.decode(&lines).map_err(|why| self.wrong_line(&lines).unwrap_or(why)).map(Some)
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

    /// Returns what is wrong with the first line that can't be decoded alone. The decoder looks at types only when it
    /// has all lines of a batch, and then does not say which one is wrong.
    fn wrong_line(&self, lines: &[Line]) -> Option<String> {
        lines.iter().find_map(|line| {
            let why = self.decode(std::slice::from_ref(line)).err()?;
            if let Err(error) = serde_json::from_slice::<Value>(&line.text) {
                return Some(line.wrong(&in_line(&error)));
            }
            let why = why.strip_prefix("Json error: ").unwrap_or(&why);
            Some(line.wrong(&format!("{why}; the types are those of the first {FIRST_LINES} lines: {REMEDY}")))
        })
    }
}

/// Passes a line to the decoder.
fn push(decoder: &mut Decoder, line: &Line) -> Result<(), String> {
    let rows = decoder.len();
    let read = decoder.decode(&line.text).map_err(|error| error.to_string())?;
    if read < line.text.len() || decoder.has_partial_record() || decoder.len() != rows + 1 {
        return Err("this is not one JSON object; write one object with the columns on each line".to_owned());
    }
    Ok(())
}

impl Iterator for Rows {
    type Item = Result<RecordBatch, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.done {
            return None;
        }
        let batch = self.batch().transpose();
        self.done = !matches!(batch, Some(Ok(_)));
        batch.map(|batch| batch.map_err(|why| Error::Failed(format!("{}: {why}", self.input))))
    }
}
