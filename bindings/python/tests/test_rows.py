"""Rows of several columns, compared with the tuples that they are hashed as."""

import pyarrow
import pytest

import counterpoint
from counterpoint.arrow import hash_rows

NAMES = ["ab", "a", None, "", "longer than any other one"]
CITIES = [b"c", b"bc", b"", None, b"\xff" * 30]


def expected(columns, name="tuplehash128", **options):
    """Return the digest of each row, as the documentation defines it."""
    digests = []
    for row in zip(*columns, strict=True):
        bitmap = sum((value is not None) << index for index, value in enumerate(row))
        values = [value.encode() if isinstance(value, str) else value or b"" for value in row]
        elements = [bitmap.to_bytes((len(row) + 7) // 8, "little"), *values]
        digests.append(tuple_digest(name, elements, options))
    return digests


def tuple_digest(name, elements, options):
    hasher = counterpoint.new(name, **options)
    for element in elements:
        hasher.update(element)
    return hasher.digest(*([50] if hasher.digest_size == 0 else []))


@pytest.mark.parametrize("threads", [1, 2, None])
@pytest.mark.parametrize("name", ["tuplehash128", "tuplehash256", "tuplehashxof128"])
def test_columns(name, threads):
    columns = [pyarrow.array(NAMES), pyarrow.array(CITIES), pyarrow.array(NAMES).dictionary_encode()]
    length = 50 if "xof" in name else None
    found = hash_rows(name, columns, threads=threads, length=length, customization=b"rows")
    assert found.to_pylist() == expected([NAMES, CITIES, NAMES], name, customization=b"rows")
    assert found.null_count == 0


def test_types():
    texts, values, equal = ["a", None, "bc"], [b"a", None, b"bc"], [b"xy", b"zz", None]
    columns = [
        pyarrow.array(values, pyarrow.large_binary()),
        pyarrow.array(values, pyarrow.binary_view()),
        pyarrow.array(texts, pyarrow.large_string()),
        pyarrow.array(texts, pyarrow.string_view()),
        pyarrow.array(equal, pyarrow.binary(2)),
        pyarrow.nulls(3),
        pyarrow.nulls(3, pyarrow.dictionary(pyarrow.int8(), pyarrow.string())),
        # A row without a key, and one whose value is null.
        pyarrow.DictionaryArray.from_arrays(pyarrow.array([0, 1, None], pyarrow.int8()), pyarrow.array(["a", None])),
    ]
    expected_columns = [values] * 4 + [equal] + [[None] * 3] * 2 + [["a", None, None]]
    assert hash_rows("tuplehash256", columns).to_pylist() == expected(expected_columns, "tuplehash256")


def test_tables_and_chunks():
    chunks = pyarrow.chunked_array([NAMES[:2], [], NAMES[2:]], pyarrow.string())
    other = pyarrow.chunked_array([CITIES[:1], CITIES[1:4], CITIES[4:]], pyarrow.binary())
    rows = expected([NAMES, CITIES])
    assert hash_rows("tuplehash128", [chunks, other]).to_pylist() == rows
    table = pyarrow.table({"name": chunks, "city": other})
    assert hash_rows("tuplehash128", table).to_pylist() == rows
    assert hash_rows("tuplehash128", table.slice(1, 3)).to_pylist() == rows[1:4]
    assert hash_rows("tuplehash128", table.combine_chunks().to_batches()[0]).to_pylist() == rows
    assert hash_rows("tuplehash128", table.slice(0, 0)).to_pylist() == []
    assert hash_rows("tuplehash128", []).to_pylist() == []


def test_many_rows_in_threads():
    names = [f"row {row}" for row in range(200_000)]
    columns = [pyarrow.array(names), pyarrow.array(names[::-1])]
    found = hash_rows("tuplehash128", columns, threads=2)
    assert found.to_pylist()[::50_000] == expected([names[::50_000], names[::-1][::50_000]])


def test_a_table_that_breaks_off():
    batch = pyarrow.RecordBatch.from_pydict({"name": NAMES})

    def batches():
        yield batch
        raise ValueError("the disk is gone")

    table = pyarrow.RecordBatchReader.from_batches(batch.schema, batches())
    with pytest.raises(ValueError, match="the Arrow stream failed with .*the disk is gone"):
        hash_rows("tuplehash128", table)


def test_errors():
    column = pyarrow.array(["a", "b"])
    union = pyarrow.UnionArray.from_sparse(pyarrow.array([0, 0], pyarrow.int8()), [pyarrow.array([1, 2])])
    for columns, error, message in [
        ([column, column[:1]], ValueError, "column 1 has 1 rows, but column 0 has 2"),
        ([column, union], TypeError, "column 1: can't hash a column of type Union"),
        (pyarrow.table({"a": column, "b": union}), TypeError, "column 1: can't hash a column of type Union"),
        (column, ValueError, "expected a table or a list of columns"),
        (pyarrow.array([{"a": "x"}, None]), ValueError, "a row of the table is null"),
        ([["a", "b"]], TypeError, "list is not an Arrow array"),
    ]:
        with pytest.raises(error, match=message):
            hash_rows("tuplehash128", columns)
    with pytest.raises(ValueError, match="sha3_256 hashes messages; rows are tuples"):
        hash_rows("sha3_256", [column])
    for rows in [column, column[:0]]:
        with pytest.raises(ValueError, match="^no implementation"):
            hash_rows("tuplehash128", [rows], implementation="fastest")
    with pytest.raises(TypeError, match="takes no length"):
        hash_rows("tuplehash128", [column], length=32)
