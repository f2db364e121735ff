//! Two lanes in each vector register.
//!
//! A plane has five lanes, an odd number. So its last lane is in a register of its own, or shares one with the last
//! lane of another plane, as in [`crate::sets::k`]. There is one way to compute theta, from whatever instructions the
//! target has. There are three for rho, pi and chi: with the instructions of set K, with those of set P, and with
//! vector logic.

use super::lanes::{rotated, rotated_by_one_and_added, sum};
use super::{Way, cuts};
use crate::builder::{Builder, Value};
use crate::instruction::{Definition, File};
use crate::operation::{Number, Transferred};
use crate::program::{CONSTANTS, Cut};
use crate::sets::arm::{BIC, EOR, EOR3, EXT, EXT_LOW, MOVI, RAX1, SHL, SRI, ZIP1, ZIP2};
use crate::sets::k::{
    KCHI, KCHIL, KCHIM, KEOR3, KFOLD, KRHOPI_WIDTHS, KTHETA_WIDTHS, LAST_PLANES, PARTS, Part, lanes_of,
    place as packed_place,
};
use crate::sets::p::{COLUMNS, PCHI, PCHIL, PRHOPI_WIDTHS, PRL1X_WIDTHS, PSWAPX};
use crate::spec::{from, rotation};
use crate::target::Target;
use crate::transfer::Layout;

/// Rho, pi and chi with vector logic. Each last lane is in a register of its own.
pub(super) static SINGLE: Way = Way {
    file: File::Vector,
    first: 0,
    possible: |target| {
        target.groups == 1 && target.packed.is_none() && target.has_all(&[&EOR, &BIC, &SHL, &SRI, &EXT, &ZIP1, &ZIP2])
    },
    layout: |_| single_parts().map(|part| part.lanes().collect()).collect(),
    rounds: |builder, target, state, rounds| repeated(builder, target, state, rounds, rounds_of_single),
};

/// Rho, pi and chi with the instructions of set P.
pub(super) static PAPER: Way = Way {
    file: File::Vector,
    first: 0,
    possible: |target| {
        target.groups == 1 && target.has_all(&[&EOR, &EXT, &ZIP1, PRHOPI_WIDTHS.of(target.width()), &PCHI, &PCHIL])
    },
    layout: packed_layout,
    rounds: |builder, target, state, rounds| repeated(builder, target, state, rounds, round_of_paper),
};

/// Rho, pi and chi with the instructions of set K.
pub(super) static OURS: Way = Way {
    file: File::Vector,
    first: 0,
    possible: |target| {
        target.groups == 1
            && target.has_all(&[&EOR, &EXT, &ZIP1, &MOVI, KRHOPI_WIDTHS.of(target.width()), &KCHI, &KCHIM, &KCHIL])
    },
    layout: packed_layout,
    rounds: |builder, target, state, rounds| repeated(builder, target, state, rounds, round_of_ours),
};

/// Appends a round: the state, the number of the round from 1 on, and zeros.
type Round = fn(&mut Builder, &Target, &[Value], usize, Option<Value>) -> Vec<Value>;

fn repeated(builder: &mut Builder, target: &Target, state: Vec<Value>, rounds: usize, round: Round) -> Vec<Value> {
    let zeros = target.has(&KCHI).then(|| builder.compute(&MOVI, 0, &[]));
    (1..=rounds).fold(state, |state, number| round(builder, target, &state, number, zeros))
}

/// The places of the planes' last lanes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Last {
    /// Each in the lower lane of a register of its own.
    Single,
    /// In pairs, as in [`PARTS`].
    Packed,
}

impl Part {
    /// Returns the lanes of the state in the register: x + 5 y.
    fn lanes(self) -> impl Iterator<Item = usize> {
        lanes_of(self).into_iter().map(|(x, y)| x + 5 * y)
    }
}

fn packed_layout(_: &Target) -> Layout {
    PARTS.iter().map(|part| part.lanes().collect()).collect()
}

/// The registers of a state whose last lanes are single: the first lanes of each plane, then the last lanes.
fn single_parts() -> impl Iterator<Item = Single> {
    let pairs = (0..10).map(|index| Single(2 * (index % 2), index / 2));
    pairs.chain((0..5).map(|y| Single(4, y)))
}

/// A register of a state whose last lanes are single: its first column, and its plane.
#[derive(Clone, Copy)]
struct Single(usize, usize);

impl Single {
    fn lanes(self) -> impl Iterator<Item = usize> {
        let Self(x, y) = self;
        (x..if x == 4 { 5 } else { x + 2 }).map(move |x| x + 5 * y)
    }
}

/// Returns the register with a pair of the first four lanes of a plane. It is the same in both layouts.
fn pair(y: usize, pair: usize) -> usize {
    2 * y + pair
}

/// The parities of columns 0 and 1, of 2 and 3, and of column 4. The last one is in both lanes if last lanes are
/// packed, otherwise in the lower lane.
struct Parities {
    first: Value,
    second: Value,
    last: Value,
}

fn parities(builder: &mut Builder, target: &Target, state: &[Value], last: Last) -> Parities {
    let of_three = [&KEOR3, &EOR3].into_iter().find(|&definition| target.has(definition));
    let of_pairs = |builder: &mut Builder, index: usize| {
        let column: Vec<Value> = (0..5).map(|y| state[pair(y, index)]).collect();
        sum(builder, of_three, &column)
    };
    let (first, second) = (of_pairs(builder, 0), of_pairs(builder, 1));
    let both = sum(builder, of_three, &state[10..]);
    let last = match last {
        Last::Single => both,
        Last::Packed if target.has(&KFOLD) => builder.compute(&KFOLD, 0, &[both, both, both]),
        Last::Packed if target.has(&PSWAPX) => builder.compute(&PSWAPX, 0, &[both, both]),
        Last::Packed => {
            let exchanged = builder.compute(&EXT, 0, &[both, both]);
            builder.compute(&EOR, 0, &[both, exchanged])
        }
    };
    Parities { first, second, last }
}

/// Returns the parities of columns x and x + 1.
fn parity_pair(builder: &mut Builder, Parities { first, second, last }: &Parities, x: usize, lasts: Last) -> Value {
    match x % 5 {
        0 => *first,
        1 => builder.compute(&EXT, 0, &[*first, *second]),
        2 => *second,
        3 => builder.compute(&EXT, 0, &[*second, *last]),
        _ => builder.compute(if lasts == Last::Single { &ZIP1 } else { &EXT }, 0, &[*last, *first]),
    }
}

/// Returns the theta-effect of columns x and x + 1, for each requested x.
fn effects(builder: &mut Builder, target: &Target, parities: &Parities, asked: &[usize], lasts: Last) -> Vec<Value> {
    let Parities { first, second, last } = *parities;
    let (ktheta, prl1x) = (KTHETA_WIDTHS.of(target.width()), PRL1X_WIDTHS.of(target.width()));
    if target.has(ktheta) && lasts == Last::Packed {
        // The pairs of parities whose lower lane belongs to an even column are registers; others span two.
        let forms = [
            (3, [last, first, second]),
            (0, [first, first, second]),
            (3, [first, second, last]),
            (2, [second, last, first]),
            (1, [second, last, first]),
        ];
        return asked.iter().map(|&x| builder.compute(ktheta, forms[x].0, &forms[x].1)).collect();
    }
    let mut pairs = [None; 5];
    let mut pair =
        |builder: &mut Builder, x: usize| *pairs[x % 5].get_or_insert_with(|| parity_pair(builder, parities, x, lasts));
    let effect = |&x: &usize| {
        let (n, m) = (pair(builder, x + 4), pair(builder, x + 1));
        match () {
            () if target.has(prl1x) => builder.compute(prl1x, 0, &[n, m]),
            () if target.has(ktheta) && !target.has(&RAX1) => builder.compute(ktheta, 0, &[n, n, m]),
            () => rotated_by_one_and_added(builder, target, n, m),
        }
    };
    asked.iter().map(effect).collect()
}

/// Computes theta in place: adds the effect to each register.
fn theta(builder: &mut Builder, target: &Target, state: &[Value], lasts: Last) -> Vec<Value> {
    let parities = parities(builder, target, state, lasts);
    let prl1x = PRL1X_WIDTHS.of(target.width());
    let by_paper = target.has(prl1x) && lasts == Last::Packed;
    let add = |builder: &mut Builder, state: &[Value], effect: Value| -> Vec<Value> {
        state.iter().map(|&value| builder.compute(&EOR, 0, &[value, effect])).collect()
    };
    // The last lanes come first if their effect depends on the parities alone: then it is no longer needed when most
    // registers are.
    let by_parities = by_paper.then(|| {
        let effect = builder.compute(prl1x, 1, &[parities.second, parities.first]);
        add(builder, &state[10..], effect)
    });
    let asked: &[usize] = if by_paper { &[0, 2] } else { &[0, 2, 4] };
    let effects = effects(builder, target, &parities, asked, lasts);
    let mut next: Vec<Value> = (0..10).flat_map(|part| add(builder, &state[part..=part], effects[part % 2])).collect();
    next.extend(by_parities.unwrap_or_else(|| {
        let effect = match lasts {
            Last::Packed => builder.compute(&ZIP1, 0, &[effects[2], effects[2]]),
            Last::Single => effects[2],
        };
        add(builder, &state[10..], effect)
    }));
    next
}

/// Adds the round constant to the first register.
fn iota(builder: &mut Builder, value: Value) -> Value {
    let constant = builder.load_next(Transferred::Low, CONSTANTS);
    builder.compute(&EOR, 0, &[value, constant])
}

/// The order in which planes are computed. Each frees registers of the old state as early as possible.
const PLANES: [usize; 5] = [2, 4, 1, 3, 0];

fn rounds_of_single(
    builder: &mut Builder,
    target: &Target,
    state: &[Value],
    number: usize,
    _: Option<Value>,
) -> Vec<Value> {
    let state = theta(builder, target, state, Last::Single);
    let layout: Layout = single_parts().map(|part| part.lanes().collect()).collect();
    let mut next = state.clone();
    for y in PLANES {
        // Each lane of the plane before chi, rotated in its old place: the register, and the lane in it.
        let lanes: Vec<(Value, usize)> = (0..5)
            .map(|x| {
                let (x, y) = from(x, y);
                let (part, lane) = if x == 4 { (10 + y, 0) } else { (pair(y, x / 2), x % 2) };
                let places = rotation(x, y, 64);
                let value = match places {
                    0 => state[part],
                    _ if places.is_multiple_of(8) && lane == 0 => {
                        builder.compute(&EXT_LOW, 8 - places / 8, &[state[part]])
                    }
                    _ => rotated(builder, 64, state[part], places),
                };
                (value, lane)
            })
            .collect();
        // Lane 0 is in two registers. The first of them overwrites its own register, so it comes last.
        let [third, second, first] = [2, 1, 0].map(|index| {
            let [a, b] = COLUMNS[index];
            joined(builder, lanes[a], lanes[b])
        });
        let after_first = builder.compute(&EXT, 0, &[first, second]);
        let after_second = builder.compute(&EXT, 0, &[second, third]);
        let mut chi = |n: Value, m: Value, a: Value| {
            let masked = builder.compute(&BIC, 0, &[m, a]);
            builder.compute(&EOR, 0, &[n, masked])
        };
        let results =
            [chi(first, second, after_first), chi(second, third, after_second), chi(third, after_first, first)];
        for (part, mut result) in [pair(y, 0), pair(y, 1), 10 + y].into_iter().zip(results) {
            if part == 0 {
                result = iota(builder, result);
            }
            builder.wish(result, part as Number);
            builder.cut(result, cuts(&layout[part], number));
            next[part] = result;
        }
    }
    next
}

/// Returns the register that consists of two lanes of registers.
fn joined(builder: &mut Builder, (n, of_n): (Value, usize), (m, of_m): (Value, usize)) -> Value {
    match (of_n, of_m) {
        (0, 0) => builder.compute(&ZIP1, 0, &[n, m]),
        (1, 1) => builder.compute(&ZIP2, 0, &[n, m]),
        (1, 0) => builder.compute(&EXT, 0, &[n, m]),
        _ => builder.compute(&crate::sets::arm::INS, 0, &[m, n]),
    }
}

/// The order in which the planes of set P are computed. Of all orders of the planes and of the instructions in a plane,
/// these take the fewest loads and stores with 16 registers.
const PLANES_OF_PAPER: [usize; 5] = [3, 1, 4, 2, 0];

fn round_of_paper(
    builder: &mut Builder,
    target: &Target,
    state: &[Value],
    number: usize,
    _: Option<Value>,
) -> Vec<Value> {
    let state = theta(builder, target, state, Last::Packed);
    let mut next: Vec<Option<Value>> = vec![None; PARTS.len()];
    for y in PLANES_OF_PAPER {
        let mut moved: Vec<Value> = Vec::new();
        for (register, columns) in COLUMNS.into_iter().enumerate() {
            let [n, m] = columns.map(|x| {
                let (x, y) = from(x, y);
                state[packed_place(x, y).0]
            });
            let m = if register == 2 { moved[0] } else { m };
            moved.push(builder.compute(PRHOPI_WIDTHS.of(target.width()), (3 * y + register) as u32, &[n, m]));
        }
        let chi = |builder: &mut Builder, index: usize| {
            let part = pair(y, index);
            let mut result = builder.compute(&PCHI, 0, &[moved[index], moved[index + 1]]);
            if part == 0 {
                result = iota(builder, result);
            }
            builder.cut(result, cuts(&PARTS[part].lanes().collect::<Vec<_>>(), number));
            builder.wish(result, part as Number);
            Some(result)
        };
        next[pair(y, 1)] = chi(builder, 1);
        let (last, lane) = packed_place(4, y);
        // The other lane keeps its value: the last lane of another plane, or something that nothing reads.
        let other = next[last].unwrap_or(moved[2]);
        let form = if LAST_PLANES[last - 10].len() == 1 { 2 } else { lane };
        let result = builder.compute(&PCHIL, form as u32, &[moved[2], moved[0], other]);
        builder.cut(result, [Cut { rounds: number, of_value: lane, of_state: 4 + 5 * y, rotation: 0 }]);
        builder.wish(result, last as Number);
        next[last] = Some(result);
        next[pair(y, 0)] = chi(builder, 0);
    }
    next.into_iter().map(|value| value.expect("each register has been computed")).collect()
}

fn round_of_ours(
    builder: &mut Builder,
    target: &Target,
    state: &[Value],
    number: usize,
    zeros: Option<Value>,
) -> Vec<Value> {
    let parities = parities(builder, target, state, Last::Packed);
    let effects = effects(builder, target, &parities, &[0, 1, 2, 3, 4], Last::Packed);
    let moved: Vec<Value> = PARTS
        .iter()
        .enumerate()
        .map(|(index, &part)| {
            let sources: Vec<(usize, usize)> = lanes_of(part).into_iter().map(|(x, y)| from(x, y)).collect();
            let source = |lane: usize| {
                let (x, y) = sources[lane.min(sources.len() - 1)];
                state[packed_place(x, y).0]
            };
            builder.compute(
                KRHOPI_WIDTHS.of(target.width()),
                index as u32,
                &[source(0), source(1), effects[sources[0].0]],
            )
        })
        .collect();
    let zeros = zeros.expect("set K needs a register of zeros");
    let constant = builder.load_next(Transferred::Low, CONSTANTS);
    let mut next = state.to_vec();
    let mut chi = |part: usize, definition: &'static Definition, immediate: usize, read: [Value; 3]| {
        next[part] = builder.compute(definition, immediate as u32, &read);
        builder.wish(next[part], part as Number);
        builder.cut(next[part], cuts(&PARTS[part].lanes().collect::<Vec<_>>(), number));
    };
    for (index, planes) in LAST_PLANES.into_iter().enumerate() {
        let last = 10 + index;
        let first = |plane: Option<&usize>| plane.map_or(zeros, |&y| moved[pair(y, 0)]);
        chi(last, &KCHIL, 0, [moved[last], first(planes.get(1)), first(planes.first())]);
        for (lane, &y) in planes.iter().enumerate() {
            let [front, middle] = [pair(y, 0), pair(y, 1)];
            chi(front, &KCHI, 0, [moved[front], moved[middle], if y == 0 { constant } else { zeros }]);
            chi(middle, &KCHIM, lane, [moved[middle], moved[last], moved[front]]);
        }
    }
    next
}
