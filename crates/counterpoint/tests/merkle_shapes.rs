//! Compares trees with those of OpenZeppelin's package (version 1.0.8) and merkletreejs (0.6.0), through digests that
//! `bindings/js/npm/tests/trees.test.mjs` computes from the packages themselves; and checks that wrong proofs fail.

#![cfg(all(feature = "std", feature = "keccak"))]

use counterpoint::merkle::abi::{Value, encode};
use counterpoint::merkle::merkletreejs::{Merkletreejs, Options, Proof};
use counterpoint::merkle::openzeppelin::{OpenZeppelin, StandardMerkleTree};
use counterpoint::merkle::{LeavesError, Merkle};
use counterpoint::{Algorithm, DigestValue, Keccak256};

fn keccak256() -> Merkle {
    Merkle::new(Algorithm::by_name("keccak256").unwrap().as_hash().unwrap())
}

fn value(index: usize) -> Vec<u8> {
    encode(&[Value::uint(index as u128), Value::string(&"v".repeat(index % 40))])
}

fn values(count: usize) -> Vec<Vec<u8>> {
    (0..count).map(value).collect()
}

fn byte(number: usize) -> [u8; 1] {
    [u8::try_from(number).unwrap()]
}

/// Returns a digest of everything that trees of 1 to 40 values return: roots, nodes, places, proofs, and a proof for
/// every third value.
fn digest_of_all(trees: &[OpenZeppelin], values: impl Fn(usize) -> Vec<Vec<u8>>, with_indices: bool) -> String {
    let mut all = Keccak256::new();
    for count in 1..=40 {
        for trees in trees {
            let values = values(count);
            let tree = trees.tree(&values).unwrap();
            all.update(tree.root());
            all.update(tree.nodes());
            (0..count).for_each(|index| all.update(byte(tree.tree_index(index).unwrap())));
            for (index, value) in values.iter().enumerate() {
                let proof = tree.proof(index).unwrap();
                assert!(trees.verify(value, &proof, tree.root()), "{index} of {count}");
                all.update(proof);
            }
            let chosen: Vec<usize> = (0..count).step_by(3).collect();
            let proof = tree.multi_proof(&chosen).unwrap();
            assert!(verify_multi_proof(trees, &tree, &values, &chosen), "{chosen:?} of {count}");
            all.update(&proof.hashes);
            proof.flags.iter().for_each(|&flag| all.update(byte(flag.into())));
            if with_indices {
                proof.indices.iter().for_each(|&index| all.update(byte(index)));
            }
        }
    }
    DigestValue::from(all.finalize()).to_string()
}

fn verify_multi_proof(trees: &OpenZeppelin, tree: &StandardMerkleTree, values: &[Vec<u8>], indices: &[usize]) -> bool {
    let proof = tree.multi_proof(indices).unwrap();
    let values: Vec<&Vec<u8>> = proof.indices.iter().map(|&index| &values[index]).collect();
    trees.verify_multi_proof(&values, &proof.hashes, &proof.flags, tree.root())
}

#[test]
fn standard_trees_are_those_of_openzeppelin() {
    let trees = [OpenZeppelin::standard(), OpenZeppelin::standard().with_leaves_as_given()];
    let expected = "ecac982cafa2246a0456c71692ab03c1df3336f5dd539d4a88eb070d202ab4ff";
    assert_eq!(digest_of_all(&trees, values, true), expected);
}

#[test]
fn simple_trees_are_those_of_openzeppelin() {
    let trees = [OpenZeppelin::simple(), OpenZeppelin::simple().with_leaves_as_given()];
    let hashes = |count| values(count).iter().map(|value| Keccak256::digest(value).to_vec()).collect();
    let expected = "ab3aa6765633641e767a8d50feab1c51fac773b2e5838f9855c10fc83c26a6ec";
    assert_eq!(digest_of_all(&trees, hashes, false), expected);
}

#[test]
fn trees_are_those_of_merkletreejs() {
    // It makes no difference whether the tree hashes the leaves.
    for (sort_leaves, sort_pairs, expected) in [
        (false, false, "0a86088b50700213fb81e5d57b0fd33157d98ca6932443160214d94d63a7bab0"),
        (false, true, "da13f5d8b936f883a14333d46fd466837d296f803066ee530c5b68dbf6db8a9c"),
        (true, false, "6fc7f288af311e79d9e7b8719a5efe02867469f85fd9034e6b51819056968cd2"),
        (true, true, "929d807fb950e24d81a0d43f44edd358cd571ca11c9e19a957e0890a1d3c693a"),
    ] {
        for hash_leaves in [false, true] {
            let options = Options { hash_leaves, sort_leaves, sort_pairs };
            let trees = Merkletreejs::new(keccak256(), options);
            let mut all = Keccak256::new();
            for count in 1..=40 {
                let mut leaves = values(count);
                if !hash_leaves {
                    leaves = leaves.iter().map(|leaf| Keccak256::digest(leaf).to_vec()).collect();
                }
                let tree = trees.tree(&leaves).unwrap();
                all.update(tree.root());
                for (index, leaf) in leaves.iter().enumerate() {
                    all.update(byte(tree.leaf_index(index).unwrap()));
                    let proof = tree.proof(index).unwrap();
                    assert!(trees.verify(leaf, &proof, tree.root()), "{index} of {count}");
                    for (hash, &is_left) in proof.hashes.chunks(32).zip(&proof.is_left) {
                        all.update(hash);
                        all.update(byte(is_left.into()));
                    }
                }
            }
            assert_eq!(DigestValue::from(all.finalize()).to_string(), expected, "{options:?}");
        }
    }
}

/// Enough leaves to be divided among threads, many of them equal; equal ones keep their order.
#[test]
fn threads_change_nothing() {
    let hash = Algorithm::by_name("keccak256").unwrap().as_hash().unwrap();
    let values: Vec<Vec<u8>> = (0..9001).map(|index| value(index % 5000)).collect();
    let one = OpenZeppelin::standard_over(Merkle::in_threads(hash, 1)).tree(&values).unwrap();
    let three = OpenZeppelin::standard_over(Merkle::in_threads(hash, 3)).tree(&values).unwrap();
    assert!(one == three);
    let equal_ones_in_order = (0..4001).all(|index| one.tree_index(index) > one.tree_index(index + 5000));
    assert!(equal_ones_in_order);

    let options = Options { hash_leaves: true, sort_leaves: true, sort_pairs: true };
    let [one, three] = [1, 3].map(|threads| Merkletreejs::new(Merkle::in_threads(hash, threads), options));
    let (one, three) = (one.tree(&values).unwrap(), three.tree(&values).unwrap());
    assert_eq!(one.root(), three.root());
    assert!((0..4001).all(|index| one.leaf_index(index) < one.leaf_index(index + 5000)));
}

#[test]
fn a_proof_of_openzeppelin_holds_for_its_value_only() {
    let trees = OpenZeppelin::standard();
    let values = values(11);
    let tree = trees.tree(&values).unwrap();
    let root = tree.root();
    for index in 0..11 {
        let proof = tree.proof(index).unwrap();
        assert!(!trees.verify(&values[(index + 1) % 11], &proof, root));
        assert!(!trees.verify(&values[index], &proof, &[0; 32]));
        assert!(!trees.verify(&values[index], &proof, &root[..31]));
        for length in 0..proof.len() {
            assert!(!trees.verify(&values[index], &proof[..length], root), "{length} bytes");
        }
        assert!(!trees.verify(&values[index], &[&proof[..], &[0]].concat(), root));
    }
    assert!(tree.proof(11).is_none() && tree.tree_index(11).is_none() && tree.multi_proof(&[0, 11]).is_none());
    assert!(tree.multi_proof(&[3, 4, 3]).is_none(), "a value twice");
    // A node can't be passed off as a value, because a leaf is hashed twice.
    assert!(!trees.verify(&tree.nodes()[32..96], &[], root));
}

#[test]
fn a_multi_proof_holds_for_its_values_only() {
    let trees = OpenZeppelin::standard();
    let values = values(9);
    let tree = trees.tree(&values).unwrap();
    for pattern in 0..1 << 9 {
        let chosen: Vec<usize> = (0..9).filter(|index| pattern >> index & 1 == 1).collect();
        assert!(verify_multi_proof(&trees, &tree, &values, &chosen), "{chosen:?}");
    }
    let proof = tree.multi_proof(&[1, 5, 7]).unwrap();
    let ordered: Vec<&Vec<u8>> = proof.indices.iter().map(|&index| &values[index]).collect();
    let holds = |values: &[&Vec<u8>], hashes: &[u8], flags: &[bool]| {
        trees.verify_multi_proof(&values, hashes, flags, tree.root())
    };
    assert!(holds(&ordered, &proof.hashes, &proof.flags));
    assert!(!holds(&ordered[1..], &proof.hashes, &proof.flags));
    assert!(!holds(&[ordered[0], ordered[1], &values[0]], &proof.hashes, &proof.flags));
    assert!(!holds(&ordered, &proof.hashes[32..], &proof.flags));
    assert!(!holds(&ordered, &proof.hashes[1..], &proof.flags));
    assert!(!holds(&ordered, &proof.hashes, &proof.flags[1..]));
    for flag in 0..proof.flags.len() {
        let mut flags = proof.flags.clone();
        flags[flag] ^= true;
        assert!(!holds(&ordered, &proof.hashes, &flags), "flag {flag}");
    }
    // More flags than the values and hashes can supply are refused, whatever their order.
    assert!(!holds(&[], &[], &[]) && !holds(&[], &[0; 64], &[true]) && !holds(&[&values[0]], &[], &[true]));
}

#[test]
fn a_proof_of_merkletreejs_holds_for_its_leaf_only() {
    for sort_pairs in [false, true] {
        let trees = Merkletreejs::new(keccak256(), Options { hash_leaves: true, sort_pairs, ..Options::default() });
        let leaves = values(11);
        let tree = trees.tree(&leaves).unwrap();
        assert_eq!((tree.size(), tree.proof(11), tree.leaf_index(11)), (11, None, None));
        for index in 0..11 {
            let proof = tree.proof(index).unwrap();
            assert!(!trees.verify(&leaves[(index + 1) % 11], &proof, tree.root()));
            assert!(!trees.verify(&leaves[index], &proof, &tree.root()[1..]));
            let Proof { hashes, is_left } = proof;
            let without_sides = Proof { hashes: hashes.clone(), is_left: vec![] };
            assert_eq!(trees.verify(&leaves[index], &without_sides, tree.root()), sort_pairs);
            let other_sides = Proof { hashes: hashes.clone(), is_left: is_left.iter().map(|side| !side).collect() };
            assert_eq!(trees.verify(&leaves[index], &other_sides, tree.root()), sort_pairs);
            let longer = Proof { hashes: [&hashes[..], &[0]].concat(), is_left };
            assert!(!trees.verify(&leaves[index], &longer, tree.root()));
        }
    }
}

#[test]
fn leaves_that_make_no_tree() {
    let none: [&[u8]; 0] = [];
    let short = [[0; 32].as_slice(), &[0; 31]];
    let length = LeavesError::Length { index: 1, bytes: 31, needed: 32 };
    for trees in [OpenZeppelin::standard(), OpenZeppelin::simple()] {
        assert_eq!(trees.tree(&none).unwrap_err(), LeavesError::None);
    }
    assert_eq!(OpenZeppelin::simple().tree(&short).unwrap_err(), length);
    assert!(!OpenZeppelin::simple().verify([0; 31], &[], &[0; 31]));
    let trees = Merkletreejs::new(keccak256(), Options::default());
    assert_eq!(trees.tree(&none).unwrap_err(), LeavesError::None);
    assert_eq!(trees.tree(&short).unwrap_err(), length);
    assert!(length.to_string().starts_with("leaf 1 has 31 bytes, not the 32 of a hash"));
}

/// The examples of Solidity's specification of the ABI (without their selectors), and the other types.
#[test]
fn values_as_the_abi_encodes_them() {
    let hex = |values: &[Value<'_>]| encode(values).iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    let word = |digits: &str| format!("{digits:0>64}");
    assert_eq!(hex(&[Value::uint(69), Value::bool(true)]), [word("45"), word("1")].concat());
    assert_eq!(
        hex(&[Value::fixed_bytes(*b"abc"), Value::fixed_bytes(*b"def")]),
        [format!("{:0<64}", "616263"), format!("{:0<64}", "646566")].concat()
    );
    assert_eq!(
        hex(&[Value::bytes(b"dave"), Value::bool(true), Value::string("Hello, world!")]),
        [
            word("60"),
            word("1"),
            word("a0"),
            word("4"),
            format!("{:0<64}", "64617665"),
            word("d"),
            format!("{:0<64}", "48656c6c6f2c20776f726c6421"),
        ]
        .concat()
    );
    assert_eq!(hex(&[Value::int(-2)]), format!("{:f>64}", "e"));
    assert_eq!(hex(&[Value::int(i128::MAX)]), word(&format!("{:x}", i128::MAX)));
    assert_eq!(hex(&[Value::int256([7; 32])]), "07".repeat(32));
    assert_eq!(hex(&[Value::address([0xab; 20])]), word(&"ab".repeat(20)));
    assert_eq!(hex(&[Value::bytes(b"")]), [word("20"), word("0")].concat());
    assert_eq!(hex(&[Value::bytes(&[1; 32])]), [word("20"), word("20"), "01".repeat(32)].concat());
    assert_eq!(hex(&[Value::bytes(&[1; 33])]).len(), 2 * 4 * 32);
    assert_eq!(hex(&[]), "");
}
