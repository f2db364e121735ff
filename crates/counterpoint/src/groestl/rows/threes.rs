//! sub_bytes and mix_bytes for P and Q in separate vectors: per row three sums of three vectors, the minimum for any
//! three multiples of the S-box's value.
//!
//! With the multiples 2, 3 and 5, and indices modulo 8:
//!
//! ```text
//!   u_i = 2 a_(i+4) + 3 a_(i+7) + 5 a_i
//!   v_i = 2 a_(i+6) + u_i + u_(i+3)
//!   b_i = 3 a_(i+6) + v_(i+3) + v_(i+4)
//! ```
//!
//! GFNI computes each multiple of the S-box in one instruction, and adds a constant for free. A constant in every byte
//! of a is multiplied by 3 on its way to b. So the S-box adds {63}, and in Q's vectors also {ff} divided by 3, for the
//! {ff} that Q adds to every byte in the next round. This leaves one row of counters, a sum each for P and Q. In
//! vectors that contain both P and Q, {ff} would take sums of its own, which would eat up the gain.

use super::mixing::{ConstantPlacement, Mixing, each_row};
use crate::gf256::{AFFINE_CONSTANT, inverse, mul};
use crate::vector::Products;

/// For batches, on machines with affine maps and an instruction that adds three vectors.
pub(in crate::groestl) struct ByThrees;

impl<V: Products> Mixing<V, 8> for ByThrees {
    const CONSTANTS: ConstantPlacement = ConstantPlacement::Counters;
    const DEFERRED: u8 = 0;
    const APART: bool = true;

    #[inline(always)]
    fn sub_and_mix(x: [V; 8], k: [V; 8]) -> [V; 8] {
        const ADDED: u8 = AFFINE_CONSTANT;
        let a2 = each_row!(I => x[I].sub_bytes_times_plus::<2, { mul(2, ADDED) as i32 }>());
        let a3 = each_row!(I => x[I].sub_bytes_times_plus::<3, { mul(3, ADDED) as i32 }>());
        let a5 = each_row!(I => x[I].sub_bytes_times_plus::<5, { mul(5, ADDED) as i32 }>());
        let [b0, b1, b2, b3, b4, b5, b6, b7] = mix(a2, a3, a5);
        [b0.xor(k[0]), b1, b2, b3, b4, b5, b6, b7]
    }

    #[inline(always)]
    fn sub_and_mix_of_q(x: [V; 8], k: [V; 8]) -> [V; 8] {
        const ADDED: u8 = AFFINE_CONSTANT ^ mul(0xff, inverse(3));
        let a2 = each_row!(I => x[I].sub_bytes_times_plus::<2, { mul(2, ADDED) as i32 }>());
        let a3 = each_row!(I => x[I].sub_bytes_times_plus::<3, { mul(3, ADDED) as i32 }>());
        let a5 = each_row!(I => x[I].sub_bytes_times_plus::<5, { mul(5, ADDED) as i32 }>());
        let [b0, b1, b2, b3, b4, b5, b6, b7] = mix(a2, a3, a5);
        [b0, b1, b2, b3, b4, b5, b6, b7.xor(k[7])]
    }
}

/// mix_bytes, given the multiples by 2, 3 and 5.
#[inline(always)]
fn mix<V: Products>(a2: [V; 8], a3: [V; 8], a5: [V; 8]) -> [V; 8] {
    let u = each_row!(I => a5[I].eor3(a2[(I + 4) % 8], a3[(I + 7) % 8]));
    let v = each_row!(I => a2[(I + 6) % 8].eor3(u[I], u[(I + 3) % 8]));
    each_row!(I => a3[(I + 6) % 8].eor3(v[(I + 3) % 8], v[(I + 4) % 8]))
}
