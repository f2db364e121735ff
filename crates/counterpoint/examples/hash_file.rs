//! Prints the SHA3-256 digest of each file named on the command line.
//!
//! ```text
//! cargo run --release -p counterpoint --example hash_file -- Cargo.toml README.md
//! ```

use counterpoint::{DigestValue, Sha3_256};
use std::io;
use std::path::Path;

fn main() -> io::Result<()> {
    for path in std::env::args_os().skip(1) {
        let digest = digest_of_file(Path::new(&path))?;
        println!("{}  {}", DigestValue::from(digest), path.display());
    }
    Ok(())
}

/// Returns the digest of a file. The file is read in pieces, so it may be larger than memory.
pub(crate) fn digest_of_file(path: &Path) -> io::Result<[u8; 32]> {
    let mut hasher = Sha3_256::new();
    hasher.update_file(path)?;
    Ok(hasher.finalize())
}
