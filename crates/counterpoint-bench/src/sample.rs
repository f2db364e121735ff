//! One sample: a number of calls between two calibrations, thrown away if it was disturbed.

use crate::clock;
use counterpoint_console::words::reason;
use serde::{Deserialize, Serialize};
use std::time::{Duration, Instant};

/// Samples are long enough to make the counter's own cost vanish, short enough to fit between two interrupts.
const SAMPLE_CYCLES: f64 = 100_000.0;

/// The undisturbed samples of one measurement in one process.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Samples {
    /// Core cycles of one call.
    pub(crate) cycles: Vec<f64>,
    /// Samples that were thrown away.
    pub(crate) discarded: u64,
    /// Core cycles per second, the median over the samples.
    pub(crate) core_hz: f64,
}

/// What a process knows about the core once it has settled.
pub(crate) struct Machine {
    /// The fixed-rate counter's rate.
    pub(crate) tsc_hz: f64,
    /// [`clock::Core::width`] when nobody else works on it.
    pub(crate) width: f64,
}

/// Times `call` for about `budget`, at least `least` samples. While all samples are disturbed it waits until the core has settled.
///
/// # Errors
///
/// If nearly all samples are disturbed, or the core does not settle any more.
pub(crate) fn take(
    call: &mut dyn FnMut(),
    budget: Duration,
    least: usize,
    machine: &Machine,
) -> Result<Samples, String> {
    const PATIENCE: u64 = 50;
    let calls = Calls::for_a_sample(call);
    let mut samples = Samples::default();
    let mut ratios = Vec::new();
    let mut disturbed_in_a_row = 0;
    let mut left = budget;
    while samples.cycles.len() < least || !left.is_zero() {
        let start = Instant::now();
        match one(call, &calls, machine.width) {
            Some((cycles, ratio)) => {
                samples.cycles.push(cycles);
                ratios.push(ratio);
                left = left.saturating_sub(start.elapsed());
                disturbed_in_a_row = 0;
            }
            None => {
                samples.discarded += 1;
                disturbed_in_a_row += 1;
            }
        }
        if disturbed_in_a_row == PATIENCE {
            clock::settle(machine.width)?;
            disturbed_in_a_row = 0;
        }
        if samples.discarded > 40 * PATIENCE + 20 * samples.cycles.len() as u64 {
            return Err(format!(
                "{} of {} samples were disturbed; stop other work on this machine, or on its host, and try again",
                samples.discarded,
                samples.discarded + samples.cycles.len() as u64
            ));
        }
    }
    ratios.sort_by(f64::total_cmp);
    samples.core_hz = machine.tsc_hz / ratios[ratios.len() / 2];
    Ok(samples)
}

/// How a sample is made.
struct Calls {
    /// Calls before the clock is read: looking at the core has put other code into the caches.
    before: u32,
    /// Calls that are timed.
    timed: u32,
    /// One call takes longer than a sample should.
    long: bool,
}

impl Calls {
    /// As many as make up a sample of the right length; warms the caches and branch predictors on the way. A call so long that
    /// a cold start does not count needs none before it.
    fn for_a_sample(call: &mut dyn FnMut()) -> Self {
        let ratio = clock::core().ticks_per_cycle;
        let mut calls = 1;
        loop {
            let ticks = time(call, calls);
            let cycles = ticks as f64 / ratio;
            if cycles >= SAMPLE_CYCLES / 2.0 {
                let timed = ((f64::from(calls) * SAMPLE_CYCLES / cycles) as u32).max(1);
                let before = u32::from(cycles < 10.0 * SAMPLE_CYCLES);
                return Self { before, timed, long: timed == 1 && cycles > 2.0 * SAMPLE_CYCLES };
            }
            calls *= 2;
        }
    }
}

/// Ticks of so many calls, each of which ends before the next begins.
#[inline(never)]
fn time(call: &mut dyn FnMut(), calls: u32) -> u64 {
    let start = clock::ticks();
    for _ in 0..calls {
        call();
        clock::fence();
    }
    clock::ticks() - start
}

/// Core cycles of one call and ticks per core cycle, or nothing if the clock changed, the thread was switched out or somebody
/// else worked on the core.
fn one(call: &mut dyn FnMut(), calls: &Calls, width: f64) -> Option<(f64, f64)> {
    let switches = context_switches();
    let before = clock::core();
    time(call, calls.before);
    let ticks = time(call, calls.timed);
    let after = clock::core();
    let ratio = (before.ticks_per_cycle + after.ticks_per_cycle) / 2.0;
    let bound = if calls.long { clock::STEADY_LONG } else { clock::STEADY };
    let undisturbed = after.is_steady(before, width, bound) && context_switches() == switches;
    undisturbed.then(|| (ticks as f64 / ratio / f64::from(calls.timed), ratio))
}

/// How often the system has taken the core from this thread.
fn context_switches() -> libc::c_long {
    // SAFETY: the structure is plain numbers, for which all bits 0 is a value, and the call only fills it.
    unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        libc::getrusage(libc::RUSAGE_THREAD, &raw mut usage);
        usage.ru_nivcsw + usage.ru_nvcsw
    }
}

/// Ties this thread to one core: the one it is on.
///
/// # Errors
///
/// If the system refuses.
pub(crate) fn pin() -> Result<usize, String> {
    // SAFETY: the set is plain bits, for which all 0 is the empty set; the calls read it and nothing else.
    unsafe {
        let core = usize::try_from(libc::sched_getcpu()).map_err(|_| "the system does not tell the core".to_owned())?;
        let mut set: libc::cpu_set_t = std::mem::zeroed();
        libc::CPU_SET(core, &mut set);
        match libc::sched_setaffinity(0, size_of::<libc::cpu_set_t>(), &raw const set) {
            0 => Ok(core),
            _ => Err(format!("this thread can't be tied to core {core}: {}", reason(&std::io::Error::last_os_error()))),
        }
    }
}
