//! The modes of Keccak as a user meets them: known answers, and every interface compared with a plain form written from
//! the specifications over the sponge in bits.

#![cfg(feature = "keccak")]

mod common;

use common::{Numbers, painted, plain, stride};
use counterpoint::keccak::ModeError;
use counterpoint::registry::{OptionError, OptionFault, Options, Parameter};
use counterpoint::tag::MIN_TAG_BYTES;
use counterpoint::{
    Algorithm, CShake128, Kmac128, Kmac256, KmacXof128, Kt128, Kt256, ParallelHash128, ParallelHash256,
    ParallelHashXof256, Sha3_256, Shake128, TupleHash128, TupleHashXof256, TurboShake128,
};

/// Rates of 168 and 136 bytes leave capacities of 32 and 64 bytes, the lengths of the digests of leaves.
const RATES: [usize; 2] = [168, 136];

/// Cuts a message at these places.
fn pieces<'m>(message: &'m [u8], cuts: &[usize]) -> Vec<&'m [u8]> {
    let mut places: Vec<usize> = cuts.iter().map(|&cut| cut.min(message.len())).collect();
    places.sort_unstable();
    let ends = places.iter().copied().chain([message.len()]);
    let begins = [0].into_iter().chain(places.iter().copied());
    begins.zip(ends).map(|(begin, end)| &message[begin..end]).collect()
}

/// Checks KT of both strengths through every interface.
fn kangaroo_twelve(message: &[u8], custom: &[u8], cuts: &[usize], expected: [&[u8]; 2]) {
    let what = format!("{} bytes, {} of customization, cut at {cuts:?}", message.len(), custom.len());
    let (mut kt128, mut kt256) = (Kt128::new(custom), Kt256::new(custom));
    for piece in pieces(message, cuts) {
        kt128.update(piece);
        kt256.update(piece);
    }
    let (mut out128, mut out256) = (vec![0; expected[0].len()], vec![0; expected[1].len()]);
    kt128.finalize().read(&mut out128);
    kt256.finalize().read(&mut out256);
    assert!(out128 == expected[0] && out256 == expected[1], "{what}");
}

#[test]
fn kangaroo_twelve_at_every_edge() {
    let mut lengths: Vec<usize> = vec![0, 1, 167, 168, 169, 8000];
    let most = if stride() == 1 { 33 } else { 3 };
    for chunks in [1, 2, 3, 16, 17, 18, 33].into_iter().filter(|&chunks| chunks <= most) {
        lengths.extend([chunks * 8192 - 2, chunks * 8192 - 1, chunks * 8192, chunks * 8192 + 1]);
    }
    let whole = painted(34 * 8192);
    for custom_length in [0, 1, 62, 63, 64, 255, 256, 8189, 8190, 8192, 20000].into_iter().step_by(stride()) {
        let custom = &painted(custom_length);
        for &length in &lengths {
            // First the message ends at the edge, then S does.
            for length in [length, length.saturating_sub(custom_length + 2)] {
                let message = &whole[..length];
                let expected = RATES.map(|rate| plain::kangaroo_twelve(rate, message, custom, 77));
                let expected = [&expected[0][..], &expected[1]];
                kangaroo_twelve(message, custom, &[], expected);
                if custom_length < 100 {
                    kangaroo_twelve(message, custom, &[8191], expected);
                    kangaroo_twelve(message, custom, &[8192, 8193, 3 * 8192 - 1], expected);
                    kangaroo_twelve(message, custom, &[1, 8192 + 100, 9000, 16384, 16385], expected);
                }
                let mut out = [0; 77];
                Kt128::new(custom).digest_into(message, &mut out);
                assert!(out == expected[0], "{length} bytes at once");
            }
        }
    }
}

#[test]
fn kangaroo_twelve_for_many_messages_of_mixed_lengths() {
    let mut numbers = Numbers(4);
    for custom in [&b""[..], b"short", &painted(62), &painted(63), &painted(9000)] {
        let mut lengths =
            vec![0, 1, 5, 100, 168, 8128, 8129, 8191, 8192, 8193, 20000, 3, 4, 8190, 8200, 7, 7, 7, 9, 40];
        numbers.shuffle(&mut lengths);
        let messages: Vec<Vec<u8>> = lengths.into_iter().map(|length| numbers.bytes(length)).collect();
        let mut outputs = vec![0; messages.len() * 50];
        Kt128::new(custom).digest_many_into(&messages, &mut outputs);
        for (message, output) in messages.iter().zip(outputs.chunks(50)) {
            assert!(output == plain::kangaroo_twelve(168, message, custom, 50), "{} bytes", message.len());
        }
    }
    Kt128::new(b"").digest_many_into::<[&[u8]]>(&[], &mut []);
}

#[test]
fn parallel_hash_at_every_edge() {
    let whole = painted(3000);
    for block in [1, 2, 7, 100, 168, 1000] {
        let mut lengths = vec![0, 1, 2];
        for blocks in [1, 2, 3, 15, 16, 17, 33] {
            lengths.extend([blocks * block - 1, blocks * block, blocks * block + 1]);
        }
        lengths.retain(|&length| length <= whole.len());
        for length in lengths {
            let message = &whole[..length];
            let expected = plain::parallel_hash(168, block, message, 40, b"custom", false);
            let expected_256 = plain::parallel_hash(136, block, message, 90, b"", false);
            let expected_xof = plain::parallel_hash(136, block, message, 300, b"custom", true);
            for cuts in [&[][..], &[1], &[block - 1], &[block, block + 1], &[block + 1, 5 * block + 1, 20 * block]] {
                let mut hasher = ParallelHash128::new(block, b"custom").unwrap();
                let mut hasher_256 = ParallelHash256::new(block, b"").unwrap();
                let mut hasher_xof = ParallelHashXof256::new(block, b"custom").unwrap();
                for piece in pieces(message, cuts) {
                    hasher.update(piece);
                    hasher_256.update(piece);
                    hasher_xof.update(piece);
                }
                let (mut out, mut out_256, mut out_xof) = ([0; 40], [0; 90], [0; 300]);
                hasher.finalize_into(&mut out).unwrap();
                hasher_256.finalize_into(&mut out_256).unwrap();
                hasher_xof.finalize().read(&mut out_xof);
                let same = out[..] == expected && out_256[..] == expected_256 && out_xof[..] == expected_xof;
                assert!(same, "{length} bytes in blocks of {block}, cut at {cuts:?}");
            }
        }
    }
}

#[test]
fn parallel_hash_for_many_messages_of_mixed_lengths() {
    let mut numbers = Numbers(5);
    let mut lengths = [0, 0, 1, 2, 3, 99, 100, 100, 101, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 900, 1, 0];
    numbers.shuffle(&mut lengths);
    let messages: Vec<Vec<u8>> = lengths.into_iter().map(|length| numbers.bytes(length)).collect();
    let mut outputs = vec![0; messages.len() * 33];
    // Sixteen blocks of the penultimate size wrap to 0 bytes.
    for block in [100, 1 << 16, 1 << 24, 1 << (usize::BITS - 4), usize::MAX] {
        let function = ParallelHash256::new(block, b"S").unwrap();
        function.digest_many_into(&messages, &mut outputs).unwrap();
        for (message, output) in messages.iter().zip(outputs.chunks(33)) {
            let expected = plain::parallel_hash(136, block, message, 33, b"S", false);
            let mut alone = [0; 33];
            function.digest_into(message, &mut alone).unwrap();
            assert!(output == expected && alone == output, "{} bytes in blocks of {block}", message.len());
        }
        ParallelHashXof256::new(block, b"S").unwrap().digest_many_into(&messages, &mut []);
        ParallelHashXof256::new(block, b"S").unwrap().digest_many_into(&messages, &mut outputs);
        for (message, output) in messages.iter().zip(outputs.chunks(33)) {
            let expected = plain::parallel_hash(136, block, message, 33, b"S", true);
            assert!(output == expected, "{} bytes in blocks of {block}", message.len());
        }
    }
}

#[cfg(feature = "rayon")]
#[test]
fn threads_make_no_difference() {
    for block in [1 << (usize::BITS - 4), usize::MAX] {
        let mut hasher = ParallelHash128::new(block, b"").unwrap();
        hasher.update_in_threads(b"abc");
        let mut digest = [0; 32];
        hasher.finalize_into(&mut digest).unwrap();
        assert_eq!(digest[..], plain::parallel_hash(168, block, b"abc", 32, b"", false), "blocks of {block}");
    }
    let message = painted(3_000_001 / stride());
    for cut in [0, 1, 8191, 8192, 8193, 100_000] {
        let (head, rest) = message.split_at(cut);
        let (mut alone, mut threads) = ([0; 64], [0; 64]);
        Kt256::new(b"C").digest_into(&message, &mut alone);
        let mut hasher = Kt256::new(b"C");
        hasher.update_in_threads(head);
        hasher.update_in_threads(rest);
        hasher.finalize().read(&mut threads);
        assert_eq!(alone, threads, "KT256 cut at {cut}");
        let function = ParallelHash128::new(1000, b"C").unwrap();
        function.digest_into(&message, &mut alone).unwrap();
        let mut hasher = function.clone();
        hasher.update_in_threads(head);
        hasher.update_in_threads(rest);
        hasher.finalize_into(&mut threads).unwrap();
        assert_eq!(alone, threads, "ParallelHash128 cut at {cut}");
    }
}

/// Tasks may run in any order, on the caller's threads.
#[cfg(feature = "std")]
#[test]
fn tasks_make_no_difference() {
    use counterpoint::registry::Options;
    let message = painted(3_000_001 / stride());
    for name in ["kt128", "kt256", "parallelhash128", "parallelhashxof256", "sha3-256"] {
        let algorithm = counterpoint::Algorithm::by_name(name).unwrap();
        let hash = algorithm.hash(&Options::sample(algorithm.takes())).unwrap();
        let mut alone = vec![0; hash.digest_bytes()];
        hash.digest_many(None, &[&message[..]], &mut alone).unwrap();
        for cut in [0, 1, 8191, 8193, 100_000] {
            let mut hasher = hash.hasher(None).unwrap();
            for piece in [&message[..cut], &message[cut..]] {
                hasher.update_in_tasks(piece, &|tasks, task| {
                    std::thread::scope(|scope| {
                        let half = scope.spawn(move || (0..tasks / 2).for_each(task));
                        (tasks / 2..tasks).rev().for_each(task);
                        half.join().unwrap();
                    });
                });
            }
            let mut digest = vec![0; alone.len()];
            hasher.finalize(0, 0).read(&mut digest);
            assert_eq!(alone, digest, "{name} cut at {cut}");
        }
    }
}

#[test]
fn kmac_and_its_tags() {
    for key_length in [0, 1, 16, 160, 163, 168, 400] {
        let key = painted(key_length);
        for length in (0..3).chain(150..180).chain([400]) {
            let message = painted(length);
            for tag_bytes in [1, 7, 8, 31, 32, 200] {
                let expected = plain::kmac(168, &key, &message, tag_bytes, b"S", false);
                let mac = Kmac128::new(&key, b"S");
                let mut tag = vec![0; tag_bytes];
                mac.clone().chain(&message).finalize_into(&mut tag).unwrap();
                assert!(tag == expected, "key of {key_length} bytes, {length} bytes");
                // A tag short enough to be guessed never matches, even if it is right.
                assert_eq!(mac.clone().chain(&message).verify(&tag).is_ok(), tag_bytes >= MIN_TAG_BYTES);
                let mut tags = vec![0; 3 * tag_bytes];
                mac.digest_many_into(&[&message[..], b"other", &message], &mut tags).unwrap();
                assert!(tags[..tag_bytes] == expected && tags[2 * tag_bytes..] == expected);
                for place in [0, tag_bytes / 2, tag_bytes - 1] {
                    tag[place] ^= 0x10;
                    assert!(mac.clone().chain(&message).verify(&tag).is_err());
                    tag[place] ^= 0x10;
                }
                assert!(tag_bytes == 1 || mac.clone().chain(&message).verify(&tag[1..]).is_err());
                let expected = plain::kmac(168, &key, &message, tag_bytes, b"", true);
                let xof = KmacXof128::new(&key, b"");
                xof.digest_into(&message, &mut tag);
                assert!(tag == expected);
                let mut xof = xof.clone();
                xof.update(&message);
                assert_eq!(xof.clone().verify(&tag).is_ok(), tag_bytes >= MIN_TAG_BYTES);
                tag[0] ^= 1;
                assert!(xof.clone().verify(&tag).is_err() && xof.verify(&[]).is_err());
            }
        }
    }
    let default = plain::kmac(136, b"key", b"message", 64, b"", false);
    assert_eq!(Kmac256::new(b"key", b"").chain(b"message").finalize()[..], default);
}

/// The high bits of the last byte do not belong to a key that ends inside it.
#[test]
fn kmac_with_a_key_of_bits() {
    let tag = |last: u8| {
        let key = Options { key: Some(&[0x5a, last]), key_bits: Some(11), ..Options::default() };
        let mut tag = [0; 32];
        Algorithm::by_name("kmac128").unwrap().hash(&key).unwrap().digest_many(None, &[b""], &mut tag).unwrap();
        tag
    };
    assert_eq!(tag(0xfd), tag(0x05), "a key of 11 bits");
    assert_ne!(tag(0xfd), tag(0x01));
}

/// Digests of other than the default length, by name: the length is hashed too.
#[test]
fn digests_of_other_lengths_by_name() {
    let options = Options { output_bits: Some(8 * 45), ..Options::default() };
    let key = Options { key: Some(b"key"), ..options };
    let blocks = Options { block_bytes: Some(3), ..options };
    for (name, options, expected) in [
        ("kmac128", key, plain::kmac(168, b"key", b"message", 45, b"", false)),
        ("tuplehash256", options, plain::tuple_hash(136, &[b"message"], 45, b"", false)),
        ("parallelhash128", blocks, plain::parallel_hash(168, 3, b"message", 45, b"", false)),
    ] {
        let hash = Algorithm::by_name(name).unwrap().hash(&options).unwrap();
        assert_eq!(hash.digest_bytes(), 45, "{name}");
        let (mut alone, mut two) = ([0; 45], [0; 90]);
        let mut hasher = hash.hasher(None).unwrap();
        hasher.update(b"another message");
        hasher.reset();
        hasher.update(b"message");
        hasher.finalize(0, 0).read(&mut alone);
        hash.digest_many(None, &[b"message"; 2], &mut two).unwrap();
        assert_eq!((&alone[..], &two[..]), (&expected[..], &expected.repeat(2)[..]), "{name}");
    }
}

/// Tags are also compared for functions selected at run time: not shorter than the minimum, not longer than the output.
#[test]
fn tags_by_name() {
    let key = Options { key: Some(b"a key of 16 byte"), ..Options::default() };
    let blocks = Options { block_bytes: Some(8), ..Options::default() };
    for (name, options, bytes) in [
        ("kmac128", key, 32),
        ("kmac128", Options { output_bits: Some(77), ..key }, 10),
        ("kmac128", Options { output_bits: Some(63), ..key }, 8),
        ("kmacxof256", key, 1000),
        ("sha3-256", Options::default(), 32),
        ("parallelhash128", blocks, 32),
        ("kt128", Options::default(), 1000),
    ] {
        let hash = Algorithm::by_name(name).unwrap().hash(&options).unwrap();
        let reader = || {
            let mut hasher = hash.hasher(None).unwrap();
            hasher.update(b"a message");
            hasher.finalize(0, 0)
        };
        let mut right = vec![0; bytes];
        reader().read(&mut right);
        let unused = options.output_bits.map_or(0, |bits| right[bytes - 1] >> (bits % 8));
        assert_eq!(unused, 0, "{name}: bits after the end");
        let mut many = vec![0; 3 * bytes];
        hash.digest_many(None, &[b"a message"; 3], &mut many).unwrap();
        assert!(many == right.repeat(3), "{name}: a batch");
        for length in (0..=bytes.min(70)).chain([bytes]) {
            let enough = length >= MIN_TAG_BYTES && options.output_bits != Some(63);
            assert_eq!(reader().matches(&right[..length]), enough, "{length} bytes of {name}");
        }
        // What `read` returns past the end of a digest is not part of it.
        let mut longer = vec![0; bytes + 1];
        reader().read(&mut longer);
        assert_eq!(reader().matches(&longer), hash.extendable(), "{name}");
        right[bytes - 1] ^= 1;
        assert!(!reader().matches(&right), "{name}");
        assert_eq!(reader().left_bits().is_none(), hash.extendable(), "{name}");
    }
    let hash = Algorithm::by_name("sha3-256").unwrap().hash(&Options::default()).unwrap();
    let mut reader = hash.hasher(None).unwrap().finalize(0, 0);
    let mut head = [0; 20];
    reader.read(&mut head);
    assert_eq!(reader.left_bits(), Some(96));
    let mut rest = [0; 12];
    let mut whole = hash.hasher(None).unwrap().finalize(0, 0);
    whole.read(&mut head);
    whole.read(&mut rest);
    assert!(reader.matches(&rest));
}

#[test]
fn tuples() {
    let elements: Vec<Vec<u8>> = [0, 1, 3, 168, 0, 500].into_iter().map(painted).collect();
    let elements: Vec<&[u8]> = elements.iter().map(Vec::as_slice).collect();
    let tuples: Vec<&[&[u8]]> = (0..=elements.len()).map(|count| &elements[..count]).collect();
    let mut many = vec![0; tuples.len() * 32];
    TupleHash128::new(b"S").digest_many_into(&tuples, &mut many).unwrap();
    let mut many_xof = vec![0; tuples.len() * 150];
    TupleHashXof256::new(b"").digest_many_into(&tuples, &mut many_xof);
    for ((tuple, many), many_xof) in tuples.iter().zip(many.chunks(32)).zip(many_xof.chunks(150)) {
        let expected = plain::tuple_hash(168, tuple, 32, b"S", false);
        let mut digest = [0; 32];
        TupleHash128::new(b"S").digest_into(tuple, &mut digest).unwrap();
        assert!(digest[..] == expected && many == expected, "{} elements", tuple.len());
        let expected = plain::tuple_hash(136, tuple, 150, b"", true);
        let mut output = [0; 150];
        TupleHashXof256::new(b"").digest_into(tuple, &mut output);
        assert!(output[..] == expected && many_xof == expected, "{} elements", tuple.len());
    }
}

#[test]
fn elements_of_tuples_in_pieces() {
    let elements: Vec<Vec<u8>> = [0, 1, 3, 168, 0, 500].into_iter().map(painted).collect();
    let mut whole = TupleHash128::new(b"S");
    let mut pieces = whole.clone();
    let options = Options { customization: Some(b"S"), ..Options::default() };
    let mut chosen = Algorithm::by_name("tuplehash128").unwrap().hash(&options).unwrap().hasher(None).unwrap();
    for element in &elements {
        whole.element(element);
        pieces.begin_element(element.len() as u64);
        chosen.begin_element(element.len() as u64);
        for piece in element.chunks(7) {
            pieces.extend_element(piece);
            chosen.extend_element(piece);
        }
    }
    let mut digests = [[0; 32]; 3];
    whole.finalize_into(&mut digests[0]).unwrap();
    pieces.finalize_into(&mut digests[1]).unwrap();
    chosen.finalize(0, 0).read(&mut digests[2]);
    assert!(digests[0] == digests[1] && digests[0] == digests[2]);
}

#[test]
fn an_incomplete_element_panics() {
    let begun = || {
        let mut tuple = TupleHash128::new(b"");
        tuple.begin_element(2);
        tuple.extend_element(b"1");
        tuple
    };
    let panics = |change: fn(TupleHash128)| std::panic::catch_unwind(|| change(begun())).is_err();
    assert!(panics(|mut tuple| tuple.extend_element(b"23")));
    assert!(panics(|mut tuple| tuple.element(b"2")));
    assert!(panics(|tuple| tuple.finalize_into(&mut [0; 32]).unwrap()));
    assert!(panics(|mut tuple| {
        tuple.reset();
        tuple.begin_element(1 << 61);
    }));
    let mut tuple = begun();
    tuple.reset();
    assert!(tuple.finalize_into(&mut [0; 32]).is_ok());
}

#[test]
fn cshake_and_turbo_shake() {
    for name in [&b""[..], b"N", &painted(170)] {
        for custom in [&b""[..], b"S", &painted(160), &painted(400)] {
            for length in [0, 1, 167, 168, 169, 1000] {
                let message = painted(length);
                let mut out = [0; 200];
                CShake128::new(name, custom).digest_into(&message, &mut out);
                assert!(out[..] == plain::cshake(168, &message, 200, name, custom));
            }
        }
    }
    for domain in 0x01..=0x7f {
        for length in [0, 166, 167, 168] {
            let message = painted(length);
            let mut out = [0; 200];
            TurboShake128::new(domain).unwrap().digest_into(&message, &mut out);
            assert!(out[..] == plain::turbo_shake(168, &message, domain, 200), "domain {domain:02x}");
        }
    }
}

/// Strings whose length in bits, and then also in bytes, takes more than 16 bits.
#[test]
fn strings_of_8_kib_and_more() {
    for length in [8191, 8192, 70_000] {
        let long = &painted(length)[..];
        let mut out = [[0; 32]; 4];
        Kmac128::new(long, b"S").chain(b"message").finalize_into(&mut out[0]).unwrap();
        assert!(out[0][..] == plain::kmac(168, long, b"message", 32, b"S", false), "a key of {length} bytes");
        CShake128::new(long, b"S").digest_into(b"message", &mut out[0]);
        assert!(out[0][..] == plain::cshake(168, b"message", 32, long, b"S"), "a name of {length} bytes");
        CShake128::new(b"", long).digest_into(b"message", &mut out[0]);
        assert!(out[0][..] == plain::cshake(168, b"message", 32, b"", long), "customization of {length} bytes");
        let tuple = &[long, b"message"];
        TupleHash128::new(b"S").digest_many_into(&[tuple; 4], out.as_flattened_mut()).unwrap();
        let expected = plain::tuple_hash(168, tuple, 32, b"S", false);
        assert!(out.iter().all(|out| out[..] == expected), "an element of {length} bytes");
    }
}

#[test]
fn reset_and_clone() {
    let out = |kt: Kt128<&[u8]>| {
        let mut out = [0; 40];
        kt.finalize().read(&mut out);
        out
    };
    let mut kt = Kt128::new(&b"C"[..]);
    kt.update(painted(20000));
    let mut copy = kt.clone();
    kt.reset();
    kt.update(b"abc");
    copy.update(b"more");
    assert_eq!(out(kt)[..], plain::kangaroo_twelve(168, b"abc", b"C", 40));
    let whole = [&painted(20000)[..], b"more"].concat();
    assert_eq!(out(copy)[..], plain::kangaroo_twelve(168, &whole, b"C", 40));
    let mut parallel = ParallelHash128::new(10, b"").unwrap();
    parallel.update(painted(25));
    parallel.reset();
    parallel.update(b"abc");
    let mut digest = [0; 32];
    parallel.finalize_into(&mut digest).unwrap();
    assert_eq!(digest[..], plain::parallel_hash(168, 10, b"abc", 32, b"", false));
    let mut tuple = TupleHash128::new(b"C");
    tuple.element(b"abc");
    tuple.reset();
    tuple.element(b"de");
    tuple.finalize_into(&mut digest).unwrap();
    assert_eq!(digest[..], plain::tuple_hash(168, &[b"de"], 32, b"C", false), "a tuple was reset");
}

/// Appending to a hasher does not affect the digests of other messages.
#[test]
fn other_messages_beside_one_that_has_begun() {
    fn check<H: Clone>(new: &H, begin: impl Fn(&mut H), one: impl Fn(&H, &mut [u8]), many: impl Fn(&H, &mut [u8])) {
        let mut begun = new.clone();
        begin(&mut begun);
        let mut outputs = [[0; 2 * 32]; 4];
        one(new, &mut outputs[0]);
        one(&begun, &mut outputs[1]);
        many(new, &mut outputs[2]);
        many(&begun, &mut outputs[3]);
        let alike = outputs[0] == outputs[1] && outputs[2] == outputs[3];
        assert!(alike, "beside a message by {}", std::any::type_name::<H>());
    }
    let messages = [painted(300), painted(20)];
    macro_rules! check {
        ($($new:expr, $begin:ident, $one:expr, $many:expr $(, $unwrap:ident)?;)+) => {$(
            check(
                &$new,
                |hasher| hasher.$begin(b"what has begun"),
                |hasher, out| hasher.digest_into($one, out)$(.$unwrap())?,
                |hasher, out| hasher.digest_many_into($many, out)$(.$unwrap())?,
            );
        )+};
    }
    let tuples = &[&messages[..], &messages[1..]];
    check! {
        CShake128::new(b"N", b"S"), update, &messages[0], &messages;
        TurboShake128::new(0x2b).unwrap(), update, &messages[0], &messages;
        KmacXof128::new(b"key", b"S"), update, &messages[0], &messages;
        Kt128::new(b"S"), update, &messages[0], &messages;
        ParallelHash128::new(100, b"S").unwrap(), update, &messages[0], &messages, unwrap;
        ParallelHashXof256::new(100, b"S").unwrap(), update, &messages[0], &messages;
        TupleHash128::new(b"S"), element, &messages, tuples, unwrap;
        TupleHashXof256::new(b"S"), element, &messages, tuples;
    }
}

#[test]
fn outputs_that_are_not_of_equal_length_panic() {
    let panics = |work: fn(&[&[u8]], &mut [u8])| {
        std::panic::catch_unwind(|| work(&[b"one", b"two"], &mut [0; 2 * 32 + 1])).is_err()
    };
    assert!(panics(|messages, _| Sha3_256::digest_many_into(messages, &mut [[0; 32]; 1])), "a digest for two");
    assert!(panics(|messages, _| Sha3_256::digest_many_into(messages, &mut [[0; 32]; 4])), "two digests for each");
    assert!(panics(|messages, out| Shake128::digest_many_into(messages, out)));
    assert!(panics(|messages, out| CShake128::new(b"", b"S").digest_many_into(messages, out)));
    assert!(panics(|messages, out| Kt128::new(b"").digest_many_into(messages, out)), "KT128");
    assert!(panics(|messages, out| ParallelHashXof256::new(9, b"").unwrap().digest_many_into(messages, out)));
    assert!(panics(|messages, out| TupleHashXof256::new(b"").digest_many_into(&[messages, messages], out)));
    for name in ["shake128", "sha3-256"] {
        let hash = Algorithm::by_name(name).unwrap().as_hash().unwrap();
        let digests = std::panic::AssertUnwindSafe(|| hash.digest_many(None, &[b"one", b"two"], &mut [0; 2 * 32 + 1]));
        assert!(std::panic::catch_unwind(digests).is_err(), "{name}");
    }
}

#[test]
fn what_cannot_be_is_told() {
    for domain in [0, 0x80, 0xff] {
        assert_eq!(TurboShake128::new(domain).err(), Some(ModeError::Domain(domain)));
    }
    assert_eq!(ParallelHash128::new(0, b"").err(), Some(ModeError::BlockEmpty));
    let parallel = ParallelHash128::new(usize::MAX, b"").unwrap();
    assert_eq!(parallel.digest_into(b"", &mut []), Err(ModeError::OutputEmpty));
    assert_eq!(TupleHash128::new(b"").digest_into(&[b""], &mut []), Err(ModeError::OutputEmpty));
    let mac = Kmac128::new(b"key", b"");
    assert_eq!(mac.clone().finalize_into(&mut []), Err(ModeError::OutputEmpty));
    assert!(mac.clone().verify(&[]).is_err());
    assert_eq!(mac.digest_many_into(&[b"a", b"b"], &mut []), Err(ModeError::OutputEmpty));
    let unequal = ModeError::OutputsUnequal { bytes: 3, messages: 2 };
    assert_eq!(mac.digest_many_into(&[b"a", b"b"], &mut [0; 3]), Err(unequal));
    assert_eq!(mac.digest_many_into::<[&[u8]]>(&[], &mut []), Ok(()));
    assert_eq!(format!("{mac:?} {:?}", Kt128::new(b"")), "kmac128 { .. } kt128 { .. }");
    for (error, text) in [
        (ModeError::OutputEmpty, "an output of 0 bytes; choose 1 or more"),
        (unequal, "3 bytes of output can't be divided equally among 2 messages"),
        (ModeError::Domain(0xfa), "a domain byte of FA; choose 01 to 7F"),
        (ModeError::BlockEmpty, "a block size of 0 bytes; choose 1 or more"),
    ] {
        assert_eq!(error.to_string(), text);
    }
}

/// `Debug` prints the same for every key and every message.
#[test]
fn debug_shows_no_secret() {
    use counterpoint::keccak::{Duplex, Sponge};
    use counterpoint::{KetjeJr, LakeKeyak};

    fn check<T: std::fmt::Debug>(of: impl Fn(&[u8]) -> T) {
        let [one, other] = [b"attack at dawn", b"retreat at ten"].map(|secret| format!("{:?}", of(secret)));
        assert_eq!(one, other, "{}", std::any::type_name::<T>());
    }
    macro_rules! check {
        ($($new:expr, $absorb:ident $(, $end:ident)?;)+) => {$(
            check(|secret| {
                let mut hasher = $new;
                hasher.$absorb(secret);
                hasher$(.$end())?
            });
        )+};
    }
    check! {
        Sponge::<u64>::new(1088, 24).unwrap(), absorb;
        Sponge::<u64>::new(1088, 24).unwrap(), absorb, finalize;
        Shake128::new(), update;
        Shake128::new(), update, finalize;
        Kmac128::new(b"key", b""), update;
        Kt128::new(b""), update;
        Kt128::new(b""), update, finalize;
        ParallelHash128::new(8, b"").unwrap(), update;
        TupleHash128::new(b""), element;
    }
    check(|secret| Kmac128::new(secret, b""));
    check(|secret| {
        let mut duplex = Duplex::<u64>::new(1026, 24).unwrap();
        duplex.duplexing(secret, &mut []).unwrap();
        duplex
    });
    check(|secret| LakeKeyak::new(secret, b"nonce").unwrap());
    check(|secret| KetjeJr::new(secret, b"nonce").unwrap());
}

#[test]
fn options_are_checked_by_name() {
    let fault = |name: &str, options: Options<'_>| {
        let OptionError { algorithm, fault, .. } =
            Algorithm::by_name(name).unwrap().hash(&options).err().expect("an error");
        assert_eq!(algorithm, Algorithm::by_name(name).unwrap().name);
        fault
    };
    let none = Options::default();
    assert_eq!(fault("kmac128", none), OptionFault::Needed(Parameter::Key));
    assert_eq!(fault("parallelhash256", none), OptionFault::Needed(Parameter::BlockBytes));
    assert_eq!(fault("aes128", none), OptionFault::NoHash);
    for name in ["sha3-256", "shake128", "kt128", "cshake128"] {
        assert_eq!(fault(name, Options { key: Some(b"k"), ..none }), OptionFault::NotTaken(Parameter::Key));
    }
    let length = Options { output_bits: Some(8), ..none };
    assert_eq!(fault("tuplehashxof128", length), OptionFault::NotTaken(Parameter::OutputBits));
    let empty = Options { output_bits: Some(0), ..none };
    assert!(matches!(fault("tuplehash128", empty), OptionFault::Value(Parameter::OutputBits, _)));
    for domain in [0, 0x80] {
        let options = Options { domain: Some(domain), ..none };
        assert!(matches!(fault("turboshake256", options), OptionFault::Value(Parameter::Domain, _)));
    }
    let blocks = Options { block_bytes: Some(0), ..none };
    assert!(matches!(fault("parallelhashxof128", blocks), OptionFault::Value(Parameter::BlockBytes, _)));
    for (key, key_bits) in [(&b"k"[..], 9), (b"kk", 8)] {
        let bits = Options { key: Some(key), key_bits: Some(key_bits), ..none };
        assert!(matches!(fault("kmac128", bits), OptionFault::Value(Parameter::Key, _)));
    }
    for alias in ["KangarooTwelve", "K12", "KT-128", "TurboSHAKE128", "KMAC-128", "cSHAKE_128", "TupleHashXOF256"] {
        assert!(Algorithm::by_name(alias).is_ok(), "{alias}");
    }
    assert!(!format!("{:?}", Options { key: Some(b"k"), ..none }).contains("107"));
}

/// A wrong tag is always the same error, so a program with both a MAC and authenticated encryption handles it once.
#[test]
fn one_error_for_a_wrong_tag() {
    use counterpoint::aead::AeadError;
    use counterpoint::tag::WrongTag;
    use counterpoint::{KetjeJr, LakeKeyak};

    fn receive(mac_tag: &[u8], keyak_tag: &[u8; 16], ketje_tag: &[u8; 12]) -> Result<(), AeadError> {
        let mut buffer = *b"nothing";
        Kmac128::new(b"a key", b"").chain(b"a message").verify(mac_tag)?;
        LakeKeyak::new(b"a key", b"")?.decrypt(b"", &mut buffer, keyak_tag)?;
        KetjeJr::new(b"a key", b"")?.decrypt(b"", &mut buffer, ketje_tag)
    }
    let mac_tag = Kmac128::new(b"a key", b"").chain(b"a message").finalize();
    let mut buffer = *b"nothing";
    let keyak_tag = LakeKeyak::new(b"a key", b"").unwrap().encrypt(b"", &mut buffer).unwrap();
    let wrong = Err(AeadError::WrongTag(WrongTag));
    assert_eq!(receive(&[0; 32], &[0; 16], &[0; 12]), wrong);
    assert_eq!(receive(&mac_tag, &[0; 16], &[0; 12]), wrong);
    assert_eq!(AeadError::from(WrongTag).to_string(), WrongTag.to_string());
    let mut decrypted = buffer;
    LakeKeyak::new(b"a key", b"").unwrap().decrypt(b"", &mut decrypted, &keyak_tag).unwrap();
    assert_eq!(&decrypted, b"nothing");
    assert_eq!(KmacXof128::new(b"a key", b"").verify(&[0; 8]), Err(WrongTag));
}
