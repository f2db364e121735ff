//! The entries of the lists.

use super::InVectors;
use super::smix::{By10, By11, By13, ByDoubling, ByLookUp};
use crate::fugue::Round;
use crate::registry::{Card, Implementation};

const COLUMNS: Card = Card {
    name: "",
    technique: "columns",
    states: 1,
    worth_from: 1,
    constant_time: true,
    table_bytes: 0,
    source: "[Fugue-SIMD] 3",
};

const VPERM: Card = Card { source: "[Fugue-SIMD] 3, [vperm]", ..COLUMNS };

#[cfg(target_arch = "x86_64")]
mod x86_64 {
    use super::*;
    use crate::cpu::{Aesni, Avx, Avx512, Gfni, Ssse3, Vaes};
    use crate::fugue::columns::smix::{By8, ByProducts};
    use crate::vector::x86_64::{Xmm, Ymm, Zmm};

    // What is best differs: without sums of three, 8 vectors are more instructions than 10 shuffles.
    entries! {
        InVectors:
        vperm13_ssse3 = Ssse3, Xmm<Ssse3, 8>, By13<ByLookUp>, 1, Card { name: "vperm13-ssse3", technique: "vperm13", ..VPERM };
        vperm11_ssse3 = Ssse3, Xmm<Ssse3, 8>, By11<ByLookUp>, 1, Card { name: "vperm11-ssse3", technique: "vperm11", ..VPERM };
        vperm10_ssse3 = Ssse3, Xmm<Ssse3, 8>, By10<ByLookUp>, 1, Card { name: "vperm10-ssse3", technique: "vperm10", ..VPERM };
        aesni = Aesni, Xmm<Aesni, 8>, By10<ByDoubling>, 1, Card { name: "columns-aesni", ..COLUMNS };
        avx = Avx, Xmm<Avx, 8>, By10<ByDoubling>, 1, Card { name: "columns-avx", ..COLUMNS };
        gfni = Gfni, Xmm<Gfni, 8>, By10<ByProducts>, 1, Card { name: "columns-gfni", ..COLUMNS };
        avx512 = Avx512, Xmm<Avx512, 8>, By8, 1, Card { name: "columns-avx512", ..COLUMNS };
        vaes_x2 = Vaes, Ymm<Vaes, 8>, By10<ByDoubling>, 2, Card { name: "columns-vaes-x2", states: 2, worth_from: 2, ..COLUMNS };
        gfni_x2 = Gfni, Ymm<Gfni, 8>, By10<ByProducts>, 2, Card { name: "columns-gfni-x2", states: 2, worth_from: 2, ..COLUMNS };
        avx512_x2 = Avx512, Ymm<Avx512, 8>, By8, 2, Card { name: "columns-avx512-x2", states: 2, worth_from: 2, ..COLUMNS };
        avx512_x4 = Avx512, Zmm<Avx512, 8>, By8, 4, Card { name: "columns-avx512-x4", states: 4, worth_from: 3, ..COLUMNS };
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
        InVectors:
        vperm13_neon = Neon, Q<Neon, 8>, By13<ByLookUp>, 1, Card { name: "vperm13-neon", technique: "vperm13", ..VPERM };
        vperm11_neon = Neon, Q<Neon, 8>, By11<ByLookUp>, 1, Card { name: "vperm11-neon", technique: "vperm11", ..VPERM };
        vperm10_neon = Neon, Q<Neon, 8>, By10<ByLookUp>, 1, Card { name: "vperm10-neon", technique: "vperm10", ..VPERM };
        armaes = Armaes, Q<Armaes, 8>, By10<ByDoubling>, 1, Card { name: "columns-armaes", ..COLUMNS };
    }
}
#[cfg(target_arch = "aarch64")]
pub(in crate::fugue) use aarch64::*;
