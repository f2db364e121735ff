//! A linked program: the contents of flash, and its functions.

use object::read::elf::{ElfFile32, ProgramHeader};
use object::{LittleEndian, Object, ObjectSymbol, SymbolSection, elf};
use std::collections::BTreeMap;
use std::error::Error;

/// The first address of RAM, after the registers and ports.
pub(super) const RAM_START: usize = 0x100;
/// The address past the end of the ATmega1284P's RAM.
pub(super) const RAM_END: usize = 0x4100;
/// The bytes of flash of the ATmega1284P.
const FLASH_BYTES: usize = 1 << 17;
/// The base at which the linker places the data space.
const DATA_SPACE: u32 = 0x80_0000;

/// A program in flash.
pub(super) struct Program {
    flash: Vec<u8>,
    /// The functions, with their addresses in bytes.
    functions: BTreeMap<String, u32>,
}

impl Program {
    /// Reads a linked program.
    ///
    /// # Errors
    ///
    /// If it is not an ELF file for an AVR, or larger than the flash.
    pub(super) fn load(file: &[u8]) -> Result<Self, Box<dyn Error>> {
        let file = ElfFile32::<LittleEndian>::parse(file)?;
        if file.architecture() != object::Architecture::Avr {
            return Err("not a program for an AVR".into());
        }
        let mut flash = Vec::new();
        for segment in file.elf_program_headers().iter().filter(|s| s.p_type(LittleEndian) == elf::PT_LOAD) {
            // The initial contents of RAM are also in flash, from which the start-up code copies them.
            let start = segment.p_paddr(LittleEndian) as usize;
            let bytes = segment.data(LittleEndian, file.data()).map_err(|()| "a segment outside of the file")?;
            if start + bytes.len() > FLASH_BYTES {
                return Err(format!("a segment ends past the {FLASH_BYTES} bytes of flash").into());
            }
            flash.resize(flash.len().max(start + bytes.len()), 0xff);
            flash[start..][..bytes.len()].copy_from_slice(bytes);
        }
        let mut functions = BTreeMap::new();
        for symbol in file.symbols().filter(|symbol| matches!(symbol.section(), SymbolSection::Section(_))) {
            let (name, address) = (symbol.name()?, symbol.address());
            if !name.is_empty() && address < DATA_SPACE.into() {
                functions.insert(name.to_string(), address as u32);
            }
        }
        Ok(Self { flash, functions })
    }

    /// Returns a program that consists of these words. The functions have addresses in words.
    #[cfg(test)]
    pub(super) fn of_words(words: &[u16], functions: &[(&str, u32)]) -> Self {
        let flash = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        Self { flash, functions: functions.iter().map(|(name, at)| (name.to_string(), 2 * at)).collect() }
    }

    /// Returns the address of a function in words.
    pub(super) fn function(&self, name: &str) -> Result<u32, String> {
        self.functions.get(name).map(|address| address / 2).ok_or_else(|| format!("the program has no function {name}"))
    }

    /// Returns the function at an address in words, and the distance from its start in bytes.
    pub(super) fn place(&self, at: u32) -> (&str, u32) {
        // If an address has several names, the first one counts; the compiler's begin with `_`.
        let before = self.functions.iter().rev().filter(|(_, start)| **start <= 2 * at);
        before.max_by_key(|(_, start)| **start).map_or(("", 2 * at), |(name, start)| (name, 2 * at - start))
    }

    /// Returns a byte of flash.
    pub(super) fn byte(&self, address: u32) -> Option<u8> {
        self.flash.get(address as usize).copied()
    }

    /// Returns a word of flash.
    pub(super) fn word(&self, at: u32) -> Option<u16> {
        Some(u16::from_le_bytes([self.byte(2 * at)?, self.byte(2 * at + 1)?]))
    }

    /// Replaces words past the program.
    pub(super) fn put(&mut self, address: usize, words: &[u16]) {
        self.flash.resize(self.flash.len().max(address + 2 * words.len()), 0xff);
        for (n, word) in words.iter().enumerate() {
            self.flash[address + 2 * n..][..2].copy_from_slice(&word.to_le_bytes());
        }
    }

    /// Returns the number of used words of flash.
    pub(super) fn words(&self) -> u32 {
        self.flash.len() as u32 / 2
    }

    /// Flips a bit of a byte.
    pub(super) fn flip(&mut self, address: u32, bit: u32) {
        self.flash[address as usize] ^= 1 << bit;
    }
}
