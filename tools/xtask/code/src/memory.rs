//! Where results are remembered: below target/gates, or in a folder named by an option.

use counterpoint_prove::Memory;
use std::path::{Path, PathBuf};

/// Returns a task's memory. With FORCE=1 in the environment, nothing is recalled from it.
pub(crate) fn of(root: &Path, folder: Option<&str>, task: &str) -> Memory {
    Memory {
        folder: folder.map_or_else(|| root.join("target/gates").join(task), PathBuf::from),
        force: std::env::var_os("FORCE").is_some_and(|value| !value.is_empty() && value != "0"),
    }
}
