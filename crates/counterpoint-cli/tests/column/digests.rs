//! The digests are those of the library, for all types and formats.

use crate::place::Place;
use crate::tables::{binary, column, converted, digests, expected, read, rows, table, write};
use arrow_array::cast::AsArray;
use arrow_array::types::{Float64Type, Int32Type, Int64Type};
use arrow_array::{Array, ArrayRef, DictionaryArray, FixedSizeBinaryArray, Int64Array, NullArray};
use arrow_array::{LargeStringArray, StringArray, StringViewArray};
use std::sync::Arc;

/// Returns the name of an implementation that runs on every machine: the first in the list.
fn portable(algorithm: &str) -> &'static str {
    let algorithm = counterpoint::Algorithm::by_name(algorithm).expect("it is built");
    algorithm.implementations().next().expect("a list has an entry").name()
}

#[test]
fn functions_and_jobs() {
    let place = Place::new();
    let rows = rows(3000);
    let numbers = Int64Array::from_iter_values(0..3000);
    write(&place, "table.parquet", &table([("number", Arc::new(numbers)), ("key", binary(&rows))]), None);
    for (algorithm, length, options) in [
        ("sha3-256", 32, &[][..]),
        ("groestl512", 64, &[]),
        ("fugue256", 32, &[]),
        ("luffa384", 48, &[]),
        ("kt128", 32, &[]),
        ("shake128", 5, &["--length", "5"]),
        ("keccak256", 32, &["--implementation", portable("keccak256")]),
    ] {
        for jobs in ["1", "2", "5"] {
            let run = column(&place).args(["-a", algorithm, "--jobs", jobs]).args(options).arg("table.parquet");
            run.prints("");
            let made = digests(&place, "out.parquet", &format!("key_{algorithm}"));
            assert!(made == expected(algorithm, &rows, length), "{algorithm}, {jobs} jobs");
        }
    }
}

#[test]
fn a_tag_is_that_of_sum() {
    let place = Place::new();
    place.write("secret", b"a key of 16 byte");
    place.write("row", b"abc");
    place.write("table.csv", b"key\nabc\n");
    let options = ["-a", "kmac128", "--key-file", "secret", "--customization", "a use", "--length", "20"];
    let line = place.command("sum").args(options).arg("row").lines().remove(0);
    converted(&place).args(options).args(["--name", "tag", "table.csv"]).prints("");
    let made = digests(&place, "out.parquet", "tag").remove(0).unwrap();
    assert_eq!(line, format!("{}  row", const_hex::encode(made)));
}

#[test]
fn types() {
    let place = Place::new();
    let rows = rows(1000);
    let text: Vec<Option<String>> =
        rows.iter().map(|row| row.clone().map(|row| String::from_utf8(row).unwrap())).collect();
    let wide: Vec<Option<Vec<u8>>> = (0..1000u16).map(|i| (i % 9 != 0).then(|| vec![i as u8; 20])).collect();
    let column_of = |i: usize| -> ArrayRef {
        let text = text.iter().map(Option::as_deref);
        match i {
            0 => Arc::new(text.collect::<StringArray>()),
            1 => Arc::new(text.collect::<LargeStringArray>()),
            2 => Arc::new(text.collect::<StringViewArray>()),
            _ => Arc::new(text.collect::<DictionaryArray<Int32Type>>()),
        }
    };
    let numbers = Int64Array::from_iter((0..1000i64).map(|i| (i % 7 != 0).then_some(i * -(1 << 40))));
    let little_endian: Vec<Option<Vec<u8>>> =
        numbers.iter().map(|number| number.map(|number| number.to_le_bytes().to_vec())).collect();
    for (name, values, rows) in [
        ("numbers", Arc::new(numbers) as ArrayRef, &little_endian),
        ("text", column_of(0), &rows),
        ("large text", column_of(1), &rows),
        ("text views", column_of(2), &rows),
        ("dictionary", column_of(3), &rows),
        ("binary", binary(&rows), &rows),
        (
            "fixed width",
            Arc::new(
                FixedSizeBinaryArray::try_from_sparse_iter_with_size(wide.iter().map(Option::as_deref), 20).unwrap(),
            ),
            &wide,
        ),
        ("nulls", Arc::new(NullArray::new(3)), &vec![None; 3]),
    ] {
        write(&place, "table.parquet", &table([("key", values)]), None);
        column(&place).arg("table.parquet").prints("");
        assert!(digests(&place, "out.parquet", "key_sha3-256") == expected("sha3-256", rows, 32), "{name}");
    }
}

#[test]
fn csv_is_hashed_as_it_is_written() {
    let place = Place::new();
    let text = "\u{feff}#id,key\n1,007\n2,\"a \"\"b\"\", c\"\n\n3,\r\n4,\"\"\n5, x \n6,\"two\nlines é\"\n\
                #7,'y'\n8,\"a\\b\"\n9,1.10";
    let rows = ["007", "a \"b\", c", "", "", " x ", "two\nlines é", "'y'", "a\\b", "1.10"];
    let rows = rows.map(|row| (!row.is_empty()).then(|| row.as_bytes().to_vec()));
    place.write("table.csv", text.as_bytes());
    converted(&place).arg("table.csv").prints("");
    assert_eq!(digests(&place, "out.parquet", "key_sha3-256"), expected("sha3-256", &rows, 32));
    converted(&place).args(["--format", "csv", "-"]).input(text.as_bytes()).prints("");
    assert_eq!(digests(&place, "out.parquet", "key_sha3-256"), expected("sha3-256", &rows, 32));
}

#[test]
fn all_columns_of_csv_are_kept() {
    let place = Place::new();
    place.write("table.csv", b"id,key,more\n1,a,x\n,b,\n3,,z\n");
    converted(&place).arg("table.csv").prints("");
    let (batches, _) = read(&place, "out.parquet");
    let values = |name: &str| {
        let column = batches[0].column_by_name(name).unwrap().as_string::<i32>();
        column.iter().map(|value| value.unwrap_or("null").to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(values("id"), ["1", "null", "3"]);
    assert_eq!(values("key"), ["a", "b", "null"]);
    assert_eq!(values("more"), ["x", "null", "z"]);
}

/// A blank line is not a row, and two quotes are a null.
#[test]
fn one_column_of_csv() {
    let place = Place::new();
    place.write("table.csv", b"key\na\n\n\"\"\nb\n");
    converted(&place).arg("table.csv").prints("");
    let rows = [Some(b"a".to_vec()), None, Some(b"b".to_vec())];
    assert_eq!(digests(&place, "out.parquet", "key_sha3-256"), expected("sha3-256", &rows, 32));
}

#[test]
fn strings_of_json_are_hashed() {
    let place = Place::new();
    let text = "\u{feff}{\"key\":\"a\\n\\u00e9\",\"n\":1}\n\n{\"n\":2}\r\n  {\"key\":null,\"n\":3}\n\
                {\"n\":4,\"key\":\"\"}";
    let rows = [Some("a\né".as_bytes().to_vec()), None, None, Some(Vec::new())];
    for name in ["table.jsonl", "table.NDJSON"] {
        place.write(name, text.as_bytes());
        converted(&place).arg(name).prints("");
        assert_eq!(digests(&place, "out.parquet", "key_sha3-256"), expected("sha3-256", &rows, 32));
    }
    converted(&place).args(["--format", "jsonl", "-"]).input(text.as_bytes()).prints("");
    assert_eq!(digests(&place, "out.parquet", "key_sha3-256"), expected("sha3-256", &rows, 32));
}

/// The types of the other columns, and values that are kept unchanged.
#[test]
fn values_of_json_are_kept() {
    let place = Place::new();
    place.write(
        "table.jsonl",
        br#"{"key":"a","n":9007199254740993,"x":0.5,"flag":true,"list":[1,null],"part":{"text":"b"},"none":null}
            {"key":"\ud83d\ude00","n":-1,"x":9007199254740992}"#,
    );
    converted(&place).arg("table.jsonl").prints("");
    let (batches, _) = read(&place, "out.parquet");
    let column = |name: &str| batches[0].column_by_name(name).unwrap();
    assert_eq!(column("key").as_string::<i32>(), &StringArray::from(vec!["a", "\u{1f600}"]));
    assert_eq!(column("n").as_primitive::<Int64Type>().values(), &[9_007_199_254_740_993, -1]);
    assert_eq!(column("x").as_primitive::<Float64Type>().values(), &[0.5, 9_007_199_254_740_992.0]);
    assert!(column("flag").as_boolean().value(0) && column("none").null_count() == 0);
    assert_eq!(column("list").as_list::<i32>().value(0).as_primitive::<Int64Type>().iter().count(), 2);
    assert_eq!(column("part").as_struct().column(0).as_string::<i32>().value(0), "b");
}

/// Each value of a dictionary has a long digest, and there are more values than rows.
#[test]
fn a_large_dictionary_with_long_digests() {
    let place = Place::new();
    let text: Vec<String> = (0..1000).map(|i| format!("value {i}")).collect();
    let whole: DictionaryArray<Int32Type> = text.iter().map(|text| Some(text.as_str())).collect();
    write(&place, "table.parquet", &table([("key", Arc::new(whole.slice(990, 3)))]), None);
    write(&place, "whole.parquet", &table([("key", Arc::new(whole))]), None);
    let length = 4000;
    let options = ["-a", "shake128", "--length", "4000"];
    let rows: Vec<_> = text.iter().map(|text| Some(text.clone().into_bytes())).collect();
    column(&place).args(options).arg("table.parquet").prints("");
    let expected = |rows: &[Option<Vec<u8>>]| expected("shake128", rows, length);
    assert!(digests(&place, "out.parquet", "key_shake128") == expected(&rows[990..993]));
    column(&place).args(options).arg("whole.parquet").prints("");
    assert!(digests(&place, "out.parquet", "key_shake128") == expected(&rows));
}

#[test]
fn many_rows_of_text_are_one_table() {
    let place = Place::new();
    let rows: Vec<_> = (0..100_000).map(|i| Some(format!("row {i}").into_bytes())).collect();
    let (mut csv, mut json) = ("key\n".to_owned(), String::new());
    for i in 0..rows.len() {
        csv += &format!("row {i}\n");
        json += &format!("{{\"key\":\"row {i}\"}}\n");
    }
    place.write("table.csv", csv.as_bytes());
    place.write("table.jsonl", json.as_bytes());
    let expected = expected("sha3-256", &rows, 32);
    for name in ["table.csv", "table.jsonl"] {
        converted(&place).arg(name).prints("");
        assert!(digests(&place, "out.parquet", "key_sha3-256") == expected, "{name}");
    }
}
