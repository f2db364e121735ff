//! Core cycles: a fixed-rate counter, and a chain of dependent additions that tells how many core cycles it counts.
//!
//! The time-stamp counter runs at one rate while the core's clock rises and falls. One addition that needs the result of
//! the one before takes one core cycle on every CPU we know, so a chain of them, timed beside each sample, gives the ratio of
//! the two clocks at that moment. Both operands are registers: some cores drop additions of small constants while renaming
//! registers, and run a chain of those at several a cycle.

use std::time::{Duration, Instant};

/// Additions in one chain.
pub(crate) const CHAIN: u64 = 20_000;

/// The fixed-rate counter, after everything before it has finished.
#[inline(always)]
pub(crate) fn ticks() -> u64 {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: both instructions are in every x86-64 CPU and touch no memory.
    unsafe {
        use std::arch::x86_64::{_mm_lfence, _rdtsc};
        _mm_lfence();
        let now = _rdtsc();
        _mm_lfence();
        now
    }
    #[cfg(target_arch = "aarch64")]
    // SAFETY: reading the virtual counter is allowed to every program and touches no memory.
    unsafe {
        let now: u64;
        std::arch::asm!("isb", "mrs {0}, cntvct_el0", "isb", out(reg) now, options(nostack, nomem));
        now
    }
}

/// Lets everything before it finish, so that two calls in a row do not overlap.
#[inline(always)]
pub(crate) fn fence() {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: the instruction is in every x86-64 CPU.
    unsafe {
        std::arch::x86_64::_mm_lfence();
    }
    #[cfg(target_arch = "aarch64")]
    // SAFETY: a barrier, in every AArch64 CPU.
    unsafe {
        std::arch::asm!("isb", options(nostack, nomem));
    }
}

/// Ticks that the chain takes.
#[inline(never)]
pub(crate) fn chain_ticks() -> u64 {
    let start = ticks();
    let mut rounds = CHAIN / 50;
    // SAFETY: additions of two registers and a counted loop, no memory.
    #[cfg(target_arch = "x86_64")]
    unsafe {
        std::arch::asm!(
            "2:",
            ".rept 50",
            "add {sum}, {one}",
            ".endr",
            "sub {rounds}, {one}",
            "jnz 2b",
            sum = inout(reg) 0u64 => _,
            one = in(reg) 1u64,
            rounds = inout(reg) rounds,
            options(nostack, nomem),
        );
    }
    // SAFETY: additions of two registers and a counted loop, no memory.
    #[cfg(target_arch = "aarch64")]
    unsafe {
        std::arch::asm!(
            "2:",
            ".rept 50",
            "add {sum}, {sum}, {one}",
            ".endr",
            "subs {rounds}, {rounds}, {one}",
            "b.ne 2b",
            sum = inout(reg) 0u64 => _,
            one = in(reg) 1u64,
            rounds = inout(reg) rounds,
            options(nostack, nomem),
        );
    }
    std::hint::black_box(rounds);
    ticks() - start
}

/// Ticks per core cycle right now.
pub(crate) fn ticks_per_cycle() -> f64 {
    chain_ticks() as f64 / CHAIN as f64
}

/// Ticks per second, against the system's clock.
pub(crate) fn ticks_per_second() -> f64 {
    let (start, from) = (Instant::now(), ticks());
    while start.elapsed() < Duration::from_millis(20) {
        std::hint::spin_loop();
    }
    let (elapsed, to) = (start.elapsed(), ticks());
    (to - from) as f64 / elapsed.as_secs_f64()
}

/// Waits until the chain takes the same time again and again: the clock has risen, and nobody else has the core.
///
/// # Errors
///
/// If that does not happen within a bounded number of tries; the message tells what was seen.
pub(crate) fn settle() -> Result<f64, String> {
    const TRIES: usize = 2_000;
    const IN_A_ROW: usize = 20;
    let (mut last, mut steady) = (ticks_per_cycle(), 0);
    let (mut least, mut most) = (last, last);
    for _ in 0..TRIES {
        let now = ticks_per_cycle();
        (least, most) = (least.min(now), most.max(now));
        steady = if (now / last - 1.0).abs() < 0.01 { steady + 1 } else { 0 };
        last = now;
        if steady == IN_A_ROW {
            return Ok(now);
        }
    }
    Err(format!(
        "the core's clock did not settle: a chain of {CHAIN} additions took between {least:.3} and {most:.3} ticks an \
         addition in {TRIES} tries; stop other work on this machine and try again"
    ))
}
