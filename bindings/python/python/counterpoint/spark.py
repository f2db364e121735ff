"""Hash columns in Spark.

    from counterpoint.spark import hash_udf

    sha3_256 = hash_udf("sha3_256")
    frame.withColumn("digest", sha3_256(frame.row))

Spark passes whole columns to Python in Arrow's format (``arrow_udf``, since Spark 4.1), or through pandas in earlier
versions. The package ``counterpoint`` must be installed on the workers.
"""

from __future__ import annotations

from typing import Any

import pandas as pd
import pyarrow as pa
import pyspark.sql.functions
from pyspark.sql.types import BinaryType

from ._check import check_function
from .arrow import hash_array

__all__ = ["hash_udf"]

#: Without types, because its functions depend on the version.
_functions: Any = pyspark.sql.functions


def hash_udf(name: str, **options: Any) -> Any:
    """Return the named hash function as a function of a column.

    It returns a binary column. A null stays null. Values that are neither text nor binary are hashed as in
    ``counterpoint.arrow``. The options are the keywords of ``counterpoint.new``, and ``length``.
    """
    check_function(name, pa.nulls(0), threads=1, **options)

    def digests(column: Any) -> Any:
        return pa.array(hash_array(name, column, threads=1, **options)).cast(pa.binary())

    if hasattr(_functions, "arrow_udf"):

        def of_arrow(column: pa.Array) -> pa.Array:
            return digests(column)

        return _functions.arrow_udf(of_arrow, BinaryType())

    def of_pandas(series: pd.Series) -> pd.Series:
        hashed: Any = digests(pa.array(series, from_pandas=True)).to_pandas()
        return hashed

    return _functions.pandas_udf(of_pandas, BinaryType())
