//! The entries of the lists.

use super::Sliced;
use crate::fugue::Round;
use crate::fugue::columns::smix::{ByDoubling, ByLookUp};
use crate::registry::{Card, Implementation};

const SLICED: Card = Card {
    name: "",
    technique: "sliced",
    states: 8,
    worth_from: 5,
    constant_time: true,
    table_bytes: 0,
    source: "[Fugue] 3 to 5",
};

#[cfg(target_arch = "x86_64")]
mod x86_64 {
    use super::*;
    use crate::cpu::{Avx2, Avx512, Gfni, Vaes};
    use crate::fugue::columns::smix::ByProducts;
    use crate::vector::x86_64::{Ymm, Zmm};

    entries! {
        Sliced:
        avx2_x8 = Avx2, Ymm<Avx2, 8>, ByLookUp, 8, Card { name: "sliced-avx2-x8", worth_from: 3, ..SLICED };
        vaes_x8 = Vaes, Ymm<Vaes, 8>, ByDoubling, 8, Card { name: "sliced-vaes-x8", ..SLICED };
        gfni_x8 = Gfni, Ymm<Gfni, 8>, ByProducts, 8, Card { name: "sliced-gfni-x8", worth_from: 3, ..SLICED };
        avx512_x8 = Avx512, Ymm<Avx512, 8>, ByProducts, 8, Card { name: "sliced-avx512-x8", ..SLICED };
        avx512_x16 = Avx512, Zmm<Avx512, 8>, ByProducts, 16,
            Card { name: "sliced-avx512-x16", states: 16, worth_from: 9, ..SLICED };
    }
}
#[cfg(target_arch = "x86_64")]
pub(in crate::fugue) use x86_64::*;

#[cfg(target_arch = "aarch64")]
mod aarch64 {
    use super::*;
    use crate::cpu::{Armaes, Neon};
    use crate::vector::aarch64::Q;

    entries! {
        Sliced:
        neon_x4 = Neon, Q<Neon, 8>, ByLookUp, 4, Card { name: "sliced-neon-x4", states: 4, worth_from: 2, ..SLICED };
        armaes_x4 = Armaes, Q<Armaes, 8>, ByDoubling, 4, Card { name: "sliced-armaes-x4", states: 4, worth_from: 2, ..SLICED };
    }
}
#[cfg(target_arch = "aarch64")]
pub(in crate::fugue) use aarch64::*;
