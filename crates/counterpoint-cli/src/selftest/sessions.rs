//! Tests sessions of authenticated encryption from both sides: one encrypts, the other decrypts.

use super::results::Results;
use counterpoint::aead::AeadError;
use counterpoint::keccak::{Ketje, Keyak, Word};
use counterpoint_vectors::{Body, Case, Session};

/// Runs cases of the algorithm with this name.
pub(super) fn run(algorithm: &str, implementation: &str, cases: &[&Case], results: &mut Results) {
    let answers = match algorithm {
        "river-keyak" => keyak::<u32, 1>,
        "lake-keyak" => keyak::<u64, 1>,
        "sea-keyak" => keyak::<u64, 2>,
        "ocean-keyak" => keyak::<u64, 4>,
        "lunar-keyak" => keyak::<u64, 8>,
        "ketje-jr" => ketje::<u8, 2, 12>,
        "ketje-sr" => ketje::<u16, 2, 16>,
        "ketje-minor" => ketje::<u32, 4, 16>,
        "ketje-major" => ketje::<u64, 4, 16>,
        _ => none,
    };
    for case in cases {
        let Body::Session(session) = &case.body else { continue };
        match answers(implementation, session) {
            Ok(answers) => {
                let pairs = answers.iter().map(|(wanted, found)| (&wanted[..], &found[..]));
                results.compare_each(case.record, &case.label, pairs);
            }
            Err(reason) => results.fail(case, &reason),
        }
    }
}

/// Pairs of expected and computed bytes.
type Answers = Result<Vec<(Vec<u8>, Vec<u8>)>, String>;

/// Returns an error for all other algorithms.
fn none(_: &str, _: &Session) -> Answers {
    Err("no code runs sessions of this algorithm".to_owned())
}

/// Runs a session of Keyak.
fn keyak<W: Word, const PISTONS: usize>(implementation: &str, session: &Session) -> Answers {
    let Session { key, nonce, start_forget: forget, .. } = session;
    let start = || Keyak::<W, PISTONS>::start_with_implementation(implementation, key, nonce, *forget).map_err(why);
    let mut answers = Vec::new();
    let (mut one, mut other) = match &session.start_tag {
        None => (start()?, start()?),
        Some(wanted) => {
            let one = Keyak::start_with_tag_with_implementation(implementation, key, nonce, *forget);
            let (one, tag) = one.map_err(why)?;
            answers.push((wanted.clone(), tag.to_vec()));
            let tag = fixed(wanted)?;
            let other = Keyak::start_verified_with_implementation(implementation, key, nonce, *forget, &tag);
            (one, other.map_err(why)?)
        }
    };
    for wrap in &session.wraps {
        let mut buffer = wrap.plaintext.clone();
        let tag = one.wrap(&wrap.associated_data, &mut buffer, wrap.forget).map_err(why)?;
        answers.push(([&wrap.ciphertext[..], &wrap.tag].concat(), [&buffer[..], &tag].concat()));
        let mut buffer = wrap.ciphertext.clone();
        let tag = fixed(&wrap.tag)?;
        other.unwrap(&wrap.associated_data, &mut buffer, &tag, wrap.forget).map_err(why)?;
        answers.push((wrap.plaintext.clone(), buffer));
    }
    Ok(answers)
}

/// Runs a session of Ketje. A message may have no tag; the next tag then also authenticates this message.
fn ketje<W: Word, const LANES: usize, const TAG: usize>(implementation: &str, session: &Session) -> Answers {
    let start =
        || Ketje::<W, LANES, TAG>::with_implementation(implementation, &session.key, &session.nonce).map_err(why);
    if session.start_tag.is_some() || session.start_forget || session.wraps.iter().any(|wrap| wrap.forget) {
        return Err("Ketje has neither a start tag nor forgetting".to_owned());
    }
    let mut answers = Vec::new();
    let (mut one, mut other) = (start()?, start()?);
    for wrap in &session.wraps {
        let (mut buffer, mut tag) = (wrap.plaintext.clone(), vec![0; wrap.tag.len()]);
        match tag.is_empty() {
            true => one.encrypt_without_tag(&wrap.associated_data, &mut buffer),
            false => one.wrap(&wrap.associated_data, &mut buffer, &mut tag),
        }
        .map_err(why)?;
        answers.push(([&wrap.ciphertext[..], &wrap.tag].concat(), [buffer, tag].concat()));
        let mut buffer = wrap.ciphertext.clone();
        match wrap.tag.is_empty() {
            true => other.decrypt_unverified(&wrap.associated_data, &mut buffer),
            false => other.unwrap(&wrap.associated_data, &mut buffer, &wrap.tag),
        }
        .map_err(why)?;
        answers.push((wrap.plaintext.clone(), buffer));
    }
    Ok(answers)
}

/// Returns a tag as an array.
fn fixed<const N: usize>(tag: &[u8]) -> Result<[u8; N], String> {
    tag.try_into().map_err(|_| format!("a tag has {N} bytes, not {}", tag.len()))
}

fn why(error: AeadError) -> String {
    error.to_string()
}
