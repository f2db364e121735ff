//! Where results are remembered: below target/gates, or in a folder that an option names.

use counterpoint_prove::Memory;
use std::path::{Path, PathBuf};

/// Returns the memory of a task. With FORCE=1 in the environment, nothing is recalled from it.
pub(crate) fn of(root: &Path, folder: Option<&str>, task: &str) -> Memory {
    Memory {
        folder: folder.map_or_else(|| root.join("target/gates").join(task), PathBuf::from),
        force: std::env::var_os("FORCE").is_some_and(|value| !value.is_empty() && value != "0"),
    }
}
