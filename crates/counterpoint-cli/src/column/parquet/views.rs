//! The form in which columns are read: text and binary values as views.

use arrow_schema::{DataType, Field, FieldRef, Fields};
use std::sync::Arc;

/// Returns the same columns with views in place of values of any length. Dictionaries stay, since a batch contains each
/// of their values once already.
pub(super) fn fields(declared: &Fields) -> Fields {
    declared.iter().map(field).collect()
}

fn field(declared: &FieldRef) -> FieldRef {
    let field: &Field = declared;
    Arc::new(field.clone().with_data_type(data_type(field.data_type())))
}

fn data_type(declared: &DataType) -> DataType {
    match declared {
        DataType::Utf8 | DataType::LargeUtf8 => DataType::Utf8View,
        DataType::Binary | DataType::LargeBinary => DataType::BinaryView,
        DataType::List(element) => DataType::List(field(element)),
        DataType::LargeList(element) => DataType::LargeList(field(element)),
        DataType::FixedSizeList(element, length) => DataType::FixedSizeList(field(element), *length),
        DataType::Map(entries, sorted) => DataType::Map(field(entries), *sorted),
        DataType::Struct(children) => DataType::Struct(fields(children)),
        other => other.clone(),
    }
}
