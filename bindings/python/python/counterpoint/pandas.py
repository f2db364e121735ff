"""Hash pandas series.

>>> import pandas
>>> from counterpoint.pandas import hash_series
>>> digests = hash_series("sha3_256", pandas.Series(["row 1", None, "row 3"]))
>>> bool(digests.isna()[1])
True

A series of text, of ``bytes`` or of an Arrow type becomes a series of the Arrow type ``fixed_size_binary`` with the
same index. A missing value stays missing. This requires ``pyarrow``.
"""

from __future__ import annotations

from typing import Any, Optional

import pandas
import pyarrow

from .arrow import hash_array

__all__ = ["hash_series"]


def hash_series(name: str, series: Any, *, threads: Optional[int] = None, **options: Any) -> Any:
    """Return the digests of a series with the named hash function."""
    if not isinstance(series, pandas.Series):
        raise TypeError(f"expected a pandas Series, not {type(series).__name__}")
    column = pyarrow.array(series, from_pandas=True)
    digests = pyarrow.array(hash_array(name, column, threads=threads, **options))
    array = pandas.arrays.ArrowExtensionArray(digests)
    return pandas.Series(array, index=series.index, name=series.name)
