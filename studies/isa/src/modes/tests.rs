//! Complete functions, compared with the library and with known answers.

use super::*;
use crate::count;
use crate::functions::{FUNCTIONS, Function, Kind, Pistons};
use crate::kernels::Kernel;
use crate::target::{packed_targets, targets};
use counterpoint::Algorithm;
use counterpoint::registry::Options;
use counterpoint_vectors::{Body, EMBEDDED, File, Session};

fn processors() -> impl Iterator<Item = (String, Processor)> {
    targets().into_iter().map(|target| (target.name.clone(), Processor::new(Kernel::new(&target).unwrap())))
}

/// The processors of all targets, including packed ones.
fn all_processors() -> impl Iterator<Item = (String, Processor)> {
    let packed = packed_targets().into_iter();
    processors().chain(packed.map(|target| (target.name.clone(), Processor::new(Kernel::new(&target).unwrap()))))
}

/// Whether a processor computes a function: a packed one has lanes of only one width.
fn computes(processor: &Processor, function: &Function) -> bool {
    processor.kernel.target.packed.is_none_or(|width| width == function.blocks.width)
}

/// The functions that a processor computes.
fn functions_of(processor: &Processor) -> Vec<&'static Function> {
    FUNCTIONS.iter().filter(|function| computes(processor, function)).collect()
}

/// Strings that differ from each other.
fn some_strings(number: usize, length: usize, seed: usize) -> Strings {
    let string = |state: usize| (0..length).map(|index| (seed + 7 * state + index * 89 + index / 5) as u8).collect();
    (0..number).map(string).collect()
}

/// Strings that differ from each other, one for each state.
fn strings(processor: &Processor, length: usize, seed: usize) -> Strings {
    some_strings(processor.states(), length, seed)
}

fn slices(strings: &[Vec<u8>]) -> Vec<&[u8]> {
    strings.iter().map(Vec::as_slice).collect()
}

/// Lengths of messages around the ends of blocks.
fn lengths(block: usize) -> [usize; 7] {
    [0, 1, block - 1, block, block + 1, 2 * block, 3 * block + 5]
}

#[test]
fn digests_are_those_of_the_library() {
    for (name, mut processor) in processors() {
        for function in &FUNCTIONS {
            let Kind::Digest { suffix, bytes, extendable } = function.kind else { continue };
            if suffix == 0x01 {
                continue;
            }
            let hash = Algorithm::by_name(function.name).unwrap().as_hash().unwrap();
            for length in lengths(function.block_bytes()) {
                let messages = strings(&processor, length, 1);
                let bytes = if extendable { 2 * length } else { bytes };
                let found = digest(&mut processor, function, suffix, &slices(&messages), bytes).unwrap();
                for (message, found) in messages.iter().zip(found) {
                    let mut expected = vec![0; bytes];
                    hash.digest_many(None, &[message], &mut expected).unwrap();
                    assert_eq!(found, expected, "{name}, {}, {length} bytes", function.name);
                }
            }
        }
    }
}

/// A sponge on a permutation of the library.
fn sponge(function: &Function, message: &[u8], length: usize) -> Vec<u8> {
    let name = format!("keccak-p{}", 25 * function.blocks.width);
    let permutation = Algorithm::by_name(&name).unwrap().as_permutation().unwrap();
    let (rate, rounds) = (function.block_bytes(), function.blocks.rounds);
    let mut padded = [message, &[0x01]].concat();
    padded.resize(padded.len().next_multiple_of(rate), 0);
    *padded.last_mut().unwrap() ^= 0x80;
    let mut state = vec![0; permutation.state_bytes()];
    let mut output = Vec::new();
    for block in padded.chunks(rate) {
        state.iter_mut().zip(block).for_each(|(byte, added)| *byte ^= added);
        permutation.permute(None, &mut state, rounds).unwrap();
    }
    while output.len() < length {
        output.extend(&state[..rate]);
        permutation.permute(None, &mut state, rounds).unwrap();
    }
    output.truncate(length);
    output
}

#[test]
fn sponges_are_those_of_the_permutations_of_the_library() {
    for (name, mut processor) in all_processors() {
        for function in functions_of(&processor) {
            for length in lengths(function.block_bytes()) {
                let (keys, nonces) = (strings(&processor, length, 1), strings(&processor, 3, 2));
                let bytes = 2 * length + 1;
                let (found, messages) = match function.kind {
                    Kind::Digest { suffix: 0x01, .. } => {
                        (digest(&mut processor, function, 0x01, &slices(&keys), bytes), keys)
                    }
                    Kind::Stream { .. } => {
                        let found = stream(&mut processor, function, &slices(&keys), &slices(&nonces), bytes);
                        (found, keys.iter().zip(&nonces).map(|(key, nonce)| [&key[..], nonce].concat()).collect())
                    }
                    _ => continue,
                };
                for (message, found) in messages.iter().zip(found.unwrap()) {
                    assert_eq!(found, sponge(function, message, bytes), "{name}, {}, {length} bytes", function.name);
                }
            }
        }
    }
}

/// The designers' known answers for sponges of all widths, which may not be copied into the project. One target
/// computes each.
#[test]
fn sponges_are_the_known_answers() {
    let Some(folder) = counterpoint_vectors::shared() else {
        println!("skipped: the folder ../shared/vectors is missing, and COUNTERPOINT_VECTORS names none");
        return;
    };
    let mut processors: Vec<(String, Processor)> = processors().collect();
    for function in &FUNCTIONS {
        let Some(parameters) = function.name.strip_prefix("keccak-") else { continue };
        let name = format!("keccak{parameters}_sponge.json");
        let bytes = std::fs::read(folder.join("keccak-p").join(&name)).unwrap();
        let mut compared = 0;
        for case in File::parse(&name, &bytes).unwrap().cases {
            let Body::Sponge(record) = &case.body else { continue };
            let Some(message) = record.message.as_bytes() else { continue };
            let index = compared % processors.len();
            let (target, processor) = &mut processors[index];
            let (messages, length) = (same(processor, message), record.output.bytes.len());
            let found = digest(processor, function, 0x01, &messages, length).unwrap();
            assert!(found.iter().all(|found| *found == record.output.bytes), "{target}, {name}, {message:02x?}");
            compared += 1;
        }
        assert!(compared >= 20, "{name}: {compared}");
    }
}

#[test]
fn macs_and_keystreams_are_those_of_the_library() {
    for (name, mut processor) in processors() {
        for function in &FUNCTIONS {
            let (library, customization) = match function.kind {
                Kind::Mac { .. } => (function.name.to_owned(), &b"customization"[..]),
                Kind::Keystream { .. } => (function.name.replace("keystream", "kmacxof"), &b""[..]),
                _ => continue,
            };
            let block = function.block_bytes();
            for (length, key, bytes) in [(0, 1, 8), (block, 32, block), (block + 1, block, 2 * block + 1)] {
                let (keys, messages) = (strings(&processor, key, 2), strings(&processor, length, 3));
                let (keys, messages) = (slices(&keys), slices(&messages));
                let found = match function.kind {
                    Kind::Mac { .. } => mac(&mut processor, function, &keys, &messages, customization, bytes),
                    _ => keystream(&mut processor, function, &keys, &messages, bytes),
                };
                for ((key, message), found) in keys.iter().zip(&messages).zip(found.unwrap()) {
                    let mut options = Options { key: Some(key), ..Options::default() };
                    options.customization = Some(customization);
                    options.output_bits = matches!(function.kind, Kind::Mac { .. }).then_some(8 * bytes as u64);
                    let hash = Algorithm::by_name(&library).unwrap().hash(&options).unwrap();
                    let mut expected = vec![0; bytes];
                    hash.digest_many(None, &[message], &mut expected).unwrap();
                    assert_eq!(found, expected, "{name}, {library}, {length} bytes");
                }
            }
        }
    }
}

/// A session of either kind.
enum Either<'p> {
    Keyak(Keyak<'p>),
    Ketje(Ketje<'p>, usize),
}

impl<'p> Either<'p> {
    fn start(processor: &'p mut Processor, function: &Function, keys: &[&[u8]], nonces: &[&[u8]]) -> Option<Self> {
        match function.kind {
            Kind::Keyak(pistons) => {
                let started = Keyak::start(processor, function, pistons, keys, nonces, false, false);
                Some(Self::Keyak(started.unwrap().0))
            }
            Kind::Ketje { tag } => Some(Self::Ketje(Ketje::start(processor, function, keys, nonces).unwrap(), tag)),
            _ => None,
        }
    }

    fn wrap(&mut self, metadata: &[&[u8]], plaintexts: &[&[u8]]) -> (Strings, Strings) {
        match self {
            Self::Keyak(session) => session.wrap(metadata, plaintexts, false),
            Self::Ketje(session, tag) => session.wrap(metadata, plaintexts, *tag),
        }
        .unwrap()
    }

    fn unwrap(&mut self, metadata: &[&[u8]], ciphertexts: &[&[u8]], tags: &[&[u8]]) -> Result<Strings, Error> {
        match self {
            Self::Keyak(session) => session.unwrap(metadata, ciphertexts, tags, false),
            Self::Ketje(session, _) => session.unwrap(metadata, ciphertexts, tags),
        }
    }
}

/// Sessions of two messages: in the second one, Keyak does not encrypt with the bytes of the first one's tag.
#[test]
fn sessions_are_those_of_the_library() {
    for (name, mut processor) in all_processors() {
        for function in functions_of(&processor) {
            let Some(aead) = Algorithm::by_name(function.name).ok().and_then(Algorithm::as_aead) else { continue };
            let block = function.block_bytes();
            let block = block * function.pistons();
            let messages = processor.messages(function);
            let (keys, nonces) = (some_strings(messages, 12, 4), some_strings(messages, 8, 5));
            let (keys, nonces) = (slices(&keys), slices(&nonces));
            for (length, of_metadata) in lengths(block).into_iter().zip([0, 3, block + 28, 0, 24, 2 * block, 1]) {
                let (plaintexts, metadata) =
                    (some_strings(messages, length, 6), some_strings(messages, of_metadata, 7));
                let (plaintexts, metadata) = (slices(&plaintexts), slices(&metadata));
                let mut session = Either::start(&mut processor, function, &keys, &nonces).unwrap();
                let wrapped = [session.wrap(&metadata, &plaintexts), session.wrap(&metadata, &plaintexts)];
                for state in 0..keys.len() {
                    let mut expected = aead.session(None, keys[state], nonces[state]).unwrap();
                    for (ciphertexts, tags) in &wrapped {
                        let (mut buffer, mut tag) = (plaintexts[state].to_vec(), vec![0; aead.tag_bytes()]);
                        expected.encrypt(metadata[state], &mut buffer, &mut tag).unwrap();
                        assert_eq!(ciphertexts[state], buffer, "{name}, {}, {length} bytes", function.name);
                        assert_eq!(tags[state], tag, "{name}, {}, {length} bytes", function.name);
                    }
                }
                let mut session = Either::start(&mut processor, function, &keys, &nonces).unwrap();
                for (ciphertexts, tags) in &wrapped {
                    let found = session.unwrap(&metadata, &slices(ciphertexts), &slices(tags)).unwrap();
                    assert_eq!(found, plaintexts, "{name}, {}, {length} bytes", function.name);
                }
            }
        }
    }
}

#[test]
fn changed_messages_are_refused() {
    let wrong = Err(Error::WrongTag);
    for (name, mut processor) in all_processors() {
        for function in functions_of(&processor) {
            let messages = processor.messages(function);
            let (keys, nonces) = (some_strings(messages, 12, 4), some_strings(messages, 8, 5));
            let (data, metadata) = (some_strings(messages, 40, 6), some_strings(messages, 3, 7));
            let Some(mut session) = Either::start(&mut processor, function, &slices(&keys), &slices(&nonces)) else {
                continue;
            };
            let (ciphertexts, tags) = session.wrap(&slices(&metadata), &slices(&data));
            // Of several messages, only the last one is changed.
            let changed = |strings: &Strings, index: usize| {
                let mut changed = strings.clone();
                changed.last_mut().unwrap()[index] ^= 0x10;
                changed
            };
            for (what, metadata, ciphertexts, tags) in [
                ("tag", metadata.clone(), ciphertexts.clone(), changed(&tags, 11)),
                ("ciphertext", metadata.clone(), changed(&ciphertexts, 39), tags.clone()),
                ("metadata", changed(&metadata, 0), ciphertexts.clone(), tags.clone()),
            ] {
                let mut session = Either::start(&mut processor, function, &slices(&keys), &slices(&nonces)).unwrap();
                let found = session.unwrap(&slices(&metadata), &slices(&ciphertexts), &slices(&tags));
                assert_eq!(found, wrong, "{name}, {}, {what}", function.name);
                let again = session.unwrap(&slices(&metadata), &slices(&ciphertexts), &slices(&tags));
                assert_eq!(again, Err(Error::Failed), "{name}, {}", function.name);
            }
            let mut session = Either::start(&mut processor, function, &slices(&keys), &slices(&nonces)).unwrap();
            let short: Strings = tags.iter().map(|tag| tag[..7].to_vec()).collect();
            let found = session.unwrap(&slices(&metadata), &slices(&ciphertexts), &slices(&short));
            assert!(
                matches!(found, Err(Error::Tag { .. } | Error::WrongTag)),
                "{name}, {}, a short tag",
                function.name
            );
        }
    }
}

#[test]
fn strings_of_other_lengths_and_keys_are_refused() {
    let mut processors: Vec<(String, Processor)> = processors().collect();
    let (_, two) = processors.iter_mut().find(|(_, processor)| processor.states() == 2).unwrap();
    let sha3 = &crate::functions::SHA3_512;
    assert!(digest(two, sha3, 6, &[b"a", b"bc"], 64).is_err());
    assert!(digest(two, sha3, 6, &[b"a"], 64).is_err());
    assert!(digest(two, sha3, 6, &[], 64).is_err());
    let (_, one) = &mut processors[0];
    let function = |name| Function::by_name(name).unwrap();
    for key in [0, 39] {
        let key = vec![1; key];
        let bytes = key.len();
        let started = Keyak::start(
            one,
            function("lake-keyak"),
            Pistons { number: 1, key_pack: 40 },
            &[&key],
            &[b"nonce"],
            false,
            false,
        );
        assert_eq!(started.err(), Some(Error::Key { bytes, most: 38 }));
    }
    let started = Ketje::start(one, function("ketje-jr"), &[&[1; 12]], &[&[2; 11]]);
    assert_eq!(started.err(), Some(Error::Nonce { bytes: 11, most: 10 }));
}

/// Runs a check on all of the project's known answers in a folder, if they belong to a function of this crate.
fn known_answers(folder: &str, mut check: impl FnMut(&'static Function, &Body)) {
    let files = EMBEDDED.iter().filter(|file| file.name.starts_with(folder));
    for case in files.flat_map(|file| file.parse().unwrap().cases) {
        let algorithm = Algorithm::by_name(&case.algorithm).unwrap();
        if let Some(function) = Function::by_name(algorithm.name) {
            check(function, &case.body);
        }
    }
}

/// The same string for each state.
fn same<'a>(processor: &Processor, string: &'a [u8]) -> Vec<&'a [u8]> {
    vec![string; processor.states()]
}

/// NIST's messages of whole bytes and up to three blocks. Each target computes a third of them, so two targets compute
/// each.
#[test]
fn digests_are_the_known_answers() {
    for (index, (name, mut processor)) in processors().enumerate() {
        let mut compared = 0;
        known_answers("sha3/", |function, body| {
            let Body::Hash(hash) = body else { return };
            let Some(message) = hash.message.as_bytes().filter(|message| message.len() <= 3 * 168) else { return };
            let Kind::Digest { suffix, .. } = function.kind else { return };
            compared += 1;
            let bytes = hash.output.bytes.len();
            if hash.output.bits % 8 != 0 || hash.output.skip != 0 || bytes > 300 || compared % 3 != index % 3 {
                return;
            }
            let messages = same(&processor, message);
            let found = digest(&mut processor, function, suffix, &messages, bytes).unwrap();
            assert!(found.iter().all(|found| *found == hash.output.bytes), "{name}, {}, {message:02x?}", function.name);
        });
        assert!(compared > 500, "{compared}");
    }
}

fn session(name: &str, processor: &mut Processor, function: &Function, session: &Session) {
    let messages = processor.messages(function);
    let (keys, nonces) = (vec![&session.key[..]; messages], vec![&session.nonce[..]; messages]);
    let all = |found: &Strings, expected: &[u8], what: &str| {
        assert!(found.iter().all(|found| found == expected), "{name}, {}, {what}: {session:?}", function.name);
    };
    // The first pass encrypts and the second one decrypts.
    for decrypt in [false, true] {
        let of_all = |string| vec![string; messages];
        match function.kind {
            Kind::Keyak(pistons) => {
                let (tag, forget) = (session.start_tag.is_some(), session.start_forget);
                let started = Keyak::start(processor, function, pistons, &keys, &nonces, tag, forget);
                let (mut started, tags) = started.unwrap();
                if let Some(expected) = &session.start_tag {
                    all(&tags, expected, "tag of the start");
                }
                for wrap in &session.wraps {
                    let [metadata, plaintexts, ciphertexts, tags] =
                        [&wrap.associated_data, &wrap.plaintext, &wrap.ciphertext, &wrap.tag]
                            .map(|string| of_all(string.as_slice()));
                    if decrypt {
                        let found = started.unwrap(&metadata, &ciphertexts, &tags, wrap.forget).unwrap();
                        all(&found, &wrap.plaintext, "plaintext");
                    } else {
                        let (found, found_tags) = started.wrap(&metadata, &plaintexts, wrap.forget).unwrap();
                        all(&found, &wrap.ciphertext, "ciphertext");
                        all(&found_tags, &wrap.tag, "tag");
                    }
                }
            }
            Kind::Ketje { .. } => {
                if decrypt && session.wraps.iter().any(|wrap| wrap.tag.len() < counterpoint::tag::MIN_TAG_BYTES) {
                    continue;
                }
                let mut started = Ketje::start(processor, function, &keys, &nonces).unwrap();
                for wrap in &session.wraps {
                    let [metadata, plaintexts, ciphertexts, tags] =
                        [&wrap.associated_data, &wrap.plaintext, &wrap.ciphertext, &wrap.tag]
                            .map(|string| of_all(string.as_slice()));
                    if decrypt {
                        all(&started.unwrap(&metadata, &ciphertexts, &tags).unwrap(), &wrap.plaintext, "plaintext");
                    } else {
                        let (found, found_tags) = started.wrap(&metadata, &plaintexts, wrap.tag.len()).unwrap();
                        all(&found, &wrap.ciphertext, "ciphertext");
                        all(&found_tags, &wrap.tag, "tag");
                    }
                }
            }
            _ => {}
        }
    }
}

#[test]
fn sessions_are_the_known_answers() {
    for (name, mut processor) in all_processors() {
        for (folder, least) in [("keyak/", 76), ("ketje/", 19)] {
            let mut compared = 0;
            known_answers(folder, |function, body| {
                let Body::Session(record) = body else { return };
                if computes(&processor, function) {
                    session(&name, &mut processor, function, record);
                    compared += 1;
                }
            });
            assert!(processor.kernel.target.packed.is_some() || compared >= least, "{folder}: {compared}");
        }
    }
}

/// KMAC's known answers, which may not be copied into the project.
#[test]
fn macs_are_the_known_answers() {
    let Some(folder) = counterpoint_vectors::shared() else {
        println!("skipped: the folder ../shared/vectors is missing, and COUNTERPOINT_VECTORS names none");
        return;
    };
    let path = folder.join("sp800-185/nist_samples.json");
    let bytes = std::fs::read(&path).unwrap();
    let cases = File::parse("nist_samples.json", &bytes).unwrap().cases;
    for (name, mut processor) in processors() {
        let mut compared = 0;
        for case in &cases {
            let Body::Kmac(record) = &case.body else { continue };
            let Some(function) = Function::by_name(&case.algorithm.to_lowercase()) else { continue };
            let strings = [&record.key, &record.message, &record.customization].map(|string| string.as_bytes());
            let [Some(key), Some(message), Some(customization)] = strings else { continue };
            let (keys, messages) = (same(&processor, key), same(&processor, message));
            let found =
                mac(&mut processor, function, &keys, &messages, customization, record.output.bytes.len()).unwrap();
            assert!(found.iter().all(|found| *found == record.output.bytes), "{name}, {}", case.label);
            compared += 1;
        }
        assert!(compared >= 6, "{compared}");
    }
}

/// A message that is longer by some blocks takes exactly the additional instructions counted for these blocks.
#[test]
fn what_is_counted_is_what_is_run() {
    for (name, mut processor) in all_processors() {
        for function in functions_of(&processor) {
            let states = function.pistons() * processor.messages(function);
            let of_kernel: u64 = count::block(&processor.kernel, &function.blocks).unwrap().values().sum();
            let expected = of_kernel * (states / processor.states()) as u64;
            let steps: Vec<u64> = [3, 7].map(|blocks| steps(&mut processor, function, blocks)).into();
            assert_eq!(steps[1] - steps[0], 4 * expected, "{name}, {}", function.name);
        }
    }
}

/// Returns the number of instructions for a message, or an output, of some blocks and a byte.
fn steps(processor: &mut Processor, function: &Function, blocks: usize) -> u64 {
    let before = processor.steps();
    let length = blocks * function.pistons() * function.block_bytes() + 1;
    let messages = processor.messages(function);
    let (short, long) = (some_strings(messages, 5, 8), some_strings(messages, length, 9));
    let (short, long) = (slices(&short), slices(&long));
    match function.kind {
        Kind::Digest { suffix, bytes, .. } => digest(processor, function, suffix, &long, bytes).map(drop).unwrap(),
        Kind::Mac { bytes } => mac(processor, function, &short, &long, b"", bytes).map(drop).unwrap(),
        Kind::Keystream { .. } => keystream(processor, function, &short, &short, length).map(drop).unwrap(),
        Kind::Stream { .. } => stream(processor, function, &short, &short, length).map(drop).unwrap(),
        Kind::Keyak(_) | Kind::Ketje { .. } => {
            Either::start(processor, function, &short, &short).unwrap().wrap(&short, &long);
        }
    }
    processor.steps() - before
}
