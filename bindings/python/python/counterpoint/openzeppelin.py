"""The Merkle trees of OpenZeppelin's package ``@openzeppelin/merkle-tree``, verified by its contract ``MerkleProof``.

>>> from counterpoint.openzeppelin import OpenZeppelin, encode
>>> types = ["address", "uint256"]
>>> values = [
...     encode(types, ["0x1111111111111111111111111111111111111111", 5000000000000000000]),
...     encode(types, ["0x2222222222222222222222222222222222222222", 2500000000000000000]),
... ]

``StandardMerkleTree.of(values, types)``, whose root goes into a contract:

>>> trees = OpenZeppelin()
>>> tree = trees.tree(values)
>>> tree.root.hex()
'd4dee0beab2d53f2cc83e567171bd2820e49898130a22622b10ead383e90bd77'

The proof of a value is a list of hashes, the contract's ``bytes32[]``:

>>> proof = tree.proof(1)
>>> trees.verify(values[1], proof, tree.root)
True

A proof for several values includes the order in which to verify them:

>>> indices, hashes, flags = tree.multi_proof([0, 1])
>>> trees.verify_multi_proof([values[index] for index in indices], hashes, flags, tree.root)
True

As in the package and the contract, the root alone is a valid proof for an empty list of values.

Values are encoded bytes: an iterable of them, or one buffer, divided into values of ``value_size`` bytes. Indices count
the values in their original order. ``sort_leaves=False`` also keeps the leaves in this order, and ``threads=None`` uses
all CPUs. ``tree.nodes`` and ``tree.tree_index(i)`` are the contents of the package's dumps. Without values, ``tree``
raises ``ValueError``.

``OpenZeppelin(simple=True)`` makes the trees of ``SimpleMerkleTree``, whose values are hashes of 32 bytes and used as
leaves. **Whoever chooses such a leaf can choose a node**, unless each leaf is the hash of something other than a node.
"""

from __future__ import annotations

import re
from typing import Iterable, Sequence, Union

from ._native import OpenZeppelin, StandardMerkleTree

__all__ = ["OpenZeppelin", "StandardMerkleTree", "encode"]

Value = Union[int, bool, str, bytes, bytearray, memoryview]
_WORD = 32


def encode(types: Sequence[str], values: Iterable[Value]) -> bytes:
    """Encode values like Solidity's ``abi.encode``.

    >>> encode(["bool", "string"], [True, "dog"])[-32:].rstrip(b"\\0")
    b'dog'

    Types are ``uint8`` to ``uint256``, ``int8`` to ``int256``, ``address``, ``bool``, ``bytes1`` to ``bytes32``,
    ``bytes`` and ``string``. Numbers are integers; addresses and bytes are bytes, or strings of ``0x`` and hexadecimal
    digits. Static arrays and tuples of static types are encoded like their elements, so list these instead.

    Raises ``TypeError`` for a value of the wrong kind, and ``ValueError`` for unsupported types and for values out of
    the range of their type.
    """
    values = list(values)
    if len(types) != len(values):
        raise ValueError(f"{len(types)} types and {len(values)} values; pass one value per type")
    words, contents = [], b""
    for position, (kind, value) in enumerate(zip(types, values)):
        name = f"value {position}, {kind}"
        if kind in ("bytes", "string"):
            content = _text(value, name) if kind == "string" else _bytes(value, name)
            words.append((_WORD * len(values) + len(contents)).to_bytes(_WORD, "big"))
            contents += len(content).to_bytes(_WORD, "big") + content + bytes(-len(content) % _WORD)
        else:
            words.append(_word(kind, value, name))
    return b"".join(words) + contents


def _word(kind: str, value: Value, name: str) -> bytes:
    """Return the word for a value of a static type."""
    if kind == "bool":
        if not isinstance(value, bool):
            raise TypeError(f"{name}: expected True or False, not {type(value).__name__}")
        return value.to_bytes(_WORD, "big")
    if kind == "address":
        return _of_length(_bytes(value, name), 20, name).rjust(_WORD, b"\0")
    match = re.fullmatch(r"(u?int|bytes)([1-9][0-9]{0,2})", kind)
    size = int(match[2]) if match else 0
    if match and match[1] == "bytes" and size <= _WORD:
        return _of_length(_bytes(value, name), size, name).ljust(_WORD, b"\0")
    if match and match[1] != "bytes" and size % 8 == 0 and size <= 256:
        return _number(value, size, match[1] == "int", name)
    raise ValueError(
        f"{name}: unsupported type; use uint8 to uint256, int8 to int256, address, bool, bytes1 to bytes32, "
        "bytes or string"
    )


def _number(value: Value, bits: int, signed: bool, name: str) -> bytes:
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"{name}: expected an integer, not {type(value).__name__}")
    least, most = (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) if signed else (0, (1 << bits) - 1)
    if not least <= value <= most:
        raise ValueError(f"{name}: {value} is out of range")
    return value.to_bytes(_WORD, "big", signed=signed)


def _text(value: Value, name: str) -> bytes:
    if not isinstance(value, str):
        raise TypeError(f"{name}: expected a str, not {type(value).__name__}")
    return value.encode()


def _bytes(value: Value, name: str) -> bytes:
    """Return bytes, or decode a string of hexadecimal digits."""
    if isinstance(value, (bytes, bytearray, memoryview)):
        return bytes(value)
    if not isinstance(value, str):
        raise TypeError(f"{name}: expected bytes, or a str of 0x and hexadecimal digits, not {type(value).__name__}")
    if not re.fullmatch(r"0x(?:[0-9a-fA-F]{2})*", value):
        raise ValueError(f"{name}: expected 0x and pairs of hexadecimal digits")
    return bytes.fromhex(value[2:])


def _of_length(data: bytes, size: int, name: str) -> bytes:
    if len(data) != size:
        raise ValueError(f"{name}: expected {size} bytes, not {len(data)}")
    return data
