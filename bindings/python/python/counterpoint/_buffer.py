"""The type of objects that can be hashed."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Union

if TYPE_CHECKING:
    if sys.version_info >= (3, 12):
        from collections.abc import Buffer
    else:
        from typing_extensions import Buffer
else:
    Buffer = Union[bytes, bytearray, memoryview]

__all__ = ["Buffer"]
