//! Short kernels, written by hand, that compute [`Primitive::Example`] or fail to.

use super::*;
use crate::cases::Cases;
use crate::image::START;
use crate::spec::Primitive;
use iced_x86::code_asm::*;
use object::Architecture;

/// What is wrong with a kernel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Defect {
    None,
    /// Another rotation.
    Rotation,
    /// The second state gets the first one's value.
    States,
    /// The tail is not absorbed.
    Tail,
    /// A byte behind the states is written.
    ByteBehind,
    /// The byte behind a block is read.
    ReadBehind,
    /// The block is written to.
    WritesBlock,
    /// A register that belongs to the caller is changed.
    Register,
    /// What happens depends on a bit of the state.
    Branch,
    /// A constant is looked up by bits of the state.
    Address,
    /// A part of the result is what the stack contained.
    Stack,
    /// From the fifth block on, the rotation is another.
    FifthBlock,
    /// The loop never ends.
    Endless,
}

/// The offsets of the operands' parts, in `kernel.rs` of the library.
const BLOCKS: i32 = 16;
const TAILS: i32 = 32;
const FINALIZE: i32 = 48;

/// Assembles a kernel for one state at a time.
fn kernel(defect: Defect) -> Result<Vec<u8>, IcedError> {
    let mut a = CodeAssembler::new(64)?;
    let (mut state, mut finalize, mut store, mut done) =
        (a.create_label(), a.create_label(), a.create_label(), a.create_label());
    let mut constants = a.create_label();
    if defect == Defect::Register {
        a.mov(rbx, 0u64)?;
    }
    // The states from rax to r11, each with the number r10.
    a.mov(rax, qword_ptr(rdi))?;
    a.mov(r11, qword_ptr(rdi + 8))?;
    a.xor(r10, r10)?;
    a.set_label(&mut state)?;
    a.cmp(r10, r11)?;
    a.jae(done)?;
    a.mov(rdx, qword_ptr(rax + 8 * r10))?;
    if defect == Defect::States {
        a.mov(rdx, qword_ptr(rax))?;
    }
    if defect == Defect::Branch {
        a.test(rdx, rdx)?;
        a.jz(finalize)?;
    }
    if defect == Defect::Address {
        a.movzx(ecx, dl)?;
        a.and(ecx, 7)?;
        a.lea(r8, ptr(constants))?;
        a.movzx(ecx, byte_ptr(r8 + rcx))?;
        a.xor(rdx, rcx)?;
    }
    for list in [BLOCKS, TAILS] {
        if list == TAILS && defect == Defect::Tail {
            continue;
        }
        absorb(&mut a, list, defect)?;
    }
    a.cmp(byte_ptr(rdi + FINALIZE), 0)?;
    a.je(store)?;
    a.set_label(&mut finalize)?;
    a.not(rdx)?;
    a.set_label(&mut store)?;
    if defect == Defect::Stack {
        a.mov(dl, byte_ptr(rsp - 8))?;
    }
    a.mov(qword_ptr(rax + 8 * r10), rdx)?;
    if defect == Defect::ByteBehind {
        a.mov(byte_ptr(rax + 8 * r10 + 8), dl)?;
    }
    a.inc(r10)?;
    a.jmp(state)?;
    a.set_label(&mut done)?;
    if defect == Defect::Endless {
        a.jmp(done)?;
    }
    a.ret()?;
    if defect == Defect::Address {
        a.set_label(&mut constants)?;
        a.db(&[0; 8])?;
    }
    a.assemble(START)
}

/// Assembles the loop over the blocks of state r10 in a list of slices.
fn absorb(a: &mut CodeAssembler, list: i32, defect: Defect) -> Result<(), IcedError> {
    let (mut next, mut behind) = (a.create_label(), a.create_label());
    a.cmp(qword_ptr(rdi + list + 8), 0)?;
    a.je(behind)?;
    a.mov(rcx, r10)?;
    a.shl(rcx, 4)?;
    a.add(rcx, qword_ptr(rdi + list))?;
    a.mov(r8, qword_ptr(rcx))?;
    a.mov(r9, qword_ptr(rcx + 8))?;
    a.shr(r9, 3)?;
    a.jz(behind)?;
    a.xor(rsi, rsi)?;
    a.set_label(&mut next)?;
    a.rol(rdx, if defect == Defect::Rotation { 2 } else { 1 })?;
    if defect == Defect::FifthBlock {
        let mut early = a.create_label();
        a.cmp(rsi, 4)?;
        a.jb(early)?;
        a.rol(rdx, 1)?;
        a.set_label(&mut early)?;
    }
    a.xor(rdx, qword_ptr(r8 + 8 * rsi))?;
    if defect == Defect::ReadBehind {
        a.mov(cl, byte_ptr(r8 + 8 * rsi + 8))?;
    }
    if defect == Defect::WritesBlock {
        a.mov(byte_ptr(r8 + 8 * rsi), dl)?;
    }
    a.inc(rsi)?;
    a.cmp(rsi, r9)?;
    a.jb(next)?;
    a.set_label(&mut behind)
}

/// Proves a kernel in all cases.
fn report(defect: Defect) -> Report {
    let code = kernel(defect).expect("these are instructions");
    let place = (START, code.len() as u64);
    let image = Image::of_code(Architecture::X86_64, code);
    let subject = Subject::Hash(Primitive::Example);
    let mut report = Report::at(&image, format!("{defect:?}"), place, true);
    let (mut prover, cases) = (Prover::new(subject, Values::Variables), Cases::of(subject, 1, false));
    prover.prove(&image, &mut report, &cases.principal);
    prover.prove_further(&image, &mut report, 1, &cases);
    report
}

#[test]
fn a_kernel_without_a_defect_is_proved_for_any_number_of_blocks() {
    let report = report(Defect::None);
    assert!(report.failures.is_empty(), "{report}");
    assert_eq!(report.any_number, Some(Ok(())), "{report}");
    assert_eq!(report.not_executed().count(), 0, "{report}");
}

#[test]
fn every_defect_is_found_and_named() {
    use Defect::*;
    let expected = [
        (Rotation, "another function"),
        (States, "bit 0 of byte 0 of state"),
        (Tail, "another function"),
        (ByteBehind, "not within the states"),
        (ReadBehind, "not within a message"),
        (WritesBlock, "it writes into a message"),
        (Register, "a register that belongs to the caller"),
        (Branch, "a branch that depends on data"),
        (Address, "an address depends on data"),
        (Stack, "no function that the specification computes"),
    ];
    for (defect, reason) in expected {
        let report = report(defect);
        let found = report.failures.iter().any(|failure| failure.what.contains(reason));
        assert!(found, "{reason:?} is not said of it: {report}");
    }
}

/// The kernel is right for as many blocks as its cases have, so it is proved for these and no others.
#[test]
fn iterations_that_differ_are_no_induction() {
    let report = report(Defect::FifthBlock);
    assert!(report.failures.is_empty() && matches!(report.any_number, Some(Err(_))), "{report}");
}

#[test]
fn a_loop_without_an_end_is_given_up() {
    let image = Image::of_code(Architecture::X86_64, kernel(Defect::Endless).expect("these are instructions"));
    let subject = Subject::Hash(Primitive::Example);
    let case = Cases::of(subject, 1, false).principal[0];
    let failure = Prover::new(subject, Values::Variables).case(&image, START, &case, 1000).failure;
    assert!(failure.is_some_and(|failure| failure.what.contains("it does not return within 1000 instructions")));
}
