//! Arithmetic on words of bits, shared by several machines.

use super::Logic;
use crate::memory::number;
use crate::sums::Bit;
use crate::words::{Word, depends_on_counters, is_constant, shifted_left};

impl Logic {
    /// Applies a function of two bits to every pair.
    pub(crate) fn each(&mut self, a: &[Bit], b: &[Bit], function: impl Fn(&mut Self, Bit, Bit) -> Bit) -> Word {
        self.fetch_groups(a, b);
        a.iter().zip(b).map(|(&a, &b)| function(self, a, b)).collect()
    }

    pub(crate) fn xor_words(&mut self, a: &[Bit], b: &[Bit]) -> Word {
        self.sums.fetch_sums(a, b);
        a.iter().zip(b).map(|(&a, &b)| self.xor(a, b)).collect()
    }

    /// Returns a + b + carry, and the carry out of the highest bit.
    pub(crate) fn sum(&mut self, a: &[Bit], b: &[Bit], mut carry: Bit) -> (Word, Bit) {
        if depends_on_counters(a) || depends_on_counters(b) || depends_on_counters(&[carry]) {
            return self.counters.sum(a, b, carry);
        }
        let sum = a
            .iter()
            .zip(b)
            .map(|(&a, &b)| {
                // The majority of the three: a + (a + b) (a + carry).
                let (ab, ac) = (self.xor(a, b), self.xor(a, carry));
                let both = self.and(ab, ac);
                let sum = self.xor(ab, carry);
                carry = self.xor(a, both);
                sum
            })
            .collect();
        (sum, carry)
    }

    /// Returns a - b and the borrow.
    pub(crate) fn difference(&mut self, a: &[Bit], b: &[Bit], borrow: Bit) -> (Word, Bit) {
        let inverted: Word = b.iter().map(|&bit| !bit).collect();
        let (difference, carry) = self.sum(a, &inverted, !borrow);
        (difference, !carry)
    }

    /// Returns the lowest bits of a product; at least one factor must be a constant.
    pub(crate) fn product(&mut self, a: &[Bit], b: &[Bit]) -> Word {
        if depends_on_counters(a) || depends_on_counters(b) {
            return self.counters.product(a, b);
        }
        let bits = a.len();
        let (factor, other) = match (is_constant(a), is_constant(b)) {
            (true, _) => (a, b),
            (_, true) => (b, a),
            _ => return vec![Bit::UNKNOWN; bits],
        };
        let mut sum = vec![Bit::ZERO; bits];
        for n in (0..bits).filter(|n| factor[*n] == Bit::ONE) {
            let shifted = shifted_left(other, n);
            sum = self.sum(&sum, &shifted, Bit::ZERO).0;
        }
        sum
    }

    /// Whether all bits are zeros.
    pub(crate) fn is_zero(&mut self, word: &[Bit]) -> Bit {
        if word.contains(&Bit::ONE) {
            return Bit::ZERO;
        }
        if depends_on_counters(word) {
            return self.counters.is_zero(word);
        }
        let mut symbolic: Word = word.iter().copied().filter(|&bit| bit != Bit::ZERO).collect();
        symbolic.sort_unstable();
        symbolic.dedup();
        match symbolic.len() {
            0 => Bit::ONE,
            1..=16 => self.look_up(&symbolic, 1, |index| u64::from(index == 0))[0],
            _ => Bit::UNKNOWN,
        }
    }

    /// Whether a > b, as signed or unsigned numbers.
    pub(crate) fn is_greater(&mut self, a: &[Bit], b: &[Bit], signed: bool) -> Bit {
        let top = a.len() - 1;
        let mut greater = Bit::ZERO;
        for (n, (&a, &b)) in a.iter().zip(b).enumerate() {
            let (a, b) = if signed && n == top { (!a, !b) } else { (a, b) };
            // If the bits differ, a's bit is the answer; otherwise the bits below decide.
            let differ = self.xor(a, b);
            greater = self.choose(differ, a, greater);
        }
        greater
    }

    /// Returns the entry of a table at an index. Either the index or the table must be constant.
    pub(crate) fn chosen(&mut self, index: &[Bit], table: &[Word]) -> Word {
        if let Some(index) = number(index) {
            return table[index as usize].clone();
        }
        let bits = table[0].len();
        match table.iter().map(|entry| number(entry)).collect::<Option<Vec<u64>>>() {
            Some(values) => self.look_up(index, bits, |index| values[index]),
            None if table.iter().all(|entry| entry == &table[0]) => table[0].clone(),
            None => vec![Bit::UNKNOWN; bits],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::{constant, resized};

    #[test]
    fn arithmetic_on_constants() {
        let mut logic = Logic::new();
        let (a, b) = (constant(0x9234_5678_9abc_def0, 64), constant(0x0fed_cba9_8765_4321, 64));
        let (sum, _) = logic.sum(&a, &b, Bit::ONE);
        assert_eq!(number(&sum), Some(0x9234_5678_9abc_def0 + 0x0fed_cba9_8765_4321 + 1));
        let (difference, borrow) = logic.difference(&b, &a, Bit::ZERO);
        assert_eq!(number(&difference), Some(0x0fed_cba9_8765_4321u64.wrapping_sub(0x9234_5678_9abc_def0)));
        assert_eq!(borrow, Bit::ONE);
        let product = logic.product(&a, &b);
        assert_eq!(number(&product), Some(0x9234_5678_9abc_def0u64.wrapping_mul(0x0fed_cba9_8765_4321)));
        // Products of 128 bits.
        let (a, b) = (resized(&a, 128, Bit::ONE), resized(&b, 128, Bit::ZERO));
        let product = logic.product(&a, &b);
        let expected = i128::from(0x9234_5678_9abc_def0u64 as i64).wrapping_mul(0x0fed_cba9_8765_4321);
        assert_eq!(number(&product[..64]), Some(expected as u64));
        assert_eq!(number(&product[64..]), Some((expected >> 64) as u64));
        assert_eq!(number(&product), None);
        assert_eq!(logic.is_greater(&a, &b, false), Bit::ONE);
        assert_eq!(logic.is_greater(&a, &b, true), Bit::ZERO);
    }

    #[test]
    fn a_variable_doubled_and_compared_with_zero_stays_linear() {
        let mut logic = Logic::new();
        let byte: Word = (0..8).map(|_| logic.variable()).collect();
        let (twice, _) = logic.sum(&byte, &byte, Bit::ZERO);
        assert_eq!(twice, shifted_left(&byte, 1));
        assert_eq!(logic.is_greater(&constant(0, 8), &byte, true), byte[7]);
    }
}
