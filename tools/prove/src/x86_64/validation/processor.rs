//! Runs single instructions on the CPU.
//!
//! `rustc` compiles a program that consists of a loop in assembly. The program maps a file of encodings and register
//! contents into its memory as readable and executable code, and for each run
//!
//! ```text
//!   loads all registers, the flags and a piece of memory from the file
//!   jumps to the instruction, after which a jump leads back
//!   writes all registers, the flags, the memory and the signal, if there was one, to standard output
//! ```
//!
//! Code and memory have fixed addresses, the same as in the model. So the kernels' own bytes run, pointers have equal
//! values on both sides, and only the distance in an address relative to RIP is replaced. The model goes first, so no
//! instruction runs unless it is known where it writes.

use super::state::{
    FLAGS, GENERAL, GENERAL_NAMES, MASKS, MEMORY, MEMORY_BYTES, OUTCOME, SCRATCH, STATE_BYTES, State, VECTORS,
};
use std::error::Error;
use std::fmt::Write as _;
use std::fs::File;
use std::process::{Command, Stdio};

/// The address of the mapped file of encodings. Addresses relative to RIP reach from here to the scratch memory.
const FILE: u64 = 0xe000_0000;
/// The address of the page with the target of every stub's jump.
const LINK: u64 = FILE - 0x1000;
/// The distance between two encodings: the longest instruction and a jump.
const STUB_BYTES: u64 = 32;
/// The number of runs and the address of the first one precede the encodings.
const HEADER_BYTES: u64 = 64;

/// Returns the address of an encoding.
pub(super) fn address(encoding: usize) -> u64 {
    FILE + HEADER_BYTES + encoding as u64 * STUB_BYTES
}

/// The registers of the CPU.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Width {
    Sse,
    Avx,
    Avx512,
}

impl Width {
    /// Returns the number of vector registers and the bytes of each.
    pub(super) fn vectors(self) -> (usize, usize) {
        match self {
            Self::Sse => (16, 16),
            Self::Avx => (16, 32),
            Self::Avx512 => (32, 64),
        }
    }

    pub(super) fn has_masks(self) -> bool {
        self == Self::Avx512
    }
}

/// Runs instructions. `code` contains the encoding of each, and a run is the number of an encoding and the contents of
/// all registers. Returns the contents after each run.
///
/// # Errors
///
/// If the program can't be compiled or does not run to its end.
pub(super) fn run(width: Width, code: &[Vec<u8>], runs: &[(usize, State)]) -> Result<Vec<State>, Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let (source, program) = (folder.path().join("processor.rs"), folder.path().join("processor"));
    std::fs::write(&source, program_text(width))?;
    let output = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
        .args(["--edition=2024", "--crate-name=processor", "-Cpanic=abort", "-o"])
        .args([&program, &source])
        .output()
        .map_err(|error| format!("can't start rustc to compile a program: {error}"))?;
    if !output.status.success() {
        let remarks = String::from_utf8_lossy(&output.stderr);
        return Err(format!("the program that runs single instructions cannot be compiled: {remarks}").into());
    }
    let (input, results) = (folder.path().join("input"), folder.path().join("results"));
    std::fs::write(&input, file(code, runs))?;
    let mut command = Command::new(&program);
    let status = command.stdin(File::open(&input)?).stdout(File::create(&results)?).stderr(Stdio::null()).status()?;
    let results = std::fs::read(&results)?;
    if !status.success() || results.len() != runs.len() * STATE_BYTES {
        let count = results.len() / STATE_BYTES;
        let remark =
            if count == 0 { "; it needs code and data at fixed addresses, which this system may refuse" } else { "" };
        return Err(format!("the program that runs instructions ended after {count} runs: {status}{remark}").into());
    }
    Ok(results.chunks(STATE_BYTES).map(State::from_bytes).collect())
}

/// Returns the program's input.
fn file(code: &[Vec<u8>], runs: &[(usize, State)]) -> Vec<u8> {
    let first_run = address(code.len()).next_multiple_of(64);
    let mut file = Vec::new();
    file.extend((runs.len() as u64).to_le_bytes());
    file.extend(first_run.to_le_bytes());
    file.resize(HEADER_BYTES as usize, 0);
    for (n, bytes) in code.iter().enumerate() {
        file.extend(bytes);
        // A jump to the address in the link's page.
        file.extend([0xff, 0x25]);
        let next = FILE + file.len() as u64 + 4;
        file.extend((LINK.wrapping_sub(next) as u32).to_le_bytes());
        file.resize((address(n + 1) - FILE) as usize, 0xcc);
    }
    file.resize((first_run - FILE) as usize, 0);
    for (encoding, state) in runs {
        file.extend(address(*encoding).to_le_bytes());
        file.extend(state.bytes());
    }
    assert!(FILE + (file.len() as u64) < SCRATCH, "the file does not reach the scratch memory");
    file
}

/// The signals of instructions that the CPU refuses: SIGILL, SIGBUS, SIGFPE and SIGSEGV.
const SIGNALS: [u8; 4] = [4, 7, 8, 11];

/// Returns the source of the program. System calls have their numbers on Linux: lseek is 8, mmap 9, rt_sigaction 13,
/// write 1, sigaltstack 131 and exit_group 231.
fn program_text(width: Width) -> String {
    let (mut load, mut store) = (String::new(), String::new());
    let (count, _) = width.vectors();
    let (instruction, register) = match width {
        Width::Sse => ("movdqu", "xmm"),
        Width::Avx => ("vmovdqu", "ymm"),
        Width::Avx512 => ("vmovdqu64", "zmm"),
    };
    let mut both = |load_one: String, store_one: String| {
        let _ = writeln!(load, "    {load_one}");
        let _ = writeln!(store, "    {store_one}");
    };
    for n in 0..count {
        let at = format!("[rip + state + {}]", VECTORS + 64 * n);
        both(format!("{instruction} {register}{n}, {at}"), format!("{instruction} {at}, {register}{n}"));
    }
    for n in (0..8).filter(|_| width.has_masks()) {
        let at = format!("[rip + state + {}]", MASKS + 8 * n);
        both(format!("kmovq k{n}, {at}"), format!("kmovq {at}, k{n}"));
    }
    let (mut load_general, mut store_general) = (String::new(), String::new());
    for (n, name) in GENERAL_NAMES.iter().enumerate() {
        let _ = writeln!(load_general, "    mov {name}, [rip + state + {}]", GENERAL + 8 * n);
        let _ = writeln!(store_general, "    mov [rip + state + {}], {name}", GENERAL + 8 * n);
    }
    let handled: String = SIGNALS.map(|signal| format!("    mov edi, {signal}\n    call handle\n")).concat();
    format!(
        r#"#![no_main]
core::arch::global_asm!(r"
    .globl main
main:
    push rbx
    push rbp
    push r12
    push r13
    push r14
    push r15
    mov [rip + saved_stack], rsp
    // Map the input: it may be read and executed.
    mov eax, 8
    xor edi, edi
    xor esi, esi
    mov edx, 2
    syscall
    mov rsi, rax
    mov eax, 9
    mov edi, {FILE}
    mov edx, 5
    mov r10d, 0x100002
    xor r8d, r8d
    xor r9d, r9d
    syscall
    cmp rax, rdi
    jne failed
    // The page of the link.
    mov edi, {LINK}
    call page
    lea rax, [rip + back]
    mov [rdi], rax
    // The scratch memory.
    mov rdi, {SCRATCH}
    call page
    // A signal ends the run, not the program.
    mov eax, 131
    lea rdi, [rip + signal_stack]
    xor esi, esi
    syscall
    lea rax, [rip + signal]
    mov [rip + action], rax
    mov [rip + action + 16], rax
{handled}
    mov eax, {FILE}
    mov rcx, [rax]
    mov [rip + left], rcx
    mov rcx, [rax + 8]
    mov [rip + next], rcx
again:
    cmp qword ptr [rip + left], 0
    je done
    dec qword ptr [rip + left]
    mov rsi, [rip + next]
    mov rax, [rsi]
    mov [rip + entry], rax
    add rsi, 8
    lea rdi, [rip + state]
    mov ecx, {STATE_BYTES}
    rep movsb
    mov [rip + next], rsi
    lea rsi, [rip + state + {MEMORY}]
    mov rdi, {SCRATCH}
    mov ecx, {MEMORY_BYTES}
    rep movsb
{load}
    push qword ptr [rip + state + {FLAGS}]
    popfq
{load_general}
    jmp [rip + entry]
back:
{store_general}
    mov rsp, [rip + saved_stack]
    pushfq
    pop [rip + state + {FLAGS}]
{store}
    mov rsi, {SCRATCH}
    lea rdi, [rip + state + {MEMORY}]
    mov ecx, {MEMORY_BYTES}
    rep movsb
report:
    mov eax, 1
    mov edi, 1
    lea rsi, [rip + state]
    mov edx, {STATE_BYTES}
    syscall
    cmp rax, {STATE_BYTES}
    je again
failed:
    mov eax, 231
    mov edi, 1
    syscall
signal:
    mov [rip + state + {OUTCOME}], rdi
    mov rsp, [rip + saved_stack]
    jmp report
handle:
    mov eax, 13
    lea rsi, [rip + action]
    xor edx, edx
    mov r10d, 8
    syscall
    ret
page:
    mov eax, 9
    mov esi, 0x1000
    mov edx, 3
    mov r10d, 0x100022
    mov r8, -1
    xor r9d, r9d
    syscall
    cmp rax, rdi
    jne failed
    ret
done:
    pop r15
    pop r14
    pop r13
    pop r12
    pop rbp
    pop rbx
    xor eax, eax
    ret
    .data
    .balign 8
    // The handler, flags (its own stack, not blocked in itself, with a restorer), the restorer, no signals blocked.
action:
    .quad 0, 0x4c000000, 0, 0
signal_stack:
    .quad stack, 0, 65536
    .bss
    .balign 64
state: .skip {STATE_BYTES}
    .balign 64
saved_stack: .skip 8
left: .skip 8
next: .skip 8
entry: .skip 8
    .balign 64
stack: .skip 65536
    .text
");
"#
    )
}
