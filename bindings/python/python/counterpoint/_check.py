"""Checks the name and the options of a hash function before an engine runs it."""

from __future__ import annotations

from typing import Any

from ._native import hash_array

__all__ = ["check_function"]


def check_function(name: str, empty: Any, **options: Any) -> None:
    """Raise what `hash_array` raises for these options, by hashing a column without rows."""
    hash_array(name, empty, **options)
