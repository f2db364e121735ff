//! Reads programs from text, in the syntax in which they are printed.
//!
//! ```text
//! again:                          // a label
//!     ldr q0, [x0, #16]
//!     krhopi v1, v2, v3, v4, #5   // an instruction of the extension
//!     sub x3, x3, #1
//!     cbnz x3, again              // or the distance in bytes, such as -12
//!     ret
//! ```

use crate::encoding::encode;
use crate::instruction::{Definition, File, Immediate};
use crate::line_error::LineError;
use crate::operation::{Compute, Number, Operation, STACK, Transfer, Transferred};
use crate::sets::instructions;
use std::collections::BTreeMap;

/// Returns the words of a program.
///
/// # Errors
///
/// If a line is not an instruction, or if there is no such label.
pub fn assemble(text: &str) -> Result<Vec<u32>, LineError> {
    let mut labels = BTreeMap::new();
    let mut lines = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let mut line = line.split("//").next().unwrap_or_default().trim();
        if let Some((label, rest)) = line.split_once(':') {
            labels.insert(label.trim(), lines.len());
            line = rest.trim();
        }
        if !line.is_empty() {
            lines.push((index + 1, line));
        }
    }
    let assembled = lines.iter().enumerate().map(|(at, &(line, text))| {
        let operation = operation(text, at, &labels);
        let operation = operation.ok_or_else(|| LineError { line, what: format!("{text}: not an instruction") })?;
        check(&operation).map_err(|what| LineError { line, what: format!("{text}: {what}") })?;
        Ok(encode(&operation))
    });
    assembled.collect()
}

/// Returns the instruction of a line, which has this index in the program.
fn operation(text: &str, at: usize, labels: &BTreeMap<&str, usize>) -> Option<Operation> {
    let (name, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let operands: Vec<&str> = operands(rest);
    if name == "ret" && operands.is_empty() {
        return Some(Operation::Return);
    }
    let special = match (name, &operands[..]) {
        ("cbnz", [t, target]) => {
            let distance = match labels.get(target) {
                Some(&label) => label as i32 - at as i32,
                None => target.parse::<i32>().ok().filter(|distance| distance % 4 == 0)? / 4,
            };
            Some(Operation::JumpUnlessZero { t: register('x', t)?, distance })
        }
        ("add" | "sub", [d, n, number]) => {
            let number: i16 = hash(number)?;
            let number = if name == "sub" { number.checked_neg()? } else { number };
            Some(Operation::Add { d: register('x', d)?, n: register('x', n)?, number })
        }
        _ => None,
    };
    special.or_else(|| compute(name, &operands)).or_else(|| transfer(name, &operands))
}

/// Returns the operands, between commas that are not in brackets.
fn operands(text: &str) -> Vec<&str> {
    let (mut operands, mut depth, mut begin) = (Vec::new(), 0, 0);
    for (at, letter) in text.char_indices() {
        match letter {
            '[' | '{' => depth += 1,
            ']' | '}' => depth -= 1,
            ',' if depth == 0 => {
                operands.push(text[begin..at].trim());
                begin = at + 1;
            }
            _ => {}
        }
    }
    operands.push(text[begin..].trim());
    operands.retain(|operand| !operand.is_empty());
    operands
}

/// Returns the number of a register whose name begins with a letter.
fn register(letter: char, text: &str) -> Option<Number> {
    let number: Number = text.strip_prefix(letter)?.parse().ok()?;
    (number < 32).then_some(number)
}

/// Returns a number after a hash.
fn hash<T: std::str::FromStr>(text: &str) -> Option<T> {
    text.strip_prefix('#')?.parse().ok()
}

fn compute(name: &str, operands: &[&str]) -> Option<Operation> {
    instructions()
        .filter(|definition| definition.name == name)
        .find_map(|definition| of_definition(definition, operands))
}

fn of_definition(definition: &'static Definition, operands: &[&str]) -> Option<Operation> {
    let letter = if definition.file() == File::General { 'x' } else { 'v' };
    let named = definition.named_sources();
    let (registers, others) = operands.split_at_checked(1 + named)?;
    let registers: Vec<Number> = registers.iter().map(|text| register(letter, text)).collect::<Option<_>>()?;
    let mut sources = [0; 3];
    sources[..named].copy_from_slice(&registers[1..]);
    if definition.reads_destination {
        sources[named] = registers[0];
    }
    let immediate = match (others, definition.shifted()) {
        ([], _) if !definition.has_immediate() || definition.shifted().is_some() => 0,
        ([text], Some(shift)) => hash(text.strip_prefix(shift)?.trim())?,
        ([text], None) if definition.has_immediate() => hash(text)?,
        _ => return None,
    };
    let d = registers[0];
    let width = definition.widths[0];
    definition.exists(width, immediate).then_some(Operation::Compute(Compute {
        definition,
        width,
        immediate,
        d,
        sources,
    }))
}

impl Definition {
    /// Returns how the immediate operand changes the last one, if that is written before it: `ror` or `lsl`.
    pub fn shifted(&self) -> Option<&'static str> {
        let by_places = matches!(
            self.encoding,
            crate::instruction::Encoding::Arm { file: File::General, immediate: Immediate::Bits, .. }
        );
        let left = std::ptr::eq(self, &raw const crate::sets::arm::EOR_SHIFTED);
        (by_places && self.sources == 2).then_some(if left { "lsl" } else { "ror" })
    }
}

fn transfer(name: &str, operands: &[&str]) -> Option<Operation> {
    let load = match name.get(..2)? {
        "ld" => true,
        "st" => false,
        _ => return None,
    };
    let (what, t, rest) = match (name, operands) {
        ("ldp" | "stp", [t, other, rest @ ..]) => {
            (Transferred::LowPair(register('d', other)?), register('d', t)?, rest)
        }
        ("ldrb" | "strb", [t, rest @ ..]) => (Transferred::General(8), register('w', t)?, rest),
        ("ldrh" | "strh", [t, rest @ ..]) => (Transferred::General(16), register('w', t)?, rest),
        ("ldr" | "str", [t, rest @ ..]) => {
            let kinds = [
                ('q', Transferred::Whole),
                ('d', Transferred::Low),
                ('x', Transferred::General(64)),
                ('w', Transferred::General(32)),
            ];
            let (what, t) = kinds.iter().find_map(|&(letter, what)| Some((what, register(letter, t)?)))?;
            (what, t, rest)
        }
        ("ld1r" | "ld1" | "st1", [t, rest @ ..]) => {
            let (what, t) = lanes(name, t)?;
            (what, t, rest)
        }
        _ => return None,
    };
    let (base, offset, after) = address(rest)?;
    Some(Operation::Transfer(Transfer { load, what, t, base, offset, after }))
}

/// Returns what `{v1.8b}` or `{v1.b}[8]` means, and the register.
fn lanes(name: &str, text: &str) -> Option<(Transferred, Number)> {
    let (register_name, index) = text.strip_prefix('{')?.split_once('}')?;
    let (t, arrangement) = register_name.split_once('.')?;
    let t = register('v', t)?;
    let width = 8 << "bhsd".find(arrangement.chars().last()?)?;
    let number = &arrangement[..arrangement.len() - 1];
    let what = if name == "ld1r" {
        let lanes: u32 = number.parse().ok()?;
        let whole = lanes == 128 / width;
        (index.is_empty() && (whole || lanes == 64 / width)).then_some(Transferred::Repeated { width, whole })?
    } else {
        let index: u32 = index.strip_prefix('[')?.strip_suffix(']')?.parse().ok()?;
        let lane = match name {
            "ld1" => Transferred::LaneInto { width, index, of: t },
            _ => Transferred::Lane { width, index },
        };
        (number.is_empty() && index < 128 / width).then_some(lane)?
    };
    Some((what, t))
}

/// Returns the base of `[x1]`, `[x1, #8]` or `[x1], #8`, the distance, and whether it is added after the access.
fn address(operands: &[&str]) -> Option<(Number, i16, bool)> {
    let (first, after) = match operands {
        [first] => (first, None),
        [first, after] => (first, Some(hash(after)?)),
        _ => return None,
    };
    let inner = first.strip_prefix('[')?.strip_suffix(']')?;
    let (base, offset) = match inner.split_once(',') {
        Some((base, offset)) if after.is_none() => (base, hash(offset.trim())?),
        Some(_) => return None,
        None => (inner, after.unwrap_or(0)),
    };
    let base = if base == "sp" { STACK } else { register('x', base).filter(|&base| base != STACK)? };
    Some((base, offset, after.is_some()))
}

/// Returns an error if a number does not fit into the word of an instruction.
fn check(operation: &Operation) -> Result<(), String> {
    let fits = match *operation {
        Operation::Add { d, n, number } => number.unsigned_abs() < 4096 && d != STACK && n != STACK,
        Operation::JumpUnlessZero { distance, .. } => (-(1 << 18)..1 << 18).contains(&distance),
        Operation::Transfer(transfer) => crate::encoding::encode_transfer(transfer).is_some(),
        Operation::Compute(_) | Operation::Return => true,
    };
    if fits { Ok(()) } else { Err("a number does not fit into the instruction".to_owned()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encoding::decode;
    use crate::kernels::{Blocks, Kernel, Task};
    use crate::target::targets;

    /// Every instruction of every kernel is read back from its printed form.
    #[test]
    fn what_is_printed_is_read() {
        for target in targets() {
            let kernel = Kernel::new(&target).unwrap();
            let mut programs = vec![kernel.permutation(2)];
            for width in [8, 16, 32, 64] {
                for task in [Task::Absorb, Task::Squeeze, Task::Decrypt] {
                    programs.push(kernel.blocks(&Blocks {
                        task,
                        width,
                        block: &[0, 1, 7, 8],
                        frame: &[24],
                        rounds: 1,
                    }));
                }
            }
            for program in programs {
                let text: String = program.operations.iter().map(|operation| format!("{operation}\n")).collect();
                assert_eq!(assemble(&text).unwrap(), program.words(), "{}", target.name);
            }
        }
    }

    #[test]
    fn labels_are_distances() {
        let words = assemble("// a loop\nagain: sub x1, x1, #1\n  cbnz x1, again\n\n ret").unwrap();
        let text: Vec<String> = words.iter().map(|&word| decode(word).unwrap().to_string()).collect();
        assert_eq!(text, ["sub x1, x1, #1", "cbnz x1, -4", "ret"]);
    }

    #[test]
    fn errors_name_the_line() {
        for (text, expected) in [
            ("ret\nfadd v0, v1, v2", "line 2: fadd v0, v1, v2: not an instruction"),
            ("keor3 v0, v1, v2", "line 1: keor3 v0, v1, v2: not an instruction"),
            ("krhopi v0, v1, v2, v3, #13", "line 1: krhopi v0, v1, v2, v3, #13: not an instruction"),
            ("\n\neor v0, v1, v32", "line 3: eor v0, v1, v32: not an instruction"),
            ("cbnz x1, nowhere", "line 1: cbnz x1, nowhere: not an instruction"),
            ("add x1, x1, #4096", "line 1: add x1, x1, #4096: a number does not fit into the instruction"),
            ("ldr q0, [x1, #257]", "line 1: ldr q0, [x1, #257]: a number does not fit into the instruction"),
        ] {
            assert_eq!(assemble(text).unwrap_err().to_string(), expected);
        }
    }
}
