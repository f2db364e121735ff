//! The instructions of a program in the order in which they run, and their cycles.

use super::{Action, Model, Order, in_order, out_of_order};
use crate::operation::Operation;
use crate::program::Program;

/// Returns the number of cycles of instructions, in the order in which they run.
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

/// Returns the instructions of a program in the order in which they run if its loop runs `times` times.
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
