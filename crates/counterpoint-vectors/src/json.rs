//! JSON files: an object with header fields and the list `vectors` of records.
//!
//! The fields of a record determine its kind: one with `round_keys_hex` is a key schedule, one with `tuple_hex` is for
//! TupleHash, and so on. Fields that the record lacks come from the header. `format`, `bit_order` and `procedure` in
//! the header determine how fields are interpreted. The name of the file does not matter.

use crate::fields::{Fields, Object};
use crate::{Body, Case, Error, Fault, File, Place};
use serde::de::{Deserialize, DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use std::cell::Cell;
use std::fmt;

mod constructions;
mod hashes;
mod parts;

/// Parses a JSON file of known answers.
pub(crate) fn parse(name: &str, bytes: &[u8]) -> Result<File, Error> {
    let record = Cell::new(0);
    let mut json = serde_json::Deserializer::from_slice(bytes);
    let document = Document(&record).deserialize(&mut json).and_then(|document| json.end().map(|()| document));
    let (header, vectors) = document.map_err(|error| syntax(name, record.get(), &error))?;
    let Some(vectors) = vectors else {
        let fault = Fault::NotVectors("it has no field `vectors`".to_owned());
        return Err(fault.at(name, Place::default()));
    };
    let records = || vectors.iter().enumerate().map(|(n, own)| Fields::new(name, n + 1, own, &header));
    let cases = if header.contains_key("procedure") {
        hashes::monte_carlo(records().collect())?
    } else {
        records().map(case).collect::<Result<_, _>>()?
    };
    let declared = match header.get("count") {
        None => None,
        Some(count) => Some(count.as_u64().ok_or_else(|| {
            let fault = Fault::Type { field: "count".to_owned(), wanted: "a whole number, not negative" };
            fault.at(name, Place::default())
        })?),
    };
    Ok(File { name: name.to_owned(), declared, cases })
}

/// Converts an error of the JSON parser.
fn syntax(name: &str, record: usize, error: &serde_json::Error) -> Error {
    let fault = match error.classify() {
        serde_json::error::Category::Eof => Fault::Truncated(error.to_string()),
        serde_json::error::Category::Data => Fault::NotVectors(error.to_string()),
        _ => Fault::NotJson(error.to_string()),
    };
    fault.at(name, Place { record: (record > 0).then_some(record), line: None })
}

/// Parses a record that does not belong to a Monte Carlo chain.
fn case(fields: Fields<'_>) -> Result<Case, Error> {
    let algorithm = fields.text("algorithm")?.unwrap_or("");
    let (algorithm, body) = if fields.has("steps") || fields.has("wraps") {
        (algorithm.to_owned(), constructions::session(&fields)?)
    } else if let Some(part) = parts::part(&fields)? {
        part
    } else if let Some(body) = constructions::construction(&fields, algorithm)? {
        (algorithm.to_owned(), body)
    } else if let Some(body) = hashes::hash(&fields, algorithm)? {
        (hashes::name(&fields, &body)?, body)
    } else {
        let names = fields.names().collect::<Vec<_>>().join(", ");
        (algorithm.to_owned(), Body::Other { kind: format!("record of {names}") })
    };
    Ok(Case { algorithm, record: fields.record(), label: label(&fields)?, body })
}

/// Returns the label of a record in its file.
fn label(fields: &Fields<'_>) -> Result<String, Error> {
    if let (Some(file), Ok(Some(count))) = (fields.text("file")?, fields.number("count")) {
        return Ok(format!("{file} {count}"));
    }
    for name in ["tcId", "bits", "message_bits", "length_bytes", "rounds", "out_bytes"] {
        if let Ok(Some(number)) = fields.number(name) {
            return Ok(format!("{name} {number}"));
        }
    }
    Ok(String::new())
}

/// Parses the header and the records. The cell contains the number of the current record.
struct Document<'c>(&'c Cell<usize>);

impl<'de> DeserializeSeed<'de> for Document<'_> {
    type Value = (Object, Option<Vec<Object>>);

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<Self::Value, D::Error> {
        json.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Document<'_> {
    type Value = (Object, Option<Vec<Object>>);

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with a list `vectors`")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut header = Object::new();
        let mut vectors = None;
        while let Some(field) = map.next_key::<String>()? {
            if field == "vectors" {
                if vectors.is_some() {
                    return Err(serde::de::Error::duplicate_field("vectors"));
                }
                vectors = Some(map.next_value_seed(Records(self.0))?);
                self.0.set(0);
            } else {
                header.insert(field, map.next_value()?);
            }
        }
        Ok((header, vectors))
    }
}

/// Parses the list of records.
struct Records<'c>(&'c Cell<usize>);

impl<'de> DeserializeSeed<'de> for Records<'_> {
    type Value = Vec<Object>;

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<Self::Value, D::Error> {
        json.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Records<'_> {
    type Value = Vec<Object>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of records")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        let mut records = Vec::new();
        loop {
            self.0.set(records.len() + 1);
            match list.next_element_seed(Record)? {
                Some(record) => records.push(record),
                None => return Ok(records),
            }
        }
    }
}

/// Parses one record.
struct Record;

impl<'de> DeserializeSeed<'de> for Record {
    type Value = Object;

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<Object, D::Error> {
        Object::deserialize(json)
    }
}
