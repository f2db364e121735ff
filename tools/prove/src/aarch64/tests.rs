//! Allowed and forbidden behaviour of the machine, on a few instructions.

use super::Machine;
use crate::execution::Execution;
use crate::image::{Image, START};
use crate::logic::Logic;
use crate::memory::Memory;
use crate::sums::Bit;
use crate::watch::Watch;
use crate::words::Word;
use object::Architecture;

/// Runs code on one byte of memory, whose address is the argument. Returns the byte afterwards.
fn run(logic: &mut Logic, code: &[u32], table: &[u8], byte: Word) -> Result<Word, String> {
    let code: Vec<u8> = code.iter().flat_map(|word| word.to_le_bytes()).chain(table.iter().copied()).collect();
    let image = Image::of_code(Architecture::Aarch64, code);
    let mut memory = Memory::new();
    let address = memory.add("the byte", byte, true, 0);
    let stack = memory.add("the stack", vec![Bit::UNKNOWN; 8 * 64], true, 0) + 64;
    let mut machine = Machine::new(Execution::new(logic, &image, memory, Watch::default()));
    machine.call(START, address, stack, 100).map_err(|stopped| stopped.reason)?;
    Ok(machine.execution.memory.regions()[0].bits.clone())
}

const RET: u32 = 0xd65f_03c0;

#[test]
fn registers_of_the_caller_are_kept() {
    let mut logic = Logic::new();
    let unknown = vec![Bit::UNKNOWN; 8];
    // mov x19, #1
    let changed = run(&mut logic, &[0xd280_0033, RET], &[], unknown.clone());
    assert!(changed.is_err_and(|reason| reason.contains("belongs to the caller")));
    // str d8, [sp, #-16]!; movi v8.2d, #0; ldr d8, [sp], #16
    let kept = run(&mut logic, &[0xfc1f_0fe8, 0x6f00_e408, 0xfc41_07e8, RET], &[], unknown);
    assert!(kept.is_ok(), "{kept:?}");
}

#[test]
fn branches_and_accesses_elsewhere_are_refused() {
    let mut logic = Logic::new();
    let byte: Word = (0..8).map(|_| logic.variable()).collect();
    // ldr x1, [x0]
    let outside = run(&mut logic, &[0xf940_0001, RET], &[], byte.clone());
    assert!(outside.is_err_and(|reason| reason.contains("not within the byte")));
    // ldrb w1, [x0]; cbz x1, .+8
    let branch = run(&mut logic, &[0x3940_0001, 0xb400_0041, RET, RET], &[], byte);
    assert!(branch.is_err_and(|reason| reason.contains("a branch that depends on data")));
}

#[test]
fn a_load_by_a_secret_index_is_a_look_up() {
    let mut logic = Logic::new();
    let byte: Word = (0..8).map(|_| logic.variable()).collect();
    let table: Vec<u8> = (0..=255u8).map(|n| n.wrapping_mul(n).rotate_left(3) ^ n >> 1).collect();
    let expected = logic.sbox(&byte, 8, &table);
    // ldrb w1, [x0]; adr x2, .+16; ldrb w3, [x2, w1, uxtw]; strb w3, [x0]
    let code = [0x3940_0001, 0x1000_0082, 0x3861_4843, 0x3900_0003, RET];
    assert_eq!(run(&mut logic, &code, &table, byte), Ok(expected));
}
