//! Compares sponge and duplex objects, of every width and rate, with a model that moves one bit at a time.

mod common;

use common::Numbers;
use counterpoint::keccak::{Duplex, DuplexError, ParameterError, Sponge, Word, p200, p400, p800, p1600};
use counterpoint::registry::ImplementationError;
use counterpoint::{Algorithm, Keccak256, Sha3_256, Shake128};

/// Bit n of a byte string.
fn bit(bytes: &[u8], n: usize) -> bool {
    bytes[n / 8] >> (n % 8) & 1 == 1
}

fn to_bits(bytes: &[u8], bits: usize) -> Vec<bool> {
    (0..bits).map(|n| bit(bytes, n)).collect()
}

fn to_bytes(bits: &[bool]) -> Vec<u8> {
    bits.chunks(8).map(|byte| byte.iter().rev().fold(0, |sum, &bit| sum << 1 | u8::from(bit))).collect()
}

/// Keccak-p on a state of 200, 400, 800 or 1600 bits, with a bool for each bit.
fn permute(state: &mut [bool], rounds: usize) {
    let bytes = to_bytes(state);
    macro_rules! by {
        ($lane:ty, $p:ident) => {{
            let width = size_of::<$lane>();
            let mut lanes: [$lane; 25] =
                std::array::from_fn(|i| <$lane>::from_le_bytes(bytes[width * i..][..width].try_into().unwrap()));
            $p(&mut lanes, rounds);
            lanes.iter().flat_map(|lane| lane.to_le_bytes()).collect::<Vec<u8>>()
        }};
    }
    let bytes = match state.len() {
        200 => by!(u8, p200),
        400 => by!(u16, p400),
        800 => by!(u32, p800),
        _ => by!(u64, p1600),
    };
    state.copy_from_slice(&to_bits(&bytes, state.len()));
}

/// pad10*1 up to a multiple of `rate`.
fn padded(mut message: Vec<bool>, rate: usize) -> Vec<bool> {
    message.push(true);
    while !(message.len() + 1).is_multiple_of(rate) {
        message.push(false);
    }
    message.push(true);
    message
}

fn add_and_permute(state: &mut [bool], block: &[bool], rounds: usize) {
    for (bit, more) in state.iter_mut().zip(block) {
        *bit ^= more;
    }
    permute(state, rounds);
}

/// The sponge of FIPS 202 section 4.
fn sponge(width: usize, rate: usize, rounds: usize, message: Vec<bool>, output: usize) -> Vec<bool> {
    let mut state = vec![false; width];
    for block in padded(message, rate).chunks(rate) {
        add_and_permute(&mut state, block, rounds);
    }
    let mut out = state[..rate].to_vec();
    while out.len() < output {
        permute(&mut state, rounds);
        out.extend_from_slice(&state[..rate]);
    }
    out.truncate(output);
    out
}

/// Every implementation that can run here.
fn names<W: Word>() -> impl Iterator<Item = &'static str> {
    let permutation = Algorithm::by_name(&format!("keccak-p{}", 25 * 8 * W::BYTES)).expect("a permutation");
    permutation.implementations().filter(|i| i.available()).map(counterpoint::registry::Implementation::name)
}

fn sponge_agrees_with_model<W: Word>() {
    let width = 25 * W::BYTES * 8;
    let mut numbers = Numbers(width as u64);
    let edges = [1, 2, 3, 7, 8, 9, width / 2, width - 8, width - 2, width - 1];
    let rates: Vec<usize> = edges.into_iter().chain((0..40).map(|_| 1 + numbers.below(width - 1))).collect();
    for rate in rates {
        let rounds = 1 + numbers.below(12);
        // Pieces that end anywhere, some empty, some of whole bytes.
        let pieces: Vec<(Vec<u8>, usize)> = (0..numbers.below(6))
            .map(|_| {
                let bits = numbers.below(if rate < 10 { 40 } else { 2 * rate + 10 });
                let bits = if numbers.below(2) == 0 { bits / 8 * 8 } else { bits };
                (numbers.bytes(bits.div_ceil(8)), bits)
            })
            .collect();
        let outputs = [numbers.below(2 * rate + 9), numbers.below(rate + 1), 8 * numbers.below(9)];
        let message = pieces.iter().flat_map(|(bytes, bits)| to_bits(bytes, *bits)).collect();
        let expected = sponge(width, rate, rounds, message, outputs.iter().sum());
        for name in names::<W>() {
            let mut sponge = Sponge::<W>::with_implementation(name, rate, rounds).unwrap();
            for (bytes, bits) in &pieces {
                if bits % 8 == 0 {
                    sponge.absorb(bytes);
                } else {
                    sponge.absorb_bits(bytes, *bits as u64);
                }
            }
            let mut squeezer = sponge.finalize();
            let mut got = Vec::new();
            for bits in outputs {
                let mut out = vec![0xff; bits.div_ceil(8)];
                squeezer.squeeze_bits(&mut out, bits as u64);
                assert!(to_bits(&out, 8 * out.len())[bits..].iter().all(|bit| !bit), "unused bits are 0");
                got.extend(to_bits(&out, bits));
            }
            assert!(got == expected, "{name}: width {width}, rate {rate}, {rounds} rounds");
        }
    }
}

#[test]
fn sponges_of_every_width() {
    sponge_agrees_with_model::<u8>();
    sponge_agrees_with_model::<u16>();
    sponge_agrees_with_model::<u32>();
    sponge_agrees_with_model::<u64>();
}

fn duplex_agrees_with_model<W: Word>() {
    let width = 25 * W::BYTES * 8;
    let mut numbers = Numbers(width as u64 + 1);
    for rate in [2, 3, 9, width / 2, width - 7, width - 1] {
        for name in names::<W>() {
            let mut duplex = Duplex::<W>::with_implementation(name, rate, W::FULL_ROUNDS).unwrap();
            assert_eq!((duplex.most_input_bits(), duplex.most_output_bits()), (rate - 2, rate));
            let mut state = vec![false; width];
            for call in 0..12 {
                let input_bits = if call == 0 { rate - 2 } else { numbers.below(rate - 1) };
                let output_bits = if call == 1 { rate } else { numbers.below(rate + 1) };
                let input = numbers.bytes(input_bits.div_ceil(8));
                add_and_permute(&mut state, &padded(to_bits(&input, input_bits), rate), W::FULL_ROUNDS);
                let mut output = vec![0xff; output_bits.div_ceil(8)];
                duplex.duplexing_bits(&input, input_bits as u64, &mut output, output_bits as u64).unwrap();
                assert!(output == to_bytes(&state[..output_bits]), "{name}: width {width}, rate {rate}, call {call}");
            }
        }
    }
}

#[test]
fn duplex_objects_of_every_width() {
    duplex_agrees_with_model::<u8>();
    duplex_agrees_with_model::<u16>();
    duplex_agrees_with_model::<u32>();
    duplex_agrees_with_model::<u64>();
}

/// The sponge for bits and the functions for bytes pad separately, and must agree.
#[test]
fn sponge_in_bits_is_the_functions_in_bytes() {
    let message: Vec<u8> = (0..=300u16).map(|i| (i % 251) as u8).collect();
    for length in 0..message.len() {
        for bits in [0, 1, 5, 7] {
            let (bytes, last) = (&message[..length], message[length]);
            let absorbed = |rate, domain: u8, domain_bits| {
                let mut sponge = Sponge::<u64>::new(rate, 24).unwrap();
                sponge.absorb(bytes);
                sponge.absorb_bits(&[last][..usize::from(bits > 0)], bits);
                sponge.absorb_bits(&[domain][..usize::from(domain_bits > 0)], domain_bits);
                sponge.finalize()
            };
            let mut out = [0; 32];
            absorbed(1088, 0b10, 2).squeeze(&mut out);
            let mut sha3 = Sha3_256::new();
            sha3.update(bytes);
            assert_eq!(out, sha3.finalize_bits(last, bits as u32), "SHA3-256, {length} bytes and {bits} bits");
            absorbed(1088, 0, 0).squeeze(&mut out);
            let mut keccak = Keccak256::new();
            keccak.update(bytes);
            assert_eq!(out, keccak.finalize_bits(last, bits as u32), "Keccak-256, {length} bytes and {bits} bits");
            let (mut long, mut expected) = ([0; 400], [0; 400]);
            absorbed(1344, 0b1111, 4).squeeze(&mut long);
            let mut shake = Shake128::new();
            shake.update(bytes);
            let mut reader = shake.finalize_bits(last, bits as u32);
            let before = reader.clone();
            reader.read(&mut expected);
            assert_eq!(long, expected, "SHAKE128, {length} bytes and {bits} bits");
            for count in 0..=17 {
                let (mut in_bits, mut head, bytes) = (before.clone(), [0; 4], usize::div_ceil(count, 8));
                in_bits.read_bits(&mut head[..bytes], count as u64);
                in_bits.read(&mut head[bytes..]);
                let mut cut: [u8; 4] = expected[..4].try_into().unwrap();
                if count % 8 > 0 {
                    cut[bytes - 1] &= 0xff >> (8 - count % 8);
                }
                assert_eq!(head, cut, "{count} bits of output, and the bytes after them");
            }
        }
    }
}

#[test]
fn reset_and_clone() {
    let mut sponge = Sponge::<u16>::new(144, 20).unwrap();
    sponge.absorb(b"something");
    let mut copy = sponge.clone();
    sponge.reset();
    copy.absorb(b" else");
    let digest = |sponge: Sponge<u16>| {
        let mut out = [0; 32];
        sponge.finalize().squeeze(&mut out);
        out
    };
    assert_eq!(digest(sponge), digest(Sponge::new(144, 20).unwrap()));
    let mut whole = Sponge::new(144, 20).unwrap();
    whole.absorb(b"something else");
    assert_eq!(digest(copy), digest(whole));
    let mut duplex = Duplex::<u16>::new(144, 20).unwrap();
    let mut outputs = [[0; 18]; 2];
    for output in &mut outputs {
        duplex.duplexing(b"something", output).unwrap();
        duplex.reset();
    }
    assert_eq!(outputs[0], outputs[1], "a duplex object was reset");
}

#[test]
fn bad_parameters_are_told() {
    assert_eq!(Sponge::<u8>::new(0, 18).err(), Some(ParameterError::Rate { bits: 0, least: 1, most: 199 }));
    assert_eq!(Sponge::<u8>::new(200, 18).err(), Some(ParameterError::Rate { bits: 200, least: 1, most: 199 }));
    assert_eq!(Duplex::<u64>::new(1, 24).err(), Some(ParameterError::Rate { bits: 1, least: 2, most: 1599 }));
    assert_eq!(Sponge::<u32>::new(8, 23).err(), Some(ParameterError::Rounds { rounds: 23, most: 22 }));
    assert_eq!(Sponge::<u32>::new(8, 0).err(), Some(ParameterError::Rounds { rounds: 0, most: 22 }));
    let unknown = Sponge::<u32>::with_implementation("no-such-thing", 8, 22).err().unwrap();
    assert_eq!(unknown, ParameterError::Implementation(ImplementationError::Unknown));
    assert_eq!(unknown.to_string(), ImplementationError::Unknown.to_string());
    assert_eq!(
        Sponge::<u16>::new(400, 20).err().unwrap().to_string(),
        "a rate of 400 bits on a state of 400 bits; choose 1 to 399"
    );
    assert_eq!(
        Sponge::<u32>::new(8, 23).err().unwrap().to_string(),
        "23 rounds of a permutation that has 22; choose 1 to 22"
    );
}

#[test]
fn a_refused_duplexing_call_changes_nothing() {
    let mut duplex = Duplex::<u64>::new(1026, 24).unwrap();
    let mut twin = duplex.clone();
    let mut out = [0; 129];
    let input = duplex.duplexing_bits(&[0; 129], 1025, &mut out, 8 * 129).unwrap_err();
    assert_eq!(input, DuplexError::InputTooLong { bits: 1025, most: 1024 });
    assert_eq!(input.to_string(), "an input of 1025 bits; one call absorbs at most 1024");
    let output = duplex.duplexing_bits(&[0; 128], 1024, &mut out, 1027).unwrap_err();
    assert_eq!(output, DuplexError::OutputTooLong { bits: 1027, most: 1026 });
    assert_eq!(
        output.to_string(),
        "an output of 1027 bits; one call returns at most 1026: call again with an empty input"
    );
    let mut expected = [0; 128];
    twin.duplexing(b"block", &mut expected).unwrap();
    duplex.duplexing(b"block", &mut out[..128]).unwrap();
    assert_eq!(out[..128], expected);
}
