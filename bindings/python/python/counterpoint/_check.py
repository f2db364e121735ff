"""Mistakes in the name and the options of a hash function, found before an engine runs it."""

from __future__ import annotations

from typing import Any

from ._native import hash_many

__all__ = ["check_function"]


def check_function(name: str, **options: Any) -> None:
    """Raise the exception that a call with a function of this name and these options would raise."""
    hash_many(name, [], **options)
