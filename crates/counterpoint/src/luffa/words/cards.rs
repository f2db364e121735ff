//! The entries of the lists.

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
use super::ByLogic;
use super::OneByOne;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
use super::chains::Chains;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
use super::four_and_one::FourAndOne;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
use super::several::Several;
use crate::luffa::Round;
use crate::registry::{Card, Implementation};

const CARD: Card = Card {
    name: "words-portable",
    technique: "words",
    states: 1,
    worth_from: 1,
    constant_time: true,
    table_bytes: 0,
    source: "[Luffa-shuffle] 2",
};

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
const CHAINS: Card = Card { technique: "words128", source: "[Luffa-shuffle] 5.2", ..CARD };

/// The entry for plain integers.
pub(in crate::luffa) const fn portable<const CHAINS: usize>() -> Implementation<Round<CHAINS>> {
    Implementation::new::<OneByOne<CHAINS>>(CARD)
}

/// Declares entries, each for some numbers of chains.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
macro_rules! entries {
    ($($name:ident<$chains:tt> = $tier:ident, $kernel:ty, $card:expr;)+) => {$(
        pub(in crate::luffa) const fn $name<const $chains: usize>() -> Implementation<Round<$chains>>
                {
            Implementation::new::<$kernel>($card)
        }
    )+};
}

#[cfg(target_arch = "x86_64")]
mod x86_64 {
    use super::*;
    use crate::cpu::{Avx2, Avx512, Ssse3};
    use crate::luffa::words::{ByShallowLogic, ByTernaryLogic};
    use crate::vector::x86_64::{Xmm, Ymm, Zmm};

    /// Five chains take a vector of eight lanes, or one stays apart.
    const FIVE: Card = Card { technique: "words256", ..CHAINS };

    entries! {
        ssse3<C> = Ssse3, Chains<Xmm<Ssse3, 32>, ByLogic, C>, Card { name: "words128-ssse3", ..CHAINS };
        avx512<C> = Avx512, Chains<Xmm<Avx512, 32>, ByShallowLogic, C>, Card { name: "words128-avx512", ..CHAINS };
        avx2<C> = Avx2, Chains<Ymm<Avx2, 32>, ByLogic, C>, Card { name: "words256-avx2", ..FIVE };
        avx512_of_five<C> = Avx512, Chains<Ymm<Avx512, 32>, ByShallowLogic, C>, Card { name: "words256-avx512", ..FIVE };
        ssse3_x4<C> = Ssse3, Several<Xmm<Ssse3, 32>, ByLogic, 4, 1, C>, Card { name: "words-ssse3-x4", states: 4, worth_from: 4, ..CARD };
        avx2_x8<C> = Avx2, Several<Ymm<Avx2, 32>, ByLogic, 8, 1, C>, Card { name: "words-avx2-x8", states: 8, worth_from: 6, ..CARD };
        avx512_x16<C> = Avx512, Several<Zmm<Avx512, 32>, ByTernaryLogic, 16, 3, C>,
            Card { name: "words-avx512-x16", states: 16, worth_from: 7, ..CARD };
    }

    pub(in crate::luffa) const fn ssse3_of_five() -> Implementation<Round<5>> {
        Implementation::new::<FourAndOne<Xmm<Ssse3, 32>>>(Card { name: "words128-ssse3", ..CHAINS })
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
        neon<C> = Neon, Chains<Q<Neon, 32>, ByLogic, C>, Card { name: "words128-neon", ..CHAINS };
        neon_x4<C> = Neon, Several<Q<Neon, 32>, ByLogic, 4, 1, C>, Card { name: "words-neon-x4", states: 4, worth_from: 2, ..CARD };
    }

    pub(in crate::luffa) const fn neon_of_five() -> Implementation<Round<5>> {
        Implementation::new::<FourAndOne<Q<Neon, 32>>>(Card { name: "words128-neon", ..CHAINS })
    }
}
#[cfg(target_arch = "aarch64")]
pub(in crate::luffa) use aarch64::*;
