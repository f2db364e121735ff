//! A model of a processor: its ports, and the costs of each kind of instruction.

use super::Kind;

/// Some ports of a processor: bit i is for port i.
pub type Ports = u16;

/// The ports that an instruction occupies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Use {
    /// The ports, one of which is occupied.
    pub ports: Ports,
    /// The number of cycles in which no other instruction can begin on it.
    pub cycles: u64,
}

/// The costs of an instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Timing {
    /// The ports it occupies, from the cycle in which it begins.
    pub uses: Vec<Use>,
    /// The number of cycles after which its result can be read.
    pub latency: u64,
    /// The number of cycles after which the address that a load or a store advances can be read.
    pub address: u64,
    /// The number of a cycle's slots that it takes.
    pub slots: usize,
    /// Whether it must be the first of its cycle. This matters only if instructions begin in order.
    pub first: bool,
}

/// The order in which a processor begins instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// In program order: one that must wait delays all that follow.
    InOrder,
    /// Each as soon as its operands are ready and a port is free, within a window of the next ones.
    OutOfOrder {
        /// The number of slots of the instructions that are known at a time.
        window: usize,
    },
}

/// A processor.
#[derive(Clone, Debug)]
pub struct Model {
    /// The name.
    pub name: &'static str,
    /// The processor that it models, in a sentence.
    pub about: &'static str,
    /// The order.
    pub order: Order,
    /// The number of slots in a cycle.
    pub width: usize,
    /// The names of its ports.
    pub ports: &'static [&'static str],
    /// How many cycles earlier logic and sums on general registers get each other's results: as a plain operand, and as
    /// one that is shifted.
    pub forwarding: [u64; 2],
    /// The costs of each kind of instruction, in the order of [`Kind::ALL`].
    pub(super) timings: Vec<Timing>,
}

impl Model {
    /// Returns the costs of a kind of instruction.
    pub fn timing(&self, kind: Kind) -> &Timing {
        &self.timings[kind as usize]
    }

    /// Returns the processor with other ports and another latency for a kind of instructions. Their other costs do not
    /// change.
    pub fn with(mut self, kind: Kind, ports: Option<Ports>, latency: Option<u64>) -> Self {
        let timing = &mut self.timings[kind as usize];
        timing.latency = latency.unwrap_or(timing.latency);
        if let Some(ports) = ports {
            timing.uses.iter_mut().for_each(|occupied| occupied.ports = ports);
        }
        self
    }
}
