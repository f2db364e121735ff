r"""Hash columns of Apache Arrow, row by row.

Any object with the Arrow PyCapsule interface can be hashed: arrays of ``pyarrow``, series of ``polars``, columns of
``duckdb`` and of ``pandas`` with Arrow's types. ``pyarrow`` itself is not required.

>>> import polars
>>> from counterpoint.arrow import hash_array, hash_rows
>>> digests = hash_array("sha3_256", polars.Series(["row 1", None, "row 3"]))
>>> digests
<counterpoint.arrow.FixedSizeBinaryArray of 3 rows of 32 bytes>
>>> digests[1] is None
True
>>> polars.Series(digests).null_count()
1

The message of a row is its value:

* binary data and text (binary and utf8, their large and view forms, fixed_size_binary): the bytes;
* integers, floating-point numbers, decimals, dates, times, timestamps, durations: the little-endian bytes of the
  number, in the width of its type; intervals: the bytes of each of their numbers; booleans: one byte, 0 or 1;
* lists, structs, maps: concatenated strings, each encoded like an element of TupleHash (``encode_string`` in NIST SP
  800-185: ``left_encode`` of the length in bits, then the bytes). The first is a bitmap of the elements or fields that
  have a value; the others are the values, as in ``hash_rows`` below;
* dictionaries (categories) and runs: the message of the value.

>>> import struct
>>> from counterpoint import sha3_256
>>> hash_array("sha3_256", polars.Series([1.5]))[0] == sha3_256(struct.pack("<d", 1.5)).digest()
True
>>> lists = hash_array("sha3_256", polars.Series([["a", None]]))  # 8 bits: 01, 8 bits: "a", 0 bits
>>> lists[0] == sha3_256(bytes.fromhex("0108 01 0108") + b"a" + bytes.fromhex("0100")).digest()
True

The name of a type and its parameters (unit, time zone, scale) are not part of the message, nor are the names of fields.
Numbers are hashed by their bits: 1 as int32 and 1 as int64 have different digests, and so do 0.0 and -0.0. NaN is a
value, except in pandas, where it is a missing value. Types without bytes raise TypeError: unions, and ``Object`` of
polars.

A null has no digest: it stays null, and any bytes stored for it are never hashed. Binary data, text and numbers are
hashed in place, without a copy; the digests are a new column.

``hash_rows`` returns one digest for each row of several columns or of a whole table. The index of a pandas frame is not
part of a row; ``frame.reset_index()`` turns it into a column.

>>> frame = polars.DataFrame({"name": ["ab", "a", "a"], "city": ["c", "bc", None]})
>>> rows = hash_rows("tuplehash128", frame)
>>> rows.null_count, len(set(rows.to_pylist()))
(0, 3)

Values are not just concatenated, which would make ``("ab", "c")`` and ``("a", "bc")`` equal. Each row is a tuple for
TupleHash (NIST SP 800-185, section 5), which encodes the length of each element. The first element is a bitmap of the
columns that have a value: bit ``c % 8`` of byte ``c // 8`` for column ``c``. The others are the values, empty for
nulls. So a null and an empty value also differ:

>>> import counterpoint
>>> rows[0] == counterpoint.tuplehash128([b"\x03", b"ab", b"c"]).digest()
True
>>> rows[2] == counterpoint.tuplehash128([b"\x01", b"a", b""]).digest()
True
"""

from __future__ import annotations

from ._native import FixedSizeBinaryArray, hash_array, hash_rows

__all__ = ["FixedSizeBinaryArray", "hash_array", "hash_rows"]
