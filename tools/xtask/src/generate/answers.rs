//! The list of the known answers in the crate counterpoint-vectors. Adds missing files, with the checksum of their
//! bytes and the origin they name. Existing entries stay, so that the crate's tests notice a file whose bytes change.

use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write;
use std::fs;
use std::path::Path;

const CRATE: &str = "crates/counterpoint-vectors";
pub(super) const LIST: &str = "crates/counterpoint-vectors/src/embedded.rs";
const OPEN: &str = "embedded! {\n";
const CLOSE: &str = "}\n\n#[cfg(test)]";

/// Returns the text of the list with all files in the folder.
pub(super) fn list(root: &Path, old: &str) -> Result<String, Box<dyn Error>> {
    let from = old.find(OPEN).ok_or("there is no `embedded! {`")? + OPEN.len();
    let to = from + old[from..].find(CLOSE).ok_or("there are no tests after the list")?;
    // An entry's first line is the file's name.
    let mut entries: BTreeMap<String, String> = BTreeMap::new();
    let mut name = String::new();
    for line in old[from..to].lines() {
        if let Some(quoted) = line.strip_prefix("    \"") {
            name = quoted.trim_end_matches('"').to_owned();
        }
        let _ = writeln!(entries.entry(name.clone()).or_default(), "{line}");
    }
    let folder = root.join(CRATE).join("data");
    for family in fs::read_dir(&folder)? {
        for file in fs::read_dir(family?.path())? {
            let path = file?.path();
            let name = path.strip_prefix(&folder)?.to_string_lossy().replace('\\', "/");
            if entries.contains_key(&name) {
                continue;
            }
            let entry = entry(&name, &fs::read(&path)?).map_err(|error| format!("{}: {error}", path.display()))?;
            entries.insert(name, entry);
        }
    }
    let entries: String = entries.into_values().collect();
    Ok(format!("{}{entries}{}", &old[..from], &old[to..]))
}

/// Returns the entry of a file.
fn entry(name: &str, bytes: &[u8]) -> Result<String, Box<dyn Error>> {
    let file: serde_json::Value = serde_json::from_slice(bytes)?;
    let origin =
        file["origin"].as_str().ok_or("it has no `origin`, which states who wrote it or how it was computed")?;
    let sha256: String = Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect();
    Ok(format!("    {name:?}\n        {sha256:?}\n        {origin:?};\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_has_checksum_and_origin() {
        let entry = entry("a/b.json", br#"{"origin": "x"}"#).unwrap();
        assert!(
            entry.starts_with("    \"a/b.json\"\n        \"") && entry.ends_with("\"\n        \"x\";\n"),
            "{entry}"
        );
        assert!(super::entry("a/b.json", b"{}").unwrap_err().to_string().contains("origin"));
    }
}
