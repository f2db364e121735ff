//! The tables of the models.
//!
//! The facts are from LLVM's scheduling models of the same processors, version 19, as printed by llvm-mca for each
//! instruction and for chains of two. LLVM has them from ARM's software optimization guides. Cortex-A55 has no
//! instructions for SHA-3; LLVM assumes the same for them as for other complex vector instructions, and so does this
//! table. The instructions of the extension cost the same as those for SHA-3, because they have as many operands and no
//! more logic than a rotation by a constant and a few gates per bit.
//!
//! `check_mca.py` compares the cycles of all kernels with those of llvm-mca, and with what \[Keccak-hybrid\] has
//! measured. One entry is too good: LLVM lets Cortex-A55 begin two 128-bit shifts in a cycle, which does not fit its
//! 64-bit ports. We keep it to make the models comparable, so plain vector code takes fewer cycles here than measured.

use super::{Kind, Model, Order, Ports, Timing, Use};

/// Returns all models.
pub fn models() -> Vec<Model> {
    vec![cortex_a55(), neoverse_n2()]
}

fn timing<const N: usize>(uses: [(Ports, u64); N], latency: u64, address: u64, slots: usize) -> Timing {
    let uses = uses.into_iter().map(|(ports, cycles)| Use { ports, cycles }).collect();
    Timing { uses, latency, address, slots, first: false }
}

/// Returns the model of a processor that begins two instructions in a cycle, in order: ARM's Cortex-A55.
///
/// It has two vector ports of 64 bits each. An instruction on 128 bits occupies one of them for two cycles, and is the
/// first of its cycle, so no two of them begin together.
pub fn cortex_a55() -> Model {
    const INTEGER: Ports = 0b11;
    const BRANCH: Ports = 1 << 2;
    const VECTOR: Ports = 0b11 << 3;
    const LOAD: Ports = 1 << 5;
    const STORE: Ports = 1 << 6;
    let timings = Kind::ALL.map(|kind| match kind {
        Kind::Logic | Kind::ShiftedLogic | Kind::Addition | Kind::Rotation => timing([(INTEGER, 1)], 3, 0, 1),
        Kind::Jump => timing([(BRANCH, 1)], 1, 0, 1),
        Kind::VectorLogic => Timing { first: true, ..timing([(VECTOR, 2)], 1, 0, 1) },
        Kind::VectorShift => timing([(VECTOR, 1)], 2, 0, 1),
        Kind::VectorBytes => timing([(VECTOR, 1)], 4, 0, 1),
        Kind::VectorInsertion | Kind::VectorLanes | Kind::Sha3 | Kind::Extension => {
            Timing { first: true, ..timing([(VECTOR, 2)], 4, 0, 1) }
        }
        Kind::VectorLoad | Kind::Load => timing([(LOAD, 1)], 3, 0, 1),
        Kind::VectorLoadNext | Kind::LoadNext => timing([(LOAD, 1)], 3, 0, 2),
        Kind::VectorLoadPair => timing([(LOAD, 2)], 5, 0, 2),
        Kind::VectorLoadRepeated => timing([(LOAD, 1)], 4, 0, 2),
        Kind::VectorStore | Kind::Store => timing([(STORE, 1)], 1, 0, 1),
        Kind::VectorStoreLane => timing([(STORE, 1)], 4, 0, 2),
        Kind::StoreNext => timing([(STORE, 1)], 1, 0, 2),
    });
    Model {
        name: "in-order",
        about: "two instructions in a cycle, in order, as ARM's Cortex-A55",
        order: Order::InOrder,
        width: 2,
        ports: &["integer 0", "integer 1", "branch", "vector 0", "vector 1", "load", "store"],
        forwarding: [2, 1],
        timings: timings.to_vec(),
    }
}

/// Returns the model of a processor that begins up to ten parts of instructions in a cycle, out of order: ARM's
/// Neoverse N2, which here is the same as Cortex-A710.
///
/// It has two vector ports of 128 bits. Shifts use only the second, and instructions for SHA-3 only the first.
pub fn neoverse_n2() -> Model {
    const BRANCH: Ports = 0b11;
    const SHORT: Ports = 0b11 << 2;
    const LONG_0: Ports = 1 << 4;
    const INTEGER: Ports = 0b1111 << 2;
    const LOAD: Ports = 0b111 << 6;
    const STORE: Ports = 0b11 << 6;
    const DATA: Ports = 0b11 << 9;
    const VECTOR_0: Ports = 1 << 11;
    const VECTOR_1: Ports = 1 << 12;
    const VECTOR: Ports = VECTOR_0 | VECTOR_1;
    let timings = Kind::ALL.map(|kind| match kind {
        Kind::Logic | Kind::ShiftedLogic | Kind::Addition => timing([(INTEGER, 1)], 1, 0, 1),
        Kind::Rotation => timing([(LONG_0, 1), (SHORT, 1)], 3, 0, 2),
        Kind::Jump => timing([(BRANCH, 1)], 1, 0, 1),
        Kind::VectorLogic | Kind::VectorLanes | Kind::VectorBytes => timing([(VECTOR, 1)], 2, 0, 1),
        Kind::VectorShift | Kind::VectorInsertion => timing([(VECTOR_1, 1)], 2, 0, 1),
        Kind::Sha3 | Kind::Extension => timing([(VECTOR_0, 1)], 2, 0, 1),
        Kind::VectorLoad => timing([(LOAD, 1)], 6, 0, 1),
        Kind::VectorLoadNext => timing([(LOAD, 1), (SHORT, 1)], 6, 1, 3),
        Kind::VectorLoadPair => timing([(LOAD, 1)], 6, 0, 2),
        Kind::VectorLoadRepeated => timing([(LOAD, 1), (SHORT, 1), (VECTOR, 1)], 8, 1, 3),
        Kind::VectorStore => timing([(STORE, 1), (VECTOR, 1)], 2, 0, 2),
        Kind::VectorStoreLane => timing([(STORE, 1), (SHORT, 1), (VECTOR, 1)], 4, 1, 3),
        Kind::Load => timing([(LOAD, 1)], 4, 0, 1),
        Kind::LoadNext => timing([(LOAD, 1), (SHORT, 1)], 4, 1, 2),
        Kind::Store => timing([(STORE, 1), (DATA, 1)], 1, 0, 2),
        Kind::StoreNext => timing([(STORE, 1), (DATA, 1), (SHORT, 1)], 1, 1, 3),
    });
    Model {
        name: "out-of-order",
        about: "up to ten parts of instructions in a cycle, out of order, as ARM's Neoverse N2",
        order: Order::OutOfOrder { window: 160 },
        width: 10,
        ports: &[
            "branch 0",
            "branch 1",
            "integer 0",
            "integer 1",
            "integer 2",
            "integer 3",
            "load or store 0",
            "load or store 1",
            "load",
            "data 0",
            "data 1",
            "vector 0",
            "vector 1",
        ],
        forwarding: [0, 0],
        timings: timings.to_vec(),
    }
}
