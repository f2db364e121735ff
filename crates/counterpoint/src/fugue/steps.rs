//! `smix` with 10 shuffles, shown one shuffle at a time: [`crate::technique_steps`].

use super::columns::smix::{AS_GIVEN, ByLookUp, Group, Smix};
use super::vperm10::{By10, multiples, shuffles, sums};
use crate::cpu::{Kernel, Primitive};
use crate::vector::SubBytes;
use core::marker::PhantomData;

/// The steps of `smix`, in ordinary bytes.
#[derive(Default)]
pub(crate) struct Shown {
    /// The multiples of S(x) by 1, 2, 4 and 7, without the deferred constant.
    pub(crate) multiples: [Group; 4],
    /// The sum that each shuffle contributes to, as it stands after that shuffle.
    pub(crate) sums: [Group; 10],
    /// The total of the complete sums.
    pub(crate) mixed: Group,
    /// The deferred constant, still to be added to `mixed`.
    pub(crate) deferred: Group,
}

/// Shows `smix` of four columns.
pub(crate) struct ShowSmix;

impl Primitive for ShowSmix {
    type Operands<'a> = (Group, &'a mut Shown);
}

/// [`ShowSmix`] in vectors `V` of one group. The columns are in the order S3, S0, S1, S2.
pub(crate) struct SmixOf<V>(PhantomData<V>);

impl<V: SubBytes + 'static> Kernel for SmixOf<V> {
    type Tier = V::Tier;
    type Primitive = ShowSmix;

    #[inline(always)]
    fn run(tier: V::Tier, (columns, shown): (Group, &mut Shown)) {
        let x = V::broadcast(tier, columns).into_basis();
        let constants = <By10<ByLookUp> as Smix<V>>::constants(tier);
        let multiples = multiples::<V, ByLookUp>(&constants.tables, x);
        shown.multiples = multiples.map(ordinary);
        shown.sums = sums(&constants.indices, multiples).map(ordinary);
        shown.mixed = ordinary(By10::<ByLookUp>::smix(&constants, x));
        shown.deferred = ordinary(V::broadcast(tier, <By10<ByLookUp> as Smix<V>>::DEFERRED));
    }
}

/// Shows the shuffles of given multiples, to follow each byte.
pub(crate) struct ShowSums;

impl Primitive for ShowSums {
    type Operands<'a> = ([Group; 4], &'a mut [Group; 10]);
}

/// [`ShowSums`] in vectors `V` of one group.
pub(crate) struct SumsOf<V>(PhantomData<V>);

impl<V: SubBytes + 'static> Kernel for SumsOf<V> {
    type Tier = V::Tier;
    type Primitive = ShowSums;

    #[inline(always)]
    fn run(tier: V::Tier, (multiples, shown): ([Group; 4], &mut [Group; 10])) {
        let indices = shuffles(&AS_GIVEN).map(|indices| V::broadcast(tier, indices));
        *shown = sums(&indices, multiples.map(|multiple| V::broadcast(tier, multiple))).map(V::only_group);
    }
}

/// Returns the bytes of a vector, out of its basis.
#[inline(always)]
fn ordinary<V: SubBytes>(x: V) -> Group {
    x.out_of_basis().only_group()
}
