//! JSON lines: one object per line. The hashed column contains strings.
//!
//! For Parquet, the types of the other columns are inferred from the first lines. A bounded number of them is read
//! twice: once for the types, once for the values. A line that does not fit is an error, because no value may be
//! changed or dropped. Only numbers with a point or an exponent are rounded, to the nearest 64-bit floating-point
//! number.

use super::guard::guarded;
use super::inputs::Input;
use super::names::{MOST_NAMED, missing, refuse_existing};
use super::table::{MOST_COLUMNS, Opened, Places, Request, Table, too_many_columns};
use super::text::{BATCH_BYTES, Text};
use crate::exit::Error;
use arrow_array::RecordBatch;
use arrow_array::builder::StringBuilder;
use arrow_json::ReaderBuilder;
use arrow_json::reader::infer_json_schema_from_iterator;
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use fit::{Kind, Misfit};
use serde_json::{Value, json};
use std::collections::HashSet;
use std::sync::Arc;

mod fit;

/// The number of lines from which types are inferred.
const FIRST_LINES: u64 = 1024;

const EMPTY: &str = "the file is empty; write one JSON object with the columns per line";

struct Json {
    column: String,
    name: String,
    convert: bool,
    /// The byte order mark before the first line, if any.
    mark: &'static [u8],
    /// The types of the columns.
    kind: Kind,
    schema: SchemaRef,
    /// The values to hash, if the table is copied.
    values: StringBuilder,
    /// The number of rows since the last batch.
    rows: usize,
    /// Some names of members, until the column has been seen.
    names: Option<Vec<String>>,
}

/// Opens a file of JSON lines.
pub(super) fn open(input: &Input, text: &mut Text, request: &Request) -> Result<Opened, Error> {
    let Request { column, name, convert, .. } = request;
    let schema = match convert {
        true => types(text, column).map_err(|why| input.failed(&why))?,
        false => Schema::new(vec![Field::new(column, DataType::Utf8, true)]),
    };
    let names = || schema.fields().iter().map(|field| field.name().as_str());
    let Some(place) = names().position(|name| name == column) else {
        return Err(input.failed(&missing(names(), column)));
    };
    refuse_existing(input, names(), name)?;
    let schema = Arc::new(schema);
    let table = Json {
        column: column.clone(),
        name: name.clone(),
        convert: *convert,
        mark: if *convert { b"" } else { text.mark },
        kind: Kind::new(&DataType::Struct(schema.fields().clone())),
        schema: Arc::clone(&schema),
        values: StringBuilder::new(),
        rows: 0,
        names: Some(Vec::new()),
    };
    Ok(Opened { table: Box::new(table), schema, place })
}

/// Infers the types of the columns from the first lines. The columns are in the order of their first occurrence.
fn types(text: &mut Text, column: &str) -> Result<Schema, String> {
    let (mut values, mut bytes) = (Vec::new(), Vec::new());
    let (mut names, mut known) = (Vec::new(), HashSet::new());
    while text.lines < FIRST_LINES && bytes.len() < BATCH_BYTES {
        let begin = bytes.len();
        if !text.line(&mut bytes)? {
            break;
        }
        let line = object(&bytes[begin..], text.lines)?;
        if line.is_empty() {
            continue;
        }
        let mut object = serde_json::Map::new();
        for (name, found) in fit::entries(line).map_err(|error| no_object(text.lines, &error))? {
            let mut value = serde_json::from_str(found.get())
                .map_err(|error| format!("line {}, column '{name}': {}", text.lines, fit::no_value(&error)))?;
            leave_nulls_out(&mut value);
            object.insert(name.clone(), value);
            if known.insert(name.clone()) {
                names.push(name);
            }
        }
        values.push(Value::Object(object));
    }
    text.put_back(bytes);
    if values.is_empty() {
        return Err(EMPTY.to_owned());
    }
    if names.len() > MOST_COLUMNS {
        return Err(too_many_columns(names.len()));
    }
    let infer = |values: &[Value]| infer_json_schema_from_iterator(values.iter().map(Ok));
    let inferred = infer(&values).map_err(|_| {
        let only = |name: &String| -> Vec<Value> {
            values.iter().filter_map(|value| Some(json!({ name: value.get(name)? }))).collect()
        };
        let column = names.iter().find(|name| infer(&only(name)).is_err()).map_or("", String::as_str);
        format!("column '{column}': its values in the first lines have several types; {}", fit::ONE_TYPE)
    })?;
    let field = |name: &String| {
        let data_type = inferred.field_with_name(name).map_or(DataType::Null, |field| field.data_type().clone());
        Field::new(name, if name == column { DataType::Utf8 } else { data_type }, true)
    };
    let fields: Vec<Field> = names.iter().map(field).collect();
    match fields.iter().find(|field| has_no_parts(field.data_type())) {
        Some(field) => Err(format!(
            "column '{}': an object in it has no members in any of the first lines, and Parquet has no such type; add \
             a member, or omit `--to parquet`",
            field.name()
        )),
        None => Ok(Schema::new(fields)),
    }
}

/// Removes nulls from lists: they do not determine types, and the inference does not accept them everywhere.
fn leave_nulls_out(value: &mut Value) {
    match value {
        Value::Array(elements) => {
            elements.retain(|element| !element.is_null());
            elements.iter_mut().for_each(leave_nulls_out);
        }
        Value::Object(members) => members.values_mut().for_each(leave_nulls_out),
        _ => {}
    }
}

/// Returns whether a type contains a struct without fields.
fn has_no_parts(data_type: &DataType) -> bool {
    match data_type {
        DataType::Struct(fields) => fields.is_empty() || fields.iter().any(|field| has_no_parts(field.data_type())),
        DataType::List(element) => has_no_parts(element.data_type()),
        _ => false,
    }
}

/// Returns the text of a line without surrounding white space.
fn object(line: &[u8], number: u64) -> Result<&str, String> {
    let text = std::str::from_utf8(line).map_err(|_| format!("line {number}: this is not UTF-8; convert the file"))?;
    Ok(text.trim_matches([' ', '\t', '\r', '\n']))
}

/// Returns the message for a line that is not one JSON object. The parser also names a line, which is always line 1.
fn no_object(line: u64, error: &serde_json::Error) -> String {
    if error.is_data() {
        return format!(
            "line {line}: this is not a JSON object; write one object with the columns per line (`jq -c .[]` converts \
             an array)"
        );
    }
    let words = error.to_string();
    let words = words.split(" at line ").next().unwrap_or_default();
    format!("line {line}: {words} at character {}; write one JSON object per line (`jq -c .` does so)", error.column())
}

impl Json {
    /// Processes the object of a line. Returns whether it has no members.
    fn object(&mut self, line: &str, number: u64) -> Result<bool, String> {
        let entries = fit::entries(line).map_err(|error| no_object(number, &error))?;
        let wrong = |path: &str, why: &str| format!("line {number}, column '{path}': {why}");
        let mut value = None;
        for (name, found) in &entries {
            if *name == self.name {
                return Err(wrong(name, "the object already has this member; choose another --name"));
            } else if *name == self.column {
                if value.replace(found.get()).is_some() {
                    return Err(wrong(name, fit::TWICE));
                }
                Kind::Hashed.check(found.get()).map_err(|misfit| wrong(name, &misfit.why))?;
                self.names = None;
            } else if let Some(names) = &mut self.names
                && names.len() <= MOST_NAMED
                && !names.contains(name)
            {
                names.push(name.clone());
            }
        }
        match value.and_then(|value| value.strip_prefix('"')?.strip_suffix('"')) {
            _ if self.convert => {
                let fits = self.kind.check_members(&entries);
                fits.map_err(|Misfit { path, why }| wrong(path.trim_start_matches('.'), &why))?;
            }
            Some(text) if text.contains('\\') => {
                let text: Result<String, _> = serde_json::from_str(value.unwrap_or_default());
                self.values.append_value(text.map_err(|error| no_object(number, &error))?);
            }
            text => self.values.append_option(text),
        }
        self.rows += 1;
        Ok(entries.is_empty())
    }
}

impl Table for Json {
    fn begin(&self, _: &mut Text) -> Result<(), String> {
        Ok(())
    }

    fn read(&mut self, text: &mut Text, bytes: &mut Vec<u8>, places: &mut Places) -> Result<bool, String> {
        bytes.extend_from_slice(std::mem::take(&mut self.mark));
        let begin = bytes.len();
        if !text.line(bytes)? {
            return Ok(false);
        }
        let line = object(&bytes[begin..], text.lines)?;
        if !line.is_empty() {
            let end = begin + bytes[begin..].trim_ascii_end().len();
            places.push((end - 1, self.object(line, text.lines)?));
        }
        Ok(true)
    }

    fn columns(&mut self, bytes: &[u8]) -> Result<RecordBatch, String> {
        let rows = std::mem::take(&mut self.rows);
        if !self.convert {
            let values = Arc::new(self.values.finish());
            return RecordBatch::try_new(Arc::clone(&self.schema), vec![values]).map_err(|error| error.to_string());
        }
        if rows == 0 {
            return Ok(RecordBatch::new_empty(Arc::clone(&self.schema)));
        }
        guarded(|| {
            let builder = ReaderBuilder::new(Arc::clone(&self.schema)).with_batch_size(rows).with_strict_mode(true);
            let mut decoder = builder.build_decoder().map_err(|error| error.to_string())?;
            decoder.decode(bytes).map_err(|error| error.to_string())?;
            let batch = decoder.flush().map_err(|error| error.to_string())?;
            batch.filter(|batch| batch.num_rows() == rows).ok_or_else(|| "a line has no row".to_owned())
        })
    }

    fn end(&self) -> Result<(), String> {
        match &self.names {
            Some(names) if names.is_empty() => Err(EMPTY.to_owned()),
            Some(names) if !self.convert => Err(missing(names.iter().map(String::as_str), &self.column)),
            _ => Ok(()),
        }
    }
}
