//! Vector instructions. An instruction with VEX or EVEX has the name of the older one with a prefix `v`, and the same
//! meaning, applied to each 128 bits of a longer vector unless stated otherwise.

use super::Machine;
use crate::execution::Done;
use crate::logic::{INVERSES, Logic, shift_rows, times};
use crate::memory::number;
use crate::sums::Bit;
use crate::words::{Word, constant, interleaved, lane, resized, rotated_left, shifted_left, shifted_right};
use iced_x86::{EncodingKind, Instruction, OpKind, Register};
use std::rc::Rc;

/// The number of bits in a group of 16 bytes.
const GROUP: usize = 128;

impl Machine<'_> {
    /// Runs the instruction if this file implements it, and returns whether it does.
    pub(super) fn vector(&mut self, name: &str, i: &Instruction) -> Done<bool> {
        let name = match i.encoding() {
            EncodingKind::Legacy => name,
            _ => name.strip_prefix('v').unwrap_or(name),
        };
        if name == "zeroupper" {
            for register in &mut self.vectors[..16] {
                register[GROUP..].fill(Bit::ZERO);
            }
            return Ok(true);
        }
        let is_unaligned = matches!(name, "movdqu" | "movups" | "movupd" | "lddqu");
        if i.encoding() == EncodingKind::Legacy && i.memory_size().size() == GROUP / 8 && !is_unaligned {
            // The older encodings require every 16-byte operand to be aligned.
            self.check_alignment(i)?;
        }
        if self.moves(name, i)? || self.parts(name, i)? {
            return Ok(true);
        }
        let Some(result) = self.computed(name, i)? else { return Ok(false) };
        self.write_vector(i, &result, element_bits(name))?;
        Ok(true)
    }

    /// Returns the result of an instruction that computes a whole vector.
    fn computed(&mut self, name: &str, i: &Instruction) -> Done<Option<Word>> {
        if let Some(result) = self.bitwise_vector(name, i)? {
            return Ok(Some(result));
        }
        if let Some(result) = self.lane_vector(name, i)? {
            return Ok(Some(result));
        }
        if let Some(result) = self.field_vector(name, i)? {
            return Ok(Some(result));
        }
        self.permuted_vector(name, i)
    }

    /// Returns the number of operands that are not immediates.
    fn values(i: &Instruction) -> u32 {
        let immediate = i.op_count() > 0 && i.op_kind(i.op_count() - 1) == OpKind::Immediate8;
        i.op_count() - u32::from(immediate)
    }

    /// Returns the immediate byte.
    fn byte(i: &Instruction) -> usize {
        usize::from(i.immediate8())
    }

    /// Returns the two sources. In the older encodings, the first one is also the destination.
    fn pair(&mut self, i: &Instruction) -> Done<(Word, Word)> {
        let first = Self::values(i) - 2;
        Ok((self.operand(i, first)?, self.operand(i, first + 1)?))
    }

    /// Returns the last source.
    fn single(&mut self, i: &Instruction) -> Done<Word> {
        self.operand(i, Self::values(i) - 1)
    }

    fn bitwise_vector(&mut self, name: &str, i: &Instruction) -> Done<Option<Word>> {
        let result = match name {
            "pxor" | "pxord" | "pxorq" | "xorps" | "xorpd" => {
                // A register XORed with itself is zero, whatever it contains.
                let first = Self::values(i) - 2;
                if i.op_kind(first + 1) == OpKind::Register && i.op_register(first) == i.op_register(first + 1) {
                    return Ok(Some(vec![Bit::ZERO; 8 * i.op0_register().size()]));
                }
                let (a, b) = self.pair(i)?;
                self.execution.logic.xor_words(&a, &b)
            }
            "pand" | "pandd" | "pandq" | "andps" | "andpd" => {
                let (a, b) = self.pair(i)?;
                self.execution.logic.each(&a, &b, Logic::and)
            }
            "pandn" | "pandnd" | "pandnq" | "andnps" | "andnpd" => {
                let (a, b) = self.pair(i)?;
                self.execution.logic.each(&a, &b, |logic, a, b| logic.and(!a, b))
            }
            "por" | "pord" | "porq" | "orps" | "orpd" => {
                let (a, b) = self.pair(i)?;
                self.execution.logic.each(&a, &b, Logic::or)
            }
            "pternlogd" | "pternlogq" => {
                let table = i.immediate8();
                if table == 0xff || table == 0 {
                    return Ok(Some(vec![Bit::constant(table != 0); 8 * i.op0_register().size()]));
                }
                let (a, b, c) = (self.operand(i, 0)?, self.operand(i, 1)?, self.operand(i, 2)?);
                if table == 0x96 {
                    let sum = self.execution.logic.xor_words(&a, &b);
                    return Ok(Some(self.execution.logic.xor_words(&sum, &c)));
                }
                self.execution.logic.fetch_groups(&a, &b);
                (0..a.len()).map(|n| self.ternary(table, a[n], b[n], c[n])).collect()
            }
            _ => return Ok(None),
        };
        Ok(Some(result))
    }

    /// Returns the bit of a table of 8 at the index `a b c`.
    fn ternary(&mut self, table: u8, a: Bit, b: Bit, c: Bit) -> Bit {
        self.execution.logic.look_up(&[c, b, a], 1, |index| u64::from(table >> index & 1))[0]
    }

    /// Applies a function to the lanes of two vectors.
    fn lanes(
        &mut self,
        i: &Instruction,
        bits: usize,
        function: impl Fn(&mut Self, &[Bit], &[Bit]) -> Word,
    ) -> Done<Option<Word>> {
        let (a, b) = self.pair(i)?;
        Ok(Some(a.chunks(bits).zip(b.chunks(bits)).flat_map(|(a, b)| function(self, a, b)).collect()))
    }

    fn lane_vector(&mut self, name: &str, i: &Instruction) -> Done<Option<Word>> {
        let bits = element_bits(name);
        match name {
            "paddb" | "paddw" | "paddd" | "paddq" => {
                self.lanes(i, bits, |machine, a, b| machine.execution.logic.sum(a, b, Bit::ZERO).0)
            }
            "psubb" | "psubw" | "psubd" | "psubq" => {
                self.lanes(i, bits, |machine, a, b| machine.execution.logic.difference(a, b, Bit::ZERO).0)
            }
            "pcmpeqb" | "pcmpeqw" | "pcmpeqd" | "pcmpeqq" => {
                let first = Self::values(i) - 2;
                if i.op_kind(first + 1) == OpKind::Register && i.op_register(first) == i.op_register(first + 1) {
                    return Ok(Some(vec![Bit::ONE; 8 * i.op0_register().size()]));
                }
                self.lanes(i, bits, |machine, a, b| {
                    let difference = machine.execution.logic.xor_words(a, b);
                    vec![machine.execution.logic.is_zero(&difference); a.len()]
                })
            }
            "pcmpgtb" | "pcmpgtw" | "pcmpgtd" => {
                self.lanes(i, bits, |machine, a, b| vec![machine.execution.logic.is_greater(a, b, true); a.len()])
            }
            "psllw" | "pslld" | "psllq" | "psrlw" | "psrld" | "psrlq" | "psraw" | "psrad" | "prold" | "prolq"
            | "prord" | "prorq" => {
                let immediate = i.op_kind(i.op_count() - 1) == OpKind::Immediate8;
                let (value, by) = if immediate {
                    (self.single(i)?, Self::byte(i))
                } else {
                    let (value, by) = self.pair(i)?;
                    (value, number(&by[..64]).ok_or("a shift by a number of bits that depends on data")? as usize)
                };
                Ok(Some(value.chunks(bits).flat_map(|lane| shifted(name, lane, by)).collect()))
            }
            "psllvd" | "psllvq" | "psrlvd" | "psrlvq" | "prolvd" | "prolvq" | "prorvd" | "prorvq" => {
                let (value, by) = self.pair(i)?;
                let lanes = value.chunks(bits).zip(by.chunks(bits)).map(|(lane, by)| {
                    let by = number(by).ok_or("a shift by a number of bits that depends on data")?;
                    // A shift by more bits than there are clears the lane; a rotation takes the remainder.
                    let by = if name.starts_with("pr") { by % bits as u64 } else { by.min(bits as u64) };
                    Ok(shifted(name, lane, by as usize))
                });
                Ok(Some(lanes.collect::<Done<Vec<Word>>>()?.concat()))
            }
            "pmullw" => {
                let (value, by) = self.pair(i)?;
                let lanes = value.chunks(bits).zip(by.chunks(bits)).map(|(lane, by)| {
                    let factor = number(by).filter(|factor| factor.is_power_of_two());
                    let factor = factor.ok_or("a factor that is not a power of two, or depends on data")?;
                    Ok(shifted_left(lane, factor.trailing_zeros() as usize))
                });
                Ok(Some(lanes.collect::<Done<Vec<Word>>>()?.concat()))
            }
            "pslldq" | "psrldq" => {
                let (value, by) = (self.single(i)?, 8 * Self::byte(i));
                Ok(Some(
                    value
                        .chunks(GROUP)
                        .flat_map(|group| {
                            if name == "pslldq" { shifted_left(group, by) } else { shifted_right(group, by, Bit::ZERO) }
                        })
                        .collect(),
                ))
            }
            "packuswb" => {
                let (a, b) = self.pair(i)?;
                let mut packed = Word::new();
                for (a, b) in a.chunks(GROUP).zip(b.chunks(GROUP)) {
                    for lane in a.chunks(16).chain(b.chunks(16)) {
                        // A negative number becomes 0, one above 255 becomes 255.
                        let above =
                            lane[8..15].iter().fold(Bit::ZERO, |above, &bit| self.execution.logic.or(above, bit));
                        for &bit in &lane[..8] {
                            let bit = self.execution.logic.or(bit, above);
                            packed.push(self.execution.logic.and(bit, !lane[15]));
                        }
                    }
                }
                Ok(Some(packed))
            }
            _ => Ok(None),
        }
    }

    fn field_vector(&mut self, name: &str, i: &Instruction) -> Done<Option<Word>> {
        match name {
            "aesenc" | "aesenclast" => {
                let (state, key) = self.pair(i)?;
                let mut result = Word::new();
                for (state, key) in state.chunks(GROUP).zip(key.chunks(GROUP)) {
                    let mut state = self.execution.logic.sub_bytes(&shift_rows(state));
                    if name == "aesenc" {
                        state = self.execution.logic.mix_columns(&state);
                    }
                    result.extend(self.execution.logic.xor_words(&state, key));
                }
                Ok(Some(result))
            }
            "gf2p8affineqb" | "gf2p8affineinvqb" => {
                let (values, matrices) = self.pair(i)?;
                let constants = i.immediate8();
                let mut result = Word::new();
                for (values, matrix) in values.chunks(64).zip(matrices.chunks(64)) {
                    for value in values.chunks(8) {
                        result.extend(self.affine(name == "gf2p8affineinvqb", value, matrix, constants));
                    }
                }
                Ok(Some(result))
            }
            "gf2p8mulb" => self.lanes(i, 8, |machine, a, b| match (number(a), number(b)) {
                (Some(a), _) => machine.execution.logic.times(b, a as u8),
                (_, Some(b)) => machine.execution.logic.times(a, b as u8),
                _ => {
                    let both = [a, b].concat();
                    machine.execution.logic.look_up(&both, 8, |index| times(index as u8, (index >> 8) as u8).into())
                }
            }),
            _ => Ok(None),
        }
    }

    /// Returns A x + b, where x is a byte or its inverse. Row i of A is byte 7 - i.
    fn affine(&mut self, inverts: bool, value: &[Bit], matrix: &[Bit], constants: u8) -> Word {
        let row = |n: usize| &matrix[8 * (7 - n)..][..8];
        if let Some(rows) = (0..8).map(|n| Some(number(row(n))? as u8)).collect::<Option<Vec<u8>>>() {
            let product =
                |x: u8| rows.iter().enumerate().fold(0, |sum, (n, row)| sum | ((row & x).count_ones() as u8 & 1) << n);
            if inverts {
                let key = (rows.clone(), constants);
                let new = || Rc::new(INVERSES.map(|x| product(x) ^ constants));
                let table = Rc::clone(self.of_inverses.entry(key).or_insert_with(new));
                return self.execution.logic.look_up(value, 8, |index| table[index].into());
            }
            let columns: Vec<u8> = (0..8).map(|n| product(1 << n)).collect();
            let linear = self.execution.logic.linear(value, &columns);
            return self.execution.logic.xor_words(&linear, &constant(constants.into(), 8));
        }
        let value =
            if inverts { self.execution.logic.look_up(value, 8, |x| INVERSES[x].into()) } else { value.to_vec() };
        (0..8)
            .map(|n| {
                let products = self.execution.logic.each(row(n), &value, Logic::and);
                let start = Bit::constant(constants >> n & 1 == 1);
                products.into_iter().fold(start, |sum, bit| self.execution.logic.xor(sum, bit))
            })
            .collect()
    }

    fn permuted_vector(&mut self, name: &str, i: &Instruction) -> Done<Option<Word>> {
        let element = element_bits(name);
        let result = match name {
            "pshufb" => {
                let (value, index) = self.pair(i)?;
                let groups = value.chunks(GROUP).zip(index.chunks(GROUP));
                let mut result = Word::new();
                for (value, index) in groups {
                    for index in index.chunks(8) {
                        // The highest bit of the index clears the byte.
                        let place = [&index[..4], &index[7..]].concat();
                        let mut table: Vec<Word> = value.chunks(8).map(<[Bit]>::to_vec).collect();
                        table.resize(32, constant(0, 8));
                        result.extend(self.execution.logic.chosen(&place, &table));
                    }
                }
                result
            }
            "permb" | "permw" | "permd" | "permq" | "permps" if i.op_kind(i.op_count() - 1) != OpKind::Immediate8 => {
                let (index, value) = self.pair(i)?;
                self.permuted(&index, &value, element)
            }
            "permi2b" | "permi2w" | "permi2d" | "permi2q" | "permt2b" | "permt2w" | "permt2d" | "permt2q" => {
                let (a, b, c) = (self.operand(i, 0)?, self.operand(i, 1)?, self.operand(i, 2)?);
                let (low, index) = if name.starts_with("permi") { (b, a) } else { (a, b) };
                self.permuted(&index, &[low, c].concat(), element)
            }
            "permq" | "permpd" => {
                let (value, by) = (self.single(i)?, Self::byte(i));
                value.chunks(256).flat_map(|four| (0..4).flat_map(move |n| lane(four, 64, by >> (2 * n) & 3))).collect()
            }
            "permilps" | "pshufd" => {
                let (value, by) = (self.single(i)?, Self::byte(i));
                value
                    .chunks(GROUP)
                    .flat_map(|four| (0..4).flat_map(move |n| lane(four, 32, by >> (2 * n) & 3)))
                    .collect()
            }
            "movddup" => {
                let value = self.single(i)?;
                value.chunks(GROUP).flat_map(|group| group[..64].repeat(2)).collect()
            }
            "pexpandd" | "pexpandq" if i.op1_kind() == OpKind::Register && i.op_mask() != Register::None => {
                // The elements that the mask chooses come from the source, in order. The others are removed when the
                // result is written.
                let value = self.operand(i, 1)?;
                let elements = value.len() / element;
                let mask = self.mask(i, elements)?;
                let from = |n: usize| (mask & ((1 << n) - 1)).count_ones() as usize;
                (0..elements).flat_map(|n| lane(&value, element, from(n))).collect()
            }
            "pshuflw" | "pshufhw" => {
                let (value, by) = (self.single(i)?, Self::byte(i));
                let first = if name == "pshuflw" { 0 } else { 4 };
                let place = |n: usize| if n / 4 == first / 4 { first + (by >> (2 * (n % 4)) & 3) } else { n };
                value.chunks(GROUP).flat_map(|group| (0..8).flat_map(move |n| lane(group, 16, place(n)))).collect()
            }
            "shufps" => {
                let by = Self::byte(i);
                return self.groups(i, |a, b| {
                    (0..4).flat_map(|n| lane(if n < 2 { a } else { b }, 32, by >> (2 * n) & 3)).collect()
                });
            }
            "shufpd" => {
                let ((a, b), by) = (self.pair(i)?, Self::byte(i));
                let groups = a.chunks(GROUP).zip(b.chunks(GROUP)).enumerate();
                groups
                    .flat_map(|(n, (a, b))| {
                        [lane(a, 64, by >> (2 * n) & 1), lane(b, 64, by >> (2 * n + 1) & 1)].concat()
                    })
                    .collect()
            }
            "punpcklbw" | "punpcklwd" | "punpckldq" | "punpcklqdq" | "unpcklps" | "unpcklpd" => {
                return self.groups(i, |a, b| interleaved(&a[..64], &b[..64], element));
            }
            "punpckhbw" | "punpckhwd" | "punpckhdq" | "punpckhqdq" | "unpckhps" | "unpckhpd" => {
                return self.groups(i, |a, b| interleaved(&a[64..], &b[64..], element));
            }
            "palignr" => {
                let by = 8 * Self::byte(i);
                return self
                    .groups(i, |a, b| resized(&shifted_right(&[b, a].concat(), by, Bit::ZERO), GROUP, Bit::ZERO));
            }
            "alignd" | "alignq" => {
                let ((a, b), by) = (self.pair(i)?, Self::byte(i));
                let bits = a.len();
                let by = by % (bits / element) * element;
                [b, a].concat()[by..by + bits].to_vec()
            }
            "pblendw" => {
                let by = Self::byte(i);
                return self.groups(i, |a, b| {
                    (0..8).flat_map(|n| lane(if by >> n & 1 == 1 { b } else { a }, 16, n)).collect()
                });
            }
            "pblendd" | "blendps" | "blendpd" => {
                let ((a, b), by) = (self.pair(i)?, Self::byte(i));
                let lanes = a.len() / element;
                (0..lanes).flat_map(|n| lane(if by >> n & 1 == 1 { &b } else { &a }, element, n)).collect()
            }
            "pblendvb" => {
                let (a, b, choice) = (self.operand(i, 1)?, self.operand(i, 2)?, self.operand(i, 3)?);
                (0..a.len()).map(|n| self.execution.logic.choose(choice[n / 8 * 8 + 7], b[n], a[n])).collect()
            }
            "perm2i128" | "perm2f128" => {
                let ((a, b), by) = (self.pair(i)?, Self::byte(i));
                let four = [a, b].concat();
                let half = |by: usize| if by & 8 == 0 { lane(&four, GROUP, by & 3) } else { vec![Bit::ZERO; GROUP] };
                [half(by), half(by >> 4)].concat()
            }
            "shufi64x2" | "shuff64x2" | "shufi32x4" => {
                let ((a, b), by) = (self.pair(i)?, Self::byte(i));
                let groups = a.len() / GROUP;
                let width = if groups == 4 { 2 } else { 1 };
                (0..groups)
                    .flat_map(|n| {
                        let from = if n < groups / 2 { &a } else { &b };
                        lane(from, GROUP, by >> (width * n) & (groups - 1))
                    })
                    .collect()
            }
            _ => return Ok(None),
        };
        Ok(Some(result))
    }

    /// Applies a function to each group of two vectors.
    fn groups(&mut self, i: &Instruction, function: impl Fn(&[Bit], &[Bit]) -> Word) -> Done<Option<Word>> {
        let (a, b) = self.pair(i)?;
        Ok(Some(a.chunks(GROUP).zip(b.chunks(GROUP)).flat_map(|(a, b)| function(a, b)).collect()))
    }

    /// Returns the elements of a table at the indices, whose upper bits are ignored.
    fn permuted(&mut self, indices: &[Bit], table: &[Bit], element: usize) -> Word {
        let entries: Vec<Word> = table.chunks(element).map(<[Bit]>::to_vec).collect();
        let bits = entries.len().trailing_zeros() as usize;
        indices.chunks(element).flat_map(|index| self.execution.logic.chosen(&index[..bits], &entries)).collect()
    }

    /// Moves between registers and memory.
    fn moves(&mut self, name: &str, i: &Instruction) -> Done<bool> {
        match name {
            "movdqa" | "movdqu" | "movaps" | "movups" | "movapd" | "movupd" | "movdqa32" | "movdqa64" | "movdqu8"
            | "movdqu16" | "movdqu32" | "movdqu64" | "lddqu" => {
                if name.contains('a') {
                    self.check_alignment(i)?;
                }
                if i.op_mask() != Register::None && i.op1_kind() == OpKind::Memory {
                    return self.masked_load(name, i).map(|()| true);
                }
                let value = self.operand(i, i.op_count() - 1)?;
                self.write_vector(i, &value, element_bits(name))?;
            }
            "movd" | "movq" | "movss" | "movsd" => {
                let bits = if matches!(name, "movd" | "movss") { 32 } else { 64 };
                let value = self.operand(i, i.op_count() - 1)?;
                let value = &value[..value.len().min(if i.op_count() == 3 { 128 } else { bits.max(32) })];
                match i.op0_kind() {
                    OpKind::Memory => self.store(i, &value[..i.memory_size().size() * 8])?,
                    _ if i.op0_register().is_gpr() => self.set_general(i.op0_register(), value),
                    // Between registers, these two keep the rest or take it from the middle operand.
                    _ if matches!(name, "movss" | "movsd") && i.op1_kind() == OpKind::Register => {
                        let mut old = self.operand(i, i.op_count() - 2)?;
                        old.truncate(GROUP);
                        old[..bits].copy_from_slice(&value[..bits]);
                        self.set_vector(i, &old);
                    }
                    _ => self.set_vector(i, &resized(&value[..bits], GROUP, Bit::ZERO)),
                }
            }
            "kmovb" | "kmovw" | "kmovd" | "kmovq" => {
                let bits = match name {
                    "kmovb" => 8,
                    "kmovw" => 16,
                    "kmovd" => 32,
                    _ => 64,
                };
                let value = resized(&self.operand(i, 1)?[..], 64, Bit::ZERO);
                let value = resized(&value[..bits], 64, Bit::ZERO);
                match i.op0_kind() {
                    OpKind::Memory => self.store(i, &value[..bits])?,
                    _ if i.op0_register().is_k() => self.masks[i.op0_register().number()] = value,
                    _ => self.set_general(i.op0_register(), &value[..8 * i.op0_register().size()]),
                }
            }
            "kxorb" | "kxorw" | "kxord" | "kxorq" => {
                let bits = match name {
                    "kxorb" => 8,
                    "kxorw" => 16,
                    "kxord" => 32,
                    _ => 64,
                };
                let (a, b) = (self.operand(i, 1)?, self.operand(i, 2)?);
                // A register XORed with itself is zero, whatever it contains.
                let sum = if i.op1_register() == i.op2_register() {
                    constant(0, bits)
                } else {
                    self.execution.logic.each(&a[..bits], &b[..bits], Logic::xor)
                };
                self.masks[i.op0_register().number()] = resized(&sum, 64, Bit::ZERO);
            }
            "movlps" | "movlpd" | "movhps" | "movhpd" => {
                let high = name.starts_with("movh");
                if i.op0_kind() == OpKind::Memory {
                    let value = self.register(i.op1_register());
                    self.store(i, if high { &value[64..] } else { &value[..64] })?;
                } else {
                    let (mut old, half) = self.pair(i)?;
                    let from = if high { 64 } else { 0 };
                    old[from..from + 64].copy_from_slice(&half[..64]);
                    self.set_vector(i, &old);
                }
            }
            "movlhps" | "movhlps" => {
                let (a, b) = self.pair(i)?;
                let result = if name == "movlhps" { [&a[..64], &b[..64]] } else { [&b[64..], &a[64..]] };
                self.set_vector(i, &result.concat());
            }
            "broadcastf128" | "broadcasti128" | "broadcasti32x4" | "broadcasti64x4" | "broadcasti64x2"
            | "broadcastf32x4" | "broadcastf64x4" | "broadcastss" | "broadcastsd" | "pbroadcastb" | "pbroadcastw"
            | "pbroadcastd" | "pbroadcastq" => {
                let value = self.operand(i, 1)?;
                let part = match name {
                    "broadcastss" => 32,
                    "broadcastsd" => 64,
                    "broadcasti64x4" | "broadcastf64x4" => 256,
                    _ if name.starts_with('b') => GROUP,
                    _ => element_bits(name),
                };
                let copies = 8 * i.op0_register().size() / part;
                self.write_vector(i, &value[..part].repeat(copies), element_bits(name))?;
            }
            "pblendmb" | "pblendmw" | "pblendmd" | "pblendmq" => {
                let (a, b) = (self.operand(i, 1)?, self.operand(i, 2)?);
                let element = element_bits(name);
                let lanes = a.len() / element;
                let mask = self.mask(i, lanes)?;
                let result: Word =
                    (0..lanes).flat_map(|n| lane(if mask >> n & 1 == 1 { &b } else { &a }, element, n)).collect();
                self.set_vector(i, &result);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Loads only the elements chosen by the mask; the others are not read.
    fn masked_load(&mut self, name: &str, i: &Instruction) -> Done<()> {
        let element = element_bits(name);
        let elements = 8 * i.op0_register().size() / element;
        let mask = self.mask(i, elements)?;
        let address = self.address(i)?;
        let mut value = Word::new();
        for n in 0..elements {
            if mask >> n & 1 == 1 {
                value.extend(self.load_at(address + (n * element / 8) as u64, element / 8)?);
            } else {
                value.extend(constant(0, element));
            }
        }
        self.write_vector(i, &value, element)
    }

    /// Checks that the memory operand, if there is one, has an aligned address.
    fn check_alignment(&mut self, i: &Instruction) -> Done<()> {
        if (0..i.op_count()).any(|n| i.op_kind(n) == OpKind::Memory) {
            let address = self.address(i)?;
            if address % i.memory_size().size() as u64 != 0 {
                return Err("an operand that must be aligned has an address that is not".into());
            }
        }
        Ok(())
    }

    /// Inserts, extracts and conversions of parts of a vector.
    fn parts(&mut self, name: &str, i: &Instruction) -> Done<bool> {
        match name {
            "pinsrb" | "pinsrw" | "pinsrd" | "pinsrq" => {
                let bits = element_bits(name);
                let (mut vector, value) = self.pair(i)?;
                let at = Self::byte(i) % (GROUP / bits) * bits;
                vector[at..at + bits].copy_from_slice(&value[..bits]);
                self.set_vector(i, &vector);
            }
            "pextrb" | "pextrw" | "pextrd" | "pextrq" | "extractps" => {
                let bits = if name == "extractps" { 32 } else { element_bits(name) };
                let vector = self.operand(i, 1)?;
                let value = lane(&vector, bits, Self::byte(i) % (GROUP / bits));
                match i.op0_kind() {
                    OpKind::Memory => self.store(i, &value)?,
                    _ => self.set_general(i.op0_register(), &resized(&value, 8 * i.op0_register().size(), Bit::ZERO)),
                }
            }
            "insertps" => {
                let (mut vector, source) = self.pair(i)?;
                let by = Self::byte(i);
                let from = if i.op_kind(Self::values(i) - 1) == OpKind::Memory { 0 } else { by >> 6 };
                let value = lane(&source, 32, from);
                let to = by >> 4 & 3;
                vector[32 * to..][..32].copy_from_slice(&value);
                for n in (0..4).filter(|n| by >> n & 1 == 1) {
                    vector[32 * n..][..32].fill(Bit::ZERO);
                }
                self.set_vector(i, &vector);
            }
            _ if name.starts_with("insert") => {
                let bits = if name.ends_with("x4") && name.contains("64") { 256 } else { GROUP };
                let (mut vector, part) = self.pair(i)?;
                let at = Self::byte(i) % (vector.len() / bits) * bits;
                vector[at..at + bits].copy_from_slice(&part[..bits]);
                self.write_vector(i, &vector, element_bits(name))?;
            }
            _ if name.starts_with("extract") => {
                let bits = if name.ends_with("x4") && name.contains("64") { 256 } else { GROUP };
                let vector = self.operand(i, 1)?;
                let part = lane(&vector, bits, Self::byte(i) % (vector.len() / bits));
                self.write_vector(i, &part, element_bits(name))?;
            }
            "pmovdb" | "pmovqw" | "pmovwb" | "pmovdw" | "pmovqb" | "pmovqd" => {
                let widths = |c: char| match c {
                    'b' => 8,
                    'w' => 16,
                    'd' => 32,
                    _ => 64,
                };
                let mut letters = name[4..].chars().map(widths);
                let (from, to) = (letters.next().unwrap_or(64), letters.next().unwrap_or(8));
                let vector = self.operand(i, 1)?;
                let mut narrow: Word = vector.chunks(from).flat_map(|lane| lane[..to].to_vec()).collect();
                if i.op0_kind() == OpKind::Register {
                    narrow = resized(&narrow, narrow.len().max(GROUP), Bit::ZERO);
                }
                self.write_vector(i, &narrow, to)?;
            }
            "pmovzxbd" | "pmovzxdq" | "pmovzxbw" | "pmovzxwd" | "pmovzxbq" | "pmovzxwq" => {
                let (from, to) = match name {
                    "pmovzxbw" => (8, 16),
                    "pmovzxbd" => (8, 32),
                    "pmovzxbq" => (8, 64),
                    "pmovzxwd" => (16, 32),
                    "pmovzxwq" => (16, 64),
                    _ => (32, 64),
                };
                let value = self.operand(i, 1)?;
                let lanes = 8 * i.op0_register().size() / to;
                let wide: Word = value.chunks(from).take(lanes).flat_map(|lane| resized(lane, to, Bit::ZERO)).collect();
                self.write_vector(i, &wide, to)?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }
}

/// Returns a lane shifted or rotated.
fn shifted(name: &str, lane: &[Bit], by: usize) -> Word {
    match &name[..4] {
        "psll" => shifted_left(lane, by),
        "psrl" => shifted_right(lane, by, Bit::ZERO),
        "psra" => shifted_right(lane, by, lane[lane.len() - 1]),
        "prol" => rotated_left(lane, by % lane.len()),
        _ => rotated_left(lane, lane.len() - by % lane.len()),
    }
}

/// Returns the width of the elements of an instruction, from its name.
fn element_bits(name: &str) -> usize {
    match name {
        "movdqu8" => 8,
        "movdqu16" => 16,
        "movdqa32" | "movdqu32" => 32,
        "movdqa64" | "movdqu64" => 64,
        "punpcklbw" | "punpckhbw" => 8,
        "punpcklwd" | "punpckhwd" => 16,
        "punpckldq" | "punpckhdq" => 32,
        "punpcklqdq" | "punpckhqdq" => 64,
        "gf2p8affineqb" | "gf2p8affineinvqb" | "gf2p8mulb" => 8,
        _ if name.contains("32x") => 32,
        _ if name.contains("64x") => 64,
        _ => match name.as_bytes()[name.len() - 1] {
            b'b' => 8,
            b'w' => 16,
            b'd' if name.ends_with("pd") || name.ends_with("sd") => 64,
            b'd' | b's' => 32,
            _ => 64,
        },
    }
}
