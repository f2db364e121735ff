//! The entries of the lists.

use super::Crumbs;
use super::apart::Apart;
use crate::luffa::Round;
use crate::registry::{Card, Implementation};

const CARD: Card = Card {
    name: "",
    technique: "crumbs",
    states: 1,
    worth_from: 1,
    constant_time: true,
    table_bytes: 0,
    source: "[Luffa-shuffle] 5.2, carried on",
};

/// Declares entries, each for all numbers of chains.
macro_rules! entries {
    ($($name:ident<$chains:tt> = $tier:ident, $kernel:ty, $card:literal;)+) => {$(
        pub(in crate::luffa) const fn $name<const $chains: usize>() -> Implementation<Round<$chains>>
                {
            Implementation::new::<$kernel>(Card { name: $card, ..CARD })
        }
    )+};
}

#[cfg(target_arch = "x86_64")]
mod x86_64 {
    use super::*;
    use crate::cpu::{Avx2, Gfni, Ssse3};
    use crate::luffa::crumbs::lanes::FourSideBySide;
    use crate::luffa::crumbs::together::Together;
    use crate::vector::x86_64::{Xmm, Ymm};

    entries! {
        ssse3<C> = Ssse3, Crumbs<Apart<Xmm<Ssse3, 64>>, C>, "crumbs-ssse3";
        avx2<C> = Avx2, Crumbs<Together<Ymm<Avx2, 64>>, C>, "crumbs-avx2";
        gfni<C> = Gfni, Crumbs<Together<Ymm<Gfni, 64>>, C>, "crumbs-gfni";
        avx512<C> = Avx512, FourSideBySide<C>, "crumbs-avx512";
    }
}
#[cfg(target_arch = "x86_64")]
pub(in crate::luffa) use x86_64::*;

#[cfg(target_arch = "aarch64")]
mod aarch64 {
    use super::*;
    use crate::cpu::Neon;
    use crate::vector::aarch64::Q;

    entries! {
        neon<C> = Neon, Crumbs<Apart<Q<Neon, 64>>, C>, "crumbs-neon";
    }
}
#[cfg(target_arch = "aarch64")]
pub(in crate::luffa) use aarch64::*;
