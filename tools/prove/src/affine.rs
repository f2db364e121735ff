//! Pointers, lengths and counters of a loop, as functions of the number of the iteration and of the total number of
//! iterations.
//!
//! The induction over the blocks must hold for every number of iterations n. So in it a length is not a constant, and a
//! value that changes from one iteration to the next is a function of the number k of the iteration. Such a number is
//!
//! ```text
//!   constant + iteration * k + total * n
//! ```
//!
//! as long as it is moved, added, multiplied by constants and shifted. A comparison of two of these numbers has a
//! result only if the result is the same for every n from 3 up to the longest message that a machine can address, and
//! for every k in the present [`Span`] of the run. So a branch that is taken is taken in every iteration of every such
//! message. A bit for which this does not hold (of a comparison with another result in a later iteration, of a product
//! with data, of a look-up) is *unsettled*: it must not decide a branch or an address, and equals no bit of the
//! specification. It remembers the number that it came from, for the error message.
//!
//! During the run a number has its value for n = 3 and k = 0, with which the run accesses memory.

use crate::memory::number;
use crate::sums::Bit;
use crate::words::Word;

/// The number of iterations of the run.
pub(crate) const ITERATIONS: usize = 3;

/// The largest number of bits of a number. Only products reach it.
const MOST_BITS: usize = 128;

/// A function of the number of the iteration and of the total number of iterations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Affine {
    pub(crate) constant: i128,
    pub(crate) iteration: i128,
    pub(crate) total: i128,
}

impl Affine {
    fn constant(constant: i128) -> Self {
        Self { constant, iteration: 0, total: 0 }
    }

    fn is_constant(self) -> bool {
        self.iteration == 0 && self.total == 0
    }

    fn each(self, function: impl Fn(i128) -> Option<i128>) -> Option<Self> {
        let Self { constant, iteration, total } = self;
        Some(Self { constant: function(constant)?, iteration: function(iteration)?, total: function(total)? })
    }

    fn plus(self, other: Self) -> Option<Self> {
        Some(Self {
            constant: self.constant.checked_add(other.constant)?,
            iteration: self.iteration.checked_add(other.iteration)?,
            total: self.total.checked_add(other.total)?,
        })
    }

    fn times(self, factor: i128) -> Option<Self> {
        self.each(|part| part.checked_mul(factor))
    }

    /// Returns the number as it is some iterations later.
    pub(crate) fn moved_on(self, iterations: i128) -> Option<Self> {
        self.plus(Self::constant(self.iteration.checked_mul(iterations)?))
    }

    /// Returns the value for iteration k of n.
    fn at(self, k: i128, n: i128) -> Option<i128> {
        let (iteration, total) = (self.iteration.checked_mul(k)?, self.total.checked_mul(n)?);
        self.constant.checked_add(iteration)?.checked_add(total)
    }

    /// Whether two numbers have the same lowest bits.
    pub(crate) fn equals(self, other: Self, bits: usize) -> bool {
        let difference = other.times(-1).and_then(|other| self.plus(other));
        difference.is_some_and(|Self { constant, iteration, total }| {
            [constant, iteration, total].iter().all(|part| bits < 127 && part % (1 << bits) == 0)
        })
    }
}

/// A part of a run, and so the iterations that it represents. k is the number of the iteration that begins at the first
/// visit of the loop's head.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Span {
    /// Before the loop, where k is not defined.
    Before,
    /// An iteration followed by `more` others, counted from iteration k: k is at most n - more.
    Iteration { more: i128 },
    /// From the beginning of the last iteration, number k + 2, on.
    Last,
}

/// The origin of a number, as an index in the list of all sources.
pub(crate) type Source = u32;

/// A word that is not constant.
#[derive(Clone, Copy)]
struct Number {
    /// The value, unless it is unsettled.
    value: Option<Affine>,
    /// The width of the written word.
    bits: usize,
    source: Source,
}

/// All numbers of a run that depend on the number of iterations.
pub(crate) struct Counters {
    span: Span,
    /// The largest number of iterations.
    most: i128,
    numbers: Vec<Number>,
    sources: Vec<String>,
}

impl Counters {
    pub(crate) fn new() -> Self {
        Self { span: Span::Before, most: ITERATIONS as i128, numbers: Vec::new(), sources: Vec::new() }
    }

    /// Begins a run of at most `most` iterations, and forgets everything known about another run.
    pub(crate) fn begin(&mut self, most: i128) {
        *self = Self { most, ..Self::new() };
    }

    /// Enters another part of the run.
    pub(crate) fn enter(&mut self, span: Span) {
        self.span = span;
    }

    /// Returns the index of a new source of numbers with this name.
    pub(crate) fn source(&mut self, name: String) -> Source {
        self.sources.push(name);
        self.sources.len() as Source - 1
    }

    /// Returns the origin of a word, if it depends on a number.
    pub(crate) fn origin(&self, word: &[Bit]) -> Option<&str> {
        self.source_of(word).map(|source| &*self.sources[source as usize])
    }

    fn source_of(&self, word: &[Bit]) -> Option<Source> {
        let (number, ..) = word.iter().find_map(|bit| bit.counted())?;
        self.numbers.get(number).map(|number| number.source)
    }

    /// Returns the word of a number.
    pub(crate) fn word(&mut self, value: Affine, bits: usize, source: Source) -> Word {
        let reduced = if bits <= 64 {
            // Signed coefficients give the number the smallest range.
            let half = 1i128 << (bits - 1);
            let signed = |part: i128| (part + half).rem_euclid(2 * half) - half;
            let constant = value.constant.rem_euclid(2 * half);
            Affine { constant, iteration: signed(value.iteration), total: signed(value.total) }
        } else {
            value
        };
        let value = self.present(reduced).unwrap_or(reduced);
        if value.is_constant() && bits <= MOST_BITS {
            return (0..bits).map(|n| Bit::constant(value.constant >> n & 1 == 1)).collect();
        }
        if bits > MOST_BITS {
            return vec![self.unsettled(source); bits];
        }
        let value = self.unsigned(value, bits).or_else(|| self.signed(value, bits)).unwrap_or(value);
        let number = self.add(Number { value: Some(value), bits, source });
        (0..bits).map(|n| Bit::of_counter(number, n)).collect()
    }

    /// Returns a bit that depends on a number in an unknown way.
    fn unsettled(&mut self, source: Source) -> Bit {
        let number = self.add(Number { value: None, bits: 1, source });
        Bit::of_counter(number, 0)
    }

    /// Returns a bit that depends in an unknown way on the origin of some bits.
    pub(crate) fn unsettled_by(&mut self, bits: &[Bit]) -> Bit {
        self.source_of(bits).map_or(Bit::UNKNOWN, |source| self.unsettled(source))
    }

    fn add(&mut self, number: Number) -> usize {
        self.numbers.push(number);
        self.numbers.len() - 1
    }

    /// Returns the value of a word, and its origin.
    pub(crate) fn value(&self, word: &[Bit]) -> Option<(Affine, Option<Source>)> {
        self.value_of_parts(word).or_else(|| {
            // Part of a number is known if the rest of it is the same for all iterations.
            let settled: Word = word.iter().map(|&bit| self.settled(bit).map_or(bit, Bit::constant)).collect();
            if settled == word { None } else { self.value_of_parts(&settled) }
        })
    }

    /// Returns the value of a word made of constant bits, bits of a number in order, and bits that extend it.
    fn value_of_parts(&self, word: &[Bit]) -> Option<(Affine, Option<Source>)> {
        let Some(first) = word.iter().position(|bit| bit.counted().is_some()) else {
            return Some((Affine::constant(number(word)?.into()), None));
        };
        let (index, place, complemented) = word[first].counted()?;
        if complemented {
            // The sum of a word and its complement is all ones.
            let inverted: Word = word.iter().map(|&bit| !bit).collect();
            let (value, source) = self.value_of_parts(&inverted)?;
            let ones = 1i128.checked_shl(word.len() as u32).filter(|power| *power > 0)? - 1;
            return Some((value.times(-1)?.plus(Affine::constant(ones))?, source));
        }
        let low = i128::from(number(&word[..first])?);
        let Number { value, bits, source } = *self.numbers.get(index)?;
        let follows = |(n, bit): (usize, &Bit)| bit.counted() == Some((index, place + n, false));
        let length = word[first..].iter().enumerate().take_while(|&(n, bit)| follows((n, bit))).count();
        let mut value = self.present(value?)?;
        // The bits of the word above them must be those of the number.
        let above = &word[first + length..];
        let sign = (index, bits - 1, false);
        if above.is_empty() {
            value = self.unsigned(value, bits).unwrap_or(value);
        } else if above.iter().all(|bit| *bit == Bit::ZERO) {
            value = if bits < MOST_BITS { self.unsigned(value, bits)? } else { value };
        } else if place + length == bits && above.iter().all(|bit| bit.counted() == Some(sign)) {
            value = self.signed(value, bits)?;
        } else {
            return None;
        }
        let mut value = self.divided(value, 1i128.checked_shl(place as u32).filter(|divisor| *divisor > 0)?)?;
        if above.first() == Some(&Bit::ZERO) && (place + length < bits || bits == MOST_BITS) {
            let (least, greatest) = self.bounds(value)?;
            if least < 0 || greatest >> length != 0 {
                return None;
            }
        }
        value = value.times(1i128.checked_shl(first as u32).filter(|factor| *factor > 0)?)?;
        Some((value.plus(Affine::constant(low))?, Some(source)))
    }

    /// Returns the value of a word in the run.
    pub(crate) fn concrete(&self, word: &[Bit]) -> Option<u64> {
        let (value, _) = self.value(word)?;
        value.at(0, ITERATIONS as i128).map(|value| value as u64)
    }

    /// Returns a number in its form for the present part of the run.
    fn present(&self, value: Affine) -> Option<Affine> {
        let Affine { constant, iteration, total } = value;
        if self.span != Span::Last || iteration == 0 {
            return Some(value);
        }
        // In the last iteration k is n - 3.
        let constant = constant.checked_sub(iteration.checked_mul(ITERATIONS as i128)?)?;
        Some(Affine { constant, iteration: 0, total: total.checked_add(iteration)? })
    }

    /// Returns the least and the greatest value. A function of this kind reaches them in the corners of the range of n
    /// and k.
    fn bounds(&self, value: Affine) -> Option<(i128, i128)> {
        let (fewest, most) = (ITERATIONS as i128, self.most);
        let greatest_k = |n: i128| match self.span {
            Span::Before | Span::Last => 0,
            Span::Iteration { more } => n - more,
        };
        let corners = [(0, fewest), (greatest_k(fewest), fewest), (0, most), (greatest_k(most), most)];
        let value = self.present(value)?;
        let values = corners.iter().map(|&(k, n)| value.at(k, n)).collect::<Option<Vec<i128>>>()?;
        Some((values.iter().copied().min()?, values.iter().copied().max()?))
    }

    /// Returns the unsigned number with the same lowest bits.
    fn unsigned(&self, value: Affine, bits: usize) -> Option<Affine> {
        if bits >= 127 {
            return self.bounds(value).filter(|(least, _)| *least >= 0).map(|_| value);
        }
        let modulus = 1i128 << bits;
        self.within(value, modulus, 0..modulus)
    }

    /// Returns the signed number with the same lowest bits.
    fn signed(&self, value: Affine, bits: usize) -> Option<Affine> {
        if bits >= 127 {
            return self.bounds(value).map(|_| value);
        }
        let modulus = 1i128 << bits;
        self.within(value, modulus, -modulus / 2..modulus / 2)
    }

    /// Returns the number in a range that is equal modulo `modulus`.
    fn within(&self, value: Affine, modulus: i128, range: std::ops::Range<i128>) -> Option<Affine> {
        [0, modulus, -modulus].into_iter().find_map(|shift| {
            let value = value.plus(Affine::constant(shift))?;
            let (least, greatest) = self.bounds(value)?;
            (range.start <= least && greatest < range.end).then_some(value)
        })
    }

    /// Divides by a positive divisor, and rounds down.
    fn divided(&self, value: Affine, divisor: i128) -> Option<Affine> {
        if divisor == 1 {
            return Some(value);
        }
        let quotients = value.each(|part| Some(part.div_euclid(divisor)))?;
        let (least, greatest) = self.bounds(value.each(|part| Some(part.rem_euclid(divisor)))?)?;
        let rest = least.div_euclid(divisor);
        if rest == greatest.div_euclid(divisor) { quotients.plus(Affine::constant(rest)) } else { None }
    }

    /// Returns the value of a bit that is the same in all iterations.
    pub(crate) fn settled(&self, bit: Bit) -> Option<bool> {
        let Some((index, place, complemented)) = bit.counted() else { return bit.value() };
        let Number { value, bits, .. } = *self.numbers.get(index)?;
        let value = self.present(value?)?;
        let modulus = 1i128.checked_shl(place as u32 + 1).filter(|modulus| *modulus > 0)?;
        if value.iteration % modulus == 0 && value.total % modulus == 0 {
            return Some((value.constant >> place & 1 == 1) != complemented);
        }
        let (least, greatest) = self.bounds(self.unsigned(value, bits)?)?;
        (least >> place == greatest >> place).then_some((least >> place & 1 == 1) != complemented)
    }

    /// Returns a + b + carry, and the carry out of the highest bit.
    pub(crate) fn sum(&mut self, a: &[Bit], b: &[Bit], carry: Bit) -> (Word, Bit) {
        let (bits, operands) = (a.len(), [a, b, &[carry]].concat());
        let Some((x, from_x)) = self.value(a) else { return self.unsettled_sum(bits, &operands) };
        let Some((y, from_y)) = self.value(b) else { return self.unsettled_sum(bits, &operands) };
        let carry = self.settled(carry).map(|carry| Affine::constant(carry.into()));
        // The term that changes from one iteration to the next names the sum.
        let named = if x.iteration == 0 { from_y.or(from_x) } else { from_x.or(from_y) };
        let source = named.or_else(|| self.source_of(&operands));
        let add = |x: Affine, y: Affine| x.plus(y)?.plus(carry?);
        let (Some(source), Some(sum), 1..=64) = (source, add(x, y), bits) else {
            return self.unsettled_sum(bits, &operands);
        };
        let exact = self.unsigned(x, bits).zip(self.unsigned(y, bits)).and_then(|(x, y)| add(x, y));
        let carry_out = exact.and_then(|sum| self.bounds(sum)).and_then(|(least, greatest)| {
            (least >> bits == greatest >> bits).then(|| Bit::constant(least >> bits == 1))
        });
        let carry_out = carry_out.unwrap_or_else(|| self.unsettled(source));
        (self.word(sum, bits, source), carry_out)
    }

    fn unsettled_sum(&mut self, bits: usize, operands: &[Bit]) -> (Word, Bit) {
        let unsettled = self.unsettled_by(operands);
        (vec![unsettled; bits], unsettled)
    }

    /// Whether a <= b, as unsigned numbers. This may be settled even if neither a < b nor a = b is.
    pub(crate) fn is_at_most(&mut self, a: &[Bit], b: &[Bit]) -> Bit {
        // a - b - 1 has a borrow.
        let inverted: Word = b.iter().map(|&bit| !bit).collect();
        !self.sum(a, &inverted, Bit::ZERO).1
    }

    /// Returns the lowest bits of a product; one factor must be a constant.
    pub(crate) fn product(&mut self, a: &[Bit], b: &[Bit]) -> Word {
        let (bits, operands) = (a.len(), [a, b].concat());
        if let Some(((a, _), (b, _))) = self.value(a).zip(self.value(b))
            && let Some(source) = self.source_of(&operands)
            && (a.is_constant() || b.is_constant())
        {
            let (factor, other) = if a.is_constant() { (a, b) } else { (b, a) };
            if let Some(product) = other.times(factor.constant) {
                return self.word(product, bits, source);
            }
        }
        vec![self.unsettled_by(&operands); bits]
    }

    /// Divides an unsigned number by a constant.
    pub(crate) fn quotient(&mut self, a: &[Bit], divisor: u64) -> Word {
        let bits = a.len();
        if let Some((value, _)) = self.value(a)
            && let Some(source) = self.source_of(a)
            && divisor > 0
            && let Some(quotient) = self.unsigned(value, bits).and_then(|value| self.divided(value, divisor.into()))
        {
            return self.word(quotient, bits, source);
        }
        vec![self.unsettled_by(a); bits]
    }

    /// Whether all bits are zeros.
    pub(crate) fn is_zero(&mut self, word: &[Bit]) -> Bit {
        let bits = word.len();
        if word.iter().any(|&bit| self.settled(bit) == Some(true)) {
            return Bit::ZERO;
        }
        if word.iter().all(|&bit| self.settled(bit) == Some(false)) {
            return Bit::ONE;
        }
        if let Some((value, _)) = self.value(word)
            && bits < 127
            && let Some((least, greatest)) = self.bounds(value)
            // Between two multiples of 2^bits.
            && (least - 1) >> bits == greatest >> bits
        {
            return Bit::ZERO;
        }
        self.unsettled_by(word)
    }
}

#[cfg(test)]
mod tests;
