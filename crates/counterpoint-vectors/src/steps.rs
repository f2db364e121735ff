//! The input and output of every step of the algorithms: round by round, S-box by S-box.
//!
//! There is a JSON document for each family. Its field `notes` explains how the values are written. The other fields
//! are lists of cases, named after the step: `sub_crumb` of Luffa, `mixbytes_column` of Grøstl, `super_mix` of Fugue.
//! An independent model of the specifications computed them; they are free to copy.
//!
//! ```
//! let luffa = counterpoint_vectors::steps::json(counterpoint_vectors::steps::LUFFA);
//! assert_eq!(luffa["mixword"][0]["in"], "4fcb694e abda3a97");
//! ```

use serde_json::Value;

/// AES: S-box, rounds, key schedules, blocks of all key lengths.
pub const AES: &str = include_str!("../steps/aes-steps.json");
/// Fugue: SMIX, Super-Mix, the states of whole hashes.
pub const FUGUE: &str = include_str!("../steps/fugue-steps.json");
/// Grøstl: MixBytes, rounds, P and Q, the compression function, whole hashes.
pub const GROESTL: &str = include_str!("../steps/groestl-steps.json");
/// Keccak-p: every step of rounds of all widths, permutations, digests.
pub const KECCAK: &str = include_str!("../steps/keccak-steps.json");
/// Keyak and Ketje: twisted permutations, pistons, sessions.
pub const KEYAK_KETJE: &str = include_str!("../steps/keyak-ketje-steps.json");
/// Luffa: message injection, SubCrumb, MixWord, steps, permutations, rounds, whole hashes.
pub const LUFFA: &str = include_str!("../steps/luffa-steps.json");

/// Parses one of the documents.
///
/// # Panics
///
/// Panics if the text is not JSON. A test parses every document of this module.
pub fn json(document: &str) -> Value {
    serde_json::from_str(document).expect("a document of this module")
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_document_parses() {
        for document in [super::AES, super::FUGUE, super::GROESTL, super::KECCAK, super::KEYAK_KETJE, super::LUFFA] {
            assert!(super::json(document)["notes"].is_string());
        }
    }
}
