//! Merkle trees over secret leaves: roots, trees that grow, proofs and their verification.

use super::hashes::messages;
use super::{Case, Outcome};
use crate::secrets::Verdicts;
use counterpoint::Algorithm;
use counterpoint::merkle::{Appender, Merkle};
use counterpoint::registry::Options;
use std::hint::black_box;

pub(super) const CASES: &[Case] = &[
    Case::new("Merkle, Tree, Appender", trees),
    Case { branches: 1, ..Case::new("Merkle: verify_inclusion", inclusion) },
    Case { branches: 2, ..Case::new("Merkle: verify_consistency", consistency) },
];

/// Trees over a hash function.
fn merkle() -> Result<Merkle, Box<dyn std::error::Error>> {
    Ok(Merkle::in_threads(&*Algorithm::by_name("sha3-256")?.hash(&Options::default())?, 1))
}

fn trees(_: &mut Verdicts) -> Outcome {
    let (merkle, leaves) = (merkle()?, messages(136));
    let mut appender = Appender::new(&merkle);
    let mut tree = merkle.tree(&&leaves[..3]);
    for part in leaves.chunks(5) {
        appender.append(&part);
        tree.append(&part);
    }
    black_box((appender.root(), merkle.root(&leaves)));
    tree.leaf_hash(3).ok_or("a leaf")?;
    tree.inclusion_proof_of_many(&[0, 3, 20]).ok_or("leaves")?;
    tree.consistency_proof(7).ok_or("leaves")?;
    Ok(())
}

/// The roots and proofs of a secret tree are secret too. A wrong one differs in its first or last byte.
fn inclusion(verdicts: &mut Verdicts) -> Outcome {
    let (merkle, leaves) = (merkle()?, messages(136));
    let tree = merkle.tree(&leaves);
    for index in [0, 7, 20] {
        let proof = tree.inclusion_proof(index).ok_or("a leaf")?;
        for wrong in [None, Some(0), Some(15), Some(31)] {
            let mut root = tree.root().to_vec();
            if let Some(wrong) = wrong {
                root[wrong] ^= 1;
            }
            let verify = || merkle.verify_inclusion(&leaves[index], index, leaves.len(), &proof, &root);
            verdicts.tell(wrong.is_none(), verify);
        }
    }
    let several = [(3, &leaves[3]), (4, &leaves[4]), (9, &leaves[9])];
    let proof = tree.inclusion_proof_of_many(&[3, 4, 9]).ok_or("leaves")?;
    verdicts.tell(true, || merkle.verify_inclusion_of_many(&several, leaves.len(), &proof, tree.root()));
    Ok(())
}

fn consistency(verdicts: &mut Verdicts) -> Outcome {
    let (merkle, leaves) = (merkle()?, messages(136));
    let tree = merkle.tree(&leaves);
    for size in [1, 7, 8, 20, 21] {
        let proof = tree.consistency_proof(size).ok_or("leaves")?;
        let old = merkle.root(&&leaves[..size]);
        for wrong in [None, Some(0), Some(15), Some(31)] {
            let mut root = tree.root().to_vec();
            if let Some(wrong) = wrong {
                root[wrong] ^= 1;
            }
            let verify = || merkle.verify_consistency((size, &old), (leaves.len(), &root), &proof);
            verdicts.tell(wrong.is_none(), verify);
        }
    }
    Ok(())
}
