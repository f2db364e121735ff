//! One lane in each vector register, or one lane of each of two states.
//!
//! Before and after a round, each lane is in the register with its number, without any move. Chi makes that hard: it
//! needs the first two lanes of a plane until it has computed all five. So rho and pi put these two elsewhere: into
//! the registers of the first two lanes of the plane that chi computes next, and those of the last plane into two free
//! registers. Then chi of a plane writes registers that are no longer in use, and frees those of the next plane.

use super::{Way, cuts};
use crate::builder::{Builder, Value};
use crate::instruction::File;
use crate::operation::{Number, Transferred};
use crate::program::CONSTANTS;
use crate::sets::arm::{BCAX, BIC, EOR, EOR3, INSERTIONS, RAX1, SHIFTS, XAR};
use crate::spec::{from, rotation};
use crate::target::Target;
use crate::transfer::Layout;

pub(super) static WAY: Way = Way {
    file: File::Vector,
    first: 0,
    possible: |target| {
        let shifts = [SHIFTS.of(target.width()), INSERTIONS.of(target.width())];
        target.has_all(&[&EOR, &BIC]) && target.has_all(&shifts) && target.registers.vector >= 32
    },
    layout,
    rounds,
};

/// The number of the first register that contains no lane.
const FREE: Number = 25;
/// The registers of the theta-effect. Three of them contain parities at first, which are overwritten after their last
/// use.
const EFFECT: [Number; 5] = [FREE + 3, FREE + 5, FREE, FREE + 1, FREE + 6];
/// The order in which the theta-effect is computed.
const COLUMNS: [usize; 5] = [1, 4, 2, 0, 3];
/// Two registers that are free afterwards.
const SPARE: [Number; 2] = [FREE + 2, FREE + 4];
/// The order in which chi computes the planes. With other orders, rho and pi may find no free register.
const PLANES: [usize; 5] = [0, 2, 1, 3, 4];

fn layout(target: &Target) -> Layout {
    (0..25).map(|lane| (0..target.groups).map(|group| lane + 25 * group).collect()).collect()
}

fn rounds(builder: &mut Builder, target: &Target, mut state: Vec<Value>, rounds: usize) -> Vec<Value> {
    for number in 1..=rounds {
        state = round(builder, target, &state, number);
    }
    state
}

fn round(builder: &mut Builder, target: &Target, state: &[Value], number: usize) -> Vec<Value> {
    let effect = theta(builder, target, state);
    let moved = rho_pi(builder, target, state, &effect);
    chi_iota(builder, target, &moved, number)
}

fn theta(builder: &mut Builder, target: &Target, state: &[Value]) -> [Value; 5] {
    let parity: [Value; 5] = core::array::from_fn(|x| {
        let column: Vec<Value> = (0..5).map(|y| state[x + 5 * y]).collect();
        let sum = sum(builder, target.has(&EOR3).then_some(&EOR3), &column);
        builder.wish(sum, FREE + x as Number);
        sum
    });
    let mut effect = parity;
    for x in COLUMNS {
        effect[x] = rotated_by_one_and_added(builder, target, parity[(x + 4) % 5], parity[(x + 1) % 5]);
        builder.wish(effect[x], EFFECT[x]);
    }
    effect
}

/// Returns the sum of values, with additions of three if there is an instruction for them.
pub(crate) fn sum(
    builder: &mut Builder,
    of_three: Option<&'static crate::instruction::Definition>,
    values: &[Value],
) -> Value {
    let (mut sum, mut rest) = (values[0], &values[1..]);
    while let [second, others @ ..] = rest {
        (sum, rest) = match (of_three, others) {
            (Some(of_three), [third, others @ ..]) => (builder.compute(of_three, 0, &[sum, *second, *third]), others),
            _ => (builder.compute(&EOR, 0, &[sum, *second]), others),
        };
    }
    sum
}

/// Returns the sum of n and of m, rotated to the left by one place.
pub(super) fn rotated_by_one_and_added(builder: &mut Builder, target: &Target, n: Value, m: Value) -> Value {
    if target.has(&RAX1) && target.packed.is_none() {
        return builder.compute(&RAX1, 0, &[n, m]);
    }
    let m = rotated(builder, target.width(), m, 1);
    builder.compute(&EOR, 0, &[m, n])
}

/// Returns the lanes of a register, rotated to the left by a number of places that is not a multiple of their width.
pub(crate) fn rotated(builder: &mut Builder, width: u32, value: Value, places: u32) -> Value {
    let shifted = builder.compute(SHIFTS.of(width), places % width, &[value]);
    builder.compute(INSERTIONS.of(width), width - places % width, &[value, shifted])
}

/// Adds the effect, rotates each lane, and returns the new places of the lanes.
fn rho_pi(builder: &mut Builder, target: &Target, state: &[Value], effect: &[Value; 5]) -> Vec<Value> {
    let mut registers: [Number; 25] = core::array::from_fn(|lane| lane as Number);
    for (place, &y) in PLANES.iter().enumerate() {
        for x in 0..2 {
            registers[x + 5 * y] = PLANES.get(place + 1).map_or(SPARE[x], |next| (x + 5 * next) as Number);
        }
    }
    let mut free: Vec<Number> = SPARE.to_vec();
    let mut left: Vec<usize> = (0..25).collect();
    let mut moved = state.to_vec();
    while !left.is_empty() {
        let next = left.iter().position(|&lane| free.contains(&registers[lane]));
        let lane = left.remove(next.expect("for this order of planes, a register is free"));
        let (x, y) = from(lane % 5, lane / 5);
        let source = x + 5 * y;
        free.retain(|&register| register != registers[lane]);
        free.push(source as Number);
        moved[lane] = match rotation(x, y, target.width()) {
            places @ 1.. if target.has(&XAR) && target.packed.is_none() => {
                builder.compute(&XAR, 64 - places, &[state[source], effect[x]])
            }
            places => {
                let sum = builder.compute(&EOR, 0, &[state[source], effect[x]]);
                builder.wish(sum, source as Number);
                if places == 0 { sum } else { rotated(builder, target.width(), sum, places) }
            }
        };
        builder.wish(moved[lane], registers[lane]);
    }
    moved
}

/// Computes chi of each plane, in the order prepared by [`rho_pi`], and adds the round constant.
fn chi_iota(builder: &mut Builder, target: &Target, moved: &[Value], number: usize) -> Vec<Value> {
    let layout = layout(target);
    let mut next = moved.to_vec();
    for y in PLANES {
        let lane = |x: usize| moved[x % 5 + 5 * y];
        for x in 0..5 {
            let (n, m, a) = (lane(x), lane(x + 2), lane(x + 1));
            let index = x + 5 * y;
            next[index] = if target.has(&BCAX) {
                builder.compute(&BCAX, 0, &[n, m, a])
            } else {
                let masked = builder.compute(&BIC, 0, &[m, a]);
                builder.compute(&EOR, 0, &[n, masked])
            };
            builder.wish(next[index], index as Number);
            if index > 0 {
                builder.cut(next[index], cuts(&layout[index], number));
            }
        }
    }
    let what = Transferred::Repeated { width: 64, whole: target.groups == 2 };
    let constant = builder.load_next(what, CONSTANTS);
    next[0] = builder.compute(&EOR, 0, &[next[0], constant]);
    builder.cut(next[0], cuts(&layout[0], number));
    builder.wish(next[0], 0);
    next
}
