//! The kernel of set K, in the layout that [`crate::sets::k`] describes.
//!
//! A round reads a state in one bank of 13 registers and writes the next one there: what theta, rho and pi make of it
//! is in a second bank meanwhile. The theta-effect takes five registers, and one contains zeros: 32 in all.

use super::Kernel;
use crate::operation::{Operation, Transferred};
use crate::program::{CONSTANTS, Layout, MESSAGE, Program, STATE};
use crate::sets::arm::EOR;
use crate::sets::k::{K, KCHI, KCHIL, KCHIM, KEOR3, KFOLD, KRHOPI, KTHETA, LAST_PLANES, PARTS, Part, lanes_of, place};
use crate::spec::from;

pub(super) static KERNEL: Kernel = Kernel { set: K.name, layout, load, round, absorb, store };

/// The first register of the second bank.
const MOVED: u8 = 13;
/// The first register of the theta-effect: of columns x and x + 1 in the register with number x.
const EFFECT: u8 = 26;
/// The register that contains zeros.
const ZERO: u8 = 31;
/// A general register for addresses.
const ADDRESS: u8 = 4;

/// Returns the register in a bank that contains a part of the state.
fn register(bank: u8, part: Part) -> u8 {
    let index = match part {
        Part::Pair(y, pair) => 2 * y + pair,
        Part::Last(index) => 10 + index,
    };
    bank + index as u8
}

/// Returns the register of the state that contains a part of it.
fn of_state(part: Part) -> u8 {
    register(0, part)
}

/// Returns the register of the second bank that contains a part of the state before chi.
fn moved(part: Part) -> u8 {
    register(MOVED, part)
}

fn layout() -> Layout {
    core::array::from_fn(|index| {
        let (register, lane) = place(index % 5, index / 5);
        (register as u8, lane)
    })
}

fn load(program: &mut Program) {
    program.append(Operation::Zero { d: ZERO });
    transfer(program, true, STATE, 0, 25);
}

fn store(program: &mut Program) {
    transfer(program, false, STATE, 0, 25);
}

/// Loads or stores the lanes before `lanes` of a state or a block, in the bank that begins at a register. Returns the
/// parts that have such lanes.
fn transfer(program: &mut Program, load: bool, base: u8, bank: u8, lanes: usize) -> Vec<Part> {
    let mut parts = Vec::new();
    for part in PARTS {
        let offsets: Vec<usize> = lanes_of(part).into_iter().map(|(x, y)| x + 5 * y).filter(|&i| i < lanes).collect();
        let t = register(bank, part);
        match offsets[..] {
            [] => continue,
            [first, second] if second == first + 1 => program.transfer(load, Transferred::Whole, t, base, 8 * first),
            [first, ref others @ ..] => {
                program.transfer(load, Transferred::Low, t, base, 8 * first);
                for &second in others {
                    program.append(Operation::Add { d: ADDRESS, n: base, number: 8 * second as i16 });
                    program.transfer(load, Transferred::Lane(1), t, ADDRESS, 0);
                }
            }
        }
        parts.push(part);
    }
    parts
}

fn absorb(program: &mut Program, rate_lanes: usize) {
    for part in transfer(program, true, MESSAGE, MOVED, rate_lanes) {
        program.vector(&EOR, 0, of_state(part), &[of_state(part), moved(part)]);
    }
}

fn round(program: &mut Program) {
    theta(program);
    rho_pi(program);
    chi_iota(program);
}

/// Computes the theta-effect. The parities are in the second bank, which contains nothing yet.
fn theta(program: &mut Program) {
    let [first, second, last] = [MOVED, MOVED + 1, MOVED + 2];
    for (parity, pair) in [(first, 0), (second, 1)] {
        let part = |y: usize| of_state(Part::Pair(y, pair));
        program.vector(&KEOR3, 0, parity, &[part(0), part(1), part(2)]);
        program.vector(&KEOR3, 0, parity, &[parity, part(3), part(4)]);
    }
    program.vector(&KEOR3, 0, last, &[0, 1, 2].map(|index| of_state(Part::Last(index))));
    program.vector(&KFOLD, 0, last, &[last, last, last]);
    // The pairs of parities whose lower lane belongs to an even column are registers; the others lie across two.
    for (x, form, read) in [
        (0, 3, [last, first, second]),
        (1, 0, [first, first, second]),
        (2, 3, [first, second, last]),
        (3, 2, [second, last, first]),
        (4, 1, [second, last, first]),
    ] {
        program.vector(&KTHETA, form, EFFECT + x, &read);
    }
}

/// Adds the effect, rotates the lanes, and moves them to the second bank.
fn rho_pi(program: &mut Program) {
    for (index, part) in PARTS.into_iter().enumerate() {
        let sources: Vec<(usize, usize)> = lanes_of(part).into_iter().map(|(x, y)| from(x, y)).collect();
        let source = |lane: usize| {
            let (x, y) = sources[lane.min(sources.len() - 1)];
            place(x, y).0 as u8
        };
        let effect = EFFECT + sources[0].0 as u8;
        program.vector(&KRHOPI, index as u32, moved(part), &[source(0), source(1), effect]);
    }
}

/// Computes chi of each plane, back into the first bank, and adds the round constant.
fn chi_iota(program: &mut Program) {
    let constant = EFFECT;
    program.load_next(Transferred::Low, constant, CONSTANTS);
    for (index, planes) in LAST_PLANES.into_iter().enumerate() {
        let last = Part::Last(index);
        let first = |plane: Option<&usize>| plane.map_or(ZERO, |&y| moved(Part::Pair(y, 0)));
        program.vector(&KCHIL, 0, of_state(last), &[moved(last), first(planes.get(1)), first(planes.first())]);
        for (lane, &y) in planes.iter().enumerate() {
            let (front, middle) = (Part::Pair(y, 0), Part::Pair(y, 1));
            let added = if y == 0 { constant } else { ZERO };
            program.vector(&KCHI, 0, of_state(front), &[moved(front), moved(middle), added]);
            program.vector(&KCHIM, lane as u32, of_state(middle), &[moved(middle), moved(last), moved(front)]);
        }
    }
}
