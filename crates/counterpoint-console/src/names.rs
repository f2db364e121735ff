//! What to say of a name that is unknown: the names that resemble it.
//!
//! ```
//! let known = ["sha3-256", "groestl256"];
//! let message = counterpoint_console::names::unknown("algorithm", "grostl256", known.into_iter());
//! assert!(message.contains("similar are groestl256"));
//! ```

/// The message for a name that no `kind` of thing has, given the names that there are.
pub fn unknown<'a>(kind: &str, name: &str, known: impl Iterator<Item = &'a str>) -> String {
    match near(name, known)[..] {
        [] => format!("no {kind} has this name; `counterpoint list` shows them all"),
        ref near => format!("no {kind} has this name; similar are {} (`counterpoint list` shows all)", near.join(", ")),
    }
}

/// Those of the known names that begin with this one or differ from it in a third of its letters at most, the nearest first, six at
/// most. Case and `-`, `_`, `/` and spaces do not count.
fn near<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
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

/// A name without what does not count in it.
fn letters(name: &str) -> String {
    name.chars().filter(|c| !matches!(c, '-' | '_' | '/' | ' ')).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names_resemble() {
        let known = || ["sha3-224", "sha3-256", "shake128", "keccak256", "groestl256", "luffa256"].into_iter();
        let near = |name| near(name, known());
        assert_eq!(near("sha3"), ["sha3-224", "sha3-256"]);
        assert_eq!(near("sha256")[0], "sha3-256");
        assert_eq!(near("SHAKE-12")[0], "shake128");
        assert_eq!(near("grostl256"), ["groestl256"]);
        assert!(near("keccak").contains(&"keccak256"));
        assert!(near("md5").is_empty());
        assert!(near("").is_empty());
    }

    #[test]
    fn a_message_names_the_remedy() {
        for name in ["md5", "", "sha3", "\u{fffd}"] {
            assert!(unknown("algorithm", name, ["sha3-256"].into_iter()).contains("counterpoint list"), "{name}");
        }
    }
}
