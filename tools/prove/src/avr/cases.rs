//! Single cases: the variables, the specification's results for them, and the calls of the program.

use super::contexts::context;
use super::machine::{Stopped, Trace};
use super::program::Program;
use super::session::{Comparison, Session};
use crate::call::Values;
use crate::logic::Logic;
use crate::spec::{HashFunction, KetjeJr, Parameters, Primitive, aes};
use crate::sums::Bit;
use crate::words::Word;
use std::fmt;

/// The functions to call, and the numbers of bytes.
#[derive(Clone, Debug)]
pub(super) enum Case {
    /// The one-shot call.
    HashAtOnce { name: &'static str, function: HashFunction, bytes: usize },
    /// `init`, `update` for each piece of the message, and `final`.
    Hash { names: HashNames, function: HashFunction, pieces: Vec<usize> },
    /// `init`: the context must contain the start state.
    HashInit { names: HashNames, function: HashFunction },
    /// `update` of a context whose state and buffer are variables.
    HashUpdate { names: HashNames, function: HashFunction, earlier: Earlier, bytes: usize },
    /// `final` of such a context.
    HashFinal { names: HashNames, function: HashFunction, earlier: Earlier },
    /// A permutation Keccak-f whose lanes have this width.
    Permute { function: &'static str, width: usize },
    /// The key schedule of AES-128.
    ExpandKey,
    /// AES-128 of a block. The round keys are also variables: they need not come from a key.
    Encrypt { in_place: bool },
    /// Two messages of Ketje Jr, encrypted and decrypted.
    KetjeSession(KetjeCase),
    /// The one-shot calls of Ketje Jr.
    KetjeAtOnce { data: usize, text: usize },
}

/// The names of the functions for a message in pieces.
#[derive(Clone, Debug)]
pub(super) struct HashNames {
    pub(super) name: &'static str,
    /// The name of the function that provides `update`.
    pub(super) update: &'static str,
}

/// The part of a message that a context has absorbed before a call: whole blocks, and bytes in the buffer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Earlier {
    pub(super) blocks: usize,
    pub(super) buffered: usize,
}

impl HashNames {
    pub(super) fn of(name: &'static str) -> Self {
        Self { name, update: name }
    }
}

/// The lengths in a session of Ketje Jr in bytes; data and text have one for each piece.
#[derive(Clone, Debug)]
pub(super) struct KetjeCase {
    pub(super) key: usize,
    pub(super) nonce: usize,
    pub(super) data: Vec<usize>,
    pub(super) text: Vec<usize>,
    pub(super) tag: usize,
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::HashAtOnce { name, bytes, .. } => write!(f, "{name}, {bytes} bytes"),
            Self::Hash { names, pieces, .. } => write!(f, "{}, pieces of {pieces:?} bytes", names.name),
            Self::HashInit { names, .. } => write!(f, "{}_init", names.name),
            Self::HashUpdate { names, earlier: Earlier { blocks, buffered }, bytes, .. } => {
                write!(f, "{}_update after {blocks} blocks and {buffered} bytes, {bytes} bytes", names.update)
            }
            Self::HashFinal { names, earlier: Earlier { blocks, buffered }, .. } => {
                write!(f, "{}_final after {blocks} blocks and {buffered} bytes", names.name)
            }
            Self::Permute { function, .. } => write!(f, "{function}"),
            Self::ExpandKey => write!(f, "aes128_expand_key"),
            Self::Encrypt { in_place } => {
                write!(f, "aes128_encrypt, {}", if *in_place { "in place" } else { "to other bytes" })
            }
            Self::KetjeSession(KetjeCase { key, nonce, data, text, tag }) => write!(
                f,
                "key and nonce of {key} and {nonce} bytes, data and text in pieces of {data:?} and {text:?} bytes, \
                 tag of {tag} bytes"
            ),
            Self::KetjeAtOnce { data, text } => write!(f, "at once, {data} bytes of data, {text} bytes of text"),
        }
    }
}

/// The result of running a case.
pub(super) struct Proof {
    /// The number of compared bits of results.
    pub(super) bits: usize,
    pub(super) trace: Trace,
    /// The mistake, and the address of the instruction that shows it.
    pub(super) failure: Option<(String, Option<u32>)>,
}

/// Runs a program in a case.
pub(super) fn run(program: &Program, context_bytes: usize, case: &Case, values: Values, most_steps: usize) -> Proof {
    let mut logic = Logic::new();
    let mut bench = Bench { program, context_bytes, values, most_steps, trace: Trace::default() };
    match bench.results(&mut logic, case) {
        Ok(results) => {
            let failure = results.iter().find_map(|result| result.difference(&logic));
            Proof {
                bits: results.iter().map(Comparison::bits).sum(),
                failure: failure.map(|what| (what, bench.trace.first_opaque)),
                trace: bench.trace,
            }
        }
        Err(Stopped { at, reason }) => {
            Proof { bits: 0, trace: bench.trace, failure: Some((format!("it stops: {reason}"), Some(at))) }
        }
    }
}

/// The setting in which cases run.
struct Bench<'p> {
    program: &'p Program,
    context_bytes: usize,
    values: Values,
    most_steps: usize,
    trace: Trace,
}

type Results = Result<Vec<Comparison>, Stopped>;

impl Bench<'_> {
    /// Makes the calls of a case. The specification always runs before the program, because it makes the S-boxes'
    /// groups.
    fn results(&mut self, logic: &mut Logic, case: &Case) -> Results {
        match *case {
            Case::HashAtOnce { name, function, bytes } => {
                let message = self.values.bytes(logic, bytes);
                let digest = function.digest(logic, &message);
                self.session(logic, |session, _| {
                    let data = session.add("the message", &message, false);
                    let out = session.add_unknown("the digest", digest.len() / 8);
                    session.call(name, &[out, data, bytes as u16])?;
                    Ok(vec![session.result("the digest", out, digest)])
                })
            }
            Case::Hash { ref names, function, ref pieces } => self.hash_in_pieces(logic, names, function, pieces),
            Case::HashInit { ref names, function } => {
                let start = function.start(logic);
                let expected = context(logic, function, self.context_bytes, &start, &[], 0);
                self.session(logic, |session, context_bytes| {
                    let context = session.add_unknown("the context", context_bytes);
                    session.call(&format!("{}_init", names.name), &[context])?;
                    Ok(vec![session.result("the context", context, expected)])
                })
            }
            Case::HashUpdate { ref names, function, earlier, bytes } => {
                self.hash_update(logic, names, function, earlier, bytes)
            }
            Case::HashFinal { ref names, function, earlier: Earlier { blocks, buffered } } => {
                let (mut state, rest) =
                    (self.values.bytes(logic, function.state_bytes()), self.values.bytes(logic, buffered));
                let context = context(logic, function, self.context_bytes, &state, &rest, blocks);
                let digest = function.finish(logic, &mut state, &rest, blocks);
                self.session(logic, |session, _| {
                    let context = session.add("the context", &context, true);
                    let out = session.add_unknown("the digest", digest.len() / 8);
                    session.call(&format!("{}_final", names.name), &[context, out])?;
                    Ok(vec![session.result("the digest", out, digest)])
                })
            }
            Case::Permute { function, width } => {
                let state = self.values.bytes(logic, 25 * width / 8);
                let rounds = 12 + 2 * width.ilog2() as usize;
                let mut expected = state.clone();
                let parameters = Parameters { rate_bytes: 0, rounds };
                Primitive::Keccak { width }.finalize(logic, &mut expected, parameters);
                self.session(logic, |session, context_bytes| {
                    // Scratch space follows the state.
                    let mut context = state;
                    context.resize(8 * context_bytes, Bit::UNKNOWN);
                    let context = session.add("the context", &context, true);
                    session.call(function, &[context])?;
                    Ok(vec![session.result("the state", context, expected)])
                })
            }
            Case::ExpandKey => {
                let key = self.values.bytes(logic, 16);
                let round_keys = aes::expand_key(logic, &key);
                self.session(logic, |session, context_bytes| {
                    let context = session.add_unknown("the context", context_bytes);
                    let key = session.add("the key", &key, false);
                    session.call("aes128_expand_key", &[context, key])?;
                    Ok(vec![session.result("the round keys", context, round_keys)])
                })
            }
            Case::Encrypt { in_place } => {
                let (round_keys, block) = (self.values.bytes(logic, 176), self.values.bytes(logic, 16));
                let encrypted = aes::encrypt(logic, &round_keys, &block);
                self.session(logic, |session, _| {
                    let context = session.add("the context", &round_keys, false);
                    let data = session.add("the block", &block, in_place);
                    let out = if in_place { data } else { session.add_unknown("the encrypted block", 16) };
                    session.call("aes128_encrypt", &[context, out, data])?;
                    Ok(vec![session.result("the encrypted block", out, encrypted)])
                })
            }
            Case::KetjeSession(ref case) => self.ketje_session(logic, case),
            Case::KetjeAtOnce { data, text } => self.ketje_at_once(logic, data, text),
        }
    }

    /// Starts a microcontroller, makes calls and records the instructions they run.
    fn session(&mut self, logic: &mut Logic, calls: impl FnOnce(&mut Session<'_>, usize) -> Results) -> Results {
        let mut session = Session::new(logic, self.program, self.most_steps)?;
        let results = calls(&mut session, self.context_bytes);
        self.trace = session.trace();
        results
    }

    fn hash_in_pieces(
        &mut self,
        logic: &mut Logic,
        names: &HashNames,
        function: HashFunction,
        pieces: &[usize],
    ) -> Results {
        let message = self.values.bytes(logic, pieces.iter().sum());
        let digest = function.digest(logic, &message);
        self.session(logic, |session, context_bytes| {
            let context = session.add_unknown("the context", context_bytes);
            let mut data = session.add("the message", &message, false);
            let out = session.add_unknown("the digest", digest.len() / 8);
            session.call(&format!("{}_init", names.name), &[context])?;
            for &bytes in pieces {
                session.call(&format!("{}_update", names.update), &[context, data, bytes as u16])?;
                data += bytes as u16;
            }
            session.call(&format!("{}_final", names.name), &[context, out])?;
            Ok(vec![session.result("the digest", out, digest)])
        })
    }

    fn hash_update(
        &mut self,
        logic: &mut Logic,
        names: &HashNames,
        function: HashFunction,
        Earlier { blocks, buffered }: Earlier,
        bytes: usize,
    ) -> Results {
        let mut state = self.values.bytes(logic, function.state_bytes());
        let (buffer, data) = (self.values.bytes(logic, buffered), self.values.bytes(logic, bytes));
        let before = context(logic, function, self.context_bytes, &state, &buffer, blocks);
        let message = [&buffer[..], &data].concat();
        let block = 8 * function.block_bytes();
        let (whole, rest) = message.split_at(message.len() / block * block);
        function.absorb(logic, &mut state, whole);
        let expected = context(logic, function, self.context_bytes, &state, rest, blocks + whole.len() / block);
        self.session(logic, |session, _| {
            let context = session.add("the context", &before, true);
            let data = session.add("the message", &data, false);
            session.call(&format!("{}_update", names.update), &[context, data, bytes as u16])?;
            Ok(vec![session.result("the context", context, expected)])
        })
    }

    /// Two messages of a session, encrypted, then decrypted. The second tag is wrong in one bit.
    fn ketje_session(&mut self, logic: &mut Logic, case: &KetjeCase) -> Results {
        let KetjeCase { key, nonce, data, text, tag } = case;
        let (key, nonce) = (self.values.bytes(logic, *key), self.values.bytes(logic, *nonce));
        let mut specified = KetjeJr::initialize(logic, &key, &nonce);
        let messages: Vec<Message> = (0..2)
            .map(|_| {
                let (data, text) =
                    (self.values.bytes(logic, data.iter().sum()), self.values.bytes(logic, text.iter().sum()));
                let (encrypted, tag) = specified.wrap(logic, &data, &text, 8 * tag);
                Message { data, text, encrypted, tag }
            })
            .collect();
        self.session(logic, |session, context_bytes| {
            let context = session.add_unknown("the context", context_bytes);
            let (key_at, nonce_at) = (session.add("the key", &key, false), session.add("the nonce", &nonce, false));
            let start = [context, key_at, key.len() as u16 / 8, nonce_at, nonce.len() as u16 / 8];
            let mut results = Vec::new();
            session.call("ketje_jr_init", &start)?;
            for message in &messages {
                absorb_data(session, context, &message.data, data)?;
                let input = session.add("the text", &message.text, false);
                let out = session.add_unknown("the encrypted text", message.text.len() / 8);
                crypt(session, "ketje_jr_encrypt", [context, out, input], text)?;
                let at = session.add_unknown("the tag", *tag);
                session.call("ketje_jr_tag", &[context, at, *tag as u16])?;
                results.push(session.result("the encrypted text", out, message.encrypted.clone()));
                results.push(session.result("the tag", at, message.tag.clone()));
            }
            session.call("ketje_jr_init", &start)?;
            for (n, message) in messages.iter().enumerate() {
                absorb_data(session, context, &message.data, data)?;
                // In place.
                let at = session.add("the text", &message.encrypted, true);
                crypt(session, "ketje_jr_decrypt", [context, at, at], text)?;
                let mut given = message.tag.clone();
                let wrong = given.last_mut().filter(|_| n == 1).map(|bit| *bit = !*bit).is_some();
                let tag_at = session.add("the tag", &given, false);
                let returned = session.call("ketje_jr_verify", &[context, tag_at, *tag as u16])?;
                results.push(session.result("the decrypted text", at, message.text.clone()));
                results.push(verdict(returned, wrong));
            }
            Ok(results)
        })
    }

    fn ketje_at_once(&mut self, logic: &mut Logic, data: usize, text: usize) -> Results {
        let (key, nonce) = (self.values.bytes(logic, 12), self.values.bytes(logic, 10));
        let (data, text) = (self.values.bytes(logic, data), self.values.bytes(logic, text));
        let (encrypted, tag) = KetjeJr::initialize(logic, &key, &nonce).wrap(logic, &data, &text, 96);
        self.session(logic, |session, _| {
            let (data_bytes, text_bytes) = (data.len() as u16 / 8, text.len() as u16 / 8);
            let (key, nonce) = (session.add("the key", &key, false), session.add("the nonce", &nonce, false));
            let data = session.add("the data", &data, false);
            let input = session.add("the text", &text, false);
            let out = session.add_unknown("the encrypted text", text_bytes.into());
            let tag_at = session.add_unknown("the tag", 12);
            session.call("ketje_jr_seal", &[out, tag_at, key, nonce, data, data_bytes, input, text_bytes])?;
            let mut results = vec![
                session.result("the encrypted text", out, encrypted.clone()),
                session.result("the tag", tag_at, tag.clone()),
            ];
            let input = session.add("the encrypted text", &encrypted, false);
            // The right tag, and every tag with one wrong bit.
            for wrong in std::iter::once(None).chain((0..96).map(Some)) {
                let mut given = tag.clone();
                if let Some(bit) = wrong {
                    given[bit] = !given[bit];
                }
                session.machine.data.fill(tag_at.into(), &given);
                let open = [out, tag_at, key, nonce, data, data_bytes, input, text_bytes];
                let returned = session.call("ketje_jr_open", &open)?;
                let expected = if wrong.is_none() { text.clone() } else { vec![Bit::ZERO; text.len()] };
                results.push(session.result("the decrypted text", out, expected));
                results.push(verdict(returned, wrong.is_some()));
            }
            Ok(results)
        })
    }
}

/// A message, and the specification's results for it.
struct Message {
    data: Word,
    text: Word,
    encrypted: Word,
    tag: Word,
}

/// Returns the expected result of a comparison of tags.
fn verdict(returned: Word, wrong: bool) -> Comparison {
    if wrong { Comparison::returned_other_than_zero(returned) } else { Comparison::returned(returned, 0) }
}

fn absorb_data(session: &mut Session<'_>, context: u16, data: &[Bit], pieces: &[usize]) -> Result<(), Stopped> {
    let mut at = session.add("the data", data, false);
    for &bytes in pieces {
        session.call("ketje_jr_associated_data", &[context, at, bytes as u16])?;
        at += bytes as u16;
    }
    Ok(())
}

/// Calls a function for each piece of a text.
fn crypt(
    session: &mut Session<'_>,
    function: &str,
    [context, mut out, mut input]: [u16; 3],
    pieces: &[usize],
) -> Result<(), Stopped> {
    for &bytes in pieces {
        session.call(function, &[context, out, input, bytes as u16])?;
        out += bytes as u16;
        input += bytes as u16;
    }
    Ok(())
}
