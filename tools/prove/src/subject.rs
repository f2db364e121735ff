//! The subject of a proof: the primitive on which an algorithm is built.

use crate::call::{AesCase, AesReference, Call, HashCase, HashReference, Values};
use crate::logic::Logic;
use crate::spec::{Form, Primitive};
use crate::sums::Bit;
use crate::words::Word;
use std::collections::HashMap;

/// A primitive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Subject {
    Hash(Primitive),
    Aes,
}

/// The arguments of a kernel.
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

/// The variables of a primitive, and the specification's results for them.
pub(crate) enum Reference {
    Hash(HashReference),
    Aes(AesReference),
}

impl Reference {
    pub(crate) fn new(subject: Subject, values: Values) -> Self {
        match subject {
            Subject::Hash(primitive) => Self::Hash(HashReference::new(primitive, values)),
            Subject::Aes => Self::Aes(AesReference::new(values)),
        }
    }

    /// Returns a call of a kernel in a case of the same primitive.
    pub(crate) fn call(&mut self, logic: &mut Logic, case: &Case) -> Call {
        match (self, case) {
            (Self::Hash(reference), Case::Hash(case)) => reference.call(logic, case),
            (Self::Aes(reference), Case::Aes(case)) => reference.call(logic, case),
            _ => unreachable!("a case of another primitive"),
        }
    }

    /// Returns the successor of each variable, given by its atom, after some blocks.
    pub(crate) fn moved_on(&mut self, logic: &mut Logic, case: &Case, blocks: usize) -> HashMap<u32, Bit> {
        match (self, case) {
            (Self::Hash(reference), Case::Hash(case)) => reference.moved_on(logic, case, blocks),
            (Self::Aes(reference), Case::Aes(case)) => reference.moved_on(logic, case, blocks),
            _ => unreachable!("a case of another primitive"),
        }
    }

    /// Returns the contents of the input after some blocks, if the kernel replaces its input.
    pub(crate) fn in_place(&mut self, logic: &mut Logic, case: &Case, blocks: usize) -> Option<Word> {
        match (self, case) {
            (Self::Aes(reference), Case::Aes(case)) => reference.in_place(logic, case, blocks),
            _ => None,
        }
    }
}

impl Subject {
    /// Returns the primitive of an algorithm, if the algorithm is the one that represents the primitive. Other
    /// algorithms share its kernels.
    pub(crate) fn of(algorithm: &str) -> Option<Self> {
        Some(match algorithm {
            "keccak-p200" => Self::Hash(Primitive::Keccak { width: 8 }),
            "keccak-p400" => Self::Hash(Primitive::Keccak { width: 16 }),
            "keccak-p800" => Self::Hash(Primitive::Keccak { width: 32 }),
            "keccak-p1600" => Self::Hash(Primitive::Keccak { width: 64 }),
            "groestl256" => Self::Hash(Primitive::Groestl { columns: 8, form: Form::Final }),
            "groestl512" => Self::Hash(Primitive::Groestl { columns: 16, form: Form::Final }),
            "groestl0-256" => Self::Hash(Primitive::Groestl { columns: 8, form: Form::Round2 }),
            "groestl0-512" => Self::Hash(Primitive::Groestl { columns: 16, form: Form::Round2 }),
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
}
