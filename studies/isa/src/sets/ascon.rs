//! Set A: the instructions that set K lacks for Ascon-p\[320\] (\[SP800-232\]), in the same datapath.
//!
//! A round is an affine layer, chi of five lanes, a second affine layer, and the linear layer `y ^ ror(y, i) ^ ror(y,
//! j)` of each lane with amounts of its own. Thanks to four facts, it takes eight instructions and the load of its
//! constant:
//!
//! * Each lane after the second affine layer has one product. With the lanes `a0 = x0 ^ x4`, `a2 = x1 ^ x2 ^ c` and
//!   `a4 = x3 ^ x4` of the first affine layer, and with `u = a0 ^ a2`, `v = x1 ^ x3` and `w = a0 ^ x3`, they are
//!
//!   ```text
//!   y0 = a4 ^ (x1 | u)     y1 = a0 ^ (a2 | v)     y2 = ~(a2 ^ (a4 & ~x3))
//!   y3 = a2 ^ (a4 | w)     y4 = a4 ^ (x1 & ~a0)
//!   ```
//!
//!   An or fits the form of set K: `A ^ (X | Y)` is `A ^ (X & ~Y) ^ Y`. So the datapath of one lane computes each of
//!   them from lanes of three registers.
//! * Then the rotators of both lanes rotate this one lane by the two amounts of its linear layer, and the result is the
//!   sum of the lane and both rotations. So the linear layer of a lane takes no instruction.
//! * The affine layers take six more lanes, which are three registers. KEOR3 and KFOLD make the first two, if the state
//!   lies in the registers `x0`, `(x1, x4)` and `(x2, x3)`:
//!
//!   ```text
//!   (a2, a4) = KEOR3((x2, x3), (x1, x4), (c, 0))     (v, a0) = KFOLD((x2, x3), x0, (x1, x4))
//!   ```
//!
//!   KASUM makes the third, and needs no choice between operands that set K lacks.
//! * The results of two lanes read only two registers, so the third operand names the register whose other lane is
//!   kept.
//!
//! The cost on top of set K is 1149 gate equivalents in OSU 0.18 µm. The sum of the upper lane chooses from more
//! operands, including all ones. The rotator of the lower lane takes its own sum or that of the upper lane, and the
//! results of both rotators are added to it. Each lane of the result is that of set K, this sum, or a kept lane. The
//! rotators have as many steps as for set K.

use crate::formula::{Formula, a, m, n};
use crate::instruction::{Definition, Encoding, Set};

/// The set.
pub static A: Set = Set {
    name: "a",
    about: "the instructions that Ascon takes in addition to set K, in the same datapath",
    instructions: &[&KASUM, &KASCON],
};

/// By how many places the linear layer rotates each lane to the right. \[SP800-232\] 3.4
pub const ROTATIONS: [[u32; 2]; 5] = [[19, 28], [61, 39], [1, 6], [10, 17], [7, 41]];

/// The last two lanes for the affine layers.
pub static KASUM: Definition = Definition {
    name: "kasum",
    about: "Adds lanes for the substitution layer of Ascon: the upper lane of m to the lower lane of n and to the \
            upper lane of a.",
    sources: 3,
    reads_destination: false,
    immediates: 0..1,
    widths: &[64],
    formulas: |_, _| vec![n(0) ^ m(1), m(1) ^ a(1)],
    encoding: Encoding::Extension(48),
};

/// A lane after a round of Ascon.
pub static KASCON: Definition = Definition {
    name: "kascon",
    about: "Computes lane #i of a state of Ascon after a round, from lanes of the affine layers, and writes it to both \
            lanes. With #1 and #2, the upper lane is that of n.",
    sources: 3,
    reads_destination: false,
    immediates: 0..5,
    widths: &[64],
    formulas: |_, lane| {
        let or = |x: Formula, y: Formula| x.and_not(y.clone()) ^ y;
        let substituted = match lane {
            0 => n(1) ^ or(a(0), m(0)),
            1 => m(1) ^ or(a(0), m(0)),
            2 => m(0) ^ m(1).and_not(a(1)) ^ Formula::Constant(u64::MAX),
            3 => m(0) ^ or(m(1), a(1)),
            _ => n(1) ^ a(0).and_not(m(1)),
        };
        let rotated = ROTATIONS[lane as usize].map(|places| substituted.clone().rotate_left(64 - places));
        let sum = rotated.into_iter().fold(substituted, |sum, term| sum ^ term);
        let kept = matches!(lane, 1 | 2).then(|| n(1));
        vec![sum.clone(), kept.unwrap_or(sum)]
    },
    encoding: Encoding::Extension(49),
};
