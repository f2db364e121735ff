//! Rows whose S-box is looked up in registers: the layout and the rounds of [`rows`](super::rows), for machines whose
//! only suitable instruction is a byte shuffle.
//!
//! [Groestl-guide] 6.3. The look-ups return any multiple of the S-box's value as easily as the value itself
//! ([`gf256::vperm`](crate::gf256::vperm)), so mix_bytes computes no products, only sums of the S-box's values a and of
//! their multiples by 2 and by 4. docs/techniques/vperm.md explains the look-ups, and byte-slicing.md derives the sums:
//! six per row, 48 in all. The guide's own order has 58.

use super::rows::mixing::{ConstantPlacement, Mixing, each_row};
use crate::gf256::vperm::Tables;
use crate::list::Technique;
use crate::vector::{Bits, SubBytes};

/// The technique of this file.
pub(super) const TECHNIQUE: Technique = Technique::new("vperm", "[Groestl-guide] 6.3, [vperm]");

/// sub_bytes and mix_bytes for S-boxes that are looked up, whose multiples are as cheap as the S-box itself.
pub(super) struct ByMultiples;

impl<V: SubBytes> Mixing<V, 8> for ByMultiples {
    const CONSTANTS: ConstantPlacement = ConstantPlacement::SharedSums;

    #[inline(always)]
    fn sub_and_mix(x: [V; 8], k: [V; 8]) -> [V; 8] {
        let tables = Tables::known(x[0].tier());
        let a = each_row!(I => {
            let inverses = tables.inverses(x[I]);
            [tables.multiple(inverses, 1), tables.multiple(inverses, 2), tables.multiple(inverses, 4)]
        });
        mix(a, k)
    }
}

/// mix_bytes of the multiples by 1, 2 and 4 of each row.
#[inline(always)]
pub(super) fn mix<B: Bits>(a: [[B; 3]; 8], k: [B; 8]) -> [B; 8] {
    let s = each_row!(I => a[I][0].xor(a[(I + 3) % 8][1]));
    let v = each_row!(I => {
        let v = a[I][2].xor(a[(I + 1) % 8][2]);
        if I % 2 == 1 { v.xor(k[I]) } else { v }
    });
    let w = each_row!(I => s[(I + 2) % 8].eor3(s[(I + 4) % 8], v[(I + 3) % 8]));
    let b = each_row!(I => w[I].eor3(w[(I + 3) % 8], s[(I + 6) % 8]));
    [b[0].xor(k[0]), b[1], b[2], b[3], b[4], b[5], b[6], b[7].xor(k[6])]
}
