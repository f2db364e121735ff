//! The instructions of the AVR that the programs use, decoded from their words.
//!
//! The encodings, and the names and operands of the variants, follow the AVR Instruction Set Manual. A word that is not
//! listed here stops the prover.

use std::fmt;

/// A register, 0 to 31.
pub(super) type Register = usize;

/// Operations on two registers. The result goes to the first one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TwoRegisters {
    Add,
    Adc,
    Sub,
    Sbc,
    And,
    Or,
    Eor,
    Cp,
    Cpc,
    Mov,
    Mul,
}

/// Operations on one of the registers from 16 to 31 and a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WithConstant {
    Cpi,
    Sbci,
    Subi,
    Ori,
    Andi,
    Ldi,
}

/// Operations on one register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OneRegister {
    Com,
    Neg,
    Swap,
    Inc,
    Dec,
    Lsr,
    Ror,
}

/// The pairs of registers that hold addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pointer {
    X = 26,
    Y = 28,
    Z = 30,
}

/// The ports used by programs: RAMPZ, the halves of the stack pointer, and the flags.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Port {
    Rampz = 0x3b,
    Spl = 0x3d,
    Sph = 0x3e,
    Sreg = 0x3f,
}

/// How an access uses its pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// At this displacement from the pointer.
    Displaced(u16),
    /// At the pointer, which is advanced afterwards.
    Increment,
    /// At the pointer, which is moved back first.
    Decrement,
}

/// An instruction. Addresses and distances of jumps are in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Instruction {
    Two(TwoRegisters, Register, Register),
    Constant(WithConstant, Register, u8),
    One(OneRegister, Register),
    Movw(Register, Register),
    Adiw(Register, u8),
    Sbiw(Register, u8),
    /// Bit n of a register to the flag T.
    Bst(Register, usize),
    /// The flag T to bit n of a register.
    Bld(Register, usize),
    Ld(Register, Pointer, Mode),
    St(Register, Pointer, Mode),
    /// A byte of the first 64 KiB of flash, at Z; the flag says whether Z is advanced.
    Lpm(Register, bool),
    /// A byte of flash at RAMPZ and Z.
    Elpm(Register, bool),
    Push(Register),
    Pop(Register),
    In(Register, Port),
    Out(Port, Register),
    Jmp(u32),
    Call(u32),
    Rjmp(i16),
    Rcall(i16),
    Ret,
    /// BRBS and BRBC: a jump if this flag has this value.
    Branch {
        flag: usize,
        value: bool,
        distance: i16,
    },
    /// SBRC and SBRS: skips the next instruction if this bit of the register has this value.
    Skip {
        register: Register,
        bit: usize,
        value: bool,
    },
    /// BSET and BCLR.
    SetFlag {
        flag: usize,
        value: bool,
    },
    Nop,
}

use Instruction::{
    Adiw, Bld, Branch, Bst, Call, Constant, Elpm, In, Jmp, Ld, Lpm, Movw, Nop, One, Out, Pop, Push, Rcall, Ret, Rjmp,
    Sbiw, SetFlag, Skip, St, Two,
};

/// Returns the instruction in a word; `second` is the next word, which belongs to the instruction if it is long.
pub(super) fn decode(word: u16, second: u16) -> Option<Instruction> {
    let bits = |low: u32, count: u32| usize::from(word >> low) & ((1 << count) - 1);
    // The operands of most encodings: ddddd, and r rrrr, whose highest bit is separate.
    let (d, r) = (bits(4, 5), bits(9, 1) << 4 | bits(0, 4));
    let (high_d, constant) = (16 + bits(4, 4), (bits(8, 4) << 4 | bits(0, 4)) as u8);
    let two = |operation| Some(Two(operation, d, r));
    let with_constant = |operation| Some(Constant(operation, high_d, constant));
    match word >> 12 {
        0b0000..=0b0010 => match word >> 10 {
            0b000000 if word == 0 => Some(Nop),
            0b000000 if bits(8, 2) == 1 => Some(Movw(2 * bits(4, 4), 2 * bits(0, 4))),
            0b000001 => two(TwoRegisters::Cpc),
            0b000010 => two(TwoRegisters::Sbc),
            0b000011 => two(TwoRegisters::Add),
            0b000101 => two(TwoRegisters::Cp),
            0b000110 => two(TwoRegisters::Sub),
            0b000111 => two(TwoRegisters::Adc),
            0b001000 => two(TwoRegisters::And),
            0b001001 => two(TwoRegisters::Eor),
            0b001010 => two(TwoRegisters::Or),
            0b001011 => two(TwoRegisters::Mov),
            _ => None,
        },
        0b0011 => with_constant(WithConstant::Cpi),
        0b0100 => with_constant(WithConstant::Sbci),
        0b0101 => with_constant(WithConstant::Subi),
        0b0110 => with_constant(WithConstant::Ori),
        0b0111 => with_constant(WithConstant::Andi),
        0b1000 | 0b1010 => {
            let displacement = bits(13, 1) << 5 | bits(10, 2) << 3 | bits(0, 3);
            let pointer = if bits(3, 1) == 1 { Pointer::Y } else { Pointer::Z };
            let access = if bits(9, 1) == 1 { St } else { Ld };
            Some(access(d, pointer, Mode::Displaced(displacement as u16)))
        }
        0b1001 => match bits(8, 4) {
            0b0000 | 0b0001 => load(d, bits(0, 4)),
            0b0010 | 0b0011 => store(d, bits(0, 4)),
            0b0100 | 0b0101 => one_register_or_jump(word, second),
            0b0110 => Some(Adiw(24 + 2 * bits(4, 2), (bits(6, 2) << 4 | bits(0, 4)) as u8)),
            0b0111 => Some(Sbiw(24 + 2 * bits(4, 2), (bits(6, 2) << 4 | bits(0, 4)) as u8)),
            0b1100..=0b1111 => two(TwoRegisters::Mul),
            _ => None,
        },
        0b1011 => {
            let number = bits(9, 2) << 4 | bits(0, 4);
            let port = [Port::Rampz, Port::Spl, Port::Sph, Port::Sreg].into_iter().find(|p| *p as usize == number)?;
            Some(if bits(11, 1) == 1 { Out(port, d) } else { In(d, port) })
        }
        0b1100 => Some(Rjmp(signed(bits(0, 12), 12))),
        0b1101 => Some(Rcall(signed(bits(0, 12), 12))),
        0b1110 => with_constant(WithConstant::Ldi),
        0b1111 => match bits(9, 3) {
            0b000..=0b011 => {
                Some(Branch { flag: bits(0, 3), value: bits(10, 1) == 0, distance: signed(bits(3, 7), 7) })
            }
            0b100 if bits(3, 1) == 0 => Some(Bld(d, bits(0, 3))),
            0b101 if bits(3, 1) == 0 => Some(Bst(d, bits(0, 3))),
            0b110 | 0b111 if bits(3, 1) == 0 => Some(Skip { register: d, bit: bits(0, 3), value: bits(9, 1) == 1 }),
            _ => None,
        },
        _ => None,
    }
}

/// 1001 000d dddd kkkk
fn load(d: Register, kind: usize) -> Option<Instruction> {
    Some(match kind {
        0b0001 => Ld(d, Pointer::Z, Mode::Increment),
        0b0010 => Ld(d, Pointer::Z, Mode::Decrement),
        0b0100 => Lpm(d, false),
        0b0101 => Lpm(d, true),
        0b0110 => Elpm(d, false),
        0b0111 => Elpm(d, true),
        0b1001 => Ld(d, Pointer::Y, Mode::Increment),
        0b1010 => Ld(d, Pointer::Y, Mode::Decrement),
        0b1100 => Ld(d, Pointer::X, Mode::Displaced(0)),
        0b1101 => Ld(d, Pointer::X, Mode::Increment),
        0b1110 => Ld(d, Pointer::X, Mode::Decrement),
        0b1111 => Pop(d),
        _ => return None,
    })
}

/// 1001 001d dddd kkkk
fn store(d: Register, kind: usize) -> Option<Instruction> {
    match load(d, kind)? {
        Ld(d, pointer, mode) => Some(St(d, pointer, mode)),
        Pop(d) => Some(Push(d)),
        _ => None,
    }
}

/// 1001 010x xxxx xxxx
fn one_register_or_jump(word: u16, second: u16) -> Option<Instruction> {
    let d = usize::from(word >> 4 & 31);
    let one = |operation| Some(One(operation, d));
    let target = (u32::from(word >> 4 & 31) << 1 | u32::from(word & 1)) << 16 | u32::from(second);
    match word & 15 {
        0b0000 => one(OneRegister::Com),
        0b0001 => one(OneRegister::Neg),
        0b0010 => one(OneRegister::Swap),
        0b0011 => one(OneRegister::Inc),
        0b0110 => one(OneRegister::Lsr),
        0b0111 => one(OneRegister::Ror),
        0b1010 => one(OneRegister::Dec),
        0b1000 if word == 0x9508 => Some(Ret),
        0b1000 if word >> 8 == 0x94 => Some(SetFlag { flag: d & 7, value: d & 8 == 0 }),
        0b1100 | 0b1101 => Some(Jmp(target)),
        0b1110 | 0b1111 => Some(Call(target)),
        _ => None,
    }
}

/// Sign-extends a number of some bits.
fn signed(value: usize, bits: u32) -> i16 {
    (value as i16) << (16 - bits) >> (16 - bits)
}

impl Instruction {
    /// Returns the number of words.
    pub(super) fn words(self) -> u32 {
        if matches!(self, Jmp(_) | Call(_)) { 2 } else { 1 }
    }

    /// Whether it takes one cycle and changes only registers and flags.
    pub(super) fn is_short(self) -> bool {
        match self {
            Two(operation, ..) => operation != TwoRegisters::Mul,
            Constant(..) | One(..) | Movw(..) | Bst(..) | Bld(..) | Nop => true,
            _ => false,
        }
    }

    /// Whether it is a branch that skips one word.
    pub(super) fn is_short_branch(self) -> bool {
        matches!(self, Branch { distance: 1, .. })
    }

    /// Returns the operation and the kinds of the operands, without registers and constants. The same code of the model
    /// executes all instructions of one form.
    pub(super) fn form(self) -> String {
        match self {
            Two(operation, ..) => name(operation),
            Constant(operation, ..) => name(operation),
            One(operation, _) => name(operation),
            Movw(..) => "movw".into(),
            Adiw(..) => "adiw".into(),
            Sbiw(..) => "sbiw".into(),
            Bst(..) => "bst".into(),
            Bld(..) => "bld".into(),
            Ld(_, pointer, mode) => format!("ld {}", access(pointer, mode, "q")),
            St(_, pointer, mode) => format!("st {}", access(pointer, mode, "q")),
            Lpm(_, advances) => format!("lpm {}", if advances { "Z+" } else { "Z" }),
            Elpm(_, advances) => format!("elpm {}", if advances { "Z+" } else { "Z" }),
            Push(_) => "push".into(),
            Pop(_) => "pop".into(),
            In(_, port) => format!("in {:#04x}", port as u8),
            Out(port, _) => format!("out {:#04x}", port as u8),
            Jmp(_) => "jmp".into(),
            Call(_) => "call".into(),
            Rjmp(_) => "rjmp".into(),
            Rcall(_) => "rcall".into(),
            Ret => "ret".into(),
            Branch { flag, value, .. } => format!("{} {flag}", if value { "brbs" } else { "brbc" }),
            Skip { value, .. } => if value { "sbrs" } else { "sbrc" }.into(),
            SetFlag { flag, value } => format!("{} {flag}", if value { "bset" } else { "bclr" }),
            Nop => "nop".into(),
        }
    }
}

impl fmt::Display for Instruction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Two(operation, d, r) => write!(f, "{} r{d}, r{r}", name(operation)),
            Constant(operation, d, constant) => write!(f, "{} r{d}, {constant:#04x}", name(operation)),
            One(operation, d) => write!(f, "{} r{d}", name(operation)),
            Movw(d, r) => write!(f, "movw r{d}, r{r}"),
            Adiw(d, constant) => write!(f, "adiw r{d}, {constant}"),
            Sbiw(d, constant) => write!(f, "sbiw r{d}, {constant}"),
            Bst(d, bit) => write!(f, "bst r{d}, {bit}"),
            Bld(d, bit) => write!(f, "bld r{d}, {bit}"),
            Ld(d, pointer, mode) => write!(f, "ld r{d}, {}", access(pointer, mode, &displacement(mode))),
            St(d, pointer, mode) => write!(f, "st {}, r{d}", access(pointer, mode, &displacement(mode))),
            Lpm(d, advances) => write!(f, "lpm r{d}, {}", if advances { "Z+" } else { "Z" }),
            Elpm(d, advances) => write!(f, "elpm r{d}, {}", if advances { "Z+" } else { "Z" }),
            Push(d) => write!(f, "push r{d}"),
            Pop(d) => write!(f, "pop r{d}"),
            In(d, port) => write!(f, "in r{d}, {:#04x}", port as u8),
            Out(port, d) => write!(f, "out {:#04x}, r{d}", port as u8),
            Jmp(target) => write!(f, "jmp {:#x}", 2 * target),
            Call(target) => write!(f, "call {:#x}", 2 * target),
            Rjmp(distance) => write!(f, "rjmp .{:+}", 2 * distance),
            Rcall(distance) => write!(f, "rcall .{:+}", 2 * distance),
            Branch { distance, .. } => write!(f, "{}, .{:+}", self.form(), 2 * distance),
            Skip { register, bit, .. } => write!(f, "{} r{register}, {bit}", self.form()),
            Ret | SetFlag { .. } | Nop => f.write_str(&self.form()),
        }
    }
}

/// Returns the assembler's name for an operation.
fn name(operation: impl fmt::Debug) -> String {
    format!("{operation:?}").to_lowercase()
}

fn displacement(mode: Mode) -> String {
    if let Mode::Displaced(distance) = mode { distance.to_string() } else { String::new() }
}

/// Returns the operand of an access to memory.
fn access(pointer: Pointer, mode: Mode, displacement: &str) -> String {
    match mode {
        Mode::Displaced(0) => format!("{pointer:?}"),
        Mode::Displaced(_) => format!("{pointer:?}+{displacement}"),
        Mode::Increment => format!("{pointer:?}+"),
        Mode::Decrement => format!("-{pointer:?}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each word as assembled by avr-gcc.
    #[test]
    fn words_are_decoded_as_they_were_assembled() {
        let encodings: &[(&str, u16)] = &[
            ("add r0, r31", 0x0e0f),
            ("adc r17, r15", 0x1d1f),
            ("sub r16, r1", 0x1901),
            ("sbc r31, r31", 0x0bff),
            ("and r5, r20", 0x2254),
            ("or r20, r5", 0x2945),
            ("eor r1, r0", 0x2410),
            ("cp r2, r18", 0x1622),
            ("cpc r21, r1", 0x0551),
            ("mov r30, r3", 0x2de3),
            ("mul r9, r23", 0x9e97),
            ("cpi r31, 0x8f", 0x38ff),
            ("sbci r16, 0xff", 0x4f0f),
            ("subi r28, 0x04", 0x50c4),
            ("ori r17, 0x80", 0x6810),
            ("andi r24, 0x3f", 0x738f),
            ("ldi r25, 0x1b", 0xe19b),
            ("com r31", 0x95f0),
            ("neg r0", 0x9401),
            ("swap r16", 0x9502),
            ("inc r15", 0x94f3),
            ("dec r17", 0x951a),
            ("lsr r8", 0x9486),
            ("ror r23", 0x9577),
            ("movw r30, r0", 0x01f0),
            ("movw r2, r28", 0x011e),
            ("adiw r28, 60", 0x96ec),
            ("sbiw r24, 1", 0x9701),
            ("bst r3, 7", 0xfa37),
            ("bld r19, 0", 0xf930),
            ("ld r4, X", 0x904c),
            ("ld r5, X+", 0x905d),
            ("ld r6, -X", 0x906e),
            ("ld r7, Y", 0x8078),
            ("ld r8, Y+", 0x9089),
            ("ld r9, -Y", 0x909a),
            ("ld r10, Z", 0x80a0),
            ("ld r11, Z+", 0x90b1),
            ("ld r12, -Z", 0x90c2),
            ("ld r13, Y+63", 0xacdf),
            ("ld r14, Z+34", 0xa0e2),
            ("st X, r4", 0x924c),
            ("st X+, r5", 0x925d),
            ("st -X, r6", 0x926e),
            ("st Y, r7", 0x8278),
            ("st Y+, r8", 0x9289),
            ("st -Y, r9", 0x929a),
            ("st Z, r10", 0x82a0),
            ("st Z+, r11", 0x92b1),
            ("st -Z, r12", 0x92c2),
            ("st Y+1, r13", 0x82d9),
            ("st Z+48, r14", 0xaae0),
            ("lpm r3, Z", 0x9034),
            ("lpm r31, Z+", 0x91f5),
            ("elpm r0, Z", 0x9006),
            ("elpm r16, Z+", 0x9107),
            ("push r29", 0x93df),
            ("pop r2", 0x902f),
            ("in r28, 0x3d", 0xb7cd),
            ("out 0x3f, r0", 0xbe0f),
            ("rjmp .-4", 0xcffe),
            ("rcall .+100", 0xd032),
            ("ret", 0x9508),
            ("brbs 0, .-128", 0xf200),
            ("brbc 1, .+2", 0xf409),
            ("brbs 6, .+126", 0xf1fe),
            ("sbrc r24, 0", 0xfd80),
            ("sbrs r31, 7", 0xfff7),
            ("bset 6", 0x9468),
            ("bclr 7", 0x94f8),
            ("nop", 0x0000),
        ];
        for &(text, word) in encodings {
            let instruction = decode(word, 0x1234).map(|instruction| instruction.to_string());
            assert_eq!(instruction.as_deref(), Some(text), "{word:#06x}");
        }
    }

    #[test]
    fn only_jumps_and_calls_are_long() {
        assert_eq!(decode(0x940c, 0x1234), Some(Jmp(0x1234)));
        assert_eq!(decode(0x940e, 0xfffe), Some(Call(0xfffe)));
        let long = |word: &u16| decode(*word, 0).is_some_and(|instruction| instruction.words() == 2);
        assert_eq!((0..=u16::MAX).filter(long).count(), 2 * 64);
    }

    #[test]
    fn what_the_programs_do_not_use_is_not_decoded() {
        // muls, cpse, des, sbic, in 0x16, sleep, lds, asr
        for word in [0x0200, 0x1000, 0x940b, 0x9900, 0xb786, 0x9588, 0x9000, 0x9405] {
            assert_eq!(decode(word, 0), None, "{word:#06x}");
        }
    }
}
