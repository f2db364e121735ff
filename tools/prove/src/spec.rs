//! The specification: every primitive of the library, written as in its standard, on bits, which may be variables.
//!
//! The text uses only four operations, so you can compare it with the standards line by line: a bit moves to another
//! place, `Logic::xor` adds two bits and `Logic::total` several, `!` complements one, and `Logic::sbox` replaces a
//! group of bits by the entry of a table. On constants the same text computes constants, which the tests compare with
//! official answers.
//!
//! States and blocks are slices of bits in the order of memory: bit i of byte j is element 8 j + i. So the bits of a
//! little-endian integer of any width lie in the order of their significance.
//!
//! | family | state in memory | block |
//! |---|---|---|
//! | Keccak | 25 little-endian integers, lane (x, y) is number x + 5 y | the first bytes of a state |
//! | Grøstl | a matrix, column by column, row 0 first | a matrix |
//! | Fugue | 30 or 36 columns of 4 bytes, row 0 first; S0 is the first one between any two runs | a column |
//! | Luffa | the chains, each of them 8 **little**-endian words a0 to a7 | 8 **big**-endian words |
//!
//! AES is a block cipher, so it has a module of its own, [`aes`]. Whole hash functions, with padding and output, are in
//! `digest.rs`, and the authenticated cipher Ketje Jr is in `ketje_jr.rs`.

pub(crate) mod aes;
mod bits;
mod digest;
mod fugue;
mod gf256;
mod groestl;
mod keccak;
mod ketje_jr;
mod luffa;
mod primitive;
#[cfg(test)]
mod tests;

pub(crate) use digest::HashFunction;
pub(crate) use groestl::Form;
pub(crate) use ketje_jr::KetjeJr;
pub(crate) use primitive::{Parameters, Primitive};
