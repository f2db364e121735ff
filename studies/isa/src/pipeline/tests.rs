//! Models of processors: their tables, and the cycles of kernels on them.

use super::*;
use crate::builder::{Builder, Step};
use crate::instruction::{Definition, File};
use crate::kernels::{Blocks, Kernel, Task};
use crate::operation::{Compute, Operation, Transferred};
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

/// A new instruction of the architecture needs an entry in [`Kind::of`].
#[test]
fn each_instruction_is_known() {
    let rotations = ["ror"];
    let insertions = ["sri", "sri.4s", "sri.8h", "sri.16b"];
    for definition in instructions() {
        let compute = Compute { definition, width: 64, immediate: 0, d: 0, sources: [0; 3] };
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

/// Returns the cycles of instructions that each read the result of the one before, or something else.
fn repeated(definition: &'static Definition, dependent: bool, number: usize, model: &Model) -> u64 {
    let mut builder = Builder::default();
    let what = if definition.file() == File::Vector { Transferred::Whole } else { Transferred::General(64) };
    let first = builder.load(what, 0, 0);
    (0..number).fold(first, |value, _| {
        let read = if dependent { value } else { first };
        builder.compute(definition, 0, &vec![read; definition.sources])
    });
    let operations: Vec<Operation> = builder.steps.iter().filter_map(Step::operation).copied().collect();
    cycles(&operations, model)
}

/// Latencies and instructions per cycle, as llvm-mca finds them for the same chains.
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

/// The claim of the study: set K beside ARM's instructions for one state, both in the best order found.
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
