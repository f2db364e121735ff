//! Branches, calls and conditions.

use super::{Flags, LINK, Machine};
use crate::execution::Done;
use crate::memory::number;
use crate::sums::Bit;
use crate::words::constant;
use yaxpeax_arm::armv8::a64::{Instruction, Opcode, Operand};

impl Machine<'_> {
    /// Runs the instruction if it is a branch, and returns whether it is.
    pub(super) fn flow(&mut self, i: &Instruction) -> Done<bool> {
        let [first, second, ..] = &i.operands;
        match i.opcode {
            Opcode::B => self.execution.next = self.target(i),
            Opcode::Bcc(condition) => {
                let taken = self.condition(condition);
                self.branch_if(taken, i)?;
            }
            Opcode::CBZ | Opcode::CBNZ => {
                let value = self.operand(first, 64)?;
                let zero = self.execution.logic.is_zero(&value);
                self.branch_if(if i.opcode == Opcode::CBZ { zero } else { !zero }, i)?;
            }
            Opcode::TBZ | Opcode::TBNZ => {
                let place = number(&self.operand(second, 64)?).unwrap_or_default() as usize;
                let Operand::Register(_, register) = *first else { return Ok(false) };
                let bit = self.general[usize::from(register)][place];
                self.branch_if(if i.opcode == Opcode::TBZ { !bit } else { bit }, i)?;
            }
            Opcode::BL => {
                self.general[LINK] = constant(self.execution.next, 64);
                self.execution.next = self.target(i);
            }
            Opcode::BLR => {
                let to = self.computed_target(first)?;
                self.general[LINK] = constant(self.execution.next, 64);
                self.execution.next = to;
            }
            Opcode::BR | Opcode::RET => self.execution.next = self.computed_target(first)?,
            Opcode::HINT => {}
            Opcode::BRK | Opcode::UDF | Opcode::HLT => return Err("a trap".into()),
            _ => return Ok(false),
        }
        if let Some(name) = self.execution.image.undefined(self.execution.next) {
            let name = name.to_string();
            self.library_function(&name)?;
            self.execution.next = number(&self.general[LINK]).ok_or("a return address that depends on data")?;
        }
        Ok(true)
    }

    /// Returns the target of a branch.
    fn target(&self, i: &Instruction) -> u64 {
        let distance = i.operands.iter().find_map(|operand| match operand {
            Operand::PCOffset(distance) => Some(*distance),
            _ => None,
        });
        self.execution.at.wrapping_add_signed(distance.unwrap_or_default())
    }

    fn computed_target(&self, operand: &Operand) -> Done<u64> {
        let to = self.operand(operand, 64)?;
        number(&to).ok_or_else(|| "a jump that depends on data".into())
    }

    fn branch_if(&mut self, taken: Bit, i: &Instruction) -> Done<()> {
        if self.execution.decision("a branch", taken)? {
            self.execution.next = self.target(i);
        }
        Ok(())
    }

    /// Returns whether the condition with this number in the encoding holds.
    pub(super) fn condition(&mut self, code: u8) -> Bit {
        let Flags { negative, carry, overflow, at_most, .. } = self.flags;
        if let (4, Some(at_most)) = (code >> 1, at_most) {
            return if code & 1 == 1 { at_most } else { !at_most };
        }
        let holds = match code >> 1 {
            0 => self.zero(),
            1 => carry,
            2 => negative,
            3 => overflow,
            4 => {
                let zero = self.zero();
                self.execution.logic.and(carry, !zero)
            }
            5 => !self.execution.logic.xor(negative, overflow),
            6 => {
                let (zero, less) = (self.zero(), self.execution.logic.xor(negative, overflow));
                self.execution.logic.and(!less, !zero)
            }
            _ => return Bit::ONE,
        };
        if code & 1 == 1 { !holds } else { holds }
    }

    /// Returns the zero flag.
    pub(super) fn zero(&mut self) -> Bit {
        self.execution.logic.is_zero(&self.flags.result)
    }

    /// Emulates a function of the C library.
    fn library_function(&mut self, name: &str) -> Done<()> {
        let arguments = [0, 1, 2].map(|register| &self.general[register]);
        self.execution.library_function(name, arguments)?;
        // The function may change all registers except the callee-saved ones. Its result, in x0, is its first argument.
        for register in &mut self.general[1..19] {
            register.fill(Bit::UNKNOWN);
        }
        for (n, vector) in self.vectors.iter_mut().enumerate() {
            let kept = if (8..16).contains(&n) { 64 } else { 0 };
            vector[kept..].fill(Bit::UNKNOWN);
        }
        self.flags = Flags::unknown();
        Ok(())
    }
}
