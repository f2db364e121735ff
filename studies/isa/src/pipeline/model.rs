//! What a model of a processor says: its ports, and what instructions of each kind cost.

use super::Kind;

/// Some ports of a processor: bit i is that of port i.
pub type Ports = u16;

/// What an instruction occupies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Use {
    /// The ports, one of which is occupied.
    pub ports: Ports,
    /// For how many cycles no other instruction can begin on it.
    pub cycles: u64,
}

/// What an instruction costs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Timing {
    /// What it occupies from the cycle on in which it begins.
    pub uses: Vec<Use>,
    /// After how many cycles its result can be read.
    pub latency: u64,
    /// After how many cycles the address can be read that a load or a store changes.
    pub address: u64,
    /// How many of the slots of a cycle it needs.
    pub slots: usize,
    /// Whether it must be the first of its cycle. It matters where instructions begin in order only.
    pub first: bool,
}

/// In which order a processor begins instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// As the program has them: one that has to wait delays all that follow.
    InOrder,
    /// Each as soon as its operands are there and a port is free, if it is among the next ones.
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
    /// What it stands for, in a sentence.
    pub about: &'static str,
    /// The order.
    pub order: Order,
    /// The number of slots in a cycle.
    pub width: usize,
    /// The names of its ports.
    pub ports: &'static [&'static str],
    /// By how many cycles the result of logic or of a sum on general registers is there earlier for another such
    /// instruction, and for the operand of one that is shifted.
    pub forwarding: [u64; 2],
    /// What instructions of each kind cost, in the order of [`Kind::ALL`].
    pub(super) timings: Vec<Timing>,
}

impl Model {
    /// Returns what an instruction of a kind costs.
    pub fn timing(&self, kind: Kind) -> &Timing {
        &self.timings[kind as usize]
    }

    /// Returns the processor with other ports for a kind of instructions, and another number of cycles after which its
    /// results can be read. In all else, they cost what they did.
    pub fn with(mut self, kind: Kind, ports: Option<Ports>, latency: Option<u64>) -> Self {
        let timing = &mut self.timings[kind as usize];
        timing.latency = latency.unwrap_or(timing.latency);
        if let Some(ports) = ports {
            timing.uses.iter_mut().for_each(|occupied| occupied.ports = ports);
        }
        self
    }
}
