"""Columns from several packages, compared row by row with hashlib."""

import gc
import hashlib

import pytest

import counterpoint
from counterpoint.arrow import hash_array

pa = pytest.importorskip("pyarrow")

ROWS = [b"", b"a", None, b"row", b"x" * 136, None, b"y" * 1000, b"", b"last"]


def expected(rows):
    return [None if row is None else hashlib.sha3_256(row).digest() for row in rows]


def check(column, rows):
    for threads in [1, 2, None]:
        digests = hash_array("sha3_256", column, threads=threads)
        assert digests.to_pylist() == expected(rows)
        assert (len(digests), digests.null_count, digests.byte_width) == (len(rows), rows.count(None), 32)
        back = pa.array(digests)
        assert back.type == pa.binary(32)
        back.validate(full=True)
        assert back.to_pylist() == expected(rows)


TYPES = [pa.binary(), pa.large_binary(), pa.binary_view(), pa.utf8(), pa.large_utf8(), pa.string_view()]


@pytest.mark.parametrize("type", TYPES, ids=str)
def test_types(type):
    text = "str" in str(type)
    column = pa.array([row.decode() if text and row is not None else row for row in ROWS], type)
    check(column, ROWS)
    check(column.slice(1), ROWS[1:])
    check(column.slice(2, 5), ROWS[2:7])
    check(column.slice(3, 0), [])
    check(pa.chunked_array([column.slice(1), column.slice(0, 0), column]), ROWS[1:] + ROWS)
    check(pa.chunked_array([], type), [])
    check(pa.array([None, None], type), [None, None])
    check(pa.array([], type), [])


@pytest.mark.parametrize("width", [1, 16, 32, 200])
def test_fixed_size_binary(width):
    rows = [None if i % 5 == 2 else bytes([i]) * width for i in range(100)]
    column = pa.array(rows, pa.binary(width))
    check(column, rows)
    check(column.slice(3, 70), rows[3:73])


@pytest.mark.parametrize("keys", [pa.int8(), pa.uint16(), pa.int32(), pa.int64(), pa.uint64()], ids=str)
def test_dictionaries(keys):
    rows = [ROWS[i * i % len(ROWS)] for i in range(100)]
    column = pa.array(rows, pa.binary()).dictionary_encode().cast(pa.dictionary(keys, pa.binary()))
    check(column, rows)
    check(column.slice(7, 50), rows[7:57])
    check(column.slice(0, 0), [])
    null_in_values = pa.DictionaryArray.from_arrays(pa.array([0, 1, None, 1, 0]), pa.array([b"a", None], pa.binary()))
    check(null_in_values, [b"a", None, None, None, b"a"])


def test_nulls_are_not_hashed():
    """The bytes under a null are arbitrary: here, its offsets cover bytes of another row."""
    data, offsets, validity = b"abcdef", [0, 2, 4, 6], 0b101
    buffers = [pa.py_buffer(bytes([validity])), pa.array(offsets, pa.int32()).buffers()[1], pa.py_buffer(data)]
    column = pa.Array.from_buffers(pa.binary(), 3, buffers)
    check(column, [b"ab", None, b"ef"])
    check(pa.nulls(5), [None] * 5)


def test_many_rows():
    rows = [None if i % 7 == 3 else b"%d" % (i * i) for i in range(200_000)]
    check(pa.array(rows, pa.binary()), rows)
    check(pa.array([row or b"" for row in rows], pa.binary()), [row or b"" for row in rows])


def test_the_column_lives_longer_than_its_sources():
    digests = hash_array("kt128", pa.array([b"a", None]), length=16)
    column = pa.array(digests)
    again = hash_array("kt128", digests, length=16)
    del digests
    gc.collect()
    assert column.to_pylist() == [counterpoint.kt128(b"a").digest(16), None]
    assert again.to_pylist() == [counterpoint.kt128(counterpoint.kt128(b"a").digest(16)).digest(16), None]
    assert again[0] == again[-2] and again[1] is None
    for index in [2, -3]:
        with pytest.raises(IndexError):
            again[index]
    assert "2 rows of 16 bytes" in repr(again)


def test_options():
    column = pa.array([b"a", b"b"])
    tags = hash_array("kmac128", column, key=b"a key of 16 byte")
    assert tags.to_pylist() == [counterpoint.kmac128(b"a key of 16 byte", row).digest() for row in [b"a", b"b"]]


def test_mistakes():
    for wrong in [[b"a"], b"a", None, 5]:
        with pytest.raises(TypeError, match="is not an Arrow array"):
            hash_array("sha3_256", wrong)
    union = pa.UnionArray.from_sparse(pa.array([0], pa.int8()), [pa.array([1])])
    for wrong in [union, union[:0], pa.chunked_array([union]), pa.ListArray.from_arrays([0, 1], union)]:
        with pytest.raises(TypeError, match="can't hash a column of type"):
            hash_array("sha3_256", wrong)
    with pytest.raises(TypeError, match="'length' is a required argument"):
        hash_array("shake128", pa.array([b"a"]))
    with pytest.raises(ValueError, match="length is 0"):
        hash_array("shake128", pa.array([b"a"]), length=0)
    with pytest.raises(ValueError, match="unsupported hash type"):
        hash_array("nope", pa.array([b"a"]))


def test_a_capsule_is_consumed_once():
    column = pa.array(ROWS, pa.binary())
    for kind, source in [("array", column), ("stream", pa.chunked_array([column]))]:
        method = f"__arrow_c_{kind}__"
        capsules = getattr(source, method)()
        again = type("Again", (), {method: lambda _, requested_schema=None, capsules=capsules: capsules})()
        assert hash_array("sha3_256", again).to_pylist() == expected(ROWS)
        with pytest.raises(ValueError, match=f"the Arrow {kind} has been released"):
            hash_array("sha3_256", again)


def test_polars():
    pl = pytest.importorskip("polars")
    check(pl.Series("x", ROWS, pl.Binary), ROWS)
    series = pl.Series("x", [None if row is None else row.decode() for row in ROWS], pl.String)
    check(series, ROWS)
    check(series.cast(pl.Categorical), ROWS)
    back = pl.Series(hash_array("sha3_256", series))
    assert back.to_list() == expected(ROWS)


def test_pandas():
    pd = pytest.importorskip("pandas")
    check(pd.Series(ROWS, dtype=pd.ArrowDtype(pa.binary())), ROWS)
    check(pd.Series(ROWS, dtype=object), ROWS)
    check(pd.Series([None if row is None else row.decode() for row in ROWS]), ROWS)


def test_duckdb():
    duckdb = pytest.importorskip("duckdb")
    table = duckdb.sql("select range::varchar::blob as x from range(5000)").to_arrow_table()
    check(table.column("x"), [b"%d" % i for i in range(5000)])
