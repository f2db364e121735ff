"""Merkle trees over any hash function: roots, proofs of inclusion, and proofs that one tree extends another.

>>> from counterpoint.merkle import Merkle
>>> merkle = Merkle("sha3_256")
>>> tree = merkle.tree([b"block 0", b"block 1", b"block 2", b"block 3", b"block 4"])

Whoever knows the root can verify a leaf without the others:

>>> proof = tree.inclusion_proof(3)
>>> merkle.verify_inclusion(b"block 3", 3, 5, proof, tree.root)
True
>>> merkle.verify_inclusion(b"forged", 3, 5, proof, tree.root)
False

Leaves are messages of any lengths, or one buffer, divided into leaves of ``leaf_size`` bytes:

>>> merkle.root(bytes(32 * 1000), leaf_size=32) == merkle.root([bytes(32)] * 1000)
True

The trees are those of RFC 9162 and RFC 6962: a leaf is hashed after the byte ``00``, a node's two children after the
byte ``01``, so nobody can pass off a node as a leaf. ``Merkle(..., prefixes=False)`` omits these bytes, for trees of
other programs without them: **a node of these trees is also the hash of a leaf** that consists of two hashes, so use
them only if all leaves have the same length, but not the length of two hashes, or if the number of leaves is known.

Sizes and indices count leaves. A proof is ``bytes``: the concatenated hashes, in the order of the RFC. Verifiers must
get the size of a tree from the same source as its root. With extendable-output functions, hashes have the default
length.
"""

from __future__ import annotations

from ._native import Appender, Merkle, Tree

__all__ = ["Appender", "Merkle", "Tree"]
