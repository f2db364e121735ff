//! AArch64 instructions as operations.
//!
//! The first operand is written, with the exceptions listed here; the others are read.

use super::function::Function;
use super::machine::{Access, Entry, FLAGS, Flow, Instruction, Operation, Place, Register, Source};
use yaxpeax_arch::{Decoder, U8Reader};
use yaxpeax_arm::armv8::a64::{InstDecoder, Opcode, Operand, SIMDSizeCode, ShiftStyle, SizeCode};

/// The procedure call standard: the first argument in x0.
pub(crate) const ENTRY: Entry = Entry { operands: Register(0), stack: STACK, pointer_bytes: 8 };
/// The stack pointer as a base, or if an operand says so; elsewhere number 31 is the zero register.
const STACK: Register = Register(31);

/// Returns the instructions of a function.
///
/// # Errors
///
/// If a word is not an instruction known to the decoder.
pub(crate) fn decode(function: &Function) -> Result<Vec<Instruction>, String> {
    let decoder = InstDecoder::default();
    let words = function.code.chunks_exact(4).zip((0..).step_by(4));
    words
        .map(|(word, at)| {
            let instruction = decoder
                .decode(&mut U8Reader::new(word))
                .map_err(|error| format!("{}+{at:#x}: {word:02x?}: {error}", function.name))?;
            let symbol = function.symbol(at..at + 4);
            let name = instruction.opcode.to_string();
            Ok(Instruction {
                at,
                text: instruction.to_string(),
                operations: operations(&name, &instruction.operands, symbol.is_some()),
                flow: flow(&instruction.opcode, &instruction.operands, at, symbol),
                variable_time: matches!(&*name, "udiv" | "sdiv" | "fdiv" | "fsqrt"),
                gather: false,
                padding: name == "hint" && instruction.to_string() == "nop",
            })
        })
        .collect()
}

fn flow(opcode: &Opcode, operands: &[Operand; 4], at: u64, symbol: Option<&str>) -> Flow {
    let name = || symbol.unwrap_or("a computed address").to_string();
    let distance =
        operands.iter().find_map(|o| if let Operand::PCOffset(distance) = o { Some(*distance) } else { None });
    let target = distance.map_or(at, |distance| at.wrapping_add_signed(distance));
    match opcode {
        Opcode::B if symbol.is_none() => Flow::Jump(target),
        Opcode::B | Opcode::BL | Opcode::BLR | Opcode::SVC => Flow::Leave(name()),
        Opcode::BR => Flow::Computed,
        Opcode::Bcc(_) | Opcode::BCcc(_) => Flow::Branch { target, on: vec![FLAGS] },
        Opcode::CBZ | Opcode::CBNZ | Opcode::TBZ | Opcode::TBNZ => Flow::Branch { target, on: registers(&operands[0]) },
        Opcode::RET => Flow::Return,
        Opcode::BRK | Opcode::UDF | Opcode::HLT => Flow::Stop,
        _ => Flow::Next,
    }
}

fn operations(name: &str, operands: &[Operand; 4], symbol: bool) -> Vec<Operation> {
    let sources =
        |from: usize| -> Vec<Source> { operands[from..].iter().flat_map(registers).map(Source::Register).collect() };
    let wide = is_wide(&operands[0]);
    match (name, operands) {
        ("nop" | "hint" | "b" | "bl" | "br" | "blr" | "ret" | "cbz" | "cbnz" | "tbz" | "tbnz", _) => vec![],
        _ if name.starts_with("b.") => vec![],
        ("adr" | "adrp", [to, ..]) => registers(to).into_iter().map(|to| Operation::Symbol { to }).collect(),
        _ if operands.iter().any(|o| base(o).is_some()) || name.starts_with("ldr") => memory(name, operands, symbol),
        ("and", [Operand::RegisterOrSP(_, 31), Operand::Register(_, from), ..]) => {
            vec![Operation::Align { to: STACK, from: general(*from), at: None }]
        }
        ("add" | "sub", [to, from, by, _]) if wide && constant(by).is_some() => {
            let by = constant(by).expect("it is there") * if name == "sub" { -1 } else { 1 };
            vec![Operation::Offset { to: registers(to)[0], from: registers(from)[0], by }]
        }
        ("orr", [to, Operand::Register(_, 31), Operand::RegShift(ShiftStyle::LSL, 0, SizeCode::X, from), _])
            if *from != 31 && !registers(to).is_empty() =>
        {
            vec![Operation::Copy { to: Place::Register(registers(to)[0]), from: Source::Register(general(*from)) }]
        }
        ("orr", [Operand::SIMDRegisterElements(_, to, _), Operand::SIMDRegisterElements(_, a, _), b, _])
            if registers(b) == [vector(*a)] =>
        {
            vec![Operation::Copy { to: Place::Register(vector(*to)), from: Source::Register(vector(*a)) }]
        }
        _ => {
            let compares = matches!(name, "ccmp" | "ccmn" | "fcmp" | "fcmpe" | "fccmp" | "fccmpe");
            let mut from = sources(usize::from(!compares));
            let mut to: Vec<Place> = Vec::new();
            if !compares {
                to.extend(registers(&operands[0]).into_iter().map(Place::Register));
                if !overwrites(name, &operands[0]) {
                    from.extend(registers(&operands[0]).into_iter().map(Source::Register));
                }
            }
            if reads_flags(name) {
                from.push(Source::Register(FLAGS));
            }
            if compares || matches!(name, "adds" | "subs" | "ands" | "bics" | "adcs" | "sbcs") {
                to.push(Place::Register(FLAGS));
            }
            vec![Operation::Combine { to, from, pointer: keeps_pointers(name, wide) }]
        }
    }
}

/// Loads and stores.
fn memory(name: &str, operands: &[Operand; 4], symbol: bool) -> Vec<Operation> {
    let place = operands.iter().position(|o| base(o).is_some() || matches!(o, Operand::PCOffset(_)));
    let place = place.expect("a memory operand");
    let data = &operands[..place];
    let (registers_in_address, displacement, back) = match operands[place] {
        Operand::RegPreIndex(base, by, back) => (vec![general(base)], i64::from(by), back.then_some(i64::from(by))),
        Operand::RegPostIndex(base, by) => (vec![general(base)], 0, Some(i64::from(by))),
        Operand::RegPostIndexReg(base, _) => (vec![general(base)], 0, None),
        Operand::RegRegOffset(base, index, ..) => (vec![general(base), general(index)], 0, None),
        _ => (vec![], 0, None),
    };
    let symbol = symbol || registers_in_address.is_empty();
    let access = |offset: i64, bytes: i64| Access {
        registers: registers_in_address.clone(),
        displacement: displacement + offset,
        symbol,
        variable: false,
        bytes,
    };
    let mut operations = Vec::new();
    let mut offset = 0;
    for operand in data {
        let bytes = bytes(name, operand);
        let lane = matches!(operand, Operand::SIMDRegisterGroupLane(..));
        // The registers in a group may be interleaved in memory: each takes part in all of it.
        let memory = access(offset, bytes);
        for register in registers(operand) {
            operations.push(if name.starts_with("st") {
                if bytes >= 8 && !lane {
                    Operation::Copy { to: Place::Store(memory.clone()), from: Source::Register(register) }
                } else {
                    let from = vec![Source::Register(register)];
                    Operation::Combine { to: vec![Place::Store(memory.clone())], from, pointer: false }
                }
            } else if bytes >= 8 && !lane {
                Operation::Copy { to: Place::Register(register), from: Source::Load(memory.clone()) }
            } else {
                let old = lane.then_some(Source::Register(register));
                let from = [Source::Load(memory.clone())].into_iter().chain(old).collect();
                Operation::into_register(register, from, false)
            });
        }
        if registers(operand).is_empty() {
            // The zero register, or a prefetch.
            operations.push(if name.starts_with("st") {
                Operation::Combine { to: vec![Place::Store(memory)], from: vec![], pointer: false }
            } else {
                Operation::Touch(memory)
            });
        }
        offset += bytes;
    }
    let moved = registers_in_address.first().copied();
    if let (Some(to), Some(by)) = (moved, back) {
        operations.push(Operation::Offset { to, from: to, by });
    }
    if let (Some(to), Operand::RegPostIndexReg(_, by)) = (moved, operands[place]) {
        let from = vec![Source::Register(to), Source::Register(general(by))];
        operations.push(Operation::into_register(to, from, true));
    }
    operations
}

/// Returns how many bytes of memory go into or come from an operand.
fn bytes(name: &str, operand: &Operand) -> i64 {
    let element = |size: SIMDSizeCode| match size {
        SIMDSizeCode::B => 1,
        SIMDSizeCode::H => 2,
        SIMDSizeCode::S => 4,
        SIMDSizeCode::D => 8,
        SIMDSizeCode::Q => 16,
    };
    match *operand {
        _ if name.ends_with('b') => 1,
        _ if name.ends_with('h') => 2,
        _ if name.ends_with("sw") => 4,
        Operand::Register(SizeCode::X, _) => 8,
        Operand::Register(SizeCode::W, _) => 4,
        Operand::SIMDRegister(size, _) => element(size),
        // A replicating load takes one element per register.
        Operand::SIMDRegisterGroup(_, _, size, count) if name.ends_with('r') => element(size) * i64::from(count),
        Operand::SIMDRegisterGroup(size, _, _, count) => element(size) * i64::from(count),
        Operand::SIMDRegisterGroupLane(_, size, count, _) => element(size) * i64::from(count),
        _ => 1,
    }
}

/// Returns the base register of a memory operand.
fn base(operand: &Operand) -> Option<u16> {
    match *operand {
        Operand::RegPreIndex(base, ..)
        | Operand::RegPostIndex(base, _)
        | Operand::RegPostIndexReg(base, _)
        | Operand::RegRegOffset(base, ..) => Some(base),
        _ => None,
    }
}

/// Returns the registers named by an operand, without the zero register.
fn registers(operand: &Operand) -> Vec<Register> {
    match *operand {
        Operand::Register(_, 31) | Operand::RegShift(_, _, _, 31) => vec![],
        Operand::Register(_, r) | Operand::RegisterOrSP(_, r) | Operand::RegShift(_, _, _, r) => vec![general(r)],
        Operand::RegisterPair(_, r) => vec![general(r), general(r + 1)],
        Operand::SIMDRegister(_, r)
        | Operand::SIMDRegisterElements(_, r, _)
        | Operand::SIMDRegisterElementsLane(_, r, _, _)
        | Operand::SIMDRegisterElementsMultipleLane(_, r, _, _, _) => vec![vector(r)],
        Operand::SIMDRegisterGroup(_, r, _, count) | Operand::SIMDRegisterGroupLane(r, _, count, _) => {
            (0..u16::from(count)).map(|n| vector((r + n) % 32)).collect()
        }
        _ => vec![],
    }
}

/// General registers 0 to 30, the stack pointer 31.
fn general(register: u16) -> Register {
    Register(register)
}

/// Vectors 32 to 63.
fn vector(register: u16) -> Register {
    Register(32 + register)
}

fn constant(operand: &Operand) -> Option<i64> {
    match *operand {
        Operand::Immediate(value) => Some(i64::from(value)),
        Operand::ImmShift(value, shift) => Some(i64::from(value) << shift),
        _ => None,
    }
}

fn is_wide(operand: &Operand) -> bool {
    !matches!(operand, Operand::Register(SizeCode::W, _) | Operand::RegisterOrSP(SizeCode::W, _))
}

/// Whether nothing of the first operand's old value remains. For vectors it is assumed to remain, except after plain
/// moves.
fn overwrites(name: &str, first: &Operand) -> bool {
    match first {
        Operand::Register(..) | Operand::RegisterOrSP(..) => !matches!(name, "movk" | "bfm"),
        Operand::SIMDRegister(..) | Operand::SIMDRegisterElements(..) => {
            matches!(name, "movi" | "mvni" | "dup" | "fmov" | "eor" | "and" | "orr" | "eor3" | "tbl" | "ext")
        }
        _ => false,
    }
}

fn reads_flags(name: &str) -> bool {
    name.starts_with("cs")
        || name.starts_with("cc")
        || name.starts_with("fcc")
        || matches!(name, "fcsel" | "adc" | "adcs" | "sbc" | "sbcs")
}

/// Whether the result may be a pointer if a source is one.
fn keeps_pointers(name: &str, wide: bool) -> bool {
    wide && !matches!(
        name,
        "ubfm" | "sbfm" | "mul" | "lslv" | "lsrv" | "asrv" | "udiv" | "sdiv" | "umulh" | "clz" | "extr"
    )
}
