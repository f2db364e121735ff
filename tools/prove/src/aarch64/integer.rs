//! Instructions on general registers.

use super::{Flags, Machine, width};
use crate::execution::Done;
use crate::memory::number;
use crate::sums::Bit;
use crate::words::{Word, constant, depends_on_counters, resized, rotated_left, shifted_left, shifted_right};
use yaxpeax_arm::armv8::a64::{Instruction, Opcode, Operand};

impl Machine<'_> {
    /// Runs the instruction if this file implements it, and returns whether it does.
    pub(super) fn integer(&mut self, i: &Instruction) -> Done<bool> {
        let to = &i.operands[0];
        let bits = width(to);
        let result = match i.opcode {
            Opcode::ADR | Opcode::ADRP => self.address_of_label(i)?,
            Opcode::MOVZ => self.operand(&i.operands[1], bits)?,
            Opcode::MOVN => inverted(&self.operand(&i.operands[1], bits)?),
            Opcode::MOVK => self.move_keep(i, bits)?,
            Opcode::ADD | Opcode::ADC | Opcode::SUB | Opcode::SBC => self.sum_or_difference(i, bits, false)?,
            Opcode::ADDS | Opcode::ADCS | Opcode::SUBS | Opcode::SBCS => self.sum_or_difference(i, bits, true)?,
            Opcode::AND | Opcode::ORR | Opcode::ORN | Opcode::EOR | Opcode::EON | Opcode::BIC => {
                self.bitwise(i, bits)?
            }
            Opcode::ANDS | Opcode::BICS => {
                let result = self.bitwise(i, bits)?;
                self.flags = Flags {
                    negative: result[bits - 1],
                    result: result.clone(),
                    carry: Bit::ZERO,
                    overflow: Bit::ZERO,
                    at_most: None,
                };
                result
            }
            Opcode::UBFM | Opcode::SBFM | Opcode::BFM => self.bitfield_move(i, bits)?,
            Opcode::EXTR => {
                let (high, low) = (self.operand(&i.operands[1], bits)?, self.operand(&i.operands[2], bits)?);
                let from = self.constant_operand(&i.operands[3])?;
                [low, high].concat()[from..from + bits].to_vec()
            }
            Opcode::LSLV | Opcode::LSRV | Opcode::ASRV | Opcode::RORV => self.variable_shift(i, bits)?,
            Opcode::CSEL | Opcode::CSINC | Opcode::CSINV | Opcode::CSNEG => self.conditional_select(i, bits)?,
            Opcode::CCMP | Opcode::CCMN => {
                self.conditional_compare(i, bits)?;
                return Ok(true);
            }
            Opcode::MADD | Opcode::MSUB => {
                let (a, b) = (self.operand(&i.operands[1], bits)?, self.operand(&i.operands[2], bits)?);
                let other = self.operand(&i.operands[3], bits)?;
                let product = self.execution.logic.product(&a, &b);
                if i.opcode == Opcode::MADD {
                    self.execution.logic.sum(&other, &product, Bit::ZERO).0
                } else {
                    self.execution.logic.difference(&other, &product, Bit::ZERO).0
                }
            }
            Opcode::UMULH | Opcode::SMULH => {
                let (a, b) = (self.operand(&i.operands[1], bits)?, self.operand(&i.operands[2], bits)?);
                let fill = |word: &Word| if i.opcode == Opcode::SMULH { word[bits - 1] } else { Bit::ZERO };
                let (a, b) = (resized(&a, 2 * bits, fill(&a)), resized(&b, 2 * bits, fill(&b)));
                self.execution.logic.product(&a, &b)[bits..].to_vec()
            }
            Opcode::UDIV => {
                let (a, b) = (self.operand(&i.operands[1], bits)?, self.operand(&i.operands[2], bits)?);
                let divisor = number(&b).ok_or("a division that depends on data")?;
                match number(&a) {
                    Some(a) => constant(a.checked_div(divisor).unwrap_or(0), bits),
                    None if depends_on_counters(&a) => self.execution.logic.counters.quotient(&a, divisor),
                    None => return Err("a division that depends on data".into()),
                }
            }
            Opcode::REV => self.reversed_bytes(i, bits)?,
            Opcode::REV32 => self.reversed_bytes(i, 32)?,
            Opcode::REV16 => self.reversed_bytes(i, 16)?,
            _ => return Ok(false),
        };
        self.write(to, &result)?;
        Ok(true)
    }

    /// Returns an operand that must be a number.
    pub(super) fn constant_operand(&self, operand: &Operand) -> Done<usize> {
        let value = number(&self.operand(operand, 64)?);
        value.map(|value| value as usize).ok_or_else(|| "an operand that must be a number".into())
    }

    /// ADR, ADRP: the address of the label, or of the page of 4,096 bytes that contains it.
    fn address_of_label(&self, i: &Instruction) -> Done<Word> {
        let Operand::PCOffset(distance) = i.operands[1] else { return Err("an unknown label".into()) };
        let start = if i.opcode == Opcode::ADRP { self.execution.at & !0xfff } else { self.execution.at };
        Ok(constant(start.wrapping_add_signed(distance), 64))
    }

    /// MOVK: 16 bits are replaced.
    fn move_keep(&self, i: &Instruction, bits: usize) -> Done<Word> {
        let Operand::ImmShift(value, shift) = i.operands[1] else { return Err("a number is missing".into()) };
        let mut result = self.operand(&i.operands[0], bits)?;
        result[usize::from(shift)..][..16].copy_from_slice(&constant(value.into(), 16));
        Ok(result)
    }

    /// ADD, ADC, SUB, SBC and those that set the flags.
    fn sum_or_difference(&mut self, i: &Instruction, bits: usize, sets_flags: bool) -> Done<Word> {
        let (a, b) = (self.operand(&i.operands[1], bits)?, self.operand(&i.operands[2], bits)?);
        let subtracts = matches!(i.opcode, Opcode::SUB | Opcode::SUBS | Opcode::SBC | Opcode::SBCS);
        let carry = match i.opcode {
            Opcode::ADC | Opcode::ADCS | Opcode::SBC | Opcode::SBCS => self.flags.carry,
            _ => Bit::constant(subtracts),
        };
        Ok(self.add_with_carry(&a, &if subtracts { inverted(&b) } else { b }, carry, sets_flags))
    }

    /// Returns a + b + carry.
    fn add_with_carry(&mut self, a: &[Bit], b: &[Bit], carry: Bit, sets_flags: bool) -> Word {
        // a + b + 1 is at most 2^n if and only if a + b has no carry out.
        let compares = sets_flags && carry == Bit::ONE && (depends_on_counters(a) || depends_on_counters(b));
        let at_most = compares.then(|| !self.execution.logic.counters.sum(a, b, Bit::ZERO).1);
        let (result, carry) = self.execution.logic.sum(a, b, carry);
        if sets_flags {
            let top = a.len() - 1;
            // Both addends have the same sign, and the result has the other one.
            let (from_a, from_b) =
                (self.execution.logic.xor(a[top], result[top]), self.execution.logic.xor(b[top], result[top]));
            let overflow = self.execution.logic.and(from_a, from_b);
            self.flags = Flags { negative: result[top], result: result.clone(), carry, overflow, at_most };
        }
        result
    }

    /// AND, ORR, ORN, EOR, EON, BIC.
    fn bitwise(&mut self, i: &Instruction, bits: usize) -> Done<Word> {
        let (a, b) = (self.operand(&i.operands[1], bits)?, self.operand(&i.operands[2], bits)?);
        Ok(self.execution.logic.each(&a, &b, |logic, a, b| match i.opcode {
            Opcode::AND | Opcode::ANDS => logic.and(a, b),
            Opcode::BIC | Opcode::BICS => logic.and(a, !b),
            Opcode::ORR => logic.or(a, b),
            Opcode::ORN => logic.or(a, !b),
            Opcode::EON => logic.xor(a, !b),
            _ => logic.xor(a, b),
        }))
    }

    /// UBFM, SBFM, BFM: bits r to s go to the bottom, or if s < r, bits 0 to s go to bit -r. UBFM clears the other
    /// bits, SBFM repeats the sign above and clears the bits below, and BFM keeps them.
    fn bitfield_move(&mut self, i: &Instruction, bits: usize) -> Done<Word> {
        let value = self.operand(&i.operands[1], bits)?;
        let (r, s) = (self.constant_operand(&i.operands[2])?, self.constant_operand(&i.operands[3])?);
        let (field, to) = if s >= r { (&value[r..=s], 0) } else { (&value[..=s], bits - r) };
        let mut result = match i.opcode {
            Opcode::BFM => self.operand(&i.operands[0], bits)?,
            _ => constant(0, bits),
        };
        result[to..][..field.len()].copy_from_slice(field);
        if i.opcode == Opcode::SBFM {
            result[to + field.len()..].fill(value[s]);
        }
        Ok(result)
    }

    /// LSLV, LSRV, ASRV, RORV.
    fn variable_shift(&mut self, i: &Instruction, bits: usize) -> Done<Word> {
        let (value, by) = (self.operand(&i.operands[1], bits)?, self.operand(&i.operands[2], bits)?);
        let by = &by[..bits.trailing_zeros() as usize];
        let by = number(by).ok_or("a shift by a number of bits that depends on data")? as usize;
        Ok(match i.opcode {
            Opcode::LSLV => shifted_left(&value, by),
            Opcode::LSRV => shifted_right(&value, by, Bit::ZERO),
            Opcode::ASRV => shifted_right(&value, by, value[bits - 1]),
            _ => rotated_left(&value, bits - by),
        })
    }

    /// CSEL, CSINC, CSINV, CSNEG: the first source if the condition holds, otherwise the second one, modified.
    fn conditional_select(&mut self, i: &Instruction, bits: usize) -> Done<Word> {
        let (a, b) = (self.operand(&i.operands[1], bits)?, self.operand(&i.operands[2], bits)?);
        let holds = self.condition(condition_operand(&i.operands[3])?);
        if holds.counted().is_some() {
            self.execution.decision("a condition", holds)?;
        }
        let zero = constant(0, bits);
        let b = match i.opcode {
            Opcode::CSINC => self.execution.logic.sum(&b, &zero, Bit::ONE).0,
            Opcode::CSINV => inverted(&b),
            Opcode::CSNEG => self.execution.logic.difference(&zero, &b, Bit::ZERO).0,
            _ => b,
        };
        Ok(self.execution.logic.each(&a, &b, |logic, a, b| logic.choose(holds, a, b)))
    }

    /// CCMP, CCMN: compares if the condition holds; otherwise sets the flags to a constant.
    fn conditional_compare(&mut self, i: &Instruction, bits: usize) -> Done<()> {
        let holds = self.condition(condition_operand(&i.operands[3])?);
        if self.execution.decision("a comparison under a condition", holds)? {
            let (a, b) = (self.operand(&i.operands[0], bits)?, self.operand(&i.operands[1], bits)?);
            let subtracts = i.opcode == Opcode::CCMP;
            self.add_with_carry(&a, &if subtracts { inverted(&b) } else { b }, Bit::constant(subtracts), true);
        } else {
            let nzcv = self.constant_operand(&i.operands[2])?;
            self.set_flags(nzcv as u8);
        }
        Ok(())
    }

    /// Sets the flags to a number whose bits are N, Z, C and V, from the highest to the lowest.
    pub(super) fn set_flags(&mut self, nzcv: u8) {
        let bit = |n: u8| Bit::constant(nzcv >> n & 1 == 1);
        let result = vec![!bit(2)];
        self.flags = Flags { negative: bit(3), result, carry: bit(1), overflow: bit(0), at_most: None };
    }

    /// REV, REV32, REV16: reverses the bytes of each element.
    fn reversed_bytes(&self, i: &Instruction, element: usize) -> Done<Word> {
        let value = self.operand(&i.operands[1], 64)?;
        Ok(value.chunks(element).flat_map(|element| element.chunks(8).rev().flatten().copied()).collect())
    }
}

fn inverted(word: &[Bit]) -> Word {
    word.iter().map(|&bit| !bit).collect()
}

/// Returns the number of a condition.
fn condition_operand(operand: &Operand) -> Done<u8> {
    match operand {
        Operand::ConditionCode(code) => Ok(*code),
        _ => Err(format!("{operand:?} is not a condition")),
    }
}
