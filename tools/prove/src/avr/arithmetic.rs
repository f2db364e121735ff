//! Instructions that change only registers and flags.

use super::data_space::Byte;
use super::flags::{C, Flag, H, T, Z};
use super::instruction::{Instruction, OneRegister, Register, TwoRegisters, WithConstant};
use super::machine::Machine;
use crate::memory::bits_of_number;
use crate::sums::Bit;
use crate::words::{constant, resized};

impl Machine<'_> {
    /// Executes the instruction if it changes only registers and flags, and returns whether it does.
    pub(super) fn arithmetic(&mut self, instruction: Instruction) -> bool {
        match instruction {
            Instruction::Two(operation, d, r) => self.two_registers(operation, d, r),
            Instruction::Constant(operation, d, constant) => self.with_constant(operation, d, constant),
            Instruction::One(operation, d) => self.one_register(operation, d),
            Instruction::Movw(d, r) => {
                self.registers[d] = self.registers[r];
                self.registers[d + 1] = self.registers[r + 1];
            }
            Instruction::Adiw(d, constant) => self.add_to_pair(d, constant, false),
            Instruction::Sbiw(d, constant) => self.add_to_pair(d, constant, true),
            Instruction::Bst(d, bit) => self.flags.set(T, self.registers[d][bit]),
            Instruction::Bld(d, bit) => self.registers[d][bit] = self.flags.get(self.logic, T),
            Instruction::SetFlag { flag, value } => self.flags.set(flag, Bit::constant(value)),
            Instruction::Nop => {}
            _ => return false,
        }
        true
    }

    fn two_registers(&mut self, operation: TwoRegisters, d: Register, r: Register) {
        let (a, b) = (self.registers[d], self.registers[r]);
        match operation {
            TwoRegisters::Mov => self.registers[d] = b,
            TwoRegisters::Add => self.registers[d] = self.add(a, b, Bit::ZERO),
            TwoRegisters::Adc => {
                let carry = self.flags.get(self.logic, C);
                self.registers[d] = self.add(a, b, carry);
            }
            TwoRegisters::Sub => self.registers[d] = self.subtract(a, b),
            TwoRegisters::Sbc => self.registers[d] = self.subtract_with_carry(a, b),
            TwoRegisters::Cp => {
                self.subtract(a, b);
            }
            TwoRegisters::Cpc => {
                self.subtract_with_carry(a, b);
            }
            TwoRegisters::And => {
                let result = std::array::from_fn(|n| self.logic.and(a[n], b[n]));
                self.logical(d, result);
            }
            TwoRegisters::Or => {
                let result = std::array::from_fn(|n| self.logic.or(a[n], b[n]));
                self.logical(d, result);
            }
            TwoRegisters::Eor => {
                // A register XORed with itself is zero even if nothing is known about it.
                let result = std::array::from_fn(|n| if d == r { Bit::ZERO } else { self.logic.xor(a[n], b[n]) });
                self.logical(d, result);
            }
            TwoRegisters::Mul => {
                let product = self.logic.product(&resized(&a, 16, Bit::ZERO), &resized(&b, 16, Bit::ZERO));
                self.flags.set(C, product[15]);
                self.flags.0[Z] = Flag::Zero(product.clone());
                self.set_pair(0, &product);
            }
        }
    }

    fn with_constant(&mut self, operation: WithConstant, d: Register, k: u8) {
        let a = self.registers[d];
        let b: Byte = constant(k.into(), 8).try_into().expect("eight bits");
        match operation {
            WithConstant::Ldi => self.registers[d] = b,
            WithConstant::Cpi => {
                self.subtract(a, b);
            }
            WithConstant::Subi => self.registers[d] = self.subtract(a, b),
            WithConstant::Sbci => self.registers[d] = self.subtract_with_carry(a, b),
            WithConstant::Andi => {
                let result = std::array::from_fn(|n| self.logic.and(a[n], b[n]));
                self.logical(d, result);
            }
            WithConstant::Ori => {
                let result = std::array::from_fn(|n| self.logic.or(a[n], b[n]));
                self.logical(d, result);
            }
        }
    }

    fn one_register(&mut self, operation: OneRegister, d: Register) {
        let a = self.registers[d];
        match operation {
            OneRegister::Com => {
                self.logical(d, a.map(|bit| !bit));
                self.flags.set(C, Bit::ONE);
            }
            OneRegister::Neg => self.registers[d] = self.subtract([Bit::ZERO; 8], a),
            OneRegister::Swap => self.registers[d].rotate_left(4),
            OneRegister::Inc | OneRegister::Dec => {
                let term = if operation == OneRegister::Inc { 1 } else { 0xff };
                let (result, _) = self.logic.sum(&a, &constant(term, 8), Bit::ZERO);
                // C and H stay as they are.
                self.flags.sum([a[7], Bit::constant(term == 0xff)], &result);
                self.registers[d] = result.try_into().expect("eight bits");
            }
            OneRegister::Lsr => self.shift_right(d, Bit::ZERO),
            OneRegister::Ror => {
                let carry = self.flags.get(self.logic, C);
                self.shift_right(d, carry);
            }
        }
    }

    fn shift_right(&mut self, d: Register, highest: Bit) {
        let a = self.registers[d];
        let result: Byte = std::array::from_fn(|n| if n == 7 { highest } else { a[n + 1] });
        self.flags.shifted(&result, a[0]);
        self.registers[d] = result;
    }

    fn logical(&mut self, d: Register, result: Byte) {
        self.flags.logical(&result);
        self.registers[d] = result;
    }

    fn add(&mut self, a: Byte, b: Byte, carry: Bit) -> Byte {
        let (result, carry) = self.logic.sum(&a, &b, carry);
        self.flags.sum([a[7], b[7]], &result);
        self.flags.set(C, carry);
        self.flags.0[H] = Flag::Majority([a[3], b[3], !result[3]]);
        result.try_into().expect("eight bits")
    }

    fn subtract(&mut self, a: Byte, b: Byte) -> Byte {
        self.subtract_with(a, b, Bit::ZERO)
    }

    fn subtract_with_carry(&mut self, a: Byte, b: Byte) -> Byte {
        let borrow = self.flags.get(self.logic, C);
        let zero = self.flags.0[Z].clone();
        let result = self.subtract_with(a, b, borrow);
        self.flags.zero_with(zero);
        result
    }

    fn subtract_with(&mut self, a: Byte, b: Byte, borrow: Bit) -> Byte {
        let (result, borrow) = self.logic.difference(&a, &b, borrow);
        self.flags.sum([a[7], !b[7]], &result);
        self.flags.set(C, borrow);
        self.flags.0[H] = Flag::Majority([!a[3], b[3], result[3]]);
        result.try_into().expect("eight bits")
    }

    /// ADIW and SBIW.
    fn add_to_pair(&mut self, d: Register, k: u8, subtracts: bool) {
        let (a, b) = (self.pair(d), bits_of_number(k.into(), 16));
        let (result, carry) =
            if subtracts { self.logic.difference(&a, &b, Bit::ZERO) } else { self.logic.sum(&a, &b, Bit::ZERO) };
        self.flags.sum([a[15], Bit::constant(subtracts)], &result);
        self.flags.set(C, carry);
        self.set_pair(d, &result);
    }
}
