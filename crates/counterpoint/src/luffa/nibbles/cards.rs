//! The entries of the lists.

use super::across::Across;
use super::within::Within;
use crate::luffa::Round;
use crate::registry::{Card, Implementation};

const WITHIN: Card = Card {
    name: "",
    technique: "shuffle128",
    states: 1,
    worth_from: 1,
    constant_time: true,
    table_bytes: 0,
    source: "[Luffa-shuffle] 5.2",
};

const ACROSS: Card = Card { technique: "shuffle128par", ..WITHIN };

/// Declares entries for any number of chains.
macro_rules! entries {
    ($($function:ident = $tier:ident, $kernel:ident<$vector:ty>, $name:literal, $card:ident;)+) => {$(
        pub(in crate::luffa) const fn $function<const CHAINS: usize>() -> Implementation<Round<CHAINS>>
                {
            Implementation::new::<$kernel<$vector, CHAINS>>(Card { name: $name, ..$card })
        }
    )+};
}

#[cfg(target_arch = "x86_64")]
mod x86_64 {
    use super::*;
    use crate::cpu::Ssse3;
    use crate::vector::x86_64::Xmm;

    entries! {
        within_ssse3 = Ssse3, Within<Xmm<Ssse3, 64>>, "shuffle128-ssse3", WITHIN;
        across_ssse3 = Ssse3, Across<Xmm<Ssse3, 64>>, "shuffle128par-ssse3", ACROSS;
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
        within_neon = Neon, Within<Q<Neon, 64>>, "shuffle128-neon", WITHIN;
        across_neon = Neon, Across<Q<Neon, 64>>, "shuffle128par-neon", ACROSS;
    }
}
#[cfg(target_arch = "aarch64")]
pub(in crate::luffa) use aarch64::*;
