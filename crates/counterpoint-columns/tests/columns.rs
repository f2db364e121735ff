//! Columns against the library: numbers, lists and structs, dictionaries that are larger than a column, and errors.

use arrow_array::builder::{ListBuilder, StringBuilder};
use arrow_array::types::{Int32Type, IntervalDayTime, IntervalMonthDayNano};
use arrow_array::*;
use arrow_buffer::{NullBuffer, OffsetBuffer, i256};
use arrow_schema::{DataType, Field, UnionFields, UnionMode};
use counterpoint::registry::{Hash, Options};
use counterpoint::{Algorithm, Sha3_256};
use counterpoint_columns::{ColumnHasher, Error, is_hashable};
use std::sync::Arc;

/// Returns a function without parameters.
fn hash(name: &str) -> Box<dyn Hash> {
    Algorithm::by_name(name).unwrap().hash(&Options::default()).unwrap()
}

fn hasher(hash: &dyn Hash, digest_bytes: usize) -> ColumnHasher<'_> {
    ColumnHasher { hash, implementation: None, digest_bytes, threads: 1 }
}

/// Returns a dictionary with the keys of some rows.
fn dictionary(keys: &[Option<i32>], values: ArrayRef) -> DictionaryArray<Int32Type> {
    DictionaryArray::try_new(keys.iter().copied().collect::<Int32Array>(), values).unwrap()
}

#[test]
fn a_dictionary_has_the_digests_of_its_rows() {
    let values: Vec<Option<String>> = (0..1000).map(|i| (i % 5 != 4).then(|| format!("value {i}"))).collect();
    let values = Arc::new(StringArray::from(values));
    let few = [Some(998), None, Some(4), Some(0), Some(998)];
    let many: Vec<Option<i32>> = (0..3000).map(|i| (i % 7 != 0).then_some(i * 7 % 1000)).collect();
    for keys in [&few[..], &many, &[None], &[]] {
        let rows: StringArray = keys.iter().map(|key| key.and_then(|key| values.iter().nth(key as usize)?)).collect();
        let keys = dictionary(keys, Arc::clone(&values) as ArrayRef);
        for (name, length) in [("sha3-256", 32), ("shake128", 5), ("shake128", 1000)] {
            let hash = hash(name);
            let hasher = hasher(&*hash, length);
            assert_eq!(hasher.digest(&keys).unwrap(), hasher.digest(&rows).unwrap(), "{name}, {} rows", rows.len());
        }
    }
    let none = dictionary(&[None, None], Arc::new(StringArray::from(Vec::<String>::new())));
    assert_eq!(hasher(&*hash("sha3-256"), 32).digest(&none).unwrap().null_count(), 2);
}

/// The digests of all values of this dictionary would have 2^40 bytes.
#[test]
fn a_dictionary_takes_no_memory_for_values_without_rows() {
    let values = Arc::new(BinaryArray::from_iter_values((0..1u32 << 20).map(u32::to_le_bytes)));
    let column = dictionary(&[Some(5)], values);
    let hash = hash("shake128");
    let mut expected = vec![0; 1 << 20];
    hash.digest_many(None, &[&5u32.to_le_bytes()[..]], &mut expected).unwrap();
    assert!(hasher(&*hash, 1 << 20).digest(&column).unwrap().value(0) == expected);
}

/// The error of a table names the column that can't be hashed, and no column for what lies in none.
#[test]
fn errors_of_tables() {
    let text: ArrayRef = Arc::new(StringArray::from(vec!["a", "b"]));
    let union: ArrayRef = new_null_array(&union(), 2);
    let mut digests = [0; 64];
    let hash = hash("tuplehash128");
    let hasher = hasher(&*hash, 32);
    let error = hasher.digest_table_into(2, &[Arc::clone(&text), union], &mut digests).unwrap_err();
    assert_eq!(error.column, Some(1));
    assert!(matches!(error.error, Error::Type(DataType::Union(..))));
    let words = "binary, text, numbers, booleans, dates and times, null, and lists, structs, maps, dictionaries and \
                 runs of them can be hashed; cast it";
    assert!(error.to_string().starts_with("column 1: a column of type Union") && error.to_string().ends_with(words));
    let hasher = ColumnHasher { implementation: Some("fastest"), ..hasher };
    let error = hasher.digest_table_into(2, &[text], &mut digests).unwrap_err();
    assert!(error.column.is_none() && matches!(error.error, Error::Implementation(_)), "{error:?}");
    assert!(!error.to_string().contains("column"), "{error}");
}

/// Returns a type that can't be hashed.
fn union() -> DataType {
    DataType::Union(UnionFields::from_iter([(0, Arc::new(Field::new("a", DataType::Int8, true)))]), UnionMode::Sparse)
}

#[test]
fn hashable_types() {
    let dictionary = |values| DataType::Dictionary(Box::new(DataType::Int8), Box::new(values));
    let list = |values| DataType::new_list(values, true);
    let fields = |data_type| DataType::Struct(vec![Field::new("a", data_type, true)].into());
    let types = [DataType::Utf8View, DataType::FixedSizeBinary(3), DataType::Null, DataType::Date32];
    assert!(types.iter().all(is_hashable));
    let nested = [dictionary(DataType::LargeBinary), list(fields(DataType::Int64)), fields(list(DataType::Boolean))];
    assert!(nested.iter().all(is_hashable));
    assert!(![union(), dictionary(union()), list(fields(union()))].iter().any(is_hashable));
}

/// Returns the digests of SHA3-256 of messages, of which some are missing.
fn sha3(messages: &[Option<&[u8]>]) -> FixedSizeBinaryArray {
    let digests = messages.iter().map(|message| message.map(Sha3_256::digest));
    FixedSizeBinaryArray::try_from_sparse_iter_with_size(digests, 32).unwrap()
}

/// Each value is its little-endian bytes, whose length is that of its type.
#[test]
fn numbers_booleans_and_times() {
    let columns: [(ArrayRef, &[u8]); 14] = [
        (Arc::new(BooleanArray::from(vec![None, Some(true)])), &[1]),
        (Arc::new(Int8Array::from(vec![None, Some(-2)])), &[254]),
        (Arc::new(UInt16Array::from(vec![None, Some(258)])), &[2, 1]),
        (Arc::new(Int64Array::from(vec![None, Some(-1)])), &[255; 8]),
        (Arc::new(Float32Array::from(vec![None, Some(1.0)])), &[0, 0, 128, 63]),
        (Arc::new(Float64Array::from(vec![None, Some(-0.0)])), &[0, 0, 0, 0, 0, 0, 0, 128]),
        (Arc::new(Date32Array::from(vec![None, Some(1)])), &[1, 0, 0, 0]),
        (
            Arc::new(TimestampMicrosecondArray::from(vec![None, Some(3)]).with_timezone("UTC")),
            &[3, 0, 0, 0, 0, 0, 0, 0],
        ),
        (Arc::new(Time32SecondArray::from(vec![None, Some(4)])), &[4, 0, 0, 0]),
        (Arc::new(DurationNanosecondArray::from(vec![None, Some(5)])), &[5, 0, 0, 0, 0, 0, 0, 0]),
        (Arc::new(Decimal32Array::from(vec![None, Some(-1)])), &[255; 4]),
        (Arc::new(Decimal256Array::from(vec![None, Some(i256::from_i128(-1))])), &[255; 32]),
        (
            Arc::new(IntervalMonthDayNanoArray::from(vec![None, Some(IntervalMonthDayNano::new(1, 2, 3))])),
            &[1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0],
        ),
        (Arc::new(IntervalDayTimeArray::from(vec![None, Some(IntervalDayTime::new(1, 2))])), &[1, 0, 0, 0, 2, 0, 0, 0]),
    ];
    let hash = hash("sha3-256");
    for (column, bytes) in columns {
        let hasher = hasher(&*hash, 32);
        assert_eq!(hasher.digest(&column).unwrap(), sha3(&[None, Some(bytes)]), "{}", column.data_type());
        assert_eq!(hasher.digest(&column.slice(1, 1)).unwrap(), sha3(&[Some(bytes)]), "{}", column.data_type());
        assert!(hasher.digest(&column.slice(1, 0)).unwrap().is_empty());
    }
}

/// Returns the bytes of a list or a struct, as the documentation has them.
fn strings(values: &[Option<&[u8]>]) -> Vec<u8> {
    let mut bitmap = vec![0; values.len().div_ceil(8)];
    values.iter().enumerate().for_each(|(i, value)| bitmap[i / 8] |= u8::from(value.is_some()) << (i % 8));
    let mut bytes = Vec::new();
    for string in [&bitmap[..]].into_iter().chain(values.iter().map(|value| value.unwrap_or_default())) {
        let bits = (8 * string.len() as u64).to_be_bytes();
        let first = bits.iter().position(|&byte| byte != 0).unwrap_or(7);
        bytes.push(8 - first as u8);
        bytes.extend_from_slice(&bits[first..]);
        bytes.extend_from_slice(string);
    }
    bytes
}

/// Returns three structs of a list of texts and a number, of which the second one is missing.
fn structs() -> (StructArray, [Option<Vec<u8>>; 3]) {
    let long = "x".repeat(5000);
    let mut lists = ListBuilder::new(StringBuilder::new());
    lists.append_value([Some("a"), None, Some("")]);
    lists.append_value([Some("under a missing struct")]);
    lists.append_value(std::iter::repeat_n(Some(&*long), 9));
    let numbers = Int16Array::from(vec![None, Some(1), Some(2)]);
    let fields = vec![
        Field::new("list", DataType::new_list(DataType::Utf8, true), true),
        Field::new("number", DataType::Int16, true),
    ];
    let nulls = NullBuffer::from(vec![true, false, true]);
    let structs = StructArray::new(fields.into(), vec![Arc::new(lists.finish()), Arc::new(numbers)], Some(nulls));
    let first = strings(&[Some(&strings(&[Some(b"a"), None, Some(b"")])), None]);
    let last = strings(&[Some(&strings(&[Some(long.as_bytes()); 9])), Some(&[2, 0])]);
    (structs, [Some(first), None, Some(last)])
}

#[test]
fn lists_and_structs() {
    let (structs, messages) = structs();
    let expected = sha3(&messages.each_ref().map(Option::as_deref));
    let hash = hash("sha3-256");
    let hasher = hasher(&*hash, 32);
    assert_eq!(hasher.digest(&structs).unwrap(), expected);
    assert_eq!(hasher.digest(&structs.slice(2, 1)).unwrap(), sha3(&[messages[2].as_deref()]));
    let keys = dictionary(&[Some(2), None, Some(0), Some(1), Some(2)], Arc::new(structs.clone()));
    let rows = [2, 1, 0, 1, 2].map(|row: usize| messages[row].as_deref());
    assert_eq!(hasher.digest(&keys).unwrap(), sha3(&rows));
    assert_eq!(hasher.digest(&keys.slice(0, 2)).unwrap(), sha3(&rows[..2]), "more values than rows");
    // A list of them, in forms whose elements lie one after another or anywhere.
    let field = Arc::new(Field::new("", structs.data_type().clone(), true));
    let elements = strings(&messages.each_ref().map(Option::as_deref));
    let elements = &[Some(&*elements)];
    let list = ListArray::new(Arc::clone(&field), OffsetBuffer::from_lengths([3]), Arc::new(structs.clone()), None);
    assert_eq!(hasher.digest(&list).unwrap(), sha3(elements));
    let fixed = FixedSizeListArray::new(Arc::clone(&field), 3, Arc::new(structs.clone()), None);
    assert_eq!(hasher.digest(&fixed).unwrap(), sha3(elements));
    let view = ListViewArray::new(field, vec![0, 3].into(), vec![3, 0].into(), Arc::new(structs), None);
    assert_eq!(hasher.digest(&view).unwrap(), sha3(&[elements[0], Some(&strings(&[]))]));
}

/// Runs are hashed as the rows that they are.
#[test]
fn runs() {
    let values = StringArray::from(vec![Some("a"), None, Some("b")]);
    let runs = RunArray::<Int32Type>::try_new(&Int32Array::from(vec![2, 3, 6]), &values).unwrap();
    let rows: Vec<Option<&[u8]>> = vec![Some(b"a"), Some(b"a"), None, Some(b"b"), Some(b"b"), Some(b"b")];
    let hash = hash("sha3-256");
    for (first, count) in [(0, 6), (1, 4), (3, 1), (6, 0)] {
        let found = hasher(&*hash, 32).digest(&runs.slice(first, count)).unwrap();
        assert_eq!(found, sha3(&rows[first..first + count]), "{count} rows from {first} on");
    }
}

/// However a call is divided, the digests are the same, and it ends where the caller ends it.
#[test]
fn parts() {
    let texts = StringArray::from(vec![Some("a".repeat(700)), None, Some("bc".into()), Some("d".repeat(200))]);
    let (structs, _) = structs();
    let lists: ArrayRef = Arc::new(dictionary(&[Some(0), Some(2), None, Some(1)], Arc::new(structs)));
    let table = [Arc::new(texts) as ArrayRef, lists];
    for name in ["sha3-256", "tuplehash128", "turboshake128"] {
        let hash = hash(name);
        let hasher = hasher(&*hash, 32);
        for column in &table {
            let whole = hasher.digest(column).unwrap();
            for bytes in [1, 150, 900, 1 << 20] {
                let mut digests = vec![0; whole.value_data().len()];
                hasher.digest_into_while(column, &mut digests, &mut || Some(bytes)).unwrap();
                assert!(digests == whole.value_data(), "{name}, parts of {bytes}");
            }
            let mut digests = vec![0; whole.value_data().len()];
            let mut parts = [Some(200), None].into_iter();
            let stopped = hasher.digest_into_while(column, &mut digests, &mut || parts.next().unwrap());
            assert!(matches!(stopped, Err(Error::Stopped)));
        }
        if hash.tuple() {
            let (mut whole, mut digests) = ([0; 128], [0; 128]);
            hasher.digest_table_into(4, &table, &mut whole).unwrap();
            for bytes in [1, 150, 900, 1 << 20] {
                hasher.digest_table_into_while(4, &table, &mut digests, &mut || Some(bytes)).unwrap();
                assert_eq!(digests, whole, "parts of {bytes}");
            }
        }
    }
}
