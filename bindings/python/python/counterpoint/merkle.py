"""Merkle trees over any hash function: roots, and proofs that a leaf is in a tree or that a tree continues another.

>>> from counterpoint.merkle import Merkle
>>> merkle = Merkle("sha3_256")
>>> tree = merkle.tree([b"block 0", b"block 1", b"block 2", b"block 3", b"block 4"])

Who knows the root can verify any leaf without the others:

>>> proof = tree.inclusion_proof(3)
>>> merkle.verify_inclusion(b"block 3", 3, 5, proof, tree.root)
True
>>> merkle.verify_inclusion(b"forged", 3, 5, proof, tree.root)
False

Leaves are messages of any lengths, or one buffer that is divided into leaves of ``leaf_size`` bytes:

>>> merkle.root(bytes(32 * 1000), leaf_size=32) == merkle.root([bytes(32)] * 1000)
True

The trees are those of RFC 9162 and RFC 6962: a leaf's hash is that of ``00`` and its message, a node's that of ``01``
and the two nodes below it, so that nobody can present a node as a leaf. ``Merkle(..., prefixes=False)`` leaves them
out, for trees of other programs that have none: **a node of such a tree is also the hash of a leaf**, so use it only
where all leaves have one length that is not the length of two hashes, or where the number of leaves is known.

Sizes and indices are numbers of leaves. A proof is ``bytes``: hashes, one after the other, in the order of the RFC.
Whoever verifies has to know the size of a tree from where its root comes from. For functions with an output of any
length, hashes have the default one.
"""

from __future__ import annotations

from ._native import Appender, Merkle, Tree

__all__ = ["Appender", "Merkle", "Tree"]
