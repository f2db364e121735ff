//! The library's archive as it would lie in memory: every section has an address, and the places for a linker to fill
//! in are filled in.

use object::read::archive::ArchiveFile;
use object::{
    Architecture, File, Object, ObjectSection, ObjectSymbol, RelocationFlags, RelocationTarget, SectionIndex,
    SectionKind, SymbolIndex, SymbolKind, elf,
};
use std::collections::{BTreeMap, HashMap};

/// The address of the first section.
pub(crate) const START: u64 = 0x1000_0000;
/// The first address of the symbols that the archive does not define, which are 16 bytes apart. On AArch64 a call
/// reaches 128 MiB.
const UNDEFINED: u64 = 0x0f00_0000;

/// A section in memory.
struct Section {
    start: u64,
    bytes: Vec<u8>,
}

/// The code and the constants of the library.
pub(crate) struct Image {
    pub(crate) architecture: Architecture,
    /// In the order of their addresses.
    sections: Vec<Section>,
    /// The functions by their demangled names: address and length.
    pub(crate) functions: BTreeMap<String, (u64, u64)>,
    /// The names of undefined symbols by their addresses.
    undefined: HashMap<u64, String>,
}

impl Image {
    /// Reads an archive.
    ///
    /// # Errors
    ///
    /// If it is not an archive of object files, or has an unknown relocation.
    pub(crate) fn load(archive: &[u8]) -> Result<Self, Box<dyn std::error::Error>> {
        let mut files = Vec::new();
        for member in ArchiveFile::parse(archive)?.members() {
            let member = member?;
            if member.name().ends_with(b".o") {
                files.push(File::parse(member.data(archive)?)?);
            }
        }
        let architecture = files.first().ok_or("the archive contains no object file")?.architecture();
        let mut linker = Linker::place(&files)?;
        for (n, file) in files.iter().enumerate() {
            linker.relocate(n, file)?;
        }
        let functions = linker.functions(&files)?;
        let Linker { mut sections, table, undefined, variables, .. } = linker;
        for variable in variables {
            sections[variable].bytes.clear();
        }
        let mut bytes = vec![0; 8 * table.len()];
        for (symbol, slot) in &table {
            bytes[*slot..][..8].copy_from_slice(&symbol.to_le_bytes());
        }
        sections.push(Section { start: ADDRESS_TABLE, bytes });
        let undefined = undefined.into_iter().map(|(name, at)| (at, name)).collect();
        Ok(Self { architecture, sections, functions, undefined })
    }

    /// Returns an image of some code without functions.
    pub(crate) fn of_code(architecture: Architecture, bytes: Vec<u8>) -> Self {
        let sections = vec![Section { start: START, bytes }];
        Self { architecture, sections, functions: BTreeMap::new(), undefined: HashMap::new() }
    }

    /// Returns bytes of code or of constants.
    pub(crate) fn bytes(&self, address: u64, count: usize) -> Option<&[u8]> {
        let section = self.sections[..self.sections.partition_point(|s| s.start <= address)].last()?;
        section.bytes.get(usize::try_from(address - section.start).ok()?..)?.get(..count)
    }

    /// Returns the code from an address to the end of its section.
    pub(crate) fn code(&self, address: u64) -> Option<&[u8]> {
        let section = self.sections[..self.sections.partition_point(|s| s.start <= address)].last()?;
        section.bytes.get(usize::try_from(address - section.start).ok()?..)
    }

    /// Replaces a byte.
    pub(crate) fn set(&mut self, address: u64, byte: u8) {
        let section = self.sections.partition_point(|s| s.start <= address) - 1;
        let section = &mut self.sections[section];
        section.bytes[(address - section.start) as usize] = byte;
    }

    /// Returns the name of the symbol at an address that the archive does not define.
    pub(crate) fn undefined(&self, address: u64) -> Option<&str> {
        self.undefined.get(&address).map(|name| &**name)
    }
}

/// The addresses that code loads from a table of addresses.
const ADDRESS_TABLE: u64 = 0x6000_0000;

/// The linker's knowledge.
struct Linker {
    sections: Vec<Section>,
    /// The section's index in `sections`, by file and index in the file.
    placed: HashMap<(usize, SectionIndex), usize>,
    /// The sections whose contents may change while the program runs. They have an address but can't be read.
    variables: Vec<usize>,
    /// The addresses of the symbols visible to other files.
    global: HashMap<String, u64>,
    undefined: HashMap<String, u64>,
    /// The offset in the table of addresses, by address.
    table: HashMap<u64, usize>,
}

impl Linker {
    /// Gives every section an address.
    fn place(files: &[File<'_>]) -> Result<Self, Box<dyn std::error::Error>> {
        let (mut sections, mut placed, mut variables) = (Vec::new(), HashMap::new(), Vec::new());
        let mut next = START;
        for (n, file) in files.iter().enumerate() {
            for section in file.sections() {
                let kept = matches!(
                    section.kind(),
                    SectionKind::Text
                        | SectionKind::ReadOnlyData
                        | SectionKind::ReadOnlyString
                        | SectionKind::ReadOnlyDataWithRel
                        | SectionKind::Data
                        | SectionKind::UninitializedData
                );
                if !kept {
                    continue;
                }
                let align = section.align().max(16);
                next = next.next_multiple_of(align);
                let mut bytes = section.data()?.to_vec();
                bytes.resize(section.size() as usize, 0);
                placed.insert((n, section.index()), sections.len());
                // Data written only by the linker is constant for the program.
                let relocated = section.name()?.starts_with(".data.rel.ro");
                if matches!(section.kind(), SectionKind::Data | SectionKind::UninitializedData) && !relocated {
                    variables.push(sections.len());
                }
                sections.push(Section { start: next, bytes });
                next += section.size() + 16;
            }
        }
        assert!(next < ADDRESS_TABLE, "the library fits below the table of addresses");
        let mut linker = Self {
            sections,
            placed,
            variables,
            global: HashMap::new(),
            undefined: HashMap::new(),
            table: HashMap::new(),
        };
        for (n, file) in files.iter().enumerate() {
            for symbol in file.symbols().filter(|symbol| symbol.is_definition() && !symbol.is_local()) {
                if let Some(address) = linker.defined(n, &symbol) {
                    linker.global.insert(symbol.name()?.to_string(), address);
                }
            }
        }
        Ok(linker)
    }

    /// Returns the address of a symbol that a file defines.
    fn defined<'d>(&self, file: usize, symbol: &impl ObjectSymbol<'d>) -> Option<u64> {
        let section = *self.placed.get(&(file, symbol.section_index()?))?;
        Some(self.sections[section].start + symbol.address())
    }

    /// Returns the address of any symbol.
    fn address(&mut self, n: usize, file: &File<'_>, index: SymbolIndex) -> Result<u64, Box<dyn std::error::Error>> {
        let symbol = file.symbol_by_index(index)?;
        if let Some(address) = self.defined(n, &symbol) {
            return Ok(address);
        }
        let name = symbol.name()?;
        if let Some(&address) = self.global.get(name) {
            return Ok(address);
        }
        let next = UNDEFINED + 16 * self.undefined.len() as u64;
        Ok(*self.undefined.entry(name.to_string()).or_insert(next))
    }

    /// Returns the place of an address in the table of addresses.
    fn table_entry(&mut self, address: u64) -> u64 {
        let next = 8 * self.table.len();
        ADDRESS_TABLE + *self.table.entry(address).or_insert(next) as u64
    }

    /// Fills in the addresses in the sections of a file.
    fn relocate(&mut self, n: usize, file: &File<'_>) -> Result<(), Box<dyn std::error::Error>> {
        for section in file.sections() {
            let Some(&placed) = self.placed.get(&(n, section.index())) else { continue };
            let start = self.sections[placed].start;
            for (offset, relocation) in section.relocations() {
                let RelocationTarget::Symbol(index) = relocation.target() else {
                    return Err("a relocation without a symbol".into());
                };
                let RelocationFlags::Elf { r_type } = relocation.flags() else {
                    return Err("an object file that is not ELF".into());
                };
                let symbol = self.address(n, file, index)?;
                let target = symbol.wrapping_add_signed(relocation.addend());
                let place = start + offset;
                let table = |linker: &mut Self| linker.table_entry(symbol).wrapping_add_signed(relocation.addend());
                match (file.architecture(), r_type) {
                    (Architecture::X86_64, elf::R_X86_64_PC32 | elf::R_X86_64_PLT32) => {
                        self.put(placed, offset, &(target.wrapping_sub(place) as u32).to_le_bytes());
                    }
                    (
                        Architecture::X86_64,
                        elf::R_X86_64_GOTPCREL | elf::R_X86_64_GOTPCRELX | elf::R_X86_64_REX_GOTPCRELX,
                    ) => {
                        let entry = table(self);
                        self.put(placed, offset, &(entry.wrapping_sub(place) as u32).to_le_bytes());
                    }
                    (Architecture::X86_64, elf::R_X86_64_64) | (Architecture::Aarch64, elf::R_AARCH64_ABS64) => {
                        self.put(placed, offset, &target.to_le_bytes());
                    }
                    (Architecture::X86_64, elf::R_X86_64_32 | elf::R_X86_64_32S) => {
                        self.put(placed, offset, &(target as u32).to_le_bytes());
                    }
                    (Architecture::Aarch64, elf::R_AARCH64_PREL64) => {
                        self.put(placed, offset, &target.wrapping_sub(place).to_le_bytes());
                    }
                    (Architecture::Aarch64, _) => {
                        let entry = if matches!(r_type, elf::R_AARCH64_ADR_GOT_PAGE | elf::R_AARCH64_LD64_GOT_LO12_NC) {
                            table(self)
                        } else {
                            target
                        };
                        let bytes = &self.sections[placed].bytes[offset as usize..][..4];
                        let word = u32::from_le_bytes(bytes.try_into()?);
                        let word = aarch64_word(r_type, word, entry, place)
                            .ok_or_else(|| format!("unknown relocation {r_type}"))?;
                        self.put(placed, offset, &word.to_le_bytes());
                    }
                    // Thread-local storage and the like, which no kernel uses.
                    _ => self.put(placed, offset, &[0xcc; 4]),
                }
            }
        }
        Ok(())
    }

    fn put(&mut self, section: usize, offset: u64, bytes: &[u8]) {
        self.sections[section].bytes[offset as usize..][..bytes.len()].copy_from_slice(bytes);
    }

    fn functions(&self, files: &[File<'_>]) -> Result<BTreeMap<String, (u64, u64)>, Box<dyn std::error::Error>> {
        let mut functions = BTreeMap::new();
        for (n, file) in files.iter().enumerate() {
            for symbol in file.symbols().filter(|s| s.is_definition() && s.kind() == SymbolKind::Text) {
                if let Some(address) = self.defined(n, &symbol) {
                    functions.insert(demangled(symbol.name()?), (address, symbol.size()));
                }
            }
        }
        Ok(functions)
    }
}

/// Returns an instruction with an address filled in.
fn aarch64_word(kind: u32, word: u32, target: u64, place: u64) -> Option<u32> {
    let low = (target & 0xfff) as u32;
    Some(match kind {
        elf::R_AARCH64_ADR_PREL_PG_HI21 | elf::R_AARCH64_ADR_GOT_PAGE => {
            let pages = ((target >> 12).wrapping_sub(place >> 12)) as u32;
            word & !0x60ff_ffe0 | (pages & 3) << 29 | (pages >> 2 & 0x7_ffff) << 5
        }
        elf::R_AARCH64_ADD_ABS_LO12_NC | elf::R_AARCH64_LDST8_ABS_LO12_NC => word & !0x3f_fc00 | low << 10,
        elf::R_AARCH64_LDST16_ABS_LO12_NC => word & !0x3f_fc00 | low >> 1 << 10,
        elf::R_AARCH64_LDST32_ABS_LO12_NC => word & !0x3f_fc00 | low >> 2 << 10,
        elf::R_AARCH64_LDST64_ABS_LO12_NC | elf::R_AARCH64_LD64_GOT_LO12_NC => word & !0x3f_fc00 | low >> 3 << 10,
        elf::R_AARCH64_LDST128_ABS_LO12_NC => word & !0x3f_fc00 | low >> 4 << 10,
        elf::R_AARCH64_CALL26 | elf::R_AARCH64_JUMP26 => {
            let distance = target.wrapping_sub(place).cast_signed() >> 2;
            if !(-(1 << 25)..1 << 25).contains(&distance) {
                return None;
            }
            word & 0xfc00_0000 | distance as u32 & 0x03ff_ffff
        }
        elf::R_AARCH64_PREL32 => target.wrapping_sub(place) as u32,
        _ => return None,
    })
}

/// Returns the Rust path of a symbol.
pub(crate) fn demangled(symbol: &str) -> String {
    format!("{:#}", rustc_demangle::demangle(symbol))
}
