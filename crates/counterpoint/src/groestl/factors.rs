//! mix_bytes with separate sums for the factors 1, 2 and 4: [Groestl-guide] table 5, for machines that double in few
//! instructions and have many registers.
//!
//! The part of the results that comes from 2 a is twice the part from a, three rows on. So only a and 4 a are summed,
//! and there are 24 doublings: 8 for 2 a, 16 for 4 a. The guide counts 48 sums, but its table takes 54.
//! [`rows`](super::rows) takes 48 sums and 16 doublings, so no machine selects this form. The benchmark measures it;
//! docs/techniques/byte-slicing.md compares it with the others.

use super::rows::mixing::{ConstantPlacement, Mixing, each_row};
use crate::gf256::{inverse, mul};
use crate::list::Technique;
#[cfg(target_arch = "x86_64")]
use crate::vector::Products;
use crate::vector::SubBytes;

/// The technique of this file.
pub(super) const TECHNIQUE: Technique = Technique::new("factors", "[Groestl-guide] 4.4.6, A");

/// Returns the parts of the results that come from a and, still to be multiplied by 4, from 4 a. The part from 2 a is
/// twice the former, three rows on.
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
    /// One doubling of `once` and two of `four_times` defer 1 + 2 + 1 = 2 times the constant of one doubling. mix_bytes
    /// multiplies a column of equal bytes by 3.
    const DEFERRED: u8 = V::DEFERRED ^ mul(mul(2, inverse(3)), V::DOUBLED_DEFERRED);

    #[inline(always)]
    fn sub_and_mix(x: [V; 8], k: [V; 8]) -> [V; 8] {
        let (once, four_times) = sums(each_row!(I => x[I].sub_bytes_shuffled(k[I])));
        each_row!(I => once[I].eor3(once[(I + 3) % 8].doubled(), four_times[I].doubled().doubled()))
    }
}

/// For machines that multiply by a constant in one instruction: 16 products instead of 24 doublings.
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
