//! Claims about functions of k and n hold for every k and n.

use super::*;
use crate::random;
use crate::words::{shifted_left, shifted_right};

/// The largest number of iterations here, small enough to try all.
const MOST: i128 = 40;

/// Words, each with its values for every n and k.
struct Tried {
    counters: Counters,
    words: Vec<(Word, Vec<u64>)>,
}

fn pairs(span: Span) -> Vec<(i128, i128)> {
    let fewest = ITERATIONS as i128;
    match span {
        Span::Before => (fewest..=MOST).map(|n| (0, n)).collect(),
        Span::Iteration { more } => (fewest..=MOST).flat_map(|n| (0..=n - more).map(move |k| (k, n))).collect(),
        Span::Last => (fewest..=MOST).map(|n| (n - fewest, n)).collect(),
    }
}

fn truncated(value: i128, bits: usize) -> u64 {
    value.rem_euclid(1 << bits) as u64
}

impl Tried {
    /// Some constants, and numbers with coefficients of many sizes and both signs.
    fn new(span: Span, bits: usize, seed: &mut u64) -> Self {
        let mut counters = Counters::new();
        counters.begin(MOST);
        counters.enter(span);
        let source = counters.source("a counter".into());
        let mut any = |scale: u64| i128::from(random::next(seed) % scale) - i128::from(scale / 3);
        let mut words = Vec::new();
        for scale in [1, 2, 5, 300, 1 << 20] {
            let constant = any(scale * 64);
            words.push(Affine::constant(constant));
            let iteration = if span == Span::Before { 0 } else { 64 * any(scale) };
            words.push(Affine { constant: 64 * any(scale), iteration, total: any(scale) });
            words.push(Affine { constant, iteration: iteration / 64, total: 64 * any(2) });
        }
        let words = words.into_iter().map(|value| {
            let values = pairs(span).iter().map(|&(k, n)| truncated(value.at(k, n).expect("small"), bits)).collect();
            (counters.word(value, bits, source), values)
        });
        let words = words.collect();
        Self { counters, words }
    }

    /// Compares the known facts about a word with its values.
    fn check(&self, word: &[Bit], values: &[u64], span: Span) -> usize {
        let mut known = 0;
        for (place, &bit) in word.iter().enumerate() {
            if let Some(bit) = self.counters.settled(bit) {
                known += 1;
                assert!(values.iter().all(|value| (value >> place & 1 == 1) == bit), "bit {place} of {values:?}");
            }
        }
        if let Some((value, _)) = self.counters.value(word) {
            known += 1;
            for (&(k, n), expected) in pairs(span).iter().zip(values) {
                assert_eq!(truncated(value.at(k, n).expect("small"), word.len()), *expected, "{value:?}, k {k}, n {n}");
            }
        }
        known
    }
}

#[test]
fn what_is_known_is_true_for_every_iteration() {
    let mut seed = 7;
    for (span, bits) in [Span::Before, Span::Iteration { more: 2 }, Span::Iteration { more: 3 }, Span::Last]
        .into_iter()
        .flat_map(|span| [16, 32, 64].map(|bits| (span, bits)))
    {
        let mut tried = Tried::new(span, bits, &mut seed);
        let mask = |value: u64| if bits == 64 { value } else { value & ((1 << bits) - 1) };
        let (mut known, mut carries, mut zeros) = (0, 0, 0);
        let words = tried.words.clone();
        for (a, of_a) in &words {
            known += tried.check(a, of_a, span);
            for by in [1, 6, 12] {
                let shifted: Vec<u64> = of_a.iter().map(|value| mask(value << by)).collect();
                known += tried.check(&shifted_left(a, by), &shifted, span);
                let shifted: Vec<u64> = of_a.iter().map(|value| value >> by).collect();
                known += tried.check(&shifted_right(a, by, Bit::ZERO), &shifted, span);
            }
            for (b, of_b) in &words {
                // a + b, and a - b.
                for inverts in [false, true] {
                    let flipped: Word = b.iter().map(|&bit| if inverts { !bit } else { bit }).collect();
                    let (sum, carry) = tried.counters.sum(a, &flipped, Bit::constant(inverts));
                    let exact = of_a.iter().zip(of_b).map(|(&a, &b)| {
                        let b = mask(if inverts { !b } else { b });
                        u128::from(a) + u128::from(b) + u128::from(inverts)
                    });
                    let exact: Vec<u128> = exact.collect();
                    let values: Vec<u64> = exact.iter().map(|&sum| mask(sum as u64)).collect();
                    known += tried.check(&sum, &values, span);
                    if let Some(carry) = tried.counters.settled(carry) {
                        carries += 1;
                        assert!(exact.iter().all(|sum| (sum >> bits == 1) == carry), "{carry}: {exact:?}");
                    }
                    if inverts {
                        let at_most = tried.counters.is_at_most(a, b);
                        if let Some(at_most) = tried.counters.settled(at_most) {
                            assert!(of_a.iter().zip(of_b).all(|(a, b)| (a <= b) == at_most), "{at_most}: {of_a:?}");
                        }
                    }
                    let zero = tried.counters.is_zero(&sum);
                    if let Some(zero) = tried.counters.settled(zero) {
                        zeros += 1;
                        assert!(values.iter().all(|value| (*value == 0) == zero), "{zero}: {values:?}");
                    }
                }
                if tried.counters.value(b).is_some_and(|(value, _)| value.is_constant()) {
                    let product = tried.counters.product(a, b);
                    let values: Vec<u64> = of_a.iter().zip(of_b).map(|(a, &b)| mask(a.wrapping_mul(b))).collect();
                    known += tried.check(&product, &values, span);
                    let quotient = tried.counters.quotient(a, of_b[0]);
                    let values: Vec<u64> = of_a.iter().map(|a| a.checked_div(of_b[0]).unwrap_or(0)).collect();
                    known += if of_b[0] > 0 { tried.check(&quotient, &values, span) } else { 0 };
                }
            }
        }
        assert!(known > 1000 && carries > 10 && zeros > 10, "{known}, {carries} and {zeros} are known");
    }
}

/// A division by multiplication with a reciprocal, as compilers do it.
#[test]
fn a_quotient_by_a_reciprocal_is_known() {
    let mut counters = Counters::new();
    counters.begin(1 << 50);
    let source = counters.source("a length".into());
    let length = counters.word(Affine { constant: 136 * 2, iteration: 0, total: 136 }, 64, source);
    // ceil(2^71 / 136) fits 64 bits.
    let reciprocal = (1u128 << 71).div_ceil(136) as u64;
    let wide = |word: &[Bit]| crate::words::resized(word, 128, Bit::ZERO);
    let product = counters.product(&wide(&length), &wide(&crate::words::constant(reciprocal, 64)));
    let quotient = shifted_right(&product[64..], 7, Bit::ZERO);
    let value = counters.value(&quotient).map(|(value, _)| value);
    assert_eq!(value, Some(Affine { constant: 2, iteration: 0, total: 1 }));
}
