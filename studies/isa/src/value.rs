//! The contents of registers: numbers, or functions of an unknown state.
//!
//! The same instructions run on both. With numbers, a program computes digests; with functions, a round of a kernel is
//! compared with the specification for all states at once ([`crate::polynomial`]).

use std::fmt::Debug;

/// A lane: 8, 16, 32 or 64 bits.
pub trait Lane: Clone + PartialEq + Debug {
    /// Returns a lane of `width` bits that contains a number.
    fn constant(width: u32, number: u64) -> Self;
    /// Returns the sum modulo 2 of each bit.
    fn xor(&self, other: &Self) -> Self;
    /// Returns the bits of this lane, where `mask` has zeros.
    fn and_not(&self, mask: &Self) -> Self;
    /// Returns the lane rotated to the left, towards the most significant bit.
    fn rotate_left(&self, width: u32, places: u32) -> Self;
    /// Returns the number, if the lane does not depend on the unknown state.
    fn number(&self) -> Option<u64>;
    /// Splits a lane of `width` bits into lanes of `part` bits, the least significant one first.
    fn split(&self, width: u32, part: u32) -> Vec<Self>;
    /// Joins lanes of `part` bits into one.
    fn join(part: u32, lanes: &[Self]) -> Self;
}

/// The width of a vector register in bits.
pub const REGISTER_BITS: u32 = 128;

/// A vector register: 128 bits.
pub trait Register: Clone + PartialEq + Debug {
    /// The type of its lanes.
    type Lane: Lane;

    /// Returns the lanes of `width` bits, the least significant one first.
    fn lanes(&self, width: u32) -> Vec<Self::Lane>;
    /// Returns the register with these lanes of `width` bits.
    fn of_lanes(width: u32, lanes: &[Self::Lane]) -> Self;

    /// Returns a register of zeros.
    fn zero() -> Self {
        Self::of_lanes(64, &[Self::Lane::constant(64, 0), Self::Lane::constant(64, 0)])
    }
}

/// Numbers of up to 64 bits. The bits above the width are zeros.
impl Lane for u64 {
    fn constant(width: u32, number: u64) -> Self {
        number & mask(width)
    }
    fn xor(&self, other: &Self) -> Self {
        self ^ other
    }
    fn and_not(&self, mask: &Self) -> Self {
        self & !mask
    }
    fn rotate_left(&self, width: u32, places: u32) -> Self {
        let places = places % width;
        if places == 0 { *self } else { (self << places | self >> (width - places)) & mask(width) }
    }
    fn number(&self) -> Option<u64> {
        Some(*self)
    }
    fn split(&self, width: u32, part: u32) -> Vec<Self> {
        (0..width / part).map(|index| self >> (index * part) & mask(part)).collect()
    }
    fn join(part: u32, lanes: &[Self]) -> Self {
        (0..).step_by(part as usize).zip(lanes).fold(0, |joined, (at, lane): (u32, _)| joined | lane << at)
    }
}

impl Register for u128 {
    type Lane = u64;

    fn lanes(&self, width: u32) -> Vec<u64> {
        (0..REGISTER_BITS / width).map(|lane| (self >> (lane * width)) as u64 & mask(width)).collect()
    }
    fn of_lanes(width: u32, lanes: &[u64]) -> Self {
        lanes.iter().rev().fold(0, |register, &lane| register << width | Self::from(lane))
    }
}

/// Returns the number with ones in its lowest `width` bits.
fn mask(width: u32) -> u64 {
    u64::MAX >> (64 - width)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_register_consists_of_its_lanes() {
        let register = 0x0f0e_0d0c_0b0a_0908_0706_0504_0302_0100_u128;
        for width in [8, 16, 32, 64] {
            let lanes = register.lanes(width);
            assert_eq!(lanes.len() as u32, REGISTER_BITS / width);
            assert_eq!(u128::of_lanes(width, &lanes), register);
        }
        assert_eq!(register.lanes(16)[3], 0x0706);
    }

    #[test]
    fn lanes_of_every_width_rotate() {
        assert_eq!(Lane::rotate_left(&0x81_u64, 8, 1), 0x03);
        assert_eq!(Lane::rotate_left(&0x8001_u64, 16, 17), 0x0003);
        assert_eq!(Lane::rotate_left(&(1_u64 << 63), 64, 1), 1);
        assert_eq!(Lane::rotate_left(&5_u64, 32, 32), 5);
    }
}
