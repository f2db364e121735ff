//! Core cycles: a fixed-rate counter, and a chain of dependent additions that tells how many core cycles it counts.
//!
//! The time-stamp counter runs at one rate while the core's clock rises and falls. One addition that needs the result of
//! the one before takes one core cycle on every CPU we know, so a chain of them, timed beside each sample, gives the ratio of
//! the two clocks at that moment. Both operands are registers: some cores drop additions of small constants while renaming
//! registers, and run a chain of those at several a cycle.
//!
//! The chain leaves most of the core unused, so it takes the same time if another thread of the same core works, a guest of the
//! same host for example. So a crowd of independent instructions is timed, too: it tells how much of the core this thread gets.

use std::time::{Duration, Instant};

/// Additions in one chain.
const CHAIN: u64 = 20_000;
/// Instructions in one crowd.
const CROWD: u64 = 10_000;
/// Instructions in one round of the crowd: 15 KB of code, so that it feels when half of a cache of decoded instructions is gone.
const CROWD_ROUND: u64 = 2_000;

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
fn chain_ticks() -> u64 {
    let start = ticks();
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
            rounds = inout(reg) CHAIN / 50 => _,
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

/// What the crowd loads.
#[repr(align(64))]
struct Line {
    _bytes: [u8; 256],
}

static LINE: Line = Line { _bytes: [1; 256] };

/// Ticks of [`CROWD`] instructions that want all of the core: decoders, scheduler, adders, vector units and load ports.
#[inline(never)]
fn crowd_ticks() -> u64 {
    let start = ticks();
    // SAFETY: the loads stay inside the 256 bytes and are aligned; nothing is written.
    #[cfg(target_arch = "x86_64")]
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
            sum = inout(reg) 0u64 => _,
            one = in(reg) 1u64,
            line = in(reg) &raw const LINE,
            rounds = inout(reg) CROWD / CROWD_ROUND => _,
            repeat = const CROWD_ROUND / 5,
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
            rounds = inout(reg) CROWD / CROWD_ROUND => _,
            repeat = const CROWD_ROUND / 5,
            options(nostack, readonly),
        );
    }
    ticks() - start
}

/// What the core does right now.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Core {
    /// Ticks per core cycle: what one addition of the chain takes.
    pub(crate) ticks_per_cycle: f64,
    /// Instructions of the crowd that this thread gets through in a core cycle. Where two threads share a core, it falls when
    /// the other one works, which the chain does not show.
    pub(crate) width: f64,
}

/// Looks at the core.
#[inline(never)]
pub(crate) fn core() -> Core {
    // The first crowds after other work find the caches and the predictors full of that.
    let crowd = (0..4).map(|_| crowd_ticks()).min().unwrap_or(u64::MAX) as f64;
    let ticks_per_cycle = chain_ticks() as f64 / CHAIN as f64;
    Core { ticks_per_cycle, width: CROWD as f64 / (crowd / ticks_per_cycle) }
}

/// The clocks of two looks at the core may differ by this much.
pub(crate) const STEADY: f64 = 0.01;
/// The same around a call so long that the clock hardly ever stays the same. The figure is uncertain by half of it.
pub(crate) const STEADY_LONG: f64 = 0.04;
/// The width may be below the best by this much.
const SHARED: f64 = 0.04;

impl Core {
    /// By how much the core was disturbed between `before` and this look: 0 if its clock has not changed by more than
    /// `bound` and nobody else has worked on it, so that its width is `width`, or nearly; else the shares of clock
    /// and width that are missing.
    pub(crate) fn disturbance(self, before: Self, width: f64, bound: f64) -> f64 {
        let clock = (self.ticks_per_cycle / before.ticks_per_cycle - 1.0).abs();
        let least = self.width.min(before.width);
        (if clock < bound { 0.0 } else { clock }) + (if is_shared(least, width) { 1.0 - least / width } else { 0.0 })
    }
}

/// Whether a core of this width is shared with somebody, if it has another one when it is not.
pub(crate) fn is_shared(width: f64, alone: f64) -> bool {
    width <= alone * (1.0 - SHARED)
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

/// What was seen while waiting for the core to look the same again and again.
pub(crate) struct Settled {
    /// The width that counts as undisturbed from here on.
    pub(crate) width: f64,
    /// Whether the core looked the same in the end.
    pub(crate) steady: bool,
}

/// Waits until the core looks the same again and again: the clock has risen, and nobody else has the core. `width` is
/// the best that was seen before, by any process of this run; 0 if there was none. Gives up when `patience` is over,
/// but looks at the core a thousand times in any case.
pub(crate) fn settle(width: f64, patience: Duration) -> Settled {
    const LOOKS: usize = 1_000;
    const IN_A_ROW: usize = 20;
    let start = Instant::now();
    let mut all = Vec::new();
    loop {
        let mut row = vec![core()];
        for _ in 0..LOOKS {
            let now = core();
            let steady = row.last().is_some_and(|last| now.disturbance(*last, width.max(last.width), STEADY) == 0.0);
            if !steady {
                row.clear();
            }
            row.push(now);
            if row.len() > IN_A_ROW {
                return Settled { width: share(&mut row, 0.5).max(width), steady: true };
            }
            if all.len() < LOOKS {
                all.push(now);
            }
        }
        if start.elapsed() >= patience {
            // If no process knows better, nine looks of ten saw less than this: what it is like when the others pause.
            let width = if width > 0.0 { width } else { share(&mut all, 0.9) };
            return Settled { width, steady: false };
        }
        // Whoever disturbs may be done soon.
        std::thread::sleep(PAUSE);
    }
}

/// The width that this share of the looks did not exceed.
fn share(looks: &mut [Core], share: f64) -> f64 {
    looks.sort_by(|a, b| a.width.total_cmp(&b.width));
    looks[((looks.len() - 1) as f64 * share) as usize].width
}

/// How long to leave a disturbed core alone.
pub(crate) const PAUSE: Duration = Duration::from_millis(20);
