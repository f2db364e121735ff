//! Shows how a block becomes rows, passes through a round of P and Q, and becomes columns again, one step at a time:
//! [`crate::technique_steps`].

use super::layout::{Group, Layout};
use super::mixing::Mixing;
use super::transpose::{interleave_bytes, interleave_eights, interleave_fours, interleave_twos, store};
use super::{OneRowOf8, shifted};
use crate::cpu::{Kernel, Primitive};
use crate::groestl::vperm::ByMultiples;
use crate::vector::SubBytes;
use core::marker::PhantomData;

/// A step. The first three and the last use four of the eight vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    InterleaveBytes,
    InterleaveTwos,
    InterleaveFours,
    /// From four vectors to eight: each row twice, once for P and once for Q.
    InterleaveEights,
    IntoBasis,
    /// Adds the constants of round 0.
    AddFirstConstants,
    /// shift_bytes of each row.
    Shift,
    /// sub_bytes and mix_bytes, and the constants of the next round.
    SubAndMix {
        round: usize,
    },
    OutOfBasis,
    /// Back to the columns of P, in four vectors.
    ToColumns,
}

/// Shows a step.
pub(crate) struct ShowStep;

impl Primitive for ShowStep {
    type Operands<'a> = (Step, &'a mut [Group; 8]);
}

/// [`ShowStep`] in vectors `V` of one group.
pub(crate) struct StepOf<V>(PhantomData<V>);

impl<V: SubBytes + 'static> Kernel for StepOf<V> {
    type Tier = V::Tier;
    type Primitive = ShowStep;

    #[inline(always)]
    fn run(tier: V::Tier, (step, groups): (Step, &mut [Group; 8])) {
        let tables = OneRowOf8::<V, ByMultiples, 1>::TABLES;
        let mut x = groups.map(|group| V::broadcast(tier, group));
        let four = [x[0], x[1], x[2], x[3]];
        let first = |four: [V; 4]| [four[0], four[1], four[2], four[3], x[4], x[5], x[6], x[7]];
        x = match step {
            Step::InterleaveBytes => first(interleave_bytes(four)),
            Step::InterleaveTwos => first(interleave_twos(four)),
            Step::InterleaveFours => first(interleave_fours(four)),
            Step::InterleaveEights => interleave_eights(tier, four, four),
            Step::IntoBasis => x.map(V::into_basis),
            Step::AddFirstConstants => core::array::from_fn(|i| x[i].xor(V::alternate(tier, tables.first[i]))),
            Step::Shift => core::array::from_fn(|i| shifted(tier, tables, i, x[i])),
            Step::SubAndMix { round } => {
                let constants = tables.rounds[round];
                <ByMultiples as Mixing<V, 8>>::sub_and_mix(x, constants.map(|pair| V::alternate(tier, pair)))
            }
            Step::OutOfBasis => x.map(V::out_of_basis),
            Step::ToColumns => {
                let [columns, ..] = store(Layout::PAndQInHalves, x);
                columns.map(|group| V::broadcast(tier, group))
            }
        };
        *groups = x.map(V::only_group);
    }
}
