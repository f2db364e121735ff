//! What the kernels have in common that keep each lane in a register of its own, which is that of its number.
//!
//! Each lane is there before and after a round, without any move. Chi is why that is not simple: the first two lanes of
//! a plane are needed until all five results are there. So rho and pi put them elsewhere: into the registers of the
//! first two lanes of the plane that chi computes next, and those of the last plane into two free registers. Then chi
//! of a plane writes registers that nothing is in any more, and frees those of the next plane.
//!
//! The upper lanes of the registers are not used.

use crate::operation::Transferred;
use crate::program::{CONSTANTS, Layout, MESSAGE, Program, STATE};
use crate::sets::arm::EOR;
use crate::spec::{from, rotation};

/// How a set computes the steps on single lanes, which are registers.
pub(super) struct Steps {
    /// The sum of five lanes, in a register that is none of them.
    pub(super) parity: fn(&mut Program, d: u8, lanes: [u8; 5]),
    /// The sum of n and of m, rotated to the left by one place. The three are different.
    pub(super) effect: fn(&mut Program, d: u8, n: u8, m: u8),
    /// The sum of a lane and the theta-effect, rotated to the left by 1 to 63 places. The lane itself is lost.
    pub(super) moved: fn(&mut Program, d: u8, lane: u8, effect: u8, places: u32),
    /// Chi of n: the sum of n and of those bits of m that are not in a. A last register is free.
    pub(super) chi: fn(&mut Program, d: u8, n: u8, m: u8, a: u8, free: u8),
}

/// The number of the first register that contains no lane.
const FREE: u8 = 25;
/// The registers of the theta-effect. Three of them contain parities before, which are overwritten after their last
/// use.
const EFFECT: [u8; 5] = [FREE + 3, FREE + 5, FREE, FREE + 1, FREE + 6];
/// The order in which the theta-effect is computed.
const COLUMNS: [usize; 5] = [1, 4, 2, 0, 3];
/// Two registers that are free after that.
const SPARE: [u8; 2] = [FREE + 2, FREE + 4];
/// The order in which chi computes the planes. With others, rho and pi may find no register that is free.
const PLANES: [usize; 5] = [0, 2, 1, 3, 4];

pub(super) fn layout() -> Layout {
    core::array::from_fn(|lane| (lane as u8, 0))
}

pub(super) fn load(program: &mut Program) {
    transfer(program, true);
}

pub(super) fn store(program: &mut Program) {
    transfer(program, false);
}

/// Loads or stores the state, two lanes by each instruction.
fn transfer(program: &mut Program, load: bool) {
    for lane in (0..24).step_by(2) {
        program.transfer(load, Transferred::LowPair(lane + 1), lane, STATE, 8 * usize::from(lane));
    }
    program.transfer(load, Transferred::Low, 24, STATE, 8 * 24);
}

pub(super) fn absorb(program: &mut Program, rate_lanes: usize) {
    let [first, second] = SPARE;
    for lane in (0..rate_lanes).step_by(2) {
        let both = lane + 1 < rate_lanes;
        let what = if both { Transferred::LowPair(second) } else { Transferred::Low };
        program.transfer(true, what, first, MESSAGE, 8 * lane);
        for (lane, added) in [(lane as u8, first), (lane as u8 + 1, second)].into_iter().take(1 + usize::from(both)) {
            program.vector(&EOR, 0, lane, &[lane, added]);
        }
    }
}

/// Appends a round.
pub(super) fn round(program: &mut Program, steps: &Steps) {
    theta(program, steps);
    let moved = rho_pi(program, steps);
    chi_iota(program, steps, &moved);
}

fn theta(program: &mut Program, steps: &Steps) {
    let parity = |x: usize| FREE + (x % 5) as u8;
    for x in 0..5 {
        (steps.parity)(program, parity(x), core::array::from_fn(|y| (x + 5 * y) as u8));
    }
    for x in COLUMNS {
        (steps.effect)(program, EFFECT[x], parity(x + 4), parity(x + 1));
    }
}

/// Adds the effect, rotates each lane, and returns the registers that contain the lanes then.
fn rho_pi(program: &mut Program, steps: &Steps) -> [u8; 25] {
    let mut moved: [u8; 25] = core::array::from_fn(|lane| lane as u8);
    for (place, &y) in PLANES.iter().enumerate() {
        for x in 0..2 {
            moved[x + 5 * y] = PLANES.get(place + 1).map_or(SPARE[x], |next| (x + 5 * next) as u8);
        }
    }
    let mut free: Vec<u8> = SPARE.to_vec();
    let mut left: Vec<usize> = (0..25).collect();
    while !left.is_empty() {
        let next = left.iter().position(|&lane| free.contains(&moved[lane]));
        let lane = left.remove(next.expect("for this order of planes, a register is free"));
        let (x, y) = from(lane % 5, lane / 5);
        let source = (x + 5 * y) as u8;
        free.retain(|&register| register != moved[lane]);
        free.push(source);
        match rotation(x, y, 64) {
            0 => program.vector(&EOR, 0, moved[lane], &[source, EFFECT[x]]),
            places => (steps.moved)(program, moved[lane], source, EFFECT[x], places),
        }
    }
    moved
}

/// Computes chi of each plane, in the order that [`rho_pi`] has prepared, and adds the round constant.
fn chi_iota(program: &mut Program, steps: &Steps, moved: &[u8; 25]) {
    let free = EFFECT[0];
    for y in PLANES {
        let lane = |x: usize| moved[x % 5 + 5 * y];
        for x in 0..5 {
            (steps.chi)(program, (x + 5 * y) as u8, lane(x), lane(x + 2), lane(x + 1), free);
        }
    }
    program.load_next(Transferred::Replicated, free, CONSTANTS);
    program.vector(&EOR, 0, 0, &[0, free]);
}
