"""Hash columns and files with Ray Data, on one machine or on many.

    import ray
    from counterpoint.ray import hash_column, hash_files

    rows = ray.data.read_parquet("rows/")
    hash_column(rows, "row", "sha3_256").write_parquet("digests/")

    hash_files("folder", "kt128").write_parquet("manifest/")

The engine divides the work, and tries again what a lost worker has not finished; a row's digest depends on its bytes
alone, so a second try gives the same. The package ``counterpoint`` must be installed where the workers run.
"""

from __future__ import annotations

import hashlib
import os
from typing import Any, Iterable, Optional, Union

import pyarrow
import ray.data

import counterpoint
from .arrow import hash_array

__all__ = ["hash_column", "hash_files"]


def hash_column(
    dataset: Any,
    column: str,
    name: str,
    *,
    into: Optional[str] = None,
    batch_size: Optional[int] = None,
    threads: int = 1,
    **options: Any,
) -> Any:
    """Return a data set with one more column: the digests of ``column`` by the hash function with this name.

    The new column is called ``into``, or else the old one's name, ``_`` and the function's name. A null stays null. A
    batch is a whole block of the data set, or has ``batch_size`` rows. Each task hashes in one thread, since Ray runs a
    task on each CPU; other options are the keywords of ``counterpoint.new``.
    """
    target = into or f"{column}_{name}"
    counterpoint.hash_many(name, [], **options)  # Wrong names and options are errors here, not in a worker.

    def digests(table: pyarrow.Table) -> pyarrow.Table:
        hashed = pyarrow.array(hash_array(name, table.column(column), threads=threads, **options))
        if target in table.column_names:
            raise ValueError(f"the data set has a column {target!r} already; choose another name with into=")
        return table.append_column(target, hashed)

    return dataset.map_batches(digests, batch_format="pyarrow", zero_copy_batch=True, batch_size=batch_size)


def hash_files(
    paths: Union[str, os.PathLike[str], Iterable[Union[str, os.PathLike[str]]]],
    name: str = "kt128",
    *,
    length: Optional[int] = None,
    **options: Any,
) -> Any:
    """Return a data set with a row for each file: ``path``, ``size``, ``digest``, and ``error``.

    ``paths`` are files, and folders, whose files are taken with those of the folders in them. Each worker reads its
    files where it runs, so the paths must mean the same there. A file that can't be read has an ``error``, and neither
    size nor digest; nor has a folder that can't be read. The files are hashed in pieces, so the memory does not depend
    on their sizes.
    """
    if counterpoint.new(name, **options).digest_size == 0 and length is None:
        length = 32
    counterpoint.hash_many(name, [], length=length, **options)  # Wrong lengths are errors here, not in a worker.
    if name.replace("-", "").replace("_", "").lower().startswith("tuplehash"):
        raise ValueError(f"{name} hashes tuples, and a file is none")
    roots = [paths] if isinstance(paths, (str, os.PathLike)) else paths
    files = [row for root in roots for row in _files(os.fspath(root))]

    def digest(row: dict[str, Any]) -> dict[str, Any]:
        path = row["path"]
        if row["error"]:
            return {"path": path, "size": None, "digest": None, "error": row["error"]}
        try:
            with open(path, "rb") as file:
                hashed: Any = hashlib.file_digest(file, lambda: counterpoint.new(name, **options))
                size = file.tell()
        except OSError as error:
            return {"path": path, "size": None, "digest": None, "error": str(error)}
        return {
            "path": path,
            "size": size,
            "digest": hashed.digest(length) if length is not None else hashed.digest(),
            "error": None,
        }

    return ray.data.from_items(files).map(digest)


def _files(root: str) -> Iterable[dict[str, Optional[str]]]:
    """Return the files of a folder and of all folders in it, in the order of their names; or a file itself.

    A folder that can't be read is there with its error. Links to folders are not followed; what is neither a file nor a
    folder is left out.
    """
    if not os.path.isdir(root):
        yield {"path": root, "error": None}
        return
    unreadable: list[OSError] = []
    for folder, folders, files in os.walk(root, onerror=unreadable.append):
        folders.sort()
        for file in sorted(files):
            path = os.path.join(folder, file)
            if os.path.isfile(path) or not os.path.exists(path):
                yield {"path": path, "error": None}
    for error in unreadable:
        yield {"path": os.fspath(error.filename), "error": str(error)}
