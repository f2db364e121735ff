//! The rounds of [`vperm`](super::vperm) with GFNI's S-box: S and 2 S in one instruction each, in the bytes' own basis.
//!
//! Where there is GFNI there are AES instructions too, so this serves to compare; the S-box alone is what Grøstl and Fugue need.

use super::vperm::Shuffled;
use super::{Aes, Cipher};
use crate::cpu::{Avx512, Gfni};
use crate::registry::{Card, Implementation};
use crate::vector::x86_64::{Ymm, Zmm};

/// The entry for 256 bits.
pub(super) const GFNI: Implementation<Aes> = Implementation::new::<Cipher<Shuffled<Ymm<Gfni, 8>, 2>>>(CARD);

/// The entry for 512 bits.
pub(super) const AVX512: Implementation<Aes> = Implementation::new::<Cipher<Shuffled<Zmm<Avx512, 8>, 4>>>(Card {
    name: "gfni-avx512-x4",
    states: 4,
    worth_from: 3,
    ..CARD
});

const CARD: Card = Card {
    name: "gfni-gfni-x2",
    technique: "gfni",
    states: 2,
    worth_from: 1,
    constant_time: true,
    table_bytes: 0,
    source: "[vperm] 4, [GFNI]",
};
