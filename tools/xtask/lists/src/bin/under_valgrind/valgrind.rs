//! Requests to valgrind from a program running under it: a sequence of instructions that does nothing elsewhere.

/// The requests to memcheck, with valgrind's numbers.
#[derive(Clone, Copy)]
enum Request {
    RunningOnValgrind = 0x1001,
    CountErrors = 0x1201,
    MakeUndefined = 0x4d43_0001,
    MakeDefined = 0x4d43_0002,
}

/// Whether valgrind runs this program.
pub(crate) fn is_here() -> bool {
    ask(Request::RunningOnValgrind, 0, 0) != 0
}

/// Returns how many errors there have been so far, counting repetitions.
pub(crate) fn errors() -> usize {
    ask(Request::CountErrors, 0, 0)
}

/// From now on memcheck reports every branch and every address that depends on these bytes.
pub(crate) fn make_secret(bytes: &[u8]) {
    ask(Request::MakeUndefined, bytes.as_ptr().addr(), bytes.len());
}

/// From now on memcheck no longer reports what depends on these bytes.
pub(crate) fn make_public(bytes: &[u8]) {
    ask(Request::MakeDefined, bytes.as_ptr().addr(), bytes.len());
}

/// Returns the answer, or 0 where nobody answers.
#[cfg(target_arch = "x86_64")]
fn ask(request: Request, a: usize, b: usize) -> usize {
    let question = [request as usize, a, b, 0, 0, 0];
    let mut answer = 0;
    // SAFETY: the rotations add up to 128 bits, and rbx is exchanged with itself. Valgrind takes these for a request:
    // the address of six words in rax, the answer in rdx. It changes what it knows of memory, never the memory.
    unsafe {
        std::arch::asm!(
            "rol rdi, 3",
            "rol rdi, 13",
            "rol rdi, 61",
            "rol rdi, 51",
            "xchg rbx, rbx",
            in("rax") question.as_ptr(),
            inout("rdx") answer,
            inout("rdi") 0usize => _,
        );
    }
    answer
}

/// Returns the answer, or 0 where nobody answers.
#[cfg(not(target_arch = "x86_64"))]
fn ask(request: Request, a: usize, b: usize) -> usize {
    let _ = (request as usize, a, b);
    0
}
