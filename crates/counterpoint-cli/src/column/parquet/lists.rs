//! The lists of columns that programs keep in a Parquet file, and read in place of its schema. Each gets one more.

use super::digests::Digests;
use arrow_ipc as ipc;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use flatbuffers::{FlatBufferBuilder, WIPOffset};
use serde_json::value::RawValue;
use std::collections::HashMap;

/// What becomes of a pair of a key and a value.
pub(super) enum Extended {
    /// It lists no columns.
    Same,
    Longer(Vec<u8>),
    /// It lists columns, and can't get another one: it is left out.
    Never,
}

/// Returns what becomes of the value under this key.
pub(super) fn extend(key: &[u8], value: &[u8], digests: &Digests<'_>) -> Extended {
    let longer = match key {
        b"ARROW:schema" => arrow(value, digests),
        b"pandas" | b"huggingface" | b"org.apache.spark.sql.parquet.row.metadata" => json(key, value, digests),
        b"iceberg.schema" | b"parquet.avro.schema" | b"avro.schema" => None,
        _ => return Extended::Same,
    };
    longer.map_or(Extended::Never, Extended::Longer)
}

/// Returns a list in JSON with one column more.
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
    // The part is borrowed from the text.
    let end = (part.as_ptr() as usize).checked_sub(text.as_ptr() as usize)? + part.len() - 1;
    let comma = if inner.trim().is_empty() { "" } else { ", " };
    Some([text.get(..end)?, comma, &column, text.get(end..)?].concat().into_bytes())
}

/// Returns a schema of Arrow with one column more.
///
/// The tables of a FlatBuffer refer to what is after them. So the new schema is in front of the old bytes, and refers
/// to the old columns in them, whatever types those have.
fn arrow(value: &[u8], digests: &Digests<'_>) -> Option<Vec<u8>> {
    let bytes = BASE64_STANDARD.decode(value).ok()?;
    // The length of the message is in front, and before it a mark that old writers leave out.
    let bytes = bytes.strip_prefix(&[0xff; 4]).unwrap_or(&bytes);
    let (length, bytes) = bytes.split_first_chunk::<4>()?;
    let old = bytes.get(..u32::from_le_bytes(*length) as usize)?;
    let message = ipc::root_as_message(old).ok()?;
    let schema = message.header_as_schema()?;
    let mut builder = FlatBufferBuilder::new();
    // The widest number decides the alignment of the whole, on which that of the old bytes depends.
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
        let value = match extend(key.as_bytes(), value.as_bytes(), digests) {
            Extended::Same => value.to_owned(),
            Extended::Longer(value) => String::from_utf8(value).ok()?,
            Extended::Never => continue,
        };
        let (key, value) = (builder.create_string(key), builder.create_string(&value));
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
    // Aligned, as streams of Arrow have it.
    let length = new.len().next_multiple_of(8);
    let mut out = [&[0xff; 4][..], &u32::try_from(length).ok()?.to_le_bytes(), new].concat();
    out.resize(8 + length, 0);
    Some(BASE64_STANDARD.encode(out).into_bytes())
}
