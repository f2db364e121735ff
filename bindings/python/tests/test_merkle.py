"""Merkle trees, compared with RFC 9162's definition, computed with hashlib."""

import hashlib

import pytest

import counterpoint
from counterpoint.merkle import Merkle

LEAVES = [bytes((i * 7 + j) & 255 for j in range(i % 40)) for i in range(70)]


def sha3(message):
    return hashlib.sha3_256(message).digest()


def root(leaves, leaf=b"\0", node=b"\1"):
    if len(leaves) < 2:
        return sha3(leaf + leaves[0]) if leaves else sha3(b"")
    half = 1 << ((len(leaves) - 1).bit_length() - 1)
    return sha3(node + root(leaves[:half], leaf, node) + root(leaves[half:], leaf, node))


@pytest.mark.parametrize("threads", [1, 2, None])
@pytest.mark.parametrize("count", [0, 1, 2, 3, 7, 8, 9, 70])
def test_roots(count, threads):
    leaves, merkle = LEAVES[:count], Merkle("sha3_256", threads=threads)
    assert merkle.root(leaves) == merkle.tree(leaves).root == root(leaves)
    assert Merkle("sha3_256", prefixes=False).root(leaves) == root(leaves, b"", b"")
    tree, appender = merkle.tree(), merkle.appender()
    for begin in range(0, count, 5):
        tree.append(iter(leaves[begin : begin + 5]))
        appender.append(leaves[begin : begin + 5])
    assert (len(tree), len(appender)) == (count, count)
    assert tree.root == appender.root == root(leaves)


def test_leaves_of_one_buffer():
    data, merkle = bytes(range(120)), Merkle("sha3_256")
    expected = root([data[i : i + 12] for i in range(0, 120, 12)])
    tree, appender = merkle.tree(memoryview(data)[:60], leaf_size=12), merkle.appender()
    tree.append(data[60:], leaf_size=12)
    appender.append(bytearray(data), leaf_size=12)
    assert merkle.root(data, leaf_size=12) == tree.root == appender.root == expected
    for size in [0, 7]:
        with pytest.raises(ValueError, match=f"120 bytes can't be divided into rows of {size} bytes"):
            merkle.root(data, leaf_size=size)
    with pytest.raises(TypeError, match="buffer API required"):
        merkle.root([data], leaf_size=12)
    with pytest.raises(TypeError, match="Strings must be encoded"):
        merkle.root(["a"])


def test_proofs():
    merkle = Merkle("sha3_256")
    tree = merkle.tree(LEAVES)
    assert tree.leaf_hash(3) == sha3(b"\0" + LEAVES[3])
    for index in [0, 5, 69]:
        proof = tree.inclusion_proof(index)
        assert merkle.verify_inclusion(LEAVES[index], index, 70, proof, tree.root)
        assert not merkle.verify_inclusion(LEAVES[index] + b"x", index, 70, proof, tree.root)
        assert not merkle.verify_inclusion(LEAVES[index], index, 70, proof[:-1], tree.root)
        assert not merkle.verify_inclusion(LEAVES[index], index, 70, proof, b"")
    long = merkle.tree([bytes(5000), b"a"])
    assert merkle.verify_inclusion(bytes(5000), 0, 2, long.inclusion_proof(0), long.root)
    indices = [9, 10, 42]
    proof = tree.inclusion_proof(indices)
    assert merkle.verify_inclusion_of_many([(i, LEAVES[i]) for i in indices], 70, proof, tree.root)
    assert not merkle.verify_inclusion_of_many([(i, LEAVES[i]) for i in [9, 10]], 70, proof, tree.root)
    old = merkle.root(LEAVES[:33])
    proof = tree.consistency_proof(33)
    assert merkle.verify_consistency(33, old, 70, tree.root, proof)
    assert not merkle.verify_consistency(32, old, 70, tree.root, proof)


def test_errors():
    tree = Merkle("sha3_256").tree(LEAVES)
    for call in [lambda: tree.inclusion_proof(70), lambda: tree.inclusion_proof([3, 70]), lambda: tree.leaf_hash(70)]:
        with pytest.raises(IndexError, match="no leaf 70: the tree has 70 leaves"):
            call()
    for call in [lambda: tree.inclusion_proof(-1), lambda: tree.inclusion_proof([3, -1])]:
        with pytest.raises(IndexError, match="no leaf -1: the tree has 70 leaves"):
            call()
    with pytest.raises(ValueError, match="no proof for the first 71 leaves"):
        tree.consistency_proof(71)
    with pytest.raises(ValueError, match="unsupported hash type"):
        Merkle("md5")
    with pytest.raises(ValueError, match="no implementation"):
        Merkle("sha3_256", implementation="fastest")
    with pytest.raises(ValueError, match="threads is 0"):
        Merkle("sha3_256", threads=0)


@pytest.mark.parametrize("name", sorted(counterpoint.algorithms_available))
def test_every_function(name, sample_options):
    options = sample_options(name)
    merkle = Merkle(name, **options)
    tree = merkle.tree([b"a", b"b", b"c"])
    assert len(tree.root) == merkle.hash_size
    assert merkle.verify_inclusion(b"c", 2, 3, tree.inclusion_proof(2), tree.root)
