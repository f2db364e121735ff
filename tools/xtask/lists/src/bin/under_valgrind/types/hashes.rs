//! Hash functions: by type, by name, and over columns and tables.

use super::digests::{MOST_BYTES, compare};
use super::{Case, Outcome};
use crate::secrets::{Verdicts, secret};
use counterpoint::registry::{Column, Hash, Options, Validity, digest_column, digest_table};
use counterpoint::{Algorithm, EqualRows, Fugue256, Groestl256, Luffa512, Rows, Sha3_256, Shake128};
use std::hint::black_box;
use std::mem::MaybeUninit;

pub(super) const CASES: &[Case] = &[
    Case::new("Message, to its digest", digesters),
    Case::new("Message, OutputReader", extendable),
    Case::new("Hash, Hasher, Reader", by_name),
    Case::new("Reader::matches", matches),
    Case::new("digest_column, digest_table", columns),
    Case { constant_time: false, ..Case::new("primitives, which read tables", tables) },
];

/// Messages of mixed lengths, more than any kernel has lanes.
pub(crate) fn messages(block: usize) -> Vec<Vec<u8>> {
    (0..21).map(|n| secret(n % 3 * block + n * 7 % (block + 1))).collect()
}

fn digesters(_: &mut Verdicts) -> Outcome {
    macro_rules! digester {
        ($($type:ident)+) => {$({
            let message = secret(3 * $type::BLOCK_BYTES + 5);
            let (first, rest) = message.split_at($type::BLOCK_BYTES / 2 + 1);
            let mut hasher = $type::new();
            hasher.update(first);
            hasher.update_reader(rest)?;
            black_box(hasher.clone().finalize_bits(secret(1)[0], 3));
            black_box(hasher.finalize_reset());
            hasher.update(rest);
            black_box(hasher.finalize());
            black_box($type::digest(&message));
            black_box($type::digest_many(&messages($type::BLOCK_BYTES)));
        })+};
    }
    digester!(Sha3_256 Groestl256 Fugue256 Luffa512);
    Ok(())
}

fn extendable(_: &mut Verdicts) -> Outcome {
    let message = secret(3 * Shake128::BLOCK_BYTES + 5);
    let mut hasher = Shake128::new();
    hasher.update(&message[..7]);
    hasher.update(&message[7..]);
    let mut reader = hasher.clone().finalize_bits(secret(1)[0], 5);
    let mut output = vec![0; 400];
    reader.read(&mut output[..3]);
    reader.clone().read(&mut output[3..]);
    reader.read_bits(&mut output[..2], 13);
    hasher.finalize().read(&mut output);
    Shake128::digest_into(&message, &mut output);
    let messages = messages(Shake128::BLOCK_BYTES);
    Shake128::digest_many_into(&messages, &mut vec![0; 200 * messages.len()]);
    Ok(())
}

/// Every hash function, with a secret key if it takes one.
fn hashes(mut each: impl FnMut(&'static Algorithm, &dyn Hash) -> Outcome) -> Outcome {
    for algorithm in Algorithm::all().filter(|algorithm| algorithm.hashes()) {
        let key = secret(32);
        let sample = Options::sample(algorithm.takes());
        each(algorithm, &*algorithm.hash(&Options { key: sample.key.map(|_| &key[..]), ..sample })?)?;
    }
    Ok(())
}

fn by_name(_: &mut Verdicts) -> Outcome {
    hashes(|_, hash| {
        let block = hash.block_bytes();
        let message = secret(2 * block + 5);
        let messages = messages(block);
        let each = if hash.extendable() { 3 * hash.digest_bytes() + 1 } else { hash.digest_bytes() };
        let mut outputs = vec![0; each * messages.len()];
        hash.digest_many(None, &messages, &mut outputs)?;
        hash.digest_many(None, &[&message], &mut outputs[..each])?;
        hash.prepare(None)?(&messages, &mut outputs);

        let mut memory = vec![MaybeUninit::uninit(); 4096];
        let mut hasher = hash.boxed_clone().hasher_in(None, &mut memory)?;
        hasher.update(&message[..block - 1]);
        hasher.update(&message[block - 1..]);
        let mut copy = hasher.boxed_clone();
        hasher.finalize_in_place(0, 0);
        let (first, rest) = outputs[..each].split_at_mut(3);
        hasher.output().read(first);
        hasher.output().read(rest);
        hasher.reset();
        if hash.tuple() {
            copy.begin_element(message.len() as u64);
            copy.extend_element(&message[..3]);
            copy.extend_element(&message[3..]);
        }
        let bits = if hash.whole_bytes() { 0 } else { 3 };
        copy.finalize(secret(1)[0], bits).read(&mut outputs[..each]);
        Ok(())
    })
}

fn matches(verdicts: &mut Verdicts) -> Outcome {
    hashes(|_, hash| {
        let message = secret(hash.block_bytes() + 5);
        let mut hasher = hash.hasher(None)?;
        hasher.update(&message);
        let output = |tag: &mut [u8]| hasher.boxed_clone().finalize(0, 0).read(tag);
        let matches = |tag: &[u8]| hasher.boxed_clone().finalize(0, 0).matches(tag);
        if hash.extendable() {
            compare(verdicts, [8, 16, 63, 64, 65, 129, MOST_BYTES], output, matches);
        } else {
            compare(verdicts, [8, hash.digest_bytes()], output, matches);
        }
        Ok(())
    })
}

fn columns(_: &mut Verdicts) -> Outcome {
    let data = secret(1000);
    let offsets = [0, 3, 3, 300, 500, 501, 1000];
    let (rows, equal) = (Rows::new(&data, &offsets)?, EqualRows::new(&data[..600], 100)?);
    let validity = Validity::new(&[0b10_1101], 0, 6)?;
    let hash = Algorithm::by_name("sha3-256")?.hash(&Options::default())?;
    digest_column(&*hash, None, &rows, Some(validity), &mut [0; 6 * 32], 1)?;
    digest_column(&*hash, None, &equal, None, &mut [0; 6 * 32], 1)?;
    let hash = Algorithm::by_name("tuplehash128")?.hash(&Options::default())?;
    let columns = [Column::new(&rows, Some(validity)), Column::new(&equal, None)];
    digest_table(&*hash, None, 6, &columns, &mut [0; 6 * 32], 1)?;
    Ok(())
}

fn tables(_: &mut Verdicts) -> Outcome {
    let state = secret(64);
    counterpoint::primitives::groestl_p512(&mut state[..].try_into()?);
    Ok(())
}
