//! The lists of columns that programs store in a Parquet file and read instead of its schema. Each gets one more entry.

use super::digests::Digests;
use super::thrift::{Value, binary, edit, get};
use crate::column::guard::{guarded, words};
use arrow_ipc as ipc;
use arrow_schema::Fields;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use flatbuffers::{FlatBufferBuilder, WIPOffset};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::collections::HashMap;

/// Returns a pair of a key and a value, with one more column if it lists the columns, or `None` if that is impossible.
pub(super) fn extended<'p>(pair: &'p [u8], digests: &Digests<'_>) -> Option<Cow<'p, [u8]>> {
    Some(match longer(key(pair), text(pair), digests)? {
        Cow::Borrowed(_) => pair.into(),
        Cow::Owned(longer) => {
            edit(pair, |id, value| Some(if id == 2 { binary(&longer).into() } else { Cow::Borrowed(value.bytes) }))
                .into()
        }
    })
}

/// Returns the value of this key, with one more column if it lists the columns.
fn longer<'v>(key: &[u8], value: &'v [u8], digests: &Digests<'_>) -> Option<Cow<'v, [u8]>> {
    match key {
        b"ARROW:schema" => arrow(value, digests).map(Cow::Owned),
        b"pandas" | b"huggingface" | b"org.apache.spark.sql.parquet.row.metadata" => {
            json(key, value, digests).map(Cow::Owned)
        }
        b"iceberg.schema" | b"parquet.avro.schema" | b"avro.schema" => None,
        _ => Some(value.into()),
    }
}

/// Returns the key of a pair.
pub(super) fn key(pair: &[u8]) -> &[u8] {
    get(pair, 1).and_then(Value::binary).unwrap_or_default()
}

/// Returns the value of a pair.
pub(super) fn text(pair: &[u8]) -> &[u8] {
    get(pair, 2).and_then(Value::binary).unwrap_or_default()
}

/// Returns whether two values of this key are equivalent. The numbers of rows, which pandas records, may differ.
pub(super) fn same(key: &[u8], one: &[u8], other: &[u8]) -> bool {
    let equal = || match key {
        b"pandas" => Some(without_rows(one)? == without_rows(other)?),
        // Its own metadata repeats the file's.
        b"ARROW:schema" => Some(arrow_fields(one)? == arrow_fields(other)?),
        _ => None,
    };
    one == other || equal().unwrap_or(false)
}

/// Returns pandas' description of a table, without the numbers of rows.
fn without_rows(value: &[u8]) -> Option<serde_json::Value> {
    let mut about: serde_json::Value = serde_json::from_slice(value).ok()?;
    for index in about.get_mut("index_columns")?.as_array_mut()? {
        if let Some(range) = index.as_object_mut() {
            range.retain(|key, _| key != "start" && key != "stop");
        }
    }
    Some(about)
}

/// Returns the columns of an Arrow schema.
fn arrow_fields(value: &[u8]) -> Option<Fields> {
    let bytes = BASE64_STANDARD.decode(value).ok()?;
    guarded(|| ipc::convert::try_schema_from_ipc_buffer(&bytes).map_err(words)).ok().map(|schema| schema.fields)
}

/// Returns a JSON list with one more column.
fn json(key: &[u8], value: &[u8], digests: &Digests<'_>) -> Option<Vec<u8>> {
    let text = std::str::from_utf8(value).ok()?;
    let name = serde_json::to_string(digests.name).ok()?;
    let (path, column) = match key {
        b"pandas" => (
            &["columns"][..],
            format!(
                "{{\"name\": {name}, \"field_name\": {name}, \"pandas_type\": \"bytes\", \"numpy_type\": \"object\", \
                 \"metadata\": null}}"
            ),
        ),
        b"huggingface" => {
            (&["info", "features"][..], format!("{name}: {{\"dtype\": \"binary\", \"_type\": \"Value\"}}"))
        }
        _ => (&["fields"][..], format!("{{\"name\":{name},\"type\":\"binary\",\"nullable\":true,\"metadata\":{{}}}}")),
    };
    let mut part = text;
    for name in path {
        let object: HashMap<String, &RawValue> = serde_json::from_str(part).ok()?;
        part = object.get(*name)?.get();
    }
    let inner = part.strip_prefix(['[', '{'])?.strip_suffix([']', '}'])?;
    // The part is a slice of the text.
    let end = (part.as_ptr() as usize).checked_sub(text.as_ptr() as usize)? + part.len() - 1;
    let comma = if inner.trim().is_empty() { "" } else { ", " };
    Some([text.get(..end)?, comma, &column, text.get(end..)?].concat().into_bytes())
}

/// Returns an Arrow schema with one more column.
///
/// The tables of a FlatBuffer refer to what follows them. So the new schema precedes the old bytes and refers to the
/// old columns in them, whatever their types.
fn arrow(value: &[u8], digests: &Digests<'_>) -> Option<Vec<u8>> {
    let bytes = BASE64_STANDARD.decode(value).ok()?;
    // The length of the message comes first, after a mark that old writers omit.
    let bytes = bytes.strip_prefix(&[0xff; 4]).unwrap_or(&bytes);
    let (length, bytes) = bytes.split_first_chunk::<4>()?;
    let old = bytes.get(..u32::from_le_bytes(*length) as usize)?;
    let message = ipc::root_as_message(old).ok()?;
    let schema = message.header_as_schema()?;
    let mut builder = FlatBufferBuilder::new();
    // The widest number determines the alignment of the whole, and so of the old bytes.
    builder.push(0u64);
    let padded = [old, &vec![0; old.len().next_multiple_of(8) - old.len()]].concat();
    let begin = builder.create_vector(&padded).value() - 4;
    let mut fields = Vec::new();
    for field in schema.fields()? {
        fields.push(WIPOffset::<ipc::Field<'_>>::new(begin - field._tab.loc() as u32));
    }
    let name = builder.create_string(digests.name);
    let width = ipc::FixedSizeBinaryArgs { byteWidth: i32::try_from(digests.bytes).ok()? };
    let width = ipc::FixedSizeBinary::create(&mut builder, &width).as_union_value();
    let children = builder.create_vector::<WIPOffset<ipc::Field<'_>>>(&[]);
    fields.push(ipc::Field::create(
        &mut builder,
        &ipc::FieldArgs {
            name: Some(name),
            nullable: true,
            type_type: ipc::Type::FixedSizeBinary,
            type_: Some(width),
            children: Some(children),
            ..ipc::FieldArgs::default()
        },
    ));
    let mut pairs = Vec::new();
    for pair in schema.custom_metadata().into_iter().flatten() {
        let (key, value) = (pair.key().unwrap_or_default(), pair.value().unwrap_or_default());
        let Some(value) = longer(key.as_bytes(), value.as_bytes(), digests) else { continue };
        let (key, value) = (builder.create_string(key), builder.create_string(std::str::from_utf8(&value).ok()?));
        pairs.push(ipc::KeyValue::create(&mut builder, &ipc::KeyValueArgs { key: Some(key), value: Some(value) }));
    }
    let features: Vec<_> = schema.features().into_iter().flatten().collect();
    let args = ipc::SchemaArgs {
        endianness: schema.endianness(),
        fields: Some(builder.create_vector(&fields)),
        custom_metadata: (!pairs.is_empty()).then(|| builder.create_vector(&pairs)),
        features: (!features.is_empty()).then(|| builder.create_vector(&features)),
    };
    let header = ipc::Schema::create(&mut builder, &args).as_union_value();
    let args = ipc::MessageArgs {
        version: message.version(),
        header_type: ipc::MessageHeader::Schema,
        header: Some(header),
        ..ipc::MessageArgs::default()
    };
    let message = ipc::Message::create(&mut builder, &args);
    builder.finish(message, None);
    let new = builder.finished_data();
    // Aligned, as in Arrow streams.
    let length = new.len().next_multiple_of(8);
    let mut out = [&[0xff; 4][..], &u32::try_from(length).ok()?.to_le_bytes(), new].concat();
    out.resize(8 + length, 0);
    Some(BASE64_STANDARD.encode(out).into_bytes())
}
