//! The field GF(2^8) modulo x^8 + x^4 + x^3 + x + 1, and the AES S-box derived from it.
//!
//! \[FIPS197\] sections 4 and 5.1.1. AES, Grøstl and Fugue share this field and this S-box. Bit i of a byte is the
//! coefficient of x^i. Every function here can be evaluated by the compiler, which computes all tables.
//!
//! Reading a table at an address that depends on a secret is not constant-time. Constant-time code instead computes the
//! S-box on bit planes ([`planes`]), looks it up in registers (`vperm`), or uses the machine's own instructions for it.

pub(crate) mod planes;
#[cfg(vectors)]
pub(crate) mod vperm;

/// The field's polynomial without its highest term.
const POLYNOMIAL: u8 = 0x1b;

/// The constant of the S-box's affine map.
pub(crate) const AFFINE_CONSTANT: u8 = 0x63;

/// Returns `x` times {02}, without a branch. \[FIPS197\] 4.2.1.
#[inline(always)]
pub(crate) const fn xtime(x: u8) -> u8 {
    (x << 1) ^ ((x >> 7) * POLYNOMIAL)
}

/// Returns the product of two field elements, without a branch on their values. \[FIPS197\] 4.2.
pub(crate) const fn mul(a: u8, b: u8) -> u8 {
    let mut multiple = a;
    let mut product = 0;
    let mut bit = 0;
    while bit < 8 {
        product ^= multiple * ((b >> bit) & 1);
        multiple = xtime(multiple);
        bit += 1;
    }
    product
}

/// Returns the multiplicative inverse, or 0 for 0: the 254th power. \[FIPS197\] 4.3.
pub(crate) const fn inverse(x: u8) -> u8 {
    // 254 is 11111110 in binary, so the power is the product of x^2, x^4, ..., x^128.
    let mut power = x;
    let mut product = 1;
    let mut n = 0;
    while n < 7 {
        power = mul(power, power);
        product = mul(product, power);
        n += 1;
    }
    product
}

/// Applies the linear part of the S-box's affine map.
const fn affine_map(y: u8) -> u8 {
    y ^ y.rotate_left(1) ^ y.rotate_left(2) ^ y.rotate_left(3) ^ y.rotate_left(4)
}

/// Returns the linear part of the S-box's affine map, times `c`, as a matrix for GFNI's instructions.
#[cfg(target_arch = "x86_64")]
pub(crate) const fn affine_matrix(c: u8) -> u64 {
    let mut images = [0; 8];
    let mut j = 0;
    while j < 8 {
        images[j] = mul(c, affine_map(1 << j));
        j += 1;
    }
    matrix(images)
}

/// Returns a linear map of bytes, given by the image of each bit, as a matrix for GFNI's instructions. Byte 7 - i of
/// the matrix has a 1 for each input bit that contributes to output bit i.
#[cfg(target_arch = "x86_64")]
pub(crate) const fn matrix(images: [u8; 8]) -> u64 {
    let mut matrix = 0;
    let mut place = 0;
    while place < 64 {
        let (i, j) = (7 - place / 8, place % 8);
        matrix |= ((images[j] >> i & 1) as u64) << place;
        place += 1;
    }
    matrix
}

/// Computes the S-box of one byte: the inverse, then the affine map. \[FIPS197\] 5.1.1.
const fn s_box(x: u8) -> u8 {
    affine_map(inverse(x)) ^ AFFINE_CONSTANT
}

/// The AES S-box as a table. It must not be used in constant-time code.
pub(crate) const SBOX: [u8; 256] = {
    let mut table = [0; 256];
    let mut x = 0;
    while x < 256 {
        table[x] = s_box(x as u8);
        x += 1;
    }
    table
};

#[cfg(test)]
/// The inverse of the AES S-box as a table. It must not be used in constant-time code.
pub(crate) const INVERSE_SBOX: [u8; 256] = {
    let mut table = [0; 256];
    let mut x = 0;
    while x < 256 {
        table[SBOX[x] as usize] = x as u8;
        x += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_field_is_a_field() {
        for a in 0..=255 {
            assert_eq!(xtime(a), mul(a, 2));
            assert_eq!(mul(a, inverse(a)), u8::from(a != 0));
            assert_eq!(mul(a, 3), mul(3, a));
        }
        // The examples of \[FIPS197\] 4.2.
        assert_eq!((xtime(0x80), mul(0x57, 0x13)), (0x1b, 0xfe));
    }

    #[test]
    fn the_s_box_is_the_standards() {
        assert_eq!(SBOX[..8], [0x63, 0x7c, 0x77, 0x7b, 0xf2, 0x6b, 0x6f, 0xc5]);
        assert_eq!(SBOX[0x53], 0xed);
        assert_eq!(SBOX[0xff], 0x16);
        assert_eq!(INVERSE_SBOX[..4], [0x52, 0x09, 0x6a, 0xd5]);
    }

    #[test]
    #[cfg(target_arch = "x86_64")]
    fn the_matrices_are_gfnis() {
        assert_eq!(affine_matrix(1), 0xf1e3_c78f_1f3e_7cf8);
        assert_eq!(affine_matrix(2), 0xf809_e33f_771f_3e7c);
    }
}
