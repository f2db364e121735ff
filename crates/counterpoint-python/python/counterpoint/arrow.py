r"""Hash the rows of columns, as Apache Arrow has them in memory.

Any object that offers a column by the Arrow PyCapsule interface can be hashed: arrays of ``pyarrow``, series of
``polars``, columns of ``duckdb`` and of ``pandas`` with Arrow's types. The types are binary and utf8, their large and
view forms, fixed_size_binary, and dictionaries of them. ``pyarrow`` itself is not needed.

>>> import polars
>>> from counterpoint.arrow import hash_array, hash_rows
>>> digests = hash_array("sha3_256", polars.Series(["row 1", None, "row 3"]))
>>> digests
<counterpoint.arrow.FixedSizeBinaryArray of 3 rows of 32 bytes>
>>> digests[1] is None
True
>>> polars.Series(digests).null_count()
1

A row without a value has no digest: it stays null, and the bytes that may lie under it are never hashed. The column is
not copied; the digests are one new column.

``hash_rows`` makes one digest of each row of several columns, or of a whole table:

>>> frame = polars.DataFrame({"name": ["ab", "a", "a"], "city": ["c", "bc", None]})
>>> rows = hash_rows("tuplehash128", frame)
>>> rows.null_count, len(set(rows.to_pylist()))
(0, 3)

Values are never just joined: then ``("ab", "c")`` and ``("a", "bc")`` would be equal. Each row is a tuple, hashed by
TupleHash (NIST SP 800-185, section 5), which encodes the length of each element. The first element is a bitmap that
says which columns have a value: bit ``c % 8`` of byte ``c // 8`` for column ``c``. The others are the values, where a
null has no bytes. So a null and an empty value differ, too:

>>> import counterpoint
>>> rows[0] == counterpoint.tuplehash128([b"\x03", b"ab", b"c"]).digest()
True
>>> rows[2] == counterpoint.tuplehash128([b"\x01", b"a", b""]).digest()
True
"""

from __future__ import annotations

from ._native import FixedSizeBinaryArray, hash_array, hash_rows

__all__ = ["FixedSizeBinaryArray", "hash_array", "hash_rows"]
