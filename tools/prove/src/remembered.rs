//! Remembered results: a folder with a file for each kernel.
//!
//! The name of the file is the SHA-256 of everything that determines the result: the running program, the kernel's
//! fingerprint, and the kind of examination. The file contains a line. Only results without a finding are kept.

use crate::fingerprint::Fingerprint;
use std::error::Error;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Where to remember results, and whether existing ones count.
#[derive(Clone, Debug)]
pub struct Memory {
    /// The folder, which is created if it does not exist.
    pub folder: PathBuf,
    /// Whether to examine everything again and overwrite the results.
    pub force: bool,
}

/// The remembered results.
pub struct Remembered<'a> {
    memory: &'a Memory,
    /// The running program.
    program: Fingerprint,
}

impl<'a> Remembered<'a> {
    /// Opens the folder.
    ///
    /// # Errors
    ///
    /// If the folder does not exist and can't be created, or this program can't be read.
    pub fn open(memory: &'a Memory) -> Result<Self, Box<dyn Error>> {
        let told = |error: io::Error| format!("{}: {error}", memory.folder.display());
        fs::create_dir_all(&memory.folder).map_err(told)?;
        let program = fs::read(std::env::current_exe()?)?;
        Ok(Self { memory, program: Fingerprint::of([&program[..]]) })
    }

    /// Returns the file for a result, given two pieces of data: the code, and the kind of examination.
    pub fn file(&self, pieces: [&[u8]; 2]) -> PathBuf {
        let [first, second] = pieces;
        self.memory.folder.join(Fingerprint::of([self.program.bytes(), first, second]).digits())
    }

    /// Returns the line of a result that was kept earlier.
    pub fn recall(&self, file: &Path) -> Option<String> {
        if self.memory.force {
            return None;
        }
        // A line that was not written completely does not count.
        Some(fs::read_to_string(file).ok()?.strip_suffix('\n')?.to_string())
    }

    /// Keeps the line of a result.
    ///
    /// # Errors
    ///
    /// If it can't be written.
    pub fn keep(&self, file: &Path, line: &str) -> Result<(), String> {
        fs::write(file, format!("{line}\n")).map_err(|error| format!("{}: {error}", file.display()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_recalled_unless_it_is_cut_off_or_everything_is_forced() {
        let folder = tempfile::tempdir().expect("a folder");
        let memory = Memory { folder: folder.path().join("proofs"), force: false };
        let remembered = Remembered::open(&memory).expect("the folder is made");
        let file = remembered.file([&b"code"[..], b"cases"]);
        assert_ne!(file, remembered.file([&b"codec"[..], b"ases"]), "pieces are kept apart");
        assert_eq!(remembered.recall(&file), None);
        remembered.keep(&file, "proved").expect("it is written");
        assert_eq!(remembered.recall(&file).as_deref(), Some("proved"));
        let forced = Memory { force: true, ..memory.clone() };
        assert_eq!(Remembered::open(&forced).expect("it is there").recall(&file), None);
        fs::write(&file, "prov").expect("it is written");
        assert_eq!(remembered.recall(&file), None);
    }
}
