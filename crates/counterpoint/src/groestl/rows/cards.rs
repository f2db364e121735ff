//! The entries of the lists.

use super::layout::Halves;
use super::mixing::{ByDoubling, ByMultiples};
use super::{Joined, Rows, Separate, Whole};
use crate::groestl::{Compression512, Compression1024};
use crate::registry::{Card, Implementation};

const ROWS: Card = Card {
    name: "",
    technique: "rows",
    states: 1,
    worth_from: 1,
    constant_time: true,
    table_bytes: 0,
    source: "[Groestl-guide] 6.2",
};

const VPERM: Card = Card { technique: "vperm", source: "[Groestl-guide] 6.3, [vperm]", ..ROWS };

/// One message, or several in vectors of more groups: 8 columns.
type Of8<V, M, const SETS: usize, const N: usize> = Rows<Joined<V, Whole<M, Halves>, SETS>, 8, N>;

/// 16 columns in vectors of one group.
type Of16Separate<V, M> = Rows<Separate<V, M>, 16, 1>;

/// Declares entries: visibility is the list's.
macro_rules! entries {
    ($($name:ident: $primitive:ty = $tier:ident, $kernel:ty, $card:expr;)+) => {$(
        pub(in crate::groestl) const $name: Implementation<$primitive> = Implementation::new::<$kernel>($card);
    )+};
}

#[cfg(target_arch = "x86_64")]
mod x86_64 {
    use super::*;
    use crate::cpu::{Aesni, Avx, Avx2, Avx512, Gfni, Ssse3, Vaes};
    use crate::groestl::rows::layout::InTurns;
    use crate::groestl::rows::mixing::ByProducts;
    use crate::groestl::rows::paired::Paired;
    use crate::groestl::rows::paired::mixing::ByAffineMaps;
    use crate::vector::x86_64::{Xmm, Ymm, Zmm};

    /// 16 columns in vectors of at least two groups.
    type Of16<V, M, const SETS: usize, const N: usize> = Rows<Joined<V, Whole<M, InTurns>, SETS>, 16, N>;

    /// 8 columns in vectors of two groups for one message.
    type Of8Paired<V, M, const SETS: usize, const N: usize> = Rows<Joined<V, Paired<M>, SETS>, 8, N>;

    entries! {
        VPERM_SSSE3_512: Compression512 = Ssse3, Of8<Xmm<Ssse3, 8>, ByMultiples, 1, 1>, Card { name: "vperm-ssse3", ..VPERM };
        VPERM_AVX2_512: Compression512 = Avx2, Of8<Ymm<Avx2, 8>, ByMultiples, 1, 2>,
            Card { name: "vperm-avx2-x2", states: 2, worth_from: 2, ..VPERM };
        AESNI_512: Compression512 = Aesni, Of8<Xmm<Aesni, 8>, ByDoubling, 1, 1>, Card { name: "rows-aesni", ..ROWS };
        AVX_512: Compression512 = Avx, Of8<Xmm<Avx, 8>, ByDoubling, 1, 1>, Card { name: "rows-avx", ..ROWS };
        AVX_X2_512: Compression512 = Avx, Of8<Xmm<Avx, 8>, ByDoubling, 2, 2>,
            Card { name: "rows-avx-x2", states: 2, worth_from: 2, ..ROWS };
        VAES_512: Compression512 = Vaes, Of8Paired<Ymm<Vaes, 8>, ByDoubling, 1, 1>, Card { name: "rows-vaes", ..ROWS };
        VAES_X2_512: Compression512 = Vaes, Of8<Ymm<Vaes, 8>, ByDoubling, 1, 2>,
            Card { name: "rows-vaes-x2", states: 2, worth_from: 2, ..ROWS };
        GFNI_512: Compression512 = Gfni, Of8Paired<Ymm<Gfni, 8>, ByProducts, 1, 1>, Card { name: "rows-gfni", ..ROWS };
        GFNI_X2_512: Compression512 = Gfni, Of8<Ymm<Gfni, 8>, ByProducts, 1, 2>,
            Card { name: "rows-gfni-x2", states: 2, worth_from: 2, ..ROWS };
        GFNI_X4_512: Compression512 = Gfni, Of8<Ymm<Gfni, 8>, ByProducts, 2, 4>,
            Card { name: "rows-gfni-x4", states: 4, worth_from: 4, ..ROWS };
        AVX512_512: Compression512 = Avx512, Of8Paired<Ymm<Avx512, 8>, ByAffineMaps, 1, 1>, Card { name: "rows-avx512", ..ROWS };
        AVX512_X2_512: Compression512 = Avx512, Of8<Ymm<Avx512, 8>, ByProducts, 1, 2>,
            Card { name: "rows-avx512-x2", states: 2, worth_from: 2, ..ROWS };
        AVX512_X4_512: Compression512 = Avx512, Of8<Zmm<Avx512, 8>, ByProducts, 1, 4>,
            Card { name: "rows-avx512-x4", states: 4, worth_from: 3, ..ROWS };
        AVX512_X8_512: Compression512 = Avx512, Of8<Zmm<Avx512, 8>, ByProducts, 2, 8>,
            Card { name: "rows-avx512-x8", states: 8, worth_from: 5, ..ROWS };

        VPERM_SSSE3_1024: Compression1024 = Ssse3, Of16Separate<Xmm<Ssse3, 8>, ByMultiples>, Card { name: "vperm-ssse3", ..VPERM };
        VPERM_AVX2_1024: Compression1024 = Avx2, Of16<Ymm<Avx2, 8>, ByMultiples, 1, 1>, Card { name: "vperm-avx2", ..VPERM };
        AESNI_1024: Compression1024 = Aesni, Of16Separate<Xmm<Aesni, 8>, ByDoubling>, Card { name: "rows-aesni", ..ROWS };
        AVX_1024: Compression1024 = Avx, Of16Separate<Xmm<Avx, 8>, ByDoubling>, Card { name: "rows-avx", ..ROWS };
        VAES_1024: Compression1024 = Vaes, Of16<Ymm<Vaes, 8>, ByDoubling, 1, 1>, Card { name: "rows-vaes", ..ROWS };
        GFNI_1024: Compression1024 = Gfni, Of16<Ymm<Gfni, 8>, ByProducts, 1, 1>, Card { name: "rows-gfni", ..ROWS };
        GFNI_X2_1024: Compression1024 = Gfni, Of16<Ymm<Gfni, 8>, ByProducts, 2, 2>,
            Card { name: "rows-gfni-x2", states: 2, worth_from: 2, ..ROWS };
        AVX512_1024: Compression1024 = Avx512, Of16<Ymm<Avx512, 8>, ByProducts, 1, 1>, Card { name: "rows-avx512", ..ROWS };
        AVX512_X2_1024: Compression1024 = Avx512, Of16<Zmm<Avx512, 8>, ByProducts, 1, 2>,
            Card { name: "rows-avx512-x2", states: 2, worth_from: 2, ..ROWS };
        AVX512_X4_1024: Compression1024 = Avx512, Of16<Zmm<Avx512, 8>, ByProducts, 2, 4>,
            Card { name: "rows-avx512-x4", states: 4, worth_from: 3, ..ROWS };
    }
}
#[cfg(target_arch = "x86_64")]
pub(in crate::groestl) use x86_64::*;

#[cfg(target_arch = "aarch64")]
mod aarch64 {
    use super::*;
    use crate::cpu::{Armaes, Neon};
    use crate::vector::aarch64::Q;

    entries! {
        VPERM_NEON_512: Compression512 = Neon, Of8<Q<Neon, 8>, ByMultiples, 1, 1>, Card { name: "vperm-neon", ..VPERM };
        ARMAES_512: Compression512 = Armaes, Of8<Q<Armaes, 8>, ByDoubling, 1, 1>, Card { name: "rows-armaes", ..ROWS };
        ARMAES_X2_512: Compression512 = Armaes, Of8<Q<Armaes, 8>, ByDoubling, 2, 2>,
            Card { name: "rows-armaes-x2", states: 2, worth_from: 2, ..ROWS };
        VPERM_NEON_1024: Compression1024 = Neon, Of16Separate<Q<Neon, 8>, ByMultiples>, Card { name: "vperm-neon", ..VPERM };
        ARMAES_1024: Compression1024 = Armaes, Of16Separate<Q<Armaes, 8>, ByDoubling>, Card { name: "rows-armaes", ..ROWS };
    }
}
#[cfg(target_arch = "aarch64")]
pub(in crate::groestl) use aarch64::*;
