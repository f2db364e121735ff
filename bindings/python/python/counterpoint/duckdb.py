"""Hash columns in DuckDB.

>>> import counterpoint.duckdb
>>> import duckdb
>>> connection = duckdb.connect()
>>> counterpoint.duckdb.register(connection, "sha3_256")
>>> connection.sql("select sha3_256('abc') = sha3_256('abc'::blob), sha3_256(null) is null").fetchall()
[(True, True)]

The function takes a column of any type and returns a ``BLOB``. Text is hashed as UTF-8, other types as in
``counterpoint.arrow``, in the form in which DuckDB passes them (a ``UUID`` is text, a ``HUGEINT`` a decimal, and a
``TIME WITH TIME ZONE`` loses its zone). NULL stays NULL. It requires ``pyarrow``, with which DuckDB passes columns to
Python.
"""

from __future__ import annotations

from typing import Any, Optional

import duckdb
import pyarrow

from ._check import check_function
from .arrow import hash_array

__all__ = ["register"]


def register(
    connection: duckdb.DuckDBPyConnection,
    name: str,
    *,
    sql_name: Optional[str] = None,
    **options: Any,
) -> None:
    """Add a hash function to a connection as an SQL function, named like the hash function or ``sql_name``."""
    check_function(name, pyarrow.nulls(0), threads=1, **options)

    def digests(*columns: Any) -> Any:
        if len(columns) != 1:
            raise TypeError(f"{sql_name or name} takes one argument, not {len(columns)}")
        return pyarrow.array(hash_array(name, columns[0], threads=1, **options)).cast(pyarrow.binary())

    # DuckDB's type hints have enumerations for the two modes, in places that differ between versions; strings work too.
    create_function: Any = connection.create_function
    create_function(
        sql_name or name,
        digests,
        None,
        duckdb.sqltype("BLOB"),
        type="arrow",
        null_handling="special",
    )
