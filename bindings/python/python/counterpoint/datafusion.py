"""Hash columns in DataFusion.

>>> import datafusion
>>> from counterpoint.datafusion import udf
>>> context = datafusion.SessionContext()
>>> context.register_udf(udf("sha3_256"))
>>> frame = context.sql("select sha3_256(arrow_cast('abc', 'Binary')) as digest")
>>> len(frame.to_pydict()["digest"][0])
32

The function takes binary data in all of Arrow's forms, and returns ``Binary``. NULL stays NULL. It requires
``pyarrow``, with which DataFusion passes columns.

In DataFusion a Python function has a single type, and implicit conversions would go through text. So other columns
require a cast, or a function of their type:

>>> frame = context.sql("select sha3_256('abc'::bytea) = sha3_256(arrow_cast('abc', 'BinaryView')) as equal")
>>> frame.to_pydict()["equal"][0]
True
>>> context.register_udf(udf("sha3_256", pyarrow.string_view(), sql_name="sha3_256_of_text"))
>>> context.sql("select sha3_256_of_text('abc') = sha3_256('abc'::bytea) as equal").to_pydict()["equal"][0]
True
"""

from __future__ import annotations

from typing import Any, Optional

import datafusion
import pyarrow

from ._check import check_function
from .arrow import hash_array

__all__ = ["udf"]


def udf(
    name: str,
    column: pyarrow.DataType = pyarrow.binary_view(),
    *,
    sql_name: Optional[str] = None,
    **options: Any,
) -> datafusion.ScalarUDF:
    """Return a hash function as an SQL function, named like the hash function or ``sql_name``.

    ``column`` is the type of its column, whose values are hashed as in ``counterpoint.arrow``.
    ``pyarrow.binary_view()`` accepts binary data in all forms, ``pyarrow.string_view()`` text in all forms. (A function
    of text also accepts other columns: DataFusion converts their values to text.)
    """
    check_function(name, pyarrow.nulls(0), threads=1, **options)

    def digests(column: Any) -> Any:
        return pyarrow.array(hash_array(name, column, threads=1, **options)).cast(pyarrow.binary())

    return datafusion.udf(digests, [column], pyarrow.binary(), "immutable", name=sql_name or name)
