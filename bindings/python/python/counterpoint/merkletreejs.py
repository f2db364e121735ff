"""Merkle trees as the npm package merkletreejs makes them, over any hash function.

>>> from counterpoint import hash_many
>>> from counterpoint.merkletreejs import Merkletreejs
>>> leaves = hash_many("keccak256", [b"a", b"b", b"c"])

``new MerkleTree(leaves, keccak256, { sortPairs: true })``:

>>> trees = Merkletreejs("keccak256", sort_pairs=True)
>>> tree = trees.tree(leaves)
>>> tree.root.hex()
'5842148bc6ebeb52af882a317c765fccd3ae80589b21a9b8cbf21abb630e46a7'

The proof of a leaf is a list of hashes, and a list that says which of them are on the left of their pairs. Where pairs
are sorted, it needs no sides:

>>> hashes, is_left = tree.proof(2)
>>> trees.verify(leaves[2], hashes, tree.root)
True

Leaves are hashes, unless ``hash_leaves=True`` has the tree hash them; they are an iterable object, or one buffer that
is divided into leaves of ``leaf_size`` bytes. ``sort_leaves=True`` sorts their hashes. Indices are those of the leaves
as the tree was given them. ``threads=None`` hashes with all CPUs. Without leaves, or with one that is not a hash
where it has to be, ``tree`` raises ``ValueError``.

A level's last node, if it has no neighbour, rises to the next level as it is. The options ``duplicateOdd``,
``isBitcoinTree``, ``fillDefaultHash`` and ``complete`` of the package make trees of other shapes, which are not here.
**A node is also the hash of a leaf** that consists of two hashes, as these trees have no prefixes: use them only where
all leaves have one length that is not the length of two hashes. :mod:`counterpoint.merkle` has trees with prefixes.
"""

from __future__ import annotations

from ._native import MerkleTree, Merkletreejs

__all__ = ["MerkleTree", "Merkletreejs"]
