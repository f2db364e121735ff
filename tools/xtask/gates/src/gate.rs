//! A whole run: selecting checks, installing what they require, running and counting them.

use crate::check::{Check, Gate};
use crate::job::{Broke, Job};
use crate::memory::Memory;
use crate::need::{self, Need};
use crate::report::{Line, Report};
use crate::schedule;
use crate::world::World;
use std::io::Write;
use std::time::{Duration, Instant};

/// The time limit for installing packages, in minutes.
const INSTALLING: u64 = 30;

/// The selected checks.
pub(crate) struct Wanted<'a> {
    pub(crate) gate: Gate,
    /// Names of checks and groups; all if empty.
    pub(crate) only: Vec<&'a str>,
}

/// How a run ended.
pub(crate) struct Ending {
    pub(crate) is_well: bool,
    pub(crate) lines: Vec<Line>,
}

/// Returns the selected checks in a table, and those whose products they use, in the table's order.
///
/// # Errors
///
/// If a name is unknown.
pub(crate) fn select<'a>(table: &'a [Check], wanted: &Wanted<'_>) -> Result<Vec<&'a Check>, String> {
    for name in &wanted.only {
        if !table.iter().any(|check| check.name == *name || check.group == *name) {
            let groups: std::collections::BTreeSet<&str> = table.iter().map(|check| check.group).collect();
            let groups = groups.into_iter().collect::<Vec<_>>().join(", ");
            return Err(format!("there is no check or group {name}; the groups are {groups}"));
        }
    }
    let is_wanted = |check: &Check| {
        // A named check runs regardless of its gate.
        wanted.only.contains(&check.name)
            || wanted.gate.runs(check.gate) && (wanted.only.is_empty() || wanted.only.contains(&check.group))
    };
    let mut chosen: Vec<bool> = table.iter().map(is_wanted).collect();
    loop {
        let needed: Vec<usize> = (0..table.len())
            .filter(|&index| !chosen[index])
            .filter(|&index| {
                (0..table.len()).any(|other| chosen[other] && table[other].after.contains(&table[index].name))
            })
            .collect();
        if needed.is_empty() {
            return Ok(table.iter().zip(chosen).filter(|(_, chosen)| *chosen).map(|(check, _)| check).collect());
        }
        for index in needed {
            chosen[index] = true;
        }
    }
}

/// Runs checks.
///
/// # Errors
///
/// If the folder for logs can't be created.
pub(crate) fn run(world: &World, checks: &[&Check], output: &mut dyn Write) -> Result<Ending, String> {
    let logs = |error| format!("{}: {error}", world.logs.display());
    std::fs::create_dir_all(&world.logs).map_err(logs)?;
    let (memory, mut report, mut tasks) = (Memory::default(), Report::new(output), Vec::new());
    let begin = Instant::now();
    install(world, checks, &mut report);
    let (contained, checks): (Vec<&Check>, Vec<&Check>) =
        checks.iter().partition(|check| container(world, checks, check).is_some());
    for check in contained {
        let by = container(world, &checks, check).map_or("another check", |by| by.name);
        report.say(&format!("{} is contained in {by}", check.name));
    }
    let (first, then): (Vec<_>, Vec<_>) = checks.iter().partition(|check| check.installs);
    schedule::run(world, &memory, &mut tasks, &first, &mut report);
    let installing = begin.elapsed();
    schedule::run(world, &memory, &mut tasks, &then, &mut report);
    let lines = report.lines.clone();
    Ok(Ending { is_well: report.end(world, installing), lines })
}

/// Returns the check in a run that covers all cases of another, if this system meets its requirements.
fn container<'a>(world: &World, checks: &[&'a Check], other: &Check) -> Option<&'a Check> {
    let contains =
        |check: &Check| check.contains.contains(&other.name) && check.needs.iter().all(|need| need.is_met(world));
    checks.iter().copied().find(|check| contains(check))
}

/// Installs the Debian packages that the checks require. If this fails, the checks report it.
fn install(world: &World, checks: &[&Check], report: &mut Report<'_>) {
    let needs: Vec<Need> = checks.iter().flat_map(|check| check.needs).copied().collect();
    let missing = if world.settings.installs { need::missing_packages(world, &needs) } else { Vec::new() };
    if missing.is_empty() {
        return;
    }
    report.say(&format!("installing {}", missing.join(" ")));
    let log = world.logs.join("packages.log");
    let installed = match Job::new(world, None, log.clone(), Duration::from_secs(60 * INSTALLING)) {
        Ok(job) => need::install(&job, &missing),
        Err(error) => Err(error.to_string().into()),
    };
    if let Err(Broke(why)) = installed {
        report.say(&format!("can't install all packages: {why}; see {}", log.display()));
    }
}

#[cfg(test)]
mod tests;
