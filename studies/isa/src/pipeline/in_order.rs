//! A processor that begins instructions in program order, several in a cycle.
//!
//! An instruction begins when all of its operands can be read, its ports are free, and the cycle has a slot left.
//! Results are also written in order: an instruction with a short latency waits, so that its result does not come
//! before that of an earlier one. So no earlier instruction writes a register after a later one, and the processor
//! needs no renaming. This is the rule of llvm-mca's in-order stage.

use super::{Action, Model, Place, Use};
use std::collections::BTreeMap;

/// The current state of the processor.
#[derive(Clone, Debug)]
pub(crate) struct Board<'a> {
    model: &'a Model,
    /// The cycle in which the last instruction has begun, and the slots used in it.
    cycle: u64,
    slots: usize,
    /// The first cycle in which each port is free, and the number of cycles for which it has been occupied.
    free: Vec<(u64, u64)>,
    /// The first cycle in which each value can be read, and whether some instructions get it earlier.
    ready: BTreeMap<Place, (u64, bool)>,
    /// The cycle in which the last result is written.
    written: u64,
}

impl<'a> Board<'a> {
    pub(crate) fn new(model: &'a Model) -> Self {
        let free = vec![(0, 0); model.ports.len()];
        Self { model, cycle: 0, slots: 0, free, ready: BTreeMap::new(), written: 0 }
    }

    /// Returns the first cycle in which an instruction can begin.
    pub(crate) fn earliest(&self, action: &Action) -> u64 {
        let timing = self.model.timing(action.kind);
        let full = self.slots > 0 && (timing.first || self.slots + timing.slots > self.model.width);
        let mut cycle = self.cycle + u64::from(full);
        for (place, forwarding) in &action.reads {
            let Some(&(ready, forwards)) = self.ready.get(place) else { continue };
            let earlier = forwarding.filter(|_| forwards).map_or(0, |index| self.model.forwarding[index]);
            cycle = cycle.max(ready.saturating_sub(earlier));
        }
        for occupied in &timing.uses {
            cycle = cycle.max(self.port(occupied).map_or(0, |port| self.free[port].0));
        }
        let first = action.writes.iter().map(|&(_, address)| if address { timing.address } else { timing.latency });
        cycle.max(self.written.saturating_sub(first.min().unwrap_or(timing.latency)))
    }

    /// Returns the port that is free first, and among equals the least occupied one.
    fn port(&self, occupied: &Use) -> Option<usize> {
        let ports = (0..self.free.len()).filter(|port| occupied.ports >> port & 1 == 1);
        ports.min_by_key(|&port| self.free[port])
    }

    /// Begins an instruction.
    pub(crate) fn begin(&mut self, action: &Action) {
        let timing = self.model.timing(action.kind);
        let cycle = self.earliest(action);
        self.slots = if cycle == self.cycle { self.slots } else { 0 } + timing.slots;
        self.cycle = cycle;
        for occupied in &timing.uses {
            if let Some(port) = self.port(occupied) {
                self.free[port] = (cycle + occupied.cycles, self.free[port].1 + occupied.cycles);
            }
        }
        for &(place, address) in &action.writes {
            let latency = if address { timing.address } else { timing.latency };
            self.ready.insert(place, (cycle + latency, action.forwards()));
        }
        self.written = self.written.max(cycle + timing.latency);
    }

    /// Returns the cycle in which all instructions have ended.
    pub(crate) fn end(&self) -> u64 {
        self.written
    }
}
