//! Runs checks in parallel, as far as their dependencies and the cores allow.

use crate::check::Check;
use crate::count::{self, Tally};
use crate::job::{Broke, Job, Part};
use crate::memory::Memory;
use crate::need::Need;
use crate::report::{Report, State, Told};
use crate::world::{INTERRUPTION, World};
use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::Scope;
use std::time::{Duration, Instant};

/// A check in this run, or a part of one.
pub(crate) struct Task<'a> {
    check: &'a Check,
    part: Option<Part>,
    /// The checks whose products it uses, as far as this run has them.
    after: Vec<&'static str>,
    /// `None` until it has begun or is known to be unable to.
    state: Option<State>,
    begin: Instant,
}

impl Task<'_> {
    fn name(&self) -> String {
        match &self.part {
            Some(part) => format!("{} {}", self.check.name, part.name),
            None => self.check.name.to_owned(),
        }
    }

    /// Whether the table's entry has yet to be divided into its parts.
    fn is_whole(&self) -> bool {
        self.check.parts.is_some() && self.part.is_none()
    }
}

/// Runs some checks. `tasks` are the checks of earlier calls, whose products these may use; they are added to `tasks`.
pub(crate) fn run<'a>(
    world: &'a World,
    memory: &'a Memory,
    tasks: &mut Vec<Task<'a>>,
    checks: &[&'a Check],
    report: &mut Report<'_>,
) {
    tasks.extend(checks.iter().map(|&check| {
        let after = check.after.iter().map(|name| product_of(checks, name)).collect();
        Task { check, part: None, after, state: None, begin: Instant::now() }
    }));
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        loop {
            settle(world, tasks, report);
            divide(world, tasks, report);
            while let Some(next) = next(world, tasks) {
                begin(world, memory, tasks, next, scope, &sender);
            }
            let running = running(tasks);
            if running.is_empty() && tasks.iter().all(|task| task.state.is_some()) {
                break;
            }
            report.progress(&running, tasks.iter().filter(|task| task.state.is_none()).count());
            receive(&receiver, tasks, report);
        }
    });
}

/// Returns the check that makes the products of the named one: itself, or the one that replaced it by containing it.
fn product_of(checks: &[&Check], name: &'static str) -> &'static str {
    if checks.iter().any(|check| check.name == name) {
        return name;
    }
    checks.iter().find(|check| check.contains.contains(&name)).map_or(name, |check| check.name)
}

/// Returns what is running, and since when.
fn running(tasks: &[Task<'_>]) -> Vec<(String, Instant)> {
    let running = tasks.iter().filter(|task| task.state == Some(State::Running));
    running.map(|task| (task.name(), task.begin)).collect()
}

/// Reports why checks can't begin.
fn settle(world: &World, tasks: &mut [Task<'_>], report: &mut Report<'_>) {
    loop {
        let unfit = |index: usize| Some((index, unfit(world, tasks, &tasks[index])?));
        let found = (0..tasks.len()).filter(|&index| tasks[index].state.is_none()).find_map(unfit);
        let Some((index, (state, why))) = found else { return };
        tasks[index].state = Some(state);
        let tally = Tally { passed: 0, failed: u64::from(state == State::Failed) };
        let name = tasks[index].name();
        report.tell(&Told {
            check: tasks[index].check,
            name,
            state,
            tally,
            why,
            ..Told::default_for(tasks[index].check)
        });
    }
}

/// Returns why a check can't begin.
fn unfit(world: &World, tasks: &[Task<'_>], task: &Task<'_>) -> Option<(State, String)> {
    if world.is_stopped() {
        return Some((State::Failed, format!("not begun, because {INTERRUPTION}")));
    }
    if world.is_over() {
        let seconds = world.settings.deadline.unwrap_or_default().as_secs();
        return Some((State::Failed, format!("not begun, because the run had already taken {seconds} s")));
    }
    let others = task.after.iter().flat_map(|name| tasks.iter().filter(move |other| other.check.name == *name));
    for other in others {
        match other.state {
            Some(State::Failed) => {
                return Some((State::Failed, format!("not begun, because {} has failed", other.name())));
            }
            Some(State::Skipped) => return Some((State::Skipped, format!("it needs {}", other.name()))),
            _ => {}
        }
    }
    let missing: Vec<String> = task.check.needs.iter().filter(|need| !need.is_met(world)).map(Need::missing).collect();
    if missing.is_empty() {
        return None;
    }
    let missing = missing.join(", ");
    if task.check.needs.iter().any(|need| !need.is_met(world) && need.can_be_installed(world)) {
        return Some((State::Failed, format!("not begun: can't install {missing}; packages.log says why")));
    }
    Some((State::Skipped, format!("needs {missing}")))
}

/// Replaces entries by their parts, once these are known.
fn divide<'a>(world: &World, tasks: &mut Vec<Task<'a>>, report: &mut Report<'_>) {
    let mut index = 0;
    while index < tasks.len() {
        let task = &tasks[index];
        if task.state.is_none() && task.is_whole() && is_ready(tasks, task) {
            let (check, after) = (task.check, task.after.clone());
            let parts = check.parts.map(|parts| parts(world)).unwrap_or_default();
            let mut parts = parts.into_iter().map(|part| {
                let after = after.clone();
                Task { check, part: Some(part), after, state: None, begin: Instant::now() }
            });
            if let Some(first) = parts.next() {
                tasks[index] = first;
                // At the end, because running checks are identified by index.
                tasks.extend(parts);
            } else {
                tasks[index].state = Some(State::Failed);
                let (name, tally, why) =
                    (check.name.to_owned(), Tally { passed: 0, failed: 1 }, "no program to run".into());
                report.tell(&Told { name, state: State::Failed, tally, why, ..Told::default_for(check) });
            }
        }
        index += 1;
    }
}

/// Whether everything a check requires of others is there.
fn is_ready(tasks: &[Task<'_>], task: &Task<'_>) -> bool {
    task.after.iter().all(|name| {
        tasks.iter().filter(|other| other.check.name == *name).all(|other| other.state == Some(State::Passed))
    })
}

/// Returns the check to start now: among those that may start and have cores, the one with the longest path to the end
/// of everything that waits for it.
fn next(world: &World, tasks: &[Task<'_>]) -> Option<usize> {
    let cores = |check: &Check| check.cores.clamp(1, world.settings.cores);
    let running: Vec<&Check> =
        tasks.iter().filter(|task| task.state == Some(State::Running)).map(|task| task.check).collect();
    let free = world.settings.cores.saturating_sub(running.iter().map(|check| cores(check)).sum());
    let may_begin = |task: &Task<'_>| {
        task.state.is_none()
            && !task.is_whole()
            && cores(task.check) <= free
            && !task.check.uses.iter().any(|what| running.iter().any(|check| check.uses.contains(what)))
            && is_ready(tasks, task)
    };
    (0..tasks.len()).filter(|&index| may_begin(&tasks[index])).max_by_key(|&index| {
        // Among equals, the first in the table.
        (way(tasks, tasks[index].check), std::cmp::Reverse(index))
    })
}

/// Returns the seconds from the start of a check to the end of the last one that depends on it.
fn way(tasks: &[Task<'_>], check: &Check) -> u64 {
    let after = tasks.iter().filter(|task| task.state.is_none() && task.after.contains(&check.name));
    check.seconds + after.map(|task| way(tasks, task.check)).max().unwrap_or(0)
}

/// The message that a check's thread sends when it has ended.
struct Ended {
    index: usize,
    state: State,
    tally: Tally,
    remembered: bool,
    why: String,
    log: PathBuf,
    skipped: Vec<String>,
    noted: Vec<String>,
}

fn begin<'scope, 'env: 'scope>(
    world: &'env World,
    memory: &'env Memory,
    tasks: &mut [Task<'env>],
    index: usize,
    scope: &'scope Scope<'scope, 'env>,
    sender: &Sender<Ended>,
) {
    let task = &mut tasks[index];
    task.state = Some(State::Running);
    task.begin = Instant::now();
    let (check, part, name, sender) = (task.check, task.part.clone(), task.name(), sender.clone());
    scope.spawn(move || {
        // Nothing that a check does may end the driver.
        let ended = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            run_one(world, memory, check, part.as_ref(), &name, index)
        }));
        let ended = ended.unwrap_or_else(|_| broken(index, "the driver itself panicked".into()));
        // The receiver lives as long as any check.
        let _ = sender.send(ended);
    });
}

fn broken(index: usize, why: String) -> Ended {
    Ended {
        index,
        state: State::Failed,
        tally: Tally { passed: 0, failed: 1 },
        remembered: false,
        why,
        log: PathBuf::new(),
        skipped: Vec::new(),
        noted: Vec::new(),
    }
}

/// Recalls the result of a check, or runs it.
fn run_one(world: &World, memory: &Memory, check: &Check, part: Option<&Part>, name: &str, index: usize) -> Ended {
    let key = memory.key(world, check, part);
    let recalled = key.filter(|_| !world.settings.force).and_then(|key| memory.recall(world, check, name, &key));
    if let Some(tally) = recalled {
        return Ended { state: State::Passed, tally, remembered: true, ..broken(index, String::new()) };
    }
    memory.forget(world, name);
    let log = world.logs.join(format!("{}.log", name.replace(['/', ' '], "-")));
    let job = match Job::new(world, part, log.clone(), Duration::from_secs(60 * check.minutes)) {
        Ok(job) => job,
        Err(error) => return broken(index, format!("{}: {error}", log.display())),
    };
    let outcome = (check.run)(&job);
    let text = std::fs::read(&log).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default();
    let tally = check.counts.tally(&text, outcome.is_ok());
    let (skipped, noted) = (count::skipped(&text), count::noted(&text));
    let state = if tally.failed == 0 { State::Passed } else { State::Failed };
    if let (State::Passed, Some(key), []) = (state, key, &skipped[..]) {
        memory.remember(world, name, &key, tally);
    }
    let why = outcome.err().map_or_else(String::new, |Broke(why)| why);
    Ended { index, state, tally, remembered: false, why, log, skipped, noted }
}

/// Waits a moment for checks to end.
fn receive(receiver: &Receiver<Ended>, tasks: &mut [Task<'_>], report: &mut Report<'_>) {
    let mut ended = receiver.recv_timeout(Duration::from_millis(200)).ok();
    while let Some(Ended { index, state, tally, remembered, why, log, skipped, noted }) = ended {
        let task = &mut tasks[index];
        task.state = Some(state);
        report.tell(&Told {
            check: task.check,
            name: task.name(),
            state,
            tally,
            remembered,
            seconds: task.begin.elapsed().as_secs_f64(),
            why,
            log,
            skipped,
            noted,
        });
        ended = receiver.try_recv().ok();
    }
}
