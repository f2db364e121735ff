//! Compares trees with the RFC's definitions, followed word by word, and with the roots that Certificate Transparency
//! publishes.

use super::Appender;
use super::nodes::{Merkle, Sizes};
use crate::Algorithm;
use sha2::{Digest, Sha256};
use std::string::String;
use std::vec;
use std::vec::Vec;

/// How many sizes to test: fewer without optimisation, but enough for three levels above some leaves.
fn sizes(optimised: usize) -> usize {
    if cfg!(unoptimised) { optimised.min(10) } else { optimised }
}

/// Sizes that split a tree of a few hundred leaves into several pieces.
const SMALL: Sizes = Sizes { chunk: 1 << 7, subtree: 1 << 5 };

/// Trees over SHA3-256, in pieces of these sizes or the usual ones.
fn in_pieces(threads: usize, sizes: Option<Sizes>) -> Merkle {
    let merkle = Merkle::in_threads(Algorithm::by_name("sha3-256").unwrap().as_hash().unwrap(), threads);
    match sizes {
        Some(sizes) => merkle.in_sizes(sizes),
        None => merkle,
    }
}

fn merkle() -> Merkle {
    in_pieces(1, Some(SMALL))
}

fn leaves(count: usize) -> Vec<Vec<u8>> {
    (0..count).map(|i| (0..i % 40).map(|j| (i * 7 + j) as u8).collect()).collect()
}

/// The definition of MTH.
fn root(merkle: &Merkle, leaves: &[Vec<u8>]) -> Vec<u8> {
    match leaves {
        [] => merkle.empty_root(),
        [leaf] => merkle.leaf(leaf),
        leaves => {
            let (left, right) = leaves.split_at(split(leaves.len()));
            merkle.node(&root(merkle, left), &root(merkle, right))
        }
    }
}

/// The largest power of two less than n.
fn split(n: usize) -> usize {
    (0..).map(|exponent| 1 << exponent).take_while(|&k| k < n).last().unwrap()
}

/// The definition of PATH.
fn path(merkle: &Merkle, index: usize, leaves: &[Vec<u8>]) -> Vec<u8> {
    if leaves.len() == 1 {
        return vec![];
    }
    let (left, right) = leaves.split_at(split(leaves.len()));
    if index < left.len() {
        [path(merkle, index, left), root(merkle, right)].concat()
    } else {
        [path(merkle, index - left.len(), right), root(merkle, left)].concat()
    }
}

/// The definition of SUBPROOF.
fn subproof(merkle: &Merkle, size: usize, leaves: &[Vec<u8>], is_old_tree: bool) -> Vec<u8> {
    if size == leaves.len() {
        return if is_old_tree { vec![] } else { root(merkle, leaves) };
    }
    let (left, right) = leaves.split_at(split(leaves.len()));
    if size <= left.len() {
        [subproof(merkle, size, left, is_old_tree), root(merkle, right)].concat()
    } else {
        [subproof(merkle, size - left.len(), right, false), root(merkle, left)].concat()
    }
}

#[test]
fn the_roots_of_certificate_transparency() {
    let merkle = Merkle::from_fn(32, |messages, outputs| {
        for (index, output) in outputs.chunks_exact_mut(32).enumerate() {
            output.copy_from_slice(&Sha256::digest(messages.message(index)));
        }
    });
    let leaves: [&[u8]; 8] = [
        &[],
        &[0],
        &[0x10],
        &[0x20, 0x21],
        &[0x30, 0x31],
        &[0x40, 0x41, 0x42, 0x43],
        &[0x50, 0x51, 0x52, 0x53, 0x54, 0x55, 0x56, 0x57],
        &[0x60, 0x61, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6a, 0x6b, 0x6c, 0x6d, 0x6e, 0x6f],
    ];
    let roots = [
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
        "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
        "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
        "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
        "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
        "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
        "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
    ];
    for (size, expected) in roots.into_iter().enumerate() {
        let root: String = merkle.root(&&leaves[..size]).iter().map(|byte| std::format!("{byte:02x}")).collect();
        assert_eq!(root, expected, "{size} leaves");
    }
}

#[test]
fn trees_are_those_of_the_rfc() {
    let merkle = merkle();
    for size in 0..sizes(70) {
        let leaves = leaves(size);
        let tree = merkle.tree(&leaves);
        let expected = root(&merkle, &leaves);
        assert_eq!((tree.size(), tree.root()), (size, &expected[..]));
        assert_eq!(merkle.root(&leaves), expected);
        for index in 0..size {
            assert_eq!(tree.leaf_hash(index), Some(&merkle.leaf(&leaves[index])[..]));
            assert_eq!(tree.inclusion_proof(index), Some(path(&merkle, index, &leaves)), "{index} of {size}");
        }
        assert!(tree.inclusion_proof(size).is_none() && tree.leaf_hash(size).is_none());
        for old in 1..=size {
            let expected = subproof(&merkle, old, &leaves, true);
            assert_eq!(tree.consistency_proof(old), Some(expected), "{old} of {size}");
        }
        assert_eq!(tree.consistency_proof(0), Some(vec![]), "every tree extends the one without leaves");
        assert!(tree.consistency_proof(size + 1).is_none());
    }
}

#[test]
fn a_proof_of_inclusion_holds_for_its_leaf_only() {
    let merkle = merkle();
    for size in 1..sizes(24) {
        let leaves = leaves(size);
        let tree = merkle.tree(&leaves);
        for index in 0..size {
            let proof = tree.inclusion_proof(index).unwrap();
            let holds = |message: &[u8], index, size, proof: &[u8], root: &[u8]| {
                merkle.verify_inclusion(message, index, size, proof, root)
            };
            let (message, root) = (&leaves[index][..], tree.root());
            assert!(holds(message, index, size, &proof, root), "{index} of {size}");
            assert!(!holds(b"another message", index, size, &proof, root));
            assert!(!holds(message, index, size, &proof, &[0; 32]));
            for other in (0..=size).filter(|&other| other != index) {
                assert!(!holds(message, other, size, &proof, root), "{index} as {other} of {size}");
            }
            // The size is part of the claim; most wrong sizes have a different path.
            assert!(!holds(message, index, 0, &proof, root));
            for shorter in (0..proof.len()).step_by(16) {
                assert!(!holds(message, index, size, &proof[..shorter], root));
            }
            assert!(!holds(message, index, size, &[&proof[..], &[0; 32]].concat(), root));
            for byte in (0..proof.len()).step_by(7) {
                let mut wrong = proof.clone();
                wrong[byte] ^= 1;
                assert!(!holds(message, index, size, &wrong, root));
            }
        }
    }
}

#[test]
fn one_proof_for_many_leaves() {
    let merkle = merkle();
    for size in 1..sizes(12) {
        let leaves = leaves(size);
        let tree = merkle.tree(&leaves);
        for pattern in 1..1usize << size {
            let chosen: Vec<usize> = (0..size).filter(|index| pattern >> index & 1 == 1).collect();
            let proof = tree.inclusion_proof_of_many(&chosen).unwrap();
            let mixed: Vec<usize> = chosen.iter().rev().chain(chosen.last()).copied().collect();
            assert_eq!(tree.inclusion_proof_of_many(&mixed).as_ref(), Some(&proof), "mixed up as {mixed:?} of {size}");
            let mut known: Vec<(usize, &[u8])> = chosen.iter().map(|&index| (index, &leaves[index][..])).collect();
            known.reverse();
            let holds = |known: &[(usize, &[u8])], proof: &[u8]| {
                merkle.verify_inclusion_of_many(known, size, proof, tree.root())
            };
            assert!(holds(&known, &proof), "{chosen:?} of {size}");
            let twice = [&known[..], &known[..1]].concat();
            assert!(holds(&twice, &proof), "the same leaf twice");
            assert!(!holds(&[&known[..], &[(known[0].0, b"other")]].concat(), &proof), "one leaf, two messages");
            known[0].1 = b"a wrong message";
            assert!(!holds(&known, &proof));
            if !proof.is_empty() {
                known[0].1 = &leaves[known[0].0];
                assert!(!holds(&known, &proof[32..]));
            }
        }
        assert!(tree.inclusion_proof_of_many(&[size, 0]).is_none());
        assert!(!merkle.verify_inclusion_of_many(&[(0, ""); 0], size, tree.root(), tree.root()));
    }
}

#[test]
fn a_proof_of_inclusion_is_whole_hashes() {
    let merkle = merkle();
    let leaves = leaves(5);
    let tree = merkle.tree(&leaves);
    let proof = tree.inclusion_proof(1).unwrap();
    for more in 1..32 {
        let longer = [&proof[..], &[0; 32][..more]].concat();
        assert!(!merkle.verify_inclusion(&leaves[1], 1, 5, &longer, tree.root()), "{more} bytes after the proof");
    }
}

#[test]
fn a_proof_of_consistency_holds_for_its_trees_only() {
    let merkle = merkle();
    let leaves = leaves(20);
    let root = |size: usize| merkle.root(&&leaves[..size]);
    for new in 0..=20 {
        let tree = merkle.tree(&&leaves[..new]);
        assert!(merkle.verify_consistency((0, &root(0)), (new, tree.root()), &[]));
        assert!(!merkle.verify_consistency((0, &[0; 32]), (new, tree.root()), &[]), "no root of a tree without leaves");
        assert!(!merkle.verify_consistency((0, &root(0)), (new, tree.root()), &[0; 32]));
        for old in 1..=new {
            let proof = tree.consistency_proof(old).unwrap();
            let holds =
                |old: (usize, &[u8]), new: (usize, &[u8]), proof: &[u8]| merkle.verify_consistency(old, new, proof);
            let (old_root, new_root) = (root(old), tree.root());
            assert!(holds((old, &old_root), (new, new_root), &proof), "{old} of {new}");
            assert!(!holds((old, &[0; 32]), (new, new_root), &proof));
            assert!(!holds((old, &old_root), (new, &[0; 32]), &proof));
            assert!(!holds((new + 1, &old_root), (new, new_root), &proof));
            if old < new {
                assert!(!holds((old, &old_root), (new, new_root), &proof[32..]));
                assert!(!holds((old, new_root), (new, new_root), &proof));
            }
            assert!(!holds((old, &old_root), (new, new_root), &[&proof[..], &[0; 32]].concat()));
            assert!(!holds((old, &old_root), (new, new_root), &[&proof[..], &[0]].concat()));
        }
    }
}

/// A root does not prove a larger tree with the same root. An empty proof yields just that root, and must be rejected
/// because it ends below the new root.
#[test]
fn a_proof_of_consistency_ends_at_the_new_root() {
    let merkle = merkle();
    for old in [1, 2, 4, 8] {
        let root = merkle.root(&leaves(old));
        for new in old + 1..10 {
            assert!(!merkle.verify_consistency((old, &root), (new, &root), &[]), "{old} leaves with the root of {new}");
        }
    }
}

/// A truncated root proves nothing, and neither does an empty one.
#[test]
fn a_proof_of_consistency_is_one_of_whole_roots() {
    let merkle = merkle();
    let leaves = leaves(10);
    for new in 2..=10 {
        let tree = merkle.tree(&&leaves[..new]);
        for old in 1..new {
            let (proof, old_root) = (tree.consistency_proof(old).unwrap(), merkle.root(&&leaves[..old]));
            for (a, b) in [(0, 0), (31, 31), (31, 32), (32, 31)] {
                let holds = merkle.verify_consistency((old, &old_root[..a]), (new, &tree.root()[..b]), &proof);
                assert!(!holds, "roots of {a} and {b} bytes, of {old} leaves and {new}");
            }
        }
    }
}

/// Around powers of two, the last nodes of a tree rise by many levels without a neighbour.
#[test]
fn consistency_of_trees_of_many_levels() {
    let merkle = merkle();
    let leaves = leaves(258);
    let sizes = (5..=8).flat_map(|level| (1 << level) - 1..=(1 << level) + 2);
    let trees: Vec<_> = sizes.map(|size| merkle.tree(&&leaves[..size])).collect();
    for (index, new) in trees.iter().enumerate() {
        for old in &trees[..=index] {
            let proof = new.consistency_proof(old.size()).unwrap();
            let holds = merkle.verify_consistency((old.size(), old.root()), (new.size(), new.root()), &proof);
            assert!(holds, "{} leaves and {}", old.size(), new.size());
        }
    }
}

#[test]
fn trees_grow() {
    let merkle = merkle();
    let leaves = leaves(200);
    let (mut tree, mut appender) = (merkle.tree(&[""; 0]), Appender::new(&merkle));
    let mut size = 0;
    for step in [0, 1, 1, 0, 2, 3, 1, 8, 16, 5, 31, 64, 1, 67] {
        tree.append(&&leaves[size..size + step]);
        appender.append(&&leaves[size..size + step]);
        size += step;
        let expected = merkle.tree(&&leaves[..size]);
        assert_eq!((tree.size(), tree.root()), (size, expected.root()));
        assert_eq!((appender.size(), appender.root()), (size as u64, expected.root().to_vec()));
        for index in 0..size {
            assert_eq!(tree.inclusion_proof(index), expected.inclusion_proof(index));
        }
    }
    assert_eq!(size, leaves.len());
}

/// Roots in pieces of several sizes, for numbers of leaves around the borders of pieces. `tests/large.rs` tests the
/// usual sizes.
#[test]
fn more_leaves_than_a_piece_has() {
    let all = leaves(41);
    let usual = in_pieces(1, None);
    for size in [1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 32, 33, 41] {
        let leaves = &&all[..size];
        let expected = root(&usual, leaves);
        assert_eq!(usual.root(leaves), expected, "{size} leaves");
        for (subtree, chunk) in [(1, 1), (1, 4), (2, 2), (4, 8), (8, 8), (8, 32)] {
            for threads in 1..=3 {
                let root = in_pieces(threads, Some(Sizes { chunk, subtree })).root(leaves);
                assert_eq!(root, expected, "{size} leaves in {threads} threads, pieces of {chunk} and {subtree}");
            }
        }
    }
}

/// Only a few of these leaves fit into a window.
#[test]
fn long_leaves() {
    let leaves: Vec<Vec<u8>> = (0..50).map(|i| vec![i; 10_000]).collect();
    let merkle = in_pieces(1, None);
    assert_eq!(merkle.root(&leaves), root(&merkle, &leaves));
}

/// Leaves that the caller has hashed, each with its prefix, result in the same tree.
#[test]
fn leaves_by_their_hashes() {
    for merkle in [merkle(), merkle().without_prefixes()] {
        let leaves = leaves(50);
        let hash = |leaf: &Vec<u8>| crate::Sha3_256::digest([merkle.leaf_prefix().as_slice(), leaf].concat());
        let (first, last) = leaves.split_at(37);
        let (mut tree, mut appender) = (super::Tree::new(&merkle), Appender::new(&merkle));
        tree.append_hashes(&first.iter().flat_map(hash).collect::<Vec<u8>>());
        appender.append_hashes(&first.iter().flat_map(hash).collect::<Vec<u8>>());
        tree.append(&last);
        appender.append(&last);
        assert_eq!((tree.root(), tree.size()), (&merkle.root(&leaves)[..], 50));
        assert_eq!(appender.root(), tree.root());
        let (proof, known) = (tree.inclusion_proof(5).unwrap(), vec![(5, hash(&leaves[5]).to_vec())]);
        assert!(merkle.verify_inclusion_of_hashes(known, 50, &proof, tree.root()));
    }
}

/// A caller can cancel the computation of a tree.
#[test]
fn as_long_as_the_caller_wants() {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
    let numbers: Vec<[u8; 8]> = (0..20_000u64).map(u64::to_le_bytes).collect();
    for threads in [1, 2] {
        for prefixes in [false, true] {
            let made = || {
                let merkle = in_pieces(threads, None);
                if prefixes { merkle } else { merkle.without_prefixes() }
            };
            let asked = Arc::new(AtomicUsize::new(0));
            let (counter, most) = (asked.clone(), 3);
            let all = made().hashing_while(|| true);
            assert_eq!(all.tree(&numbers).root(), made().tree(&numbers).root());
            let ended = made().hashing_while(move || counter.fetch_add(1, Relaxed) < most);
            assert_ne!(ended.tree(&numbers).root(), made().tree(&numbers).root());
            assert!(asked.load(Relaxed) > most);
        }
    }
}

#[test]
fn without_prefixes_a_node_is_the_hash_of_two_hashes() {
    let merkle = merkle().without_prefixes();
    let (a, b) = (crate::Sha3_256::digest("a"), crate::Sha3_256::digest("b"));
    assert_eq!(merkle.root(&["a", "b"]), crate::Sha3_256::digest([a, b].concat()));
}

/// A few long leaves occupy all threads, just as many short ones do.
#[cfg(feature = "rayon")]
#[test]
fn long_leaves_are_divided_among_threads() {
    use std::collections::HashSet;
    use std::sync::{Arc, Barrier, Mutex};
    let threads = Arc::new(Mutex::new(HashSet::new()));
    let (seen, barrier) = (threads.clone(), Barrier::new(2));
    let merkle = Merkle::from_fn(32, move |messages, outputs| {
        outputs.fill(1);
        let known = seen.lock().unwrap().insert(std::thread::current().id());
        // The first two threads wait for each other, so neither can do all the work.
        if known && messages.message(0).len() > 1 << 16 {
            barrier.wait();
        }
    });
    let leaves = vec![vec![0; 1 << 17]; 100];
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    pool.install(|| merkle.root(&leaves));
    assert_eq!(threads.lock().unwrap().len(), 2);
}

/// The number of leaves to hash before the nodes above them.
#[test]
fn leaves_before_their_nodes() {
    for (threads, leaves, expected) in [
        (1, 100, 100),
        (1, 4096, 4096),
        (1, 4097, 4096),
        (1, 1 << 20, 4096),
        (2, 100, 100),
        (2, 4096, 4096),
        (2, 4097, 1 << 17),
        (2, 1 << 20, 1 << 17),
    ] {
        assert_eq!(in_pieces(threads, None).chunk(leaves), expected, "{leaves} leaves, {threads} threads");
    }
    assert_eq!(merkle().chunk(33), 32);
    assert_eq!(in_pieces(2, Some(SMALL)).chunk(33), 128);
}
