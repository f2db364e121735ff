//! The effect of an instruction as data: each lane of its result is a formula over the lanes of its operands.
//!
//! The emulator, the proof of kernels and the documentation all follow from these formulas.

use crate::value::Lane;
use std::fmt;
use std::ops::BitXor;

/// The names of the operands: three source registers.
const OPERANDS: [&str; 3] = ["n", "m", "a"];

/// A lane of a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Formula {
    /// A lane of an operand.
    Source {
        /// Which operand: 0 is n, 1 is m, 2 is a.
        operand: usize,
        /// The index of the lane; 0 is the least significant one.
        lane: usize,
    },
    /// A number for lanes of 64 bits; shorter lanes take its lower bits.
    Constant(u64),
    /// The sum of both.
    Xor(Box<[Formula; 2]>),
    /// The first, where the second has zeros.
    AndNot(Box<[Formula; 2]>),
    /// The formula, rotated to the left.
    RotateLeft(Box<Formula>, u32),
}

/// Returns a lane of the operand n.
pub(crate) fn n(lane: usize) -> Formula {
    Formula::Source { operand: 0, lane }
}

/// Returns a lane of the operand m.
pub(crate) fn m(lane: usize) -> Formula {
    Formula::Source { operand: 1, lane }
}

/// Returns a lane of the operand a.
pub(crate) fn a(lane: usize) -> Formula {
    Formula::Source { operand: 2, lane }
}

/// Returns the lanes of `width` bits of a register from formulas for its lanes of 64 bits: short lanes side by side,
/// each computed like the long one and rotated within itself.
pub(crate) fn side_by_side(width: u32, whole: &[Formula]) -> Vec<Formula> {
    let number = 64 / width as usize;
    whole.iter().flat_map(|formula| (0..number).map(|index| formula.of_short(width, index))).collect()
}

impl BitXor for Formula {
    type Output = Self;

    fn bitxor(self, other: Self) -> Self {
        Self::Xor(Box::new([self, other]))
    }
}

impl Formula {
    /// Returns this formula where `mask` has zeros, and zeros elsewhere.
    pub fn and_not(self, mask: Self) -> Self {
        Self::AndNot(Box::new([self, mask]))
    }

    /// Returns this formula, rotated to the left.
    pub fn rotate_left(self, places: u32) -> Self {
        Self::RotateLeft(Box::new(self), places)
    }

    /// Returns the lane for operands with these lanes of `width` bits.
    ///
    /// # Panics
    ///
    /// If there is no such operand or lane.
    pub fn evaluate<L: Lane>(&self, width: u32, operands: &[Vec<L>]) -> L {
        match self {
            Self::Source { operand, lane } => operands[*operand][*lane].clone(),
            Self::Constant(number) => L::constant(width, *number & (u64::MAX >> (64 - width))),
            Self::Xor(terms) => terms[0].evaluate(width, operands).xor(&terms[1].evaluate(width, operands)),
            Self::AndNot(parts) => parts[0].evaluate(width, operands).and_not(&parts[1].evaluate(width, operands)),
            Self::RotateLeft(of, places) => of.evaluate(width, operands).rotate_left(width, *places),
        }
    }

    /// Returns the formula for the short lane with this index in each lane of 64 bits.
    fn of_short(&self, width: u32, index: usize) -> Self {
        let both = |parts: &[Self; 2]| Box::new([&parts[0], &parts[1]].map(|part| part.of_short(width, index)));
        match self {
            Self::Source { operand, lane } => {
                Self::Source { operand: *operand, lane: lane * 64 / width as usize + index }
            }
            Self::Constant(number) => Self::Constant(number >> (index as u32 * width) & (u64::MAX >> (64 - width))),
            Self::Xor(parts) => Self::Xor(both(parts)),
            Self::AndNot(parts) => Self::AndNot(both(parts)),
            Self::RotateLeft(of, places) => Self::RotateLeft(Box::new(of.of_short(width, index)), places % width),
        }
    }

    /// Returns the number of operands that the formula reads: one more than the last of them.
    pub fn operands(&self) -> usize {
        match self {
            Self::Source { operand, .. } => operand + 1,
            Self::Constant(_) => 0,
            Self::Xor(parts) | Self::AndNot(parts) => parts[0].operands().max(parts[1].operands()),
            Self::RotateLeft(of, _) => of.operands(),
        }
    }
}

impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Source { operand, lane } => write!(f, "{}[{lane}]", OPERANDS[*operand]),
            Self::Constant(0) => f.write_str("0"),
            Self::Constant(number) => write!(f, "{number:#x}"),
            Self::Xor(terms) => write!(f, "{} ^ {}", terms[0], terms[1]),
            Self::AndNot(parts) => write!(f, "({} & ~{})", parts[0], parts[1]),
            Self::RotateLeft(of, places) => write!(f, "rotl({of}, {places})"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{a, m, n};

    #[test]
    fn formulas_are_evaluated_and_printed() {
        let formula = n(0) ^ m(1).and_not(a(0)).rotate_left(4);
        assert_eq!(formula.to_string(), "n[0] ^ rotl((m[1] & ~a[0]), 4)");
        assert_eq!(formula.operands(), 3);
        let operands = [vec![0x0f_u64, 0], vec![0, 0xff], vec![0x0f, 0]];
        assert_eq!(formula.evaluate(8, &operands), 0x0f ^ 0x0f);
    }
}
