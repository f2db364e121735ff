//! The algorithms and implementations that the command line names.

use crate::subjects::other_builds;
use counterpoint::Algorithm;
use counterpoint_console::exit::Error;
use counterpoint_console::names;

/// Returns the algorithms of these names, or all if there are no names.
pub(crate) fn algorithms(names: &[String]) -> Result<Vec<&'static Algorithm>, Error> {
    if names.is_empty() {
        return Ok(Algorithm::all().collect());
    }
    names
        .iter()
        .map(|name| {
            let unknown = |_| names::unknown("algorithm", name, Algorithm::all().map(|known| known.name));
            Algorithm::by_name(name).map_err(unknown).map_err(|message| Error::Usage(format!("{name}: {message}")))
        })
        .collect()
}

/// Returns an error for a name that is not that of an implementation or technique of one of these algorithms.
pub(crate) fn check_implementations(names: &[String], algorithms: &[&'static Algorithm]) -> Result<(), Error> {
    let implementations = || algorithms.iter().flat_map(|algorithm| algorithm.implementations());
    let others: Vec<_> = algorithms.iter().flat_map(|algorithm| other_builds(algorithm)).collect();
    let own = || implementations().flat_map(|implementation| [implementation.name(), implementation.technique()]);
    let known = || own().chain(others.iter().map(|subject| subject.implementation.as_str()));
    match names.iter().find(|name| known().all(|known| known != *name)) {
        Some(name) => Err(Error::Usage(format!("{name}: {}", names::unknown("implementation", name, known())))),
        None => Ok(()),
    }
}
