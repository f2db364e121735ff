//! Samples: each a number of calls between two looks at the core, and gathered until there are enough undisturbed ones.
//!
//! On a shared machine these may never come. So the time is bounded: when a measurement has waited as long as its
//! patience allows, the least disturbed samples count, and it is marked.

use crate::clock;
use crate::record::Quartiles;
use counterpoint_console::messages::reason;
use serde::{Deserialize, Serialize};
use std::time::{Duration, Instant};

/// Samples are long enough to make the counter's own cost vanish, short enough to fit between two interrupts.
const SAMPLE_CYCLES: f64 = 100_000.0;
/// After this number of disturbed samples in a row, the core is left alone for a moment.
const IN_A_ROW: u64 = 50;
/// The number of disturbed samples that are kept: the least disturbed ones.
const MOST_DISTURBED: usize = 1_000;

/// The samples of one measurement in one process that count.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Samples {
    /// Core cycles of one call.
    pub(crate) cycles: Vec<f64>,
    /// Samples that were thrown away.
    pub(crate) discarded: u64,
    /// Core cycles per second, the median over the samples.
    pub(crate) core_hz: f64,
    /// There were too few undisturbed samples, so that the least disturbed ones count with them.
    pub(crate) disturbed: bool,
}

impl Samples {
    /// The one figure that stands for all, in core cycles of one call.
    pub(crate) fn figure(&self) -> f64 {
        Quartiles::of(self.cycles.clone()).figure(self.disturbed)
    }
}

/// What a process knows about the core once it has settled.
pub(crate) struct Machine {
    /// The fixed-rate counter's rate.
    pub(crate) tsc_hz: f64,
    /// [`clock::Core::width`] when nobody else works on it.
    pub(crate) width: f64,
}

/// How many samples are wanted, and how long to go on for them.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct Limits {
    /// Time for undisturbed samples.
    pub(crate) budget: Duration,
    /// Time on top of it to wait for undisturbed samples.
    pub(crate) patience: Duration,
    /// The fewest samples, however long they take.
    pub(crate) least: usize,
}

/// One sample.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sample {
    /// Core cycles of one call.
    pub(crate) cycles: f64,
    /// Ticks of the fixed-rate counter per core cycle.
    pub(crate) ticks_per_cycle: f64,
    /// By how much it was disturbed: 0 not at all. It follows from the looks at the core and from switches, never
    /// from `cycles`.
    pub(crate) disturbance: f64,
}

/// Where samples come from, and how time goes by meanwhile: the machine; an imaginary one in tests.
pub(crate) trait Source {
    /// Makes a sample.
    fn sample(&mut self) -> Sample;
    /// The time since some moment.
    fn now(&self) -> Duration;
    /// Leaves the core alone for a moment.
    fn pause(&mut self);
}

/// Times `call` within `limits`; `waits` is called when samples are disturbed one after the other, once.
pub(crate) fn take(call: &mut dyn FnMut(), limits: &Limits, machine: &Machine, waits: &mut dyn FnMut()) -> Samples {
    let calls = Calls::for_a_sample(call);
    let mut source = Here { call, calls, width: machine.width, start: Instant::now() };
    gather(&mut source, limits, machine.tsc_hz, waits)
}

/// Gathers samples until there are enough undisturbed ones for the budget, or the patience is over.
pub(crate) fn gather(source: &mut dyn Source, limits: &Limits, tsc_hz: f64, waits: &mut dyn FnMut()) -> Samples {
    let mut good: Vec<Sample> = Vec::new();
    let mut disturbed: Vec<Sample> = Vec::new();
    let (mut discarded, mut in_a_row, mut told) = (0, 0, false);
    let mut tell = || {
        if !std::mem::replace(&mut told, true) {
            waits();
        }
    };
    let mut left = limits.budget;
    let start = source.now();
    while good.len() < limits.least || !left.is_zero() {
        let before = source.now();
        if before - start >= limits.budget + limits.patience && good.len() + disturbed.len() >= limits.least {
            break;
        }
        let sample = source.sample();
        if sample.disturbance == 0.0 {
            good.push(sample);
            left = left.saturating_sub(source.now() - before);
            in_a_row = 0;
            continue;
        }
        keep_least_disturbed(&mut disturbed, sample);
        discarded += 1;
        in_a_row += 1;
        if in_a_row == IN_A_ROW {
            tell();
            source.pause();
            in_a_row = 0;
        }
    }
    let too_few = good.len() < limits.least;
    if too_few {
        tell();
        // A quarter of them: among these the lower quartile is that of the quietest moments.
        disturbed.sort_by(|a, b| a.disturbance.total_cmp(&b.disturbance));
        let wanted = (disturbed.len() / 4).max(limits.least - good.len()).min(disturbed.len());
        good.extend_from_slice(&disturbed[..wanted]);
        discarded -= wanted as u64;
    }
    let mut ratios: Vec<f64> = good.iter().map(|sample| sample.ticks_per_cycle).collect();
    ratios.sort_by(f64::total_cmp);
    Samples {
        cycles: good.iter().map(|sample| sample.cycles).collect(),
        discarded,
        core_hz: tsc_hz / ratios[ratios.len() / 2],
        disturbed: too_few,
    }
}

/// Adds a sample; drops the more disturbed half when there are too many.
fn keep_least_disturbed(samples: &mut Vec<Sample>, sample: Sample) {
    samples.push(sample);
    if samples.len() > MOST_DISTURBED {
        samples.sort_by(|a, b| a.disturbance.total_cmp(&b.disturbance));
        samples.truncate(MOST_DISTURBED / 2);
    }
}

/// Samples of a call on this machine.
struct Here<'a> {
    call: &'a mut dyn FnMut(),
    calls: Calls,
    width: f64,
    start: Instant,
}

impl Source for Here<'_> {
    fn sample(&mut self) -> Sample {
        let Self { call, calls, width, .. } = self;
        let switches = context_switches();
        let before = clock::core();
        time(*call, calls.before);
        let ticks = time(*call, calls.timed);
        let after = clock::core();
        let ticks_per_cycle = (before.ticks_per_cycle + after.ticks_per_cycle) / 2.0;
        let bound = if calls.long { clock::STEADY_LONG } else { clock::STEADY };
        // A switch is worse than any change of the clock or of the share of the core.
        let switched = (context_switches() - switches) as f64;
        Sample {
            cycles: ticks as f64 / ticks_per_cycle / f64::from(calls.timed),
            ticks_per_cycle,
            disturbance: after.disturbance(before, *width, bound) + switched,
        }
    }

    fn now(&self) -> Duration {
        self.start.elapsed()
    }

    fn pause(&mut self) {
        std::thread::sleep(clock::PAUSE);
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A machine whose samples take a millisecond each; one in a given number of them is undisturbed, or none. The
    /// more a sample is disturbed, the more cycles it has.
    struct Imaginary {
        now: Duration,
        made: u64,
        undisturbed_every: Option<u64>,
    }

    impl Source for Imaginary {
        fn sample(&mut self) -> Sample {
            self.now += Duration::from_millis(1);
            self.made += 1;
            let quiet = self.undisturbed_every.is_some_and(|every| self.made.is_multiple_of(every));
            let disturbance = if quiet { 0.0 } else { 0.1 + (self.made * 7 % 100) as f64 / 100.0 };
            Sample { cycles: 1000.0 * (1.0 + disturbance), ticks_per_cycle: 0.5, disturbance }
        }

        fn now(&self) -> Duration {
            self.now
        }

        fn pause(&mut self) {
            self.now += clock::PAUSE;
        }
    }

    fn gathered(undisturbed_every: Option<u64>, patience_ms: u64) -> (Samples, Duration, usize) {
        let mut source = Imaginary { now: Duration::ZERO, made: 0, undisturbed_every };
        let patience = Duration::from_millis(patience_ms);
        let limits = Limits { budget: Duration::from_millis(60), patience, least: 5 };
        let mut waited = 0;
        let samples = gather(&mut source, &limits, 2e9, &mut || waited += 1);
        (samples, source.now, waited)
    }

    #[test]
    fn a_quiet_machine_takes_its_budget() {
        let (samples, time, waited) = gathered(Some(1), 240);
        assert_eq!((samples.cycles.len(), samples.discarded, samples.disturbed, waited), (60, 0, false, 0));
        assert_eq!((time, samples.core_hz), (Duration::from_millis(60), 4e9));
    }

    #[test]
    fn some_disturbed_samples_are_thrown_away() {
        let (samples, _, waited) = gathered(Some(3), 240);
        assert_eq!((samples.cycles.len(), samples.discarded, samples.disturbed, waited), (60, 120, false, 0));
        assert!(samples.cycles.iter().all(|&cycles| cycles == 1000.0));
    }

    /// A machine that is always disturbed: the time is bounded, the least disturbed samples count, and they are marked.
    #[test]
    fn a_machine_that_is_always_disturbed_comes_to_an_end() {
        for patience_ms in [0, 240, 10_000] {
            let (samples, time, waited) = gathered(None, patience_ms);
            assert!(samples.disturbed, "{patience_ms}");
            let bound = Duration::from_millis(60 + patience_ms + 1) + clock::PAUSE;
            assert!(time <= bound, "{time:?} {bound:?}");
            assert!(samples.cycles.len() >= 5 && samples.discarded > 0, "{samples:?}");
            assert_eq!(waited, 1);
            let most = samples.cycles.iter().fold(0.0, |a: f64, &b| a.max(b));
            assert!(most < 1400.0, "{most}");
        }
    }

    #[test]
    fn few_undisturbed_samples_are_better_than_many_disturbed_ones() {
        let (samples, _, waited) = gathered(Some(49), 240);
        assert_eq!((samples.cycles.len(), samples.disturbed, waited), (6, false, 0));
        assert!(samples.cycles.iter().all(|&cycles| cycles == 1000.0));
    }

    #[test]
    fn samples_that_are_longer_than_the_patience_are_taken_all_the_same() {
        let mut source = Imaginary { now: Duration::ZERO, made: 0, undisturbed_every: None };
        let limits = Limits { budget: Duration::ZERO, patience: Duration::ZERO, least: 5 };
        let samples = gather(&mut source, &limits, 2e9, &mut || ());
        assert_eq!((samples.cycles.len(), samples.disturbed), (5, true));
    }
}
