//! The processes that a check starts: each command is a process group, which is ended as a whole.

use rustix::process::{Pid, Signal, kill_process, kill_process_group, test_kill_process_group};
use std::collections::BTreeSet;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// How long processes have to end on their own.
const PATIENCE: Duration = Duration::from_secs(5);

/// The system's information about a process.
struct Process {
    id: i32,
    parent: i32,
    group: i32,
    /// Its CPU time and that of the children it has waited for, in hundredths of a second.
    ticks: u64,
}

/// Returns the CPU time of a group and its descendants in hundredths of a second, if the system reports it.
pub(crate) fn ticks(group: i32) -> Option<u64> {
    let all = processes();
    let ids = members(&all, group);
    (!ids.is_empty()).then(|| all.iter().filter(|process| ids.contains(&process.id)).map(|process| process.ticks).sum())
}

/// Asks the processes of a child's group and their descendants to end; kills those still there after some seconds.
pub(crate) fn end(child: &mut Child) {
    let group = child.id().cast_signed();
    // Found before the first signal, because the children of a process that ends get another parent.
    let all = processes();
    let ids = members(&all, group);
    for signal in [Signal::TERM, Signal::KILL] {
        send(group, &ids, signal);
        let sent = Instant::now();
        while sent.elapsed() < PATIENCE {
            let ended = matches!(child.try_wait(), Ok(Some(_)) | Err(_));
            let left = if all.is_empty() {
                Pid::from_raw(group).is_some_and(|group| test_kill_process_group(group).is_ok())
            } else {
                processes().iter().any(|process| ids.contains(&process.id) || process.group == group)
            };
            if ended && !left {
                return;
            }
            thread::sleep(Duration::from_millis(20));
        }
    }
}

/// Sends a signal to a group and to other processes. Ignores those that are gone.
fn send(group: i32, others: &BTreeSet<i32>, signal: Signal) {
    if let Some(group) = Pid::from_raw(group) {
        let _ = kill_process_group(group, signal);
    }
    for id in others.iter().filter_map(|&id| Pid::from_raw(id)) {
        let _ = kill_process(id, signal);
    }
}

/// Returns the ids of the processes in a group and of their descendants, in any group.
fn members(all: &[Process], group: i32) -> BTreeSet<i32> {
    let mut ids: BTreeSet<i32> =
        all.iter().filter(|process| process.group == group).map(|process| process.id).collect();
    loop {
        let before = ids.len();
        let children = all.iter().filter(|process| ids.contains(&process.parent)).map(|process| process.id);
        ids.extend(children.collect::<Vec<_>>());
        if ids.len() == before {
            return ids;
        }
    }
}

/// Returns all processes, from Linux's /proc or from `ps`; none if there is neither.
fn processes() -> Vec<Process> {
    if let Ok(entries) = std::fs::read_dir("/proc") {
        let stat = |entry: std::fs::DirEntry| {
            let _: i32 = entry.file_name().to_str()?.parse().ok()?;
            parse_stat(&std::fs::read_to_string(entry.path().join("stat")).ok()?)
        };
        let found: Vec<Process> = entries.flatten().filter_map(stat).collect();
        if !found.is_empty() {
            return found;
        }
    }
    let mut ps = Command::new("ps");
    ps.args(["-A", "-o", "pid=", "-o", "ppid=", "-o", "pgid=", "-o", "time="])
        .stdin(Stdio::null())
        .stderr(Stdio::null());
    let Ok(output) = ps.output() else { return Vec::new() };
    String::from_utf8_lossy(&output.stdout).lines().filter_map(parse_ps).collect()
}

/// Parses a line of /proc/ID/stat. The name in parentheses may contain anything. A process that has ended but was not
/// waited for (Z) can't be ended.
fn parse_stat(line: &str) -> Option<Process> {
    let (id, rest) = line.split_once(" (")?;
    let fields: Vec<&str> = rest.rsplit_once(") ")?.1.split(' ').collect();
    let number = |at: usize| fields.get(at)?.parse::<u64>().ok();
    if fields.first() == Some(&"Z") {
        return None;
    }
    Some(Process {
        id: id.parse().ok()?,
        parent: fields.get(1)?.parse().ok()?,
        group: fields.get(2)?.parse().ok()?,
        ticks: number(11)? + number(12)? + number(13)? + number(14)?,
    })
}

/// Parses a line of `ps`, with a time such as `1-02:03:04`, `02:03:04` or `3:04.56`.
fn parse_ps(line: &str) -> Option<Process> {
    let [id, parent, group, time] = line.split_whitespace().collect::<Vec<_>>()[..] else { return None };
    let (days, clock) = time.split_once('-').unwrap_or(("0", time));
    let (clock, hundredths) = clock.split_once('.').unwrap_or((clock, "0"));
    let mut seconds = 0;
    for part in clock.split(':') {
        seconds = seconds * 60 + part.parse::<u64>().ok()?;
    }
    Some(Process {
        id: id.parse().ok()?,
        parent: parent.parse().ok()?,
        group: group.parse().ok()?,
        ticks: 100 * (days.parse::<u64>().ok()? * 86400 + seconds) + hundredths.parse::<u64>().ok()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_system_tells_is_read() {
        let process = parse_stat("42 (a (b) c) S 7 40 39 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 1 0").expect("a process");
        assert_eq!((process.id, process.parent, process.group, process.ticks), (42, 7, 40, 5 + 6 + 7 + 8));
        assert!(parse_stat("42 (gone) Z 7 40 39 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 1 0").is_none());
        let times = ["1-02:03:04", "02:03:04", "3:04.56", "00:00"]
            .map(|time| parse_ps(&format!(" 42  7 40 {time}")).expect(time).ticks);
        assert_eq!(times, [100 * (86400 + 7384), 738_400, 18_456, 0]);
    }

    #[test]
    fn a_group_has_what_its_processes_started() {
        let process = |id, parent, group| Process { id, parent, group, ticks: 0 };
        let all = [process(2, 1, 2), process(3, 2, 2), process(4, 3, 4), process(5, 4, 5), process(6, 1, 6)];
        assert_eq!(members(&all, 2), BTreeSet::from([2, 3, 4, 5]));
    }
}
