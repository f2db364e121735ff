//! The compiled part of the Python package `counterpoint`. Users import `python/counterpoint/`.

use pyo3::prelude::*;

mod arrow;
mod buffer;
mod constructors;
mod function;
mod hash;
mod many;
mod merkle;
mod merkletreejs;
mod openzeppelin;
mod pace;
mod primitives;
mod session;
mod turns;

#[pymodule(gil_used = false)]
mod _native {
    use super::{Bound, PyModule, PyResult};

    #[pymodule_export]
    use super::arrow::{FixedSizeBinaryArray, hash_array, hash_rows};
    #[pymodule_export]
    use super::hash::Hash;
    #[pymodule_export]
    use super::many::{hash_many, hash_many_into};
    #[pymodule_export]
    use super::merkle::{Appender, Merkle, Tree};
    #[pymodule_export]
    use super::merkletreejs::{MerkleTree, Merkletreejs};
    #[pymodule_export]
    use super::openzeppelin::{OpenZeppelin, StandardMerkleTree};
    #[pymodule_export]
    use super::primitives::{
        aes_encrypt, aes_mix_columns, aes_round, aes_shift_rows, aes_sub_bytes, fugue_smix, groestl_p512,
        groestl_p1024, groestl_q512, groestl_q1024, keccak_p, luffa_q,
    };
    #[pymodule_export]
    use super::session::{Session, WrongTag};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        super::function::add(module)?;
        super::constructors::add(module)
    }
}
