"""Hash columns in DataFusion.

>>> import datafusion
>>> from counterpoint.datafusion import udf
>>> context = datafusion.SessionContext()
>>> context.register_udf(udf("sha3_256"))
>>> frame = context.sql("select sha3_256(arrow_cast('abc', 'Binary')) as digest")
>>> len(frame.to_pydict()["digest"][0])
32

The function takes and returns ``Binary``. NULL stays NULL. It needs ``pyarrow``, by which DataFusion passes columns.
"""

from __future__ import annotations

from typing import Any, Optional

import datafusion
import pyarrow

from .arrow import hash_array

__all__ = ["udf"]


def udf(name: str, *, sql_name: Optional[str] = None, **options: Any) -> datafusion.ScalarUDF:
    """Return a hash function as a function for SQL, of its name or of ``sql_name``."""

    def digests(column: Any) -> Any:
        return pyarrow.array(hash_array(name, column, threads=1, **options)).cast(pyarrow.binary())

    return datafusion.udf(digests, [pyarrow.binary()], pyarrow.binary(), "immutable", name=sql_name or name)
