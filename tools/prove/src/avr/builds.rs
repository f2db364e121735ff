//! The programs, and the cases for their functions.

use super::cases::{Case, Earlier, HashNames, KetjeCase};
use super::contexts::has_contexts;
use crate::spec::{Form, HashFunction};

/// A program that the harness has linked.
#[derive(Clone, Debug)]
pub struct Build {
    /// The algorithm that it computes, under the harness's name.
    pub algorithm: String,
    /// The name of the build: the algorithm and the variant.
    pub name: String,
    /// The linked program, an ELF file.
    pub program: Vec<u8>,
    /// The length in bytes of the context that the functions receive.
    pub context_bytes: usize,
}

const GROESTL_256: HashFunction = HashFunction::Groestl { bits: 256, form: Form::Final };
const GROESTL_224: HashFunction = HashFunction::Groestl { bits: 224, form: Form::Final };
const GROESTL_512: HashFunction = HashFunction::Groestl { bits: 512, form: Form::Final };
const GROESTL_384: HashFunction = HashFunction::Groestl { bits: 384, form: Form::Final };
const GROESTL_0_256: HashFunction = HashFunction::Groestl { bits: 256, form: Form::Round2 };
const GROESTL_0_224: HashFunction = HashFunction::Groestl { bits: 224, form: Form::Round2 };
const LUFFA_256: HashFunction = HashFunction::Luffa { bits: 256 };
const LUFFA_224: HashFunction = HashFunction::Luffa { bits: 224 };
const LUFFA_384: HashFunction = HashFunction::Luffa { bits: 384 };
const LUFFA_512: HashFunction = HashFunction::Luffa { bits: 512 };
const FUGUE_256: HashFunction = HashFunction::Fugue { bits: 256 };
const FUGUE_224: HashFunction = HashFunction::Fugue { bits: 224 };

/// Returns the cases of a program, the principal one first, or `None` if its algorithm is unknown.
pub(super) fn cases(algorithm: &str) -> Option<Vec<Case>> {
    Some(match algorithm {
        "aes128" => {
            vec![Case::Encrypt { in_place: false }, Case::Encrypt { in_place: true }, Case::ExpandKey]
        }
        "groestl256" => hash_cases(("groestl256", GROESTL_256), Some(("groestl224", GROESTL_224)), 9),
        "groestl0-256" => hash_cases(("groestl256", GROESTL_0_256), Some(("groestl224", GROESTL_0_224)), 9),
        "groestl512" => hash_cases(("groestl512", GROESTL_512), Some(("groestl384", GROESTL_384)), 9),
        "luffa256" => hash_cases(("luffa256", LUFFA_256), Some(("luffa224", LUFFA_224)), 1),
        "luffa384" => hash_cases(("luffa384", LUFFA_384), None, 1),
        "luffa512" => hash_cases(("luffa512", LUFFA_512), None, 1),
        "fugue256" => {
            let mut cases = hash_cases(("fugue256", FUGUE_256), Some(("fugue224", FUGUE_224)), 1);
            // Five words bring the columns back to their places.
            cases.extend((1..=24).map(|bytes| at_once("fugue256", FUGUE_256, bytes)));
            cases.push(Case::Hash {
                names: HashNames::of("fugue256"),
                function: FUGUE_256,
                pieces: vec![1, 1, 20, 0, 7],
            });
            cases
        }
        "sha3-256" => hash_cases(("sha3_256", HashFunction::Sha3 { bits: 256 }), None, 1),
        "keccak-f1600" => vec![Case::Permute { function: "keccak_f1600", width: 64 }],
        "keccak-f800" => vec![Case::Permute { function: "keccak_f800", width: 32 }],
        "keccak-f400" => vec![Case::Permute { function: "keccak_f400", width: 16 }],
        "keccak-f200" => vec![Case::Permute { function: "keccak_f200", width: 8 }],
        "ketje-jr" => ketje_jr_cases(),
        _ => return None,
    })
}

type Named = (&'static str, HashFunction);

/// Returns the cases of a hash function and of the one with a shorter digest. `reserved` is the length in bytes of the
/// shortest padding; for Fugue, whose padding ends with blocks of its own, it is 1.
fn hash_cases((name, function): Named, shorter: Option<Named>, reserved: usize) -> Vec<Case> {
    let names = HashNames::of(name);
    let block = function.block_bytes();
    let earlier = |blocks, buffered| Earlier { blocks, buffered };
    let update = |earlier, bytes| Case::HashUpdate { names: names.clone(), function, earlier, bytes };
    let finish = |earlier| Case::HashFinal { names: names.clone(), function, earlier };
    let mut cases = Vec::new();
    if has_contexts(function) {
        cases.extend([
            update(earlier(2, block - 3), block + 5),
            Case::HashInit { names: names.clone(), function },
            update(earlier(0, 0), block),
            update(earlier(1, 1), 2),
            update(earlier(1, 2), 0),
            finish(earlier(1, 1)),
            finish(earlier(3, block - reserved)),
            // The longest messages with a 32-bit length in bytes.
            finish(earlier((1 << 32) / block - 1, (block - reserved + 1) % block)),
        ]);
    }
    cases.extend([block + 1, block - reserved, 0].map(|bytes| at_once(name, function, bytes)));
    cases.push(Case::Hash { names: names.clone(), function, pieces: vec![1, 0, block - 1, block + 2] });
    if let Some((shorter, function)) = shorter {
        let names = HashNames { name: shorter, update: name };
        cases.push(at_once(shorter, function, 0));
        if has_contexts(function) {
            cases.push(Case::HashInit { names: names.clone(), function });
            cases.push(Case::HashFinal { names: names.clone(), function, earlier: earlier(1, 4) });
        }
        cases.push(Case::Hash { names, function, pieces: vec![2, block] });
    }
    cases
}

fn at_once(name: &'static str, function: HashFunction, bytes: usize) -> Case {
    Case::HashAtOnce { name, function, bytes }
}

fn ketje_jr_cases() -> Vec<Case> {
    let case = KetjeCase { key: 12, nonce: 10, data: vec![], text: vec![], tag: 12 };
    let sessions = [
        KetjeCase { data: vec![5], text: vec![7], ..case },
        case.clone(),
        KetjeCase { data: vec![1], text: vec![2], tag: 0, ..case },
        KetjeCase { data: vec![2], text: vec![1], tag: 1, ..case },
        KetjeCase { data: vec![4], text: vec![4], tag: 16, key: 16, nonce: 6 },
        KetjeCase { data: vec![1, 2, 0, 3], text: vec![2, 3, 1, 0, 1], tag: 3, key: 0, nonce: 0 },
        KetjeCase { data: vec![3, 3], text: vec![1, 1, 4], tag: 8, key: 22, nonce: 0 },
    ];
    let sessions = sessions.into_iter().map(Case::KetjeSession);
    sessions.chain([(0, 0), (3, 4), (2, 9)].map(|(data, text)| Case::KetjeAtOnce { data, text })).collect()
}
