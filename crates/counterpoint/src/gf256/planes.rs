//! Bytes as eight bit planes: the S-box as a circuit, and constant-time arithmetic in the field.
//!
//! Plane i contains bit i of many bytes, so one gate on whole words works on all these bytes at once. No table is read,
//! so the code is constant-time on any machine. The S-box circuit is Boyar and Peralta's, with 113 gates
//! \[Boyar-Peralta\]; the layout is the bit slicing of \[bitslice-AES\].
//!
//! ```text
//!   words, one byte per cell              planes, one bit per cell
//!   w0   b(0,0) b(0,1) ... b(0,7)         p0   bit 0 of b(0,0) b(1,0) ... b(7,0)  b(0,1) b(1,1) ... b(7,7)
//!   w1   b(1,0) b(1,1) ... b(1,7)   <->   p1   bit 1 of the same bytes
//!   ..                                    ..
//!   w7   b(7,0) b(7,1) ... b(7,7)         p7   bit 7
//! ```

use super::AFFINE_CONSTANT;
use crate::vector::delta_swap::delta_swap_between;
use crate::vector::{Bits, Lane};

/// Transposes eight words to eight planes, or back: bit i of byte j of word k goes to bit k of byte j of plane i.
///
/// A lane may have any width; byte j of the planes consists of the bits of byte j of the eight words. The cost is 12
/// delta swaps: four of single bits, four of pairs, four of nibbles.
#[inline(always)]
pub(crate) fn transpose<L: Lane>(tier: L::Tier, words: [L; 8]) -> [L; 8] {
    let [a0, a1, a2, a3, a4, a5, a6, a7] = words;
    let odd = L::splat(tier, 0x5555_5555_5555_5555);
    let (b0, b1) = delta_swap_between(a0, a1, odd, 1);
    let (b2, b3) = delta_swap_between(a2, a3, odd, 1);
    let (b4, b5) = delta_swap_between(a4, a5, odd, 1);
    let (b6, b7) = delta_swap_between(a6, a7, odd, 1);
    let pairs = L::splat(tier, 0x3333_3333_3333_3333);
    let (c0, c2) = delta_swap_between(b0, b2, pairs, 2);
    let (c1, c3) = delta_swap_between(b1, b3, pairs, 2);
    let (c4, c6) = delta_swap_between(b4, b6, pairs, 2);
    let (c5, c7) = delta_swap_between(b5, b7, pairs, 2);
    let nibbles = L::splat(tier, 0x0f0f_0f0f_0f0f_0f0f);
    let (d0, d4) = delta_swap_between(c0, c4, nibbles, 4);
    let (d1, d5) = delta_swap_between(c1, c5, nibbles, 4);
    let (d2, d6) = delta_swap_between(c2, c6, nibbles, 4);
    let (d3, d7) = delta_swap_between(c3, c7, nibbles, 4);
    [d0, d1, d2, d3, d4, d5, d6, d7]
}

/// Multiplies every byte by {02}. Each plane becomes the next higher one; plane 7 becomes plane 0, and is added to
/// the other planes where the polynomial has a term.
#[inline(always)]
pub(crate) fn xtime<B: Bits>(x: [B; 8]) -> [B; 8] {
    let [x0, x1, x2, x3, x4, x5, x6, x7] = x;
    [x7, x0.xor(x7), x1, x2.xor(x7), x3.xor(x7), x4, x5, x6]
}

/// Computes the S-box of every byte.
#[inline(always)]
pub(crate) fn sub_bytes<B: Bits>(x: [B; 8]) -> [B; 8] {
    let [s0, s1, s2, s3, s4, s5, s6, s7] = sub_bytes_without_constant(x);
    const { assert!(AFFINE_CONSTANT == 0b0110_0011) };
    [s0.not(), s1.not(), s2, s3, s4, s5.not(), s6.not(), s7]
}

/// Computes the S-box of every byte without its constant {63}. A cipher can include the deferred constant in its round
/// keys or round constants, at no cost.
///
/// The names are those of the published circuit, which numbers bits in the other direction: bit 0 of a byte is its
/// last input and its last output.
#[inline(always)]
pub(crate) fn sub_bytes_without_constant<B: Bits>(planes: [B; 8]) -> [B; 8] {
    let [x7, x6, x5, x4, x3, x2, x1, x0] = planes;

    // A linear layer that changes the basis to the tower field: 23 gates.
    let y14 = x3.xor(x5);
    let y13 = x0.xor(x6);
    let y9 = x0.xor(x3);
    let y8 = x0.xor(x5);
    let t0 = x1.xor(x2);
    let y1 = t0.xor(x7);
    let y4 = y1.xor(x3);
    let y12 = y13.xor(y14);
    let y2 = y1.xor(x0);
    let y5 = y1.xor(x6);
    let y3 = y5.xor(y8);
    let t1 = x4.xor(y12);
    let y15 = t1.xor(x5);
    let y20 = t1.xor(x1);
    let y6 = y15.xor(x7);
    let y10 = y15.xor(t0);
    let y11 = y20.xor(y9);
    let y7 = x7.xor(y11);
    let y17 = y10.xor(y11);
    let y19 = y10.xor(y8);
    let y16 = t0.xor(y11);
    let y21 = y13.xor(y16);
    let y18 = x0.xor(y16);

    // The inverse: 62 gates. All 32 "and" gates of the circuit lie between here and z17.
    let t2 = y12.and(y15);
    let t3 = y3.and(y6);
    let t4 = t3.xor(t2);
    let t5 = y4.and(x7);
    let t6 = t5.xor(t2);
    let t7 = y13.and(y16);
    let t8 = y5.and(y1);
    let t9 = t8.xor(t7);
    let t10 = y2.and(y7);
    let t11 = t10.xor(t7);
    let t12 = y9.and(y11);
    let t13 = y14.and(y17);
    let t14 = t13.xor(t12);
    let t15 = y8.and(y10);
    let t16 = t15.xor(t12);
    let t17 = t4.xor(y20);
    let t18 = t6.xor(t16);
    let t19 = t9.xor(t14);
    let t20 = t11.xor(t16);
    let t21 = t17.xor(t14);
    let t22 = t18.xor(y19);
    let t23 = t19.xor(y21);
    let t24 = t20.xor(y18);
    let t25 = t21.xor(t22);
    let t26 = t21.and(t23);
    let t27 = t24.xor(t26);
    let t28 = t25.and(t27);
    let t29 = t28.xor(t22);
    let t30 = t23.xor(t24);
    let t31 = t22.xor(t26);
    let t32 = t31.and(t30);
    let t33 = t32.xor(t24);
    let t34 = t23.xor(t33);
    let t35 = t27.xor(t33);
    let t36 = t24.and(t35);
    let t37 = t36.xor(t34);
    let t38 = t27.xor(t36);
    let t39 = t29.and(t38);
    let t40 = t25.xor(t39);
    let t41 = t40.xor(t37);
    let t42 = t29.xor(t33);
    let t43 = t29.xor(t40);
    let t44 = t33.xor(t37);
    let t45 = t42.xor(t41);
    let z0 = t44.and(y15);
    let z1 = t37.and(y6);
    let z2 = t33.and(x7);
    let z3 = t43.and(y16);
    let z4 = t40.and(y1);
    let z5 = t29.and(y7);
    let z6 = t42.and(y11);
    let z7 = t45.and(y17);
    let z8 = t41.and(y10);
    let z9 = t44.and(y12);
    let z10 = t37.and(y3);
    let z11 = t33.and(y4);
    let z12 = t43.and(y13);
    let z13 = t40.and(y5);
    let z14 = t29.and(y2);
    let z15 = t42.and(y9);
    let z16 = t45.and(y14);
    let z17 = t41.and(y8);

    // A linear layer that changes the basis back and applies the affine map: 28 gates.
    let c1 = z15.xor(z16);
    let c2 = z10.xor(c1);
    let c3 = z9.xor(c2);
    let c4 = z0.xor(z2);
    let c5 = z1.xor(z0);
    let c6 = z3.xor(z4);
    let c7 = z12.xor(c4);
    let c8 = z7.xor(c6);
    let c9 = z8.xor(c7);
    let c10 = c8.xor(c9);
    let c11 = c6.xor(c5);
    let c12 = z3.xor(z5);
    let c13 = z13.xor(c1);
    let c14 = c4.xor(c12);
    let s3 = c3.xor(c11);
    let c16 = z6.xor(c8);
    let c17 = z14.xor(c10);
    let c18 = c13.xor(c14);
    let s7 = z12.xor(c18);
    let c20 = z15.xor(c16);
    let c21 = c2.xor(z11);
    let c22 = c17.xor(c20);
    let s0 = c3.xor(c16);
    let s6 = c10.xor(c18);
    let s4 = c14.xor(s3);
    let s1 = s3.xor(c16);
    let s2 = c22.xor(z17);
    let s5 = c21.xor(c17);
    [s7, s6, s5, s4, s3, s2, s1, s0]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cpu::Portable;
    use crate::gf256;

    /// Compares `on_planes` with `on_byte` for all 256 bytes, 64 at a time.
    fn compare(on_planes: impl Fn([u64; 8]) -> [u64; 8], on_byte: impl Fn(u8) -> u8) {
        for quarter in 0..4u8 {
            let byte = |word: u8, place: u8| 64 * quarter + 8 * word + place;
            let words = [0, 1, 2, 3, 4, 5, 6, 7].map(|word| (0..8).map(|j| u64::from(byte(word, j)) << (8 * j)).sum());
            let results = transpose(Portable::PROOF, on_planes(transpose(Portable::PROOF, words)));
            for word in 0..8 {
                for place in 0..8 {
                    let result = (results[word as usize] >> (8 * place)) as u8;
                    assert_eq!(result, on_byte(byte(word, place)), "of byte {:02x}", byte(word, place));
                }
            }
        }
    }

    #[test]
    fn planes_hold_the_bits_where_the_figure_says() {
        let mut words = [0u64; 8];
        words[5] = 1 << (8 * 3 + 2);
        let mut planes = [0u64; 8];
        planes[2] = 1 << (8 * 3 + 5);
        assert_eq!(transpose(Portable::PROOF, words), planes);
        assert_eq!(transpose(Portable::PROOF, planes), words);
    }

    #[test]
    fn narrow_lanes_are_transposed() {
        let bytes = [0x12u8, 0x34, 0x56, 0x78, 0x9a, 0xbc, 0xde, 0xf0];
        let planes = transpose(Portable::PROOF, bytes);
        for (i, plane) in planes.iter().enumerate() {
            for (k, byte) in bytes.iter().enumerate() {
                assert_eq!(plane >> k & 1, byte >> i & 1);
            }
        }
    }

    #[test]
    fn the_circuit_is_the_s_box() {
        compare(sub_bytes::<_>, |x| gf256::SBOX[x as usize]);
    }

    #[test]
    fn the_circuit_without_the_constant_is_the_s_box_without_it() {
        compare(sub_bytes_without_constant::<_>, |x| gf256::SBOX[x as usize] ^ AFFINE_CONSTANT);
    }

    #[test]
    fn doubling_planes_doubles_bytes() {
        compare(xtime::<_>, gf256::xtime);
    }
}
