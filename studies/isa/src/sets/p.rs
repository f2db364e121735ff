//! Set P: a reconstruction of the instructions that \[Keccak-ISE\] proposes. These are not the paper's, which are not
//! public; only the published figures can be compared.
//!
//! Of the paper's constraints only the 128-bit registers, as in NEON and AVX, are public. Their number, 16, follows
//! from ARMv7 and AVX. The rule that an instruction reads two and writes one is a guess, and `pchil` breaks it: it also
//! reads the register that it writes.
//!
//! During rho, pi and chi a plane takes three registers: lanes 0 and 1, lanes 2 and 3, and lane 4 with lane 0 again. So
//! chi of the first four lanes is one instruction per pair, and chi of the last lane needs no third source:
//!
//! ```text
//!   (0, 1)  from (0, 1) and (2, 3)
//!   (2, 3)  from (2, 3) and (4, 0)
//!   4       from (4, 0) and (0, 1)
//! ```

use crate::formula::{Formula, a, m, n, side_by_side};
use crate::instruction::{Definition, Encoding, Set, Widths};
use crate::sets::k::place;
use crate::spec::{from, rotation};

/// The set.
pub static P: Set = Set {
    name: "p",
    about: "a reconstruction of the paper's, with 16 registers, and two sources except for pchil",
    instructions: &[&PSWAPX, &PRL1X, &PRHOPI, &PCHI, &PCHIL],
};

/// The rotating instructions of the set, for short lanes side by side.
pub static SHORT: Set = Set {
    name: "p-short",
    about: "the rotating instructions of set P, for 2, 4 or 8 states with short lanes side by side",
    instructions: &[&PRL1X_32, &PRL1X_16, &PRL1X_8, &PRHOPI_32, &PRHOPI_16, &PRHOPI_8],
};

/// The columns of the lanes in the three registers of a plane before chi.
pub const COLUMNS: [[usize; 2]; 3] = [[0, 1], [2, 3], [4, 0]];

/// The sum of a register and another with its lanes exchanged.
pub static PSWAPX: Definition = Definition {
    name: "pswapx",
    about: "Adds the lanes of m, exchanged, to n.",
    sources: 2,
    reads_destination: false,
    immediates: 0..1,
    widths: &[64],
    formulas: |_, _| vec![n(0) ^ m(1), n(1) ^ m(0)],
    encoding: Encoding::Extension(24),
};

/// The theta-effect from parities.
pub static PRL1X: Definition = Definition {
    name: "prl1x",
    about: "Adds m, rotated by one place, to n. With #1 it adds the lower lane of m to the upper lane of n, and writes \
            the sum to both lanes.",
    sources: 2,
    reads_destination: false,
    immediates: 0..2,
    widths: &[64],
    formulas: |_, form| {
        let both = |i: usize| if form == 0 { n(i) ^ m(i).rotate_left(1) } else { n(1) ^ m(0).rotate_left(1) };
        vec![both(0), both(1)]
    },
    encoding: Encoding::Extension(25),
};

/// A register of a plane before chi, from the lanes from which pi takes it.
pub static PRHOPI: Definition = Definition {
    name: "prhopi",
    about: "Makes register #r modulo 3 of plane #r divided by 3: takes the lanes that pi takes from n and m, and \
            rotates them. For the third register, m is the first one, whose lower lane is copied.",
    sources: 2,
    reads_destination: false,
    immediates: 0..15,
    widths: &[64],
    formulas: |width, register| {
        let (y, register) = (register as usize / 3, register as usize % 3);
        let lane = |source: fn(usize) -> Formula, x: usize| {
            let (x, y) = from(x, y);
            source(place(x, y).1).rotate_left(rotation(x, y, width))
        };
        match COLUMNS[register] {
            [first, 0] => vec![lane(n, first), m(0)],
            [first, second] => vec![lane(n, first), lane(m, second)],
        }
    },
    encoding: Encoding::Extension(27),
};

/// Chi of two lanes.
pub static PCHI: Definition = Definition {
    name: "pchi",
    about: "Computes chi of two neighbouring lanes (n), whose next two neighbours are m.",
    sources: 2,
    reads_destination: false,
    immediates: 0..1,
    widths: &[64],
    formulas: |_, _| vec![n(0) ^ m(0).and_not(n(1)), n(1) ^ m(1).and_not(m(0))],
    encoding: Encoding::Extension(42),
};

/// Chi of the last lane of a plane.
pub static PCHIL: Definition = Definition {
    name: "pchil",
    about: "Computes chi of the lower lane of n, whose next two neighbours are m, and writes it to lane #l. The other \
            lane of the written register (a) stays: it is as if a register of 64 bits were written. With #2, it writes \
            the lower lane, and zeros to the upper one.",
    sources: 3,
    reads_destination: true,
    immediates: 0..3,
    widths: &[64],
    formulas: |_, lane| {
        let chi = n(0) ^ m(1).and_not(m(0));
        match lane {
            0 => vec![chi, a(1)],
            1 => vec![a(0), chi],
            _ => vec![chi, Formula::Constant(0)],
        }
    },
    encoding: Encoding::Extension(43),
};

/// PRL1X of each width.
pub static PRL1X_WIDTHS: Widths = Widths { long: &PRL1X, short: [&PRL1X_32, &PRL1X_16, &PRL1X_8] };
/// PRL1X for lanes of 32 bits.
pub static PRL1X_32: Definition = Definition { name: "prl1x32", widths: &[32], ..SHORT_PRL1X };
/// PRL1X for lanes of 16 bits.
pub static PRL1X_16: Definition = Definition { name: "prl1x16", widths: &[16], ..SHORT_PRL1X };
/// PRL1X for lanes of 8 bits.
pub static PRL1X_8: Definition = Definition { name: "prl1x8", widths: &[8], ..SHORT_PRL1X };

const SHORT_PRL1X: Definition = Definition {
    name: "",
    about: "Like prl1x, on lanes of this width side by side, each from another state; rotates within them.",
    sources: 2,
    reads_destination: false,
    immediates: 0..2,
    widths: &[],
    formulas: |width, immediate| side_by_side(width, &(PRL1X.formulas)(64, immediate)),
    encoding: Encoding::Extension(25),
};

/// PRHOPI of each width.
pub static PRHOPI_WIDTHS: Widths = Widths { long: &PRHOPI, short: [&PRHOPI_32, &PRHOPI_16, &PRHOPI_8] };
/// PRHOPI for lanes of 32 bits.
pub static PRHOPI_32: Definition = Definition { name: "prhopi32", widths: &[32], ..SHORT_PRHOPI };
/// PRHOPI for lanes of 16 bits.
pub static PRHOPI_16: Definition = Definition { name: "prhopi16", widths: &[16], ..SHORT_PRHOPI };
/// PRHOPI for lanes of 8 bits.
pub static PRHOPI_8: Definition = Definition { name: "prhopi8", widths: &[8], ..SHORT_PRHOPI };

const SHORT_PRHOPI: Definition = Definition {
    name: "",
    about: "Like prhopi, on lanes of this width side by side, each from another state; rotates within them.",
    sources: 2,
    reads_destination: false,
    immediates: 0..15,
    widths: &[],
    formulas: |width, immediate| side_by_side(width, &(PRHOPI.formulas)(64, immediate)),
    encoding: Encoding::Extension(27),
};
