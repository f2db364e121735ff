"""Hash columns in DuckDB.

>>> import counterpoint.duckdb
>>> import duckdb
>>> connection = duckdb.connect()
>>> counterpoint.duckdb.register(connection, "sha3_256")
>>> connection.sql("select sha3_256('abc'::blob) is not null, sha3_256(null) is null").fetchall()
[(True, True)]

The function takes and returns a ``BLOB``; text is cast by ``encode(text)``. NULL stays NULL. It needs ``pyarrow``, by
which DuckDB passes columns to Python.
"""

from __future__ import annotations

from typing import Any, Optional

import duckdb
import pyarrow

from .arrow import hash_array

__all__ = ["register"]


def register(
    connection: duckdb.DuckDBPyConnection,
    name: str,
    *,
    sql_name: Optional[str] = None,
    **options: Any,
) -> None:
    """Add a hash function to a connection, as an SQL function of its name or of ``sql_name``."""

    def digests(column: Any) -> Any:
        return pyarrow.array(hash_array(name, column, threads=1, **options)).cast(pyarrow.binary())

    # The types of DuckDB name the two modes by enumerations, whose place differs between versions; both know the words.
    create_function: Any = connection.create_function
    create_function(
        sql_name or name,
        digests,
        [duckdb.sqltype("BLOB")],
        duckdb.sqltype("BLOB"),
        type="arrow",
        null_handling="special",
    )
