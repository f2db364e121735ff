//! Turns loads and stores that advance their address into ones with offsets.
//!
//! A load or a store that advances its address makes the next one wait for it. If the distance from the first address
//! fits into the instruction, an offset does the same. One addition at the end of the loop then replaces all the
//! advances, or none at all if the program ends. If there was an addition already, the number of instructions does not
//! grow, and each takes fewer slots.

use crate::builder::Step;
use crate::instruction::File;
use crate::operation::{Number, Operation, Transfer, Transferred};
use std::collections::{BTreeMap, BTreeSet};

/// Returns the steps with offsets instead of advancing addresses, where that is possible.
pub(super) fn with_offsets(steps: &[Step]) -> Vec<Step> {
    let mut changed = Vec::new();
    let mut begin = 0;
    while begin < steps.len() {
        let end = (begin..steps.len()).find(|&at| !matches!(steps[at], Step::Operation(..))).unwrap_or(steps.len());
        changed.extend(region(&steps[begin..end]));
        changed.extend(steps.get(end).cloned());
        begin = end + 1;
    }
    changed
}

/// Changes instructions without a loop among them.
fn region(steps: &[Step]) -> Vec<Step> {
    let operations = || steps.iter().filter_map(Step::operation);
    let bases: BTreeSet<Number> = operations()
        .filter_map(|operation| match operation {
            Operation::Transfer(transfer) => Some(transfer.base),
            _ => None,
        })
        .collect();
    let mut distances: BTreeMap<Number, i16> =
        bases.into_iter().filter(|&base| possible(operations(), base)).map(|base| (base, 0)).collect();
    let mut changed = Vec::new();
    let mut ends = false;
    for step in steps {
        let Step::Operation(operation, cuts) = step else { continue };
        let mut operation = *operation;
        match &mut operation {
            Operation::Transfer(transfer) if distances.contains_key(&transfer.base) => {
                let distance = distances.entry(transfer.base).or_default();
                let (offset, step) = if transfer.after { (0, transfer.offset) } else { (transfer.offset, 0) };
                let offset = *distance + offset;
                *distance += step;
                *transfer = Transfer { what: simple(transfer.what), offset, after: false, ..*transfer };
            }
            Operation::Add { d, number, .. } if distances.contains_key(d) => {
                *distances.entry(*d).or_default() += *number;
                continue;
            }
            _ => {}
        }
        ends |= operation.ends();
        changed.push(Step::Operation(operation, cuts.clone()));
    }
    // Nothing needs an address once the program has ended.
    for (base, distance) in distances.into_iter().filter(|&(_, distance)| distance != 0 && !ends) {
        changed.push(Step::Operation(Operation::Add { d: base, n: base, number: distance }, Vec::new()));
    }
    changed
}

/// A 64-bit lane repeated once is just that lane.
fn simple(what: Transferred) -> Transferred {
    match what {
        Transferred::Repeated { width: 64, whole: false } => Transferred::Low,
        _ => what,
    }
}

/// Returns whether all loads and stores by an address can have an offset.
fn possible<'a>(operations: impl Iterator<Item = &'a Operation>, base: Number) -> bool {
    let mut distance = 0;
    for operation in operations {
        match operation {
            Operation::Transfer(transfer) if transfer.base == base => {
                let (offset, step) = if transfer.after { (0, transfer.offset) } else { (transfer.offset, 0) };
                if !fits(*transfer, distance + offset) {
                    return false;
                }
                distance += step;
            }
            Operation::Add { d, n, number } if *d == base && d == n => distance += number,
            _ if operation.writes().contains(&(File::General, base)) => return false,
            // Other instructions that read the address would have to wait for the addition.
            Operation::Transfer(_) => {}
            _ if operation.reads().contains(&(File::General, base)) => return false,
            _ => {}
        }
    }
    true
}

/// Returns whether an instruction has room for an offset.
fn fits(transfer: Transfer, offset: i16) -> bool {
    match simple(transfer.what) {
        Transferred::Repeated { .. } | Transferred::Lane { .. } | Transferred::LaneInto { .. } => false,
        Transferred::LowPair(_) => offset % 8 == 0 && (-512..=504).contains(&offset),
        what => (-256..=255).contains(&offset) || offset > 0 && offset % what.bytes().0 as i16 == 0 && offset < 4096,
    }
}
