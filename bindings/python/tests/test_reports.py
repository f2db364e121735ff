"""Faults reported by users of other software that this package also had, each as it was reproduced.

The name of a test begins with the number of its fault.
"""

import ctypes
import hashlib
import hmac
import mmap
import os
import pathlib
import struct
import uuid
from datetime import date, datetime, timedelta, timezone
from decimal import Decimal

import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import counterpoint
import counterpoint.polars
import counterpoint.primitives
from counterpoint.arrow import hash_array, hash_rows

PL_ERRORS = (TypeError, pl.exceptions.ComputeError)


def sha3(message):
    return None if message is None else hashlib.sha3_256(message).digest()


def digests(column, **options):
    return hash_array("sha3_256", column, **options).to_pylist()


def encode_string(data):
    """``encode_string`` of NIST SP 800-185."""
    bits = 8 * len(data)
    length = bits.to_bytes(max(1, (bits.bit_length() + 7) // 8), "big")
    return bytes([len(length)]) + length + data


def strings(values):
    """The message of a list or a struct with these values."""
    bitmap = sum((value is not None) << place for place, value in enumerate(values))
    bitmap = bitmap.to_bytes((len(values) + 7) // 8, "little")
    return b"".join(encode_string(data) for data in [bitmap, *(value or b"" for value in values)])


class TestF04PolarsObjects:
    """Polars exports a column of type Object as pointers to the objects, without any sign of it in the column."""

    def test_f04_series_and_frames(self):
        series = pl.Series("id", [uuid.UUID(int=1), None], dtype=pl.Object)
        for column in [series, series[:0]]:
            with pytest.raises(TypeError, match="polars column id has the type Object"):
                hash_array("sha3_256", column)
        with pytest.raises(TypeError, match="polars column id has the type Object"):
            hash_rows("tuplehash128", pl.DataFrame({"a": ["x", "y"], "id": series}))
        with pytest.raises(TypeError, match="polars column id has the type Object"):
            hash_rows("tuplehash128", [series])

    def test_f04_expressions(self):
        frame = pl.DataFrame({"id": [uuid.UUID(int=1)]})
        digest = pl.col("id").counterpoint.sha3_256()
        for engine in ["in-memory", "streaming"]:
            with pytest.raises(PL_ERRORS, match="has the type Object"):
                frame.lazy().select(digest).collect(engine=engine)

    def test_f04_a_field_may_have_any_name(self):
        frame = pl.DataFrame({"Object": [{"Object": "a"}]})
        assert digests(frame["Object"]) == [sha3(strings([b"a"]))]

    def test_f04_buffers_of_pointers(self):
        """The same kind without Arrow: ``hashlib`` hashes the pointers of an array of objects."""
        numpy = pytest.importorskip("numpy")
        objects = numpy.array([uuid.UUID(int=1)], dtype=object)
        fields = numpy.zeros(1, dtype=[("number", "i4"), ("thing", object)])
        pointers = (ctypes.py_object * 2)(1, 2)
        for wrong in [objects, fields, pointers, memoryview(objects)]:
            with pytest.raises(TypeError, match="pointers"):
                counterpoint.sha3_256(wrong)
            with pytest.raises(TypeError, match="pointers"):
                counterpoint.hash_many("sha3_256", [wrong])
        named = numpy.zeros(2, dtype=[("O", "i4"), ("POO", "f8")])
        assert counterpoint.sha3_256(named).digest() == sha3(bytes(24))


class TestF17NoneIsNoMessage:
    @pytest.mark.parametrize("name", sorted(counterpoint.algorithms_available))
    def test_f17_constructors(self, name):
        construct = getattr(counterpoint, name)
        key = [b"key"] if "key" in counterpoint.options(name) else []
        needed = {"key": b"key", "block_size": 8}
        needed = {option: value for option, value in needed.items() if option in counterpoint.options(name)}
        with pytest.raises(TypeError):
            construct(*key, None)
        with pytest.raises(TypeError):
            counterpoint.new(name, None, **needed)
        construct(*key)

    def test_f17_elsewhere(self):
        from counterpoint.merkle import Merkle

        for call in [
            lambda: counterpoint.sha3_256().update(None),
            lambda: counterpoint.hash_many("sha3_256", [None]),
            lambda: counterpoint.hash_many("sha3_256", None),
            lambda: counterpoint.sha3_256(string=None),
            lambda: counterpoint.tuplehash128([None]),
            lambda: Merkle("sha3_256").root([None]),
            lambda: Merkle("sha3_256").tree(None),
        ]:
            with pytest.raises(TypeError):
                call()


class TestN27StringAsHashlibHasIt:
    def test_n27_string(self):
        assert counterpoint.sha3_256(string=b"a").digest() == sha3(b"a")
        assert counterpoint.new("sha3_256", string=b"a", usedforsecurity=False).digest() == sha3(b"a")
        mac = counterpoint.kmac128(b"key", string=b"a", customization=b"c").digest()
        assert mac == counterpoint.kmac128(b"key", b"a", customization=b"c").digest()
        with pytest.raises(TypeError, match="two names of the message"):
            counterpoint.sha3_256(b"a", string=b"a")


class TestF25HmacWithoutADefinition:
    @pytest.mark.parametrize("name", ["fugue224", "fugue256", "fugue384", "fugue512", "luffa384", "luffa512"])
    def test_f25_is_refused(self, name):
        for call in [
            lambda: hmac.new(b"key", b"message", getattr(counterpoint, name)),
            lambda: hmac.digest(b"key", b"message", getattr(counterpoint, name)),
            lambda: getattr(counterpoint, name)().block_size,
        ]:
            with pytest.raises(ValueError, match=f"{name} has no block_size for HMAC"):
                call()

    def test_f25_all_others_have_one_answer(self):
        for name in sorted(counterpoint.algorithms_available):
            if counterpoint.options(name) or name.startswith(("fugue", "luffa384", "luffa512", "shake", "turbo")):
                continue
            constructor = getattr(counterpoint, name)
            assert hmac.new(b"key", b"a", constructor).digest() == hmac.digest(b"key", b"a", constructor), name


class TestN31TheTreeWithoutLeaves:
    """One rule: any tree extends it, with an empty proof."""

    def test_n31_consistency(self):
        from counterpoint.merkle import Merkle

        merkle = Merkle("sha3_256")
        for leaves in [[], [b"a"], [b"a", b"b", b"c"]]:
            tree = merkle.tree(leaves)
            assert tree.consistency_proof(0) == b""
            assert merkle.verify_consistency(0, merkle.root([]), len(leaves), tree.root, b"")
            assert not merkle.verify_consistency(0, bytes(32), len(leaves), tree.root, b"")
            with pytest.raises(ValueError, match="no proof for the first"):
                tree.consistency_proof(len(leaves) + 1)


class TestDMessages:
    def test_d_indices_of_leaves(self):
        from counterpoint.merkle import Merkle

        tree = Merkle("sha3_256").tree([b"a"])
        for index in [-1, 1]:
            for call in [tree.leaf_hash, tree.inclusion_proof]:
                with pytest.raises(IndexError, match=f"no leaf {index}: the tree has 1 leaves"):
                    call(index)

    @pytest.mark.parametrize("one", [b"abc", bytearray(b"abc"), memoryview(b"abc"), "abc"])
    def test_d_one_message_in_the_place_of_many(self, one):
        from counterpoint.merkle import Merkle

        for call in [lambda: counterpoint.hash_many("sha3_256", one), lambda: Merkle("sha3_256").root(one)]:
            with pytest.raises(TypeError, match="is one message: pass a list of messages"):
                call()
        with pytest.raises(TypeError, match="object supporting the buffer API required, not int"):
            counterpoint.hash_many("sha3_256", [5])


class TestF16NullColumns:
    def test_f16_polars(self):
        series = pl.Series("x", [None, None])
        assert series.dtype == pl.Null
        assert digests(series) == [None, None]
        frame = pl.DataFrame({"x": series})
        assert frame.select(pl.col("x").counterpoint.sha3_256())["x"].to_list() == [None, None]
        assert frame.lazy().select(pl.col("x").counterpoint.sha3_256()).collect(engine="streaming").height == 2
        rows = hash_rows("tuplehash128", frame).to_pylist()
        assert rows == [counterpoint.tuplehash128([b"\0", b""]).digest()] * 2
        assert digests(pl.Series([[None], []])) == [sha3(strings([None])), sha3(strings([]))]

    def test_f16_parquet_and_json(self, tmp_path):
        (tmp_path / "x.jsonl").write_text('{"x": null}\n')
        frame = pl.read_ndjson(tmp_path / "x.jsonl")
        frame.write_parquet(tmp_path / "x.parquet")
        for table in [frame, pl.read_parquet(tmp_path / "x.parquet"), frame.to_arrow(), frame.to_pandas()]:
            assert hash_rows("tuplehash128", table).to_pylist() == [counterpoint.tuplehash128([b"\0", b""]).digest()]


    def test_f16_integers_of_128_bits(self):
        """Types that no other package has."""
        for kind, numbers in [(pl.Int128, [-1, 2**100, None]), (pl.UInt128, [2**128 - 1, None])]:
            series = pl.Series(numbers, dtype=kind)
            messages = [number if number is None else (number % 2**128).to_bytes(16, "little") for number in numbers]
            assert digests(series) == [sha3(message) for message in messages]
            assert digests(pl.Series([[1]], dtype=pl.List(kind))) == [sha3(strings([(1).to_bytes(16, "little")]))]


def buffer_at_odd_address(data):
    return pa.py_buffer(b"\0" + data).slice(1)


class TestF22ForeignBuffers:
    """A wrong buffer raises ValueError; an unusual one is hashed. A panic would not be an Exception."""

    def test_f22_unaligned(self):
        for kind, width in [(pa.utf8(), "i"), (pa.large_utf8(), "q")]:
            offsets = buffer_at_odd_address(struct.pack(f"<4{width}", 0, 1, 1, 3))
            column = pa.Array.from_buffers(kind, 3, [None, offsets, pa.py_buffer(b"abc")])
            assert digests(column) == [sha3(b"a"), sha3(b""), sha3(b"bc")]
            assert digests(column[1:]) == [sha3(b""), sha3(b"bc")]

    @pytest.mark.parametrize("bad", [False, True])
    def test_f22_unaligned_views(self, bad):
        long = b"x" * 20
        view = struct.pack("<i4sii", 20, long[:4], 0, 7 if bad else 0)
        views = buffer_at_odd_address(view + struct.pack("<i12s", 3, b"abc"))
        column = pa.Array.from_buffers(pa.binary_view(), 2, [None, views, pa.py_buffer(long)])
        if bad:
            with pytest.raises(ValueError, match="row 0 lies outside the column's buffers"):
                digests(column)
        else:
            assert digests(column) == [sha3(long), sha3(b"abc")]

    def test_f22_unaligned_numbers_lists_and_keys(self):
        numbers = pa.Array.from_buffers(pa.int64(), 2, [None, buffer_at_odd_address(struct.pack("<2q", 1, -2))])
        messages = [struct.pack("<q", 1), struct.pack("<q", -2)]
        assert digests(numbers) == [sha3(message) for message in messages]
        offsets = buffer_at_odd_address(struct.pack("<2i", 0, 2))
        lists = pa.Array.from_buffers(pa.list_(pa.int64()), 1, [None, offsets], children=[numbers])
        assert digests(lists) == [sha3(strings(messages))]
        decimals = pa.array([Decimal("1.5")] * 2)
        moved = buffer_at_odd_address(decimals.buffers()[1].to_pybytes())
        decimals = pa.Array.from_buffers(decimals.type, 2, [None, moved])
        assert digests(decimals) == [sha3((15).to_bytes(16, "little"))] * 2
        keys = pa.Array.from_buffers(pa.int32(), 3, [None, buffer_at_odd_address(struct.pack("<3i", 1, 0, 1))])
        dictionary = pa.DictionaryArray.from_arrays(keys, pa.array(["a", "b"]))
        assert digests(dictionary) == [sha3(b"b"), sha3(b"a"), sha3(b"b")]
        assert len(set(hash_rows("tuplehash128", [numbers, decimals]).to_pylist())) == 2

    def test_f22_contradictions(self):
        def of(kind, length, buffers, **options):
            return pa.Array.from_buffers(kind, length, [None, *map(pa.py_buffer, buffers)], **options)

        text = of(pa.utf8(), 2, [struct.pack("<3i", 0, 2, 1), b"ab"])
        negative = of(pa.utf8(), 2, [struct.pack("<3i", 0, -1, 1), b"ab"])
        keys = pa.DictionaryArray.from_arrays(pa.array([0, 5]), pa.array(["a"]), safe=False)
        negative_keys = pa.DictionaryArray.from_arrays(pa.array([0, -1], pa.int8()), pa.array(["a"]), safe=False)
        no_values = pa.DictionaryArray.from_arrays(pa.array([0]), pa.array([], pa.utf8()), safe=False)
        lists = of(pa.list_(pa.int8()), 2, [struct.pack("<3i", 0, 9, 1)], children=[pa.array([1], pa.int8())])
        runs = pa.RunEndEncodedArray.from_arrays(pa.array([2, 4], pa.int32()), pa.array(["a", "b"]))
        ends, values = pa.array([5, 3, 9], pa.int32()), pa.array(["a", "b", "c"])
        runs = pa.Array.from_buffers(runs.type, 9, [None], children=[ends, values])
        for wrong in [text, negative, keys, negative_keys, no_values, lists, runs]:
            for column in [wrong, pa.StructArray.from_arrays([wrong], ["x"])]:
                with pytest.raises(ValueError):
                    digests(column)
            with pytest.raises(ValueError):
                hash_rows("tuplehash128", [wrong])

    def test_f22_nulls_hide_anything(self):
        keys = pa.Array.from_buffers(pa.int32(), 2, [pa.py_buffer(b"\1"), pa.py_buffer(struct.pack("<2i", 0, 99))])
        column = pa.DictionaryArray.from_arrays(keys, pa.array(["a"]), safe=False)
        assert digests(column) == [sha3(b"a"), None]
        views = struct.pack("<i12s", 3, b"abc") + struct.pack("<iiii", 99, 0, 7, 7)
        column = pa.Array.from_buffers(pa.binary_view(), 2, [pa.py_buffer(b"\1"), pa.py_buffer(views)])
        assert digests(column) == [sha3(b"abc"), None]

    def test_f22_deep_types(self):
        column = pa.array([1])
        for _ in range(200):
            column = pa.ListArray.from_arrays([0, 1], column)
        with pytest.raises(ValueError, match="more than 64 levels"):
            digests(column)

    def test_f22_numbers_of_rows_take_no_memory(self):
        """A column states its number of rows, without a byte for each."""
        one = pa.py_buffer(struct.pack("<2q", 0, 1))
        runs = pa.run_end_encoded(pa.int64(), pa.utf8())
        runs = pa.Array.from_buffers(runs, 1 << 44, [None], children=[pa.array([1 << 44]), pa.array(["a"])])
        lists = pa.Array.from_buffers(pa.large_list(runs.type), 1, [None, one], children=[runs])
        nulls = pa.Array.from_buffers(pa.null(), 1 << 50, [None])
        every = pa.py_buffer(struct.pack("<2q", 0, 1 << 50))
        nulls = pa.Array.from_buffers(pa.large_list(pa.null()), 1, [None, every], children=[nulls])
        for column in [runs, lists, nulls]:
            with pytest.raises(MemoryError, match="can't allocate"):
                digests(column)
            with pytest.raises(MemoryError, match="can't allocate"):
                hash_rows("tuplehash128", [column])

    def test_f22_what_has_been_released(self):
        """Its pointers are dangling."""
        pointer = ctypes.pythonapi.PyCapsule_GetPointer
        pointer.restype, pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
        column = pa.array([["a"]])

        class Released:
            def __init__(self, of):
                self.of = of

            def __arrow_c_array__(self, requested_schema=None):
                schema, array = column.__arrow_c_array__()
                if self.of == "schema":
                    place = pointer(schema, b"arrow_schema") + 7 * 8
                else:
                    children = ctypes.c_void_p.from_address(pointer(array, b"arrow_array") + 6 * 8).value
                    place = ctypes.c_void_p.from_address(children).value + 8 * 8
                ctypes.c_void_p.from_address(place).value = None
                return schema, array

        for of in ["schema", "child"]:
            with pytest.raises(ValueError, match="has been released"):
                digests(Released(of))

    def test_f22_names_that_are_no_text(self):
        column = pa.StructArray.from_arrays([pa.array(["a"])], fields=[pa.field(b"\xff", pa.utf8())])
        assert digests(column) == [sha3(strings([b"a"]))]

    def test_f22_more_than_2_gib_of_a_fixed_width(self):
        width, rows = 1 << 24, 130
        data = pa.py_buffer(mmap.mmap(-1, width * rows))
        valid = pa.py_buffer(b"\1" + bytes(rows // 8 + 1))
        column = pa.Array.from_buffers(pa.binary(width), rows, [valid, data])
        found = hash_array("keccak256", column)
        assert found[0] == counterpoint.keccak256(bytes(width)).digest() and found.null_count == rows - 1
        found = hash_rows("tuplehash128", pa.table({"x": column}))
        assert found[0] == counterpoint.tuplehash128([b"\1", bytes(width)]).digest()


class TestF23TheIndexOfPandas:
    def test_f23_is_no_part_of_a_row(self):
        frame = pd.DataFrame({"a": ["x", "y"], "b": [1, 2]})
        expected = hash_rows("tuplehash128", pa.table({"a": ["x", "y"], "b": [1, 2]})).to_pylist()
        indices = [["p", "q"], [7, 3], pd.Index(["p", "q"], name="key"), pd.date_range("2020-01-01", periods=2)]
        for index in [*indices, pd.MultiIndex.from_tuples([("a", 1), ("b", 2)])]:
            assert hash_rows("tuplehash128", frame.set_index(pd.Index(index))).to_pylist() == expected
        reset = frame.set_index(pd.Index(["p", "q"])).reset_index()
        assert hash_rows("tuplehash128", reset).to_pylist() != expected
        assert hash_rows("tuplehash128", frame[frame.b == 2]).to_pylist() == expected[1:]

    def test_f23_series(self):
        for index in [None, ["p", "q"]]:
            assert digests(pd.Series(["x", None], index)) == [sha3(b"x"), None]


class TestN58NumbersListsAndStructs:
    """Numbers, lists and structs are values of a row."""

    def test_n58_numbers_booleans_and_times(self):
        moment = datetime(2020, 1, 2, 3, 4, 5, tzinfo=timezone.utc)
        micros = struct.pack("<q", int(moment.timestamp()) * 1_000_000)
        for value, kind, message in [
            (-2, pa.int8(), b"\xfe"),
            (258, pa.uint16(), b"\2\1"),
            (-1, pa.int64(), b"\xff" * 8),
            (1.5, pa.float32(), struct.pack("<f", 1.5)),
            (float("nan"), pa.float64(), struct.pack("<d", float("nan"))),
            (True, pa.bool_(), b"\1"),
            (date(1970, 1, 3), pa.date32(), struct.pack("<i", 2)),
            (date(1970, 1, 3), pa.date64(), struct.pack("<q", 2 * 86_400_000)),
            (moment, pa.timestamp("us", "UTC"), micros),
            (moment.time(), pa.time32("s"), struct.pack("<i", 11045)),
            (timedelta(seconds=1), pa.duration("ms"), struct.pack("<q", 1000)),
            (Decimal("-1.5"), pa.decimal128(10, 2), (-150).to_bytes(16, "little", signed=True)),
            (Decimal("-1.5"), pa.decimal256(40, 2), (-150).to_bytes(32, "little", signed=True)),
            (pa.MonthDayNano([1, 2, 3]), pa.month_day_nano_interval(), struct.pack("<iiq", 1, 2, 3)),
        ]:
            column = pa.array([None, value, value], kind)
            assert digests(column) == [None, sha3(message), sha3(message)], kind
            assert digests(pa.chunked_array([column[1:], column[:1]]), threads=2) == [sha3(message)] * 2 + [None], kind
            rows = hash_rows("tuplehash128", [column, column]).to_pylist()
            assert rows[1] == counterpoint.tuplehash128([b"\3", message, message]).digest(), kind
            assert rows[0] == counterpoint.tuplehash128([b"\0", b"", b""]).digest(), kind

    def test_n58_lists_and_structs(self):
        for kind in [pa.list_, pa.large_list, pa.list_view, pa.large_list_view]:
            column = pa.array([["a", None, ""], None, []], kind(pa.utf8()))
            assert digests(column) == [sha3(strings([b"a", None, b""])), None, sha3(strings([]))]
            assert digests(column[2:]) == [sha3(strings([]))]
        fixed = pa.array([["a", "b"], None], pa.list_(pa.utf8(), 2))
        assert digests(fixed) == [sha3(strings([b"a", b"b"])), None]
        structs = pa.array([{"a": 1, "b": None}, None], pa.struct({"a": pa.int16(), "b": pa.list_(pa.utf8())}))
        assert digests(structs) == [sha3(strings([b"\1\0", None])), None]
        maps = pa.array([[("k", 1)], []], pa.map_(pa.utf8(), pa.int8()))
        assert digests(maps) == [sha3(strings([strings([b"k", b"\1"])])), sha3(strings([]))]
        assert digests(pl.Series([["a"], None, []])) == [sha3(strings([b"a"])), None, sha3(strings([]))]

    def test_n58_a_struct_is_what_tuplehash_absorbs_of_a_row(self):
        table = pa.table({"a": ["x", None, "y"], "b": [1, 2, None]})
        rows = hash_rows("tuplehash128", table).to_pylist()
        for row, found in zip(table.to_pylist(), rows, strict=True):
            values = [row["a"] and row["a"].encode(), row["b"] and struct.pack("<q", row["b"])]
            message = strings(values) + bytes([1, 0, 2])  # right_encode of 256 bits
            assert counterpoint.cshake128(message, function_name=b"TupleHash").digest(32) == found

    def test_n58_every_engine(self):
        expected = [sha3(struct.pack("<q", 1)), sha3(struct.pack("<q", 2))]
        assert digests(pl.Series([1, 2])) == digests(pd.Series([1, 2])) == expected
        assert pl.DataFrame({"n": [1, 2]}).select(pl.col("n").counterpoint.sha3_256())["n"].to_list() == expected


class TestN60TablesWithoutColumnsAndNaN:
    """Row 60 of the log."""

    def test_n60_rows_without_columns(self):
        table = pa.table({"a": range(5)}).select([])
        expected = [counterpoint.tuplehash128([b""]).digest()] * 5
        assert hash_rows("tuplehash128", table).to_pylist() == expected
        assert hash_rows("tuplehash128", pd.DataFrame(index=range(5))).to_pylist() == expected
        assert hash_rows("tuplehash128", []).to_pylist() == []

    def test_n60_nothing_but_nan(self):
        from counterpoint.pandas import hash_series

        for series in [pd.Series([float("nan")] * 2), pd.Series([None, None], dtype=object), pd.Series([pd.NA, None])]:
            assert hash_series("sha3_256", series).isna().all()
            assert digests(series) == [None, None]
        for other in [["a"], pd.Index(["a"]), pd.DataFrame({"a": ["a"]}), None]:
            with pytest.raises(TypeError, match="expected a pandas Series"):
                hash_series("sha3_256", other)
        assert digests(pl.Series([float("nan")])) == [sha3(struct.pack("<d", float("nan")))]


def test_f18_duckdb_takes_text():
    import duckdb

    import counterpoint.duckdb

    connection = duckdb.connect()
    counterpoint.duckdb.register(connection, "sha3_256")
    for source in ["'a'::varchar", "'a'::blob", "'a'::enum('a', 'b')", "'a'::varchar collate nocase"]:
        query = f"select sha3_256(x) from (values ({source}), (null)) as t(x)"
        assert connection.sql(query).fetchall() == [(sha3(b"a"),), (None,)]
    # A cast to BLOB would read an escape sequence.
    assert connection.sql(r"select sha3_256('\x41')").fetchall() == [(sha3(rb"\x41"),)]


class TestF18DataFusion:
    """Columns that DataFusion reads from Parquet are views."""

    @pytest.fixture
    def context(self, tmp_path):
        import datafusion
        import pyarrow.parquet as pq

        table = pa.table({"b": [b"a", b"\xff", None], "t": ["a", "ß", None], "n": pa.array([1, 2, None], pa.int32())})
        pq.write_table(table, tmp_path / "t.parquet")
        context = datafusion.SessionContext()
        context.register_parquet("t", str(tmp_path / "t.parquet"))
        return context

    def test_f18_datafusion_takes_views(self, context):
        from counterpoint.datafusion import udf

        context.register_udf(udf("sha3_256"))
        assert context.sql("select sha3_256(b) as d from t").to_pydict()["d"] == [sha3(b"a"), sha3(b"\xff"), None]
        for kind in ["Binary", "LargeBinary", "BinaryView", "Dictionary(Int32, Binary)"]:
            found = context.sql(f"select sha3_256(arrow_cast(b, '{kind}')) as d from t").to_pydict()["d"]
            assert found == [sha3(b"a"), sha3(b"\xff"), None], kind
        assert context.sql("select sha3_256(null) as d").to_pydict()["d"] == [None]

    def test_f18_datafusion_text_and_numbers(self, context):
        from counterpoint.datafusion import udf

        expected = [sha3(b"a"), sha3("ß".encode()), None]
        context.register_udf(udf("sha3_256"))
        context.register_udf(udf("sha3_256", pa.string_view(), sql_name="of_text"))
        context.register_udf(udf("sha3_256", pa.int32(), sql_name="of_numbers"))
        assert context.sql("select sha3_256(t::bytea) as d from t").to_pydict()["d"] == expected
        for kind in ["Utf8", "LargeUtf8", "Utf8View", "Dictionary(Int32, Utf8)"]:
            found = context.sql(f"select of_text(arrow_cast(t, '{kind}')) as d from t").to_pydict()["d"]
            assert found == expected, kind
        found = context.sql("select of_numbers(n) as d from t").to_pydict()["d"]
        assert found == [sha3(struct.pack("<i", 1)), sha3(struct.pack("<i", 2)), None]


class TestF19EarlyErrors:
    MISTAKES = [("nohash", {}, ValueError), ("shake128", {}, TypeError), ("sha3_256", {"length": 5}, TypeError)]

    @pytest.mark.parametrize(("name", "options", "error"), [*MISTAKES, ("sha3_256", {"kee": b"k"}, TypeError)])
    def test_f19_where_a_function_is_named(self, name, options, error):
        import datafusion
        import duckdb

        import counterpoint.datafusion
        import counterpoint.duckdb

        del datafusion
        with pytest.raises(error):
            counterpoint.duckdb.register(duckdb.connect(), name, **options)
        with pytest.raises(error):
            counterpoint.datafusion.udf(name, **options)
        with pytest.raises(error):
            pl.col("x").counterpoint.hash(name, **options)


    @pytest.mark.parametrize(
        ("name", "options"),
        [
            ("shake128", {"length": 0}),
            ("shake128", {"length": -1}),
            ("shake128", {"length": 1 << 31}),
            ("sha3_256", {"implementation": "none"}),
            ("sha3_256", {"threads": 0}),
            ("cshake128", {"length": 5, "customization": "text"}),
            ("turboshake128", {"length": 5, "domain": 256}),
            ("turboshake128", {"length": 5, "domain": 0}),
            ("kmac128", {}),
            ("kmac128", {"key": None}),
            ("lake_keyak", {}),
            ("", {}),
        ],
    )
    def test_f19_every_option(self, name, options):
        import datafusion
        import duckdb
        import ray.data

        import counterpoint.datafusion
        import counterpoint.duckdb
        import counterpoint.ray
        import counterpoint.spark

        del datafusion
        for build in [
            lambda: counterpoint.duckdb.register(duckdb.connect(), name, **options),
            lambda: counterpoint.datafusion.udf(name, **options),
            lambda: pl.col("x").counterpoint.hash(name, **options),
            lambda: counterpoint.spark.hash_udf(name, **options),
            lambda: counterpoint.ray.hash_column(None, "x", name, **options),
            lambda: counterpoint.ray.hash_files([], name, **options),
        ]:
            with pytest.raises((TypeError, ValueError, OverflowError)):
                build()

    def test_f19_threads_belong_to_the_engine(self):
        import duckdb

        import counterpoint.duckdb
        import counterpoint.spark

        for build in [
            lambda: counterpoint.spark.hash_udf("sha3_256", threads=2),
            lambda: counterpoint.duckdb.register(duckdb.connect(), "sha3_256", threads=2),
        ]:
            with pytest.raises(TypeError, match="threads"):
                build()


class TestF07AndF27Files:
    """``hash_files``, in the driver: the cluster of tests/test_cluster.py runs the same function in its workers."""

    @pytest.fixture(scope="class", autouse=True)
    def cluster(self):
        import ray

        ray.init(num_cpus=1, include_dashboard=False, logging_level="error", log_to_driver=False)
        ray.data.DataContext.get_current().enable_progress_bars = False
        yield
        ray.shutdown()

    NAMES = [b"plain", b"100%.txt", b"bad\xff", "ß".encode(), b"file:bad%FF", b"a\xffb%"]

    def test_f07_names_that_are_not_utf_8(self, tmp_path):
        import duckdb
        import pyarrow.parquet as pq

        from counterpoint.ray import file_of, hash_files

        folder = os.fsencode(tmp_path / "in")
        os.mkdir(folder)
        for name in self.NAMES:
            with open(os.path.join(folder, name), "wb") as file:
                file.write(name)
        out = str(tmp_path / "out")
        # Blocks of one row: each would have a type of its own.
        hash_files(folder, "sha3_256").repartition(len(self.NAMES)).write_parquet(out)
        rows = pq.read_table(out)
        assert rows.schema.field("path").type == pa.string()
        assert pl.read_parquet(out + "/*.parquet").height == len(self.NAMES)
        assert duckdb.sql(f"select count(path) from '{out}/*.parquet'").fetchall() == [(len(self.NAMES),)]
        found = {file_of(row["path"]): row["digest"] for row in rows.to_pylist()}
        assert found == {os.path.join(folder, name): sha3(name) for name in self.NAMES}
        paths = rows.column("path").to_pylist()
        assert os.path.join(os.fsdecode(folder), "100%.txt") in paths, "a path that is UTF-8 is written as it is"
        again = hash_files([file_of(path) for path in paths], "sha3_256").take_all()
        assert {row["path"]: row["digest"] for row in again} == dict(zip(paths, rows.column("digest").to_pylist()))

    def test_f07_manifest(self, tmp_path, capsys):
        import importlib.util

        (tmp_path / "in").mkdir()
        with open(os.fsencode(tmp_path / "in") + b"/bad\xff", "wb") as file:
            file.write(b"x")
        place = pathlib.Path(__file__).parent.parent / "examples" / "manifest.py"
        spec = importlib.util.spec_from_file_location("manifest", place)
        manifest = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(manifest)
        assert manifest.write(str(tmp_path / "in"), str(tmp_path / "m.parquet")) == 0
        assert manifest.verify(str(tmp_path / "m.parquet")) == 0
        with open(os.fsencode(tmp_path / "in") + b"/bad\xff", "wb") as file:
            file.write(b"y")
        assert manifest.verify(str(tmp_path / "m.parquet")) == 1
        assert "bad%FF: FAILED" in capsys.readouterr().out

    def test_f07_names_that_no_file_has(self, tmp_path):
        from counterpoint.ray import hash_files

        (tmp_path / "a").write_bytes(b"a")
        rows = hash_files([b"a\0b", tmp_path / "a", "", tmp_path / "none"], "sha3_256").take_all()
        assert [row["digest"] for row in rows] == [None, sha3(b"a"), None, None]
        assert [bool(row["error"]) for row in rows] == [True, False, True, True]

    def test_f07_paths_of_bytes(self, tmp_path):
        from counterpoint.ray import hash_files

        (tmp_path / "a").write_bytes(b"a")
        expected = [{"path": str(tmp_path / "a"), "size": 1, "digest": sha3(b"a"), "error": None}]
        for paths in [os.fsencode(tmp_path), tmp_path, [os.fsencode(tmp_path / "a")]]:
            assert hash_files(paths, "sha3_256").take_all() == expected


def test_f27_files_that_change_meanwhile(tmp_path):
    from counterpoint.ray import _digest

    path = os.fsencode(tmp_path / "a")
    for change in [lambda file: file.write(b"more"), lambda file: file.truncate(3)]:
        with open(path, "wb") as file:
            file.write(b"x" * 1000)

        def new(change=change):
            with open(path, "r+b") as other:
                other.seek(0, 2)
                change(other)
            return counterpoint.sha3_256()

        with pytest.raises(OSError, match="changed while being read"):
            _digest(path, new, None)
    assert _digest(path, counterpoint.sha3_256, None) == (3, sha3(b"xxx"))
