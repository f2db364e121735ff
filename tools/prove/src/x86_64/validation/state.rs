//! Everything that an instruction can read or write, as bytes.

use crate::validation::{Contents, Random};

/// The address of the scratch memory, which is also the address of the first region of a model's memory.
pub(super) const SCRATCH: u64 = 1 << 32;
/// Every access is near the middle of the scratch memory.
pub(super) const MEMORY_BYTES: usize = 256;

/// Offsets of the parts of a state: general registers, vector registers of 64 bytes each, mask registers, flags,
/// scratch memory, and the number of the signal that ended the run, or 0.
pub(super) const GENERAL: usize = 0;
pub(super) const VECTORS: usize = GENERAL + 8 * 16;
pub(super) const MASKS: usize = VECTORS + 64 * 32;
pub(super) const FLAGS: usize = MASKS + 8 * 8;
pub(super) const MEMORY: usize = FLAGS + 8;
pub(super) const OUTCOME: usize = MEMORY + MEMORY_BYTES;
pub(super) const STATE_BYTES: usize = OUTCOME + 8;

/// The numbers and the names of the flags in the flags register.
pub(super) const CARRY: usize = 0;
pub(super) const PARITY: usize = 2;
pub(super) const ZERO: usize = 6;
pub(super) const SIGN: usize = 7;
pub(super) const OVERFLOW: usize = 11;
pub(super) const FLAG_NAMES: [(usize, &str); 5] =
    [(CARRY, "carry"), (PARITY, "parity"), (ZERO, "zero"), (SIGN, "sign"), (OVERFLOW, "overflow")];

/// The general registers in the order of their numbers.
pub(super) const GENERAL_NAMES: [&str; 16] =
    ["rax", "rcx", "rdx", "rbx", "rsp", "rbp", "rsi", "rdi", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15"];

/// The arithmetic flags, without reserved and control flags, and those that are always set.
const ARITHMETIC_FLAGS: u64 = 0x8d5;
const FIXED_FLAGS: u64 = 0x202;

/// The contents of all registers and of the scratch memory.
#[derive(Clone)]
pub(super) struct State(Box<[u8]>);

impl State {
    /// Returns random contents of a kind.
    pub(super) fn random(random: &mut Random, kind: Contents) -> Self {
        let mut state = Self(vec![0; STATE_BYTES].into());
        random.fill(&mut state.0[..FLAGS], kind);
        random.fill(&mut state.0[MEMORY..OUTCOME], kind);
        let flags = random.number() & ARITHMETIC_FLAGS | FIXED_FLAGS;
        state.set(FLAGS, flags);
        state
    }

    pub(super) fn from_bytes(bytes: &[u8]) -> Self {
        Self(bytes.into())
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.0
    }

    pub(super) fn set(&mut self, at: usize, value: u64) {
        self.0[at..at + 8].copy_from_slice(&value.to_le_bytes());
    }

    pub(super) fn get(&self, at: usize) -> u64 {
        u64::from_le_bytes(std::array::from_fn(|n| self.0[at + n]))
    }

    pub(super) fn bit(&self, n: usize) -> bool {
        self.0[n / 8] >> (n % 8) & 1 == 1
    }

    /// Sets a bit to a value.
    #[cfg(test)]
    pub(super) fn set_bit(&mut self, n: usize, value: bool) {
        self.0[n / 8] ^= u8::from(self.bit(n) != value) << (n % 8);
    }

    /// Clears the upper parts of vector registers and the registers that the CPU lacks.
    pub(super) fn narrow(&mut self, vectors: (usize, usize), masks: bool) {
        for n in 0..32 {
            let kept = if n < vectors.0 { vectors.1 } else { 0 };
            self.0[VECTORS + 64 * n + kept..VECTORS + 64 * (n + 1)].fill(0);
        }
        if !masks {
            self.0[MASKS..FLAGS].fill(0);
        }
    }
}

/// Returns the name of the place of a bit.
pub(super) fn place(bit: usize) -> String {
    match bit / 8 {
        byte if byte < VECTORS => format!("{} bit {}", GENERAL_NAMES[byte / 8], bit % 64),
        byte if byte < MASKS => format!("vector {} bit {}", (byte - VECTORS) / 64, (bit - 8 * VECTORS) % 512),
        byte if byte < FLAGS => format!("k{} bit {}", (byte - MASKS) / 8, bit % 64),
        byte if byte < MEMORY => {
            let name = FLAG_NAMES.iter().find(|(number, _)| *number == bit - 8 * FLAGS);
            format!("the {} flag", name.map_or("unnamed", |(_, name)| name))
        }
        byte => format!("byte {} of memory, bit {}", byte - MEMORY, bit % 8),
    }
}
