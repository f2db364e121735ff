//! Logic, bit by bit.

use super::*;
use alloc::format;

/// Checks the methods of [`Bits`].
pub(super) fn check_bits<V: Bits>(tier: V::Tier, access: &Access<V>) {
    let [a, b, c] = [1, 2, 3].map(some_bytes);
    let [x, y, z] = [a, b, c].map(|bytes| (access.load)(tier, &bytes));
    let check = |method, result, model: &dyn Fn(u8, u8, u8) -> u8| {
        compare::<V>(method, &(access.bytes)(result), &|i| model(a[i], b[i], c[i]));
    };
    check("zero", V::zero(tier), &|_, _, _| 0);
    check("xor", x.xor(y), &|a, b, _| a ^ b);
    check("and", x.and(y), &|a, b, _| a & b);
    check("or", x.or(y), &|a, b, _| a | b);
    check("not", x.not(), &|a, _, _| !a);
    check("andnot", x.andnot(y), &|a, b, _| !a & b);
    check("eor3", x.eor3(y, z), &|a, b, c| a ^ b ^ c);
    check_ternary(tier, access);
}

/// Checks [`Bits::ternary`] for each truth table with one row set (every other table is a sum of these), and for some
/// with more.
fn check_ternary<V: Bits>(tier: V::Tier, access: &Access<V>) {
    let [a, b, c] = [4, 5, 6].map(some_bytes);
    let [x, y, z] = [a, b, c].map(|bytes| (access.load)(tier, &bytes));
    let check = |result: V, truth: u32| {
        compare::<V>(&format!("ternary::<{truth:#04x}>"), &(access.bytes)(result), &|i| {
            (0..8).fold(0, |sum, bit| {
                let row = [a[i], b[i], c[i]].iter().fold(0, |row, byte| 2 * row + (byte >> bit & 1));
                sum | ((truth >> row & 1) as u8) << bit
            })
        });
    };
    macro_rules! truths {
        ($($truth:literal)+) => {
            $(check(x.ternary::<$truth>(y, z), $truth);)+
        };
    }
    truths!(0x01 0x02 0x04 0x08 0x10 0x20 0x40 0x80);
    truths!(0x00 0xff 0x96 0xd2 0xca 0xe8 0x1b 0x6a);
}
