"""A manifest of a folder: computes the digests of its files with Ray, stores them as Parquet, and finds later changes.

    python manifest.py write FOLDER MANIFEST.parquet
    python manifest.py verify MANIFEST.parquet

`verify` prints a line for each changed, missing or unreadable file, and exits with 1 if there is one.
"""

import argparse
import sys

import pyarrow as pa
import pyarrow.parquet as pq
import ray

from counterpoint.ray import file_of, hash_files

FUNCTION = "kt128"
SCHEMA = pa.schema(
    [("path", pa.string()), ("size", pa.int64()), ("digest", pa.binary()), ("error", pa.string())],
    metadata={"hash function": FUNCTION},
)


def hashed(paths) -> pa.Table:
    """Hash files; the rows are sorted by path."""
    rows = hash_files(paths, FUNCTION).take_all()
    return pa.Table.from_pylist(sorted(rows, key=lambda row: row["path"]), schema=SCHEMA)


def write(folder: str, manifest: str) -> int:
    """Write the manifest of a folder."""
    table = hashed(folder)
    pq.write_table(table, manifest)
    unreadable = [row for row in table.to_pylist() if row["error"]]
    for row in unreadable:
        print(f"{row['path']}: {row['error']}", file=sys.stderr)
    print(f"{table.num_rows} files, {len(unreadable)} of them unreadable")
    return 1 if unreadable else 0


def verify(manifest: str) -> int:
    """Compare a manifest with the current files."""
    before = pq.read_table(manifest)
    if (before.schema.metadata or {}).get(b"hash function") != FUNCTION.encode():
        raise SystemExit(f"error: {manifest} is not a manifest of this program: it does not name {FUNCTION}")
    now = {row["path"]: row for row in hashed(map(file_of, before.column("path").to_pylist())).to_pylist()}
    different = 0
    for old in before.to_pylist():
        new = now.get(old["path"], {"error": "the file no longer exists", "digest": None})
        if new["error"] or old["digest"] != new["digest"]:
            different += 1
            print(f"{old['path']}: {new['error'] or 'FAILED'}")
    print(f"{before.num_rows} files, {different} differ")
    return 1 if different else 0


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    of_write = commands.add_parser("write", help="write the manifest of a folder")
    of_write.add_argument("folder")
    of_write.add_argument("manifest")
    of_verify = commands.add_parser("verify", help="compare files with a manifest")
    of_verify.add_argument("manifest")
    asked = parser.parse_args()
    ray.init(include_dashboard=False, logging_level="error", log_to_driver=False, ignore_reinit_error=True)
    ray.data.DataContext.get_current().enable_progress_bars = False
    return write(asked.folder, asked.manifest) if asked.command == "write" else verify(asked.manifest)


if __name__ == "__main__":
    sys.exit(main())
