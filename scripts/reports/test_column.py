"""`counterpoint column` on files from other writers: nothing but the new column may differ.

COUNTERPOINT=target/release/counterpoint pytest scripts/reports/test_column.py

Requires pyarrow, polars, duckdb, fastparquet and pandas. Numbers such as F6 refer to reported faults of other programs.
"""

import hashlib
import json
import os
import re
import subprocess
import uuid
from datetime import date, datetime, time, timedelta
from decimal import Decimal

import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

COMMAND = os.environ.get("COUNTERPOINT", "counterpoint")


def run(*arguments, **options):
    """Runs the command and returns its exit code and what it wrote to standard error."""
    done = subprocess.run([COMMAND, "column", *map(str, arguments)], capture_output=True, **options)
    return done.returncode, done.stderr.decode()


def add(file, *options, output=None):
    """Adds the digests of `key`, which must succeed without messages, and returns the output file."""
    output = output or file.with_name("out" + file.suffix)
    assert run(file, "-c", "key", "-o", output, *options) == (0, "")
    return output


def refused(*arguments, words):
    code, message = run(*arguments)
    assert code != 0 and message.count("\n") == 1, message
    for word in words:
        assert word in message, message
    assert "copy it again" not in message


def digest(value):
    if value is None:
        return None
    return hashlib.sha3_256(value if isinstance(value, bytes) else str(value).encode()).digest()


def chunks(file):
    """Returns all metadata of each column chunk, and its bytes."""
    metadata, content = pq.read_metadata(file), file.read_bytes()
    found = []
    for index in range(metadata.num_row_groups):
        group = metadata.row_group(index)
        for place in range(group.num_columns):
            chunk = group.column(place)
            begin = chunk.data_page_offset
            if chunk.dictionary_page_offset:
                begin = min(begin, chunk.dictionary_page_offset)
            about = re.sub("0x[0-9a-f]+", "", str(attempt(lambda chunk=chunk: repr(chunk))))
            found.append((index, chunk.path_in_schema, about, content[begin : begin + chunk.total_compressed_size]))
    return found


def before_footer(file):
    content = file.read_bytes()
    return content[: -8 - int.from_bytes(content[-8:-4], "little")]


def same(file, name="key_sha3-256", hashed=True):
    """Compares a file with the command's output for it, chunk by chunk and as seen by three readers."""
    output = add(file)
    before, after = chunks(file), chunks(output)
    assert [chunk for chunk in after if chunk[1] != name] == before
    old, new = pq.read_metadata(file), pq.read_metadata(output)
    assert old.created_by == new.created_by and old.num_rows == new.num_rows
    assert output.read_bytes().startswith(before_footer(file))
    for place in range(old.num_columns):
        kept = ("name", "physical_type", "logical_type", "converted_type", "max_definition_level", "length")
        columns = [about.schema.column(place) for about in (old, new)]
        assert all(str(getattr(columns[0], each)) == str(getattr(columns[1], each)) for each in kept)
    for reader in (read_pyarrow, read_polars, read_duckdb):
        reader(file, output, name)
    if hashed:
        table = pq.read_table(output, columns=["key", name])
        assert table[name].to_pylist() == [digest(value) for value in table["key"].to_pylist()]
    return output


def attempt(read):
    """Returns what a reader returns, or the type of its error: what it could not read before, it still can't."""
    try:
        return read()
    except pl.exceptions.PanicException as error:
        return type(error)
    except Exception as error:
        return type(error)


def read_pyarrow(file, output, name):
    # ARROW:schema stays, with an additional field; without it, the types come from Parquet.
    old, new = (attempt(lambda each=each: pq.read_table(each, use_threads=False)) for each in (file, output))
    if isinstance(old, type):
        assert new == old
        return
    assert name in new.column_names
    new = new.drop_columns([name])
    assert new.schema.remove_metadata() == old.schema.remove_metadata()
    # NaN is not equal to itself.
    assert new.equals(old) or attempt(lambda: str(new.to_pylist())) == attempt(lambda: str(old.to_pylist()))


def read_polars(file, output, name):
    old, new = (attempt(lambda each=each: pl.read_parquet(each)) for each in (file, output))
    if isinstance(old, type):
        assert new == old
        return
    assert new.drop(name).schema == old.schema
    assert new.drop(name).equals(old) or attempt(lambda: str(new.drop(name).rows())) == attempt(lambda: str(old.rows()))


def read_duckdb(file, output, name):
    old, new = (
        attempt(
            lambda each=each, columns=columns: duckdb.sql(
                f"select {columns} from read_parquet('{each}')"
            ).df().astype(str).values.tolist()
        )
        for each, columns in ((file, "*"), (output, f'* exclude "{name}"'))
    )
    assert new == old
    if not isinstance(old, type):
        kinds = [
            [str(kind) for kind in duckdb.sql(f"select {columns} from read_parquet('{each}')").types]
            for each, columns in ((file, "*"), (output, f'* exclude "{name}"'))
        ]
        assert kinds[0] == kinds[1]


KEYS = [None if i % 7 == 3 else f"row {i} {'x' * (i % 40)}" for i in range(300)]
COUNT = len(KEYS)


def of(values, kind, **options):
    """Returns a column of these values, repeated, with nulls."""
    values = [values[i % len(values)] if i % 5 else None for i in range(COUNT)]
    return pa.array(values, kind, **options)


def columns():
    """Returns columns of all types that pyarrow writes."""
    simple = {
        "bool": of([True, False], pa.bool_()),
        **{f"int{bits}": of([-5, 7, 100], pa.type_for_alias(f"int{bits}")) for bits in (8, 16, 32, 64)},
        **{f"uint{bits}": of([5, 7, 200], pa.type_for_alias(f"uint{bits}")) for bits in (8, 16, 32, 64)},
        "half": of([1.5, -0.0], pa.float16()),
        "float": of([1.5, float("nan"), float("inf")], pa.float32()),
        "double": of([1e300, -0.0, float("nan")], pa.float64()),
        "date32": of([date(1, 1, 1), date(9999, 12, 31)], pa.date32()),
        "date64": of([86400000, 0], pa.date64()),
        "time32": of([time(1, 2, 3)], pa.time32("ms")),
        "time64": of([1], pa.time64("ns")),
        **{f"timestamp_{unit}": of([1, 10**13], pa.timestamp(unit)) for unit in ("ms", "us", "ns")},
        "zoned": of([1, 10**15], pa.timestamp("us", "Europe/Rome")),
        "duration": of([1, 10**15], pa.duration("us")),
        "decimal32": of([Decimal("1.10")], pa.decimal128(5, 2)),
        "decimal64": of([Decimal("1.10")], pa.decimal128(15, 2)),
        "decimal128": of([Decimal("1.10")], pa.decimal128(38, 2)),
        "decimal256": of([Decimal("1.10")], pa.decimal256(70, 2)),
        "text": of(["a", "", "é"], pa.string()),
        "large_text": of(["a", "", "é"], pa.large_string()),
        "text_view": of(["a", "", "é" * 30], pa.string_view()),
        "binary": of([b"a", b"\xff\0"], pa.binary()),
        "fixed": of([bytes(16), bytes(range(16))], pa.binary(16)),
        "null": pa.nulls(COUNT),
        "uuid": of([uuid.UUID(int=7).bytes], pa.uuid()),
        "json": of(["{}"], pa.json_()),
        "list": of([[1, None], []], pa.list_(pa.int64())),
        "large_list": of([["a"], []], pa.large_list(pa.string())),
        "list_view": of([[1], []], pa.list_view(pa.int64())),
        "fixed_list": of([[1.5, 2.5]], pa.list_(pa.float32(), 2)),
        "map": of([[("a", 1)], []], pa.map_(pa.string(), pa.int32())),
        "struct": of([{"a": 1, "b": [b"x"]}], pa.struct({"a": pa.int8(), "b": pa.list_(pa.binary(1))})),
        "deep": of(
            [[{"a": [{"b": None}, {"b": "x"}]}]], pa.list_(pa.struct({"a": pa.list_(pa.struct({"b": pa.string()}))}))
        ),
        "dictionary": of(["a", "b"], pa.string()).dictionary_encode(),
        "ordered": pa.DictionaryArray.from_arrays(pa.array([0, 1] * (COUNT // 2), pa.int8()), ["a", "b"], ordered=True),
        "dates64": of([[86400000]], pa.list_(pa.date64())),
    }
    return simple


@pytest.fixture
def file(tmp_path):
    return tmp_path / "table.parquet"


def write(file, table, **options):
    pq.write_table(table, file, **options)
    return file


@pytest.mark.parametrize("kind", list(columns()))
def test_types(file, kind):
    table = pa.table({kind: columns()[kind], "key": KEYS, "last": range(COUNT)})
    same(write(file, table, row_group_size=110))
    same(write(file, table, store_schema=False))


def everything(skip=()):
    # Polars does not support list views.
    columns_ = {name: column for name, column in columns().items() if name not in ("list_view", *skip)}
    return pa.table({**columns_, "key": KEYS})


@pytest.mark.parametrize("codec", ["none", "snappy", "gzip", "brotli", "zstd", "lz4"])
@pytest.mark.parametrize("version", ["1.0", "2.0"])
def test_codecs_and_pages(file, codec, version):
    options = dict(compression=codec, data_page_version=version, data_page_size=600, row_group_size=120)
    same(write(file, everything(), write_page_index=True, write_page_checksum=True, **options))
    same(write(file, everything(), use_dictionary=False, write_statistics=False, **options))


@pytest.mark.parametrize(
    "encoding", ["PLAIN", "DELTA_BYTE_ARRAY", "DELTA_LENGTH_BYTE_ARRAY"], ids=lambda encoding: encoding.lower()
)
def test_encodings(file, encoding):
    table = pa.table({"key": KEYS, "n": range(COUNT), "x": [float(i) for i in range(COUNT)], "b": [True] * COUNT})
    encodings = {"key": encoding, "n": "DELTA_BINARY_PACKED", "x": "BYTE_STREAM_SPLIT", "b": "RLE"}
    for version in ("1.0", "2.0"):
        same(write(file, table, use_dictionary=False, column_encoding=encodings, data_page_version=version))


def test_bloom_filters_and_sorting(file):
    try:
        write(file, pa.table({"key": KEYS, "n": range(COUNT)}), bloom_filter_options={"key": True, "n": {"ndv": 100}})
    except TypeError:
        pl.DataFrame({"key": KEYS, "n": range(COUNT)}).write_parquet(file)
    same(file)
    duckdb.sql(f"copy (select 'k' || (i % 50) as key, i % 10 as n from range(5000) t(i)) to '{file}'")
    same(file)
    sorting = [pq.SortingColumn(1, descending=True)]
    same(write(file, pa.table({"key": KEYS, "n": range(COUNT)}), sorting_columns=sorting))


def test_no_rows_and_empty_groups(file):
    table = pa.table({"key": KEYS, "n": range(COUNT)})
    same(write(file, table.slice(0, 0)))
    with pq.ParquetWriter(file, table.schema) as writer:
        for part in (table.slice(0, 0), table.slice(0, 10), table.slice(0, 0), table.slice(10, 10), table.slice(0, 0)):
            writer.write_table(part)
    same(file)


def test_pandas(file):
    frame = pd.DataFrame(
        {"key": KEYS, "n": range(COUNT), "c": pd.Categorical(["a", "b"] * (COUNT // 2))},
        index=pd.Index([f"i{i}" for i in range(COUNT)], name="id"),
    )
    frame.to_parquet(file)
    new = pd.read_parquet(same(file))
    assert new.index.name == "id" and new.drop(columns="key_sha3-256").equals(pd.read_parquet(file))
    assert isinstance(new["c"].dtype, pd.CategoricalDtype)


def test_polars(file):
    frame = pl.DataFrame(
        {
            "key": KEYS,
            "category": pl.Series(["a", "b"] * (COUNT // 2), dtype=pl.Categorical),
            "enum": pl.Series(["a", "b"] * (COUNT // 2), dtype=pl.Enum(["a", "b", "c"])),
            "list": [[1, None]] * COUNT,
            "span": [timedelta(days=3)] * COUNT,
            "time": [time(1, 2)] * COUNT,
            "array": pl.Series([[1, 2]] * COUNT, dtype=pl.Array(pl.Int8, 2)),
            "money": pl.Series([Decimal("1.10")] * COUNT),
        }
    )
    for codec in ("lz4", "uncompressed", "snappy", "gzip", "brotli", "zstd"):
        frame.write_parquet(file, compression=codec, row_group_size=70)
        same(file)


def test_duckdb(file):
    names = duckdb.sql("describe select * from test_all_types()").fetchall()
    kinds = [name for name, *_ in names if name not in ("medium_enum", "large_enum")]
    for name in kinds:
        try:
            duckdb.sql(f"copy (select 'a' as key, \"{name}\" from test_all_types()) to '{file}'")
        except duckdb.Error:
            continue
        same(file)
    for version in ("v1", "v2"):
        for codec in ("snappy", "gzip", "zstd", "brotli", "lz4_raw", "uncompressed"):
            duckdb.sql(
                f"copy (select 'k' || i as key, i, i::double x, i::varchar t from range(9000) t(i)) to '{file}' "
                f"(parquet_version {version}, codec '{codec}', row_group_size 2048)"
            )
            same(file)


def test_fastparquet(file):
    fastparquet = pytest.importorskip("fastparquet")
    frame = pd.DataFrame({"key": [key or "" for key in KEYS], "n": range(COUNT), "x": [1.5] * COUNT})
    frame["when"] = pd.Timestamp("2020-01-01")
    for times in ("int64", "int96"):
        fastparquet.write(str(file), frame, times=times, row_group_offsets=100)
        same(file, hashed=False)


def test_f01_int96_dates_stay(file):
    when = pa.array([datetime(9999, 12, 31), datetime(1, 1, 1), datetime(2500, 1, 1)], pa.timestamp("us"))
    table = pa.table({"key": ["a", "b", "c"], "when": when, "list": [[each] for each in when]})
    write(file, table, use_deprecated_int96_timestamps=True, store_schema=False)
    same(file)


def test_f02_intervals_keep_their_months(file):
    span = "interval '13 months 2 days 3 seconds'"
    duckdb.sql(f"copy (select 'a' as key, {span} as span, [{span}] as list, {{'a': {span}}} as struct) to '{file}'")
    new = same(file)
    assert duckdb.sql(f"select datepart('year', span), datepart('month', span) from '{new}'").fetchall() == [(1, 1)]


@pytest.mark.parametrize("width", [2, 16])
def test_f06_dictionaries_of_fixed_width(file, width):
    for values in ([b"ab" * (width // 2), b"cd" * (width // 2)], [bytes(width)] * 2):
        column = pa.array(values, pa.binary(width)).dictionary_encode()
        same(write(file, pa.table({"key": ["a", "b"], "d": column})))
        same(write(file, pa.table({"key": column, "d": column})), hashed=False)
        new = pq.read_table(file.with_name("out.parquet"), columns=["key_sha3-256"])
        assert new["key_sha3-256"].to_pylist() == [digest(value) for value in values]


def test_f08_date64_is_a_date(file):
    same(write(file, pa.table({"key": ["a"], "day": pa.array([86400000], pa.date64())})))
    assert str(duckdb.sql(f"select day from '{file.with_name('out.parquet')}'").types[0]) == "DATE"


def test_f09_valid_files_pass(file):
    for column in ([1.5], [True]):
        pd.DataFrame({"key": ["a"], "price": pd.Series(column).astype("category")}).to_parquet(file)
        same(file)
    same(write(file, pa.table({"key": ["a"], "d": pa.array([Decimal("1.10")]).dictionary_encode()})))
    same(write(file, pa.table({"key": ["a"], "l": pa.array([[1]], pa.list_view(pa.int64()))})))
    # pyarrow can't read such a file at all.
    pl.DataFrame({"key": ["a"], "n": pl.Series([1], dtype=pl.Int128)}).write_parquet(file)
    new = add(file)
    read_polars(file, new, "key_sha3-256")
    assert new.read_bytes().startswith(before_footer(file))
    assert pl.read_parquet(new)["key_sha3-256"].to_list() == [digest("a")]


def test_f20_hidden_files_are_left_out(tmp_path, file):
    folder = tmp_path / "folder"
    folder.mkdir()
    write(folder / "a.parquet", pa.table({"key": ["a"]}))
    (folder / "._a.parquet").write_bytes(b"\0\5\26\7\0\2\0\0")
    write(folder / ".staging.parquet", pa.table({"key": ["no"]}))
    write(folder / "_b.parquet", pa.table({"key": ["no"]}))
    code, message = run(folder, "-c", "key", "-o", file)
    assert code == 0 and "skipped names that begin with '.' or '_': 3" in message
    assert pq.read_table(file)["key"].to_pylist() == ["a"]


def test_f26_created_by(tmp_path, file):
    pattern = r"(.*?)\s+version\s*(?:([^(]*?)\s*(?:\(\s*build\s*([^)]*?)\s*\))?)?"
    table = tmp_path / "t.csv"
    table.write_bytes(b"key\na\n")
    assert run(table, "-c", "key", "--to", "parquet", "-o", file) == (0, "")
    assert re.fullmatch(pattern, pq.read_metadata(file).created_by).group(1) == "counterpoint"
    # A Parquet input keeps its own.
    write(file, pa.table({"key": ["a"]}))
    assert pq.read_metadata(add(file)).created_by == pq.read_metadata(file).created_by


def test_f28_text_that_is_not_utf8(file):
    bad = pa.Array.from_buffers(pa.utf8(), 1, [None, pa.py_buffer(b"\0\0\0\0\2\0\0\0"), pa.py_buffer(b"a\xff")])
    write(file, pa.table({"key": ["a"], "other": bad}))
    add(file)
    write(file, pa.table({"key": bad}))
    refused(file, "-c", "key", "-o", file.with_name("out.parquet"), words=["'key'", "UTF-8", "binary"])


def test_f29_int96_stays_int96(file):
    when = pa.array([datetime(2020, 1, 1)], pa.timestamp("us"))
    write(file, pa.table({"key": ["a"], "when": when}), use_deprecated_int96_timestamps=True)
    assert pq.read_metadata(same(file)).schema.column(1).physical_type == "INT96"


def test_f30_lists_of_columns_get_the_new_one(file):
    features = {"key": {"dtype": "string", "_type": "Value"}}
    spark = {"type": "struct", "fields": [{"name": "key", "type": "string", "nullable": True, "metadata": {}}]}
    metadata = {
        "huggingface": json.dumps({"info": {"features": features}}),
        "org.apache.spark.sql.parquet.row.metadata": json.dumps(spark),
        "iceberg.schema": "{}",
        "other": "kept",
    }
    write(file, pa.table({"key": ["a"]}).replace_schema_metadata(metadata))
    code, message = run(file, "-c", "key", "-o", file.with_name("out.parquet"))
    assert code == 0 and "warning" in message and "iceberg.schema" in message
    out = file.with_name("out.parquet")
    for new in (pq.read_metadata(out).metadata, pq.read_schema(out).metadata):
        assert list(json.loads(new[b"huggingface"])["info"]["features"]) == ["key", "key_sha3-256"]
        fields = json.loads(new[b"org.apache.spark.sql.parquet.row.metadata"])["fields"]
        assert [field["name"] for field in fields] == ["key", "key_sha3-256"]
        assert new[b"other"] == b"kept" and b"iceberg.schema" not in new


def joined(files, name="key_sha3-256", words=()):
    """Joins files and compares the output with the files, chunk by chunk and as seen by readers."""
    output = files[0].with_name("out.parquet")
    code, message = run(*files, "-c", "key", "-o", output)
    assert code == 0 and message.count("\n") == len(words), message
    assert all(word in message for word in words), message
    pages = lambda file: [(path, content) for _, path, _, content in chunks(file) if path != name]
    assert pages(output) == [chunk for file in files for chunk in pages(file)]
    new = pq.read_metadata(output)
    assert new.num_rows == sum(pq.read_metadata(file).num_rows for file in files)
    assert new.created_by == pq.read_metadata(files[0]).created_by
    # Statistics, sizes and encodings are taken from the files.
    old = [about for file in files for _, path, about, _ in chunks(file) if path != name]
    without = lambda about: re.sub(r"offset: \d+", "", about)
    assert [without(about) for _, path, about, _ in chunks(output) if path != name] == [without(each) for each in old]

    def equal(read, concat):
        old = attempt(lambda: concat([read(file) for file in files]))
        new = attempt(lambda: read(output))
        assert isinstance(old, type) or not isinstance(new, type), new
        return isinstance(old, type) or str(old) == str(new)

    rows = lambda parts: sum(parts, [])
    assert equal(lambda file: str_rows(pq.read_table(file, use_threads=False), name), rows)
    assert equal(lambda file: list(map(str, pl.read_parquet(file).drop(name, strict=False).rows())), rows)
    columns = lambda file: f'* exclude "{name}"' if file == output else "*"
    assert equal(lambda file: duckdb.sql(f"select {columns(file)} from read_parquet('{file}')").fetchall(), rows)
    table = pq.read_table(output, columns=["key", name])
    assert table[name].to_pylist() == [digest(value) for value in table["key"].to_pylist()]
    return output


def str_rows(table, name):
    return list(map(str, table.drop_columns([name]).to_pylist() if name in table.column_names else table.to_pylist()))


def in_parts(tmp_path, table, **options):
    """Writes a table as three files, with several row groups or none."""
    parts = enumerate([table.slice(0, 120), table.slice(120, 0), table.slice(120)])
    return [write(tmp_path / f"{place}.parquet", part, row_group_size=50, **options) for place, part in parts]


@pytest.mark.parametrize("version", ["1.0", "2.0"])
def test_parquet_files_are_joined(tmp_path, version):
    options = dict(data_page_version=version, data_page_size=600)
    joined(in_parts(tmp_path, everything(), write_page_index=True, write_page_checksum=True, **options))
    joined(in_parts(tmp_path, everything(), use_dictionary=False, compression="zstd", **options))
    folder = tmp_path / "folder"
    folder.mkdir()
    files = in_parts(folder, everything(), store_schema=False)
    one = joined(files).read_bytes()
    joined(files).unlink()
    assert run(folder, "-c", "key", "-o", tmp_path / "o.parquet") == (0, "")
    assert (tmp_path / "o.parquet").read_bytes() == one


def test_files_of_other_writers_are_joined(tmp_path):
    files = [tmp_path / f"{place}.parquet" for place in range(3)]
    for place, file in enumerate(files):
        frame = pl.DataFrame({"key": KEYS, "n": range(COUNT), "list": [[place, None]] * COUNT})
        frame.write_parquet(file, row_group_size=70, statistics="full")
    joined(files)
    for place, file in enumerate(files):
        # DuckDB writes bloom filters.
        query = f"select 'k' || (i % 50) as key, i % 10 + {place * 100} as n from range(5000) t(i)"
        duckdb.sql(f"copy ({query}) to '{file}' (row_group_size 2048)")
    output = joined(files)
    for value, count in ((105, 500), (5, 500), (17, 0), (209, 500)):
        assert duckdb.sql(f"select count(*) from '{output}' where n = {value}").fetchall() == [(count,)]
        probed = duckdb.sql(f"select * from parquet_bloom_probe('{output}', 'n', {value})").fetchall()
        assert count == 0 or any(not excluded for *_, excluded in probed)
    for place, file in enumerate(files):
        frame = pd.DataFrame({"key": KEYS[: 100 + place], "c": pd.Categorical(["a"] * (100 + place))})
        frame.to_parquet(file)
    output = joined(files)
    old = pd.concat([pd.read_parquet(file) for file in files], ignore_index=True)
    assert pd.read_parquet(output).drop(columns="key_sha3-256").equals(old)


def test_page_indexes_are_moved(tmp_path):
    table = pa.table({"n": range(9000), "key": [f"k{i}" for i in range(9000)]})
    parts = [table.slice(begin, 3000) for begin in (0, 3000, 6000)]
    options = dict(write_page_index=True, data_page_size=1000, row_group_size=1500, use_dictionary=False)
    files = [write(tmp_path / f"{place}.parquet", part, **options) for place, part in enumerate(parts)]
    output = joined(files)
    assert pq.read_metadata(output).row_group(5).column(1).has_offset_index
    # Polars and DuckDB use it to skip pages and row groups.
    for n in (0, 2999, 3000, 5555, 8999):
        assert pl.scan_parquet(output).filter(pl.col("n") == n).select("key").collect().rows() == [(f"k{n}",)]
        assert duckdb.sql(f"select key from '{output}' where n = {n}").fetchall() == [(f"k{n}",)]


def test_files_that_differ_are_refused(tmp_path):
    base = pa.table({"key": ["a"], "n": [1]})
    files = [tmp_path / "a.parquet", tmp_path / "b.parquet"]
    arguments = (*files, "-c", "key", "-o", tmp_path / "o.parquet")
    write(files[0], base)
    for other, word in [
        (pa.table({"key": ["a"], "m": [1]}), "'m'"),
        (pa.table({"key": ["a"], "n": [1.5]}), "'n'"),
        (pa.table({"n": [1], "key": ["a"]}), "'n'"),
        (pa.table({"key": ["a"], "n": [1], "o": [1]}), "a.parquet"),
        (base.cast(pa.schema([pa.field("key", pa.string(), nullable=False), pa.field("n", pa.int64())])), "'key'"),
    ]:
        write(files[1], other)
        refused(*arguments, words=["b.parquet: ", "a.parquet", word, "separate runs"])
        assert not (tmp_path / "o.parquet").exists()
    pl.DataFrame({"key": ["a"], "n": [1]}).write_parquet(files[1])
    refused(*arguments, words=["b.parquet: ", "a.parquet", "separate runs"])
    # How Spark reads dates depends on the version that wrote them.
    for file, version in zip(files, ("2.4.8", "3.5.1")):
        write(file, base.replace_schema_metadata({"org.apache.spark.version": version}))
    refused(*arguments, words=["b.parquet: ", "a.parquet", "org.apache.spark.version"])
    # The types of Arrow differ, but those of Parquet don't.
    for file, names in zip(files, (["x", "y"], ["x", "z"])):
        pl.DataFrame({"key": ["x"], "e": pl.Series(["x"], dtype=pl.Enum(names))}).write_parquet(file)
    refused(*arguments, words=["b.parquet: ", "a.parquet", "ARROW:schema"])
    for file, owner in zip(files, "ab"):
        write(file, base.replace_schema_metadata({"owner": owner}))
    output = joined(files, words=["b.parquet: warning: its metadata 'owner'"])
    assert pq.read_metadata(output).metadata[b"owner"] == b"a"
    # The second file is opened before the time-consuming work.
    files[1].write_bytes(b"PAR1")
    refused(*arguments, words=["b.parquet: "])
