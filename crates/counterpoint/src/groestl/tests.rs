//! Checks every step against the specification's intermediate values, and bit planes against `spec`.

use super::compression::Permutation::{P, Q};
use super::compression::{Columns, Final, Parts, Permutation, columns_of, rounds};
use super::hash::{initial, pad};
use super::{bitslice, spec, ttable32, ttable64};
use crate::cpu::Portable;
use crate::hash::Tail;
use crate::steps::{bytes, check_digests, number, records};
use crate::{Groestl256, Groestl512};
use counterpoint_vectors::steps::GROESTL;
use counterpoint_vectors::{Body, Case, File, GroestlTrace};
use serde_json::Value;
use std::vec::Vec;

fn hex<const COLUMNS: usize>(value: &Value) -> Columns<COLUMNS> {
    let bytes = bytes(value);
    assert_eq!(bytes.len(), 8 * COLUMNS);
    columns_of(&bytes)
}

fn permutation(record: &Value) -> Permutation {
    if number(&record["q"]) == 0 { P } else { Q }
}

/// Runs the check for 8 or 16 columns, depending on the record.
fn by_columns(record: &Value, [small, large]: [fn(&Value); 2]) {
    match number(&record["bits"]) {
        512 => small(record),
        1024 => large(record),
        bits => panic!("{bits} bits"),
    }
}

/// A step of `spec` on columns.
fn by_spec<const COLUMNS: usize>(
    columns: Columns<COLUMNS>,
    step: impl Fn(&mut spec::Matrix<COLUMNS>),
) -> Columns<COLUMNS> {
    let mut a = spec::matrix(&columns);
    step(&mut a);
    spec::columns(&a)
}

/// Rounds of both permutations on bit planes.
fn by_planes<const COLUMNS: usize, const N: usize>(
    mut p: Columns<COLUMNS>,
    mut q: Columns<COLUMNS>,
    rounds: core::ops::Range<usize>,
) -> (Columns<COLUMNS>, Columns<COLUMNS>) {
    let add_deferred = |columns: &mut Columns<COLUMNS>| columns.iter_mut().for_each(|c| *c ^= bitslice::DEFERRED);
    if rounds.start > 0 {
        add_deferred(&mut p);
        add_deferred(&mut q);
    }
    let tier = Portable::PROOF;
    let mut planes = bitslice::planes::<_, N>(tier, bitslice::words(&p), bitslice::words(&q));
    for r in rounds {
        bitslice::round::<Final, _, N>(tier, &mut planes, r);
    }
    (*bitslice::words_mut(&mut p), *bitslice::words_mut(&mut q)) = bitslice::columns(tier, &planes);
    add_deferred(&mut p);
    add_deferred(&mut q);
    (p, q)
}

#[test]
fn mix_bytes() {
    for record in records(GROESTL, "mixbytes_column") {
        let column = |value: &Value| u64::from_le_bytes(bytes(value).try_into().unwrap());
        let (input, output) = (column(&record["in"]), column(&record["out"]));
        assert_eq!(by_spec([0, input, 0, 0, 0, 0, 0, 0], spec::mix_bytes), [0, output, 0, 0, 0, 0, 0, 0]);
    }
}

#[test]
fn round() {
    fn check<const COLUMNS: usize, const N: usize>(record: &Value) {
        let r = number(&record["round"]);
        let input = hex::<COLUMNS>(&record["in"]);
        let output = by_spec(input, |a| spec::round::<Final, _>(permutation(record), a, r));
        assert_eq!(output, hex(&record["out"]));

        let of_p = by_spec(input, |a| spec::round::<Final, _>(P, a, r));
        let of_q = by_spec(input, |a| spec::round::<Final, _>(Q, a, r));
        assert_eq!(by_planes::<COLUMNS, N>(input, input, r..r + 1), (of_p, of_q));
    }
    for record in records(GROESTL, "round") {
        by_columns(&record, [check::<8, 2>, check::<16, 4>]);
    }
}

/// P or Q, as the specification names them.
fn permute<const COLUMNS: usize>(permutation: Permutation, columns: Columns<COLUMNS>) -> Columns<COLUMNS> {
    let mut output = columns;
    if let Ok(columns) = columns.as_slice().try_into() {
        output.copy_from_slice(&by_spec::<8>(
            columns,
            if permutation == P { spec::p::<Final, _> } else { spec::q::<Final, _> },
        ));
    } else {
        let columns = columns.as_slice().try_into().unwrap();
        output.copy_from_slice(&by_spec::<16>(
            columns,
            if permutation == P { spec::p::<Final, _> } else { spec::q::<Final, _> },
        ));
    }
    output
}

#[test]
fn permutations() {
    fn check<const COLUMNS: usize, const N: usize>(record: &Value) {
        let input = hex::<COLUMNS>(&record["in"]);
        let output = hex::<COLUMNS>(&record["out"]);
        assert_eq!(permute(permutation(record), input), output);
        let (p, q) = by_planes::<COLUMNS, N>(input, input, 0..rounds(COLUMNS));
        assert_eq!(if permutation(record) == P { p } else { q }, output);
    }
    for record in records(GROESTL, "perm") {
        by_columns(&record, [check::<8, 2>, check::<16, 4>]);
    }
}

#[test]
fn zeros_round_by_round() {
    fn check<const COLUMNS: usize, const N: usize>(list: &str) {
        for record in records(GROESTL, list) {
            let mut columns = [0; COLUMNS];
            let after_round = record["after_round"].as_array().unwrap();
            assert_eq!(after_round.len(), rounds(COLUMNS));
            for (r, after) in after_round.iter().enumerate() {
                columns = by_spec(columns, |a| spec::round::<Final, _>(permutation(&record), a, r));
                assert_eq!(columns, hex(after));
                let (p, q) = by_planes::<COLUMNS, N>([0; COLUMNS], [0; COLUMNS], 0..r + 1);
                assert_eq!(if permutation(&record) == P { p } else { q }, columns);
            }
        }
    }
    check::<8, 2>("perm_zero_rounds_512");
    check::<16, 4>("perm_zero_rounds_1024");
}

/// The worked byte of docs/techniques/bit-slicing.md in the first round.
#[test]
fn the_worked_byte_of_the_document() {
    let tier = Portable::PROOF;
    let byte = |word: [u64; 8], bit: usize| (0..8).fold(0, |byte, p| byte | (word[p] >> bit & 1) << p);
    let p = [0, 0, 0, 0, 0, 0x53 << (8 * 2), 0, 0];
    let planes = bitslice::planes::<_, 2>(tier, bitslice::words(&p), &[[0; 2]; 4]);
    assert_eq!(byte(planes[1], 18), 0x53);

    // After sub_bytes the round is linear, so the difference of two results shows the byte's effect.
    let after = |value: u64| {
        let p = [0, 0, 0, 0, 0, value << (8 * 2), 0, 0];
        let mut planes = bitslice::planes::<_, 2>(tier, bitslice::words(&p), &[[0; 2]; 4]);
        bitslice::round::<Final, _, _>(tier, &mut planes, 0);
        byte(planes[1], 1)
    };
    // sub_bytes maps {52} to {00}, which without the constant is {63}.
    let (of_53, of_52) = (after(0x53), after(0x52));
    assert_eq!(of_53 ^ of_52, 0x89 ^ u64::from(crate::gf256::mul(3, 0x63)));
}

/// T-tables agree with the plain steps for every byte of every row.
#[test]
fn tables() {
    for i in 0..8 {
        for x in 0..=255u8 {
            let mut a = [[0; 8]; 8];
            a[i][0] = x;
            spec::sub_bytes(&mut a);
            for (k, row) in a.iter_mut().enumerate() {
                row[0] *= u8::from(k == i);
            }
            spec::mix_bytes(&mut a);
            let column = spec::columns(&a)[0];
            assert_eq!(ttable64::T64[i][x as usize], column);
            assert_eq!(ttable32::T32[i][x as usize], column as u32);
            assert_eq!(ttable32::T32[(i + 4) % 8][x as usize], (column >> 32) as u32);
        }
    }
}

/// Some columns, written out, and the worked byte of docs/techniques/t-tables.md in the first round.
#[test]
fn some_columns_of_the_tables() {
    let column = |i: usize, x: usize| ttable64::T64[i][x].to_le_bytes();
    assert_eq!(column(0, 0x00), [0xc6, 0x32, 0xf4, 0xa5, 0xf4, 0x97, 0xa5, 0xc6]);
    assert_eq!(column(0, 0x01), [0xf8, 0x6f, 0x97, 0x84, 0x97, 0xeb, 0x84, 0xf8]);
    assert_eq!(column(0, 0x53), [0xc1, 0xb5, 0x74, 0x2c, 0x74, 0x99, 0x2c, 0xc1]);
    assert_eq!(column(0, 0xff), [0x2c, 0x62, 0x4e, 0x3a, 0x4e, 0x58, 0x3a, 0x2c]);
    assert_eq!(column(2, 0x53), [0x2c, 0xc1, 0xc1, 0xb5, 0x74, 0x2c, 0x74, 0x99]);
    assert_eq!(ttable32::T32[2][0x53].to_le_bytes(), [0x2c, 0xc1, 0xc1, 0xb5]);
    assert_eq!(ttable32::T32[6][0x53].to_le_bytes(), [0x74, 0x2c, 0x74, 0x99]);
}

/// The compression function of `spec`.
fn compress<const COLUMNS: usize>(h: &mut Columns<COLUMNS>, m: Columns<COLUMNS>) {
    let permuted =
        |permutation| move |a: &mut spec::Matrix<COLUMNS>| *a = spec::matrix(&permute(permutation, spec::columns(a)));
    spec::compress(h, m, permuted(P), permuted(Q));
}

#[test]
fn compression_function() {
    fn check<const COLUMNS: usize, const N: usize>(record: &Value) {
        let mut h = hex::<COLUMNS>(&record["H"]);
        let m = hex(&record["M"]);
        let mut planes = h;
        bitslice::compress::<Final, _, N>(
            Portable::PROOF,
            bitslice::words_mut(&mut planes),
            bitslice::words(&m),
            Parts::PAndQ,
        );
        compress(&mut h, m);
        assert_eq!(h, hex(&record["out"]));
        assert_eq!(planes, h);
    }
    for record in records(GROESTL, "f") {
        by_columns(&record, [check::<8, 2>, check::<16, 4>]);
    }
}

/// The message "abc": one block, then the output transformation.
#[test]
fn traces() {
    fn check<const COLUMNS: usize>(list: &str, digest_bytes: usize) {
        let mut padded = std::vec![0; 16 * COLUMNS];
        padded[..3].copy_from_slice(b"abc");
        assert_eq!(pad(&mut padded, 8 * COLUMNS, Tail { used: 3, bits: 0, last: 0, message_bytes: 3 }), 8 * COLUMNS);
        let m: Columns<COLUMNS> = columns_of(&padded);
        let mut h: Columns<COLUMNS> = initial(digest_bytes);
        let add = |a: Columns<COLUMNS>, b: Columns<COLUMNS>| core::array::from_fn(|j| a[j] ^ b[j]);

        let mut values = Vec::from([add(h, m), permute(P, add(h, m)), permute(Q, m)]);
        compress(&mut h, m);
        values.extend([h, permute(P, h), add(h, permute(P, h))]);
        let stages = records(GROESTL, list);
        assert_eq!(stages.len(), values.len());
        for (stage, value) in stages.iter().zip(values) {
            assert_eq!(value, hex(&stage["value"]), "{list}: {}", stage["stage"]);
        }
    }
    check::<8>("abc_trace_224", 28);
    check::<8>("abc_trace_256", 32);
    check::<16>("abc_trace_384", 48);
    check::<16>("abc_trace_512", 64);
}

#[test]
fn digests() {
    check_digests("groestl", GROESTL);
}

/// Messages that end inside a byte, padded here bit by bit, at every edge of a block.
#[test]
fn a_message_that_ends_inside_a_byte() {
    fn check<const COLUMNS: usize>(digest_bytes: usize, length: usize, last: u8, bits: u32) -> Vec<u8> {
        let message = (0..length).map(|n| n as u8).chain([last]);
        let mut padded: Vec<bool> =
            message.flat_map(|byte| (0..8).map(move |bit| byte >> (7 - bit) & 1 == 1)).collect();
        padded.truncate(8 * length + bits as usize);
        padded.push(true);
        while !(padded.len() + 64).is_multiple_of(64 * COLUMNS) {
            padded.push(false);
        }
        let blocks = ((padded.len() + 64) / (64 * COLUMNS)) as u64;
        padded.extend((0..64).map(|bit| blocks >> (63 - bit) & 1 == 1));
        let padded: Vec<u8> =
            padded.chunks(8).map(|b| b.iter().fold(0, |byte, &bit| byte << 1 | u8::from(bit))).collect();

        let mut h: Columns<COLUMNS> = initial(digest_bytes);
        for block in padded.chunks(8 * COLUMNS) {
            compress(&mut h, columns_of(block));
        }
        let p = permute(P, h);
        let bytes: Vec<u8> = h.iter().zip(p).flat_map(|(h, p)| (h ^ p).to_le_bytes()).collect();
        bytes[8 * COLUMNS - digest_bytes..].to_vec()
    }
    let last = 0b0101_1011;
    for length in [0, 1, 54, 55, 56, 63, 64, 118, 119, 120, 127, 128, 183, 247, 248] {
        let message: Vec<u8> = (0..length).map(|n| n as u8).collect();
        for bits in 0..8 {
            let mut hasher = Groestl256::new();
            hasher.update(&message);
            let expected = check::<8>(32, length, last, bits);
            assert_eq!(hasher.finalize_bits(last, bits)[..], expected, "{length} bytes and {bits} bits");
            let mut hasher = Groestl512::new();
            hasher.update(&message);
            let expected = check::<16>(64, length, last, bits);
            assert_eq!(hasher.finalize_bits(last, bits)[..], expected, "{length} bytes and {bits} bits");
        }
    }
}

/// The designers' own listings of every step of whole hashes, if the folder of known answers is present.
#[test]
fn the_designers_intermediate_values() {
    let Some(folder) = counterpoint_vectors::shared() else {
        std::println!("skipped the intermediate values of Grøstl: no folder of known answers");
        return;
    };
    for blocks in 1..=2 {
        for digest_bits in [224, 256, 384, 512] {
            let name = std::format!("groestl/IntermediateValues_{blocks}BlockMsg_{digest_bits}.txt");
            let file = File::read(&folder.join(name)).expect("a complete file");
            let [Case { body: Body::GroestlTrace(trace), .. }] = &file.cases[..] else { panic!("expected one trace") };
            if digest_bits <= 256 { Listing(trace).check::<8>() } else { Listing(trace).check::<16>() }
        }
    }
}

/// All stages of a hash.
struct Listing<'a>(&'a GroestlTrace);

impl Listing<'_> {
    fn check<const COLUMNS: usize>(&self) {
        let message = &self.0.message;
        let mut stages = self.0.stages.iter();
        let mut expect = |name: &str, a: &spec::Matrix<COLUMNS>| {
            let stage = stages.next().expect("another stage");
            assert!(stage.name.contains(name), "{name} expected, {} listed", stage.name);
            assert_eq!(spec::columns(a), columns_of(&stage.state), "{}", stage.name);
        };
        let used = message.len() % (8 * COLUMNS);
        let whole = message.len() - used;
        let mut padded = std::vec![0; 16 * COLUMNS];
        padded[..used].copy_from_slice(&message[whole..]);
        let tail = Tail { used, bits: 0, last: 0, message_bytes: message.len() as u64 };
        let length = pad(&mut padded, 8 * COLUMNS, tail);

        let mut h: Columns<COLUMNS> = initial(self.0.digest.len());
        expect("Initial state", &spec::matrix(&h));
        for block in [&message[..whole], &padded[..length]].concat().chunks(8 * COLUMNS) {
            let m: Columns<COLUMNS> = columns_of(block);
            expect("Block Contents", &spec::matrix(&m));
            let mut sum = h;
            for (permutation, input) in [(P, core::array::from_fn(|j| h[j] ^ m[j])), (Q, m)] {
                let output = Self::check_permutation(permutation, input, &mut expect);
                sum = core::array::from_fn(|j| sum[j] ^ output[j]);
            }
            compress(&mut h, m);
            assert_eq!(h, sum);
            expect("P(h+m) + Q(m) + h", &spec::matrix(&h));
        }
        let p = Self::check_permutation(P, h, &mut expect);
        expect("P(h) + h", &spec::matrix(&core::array::from_fn(|j| h[j] ^ p[j])));
        assert!(stages.next().is_none());
    }

    fn check_permutation<const COLUMNS: usize>(
        permutation: Permutation,
        input: Columns<COLUMNS>,
        expect: &mut impl FnMut(&str, &spec::Matrix<COLUMNS>),
    ) -> Columns<COLUMNS> {
        let mut a = spec::matrix(&input);
        expect("Input", &a);
        for r in 0..rounds(COLUMNS) {
            spec::add_round_constant::<Final, _>(permutation, &mut a, r);
            expect("AddRoundConstant", &a);
            spec::sub_bytes(&mut a);
            expect("SubBytes", &a);
            spec::shift_bytes::<Final, _>(permutation, &mut a);
            expect("ShiftBytes", &a);
            spec::mix_bytes(&mut a);
            expect("MixBytes", &a);
        }
        spec::columns(&a)
    }
}
