//! Encodes instructions as 32-bit words, and decodes them.
//!
//! The architecture's instructions are encoded as in its manual. The extension takes words that the architecture leaves
//! free, with 0001 in bits 28 to 25:
//!
//! ```text
//!   31 29  28 25  24  21  20 16  15   14 10  9  5  4  0
//!   code   0001   code    m      code a      n     d
//!   7..5          4..1           0
//! ```
//!
//! The code has 8 bits: the binary logarithm of the lane's width in bytes, then the code of the instruction with its
//! immediate operand ([`Encoding::Extension`]).

use crate::instruction::{Definition, Encoding, Immediate, Place};
use crate::operation::{Compute, Number, Operation, STACK, Transfer, Transferred};
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
/// A number of bytes.
const BYTES: Field = Field(11, 4);
/// The number of places of a shift, encoded as in [`Immediate`].
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
    /// Returns the word with this number in the field.
    fn of(self, number: u32) -> u32 {
        assert!(number >> self.1 == 0, "{number} does not fit into {} bits", self.1);
        number << self.0
    }

    /// Returns the word in which the field is this number, which may be negative.
    fn of_signed(self, number: i32) -> u32 {
        assert!(self.contains(number), "{number} does not fit into {} bits", self.1);
        (number as u32 & ((1 << self.1) - 1)) << self.0
    }

    fn get(self, word: u32) -> u32 {
        word >> self.0 & ((1 << self.1) - 1)
    }

    /// Returns whether a number, which may be negative, fits.
    fn contains(self, number: i32) -> bool {
        let most = 1 << (self.1 - 1);
        (-most..most).contains(&number)
    }

    /// Returns the number of a register.
    fn register(self, word: u32) -> Number {
        self.get(word) as Number
    }

    fn get_signed(self, word: u32) -> i32 {
        (word << (32 - self.0 - self.1)) as i32 >> (32 - self.1)
    }

    /// Returns the bits of the field.
    fn mask(self) -> u32 {
        ((1 << self.1) - 1) << self.0
    }
}

/// The bits that all instructions of the extension have in common: their values, and their mask.
const EXTENSION: (u32, u32) = (0x0200_0000, 0x1e00_0000);
/// The parts of the code.
const CODE: [(Field, u32); 3] = [(Field(29, 3), 5), (Field(21, 4), 1), (Field(15, 1), 0)];

/// A load or a store, without its operands.
struct TransferForm {
    load: bool,
    what: Transferred,
    after: bool,
    /// Whether the distance counts in units of the transferred size and is not negative.
    scaled: bool,
    /// The bits that are not operands.
    word: u32,
}

/// Returns the forms of all loads and stores. The other register of a pair is an operand, as is the index of a lane.
fn transfers() -> impl Iterator<Item = TransferForm> {
    let form = |load, what, after, word| TransferForm { load, what, after, scaled: false, word };
    // Loads and stores of one register, each at a distance, or with a distance that is added afterwards.
    let distances = [
        (true, Transferred::Whole, 0x3cc0_0000),
        (false, Transferred::Whole, 0x3c80_0000),
        (true, Transferred::Low, 0xfc40_0000),
        (false, Transferred::Low, 0xfc00_0000),
        (true, Transferred::General(64), 0xf840_0000),
        (false, Transferred::General(64), 0xf800_0000),
        (true, Transferred::General(32), 0xb840_0000),
        (false, Transferred::General(32), 0xb800_0000),
        (true, Transferred::General(16), 0x7840_0000),
        (false, Transferred::General(16), 0x7800_0000),
        (true, Transferred::General(8), 0x3840_0000),
        (false, Transferred::General(8), 0x3800_0000),
    ];
    let single = distances.into_iter().flat_map(move |(load, what, word)| {
        let scaled = TransferForm { scaled: true, ..form(load, what, false, word | 0x0100_0000) };
        [form(load, what, false, word), form(load, what, true, word | 0x400), scaled]
    });
    let pairs = [(true, 0x6d40_0000), (false, 0x6d00_0000)];
    let pairs = pairs.into_iter().map(move |(load, word)| form(load, Transferred::LowPair(0), false, word));
    let half = |upper: bool| u32::from(upper) << 30;
    let repeated = (0..4).flat_map(move |size| {
        [false, true].map(|whole| {
            let what = Transferred::Repeated { width: 8 << size, whole };
            form(true, what, true, 0x0ddf_c000 | size << 10 | half(whole))
        })
    });
    let lanes = [(8, 0x0d9f_0000), (16, 0x0d9f_4000), (32, 0x0d9f_8000), (64, 0x0d9f_8400)];
    let lanes = lanes.into_iter().flat_map(move |(width, word)| {
        let into = Transferred::LaneInto { width, index: 0, of: 0 };
        [form(false, Transferred::Lane { width, index: 0 }, true, word), form(true, into, true, word | 0x0040_0000)]
    });
    single.chain(pairs).chain(repeated).chain(lanes)
}

impl TransferForm {
    /// Returns the operands of the form, without the register and the base.
    fn operands(&self) -> u32 {
        match self.what {
            _ if self.scaled => NUMBER.mask(),
            Transferred::Whole | Transferred::Low | Transferred::General(_) => OFFSET.mask(),
            Transferred::LowPair(_) => PAIR_OFFSET.mask() | A.mask(),
            Transferred::Repeated { .. } => 0,
            Transferred::Lane { width, .. } | Transferred::LaneInto { width, .. } => lane_index(width, 128 / width - 1),
        }
    }

    fn decode(&self, word: u32) -> Option<Transfer> {
        let operands = D.mask() | N.mask() | self.operands();
        if word & !operands != self.word {
            return None;
        }
        let (what, offset) = match self.what {
            Transferred::LowPair(_) => (Transferred::LowPair(A.register(word)), 8 * PAIR_OFFSET.get_signed(word)),
            Transferred::Repeated { .. } => (self.what, self.what.bytes().0 as i32),
            Transferred::Lane { width, .. } => {
                (Transferred::Lane { width, index: index_of(width, word) }, width as i32 / 8)
            }
            Transferred::LaneInto { width, .. } => {
                let index = index_of(width, word);
                (Transferred::LaneInto { width, index, of: D.register(word) }, width as i32 / 8)
            }
            what if self.scaled => (what, (NUMBER.get(word) as usize * what.bytes().0) as i32),
            what => (what, OFFSET.get_signed(word)),
        };
        let (t, base) = (D.register(word), N.register(word));
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
            (Transferred::LowPair(_), Transferred::LowPair(other)) if offset % 8 == 0 => {
                PAIR_OFFSET.of_signed(offset / 8) | A.of(other.into())
            }
            (Transferred::Lane { width, .. }, Transferred::Lane { width: other, index })
                if width == other && offset == width as i32 / 8 =>
            {
                lane_index(width, index)
            }
            (Transferred::LaneInto { width, .. }, Transferred::LaneInto { width: other, index, of })
                if width == other && of == t && offset == width as i32 / 8 =>
            {
                lane_index(width, index)
            }
            _ if self.what != what => return None,
            (Transferred::Repeated { .. }, _) if offset == what.bytes().0 as i32 => 0,
            (Transferred::Repeated { .. } | Transferred::Lane { .. } | Transferred::LaneInto { .. }, _) => return None,
            _ if self.scaled => NUMBER.of(scaled(offset, what.bytes().0)?),
            _ if OFFSET.contains(offset) => OFFSET.of_signed(offset),
            _ => return None,
        };
        Some(self.word | operands | D.of(t.into()) | N.of(base.into()))
    }
}

/// The bits for the place of a lane in a register, in bytes, the most significant one first.
const LANE_INDEX: [u32; 4] = [30, 12, 11, 10];

/// Returns the word with the index of a lane.
fn lane_index(width: u32, index: u32) -> u32 {
    let byte = index * width / 8;
    LANE_INDEX.iter().enumerate().fold(0, |word, (bit, at)| word | (byte >> (3 - bit) & 1) << at)
}

/// Returns the index of a lane.
fn index_of(width: u32, word: u32) -> u32 {
    LANE_INDEX.iter().fold(0, |byte, at| byte << 1 | word >> at & 1) * 8 / width
}

/// Returns a distance as a multiple, if it is one.
fn scaled(offset: i32, bytes: usize) -> Option<u32> {
    let offset = u32::try_from(offset).ok()?;
    offset.is_multiple_of(bytes as u32).then(|| offset / bytes as u32)
}

/// Returns the word of an instruction.
///
/// # Panics
///
/// If an operand does not fit, which never happens in this crate's kernels.
pub fn encode(operation: &Operation) -> u32 {
    match *operation {
        Operation::Compute(compute) => encode_compute(&compute),
        Operation::Transfer(transfer) => {
            encode_transfer(transfer).unwrap_or_else(|| panic!("no instruction does this: {transfer:?}"))
        }
        Operation::Add { d, n, number } => {
            let word = if number < 0 { 0xd100_0000 } else { 0x9100_0000 };
            word | D.of(d.into()) | N.of(n.into()) | NUMBER.of(number.unsigned_abs().into())
        }
        Operation::JumpUnlessZero { t, distance } => 0xb500_0000 | D.of(t.into()) | DISTANCE.of_signed(distance),
        Operation::Return => 0xd65f_03c0,
    }
}

/// Returns the code of an instruction of the extension.
pub(crate) fn code(definition: &Definition, width: u32, immediate: u32) -> Option<u32> {
    match definition.encoding {
        Encoding::Extension(first) => Some(code_of(first, width, immediate)),
        Encoding::Arm { .. } => None,
    }
}

fn code_of(first: u32, width: u32, immediate: u32) -> u32 {
    (width.ilog2() - 3) << 6 | (first + immediate)
}

/// Returns the word of a load or a store, if there is one.
pub(crate) fn encode_transfer(transfer: Transfer) -> Option<u32> {
    transfers().find_map(|form| form.encode(transfer))
}

fn encode_compute(compute: &Compute) -> u32 {
    let Compute { definition, width, immediate, d, sources } = *compute;
    let named = &sources[..definition.sources];
    match definition.encoding {
        Encoding::Arm { word, sources: places, immediate: place, .. } => {
            let registers = places
                .iter()
                .zip(named)
                .map(|(place, &source)| place.fields().iter().fold(0, |word, field| word | field.of(source.into())));
            let number = match place {
                Immediate::None => 0,
                Immediate::Bits => IMMEDIATE.of(immediate),
                Immediate::Bytes => BYTES.of(immediate),
                Immediate::Left => SHIFT.of(width + immediate),
                Immediate::Right => SHIFT.of(2 * width - immediate),
            };
            registers.fold(word | number | D.of(d.into()), |word, register| word | register)
        }
        Encoding::Extension(first) => {
            let code = code_of(first, width, immediate);
            let code = CODE.iter().map(|&(field, lowest)| field.of(code >> lowest & ((1 << field.1) - 1)));
            let read = sources[..definition.named_sources()].iter();
            let registers = [N, M, A]
                .iter()
                .zip(read)
                .fold(D.of(d.into()), |word, (field, &source)| word | field.of(source.into()));
            code.fold(EXTENSION.0 | registers, |word, part| word | part)
        }
    }
}

/// Returns the instruction in a word, or `None` if no program here may contain it.
pub fn decode(word: u32) -> Option<Operation> {
    if word & EXTENSION.1 == EXTENSION.0 {
        return decode_extension(word).map(Operation::Compute);
    }
    if let Some(transfer) = transfers().find_map(|form| form.decode(word)) {
        return Some(Operation::Transfer(transfer));
    }
    if let Some(compute) = instructions().find_map(|definition| decode_arm(definition, word)) {
        return Some(Operation::Compute(compute));
    }
    let (d, n) = (D.register(word), N.register(word));
    let without = |fields: &[Field]| word & !fields.iter().fold(0, |mask, field| mask | field.mask());
    let number = NUMBER.get(word) as i16;
    match (without(&[D, N, NUMBER]), without(&[D, DISTANCE])) {
        (0x9100_0000, _) if d != STACK && n != STACK => Some(Operation::Add { d, n, number }),
        (0xd100_0000, _) if d != STACK && n != STACK => Some(Operation::Add { d, n, number: -number }),
        (_, 0xb500_0000) => Some(Operation::JumpUnlessZero { t: d, distance: DISTANCE.get_signed(word) }),
        _ if word == 0xd65f_03c0 => Some(Operation::Return),
        _ => None,
    }
}

fn decode_extension(word: u32) -> Option<Compute> {
    let code = CODE.iter().fold(0, |code, &(field, lowest)| code | field.get(word) << lowest);
    let (width, code) = (8 << (code >> 6), code & 63);
    let (definition, immediate) = instructions().find_map(|definition| match definition.encoding {
        Encoding::Extension(first) => {
            let immediate = code.checked_sub(first)?;
            definition.exists(width, immediate).then_some((definition, immediate))
        }
        Encoding::Arm { .. } => None,
    })?;
    let mut sources = [N, M, A].map(|field| field.register(word));
    if sources[definition.named_sources()..].iter().any(|&source| source != 0) {
        return None;
    }
    let d = D.register(word);
    if definition.reads_destination {
        sources[definition.sources - 1] = d;
    }
    Some(Compute { definition, width, immediate, d, sources })
}

fn decode_arm(definition: &'static Definition, word: u32) -> Option<Compute> {
    let Encoding::Arm { word: fixed, sources: places, immediate: place, .. } = definition.encoding else { return None };
    let width = definition.widths[0];
    let (mask, immediate) = match place {
        Immediate::None => (0, 0),
        Immediate::Bits => (IMMEDIATE.mask(), IMMEDIATE.get(word)),
        Immediate::Bytes => (BYTES.mask(), BYTES.get(word)),
        Immediate::Left => (SHIFT.mask(), SHIFT.get(word).checked_sub(width)?),
        Immediate::Right => (SHIFT.mask(), (2 * width).checked_sub(SHIFT.get(word))?),
    };
    let fields = places.iter().flat_map(|place| place.fields());
    let operands = fields.fold(D.mask() | mask, |operands, field| operands | field.mask());
    if word & !operands != fixed || !definition.exists(width, immediate) {
        return None;
    }
    let mut sources = [0; 3];
    for (source, place) in sources.iter_mut().zip(places) {
        *source = place.fields()[0].register(word);
        if place.fields().iter().any(|field| field.register(word) != *source) {
            return None;
        }
    }
    Some(Compute { definition, width, immediate, d: D.register(word), sources })
}

impl Place {
    /// Returns the fields of a word that contain the number of the register.
    fn fields(self) -> &'static [Field] {
        match self {
            Self::N => &[N],
            Self::M => &[M],
            Self::A => &[A],
            Self::D => &[D],
            Self::NAndM => &[N, M],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every form of every instruction, with all registers in all places.
    #[test]
    fn what_is_encoded_is_decoded() {
        for definition in instructions() {
            for (width, immediate) in definition.forms() {
                for d in 0..32u16 {
                    let mut sources = [d ^ 1, 31 - d, (d + 7) % 32];
                    sources[definition.sources..].fill(0);
                    if definition.reads_destination {
                        sources[definition.sources - 1] = d;
                    }
                    same(Operation::Compute(Compute { definition, width, immediate, d, sources }));
                }
            }
        }
        for form in transfers() {
            for t in 0..32u16 {
                let what = match form.what {
                    Transferred::LowPair(_) => Transferred::LowPair(31 - t),
                    Transferred::Lane { width, .. } => Transferred::Lane { width, index: u32::from(t) % (128 / width) },
                    Transferred::LaneInto { width, .. } => {
                        Transferred::LaneInto { width, index: u32::from(t) % (128 / width), of: t }
                    }
                    what => what,
                };
                let offset = match what {
                    Transferred::Repeated { .. } | Transferred::Lane { .. } | Transferred::LaneInto { .. } => {
                        what.bytes().0 as i16
                    }
                    _ if form.scaled => (t as usize * 16 + 256) as i16,
                    _ => (t.cast_signed() - 16) * 8,
                };
                same(Operation::Transfer(Transfer { load: form.load, what, t, base: t, offset, after: form.after }));
            }
        }
        same(Operation::Return);
        for d in 0..31 {
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
        for word in [0, u32::MAX, 0x0200_0000 | 63 << 21, 0xd503_201f, 0x1e60_2800, 0x9100_07e0, 0x4ea1_1c40] {
            assert!(decode(word).is_none(), "{word:#x}");
        }
    }

    /// Words for the manual's examples, from an assembler.
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
            (0xcac2_0c20, "eor x0, x1, x2, ror #3"),
            (0x8ae2_0c20, "bic x0, x1, x2, ror #3"),
            (0xaae2_0c20, "orn x0, x1, x2, ror #3"),
            (0x4ee2_1c20, "orn v0, v1, v2"),
            (0xca02_2020, "eor x0, x1, x2, lsl #8"),
            (0x93c1_0c20, "ror x0, x1, #3"),
            (0xaa01_03e0, "mov x0, x1"),
            (0x6e02_4020, "ext v0, v1, v2"),
            (0x4ec2_3820, "zip1 v0, v1, v2"),
            (0x6e18_4420, "ins v0, v1"),
            (0x6f00_e400, "movi v0"),
            (0x0ddf_c820, "ld1r {v0.2s}, [x1], #4"),
            (0x4d9f_4020, "st1 {v0.h}[4], [x1], #2"),
            (0x0ddf_1c20, "ld1 {v0.b}[7], [x1], #1"),
            (0x4ddf_9020, "ld1 {v0.s}[3], [x1], #4"),
            (0x4f25_5420, "shl.4s v0, v1, #5"),
            (0x6f0f_4420, "sri.16b v0, v1, #1"),
            (0x3840_1420, "ldrb w0, [x1], #1"),
            (0xf840_83e0, "ldr x0, [sp, #8]"),
            (0x4ddf_cc20, "ld1r {v0.2d}, [x1], #8"),
            (0xd100_0421, "sub x1, x1, #1"),
            (0xb5ff_ffe3, "cbnz x3, -4"),
        ] {
            assert_eq!(decode(word).map(|operation| operation.to_string()).as_deref(), Some(text), "{word:#x}");
        }
    }
}
