"""The Merkle trees of the npm package merkletreejs, over any hash function.

>>> from counterpoint import hash_many
>>> from counterpoint.merkletreejs import Merkletreejs
>>> leaves = hash_many("keccak256", [b"a", b"b", b"c"])

``new MerkleTree(leaves, keccak256, { sortPairs: true })``:

>>> trees = Merkletreejs("keccak256", sort_pairs=True)
>>> tree = trees.tree(leaves)
>>> tree.root.hex()
'5842148bc6ebeb52af882a317c765fccd3ae80589b21a9b8cbf21abb630e46a7'

The proof of a leaf is a list of hashes, and a list of flags for those on the left of their pairs. With sorted pairs,
verification does not require the sides:

>>> hashes, is_left = tree.proof(2)
>>> trees.verify(leaves[2], hashes, tree.root)
True

Leaves are hashes, unless ``hash_leaves=True`` makes the tree hash them. They are an iterable, or one buffer, divided
into leaves of ``leaf_size`` bytes. ``sort_leaves=True`` sorts their hashes. Indices count the leaves in their original
order. ``threads=None`` uses all CPUs. Without leaves, or with a leaf that should be a hash and is not, ``tree`` raises
``ValueError``.

A level's last node, if it has no sibling, moves up to the next level unchanged. The package's options
``duplicateOdd``, ``isBitcoinTree``, ``fillDefaultHash`` and ``complete``, which make trees of other shapes, are not
supported. These trees have no prefixes, so **a node is also the hash of a leaf** that consists of two hashes: use them
only if all leaves have the same length, but not the length of two hashes. :mod:`counterpoint.merkle` has trees with
prefixes.
"""

from __future__ import annotations

from ._native import MerkleTree, Merkletreejs

__all__ = ["MerkleTree", "Merkletreejs"]
