//! Large inputs: long messages, and many blocks, states, messages, rows and leaves. Other tests keep these small in
//! order to try all cases; here each exceeds, once, every size by which the code around the kernels divides its work.
//! The tests use the sizes that ship, and every implementation where a kernel matters.

#![cfg(feature = "std")]

mod common;

use common::{Numbers, Subject, defaults, digests, fast, one_of_each_primitive, painted, spec, subjects};
use counterpoint::Algorithm;
use counterpoint::registry::{Hash, Implementation, Options, Parameter};

/// Returns the digest of a message in pieces of this length, computed by the named implementation or the best one.
fn in_pieces(hash: &dyn Hash, by: Option<&str>, message: &[u8], piece: usize) -> Vec<u8> {
    let mut hasher = hash.hasher(by).unwrap();
    message.chunks(piece).for_each(|piece| hasher.update(piece));
    let mut digest = vec![0; hash.digest_bytes()];
    hasher.finalize(0, 0).read(&mut digest);
    digest
}

/// A message of a little more than 1 MiB (2 MiB for Fugue), thousands of blocks of every primitive, in every state of a
/// kernel. The expected digest comes from short pieces, since `spec` would take most of the time.
#[test]
fn a_message_of_a_mebibyte() {
    let long = painted((2 << 20) + 77);
    // A tuple in pieces is a different tuple.
    let every = |subject: &Subject| subject.every && !subject.hash.tuple();
    for Subject { name, hash, implementations, .. } in subjects().into_iter().filter(every) {
        // Fugue's kernels count words, and a message has many more of these than blocks of other functions.
        let message = if name.starts_with("fugue") { &long[..] } else { &long[..(1 << 20) + 13] };
        let each = hash.digest_bytes();
        let expected = in_pieces(hash, None, message, 1009);
        for (by, states) in implementations {
            let got = digests(hash, by, &vec![message; states], each);
            assert!(got == expected.repeat(states), "{name} by {by}: {states} messages");
            if states == 1 {
                assert!(in_pieces(hash, Some(by), message, 1 << 19) == expected, "{name} by {by} in long pieces");
            }
        }
    }
}

#[test]
fn a_thousand_states() {
    let mut numbers = Numbers(1);
    let all: Vec<_> = Algorithm::all().filter_map(|a| Some((a, a.as_permutation()?))).collect();
    let representatives = one_of_each_primitive(all.iter().map(|(algorithm, _)| (*algorithm, ())));
    for (algorithm, permutation) in all.into_iter().filter(|(a, _)| representatives.contains(&a.name)) {
        let states = numbers.bytes(1000 * permutation.state_bytes());
        let permute = |name: Option<&str>| {
            let mut states = states.clone();
            permutation.permute(name, &mut states, *permutation.rounds().end()).unwrap();
            states
        };
        let expected = permute(Some(spec()));
        for name in fast(algorithm).map(|implementation| Some(implementation.name())).chain([None]) {
            assert!(permute(name) == expected, "{} by {name:?}", algorithm.name);
        }
    }
}

/// Unlike a call by name, this passes all states to the kernel at once.
#[test]
fn a_thousand_states_at_once() {
    use counterpoint::keccak::{p200, p400, p800, p1600, permute_many};

    macro_rules! check {
        ($($lane:ty, $permute:ident;)+) => {$({
            let mut numbers = Numbers(size_of::<$lane>() as u64);
            let lane = |bytes: &[u8]| <$lane>::from_le_bytes(bytes.try_into().unwrap());
            let mut state = || {
                let bytes = numbers.bytes(25 * size_of::<$lane>());
                std::array::from_fn(|i| lane(&bytes[i * size_of::<$lane>()..][..size_of::<$lane>()]))
            };
            let mut states: Vec<[$lane; 25]> = (0..1000).map(|_| state()).collect();
            let mut expected = states.clone();
            expected.iter_mut().for_each(|state| $permute(state, 12));
            permute_many(&mut states, 12);
            assert!(states == expected, stringify!($permute));
        })+};
    }
    check! {
        u8, p200;
        u16, p400;
        u32, p800;
        u64, p1600;
    }
}

#[test]
fn a_thousand_blocks() {
    let mut numbers = Numbers(2);
    for algorithm in Algorithm::all() {
        let Some(cipher) = algorithm.as_block_cipher() else { continue };
        let (key, blocks) = (numbers.bytes(cipher.key_bytes()), numbers.bytes(1000 * cipher.block_bytes()));
        let encrypt = |name: Option<&str>| {
            let mut blocks = blocks.clone();
            cipher.encrypt(name, &key, &mut blocks).unwrap();
            blocks
        };
        let expected = encrypt(Some(spec()));
        for name in fast(algorithm).map(|implementation| Some(implementation.name())).chain([None]) {
            assert!(encrypt(name) == expected, "{} by {name:?}", algorithm.name);
        }
    }
}

/// Returns messages of mixed lengths: fewer than three blocks for most, up to twenty for some.
fn mixed(numbers: &mut Numbers, count: usize, block: usize) -> Vec<Vec<u8>> {
    let mut length = || {
        let blocks = if numbers.below(16) == 0 { 20 } else { 3 };
        numbers.below(blocks * block)
    };
    let lengths: Vec<usize> = (0..count).map(|_| length()).collect();
    lengths.into_iter().map(|length| numbers.bytes(length)).collect()
}

/// Returns the output for one message, from the function's plain form if there is one, or else from `spec`.
fn expected(name: &str, hash: &dyn Hash, message: &[u8], each: usize) -> Vec<u8> {
    #[cfg(feature = "keccak")]
    if let Some(output) = common::plain::by_name(name, message, each) {
        return output;
    }
    let _ = name;
    digests(hash, spec(), &[message], each)
}

/// Batches larger than the window in which messages are sorted, with every implementation and the default one, and with
/// outputs from 1 byte to more than 32, since kernels write only some lengths of output.
#[test]
fn batches_of_mixed_lengths_with_short_outputs() {
    const MOST: usize = 40;
    let mut numbers = Numbers(3);
    for Subject { name, hash, implementations, .. } in subjects() {
        let names: Vec<Option<&str>> = implementations.iter().map(|(name, _)| Some(*name)).chain([None]).collect();
        for (count, step) in [(70, 1), (300, 7)] {
            let lengths = (1..=MOST).step_by(step);
            let messages = mixed(&mut numbers, count, hash.block_bytes().max(64));
            let check = |hash: &dyn Hash, each: usize, expected: &[Vec<u8>]| {
                let expected: Vec<u8> = expected.iter().flat_map(|output| &output[..each]).copied().collect();
                for by in &names {
                    let mut got = vec![0; count * each];
                    hash.digest_many(*by, &messages, &mut got).unwrap();
                    assert!(got == expected, "{name} by {by:?}: {count} messages, {each} bytes of output");
                }
            };
            let outputs = |hash: &dyn Hash, each: usize| -> Vec<Vec<u8>> {
                messages.iter().map(|message| expected(name, hash, message, each)).collect()
            };
            let algorithm = Algorithm::by_name(name).unwrap();
            if hash.extendable() {
                // A longer output begins with a shorter one.
                let longest = outputs(hash, MOST);
                lengths.for_each(|each| check(hash, each, &longest));
            } else if algorithm.takes().contains(&Parameter::OutputBits) {
                for each in lengths {
                    let options = Options::sample(algorithm.takes());
                    let options = Options { output_bits: Some(8 * each as u64), ..options };
                    let hash = algorithm.hash(&options).unwrap();
                    check(&*hash, each, &outputs(&*hash, each));
                }
            } else {
                let each = hash.digest_bytes();
                check(hash, each, &outputs(hash, each));
            }
        }
    }
}

/// More rows than one list holds, and more tuples than are encoded at a time.
#[cfg(feature = "keccak")]
#[test]
fn a_column_of_150_000_rows() {
    use counterpoint::registry::{Column, Validity, digest_column, digest_table};
    use counterpoint::{EqualRows, Sha3_256, TupleHash128};

    const ROWS: usize = 150_000;
    let data: Vec<u8> = (0..ROWS as u32).flat_map(u32::to_le_bytes).collect();
    let rows = EqualRows::new(&data, 4).unwrap();
    let bitmap: Vec<u8> = (0..=ROWS / 8).map(|byte| (byte * byte) as u8).collect();
    let validity = Validity::new(&bitmap, 3, ROWS).unwrap();
    let mut expected = vec![[0; 32]; ROWS];
    for (row, expected) in expected.iter_mut().enumerate().filter(|(row, _)| validity.has_value(*row)) {
        *expected = Sha3_256::digest(&data[4 * row..][..4]);
    }
    let hash = Algorithm::by_name("sha3-256").unwrap().as_hash().unwrap();
    for threads in [1, 2] {
        let mut digests = vec![[0xff; 32]; ROWS];
        digest_column(hash, None, &rows, Some(validity), digests.as_flattened_mut(), threads).unwrap();
        assert!(digests == expected, "{threads} threads");
    }

    let tuples = Algorithm::by_name("tuplehash128").unwrap().hash(&Options::default()).unwrap();
    let function = TupleHash128::new(b"");
    for (count, row_bytes) in [(5_000, 4), (100, 6_000)] {
        let rows = EqualRows::new(&data[..count * row_bytes], row_bytes).unwrap();
        let columns = [Column::new(&rows, None), Column::new(&rows, None)];
        for threads in [1, 2] {
            let mut digests = vec![[0; 32]; count];
            digest_table(&*tuples, None, count, &columns, digests.as_flattened_mut(), threads).unwrap();
            for (row, digest) in data.chunks(row_bytes).zip(&digests) {
                let mut expected = [0; 32];
                function.digest_into(&[&[0b11][..], row, row], &mut expected).unwrap();
                assert!(*digest == expected, "{count} rows of {row_bytes} bytes, {threads} threads");
            }
        }
    }
}

/// KT128, KT256 and ParallelHash of hundreds and thousands of leaves.
#[cfg(feature = "keccak")]
#[test]
fn trees_of_400_and_of_5_000_leaves() {
    use common::plain;

    let all = painted(5_000 * 8192 + 100);
    let names = ["kt128", "kt256", "parallelhash128", "parallelhash256", "parallelhashxof128", "parallelhashxof256"];
    for name in names {
        let algorithm = Algorithm::by_name(name).unwrap();
        let hash = algorithm.hash(&Options::sample(algorithm.takes())).unwrap();
        let (leaf, each) = (hash.leaf_bytes().unwrap(), hash.digest_bytes());
        for leaves in [400, 5_000] {
            // The last leaf is not full. KT's ends with the customization string; its first chunk is not a leaf.
            let message = &all[..leaves * leaf + 10];
            let expected = plain::by_name(name, message, each).unwrap();
            // With leaves of 8 KiB, all implementations would take seconds.
            let every = leaves == 400 || name == "kt128" || leaf < 8192;
            let implementations = if every { fast(algorithm).collect() } else { defaults(algorithm) };
            for by in implementations.into_iter().map(Implementation::name) {
                let got = digests(&*hash, by, &[message], each);
                assert!(got == expected, "{name} by {by}: {leaves} leaves");
            }
            let mut hasher = hash.hasher(None).unwrap();
            let (head, rest) = message.split_at(leaf / 2);
            hasher.update(head);
            hasher.update_in_tasks(rest, &|tasks, task| {
                std::thread::scope(|scope| {
                    let half = scope.spawn(move || (0..tasks / 2).for_each(task));
                    (tasks / 2..tasks).for_each(task);
                    half.join().unwrap();
                });
            });
            let mut digest = vec![0; each];
            hasher.finalize(0, 0).read(&mut digest);
            assert!(digest == expected, "{name} in tasks: {leaves} leaves");
        }
    }
}

/// Compares a tree of more leaves than all threads hash before the nodes above them with the RFC's recursive
/// definition.
#[cfg(feature = "keccak")]
#[test]
fn a_merkle_tree_of_300_000_leaves() {
    use counterpoint::merkle::{Appender, Merkle};
    use counterpoint::{EqualRows, Messages, Sha3_256};

    const LEAVES: usize = 300_000;
    fn root(hashes: &[[u8; 32]]) -> [u8; 32] {
        if let [hash] = hashes {
            return *hash;
        }
        // Split at the largest power of two less than their number.
        let (left, right) = hashes.split_at(hashes.len().next_power_of_two() / 2);
        Sha3_256::digest([&[1][..], &root(left), &root(right)].concat())
    }
    let data: Vec<u8> = (0..LEAVES as u32).flat_map(u32::to_le_bytes).collect();
    let leaves = EqualRows::new(&data, 4).unwrap();
    let hashes: Vec<[u8; 32]> = data.chunks(4).map(|leaf| Sha3_256::digest([&[0][..], leaf].concat())).collect();
    let expected = root(&hashes);

    let sha3 = Algorithm::by_name("sha3-256").unwrap();
    let hash = sha3.as_hash().unwrap();
    for threads in 1..=4 {
        assert!(Merkle::in_threads(hash, threads).root(&leaves) == expected, "{threads} threads");
    }
    for by in defaults(sha3).into_iter().map(Implementation::name) {
        let merkle = Merkle::with_implementation(hash, Some(by), 2).unwrap();
        assert!(merkle.root(&leaves) == expected, "{by}");
    }
    let merkle = Merkle::in_threads(hash, 2);
    let mut appender = Appender::new(&merkle);
    let (first, rest) = data.split_at(4 * 170_001);
    for part in [first, rest] {
        appender.append(&EqualRows::new(part, 4).unwrap());
    }
    assert!(appender.root() == expected, "appended in two parts");
    let tree = merkle.tree(&leaves);
    assert!(tree.root() == expected, "a tree with all of its nodes");
    for old in [513, 1 << 13, 1 << 17, (1 << 17) + 1, 1 << 18] {
        let (old_root, next) = (root(&hashes[..old]), EqualRows::new(&data[..4 * (old + 1)], 4).unwrap());
        for (new, newer) in [(old + 1, &merkle.tree(&next)), (LEAVES, &tree)] {
            let proof = newer.consistency_proof(old).unwrap();
            assert!(merkle.verify_consistency((old, &old_root), (new, newer.root()), &proof), "{old} and {new} leaves");
        }
    }
    for index in [0, (1 << 17) - 1, 1 << 17, 1 << 18, LEAVES - 1] {
        let proof = tree.inclusion_proof(index).unwrap();
        assert!(merkle.verify_inclusion(leaves.message(index), index, LEAVES, &proof, &expected), "leaf {index}");
    }
}

/// A piece of 2^32 bits.
#[test]
fn a_sponge_absorbs_512_mib() {
    use counterpoint::keccak::Sponge;

    let message = vec![0; 1 << 29];
    let [at_once, in_pieces] = [message.len(), 1 << 20].map(|piece| {
        let (mut sponge, mut out) = (Sponge::<u64>::new(1344, 1).unwrap(), [0; 32]);
        message.chunks(piece).for_each(|piece| sponge.absorb(piece));
        sponge.finalize().squeeze(&mut out);
        out
    });
    assert_eq!(at_once, in_pieces);
}
