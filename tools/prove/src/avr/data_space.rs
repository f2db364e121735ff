//! The data space of an AVR: 64 KiB of bytes with 16-bit addresses. Each byte belongs to a named area, or to nobody.
//!
//! `memory.rs` places regions 2^32 bytes apart, so no address can leave one region and reach another. Here everything
//! lies as close together as on the microcontroller, so each byte is marked with its owner and whether it may be
//! written. The bytes next to an area belong to nobody.

use super::program::RAM_START;
use crate::memory::number;
use crate::sums::Bit;
use crate::words::Word;

/// A byte's bits.
pub(super) type Byte = [Bit; 8];

/// Consecutive bytes that belong together.
#[derive(Clone, Debug)]
struct Area {
    name: &'static str,
    writable: bool,
}

/// All bytes of RAM.
#[derive(Clone)]
pub(super) struct DataSpace {
    /// By address. The registers and ports below RAM are not included.
    bytes: Vec<Byte>,
    /// The area of each byte, as an index.
    owners: Vec<Option<usize>>,
    areas: Vec<Area>,
    /// The stack: its first address and the one past its end.
    stack: (usize, usize),
}

impl DataSpace {
    /// Returns RAM up to an address. None of it belongs to an area.
    pub(super) fn new(end: usize) -> Self {
        Self { bytes: vec![[Bit::UNKNOWN; 8]; end], owners: vec![None; end], areas: Vec::new(), stack: (0, 0) }
    }

    /// Gives bytes to an area.
    pub(super) fn add(&mut self, name: &'static str, address: usize, bits: &[Bit], writable: bool) {
        self.areas.push(Area { name, writable });
        for (n, byte) in bits.as_chunks().0.iter().enumerate() {
            let at = address + n;
            assert!(at >= RAM_START && at < self.bytes.len(), "{name} is in RAM");
            assert!(self.owners[at].is_none(), "{name} lies in {:?}", self.owners[at].map(|n| self.areas[n].name));
            (self.bytes[at], self.owners[at]) = (*byte, Some(self.areas.len() - 1));
        }
    }

    /// Gives the last bytes of RAM to the stack.
    pub(super) fn add_stack(&mut self, bytes: usize) {
        let end = self.bytes.len();
        self.add("the stack", end - bytes, &vec![Bit::UNKNOWN; 8 * bytes], true);
        self.stack = (end - bytes, end);
    }

    /// Returns the first address of the stack and the one past its end.
    pub(super) fn stack(&self) -> (usize, usize) {
        self.stack
    }

    /// Replaces bytes, whoever owns them.
    pub(super) fn fill(&mut self, address: usize, bits: &[Bit]) {
        for (byte, new) in self.bytes[address..].iter_mut().zip(bits.as_chunks().0) {
            *byte = *new;
        }
    }

    /// Returns bytes, whoever owns them.
    pub(super) fn contents(&self, address: usize, bytes: usize) -> Word {
        self.bytes[address..][..bytes].as_flattened().to_vec()
    }

    /// Returns a byte that belongs to an area. `stack_pointer` is the address at which the next byte will be pushed.
    pub(super) fn read(&self, address: usize, stack_pointer: usize) -> Result<Byte, String> {
        self.owner(address, stack_pointer, "reads")?;
        Ok(self.bytes[address])
    }

    /// Returns a constant byte.
    pub(super) fn read_constant(&self, address: usize, stack_pointer: usize) -> Result<u8, String> {
        let byte = self.read(address, stack_pointer)?;
        let value = number(&byte).ok_or_else(|| {
            format!("it reads at an address that depends on data, and the byte at {address:#06x} is not constant")
        })?;
        Ok(value as u8)
    }

    /// Writes a byte, if that is allowed.
    pub(super) fn write(&mut self, address: usize, byte: Byte, stack_pointer: usize) -> Result<(), String> {
        let area = self.owner(address, stack_pointer, "writes")?;
        if !area.writable {
            return Err(format!("it writes into {} at {address:#06x}", area.name));
        }
        self.bytes[address] = byte;
        Ok(())
    }

    /// Pushes a byte. It must be a byte of the stack.
    pub(super) fn push(&mut self, address: usize, byte: Byte) -> Result<(), String> {
        if !(self.stack.0..self.stack.1).contains(&address) {
            return Err(format!("it pushes to {address:#06x}, which is not in the stack"));
        }
        self.bytes[address] = byte;
        Ok(())
    }

    fn owner(&self, address: usize, stack_pointer: usize, verb: &str) -> Result<&Area, String> {
        if address < RAM_START {
            return Err(format!("it {verb} a register or port by its address {address:#06x}"));
        }
        let owner = self.owners.get(address).copied().flatten();
        let owner = owner.ok_or_else(|| format!("it {verb} the byte at {address:#06x}, which it was not given"))?;
        if (self.stack.0..self.stack.1).contains(&address) && address <= stack_pointer {
            return Err(format!("it {verb} the stack at {address:#06x}, where an interrupt would write"));
        }
        Ok(&self.areas[owner])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::bits_of;

    #[test]
    fn every_byte_has_an_owner_or_is_forbidden() {
        let mut data = DataSpace::new(0x900);
        data.add("the message", 0x200, &bits_of(b"ab"), false);
        data.add("the digest", 0x204, &[Bit::UNKNOWN; 16], true);
        data.add_stack(0x100);
        assert_eq!(data.read_constant(0x201, 0x880), Ok(b'b'));
        let byte = data.read(0x200, 0x880).expect("it was given");
        data.write(0x205, byte, 0x880).expect("it may be written");
        assert_eq!(data.contents(0x205, 1), byte);
        let errors = [
            (data.read(0x202, 0x880).map(drop), "it reads the byte at 0x0202, which it was not given"),
            (data.write(0x200, byte, 0x880), "it writes into the message at 0x0200"),
            (data.write(0x1f, byte, 0x880), "it writes a register or port by its address 0x001f"),
            (data.write(0x880, byte, 0x880), "it writes the stack at 0x0880, where an interrupt would write"),
            (data.push(0x7ff, byte), "it pushes to 0x07ff, which is not in the stack"),
            (
                data.read_constant(0x204, 0x880).map(drop),
                "it reads at an address that depends on data, and the byte at 0x0204 is not constant",
            ),
        ];
        for (result, error) in errors {
            assert_eq!(result, Err(error.to_string()));
        }
        assert_eq!(data.write(0x881, byte, 0x880), Ok(()));
    }
}
