//! Fingerprints of kernels: of the machine code and everything it refers to, except for addresses.
//!
//! Two kernels have the same fingerprint if they run the same instructions on the same constants, wherever a linker
//! puts them and whatever their names. So a proof of one is a proof of the other. The fingerprint is the SHA-256 of the
//! *parts* of a kernel, numbered in the order in which they are found, starting with the kernel's code:
//!
//! ```text
//!   a section     its bytes and its alignment: a function, a table, a value; the compiler gives each a section
//!   a constant    one entry of a section `.rodata.cst16` or the like, in which the compiler collects constants; or
//!                 the bytes that an instruction reads from `.rodata`, where it collects those of 64 bytes
//!   a name        of something outside the archive: a function of the standard library
//! ```
//!
//! In addition to its bytes, a part has the places in them that a linker fills in: the kind of address, the number of
//! the part to which it points, and the offset there.

use crate::image::demangled;
use crate::kernels::{Kernel, find, shell};
use crate::lines::Section;
use iced_x86::{Decoder, DecoderOptions};
use object::read::archive::ArchiveFile;
use object::{
    Architecture, File, Object, ObjectSection, ObjectSymbol, RelocationFlags, RelocationTarget, SectionIndex,
    SectionKind, SymbolIndex, SymbolKind, elf,
};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, HashMap};
use std::error::Error;
use std::fmt::Write;
use std::ops::Range;

/// The machine code of a kernel, its constants and its callees, as a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fingerprint([u8; 32]);

impl Fingerprint {
    /// Returns the SHA-256 of some pieces of data.
    pub(crate) fn of<'a>(pieces: impl IntoIterator<Item = &'a [u8]>) -> Self {
        let mut hash = Hash(Sha256::new());
        pieces.into_iter().for_each(|piece| hash.bytes(piece));
        hash.finish()
    }

    /// Returns it as bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// Returns it in hexadecimal digits.
    pub(crate) fn digits(&self) -> String {
        self.0.iter().fold(String::new(), |mut digits, byte| {
            write!(digits, "{byte:02x}").expect("a string grows");
            digits
        })
    }
}

/// The functions of an archive.
pub struct Archive<'d> {
    files: Vec<File<'d>>,
    /// The contents of these files.
    objects: Vec<&'d [u8]>,
    /// The functions by their demangled names: the file and the symbol.
    functions: BTreeMap<String, (usize, SymbolIndex)>,
    /// The symbols visible to other files.
    global: HashMap<String, (usize, SymbolIndex)>,
}

/// A part of a kernel.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Part {
    Section(usize, SectionIndex),
    Constant(usize, SectionIndex, Range<u64>),
    Name(String),
}

impl<'d> Archive<'d> {
    /// Reads an archive.
    ///
    /// # Errors
    ///
    /// If it is not an archive of object files.
    pub fn read(archive: &'d [u8]) -> Result<Self, Box<dyn Error>> {
        let (mut files, mut objects) = (Vec::new(), Vec::new());
        let (mut functions, mut global) = (BTreeMap::new(), HashMap::new());
        for member in ArchiveFile::parse(archive)?.members() {
            let member = member?;
            if !member.name().ends_with(b".o") {
                continue;
            }
            let object = member.data(archive)?;
            objects.push(object);
            let file = File::parse(object)?;
            for symbol in file.symbols().filter(ObjectSymbol::is_definition) {
                let (name, place) = (symbol.name()?, (files.len(), symbol.index()));
                if symbol.kind() == SymbolKind::Text {
                    functions.insert(demangled(name), place);
                }
                if !symbol.is_local() {
                    global.insert(name.to_string(), place);
                }
            }
            files.push(file);
        }
        Ok(Self { files, objects, functions, global })
    }

    /// Returns the kernels, under the names of the functions into which they are compiled.
    pub fn kernels(&self) -> impl Iterator<Item = &str> {
        self.functions.keys().map(String::as_str).filter(|name| shell(name).is_some())
    }

    /// Returns the fingerprint of the function of this name.
    ///
    /// # Errors
    ///
    /// If there is no such function, or if it refers to something unknown.
    pub fn fingerprint(&self, function: &str) -> Result<Fingerprint, Box<dyn Error>> {
        let place = self.functions.get(function).ok_or_else(|| format!("no machine code of {function}"))?;
        self.of_function(*place)
    }

    /// Returns the fingerprint of a kernel.
    pub(crate) fn of_kernel(&self, kernel: &Kernel) -> Result<Fingerprint, Box<dyn Error>> {
        let place = find(&self.functions, kernel).ok_or_else(|| format!("no machine code of {}", kernel.kernel))?;
        self.of_function(place)
    }

    /// Returns the section that contains the machine code of a kernel, and the offset of the code.
    pub(crate) fn section(&self, kernel: &Kernel) -> Option<(Section<'d>, u64)> {
        let (file, symbol) = find(&self.functions, kernel)?;
        let symbol = self.files[file].symbol_by_index(symbol).ok()?;
        let section = self.files[file].section_by_index(symbol.section_index()?).ok()?;
        Some((Section { object: self.objects[file], name: section.name().ok()? }, symbol.address()))
    }

    fn of_function(&self, (file, symbol): (usize, SymbolIndex)) -> Result<Fingerprint, Box<dyn Error>> {
        let mut parts = Parts { found: Vec::new(), numbers: HashMap::new() };
        let mut hash = Hash(Sha256::new());
        let (part, offset) = self.part(file, RelocationTarget::Symbol(symbol), 0, 0)?;
        parts.number(part);
        hash.number(offset);
        let mut next = 0;
        while let Some(part) = parts.found.get(next).cloned() {
            self.add(&mut hash, &part, &mut parts)?;
            next += 1;
        }
        Ok(hash.finish())
    }

    /// Adds a part to the hash, and the parts to which it refers to the list.
    fn add(&self, hash: &mut Hash, part: &Part, parts: &mut Parts) -> Result<(), Box<dyn Error>> {
        let (file, index, range) = match part {
            Part::Name(name) => {
                hash.bytes(name.as_bytes());
                return Ok(());
            }
            Part::Section(file, index) => (*file, *index, None),
            Part::Constant(file, index, range) => (*file, *index, Some(range)),
        };
        let object = &self.files[file];
        let section = object.section_by_index(index)?;
        let data = section.data()?;
        let range = range.map_or(0..section.size(), Range::clone);
        hash.number(section.align());
        hash.number(range.end - range.start);
        // Zero-initialized memory has no data.
        hash.bytes(data.get(range.start as usize..range.end as usize).unwrap_or_default());
        let is_code = section.kind() == SectionKind::Text && object.architecture() == Architecture::X86_64;
        let operands = if is_code { operands(data) } else { Vec::new() };
        for (at, relocation) in section.relocations().filter(|(at, _)| range.contains(at)) {
            let RelocationFlags::Elf { r_type } = relocation.flags() else {
                return Err("an object file that is not ELF".into());
            };
            // x86-64 code counts from the end of the instruction, so only both together give the operand's place.
            let operand = operands.get(operands.partition_point(|operand| operand.end <= at));
            let operand = operand.filter(|_| is_relative(r_type));
            let addend = relocation.addend() + operand.map_or(0, |operand| (operand.end - at) as i64);
            let bytes = operand.map_or(0, |operand| operand.bytes);
            let (part, offset) = self.part(file, relocation.target(), addend, bytes)?;
            hash.number(at - range.start);
            hash.number(r_type.into());
            hash.number(parts.number(part));
            hash.number(offset);
        }
        Ok(())
    }

    /// Returns the part with the place that a relocation names, and the offset in it. An instruction reads `bytes`
    /// bytes there, or 0 if only the address is known.
    fn part(
        &self,
        file: usize,
        target: RelocationTarget,
        addend: i64,
        bytes: u64,
    ) -> Result<(Part, u64), Box<dyn Error>> {
        let (file, section, start) = match target {
            RelocationTarget::Section(section) => (file, section, 0),
            RelocationTarget::Symbol(index) => {
                let symbol = self.files[file].symbol_by_index(index)?;
                let here = symbol.section_index().map(|section| (file, section, symbol.address()));
                match here.or_else(|| self.elsewhere(symbol.name().ok()?)) {
                    Some(place) => place,
                    None => return Ok((Part::Name(demangled(symbol.name()?)), addend.cast_unsigned())),
                }
            }
            _ => return Err("a relocation without a symbol".into()),
        };
        let offset = start.wrapping_add_signed(addend);
        let of = self.files[file].section_by_index(section)?;
        let name = of.name()?;
        let entry: Option<u64> = name.strip_prefix(".rodata.cst").and_then(|bytes| bytes.parse().ok());
        Ok(match entry {
            None if name == ".rodata" && bytes > 0 && offset.saturating_add(bytes) <= of.size() => {
                (Part::Constant(file, section, offset..offset + bytes), 0)
            }
            Some(bytes) if offset < of.size() => {
                let begin = offset - offset % bytes;
                (Part::Constant(file, section, begin..begin + bytes), offset - begin)
            }
            _ => (Part::Section(file, section), offset),
        })
    }

    /// Returns the place of a symbol that another file defines.
    fn elsewhere(&self, name: &str) -> Option<(usize, SectionIndex, u64)> {
        let &(file, index) = self.global.get(name)?;
        let symbol = self.files[file].symbol_by_index(index).ok()?;
        Some((file, symbol.section_index()?, symbol.address()))
    }
}

/// The parts in the order in which they were found.
struct Parts {
    found: Vec<Part>,
    numbers: HashMap<Part, u64>,
}

impl Parts {
    /// Returns the number of a part, which gets a new one if it is new.
    fn number(&mut self, part: Part) -> u64 {
        let next = self.found.len() as u64;
        *self.numbers.entry(part).or_insert_with_key(|part| {
            self.found.push(part.clone());
            next
        })
    }
}

/// A hash of pieces, each with its length.
struct Hash(Sha256);

impl Hash {
    fn number(&mut self, number: u64) {
        self.0.update(number.to_le_bytes());
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u64);
        self.0.update(bytes);
    }

    fn finish(self) -> Fingerprint {
        Fingerprint(self.0.finalize().into())
    }
}

/// Whether x86-64 code counts an address of this kind from the end of the instruction.
fn is_relative(kind: u32) -> bool {
    matches!(
        kind,
        elf::R_X86_64_PC32
            | elf::R_X86_64_PLT32
            | elf::R_X86_64_GOTPCREL
            | elf::R_X86_64_GOTPCRELX
            | elf::R_X86_64_REX_GOTPCRELX
    )
}

/// The memory operand of an x86-64 instruction.
struct Operand {
    /// Where the instruction ends in the code.
    end: u64,
    /// The number of bytes; 0 if it only takes an address, like `lea`, or jumps.
    bytes: u64,
}

/// Returns the operands of the instructions of x86-64 code.
fn operands(code: &[u8]) -> Vec<Operand> {
    let mut decoder = Decoder::new(64, code, DecoderOptions::NONE);
    let mut operands = Vec::new();
    while decoder.can_decode() {
        let bytes = decoder.decode().memory_size().size() as u64;
        operands.push(Operand { end: decoder.position() as u64, bytes });
    }
    operands
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    /// Compiles a library whose function `kernel` consists of these lines of Rust, after some others; returns the
    /// fingerprint.
    fn compiled(before: &str, body: &str) -> Fingerprint {
        let folder = tempfile::tempdir().expect("a folder");
        let (source, archive) = (folder.path().join("made.rs"), folder.path().join("libmade.rlib"));
        let text = format!("{before}\n#[inline(never)] pub fn kernel(x: &mut [u64; 4], n: usize) {{ {body} }}\n");
        std::fs::write(&source, text).expect("it is written");
        let output = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
            .args(["--edition=2024", "--crate-type=lib", "-Copt-level=3", "-Ccodegen-units=1"])
            .arg("-Csymbol-mangling-version=v0")
            .arg("-o")
            .arg(&archive)
            .arg(&source)
            .output()
            .expect("rustc starts");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let bytes = std::fs::read(&archive).expect("it is built");
        let archive = Archive::read(&bytes).expect("an archive");
        archive.fingerprint("made::kernel").expect("the function is there")
    }

    const TABLE: &str = "static TABLE: [u64; 64] = { let mut t = [3; 64]; t[5] = 7; t };";
    const BODY: &str = "x[0] = TABLE[n % 64]; x[1] ^= 0x0123_4567_89ab_cdef; other(x);";

    /// Other code in the library moves addresses but leaves the fingerprint as it is; code to which the kernel refers
    /// changes it.
    #[test]
    fn a_fingerprint_is_of_the_kernel_and_what_it_refers_to() {
        let callee = "#[inline(never)] fn other(x: &mut [u64; 4]) { x[2] = x[3].rotate_left(9); }";
        let kernel = compiled(&format!("{TABLE} {callee}"), BODY);
        let more = "pub static MORE: [u64; 9] = [1; 9]; #[inline(never)] pub fn add(x: f64) -> f64 { x * 1.5 + 0.3 }";
        assert_eq!(compiled(&format!("{more} {TABLE}\n// A comment.\n{callee}"), BODY), kernel);
        let table = TABLE.replace("t[5] = 7", "t[5] = 8");
        assert_ne!(compiled(&format!("{table} {callee}"), BODY), kernel, "another table");
        let other = callee.replace('9', "10");
        assert_ne!(compiled(&format!("{TABLE} {other}"), BODY), kernel, "another callee");
        assert_ne!(compiled(&format!("{TABLE} {callee}"), &BODY.replace("0x0123", "0x0124")), kernel, "other code");
    }

    /// Vector constants are collected in one section; those of other functions do not count.
    #[test]
    fn a_constant_is_known_by_what_it_contains() {
        let sum = "for (n, x) in x.iter_mut().enumerate() { *x ^= [81, 82, 83, 84][n]; }";
        let kernel = compiled("", sum);
        let also = "for (n, x) in x.iter_mut().enumerate() { *x ^= [5, 6, 7, 9][n]; }";
        let more = &format!("#[inline(never)] pub fn also(x: &mut [u64; 4]) {{ {also} }}");
        assert_eq!(compiled(more, sum), kernel);
        assert_ne!(compiled(more, &sum.replace("83", "85")), kernel);
    }

    /// The same holds for constants of 64 bytes, which have no section of their own.
    #[cfg(target_arch = "x86_64")]
    #[test]
    fn a_constant_of_64_bytes_is_known_by_what_it_contains() {
        let wide = |name: &str, first: u64| {
            format!(
                "#[target_feature(enable = \"avx512f\")] #[inline(never)] pub fn {name}(x: &mut [u64; 4]) {{
                    use std::arch::x86_64::*;
                    let constant = _mm512_set_epi64({first}, 2, 3, 4, 5, 6, 7, 8);
                    let sum = _mm512_xor_si512(_mm512_set1_epi64(x[0] as i64), constant);
                    x[1] = _mm512_reduce_add_epi64(sum) as u64;
                }}"
            )
        };
        let body = "unsafe { other(x) }";
        let kernel = compiled(&wide("other", 81), body);
        assert_eq!(compiled(&(wide("also", 5) + &wide("other", 81)), body), kernel);
        assert_ne!(compiled(&wide("other", 82), body), kernel);
    }
}
