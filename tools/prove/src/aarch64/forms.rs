//! The forms of the instructions in kernels: an instruction's name and the kinds of its operands, without register
//! numbers and constants. [`super::validation`] runs some instructions of each form.

use super::{ZERO_OR_STACK, decoded};
use crate::image::Image;
use crate::kernels::shell;
use std::collections::{BTreeMap, BTreeSet};
use yaxpeax_arch::{Decoder, U8Reader};
use yaxpeax_arm::armv8::a64::{InstDecoder, Instruction, Opcode, Operand};

/// The largest number of instructions to run per form.
const SAMPLES: usize = 4;

/// Returns the instruction in a word.
pub(super) fn instruction(word: u32) -> Option<Instruction> {
    InstDecoder::default().decode(&mut U8Reader::new(&word.to_le_bytes())).ok()
}

/// Returns the form of an instruction.
pub(super) fn form(i: &Instruction) -> String {
    let operands = i.operands.iter().filter(|operand| **operand != Operand::Nothing);
    let kinds: Vec<String> = operands.map(kind).collect();
    format!("{:?} {}", i.opcode, kinds.join(", "))
}

/// Returns the kind of an operand: its variant and sizes. The zero register, the number of registers in a group and
/// conditions are part of it; other numbers are not.
fn kind(operand: &Operand) -> String {
    match operand {
        Operand::Register(size, ZERO_OR_STACK) => return format!("Zero({size:?})"),
        Operand::ConditionCode(_) => return format!("{operand:?}"),
        _ => {}
    }
    let mut kind = String::new();
    for c in format!("{operand:?}").chars().map(|c| if c.is_ascii_digit() || c == '-' { '_' } else { c }) {
        if c != '_' || !kind.ends_with('_') {
            kind.push(c);
        }
    }
    match operand {
        Operand::SIMDRegisterGroup(.., count) | Operand::SIMDRegisterGroupLane(_, _, count, _) => {
            format!("{count} {kind}")
        }
        _ => kind,
    }
}

/// Returns some instructions of each form that occurs in the kernels of an image and in their callees.
pub(super) fn samples(image: &Image) -> BTreeMap<String, Vec<u32>> {
    let mut words: BTreeMap<String, BTreeSet<u32>> = BTreeMap::new();
    let starts: BTreeMap<u64, u64> = image.functions.values().copied().collect();
    let kernels = image.functions.iter().filter(|(name, _)| shell(name).is_some());
    let mut waiting: Vec<u64> = kernels.map(|(_, &(start, _))| start).collect();
    let mut seen: BTreeSet<u64> = waiting.iter().copied().collect();
    while let Some(start) = waiting.pop() {
        for at in (start..start + starts[&start]).step_by(4) {
            let Some(i) = decoded(image, at) else { continue };
            if let (Opcode::B | Opcode::BL, Operand::PCOffset(distance)) = (i.opcode, i.operands[0]) {
                let target = at.wrapping_add_signed(distance);
                if starts.contains_key(&target) && seen.insert(target) {
                    waiting.push(target);
                }
            }
            let Some(Ok(bytes)) = image.bytes(at, 4).map(<[u8; 4]>::try_from) else { continue };
            let word = adapted(u32::from_le_bytes(bytes), &i);
            if let Some(i) = instruction(word).filter(runs) {
                words.entry(form(&i)).or_default().insert(word);
            }
        }
    }
    words
        .into_iter()
        .map(|(form, words)| {
            let words: Vec<u32> = words.into_iter().collect();
            let count = words.len().min(SAMPLES);
            let chosen = (0..count).map(|n| words[n * (words.len() - 1) / (count.max(2) - 1)]);
            (form, chosen.collect())
        })
        .collect()
}

/// Changes an instruction so that it can run anywhere: a branch goes to the instruction after the next one, and the
/// stack pointer is neither written nor used to access memory.
pub(super) fn adapted(word: u32, i: &Instruction) -> u32 {
    match i.opcode {
        Opcode::B | Opcode::BL => return word & !0x03ff_ffff | 2,
        Opcode::Bcc(_) | Opcode::CBZ | Opcode::CBNZ => return word & !(0x7_ffff << 5) | 2 << 5,
        Opcode::TBZ | Opcode::TBNZ => return word & !(0x3fff << 5) | 2 << 5,
        _ => {}
    }
    let mut word = word;
    if let Operand::RegisterOrSP(_, ZERO_OR_STACK) = i.operands[0] {
        word = word & !0x1f | 7;
    }
    if i.operands.iter().any(|operand| base(operand) == Some(ZERO_OR_STACK)) {
        word = word & !(0x1f << 5) | 9 << 5;
    }
    word
}

/// Returns the base register of a memory operand.
pub(super) fn base(operand: &Operand) -> Option<u16> {
    match *operand {
        Operand::RegPreIndex(base, ..)
        | Operand::RegPostIndex(base, _)
        | Operand::RegPostIndexReg(base, _)
        | Operand::RegRegOffset(base, ..) => Some(base),
        _ => None,
    }
}

/// Whether an instruction can run on random registers: a load or store stays near its base register and does not name
/// it a second time.
fn runs(i: &Instruction) -> bool {
    let Some(base) = i.operands.iter().find_map(base) else { return true };
    let again = i.operands.iter().any(|operand| matches!(operand, Operand::Register(_, register) if *register == base));
    let near = i.operands.iter().all(|operand| match operand {
        Operand::RegPreIndex(_, by, _) => (-512..1024).contains(by),
        Operand::RegRegOffset(_, index, ..) => *index != base,
        _ => true,
    });
    near && !again
}

/// Returns an instruction in assembler syntax.
pub(super) fn text(word: u32) -> String {
    instruction(word).map_or_else(|| "no instruction".into(), |i| i.to_string())
}
