"""Ray and Spark on this machine, and what happens when one of their workers is killed."""

import errno
import hashlib
import os
import pathlib
import signal
import sys
import threading
import time

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import counterpoint

#: Several million rows, in several files.
ROWS, FILES = 2_000_000, 8


@pytest.fixture(scope="module")
def parquet(tmp_path_factory):
    """A folder of Parquet files with row numbers and bytes; every ninth value is missing."""
    folder = tmp_path_factory.mktemp("rows")
    each = ROWS // FILES
    for file in range(FILES):
        numbers = range(file * each, (file + 1) * each)
        table = pa.table({"n": pa.array(numbers, pa.int64()), "row": pa.array(map(row, numbers), pa.binary())})
        pq.write_table(table, folder / f"{file}.parquet")
    return folder


def row(n):
    return None if n % 9 == 4 else b"row %d" % (n * n)


def check(table):
    """No row is lost, changed or duplicated."""
    table = table.sort_by("n")
    assert table.column("n").to_pylist() == list(range(ROWS))
    expected = counterpoint.hash_many("sha3_256", [row(n) or b"" for n in range(ROWS)])
    for n, digest in enumerate(table.column("digest").to_pylist()):
        assert digest == (None if row(n) is None else expected[n])
    assert expected[5] == hashlib.sha3_256(row(5)).digest()


def kill_when_it_works(marker):
    """Wait until a worker has written its process id, kill it, and record this in a file next to it."""

    def work():
        while not marker.exists() or not marker.read_text().strip():
            time.sleep(0.01)
        os.kill(int(marker.read_text()), signal.SIGKILL)
        marker.with_suffix(".killed").touch()

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    return thread


def wait_once_to_be_killed(marker):
    """In a worker: the first call writes its process id and waits until it is killed."""
    try:
        file = os.open(marker, os.O_CREAT | os.O_EXCL | os.O_WRONLY)
    except FileExistsError:
        return
    os.write(file, b"%d" % os.getpid())
    os.close(file)
    while True:
        signal.pause()


@pytest.fixture(scope="module")
def cluster():
    """Ray on this machine."""
    import ray

    # The workers can't import this file, so its functions are sent by value.
    ray.cloudpickle.register_pickle_by_value(sys.modules[__name__])
    ray.init(num_cpus=2, include_dashboard=False, logging_level="error", log_to_driver=False)
    ray.data.DataContext.get_current().enable_progress_bars = False
    yield
    ray.shutdown()


@pytest.fixture(scope="module")
def spark(tmp_path_factory):
    """Spark on this machine."""
    os.environ["PYSPARK_PYTHON"] = os.environ["PYSPARK_DRIVER_PYTHON"] = sys.executable
    from pyspark import cloudpickle
    from pyspark.sql import SparkSession

    cloudpickle.register_pickle_by_value(sys.modules[__name__])
    # Two threads, and up to four tries of a task.
    builder = SparkSession.builder.master("local[2,4]").appName("counterpoint")
    settings = {
        "spark.ui.enabled": "false",
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.sql.warehouse.dir": str(tmp_path_factory.mktemp("warehouse")),
        "spark.sql.execution.arrow.pyspark.enabled": "true",
        "spark.driver.memory": "2g",
    }
    for key, value in settings.items():
        builder = builder.config(key, value)
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("OFF")
    yield session
    session.stop()


@pytest.mark.usefixtures("cluster")
class TestRay:
    def test_a_column(self, parquet):
        import ray

        from counterpoint.ray import hash_column

        dataset = hash_column(ray.data.read_parquet(str(parquet)), "row", "sha3_256", into="digest")
        check(pa.concat_tables(ray.get(dataset.to_arrow_refs())))

    def test_options_of_a_column(self):
        import ray

        from counterpoint.ray import hash_column

        dataset = ray.data.from_items([{"row": b"a"}])
        options = {"key": b"key", "customization": b"x"}
        rows = hash_column(dataset, "row", "kmac128", **options).take_all()
        assert rows == [{"row": b"a", "row_kmac128": counterpoint.kmac128(data=b"a", **options).digest()}]

    def test_a_killed_worker_changes_nothing(self, parquet, tmp_path):
        import ray

        from counterpoint.ray import hash_column

        marker = tmp_path / "worker"
        thread = kill_when_it_works(marker)

        def slow(table):
            wait_once_to_be_killed(marker)
            return table

        dataset = ray.data.read_parquet(str(parquet)).map_batches(slow, batch_format="pyarrow")
        dataset = hash_column(dataset, "row", "sha3_256", into="digest")
        check(pa.concat_tables(ray.get(dataset.to_arrow_refs())))
        thread.join()
        assert marker.with_suffix(".killed").exists()

    def test_files(self, tmp_path, monkeypatch):
        from counterpoint.ray import hash_files

        contents = {"a": b"abc", "sub/b": bytes(100_000), "sub/c": b""}
        for name, content in contents.items():
            path = tmp_path / name
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(content)
        (tmp_path / "broken").symlink_to(tmp_path / "nothing")
        # Not files: a link to a folder, and a pipe that never provides anything.
        (tmp_path / "link").symlink_to(tmp_path / "sub")
        os.mkfifo(tmp_path / "pipe")
        (tmp_path / "closed").mkdir()

        # Permissions alone do not stop root.
        def scandir(path, scandir=os.scandir):
            if path == str(tmp_path / "closed"):
                raise PermissionError(errno.EACCES, "Permission denied", path)
            return scandir(path)

        monkeypatch.setattr(os, "scandir", scandir)
        rows = {row["path"]: row for row in hash_files(tmp_path, "sha3_256").take_all()}
        assert len(rows) == len(contents) + 2
        for name, content in contents.items():
            found = rows[str(tmp_path / name)]
            assert (found["size"], found["digest"]) == (len(content), hashlib.sha3_256(content).digest())
            assert found["error"] is None
        broken = rows[str(tmp_path / "broken")]
        assert broken["digest"] is None and "No such file" in broken["error"]
        closed = rows[str(tmp_path / "closed")]
        assert closed["digest"] is None and "Permission denied" in closed["error"]
        one = hash_files([tmp_path / "a"]).take_all()
        assert one[0]["digest"] == counterpoint.kt128(b"abc").digest(32)
        options = {"key": b"key", "customization": b"x"}
        one = hash_files([tmp_path / "a"], "kmac128", **options).take_all()
        assert one[0]["digest"] == counterpoint.kmac128(data=b"abc", **options).digest()
        one = hash_files([tmp_path / "a"], "shake256", length=64).take_all()
        assert one[0]["digest"] == hashlib.shake_256(b"abc").digest(64)

    def test_the_manifest(self, tmp_path, monkeypatch, capsys):
        """examples/manifest.py finds changes."""
        monkeypatch.syspath_prepend(pathlib.Path(__file__).parent.parent / "examples")
        import manifest

        folder, file = tmp_path / "folder", str(tmp_path / "manifest.parquet")
        folder.mkdir()
        for name in ["a", "b", "c"]:
            (folder / name).write_text(name)
        assert manifest.write(str(folder), file) == 0
        assert manifest.verify(file) == 0
        (folder / "b").write_text("changed")
        (folder / "c").unlink()
        capsys.readouterr()
        assert manifest.verify(file) == 1
        lines = capsys.readouterr().out.splitlines()
        assert lines[0].endswith("b: FAILED") and "No such file" in lines[1] and lines[2] == "3 files, 2 differ"

    def test_mistakes(self, parquet):
        import ray

        from counterpoint.ray import hash_column, hash_files

        dataset = ray.data.read_parquet(str(parquet))
        with pytest.raises(ValueError, match="unsupported hash type"):
            hash_column(dataset, "row", "nope")
        with pytest.raises(ValueError, match="unsupported hash type"):
            hash_files("folder", "nope")
        with pytest.raises(ValueError, match="hashes tuples"):
            hash_files("folder", "tuplehash128")
        with pytest.raises(Exception, match="already"):
            hash_column(dataset, "row", "sha3_256", into="n").take(1)
        with pytest.raises(Exception, match="absent"):
            hash_column(dataset, "absent", "sha3_256").take(1)


class TestSpark:
    def test_a_column(self, spark, parquet, tmp_path):
        from counterpoint.spark import hash_udf

        frame = spark.read.parquet(str(parquet))
        frame.withColumn("digest", hash_udf("sha3_256")(frame.row)).write.parquet(str(tmp_path / "out"))
        check(pq.read_table(tmp_path / "out"))

    def test_a_killed_worker_changes_nothing(self, spark, parquet, tmp_path):
        from pyspark.sql.functions import pandas_udf

        from counterpoint.spark import hash_udf

        marker = tmp_path / "worker"
        thread = kill_when_it_works(marker)
        place = str(marker)

        def slow(series: pd.Series) -> pd.Series:
            wait_once_to_be_killed(place)
            return series

        frame = spark.read.parquet(str(parquet))
        passed = pandas_udf(slow, "long")
        frame = frame.withColumn("n", passed(frame.n))
        frame.withColumn("digest", hash_udf("sha3_256")(frame.row)).write.parquet(str(tmp_path / "out"))
        check(pq.read_table(tmp_path / "out"))
        thread.join()
        assert marker.with_suffix(".killed").exists()

    def test_text_and_options(self, spark):
        from counterpoint.spark import hash_udf

        frame = spark.createDataFrame([("a",), (None,)], "text string")
        tags = frame.select(hash_udf("kmac128", key=b"key")(frame.text).alias("tag")).collect()
        assert [tag.tag and bytes(tag.tag) for tag in tags] == [counterpoint.kmac128(b"key", b"a").digest(), None]
        with pytest.raises(ValueError, match="unsupported hash type"):
            hash_udf("nope")

    def test_before_spark_4_1(self, spark, monkeypatch):
        from counterpoint.spark import hash_udf

        monkeypatch.delattr("pyspark.sql.functions.arrow_udf", raising=False)
        frame = spark.createDataFrame([(bytearray(b"a"),), (None,)], "data binary")
        rows = frame.select(hash_udf("sha3_256")(frame.data).alias("digest")).collect()
        assert [row.digest and bytes(row.digest) for row in rows] == [hashlib.sha3_256(b"a").digest(), None]
