//! Loads and stores.

use super::{Machine, ZERO_OR_STACK, bits_of, shifted_or_extended, width};
use crate::execution::Done;
use crate::memory::number;
use crate::sums::Bit;
use crate::words::{Word, constant, resized};
use yaxpeax_arm::armv8::a64::{Instruction, Opcode, Operand, SizeCode};

/// A memory operand.
struct Address {
    /// The address is the sum of these.
    parts: Vec<Word>,
    /// The base register and the value written back to it.
    writes_back: Option<(u16, Word)>,
}

impl Machine<'_> {
    /// Runs the instruction if it is a load or store, and returns whether it is.
    pub(super) fn transfer(&mut self, i: &Instruction) -> Done<bool> {
        let to = &i.operands[0];
        match i.opcode {
            Opcode::LDR | Opcode::LDUR => self.load_register(i, width(to), None)?,
            Opcode::LDRB | Opcode::LDURB => self.load_register(i, 8, None)?,
            Opcode::LDRH | Opcode::LDURH => self.load_register(i, 16, None)?,
            Opcode::LDRSB | Opcode::LDURSB => self.load_register(i, 8, Some(width(to)))?,
            Opcode::LDRSH | Opcode::LDURSH => self.load_register(i, 16, Some(width(to)))?,
            Opcode::LDRSW | Opcode::LDURSW => self.load_register(i, 32, Some(64))?,
            Opcode::STR | Opcode::STUR => self.store_register(i, width(to))?,
            Opcode::STRB | Opcode::STURB => self.store_register(i, 8)?,
            Opcode::STRH | Opcode::STURH => self.store_register(i, 16)?,
            Opcode::LDP | Opcode::LDNP => self.load_pair(i)?,
            Opcode::STP | Opcode::STNP => self.store_pair(i)?,
            Opcode::LD1 | Opcode::LD2 | Opcode::LD3 | Opcode::LD4 => self.load_structures(i)?,
            Opcode::ST1 | Opcode::ST2 | Opcode::ST3 | Opcode::ST4 => self.store_structures(i)?,
            Opcode::LD1R => self.load_replicated(i)?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// LDR and its family. If `extended` is a width, the number is signed and extended to it.
    fn load_register(&mut self, i: &Instruction, bits: usize, extended: Option<usize>) -> Done<()> {
        let address = self.address(&i.operands[1])?;
        let value = self.load(&address, 0, bits / 8)?;
        let value = extended.map_or_else(|| value.clone(), |to| resized(&value, to, value[bits - 1]));
        self.write_back(&address);
        self.write(&i.operands[0], &value)
    }

    /// STR and its family.
    fn store_register(&mut self, i: &Instruction, bits: usize) -> Done<()> {
        let address = self.address(&i.operands[1])?;
        let value = self.operand(&i.operands[0], bits)?;
        self.store(&address, 0, &value[..bits])?;
        self.write_back(&address);
        Ok(())
    }

    /// LDP.
    fn load_pair(&mut self, i: &Instruction) -> Done<()> {
        let [first, second, memory, _] = &i.operands;
        let address = self.address(memory)?;
        let bytes = width(first) / 8;
        let (low, high) = (self.load(&address, 0, bytes)?, self.load(&address, bytes, bytes)?);
        self.write_back(&address);
        self.write(first, &low)?;
        self.write(second, &high)
    }

    /// STP.
    fn store_pair(&mut self, i: &Instruction) -> Done<()> {
        let [first, second, memory, _] = &i.operands;
        let address = self.address(memory)?;
        let (low, high) = (self.operand(first, 64)?, self.operand(second, 64)?);
        self.store(&address, 0, &[low, high].concat())?;
        self.write_back(&address);
        Ok(())
    }

    /// LD1 to LD4 of whole vectors or of one lane of each.
    fn load_structures(&mut self, i: &Instruction) -> Done<()> {
        let address = self.address(&i.operands[1])?;
        for (offset, part) in places(i)? {
            let value = self.load(&address, offset, part.bits / 8)?;
            self.vectors[part.register][part.from..][..part.bits].copy_from_slice(&value);
            if part.clears_above {
                self.vectors[part.register][part.from + part.bits..].fill(Bit::ZERO);
            }
        }
        self.write_back(&address);
        Ok(())
    }

    /// ST1 to ST4 of whole vectors or of one lane of each.
    fn store_structures(&mut self, i: &Instruction) -> Done<()> {
        let address = self.address(&i.operands[1])?;
        for (offset, part) in places(i)? {
            let value = self.vectors[part.register][part.from..][..part.bits].to_vec();
            self.store(&address, offset, &value)?;
        }
        self.write_back(&address);
        Ok(())
    }

    /// LD1R: loads one element into all lanes.
    fn load_replicated(&mut self, i: &Instruction) -> Done<()> {
        let Operand::SIMDRegisterGroup(size, register, element, 1) = i.operands[0] else {
            return Err(format!("unknown operand {:?}", i.operands[0]));
        };
        let address = self.address(&i.operands[1])?;
        let value = self.load(&address, 0, bits_of(element) / 8)?;
        self.write_back(&address);
        let value = value.repeat(bits_of(size) / bits_of(element));
        self.write(&Operand::SIMDRegister(size, register), &value)
    }

    /// Returns the address in a memory operand.
    fn address(&mut self, operand: &Operand) -> Done<Address> {
        let operand_of = |machine: &Self, register| machine.operand(&Operand::RegisterOrSP(SizeCode::X, register), 64);
        let number_of = |by: i32| constant(i64::from(by) as u64, 64);
        let writes_back = match *operand {
            Operand::RegPreIndex(register, by, true) | Operand::RegPostIndex(register, by) => {
                Some((register, number_of(by)))
            }
            Operand::RegPostIndexReg(register, by) => {
                Some((register, self.operand(&Operand::Register(SizeCode::X, by), 64)?))
            }
            _ => None,
        };
        let writes_back = match writes_back {
            Some((register, by)) => {
                let base = operand_of(self, register)?;
                let moved = self.execution.logic.sum(&base, &by, Bit::ZERO).0;
                self.execution.place(&moved)?;
                Some((register, moved))
            }
            None => None,
        };
        let base = |register: u16| operand_of(self, register);
        let parts = match *operand {
            Operand::RegPreIndex(register, by, _) => vec![base(register)?, number_of(by)],
            Operand::RegPostIndex(register, _) | Operand::RegPostIndexReg(register, _) => vec![base(register)?],
            Operand::RegRegOffset(register, index, size, style, amount) => {
                let index = self.operand(&Operand::Register(size, index), 64)?;
                vec![base(register)?, shifted_or_extended(style, &index, amount.into(), 64)]
            }
            Operand::PCOffset(distance) => vec![constant(self.execution.at.wrapping_add_signed(distance), 64)],
            _ => return Err(format!("unknown operand {operand:?}")),
        };
        if let Operand::RegPreIndex(ZERO_OR_STACK, ..) | Operand::RegPostIndex(ZERO_OR_STACK, _) = operand
            && number(&parts[0][..4]) != Some(0)
        {
            return Err("an access by a stack pointer that is not aligned".into());
        }
        Ok(Address { parts, writes_back })
    }

    fn write_back(&mut self, address: &Address) {
        if let Some((register, value)) = &address.writes_back {
            self.general[usize::from(*register)].clone_from(value);
        }
    }

    /// Reads memory.
    fn load(&mut self, address: &Address, offset: usize, bytes: usize) -> Done<Word> {
        let offset = constant(offset as u64, 64);
        let parts: Vec<(Word, u64)> = address.parts.iter().chain([&offset]).map(|part| (part.clone(), 1)).collect();
        self.execution.load(&parts, bytes)
    }

    fn store(&mut self, address: &Address, offset: usize, value: &[Bit]) -> Done<()> {
        let parts: Vec<(Word, u64)> = address.parts.iter().map(|part| (part.clone(), 1)).collect();
        let address = self.execution.address(&parts)?.wrapping_add(offset as u64);
        self.execution.memory.write(address, value)
    }
}

/// A part of a vector register.
struct Part {
    register: usize,
    from: usize,
    bits: usize,
    /// Whether a load clears all bits above it.
    clears_above: bool,
}

/// Returns the parts of vectors that LD1 to LD4 and ST1 to ST4 transfer, each with its offset in memory.
fn places(i: &Instruction) -> Done<Vec<(usize, Part)>> {
    let mut places = Vec::new();
    let mut offset = 0;
    let mut add = |register: u16, from: usize, bits: usize, clears_above: bool| {
        places.push((offset, Part { register: usize::from(register % 32), from, bits, clears_above }));
        offset += bits / 8;
    };
    match i.operands[0] {
        Operand::SIMDRegisterGroupLane(first, element, count, lane) => {
            let bits = bits_of(element);
            for n in 0..u16::from(count) {
                add(first + n, usize::from(lane) * bits, bits, false);
            }
        }
        Operand::SIMDRegisterGroup(size, first, _, count) if matches!(i.opcode, Opcode::LD1 | Opcode::ST1) => {
            for n in 0..u16::from(count) {
                add(first + n, 0, bits_of(size), true);
            }
        }
        Operand::SIMDRegisterGroup(size, first, element, count) => {
            let bits = bits_of(element);
            for lane in 0..bits_of(size) / bits {
                for n in 0..u16::from(count) {
                    add(first + n, lane * bits, bits, true);
                }
            }
        }
        _ => return Err(format!("unknown operand {:?}", i.operands[0])),
    }
    Ok(places)
}
