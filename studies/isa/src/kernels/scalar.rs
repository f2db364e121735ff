//! One lane in each general register.
//!
//! The second operand of the logic instructions may be rotated, so rho costs nothing: a lane is rotated when it is
//! used, and until then the kernel keeps track of the places by which each register must still be rotated. Only the
//! last state takes separate rotations.

use super::Way;
use crate::builder::{Builder, Value};
use crate::instruction::{Definition, File};
use crate::operation::{Number, Transferred};
use crate::program::{CONSTANTS, Cut};
use crate::sets::arm::{BIC_ROTATED, EOR_ROTATED, EOR_SHIFTED, ROR};
use crate::spec::{from, rotation};
use crate::target::Target;

pub(super) static WAY: Way = Way {
    file: File::General,
    possible: |target| {
        target.groups == 1
            && target.packed.is_none()
            && target.has_all(&[&EOR_ROTATED, &BIC_ROTATED, &EOR_SHIFTED, &ROR])
    },
    first: FIRST,
    layout: |_| (0..25).map(|lane| vec![lane]).collect(),
    rounds,
};

/// A lane that must be rotated to the left.
#[derive(Clone, Copy)]
struct Lane {
    value: Value,
    places: u32,
}

/// The first register of the state. Those before it contain addresses.
const FIRST: Number = 6;

fn rounds(builder: &mut Builder, _: &Target, state: Vec<Value>, rounds: usize) -> Vec<Value> {
    let mut lanes: Vec<Lane> = state.into_iter().map(|value| Lane { value, places: 0 }).collect();
    for number in 1..=rounds {
        lanes = round(builder, &lanes, number);
    }
    let rotated = lanes.into_iter().zip(FIRST..).map(|(lane, register)| {
        if lane.places == 0 {
            return lane.value;
        }
        let rotated = builder.compute(&ROR, 64 - lane.places, &[lane.value]);
        builder.wish(rotated, register);
        rotated
    });
    rotated.collect()
}

/// Appends an instruction that rotates its second operand to match the first one.
fn combined(builder: &mut Builder, definition: &'static Definition, first: Lane, second: Lane) -> Lane {
    let places = (64 + first.places - second.places) % 64;
    let value = builder.compute(definition, places, &[first.value, second.value]);
    Lane { value, places: first.places }
}

/// Returns the lanes in the order of pi: each except the first two goes to the register that the one before it has just
/// left.
fn order() -> Vec<usize> {
    let mut lanes = vec![0, 1];
    while lanes.len() < 25 {
        let (x, y) = from(lanes[lanes.len() - 1] % 5, lanes[lanes.len() - 1] / 5);
        lanes.push(x + 5 * y);
    }
    lanes
}

fn round(builder: &mut Builder, state: &[Lane], number: usize) -> Vec<Lane> {
    let parity: Vec<Lane> = (0..5)
        .map(|x| (1..5).fold(state[x], |sum, y| combined(builder, &EOR_ROTATED, sum, state[x + 5 * y])))
        .collect();
    let effect: Vec<Lane> = (0..5)
        .map(|x| {
            let after = parity[(x + 1) % 5];
            let after = Lane { places: (after.places + 1) % 64, ..after };
            combined(builder, &EOR_ROTATED, parity[(x + 4) % 5], after)
        })
        .collect();
    let mut moved: Vec<Option<Lane>> = vec![None; 25];
    for lane in order() {
        let (x, y) = from(lane % 5, lane / 5);
        let sum = combined(builder, &EOR_ROTATED, state[x + 5 * y], effect[x]);
        builder.wish(sum.value, FIRST + lane as Number);
        moved[lane] = Some(Lane { places: (sum.places + rotation(x, y, 64)) % 64, ..sum });
    }
    let moved: Vec<Lane> = moved.into_iter().flatten().collect();
    let mut next = Vec::new();
    for index in 0..25 {
        let lane = |x: usize| moved[x % 5 + index / 5 * 5];
        let masked = combined(builder, &BIC_ROTATED, lane(index % 5 + 2), lane(index % 5 + 1));
        let mut sum = combined(builder, &EOR_ROTATED, lane(index % 5), masked);
        if index == 0 {
            let constant = Lane { value: builder.load_next(Transferred::General(64), CONSTANTS), places: 0 };
            sum = combined(builder, &EOR_ROTATED, sum, constant);
        }
        let cut = Cut { rounds: number, of_value: 0, of_state: index, rotation: sum.places };
        builder.cut(sum.value, [cut]);
        builder.wish(sum.value, FIRST + index as Number);
        next.push(sum);
    }
    next
}
