//! Looked-up S-boxes, and mix_bytes in the order that [Groestl-guide] prints: table 3, 58 sums of a, 2 a and 4 a, many
//! of which two or three rows share.
//!
//! [`vperm`](super::vperm) takes 48, so no machine selects this form. The benchmark measures it;
//! docs/techniques/byte-slicing.md compares it with the others.

use super::rows::mixing::{ConstantPlacement, Mixing, each_row};
use crate::gf256::vperm::Tables;
use crate::list::Technique;
use crate::vector::{Bits, SubBytes};

/// The technique of this file.
pub(super) const TECHNIQUE: Technique = Technique::new("vperm58", "[Groestl-guide] 4.4.5, 6.3");

/// The sums of table 3.
pub(super) struct ByTable3;

impl<V: SubBytes> Mixing<V, 8> for ByTable3 {
    const CONSTANTS: ConstantPlacement = ConstantPlacement::AfterMixing;

    #[inline(always)]
    fn sub_and_mix(x: [V; 8], k: [V; 8]) -> [V; 8] {
        let tables = Tables::known(x[0].tier());
        let inverses = each_row!(I => tables.inverses(x[I]));
        let a = each_row!(I => tables.multiple(inverses[I], 1));
        let b = each_row!(I => tables.multiple(inverses[I], 2));
        let c = each_row!(I => tables.multiple(inverses[I], 4));
        mix([a, b, c], k)
    }
}

/// mix_bytes, given the rows multiplied by 1 (`a`), 2 (`b`) and 4 (`c`).
#[inline(always)]
pub(super) fn mix<B: Bits>([a, b, c]: [[B; 8]; 3], k: [B; 8]) -> [B; 8] {
    // The temporary results, numbered as in the table.
    let t1 = b[0].eor3(b[2], a[5]).eor3(a[7], c[7]);
    let t2 = b[1].eor3(a[4], a[6]).eor3(c[6], b[7]);
    let t3 = a[0].eor3(a[2], c[2]).eor3(b[3], b[5]);
    let t4 = a[1].eor3(a[3], c[3]).eor3(b[4], b[6]);
    let t5 = a[0].eor3(c[0], b[3]).xor(c[5]);
    let t6 = c[1].eor3(a[4], c[4]).xor(b[7]);
    let t7 = a[1].eor3(c[1], b[4]);
    let t8 = b[0].eor3(a[5], c[5]);
    let t9 = a[2].xor(b[5]);
    let ta = b[1].xor(a[6]);
    let tb = a[3].xor(b[6]);
    let tc = b[2].xor(a[7]);
    [
        t1.eor3(t2, t9).eor3(c[3], c[4]).xor(k[0]),
        t1.eor3(t5, ta).eor3(tb, c[4]).xor(k[1]),
        t2.eor3(t5, t7).eor3(tc, k[2]),
        t1.eor3(t3, t7).eor3(c[6], k[3]),
        t3.eor3(t4, ta).eor3(c[0], c[7]).xor(k[4]),
        t4.eor3(t6, t9).eor3(tc, c[0]).xor(k[5]),
        t3.eor3(t6, t8).eor3(tb, k[6]),
        t2.eor3(t4, t8).eor3(c[2], k[7]),
    ]
}
