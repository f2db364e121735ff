//! The record of how many instructions each kernel has, by architecture: `benchmarks/kernels.json`.
//!
//! A kernel that has become much longer fails the check, if the compiler is the one in the record; smaller differences,
//! and those of other compilers, are only shown. `cargo xtask kernels --record` updates the record; its diff shows what
//! a change did to the kernels.

use super::report::{ListEntry, Report};
use serde_json::{Map, Value, json};
use std::fs;
use std::path::{Path, PathBuf};

const FILE: &str = "benchmarks/kernels.json";

/// The growth of a kernel, in percent, that requires a new record.
const MOST_GROWTH: u64 = 5;

/// The record of one architecture.
pub(crate) struct Record {
    file: PathBuf,
    architecture: String,
    compiler: String,
    all: Map<String, Value>,
}

impl Record {
    /// Reads it, if there is one.
    ///
    /// # Errors
    ///
    /// If the file exists but is not a record.
    pub(crate) fn of(root: &Path, architecture: &str, compiler: &str) -> Result<Self, Box<dyn std::error::Error>> {
        let file = root.join(FILE);
        let all = match fs::read_to_string(&file) {
            Ok(text) => serde_json::from_str(&text).map_err(|error| format!("{}: {error}", file.display()))?,
            Err(_) => Map::new(),
        };
        Ok(Self { file, architecture: architecture.into(), compiler: compiler.into(), all })
    }

    /// Returns how many instructions a kernel had.
    pub(crate) fn instructions(&self, listed: &ListEntry) -> Option<u64> {
        self.all.get(&self.architecture)?.get("instructions")?.get(listed.title())?.as_u64()
    }

    /// Whether a kernel has grown considerably. Other compilers generate other code, so this is known only for the one
    /// in the record.
    pub(crate) fn outgrown(&self, report: &Report) -> bool {
        let compiler = self.all.get(&self.architecture).and_then(|recorded| recorded.get("compiler"));
        let recorded = self.instructions(&report.listed);
        compiler.and_then(Value::as_str) == Some(&self.compiler)
            && recorded.is_some_and(|recorded| 100 * report.instructions as u64 > (100 + MOST_GROWTH) * recorded)
    }

    /// Writes the current numbers.
    ///
    /// # Errors
    ///
    /// If the file can't be written.
    pub(crate) fn renew(mut self, reports: &[Report]) -> Result<(), Box<dyn std::error::Error>> {
        let instructions: Map<_, _> = reports.iter().map(|r| (r.listed.title(), json!(r.instructions))).collect();
        self.all.insert(self.architecture, json!({ "compiler": self.compiler, "instructions": instructions }));
        fs::create_dir_all(self.file.parent().expect("the file is in a folder"))?;
        fs::write(&self.file, serde_json::to_string_pretty(&self.all)? + "\n")?;
        println!("{FILE} updated");
        Ok(())
    }
}
