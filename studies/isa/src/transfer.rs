//! Loads and stores of the lanes of states and blocks.
//!
//! In memory, a state has 25 lanes of 64 bits, filled by repeating short lanes, and several states follow one another.
//! A block consists of lanes of their own width. In registers, a short lane is also repeated to fill 64 bits: sums,
//! ands and rotations of repeated lanes are repeated lanes, so one kernel serves all widths, and no instruction needs
//! to know the width.
//!
//! A packed kernel has short lanes of 2, 4 or 8 states side by side in 64 bits instead, in memory and in registers. The
//! blocks of the states follow one another, so each lane of a block is loaded and stored separately.

use crate::builder::{Builder, Value};
use crate::instruction::File;
use crate::operation::{Number, Transferred};
use crate::sets::arm::{EOR_SHIFTED, EXT, MOVI, ZIP1};

/// The lanes in each register of a state, the lowest one first: x + 5 y, plus 25 for each state before.
pub type Layout = Vec<Vec<usize>>;

/// Lanes in memory.
#[derive(Clone, Copy, Debug)]
pub struct Lanes<'a> {
    /// The general register that contains their address.
    pub base: Number,
    /// Their width in bits.
    pub width: u32,
    /// The 64-bit lane to which each of them belongs, and its index there.
    pub of_state: &'a [(usize, usize)],
    /// The number of states whose lanes are side by side in 64 bits. If it is 1, short lanes are repeated.
    pub side_by_side: usize,
}

impl Lanes<'_> {
    /// Returns the register of the state that contains a lane, and the index of the lane in it.
    fn place(&self, layout: &Layout, (lane, side): (usize, usize)) -> (usize, u32) {
        let half = |of_part: &Vec<usize>| of_part.iter().position(|&other| other == lane);
        let found = layout.iter().enumerate().find_map(|(part, of_part)| Some((part, half(of_part)?)));
        let (part, half) = found.expect("a register of the state contains the lane");
        (part, half as u32 * 64 / self.width + side as u32)
    }

    /// Returns the indices in memory of the lanes of a register of the state.
    fn indices(&self, part: &[usize]) -> Vec<Option<usize>> {
        part.iter().map(|&lane| self.of_state.iter().position(|&other| other == (lane, 0))).collect()
    }
}

/// Appends loads of lanes. Returns a value for each register of the state with such lanes, with zeros in its other
/// lanes.
pub(crate) fn load(builder: &mut Builder, layout: &Layout, file: File, lanes: Lanes<'_>) -> Vec<Option<Value>> {
    match (file, lanes.width) {
        (File::Vector, 64) => load_whole(builder, layout, lanes),
        (File::Vector, _) if lanes.side_by_side > 1 => load_side_by_side(builder, layout, lanes),
        _ => load_in_order(builder, layout, file, lanes),
    }
}

fn load_whole(builder: &mut Builder, layout: &Layout, lanes: Lanes<'_>) -> Vec<Option<Value>> {
    let mut values = vec![None; layout.len()];
    for part in 0..layout.len() {
        let low = |builder: &mut Builder, index: usize| builder.load(Transferred::Low, lanes.base, 8 * index);
        let next = layout.get(part + 1).map(|next| lanes.indices(next));
        values[part] = match lanes.indices(&layout[part])[..] {
            _ if values[part].is_some() => continue,
            [Some(first), Some(second)] if second == first + 1 => {
                Some(builder.load(Transferred::Whole, lanes.base, 8 * first))
            }
            [Some(first), Some(second)] => {
                let (first, second) = (low(builder, first), low(builder, second));
                Some(builder.compute(&ZIP1, 0, &[first, second]))
            }
            [Some(first)] if next == Some(vec![Some(first + 1)]) => {
                let [value, following] = builder.load_pair(lanes.base, 8 * first);
                values[part + 1] = Some(following);
                Some(value)
            }
            [Some(first)] | [Some(first), None] => Some(low(builder, first)),
            [None, Some(second)] => {
                let value = low(builder, second);
                Some(builder.compute(&EXT, 0, &[value, value]))
            }
            _ => None,
        };
    }
    values
}

/// Loads one lane after the other, in the order of memory.
fn load_in_order(builder: &mut Builder, layout: &Layout, file: File, lanes: Lanes<'_>) -> Vec<Option<Value>> {
    let loaded: Vec<Value> = (0..lanes.of_state.len()).map(|_| load_one(builder, file, lanes)).collect();
    let mut part = |part: &Vec<usize>| {
        let values: Vec<Option<Value>> =
            lanes.indices(part).into_iter().map(|index| index.map(|index| loaded[index])).collect();
        match values[..] {
            [Some(first), Some(second)] => Some(builder.compute(&ZIP1, 0, &[first, second])),
            [None, Some(second)] => Some(builder.compute(&EXT, 0, &[second, second])),
            _ => values[0],
        }
    };
    layout.iter().map(&mut part).collect()
}

/// Loads one lane after the other, each to its place beside those of other states.
fn load_side_by_side(builder: &mut Builder, layout: &Layout, lanes: Lanes<'_>) -> Vec<Option<Value>> {
    let width = lanes.width;
    let mut values: Vec<Option<Value>> = vec![None; layout.len()];
    for &lane in lanes.of_state {
        let (part, index) = lanes.place(layout, lane);
        values[part] = Some(match values[part] {
            // The lanes of the other states overwrite the repetitions.
            None if index == 0 => builder.load_next(Transferred::Repeated { width, whole: false }, lanes.base),
            before => {
                let before = before.unwrap_or_else(|| builder.compute(&MOVI, 0, &[]));
                builder.load_next_into(before, width, index, lanes.base)
            }
        });
    }
    values
}

/// Loads one lane and repeats it in 64 bits.
fn load_one(builder: &mut Builder, file: File, lanes: Lanes<'_>) -> Value {
    if file == File::Vector {
        return builder.load_next(Transferred::Repeated { width: lanes.width, whole: false }, lanes.base);
    }
    let mut value = builder.load_next(Transferred::General(lanes.width), lanes.base);
    let mut width = lanes.width;
    while width < 64 {
        value = builder.compute(&EOR_SHIFTED, width, &[value, value]);
        width *= 2;
    }
    value
}

/// Appends stores of all or some of the lanes of a state, from the values of its registers.
pub(crate) fn store(builder: &mut Builder, layout: &Layout, file: File, lanes: Lanes<'_>, values: &[Value]) {
    match (file, lanes.width) {
        (File::Vector, 64) => store_whole(builder, layout, lanes, values),
        _ => store_in_order(builder, layout, file, lanes, values),
    }
}

fn store_whole(builder: &mut Builder, layout: &Layout, lanes: Lanes<'_>, values: &[Value]) {
    let mut done = vec![false; layout.len()];
    for part in 0..layout.len() {
        let value = values[part];
        let next = layout.get(part + 1).map(|next| lanes.indices(next));
        match lanes.indices(&layout[part])[..] {
            _ if done[part] => {}
            [Some(first), Some(second)] if second == first + 1 => {
                builder.store(Transferred::Whole, value, lanes.base, 8 * first);
            }
            [Some(first)] if next == Some(vec![Some(first + 1)]) => {
                builder.store(Transferred::LowPair(values[part + 1].0.1), value, lanes.base, 8 * first);
                done[part + 1] = true;
            }
            ref indices => {
                for (half, index) in indices.iter().enumerate() {
                    let Some(index) = *index else { continue };
                    let low = if half == 0 { value } else { builder.compute(&EXT, 0, &[value, value]) };
                    builder.store(Transferred::Low, low, lanes.base, 8 * index);
                }
            }
        }
    }
}

/// Stores one lane after the other, in the order of memory.
fn store_in_order(builder: &mut Builder, layout: &Layout, file: File, lanes: Lanes<'_>, values: &[Value]) {
    let width = lanes.width;
    for &lane in lanes.of_state {
        let (part, index) = lanes.place(layout, lane);
        let what = match file {
            File::Vector => Transferred::Lane { width, index },
            File::General => Transferred::General(width),
        };
        builder.store_next(what, values[part], lanes.base);
    }
}
