//! The algorithms and implementations named on the command line.

use crate::console::Error;
use crate::subjects::other_builds;
use counterpoint::Algorithm;

/// Returns the algorithms with these names, or all if there are no names.
pub(crate) fn algorithms(names: &[String]) -> Result<Vec<&'static Algorithm>, Error> {
    if names.is_empty() {
        return Ok(Algorithm::all().collect());
    }
    names
        .iter()
        .map(|name| {
            let unknown = |_| unknown("algorithm", name, Algorithm::all().map(|known| known.name));
            Algorithm::by_name(name).map_err(unknown).map_err(|message| Error::Usage(format!("{name}: {message}")))
        })
        .collect()
}

/// Returns an error for a name that no implementation or technique of these algorithms has.
pub(crate) fn check_implementations(names: &[String], algorithms: &[&'static Algorithm]) -> Result<(), Error> {
    let implementations = || algorithms.iter().flat_map(|algorithm| algorithm.implementations());
    let others: Vec<_> = algorithms.iter().flat_map(|algorithm| other_builds(algorithm)).collect();
    let own = || implementations().flat_map(|implementation| [implementation.name(), implementation.technique()]);
    let known = || own().chain(others.iter().map(|subject| subject.implementation.as_str()));
    match names.iter().find(|name| known().all(|known| known != *name)) {
        Some(name) => Err(Error::Usage(format!("{name}: {}", unknown("implementation", name, known())))),
        None => Ok(()),
    }
}

/// Returns the message for an unknown name of this kind, with the known names that begin with it or differ from it in
/// at most a third of its letters, the most similar first. Case and hyphens do not count.
fn unknown<'a>(kind: &str, name: &str, known: impl Iterator<Item = &'a str>) -> String {
    const MOST: usize = 6;
    let letters = |name: &str| name.to_lowercase().replace(['-', '_', '/', ' '], "");
    let asked = letters(name);
    let mut similar: Vec<(usize, &str)> = known
        .map(|known| (letters(known), known))
        .map(|(there, known)| {
            (if there.starts_with(&asked) { 0 } else { strsim::damerau_levenshtein(&asked, &there) }, known)
        })
        .filter(|&(distance, _)| !asked.is_empty() && distance <= asked.chars().count() / 3)
        .collect();
    similar.sort_by_key(|&(distance, _)| distance);
    similar.dedup_by_key(|&mut (_, name)| name);
    let similar: Vec<&str> = similar.into_iter().take(MOST).map(|(_, name)| name).collect();
    if similar.is_empty() {
        return format!("unknown {kind}; `counterpoint list` shows all");
    }
    format!("unknown {kind}; similar names: {} (`counterpoint list` shows all)", similar.join(", "))
}
