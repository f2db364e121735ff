//! Instructions as words of 32 bits, and back.
//!
//! Those of the architecture are encoded as its manual has them. The extension takes words that the architecture leaves
//! free, whose bits 28 to 25 are 0001:
//!
//! ```text
//!   31 29  28 25  24  21  20 16  15   14 10  9  5  4  0
//!   code   0001   code    m      code a      n     d
//!   7..5          4..1           0
//! ```
//!
//! The code has 8 bits: the binary logarithm of the lane's width in bytes, and the code of the instruction with its
//! immediate operand ([`Encoding::Extension`]).

use crate::instruction::{Definition, Encoding};
use crate::operation::{Operation, Transfer, Transferred, Vector};
use crate::sets::instructions;

/// A field of a word: where its lowest bit is, and its number of bits.
#[derive(Clone, Copy)]
struct Field(u32, u32);

const D: Field = Field(0, 5);
const N: Field = Field(5, 5);
const A: Field = Field(10, 5);
const M: Field = Field(16, 5);
/// The immediate operand of XAR.
const IMMEDIATE: Field = Field(10, 6);
/// The number of places of a shift, as [`Encoding::ArmShift`] has it.
const SHIFT: Field = Field(16, 7);
/// A number from -256 to 255, of loads and stores.
const OFFSET: Field = Field(12, 9);
/// A multiple of 8 from -512 to 504, of loads and stores of pairs.
const PAIR_OFFSET: Field = Field(15, 7);
/// A number from 0 to 4095.
const NUMBER: Field = Field(10, 12);
/// A distance in instructions.
const DISTANCE: Field = Field(5, 19);

impl Field {
    /// Returns the word in which the field is this number.
    fn of(self, number: u32) -> u32 {
        assert!(number >> self.1 == 0, "{number} does not fit into {} bits", self.1);
        number << self.0
    }

    /// Returns the word in which the field is this number, which may be negative.
    fn of_signed(self, number: i32) -> u32 {
        let most = 1 << (self.1 - 1);
        assert!((-most..most).contains(&number), "{number} does not fit into {} bits", self.1);
        (number as u32 & ((1 << self.1) - 1)) << self.0
    }

    fn get(self, word: u32) -> u32 {
        word >> self.0 & ((1 << self.1) - 1)
    }

    fn get_signed(self, word: u32) -> i32 {
        (word << (32 - self.0 - self.1)) as i32 >> (32 - self.1)
    }

    /// Returns the bits of the field.
    fn mask(self) -> u32 {
        ((1 << self.1) - 1) << self.0
    }
}

/// The bits that all instructions of the extension have in common, and which they are.
const EXTENSION: (u32, u32) = (0x0200_0000, 0x1e00_0000);
/// The parts of the code.
const CODE: [(Field, u32); 3] = [(Field(29, 3), 5), (Field(21, 4), 1), (Field(15, 1), 0)];

/// The number of the stack pointer, where a register contains an address or a sum. No program here has a stack.
const STACK: u8 = 31;

/// A load or a store, without its operands.
struct TransferForm {
    load: bool,
    what: Transferred,
    after: bool,
    /// The bits that are not operands.
    word: u32,
}

const fn form(load: bool, what: Transferred, after: bool, word: u32) -> TransferForm {
    TransferForm { load, what, after, word }
}

/// Loads and stores. The other register of a pair, and the lane, are operands.
const TRANSFERS: [TransferForm; 13] = [
    form(true, Transferred::Whole, false, 0x3cc0_0000),
    form(true, Transferred::Whole, true, 0x3cc0_0400),
    form(false, Transferred::Whole, false, 0x3c80_0000),
    form(false, Transferred::Whole, true, 0x3c80_0400),
    form(true, Transferred::Low, false, 0xfc40_0000),
    form(true, Transferred::Low, true, 0xfc40_0400),
    form(false, Transferred::Low, false, 0xfc00_0000),
    form(false, Transferred::Low, true, 0xfc00_0400),
    form(true, Transferred::LowPair(0), false, 0x6d40_0000),
    form(false, Transferred::LowPair(0), false, 0x6d00_0000),
    form(true, Transferred::Lane(0), false, 0x0d40_8400),
    form(false, Transferred::Lane(0), false, 0x0d00_8400),
    form(true, Transferred::Replicated, true, 0x4ddf_cc00),
];

/// The lane of a load or store of one lane.
const LANE: Field = Field(30, 1);

impl TransferForm {
    /// Returns the operands that the form has besides the vector register and the base.
    fn operands(&self) -> u32 {
        match self.what {
            Transferred::Whole | Transferred::Low => OFFSET.mask(),
            Transferred::LowPair(_) => PAIR_OFFSET.mask() | A.mask(),
            Transferred::Lane(_) => LANE.mask(),
            Transferred::Replicated => 0,
        }
    }

    fn decode(&self, word: u32) -> Option<Transfer> {
        let operands = D.mask() | N.mask() | self.operands();
        if word & !operands != self.word {
            return None;
        }
        let (what, offset) = match self.what {
            Transferred::LowPair(_) => (Transferred::LowPair(A.get(word) as u8), 8 * PAIR_OFFSET.get_signed(word)),
            Transferred::Lane(_) => (Transferred::Lane(LANE.get(word) as u8), 0),
            Transferred::Replicated => (self.what, 8),
            what => (what, OFFSET.get_signed(word)),
        };
        let (t, base) = (D.get(word) as u8, N.get(word) as u8);
        Some(Transfer { load: self.load, what, t, base, offset: offset as i16, after: self.after })
    }

    /// Returns the word of a transfer, if it has this form.
    fn encode(&self, transfer: Transfer) -> Option<u32> {
        let Transfer { load, what, t, base, offset, after } = transfer;
        if (load, after) != (self.load, self.after) {
            return None;
        }
        let offset = i32::from(offset);
        let operands = match (self.what, what) {
            (Transferred::Whole, Transferred::Whole) | (Transferred::Low, Transferred::Low) => OFFSET.of_signed(offset),
            (Transferred::LowPair(_), Transferred::LowPair(other)) if offset % 8 == 0 => {
                PAIR_OFFSET.of_signed(offset / 8) | A.of(other.into())
            }
            (Transferred::Lane(_), Transferred::Lane(lane)) if offset == 0 => LANE.of(lane.into()),
            (Transferred::Replicated, Transferred::Replicated) if offset == 8 => 0,
            _ => return None,
        };
        Some(self.word | operands | D.of(t.into()) | N.of(base.into()))
    }
}

/// Returns the word of an instruction.
///
/// # Panics
///
/// If an operand does not fit: kernels are made by this crate, and have none that does not.
#[must_use]
pub fn encode(operation: &Operation) -> u32 {
    match *operation {
        Operation::Vector(vector) => encode_vector(&vector),
        Operation::Transfer(transfer) => {
            let word = TRANSFERS.iter().find_map(|form| form.encode(transfer));
            word.unwrap_or_else(|| panic!("no instruction does this: {transfer:?}"))
        }
        Operation::Zero { d } => 0x6f00_e400 | D.of(d.into()),
        Operation::Add { d, n, number } => {
            let word = if number < 0 { 0xd100_0000 } else { 0x9100_0000 };
            word | D.of(d.into()) | N.of(n.into()) | NUMBER.of(number.unsigned_abs().into())
        }
        Operation::Move { d, n } => 0xaa00_03e0 | D.of(d.into()) | M.of(n.into()),
        Operation::JumpUnlessZero { t, distance } => 0xb500_0000 | D.of(t.into()) | DISTANCE.of_signed(distance),
        Operation::Return => 0xd65f_03c0,
    }
}

fn encode_vector(vector: &Vector) -> u32 {
    let Vector { definition, width, immediate, d, sources: [n, m, a] } = *vector;
    let registers = D.of(d.into()) | N.of(n.into()) | M.of(m.into());
    match definition.encoding {
        Encoding::ArmShift { word, right } => {
            let places = if right { 128 - immediate } else { 64 + immediate };
            word | D.of(d.into()) | N.of(n.into()) | SHIFT.of(places)
        }
        Encoding::Arm(word) if definition.has_immediate() => word | registers | IMMEDIATE.of(immediate),
        Encoding::Arm(word) if definition.sources == 3 => word | registers | A.of(a.into()),
        Encoding::Arm(word) => word | registers,
        Encoding::Extension(first) => {
            let code = (width.ilog2() - 3) << 6 | (first + immediate);
            let code = CODE.iter().map(|&(field, lowest)| field.of(code >> lowest & ((1 << field.1) - 1)));
            code.fold(EXTENSION.0 | registers | A.of(a.into()), |word, part| word | part)
        }
    }
}

/// Returns the instruction that a word is, or `None` if no program here may contain it.
#[must_use]
pub fn decode(word: u32) -> Option<Operation> {
    let d = D.get(word) as u8;
    let n = N.get(word) as u8;
    if word & EXTENSION.1 == EXTENSION.0 {
        return decode_extension(word).map(Operation::Vector);
    }
    if let Some(transfer) = TRANSFERS.iter().find_map(|form| form.decode(word)) {
        return (transfer.base != STACK).then_some(Operation::Transfer(transfer));
    }
    if let Some(vector) = instructions().find_map(|definition| decode_arm(definition, word)) {
        return Some(Operation::Vector(vector));
    }
    let without = |fields: &[Field]| word & !fields.iter().fold(0, |mask, field| mask | field.mask());
    let number = NUMBER.get(word) as i16;
    match (without(&[D]), without(&[D, N, NUMBER]), without(&[D, M]), without(&[D, DISTANCE])) {
        (0x6f00_e400, ..) => Some(Operation::Zero { d }),
        (_, 0x9100_0000, ..) if d != STACK && n != STACK => Some(Operation::Add { d, n, number }),
        (_, 0xd100_0000, ..) if d != STACK && n != STACK => Some(Operation::Add { d, n, number: -number }),
        (_, _, 0xaa00_03e0, _) => Some(Operation::Move { d, n: M.get(word) as u8 }),
        (_, _, _, 0xb500_0000) => Some(Operation::JumpUnlessZero { t: d, distance: DISTANCE.get_signed(word) }),
        _ if word == 0xd65f_03c0 => Some(Operation::Return),
        _ => None,
    }
}

fn decode_extension(word: u32) -> Option<Vector> {
    let code = CODE.iter().fold(0, |code, &(field, lowest)| code | field.get(word) << lowest);
    let (width, code) = (8 << (code >> 6), code & 63);
    let find = |definition: &&'static Definition| match definition.encoding {
        Encoding::Extension(first) => {
            code.checked_sub(first).is_some_and(|immediate| definition.exists(width, immediate))
        }
        Encoding::Arm(_) | Encoding::ArmShift { .. } => false,
    };
    let definition = instructions().find(find)?;
    let Encoding::Extension(first) = definition.encoding else { return None };
    let [n, m, a] = [N, M, A].map(|field| field.get(word) as u8);
    Some(Vector { definition, width, immediate: code - first, d: D.get(word) as u8, sources: [n, m, a] })
}

fn decode_arm(definition: &'static Definition, word: u32) -> Option<Vector> {
    let [n, m, a] = [N, M, A].map(|field| field.get(word) as u8);
    let d = D.get(word) as u8;
    let (fixed, others, immediate) = match definition.encoding {
        Encoding::Extension(_) => return None,
        Encoding::ArmShift { word: fixed, right } => {
            let places = SHIFT.get(word);
            let immediate = if right { 128 - places } else { places.checked_sub(64)? };
            (fixed, SHIFT.mask(), immediate)
        }
        Encoding::Arm(fixed) if definition.has_immediate() => (fixed, M.mask() | IMMEDIATE.mask(), IMMEDIATE.get(word)),
        Encoding::Arm(fixed) if definition.sources == 3 => (fixed, M.mask() | A.mask(), 0),
        Encoding::Arm(fixed) => (fixed, M.mask(), 0),
    };
    if word & !(D.mask() | N.mask() | others) != fixed || !definition.exists(64, immediate) {
        return None;
    }
    let mut sources = match definition.sources {
        1 => [n, 0, 0],
        2 => [n, m, 0],
        _ => [n, m, a],
    };
    if definition.reads_destination {
        sources[definition.sources - 1] = d;
    }
    Some(Vector { definition, width: 64, immediate, d, sources })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every form of every instruction, with all registers in all places.
    #[test]
    fn what_is_encoded_is_decoded() {
        for definition in instructions() {
            for (width, immediate) in definition.forms() {
                for d in 0..32u8 {
                    let mut sources = [d ^ 1, 31 - d, d.wrapping_add(7) % 32];
                    sources[definition.sources..].fill(0);
                    if definition.reads_destination {
                        sources[definition.sources - 1] = d;
                    }
                    let vector = Operation::Vector(Vector { definition, width, immediate, d, sources });
                    same(vector);
                }
            }
        }
        for form in &TRANSFERS {
            for t in 0..32u8 {
                let what = match form.what {
                    Transferred::LowPair(_) => Transferred::LowPair(31 - t),
                    Transferred::Lane(_) => Transferred::Lane(t % 2),
                    what => what,
                };
                let offset = match what {
                    Transferred::Lane(_) => 0,
                    Transferred::Replicated => 8,
                    _ => (i16::from(t) - 16) * 8,
                };
                let transfer = Transfer { load: form.load, what, t, base: t % 31, offset, after: form.after };
                same(Operation::Transfer(transfer));
            }
        }
        for d in 0..31 {
            same(Operation::Zero { d });
            same(Operation::Move { d, n: 30 - d });
            same(Operation::Return);
            for number in [0, 1, 4095, -1, -4095] {
                same(Operation::Add { d, n: 30 - d, number });
            }
            for distance in [0, 1, -1, (1 << 18) - 1, -(1 << 18)] {
                same(Operation::JumpUnlessZero { t: d, distance });
            }
        }
    }

    fn same(operation: Operation) {
        let word = encode(&operation);
        let decoded = decode(word).unwrap_or_else(|| panic!("{operation} is not decoded"));
        assert_eq!(decoded.to_string(), operation.to_string());
        assert_eq!(encode(&decoded), word, "{operation}");
    }

    #[test]
    fn other_words_are_refused() {
        for word in [0, u32::MAX, 0x0200_0000 | 63 << 21, 0xd503_201f, 0x1e60_2800, 0x9100_07e0, 0x3cc0_03e0] {
            assert!(decode(word).is_none(), "{word:#x}");
        }
    }

    /// Words from the manual's examples, as an assembler makes them.
    #[test]
    fn words_are_those_of_an_assembler() {
        for (word, text) in [
            (0x6e22_1c20, "eor v0, v1, v2"),
            (0xce02_0c20, "eor3 v0, v1, v2, v3"),
            (0xce22_0c20, "bcax v0, v1, v2, v3"),
            (0xce62_8c20, "rax1 v0, v1, v2"),
            (0xce82_0420, "xar v0, v1, v2, #1"),
            (0x4f41_5420, "shl v0, v1, #1"),
            (0x6f41_4420, "sri v0, v1, #63"),
            (0x3cc1_0020, "ldr q0, [x1, #16]"),
            (0xfc40_8420, "ldr d0, [x1], #8"),
            (0x6d41_0460, "ldp d0, d1, [x3, #16]"),
            (0x4d40_8420, "ld1 {v0.d}[1], [x1]"),
            (0x4ddf_cc20, "ld1r {v0.2d}, [x1], #8"),
            (0xd100_0421, "sub x1, x1, #1"),
            (0xb5ff_ffe3, "cbnz x3, -4"),
        ] {
            assert_eq!(decode(word).map(|operation| operation.to_string()).as_deref(), Some(text), "{word:#x}");
        }
    }
}
