//! Secret bytes, and the public verdicts on them.

use crate::valgrind;
use std::hint::black_box;

/// Returns this many bytes that valgrind treats as secret.
pub(crate) fn secret(length: usize) -> Vec<u8> {
    let bytes: Vec<u8> = (0..length).map(|i| (i % 251) as u8).collect();
    valgrind::make_secret(&bytes);
    bytes
}

/// Whether secrets match is public, but memcheck can't know that: it reports every use of the verdict. The number of
/// reports must be the same for a long message as for a short one, and wherever a wrong tag differs.
#[derive(Default)]
pub(crate) struct Verdicts {
    /// The reports of each comparison.
    reports: Vec<usize>,
}

impl Verdicts {
    /// Makes a comparison, which must have the expected result.
    pub(crate) fn tell(&mut self, expected: bool, compare: impl FnOnce() -> bool) {
        let before = valgrind::errors();
        // In memory, where it can be made public before this program looks at it.
        let told = vec![u8::from(compare())];
        self.reports.push(valgrind::errors() - before);
        valgrind::make_public(&told);
        assert_eq!(black_box(&told)[0], u8::from(expected), "the comparison number {}", self.reports.len());
    }

    /// Returns how many reports the comparisons may cause: all must cause the same number, at most `most` each.
    pub(crate) fn public(&self, most: usize) -> usize {
        let fewest = self.reports.iter().copied().min().unwrap_or_default();
        self.reports.len() * fewest.min(most)
    }
}
