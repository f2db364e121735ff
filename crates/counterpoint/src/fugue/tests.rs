//! Checks every step against the specification's intermediate values.

use super::hash::{Fugue, IV_224, IV_256, IV_384, IV_512, initial, pad};
use super::round::{Column, Schedule, schedule};
use super::{bitslice, spec, ttable};
use crate::Fugue256;
use crate::cpu::Portable;
use crate::gf256::xtime;
use crate::hash::{ByteArray, Function, Tail};
use crate::kernel::{Compression, Input, Operands};
use crate::list::Implemented;
use crate::steps::{bytes, check_digests, records, words as hex};
use counterpoint_vectors::steps::FUGUE;
use std::vec::Vec;

const TIER: Portable = Portable::PROOF;

/// Four columns from 16 bytes.
fn columns(bytes: &[u8]) -> [u32; 4] {
    core::array::from_fn(|c| u32::from_be_bytes(bytes[4 * c..][..4].try_into().unwrap()))
}

fn packed(columns: [u32; 4]) -> [u64; 2] {
    let [s0, s1, s2, s3] = columns.map(|column| bitslice::column(bitslice::slice(column)));
    bitslice::pack(s0, s1, s2, s3)
}

fn unpacked(packed: [u64; 2]) -> [u32; 4] {
    bitslice::unpack(TIER, packed).map(|column| bitslice::unslice(bitslice::word(column)))
}

fn stored<const COLUMNS: usize>(mut sliced: bitslice::Sliced<'_, u64>) -> [u32; COLUMNS] {
    let mut columns = [[0; 4]; COLUMNS];
    sliced.settle(TIER);
    sliced.store(0, &mut columns);
    columns.map(u32::from_be_bytes)
}

#[test]
fn a_sliced_word_holds_the_bits_where_the_figure_says() {
    for row in 0..4 {
        for weight in 0..8 {
            let word = 1 << (8 * (3 - row) + weight);
            let sliced = 1 << (16 * (weight % 2) + 4 * (weight / 2) + 3 - row);
            assert_eq!(bitslice::slice(word), sliced);
            assert_eq!(bitslice::unslice(sliced), word);
        }
    }
}

#[test]
fn doubling() {
    for x in 0..=255u8 {
        let x = [x, x.wrapping_add(1), !x, x ^ 0x80];
        let words = [u32::from_be_bytes(x), 0, u32::from_le_bytes(x), !0];
        let expected = words.map(|word| u32::from_be_bytes(word.to_be_bytes().map(xtime)));
        assert_eq!(unpacked(bitslice::double(TIER, packed(words))), expected);
    }
}

#[test]
fn super_mix() {
    for record in records(FUGUE, "supermix").into_iter().chain(records(FUGUE, "supermix_basis")) {
        let (input, output) = (bytes(&record["in"]), bytes(&record["out"]));
        let u = core::array::from_fn(|r| core::array::from_fn(|c| input[4 * c + r]));
        let mixed = spec::super_mix(u);
        let mixed: Vec<u8> = (0..16).map(|i| mixed[i % 4][i / 4]).collect();
        assert_eq!(mixed, output);

        let shifted = bitslice::shift_rows(TIER, packed(columns(&input)));
        assert_eq!(unpacked(bitslice::super_mix(TIER, shifted)), columns(&output));
    }
}

#[test]
fn smix() {
    for record in records(FUGUE, "smix") {
        let (input, output) = (columns(&bytes(&record["in"])), columns(&bytes(&record["out"])));
        let mut s = input;
        spec::smix(&mut s);
        assert_eq!(s, output);
        assert_eq!(unpacked(bitslice::smix(TIER, packed(input))), output);
        let mut s = input.map(u32::swap_bytes);
        ttable::smix(&mut s, 0);
        assert_eq!(s.map(u32::swap_bytes), output);
    }
}

#[test]
fn sub_rounds() {
    fn check<const COLUMNS: usize>(list: &str) {
        for record in records(FUGUE, list) {
            let mut s: [u32; COLUMNS] = hex(&record["state"]);
            let mut ring = [[0; 64]; 2];
            let mut sliced = bitslice::Sliced::load(&mut ring, &s.map(u32::to_be_bytes));
            spec::sub_round(&mut s);
            assert_eq!(s, hex(&record["out"]));
            bitslice::sub_round::<_, COLUMNS>(TIER, &mut sliced);
            assert_eq!(stored(sliced), s);
        }
    }
    check::<30>("subround_30_256");
    check::<36>("subround_36_384");
    check::<36>("subround_36_512");
}

#[test]
fn rounds() {
    fn check<const COLUMNS: usize, const SUB_ROUNDS: usize>(list: &str) {
        for record in records(FUGUE, list) {
            let mut s: [u32; COLUMNS] = hex(&record["state"]);
            let [word] = hex(&record["word"]);
            let mut ring = [[0; 64]; 2];
            let mut sliced = bitslice::Sliced::load(&mut ring, &s.map(u32::to_be_bytes));
            spec::round(SUB_ROUNDS, &mut s, word);
            assert_eq!(s, hex(&record["out"]));
            let word = bitslice::column(bitslice::slice(word));
            bitslice::round::<_, COLUMNS, SUB_ROUNDS>(TIER, &mut sliced, word);
            assert_eq!(stored(sliced), s);
        }
    }
    check::<30, 2>("round_256");
    check::<36, 3>("round_384");
    check::<36, 4>("round_512");
}

#[test]
fn final_rounds() {
    fn check<D: Function<Primitive: Compression<State = [Column; COLUMNS], Parameters = ()>>, const COLUMNS: usize>(
        list: &str,
    ) {
        for record in records(FUGUE, list) {
            for implementation in D::Primitive::list().every() {
                let mut state = hex(&record["state"]).map(u32::to_be_bytes);
                implementation.run(Operands::new(core::slice::from_mut(&mut state), Input::FINALIZE, ()));
                let mut digest = D::Digest::ZERO;
                D::extract(&state, digest.as_mut());
                assert_eq!(digest.as_ref(), bytes(&record["digest"]), "{}", implementation.implementation().name());
                if implementation.implementation().technique() == "spec" {
                    assert_eq!(state.map(u32::from_be_bytes), hex(&record["state_out"]));
                }
            }
        }
    }
    check::<Fugue<30, 2, 32>, 30>("final_256");
    check::<Fugue<36, 3, 48>, 36>("final_384");
    check::<Fugue<36, 4, 64>, 36>("final_512");
}

/// The message "abc", stage by stage.
#[test]
fn traces() {
    fn check<const COLUMNS: usize, const SUB_ROUNDS: usize>(list: &str, iv: [Column; COLUMNS]) {
        let schedule: &Schedule = schedule(SUB_ROUNDS);
        let mut state = iv.map(u32::from_be_bytes);
        for record in records(FUGUE, list) {
            let stage = record["stage"].as_str().unwrap();
            if let Some(word) = stage.strip_prefix("after TIX ") {
                spec::tix(schedule, &mut state, u32::from_str_radix(word, 16).unwrap());
            } else if stage.starts_with("after subround") {
                spec::sub_round(&mut state);
            } else if stage == "final" {
                spec::final_round(schedule, &mut state);
            } else if stage != "init" {
                // A stage of the final round, which is checked as a whole.
                continue;
            }
            assert_eq!(state, hex(&record["state"]), "{list}, {stage}");
        }
    }
    check::<30, 2>("abc_trace_224", initial(&IV_224));
    check::<30, 2>("abc_trace_256", initial(&IV_256));
    check::<36, 3>("abc_trace_384", initial(&IV_384));
    check::<36, 4>("abc_trace_512", initial(&IV_512));
}

#[test]
fn digests() {
    check_digests("fugue", FUGUE);
}

/// An initial value is the digest of its own length in bits: one word, without padding, from the zero state.
#[test]
fn initial_values() {
    fn check<F: Function<Primitive: Compression<State = [Column; COLUMNS]>>, const COLUMNS: usize>(
        sub_rounds: usize,
        iv: &[u32],
    ) {
        let mut state = [0; COLUMNS];
        spec::round(sub_rounds, &mut state, 8 * <F::Digest as ByteArray>::LEN as u32);
        spec::final_round(schedule(sub_rounds), &mut state);
        let mut digest = F::Digest::ZERO;
        F::extract(&state.map(u32::to_be_bytes), digest.as_mut());
        let derived: Vec<u32> = digest.as_ref().chunks(4).map(|b| u32::from_be_bytes(b.try_into().unwrap())).collect();
        assert_eq!(derived, iv);
    }
    check::<Fugue<30, 2, 28>, 30>(2, &IV_224);
    check::<Fugue<30, 2, 32>, 30>(2, &IV_256);
    check::<Fugue<36, 3, 48>, 36>(3, &IV_384);
    check::<Fugue<36, 4, 64>, 36>(4, &IV_512);
}

/// A message that ends inside a byte is padded with zeros to a whole word, then with its length in bits.
#[test]
fn a_message_that_ends_inside_a_byte() {
    for bits in 0..8 {
        for used in [0, 1, 3, 4, 62, 63] {
            let last = 0b0101_1011 & !(0xff >> bits) as u8;
            let mut padded = [0; 72];
            padded[..used].fill(0xa5);
            let tail = Tail { used, bits, last, message_bytes: 64 + used as u64 };
            let length = pad(&mut padded, tail);

            let mut expected = std::vec![0xa5; used];
            if bits > 0 {
                expected.push(last);
            }
            expected.resize(expected.len().next_multiple_of(4), 0);
            expected.extend((8 * (64 + used as u64) + u64::from(bits)).to_be_bytes());
            assert_eq!(padded[..length], expected, "{used} bytes and {bits} bits");
        }
    }
    // Bits past the end of the message change nothing; its own bits do, and so does their number.
    let digest = |last, bits| Fugue256::new().finalize_bits(last, bits);
    assert_eq!(digest(0b1010_0000, 3), digest(0b1011_1111, 3));
    assert_ne!(digest(0b1010_0000, 3), digest(0b1010_0000, 4));
    assert_ne!(digest(0b1010_0000, 3), digest(0b1000_0000, 3));
}
