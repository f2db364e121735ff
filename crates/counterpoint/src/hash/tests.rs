//! Everything around the kernels: padding, the division of messages into blocks, buffers, batches and output.
//!
//! Kernels are proved equal to the specification by `cargo xtask prove`. Here, counting kernels replace them. They are
//! cheap enough to try all lengths, all divisions and all orders of some size, and each result is compared with a model
//! of the specification that works on bits. The tested code has no branch that depends on the content of a message. So
//! one message of each length represents all of them, since its bytes all differ in their effect.

mod batches;
mod counters;
mod counting;
mod model;
mod pieces;
mod plan;
mod refill;
mod shapes;
mod work;

use super::{Function, buffer_bytes};
use crate::list::{Entry, Implemented};
use core::ops::RangeInclusive;
use counting::{Counted, Subject, WIDTHS};
use std::vec::Vec;

/// Whether everything is tried. Without optimisation or in an emulator it would take hours. There, lengths around the
/// boundaries of blocks stand for all lengths, short sequences for all sequences, and some functions for all functions.
const EVERYTHING: bool = cfg!(all(not(unoptimised), detection));

/// All lengths of messages from 0 to three blocks and a byte, where a block is a full buffer.
fn every_length<F: Function>() -> RangeInclusive<usize> {
    0..=3 * buffer_bytes::<F>() + 1
}

/// The same lengths; if not everything is tried, those around the boundaries of blocks.
fn lengths<F: Function>() -> Vec<usize> {
    up_to(*every_length::<F>().end(), buffer_bytes::<F>())
}

/// All numbers up to `last`; if not everything is tried, those around multiples of `block`.
fn up_to(last: usize, block: usize) -> Vec<usize> {
    let is_near = |n: &usize| [0, 1, 2, block - 9, block - 1].contains(&(n % block));
    (0..=last).filter(|n| EVERYTHING || is_near(n)).collect()
}

/// Numbers that look random, the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        ((u128::from(self.0) * limit as u128) >> 64) as usize
    }
}

/// Returns message number `n` with `length` bytes. Different messages have different bytes, and a shorter one with the
/// same number is the beginning of a longer one.
fn message(n: usize, length: usize) -> Vec<u8> {
    let mut numbers = Numbers(n as u64 + 1);
    (0..length).map(|_| numbers.below(256) as u8).collect()
}

/// The kernels of a function, by their numbers of states.
fn kernels<F: Subject, const LIST: usize>()
-> impl Iterator<Item = (usize, &'static Entry<<Counted<F, LIST> as Function>::Primitive>)> {
    WIDTHS.into_iter().zip(<Counted<F, LIST> as Function>::Primitive::list().entries())
}
