//! What to say of a name that is unknown: the names that resemble it.
//!
//! Case, `-` and `_` never count; a name that is only the beginning of others resembles them all.

/// The message for an unknown name of a `kind` of thing.
pub(crate) fn unknown<'a>(kind: &str, name: &str, known: impl Iterator<Item = &'a str>) -> String {
    match near(name, known)[..] {
        [] => format!("{name}: no {kind} of that name; `counterpoint list` shows all"),
        ref names => {
            format!("{name}: no {kind} of that name; near are {} (`counterpoint list` shows all)", names.join(", "))
        }
    }
}

/// Those of the known names that begin with this one or differ from it in a third of its letters at most, the nearest
/// first, five at most.
fn near<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let letters =
        |name: &str| -> String { name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect() };
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
    found.into_iter().map(|(_, name)| name).take(5).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names_resemble() {
        let known = || ["sha3-224", "sha3-256", "groestl256", "luffa256"].into_iter();
        assert_eq!(near("sha3", known()), ["sha3-224", "sha3-256"]);
        assert_eq!(near("grostl256", known()), ["groestl256"]);
        assert_eq!(near("md5", known()), [""; 0]);
        assert!(unknown("algorithm", "LUFFA_255", known()).contains("near are luffa256"));
    }
}
