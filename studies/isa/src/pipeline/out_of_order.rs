//! A processor that begins each instruction as soon as its operands are ready.
//!
//! Registers are renamed: an instruction waits only for those whose results it reads. In each cycle, the next
//! instructions enter the window as long as there are slots in the cycle and in the window. Then all that can begin do,
//! the oldest first. An instruction leaves the window when it and all earlier ones have ended.

use super::{Action, Model, Place};
use std::collections::BTreeMap;

/// Returns the number of cycles that instructions take.
pub(super) fn cycles(actions: &[Action], model: &Model, window: usize) -> u64 {
    let sources = sources(actions, model);
    // The cycle in which each instruction has begun.
    let mut begun: Vec<Option<u64>> = vec![None; actions.len()];
    let mut free = vec![0; model.ports.len()];
    // How often each port was taken. Of the free ones, the least taken is next.
    let mut taken = vec![0_u64; model.ports.len()];
    let (mut oldest, mut next, mut used, mut cycle) = (0, 0, 0, 0);
    let slots = |index: usize| model.timing(actions[index].kind).slots;
    let end = |index: usize, begun: u64| begun + model.timing(actions[index].kind).latency;
    while oldest < actions.len() {
        while oldest < next && begun[oldest].is_some_and(|begun| end(oldest, begun) <= cycle) {
            used -= slots(oldest);
            oldest += 1;
        }
        let mut left = model.width;
        while next < actions.len() && left > 0 && (used + slots(next) <= window || used == 0) {
            left = left.saturating_sub(slots(next));
            used += slots(next);
            next += 1;
        }
        for index in oldest..next {
            let there = |&(source, latency): &(usize, u64)| begun[source].is_some_and(|begun| begun + latency <= cycle);
            if begun[index].is_some() || !sources[index].iter().all(there) {
                continue;
            }
            let uses = &model.timing(actions[index].kind).uses;
            let ports: Option<Vec<usize>> = uses
                .iter()
                .map(|occupied| {
                    let ports = (0..free.len()).filter(|port| occupied.ports >> port & 1 == 1 && free[*port] <= cycle);
                    ports.min_by_key(|&port| taken[port])
                })
                .collect();
            let Some(ports) = ports else { continue };
            for (occupied, port) in uses.iter().zip(ports) {
                free[port] = cycle + occupied.cycles;
                taken[port] += occupied.cycles;
            }
            begun[index] = Some(cycle);
        }
        cycle += 1;
    }
    cycle - 1
}

/// Returns for each instruction those that it waits for, and for how many cycles after the beginning of each.
fn sources(actions: &[Action], model: &Model) -> Vec<Vec<(usize, u64)>> {
    let mut writers: BTreeMap<Place, (usize, u64)> = BTreeMap::new();
    let mut all = Vec::new();
    for (index, action) in actions.iter().enumerate() {
        let read = action.reads.iter().filter_map(|&(place, forwarding)| {
            let &(writer, latency) = writers.get(&place)?;
            let earlier = forwarding.filter(|_| actions[writer].forwards()).map_or(0, |entry| model.forwarding[entry]);
            Some((writer, latency.saturating_sub(earlier)))
        });
        all.push(read.collect());
        let timing = model.timing(action.kind);
        for &(place, address) in &action.writes {
            writers.insert(place, (index, if address { timing.address } else { timing.latency }));
        }
    }
    all
}
