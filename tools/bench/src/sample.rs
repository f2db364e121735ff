//! Takes samples of calls until enough of them are undisturbed.
//!
//! A sample is a number of calls between two measurements of the core's speed. Calls to be compared take turns: one
//! sample of each, then the next of each. So whatever changes with time, such as the clock or a neighbour, changes for
//! all of them.
//!
//! On a shared machine all samples may be disturbed, so the time is bounded. When it is up, the least disturbed samples
//! count, and the measurement is marked.

use crate::clock;
use crate::console::reason;
use crate::cores;
use crate::record::Quartiles;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

/// The length of a sample: long enough to hide the cost of reading the counter, and short enough that most samples fit
/// between two interrupts.
const SAMPLE_CYCLES: f64 = 100_000.0;
/// The number of consecutive disturbed samples after which the program pauses briefly.
const IN_A_ROW: u64 = 50;
/// The number of disturbed samples to keep, namely the least disturbed ones.
const MOST_DISTURBED: usize = 1_000;

/// The samples of one measurement in one process.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Samples {
    /// Core cycles of one call.
    pub(crate) cycles: Vec<f64>,
    /// The number of samples that were discarded.
    pub(crate) discarded: u64,
    /// Core cycles per second, the median over the samples.
    pub(crate) core_hz: f64,
    /// Whether there were too few undisturbed samples, so that the least disturbed ones count too.
    pub(crate) disturbed: bool,
}

impl Samples {
    /// Returns the figure that represents all samples, in core cycles per call.
    pub(crate) fn figure(&self) -> f64 {
        Quartiles::of(self.cycles.clone()).figure(self.disturbed)
    }
}

/// A process's knowledge about the core when it is stable.
pub(crate) struct CoreReference {
    /// The rate of the fixed-rate counter.
    pub(crate) tsc_hz: f64,
    /// [`clock::CoreState::throughput`] when no other thread uses the core.
    pub(crate) throughput: f64,
}

/// How many samples to take, and for how long.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct Limits {
    /// The time for undisturbed samples.
    pub(crate) budget: Duration,
    /// The additional time to wait for undisturbed samples.
    pub(crate) patience: Duration,
    /// The minimum number of samples, however long they take.
    pub(crate) minimum: usize,
}

/// One sample.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sample {
    /// Core cycles of one call.
    pub(crate) cycles: f64,
    /// Ticks of the fixed-rate counter per core cycle.
    pub(crate) ticks_per_cycle: f64,
    /// How much it was disturbed; 0 if not at all. Derived from the core's speed and context switches, never from
    /// `cycles`.
    pub(crate) disturbance: f64,
}

/// Sources of samples and of time: calls on this machine or, in tests, an imaginary machine.
pub(crate) trait Sources {
    /// Takes a sample from one of the sources.
    fn sample(&mut self, source: usize) -> Sample;
    /// Notes that this source has had its last sample.
    fn finish(&mut self, source: usize);
    /// Returns the time since a fixed moment.
    fn now(&self) -> Duration;
    /// Pauses briefly.
    fn pause(&mut self);
}

/// A measured call. It writes to the outputs, which all calls share.
pub(crate) type TimedCall<'a> = Box<dyn FnMut(&mut [u8]) + 'a>;

/// Times calls within `limits`, which apply to each call. Calls `on_disturbed` at most once, if many consecutive
/// samples are disturbed or a call has too few undisturbed ones, and `on_finished` with the outputs of each call after
/// its last sample.
pub(crate) fn measure_calls(
    calls: &mut [TimedCall<'_>],
    outputs: &mut [u8],
    limits: &Limits,
    reference: &CoreReference,
    on_disturbed: &mut dyn FnMut(),
    on_finished: &mut dyn FnMut(usize, &[u8]),
) -> Vec<Samples> {
    let numbers: Vec<Calls> = calls.iter_mut().map(|call| Calls::for_a_sample(call, outputs)).collect();
    let (count, throughput, start) = (calls.len(), reference.throughput, Instant::now());
    let mut sources = CallSources { calls, numbers, outputs, throughput, start, on_finished };
    collect(&mut sources, count, limits, reference.tsc_hz, on_disturbed)
}

/// Collects samples from a number of sources in turns, from each until there are enough undisturbed ones for the budget
/// or its time is up.
pub(crate) fn collect(
    sources: &mut dyn Sources,
    count: usize,
    limits: &Limits,
    tsc_hz: f64,
    on_disturbed: &mut dyn FnMut(),
) -> Vec<Samples> {
    let mut reported = false;
    let mut report_once = || {
        if !std::mem::replace(&mut reported, true) {
            on_disturbed();
        }
    };
    let mut collections: Vec<Collection> = (0..count).map(|_| Collection::new(limits)).collect();
    let mut unfinished: Vec<usize> = (0..count).collect();
    while !unfinished.is_empty() {
        unfinished.retain(|&source| {
            let collection = &mut collections[source];
            collection.take(source, sources, &mut report_once);
            let finished = collection.is_finished(limits);
            if finished {
                sources.finish(source);
            }
            !finished
        });
    }
    collections.into_iter().map(|collection| collection.samples(limits, tsc_hz, &mut report_once)).collect()
}

/// The samples of one source so far.
struct Collection {
    good: Vec<Sample>,
    disturbed: Vec<Sample>,
    discarded: u64,
    /// The number of disturbed samples since the last undisturbed one or the last pause.
    in_a_row: u64,
    /// The budget left for undisturbed samples.
    left: Duration,
    /// The time taken by all its samples and the pauses after them.
    spent: Duration,
}

impl Collection {
    fn new(limits: &Limits) -> Self {
        let (good, disturbed) = (Vec::new(), Vec::new());
        Self { good, disturbed, discarded: 0, in_a_row: 0, left: limits.budget, spent: Duration::ZERO }
    }

    /// Takes the next sample.
    fn take(&mut self, source: usize, sources: &mut dyn Sources, report_once: &mut dyn FnMut()) {
        let before = sources.now();
        let sample = sources.sample(source);
        if sample.disturbance == 0.0 {
            self.good.push(sample);
            self.left = self.left.saturating_sub(sources.now() - before);
            self.in_a_row = 0;
        } else {
            keep_least_disturbed(&mut self.disturbed, sample);
            self.discarded += 1;
            self.in_a_row += 1;
            if self.in_a_row == IN_A_ROW {
                report_once();
                sources.pause();
                self.in_a_row = 0;
            }
        }
        self.spent += sources.now() - before;
    }

    fn is_finished(&self, limits: &Limits) -> bool {
        let enough = self.good.len() >= limits.minimum && self.left.is_zero();
        let over = self.spent >= limits.budget + limits.patience;
        enough || over && self.good.len() + self.disturbed.len() >= limits.minimum
    }

    /// Returns the samples that count.
    fn samples(self, limits: &Limits, tsc_hz: f64, report_once: &mut dyn FnMut()) -> Samples {
        let Self { mut good, mut disturbed, mut discarded, .. } = self;
        let too_few = good.len() < limits.minimum;
        if too_few {
            report_once();
            // Only the least disturbed quarter counts. Its lower quartile comes from the quietest moments.
            disturbed.sort_by(|a, b| a.disturbance.total_cmp(&b.disturbance));
            let wanted = (disturbed.len() / 4).max(limits.minimum - good.len()).min(disturbed.len());
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
}

/// Adds a sample, and drops the more disturbed half if there are too many.
fn keep_least_disturbed(samples: &mut Vec<Sample>, sample: Sample) {
    samples.push(sample);
    if samples.len() > MOST_DISTURBED {
        samples.sort_by(|a, b| a.disturbance.total_cmp(&b.disturbance));
        samples.truncate(MOST_DISTURBED / 2);
    }
}

/// Takes samples of calls on this machine.
struct CallSources<'a, 'c> {
    calls: &'a mut [TimedCall<'c>],
    /// The number of calls in a sample of each.
    numbers: Vec<Calls>,
    outputs: &'a mut [u8],
    throughput: f64,
    start: Instant,
    on_finished: &'a mut dyn FnMut(usize, &[u8]),
}

impl Sources for CallSources<'_, '_> {
    fn sample(&mut self, source: usize) -> Sample {
        let Self { calls, numbers, outputs, throughput, .. } = self;
        let (call, numbers) = (&mut calls[source], &numbers[source]);
        let switches = context_switches();
        let before = clock::measure_core();
        time(call, numbers.before, outputs);
        let ticks = time(call, numbers.timed, outputs);
        let after = clock::measure_core();
        let ticks_per_cycle = (before.ticks_per_cycle + after.ticks_per_cycle) / 2.0;
        let bound = if numbers.long { clock::LONG_CLOCK_TOLERANCE } else { clock::CLOCK_TOLERANCE };
        // A context switch counts more than any change of the clock or the throughput.
        let switched = (context_switches() - switches) as f64;
        Sample {
            cycles: ticks as f64 / ticks_per_cycle / f64::from(numbers.timed),
            ticks_per_cycle,
            disturbance: after.disturbance(before, *throughput, bound) + switched,
        }
    }

    fn finish(&mut self, source: usize) {
        (self.on_finished)(source, self.outputs);
    }

    fn now(&self) -> Duration {
        self.start.elapsed()
    }

    fn pause(&mut self) {
        std::thread::sleep(clock::PAUSE);
    }
}

/// The calls of a sample.
struct Calls {
    /// The number of calls before the clock is read, needed because measuring the core and the other calls has put
    /// other code and data into the caches.
    before: u32,
    /// The number of timed calls.
    timed: u32,
    /// Whether a single call takes longer than a sample should.
    long: bool,
}

impl Calls {
    /// Finds the number of calls for a sample of the right length. This also warms the caches and branch predictors. A
    /// long call needs no warm-up call, because a cold start does not show in it.
    fn for_a_sample(call: &mut TimedCall<'_>, outputs: &mut [u8]) -> Self {
        let ratio = clock::measure_core().ticks_per_cycle;
        let mut calls = 1;
        loop {
            let ticks = time(call, calls, outputs);
            let cycles = ticks as f64 / ratio;
            if cycles >= SAMPLE_CYCLES / 2.0 {
                let timed = ((f64::from(calls) * SAMPLE_CYCLES / cycles) as u32).max(1);
                let before = if cycles < 10.0 * SAMPLE_CYCLES { (timed / 8).max(1) } else { 0 };
                return Self { before, timed, long: timed == 1 && cycles > 2.0 * SAMPLE_CYCLES };
            }
            calls *= 2;
        }
    }
}

/// Returns the ticks for this number of calls, each of which ends before the next begins.
#[inline(never)]
fn time(call: &mut TimedCall<'_>, calls: u32, outputs: &mut [u8]) -> u64 {
    let start = clock::ticks();
    for _ in 0..calls {
        call(outputs);
        clock::fence();
    }
    clock::ticks() - start
}

/// Returns how often the system has taken the core from this thread.
fn context_switches() -> libc::c_long {
    // SAFETY: the structure consists of plain numbers, for which all zeros is valid, and the call only fills it.
    unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        libc::getrusage(libc::RUSAGE_THREAD, &raw mut usage);
        usage.ru_nivcsw + usage.ru_nvcsw
    }
}

/// Pins this thread to a core of the fastest kind: its current one if that qualifies.
///
/// # Errors
///
/// Returns an error if the system refuses.
pub(crate) fn pin() -> Result<usize, String> {
    // SAFETY: the set consists of plain bits, all zeros being the empty set; the calls read it and nothing else.
    unsafe {
        let here = usize::try_from(libc::sched_getcpu())
            .map_err(|_| "the system does not report on which core this thread runs".to_owned())?;
        let kind = cores::fastest(&allowed()).cores;
        let core = if kind.contains(&here) { here } else { kind.first().copied().unwrap_or(here) };
        let mut set: libc::cpu_set_t = std::mem::zeroed();
        libc::CPU_SET(core, &mut set);
        match libc::sched_setaffinity(0, size_of::<libc::cpu_set_t>(), &raw const set) {
            0 => Ok(core),
            _ => {
                Err(format!("this thread can't be pinned to core {core}: {}", reason(&std::io::Error::last_os_error())))
            }
        }
    }
}

/// Returns the cores that the system allows this thread.
pub(crate) fn allowed() -> BTreeSet<usize> {
    // SAFETY: the set consists of plain bits, all zeros being the empty set; the call only fills it.
    unsafe {
        let mut set: libc::cpu_set_t = std::mem::zeroed();
        libc::sched_getaffinity(0, size_of::<libc::cpu_set_t>(), &raw mut set);
        (0..libc::CPU_SETSIZE as usize).filter(|&core| libc::CPU_ISSET(core, &set)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A machine whose samples take a millisecond each; one in a given number of them is undisturbed, or none. The more
    /// a sample is disturbed, the more cycles it has.
    #[derive(Default)]
    struct Imaginary {
        now: Duration,
        made: u64,
        undisturbed_every: Option<u64>,
        /// The sources in the order of their samples, and in the order in which they were finished.
        order: Vec<usize>,
        finished: Vec<usize>,
    }

    impl Sources for Imaginary {
        fn sample(&mut self, source: usize) -> Sample {
            self.order.push(source);
            self.now += Duration::from_millis(1);
            self.made += 1;
            let quiet = self.undisturbed_every.is_some_and(|every| self.made.is_multiple_of(every));
            let disturbance = if quiet { 0.0 } else { 0.1 + (self.made * 7 % 100) as f64 / 100.0 };
            Sample { cycles: 1000.0 * (1.0 + disturbance), ticks_per_cycle: 0.5, disturbance }
        }

        fn finish(&mut self, source: usize) {
            self.finished.push(source);
        }

        fn now(&self) -> Duration {
            self.now
        }

        fn pause(&mut self) {
            self.now += clock::PAUSE;
        }
    }

    fn gathered(undisturbed_every: Option<u64>, patience_ms: u64) -> (Samples, Duration, usize) {
        let mut machine = Imaginary { undisturbed_every, ..Imaginary::default() };
        let patience = Duration::from_millis(patience_ms);
        let limits = Limits { budget: Duration::from_millis(60), patience, minimum: 5 };
        let mut waited = 0;
        let mut samples = collect(&mut machine, 1, &limits, 2e9, &mut || waited += 1);
        (samples.remove(0), machine.now, waited)
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

    /// On a machine that is always disturbed, the time is bounded, and the least disturbed samples count and are
    /// marked.
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
        let limits = Limits { budget: Duration::ZERO, patience: Duration::ZERO, minimum: 5 };
        let samples = collect(&mut Imaginary::default(), 1, &limits, 2e9, &mut || ()).remove(0);
        assert_eq!((samples.cycles.len(), samples.disturbed), (5, true));
    }

    #[test]
    fn sources_take_turns() {
        let mut machine = Imaginary { undisturbed_every: Some(1), ..Imaginary::default() };
        let limits = Limits { budget: Duration::from_millis(60), patience: Duration::ZERO, minimum: 5 };
        let samples = collect(&mut machine, 3, &limits, 2e9, &mut || ());
        assert_eq!(samples.iter().map(|samples| samples.cycles.len()).collect::<Vec<_>>(), [60, 60, 60]);
        assert!(machine.order.chunks(3).all(|turn| turn == [0, 1, 2]), "{:?}", machine.order);
        assert_eq!(machine.finished, [0, 1, 2]);
        // Each has its own time: one that is always disturbed does not use up that of the others.
        assert_eq!(machine.now, Duration::from_millis(180));
    }
}
