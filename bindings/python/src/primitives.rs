//! Permutations and steps: each takes a state as bytes and returns the next one.

use crate::buffer::{Buffer, new_bytes};
use counterpoint::registry::Permutation;
use counterpoint::{Algorithm, aes, primitives};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

type Bytes<'py> = PyResult<Bound<'py, PyBytes>>;

/// Returns a copy of a state of `N` bytes.
fn copied<const N: usize>(what: &str, state: &Bound<'_, PyAny>) -> PyResult<[u8; N]> {
    let state = Buffer::of(state)?;
    let found = state.as_slice().len();
    let error = || PyValueError::new_err(format!("{what} must have {N} bytes, not {found}"));
    state.as_slice().try_into().map_err(|_| error())
}

/// Returns a state after a step.
fn after<'py, const N: usize>(state: &Bound<'py, PyAny>, step: impl FnOnce(&mut [u8; N])) -> Bytes<'py> {
    let mut next = copied("the state", state)?;
    step(&mut next);
    Ok(PyBytes::new(state.py(), &next))
}

/// Declares functions whose only parameter is a state.
macro_rules! steps {
    ($($(#[$doc:meta])* $name:ident = $step:path;)+) => {$(
        $(#[$doc])*
        #[pyfunction]
        #[pyo3(signature = (state, /))]
        pub(crate) fn $name<'py>(state: &Bound<'py, PyAny>) -> Bytes<'py> {
            after(state, $step)
        }
    )+};
}
steps! {
    /// Applies P of Grøstl-224 and Grøstl-256 to a state of 64 bytes.
    groestl_p512 = primitives::groestl_p512;
    /// Applies Q of Grøstl-224 and Grøstl-256 to a state of 64 bytes.
    groestl_q512 = primitives::groestl_q512;
    /// Applies P of Grøstl-384 and Grøstl-512 to a state of 128 bytes.
    groestl_p1024 = primitives::groestl_p1024;
    /// Applies Q of Grøstl-384 and Grøstl-512 to a state of 128 bytes.
    groestl_q1024 = primitives::groestl_q1024;
    /// Applies SMIX of Fugue to four columns: 16 bytes.
    fugue_smix = primitives::fugue_smix;
    /// Applies SubBytes of AES to a block.
    aes_sub_bytes = aes::sub_bytes;
    /// Applies ShiftRows of AES to a block.
    aes_shift_rows = aes::shift_rows;
    /// Applies MixColumns of AES to a block.
    aes_mix_columns = aes::mix_columns;
}

/// Applies Q_j of Luffa to a block of 32 bytes.
#[pyfunction]
#[pyo3(signature = (j, state, /))]
pub(crate) fn luffa_q<'py>(j: usize, state: &Bound<'py, PyAny>) -> Bytes<'py> {
    if j > 4 {
        return Err(PyValueError::new_err(format!("j is {j}; Luffa has the permutations Q_0 to Q_4")));
    }
    after(state, |block| primitives::luffa_q(j, block))
}

/// Returns a block after a round of AES, like the instruction AESENC.
#[pyfunction]
#[pyo3(signature = (state, round_key, /))]
pub(crate) fn aes_round<'py>(state: &Bound<'py, PyAny>, round_key: &Bound<'py, PyAny>) -> Bytes<'py> {
    let round_key = copied("the round key", round_key)?;
    after(state, |block| {
        aes::sub_bytes(block);
        aes::shift_rows(block);
        aes::mix_columns(block);
        aes::add_round_key(block, &round_key);
    })
}

/// Returns blocks, encrypted independently of each other with a key of 16, 24 or 32 bytes.
#[pyfunction]
#[pyo3(signature = (key, blocks, /))]
pub(crate) fn aes_encrypt<'py>(key: &Bound<'py, PyAny>, blocks: &Bound<'py, PyAny>) -> Bytes<'py> {
    let py = blocks.py();
    let (key, blocks) = (Buffer::of(key)?, Buffer::of(blocks)?);
    let (key, blocks) = (key.as_slice(), blocks.as_slice());
    let cipher = Algorithm::all().filter_map(Algorithm::as_block_cipher).find(|cipher| cipher.key_bytes() == key.len());
    let cipher = cipher
        .ok_or_else(|| PyValueError::new_err(format!("the key must have 16, 24 or 32 bytes, not {}", key.len())))?;
    let (bytes, each) = (blocks.len(), cipher.block_bytes());
    if !bytes.is_multiple_of(each) {
        return Err(PyValueError::new_err(format!("{bytes} bytes are not a whole number of blocks of {each} bytes")));
    }
    let encrypt = |range, piece: &mut [u8]| {
        piece.copy_from_slice(&blocks[range]);
        cipher.encrypt(None, key, piece).map_err(crate::many::implementation_error)
    };
    new_bytes(py, bytes, encrypt, |_| Ok(()))
}

/// Applies the last `rounds` rounds of Keccak-f, or all, to a state of 25, 50, 100 or 200 bytes.
#[pyfunction]
#[pyo3(signature = (state, rounds=None, /))]
pub(crate) fn keccak_p<'py>(state: &Bound<'py, PyAny>, rounds: Option<usize>) -> Bytes<'py> {
    let py = state.py();
    let state = Buffer::of(state)?;
    let state = state.as_slice();
    let fits = |it: &&dyn Permutation| it.state_bytes() == state.len() && it.rounds().count() > 1;
    let permutation = Algorithm::all().filter_map(Algorithm::as_permutation).find(fits).ok_or_else(|| {
        PyValueError::new_err(format!("a state of Keccak must have 25, 50, 100 or 200 bytes, not {}", state.len()))
    })?;
    let most = *permutation.rounds().end();
    let rounds = rounds.unwrap_or(most);
    if !permutation.rounds().contains(&rounds) {
        let message = format!("rounds is {rounds}; expected at most {most} for a state of {} bytes", state.len());
        return Err(PyValueError::new_err(message));
    }
    PyBytes::new_with(py, state.len(), |next| {
        next.copy_from_slice(state);
        permutation.permute(None, next, rounds).map_err(crate::many::implementation_error)
    })
}
