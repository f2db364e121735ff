//! Every implementation, selected by name, with message, key and states marked as secret.
//!
//! An implementation listed as constant-time must cause no report; one with T-tables must cause some, or the check sees
//! nothing. For an implementation that valgrind's processor can't run, only a missing feature is printed.

use crate::secrets::{Verdicts, secret};
use crate::valgrind;
use counterpoint::Algorithm;
use counterpoint::aead::AeadError;
use counterpoint::registry::{Aead, BlockCipher, Hash, ImplementationError, Kind, Options, Permutation};
use std::error::Error;

/// Prints a line for each implementation; returns how many break their promise.
pub(crate) fn check(names: &[String]) -> Result<usize, Box<dyn Error>> {
    let (mut wrong, mut ran) = (0, 0);
    for algorithm in Algorithm::all().filter(|a| names.is_empty() || names.iter().any(|name| name == a.name)) {
        for implementation in algorithm.implementations() {
            let name = format!("{} {}", algorithm.name, implementation.name());
            if let Some(feature) = implementation.missing_features().next() {
                // `tools/xtask/code` reads this line.
                println!("beyond valgrind\t{name}\t{feature}");
                continue;
            }
            let before = valgrind::errors();
            let mut public = 0;
            match algorithm.kind {
                Kind::Hash(_) => {
                    let key = secret(32);
                    let sample = Options::sample(algorithm.takes());
                    let hash = algorithm.hash(&Options { key: sample.key.map(|_| &key[..]), ..sample })?;
                    digest(&*hash, implementation.name(), implementation.states())?;
                }
                Kind::Permutation(permutation) => permute(permutation, implementation.name(), implementation.states())?,
                Kind::BlockCipher(cipher) => encrypt(cipher, implementation.name(), implementation.states())?,
                Kind::Aead(aead) => public = seal(aead, implementation.name())?,
                _ => unreachable!("this library has no other kind"),
            }
            let errors = valgrind::errors() - before - public;
            let as_promised = match errors {
                0 => !implementation.technique().starts_with("ttable"),
                _ => !implementation.constant_time(),
            };
            println!("{} {name}: {errors} reports", if as_promised { "ok" } else { "WRONG" });
            ran += 1;
            wrong += usize::from(!as_promised);
        }
    }
    println!("{ran} implementations, {wrong} with broken promises");
    Ok(wrong)
}

/// Hashes messages of mixed lengths side by side, and one in pieces.
fn digest(hash: &dyn Hash, implementation: &str, states: usize) -> Result<(), ImplementationError> {
    let block = hash.block_bytes();
    let messages: Vec<Vec<u8>> = (0..2 * states + 1).map(|n| secret(2 * block + n * 7 % (block + 1))).collect();
    let slices: Vec<&[u8]> = messages.iter().map(Vec::as_slice).collect();
    let mut digests = vec![0; messages.len() * hash.digest_bytes()];
    hash.digest_many(Some(implementation), &slices, &mut digests)?;
    valgrind::make_public(&digests);

    let mut hasher = hash.hasher(Some(implementation))?;
    let message = secret(3 * block);
    let (first, rest) = message.split_at(block / 2 + 1);
    hasher.update(first);
    hasher.update(rest);
    let mut digest = vec![0; hash.digest_bytes()];
    hasher.finalize(0, 0).read(&mut digest);
    valgrind::make_public(&digest);
    Ok(())
}

/// Permutes some states with all rounds.
fn permute(permutation: &dyn Permutation, implementation: &str, states: usize) -> Result<(), ImplementationError> {
    let mut states = secret((2 * states + 1) * permutation.state_bytes());
    permutation.permute(Some(implementation), &mut states, *permutation.rounds().end())?;
    valgrind::make_public(&states);
    Ok(())
}

/// Encrypts some blocks with one key.
fn encrypt(cipher: &dyn BlockCipher, implementation: &str, states: usize) -> Result<(), ImplementationError> {
    let key = secret(cipher.key_bytes());
    let mut blocks = secret((2 * states + 1) * cipher.block_bytes());
    cipher.encrypt(Some(implementation), &key, &mut blocks)?;
    valgrind::make_public(&blocks);
    Ok(())
}

/// Encrypts and decrypts messages of different lengths, and tests wrong tags; nonce and ciphertext are public. Returns
/// how many reports the verdicts on tags may cause.
fn seal(aead: &dyn Aead, implementation: &str) -> Result<usize, AeadError> {
    /// A session ends with a wrong tag, and the plaintext is erased.
    const MOST_REPORTS: usize = 2;
    let key = secret(aead.key_bytes());
    let nonce = vec![7; aead.nonce_bytes()];
    let mut verdicts = Verdicts::default();
    for (blocks, wrong) in [(0, None), (2, None), (2, Some(0)), (2, Some(aead.tag_bytes() - 1))] {
        let associated_data = secret(blocks * aead.block_bytes() + 3);
        let mut buffer = secret(blocks * aead.block_bytes() + 5);
        let mut tag = vec![0; aead.tag_bytes()];
        aead.encrypt(Some(implementation), &key, &nonce, &associated_data, &mut buffer, &mut tag)?;
        valgrind::make_public(&buffer);
        valgrind::make_public(&tag);
        if let Some(byte) = wrong {
            tag[byte] ^= 1;
        }
        verdicts.tell(wrong.is_none(), || {
            aead.decrypt(Some(implementation), &key, &nonce, &associated_data, &mut buffer, &tag).is_ok()
        });
    }
    Ok(verdicts.public(MOST_REPORTS))
}
