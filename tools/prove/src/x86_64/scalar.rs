//! Integer instructions.

use super::{DI, DX, Flags, Machine, SI};
use crate::execution::{Done, RETURN};
use crate::memory::number;
use crate::sums::Bit;
use crate::words::{
    Word, constant, depends_on_counters, is_constant, resized, rotated_left, shifted_left, shifted_right,
};
use iced_x86::{ConditionCode, FlowControl, Instruction, OpKind, Register};

impl Machine<'_> {
    /// Runs the instruction if this file implements it, and returns whether it does.
    pub(super) fn scalar(&mut self, name: &str, i: &Instruction) -> Done<bool> {
        match i.flow_control() {
            FlowControl::Next => {}
            _ => return self.flow(i).map(|()| true),
        }
        let vector = |n: u32| {
            i.op_count() > n && i.op_kind(n) == OpKind::Register && {
                let register = i.op_register(n);
                register.is_vector_register() || register.is_k()
            }
        };
        if (0..i.op_count()).any(vector) {
            return Ok(false);
        }
        if i.condition_code() != ConditionCode::None {
            let condition = self.condition(i.condition_code());
            if condition.counted().is_some() {
                self.execution.decision("a condition", condition)?;
            }
            if name.starts_with("set") {
                let mut byte = constant(0, 8);
                byte[0] = condition;
                self.write(i, &byte)?;
            } else if name.starts_with("cmov") {
                let (old, new) = (self.operand(i, 0)?, self.operand(i, 1)?);
                let chosen = self.execution.logic.each(&new, &old, |logic, new, old| logic.choose(condition, new, old));
                self.write(i, &chosen)?;
            } else {
                return Ok(false);
            }
            return Ok(true);
        }
        match name {
            "nop" | "endbr64" => {}
            "mov" | "movabs" | "movnti" => {
                let value = self.operand(i, 1)?;
                self.write(i, &value)?;
            }
            "movzx" | "movsx" | "movsxd" => {
                let value = self.operand(i, 1)?;
                let fill = if name == "movzx" { Bit::ZERO } else { value[value.len() - 1] };
                self.write(i, &resized(&value, 8 * i.op0_register().size(), fill))?;
            }
            "lea" => {
                let value = self.effective_address(i);
                self.write(i, &value[..8 * i.op0_register().size()])?;
            }
            "push" => {
                let value = self.operand(i, 0)?;
                self.push(&value)?;
            }
            "pop" => {
                let value = self.pop()?;
                self.write(i, &value)?;
            }
            "xchg" => {
                let (a, b) = (self.operand(i, 0)?, self.operand(i, 1)?);
                self.write(i, &b)?;
                self.set_general(i.op1_register(), &a);
            }
            "and" | "or" | "xor" | "test" | "andn" => self.bitwise(name, i)?,
            "not" => {
                let value: Word = self.operand(i, 0)?.iter().map(|&bit| !bit).collect();
                self.write(i, &value)?;
            }
            "add" | "adc" | "sub" | "sbb" | "cmp" | "inc" | "dec" | "neg" => self.arithmetic(name, i)?,
            "shl" | "sal" | "shr" | "sar" | "rol" | "ror" | "rorx" | "shlx" | "shrx" | "sarx" => self.shift(name, i)?,
            "shld" | "shrd" => self.double_shift(name, i)?,
            "bswap" => {
                let value = self.operand(i, 0)?;
                let swapped: Word = value.chunks(8).rev().flatten().copied().collect();
                self.write(i, &swapped)?;
            }
            "bzhi" => {
                let (value, from) = (self.operand(i, 1)?, self.operand(i, 2)?);
                let from = number(&from[..8]).ok_or("a place that depends on data")? as usize;
                let low = resized(&value[..from.min(value.len())], value.len(), Bit::ZERO);
                self.set_flags(&low, Bit::constant(from >= value.len()), Bit::ZERO);
                self.flags.parity = Bit::UNKNOWN;
                self.write(i, &low)?;
            }
            "mul" | "mulx" | "imul" => self.multiply(name, i)?,
            "bt" => {
                let (value, place) = (self.operand(i, 0)?, self.operand(i, 1)?);
                let place = number(&place).ok_or("a place that depends on data")? as usize % value.len();
                (self.flags.carry, self.flags.at_most) = (value[place], None);
                self.flags.overflow = Bit::UNKNOWN;
                self.flags.sign = Bit::UNKNOWN;
                self.flags.parity = Bit::UNKNOWN;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn flow(&mut self, i: &Instruction) -> Done<()> {
        match i.flow_control() {
            FlowControl::UnconditionalBranch => self.execution.next = i.near_branch_target(),
            FlowControl::ConditionalBranch => {
                let condition = self.condition(i.condition_code());
                if self.execution.decision("a branch", condition)? {
                    self.execution.next = i.near_branch_target();
                }
            }
            FlowControl::IndirectBranch => {
                let to = self.operand(i, 0)?;
                self.execution.next = number(&to).ok_or("a jump that depends on data")?;
            }
            FlowControl::Call | FlowControl::IndirectCall => {
                let to = if i.flow_control() == FlowControl::Call {
                    i.near_branch_target()
                } else {
                    let to = self.operand(i, 0)?;
                    number(&to).ok_or("a call that depends on data")?
                };
                if let Some(name) = self.execution.image.undefined(to) {
                    let name = name.to_string();
                    return self.library_function(&name);
                }
                let back = constant(self.execution.next, 64);
                self.push(&back)?;
                self.execution.next = to;
            }
            FlowControl::Return => {
                let to = self.pop()?;
                self.execution.next = number(&to).ok_or("a return address that depends on data")?;
            }
            _ => return Err("a trap".into()),
        }
        if self.execution.next != RETURN && self.execution.image.undefined(self.execution.next).is_some() {
            let name = self.execution.image.undefined(self.execution.next).unwrap_or_default().to_string();
            self.library_function(&name)?;
            let to = self.pop()?;
            self.execution.next = number(&to).ok_or("a return address that depends on data")?;
        }
        Ok(())
    }

    /// Emulates a function of the C library.
    fn library_function(&mut self, name: &str) -> Done<()> {
        let arguments = [DI, SI, DX].map(|register| &self.general[register]);
        self.execution.library_function(name, arguments)?;
        self.general[0] = self.general[DI].clone();
        for register in [1, 2, 6, 7, 8, 9, 10, 11] {
            self.general[register] = vec![Bit::UNKNOWN; 64];
        }
        for vector in &mut self.vectors {
            vector.fill(Bit::UNKNOWN);
        }
        Ok(())
    }

    /// Returns the address of the memory operand as bits, which may depend on data.
    fn effective_address(&mut self, i: &Instruction) -> Word {
        let mut sum = constant(0, 64);
        for (part, factor) in self.address_parts(i) {
            let part = shifted_left(&resized(&part, 64, Bit::ZERO), factor.trailing_zeros() as usize);
            sum = self.execution.logic.sum(&sum, &part, Bit::ZERO).0;
        }
        sum
    }

    /// Returns whether a condition holds.
    fn condition(&mut self, code: ConditionCode) -> Bit {
        let Flags { carry, overflow, sign, parity, at_most, .. } = self.flags;
        if let (ConditionCode::be | ConditionCode::a, Some(at_most)) = (code, at_most) {
            return if code == ConditionCode::be { at_most } else { !at_most };
        }
        let zero = if matches!(code, ConditionCode::e | ConditionCode::ne)
            || matches!(code, ConditionCode::be | ConditionCode::a | ConditionCode::le | ConditionCode::g)
        {
            let result = std::mem::take(&mut self.flags.result);
            let zero = self.execution.logic.is_zero(&result);
            self.flags.result = result;
            zero
        } else {
            Bit::UNKNOWN
        };
        match code {
            ConditionCode::o => overflow,
            ConditionCode::no => !overflow,
            ConditionCode::b => carry,
            ConditionCode::ae => !carry,
            ConditionCode::e => zero,
            ConditionCode::ne => !zero,
            ConditionCode::be => self.execution.logic.or(carry, zero),
            ConditionCode::a => !self.execution.logic.or(carry, zero),
            ConditionCode::s => sign,
            ConditionCode::ns => !sign,
            ConditionCode::p => parity,
            ConditionCode::np => !parity,
            ConditionCode::l => self.execution.logic.xor(sign, overflow),
            ConditionCode::ge => !self.execution.logic.xor(sign, overflow),
            ConditionCode::le | ConditionCode::g => {
                let less = self.execution.logic.xor(sign, overflow);
                let not_greater = self.execution.logic.or(less, zero);
                if code == ConditionCode::le { not_greater } else { !not_greater }
            }
            ConditionCode::None => Bit::UNKNOWN,
        }
    }

    /// Sets the zero, sign and parity flags for a result.
    fn set_flags(&mut self, result: &[Bit], carry: Bit, overflow: Bit) {
        let parity = result[..8].iter().fold(Bit::ONE, |sum, &bit| self.execution.logic.xor(sum, bit));
        let sign = result[result.len() - 1];
        self.flags = Flags { carry, overflow, sign, parity, result: result.to_vec(), at_most: None };
    }

    fn bitwise(&mut self, name: &str, i: &Instruction) -> Done<()> {
        let first = u32::from(name == "andn");
        let (mut a, b) = (self.operand(i, first)?, self.operand(i, first + 1)?);
        let same = i.op1_kind() == OpKind::Register && i.op0_register() == i.op1_register();
        if name == "xor" && same {
            // A register XORed with itself is zero, whatever it contains.
            a.clone_from(&constant(0, b.len()));
        }
        let b = if name == "xor" && same { a.clone() } else { b };
        let result = self.execution.logic.each(&a, &b, |logic, a, b| match name {
            "and" | "test" => logic.and(a, b),
            "andn" => logic.and(!a, b),
            "or" => logic.or(a, b),
            _ => logic.xor(a, b),
        });
        self.set_flags(&result, Bit::ZERO, Bit::ZERO);
        if name == "andn" {
            self.flags.parity = Bit::UNKNOWN;
        }
        if name != "test" {
            self.write(i, &result)?;
        }
        Ok(())
    }

    fn arithmetic(&mut self, name: &str, i: &Instruction) -> Done<()> {
        let a = self.operand(i, 0)?;
        let one = constant(1, a.len());
        let carry = self.flags.carry;
        let same = i.op_count() == 2 && i.op1_kind() == OpKind::Register && i.op0_register() == i.op1_register();
        let a = if same && matches!(name, "sub" | "sbb") { constant(0, a.len()) } else { a };
        let (a, b, carry_in, subtracts) = match name {
            "sub" | "sbb" if same => (a.clone(), a, if name == "sbb" { carry } else { Bit::ZERO }, true),
            "inc" => (a, one, Bit::ZERO, false),
            "dec" => (a, one, Bit::ZERO, true),
            "neg" => (constant(0, a.len()), a, Bit::ZERO, true),
            "add" => (a, self.operand(i, 1)?, Bit::ZERO, false),
            "adc" => (a, self.operand(i, 1)?, carry, false),
            "sbb" => (a, self.operand(i, 1)?, carry, true),
            _ => (a, self.operand(i, 1)?, Bit::ZERO, true),
        };
        let (result, carry_out) = if subtracts {
            self.execution.logic.difference(&a, &b, carry_in)
        } else {
            self.execution.logic.sum(&a, &b, carry_in)
        };
        let top = a.len() - 1;
        let other = if subtracts { !b[top] } else { b[top] };
        // Both addends have the same sign, and the result has the other one.
        let (from_a, from_b) =
            (self.execution.logic.xor(a[top], result[top]), self.execution.logic.xor(other, result[top]));
        let overflow = self.execution.logic.and(from_a, from_b);
        let carry_out = if matches!(name, "inc" | "dec") { carry } else { carry_out };
        self.set_flags(&result, carry_out, overflow);
        if matches!(name, "cmp" | "sub") && (depends_on_counters(&a) || depends_on_counters(&b)) {
            self.flags.at_most = Some(self.execution.logic.counters.is_at_most(&a, &b));
        }
        if name != "cmp" {
            self.write(i, &result)?;
        }
        Ok(())
    }

    fn shift(&mut self, name: &str, i: &Instruction) -> Done<()> {
        let apart = matches!(name, "rorx" | "shlx" | "shrx" | "sarx");
        let value = self.operand(i, u32::from(apart))?;
        let by = match i.op_count() - u32::from(apart) {
            1 => 1,
            _ => {
                let by = self.operand(i, 1 + u32::from(apart))?;
                let by = &by[..by.len().min(8)];
                number(by).ok_or("a shift by a number of bits that depends on data")? as usize
            }
        };
        let bits = value.len();
        let by = by & if bits == 64 { 63 } else { 31 };
        if by == 0 {
            if apart || bits == 32 {
                self.write(i, &value)?;
            }
            return Ok(());
        }
        let result = match name {
            "shl" | "sal" | "shlx" => shifted_left(&value, by),
            "shr" | "shrx" => shifted_right(&value, by, Bit::ZERO),
            "sar" | "sarx" => shifted_right(&value, by, value[bits - 1]),
            "rol" => rotated_left(&value, by),
            _ => rotated_left(&value, bits - by % bits),
        };
        if !apart {
            self.flags.at_most = None;
        }
        match name {
            "rol" => self.flags.carry = result[0],
            "ror" => self.flags.carry = result[bits - 1],
            _ if apart => {}
            "shl" | "sal" => {
                let carry = if by <= bits { value[bits - by] } else { Bit::ZERO };
                self.set_flags(&result, carry, Bit::UNKNOWN);
            }
            _ => self.set_flags(&result, value[(by - 1).min(bits - 1)], Bit::UNKNOWN),
        }
        if !apart {
            self.flags.overflow = Bit::UNKNOWN;
        }
        self.write(i, &result)
    }

    fn double_shift(&mut self, name: &str, i: &Instruction) -> Done<()> {
        let (value, other, by) = (self.operand(i, 0)?, self.operand(i, 1)?, self.operand(i, 2)?);
        let bits = value.len();
        let by = number(&by[..8]).ok_or("a shift by a number of bits that depends on data")? as usize;
        let by = by & if bits == 64 { 63 } else { 31 };
        let result: Word = if name == "shld" {
            other[bits - by..].iter().chain(&value[..bits - by]).copied().collect()
        } else {
            value[by..].iter().chain(&other[..by]).copied().collect()
        };
        // A shift by 0 bits changes no flag.
        if by > 0 {
            self.set_flags(&result, Bit::UNKNOWN, Bit::UNKNOWN);
        }
        self.write(i, &result)
    }

    fn multiply(&mut self, name: &str, i: &Instruction) -> Done<()> {
        let wide = |word: &Word, signed: bool| {
            resized(word, 2 * word.len(), if signed { word[word.len() - 1] } else { Bit::ZERO })
        };
        let (a, b) = match (name, i.op_count()) {
            ("imul", 3) => (self.operand(i, 1)?, self.operand(i, 2)?),
            ("imul", 2) => (self.operand(i, 0)?, self.operand(i, 1)?),
            ("mulx", _) => (self.general[2][..8 * i.op0_register().size()].to_vec(), self.operand(i, 2)?),
            _ => {
                let a = self.operand(i, 0)?;
                (a.clone(), self.general[0][..a.len()].to_vec())
            }
        };
        let bits = a.len();
        let product = self.execution.logic.product(&wide(&a, name == "imul"), &wide(&b, name == "imul"));
        let (low, high) = product.split_at(bits);
        match (name, i.op_count()) {
            ("imul", 2 | 3) => self.write(i, low)?,
            // The upper half is written last: it wins if both registers are the same.
            ("mulx", _) => {
                self.set_general(i.op1_register(), low);
                self.set_general(i.op0_register(), high);
                return Ok(());
            }
            _ if bits == 8 => self.set_general(Register::AX, &product),
            _ => {
                let (a, d) = if bits == 64 { (Register::RAX, Register::RDX) } else { (Register::EAX, Register::EDX) };
                self.set_general(a, low);
                self.set_general(d, high);
            }
        }
        let overflow =
            if name == "mul" && is_constant(high) { Bit::constant(high.contains(&Bit::ONE)) } else { Bit::UNKNOWN };
        let unknown = Bit::UNKNOWN;
        self.flags =
            Flags { carry: overflow, overflow, sign: unknown, parity: unknown, result: vec![unknown], at_most: None };
        Ok(())
    }
}
