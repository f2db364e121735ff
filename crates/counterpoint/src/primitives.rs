//! The permutations and steps inside the hash functions, for teaching, for testing other implementations, and as a
//! model for hardware. The library's own functions use faster forms of them.
//!
//! ```
//! use counterpoint::primitives::{fugue_smix, groestl_p512};
//!
//! let mut state = [0; 64];
//! groestl_p512(&mut state);
//! assert_eq!(state[..4], [0xfe, 0x6b, 0x3f, 0xf6]);
//!
//! let mut columns = [0; 16];
//! fugue_smix(&mut columns);
//! assert_eq!(columns[..8], [0xc6; 8]);
//! ```
//!
//! **They are not constant-time**: each follows its specification, and reads a table for the S-box at addresses that
//! depend on the state.
//!
//! The permutations of Keccak are in the module `keccak` (`f1600`, `p1600` and their narrower forms), and the steps of
//! AES in the module `aes`.

#[cfg(feature = "groestl")]
use crate::groestl;

/// The permutation P of Grøstl-224 and Grøstl-256, on a state of 8 columns of 8 bytes. \[Groestl\] 3.4
#[cfg(feature = "groestl")]
pub fn groestl_p512(state: &mut [u8; 64]) {
    groestl::on_bytes(state, groestl::p::<groestl::Final, 8>);
}

/// The permutation Q of Grøstl-224 and Grøstl-256, on a state of 8 columns of 8 bytes. \[Groestl\] 3.4
#[cfg(feature = "groestl")]
pub fn groestl_q512(state: &mut [u8; 64]) {
    groestl::on_bytes(state, groestl::q::<groestl::Final, 8>);
}

/// The permutation P of Grøstl-384 and Grøstl-512, on a state of 16 columns of 8 bytes. \[Groestl\] 3.4
#[cfg(feature = "groestl")]
pub fn groestl_p1024(state: &mut [u8; 128]) {
    groestl::on_bytes(state, groestl::p::<groestl::Final, 16>);
}

/// The permutation Q of Grøstl-384 and Grøstl-512, on a state of 16 columns of 8 bytes. \[Groestl\] 3.4
#[cfg(feature = "groestl")]
pub fn groestl_q1024(state: &mut [u8; 128]) {
    groestl::on_bytes(state, groestl::q::<groestl::Final, 16>);
}

/// SMIX of Fugue: the S-box and Super-Mix, on four columns of four bytes, row 0 first. \[Fugue\] 4
#[cfg(feature = "fugue")]
pub fn fugue_smix(columns: &mut [u8; 16]) {
    let mut words: [u32; 4] =
        core::array::from_fn(|c| u32::from_be_bytes(core::array::from_fn(|r| columns[4 * c + r])));
    crate::fugue::smix(&mut words);
    for (column, word) in columns.chunks_exact_mut(4).zip(words) {
        column.copy_from_slice(&word.to_be_bytes());
    }
}

/// The permutation Q_j of Luffa, on eight words, most significant byte first. \[Luffa\] 4
///
/// # Panics
///
/// If `j` is more than 4.
#[cfg(feature = "luffa")]
pub fn luffa_q(j: usize, block: &mut [u8; 32]) {
    assert!(j <= 4, "Luffa has the permutations Q_0 to Q_4, not Q_{j}");
    let mut words = core::array::from_fn(|i| u32::from_be_bytes(core::array::from_fn(|b| block[4 * i + b])));
    crate::luffa::permutation(j, &mut words);
    for (bytes, word) in block.chunks_exact_mut(4).zip(words) {
        bytes.copy_from_slice(&word.to_be_bytes());
    }
}

#[cfg(all(test, feature = "std", feature = "fugue", feature = "groestl", feature = "luffa"))]
mod tests {
    use crate::steps::{bytes, number, records, words};
    use counterpoint_vectors::steps::{FUGUE, GROESTL, LUFFA};

    /// Compares with the specifications' test vectors, as bytes.
    #[test]
    fn permutations_of_groestl() {
        use super::{groestl_p512, groestl_p1024, groestl_q512, groestl_q1024};
        for record in records(GROESTL, "perm") {
            let mut state = bytes(&record["in"]);
            match (number(&record["bits"]), number(&record["q"])) {
                (512, 0) => groestl_p512((&mut *state).try_into().unwrap()),
                (512, _) => groestl_q512((&mut *state).try_into().unwrap()),
                (_, 0) => groestl_p1024((&mut *state).try_into().unwrap()),
                (..) => groestl_q1024((&mut *state).try_into().unwrap()),
            }
            assert_eq!(state, bytes(&record["out"]));
        }
    }

    #[test]
    fn smix_of_fugue() {
        for record in records(FUGUE, "smix") {
            let mut columns: [u8; 16] = bytes(&record["in"]).try_into().unwrap();
            super::fugue_smix(&mut columns);
            assert_eq!(columns[..], bytes(&record["out"]));
        }
    }

    #[test]
    fn permutations_of_luffa() {
        for record in records(LUFFA, "perm") {
            let block = |field: &str| words::<8>(&record[field]).map(u32::to_be_bytes);
            let mut found = block("in");
            super::luffa_q(number(&record["j"]), found.as_flattened_mut().try_into().unwrap());
            assert_eq!(found, block("out"));
        }
    }
}
