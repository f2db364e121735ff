//! Each mistake causes one line with the file, the place in it and the remedy, and leaves no output.

use crate::place::Place;
use crate::tables::{binary, column, names, rows, table, write};
use arrow_array::{ArrayRef, Int64Array};
use std::sync::Arc;

/// Runs the command, which must fail with this code and message and leave no file.
#[track_caller]
fn fails(place: &Place, arguments: &[&str], code: i32, message: &str) {
    let before = names(place);
    let prefix = if code == 2 { "error" } else { "counterpoint" };
    column(place).args(["--to", "parquet"]).args(arguments).fails_with(code, "", &format!("{prefix}: {message}\n"));
    assert_eq!(names(place), before);
}

#[test]
fn columns() {
    let place = Place::new();
    let numbers = || Arc::new(Int64Array::from_iter_values(0..3)) as ArrayRef;
    write(&place, "a.parquet", &table([("keys", binary(&rows(3))), ("n", numbers())]), None);
    fails(&place, &["a.parquet"], 1, "a.parquet: there is no column 'key'; similar names: keys; columns: keys, n");
    write(&place, "b.parquet", &table([("key", binary(&rows(3))), ("n", numbers())]), None);
    fails(&place, &["b.parquet", "--name", "n"], 2, "b.parquet: there is already a column 'n'; choose another --name");
    write(&place, "c.parquet", &table([("key", binary(&rows(3))), ("m", numbers())]), None);
    let words = "c.parquet: it can't be joined to b.parquet: its column 'm' differs; hash such files in separate runs";
    fails(&place, &["b.parquet", "c.parquet"], 1, words);
    place.write("e.csv", b"\x1b[31mred\n1\n");
    fails(&place, &["e.csv"], 1, "e.csv: there is no column 'key'; columns: \\u{1b}[31mred");
    place.write("d.csv", b"key,key\n1,2\n");
    fails(&place, &["d.csv"], 1, "d.csv: two columns are named 'key'; rename one of them");
    let words = "b.csv: its columns differ from those of the first file; hash files with different columns in separate \
                 runs";
    place.write("a.csv", b"key\n1\n");
    place.write("b.csv", b"keys\n1\n");
    fails(&place, &["a.csv", "b.csv"], 1, words);
}

#[test]
fn operands() {
    let place = Place::new();
    place.write("table", b"key\n1\n");
    place.write("table.csv", b"key\n1\n");
    std::fs::create_dir(place.path("folder")).unwrap();
    fails(&place, &["table"], 2, "table: the format of this file is unknown; add --format parquet, csv or jsonl");
    let words = "-: the format of standard input is unknown; add --format csv or jsonl";
    fails(&place, &["-"], 2, words);
    let words = "-: a Parquet file can't be standard input, because it is read from its end; name the file";
    fails(&place, &["-", "--format", "parquet"], 2, words);
    let words =
        "folder: no file in this folder has the extension .parquet or .csv or .jsonl or .ndjson; name the files";
    fails(&place, &["folder"], 1, words);
    let words = "folder: no file in this folder has the extension .csv; name the files";
    fails(&place, &["folder", "--format", "csv"], 1, words);
    let words = "folder: no file in this folder has the extension .jsonl or .ndjson; name the files";
    fails(&place, &["folder", "--format", "jsonl"], 1, words);
    fails(&place, &["missing.csv"], 1, "missing.csv: No such file or directory");
    place.command("column").args(["table.csv", "-c", "key", "-o", "no/such/out"]).fails_with(
        1,
        "",
        "counterpoint: no/such/out: no/such: No such file or directory; create the folder first, or name a file \
         elsewhere\n",
    );
    place.write("out.csv", b"key\n1\n");
    std::fs::hard_link(place.path("out.csv"), place.path("link.csv")).unwrap();
    for files in [&["link.csv"][..], &["table.csv", "link.csv"]] {
        let own = place.command("column").args(files).args(["-c", "key", "-o", "out.csv"]);
        own.fails_with(2, "", "error: --output: link.csv is also an input; name another file\n");
        assert_eq!(std::fs::read(place.path("out.csv")).unwrap(), b"key\n1\n");
    }
    let none = place.command("column").args(["table.csv", "-o", "x"]).output().unwrap();
    let words = String::from_utf8(none.stderr).unwrap();
    assert!(none.status.code() == Some(2) && words.contains("--column <NAME>"), "{words}");
}

/// The same column would have a different type in each format.
#[test]
fn mixed_formats() {
    let place = Place::new();
    write(&place, "a.parquet", &table([("key", binary(&rows(3)))]), None);
    place.write("b.csv", b"key\n1\n");
    place.write("c.jsonl", b"{\"key\":\"ab\"}\n");
    let remedy = "hash each format in a separate run (in a folder, --format selects one)";
    for (files, words) in [
        (["a.parquet", "c.jsonl"], "c.jsonl: its format is jsonl, but that of a.parquet is parquet"),
        (["a.parquet", "b.csv"], "b.csv: its format is csv, but that of a.parquet is parquet"),
        (["b.csv", "c.jsonl"], "c.jsonl: its format is jsonl, but that of b.csv is csv"),
    ] {
        fails(&place, &files, 2, &format!("{words}; {remedy}"));
    }
    fails(&place, &["."], 2, &format!("./b.csv: its format is csv, but that of ./a.parquet is parquet; {remedy}"));
    column(&place).args([".", "--format", "csv", "--to", "parquet"]).prints("");
}

#[test]
fn functions() {
    let place = Place::new();
    place.write("table.csv", b"key\n1\n");
    fails(&place, &["table.csv", "-a", "kmac128"], 2, "kmac128 requires a key: --key-file FILE");
    let output =
        column(&place).args(["table.csv", "--to", "parquet", "-a", "sha3-256", "--length", "5"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let output = column(&place).args(["table.csv", "--implementation", "fastest"]).output().unwrap();
    assert!(String::from_utf8(output.stderr).unwrap().contains("no implementation 'fastest'"));
    assert_eq!(names(&place), ["table.csv"]);
}

const TOO_WIDE: &str = "it has 65537 columns, more than 65536; is this the right file?";

#[test]
fn csv() {
    let place = Place::new();
    let wide = "x,".repeat(1 << 16);
    for (text, words) in [
        (&b""[..], "there is no header line with column names; is this the right file?"),
        (b"\n\r\n", "there is no header line with column names; is this the right file?"),
        (
            b"id,key\n1,a\n\n2,\"b\n\"\n3,c,d\n",
            "line 6: 3 fields, but the header has 2; correct the line, or quote delimiters inside its fields",
        ),
        (b"id,key\n1,a\n2,\"b\n3,c\n", "line 3: a quote in this row is not closed; close it, or double it"),
        (b"id,\"key\n1,a\n", "line 1: a quote in this row is not closed; close it, or double it"),
        (b"key\na\n\xff\n", "line 3, column 'key': this is not UTF-8; convert the file"),
        (b"id,key\n1,a\n2,\xff\n", "line 3, column 'key': this is not UTF-8; convert the file"),
        (b"\xff,key\n", "line 1: a column name is not UTF-8; convert the file"),
        (wide.as_bytes(), TOO_WIDE),
    ] {
        place.write("table.csv", text);
        fails(&place, &["table.csv"], 1, &format!("table.csv: {words}"));
    }
}

const ONE_TYPE: &str = "unlike in the first lines; use one type for all values of a column, or omit `--to parquet`";

#[test]
fn json() {
    let place = Place::new();
    let object =
        "this is not a JSON object; write one object with the columns per line (`jq -c .[]` converts an array)";
    let wide: Vec<String> = (0..=1 << 16).map(|i| format!("\"{i}\":1")).collect();
    let wide = format!("{{{}}}\n", wide.join(","));
    for (text, words) in [
        ("", "the file is empty; write one JSON object with the columns per line".to_owned()),
        ("\n{\"key\":\"a\"}\n[1]\n", format!("line 3: {object}")),
        (
            "{\"key\":\"a\",\"x\":0.5}\n{\"x\":9007199254740993}\n",
            format!("line 2, column 'x': 9007199254740993 is not exactly a 64-bit floating-point number, {ONE_TYPE}"),
        ),
        (
            "{\"key\":\"a\",\"key\":\"b\"}\n",
            String::from("line 1, column 'key': this name occurs twice in the object; remove one of them"),
        ),
        (
            "{\"key\":\"a\"}\n{\"key\":\n\"b\"}\n",
            String::from(
                "line 2: EOF while parsing a value at character 7; write one JSON object per line (`jq -c .` does so)",
            ),
        ),
        (&wide[..], TOO_WIDE.to_owned()),
    ] {
        place.write("table.jsonl", text.as_bytes());
        fails(&place, &["table.jsonl"], 1, &format!("table.jsonl: {words}"));
    }
    let first = "{\"key\":\"a\",\"n\":1,\"x\":0.5}\n".repeat(1500);
    let types = ONE_TYPE;
    for (line, words) in [
        ("{\"key\":5}", ", column 'key': 5 is not a string; only strings are hashed, so write the value in quotes\n"),
        ("{\"n\":\"text\"}", types),
        ("{\"n\":\"5\"}", ", column 'n': \"5\" is not a 64-bit integer in plain digits, unlike in"),
        ("{\"n\":1.5}", types),
        ("{\"n\":2e3}", types),
        ("{\"n\":true}", types),
        ("{\"x\":9007199254740993}", ", column 'x': 9007199254740993 is not exactly a 64-bit floating-point number"),
        (
            "{\"other\":1}",
            ", column 'other': it is in none of the first lines; move a line that has it to the front, or omit `--to \
             parquet`\n",
        ),
        ("{\"key\":\"a\",\"key\":\"b\"}", ", column 'key': this name occurs twice in the object; remove one of them\n"),
        ("{\"key\":\"a\"} {\"key\":\"b\"}", "write one"),
        ("{\"key\":", "write one JSON object per line"),
        ("5", "write one"),
        ("{\"key\":\"\u{1}", "write one JSON object per line"),
    ] {
        place.write("table.jsonl", format!("{first}{line}\n{{\"key\":\"a\"}}\n").as_bytes());
        let output = column(&place).args(["table.jsonl", "--to", "parquet"]).output().unwrap();
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{message}");
        assert!(message.starts_with("counterpoint: table.jsonl: line 1501"), "{message}");
        assert!(message.contains(words) && message.lines().count() == 1, "{message}");
        assert_eq!(names(&place), ["table.jsonl"]);
    }
}

/// No value is converted to the type of its column, or dropped.
#[test]
fn json_values_that_do_not_fit() {
    let place = Place::new();
    let first = r#"{"null":null,"flag":true,"n":1,"x":0.5,"text":"a","list":[1],"part":{"n":1},"key":"a"}"#;
    let first = format!("{first}\n").repeat(1024);
    let fits = "{\"text\":\"5 \\ud83d\\ude00\",\"x\":-9007199254740992,\"list\":[1,null],\"part\":{},\"flag\":null}\n\
                {\"x\":100000000000000000000,\"n\":9223372036854775807,\"part\":{\"n\":0}}\n\
                {\"x\":1e300,\"\\u006e\":1}\n";
    place.write("table.jsonl", format!("{first}{fits}").as_bytes());
    column(&place).args(["--to", "parquet", "table.jsonl"]).prints("");
    std::fs::remove_file(place.path("out.parquet")).unwrap();
    for (line, words) in [
        (r#"{"n":9223372036854775808}"#, "'n': 9223372036854775808 is not a 64-bit integer"),
        (r#"{"x":100000000000000000001}"#, "'x': 100000000000000000001 is not exactly"),
        (r#"{"x":1e400}"#, "1e400 is not"),
        (r#"{"x":"0.5"}"#, "'x': \"0.5\" is not"),
        (r#"{"flag":"true"}"#, "'flag': \"true\" is not true or false"),
        (r#"{"flag":1}"#, "'flag': 1 is not true or false"),
        (r#"{"text":5}"#, "'text': 5 is not a string"),
        (r#"{"text":["a"]}"#, "'text': [\"a\"] is not a string"),
        (r#"{"null":0}"#, "'null': 0 is not null"),
        (r#"{"list":1}"#, "'list': 1 is not a list"),
        (r#"{"list":[1,2.5]}"#, "'list': 2.5 is not a 64-bit"),
        (r#"{"part":[]}"#, "'part': [] is not an object"),
        (r#"{"part":{"n":"5"}}"#, "'part.n': \"5\" is not"),
        (r#"{"part":{"m":5}}"#, "'part.m': it is in none of the first lines"),
        (r#"{"part":{"n":5,"n":5}}"#, "'part.n': this name occurs twice"),
        (r#"{"text":"a","\u0074ext":"b"}"#, "'text': this name occurs twice"),
        (r#"{"text":"\ud83d"}"#, "'text': an escape in this string stands for half a character"),
    ] {
        place.write("table.jsonl", format!("{first}{line}\n").as_bytes());
        let output = column(&place).args(["--to", "parquet", "table.jsonl"]).output().unwrap();
        let message = String::from_utf8(output.stderr).unwrap();
        assert!(message.contains("line 1025") && message.contains(words), "{line}: {message}");
        assert_eq!(names(&place), ["table.jsonl"]);
    }
}
