//! Columns against the library: dictionaries that are larger than a column, and errors.

use arrow_array::types::Int32Type;
use arrow_array::{Array, ArrayRef, BinaryArray, DictionaryArray, Int32Array, Int64Array, StringArray};
use arrow_schema::DataType;
use counterpoint::Algorithm;
use counterpoint::registry::{Hash, Options};
use counterpoint_arrow::{Error, Hasher, is_hashable};
use std::sync::Arc;

/// Returns a function without parameters.
fn hash(name: &str) -> Box<dyn Hash> {
    Algorithm::by_name(name).unwrap().hash(&Options::default()).unwrap()
}

fn hasher(hash: &dyn Hash, digest_bytes: usize) -> Hasher<'_> {
    Hasher { hash, implementation: None, digest_bytes, threads: 1 }
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
    let numbers: ArrayRef = Arc::new(Int64Array::from(vec![1, 2]));
    let mut digests = [0; 64];
    let hash = hash("tuplehash128");
    let hasher = hasher(&*hash, 32);
    let error = hasher.digest_table_into(2, &[Arc::clone(&text), numbers], &mut digests).unwrap_err();
    assert_eq!(error.column, Some(1));
    assert!(matches!(error.error, Error::Type(DataType::Int64)));
    let words = "column 1: a column of type Int64: binary, utf8, their large and view forms, fixed_size_binary, null, \
                 and dictionaries of them can be hashed; cast it";
    assert_eq!(error.to_string(), words);
    let hasher = Hasher { implementation: Some("fastest"), ..hasher };
    let error = hasher.digest_table_into(2, &[text], &mut digests).unwrap_err();
    assert!(error.column.is_none() && matches!(error.error, Error::Implementation(_)), "{error:?}");
    assert!(!error.to_string().contains("column"), "{error}");
}

#[test]
fn hashable_types() {
    let dictionary = |values| DataType::Dictionary(Box::new(DataType::Int8), Box::new(values));
    let types = [DataType::Utf8View, DataType::FixedSizeBinary(3), DataType::Null, dictionary(DataType::LargeBinary)];
    assert!(types.iter().all(is_hashable));
    assert!(![DataType::Int64, dictionary(DataType::Int64)].iter().any(is_hashable));
}
