//! Set K: our instructions for one state of Keccak-f\[1600\], with two lanes in a register.
//!
//! Pi moves lanes between planes, and a plane has five lanes, an odd number. So the layout decides how many
//! instructions a round takes. Here a state has 13 registers:
//!
//! ```text
//!   pair(y, 0)   lanes (0, y) (1, y)         for each plane y
//!   pair(y, 1)   lanes (2, y) (3, y)
//!   last(0)      lanes (4, 2) (4, 4)         the last lanes of planes, in pairs
//!   last(1)      lanes (4, 1) (4, 3)
//!   last(2)      lane  (4, 0), and zeros
//! ```
//!
//! Thanks to four facts, every step works on whole registers:
//!
//! * Pi takes lane (X, Y) from (X + 3 Y, X). So two neighbours in a new plane come from two neighbouring columns, and
//!   take two neighbouring lanes of the theta-effect.
//! * The last lanes of the new planes all come from plane 4: those of planes 2 and 4 from (0, 4) and (1, 4), those of
//!   planes 1 and 3 from (2, 4) and (3, 4). So, paired like this, they come from one register each.
//! * Chi of a last lane needs only the first pair of its plane.
//! * Two neighbouring lanes of the theta-effect are the sum of two pairs of neighbouring parities, one of them rotated.
//!   Each pair is a register, or the upper lane of one and the lower lane of the next, if the parity of column 4 is in
//!   both lanes of its register.
//!
//! Each lane of each result has the form `rotl(A ^ (X & ~Y) ^ Z, r)`, so one datapath serves all instructions.

use crate::formula::{Formula, a, m, n, side_by_side};
use crate::instruction::{Definition, Encoding, Set, Widths};
use crate::spec::{from, rotation};

/// The set.
pub static K: Set = Set {
    name: "k",
    about: "our instructions for one state, with up to three sources",
    instructions: &[&KEOR3, &KFOLD, &KTHETA, &KRHOPI, &KCHI, &KCHIM, &KCHIL],
};

/// The rotating instructions of the set, for short lanes side by side.
pub static SHORT: Set = Set {
    name: "k-short",
    about: "the rotating instructions of set K, for 2, 4 or 8 states with short lanes side by side",
    instructions: &[&KTHETA_32, &KTHETA_16, &KTHETA_8, &KRHOPI_32, &KRHOPI_16, &KRHOPI_8],
};

/// The planes of the last lanes in `last(0)`, `last(1)` and `last(2)`.
pub const LAST_PLANES: [&[usize]; 3] = [&[2, 4], &[1, 3], &[0]];

/// A register of the state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Two of the first four lanes of a plane: the plane, and 0 or 1.
    Pair(usize, usize),
    /// Last lanes, as in [`LAST_PLANES`].
    Last(usize),
}

/// The registers of a state in their order.
pub const PARTS: [Part; 13] = {
    let mut parts = [Part::Last(0); 13];
    let mut index = 0;
    while index < 10 {
        parts[index] = Part::Pair(index / 2, index % 2);
        index += 1;
    }
    parts[11] = Part::Last(1);
    parts[12] = Part::Last(2);
    parts
};

/// Returns the index in [`PARTS`] of the register that contains lane (x, y), and the index of the lane in it.
pub fn place(x: usize, y: usize) -> (usize, usize) {
    match x {
        4 => match y {
            0 => (12, 0),
            _ => (10 + y % 2, (y - 1) / 2),
        },
        _ => (2 * y + x / 2, x % 2),
    }
}

/// Returns the lanes (x, y) of a register of the state.
pub fn lanes_of(part: Part) -> Vec<(usize, usize)> {
    match part {
        Part::Pair(y, pair) => vec![(2 * pair, y), (2 * pair + 1, y)],
        Part::Last(index) => LAST_PLANES[index].iter().map(|&y| (4, y)).collect(),
    }
}

/// Adds three registers, for the parities of columns.
pub static KEOR3: Definition = Definition {
    name: "keor3",
    about: "Adds three registers modulo 2, for the parities of columns.",
    sources: 3,
    reads_destination: false,
    immediates: 0..1,
    widths: &[64],
    formulas: |_, _| (0..2).map(|i| n(i) ^ m(i) ^ a(i)).collect(),
    encoding: Encoding::Extension(0),
};

/// The parity of column 4 in both lanes, from the sum of the registers that contain last lanes.
pub static KFOLD: Definition = Definition {
    name: "kfold",
    about: "Adds the upper lane of n and the lower lane of m to the lanes of a. With one register as all three, each \
            lane becomes the sum of both lanes.",
    sources: 3,
    reads_destination: false,
    immediates: 0..1,
    widths: &[64],
    formulas: |_, _| vec![n(1) ^ a(0), m(0) ^ a(1)],
    encoding: Encoding::Extension(1),
};

/// Two neighbouring lanes of the theta-effect, from parities.
pub static KTHETA: Definition = Definition {
    name: "ktheta",
    about: "Computes two neighbouring lanes of the theta-effect: the sum of two neighbouring parities and of two \
            others, rotated by one place. The first two are n, or with bit 0 of the immediate operand the upper lane \
            of n and the lower lane of m. The others are a, or with bit 1 the upper lane of m and the lower lane of a.",
    sources: 3,
    reads_destination: false,
    immediates: 0..4,
    widths: &[64],
    formulas: |_, form| {
        let first = if form & 1 == 0 { [n(0), n(1)] } else { [n(1), m(0)] };
        let others = if form & 2 == 0 { [a(0), a(1)] } else { [m(1), a(0)] };
        first.into_iter().zip(others).map(|(first, other)| first ^ other.rotate_left(1)).collect()
    },
    encoding: Encoding::Extension(2),
};

/// A register of the next state before chi, from the lanes from which pi takes it.
pub static KRHOPI: Definition = Definition {
    name: "krhopi",
    about: "Makes the register with number #r of the state: adds the theta-effect (a) to the lanes that pi takes from \
            n and m, and rotates them.",
    sources: 3,
    reads_destination: false,
    immediates: 0..13,
    widths: &[64],
    formulas: |width, part| {
        let lanes = lanes_of(PARTS[part as usize]);
        let lane = |index: usize| match lanes.get(index) {
            Some(&(x, y)) => {
                let (x, y) = from(x, y);
                let source = if index == 0 { n(place(x, y).1) } else { m(place(x, y).1) };
                (source ^ a(index)).rotate_left(rotation(x, y, width))
            }
            None => Formula::Constant(0),
        };
        vec![lane(0), lane(1)]
    },
    encoding: Encoding::Extension(6),
};

/// Chi of the first two lanes of a plane.
pub static KCHI: Definition = Definition {
    name: "kchi",
    about: "Computes chi of the first two lanes of a plane, from its first four (n and m), and adds a: the round \
            constant, or zeros.",
    sources: 3,
    reads_destination: false,
    immediates: 0..1,
    widths: &[64],
    formulas: |_, _| vec![n(0) ^ m(0).and_not(n(1)) ^ a(0), n(1) ^ m(1).and_not(m(0)) ^ a(1)],
    encoding: Encoding::Extension(19),
};

/// Chi of the third and the fourth lane of a plane.
pub static KCHIM: Definition = Definition {
    name: "kchim",
    about: "Computes chi of the third and the fourth lane of a plane (n), whose last lane is lane #l of m, and whose \
            first lanes are a.",
    sources: 3,
    reads_destination: false,
    immediates: 0..2,
    widths: &[64],
    formulas: |_, lane| {
        let last = m(lane as usize);
        vec![n(0) ^ last.clone().and_not(n(1)), n(1) ^ a(0).and_not(last)]
    },
    encoding: Encoding::Extension(20),
};

/// Chi of the last lanes of two planes. The upper lane of the result has the same operands as in KCHI, so it needs no
/// choice of its own between operands.
pub static KCHIL: Definition = Definition {
    name: "kchil",
    about: "Computes chi of the last lanes of two planes (n), whose first lanes are a and m.",
    sources: 3,
    reads_destination: false,
    immediates: 0..1,
    widths: &[64],
    formulas: |_, _| vec![n(0) ^ a(1).and_not(a(0)), n(1) ^ m(1).and_not(m(0))],
    encoding: Encoding::Extension(22),
};

/// KTHETA of each width.
pub static KTHETA_WIDTHS: Widths = Widths { long: &KTHETA, short: [&KTHETA_32, &KTHETA_16, &KTHETA_8] };
/// KTHETA for lanes of 32 bits.
pub static KTHETA_32: Definition = Definition { name: "ktheta32", widths: &[32], ..SHORT_KTHETA };
/// KTHETA for lanes of 16 bits.
pub static KTHETA_16: Definition = Definition { name: "ktheta16", widths: &[16], ..SHORT_KTHETA };
/// KTHETA for lanes of 8 bits.
pub static KTHETA_8: Definition = Definition { name: "ktheta8", widths: &[8], ..SHORT_KTHETA };

const SHORT_KTHETA: Definition = Definition {
    name: "",
    about: "Like ktheta, on lanes of this width side by side, each from another state; rotates within them.",
    sources: 3,
    reads_destination: false,
    immediates: 0..4,
    widths: &[],
    formulas: |width, immediate| side_by_side(width, &(KTHETA.formulas)(64, immediate)),
    encoding: Encoding::Extension(2),
};

/// KRHOPI of each width.
pub static KRHOPI_WIDTHS: Widths = Widths { long: &KRHOPI, short: [&KRHOPI_32, &KRHOPI_16, &KRHOPI_8] };
/// KRHOPI for lanes of 32 bits.
pub static KRHOPI_32: Definition = Definition { name: "krhopi32", widths: &[32], ..SHORT_KRHOPI };
/// KRHOPI for lanes of 16 bits.
pub static KRHOPI_16: Definition = Definition { name: "krhopi16", widths: &[16], ..SHORT_KRHOPI };
/// KRHOPI for lanes of 8 bits.
pub static KRHOPI_8: Definition = Definition { name: "krhopi8", widths: &[8], ..SHORT_KRHOPI };

const SHORT_KRHOPI: Definition = Definition {
    name: "",
    about: "Like krhopi, on lanes of this width side by side, each from another state; rotates within them.",
    sources: 3,
    reads_destination: false,
    immediates: 0..13,
    widths: &[],
    formulas: |width, immediate| side_by_side(width, &(KRHOPI.formulas)(64, immediate)),
    encoding: Encoding::Extension(6),
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_lane_has_one_place() {
        for (index, &part) in PARTS.iter().enumerate() {
            for (lane, (x, y)) in lanes_of(part).into_iter().enumerate() {
                assert_eq!(place(x, y), (index, lane), "({x}, {y})");
            }
        }
        assert_eq!(PARTS.iter().map(|&part| lanes_of(part).len()).sum::<usize>(), 25);
    }

    /// The facts behind the layout.
    #[test]
    fn each_register_comes_from_neighbouring_columns() {
        for part in PARTS {
            let sources: Vec<(usize, usize)> = lanes_of(part).into_iter().map(|(x, y)| from(x, y)).collect();
            if let [(x, _), (next, _)] = sources[..] {
                assert_eq!(next, (x + 1) % 5, "{part:?}");
            }
            if let Part::Last(_) = part {
                let registers: Vec<usize> = sources.iter().map(|&(x, y)| place(x, y).0).collect();
                assert!(registers.iter().all(|&register| register == registers[0]), "{part:?}");
            }
        }
    }
}
