//! With the feature `zeroize`, calls of every implementation leave nothing of a message, a state or a key on the stack.
//! This covers the code around the kernels; a kernel itself may spill registers into its own frame.

// Without optimisation, every call on the way moves the returned value, and so copies it.
#![cfg(all(feature = "aes", feature = "keccak", feature = "std", feature = "zeroize", not(debug_assertions)))]

mod common;

use common::stack::{self, Remains, image};
use common::{Numbers, defaults, hashes, one_of_each_primitive};
use counterpoint::registry::{Aead, BlockCipher, Hash, Implementation, Kind, Options, Parameter, Permutation};
use counterpoint::{Aes128, Aes192, Aes256, Algorithm, Kmac128, KmacXof128, Messages};
use std::collections::{HashMap, HashSet};
use std::ptr::from_ref;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The number of messages in a batch of which a part is grouped and the rest goes to lanes.
const LARGE_BATCH: usize = 70;

/// Messages that record where the stack ended whenever one of them was accessed. All frames above the address of the
/// last access belong to the code around the kernels; those of the kernels lie below it.
struct Watched {
    messages: Vec<Vec<u8>>,
    last: AtomicUsize,
    highest: AtomicUsize,
}

impl Watched {
    fn new(messages: Vec<Vec<u8>>) -> Self {
        Self { messages, last: AtomicUsize::new(0), highest: AtomicUsize::new(0) }
    }

    /// The remains of the code around the kernels. A large batch is hashed in two parts. Spills by kernels of the first
    /// part remain under the larger frames of the second, so only the frames above both are searched.
    fn around_kernels<'r>(&self, remains: &'r Remains) -> &'r [u8] {
        let has_two_parts = self.count() == LARGE_BATCH;
        remains.above(if has_two_parts { &self.highest } else { &self.last }.load(Ordering::Relaxed))
    }
}

impl Messages for Watched {
    fn count(&self) -> usize {
        self.messages.len()
    }

    #[inline(never)]
    fn message(&self, index: usize) -> &[u8] {
        let here = 0u8;
        let address = from_ref(std::hint::black_box(&here)).addr();
        self.last.store(address, Ordering::Relaxed);
        self.highest.fetch_max(address, Ordering::Relaxed);
        &self.messages[index]
    }
}

/// Secret words of 8 bytes.
#[derive(Default)]
struct Words(HashSet<u64>);

impl Words {
    /// The words in memory, at every multiple of 4 bytes.
    fn of(memory: &[u8]) -> impl Iterator<Item = u64> {
        memory.windows(8).step_by(4).map(|word| u64::from_le_bytes(word.try_into().unwrap()))
    }

    /// Adds the words of a value in memory, except pointers and counters: random words seldom have two bytes of 0.
    fn add(&mut self, memory: &[u8]) {
        self.0.extend(Self::of(memory).filter(|word| word.to_le_bytes().iter().filter(|byte| **byte == 0).count() < 2));
    }

    /// Removes public words.
    fn remove(&mut self, memory: &[u8]) {
        for word in memory.windows(8) {
            self.0.remove(&u64::from_le_bytes(word.try_into().unwrap()));
        }
    }

    /// Returns how many words in memory are secret.
    fn count_in(&self, memory: &[u8]) -> usize {
        Self::of(memory).filter(|word| *word != 0 && self.0.contains(word)).count()
    }
}

/// Calls `check` with every hash function, keyed if it takes a key, and each implementation; functions that differ from
/// another only in constants are checked with their defaults.
fn each_function(mut check: impl FnMut(&'static Algorithm, &dyn Hash, &'static Implementation)) {
    let representative = one_of_each_primitive(hashes().map(|(algorithm, hash)| (algorithm, hash.block_bytes())));
    let key = Numbers(1).bytes(32);
    for algorithm in Algorithm::all().filter(|algorithm| algorithm.hashes()) {
        let sample = Options::sample(algorithm.takes());
        // A customization string is public, but would be found.
        let customization = sample.customization.map(|_| &b""[..]);
        let options = Options { key: sample.key.map(|_| &key[..]), customization, ..sample };
        let hash = algorithm.hash(&options).unwrap();
        let all = representative.contains(&algorithm.name) || algorithm.name == "kmac128";
        let chosen = if all { algorithm.implementations().collect() } else { defaults(algorithm) };
        for implementation in chosen.into_iter().filter(|implementation| implementation.available()) {
            check(algorithm, &*hash, implementation);
        }
    }
}

/// Returns messages with ends of all kinds: of zero to three blocks, or of one block each.
fn messages(hash: &dyn Hash, count: usize, mixed: bool) -> Vec<Vec<u8>> {
    let (mut numbers, unit) = (Numbers(count as u64), hash.block_bytes().max(64));
    let blocks = |n: usize| if mixed { n * 5 % 4 } else { 1 };
    (0..count).map(|n| numbers.bytes(blocks(n) * unit + 14 + n * 7 % (unit - 15))).collect()
}

/// Returns the length of the output for a message: several parts of the output if it is extendable.
fn output_bytes(hash: &dyn Hash) -> usize {
    if hash.extendable() { 400 } else { hash.digest_bytes() }
}

/// Returns the words of all states of these messages, from the first block to the last byte of output, without those of
/// messages, outputs and unkeyed initial states.
fn states(algorithm: &Algorithm, hash: &dyn Hash, messages: &[Vec<u8>]) -> Words {
    let mut words = Words::default();
    let mut output = vec![0; output_bytes(hash)];
    for message in messages {
        let mut hasher = hash.hasher(None).unwrap();
        for piece in message.chunks(hash.block_bytes().max(64)) {
            hasher.update(piece);
            words.add(&image(&*hasher));
        }
        hasher.finalize_in_place(0, 0);
        words.add(&image(&*hasher));
        hasher.output().read(&mut output);
        words.add(&image(&*hasher));
        words.remove(message);
        words.remove(&output);
    }
    if !algorithm.takes().contains(&Parameter::Key) {
        words.remove(&image(&*hash.hasher(None).unwrap()));
    }
    words
}

/// Hashes batches with every function and implementation, in one run of a kernel, in lanes that are refilled, and in
/// windows. Calls `search` after each batch, and fails if it ever finds any of `what`.
fn no_batch_leaves(
    what: &str,
    search: impl Fn(&'static Algorithm, &dyn Hash, &'static Implementation, &Watched, &Remains) -> usize,
) {
    let (mut remains, mut findings) = (Remains::new(), Vec::new());
    each_function(|algorithm, hash, implementation| {
        let (name, lanes) = (implementation.name(), implementation.states());
        for (count, mixed) in [(1, false), (lanes, false), (3 * lanes + 1, true), (LARGE_BATCH, true)] {
            let watched = Watched::new(messages(hash, count, mixed));
            let mut outputs = vec![0; count * output_bytes(hash)];
            stack::clear();
            hash.digest_many(Some(name), &watched, &mut outputs).unwrap();
            remains.take();
            let found = search(algorithm, hash, implementation, &watched, &remains);
            if found > 0 {
                findings.push(format!("{found} {what}: {} by {name}, {count} messages", algorithm.name));
            }
        }
    });
    assert_eq!(findings, [""; 0]);
}

#[test]
fn batches_leave_no_state_around_the_kernels() {
    no_batch_leaves("words", |algorithm, hash, _, watched, remains| {
        states(algorithm, hash, &watched.messages).count_in(watched.around_kernels(remains))
    });
}

/// The end of a message is copied to its padded tail, and by kernels that pad but can't load a part of a vector. With
/// AVX-512, kernels load it into registers, which they may spill.
#[test]
fn calls_leave_no_end_of_a_message() {
    no_batch_leaves("ends", |_, _, implementation, watched, remains| {
        let searched = match implementation.tier() {
            "avx512" => watched.around_kernels(remains),
            _ => remains.bytes(),
        };
        ends_in(searched, &watched.messages)
    });
}

/// Returns how often the last 12 bytes of a message are in memory. Fewer could be the contents of a register.
fn ends_in(memory: &[u8], messages: &[Vec<u8>]) -> usize {
    let ends: HashSet<&[u8]> = messages.iter().map(|message| &message[message.len() - 12..]).collect();
    memory.windows(12).filter(|window| window[0] != 0 && ends.contains(window)).count()
}

/// Returns the length of the longest run of a secret's bytes in memory, ignoring the secret's zeros. Kernels spill
/// registers in any order, so a run of more than a few words is a copy.
fn longest_run(secret: &[u8], memory: &[u8]) -> usize {
    let words = (0..secret.len().saturating_sub(7)).step_by(4).map(|begin| (&secret[begin..begin + 8], begin));
    let words: HashMap<_, _> = words.filter(|(word, _)| word.iter().filter(|byte| **byte == 0).count() < 2).collect();
    let run = |(place, word)| {
        let equal = secret[*words.get(word)?..].iter().zip(&memory[place..]).take_while(|(byte, found)| byte == found);
        Some(equal.count())
    };
    memory.windows(8).enumerate().filter_map(run).max().unwrap_or(0)
}

/// Returns the longest run that may be spilled registers: vectors with words of one state. Grøstl's AVX kernels spill
/// vectors of two columns side by side.
fn longest_register(algorithm: &Algorithm, implementation: &Implementation) -> usize {
    match (algorithm.family, implementation.tier()) {
        (_, "avx512") => 64,
        ("groestl", "avx") => 48,
        _ => 32,
    }
}

/// Returns the contents of a hasher at the end of a message, with zeros in place of public bytes.
fn last_state(algorithm: &Algorithm, hash: &dyn Hash, message: &[u8]) -> Vec<u8> {
    let fresh = image(&*hash.hasher(None).unwrap());
    let mut hasher = hash.hasher(None).unwrap();
    hasher.update(message);
    hasher.finalize_in_place(0, 0);
    let mut state = image(&*hasher);
    if !algorithm.takes().contains(&Parameter::Key) {
        state.iter_mut().zip(&fresh).filter(|(byte, public)| byte == public).for_each(|(byte, _)| *byte = 0);
    }
    state
}

#[test]
fn one_message_leaves_no_copy_of_its_state() {
    let (mut remains, mut findings) = (Remains::new(), Vec::new());
    each_function(|algorithm, hash, implementation| {
        // Grøstl's AVX-512 kernels spill whole rows of a state. `spec` and T-tables keep a state in memory.
        let technique = implementation.technique();
        if implementation.tier() == "avx512" || technique == "spec" || technique.starts_with("ttable") {
            return;
        }
        for message in messages(hash, 3, true) {
            let state = last_state(algorithm, hash, &message);
            let mut output = vec![0; hash.digest_bytes()];
            stack::clear();
            hash.digest_many(Some(implementation.name()), &[&message], &mut output).unwrap();
            remains.take();
            let found = longest_run(&state, remains.bytes());
            if found > longest_register(algorithm, implementation) {
                findings.push(format!("{found} bytes of a state: {} by {}", algorithm.name, implementation.name()));
            }
        }
    });
    assert_eq!(findings, [""; 0]);
}

/// AVX-512 kernels store the end of a message in their own frame, and clear it there. A register may be spilled.
#[test]
fn one_message_leaves_no_end_with_avx512() {
    let (mut remains, mut findings) = (Remains::new(), Vec::new());
    each_function(|algorithm, hash, implementation| {
        if implementation.tier() != "avx512" || implementation.states() > 1 {
            return;
        }
        for message in messages(hash, 3, true) {
            let mut output = vec![0; hash.digest_bytes()];
            stack::clear();
            hash.digest_many(Some(implementation.name()), &[&message], &mut output).unwrap();
            remains.take();
            let found = longest_run(&message[message.len().saturating_sub(hash.block_bytes())..], remains.bytes());
            if found > longest_register(algorithm, implementation) {
                findings.push(format!("{found} bytes of an end: {} by {}", algorithm.name, implementation.name()));
            }
        }
    });
    assert_eq!(findings, [""; 0]);
}

/// The value contains the state that has absorbed the key, and its calls for other messages copy this state.
#[test]
fn a_mac_leaves_no_copy_of_its_key() {
    let mut remains = Remains::new();
    let (mut numbers, mut tags) = (Numbers(5), vec![0; 7 * 16]);
    let key = numbers.bytes(32);
    let messages: Vec<Vec<u8>> = (0..7).map(|n| numbers.bytes(100 * n)).collect();
    let mac = Box::new(Kmac128::new(&key, b""));
    let extendable = Box::new(KmacXof128::new(&key, b""));
    stack::clear();
    mac.digest_many_into(&messages, &mut tags).unwrap();
    remains.take();
    let found = longest_run(&image(&*mac), remains.bytes());
    assert!(found <= LONGEST_SPILL, "{found} bytes");
    for calls in [1, 7] {
        stack::clear();
        extendable.digest_many_into(&&messages[..calls], &mut tags);
        remains.take();
        let found = longest_run(&image(&*extendable), remains.bytes());
        assert!(found <= LONGEST_SPILL, "{found} bytes, {calls} messages");
    }
    // The key, padded to a block, waits in a buffer until that is full.
    let key = numbers.bytes(160);
    stack::clear();
    drop(Box::new(Kmac128::new(&key, b"")));
    remains.take();
    let found = longest_run(&key, remains.bytes());
    assert!(found <= LONGEST_SPILL, "{found} bytes of a padded key");
}

/// The maximum length in bytes of a part of a state that a kernel spills: kernels for several states spill vectors side
/// by side. A state of 1600 bits has 200 bytes.
const LONGEST_SPILL: usize = 96;

/// The maximum length in bytes of a part of a key or of round keys that a shipped kernel spills.
const LONGEST_WORD: usize = 8;

/// The right tag would be valid for the forged message.
#[test]
fn a_wrong_tag_leaves_no_right_one() {
    let (key, mut right, mut remains) = (Numbers(6).bytes(32), [0; 64], Remains::new());
    let options = Options { key: Some(&key), ..Options::default() };
    let mac = Algorithm::by_name("kmac256").unwrap().hash(&options).unwrap();
    mac.hasher(None).unwrap().finalize(0, 0).read(&mut right);
    let mut reader = mac.hasher(None).unwrap().finalize(0, 0);
    stack::clear();
    assert!(!reader.matches(&[0; 64]));
    remains.take();
    let found = longest_run(&right, remains.bytes());
    assert!(found <= LONGEST_WORD, "{found} bytes of the right tag");
}

/// A knot is 32 bytes of each piston, side by side; later work overwrites it only after some calls. \[Keyak\] 2.2.
#[test]
fn keyak_leaves_no_knot() {
    let (key, mut tag, mut remains) = (Numbers(7).bytes(16), [0; 16], Remains::new());
    // The pistons of Lunar Keyak absorb 47 bytes: a key pack of 40, the nonce, and a diversifier.
    let absorbed = [&[40], &key[..], &[1], &[0; 22], b"nonce", &[8]].concat();
    let piston = |number| {
        let mut piston = [&absorbed[..], &[number]].concat();
        piston.resize(200, 0);
        (piston[192], piston[195]) = (255, 47);
        piston
    };
    let mut pistons: Vec<u8> = (0..8).flat_map(piston).collect();
    let keccak = Algorithm::by_name("keccak-p1600").unwrap().as_permutation().unwrap();
    keccak.permute(None, &mut pistons, 12).unwrap();
    // An empty message, after which each piston outputs 32 bytes.
    pistons.chunks_mut(200).for_each(|piston| piston[192] ^= 32);
    keccak.permute(None, &mut pistons, 12).unwrap();
    let knot: Vec<u8> = pistons.chunks(200).flat_map(|piston| &piston[..32]).copied().collect();
    let aead = Algorithm::by_name("lunar-keyak").unwrap().as_aead().unwrap();
    stack::clear();
    aead.encrypt(None, &key, b"nonce", b"", &mut [], &mut tag).unwrap();
    remains.take();
    let found = longest_run(&knot, remains.bytes());
    assert!(found <= 32, "{found} bytes of a knot");
}

/// Sessions, ciphers and permutations, selected by name.
#[test]
fn other_calls_leave_no_key_and_no_copy_of_a_state() {
    let (mut remains, mut findings) = (Remains::new(), Vec::new());
    for algorithm in Algorithm::all() {
        for implementation in algorithm.implementations().filter(|implementation| implementation.available()) {
            let name = implementation.name();
            let [key, state] = match algorithm.kind {
                Kind::Aead(aead) => of_session(&mut remains, aead, name),
                Kind::BlockCipher(cipher) => of_cipher(&mut remains, cipher, name),
                Kind::Permutation(permutation) => of_permutation(&mut remains, permutation, name),
                _ => continue,
            };
            // `gfni`, which does not ship, spills a vector that is a round key.
            let longest_key = if implementation.technique() == "gfni" { 31 } else { LONGEST_WORD };
            if key > longest_key || state > LONGEST_SPILL {
                findings.push(format!("{key} bytes of a key, {state} of a state: {} by {name}", algorithm.name));
            }
        }
    }
    assert_eq!(findings, [""; 0]);
}

/// Returns the longest runs of the key, and of the keyed state or the last state.
fn of_session(remains: &mut Remains, aead: &dyn Aead, implementation: &str) -> [usize; 2] {
    let mut numbers = Numbers(2);
    let key = numbers.bytes(aead.key_bytes());
    let (plaintext, mut tag) = (numbers.bytes(100), vec![0; aead.tag_bytes()]);
    let mut session = aead.session(Some(implementation), &key, b"nonce").unwrap();
    let absorbed = image(&*session);
    let mut buffer = plaintext.clone();
    session.encrypt(b"data", &mut buffer, &mut tag).unwrap();
    let last = image(&*session);
    let mut found = [0; 2];
    let mut search = |remains: &mut Remains| {
        remains.take();
        for (kind, secret) in [(0, &key), (1, &absorbed), (1, &last)] {
            found[kind] = found[kind].max(longest_run(secret, remains.bytes()));
        }
    };
    stack::clear();
    drop(aead.session(Some(implementation), &key, b"nonce").unwrap());
    search(remains);
    buffer.copy_from_slice(&plaintext);
    stack::clear();
    aead.encrypt(Some(implementation), &key, b"nonce", b"data", &mut buffer, &mut tag).unwrap();
    search(remains);
    stack::clear();
    aead.decrypt(Some(implementation), &key, b"nonce", b"data", &mut buffer, &tag).unwrap();
    search(remains);
    found
}

/// Returns the longest run of the round keys, which begin with the key; there is no other state.
fn of_cipher(remains: &mut Remains, cipher: &dyn BlockCipher, implementation: &str) -> [usize; 2] {
    let mut numbers = Numbers(3);
    let (key, mut blocks) = (numbers.bytes(cipher.key_bytes()), numbers.bytes(40 * cipher.block_bytes()));
    let round_keys = match key.len() {
        16 => Aes128::new(key[..].try_into().unwrap()).round_keys().concat(),
        24 => Aes192::new(key[..].try_into().unwrap()).round_keys().concat(),
        _ => Aes256::new(key[..].try_into().unwrap()).round_keys().concat(),
    };
    stack::clear();
    cipher.encrypt(Some(implementation), &key, &mut blocks).unwrap();
    remains.take();
    [longest_run(&round_keys, remains.bytes()), 0]
}

/// Returns the longest run of the states before and after; there is no key.
fn of_permutation(remains: &mut Remains, permutation: &dyn Permutation, implementation: &str) -> [usize; 2] {
    let mut states = Numbers(4).bytes(5 * permutation.state_bytes());
    let before = states.clone();
    stack::clear();
    permutation.permute(Some(implementation), &mut states, *permutation.rounds().end()).unwrap();
    remains.take();
    let states = before.chunks(permutation.state_bytes()).chain(states.chunks(permutation.state_bytes()));
    [0, states.map(|state| longest_run(state, remains.bytes())).max().unwrap_or(0)]
}
