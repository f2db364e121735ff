//! Rows whose S-box is computed by look-ups in registers: the layout and the rounds of [`rows`](super::rows), for
//! machines whose only suitable instruction is a byte shuffle.
//!
//! [Groestl-guide] 6.3. The look-ups return any multiple of the S-box's value as easily as the value itself
//! ([`gf256::vperm`](crate::gf256::vperm)), so mix_bytes needs no products, only sums of the S-box's values and of
//! their multiples by 2 and by 4. docs/techniques/vperm.md explains the look-ups.

use super::rows::mixing::{ConstantPlacement, Mixing, each_row};
use crate::gf256::vperm::Tables;
use crate::list::Technique;
use crate::vector::SubBytes;

/// The technique of this file.
pub(super) const TECHNIQUE: Technique = Technique::new("vperm", "[Groestl-guide] 6.3, [vperm]");

/// sub_bytes and mix_bytes for S-boxes by look-ups, which return multiples as easily as the S-box itself.
pub(super) struct ByMultiples;

impl<V: SubBytes> Mixing<V, 8> for ByMultiples {
    const CONSTANTS: ConstantPlacement = ConstantPlacement::AfterMixing;

    #[inline(always)]
    fn sub_and_mix(x: [V; 8], k: [V; 8]) -> [V; 8] {
        let tables = Tables::known(x[0].tier());
        let s = each_row!(I => {
            let inverses = tables.inverses(x[I]);
            [tables.multiple(inverses, 1), tables.multiple(inverses, 2), tables.multiple(inverses, 4)]
        });
        // Sums of neighbours; factor 1 is in rows 2 4 5 6 7, factor 2 in rows 0 1 2 5 7, factor 4 in rows 3 4 6 7.
        let t1 = each_row!(I => s[I][0].xor(s[(I + 1) % 8][0]));
        let t2 = each_row!(I => s[I][1].xor(s[(I + 1) % 8][1]));
        let t4 = each_row!(I => s[I][2].xor(s[(I + 1) % 8][2]));
        each_row!(I => {
            let once = s[(I + 2) % 8][0].eor3(t1[(I + 4) % 8], t1[(I + 6) % 8]);
            let twice = s[(I + 5) % 8][1].eor3(t2[(I + 7) % 8], t2[(I + 1) % 8]);
            let four_times = t4[(I + 3) % 8].eor3(t4[(I + 6) % 8], k[I]);
            once.eor3(twice, four_times)
        })
    }
}
