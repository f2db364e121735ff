//! Instructions on vectors. `Vd.16B` and the like are operands with a width and an element; in `Dd` the element is the
//! whole register. A write clears the rest of the vector register.

use super::{Machine, bits_of, width};
use crate::execution::Done;
use crate::logic::shift_rows;
use crate::memory::number;
use crate::sums::Bit;
use crate::words::{Word, constant, interleaved, lane, resized, rotated_left, shifted_left, shifted_right};
use yaxpeax_arm::armv8::a64::{Instruction, Opcode, Operand};

impl Machine<'_> {
    /// Runs the instruction if this file implements it, and returns whether it does.
    pub(super) fn vector(&mut self, i: &Instruction) -> Done<bool> {
        let names_vector = |operand: &Operand| {
            matches!(
                operand,
                Operand::SIMDRegister(..) | Operand::SIMDRegisterElements(..) | Operand::SIMDRegisterElementsLane(..)
            )
        };
        if !i.operands.iter().any(names_vector) {
            return Ok(false);
        }
        let found = match self.moved(i)? {
            None => self.bitwise_vector(i)?,
            found => found,
        };
        let found = match found {
            None => self.shift_vector(i)?,
            found => found,
        };
        let found = match found {
            None => self.lane_vector(i)?,
            found => found,
        };
        let found = match found {
            None => self.permuted(i)?,
            found => found,
        };
        let Some(result) = found else { return Ok(false) };
        self.write(&i.operands[0], &result)?;
        Ok(true)
    }

    /// Returns a source.
    fn source(&self, i: &Instruction, n: usize) -> Done<Word> {
        self.operand(&i.operands[n], element(&i.operands[0]))
    }

    /// Returns the two sources.
    fn sources(&self, i: &Instruction) -> Done<(Word, Word)> {
        Ok((self.source(i, 1)?, self.source(i, 2)?))
    }

    /// MOVI, MVNI, DUP, INS, UMOV, SMOV, FMOV.
    fn moved(&mut self, i: &Instruction) -> Done<Option<Word>> {
        let to = &i.operands[0];
        let bits = width(to);
        Ok(Some(match i.opcode {
            Opcode::MOVI => self.source(i, 1)?.repeat(bits / element(to)),
            Opcode::MVNI => inverted(&self.source(i, 1)?.repeat(bits / element(to))),
            Opcode::DUP => self.source(i, 1)?[..element(to)].repeat(bits / element(to)),
            Opcode::INS => self.source(i, 1)?[..bits].to_vec(),
            Opcode::UMOV => resized(&self.source(i, 1)?, bits, Bit::ZERO),
            Opcode::SMOV => {
                let value = self.source(i, 1)?;
                resized(&value, bits, value[value.len() - 1])
            }
            // Between general registers and vectors, the bits move unchanged.
            Opcode::FMOV if !matches!(i.operands[1], Operand::ImmediateDouble(_)) => self.source(i, 1)?,
            _ => return Ok(None),
        }))
    }

    fn bitwise_vector(&mut self, i: &Instruction) -> Done<Option<Word>> {
        let result = match i.opcode {
            // A register XORed with itself is zero, whatever it contains.
            Opcode::EOR if i.operands[1] == i.operands[2] => constant(0, width(&i.operands[0])),
            Opcode::NOT => inverted(&self.source(i, 1)?),
            // The second source may be a number, and then the first one is the destination.
            Opcode::BIC | Opcode::ORR if i.operands[2] == Operand::Nothing => {
                let a = self.source(i, 0)?;
                let b = self.source(i, 1)?.repeat(width(&i.operands[0]) / element(&i.operands[0]));
                self.execution.logic.each(&a, &b, |logic, a, b| match i.opcode {
                    Opcode::BIC => logic.and(a, !b),
                    _ => logic.or(a, b),
                })
            }
            Opcode::AND | Opcode::BIC | Opcode::ORR | Opcode::ORN | Opcode::EOR => {
                let (a, b) = self.sources(i)?;
                self.execution.logic.each(&a, &b, |logic, a, b| match i.opcode {
                    Opcode::AND => logic.and(a, b),
                    Opcode::BIC => logic.and(a, !b),
                    Opcode::ORR => logic.or(a, b),
                    Opcode::ORN => logic.or(a, !b),
                    _ => logic.xor(a, b),
                })
            }
            Opcode::BSL | Opcode::BIT | Opcode::BIF => {
                let (old, a, b) = (self.source(i, 0)?, self.source(i, 1)?, self.source(i, 2)?);
                let (choice, one, zero) = match i.opcode {
                    Opcode::BSL => (old, a, b),
                    Opcode::BIT => (b, a, old),
                    _ => (b, old, a),
                };
                (0..choice.len()).map(|n| self.execution.logic.choose(choice[n], one[n], zero[n])).collect()
            }
            Opcode::EOR3 => {
                let (a, b) = self.sources(i)?;
                let sum = self.execution.logic.xor_words(&a, &b);
                let c = self.source(i, 3)?;
                self.execution.logic.xor_words(&sum, &c)
            }
            Opcode::BCAX => {
                let (a, b) = self.sources(i)?;
                let c = self.source(i, 3)?;
                let cleared = self.execution.logic.each(&b, &c, |logic, b, c| logic.and(b, !c));
                self.execution.logic.xor_words(&a, &cleared)
            }
            Opcode::RAX1 => {
                let (a, b) = self.sources(i)?;
                let rotated: Word = b.chunks(64).flat_map(|lane| rotated_left(lane, 1)).collect();
                self.execution.logic.xor_words(&a, &rotated)
            }
            Opcode::XAR => {
                let (a, b) = self.sources(i)?;
                let by = self.constant_operand(&i.operands[3])?;
                let sum = self.execution.logic.xor_words(&a, &b);
                sum.chunks(64).flat_map(|lane| rotated_left(lane, 64 - by)).collect()
            }
            _ => return Ok(None),
        };
        Ok(Some(result))
    }

    /// Shifts by a constant, which may widen or narrow the elements, and USHL.
    fn shift_vector(&mut self, i: &Instruction) -> Done<Option<Word>> {
        let to = &i.operands[0];
        let bits = element(to);
        if i.opcode == Opcode::USHL {
            return self.shifted_by_lanes(i, bits).map(Some);
        }
        let upper = matches!(i.opcode, Opcode::USHLL2 | Opcode::SHLL2 | Opcode::SSHLL2);
        let shift: &dyn Fn(&[Bit], usize) -> Word = match i.opcode {
            Opcode::SHL | Opcode::SLI => &shifted_left,
            Opcode::USHR | Opcode::USRA | Opcode::SRI => &|lane, by| shifted_right(lane, by, Bit::ZERO),
            Opcode::SSHR | Opcode::SSRA => &|lane, by| shifted_right(lane, by, lane[lane.len() - 1]),
            Opcode::USHLL | Opcode::USHLL2 | Opcode::SHLL | Opcode::SHLL2 => {
                &|lane, by| shifted_left(&resized(lane, bits, Bit::ZERO), by)
            }
            Opcode::SSHLL | Opcode::SSHLL2 => &|lane, by| shifted_left(&resized(lane, bits, lane[lane.len() - 1]), by),
            Opcode::SHRN => &|lane, by| lane[by..by + bits].to_vec(),
            _ => return Ok(None),
        };
        let by = self.constant_operand(&i.operands[2])?;
        let value = self.source(i, 1)?;
        let value = if upper { &value[64..] } else { &value };
        let shifted: Word = value.chunks(element(&i.operands[1])).flat_map(|lane| shift(lane, by)).collect();
        Ok(Some(match i.opcode {
            Opcode::SLI | Opcode::SRI => {
                // Places that the shift leaves empty keep their old bits.
                let mut old = self.source(i, 0)?;
                for (old, new) in old.chunks_mut(bits).zip(shifted.chunks(bits)) {
                    let kept = if i.opcode == Opcode::SLI { by..bits } else { 0..bits - by };
                    old[kept.clone()].copy_from_slice(&new[kept]);
                }
                old
            }
            Opcode::USRA | Opcode::SSRA => {
                let old = self.source(i, 0)?;
                self.sums(&old, &shifted, bits)
            }
            _ => shifted,
        }))
    }

    /// USHL: each element is shifted by the number in the lowest byte of the other one, to the right if it is negative.
    fn shifted_by_lanes(&mut self, i: &Instruction, bits: usize) -> Done<Word> {
        let (value, by) = self.sources(i)?;
        let lanes = value.chunks(bits).zip(by.chunks(bits)).map(|(lane, by)| {
            let by = number(&by[..8]).ok_or("a shift by a number of bits that depends on data")? as u8 as i8;
            let distance = usize::from(by.unsigned_abs());
            Ok(if by < 0 { shifted_right(lane, distance, Bit::ZERO) } else { shifted_left(lane, distance) })
        });
        Ok(lanes.collect::<Done<Vec<Word>>>()?.concat())
    }

    /// Returns the sums of the elements.
    fn sums(&mut self, a: &[Bit], b: &[Bit], bits: usize) -> Word {
        a.chunks(bits).zip(b.chunks(bits)).flat_map(|(a, b)| self.execution.logic.sum(a, b, Bit::ZERO).0).collect()
    }

    /// Instructions whose result has an element for each element of the sources.
    fn lane_vector(&mut self, i: &Instruction) -> Done<Option<Word>> {
        let bits = element(&i.operands[0]);
        let result = match i.opcode {
            Opcode::ADD => {
                let (a, b) = self.sources(i)?;
                self.sums(&a, &b, bits)
            }
            Opcode::SUB => {
                let (a, b) = self.sources(i)?;
                let lanes = a.chunks(bits).zip(b.chunks(bits));
                lanes.flat_map(|(a, b)| self.execution.logic.difference(a, b, Bit::ZERO).0).collect()
            }
            Opcode::NEG => {
                let value = self.source(i, 1)?;
                let zero = constant(0, bits);
                value.chunks(bits).flat_map(|lane| self.execution.logic.difference(&zero, lane, Bit::ZERO).0).collect()
            }
            Opcode::MUL => {
                let (a, b) = self.sources(i)?;
                a.chunks(bits).zip(b.chunks(bits)).flat_map(|(a, b)| self.execution.logic.product(a, b)).collect()
            }
            Opcode::UMULL => {
                let (a, b) = self.sources(i)?;
                let wide = |lane: &[Bit]| resized(lane, bits, Bit::ZERO);
                let lanes = a.chunks(bits / 2).zip(b.chunks(bits / 2));
                lanes.flat_map(|(a, b)| self.execution.logic.product(&wide(a), &wide(b))).collect()
            }
            Opcode::CMEQ | Opcode::CMGE | Opcode::CMGT | Opcode::CMLE | Opcode::CMLT => self.compared(i, bits)?,
            Opcode::FNEG => {
                let mut value = self.source(i, 1)?;
                for lane in value.chunks_mut(bits) {
                    lane[bits - 1] = !lane[bits - 1];
                }
                value
            }
            // XTN2 writes the upper half, and keeps the lower one.
            Opcode::XTN | Opcode::XTN2 => {
                let narrowed: Word =
                    self.source(i, 1)?.chunks(2 * bits).flat_map(|lane| lane[..bits].to_vec()).collect();
                let mut result = if i.opcode == Opcode::XTN { Word::new() } else { self.source(i, 0)? };
                result.truncate(narrowed.len());
                result.extend(narrowed);
                result
            }
            Opcode::AESE => {
                let (state, key) = (self.source(i, 0)?, self.source(i, 1)?);
                let sum = self.execution.logic.xor_words(&state, &key);
                self.execution.logic.sub_bytes(&shift_rows(&sum))
            }
            Opcode::AESMC => {
                let state = self.source(i, 1)?;
                self.execution.logic.mix_columns(&state)
            }
            _ => return Ok(None),
        };
        Ok(Some(result))
    }

    /// CMEQ, CMGE, CMGT, CMLE, CMLT: ones in each element for which the comparison holds. The second source may be
    /// zero.
    fn compared(&mut self, i: &Instruction, bits: usize) -> Done<Word> {
        let a = self.source(i, 1)?;
        let b = match i.operands[2] {
            Operand::Imm64(_) | Operand::Immediate(_) => self.source(i, 2)?.repeat(a.len() / bits),
            _ => self.source(i, 2)?,
        };
        let lanes = a.chunks(bits).zip(b.chunks(bits));
        Ok(lanes
            .flat_map(|(a, b)| {
                let holds = match i.opcode {
                    Opcode::CMEQ => {
                        let difference = self.execution.logic.xor_words(a, b);
                        self.execution.logic.is_zero(&difference)
                    }
                    Opcode::CMGT => self.execution.logic.is_greater(a, b, true),
                    Opcode::CMLT => self.execution.logic.is_greater(b, a, true),
                    Opcode::CMGE => !self.execution.logic.is_greater(b, a, true),
                    _ => !self.execution.logic.is_greater(a, b, true),
                };
                vec![holds; bits]
            })
            .collect())
    }

    /// Instructions that move elements to other places.
    fn permuted(&mut self, i: &Instruction) -> Done<Option<Word>> {
        let bits = element(&i.operands[0]);
        let result = match i.opcode {
            Opcode::TBL | Opcode::TBX => self.table_look_up(i)?,
            Opcode::EXT => {
                let (a, b) = self.sources(i)?;
                let from = 8 * self.constant_operand(&i.operands[3])?;
                let bits = a.len();
                [a, b].concat()[from..from + bits].to_vec()
            }
            Opcode::ZIP1 | Opcode::ZIP2 => {
                let (a, b) = self.sources(i)?;
                let half = a.len() / 2;
                if i.opcode == Opcode::ZIP1 {
                    interleaved(&a[..half], &b[..half], bits)
                } else {
                    interleaved(&a[half..], &b[half..], bits)
                }
            }
            Opcode::UZP1 | Opcode::UZP2 => {
                let (a, b) = self.sources(i)?;
                every_second(&[a, b].concat(), bits, i.opcode == Opcode::UZP2)
            }
            Opcode::TRN1 | Opcode::TRN2 => {
                let (a, b) = self.sources(i)?;
                let odd = i.opcode == Opcode::TRN2;
                interleaved(&every_second(&a, bits, odd), &every_second(&b, bits, odd), bits)
            }
            // Reverses the named elements within 64, 32 or 16 bits.
            Opcode::REV64 => reversed(&self.source(i, 1)?, 64, bits),
            Opcode::REV32 => reversed(&self.source(i, 1)?, 32, bits),
            Opcode::REV16 => reversed(&self.source(i, 1)?, 16, bits),
            _ => return Ok(None),
        };
        Ok(Some(result))
    }

    /// TBL, TBX: for an index beyond the table, TBL writes zero and TBX keeps the old byte.
    fn table_look_up(&mut self, i: &Instruction) -> Done<Word> {
        let Operand::SIMDRegisterGroup(_, first, _, count) = i.operands[1] else {
            return Err(format!("unknown operand {:?}", i.operands[1]));
        };
        let table = (0..u16::from(count)).flat_map(|n| self.vectors[usize::from((first + n) % 32)].chunks(8));
        let table: Vec<Word> = table.map(<[Bit]>::to_vec).collect();
        let (old, index) = (self.source(i, 0)?, self.source(i, 2)?);
        let bytes = old.chunks(8).zip(index.chunks(8)).map(|(old, index)| {
            let beyond = if i.opcode == Opcode::TBX { old.to_vec() } else { constant(0, 8) };
            let mut table = table.clone();
            table.resize(256, beyond);
            self.execution.logic.chosen(index, &table)
        });
        Ok(bytes.collect::<Vec<Word>>().concat())
    }
}

/// Returns the number of bits of an element of a vector.
fn element(operand: &Operand) -> usize {
    match *operand {
        Operand::SIMDRegisterElements(_, _, element) => bits_of(element),
        _ => width(operand),
    }
}

fn inverted(word: &[Bit]) -> Word {
    word.iter().map(|&bit| !bit).collect()
}

/// Returns the elements at odd or at even places.
fn every_second(vector: &[Bit], bits: usize, odd: bool) -> Word {
    (0..vector.len() / bits / 2).flat_map(|n| lane(vector, bits, 2 * n + usize::from(odd))).collect()
}

/// Returns the elements in reversed order within each group.
fn reversed(vector: &[Bit], group: usize, bits: usize) -> Word {
    vector.chunks(group).flat_map(|group| group.chunks(bits).rev().flatten().copied()).collect()
}
