//! The records in the repository, if this crate is tested there.

use counterpoint_bench::record::Record;
use std::path::{Path, PathBuf};

/// Returns all records in the folders of `benchmarks/`; none if this crate is tested outside the repository.
fn records() -> Vec<PathBuf> {
    let entries = |folder: &Path| -> Vec<PathBuf> {
        std::fs::read_dir(folder).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path())).collect()
    };
    let benchmarks = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../benchmarks");
    let files = entries(&benchmarks).into_iter().flat_map(|folder| entries(&folder));
    files.filter(|file| file.extension().is_some_and(|extension| extension == "json")).collect()
}

/// A peer counts as wrong only if a third output confirms it. No peer measured here has ever been wrong: earlier
/// records that claimed so compared calls with different customization strings.
#[test]
fn no_record_calls_a_peer_wrong() {
    for file in records() {
        let record = Record::read(&file).expect("a committed record can be read");
        for measurement in record.measurements {
            assert!(measurement.digest_correct, "{}: {measurement:?}", file.display());
        }
    }
}
