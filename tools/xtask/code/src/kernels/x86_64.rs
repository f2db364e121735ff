//! x86-64 instructions as operations.
//!
//! iced-x86 reports which registers, flags and memory an instruction reads and writes. This file identifies the
//! instructions after which a pointer is still a pointer: moves, additions of constants, sums.

use super::function::Function;
use super::machine::{Access, Entry, FLAGS, Flow, Instruction, Operation, Place, Register, Source};
use iced_x86::{
    Decoder, DecoderOptions, FlowControl, Formatter, InstructionInfo, InstructionInfoFactory, IntelFormatter, Mnemonic,
    OpAccess, OpKind, UsedMemory,
};

/// System V: the first argument in rdi.
pub(crate) const ENTRY: Entry = Entry { operands: Register(7), stack: RSP, pointer_bytes: 8 };
const RSP: Register = Register(4);
const RCX: Register = Register(1);

/// The origin of the compiler's frame offsets once the stack pointer has been rounded down: above the return address.
const FRAME_TOP: i64 = 8;

/// Returns the instructions of a function.
pub(crate) fn decode(function: &Function) -> Vec<Instruction> {
    let mut infos = InstructionInfoFactory::new();
    let mut formatter = IntelFormatter::new();
    let decoder = Decoder::with_ip(64, &function.code, 0, DecoderOptions::NONE);
    decoder
        .into_iter()
        .map(|instruction| {
            let mut text = String::new();
            formatter.format(&instruction, &mut text);
            let end = instruction.next_ip();
            let symbol = function.symbol(instruction.ip()..end);
            let (operations, flow) = lift(&instruction, infos.info(&instruction), symbol);
            Instruction {
                at: instruction.ip(),
                text,
                operations,
                flow,
                variable_time: variable_time(instruction.mnemonic()),
                gather: format!("{:?}", instruction.mnemonic()).contains("gather"),
                padding: is_padding(instruction.mnemonic()),
            }
        })
        .collect()
}

/// Returns how many instructions a function has, and how many of them use a vector, mask, MMX or x87 register.
pub(crate) fn on_vectors(function: &Function) -> (usize, usize) {
    let mut infos = InstructionInfoFactory::new();
    let (mut all, mut vectors) = (0, 0);
    for instruction in Decoder::with_ip(64, &function.code, 0, DecoderOptions::NONE) {
        let registers = infos.info(&instruction).used_registers();
        let is_vector = |r: iced_x86::Register| r.is_vector_register() || r.is_k() || r.is_mm() || r.is_st();
        all += usize::from(!is_padding(instruction.mnemonic()));
        vectors += usize::from(registers.iter().any(|used| is_vector(used.register())));
    }
    (all, vectors)
}

fn is_padding(mnemonic: Mnemonic) -> bool {
    matches!(mnemonic, Mnemonic::Nop | Mnemonic::Int3)
}

fn lift(i: &iced_x86::Instruction, info: &InstructionInfo, symbol: Option<&str>) -> (Vec<Operation>, Flow) {
    let mut operations = operations(i, info, symbol.is_some());
    if i.has_rep_prefix() || i.has_repne_prefix() {
        return (operations, Flow::Leave(format!("a repeated {:?}", i.mnemonic())));
    }
    let name = || symbol.unwrap_or("a computed address").to_string();
    let flow = match i.flow_control() {
        FlowControl::Next => Flow::Next,
        FlowControl::UnconditionalBranch if symbol.is_none() => Flow::Jump(i.near_branch_target()),
        FlowControl::ConditionalBranch if symbol.is_none() => {
            let on = match i.mnemonic() {
                Mnemonic::Jrcxz | Mnemonic::Jecxz | Mnemonic::Loop => RCX,
                _ => FLAGS,
            };
            Flow::Branch { target: i.near_branch_target(), on: vec![on] }
        }
        FlowControl::IndirectBranch if symbol.is_none() => Flow::Computed,
        FlowControl::Return => Flow::Return,
        FlowControl::Interrupt | FlowControl::Exception => Flow::Stop,
        _ => Flow::Leave(name()),
    };
    if !matches!(flow, Flow::Next | Flow::Computed) {
        operations.clear();
    }
    (operations, flow)
}

fn operations(i: &iced_x86::Instruction, info: &InstructionInfo, symbol: bool) -> Vec<Operation> {
    let first = (i.op_count() > 0 && i.op0_kind() == OpKind::Register).then(|| register(i.op0_register())).flatten();
    let second = (i.op_count() > 1 && i.op1_kind() == OpKind::Register).then(|| register(i.op1_register())).flatten();
    let wide = first.is_some() && i.op0_register().size() == 8;
    let memory = || access(&info.used_memory()[0], symbol);
    match i.mnemonic() {
        Mnemonic::Nop | Mnemonic::Endbr64 | Mnemonic::Vzeroupper => vec![],
        Mnemonic::Push => {
            let from = first.map_or(Operation::Combine { to: vec![], from: vec![], pointer: false }, |from| {
                Operation::Copy { to: Place::Store(Access::at(RSP, -8, 8)), from: Source::Register(from) }
            });
            vec![from, Operation::Offset { to: RSP, from: RSP, by: -8 }]
        }
        Mnemonic::Pop => first
            .map(|to| Operation::Copy { to: Place::Register(to), from: Source::Load(Access::at(RSP, 0, 8)) })
            .into_iter()
            .chain([Operation::Offset { to: RSP, from: RSP, by: 8 }])
            .collect(),
        Mnemonic::Lea => {
            let to = first.expect("lea has a register");
            match (register(i.memory_base()), register(i.memory_index())) {
                _ if symbol => vec![Operation::Symbol { to }],
                (Some(from), None) if wide => {
                    vec![Operation::Offset { to, from, by: i.memory_displacement64().cast_signed() }]
                }
                (base, index) => {
                    let from = base.into_iter().chain(index).map(Source::Register).collect();
                    vec![Operation::into_register(to, from, wide)]
                }
            }
        }
        Mnemonic::Add | Mnemonic::Sub | Mnemonic::Inc | Mnemonic::Dec if wide && constant(i).is_some() && !symbol => {
            let (to, by) = (first.expect("it is wide"), constant(i).expect("it is there"));
            vec![
                Operation::Offset { to, from: to, by },
                Operation::into_register(FLAGS, vec![Source::Register(to)], false),
            ]
        }
        Mnemonic::And if first == Some(RSP) => vec![Operation::Align { to: RSP, from: RSP, at: Some(FRAME_TOP) }],
        Mnemonic::Mov if !(wide || first.is_none() && i.memory_size().size() == 8) => {
            // The lowest byte has its own value, in registers and in memory.
            let low = match (first, second) {
                (Some(to), Some(from)) => {
                    Operation::Copy { to: Place::Register(to.low()), from: Source::Register(from.low()) }
                }
                (Some(to), None) if i.op1_kind() == OpKind::Memory => {
                    let byte = Access { bytes: 1, ..memory() };
                    Operation::Copy { to: Place::Register(to.low()), from: Source::Load(byte) }
                }
                (None, Some(from)) => {
                    let byte = Access { bytes: 1, ..memory() };
                    Operation::Copy { to: Place::Store(byte), from: Source::Register(from.low()) }
                }
                _ => return vec![combine(i, info, symbol)],
            };
            vec![combine(i, info, symbol), low]
        }
        mnemonic if is_move(mnemonic) && i.op_mask() == iced_x86::Register::None => {
            let bytes = if first.is_some() { i.op0_register().size() } else { i.memory_size().size() };
            match (first, second) {
                (Some(to), Some(from)) if bytes >= 8 => {
                    vec![Operation::Copy { to: Place::Register(to), from: Source::Register(from) }]
                }
                (Some(to), None) if bytes >= 8 && i.op1_kind() == OpKind::Memory => {
                    vec![Operation::Copy { to: Place::Register(to), from: Source::Load(memory()) }]
                }
                (None, Some(from)) if bytes >= 8 => {
                    vec![Operation::Copy { to: Place::Store(memory()), from: Source::Register(from) }]
                }
                (Some(to), None) if symbol => vec![Operation::Symbol { to }],
                _ => vec![combine(i, info, symbol)],
            }
        }
        mnemonic if is_prefetch(mnemonic) => vec![Operation::Touch(memory())],
        _ => vec![combine(i, info, symbol)],
    }
}

/// Returns what is added to the first operand, if it is a constant.
fn constant(i: &iced_x86::Instruction) -> Option<i64> {
    match i.mnemonic() {
        Mnemonic::Inc => Some(1),
        Mnemonic::Dec => Some(-1),
        _ => {
            let by = i.try_immediate(1).ok()?.cast_signed();
            Some(if i.mnemonic() == Mnemonic::Sub { by.wrapping_neg() } else { by })
        }
    }
}

/// Lets everything read flow into everything written.
fn combine(i: &iced_x86::Instruction, info: &InstructionInfo, symbol: bool) -> Operation {
    let addresses: Vec<_> = info.used_memory().iter().flat_map(|m| [m.base(), m.index()]).map(whole).collect();
    let explicit =
        |name| (0..i.op_count()).any(|n| i.op_kind(n) == OpKind::Register && whole(i.op_register(n)) == name);
    let (mut to, mut from) = (Vec::new(), Vec::new());
    for used in info.used_registers() {
        let Some(number) = register(used.register()) else { continue };
        let (reads, writes) = directions(used.access());
        // Two-byte writes leave the rest of a register unchanged; the lowest byte has its own number.
        let narrow = used.register().is_gpr() && used.register().size() < 4 && number == number.whole();
        let only_address = addresses.contains(&whole(used.register())) && !explicit(whole(used.register())) && !writes;
        if (reads && !only_address) || (writes && narrow) {
            from.push(Source::Register(number));
        }
        if writes {
            to.push(Place::Register(number));
        }
    }
    for used in info.used_memory() {
        let (reads, writes) = directions(used.access());
        if reads {
            from.push(Source::Load(access(used, symbol)));
        }
        if writes {
            to.push(Place::Store(access(used, symbol)));
        }
    }
    if i.rflags_read() != 0 {
        from.push(Source::Register(FLAGS));
    }
    if i.rflags_modified() != 0 {
        to.push(Place::Register(FLAGS));
    }
    if ones_or_zeros(i) {
        from.clear();
    }
    Operation::Combine { to, from, pointer: keeps_pointers(i) }
}

/// Whether an access reads, and whether it writes. A conditional write may keep the old value.
fn directions(access: OpAccess) -> (bool, bool) {
    match access {
        OpAccess::Read | OpAccess::CondRead => (true, false),
        OpAccess::Write => (false, true),
        OpAccess::CondWrite | OpAccess::ReadWrite | OpAccess::ReadCondWrite => (true, true),
        _ => (false, false),
    }
}

/// Whether the result is constant regardless of the registers' contents: a register compared with itself, and the like.
fn ones_or_zeros(i: &iced_x86::Instruction) -> bool {
    let last = i.op_count().saturating_sub(1);
    match i.mnemonic() {
        Mnemonic::Vpternlogd | Mnemonic::Vpternlogq => {
            matches!(i.immediate8(), 0 | 0xff) && i.op_mask() == iced_x86::Register::None
        }
        Mnemonic::Kxorb | Mnemonic::Kxorw | Mnemonic::Kxord | Mnemonic::Kxorq => {
            i.op_register(last) == i.op_register(last - 1)
        }
        Mnemonic::Pcmpeqb | Mnemonic::Pcmpeqd | Mnemonic::Vpcmpeqb | Mnemonic::Vpcmpeqd | Mnemonic::Vpcmpeqq => {
            i.op_kind(last) == OpKind::Register && i.op_register(last) == i.op_register(last - 1)
        }
        _ => false,
    }
}

/// Whether the result may be a pointer if a source is one.
fn keeps_pointers(i: &iced_x86::Instruction) -> bool {
    use Mnemonic as M;
    let narrow = i.op_count() > 0
        && i.op0_kind() == OpKind::Register
        && i.op0_register().is_gpr()
        && i.op0_register().size() < 8;
    !narrow
        && !matches!(
            i.mnemonic(),
            M::Shl
                | M::Shr
                | M::Sar
                | M::Shlx
                | M::Shrx
                | M::Sarx
                | M::Rorx
                | M::Rol
                | M::Ror
                | M::Mul
                | M::Mulx
                | M::Imul
                | M::Div
                | M::Idiv
                | M::Popcnt
                | M::Lzcnt
                | M::Tzcnt
                | M::Bsf
                | M::Bsr
                | M::Cmp
                | M::Test
        )
}

/// Whether an instruction is variable-time: divisions and roots; deposits and extracts are microcode on some machines.
fn variable_time(mnemonic: Mnemonic) -> bool {
    let name = format!("{mnemonic:?}");
    let name = name.trim_start_matches(['V', 'F']).to_lowercase();
    ["div", "idiv", "sqrt", "pdep", "pext"].iter().any(|slow| name.starts_with(slow)) && !name.starts_with("pextr")
}

fn is_move(mnemonic: Mnemonic) -> bool {
    use Mnemonic as M;
    matches!(
        mnemonic,
        M::Mov
            | M::Movq
            | M::Vmovq
            | M::Movaps
            | M::Movups
            | M::Movapd
            | M::Movupd
            | M::Movdqa
            | M::Movdqu
            | M::Vmovaps
            | M::Vmovups
            | M::Vmovapd
            | M::Vmovupd
            | M::Vmovdqa
            | M::Vmovdqu
            | M::Vmovdqa32
            | M::Vmovdqa64
            | M::Vmovdqu8
            | M::Vmovdqu16
            | M::Vmovdqu32
            | M::Vmovdqu64
    )
}

fn is_prefetch(mnemonic: Mnemonic) -> bool {
    format!("{mnemonic:?}").starts_with("Prefetch")
}

fn access(memory: &UsedMemory, symbol: bool) -> Access {
    let symbol = symbol || memory.base() == iced_x86::Register::RIP;
    Access {
        registers: [memory.base(), memory.index()].into_iter().filter_map(register).collect(),
        displacement: memory.displacement().cast_signed(),
        symbol,
        variable: false,
        bytes: i64::try_from(memory.memory_size().size()).expect("a vector's size"),
    }
}

fn whole(register: iced_x86::Register) -> iced_x86::Register {
    register.full_register()
}

/// General registers 0 to 15, vectors 32 to 63, masks 64 to 71. Others carry no data of a kernel.
fn register(register: iced_x86::Register) -> Option<Register> {
    let full = register.full_register();
    let number = u16::try_from(full.number()).ok()?;
    if register.is_gpr8() && !is_second_byte(register) {
        Some(Register(number).low())
    } else if full.is_gpr() {
        Some(Register(number))
    } else if full.is_vector_register() {
        Some(Register(32 + number))
    } else if full.is_k() {
        Some(Register(64 + number))
    } else {
        None
    }
}

/// ah, bh, ch, dh.
fn is_second_byte(register: iced_x86::Register) -> bool {
    use iced_x86::Register as R;
    matches!(register, R::AH | R::BH | R::CH | R::DH)
}
