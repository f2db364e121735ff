//! The constants that the registers of a state omit, and the sums in which this is made up for.
//!
//! Fast forms of `smix` leave out a constant of 16 bytes, [`Smix::DEFERRED`](super::smix::Smix::DEFERRED): the S-box
//! ends with the sum with {63}, and Super-Mix is linear, so leaving out that sum changes each result by the same
//! constant. Adding it after every `smix` would delay the next one. So it is not added: each register *omits* a
//! constant, which means that its column values are its content plus that constant. The columns of `x` move on
//! through the registers, and what they omit moves with them. With D for the constant, whose columns are D0 to D3:
//!
//! ```text
//!                                    place 0    1    2    3
//!   x                                     D0   D1   D2   D3     what `smix` leaves out of S0 to S3
//!   registers before the middle            -   D3   D1   D2     S3 of one `x`, S1 and S2 of the one before it
//!   registers from the middle on          D0   D1   D2   D3     the same as `x`
//! ```
//!
//! The last line is a choice. The register in the middle is a sum of `x` and the register before it, which would omit
//! the sum of the first two lines; a correction makes it omit D, several sub-rounds before the register is needed. The
//! last register then omits what `x` omits. Their sum is the operand of `smix`, and there both constants cancel: the
//! longest chain of operations contains no correction.
//!
//! A sum omits what its operands omit. Where its register shall omit something else, the difference is added. There are
//! four such sums, and [`Corrections`] has one constant for each.

use super::shuffles::{NONE, lanes, moved, permuted, sum};
use super::smix::Group;

/// What the parts of a state omit.
#[derive(Clone, Copy)]
pub(super) struct Omitted {
    pub(super) x: Group,
    before_middle: Group,
    from_middle: Group,
}

/// What has to be added to sums so that the results omit what [`Omitted`] says.
pub(super) struct Corrections<T> {
    /// The sum of `x` and a register, without place 0, which becomes the register in the middle.
    pub(super) middle: T,
    /// The sum of a register and S0, moved to place 2.
    pub(super) kept: T,
    /// The sum of a register and place 1 of one after the middle, moved to place 2.
    pub(super) fed_forward: T,
    /// The new `x` of `TIX`: the word in the place of S0, and place 1 of a register after the middle added.
    pub(super) x: T,
}

impl Omitted {
    /// Returns what is omitted if each `smix` leaves out `deferred`.
    pub(super) const fn by(deferred: Group) -> Self {
        let before_middle = permuted(deferred, lanes([NONE, 3, 1, 2]));
        Self { x: deferred, before_middle, from_middle: deferred }
    }

    /// Returns what register `m` omits, where `middle` is the one in the middle.
    #[inline(always)]
    pub(super) const fn of_register(&self, m: usize, middle: usize) -> Group {
        if m < middle { self.before_middle } else { self.from_middle }
    }

    /// Returns the corrections: in each sum, what the operands omit plus what the result shall omit.
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
