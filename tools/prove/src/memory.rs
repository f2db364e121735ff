//! Memory during a proof: regions of bits, and the constants of the image.

use crate::image::Image;
use crate::sums::Bit;
use std::cell::RefCell;
use std::collections::{BTreeSet, HashSet};

/// A part of memory for a kernel to use.
pub(crate) struct Region {
    pub(crate) name: &'static str,
    pub(crate) start: u64,
    pub(crate) bits: Vec<Bit>,
    pub(crate) writable: bool,
}

/// The distance between the starts of two regions. Everything in between is forbidden.
const DISTANCE: u64 = 1 << 32;

/// All regions.
pub(crate) struct Memory {
    regions: Vec<Region>,
    /// The region whose contents are replaced part by part, one part in each iteration of a loop.
    in_place: Option<usize>,
    /// The addresses and lengths of the constants read.
    constants: RefCell<HashSet<(u64, usize)>>,
}

/// An access that a kernel must not make.
pub(crate) type Fault = String;

impl Memory {
    pub(crate) fn new() -> Self {
        Self { regions: Vec::new(), in_place: None, constants: RefCell::default() }
    }

    /// Adds a region at a multiple of 64 plus `offset`, and returns the address.
    pub(crate) fn add(&mut self, name: &'static str, bits: Vec<Bit>, writable: bool, offset: u64) -> u64 {
        let start = DISTANCE * (self.regions.len() as u64 + 1) + offset;
        self.regions.push(Region { name, start, bits, writable });
        start
    }

    /// Adds a writable region whose contents are replaced part by part, and returns the address.
    pub(crate) fn add_in_place(&mut self, name: &'static str, bits: Vec<Bit>, offset: u64) -> u64 {
        self.in_place = Some(self.regions.len());
        self.add(name, bits, true, offset)
    }

    /// Returns the contents of the region that is replaced part by part, if there is one.
    pub(crate) fn in_place(&self) -> Option<&[Bit]> {
        self.in_place.map(|region| &*self.regions[region].bits)
    }

    /// Replaces some bits of a region, even if the kernel must not write it.
    pub(crate) fn set(&mut self, region: usize, first: usize, bits: &[Bit]) {
        self.regions[region].bits[first..][..bits.len()].copy_from_slice(bits);
    }

    /// Returns the regions in the order in which they were added.
    pub(crate) fn regions(&self) -> &[Region] {
        &self.regions
    }

    /// Returns the stack, which is the last region.
    pub(crate) fn stack(&self) -> &Region {
        self.regions.last().expect("a call has a stack")
    }

    /// Returns the contents of some bytes.
    pub(crate) fn read(&self, image: &Image, address: u64, bytes: usize) -> Result<Vec<Bit>, Fault> {
        if let Some((region, range)) = self.find(address, bytes)? {
            return Ok(self.regions[region].bits[range].to_vec());
        }
        let constants = image
            .bytes(address, bytes)
            .ok_or_else(|| format!("it reads {bytes} bytes at {address:#x}, which it was not given"))?;
        self.constants.borrow_mut().insert((address, bytes));
        Ok(bits_of(constants))
    }

    /// Returns all bits that may be written, except those that are replaced part by part.
    pub(crate) fn writable_bits(&mut self) -> impl Iterator<Item = &mut Bit> {
        let in_place = self.in_place;
        let chosen = move |(n, region): &(usize, &mut Region)| region.writable && in_place != Some(*n);
        self.regions.iter_mut().enumerate().filter(chosen).flat_map(|(_, region)| &mut region.bits)
    }

    /// Returns the aligned 8-byte words among these bits: the start and the address of each.
    pub(crate) fn writable_words(&self) -> Vec<(usize, u64)> {
        let (mut words, mut first) = (Vec::new(), 0);
        for (n, region) in self.regions.iter().enumerate() {
            if region.writable && self.in_place != Some(n) {
                let bytes = region.bits.len() as u64 / 8;
                let aligned = (0..bytes).filter(|byte| (region.start + byte) % 8 == 0 && byte + 8 <= bytes);
                words.extend(aligned.map(|byte| (first + 8 * byte as usize, region.start + byte)));
                first += region.bits.len();
            }
        }
        words
    }

    /// Returns the name of an address: on the stack, its distance from the stack pointer.
    pub(crate) fn name_of(&self, address: u64, stack_pointer: Option<u64>) -> String {
        let region = self.regions.iter().rfind(|region| region.start <= address);
        match (region, stack_pointer) {
            (Some(region), Some(pointer)) if region.start == self.stack().start => {
                let sign = if address < pointer { '-' } else { '+' };
                format!("[sp{sign}{:#x}]", address.abs_diff(pointer))
            }
            (Some(region), _) => format!("byte {} of {}", address - region.start, region.name),
            (None, _) => format!("memory at {address:#x}"),
        }
    }

    /// Returns the addresses of the bytes of constants read.
    pub(crate) fn constants_read(&self) -> Vec<u64> {
        let read = self.constants.borrow();
        let bytes: BTreeSet<u64> = read.iter().flat_map(|&(start, bytes)| start..start + bytes as u64).collect();
        bytes.into_iter().collect()
    }

    /// Replaces the contents of some bytes.
    pub(crate) fn write(&mut self, address: u64, bits: &[Bit]) -> Result<(), Fault> {
        let bytes = bits.len() / 8;
        match self.find(address, bytes)? {
            Some((region, range)) if self.regions[region].writable => {
                self.regions[region].bits[range].copy_from_slice(bits);
                Ok(())
            }
            Some((region, _)) => Err(format!("it writes into {}", self.regions[region].name)),
            None => Err(format!("it writes {bytes} bytes at {address:#x}, which it was not given")),
        }
    }

    /// Returns the region of some bytes and their bits in it.
    fn find(&self, address: u64, bytes: usize) -> Result<Option<(usize, std::ops::Range<usize>)>, Fault> {
        let Some(index) = (address / DISTANCE).checked_sub(1).map(|index| index as usize) else { return Ok(None) };
        let Some(region) = self.regions.get(index) else { return Ok(None) };
        let outside = || {
            let (end, name) = (address.wrapping_add(bytes as u64), region.name);
            format!("it accesses {address:#x}..{end:#x}, which is not within {name}")
        };
        let first = address.checked_sub(region.start).ok_or_else(outside)? as usize;
        let range = 8 * first..8 * (first + bytes);
        if range.end <= region.bits.len() { Ok(Some((index, range))) } else { Err(outside()) }
    }
}

/// Returns the bits of bytes, the lowest bit of each byte first.
pub(crate) fn bits_of(bytes: &[u8]) -> Vec<Bit> {
    bytes.iter().flat_map(|byte| (0..8).map(move |n| Bit::constant(byte >> n & 1 == 1))).collect()
}

/// Returns the bits of a number.
pub(crate) fn bits_of_number(number: u64, bits: usize) -> Vec<Bit> {
    (0..bits).map(|n| Bit::constant(n < 64 && number >> n & 1 == 1)).collect()
}

/// Returns the number in these bits, if they are constant and the number is below 2^64.
pub(crate) fn number(bits: &[Bit]) -> Option<u64> {
    let (low, high) = bits.split_at(bits.len().min(64));
    let number = low.iter().enumerate().try_fold(0, |sum, (n, bit)| Some(sum | u64::from(bit.value()?) << n));
    number.filter(|_| high.iter().all(|bit| *bit == Bit::ZERO))
}
