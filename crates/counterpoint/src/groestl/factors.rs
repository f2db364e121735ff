//! mix_bytes with the factors 1, 2 and 4 apart: [Groestl-guide] table 5, for machines that double in few instructions
//! and have many registers.
//!
//! What the results have of 2 a is twice what they have of a, three rows on. So the sums are those of a and of 4 a
//! only, and the doublings 24: 8 of the former, 16 of the latter. The table's marks take 54 sums; the guide says 48.
//! [`rows`](super::rows) needs 48 sums and 16 doublings, so no machine chooses this. The benchmark measures it;
//! docs/techniques/byte-slicing.md has its figures beside those of the other forms.

use super::rows::mixing::{ConstantPlacement, Mixing, each_row};
use crate::gf256::{inverse, mul};
use crate::list::Technique;
#[cfg(target_arch = "x86_64")]
use crate::vector::Products;
use crate::vector::SubBytes;

/// The technique of this file.
pub(super) const TECHNIQUE: Technique = Technique::new("factors", "[Groestl-guide] 4.4.6, A");

/// Returns what the results have of a, and what they have of 4 a. What they have of 2 a is twice the
/// former, three rows on.
#[inline(always)]
fn sums<V: SubBytes>(a: [V; 8]) -> ([V; 8], [V; 8]) {
    let (t0, t1, t2, t3) = (a[2].xor(a[5]), a[0].xor(a[3]), a[4].xor(a[6]), a[1].xor(a[7]));
    let (ta, tb) = (t1.xor(a[6]), a[0].xor(t3));
    let once = [
        t0.eor3(t2, a[7]),
        ta.eor3(a[5], a[7]),
        tb.xor(t2),
        tb.xor(t0),
        ta.eor3(a[1], a[2]),
        t3.eor3(a[2], a[3]).xor(a[4]),
        t1.eor3(t0, a[4]),
        t2.eor3(a[1], a[3]).xor(a[5]),
    ];
    let y = each_row!(I => a[I].xor(a[(I + 3) % 8]));
    (once, each_row!(I => y[(I + 3) % 8].xor(y[(I + 4) % 8])))
}

/// For machines whose S-box is an AES round.
pub(super) struct ByFactors;

impl<V: SubBytes> Mixing<V, 8> for ByFactors {
    const CONSTANTS: ConstantPlacement = ConstantPlacement::BeforeMixing;
    /// One doubling of `once` and two of `four_times` defer 1 + 2 + 1 times what one of them defers: 2 times.
    /// mix_bytes multiplies a column of equal bytes by 3.
    const DEFERRED: u8 = V::DEFERRED ^ mul(mul(2, inverse(3)), V::DOUBLED_DEFERRED);

    #[inline(always)]
    fn sub_and_mix(x: [V; 8], k: [V; 8]) -> [V; 8] {
        let (once, four_times) = sums(each_row!(I => x[I].sub_bytes_shuffled(k[I])));
        each_row!(I => once[I].eor3(once[(I + 3) % 8].doubled(), four_times[I].doubled().doubled()))
    }
}

/// For machines that multiply by a constant in one instruction: 16 products in place of 24 doublings.
#[cfg(target_arch = "x86_64")]
pub(super) struct ByFactorProducts;

#[cfg(target_arch = "x86_64")]
impl<V: Products> Mixing<V, 8> for ByFactorProducts {
    const CONSTANTS: ConstantPlacement = ConstantPlacement::AfterMixing;

    #[inline(always)]
    fn sub_and_mix(x: [V; 8], k: [V; 8]) -> [V; 8] {
        let (once, four_times) = sums(each_row!(I => x[I].sub_bytes()));
        each_row!(I => once[I].eor3(once[(I + 3) % 8].times::<2>(), four_times[I].times::<4>()).xor(k[I]))
    }
}
