//! The sources of an instruction, and the place of its memory operand.

use super::state::{FLAGS, GENERAL, MASKS, MEMORY_BYTES, SCRATCH, State, VECTORS};
use iced_x86::{Decoder, DecoderOptions, Instruction, InstructionInfoFactory, OpAccess, OpKind, Register};
use std::ops::Range;

/// Returns an instruction placed at an address. An operand relative to RIP becomes the middle of the scratch memory.
pub(super) fn placed(encoding: &[u8], address: u64) -> (Instruction, Vec<u8>) {
    let mut bytes = encoding.to_vec();
    let mut decoder = Decoder::with_ip(64, encoding, address, DecoderOptions::NONE);
    let instruction = decoder.decode();
    if instruction.is_ip_rel_memory_operand() {
        let at = decoder.get_constant_offsets(&instruction).displacement_offset();
        let distance = (SCRATCH + MIDDLE).wrapping_sub(instruction.next_ip()) as u32;
        bytes[at..at + 4].copy_from_slice(&distance.to_le_bytes());
    }
    (Decoder::with_ip(64, &bytes, address, DecoderOptions::NONE).decode(), bytes)
}

/// The offset of the middle of the scratch memory.
const MIDDLE: u64 = MEMORY_BYTES as u64 / 2;

/// Sets the pointer registers to place the memory operand in the scratch memory, at the most aligned address possible,
/// plus `offset`. Returns `None` if that is impossible.
pub(super) fn aim(i: &Instruction, state: &mut State, offset: u64) -> Option<()> {
    let register = |register: Register| GENERAL + 8 * register.full_register().number();
    if i.is_stack_instruction() {
        state.set(register(Register::RSP), SCRATCH + MIDDLE);
    }
    if memory_operand(i).is_none() || i.is_ip_rel_memory_operand() {
        return Some(());
    }
    if i.segment_prefix() != Register::None {
        return None;
    }
    let (base, index) = (i.memory_base(), i.memory_index());
    let scale = u64::from(i.memory_index_scale());
    let displacement = i.memory_displacement64();
    let (pointer, factor) = match (base, index) {
        (Register::None, Register::None) => return None,
        (Register::None, index) => (index, scale),
        (base, index) if base == index => (base, 1 + scale),
        (base, _) => (base, 1),
    };
    let other = if factor == 1 && index != Register::None && index != base && base != Register::None {
        state.get(register(index)).wrapping_mul(scale)
    } else {
        0
    };
    // The middle first, then places around it, the most aligned ones first.
    let places = [64, 16, 8, 1].into_iter().flat_map(|step| (64..=192u64).step_by(step));
    let value = [MIDDLE].into_iter().chain(places).find_map(|place| {
        let rest = (SCRATCH + place + offset).wrapping_sub(displacement).wrapping_sub(other);
        rest.is_multiple_of(factor).then_some(rest / factor)
    })?;
    state.set(register(pointer), value);
    Some(())
}

/// Returns the size of the memory operand, and how it is accessed.
pub(super) fn memory_operand(i: &Instruction) -> Option<(usize, OpAccess)> {
    let operand = (0..i.op_count()).find(|n| i.op_kind(*n) == OpKind::Memory)?;
    let access = InstructionInfoFactory::new().info(i).op_access(operand);
    (!matches!(access, OpAccess::None | OpAccess::NoMemAccess)).then_some((i.memory_size().size(), access))
}

/// Returns the address of the memory operand.
pub(super) fn memory_address(i: &Instruction, state: &State) -> u64 {
    let part = |register: Register| match register {
        Register::None | Register::RIP => 0,
        register => state.get(GENERAL + 8 * register.full_register().number()),
    };
    let index = part(i.memory_index()).wrapping_mul(i.memory_index_scale().into());
    part(i.memory_base()).wrapping_add(index).wrapping_add(i.memory_displacement64())
}

/// The largest number of sources of one instruction that can be variables at the same time.
pub(super) const MOST_SOURCES: usize = 6;

/// A source of an instruction.
#[derive(Clone, PartialEq, Eq)]
pub(super) enum Source {
    /// Bits of the state.
    Bits(Range<usize>),
    /// This many bytes of memory.
    Memory(usize),
}

/// Returns the sources of an instruction. In a register that is part of an address, only the lowest bits can be
/// variables.
pub(super) fn sources(i: &Instruction) -> Vec<Source> {
    let mut factory = InstructionInfoFactory::new();
    let info = factory.info(i);
    let reads =
        |access| matches!(access, OpAccess::Read | OpAccess::ReadWrite | OpAccess::CondRead | OpAccess::ReadCondWrite);
    let memory = memory_operand(i);
    let mut sources: Vec<Source> = Vec::new();
    let mut add = |source: Source| {
        if sources.len() < MOST_SOURCES && !sources.contains(&source) {
            sources.push(source);
        }
    };
    let bits = |at: usize, count: usize| Source::Bits(8 * at..8 * at + count);
    let loads = memory.is_some_and(|(_, access)| reads(access));
    for used in info.used_registers().iter().filter(|used| reads(used.access())) {
        let register = used.register();
        let address = memory.is_some() && [i.memory_base(), i.memory_index()].contains(&register);
        if address && !loads {
            continue;
        }
        if register.is_vector_register() {
            add(bits(VECTORS + 64 * register.number(), 8 * register.size()));
        } else if register.is_k() {
            add(bits(MASKS + 8 * register.number(), 64));
        } else if register.is_gpr() && register.full_register() != Register::RSP {
            add(bits(GENERAL + 8 * register.full_register().number(), if address { 3 } else { 64 }));
        }
    }
    if i.rflags_read() != 0 {
        add(bits(FLAGS, 16));
    }
    if let Some((bytes, _)) = memory.filter(|_| loads) {
        add(Source::Memory(bytes));
    }
    sources
}
