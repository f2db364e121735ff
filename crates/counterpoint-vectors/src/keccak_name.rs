//! Parameters of Keccak inside names and comments: rate, capacity, width.

/// Returns the rate and the capacity from a text that contains `rRcC` or `r=R, c=C`, such as `Keccakr40c160`.
pub(crate) fn rate_and_capacity_in(text: &str) -> Option<(u64, u64)> {
    let text: String = text.chars().filter(|c| !matches!(c, ' ' | '=' | ',')).collect();
    text.match_indices('r').find_map(|(at, _)| {
        let rate = leading_number(&text[at + 1..])?;
        let rest = text[at + 1..].trim_start_matches(|c: char| c.is_ascii_digit());
        Some((rate, leading_number(rest.strip_prefix('c')?)?))
    })
}

/// Returns the width of the state in bits from a name such as `Keccak-f[400]`, `Keccak-p[1600, 12]` or `keccak-f800`.
pub(crate) fn width_in(name: &str) -> Option<u64> {
    let name = name.to_ascii_lowercase();
    let digits = name.split(|c: char| !c.is_ascii_digit()).find(|digits| !digits.is_empty())?;
    name.starts_with("keccak").then(|| digits.parse().ok())?
}

/// Returns the number at the beginning of a text.
pub(crate) fn leading_number(text: &str) -> Option<u64> {
    text[..text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len())].parse().ok()
}

#[cfg(test)]
mod tests {
    use super::rate_and_capacity_in;

    #[test]
    fn rates_are_read_from_names() {
        assert_eq!(rate_and_capacity_in("Keccakr40c160"), Some((40, 160)));
        assert_eq!(
            rate_and_capacity_in("Duplex[f=Keccak-f[1600], pad=pad10*1, r=1026, c=574, max=1024]"),
            Some((1026, 574))
        );
        assert_eq!(rate_and_capacity_in("groestl256"), None);
    }
}
