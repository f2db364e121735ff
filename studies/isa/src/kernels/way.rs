//! A way: how a state is kept in registers, and how rounds are computed.

use crate::builder::{Builder, Value};
use crate::instruction::File;
use crate::operation::Number;
use crate::program::Cut;
use crate::target::Target;
use crate::transfer::Layout;

/// A way to keep a state in registers and to compute rounds.
pub(crate) struct Way {
    /// The registers that contain the state.
    pub(crate) file: File,
    /// The number of the first register of the state. Those of all lanes follow if possible.
    pub(crate) first: Number,
    /// Whether a target has the instructions and registers for the way.
    pub(crate) possible: fn(&Target) -> bool,
    /// Which lanes each register contains.
    pub(crate) layout: fn(&Target) -> Layout,
    /// Appends rounds, and returns the state after them.
    pub(crate) rounds: fn(&mut Builder, &Target, state: Vec<Value>, rounds: usize) -> Vec<Value>,
}

/// Returns the facts about a value that contains lanes of the state after some rounds.
pub(crate) fn cuts(part: &[usize], rounds: usize) -> impl Iterator<Item = Cut> + '_ {
    part.iter().enumerate().map(move |(of_value, &of_state)| Cut { rounds, of_value, of_state, rotation: 0 })
}
