//! Exceptions to the rules for kernels, each with its reason: `tools/xtask/code/kernels.exceptions`.
//!
//! A line has these fields:
//!
//! ```text
//! architecture | kernel as the table has it | gather, address, branch, time or lost | part of the instruction | reason
//! ```
//!
//! A call can't be excused, since nothing is known after it. An exception that no longer excuses anything is itself a
//! finding.

use super::report::{Kind, ListEntry};
use std::path::Path;

const FILE: &str = "tools/xtask/code/kernels.exceptions";

/// The exceptions for one architecture.
pub(crate) struct Exceptions(Vec<Exception>);

struct Exception {
    kernel: String,
    kind: String,
    part: String,
    used: bool,
}

impl Exceptions {
    /// Reads the file.
    ///
    /// # Errors
    ///
    /// If it can't be read, or a line lacks a field.
    pub(crate) fn read(root: &Path, architecture: &str) -> Result<Self, Box<dyn std::error::Error>> {
        let text = std::fs::read_to_string(root.join(FILE)).map_err(|error| format!("{FILE}: {error}"))?;
        let mut exceptions = Vec::new();
        for line in text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()) {
            let [machine, kernel, kind, part, reason] = line.split('|').map(str::trim).collect::<Vec<_>>()[..] else {
                return Err(format!("{FILE}: five fields, please: {line}").into());
            };
            if kind == Kind::Call.word() {
                return Err(format!("{FILE}: a call can't be excused: {line}").into());
            }
            if reason.is_empty() {
                return Err(format!("{FILE}: no reason: {line}").into());
            }
            if machine == architecture {
                exceptions.push(Exception { kernel: kernel.into(), kind: kind.into(), part: part.into(), used: false });
            }
        }
        Ok(Self(exceptions))
    }

    /// Whether there is an exception for this; marks it as used.
    pub(crate) fn excuse(&mut self, listed: &ListEntry, kind: Kind, what: &str) -> bool {
        let kernel = listed.title();
        let matching =
            self.0.iter_mut().find(|e| e.kernel == kernel && e.kind == kind.word() && what.contains(&e.part));
        matching.map(|exception| exception.used = true).is_some()
    }

    /// Prints the exceptions that excused nothing; returns their number.
    pub(crate) fn unused(&self) -> usize {
        let unused = self.0.iter().filter(|exception| !exception.used);
        unused
            .inspect(|e| println!("{FILE}: no longer excuses anything: {} | {} | {}", e.kernel, e.kind, e.part))
            .count()
    }
}
