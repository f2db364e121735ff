"""Hash polars columns, also in lazy and streaming queries.

>>> import counterpoint.polars
>>> import polars as pl
>>> frame = pl.DataFrame({"row": ["row 1", None, "row 3"]})
>>> digests = frame.lazy().select(pl.col("row").counterpoint.sha3_256()).collect()
>>> digests["row"].null_count()
1

Importing this module adds the namespace ``counterpoint`` to polars' expressions, with a method for each hash function
and the keywords of ``counterpoint.new`` as options. A null stays null. The digests are ``Binary``, because polars has
no type for binary data of fixed length.
"""

from __future__ import annotations

from typing import Any, Callable, Optional

import polars

from ._check import check_function
from .arrow import hash_array
from ._native import algorithms_available

__all__ = ["Counterpoint"]


@polars.api.register_expr_namespace("counterpoint")
class Counterpoint:
    """The namespace ``counterpoint`` of an expression."""

    def __init__(self, expression: polars.Expr) -> None:
        """Wrap an expression; polars does this."""
        self._expression = expression

    def hash(self, name: str, *, threads: Optional[int] = 1, **options: Any) -> polars.Expr:
        """Return the digests of a column with the named hash function.

        polars itself divides its work among threads, so each call uses one by default. A wrong name or option, or a
        missing length, is an error here, before a query runs.
        """
        check_function(name, polars.Series(dtype=polars.Binary), threads=threads, **options)

        def digests(column: polars.Series) -> polars.Series:
            hashed = hash_array(name, column, threads=threads, **options)
            return polars.Series(column.name, hashed, dtype=polars.Binary)

        return self._expression.map_batches(digests, return_dtype=polars.Binary, is_elementwise=True)

    def __getattr__(self, name: str) -> Callable[..., polars.Expr]:
        """Return ``hash`` for a hash function by its name."""
        if name not in algorithms_available:
            raise AttributeError(f"counterpoint has no hash function {name!r}")

        def method(**options: Any) -> polars.Expr:
            return self.hash(name, **options)

        return method
