//! The constants that the registers of a state omit, and the sums that make up for them.
//!
//! Fast forms of `smix` leave out a constant of 16 bytes, [`Smix::DEFERRED`](super::smix::Smix::DEFERRED): the S-box
//! ends by adding {63}, and Super-Mix is linear, so leaving out that sum changes every result by the same constant.
//! Adding it after every `smix` would delay the next one. So it is not added. Instead, each register *omits* a
//! constant: the columns are its content plus that constant. The columns of `x` move on through the registers, and the
//! omitted constants move with them. With D for the constant, whose columns are D0 to D3:
//!
//! ```text
//!                                    place 0    1    2    3
//!   x                                     D0   D1   D2   D3     left out of S0 to S3 by `smix`
//!   registers before the middle            -   D3   D1   D2     S3 of one `x`, S1 and S2 of the one before it
//!   registers from the middle on          D0   D1   D2   D3     the same as `x`
//! ```
//!
//! The last line is a choice. The register in the middle is the sum of `x` and the register before it, which would omit
//! the sum of the first two lines; a correction makes it omit D, several sub-rounds before the register is used. The
//! last register then omits the same constant as `x`. Their sum is the operand of `smix`, where the two constants
//! cancel, so the longest chain of operations contains no correction.
//!
//! A sum omits the sum of the constants that its operands omit. Where the table requires another constant, the
//! difference is added. [`Corrections`] contains the differences for the four sums where this happens.

use super::shuffles::{NONE, lanes, moved, permuted, sum};
use super::smix::Group;

/// The constants that the parts of a state omit.
#[derive(Clone, Copy)]
pub(super) struct Omitted {
    pub(super) x: Group,
    before_middle: Group,
    from_middle: Group,
}

/// The constants to add to sums, so that the results omit the constants in [`Omitted`].
pub(super) struct Corrections<T> {
    /// The sum of `x` and a register, without place 0, which becomes the register in the middle.
    pub(super) middle: T,
    /// The sum of a register and S0, moved to place 2.
    pub(super) kept: T,
    /// The sum of a register and place 1 of one after the middle, moved to place 2.
    pub(super) fed_forward: T,
    /// The new `x` of `TIX`: the word replaces S0, and place 1 of a register after the middle is added.
    pub(super) x: T,
}

impl Omitted {
    /// Returns the omitted constants if each `smix` leaves out `deferred`.
    pub(super) const fn by(deferred: Group) -> Self {
        let before_middle = permuted(deferred, lanes([NONE, 3, 1, 2]));
        Self { x: deferred, before_middle, from_middle: deferred }
    }

    /// Returns the constant that register `m` omits, if `middle` is the register in the middle.
    #[inline(always)]
    pub(super) const fn of_register(&self, m: usize, middle: usize) -> Group {
        if m < middle { self.before_middle } else { self.from_middle }
    }

    /// Returns the corrections. Each is the sum of the constants omitted by the operands and by the result.
    pub(super) const fn corrections(&self) -> Corrections<Group> {
        const BUT_PLACE_0: Group = lanes([NONE, 1, 2, 3]);
        let Self { x, before_middle, from_middle } = *self;
        Corrections {
            middle: sum([permuted(before_middle, BUT_PLACE_0), permuted(x, BUT_PLACE_0), from_middle]),
            kept: permuted(x, moved(0, 2)),
            fed_forward: permuted(from_middle, moved(1, 2)),
            x: sum([permuted(x, BUT_PLACE_0), permuted(from_middle, moved(1, 1)), x]),
        }
    }
}

impl<T> Corrections<T> {
    /// Applies a function to each constant.
    #[inline(always)]
    pub(super) fn map<U>(&self, to: impl Fn(&T) -> U) -> Corrections<U> {
        Corrections {
            middle: to(&self.middle),
            kept: to(&self.kept),
            fed_forward: to(&self.fed_forward),
            x: to(&self.x),
        }
    }
}
