//! Measures core cycles with a fixed-rate counter and a chain of dependent additions.
//!
//! The time-stamp counter runs at a fixed rate, while the clock of the core rises and falls. An addition that depends
//! on the result of the previous one takes one core cycle on every CPU we know. So a chain of additions, timed before
//! and after each sample, gives the ratio of the two clocks at that moment. Both operands are registers: some cores
//! execute additions of small constants during register renaming, several per cycle.
//!
//! The chain leaves most of the core unused, so it takes the same time when another thread uses the same core, such as
//! another guest of the same host. So a throughput probe is timed too: many independent instructions, whose number per
//! cycle shows how much of the core this thread gets.

#[cfg(target_arch = "x86")]
use std::arch::x86;
#[cfg(target_arch = "x86_64")]
use std::arch::x86_64 as x86;
use std::time::{Duration, Instant};

/// Additions in one chain.
const CHAIN: u64 = 20_000;
/// Instructions in one throughput probe.
const PROBE: u64 = 10_000;
/// Instructions in one round of the probe. Its 15 KB of code take more than half of a cache of decoded instructions, so
/// the probe is slower when another thread takes the other half.
const PROBE_ROUND: u64 = 2_000;

/// Returns the fixed-rate counter after all instructions before it have finished.
#[inline(always)]
pub(crate) fn ticks() -> u64 {
    #[cfg(any(target_arch = "x86_64", target_arch = "x86"))]
    // SAFETY: both instructions are in every x86 CPU with SSE2 and touch no memory.
    unsafe {
        x86::_mm_lfence();
        let now = x86::_rdtsc();
        x86::_mm_lfence();
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

/// Waits until all instructions before it have finished, so that two calls in a row do not overlap.
#[inline(always)]
pub(crate) fn fence() {
    #[cfg(any(target_arch = "x86_64", target_arch = "x86"))]
    // SAFETY: the instruction is in every x86 CPU with SSE2.
    unsafe {
        x86::_mm_lfence();
    }
    #[cfg(target_arch = "aarch64")]
    // SAFETY: a barrier, in every AArch64 CPU.
    unsafe {
        std::arch::asm!("isb", options(nostack, nomem));
    }
}

/// Returns the ticks that the chain takes.
fn chain_ticks() -> u64 {
    let start = ticks();
    // SAFETY: additions of two registers and a counted loop, no memory.
    #[cfg(any(target_arch = "x86_64", target_arch = "x86"))]
    unsafe {
        std::arch::asm!(
            "2:",
            ".rept 50",
            "add {sum}, {one}",
            ".endr",
            "sub {rounds}, {one}",
            "jnz 2b",
            sum = inout(reg) 0usize => _,
            one = in(reg) 1usize,
            rounds = inout(reg) (CHAIN / 50) as usize => _,
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
            rounds = inout(reg) CHAIN / 50 => _,
            options(nostack, nomem),
        );
    }
    ticks() - start
}

/// The memory that the probe loads.
#[repr(align(64))]
struct Line {
    _bytes: [u8; 256],
}

static LINE: Line = Line { _bytes: [1; 256] };

/// Returns the ticks for [`PROBE`] instructions, which use all of the core: decoders, scheduler, adders, vector units
/// and load ports.
#[inline(never)]
fn probe_ticks() -> u64 {
    let start = ticks();
    // SAFETY: the loads stay inside the 256 bytes and are aligned; nothing is written.
    #[cfg(any(target_arch = "x86_64", target_arch = "x86"))]
    unsafe {
        std::arch::asm!(
            "2:",
            ".rept {repeat}",
            "paddd {a}, [{line} + 128]",
            "pxor {b}, [{line} + 144]",
            "add {sum}, {one}",
            "paddd {c}, [{line} + 160]",
            "pxor {d}, [{line} + 176]",
            ".endr",
            "sub {rounds}, {one}",
            "jnz 2b",
            a = out(xmm_reg) _, b = out(xmm_reg) _, c = out(xmm_reg) _, d = out(xmm_reg) _,
            sum = inout(reg) 0usize => _,
            one = in(reg) 1usize,
            line = in(reg) &raw const LINE,
            rounds = inout(reg) (PROBE / PROBE_ROUND) as usize => _,
            repeat = const PROBE_ROUND / 5,
            options(nostack, readonly),
        );
    }
    // SAFETY: the loads stay inside the 256 bytes; nothing is written.
    #[cfg(target_arch = "aarch64")]
    unsafe {
        std::arch::asm!(
            "2:",
            ".rept {repeat}",
            "ldr {a:q}, [{line}, #128]",
            "add {b:v}.4s, {b:v}.4s, {a:v}.4s",
            "add {sum}, {sum}, {one}",
            "ldr {c:q}, [{line}, #144]",
            "eor {d:v}.16b, {d:v}.16b, {c:v}.16b",
            ".endr",
            "subs {rounds}, {rounds}, {one}",
            "b.ne 2b",
            a = out(vreg) _, b = out(vreg) _, c = out(vreg) _, d = out(vreg) _,
            sum = inout(reg) 0u64 => _,
            one = in(reg) 1u64,
            line = in(reg) &raw const LINE,
            rounds = inout(reg) PROBE / PROBE_ROUND => _,
            repeat = const PROBE_ROUND / 5,
            options(nostack, readonly),
        );
    }
    ticks() - start
}

/// The speed of the core at one moment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CoreState {
    /// Ticks per core cycle: the time of one addition of the chain.
    pub(crate) ticks_per_cycle: f64,
    /// Instructions of the probe that this thread executes per core cycle. This falls when another thread uses the same
    /// core, which the chain does not show.
    pub(crate) throughput: f64,
}

/// Measures the speed of the core.
#[inline(never)]
pub(crate) fn measure_core() -> CoreState {
    // After other work, the probe is not yet in the caches and predictors, so the first runs are slower.
    let probe = (0..4).map(|_| probe_ticks()).min().unwrap_or(u64::MAX) as f64;
    let ticks_per_cycle = chain_ticks() as f64 / CHAIN as f64;
    CoreState { ticks_per_cycle, throughput: PROBE as f64 / (probe / ticks_per_cycle) }
}

/// The ratio by which the clock may differ before and after a sample.
pub(crate) const CLOCK_TOLERANCE: f64 = 0.01;
/// Like [`CLOCK_TOLERANCE`], for a long call, during which the clock hardly ever stays constant. The figure is
/// uncertain by half of this.
pub(crate) const LONG_CLOCK_TOLERANCE: f64 = 0.04;
/// The ratio by which the throughput may be below the best.
const THROUGHPUT_TOLERANCE: f64 = 0.04;

impl CoreState {
    /// Returns how much the core was disturbed between `before` and this state: 0 if the clock has changed by less than
    /// `bound` and the throughput is still about `throughput`, its value when no other thread uses the core; otherwise
    /// the sum of the missing shares of clock and throughput.
    pub(crate) fn disturbance(self, before: Self, throughput: f64, bound: f64) -> f64 {
        let clock = (self.ticks_per_cycle / before.ticks_per_cycle - 1.0).abs();
        let least = self.throughput.min(before.throughput);
        (if clock < bound { 0.0 } else { clock })
            + (if is_shared(least, throughput) { 1.0 - least / throughput } else { 0.0 })
    }
}

/// Returns whether another thread uses the core, given its throughput now and when it is not shared.
pub(crate) fn is_shared(throughput: f64, alone: f64) -> bool {
    throughput <= alone * (1.0 - THROUGHPUT_TOLERANCE)
}

/// Measures the ticks per second with the system's clock.
pub(crate) fn ticks_per_second() -> f64 {
    let (start, from) = (Instant::now(), ticks());
    while start.elapsed() < Duration::from_millis(20) {
        std::hint::spin_loop();
    }
    let (elapsed, to) = (start.elapsed(), ticks());
    (to - from) as f64 / elapsed.as_secs_f64()
}

/// The result of waiting for a stable core.
pub(crate) struct Stability {
    /// The throughput that counts as undisturbed from now on.
    pub(crate) throughput: f64,
    /// Whether the core became stable.
    pub(crate) stable: bool,
}

/// Waits until the core has had the same speed many times in a row: its clock has risen, and no other thread uses it.
/// `throughput` is the best that any process of this run has seen; 0 if there was none. Gives up after `patience`, but
/// not before 1000 attempts.
pub(crate) fn wait_until_stable(throughput: f64, patience: Duration) -> Stability {
    const ATTEMPTS: usize = 1_000;
    const IN_A_ROW: usize = 20;
    let start = Instant::now();
    let mut all = Vec::new();
    loop {
        let mut row = vec![measure_core()];
        for _ in 0..ATTEMPTS {
            let now = measure_core();
            let same = row
                .last()
                .is_some_and(|last| now.disturbance(*last, throughput.max(last.throughput), CLOCK_TOLERANCE) == 0.0);
            if !same {
                row.clear();
            }
            row.push(now);
            if row.len() > IN_A_ROW {
                return Stability { throughput: quantile(&mut row, 0.5).max(throughput), stable: true };
            }
            if all.len() < ATTEMPTS {
                all.push(now);
            }
        }
        if start.elapsed() >= patience {
            // Nine out of ten attempts had less than this, so it is about the throughput while other threads pause.
            let throughput = if throughput > 0.0 { throughput } else { quantile(&mut all, 0.9) };
            return Stability { throughput, stable: false };
        }
        // The other work may end soon.
        std::thread::sleep(PAUSE);
    }
}

/// Returns the throughput that this share of the states does not exceed.
fn quantile(states: &mut [CoreState], share: f64) -> f64 {
    states.sort_by(|a, b| a.throughput.total_cmp(&b.throughput));
    states[((states.len() - 1) as f64 * share) as usize].throughput
}

/// The time for which a disturbed core is left alone.
pub(crate) const PAUSE: Duration = Duration::from_millis(20);

/// Returns a word, and forces it into a general register (two if they have 32 bits), not a vector register, between its
/// computation and its use.
#[inline(always)]
pub(crate) fn in_general_register(word: u64) -> u64 {
    #[cfg(target_pointer_width = "64")]
    return register(word as usize) as u64;
    #[cfg(target_pointer_width = "32")]
    return register(word as usize) as u64 | (register((word >> 32) as usize) as u64) << 32;
}

/// Returns a value, and forces it into a general register.
#[inline(always)]
fn register(mut value: usize) -> usize {
    // SAFETY: the assembly is only a comment: it executes nothing and leaves the register as it is.
    unsafe { std::arch::asm!("/* {0} */", inout(reg) value, options(pure, nomem, nostack, preserves_flags)) };
    value
}
