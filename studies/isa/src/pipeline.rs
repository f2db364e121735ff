//! How many cycles a program takes: models of processors as data, and one scoreboard for each kind of processor.
//!
//! A model has a table that says of each kind of instruction which ports it occupies and for how long, after how many
//! cycles its result can be read, and how many of the slots of a cycle it needs. The scoreboard goes through the
//! instructions in the order in which they are run and finds the cycle in which each begins ([`in_order`],
//! [`out_of_order`]). So another processor is another table ([`models`]), and what an instruction of the extension
//! costs is a parameter ([`Model::with`]).
//!
//! Caches, wrong predictions and the fetch of instructions are not modelled. Programs for Keccak need few bytes of data
//! and have one jump for each block, so they depend on these the least.

use crate::instruction::{Encoding, File};
use crate::kernels::{Blocks, Kernel};
use crate::operation::{Named, Operation, STACK, Transfer, Transferred};
use crate::program::Program;

pub mod in_order;
pub mod models;
pub mod out_of_order;

/// What instructions of one kind have in common: the same entry of the table of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Logic on general registers, and copies.
    Logic,
    /// Logic on general registers whose last operand is shifted or rotated.
    ShiftedLogic,
    /// A rotation of a general register.
    Rotation,
    /// A sum of a general register and a number.
    Addition,
    /// A jump, and the return.
    Jump,
    /// Logic on vector registers, and copies.
    VectorLogic,
    /// A shift of the lanes of a vector register.
    VectorShift,
    /// A shift whose other bits stay.
    VectorInsertion,
    /// Lanes of two vector registers, and constants.
    VectorLanes,
    /// Bytes of the lower half of a vector register.
    VectorBytes,
    /// An instruction for SHA-3 that the architecture has.
    Sha3,
    /// An instruction of the extension.
    Extension,
    /// A load of a vector register.
    VectorLoad,
    /// A load of a vector register that changes the address.
    VectorLoadNext,
    /// A load of two vector registers.
    VectorLoadPair,
    /// A load of a lane that is repeated, which changes the address.
    VectorLoadRepeated,
    /// A store of one or two vector registers.
    VectorStore,
    /// A store of a lane, which changes the address.
    VectorStoreLane,
    /// A load of a general register.
    Load,
    /// A load of a general register that changes the address.
    LoadNext,
    /// A store of a general register.
    Store,
    /// A store of a general register that changes the address.
    StoreNext,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 22] = [
        Self::Logic,
        Self::ShiftedLogic,
        Self::Rotation,
        Self::Addition,
        Self::Jump,
        Self::VectorLogic,
        Self::VectorShift,
        Self::VectorInsertion,
        Self::VectorLanes,
        Self::VectorBytes,
        Self::Sha3,
        Self::Extension,
        Self::VectorLoad,
        Self::VectorLoadNext,
        Self::VectorLoadPair,
        Self::VectorLoadRepeated,
        Self::VectorStore,
        Self::VectorStoreLane,
        Self::Load,
        Self::LoadNext,
        Self::Store,
        Self::StoreNext,
    ];

    /// Returns the kind of an instruction. One that is not known is taken for one of the slowest of its registers.
    pub fn of(operation: &Operation) -> Self {
        match operation {
            Operation::Compute(compute) => match (compute.definition.encoding, compute.definition.name) {
                (Encoding::Extension(_), _) => Self::Extension,
                (Encoding::Arm { file: File::General, .. }, name) => match (name, compute.immediate) {
                    ("eor" | "bic" | "orn" | "mov", 0) => Self::Logic,
                    ("eor" | "bic" | "orn", _) => Self::ShiftedLogic,
                    _ => Self::Rotation,
                },
                (Encoding::Arm { file: File::Vector, .. }, name) => match name.split('.').next().unwrap_or(name) {
                    "eor" | "bic" | "orn" | "mov" => Self::VectorLogic,
                    "shl" => Self::VectorShift,
                    "ext" if compute.definition.sources == 1 => Self::VectorBytes,
                    "ext" | "zip1" | "zip2" | "ins" | "movi" => Self::VectorLanes,
                    "eor3" | "bcax" | "rax1" | "xar" => Self::Sha3,
                    _ => Self::VectorInsertion,
                },
            },
            Operation::Transfer(Transfer { load, what, after, .. }) => match (load, what, after) {
                (true, Transferred::General(_), false) => Self::Load,
                (true, Transferred::General(_), true) => Self::LoadNext,
                (true, Transferred::LowPair(_), _) => Self::VectorLoadPair,
                (true, Transferred::Repeated { .. } | Transferred::LaneInto { .. }, _) => Self::VectorLoadRepeated,
                (true, _, false) => Self::VectorLoad,
                (true, _, true) => Self::VectorLoadNext,
                (false, Transferred::General(_), false) => Self::Store,
                (false, Transferred::General(_), true) => Self::StoreNext,
                (false, Transferred::Lane { .. }, _) => Self::VectorStoreLane,
                (false, _, _) => Self::VectorStore,
            },
            Operation::Add { .. } => Self::Addition,
            Operation::JumpUnlessZero { .. } | Operation::Return => Self::Jump,
        }
    }
}

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
    timings: Vec<Timing>,
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

/// Something that instructions write and others read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Place {
    Register(Named),
    /// A place on the stack, by its distance.
    Stack(i16),
}

/// What a scoreboard needs to know of an instruction.
#[derive(Clone, Debug)]
pub(crate) struct Action {
    pub kind: Kind,
    /// What it reads, and which entry of [`Model::forwarding`] applies.
    pub reads: Vec<(Place, Option<usize>)>,
    /// What it writes, and whether that is an address that a load or a store changes.
    pub writes: Vec<(Place, bool)>,
}

impl Action {
    pub(crate) fn new(operation: &Operation) -> Self {
        let kind = Kind::of(operation);
        let forwarded = matches!(kind, Kind::Logic | Kind::ShiftedLogic | Kind::Addition);
        let reads = operation.reads().into_iter().enumerate().map(|(index, named)| {
            let shifted = kind == Kind::ShiftedLogic && index == 1;
            (Place::Register(named), forwarded.then_some(usize::from(shifted)))
        });
        let mut reads: Vec<_> = reads.collect();
        let address = |named: &Named| match operation {
            Operation::Transfer(transfer) => transfer.after && *named == (File::General, transfer.base),
            _ => false,
        };
        let writes = operation.writes().into_iter().map(|named| (Place::Register(named), address(&named)));
        let mut writes: Vec<_> = writes.collect();
        if let Operation::Transfer(Transfer { load, base: STACK, offset, .. }) = operation {
            if *load {
                reads.push((Place::Stack(*offset), None));
            } else {
                writes.push((Place::Stack(*offset), false));
            }
        }
        Self { kind, reads, writes }
    }

    /// Returns whether its result is there earlier for some instructions.
    pub(crate) fn forwards(&self) -> bool {
        matches!(self.kind, Kind::Logic | Kind::ShiftedLogic | Kind::Addition)
    }
}

/// Returns the number of cycles that instructions take, in the order in which they are run.
pub fn cycles(trace: &[Operation], model: &Model) -> u64 {
    let actions: Vec<Action> = trace.iter().map(Action::new).collect();
    match model.order {
        Order::InOrder => {
            let mut board = in_order::Board::new(model);
            actions.iter().for_each(|action| board.begin(action));
            board.end()
        }
        Order::OutOfOrder { window } => out_of_order::cycles(&actions, model, window),
    }
}

/// Returns the instructions of a program in the order in which they are run, if its loop is run `times` times.
pub fn trace(program: &Program, times: usize) -> Vec<Operation> {
    let mut trace = Vec::new();
    for (at, operation) in program.operations.iter().enumerate() {
        trace.push(*operation);
        if let Operation::JumpUnlessZero { distance, .. } = operation {
            let begin = at.saturating_add_signed(*distance as isize);
            for _ in 1..times {
                trace.extend_from_slice(&program.operations[begin..=at]);
            }
        }
    }
    trace
}

/// Returns the number of cycles of one permutation of the states in memory.
pub fn permutation(kernel: &Kernel, rounds: usize, model: &Model) -> u64 {
    cycles(&trace(&kernel.permutation(rounds), 1), model)
}

/// Returns the number of cycles of each further block of a long message, or of one for each state.
pub fn block(kernel: &Kernel, blocks: &Blocks<'_>, model: &Model) -> u64 {
    let program = kernel.blocks(blocks);
    cycles(&trace(&program, 3), model) - cycles(&trace(&program, 2), model)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builder::Builder;
    use crate::instruction::Definition;
    use crate::kernels::Task;
    use crate::run;
    use crate::sets::arm::{EOR, EOR_ROTATED, EOR3};
    use crate::sets::instructions;
    use crate::target::{target, targets};
    use models::{cortex_a55, models, neoverse_n2};

    fn kernel(name: &str) -> Kernel {
        Kernel::new(&target(name).unwrap()).unwrap()
    }

    #[test]
    fn the_table_has_each_kind_in_its_place() {
        assert!(Kind::ALL.iter().enumerate().all(|(index, &kind)| kind as usize == index));
        for model in models() {
            for kind in Kind::ALL {
                let timing = model.timing(kind);
                assert!(timing.slots <= model.width, "{kind:?}");
                assert!(timing.uses.iter().all(|occupied| occupied.ports >> model.ports.len() == 0), "{kind:?}");
                assert!(timing.uses.iter().all(|occupied| occupied.ports != 0), "{kind:?}");
            }
        }
    }

    /// Another instruction of the architecture needs an entry in [`Kind::of`].
    #[test]
    fn each_instruction_is_known() {
        let rotations = ["ror"];
        let insertions = ["sri", "sri.4s", "sri.8h", "sri.16b"];
        for definition in instructions() {
            let compute = crate::operation::Compute { definition, width: 64, immediate: 0, d: 0, sources: [0; 3] };
            match Kind::of(&Operation::Compute(compute)) {
                Kind::Rotation => assert!(rotations.contains(&definition.name), "{}", definition.name),
                Kind::VectorInsertion => assert!(insertions.contains(&definition.name), "{}", definition.name),
                _ => {}
            }
        }
    }

    #[test]
    fn a_trace_is_what_is_run() {
        for target in targets() {
            let kernel = Kernel::new(&target).unwrap();
            let blocks = Blocks { task: Task::Absorb, width: 64, block: &[0, 1, 2], frame: &[], rounds: 2 };
            let states = vec![[0; 25]; target.states()];
            let outcome = run::blocks(&kernel, &blocks, 3, &states, &vec![0; 3 * 24 * states.len()], &[]).unwrap();
            assert_eq!(trace(&kernel.blocks(&blocks), 3).len() as u64, outcome.steps(), "{}", target.name);
        }
    }

    /// Returns the cycles of instructions each of which reads what the one before it has written, or something else.
    fn repeated(definition: &'static Definition, dependent: bool, number: usize, model: &Model) -> u64 {
        let mut builder = Builder::default();
        let what = if definition.file() == File::Vector { Transferred::Whole } else { Transferred::General(64) };
        let first = builder.load(what, 0, 0);
        (0..number).fold(first, |value, _| {
            let read = if dependent { value } else { first };
            builder.compute(definition, 0, &vec![read; definition.sources])
        });
        let operations: Vec<Operation> = builder
            .steps
            .iter()
            .filter_map(|step| match step {
                crate::builder::Step::Operation(operation, _) => Some(*operation),
                _ => None,
            })
            .collect();
        cycles(&operations, model)
    }

    /// Latencies and numbers in a cycle as llvm-mca finds them for the same chains.
    #[test]
    fn chains_take_their_latency_and_others_what_the_ports_allow() {
        let each = |definition, dependent, model: &Model| {
            (repeated(definition, dependent, 110, model) - repeated(definition, dependent, 10, model)) as f64 / 100.0
        };
        for (model, definition, dependent, independent) in [
            (cortex_a55(), &EOR3, 4.0, 1.0),
            (cortex_a55(), &EOR, 1.0, 1.0),
            (cortex_a55(), &EOR_ROTATED, 1.0, 0.5),
            (neoverse_n2(), &EOR3, 2.0, 1.0),
            (neoverse_n2(), &EOR, 2.0, 0.5),
            (neoverse_n2(), &EOR_ROTATED, 1.0, 0.25),
        ] {
            assert_eq!(each(definition, true, &model), dependent, "{} {}", model.name, definition.name);
            assert_eq!(each(definition, false, &model), independent, "{} {}", model.name, definition.name);
        }
    }

    /// The figures of the documentation.
    #[test]
    fn kernels_take_as_many_cycles_as_documented() {
        for (name, in_order, out_of_order) in [("armsha3", 2222, 1546), ("armsha3x2", 2459, 1584), ("k", 1365, 901)] {
            let kernel = kernel(name);
            assert_eq!(permutation(&kernel, 24, &cortex_a55()), in_order, "{name}");
            assert_eq!(permutation(&kernel, 24, &neoverse_n2()), out_of_order, "{name}");
        }
    }

    #[test]
    fn an_extension_on_more_ports_is_faster_and_one_with_a_greater_latency_is_slower() {
        let kernel = kernel("k");
        for model in models() {
            let as_it_is = permutation(&kernel, 4, &model);
            let slower = model.clone().with(Kind::Extension, None, Some(9));
            assert!(permutation(&kernel, 4, &slower) > as_it_is, "{}", model.name);
        }
        let model = neoverse_n2();
        let both = model.clone().with(Kind::Extension, Some(0b11 << 11), None);
        assert!(3 * permutation(&kernel, 24, &both) < 2 * permutation(&kernel, 24, &model));
    }

    /// What the study claims: set K beside ARM's instructions for one state, both in the best order that was found.
    #[test]
    fn ordered_kernels_take_fewer_cycles() {
        for (model, most) in [(cortex_a55(), 75), (neoverse_n2(), 62)] {
            let ordered = |name| permutation(&kernel(name).scheduled(&model), 4, &model);
            assert!(100 * ordered("k") < most * ordered("armsha3"), "{}", model.name);
            for name in ["k", "armsha3", "neon"] {
                assert!(ordered(name) <= permutation(&kernel(name), 4, &model), "{name}, {}", model.name);
            }
        }
    }
}
