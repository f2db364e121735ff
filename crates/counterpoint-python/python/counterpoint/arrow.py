"""Hash the rows of columns, as Apache Arrow has them in memory.

Any object that offers a column by the Arrow PyCapsule interface can be hashed: arrays of ``pyarrow``, series of
``polars``, columns of ``duckdb`` and of ``pandas`` with Arrow's types. The types are binary and utf8, their large and
view forms, fixed_size_binary, and dictionaries of them. ``pyarrow`` itself is not needed.

>>> import polars
>>> from counterpoint.arrow import hash_array
>>> digests = hash_array("sha3_256", polars.Series(["row 1", None, "row 3"]))
>>> digests
<counterpoint.arrow.FixedSizeBinaryArray of 3 rows of 32 bytes>
>>> digests[1] is None
True
>>> polars.Series(digests).null_count()
1

A row without a value has no digest: it stays null, and the bytes that may lie under it are never hashed. The column is
not copied; the digests are one new column.
"""

from __future__ import annotations

from ._native import FixedSizeBinaryArray, hash_array

__all__ = ["FixedSizeBinaryArray", "hash_array"]
