//! The status register. Most flags are overwritten before anything reads them, and the flag Z of a result that depends
//! on variables is seldom a function of one S-box. So a flag is stored as its operands, and computed when it is read.

use crate::logic::Logic;
use crate::sums::Bit;
use crate::words::Word;

/// The places of the flags in SREG.
pub(super) const C: usize = 0;
pub(super) const Z: usize = 1;
pub(super) const N: usize = 2;
pub(super) const V: usize = 3;
pub(super) const S: usize = 4;
pub(super) const H: usize = 5;
pub(super) const T: usize = 6;
pub(super) const I: usize = 7;

/// A flag, or the operands to compute it from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Flag {
    Is(Bit),
    /// Whether all these bits are zero.
    Zero(Word),
    /// Whether a sum overflows: the highest bits of its terms, and of the result.
    Overflow([Bit; 3]),
    /// The sign of a sum of signed numbers: the highest bit of the result, corrected by the overflow.
    Sign([Bit; 3]),
    /// The value of at least two of the bits.
    Majority([Bit; 3]),
    /// The sum of two bits.
    Sum([Bit; 2]),
}

/// The flags by their places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Flags(pub(super) [Flag; 8]);

impl Flags {
    /// Returns flags of which only the interrupt flag is known.
    pub(super) fn unknown(interrupts: Bit) -> Self {
        let mut flags = Self(std::array::from_fn(|_| Flag::Is(Bit::UNKNOWN)));
        flags.set(I, interrupts);
        flags
    }

    pub(super) fn set(&mut self, flag: usize, bit: Bit) {
        self.0[flag] = Flag::Is(bit);
    }

    /// Returns the value of a flag.
    pub(super) fn get(&mut self, logic: &mut Logic, flag: usize) -> Bit {
        let bit = match self.0[flag] {
            Flag::Is(bit) => return bit,
            Flag::Zero(ref word) => logic.is_zero(word),
            Flag::Overflow(terms) => overflow(logic, terms),
            Flag::Sign(terms) => {
                let overflow = overflow(logic, terms);
                logic.xor(terms[2], overflow)
            }
            Flag::Majority(bits) => majority(logic, bits),
            Flag::Sum([a, b]) => logic.xor(a, b),
        };
        self.set(flag, bit);
        bit
    }

    /// Sets Z, N, V and S for the result of a logical operation.
    pub(super) fn logical(&mut self, result: &[Bit]) {
        self.0[Z] = Flag::Zero(result.to_vec());
        self.set(N, result[7]);
        self.set(V, Bit::ZERO);
        self.set(S, result[7]);
    }

    /// Sets Z, N, V and S for a shift to the right that leaves `carry` in C.
    pub(super) fn shifted(&mut self, result: &[Bit], carry: Bit) {
        self.set(C, carry);
        self.0[Z] = Flag::Zero(result.to_vec());
        self.set(N, result[7]);
        self.0[V] = Flag::Sum([result[7], carry]);
        self.set(S, carry);
    }

    /// Sets Z, N, V and S for a sum: the highest bits of its terms, and the result.
    pub(super) fn sum(&mut self, highest: [Bit; 2], result: &[Bit]) {
        let top = result[result.len() - 1];
        self.0[Z] = Flag::Zero(result.to_vec());
        self.set(N, top);
        self.0[V] = Flag::Overflow([highest[0], highest[1], top]);
        self.0[S] = Flag::Sign([highest[0], highest[1], top]);
    }

    /// Combines Z with `before`, the Z of the lower part of the result: both parts must be zero.
    pub(super) fn zero_with(&mut self, before: Flag) {
        let Flag::Zero(mut word) = self.0[Z].clone() else { unreachable!("an operation has just set it") };
        match before {
            Flag::Zero(earlier) => word.extend(earlier),
            Flag::Is(bit) => word.push(!bit),
            _ => unreachable!("Z is always one of the two"),
        }
        self.0[Z] = Flag::Zero(word);
    }

    /// Makes every flag unknown that differs from another set of flags.
    pub(super) fn keep_common(&mut self, other: &Self) {
        for (flag, other) in self.0.iter_mut().zip(&other.0) {
            if flag != other {
                *flag = Flag::Is(Bit::UNKNOWN);
            }
        }
    }
}

/// Whether both terms have the same sign, and the sum has the other one.
fn overflow(logic: &mut Logic, [a, b, sum]: [Bit; 3]) -> Bit {
    let (a, b) = (logic.xor(a, sum), logic.xor(b, sum));
    logic.and(a, b)
}

fn majority(logic: &mut Logic, [a, b, c]: [Bit; 3]) -> Bit {
    let (ab, ac) = (logic.xor(a, b), logic.xor(a, c));
    let both = logic.and(ab, ac);
    logic.xor(a, both)
}
