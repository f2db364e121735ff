//! Everything that can be measured: this library's implementations, and peers if they are built in.

use crate::subject::Subject;
use crate::{implementations, luffa_parts};
use counterpoint::Algorithm;

/// Returns the peers that compute an algorithm; none if they are not built in.
pub(crate) fn peers(algorithm: &'static Algorithm) -> Vec<Subject> {
    #[cfg(feature = "peers")]
    return crate::peers::of(algorithm.name);
    #[cfg(not(feature = "peers"))]
    {
        let _ = algorithm;
        Vec::new()
    }
}

/// Returns the implementations of an algorithm in other builds of this library; none if no other build is linked.
pub(crate) fn other_builds(algorithm: &'static Algorithm) -> Vec<Subject> {
    #[cfg(nosse)]
    return crate::nosse::of(algorithm);
    #[cfg(not(nosse))]
    {
        let _ = algorithm;
        Vec::new()
    }
}

/// Returns hash functions that this library does not have, as a reference; none if the peers are not built in.
pub(crate) fn reference_hashes() -> Vec<Subject> {
    #[cfg(feature = "peers")]
    return crate::peers::reference_hashes();
    #[cfg(not(feature = "peers"))]
    Vec::new()
}

/// Returns everything that this program can measure.
pub(crate) fn all() -> impl Iterator<Item = Subject> {
    Algorithm::all()
        .flat_map(|algorithm| {
            implementations::of(algorithm).into_iter().chain(other_builds(algorithm)).chain(peers(algorithm))
        })
        .chain(reference_hashes())
        .chain(luffa_parts::subjects())
}
