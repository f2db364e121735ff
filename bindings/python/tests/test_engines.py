"""The engines that hash columns, compared with hashlib."""

import doctest
import hashlib
import importlib

import pyarrow as pa
import pytest

import counterpoint

ROWS = [None if i % 7 == 3 else b"%d" % (i * i) for i in range(5000)]
TEXT = [None if row is None else row.decode() for row in ROWS]
DIGESTS = [None if row is None else hashlib.sha3_256(row).digest() for row in ROWS]


@pytest.mark.parametrize("module", ["arrow", "polars", "duckdb", "pandas", "datafusion"])
def test_examples(module):
    results = doctest.testmod(importlib.import_module(f"counterpoint.{module}"))
    assert results.attempted > 0 and results.failed == 0


class TestPolars:
    import polars as pl

    import counterpoint.polars

    def test_eager_lazy_and_streaming(self):
        pl = self.pl
        frame = pl.DataFrame({"x": ROWS, "text": TEXT, "n": range(len(ROWS))})
        digest = pl.col("x").counterpoint.sha3_256()
        for expression in [digest, pl.col("text").counterpoint.sha3_256(), pl.col("x").counterpoint.hash("sha3-256")]:
            assert frame.select(expression.alias("d"))["d"].to_list() == DIGESTS
        lazy = frame.lazy().with_columns(digest.alias("d")).filter(pl.col("n") % 2 == 0)
        assert lazy.collect()["d"].to_list() == DIGESTS[::2]
        assert lazy.collect(engine="streaming").sort("n")["d"].to_list() == DIGESTS[::2]
        assert frame.lazy().select(digest).collect_schema() == {"x": pl.Binary}

    def test_options(self):
        pl = self.pl
        frame = pl.DataFrame({"x": [b"a", None]})
        tags = frame.select(pl.col("x").counterpoint.kmac128(key=b"key"))["x"].to_list()
        assert tags == [counterpoint.kmac128(b"key", b"a").digest(), None]
        assert frame.select(pl.col("x").counterpoint.shake128(length=5))["x"].to_list()[0] == (
            hashlib.shake_128(b"a").digest(5)
        )

    def test_mistakes(self):
        pl = self.pl
        with pytest.raises(AttributeError, match="no hash function 'nope'"):
            pl.col("x").counterpoint.nope()
        with pytest.raises(ValueError, match="unsupported hash type nope"):
            pl.col("x").counterpoint.hash("nope")
        with pytest.raises(TypeError, match="'length' is a required argument"):
            pl.col("x").counterpoint.shake128()
        with pytest.raises(ValueError, match="threads is 0"):
            pl.col("x").counterpoint.sha3_256(threads=0)

    def test_threads(self, monkeypatch):
        pl, asked = self.pl, []
        original = counterpoint.polars.hash_array

        def hash_array(*arguments, threads, **options):
            asked.append(threads)
            return original(*arguments, threads=threads, **options)

        monkeypatch.setattr(counterpoint.polars, "hash_array", hash_array)
        pl.DataFrame({"x": [b"a"]}).select(pl.col("x").counterpoint.sha3_256(threads=3))
        assert set(asked) == {3}

    def test_chunks_and_slices(self):
        pl = self.pl
        frame = pl.DataFrame({"x": ROWS})
        frame = pl.concat([frame[5:], frame[:0], frame[:3]], rechunk=False)
        assert frame["x"].n_chunks() > 1
        assert frame[1:].select(pl.col("x").counterpoint.sha3_256())["x"].to_list() == DIGESTS[6:] + DIGESTS[:3]


def test_duckdb():
    import duckdb

    import counterpoint.duckdb

    connection = duckdb.connect()
    counterpoint.duckdb.register(connection, "sha3_256")
    counterpoint.duckdb.register(connection, "kmac128", sql_name="tag", key=b"key")
    connection.register("rows", pa.table({"x": pa.array(ROWS, pa.binary())}))
    assert [row[0] for row in connection.sql("select sha3_256(x) from rows").fetchall()] == DIGESTS
    assert connection.sql("select tag('a'::blob)").fetchall()[0][0] == counterpoint.kmac128(b"key", b"a").digest()
    text = connection.sql("select sha3_256(x::varchar) from (values ('a'), (null)) as t(x)").fetchall()
    assert text == [(hashlib.sha3_256(b"a").digest(),), (None,)]
    with pytest.raises(duckdb.Error, match="takes one argument, not 2"):
        connection.sql("select sha3_256('a', 'b')").fetchall()


def test_pandas():
    import pandas as pd

    from counterpoint.pandas import hash_series

    index = pd.Index(range(5, 5 + len(ROWS)))
    for series in [
        pd.Series(ROWS, index, name="x", dtype=pd.ArrowDtype(pa.binary())),
        pd.Series(ROWS, index, name="x", dtype=object),
        pd.Series(TEXT, index, name="x"),
        pd.Series(TEXT, index, name="x", dtype=pd.ArrowDtype(pa.large_string())),
    ]:
        digests = hash_series("sha3_256", series)
        assert [None if digest is pd.NA else digest for digest in digests] == DIGESTS
        assert digests.index.equals(index) and digests.name == "x"
        assert digests.dtype == pd.ArrowDtype(pa.binary(32))
    numbers = hash_series("sha3_256", pd.Series([1, 2]))
    assert numbers[1] == hashlib.sha3_256((2).to_bytes(8, "little")).digest()


def test_options_and_chunks_of_pandas():
    import pandas as pd

    from counterpoint.pandas import hash_series

    series = pd.Series([b"a", None], dtype=pd.ArrowDtype(pa.binary()))
    tags = hash_series("kmac128", pd.concat([series, series[::-1]]), key=b"key", threads=2)
    expected = counterpoint.kmac128(b"key", b"a").digest()
    assert [None if tag is pd.NA else tag for tag in tags] == [expected, None, None, expected]


def test_missing_values_of_pandas():
    import pandas as pd

    from counterpoint.pandas import hash_series

    for missing in [None, float("nan"), pd.NA]:
        digests = hash_series("sha3_256", pd.Series([b"a", missing], dtype=object))
        assert digests.isna().tolist() == [False, True]


def test_datafusion():
    import datafusion

    from counterpoint.datafusion import udf

    context = datafusion.SessionContext()
    context.register_udf(udf("sha3_256"))
    batch = pa.record_batch({"x": pa.array(ROWS, pa.binary()), "n": pa.array(range(len(ROWS)))})
    context.register_record_batches("rows", [[batch]])
    digests = context.sql("select sha3_256(x) as d from rows order by n").to_pydict()["d"]
    assert digests == DIGESTS
    with pytest.raises(Exception, match="Binary|coerc"):
        context.sql("select sha3_256(n) as d from rows").to_pydict()


def test_options_in_datafusion():
    import datafusion

    from counterpoint.datafusion import udf

    context = datafusion.SessionContext()
    context.register_udf(udf("kmacxof128", sql_name="tag", key=b"key", length=20))
    tags = context.sql("select tag(arrow_cast('a', 'Binary')) as d").to_pydict()["d"]
    assert tags == [counterpoint.kmacxof128(b"key", b"a").digest(20)]
