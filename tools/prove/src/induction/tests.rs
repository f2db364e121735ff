//! Short hand-written kernels in which more than the end of the loop depends on the number of blocks: of AES, and of
//! [`Primitive::Example`] for AArch64. Those for x86-64 are among the tests of `prover.rs`.

use super::*;
use crate::call::HashCase;
use crate::image::START;
use crate::spec::Primitive;
use iced_x86::code_asm::*;
use object::Architecture;

/// Assembles a kernel of AES that encrypts one block at a time. If there are more than `most` blocks, it leaves the
/// first one unchanged.
fn aes_kernel(most: Option<i32>) -> Result<Vec<u8>, IcedError> {
    let mut a = CodeAssembler::new(64)?;
    let (mut next, mut round, mut last, mut done) =
        (a.create_label(), a.create_label(), a.create_label(), a.create_label());
    // The round keys and their number, and the blocks and their number.
    for (n, register) in [rax, rcx, rdx, rsi].into_iter().enumerate() {
        a.mov(register, qword_ptr(rdi + 8 * (n as i32 + 1)))?;
    }
    if let Some(most) = most {
        let mut few = a.create_label();
        a.cmp(rsi, most)?;
        a.jbe(few)?;
        a.add(rdx, 16)?;
        a.dec(rsi)?;
        a.set_label(&mut few)?;
    }
    a.test(rsi, rsi)?;
    a.je(done)?;
    a.dec(rcx)?;
    a.shl(rcx, 4)?;
    a.set_label(&mut next)?;
    a.movdqu(xmm0, xmmword_ptr(rdx))?;
    a.movdqu(xmm1, xmmword_ptr(rax))?;
    a.pxor(xmm0, xmm1)?;
    a.mov(r8d, 16)?;
    a.set_label(&mut round)?;
    a.movdqu(xmm1, xmmword_ptr(rax + r8))?;
    a.cmp(r8, rcx)?;
    a.jae(last)?;
    a.aesenc(xmm0, xmm1)?;
    a.add(r8, 16)?;
    a.jmp(round)?;
    a.set_label(&mut last)?;
    a.aesenclast(xmm0, xmm1)?;
    a.movdqu(xmmword_ptr(rdx), xmm0)?;
    a.add(rdx, 16)?;
    a.dec(rsi)?;
    a.jne(next)?;
    a.set_label(&mut done)?;
    a.ret()?;
    a.assemble(START)
}

/// Tries the induction on a kernel.
fn any_number(architecture: Architecture, code: Vec<u8>, subject: Subject, message: LongMessage) -> Result<(), String> {
    let place = (START, code.len() as u64);
    let image = Image::of_code(architecture, code);
    let mut report = Report::at(&image, "a kernel".into(), place, true);
    let mut prover = Prover::new(subject, Values::Variables);
    let any_number = prover.any_number_of_blocks(&image, &mut report, message, 1);
    assert!(report.failures.is_empty(), "it is right for a few blocks: {report}");
    any_number
}

/// Whether a kernel is refused for a reason with this beginning and end.
fn is_refused(result: &Result<(), String>, beginning: &str, end: &str) -> bool {
    result.as_ref().is_err_and(|why| why.starts_with(beginning) && why.contains(end))
}

#[test]
fn a_block_cipher_is_proved_for_any_number_of_blocks() {
    for rounds in [10, 14] {
        let result = |most| {
            let code = aes_kernel(most).expect("these are instructions");
            any_number(Architecture::X86_64, code, Subject::Aes, LongMessage::Encryption { rounds })
        };
        assert_eq!(result(None), Ok(()));
        // No message has so many blocks: the limit is 2^64 - 1.
        assert_eq!(result(Some(-1)), Ok(()));
        let refused = result(Some(200));
        assert!(is_refused(&refused, "a branch that depends on the number of blocks, at +0x", " jbe"), "{refused:?}");
    }
}

/// Returns a kernel of one state for AArch64: `before` runs before the loop, and `within` after each rotation.
fn arm_kernel(before: &[u32], within: &[u32]) -> Vec<u8> {
    // The message is at x3 and has x4 words, x5 is the state, and x6 is 0:
    // ldr x1, [x0]; ldr x2, [x0, #16]; ldr x3, [x2]; ldr x4, [x2, #8]; ldr x5, [x1]; mov x6, #0; lsr x4, x4, #3
    let mut code = vec![0xf940_0001, 0xf940_0802, 0xf940_0043, 0xf940_0444, 0xf940_0025, 0xd280_0006, 0xd343_fc84];
    code.extend(before);
    code.push(ROTATE);
    code.extend(within);
    // ldr x7, [x3], #8; eor x5, x5, x7; subs x4, x4, #1; b.ne to the rotation
    let back = (within.len() as u32 + 4).wrapping_neg() & 0x7_ffff;
    code.extend([0xf840_8467, 0xca07_00a5, 0xf100_0484, 0x5400_0001 | back << 5]);
    // mvn x5, x5; str x5, [x1]; ret
    code.extend([0xaa25_03e5, 0xf900_0025, 0xd65f_03c0]);
    code.iter().flat_map(|word: &u32| word.to_le_bytes()).collect()
}

/// ror x5, x5, #63
const ROTATE: u32 = 0x93c5_fca5;
/// add x6, x6, #1
const COUNT: u32 = 0x9100_04c6;
/// cmp x6, #4095
const COMPARE: u32 = 0xf13f_fcdf;

#[test]
fn what_decides_in_a_later_iteration_is_named_on_aarch64() {
    let result = |before: &[u32], within: &[u32]| {
        let case = HashCase { states: 1, finalizes: true, ..HashCase::default() };
        let subject = Subject::Hash(Primitive::Example);
        any_number(Architecture::Aarch64, arm_kernel(before, within), subject, LongMessage::Blocks(case))
    };
    assert_eq!(result(&[], &[]), Ok(()));
    // A counter on which nothing depends.
    assert_eq!(result(&[], &[COUNT]), Ok(()));
    // b.lo .+8
    let branch = result(&[], &[COUNT, COMPARE, 0x5400_0043, ROTATE]);
    assert!(is_refused(&branch, "a branch that depends on x6, which changes from block to block, at +0x28", "b."));
    // ror x8, x5, #63; csel x5, x5, x8, lo
    let choice = result(&[], &[COUNT, 0x93c5_fca8, COMPARE, 0x9a88_30a5]);
    assert!(is_refused(&choice, "a condition that depends on x6, which changes from block to block, at +0x2c", "csel"));
    // lsr x8, x6, #12; cbz x8, .+8
    let high_bits = result(&[], &[COUNT, 0xd34c_fcc8, 0xb400_0048, ROTATE]);
    assert!(is_refused(&high_bits, "a branch that depends on x6, which changes from block to block, at +0x28", "cbz"));
    // cmp x4, #4095; b.ls .+12; sub x4, x4, #1; add x3, x3, #8
    let length = result(&[0xf13f_fc9f, 0x5400_0069, 0xd100_0484, 0x9100_2063], &[]);
    assert!(is_refused(&length, "a branch that depends on the number of blocks, at +0x20", "b."));
}
