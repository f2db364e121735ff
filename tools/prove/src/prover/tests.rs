//! Short hand-written kernels that compute [`Primitive::Example`] or fail to.

use super::*;
use crate::cases::Cases;
use crate::image::START;
use crate::induction::NEEDS_MORE;
use crate::spec::Primitive;
use iced_x86::code_asm::*;
use object::Architecture;

/// A defect of a kernel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Defect {
    None,
    /// A wrong rotation.
    Rotation,
    /// The second state receives the first one's value.
    States,
    /// The tail is not absorbed.
    Tail,
    /// A byte past the states is written.
    ByteBehind,
    /// The byte after a block is read.
    ReadBehind,
    /// The block is written to.
    WritesBlock,
    /// A callee-saved register is changed.
    Register,
    /// A branch depends on a bit of the state.
    Branch,
    /// Bits of the state index a table of constants.
    Address,
    /// Part of the result comes from uninitialized stack.
    Stack,
    /// The rotation differs from the fifth block on.
    FifthBlock,
    /// The rotation differs from the block with this number on, which a second counter in `rcx` decides.
    Counter(i32),
    /// The same, with the counter on the stack.
    CounterOnStack(i32),
    /// The same without a branch.
    CounterChooses(i32),
    /// The same without a comparison: bit 12 of the counter is the difference between the rotations.
    CounterShifts,
    /// Reads a constant at an address that only sometimes depends on the counter.
    CounterAddresses,
    /// The same as `Counter`, with the counter of the loop.
    LoopCounter(i32),
    /// If a message has more blocks than this, the first one is not absorbed.
    Length(i32),
    /// The loop never ends.
    Endless,
}

/// The offsets of the operands' parts, as in the library's `kernel.rs`.
const BLOCKS: i32 = 16;
const MORE_BLOCKS: i32 = 32;
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
    for list in [BLOCKS, MORE_BLOCKS] {
        if list == MORE_BLOCKS && defect == Defect::Tail {
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
    a.xor(ecx, ecx)?;
    match defect {
        Defect::CounterOnStack(_) => a.mov(qword_ptr(rsp - 16), rcx)?,
        Defect::Length(most) => {
            let mut short = a.create_label();
            a.cmp(r9, most)?;
            a.jbe(short)?;
            a.inc(rsi)?;
            a.set_label(&mut short)?;
            // No instruction may end with a label.
            a.nop()?;
        }
        _ => {}
    }
    a.set_label(&mut next)?;
    a.rol(rdx, if defect == Defect::Rotation { 2 } else { 1 })?;
    if defect == Defect::FifthBlock {
        let mut early = a.create_label();
        a.cmp(rsi, 4)?;
        a.jb(early)?;
        a.rol(rdx, 1)?;
        a.set_label(&mut early)?;
    }
    count(a, defect)?;
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

/// Assembles the effect of a counter other than the one that ends the loop.
fn count(a: &mut CodeAssembler, defect: Defect) -> Result<(), IcedError> {
    let mut early = a.create_label();
    match defect {
        Defect::Counter(from) => {
            a.inc(rcx)?;
            a.cmp(rcx, from)?;
            a.jb(early)?;
        }
        Defect::CounterOnStack(from) => {
            a.inc(qword_ptr(rsp - 16))?;
            a.cmp(qword_ptr(rsp - 16), from)?;
            a.jb(early)?;
        }
        Defect::LoopCounter(from) => {
            a.cmp(rsi, from)?;
            a.jb(early)?;
        }
        Defect::CounterChooses(from) => {
            a.push(r9)?;
            a.mov(r9, rdx)?;
            a.rol(r9, 1)?;
            a.inc(rcx)?;
            a.cmp(rcx, from)?;
            a.cmovae(rdx, r9)?;
            a.pop(r9)?;
        }
        Defect::CounterShifts => {
            a.push(r9)?;
            a.inc(rcx)?;
            a.mov(r9, rcx)?;
            a.shr(r9, 12)?;
            a.and(r9, 1)?;
            a.xor(rdx, r9)?;
            a.pop(r9)?;
        }
        Defect::CounterAddresses => {
            a.push(r9)?;
            a.add(rcx, 8)?;
            a.mov(r9, rcx)?;
            a.shr(r9, 12)?;
            a.mov(r9, qword_ptr(r8 + 8 * r9))?;
            a.pop(r9)?;
        }
        _ => return Ok(()),
    }
    if matches!(defect, Defect::Counter(_) | Defect::CounterOnStack(_) | Defect::LoopCounter(_)) {
        a.rol(rdx, 1)?;
        a.set_label(&mut early)?;
    }
    Ok(())
}

/// Proves a kernel in all cases.
fn report(defect: Defect) -> Report {
    let code = kernel(defect).expect("these are instructions");
    let place = (START, code.len() as u64);
    let image = Image::of_code(Architecture::X86_64, code);
    let subject = Subject::Hash(Primitive::Example);
    let mut report = Report::at(&image, format!("{defect:?}"), place, true);
    let (mut prover, cases) = (Prover::new(subject, Values::Variables), Cases::of(subject, 1, false));
    for cases in [&cases.principal, &cases.further, &cases.other_parameters] {
        prover.prove(&image, &mut report, cases);
    }
    if prover.prove_any_number(&image, &mut report, 1) {
        prover.prove(&image, &mut report, &cases.numbers_of_blocks);
    }
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
        (Stack, "not a function that the specification computes"),
    ];
    for (defect, reason) in expected {
        let report = report(defect);
        let found = report.failures.iter().any(|failure| failure.what.contains(reason));
        assert!(found, "{reason:?} is missing: {report}");
    }
}

/// The kernel is right for the numbers of blocks in its cases, so it is proved for these and no others.
#[test]
fn iterations_that_differ_are_no_induction() {
    let report = report(Defect::FifthBlock);
    assert!(report.failures.is_empty() && matches!(report.any_number, Some(Err(_))), "{report}");
}

/// These defects show in no case, and in no message that runs on random values.
#[test]
fn what_decides_in_a_later_iteration_is_named() {
    use Defect::*;
    let expected = [
        (Counter(5000), "a branch that depends on rcx, which changes from block to block, at +", "jb"),
        (CounterOnStack(5000), "a branch that depends on [sp-0x10], which changes from block to block, at +", "jb"),
        (CounterChooses(5000), "a condition that depends on rcx, which changes from block to block, at +", "cmovae"),
        (CounterShifts, NEEDS_MORE, ""),
        (
            CounterAddresses,
            "an address that depends on rcx, which changes from block to block, at +",
            "mov r9,[r8+r9*8]",
        ),
        (LoopCounter(5000), "a branch that depends on rsi, which changes from block to block, at +", "jb"),
        (Length(200), "a branch that depends on the number of blocks, at +", "jbe"),
    ];
    for (defect, reason, instruction) in expected {
        let report = report(defect);
        let found = matches!(&report.any_number, Some(Err(why)) if why.contains(reason) && why.contains(instruction));
        assert!(found, "{reason:?} is missing: {report}");
        assert!(report.failures.is_empty(), "it is right in its cases: {report}");
    }
}

/// A counter is allowed if no message has enough bytes to reach its limit.
#[test]
fn a_counter_that_decides_nothing_is_allowed() {
    for defect in [Defect::Counter(-1), Defect::CounterOnStack(-1), Defect::Length(-1)] {
        let report = report(defect);
        assert!(report.failures.is_empty() && report.any_number == Some(Ok(())), "{report}");
    }
}

#[test]
fn a_loop_without_an_end_is_given_up() {
    let image = Image::of_code(Architecture::X86_64, kernel(Defect::Endless).expect("these are instructions"));
    let subject = Subject::Hash(Primitive::Example);
    let case = Cases::of(subject, 1, false).principal[0];
    let failure = Prover::new(subject, Values::Variables).case(&image, START, &case, 1000).failure;
    assert!(failure.is_some_and(|failure| failure.what.contains("it does not return within 1000 instructions")));
}
