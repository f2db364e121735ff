"""Merkle trees as OpenZeppelin's package ``@openzeppelin/merkle-tree`` makes them, and as its contract ``MerkleProof``
verifies them.

>>> from counterpoint.openzeppelin import OpenZeppelin, encode
>>> types = ["address", "uint256"]
>>> values = [
...     encode(types, ["0x1111111111111111111111111111111111111111", 5000000000000000000]),
...     encode(types, ["0x2222222222222222222222222222222222222222", 2500000000000000000]),
... ]

``StandardMerkleTree.of(values, types)``, of which the root goes into a contract:

>>> trees = OpenZeppelin()
>>> tree = trees.tree(values)
>>> tree.root.hex()
'd4dee0beab2d53f2cc83e567171bd2820e49898130a22622b10ead383e90bd77'

The proof of a value is a list of hashes, the contract's ``bytes32[]``:

>>> proof = tree.proof(1)
>>> trees.verify(values[1], proof, tree.root)
True

One proof for several values says in which order they are verified:

>>> indices, hashes, flags = tree.multi_proof([0, 1])
>>> trees.verify_multi_proof([values[index] for index in indices], hashes, flags, tree.root)
True

As in the package and in the contract, the root itself proves that a tree has the values of an empty list.

Values are encoded bytes, of any iterable object, or one buffer that is divided into values of ``value_size`` bytes.
Indices are those of the values as the tree was given them. ``sort_leaves=False`` keeps the leaves in their order too,
and ``threads=None`` hashes with all CPUs. ``tree.nodes`` and ``tree.tree_index(i)`` are what the package dumps. Without
values, ``tree`` raises ``ValueError``.

``OpenZeppelin(simple=True)`` makes the trees of ``SimpleMerkleTree``: its values are hashes of 32 bytes, and leaves
themselves. **Whoever chooses such a leaf can choose a node**, unless each is the hash of something that is not a node.
"""

from __future__ import annotations

import re
from typing import Iterable, Sequence, Union

from ._native import OpenZeppelin, StandardMerkleTree

__all__ = ["OpenZeppelin", "StandardMerkleTree", "encode"]

Value = Union[int, bool, str, bytes, bytearray, memoryview]
_WORD = 32


def encode(types: Sequence[str], values: Iterable[Value]) -> bytes:
    """Returns values as ``abi.encode`` of Solidity does.

    >>> encode(["bool", "string"], [True, "dog"])[-32:].rstrip(b"\\0")
    b'dog'

    Types are ``uint8`` to ``uint256``, ``int8`` to ``int256``, ``address``, ``bool``, ``bytes1`` to ``bytes32``,
    ``bytes`` and ``string``. Numbers are integers; an address and bytes are bytes, or hexadecimal digits after ``0x``.
    Static arrays and tuples of static types are encoded as their elements one after another, so list these.

    Raises ``TypeError`` for a value of another kind, and ``ValueError`` for other types, and for a value that its type
    does not have.
    """
    values = list(values)
    if len(types) != len(values):
        raise ValueError(f"{len(types)} types and {len(values)} values; give one value for each type")
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
    """Returns the word of a value of a static type."""
    if kind == "bool":
        if not isinstance(value, bool):
            raise TypeError(f"{name}: give True or False, not {type(value).__name__}")
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
        f"{name}: this type is not encoded here; there are uint8 to uint256, int8 to int256, address, bool, "
        "bytes1 to bytes32, bytes and string"
    )


def _number(value: Value, bits: int, signed: bool, name: str) -> bytes:
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"{name}: give an integer, not {type(value).__name__}")
    least, most = (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) if signed else (0, (1 << bits) - 1)
    if not least <= value <= most:
        raise ValueError(f"{name}: {value} is out of its range")
    return value.to_bytes(_WORD, "big", signed=signed)


def _text(value: Value, name: str) -> bytes:
    if not isinstance(value, str):
        raise TypeError(f"{name}: give a str, not {type(value).__name__}")
    return value.encode()


def _bytes(value: Value, name: str) -> bytes:
    """Returns bytes, or those of a string of hexadecimal digits."""
    if isinstance(value, (bytes, bytearray, memoryview)):
        return bytes(value)
    if not isinstance(value, str):
        raise TypeError(f"{name}: give bytes, or hexadecimal digits after 0x, not {type(value).__name__}")
    if not re.fullmatch(r"0x(?:[0-9a-fA-F]{2})*", value):
        raise ValueError(f"{name}: a string of bytes is 0x and pairs of hexadecimal digits")
    return bytes.fromhex(value[2:])


def _of_length(data: bytes, size: int, name: str) -> bytes:
    if len(data) != size:
        raise ValueError(f"{name}: {len(data)} bytes; give {size}")
    return data
