//! Every file in the folder of known answers can be parsed; this crate contains only some of them.

use counterpoint_vectors::{Body, File, files, shared};
use serde_json::Value;

#[test]
fn every_file_holds_the_records_that_the_manifest_counts() {
    let Some(folder) = shared() else {
        println!("skipped: the folder ../shared/vectors is missing, and COUNTERPOINT_VECTORS names none");
        return;
    };
    let manifest = std::fs::read(folder.join("MANIFEST.json")).unwrap();
    let manifest: Vec<Value> = serde_json::from_slice(&manifest).unwrap();
    let found = files(&folder).unwrap();
    assert_eq!(found.len(), manifest.len());
    for entry in manifest {
        let path = folder.join(entry["file"].as_str().unwrap());
        assert!(found.contains(&path), "{}", path.display());
        let file = File::read(&path).unwrap();
        assert_eq!(file.records() as u64, entry["count"].as_u64().unwrap(), "{}", path.display());
        for case in &file.cases {
            assert!(!matches!(case.body, Body::Other { .. }), "{}: {}", path.display(), case.kind());
            assert!(!case.algorithm.is_empty(), "{}: {}", path.display(), case.kind());
        }
    }
}
