//! The identity of a program, independent of line numbers in its source: a comment must not make it another program.
//!
//! For a 64-bit ELF program, this is what it loads into memory, without the line and column numbers for panics and
//! tests, and without the linker's build ID. For any other file, it is the bytes.

use sha2::{Digest, Sha256};
use std::io;
use std::ops::Range;
use std::path::Path;

/// Relocations that add the program's address to a number: on x86-64, on AArch64.
const RELATIVE: [u32; 2] = [8, 1027];
/// The longest name of a source file, and the highest line.
const LONGEST_NAME: u64 = 4096;
const LAST_LINE: u64 = 1 << 20;

/// Feeds a file's identity to a hash.
///
/// # Errors
///
/// If it can't be read.
pub(crate) fn feed(hash: &mut Sha256, file: &Path) -> io::Result<()> {
    let bytes = std::fs::read(file)?;
    match loaded(&bytes) {
        Some(sections) => {
            for (address, section) in sections {
                hash.update(address.to_le_bytes());
                hash.update((section.len() as u64).to_le_bytes());
                hash.update(section);
            }
        }
        None => hash.update(bytes),
    }
    Ok(())
}

/// A section of a program.
struct Section {
    kind: u32,
    loaded: bool,
    address: u64,
    bytes: Range<usize>,
}

/// Returns the loaded sections, each with its address, without line and column numbers; `None` for another format.
fn loaded(file: &[u8]) -> Option<Vec<(u64, Vec<u8>)>> {
    // 64 bits, little-endian.
    if !file.starts_with(b"\x7fELF\x02\x01") {
        return None;
    }
    let sections = sections(file)?;
    let mut image = Image {
        sections: sections.iter().filter(|s| s.loaded).map(|s| (s.address, file[s.bytes.clone()].to_vec())).collect(),
    };
    for table in sections.iter().filter(|section| section.kind == SHT_RELA && section.loaded) {
        for entry in file[table.bytes.clone()].chunks_exact(24) {
            if RELATIVE.contains(&u32::from_le_bytes(entry[8..12].try_into().ok()?)) {
                image.forget_lines(number(entry, 0)?, number(entry, 16)?);
            }
        }
    }
    Some(image.sections)
}

const SHT_RELA: u32 = 4;
const SHT_NOTE: u32 = 7;
const SHT_NOBITS: u32 = 8;
const SHF_ALLOC: u64 = 2;

/// Returns the sections with contents, without notes, since the build ID is one.
fn sections(file: &[u8]) -> Option<Vec<Section>> {
    let (begin, size, count) = (number(file, 0x28)?, short(file, 0x3a)?, short(file, 0x3c)?);
    let mut sections = Vec::new();
    for index in 0..u64::from(count) {
        let header = file.get(usize::try_from(begin + index * u64::from(size)).ok()?..)?.get(..64)?;
        let kind = u32::from_le_bytes(header[4..8].try_into().ok()?);
        if kind == SHT_NOBITS || kind == SHT_NOTE {
            continue;
        }
        let (start, length) = (usize::try_from(number(header, 24)?).ok()?, usize::try_from(number(header, 32)?).ok()?);
        let bytes = start..start.checked_add(length)?;
        file.get(bytes.clone())?;
        sections.push(Section {
            kind,
            loaded: number(header, 8)? & SHF_ALLOC != 0,
            address: number(header, 16)?,
            bytes,
        });
    }
    Some(sections)
}

fn number(bytes: &[u8], at: usize) -> Option<u64> {
    Some(u64::from_le_bytes(bytes.get(at..at + 8)?.try_into().ok()?))
}

fn short(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_le_bytes(bytes.get(at..at + 2)?.try_into().ok()?))
}

/// The loaded contents of a program.
struct Image {
    sections: Vec<(u64, Vec<u8>)>,
}

impl Image {
    /// Returns the bytes from an address to the end of its section.
    fn at(&mut self, address: u64) -> Option<&mut [u8]> {
        let (begin, section) = self
            .sections
            .iter_mut()
            .find(|(begin, section)| (*begin..*begin + section.len() as u64).contains(&address))?;
        section.get_mut(usize::try_from(address - *begin).ok()?..)
    }

    /// Overwrites the numbers after a pointer to the name of a Rust source, if there is one at `place`. A panic's
    /// location is the name, its length, and line and column in 32 bits each. A test in the harness has the name, its
    /// length, two words with the reason why it is ignored, then its first line and column and last line and column in
    /// 64 bits each.
    fn forget_lines(&mut self, place: u64, name: u64) -> Option<()> {
        let length = number(self.at(place)?, 8)?;
        if length > LONGEST_NAME {
            return None;
        }
        let name = self.at(name)?.get(..usize::try_from(length).ok()?)?;
        // The name in a panic's location ends with a zero byte.
        if !name.strip_suffix(b"\0").unwrap_or(name).ends_with(b".rs") {
            return None;
        }
        let after = self.at(place)?.get_mut(16..)?;
        let of_a_test = (2..6).all(|at| number(after, 8 * at).is_some_and(|number| (1..LAST_LINE).contains(&number)));
        after.get_mut(if of_a_test { 16..48 } else { 0..8 })?.fill(0);
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    /// Returns the identity of a Rust program, compiled with this machine's compiler.
    fn identity(options: &[&str], source: &str) -> [u8; 32] {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("program.rs"), source).expect("a file");
        let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
        let mut rustc = Command::new(rustc);
        rustc.current_dir(folder.path()).args(options).args(["-o", "program", "program.rs"]);
        assert!(rustc.status().expect("rustc runs").success());
        let mut hash = Sha256::new();
        feed(&mut hash, &folder.path().join("program")).expect("the program");
        hash.finalize().into()
    }

    const PROGRAM: &str = "fn main() {\n    \
        let n: u32 = std::env::args().nth(1).unwrap().parse().expect(\"a number\");\n    \
        let table = [1, 2, 3];\n    println!(\"{}\", table[n as usize]);\n}\n";

    #[test]
    fn a_comment_makes_no_other_program() {
        if !cfg!(all(target_os = "linux", target_pointer_width = "64")) {
            return;
        }
        for options in [&["-O"][..], &["-Cdebuginfo=2"]] {
            let program = identity(options, PROGRAM);
            assert_eq!(program, identity(options, PROGRAM));
            assert_eq!(program, identity(options, &format!("// A comment.\n\n{PROGRAM}")), "{options:?}");
            assert_eq!(program, identity(options, &PROGRAM.replace("let table", "/* why */ let table")), "{options:?}");
            assert_ne!(program, identity(options, &PROGRAM.replace("2, 3", "2, 4")));
            assert_ne!(program, identity(options, &PROGRAM.replace("a number", "a Number")));
        }
    }

    #[test]
    fn a_comment_makes_no_other_test_program() {
        if !cfg!(all(target_os = "linux", target_pointer_width = "64")) {
            return;
        }
        let tests = "#[test]\nfn one() {\n    assert_eq!(std::process::id() % 1, 0);\n}\n\n\
            #[test]\nfn two() {\n    one();\n}\n";
        let program = identity(&["--test"], tests);
        assert_eq!(program, identity(&["--test"], &format!("// A comment.\n{tests}")));
        assert_eq!(program, identity(&["--test"], &tests.replace("    one", "    // A comment.\n    one")));
        assert_ne!(program, identity(&["--test"], &tests.replace("fn two", "fn three")));
        assert_ne!(program, identity(&["--test"], &tests.replace("% 1, 0", "% 1, 1")));
    }

    #[test]
    fn another_file_is_its_bytes() {
        assert!(loaded(b"\0asm\x01\0\0\0").is_none());
        assert!(loaded(b"\x7fELF\x02\x01 and nothing else").is_none());
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("file");
        std::fs::write(&file, b"text").expect("a file");
        let mut hash = Sha256::new();
        feed(&mut hash, &file).expect("the file");
        assert_eq!(hash.finalize(), Sha256::digest(b"text"));
        assert!(feed(&mut Sha256::new(), &folder.path().join("none")).is_err());
    }
}
