//! Operations on words of bits that several machines have.

use crate::logic::Logic;
use crate::memory::{bits_of_number, number};
use crate::sums::Bit;
use std::sync::LazyLock;

/// Bits, the lowest first.
pub(crate) type Word = Vec<Bit>;

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

    /// Returns the lowest bits of a product; one factor must be a constant, or both.
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

    /// Whether a > b, as numbers with or without sign.
    pub(crate) fn is_greater(&mut self, a: &[Bit], b: &[Bit], signed: bool) -> Bit {
        let top = a.len() - 1;
        let mut greater = Bit::ZERO;
        for (n, (&a, &b)) in a.iter().zip(b).enumerate() {
            let (a, b) = if signed && n == top { (!a, !b) } else { (a, b) };
            // Where the bits differ, the answer is a's; elsewhere it is that of the bits below.
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

    /// Returns a constant GF(2)-linear map of a byte: the sum of `columns[n]` for each bit n.
    pub(crate) fn linear(&mut self, byte: &[Bit], columns: &[u8]) -> Word {
        (0..8)
            .map(|row| {
                let chosen = byte.iter().zip(columns).filter(|(_, column)| *column >> row & 1 == 1);
                self.total(chosen.map(|(&bit, _)| bit))
            })
            .collect()
    }

    /// Returns a byte multiplied by a constant in GF(2^8) with AES's polynomial.
    pub(crate) fn times(&mut self, byte: &[Bit], factor: u8) -> Word {
        let columns: Vec<u8> = (0..8).map(|n| times(factor, 1 << n)).collect();
        self.linear(byte, &columns)
    }

    /// Returns the AES S-box of each byte.
    pub(crate) fn sub_bytes(&mut self, bytes: &[Bit]) -> Word {
        bytes.chunks(8).flat_map(|byte| self.look_up(byte, 8, |index| AES_SBOX[index].into())).collect()
    }

    /// Returns MixColumns of 16 bytes.
    pub(crate) fn mix_columns(&mut self, bytes: &[Bit]) -> Word {
        let byte = |column: usize, row: usize| &bytes[32 * column + 8 * (row % 4)..][..8];
        let mut mixed = Word::new();
        for column in 0..4 {
            for row in 0..4 {
                let twice = self.times(byte(column, row), 2);
                let thrice = self.times(byte(column, row + 1), 3);
                let sum = self.xor_words(&twice, &thrice);
                let rest = self.xor_words(byte(column, row + 2), byte(column, row + 3));
                mixed.extend(self.xor_words(&sum, &rest));
            }
        }
        mixed
    }
}

/// Returns ShiftRows of 16 bytes.
pub(crate) fn shift_rows(bytes: &[Bit]) -> Word {
    (0..16).flat_map(|n| bytes[8 * (5 * n % 16)..][..8].to_vec()).collect()
}

/// Returns the product of two bytes in GF(2^8) modulo x^8 + x^4 + x^3 + x + 1.
pub(crate) fn times(a: u8, b: u8) -> u8 {
    (0..8).rev().fold(0, |sum: u8, n| (sum << 1) ^ ((sum >> 7) * 0x1b) ^ ((b >> n & 1) * a))
}

/// The inverse of each byte, 0 for 0.
pub(crate) static INVERSES: LazyLock<[u8; 256]> = LazyLock::new(|| {
    // x^254, by x^2 x^4 ... x^128.
    std::array::from_fn(|x| {
        (1..8)
            .scan(x as u8, |power, _| {
                *power = times(*power, *power);
                Some(*power)
            })
            .fold(1, times)
    })
});

/// The AES S-box.
pub(crate) static AES_SBOX: LazyLock<[u8; 256]> =
    LazyLock::new(|| INVERSES.map(|x| (0..5).fold(0x63, |sum, n| sum ^ x.rotate_left(n))));

/// Returns a word shifted towards its highest bit, with zeros in the lowest ones.
pub(crate) fn shifted_left(word: &[Bit], by: usize) -> Word {
    let by = by.min(word.len());
    let mut shifted = vec![Bit::ZERO; by];
    shifted.extend_from_slice(&word[..word.len() - by]);
    shifted
}

/// Returns a word shifted towards its lowest bit, with `fill` in the highest ones.
pub(crate) fn shifted_right(word: &[Bit], by: usize, fill: Bit) -> Word {
    let by = by.min(word.len());
    let mut shifted = word[by..].to_vec();
    shifted.resize(word.len(), fill);
    shifted
}

/// Returns a word rotated towards its highest bit.
pub(crate) fn rotated_left(word: &[Bit], by: usize) -> Word {
    let mut rotated = word.to_vec();
    rotated.rotate_right(by % word.len());
    rotated
}

/// Returns a word with bits appended or taken off at its end.
pub(crate) fn resized(word: &[Bit], bits: usize, fill: Bit) -> Word {
    let mut resized = word.to_vec();
    resized.resize(bits, fill);
    resized
}

/// Whether all bits are constants.
pub(crate) fn is_constant(word: &[Bit]) -> bool {
    word.iter().all(|bit| bit.value().is_some())
}

/// Whether some bits are those of numbers that depend on the number of iterations of a loop.
pub(crate) fn depends_on_counters(word: &[Bit]) -> bool {
    word.iter().any(|bit| bit.counted().is_some())
}

/// Returns lane `n` of a vector.
pub(crate) fn lane(vector: &[Bit], bits: usize, n: usize) -> Word {
    vector[n * bits..][..bits].to_vec()
}

/// Returns the lanes of two halves, alternating.
pub(crate) fn interleaved(a: &[Bit], b: &[Bit], bits: usize) -> Word {
    a.chunks(bits).zip(b.chunks(bits)).flat_map(|(a, b)| [a, b].concat()).collect()
}

/// Returns a constant word.
pub(crate) fn constant(value: u64, bits: usize) -> Word {
    bits_of_number(value, bits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_s_box_has_its_known_values() {
        assert_eq!([AES_SBOX[0], AES_SBOX[1], AES_SBOX[0x53], AES_SBOX[0xff]], [0x63, 0x7c, 0xed, 0x16]);
        assert!((1..=255).all(|x: u8| times(x, INVERSES[x as usize]) == 1));
    }

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
