//! A whole run: which checks, what has to be installed for them, the checks, the count.

use crate::check::{Check, Gate};
use crate::job::{Broke, Job};
use crate::memory::Memory;
use crate::need::{self, Need};
use crate::report::{Line, Report};
use crate::schedule;
use crate::world::World;
use std::io::Write;
use std::time::{Duration, Instant};

/// The most minutes that packages take.
const INSTALLING: u64 = 30;

/// Which checks are wanted.
pub(crate) struct Wanted<'a> {
    pub(crate) gate: Gate,
    /// Names of checks and of groups; all if there is none.
    pub(crate) only: Vec<&'a str>,
}

/// How a run ended.
pub(crate) struct Ending {
    pub(crate) is_well: bool,
    pub(crate) lines: Vec<Line>,
}

/// The wanted checks of a table, and those whose products they need, in the table's order.
///
/// # Errors
///
/// If a name stands for nothing.
pub(crate) fn select<'a>(table: &'a [Check], wanted: &Wanted<'_>) -> Result<Vec<&'a Check>, String> {
    for name in &wanted.only {
        if !table.iter().any(|check| check.name == *name || check.group == *name) {
            let groups: std::collections::BTreeSet<&str> = table.iter().map(|check| check.group).collect();
            let groups = groups.into_iter().collect::<Vec<_>>().join(", ");
            return Err(format!("no check and no group is called {name}; the groups are {groups}"));
        }
    }
    let is_wanted = |check: &Check| {
        // A check that is named runs whatever its gate is.
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
/// If the folder for logs can't be made.
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

/// The check of a run that tries all cases of another, if this system has what it needs.
fn container<'a>(world: &World, checks: &[&'a Check], other: &Check) -> Option<&'a Check> {
    let contains =
        |check: &Check| check.contains.contains(&other.name) && check.needs.iter().all(|need| need.is_met(world));
    checks.iter().copied().find(|check| contains(check))
}

/// Installs Debian's packages that the checks need. Where that fails, the checks tell.
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
        report.say(&format!("can't install all packages: {why}; {} says more", log.display()));
    }
}

#[cfg(test)]
mod tests;
