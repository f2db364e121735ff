"""The trees of OpenZeppelin's package and of merkletreejs, compared with the results of those packages
(bindings/js/npm/tests/trees.test.mjs computes the same digests)."""

import itertools

import pytest

from counterpoint import hash_many, keccak256
from counterpoint.merkletreejs import Merkletreejs
from counterpoint.openzeppelin import OpenZeppelin, encode


def value(index):
    return encode(["uint256", "string"], [index, "v" * (index % 40)])


VALUES = [value(index) for index in range(40)]


@pytest.mark.parametrize(
    "simple, expected",
    [
        (False, "ecac982cafa2246a0456c71692ab03c1df3336f5dd539d4a88eb070d202ab4ff"),
        (True, "ab3aa6765633641e767a8d50feab1c51fac773b2e5838f9855c10fc83c26a6ec"),
    ],
)
def test_trees_of_openzeppelin(simple, expected):
    everything = keccak256()
    for count, sort_leaves in itertools.product(range(1, 41), [True, False]):
        values = hash_many("keccak256", VALUES[:count]) if simple else VALUES[:count]
        trees = OpenZeppelin(simple=simple, sort_leaves=sort_leaves)
        tree = trees.tree(iter(values))
        assert len(tree) == count
        everything.update(tree.root + tree.nodes + bytes(map(tree.tree_index, range(count))))
        for index in range(count):
            proof = tree.proof(index)
            assert trees.verify(values[index], proof, tree.root)
            assert not trees.verify(values[index], proof[1:] or [bytes(32)], tree.root)
            everything.update(b"".join(proof))
        indices, hashes, flags = tree.multi_proof(range(0, count, 3))
        ordered = [values[index] for index in indices]
        assert trees.verify_multi_proof(ordered, hashes, flags, tree.root)
        assert not trees.verify_multi_proof(ordered, hashes, [*flags, True], tree.root)
        everything.update(b"".join(hashes) + bytes(flags) + (b"" if simple else bytes(indices)))
    assert everything.hexdigest() == expected


@pytest.mark.parametrize(
    "sort_leaves, sort_pairs, expected",
    [
        (False, False, "0a86088b50700213fb81e5d57b0fd33157d98ca6932443160214d94d63a7bab0"),
        (False, True, "da13f5d8b936f883a14333d46fd466837d296f803066ee530c5b68dbf6db8a9c"),
        (True, False, "6fc7f288af311e79d9e7b8719a5efe02867469f85fd9034e6b51819056968cd2"),
        (True, True, "929d807fb950e24d81a0d43f44edd358cd571ca11c9e19a957e0890a1d3c693a"),
    ],
)
@pytest.mark.parametrize("hash_leaves", [False, True])
def test_trees_of_merkletreejs(hash_leaves, sort_leaves, sort_pairs, expected):
    trees = Merkletreejs("keccak256", hash_leaves=hash_leaves, sort_leaves=sort_leaves, sort_pairs=sort_pairs)
    all_leaves = VALUES if hash_leaves else hash_many("keccak256", VALUES)
    everything = keccak256()
    for count in range(1, 41):
        leaves = all_leaves[:count]
        tree = trees.tree(leaves)
        assert len(tree) == count
        everything.update(tree.root)
        for index, leaf in enumerate(leaves):
            hashes, is_left = tree.proof(index)
            assert trees.verify(leaf, hashes, tree.root, is_left=is_left)
            assert not trees.verify(leaf, hashes, bytes(32), is_left=is_left)
            everything.update(bytes([tree.leaf_index(index)]))
            for digest, side in zip(hashes, is_left):
                everything.update(digest + bytes([side]))
    assert everything.hexdigest() == expected


def test_values_of_one_buffer_and_threads():
    data = bytes(range(256)) * 4 * 1000
    values = [data[i : i + 64] for i in range(0, len(data), 64)]
    expected = OpenZeppelin().tree(values).root
    assert OpenZeppelin(threads=None).tree(memoryview(data), value_size=64).root == expected
    expected = Merkletreejs("sha3_256", hash_leaves=True).tree(values).root
    assert Merkletreejs("sha3_256", hash_leaves=True, threads=2).tree(data, leaf_size=64).root == expected


def test_what_makes_no_tree():
    for trees in [OpenZeppelin(), OpenZeppelin(simple=True), Merkletreejs("keccak256")]:
        with pytest.raises(ValueError, match="at least one leaf"):
            trees.tree([])
        with pytest.raises(TypeError):
            trees.tree([None])
    for trees in [OpenZeppelin(simple=True), Merkletreejs("keccak256")]:
        with pytest.raises(ValueError, match="leaf 1 has 3 bytes, not the 32 of a hash"):
            trees.tree([bytes(32), b"abc"])


def test_what_has_no_proof():
    tree = OpenZeppelin().tree(VALUES[:5])
    for index in [-1, 5]:
        for call in [tree.proof, tree.tree_index, lambda index: tree.multi_proof([0, index])]:
            with pytest.raises(IndexError, match=f"no leaf {index}: the tree has 5 leaves"):
                call(index)
    with pytest.raises(ValueError, match="listed twice"):
        tree.multi_proof([1, 1])
    trees = Merkletreejs("keccak256", hash_leaves=True)
    tree = trees.tree(VALUES[:5])
    for index in [-1, 5]:
        for call in [tree.proof, tree.leaf_index]:
            with pytest.raises(IndexError, match=f"no leaf {index}: the tree has 5 leaves"):
                call(index)
    with pytest.raises(TypeError, match="is_left is missing"):
        trees.verify(VALUES[0], [], tree.root)
    assert not trees.verify(VALUES[0], [b"short"], tree.root, is_left=[True])


def test_encoding():
    word = "{:0>64}".format
    encoded = encode(["bytes", "bool", "string"], [b"dave", True, "Hello, world!"]).hex()
    contents = [word("4"), f"{b'dave'.hex():0<64}", word("d"), f"{b'Hello, world!'.hex():0<64}"]
    assert encoded == word("60") + word("1") + word("a0") + "".join(contents)
    assert encode(["int8"], [-2]).hex() == "f" * 63 + "e"
    assert encode(["uint256"], [2**256 - 1]) == b"\xff" * 32
    assert encode(["int256"], [-(2**255)]).hex() == "8" + 63 * "0"
    address = "0xAb" + "00" * 19
    assert encode(["address"], [address]) == encode(["address"], [bytes([0xAB]) + bytes(19)])
    assert encode(["bytes3"], [memoryview(b"abc")]) == b"abc" + bytes(29)
    assert encode(["bytes"], ["0x"]).hex() == word("20") + word("0")
    assert encode([], []) == b""


@pytest.mark.parametrize(
    "kind, value, error, message",
    [
        ("uint8", 256, ValueError, "value 0, uint8: 256 is out of range"),
        ("uint8", -1, ValueError, "out of range"),
        ("int8", 128, ValueError, "out of range"),
        ("uint8", True, TypeError, "expected an integer, not bool"),
        ("uint256", 1.0, TypeError, "expected an integer, not float"),
        ("bool", 1, TypeError, "expected True or False, not int"),
        ("address", b"short", ValueError, "expected 20 bytes, not 5"),
        ("bytes4", "0x0102", ValueError, "expected 4 bytes, not 2"),
        ("bytes4", "01020304", ValueError, "0x and pairs"),
        ("bytes", 1, TypeError, "expected bytes"),
        ("bytes", None, TypeError, "expected bytes"),
        ("string", b"text", TypeError, "expected a str"),
        ("bytes33", b"", ValueError, "unsupported type"),
        ("bytes0", b"", ValueError, "unsupported type"),
        ("uint12", 1, ValueError, "unsupported type"),
        ("uint264", 1, ValueError, "unsupported type"),
        ("uint", 1, ValueError, "unsupported type"),
        ("uint256[]", [1], ValueError, "unsupported type"),
    ],
)
def test_what_is_not_encoded(kind, value, error, message):
    with pytest.raises(error, match=message):
        encode([kind], [value])
    with pytest.raises(ValueError, match="1 types and 2 values"):
        encode([kind], [value, value])
