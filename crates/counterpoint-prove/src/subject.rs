//! What kernels are proved to compute: the primitive behind an algorithm, and the cases in which its kernels are run.

use crate::call::{AesCase, AesModel, Call, HashCase, HashModel, Values};
use crate::logic::Logic;
use crate::spec::{Parameters, Primitive};

/// A primitive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Subject {
    Hash(Primitive),
    Aes,
}

/// What a kernel is called with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Case {
    Hash(HashCase),
    Aes(AesCase),
}

impl std::fmt::Display for Case {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Hash(case) => case.fmt(f),
            Self::Aes(case) => case.fmt(f),
        }
    }
}

/// The variables of a primitive, and what the specification makes of them.
pub(crate) enum Model {
    Hash(HashModel),
    Aes(AesModel),
}

impl Model {
    pub(crate) fn new(logic: &mut Logic, subject: Subject, values: Values) -> Self {
        match subject {
            Subject::Hash(primitive) => Self::Hash(HashModel::new(logic, primitive, values)),
            Subject::Aes => Self::Aes(AesModel::new(values)),
        }
    }

    /// Returns a call of a kernel in a case of the same primitive.
    pub(crate) fn call(&mut self, logic: &mut Logic, case: &Case) -> Call {
        match (self, case) {
            (Self::Hash(model), Case::Hash(case)) => model.call(logic, case),
            (Self::Aes(model), Case::Aes(case)) => model.call(logic, case),
            _ => unreachable!("a case of another primitive"),
        }
    }
}

impl Subject {
    /// Returns the primitive of an algorithm, if it is one of those by which primitives are known: the other algorithms
    /// have the kernels of one of these.
    pub(crate) fn of(algorithm: &str) -> Option<Self> {
        Some(match algorithm {
            "keccak-p200" => Self::Hash(Primitive::Keccak { width: 8 }),
            "keccak-p400" => Self::Hash(Primitive::Keccak { width: 16 }),
            "keccak-p800" => Self::Hash(Primitive::Keccak { width: 32 }),
            "keccak-p1600" => Self::Hash(Primitive::Keccak { width: 64 }),
            "groestl256" => Self::Hash(Primitive::Groestl { columns: 8 }),
            "groestl512" => Self::Hash(Primitive::Groestl { columns: 16 }),
            "fugue256" => Self::Hash(Primitive::Fugue { sub_rounds: 2 }),
            "fugue384" => Self::Hash(Primitive::Fugue { sub_rounds: 3 }),
            "fugue512" => Self::Hash(Primitive::Fugue { sub_rounds: 4 }),
            "luffa256" => Self::Hash(Primitive::Luffa { chains: 3 }),
            "luffa384" => Self::Hash(Primitive::Luffa { chains: 4 }),
            "luffa512" => Self::Hash(Primitive::Luffa { chains: 5 }),
            "aes128" => Self::Aes,
            _ => return None,
        })
    }

    /// Returns the case of a long message, whose number of blocks is still open, or `None` if the primitive absorbs no
    /// blocks.
    pub(crate) fn long_case(self, states: usize) -> Option<HashCase> {
        match self {
            Self::Hash(primitive) => {
                let parameters = full_parameters(primitive);
                Some(HashCase { states, parameters, finalizes: true, ..HashCase::default() })
            }
            Self::Aes => None,
        }
    }

    /// Returns the cases for a kernel that computes `states` states at once, in sets. The first set contains the two
    /// principal cases, which run nearly all instructions of a kernel. The cases of one set have the same parameters,
    /// so that they share variables and what the specification makes of them.
    pub(crate) fn case_sets(self, states: usize) -> Vec<Vec<Case>> {
        match self {
            Self::Hash(primitive) => {
                hash_cases(primitive, states).into_iter().map(|set| set.into_iter().map(Case::Hash).collect()).collect()
            }
            Self::Aes => {
                let mut cases: Vec<Case> = aes_cases(states).into_iter().map(Case::Aes).collect();
                let others = cases.split_off(2);
                vec![cases, others]
            }
        }
    }
}

/// Returns the parameters of the principal cases: for Keccak, all rounds of Keccak-f, and a rate of 17 lanes.
fn full_parameters(primitive: Primitive) -> Parameters {
    match primitive {
        Primitive::Keccak { width } => {
            Parameters { rate_bytes: 17 * width / 8, rounds: 12 + 2 * width.ilog2() as usize }
        }
        _ => Parameters::default(),
    }
}

fn hash_cases(primitive: Primitive, states: usize) -> Vec<Vec<HashCase>> {
    let several = states > 1;
    let parameters = full_parameters(primitive);
    let case = HashCase { states, parameters, ..HashCase::default() };
    let principal = vec![
        // A short message: one block, which is a padded tail, and the output.
        HashCase { tails: 1, finalizes: true, common_start: several, ..case },
        // Longer messages, one more than there are lanes.
        HashCase { blocks: 1, tails: 1, states: if several { states + 1 } else { 2 }, ..case },
    ];
    let mut cases = vec![
        // The next part of an output.
        HashCase { finalizes: true, ..case },
        HashCase { blocks: 2, tails: 1, finalizes: true, ..case },
        HashCase { blocks: 1, tails: 2, finalizes: true, states: 1, ..case },
        HashCase { blocks: 3, ..case },
        HashCase { states: 0, finalizes: true, ..case },
    ];
    if states > 2 {
        cases.push(HashCase { blocks: 1, tails: 1, finalizes: true, states: states - 1, ..case });
        cases.push(HashCase { blocks: 1, states: 2, common_start: true, ..case });
    }
    let mut sets = vec![principal];
    match primitive {
        Primitive::Fugue { .. } => {
            // The loop over the words is unrolled: a message of every length up to twice that number of words.
            cases.extend((4..=26).map(|blocks| HashCase { blocks, finalizes: true, ..case }));
        }
        Primitive::Keccak { width } => {
            let lane = width / 8;
            // The permutation alone, for which there is no rate.
            let alone = Parameters { rate_bytes: 0, ..parameters };
            sets.push(vec![HashCase { finalizes: true, parameters: alone, ..case }]);
            // The rates and numbers of rounds of the library's functions, and outputs of different lengths.
            for (rate, rounds) in [(21, 24), (21, 12), (18, 24), (17, 12), (13, 24), (9, 24), (24, 12), (5, 1), (4, 22)]
            {
                let rounds = rounds.min(parameters.rounds);
                let parameters = Parameters { rate_bytes: rate * lane, rounds };
                sets.push(vec![HashCase { blocks: 1, tails: 1, finalizes: true, parameters, ..case }]);
            }
            for output in [0, 1, lane, 2 * lane + 1, 4 * lane, 8 * lane, 17 * lane, 24 * lane] {
                let output_bytes = Some(output);
                cases.push(HashCase { tails: 1, finalizes: true, common_start: several, output_bytes, ..case });
                // A short message whose digest is read as soon as its only block is absorbed.
                cases.push(HashCase { tails: 1, common_start: several, output_bytes, ..case });
            }
        }
        _ => {}
    }
    sets.push(cases);
    sets
}

fn aes_cases(blocks: usize) -> Vec<AesCase> {
    let mut cases = vec![AesCase::ExpandKey { key_bytes: 32 }, AesCase::Encrypt { rounds: 10, blocks: 2 * blocks + 1 }];
    cases.extend([16, 24].map(|key_bytes| AesCase::ExpandKey { key_bytes }));
    cases.extend([12, 14].map(|rounds| AesCase::Encrypt { rounds, blocks }));
    cases.extend([0, 1, 2, blocks - 1, blocks + 2].map(|blocks| AesCase::Encrypt { rounds: 14, blocks }));
    cases
}
