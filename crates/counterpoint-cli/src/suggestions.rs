//! The message for an unknown name, with similar names as suggestions.

/// Returns the error message for an unknown name of this `kind`. `known` lists the valid names.
pub(crate) fn unknown<'a>(kind: &str, name: &str, known: impl Iterator<Item = &'a str>) -> String {
    match similar(name, known)[..] {
        [] => format!("unknown {kind}; run `counterpoint list` for all names"),
        ref similar => {
            format!("unknown {kind}; similar names: {} (run `counterpoint list` for all)", similar.join(", "))
        }
    }
}

/// Returns at most six names that begin with `name` or differ from it in at most a third of its letters, the most
/// similar first. Case, `-`, `_`, `/` and spaces do not count.
pub(crate) fn similar<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    const MOST: usize = 6;
    let asked = letters(name);
    let mut found: Vec<(usize, &str)> = known
        .filter_map(|known| {
            let there = letters(known);
            let distance = match there.strip_prefix(&asked) {
                Some(_) => 0,
                None => strsim::damerau_levenshtein(&asked, &there),
            };
            (!asked.is_empty() && distance <= asked.chars().count() / 3).then_some((distance, known))
        })
        .collect();
    found.sort_by_key(|&(distance, _)| distance);
    found.dedup_by_key(|&mut (_, name)| name);
    found.into_iter().take(MOST).map(|(_, name)| name).collect()
}

/// Returns the characters of a name that count, in lower case.
fn letters(name: &str) -> String {
    name.chars().filter(|c| !matches!(c, '-' | '_' | '/' | ' ')).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn similar_names_are_found() {
        let known = || ["sha3-224", "sha3-256", "shake128", "keccak256", "groestl256", "luffa256"].into_iter();
        let similar = |name| similar(name, known());
        assert_eq!(similar("sha3"), ["sha3-224", "sha3-256"]);
        assert_eq!(similar("sha256")[0], "sha3-256");
        assert_eq!(similar("SHAKE-12")[0], "shake128");
        assert_eq!(similar("grostl256"), ["groestl256"]);
        assert!(similar("keccak").contains(&"keccak256"));
        assert!(similar("md5").is_empty());
        assert!(similar("").is_empty());
    }

    #[test]
    fn a_message_names_similar_names_and_the_remedy() {
        assert!(unknown("algorithm", "grostl256", ["groestl256"].into_iter()).contains("similar names: groestl256"));
        for name in ["md5", "", "sha3", "\u{fffd}"] {
            assert!(unknown("algorithm", name, ["sha3-256"].into_iter()).contains("counterpoint list"), "{name}");
        }
    }
}
