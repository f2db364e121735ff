"""Measure how many rows per second this package and others hash.

``python -m counterpoint.bench columns`` hashes each row by itself; ``merkle`` computes the root of a tree with the rows
as leaves.

The rows are random, of 32 bytes or of 0 to 64. All functions hash the same rows in one process, in turns and
repeatedly, so changes in the machine's speed affect all of them. The result is the median. The digests are compared
first. Packages that are not installed are skipped and listed.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib
import os
import platform
import random
import statistics
import sys
import time
from typing import Any, Callable, Optional, Sequence

import counterpoint
from counterpoint.arrow import hash_array
from counterpoint.merkle import Merkle

Rows = list[bytes]
#: Returns a function without parameters that hashes all rows and returns digests for ``to_list``.
Maker = Callable[[Rows, Any], Callable[[], Any]]


def ours(name: str, threads: int, **options: Any) -> Maker:
    """Return a measurement of this package's columns."""

    def make(rows: Rows, column: Any) -> Callable[[], Any]:
        return lambda: hash_array(name, column, threads=threads, **options)

    return make


def ours_list(name: str, **options: Any) -> Maker:
    """Return a measurement of this package's ``hash_many``."""

    def make(rows: Rows, column: Any) -> Callable[[], Any]:
        return lambda: counterpoint.hash_many(name, rows, **options)

    return make


def loop(hash_one: Callable[[bytes], bytes]) -> Maker:
    """Return a measurement of a loop over a function for one message."""

    def make(rows: Rows, column: Any) -> Callable[[], Any]:
        return lambda: [hash_one(row) for row in rows]

    return make


def polars_hash(method: str) -> Maker:
    """Return a measurement of the package polars-hash, which hashes text, so the rows are hexadecimal."""

    def make(rows: Rows, column: Any) -> Callable[[], Any]:
        polars = importlib.import_module("polars")
        importlib.import_module("polars_hash")
        frame = polars.DataFrame({"row": [row.hex()[: len(row)] for row in rows]})
        expression = getattr(polars.col("row").chash, method)()
        return lambda: frame.select(expression)

    return make


def pycryptodome(row: bytes) -> bytes:
    """Hash a row with pycryptodome's Keccak-256."""
    keccak = importlib.import_module("Crypto.Hash.keccak")
    digest: bytes = keccak.new(digest_bits=256, data=row).digest()
    return digest


def pysha3(row: bytes) -> bytes:
    """Hash a row with safe-pysha3's Keccak-256."""
    digest: bytes = importlib.import_module("sha3").keccak_256(row).digest()
    return digest


def duckdb_sha256(rows: Rows, column: Any) -> Callable[[], Any]:
    """Return a measurement of DuckDB's own SHA-256: a different function, for the order of magnitude."""
    duckdb = importlib.import_module("duckdb")
    pyarrow = importlib.import_module("pyarrow")
    connection = duckdb.connect()
    connection.execute("set threads to 1")
    connection.register("rows", pyarrow.table({"row": column}))
    return lambda: connection.sql("select sha256(row) as digest from rows").to_arrow_table()


def sha3_256_loop(row: bytes) -> bytes:
    """Hash a row with hashlib."""
    return hashlib.sha3_256(row).digest()


#: For each function: what to measure, and whether its digests must equal the first one's.
MEASURED: dict[str, list[tuple[str, Maker, bool]]] = {
    "sha3_256": [
        ("counterpoint, 1 thread", ours("sha3_256", 1), True),
        ("counterpoint, 2 threads", ours("sha3_256", 2), True),
        ("counterpoint.hash_many", ours_list("sha3_256"), True),
        ("polars-hash (text)", polars_hash("sha3_256"), False),
        ("hashlib, loop", loop(sha3_256_loop), True),
        ("DuckDB's sha256", duckdb_sha256, False),
    ],
    "keccak256": [
        ("counterpoint, 1 thread", ours("keccak256", 1), True),
        ("counterpoint, 2 threads", ours("keccak256", 2), True),
        ("counterpoint.hash_many", ours_list("keccak256"), True),
        ("safe-pysha3, loop", loop(pysha3), True),
        ("pycryptodome, loop", loop(pycryptodome), True),
    ],
    "kt128": [
        ("counterpoint, 1 thread", ours("kt128", 1, length=32), True),
        ("counterpoint, 2 threads", ours("kt128", 2, length=32), True),
        ("counterpoint.hash_many", ours_list("kt128", length=32), True),
    ],
    "groestl256": [
        ("counterpoint, 1 thread", ours("groestl256", 1), True),
        ("counterpoint, 2 threads", ours("groestl256", 2), True),
        ("counterpoint.hash_many", ours_list("groestl256"), True),
    ],
}


def eth_hash() -> Optional[tuple[str, Maker, bool]]:
    """Return the measurement of eth-hash with its default backend, if there is one."""
    try:
        keccak: Callable[[bytes], bytes] = importlib.import_module("eth_hash.auto").keccak
        keccak(b"")
    except ImportError:
        return None
    return "eth-hash, loop", loop(keccak), True


def to_list(digests: Any) -> list[bytes]:
    """Return digests as a list."""
    if isinstance(digests, list):
        return [bytes(digest) for digest in digests]
    listed: list[bytes] = digests.to_pylist()
    return listed


def ours_merkle(threads: int) -> Maker:
    """Return a measurement of this package's trees, with all leaves in one buffer."""

    def make(rows: Rows, column: Any) -> Callable[[], Any]:
        merkle, data, each = Merkle("sha3_256", threads=threads), b"".join(rows), len(rows[0])
        return lambda: [merkle.root(data, leaf_size=each)]

    return make


def merkle_loop(rows: Rows, column: Any) -> Callable[[], Any]:
    """Return a measurement of a tree made with hashlib, level by level."""

    def root() -> list[bytes]:
        nodes = [hashlib.sha3_256(b"\0" + row).digest() for row in rows]
        while len(nodes) > 1:
            pairs = zip(nodes[::2], nodes[1::2])
            above = [hashlib.sha3_256(b"\1" + left + right).digest() for left, right in pairs]
            nodes = above + nodes[len(nodes) & ~1 :]
        return nodes

    return root


#: What to measure for trees.
MERKLE: list[tuple[str, Maker, bool]] = [
    ("counterpoint, 1 thread", ours_merkle(1), True),
    ("counterpoint, 2 threads", ours_merkle(2), True),
    ("hashlib, loop", merkle_loop, True),
]


def print_head(count: int, rounds: int) -> None:
    """Print the machine and the kind of measurement."""
    print(f"# {platform.machine()}, {os.cpu_count()} CPUs, Python {platform.python_version()}")
    version = counterpoint.__version__
    print(f"# counterpoint {version}; {count} rows; the median of {rounds} rounds; million rows per second")


def merkle(count: int, rounds: int) -> int:
    """Measure the root of a tree over rows of 32 bytes, and print a table."""
    print_head(count, rounds)
    generator = random.Random(1)
    rows = [generator.randbytes(32) for _ in range(count)]
    _measure("root of a tree over 32 bytes, sha3_256", MERKLE, rows, None, rounds, set())
    return 0


def columns(count: int, rounds: int) -> int:
    """Measure columns, and print a table."""
    pyarrow = importlib.import_module("pyarrow")
    print_head(count, rounds)
    missing: set[str] = set()
    generator = random.Random(1)
    lengths = {"32 bytes": [32] * count, "0 to 64 bytes": [generator.randrange(65) for _ in range(count)]}
    backend = eth_hash()
    for title, each in lengths.items():
        rows = [generator.randbytes(length) for length in each]
        column = pyarrow.array(rows, pyarrow.binary())
        for name, measured in MEASURED.items():
            entries = measured + ([backend] if backend and name == "keccak256" else [])
            _measure(f"{name}, {title}", entries, rows, column, rounds, missing)
    if missing:
        print(f"# not measured, because not installed: {', '.join(sorted(missing))}", file=sys.stderr)
    return 0


def _measure(
    title: str, entries: Sequence[tuple[str, Maker, bool]], rows: Rows, column: Any, rounds: int, missing: set[str]
) -> None:
    calls: list[tuple[str, Callable[[], Any]]] = []
    expected: Optional[list[bytes]] = None
    for label, make, same in entries:
        try:
            call = make(rows, column)
            digests = call()
        except ImportError:
            missing.add(label)
            continue
        if same:
            found = to_list(digests)
            expected = expected or found
            if found != expected:
                raise SystemExit(f"error: {label} has different digests of {title}")
        calls.append((label, call))
    seconds: dict[str, list[float]] = {label: [] for label, _ in calls}
    for _ in range(rounds):
        for label, call in calls:
            begin = time.perf_counter()
            call()
            seconds[label].append(time.perf_counter() - begin)
    first = statistics.median(seconds[calls[0][0]])
    print(f"\n{title}")
    for label, _ in calls:
        median = statistics.median(seconds[label])
        print(f"  {label:24} {len(rows) / median / 1e6:8.3f}  {median / first:7.2f} of the first one's time")


def main(arguments: Optional[Sequence[str]] = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m counterpoint.bench", description=__doc__)
    parser.add_argument("what", choices=["columns", "merkle"], help="what to measure")
    parser.add_argument("--rows", type=int, default=500_000, help="the number of rows [500000]")
    parser.add_argument("--rounds", type=int, default=7, help="the number of measurements of each [7]")
    asked = parser.parse_args(arguments)
    if asked.rows < 1 or asked.rounds < 1:
        parser.error("--rows and --rounds must be at least 1")
    return (columns if asked.what == "columns" else merkle)(asked.rows, asked.rounds)


if __name__ == "__main__":
    sys.exit(main())
