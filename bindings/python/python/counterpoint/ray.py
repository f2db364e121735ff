"""Hash columns and files with Ray Data, on one machine or many.

    import ray
    from counterpoint.ray import hash_column, hash_files

    rows = ray.data.read_parquet("rows/")
    hash_column(rows, "row", "sha3_256").write_parquet("digests/")

    hash_files("folder", "kt128").write_parquet("manifest/")

Ray divides the work and retries what a lost worker has not finished. A row's digest depends only on its bytes, so a
retry returns the same. The package ``counterpoint`` must be installed on the workers.
"""

from __future__ import annotations

import hashlib
import os
import urllib.parse
from typing import Any, Callable, Iterable, Optional, Union

import pyarrow
import ray.data

import counterpoint
from ._check import check_function
from .arrow import hash_array

__all__ = ["file_of", "hash_column", "hash_files"]

#: The name of a file.
Path = Union[str, bytes, "os.PathLike[str]", "os.PathLike[bytes]"]


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
    """Return a data set with one more column: the digests of ``column`` with the named hash function.

    The new column is called ``into``, by default ``<column>_<name>``. A null stays null. A batch is a whole block of
    the data set, or has ``batch_size`` rows. Each task hashes with one thread, because Ray runs a task on each CPU.
    Other options are the keywords of ``counterpoint.new``.
    """
    target = into or f"{column}_{name}"
    check_function(name, pyarrow.nulls(0), threads=threads, **options)

    def digests(table: pyarrow.Table) -> pyarrow.Table:
        hashed = pyarrow.array(hash_array(name, table.column(column), threads=threads, **options))
        if target in table.column_names:
            raise ValueError(f"the data set already has a column {target!r}; choose another name with into=")
        return table.append_column(target, hashed)

    return dataset.map_batches(digests, batch_format="pyarrow", zero_copy_batch=True, batch_size=batch_size)


def hash_files(
    paths: Union[Path, Iterable[Path]],
    name: str = "kt128",
    *,
    length: Optional[int] = None,
    **options: Any,
) -> Any:
    """Return a data set with a row for each file: ``path``, ``size``, ``digest``, and ``error``.

    ``paths`` are files or folders; a folder means all files in and below it. Each worker reads its files locally, so
    the paths must mean the same there. A file or folder that can't be read, and a file that changes while being read,
    has an ``error`` instead of a size and a digest. Files are hashed piece by piece, so memory use does not depend on
    their sizes.

    The column ``path`` is text, but the name of a file may be any bytes: a path that is not UTF-8 is written as
    ``file:`` and the percent-encoded path, as in a URL, and so is a path that begins with ``file:`` itself.
    ``file_of`` converts it back.
    """
    if counterpoint.new(name, **options).digest_size == 0 and length is None:
        length = 32
    check_function(name, pyarrow.nulls(0), length=length, **options)
    if name.replace("-", "").replace("_", "").lower().startswith("tuplehash"):
        raise ValueError(f"{name} hashes tuples, not files; choose another function")
    roots: Iterable[Path] = [paths] if isinstance(paths, (str, bytes, os.PathLike)) else paths
    files = [row for root in roots for row in _files(os.fsdecode(root))]

    def digest(row: dict[str, Any]) -> dict[str, Any]:
        size = hashed = None
        error = row["error"]
        try:
            if not error:
                size, hashed = _digest(file_of(row["path"]), lambda: counterpoint.new(name, **options), length)
        # Python raises ValueError for a name with a zero byte, which no file has.
        except (OSError, ValueError) as problem:
            error = str(problem)
        return {"path": row["path"], "size": size, "digest": hashed, "error": error}

    return ray.data.from_items(files).map(digest)


def _digest(path: bytes, new: Callable[[], Any], length: Optional[int]) -> tuple[int, bytes]:
    """Return the size and the digest of a file. Raise OSError if it can't be read or changes meanwhile."""
    with open(os.fsdecode(path), "rb") as file:
        before = os.fstat(file.fileno())
        hashed: Any = hashlib.file_digest(file, new)
        size, after = file.tell(), os.fstat(file.fileno())
    if (before.st_size, before.st_mtime_ns) != (after.st_size, after.st_mtime_ns):
        raise OSError("changed while being read; hash it again when nothing writes to it")
    return size, hashed.digest() if length is None else hashed.digest(length)


def file_of(path: str) -> bytes:
    """Return the path of a file in the system's form from a ``path`` of ``hash_files``.

    >>> file_of("folder/100%.txt"), file_of("file:folder/%FF.txt")
    (b'folder/100%.txt', b'folder/\\xff.txt')
    """
    url = path.removeprefix("file:")
    return os.fsencode(path) if url == path else urllib.parse.unquote_to_bytes(url)


def _text(name: str) -> str:
    path = os.fsencode(name)
    try:
        text = path.decode()
    except UnicodeDecodeError:
        text = "file:"
    return "file:" + urllib.parse.quote_from_bytes(path) if text.startswith("file:") else text


def _files(root: str) -> Iterable[dict[str, Optional[str]]]:
    """Return the files in and below a folder, sorted by name, or a file itself.

    A folder that can't be read is returned with its error. Links to folders are not followed; anything that is neither
    a file nor a folder is skipped.
    """
    if not os.path.isdir(root):
        yield {"path": _text(root), "error": None}
        return
    unreadable: list[OSError] = []
    for folder, folders, files in os.walk(root, onerror=unreadable.append):
        folders.sort()
        for file in sorted(files):
            path = os.path.join(folder, file)
            if os.path.isfile(path) or not os.path.exists(path):
                yield {"path": _text(path), "error": None}
    for error in unreadable:
        yield {"path": _text(error.filename), "error": str(error)}
