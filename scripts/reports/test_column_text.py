"""`counterpoint column` on CSV and JSON Lines: records are copied unchanged, with an additional field.

COUNTERPOINT=target/release/counterpoint pytest scripts/reports/test_column_text.py
"""

import gzip
import json
import re

import duckdb
import pandas as pd
import polars as pl
import pyarrow.parquet as pq
from test_column import add, digest, file, refused, run  # noqa: F401


def test_f10_empty_objects(tmp_path):
    lines = tmp_path / "t.jsonl"
    lines.write_bytes(b'{"key":"a","m":{}}\n{}\n{"key":null,"m":[{}]}\r\n')
    new = add(lines).read_bytes().splitlines()
    assert json.loads(new[0]) == {"key": "a", "m": {}, "key_sha3-256": digest("a").hex()}
    assert new[1:] == [b'{"key_sha3-256":null}', b'{"key":null,"m":[{}],"key_sha3-256":null}']
    lines.write_bytes(b'{"key":"a","m":{}}\n')
    refused(lines, "-c", "key", "--to", "parquet", "-o", tmp_path / "o.parquet", words=["t.jsonl", "'m'", "--to"])


def test_f24_quotes_are_strict(tmp_path):
    table = tmp_path / "t.csv"
    arguments = (table, "-c", "key", "-o", tmp_path / "o.csv")
    table.write_bytes(b'key,n\n"a \\"b\\" c",1\n')
    refused(*arguments, words=["line 2, character 6", "--escape"])
    assert run(*arguments, "--escape", "\\") == (0, "")
    made = (tmp_path / "o.csv").read_bytes()
    assert made == b'key,n,key_sha3-256\n"a \\"b\\" c",1,' + digest('a "b" c').hex().encode() + b"\n"
    table.write_bytes(b'key,n\nx,1\n"abc".,1\n')
    refused(*arguments, words=["line 3, character 6", "closing quote"])
    table.write_bytes(b'n,key\n1,a\\nb\n')
    refused(*arguments, "--escape", "\\", words=["line 2, column 'key'", "escape before 'n'"])


def test_headers_of_csv(tmp_path, file):
    table = tmp_path / "t.csv"
    table.write_bytes(b"key,a,a,,\r\nx,1,2,3,4\r\n")
    assert add(table).read_bytes() == b"key,a,a,,,key_sha3-256\r\nx,1,2,3,4," + digest("x").hex().encode() + b"\r\n"
    code, message = run(table, "-c", "key", "--to", "parquet", "-o", file)
    assert code == 0 and message.count("warning") == 3
    assert pq.read_table(file).column_names == ["key", "a", "a_3", "column_4", "column_5", "key_sha3-256"]
    assert pl.read_parquet(file).width == 6


def test_text_is_copied(tmp_path):
    table = tmp_path / "t.csv"
    table.write_bytes(b'\xef\xbb\xbf"key"\na\n')
    assert add(table).read_bytes() == b'\xef\xbb\xbf"key",key_sha3-256\na,' + digest("a").hex().encode() + b"\n"
    table.write_bytes(b'\xef\xbb\xbfid;key;t\r\n1;"a;b";\xe9\r\n\r\n2;;"x\r\ny"\r\n3;c;')
    refused(table, "-c", "key", "-o", tmp_path / "o.csv", words=["--delimiter ';'"])
    made = add(table, "--delimiter", ";").read_bytes()
    row = lambda text: digest(text).hex().encode()
    assert made == (
        b'\xef\xbb\xbfid;key;t;key_sha3-256\r\n1;"a;b";\xe9;' + row("a;b") + b'\r\n\r\n2;;"x\r\ny";\r\n3;c;;' + row("c")
    )
    refused(table, "-c", "key", "-o", tmp_path / "o.parquet", words=["--to parquet"])
    lines = tmp_path / "t.jsonl"
    lines.write_bytes(b'\xef\xbb\xbf { "n" : 1.10e5, "key" : "\\u0061" } \r\n\r\n{"n":"\\ud800"}')
    made = add(lines).read_bytes()
    assert made == (
        b'\xef\xbb\xbf { "n" : 1.10e5, "key" : "\\u0061" ,"key_sha3-256":"' + row("a") + b'"} \r\n\r\n'
        b'{"n":"\\ud800","key_sha3-256":null}'
    )
    lines.write_bytes(b'{"key":"a"}\n{"key":"\\ud800"}\n')
    refused(lines, "-c", "key", "-o", tmp_path / "o.jsonl", words=["line 2", "'key'", "half a character"])


def test_what_is_no_plain_text_is_named(tmp_path):
    table = tmp_path / "t.csv"
    for content, words in [
        (gzip.compress(b"key\na\n"), "gzip"),
        ("key\na\n".encode("utf-16"), "UTF-16"),
        ("key\na\n".encode("utf-16-le"), "UTF-16"),
        (b"PAR1...", "--format parquet"),
    ]:
        table.write_bytes(content)
        refused(table, "-c", "key", "-o", tmp_path / "o.csv", words=[words])
    name = tmp_path / "t.csv.gz"
    name.write_bytes(gzip.compress(b"key\na\n"))
    refused(name, "-c", "key", "-o", tmp_path / "o.csv", words=["gzip -dc", "column - --format csv"])


def hexadecimal(text):
    return digest(text).hex().encode()


def copied(tmp_path, name, content, *options):
    """Writes a table and returns the command's output for it."""
    table = tmp_path / name
    table.write_bytes(content)
    return add(table, *options).read_bytes()


def test_f24_what_readers_of_csv_accept(tmp_path):
    a = hexadecimal("a")
    for content, made in [
        (b"\n\r\nkey,n\n\na,1\n", b"\n\r\nkey,n,key_sha3-256\n\na,1,%s\n" % a),
        (b"key,n\ra,1\r\r,2", b"key,n,key_sha3-256\ra,1,%s\r\r,2," % a),
        (b'key\n5" disk\n', b"key,key_sha3-256\n5\" disk,%s\n" % hexadecimal('5" disk')),
        (b'key,n\na, "1"\n', b'key,n,key_sha3-256\na, "1",%s\n' % a),
        (b"key\na\0b\n", b"key,key_sha3-256\na\0b,%s\n" % hexadecimal("a\0b")),
        (b"k\0,key\n1,a\n", b"k\0,key,key_sha3-256\n1,a,%s\n" % a),
        # ISO 8859-1, but not in the hashed column.
        (b"na\xefve,key\n\xe9,a\n", b"na\xefve,key,key_sha3-256\n\xe9,a,%s\n" % a),
        (b"key,n\r\r\na,1\r\r\n", b"key,n,key_sha3-256\r\r\na,1,%s\r\r\n" % a),
        (b'key\n""\n"a"', b'key,key_sha3-256\n"",\n"a",%s' % a),
        (b"n,key\n", b"n,key,key_sha3-256\n"),
        (b"n,key", b"n,key,key_sha3-256"),
        (b"key\n\n\n", b"key,key_sha3-256\n\n\n"),
        (b'"key","n"\n"a,\r\nb","1"\n', b'"key","n",key_sha3-256\n"a,\r\nb","1",%s\n' % hexadecimal("a,\r\nb")),
    ]:
        assert copied(tmp_path, "t.csv", content) == made
    unnamed = tmp_path / "index.csv"
    pd.DataFrame({"n": [1, 2]}, index=["a", "b"]).to_csv(unnamed)
    assert run(unnamed, "-c", "", "--name", "d", "-o", tmp_path / "o.csv") == (0, "")
    assert (tmp_path / "o.csv").read_bytes() == b",n,d\na,1,%s\nb,2,%s\n" % (a, hexadecimal("b"))
    big = "x" * (1 << 24)
    assert copied(tmp_path, "t.csv", f'key,n\n"{big}",1\n'.encode()).endswith(b'",1,%s\n' % hexadecimal(big))


def test_f24_what_is_no_csv_of_this_kind(tmp_path):
    table = tmp_path / "t.csv"
    arguments = (table, "-c", "key", "-o", tmp_path / "o.csv")
    for content, options, words in [
        (b"", (), ["no header line"]),
        (b"\n\n", (), ["no header line"]),
        (b"key,n\na,1\nb\n", (), ["line 3", "1 fields", "header has 2"]),
        (b"key,n\na,1,\n", (), ["line 2", "3 fields"]),
        (b"key,n\n\xe9,1\n", (), ["line 2", "'key'", "UTF-8"]),
        (b'key,n\n"a,1\nb,2\n', (), ["line 2", "not closed"]),
        (b'key,n\n"x\ny"z,1\n', (), ["line 3, character 3", "closing quote"]),
        # pandas and Polars disagree about the number of rows.
        (b"key\na\rb\n", (), ["line 2", "line end differs"]),
        (b"key\ra\nb\r", (), ["line 2", "line end differs"]),
        (b"key||n\na||1\n", (), ["--delimiter '|'"]),
        (b"key\ta\n", (), ["--delimiter tab"]),
        (b"key,n\na,1\\", ("--escape", "\\"), ["line 2", "end of the file"]),
        (b"key,n\na,1\n", ("--delimiter", "||"), ["--delimiter", "one character"]),
        (b"key,n\na,1\n", ("--delimiter", "\N{SECTION SIGN}"), ["--delimiter", "ASCII"]),
        # It would occur in the digests.
        (b"keyan\naa1\n", ("--delimiter", "a"), ["--delimiter", "not a letter or a digit"]),
        (b"key,n\na,1\n", ("--delimiter", '"'), ["--delimiter", "quote"]),
        (b"key,n\na,1\n", ("--delimiter", "|", "--escape", "|"), ["--delimiter", "--escape"]),
        (b"key,a\n1,2\n", ("--name", "a"), ["'a'", "--name"]),
    ]:
        table.write_bytes(content)
        code, message = run(*arguments, *options)
        assert code != 0 and all(word in message for word in words), message
        assert not (tmp_path / "o.csv").exists()
    refused(table, "-c", "key", "-o", tmp_path / "o.csv.gz", words=["o.csv.gz", "compress"])
    other = tmp_path / "u.csv"
    other.write_bytes(b"n,key\n1,2\n")
    refused(table, other, *arguments[1:], words=["u.csv", "columns"])


def test_f24_escapes(tmp_path):
    escape = ("--escape", "\\")
    # Spark and MySQL disagree about \\t and \\N, but columns that are only copied are not interpreted.
    content = b'path,key\nC:\\temp\\N,"a\\"b\\\\"\n'
    made = b'path,key,key_sha3-256\nC:\\temp\\N,"a\\"b\\\\",%s\n' % hexadecimal('a"b\\')
    assert copied(tmp_path, "t.csv", content, *escape) == made
    # MySQL's own format has tabs and no quotes.
    made = copied(tmp_path, "t.csv", b"key\tn\na\\\tb\\\nc\t1\n", *escape, "--delimiter", "tab")
    assert made == b"key\tn\tkey_sha3-256\na\\\tb\\\nc\t1\t%s\n" % hexadecimal("a\tb\nc")
    # CSV uses a quote as its escape anyway.
    made = copied(tmp_path, "t.csv", b'key,n\n"a""b",1\n', "--escape", '"')
    assert made == b'key,n,key_sha3-256\n"a""b",1,%s\n' % hexadecimal('a"b')
    # The new column's name follows the same rules.
    made = copied(tmp_path, "t.csv", b"key\na\n", *escape, "--name", 'a"b,\\')
    assert made == b'key,"a\\"b,\\\\"\na,%s\n' % hexadecimal("a")
    made = copied(tmp_path, "t.csv", b"key\na\n", "--name", 'a"b,')
    assert made == b'key,"a""b,"\na,%s\n' % hexadecimal("a")


def test_joined_text(tmp_path):
    """Byte order marks, blank lines and missing line ends in several files."""
    mark = b"\xef\xbb\xbf"
    for suffix, contents, made in [
        (".csv", (mark + b"key\na", mark + b"\nkey\nb\n", b"key\n", b"key\nc"),
         mark + b"key,key_sha3-256\na,%s\nb,%s\nc,%s"),
        (".jsonl", (mark + b'{"key":"a"}', b"", mark + b'{"key":"b"}\n', b'{"key":"c"}'),
         mark + b'{"key":"a","key_sha3-256":"%s"}\n{"key":"b","key_sha3-256":"%s"}\n{"key":"c","key_sha3-256":"%s"}'),
    ]:
        files = [tmp_path / f"{place}{suffix}" for place in range(len(contents))]
        for file, content in zip(files, contents):
            file.write_bytes(content)
        expected = made % tuple(hexadecimal(key) for key in "abc")
        out = tmp_path / f"o{suffix}"
        assert run(*files, "-c", "key", "-o", out) == (0, "")
        assert out.read_bytes() == expected
        parquet = tmp_path / "o.parquet"
        assert run(*files, "-c", "key", "--to", "parquet", "-o", parquet) == (0, "")
        assert pq.read_table(parquet).to_pydict() == {"key": list("abc"), "key_sha3-256": [digest(k) for k in "abc"]}


def test_f10_what_json_has(tmp_path):
    deep = b"[" * 5000 + b"]" * 5000
    # What follows @ is the field of the digest.
    for marked in (
        b'{"\\u006bey":"a"@,H}\n',
        b'{"key":"a","x":{"n":1,"n":2},"y":1,"y":2@,H}\n',
        b'{"x":100000000000000000001,"y":1e999,"key":"a"@,H}',
        b'{"x":"\\ud800","key":"a"@,H}',
        b'\xef\xbb\xbf\t{"key":"a"@,H}\t \r\n \r\n{ @N}\r\n',
        b'{"n":1@,N}\n{"key":"a"@,H}\n{"n":"b"@,N}\n',
        b'{"key":"a","deep":' + deep + b"@,H}",
    ):
        made = marked.replace(b"H}", b'"key_sha3-256":"%s"}' % hexadecimal("a"))
        made = made.replace(b"N}", b'"key_sha3-256":null}').replace(b"@", b"")
        assert copied(tmp_path, "t.jsonl", re.sub(rb"@,?[HN]", b"", marked)) == made
    assert copied(tmp_path, "t.jsonl", b'{"key":"}"}') == b'{"key":"}","key_sha3-256":"%s"}' % hexadecimal("}")


def test_f10_what_is_no_json_lines(tmp_path):
    lines = tmp_path / "t.jsonl"
    for content, words in [
        (b"", ["empty"]),
        (b'[{"key":"a"}]\n', ["line 1", "jq -c .[]"]),
        (b'{\n  "key": "a"\n}\n', ["line 1", "jq -c ."]),
        (b'{"key":"a"}{"key":"b"}\n', ["line 1", "character 12", "one JSON object"]),
        (b'{"key":"a"}\n{"key":1}\n', ["line 2", "'key'", "1 is not a string"]),
        (b'{"key":"a"}\n{"key":["b"]}\n', ["line 2", "'key'", "is not a string"]),
        (b'{"key":"a","\\u006bey":"b"}\n', ["line 1", "'key'", "twice"]),
        (b'{"key":"a","key_sha3\\u002d256":1}\n', ["key_sha3-256", "--name"]),
        (b'{"key":"\\udc00"}\n', ["line 1", "'key'", "half a character"]),
        (b'{"key":"a","x":NaN}\n', ["line 1", "character 16"]),
        (b'{"key":"a",}\n', ["line 1", "character 12"]),
        (b"{'key':'a'}\n", ["line 1", "character 2"]),
        (b'{"key":"\xe9"}\n', ["line 1", "UTF-8"]),
        (b'{"keys":"a"}\n', ["'key'", "similar names: keys"]),
        ('{"key":"a"}\n'.encode("utf-16"), ["UTF-16", "iconv"]),
    ]:
        lines.write_bytes(content)
        for to in ("jsonl", "parquet"):
            refused(lines, "-c", "key", "--to", to, "-o", tmp_path / f"o.{to}", words=words)


def test_f10_json_as_parquet(tmp_path, file):
    lines = tmp_path / "t.jsonl"
    rows = [
        {"key": "a", "n": 2**53 + 1, "x": 0.1, "s": "\u00e9\0", "l": [[1], [], None], "o": {"p": {"q": [{"r": 1}]}}},
        {"key": None, "n": -(2**63), "x": 5, "s": None, "l": None, "o": {"p": None}},
        {"n": None, "x": 2**53, "l": [], "o": {}},
    ]
    lines.write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert run(lines, "-c", "key", "--to", "parquet", "-o", file) == (0, "")
    table = pq.read_table(file).to_pylist()
    assert [row.pop("key_sha3-256") for row in table] == [digest("a"), None, None]
    assert table[0] == rows[0] and table[1]["n"] == -(2**63) and table[2]["x"] == 2**53 and table[2]["l"] == []
    read_others = (pl.read_parquet(file).height, duckdb.sql(f"from '{file}'").fetchall())
    assert read_others[0] == 3 and len(read_others[1]) == 3
    for content, words in [
        (b'{"key":"a","x":{"n":1,"n":2}}\n', ["line 1", "'x.n'", "twice"]),
        (b'{"key":"a","x":100000000000000000001}\n', ["line 1", "'x'", "exactly"]),
        (b'{"key":"a","x":1e999}\n', ["line 1"]),
        (b'{"key":"a","x":[{"y":1},{"y":"b"}]}\n', ["'x.y'"]),
        (b'{"key":"a","x":1}\n{"x":"1"}\n', ["'x'"]),
        (b'{"key":"a","x":1}\n{"x":{"y":1}}\n', ["'x'", "several types"]),
        (b'{"key":"a","x":[1]}\n{"x":[[1]]}\n', ["'x'"]),
        (b'{"key":"a","x":1}\n{"x":1.5}\n{"x":9007199254740993}\n', ["line 3", "'x'", "exactly"]),
        (b'{"key":"a","x":"\\ud800"}\n', ["line 1"]),
        (b'{"key":"a","x":' + b"[" * 500 + b"]" * 500 + b"}\n", ["line 1"]),
        (b'{"key":"a","x":[]}\n' * 1024 + b'{"x":[1]}\n', ["line 1025", "'x'"]),
    ]:
        lines.write_bytes(content)
        refused(lines, "-c", "key", "--to", "parquet", "-o", tmp_path / "o.parquet", words=words)
    for content in (
        b'{"key":"a","":1}\n',
        b'{"key":"a","x":[],"y":[null],"z":null}\n',
        b'{"key":"a","a.b":{"c.d":1}}\n',
    ):
        lines.write_bytes(content)
        assert run(lines, "-c", "key", "--to", "parquet", "-o", file) == (0, "")
        table, width = pq.read_table(file), len(json.loads(content)) + 1
        assert table.num_columns == pl.read_parquet(file).width == len(duckdb.sql(f"from '{file}'").columns) == width
