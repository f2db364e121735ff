//! Decoding: a signal as a function of the code, in as few patterns as a simple search finds.

/// A set of codes that are equal in the bits of `mask`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pattern {
    mask: u32,
    value: u32,
}

impl Pattern {
    fn contains(self, code: u32) -> bool {
        code & self.mask == self.value
    }

    /// Returns the pattern with `?` for a bit that may have any value.
    pub(super) fn text(self, bits: u32) -> String {
        let bit = |place: u32| match (self.mask >> place & 1, self.value >> place & 1) {
            (0, _) => '?',
            (_, 0) => '0',
            _ => '1',
        };
        format!("{bits}'b{}", (0..bits).rev().map(bit).collect::<String>())
    }
}

/// Returns patterns that contain all codes of `on` and none of `off`: for each code not yet contained, the pattern that
/// contains most of them.
pub(super) fn patterns(bits: u32, on: &[u32], off: &[u32]) -> Vec<Pattern> {
    let mut left = on.to_vec();
    let mut found = Vec::new();
    while let Some(&code) = left.first() {
        let candidates = (0..1_u32 << bits).map(|mask| Pattern { mask, value: code & mask });
        let allowed = candidates.filter(|pattern| !off.iter().any(|&other| pattern.contains(other)));
        let count = |pattern: &Pattern| left.iter().filter(|&&code| pattern.contains(code)).count();
        let best =
            allowed.max_by_key(|pattern| (count(pattern), pattern.mask.count_zeros())).expect("a code is in one list");
        left.retain(|&code| !best.contains(code));
        found.push(best);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_contain_what_they_should() {
        let text = |on: &[u32], off: &[u32]| -> Vec<String> {
            patterns(3, on, off).into_iter().map(|pattern| pattern.text(3)).collect()
        };
        assert_eq!(text(&[0, 1, 2, 3], &[4, 5]), ["3'b0??"]);
        assert_eq!(text(&[0, 3], &[1, 2]), ["3'b?00", "3'b?11"]);
        assert_eq!(text(&[1], &[]), ["3'b???"]);
    }
}
