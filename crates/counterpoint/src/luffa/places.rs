//! Where the bits of several words are when the words share a register: side by side, or perfectly shuffled.
//! [Luffa-shuffle] 3.
//!
//! ```text
//!   side by side   b31 ... b1 b0 | a31 ... a1 a0      distance of a word's bits 1, of the words 32
//!   shuffled       b31 a31 ... ... b1 a1 b0 a0        distance of a word's bits 2, of the words 1
//! ```

/// Returns the words of `block` in one register: bit t of word i goes to bit `bits` t + `words` i.
pub(super) const fn placed<const N: usize>(block: [u32; N], bits: u32, words: u32) -> u128 {
    let mut placed = 0;
    let mut at = 0;
    while at < 32 * N as u32 {
        let (i, t) = (at / 32, at % 32);
        placed |= ((block[i as usize] >> t & 1) as u128) << (bits * t + words * i);
        at += 1;
    }
    placed
}

/// Returns the indices of a byte shuffle that rotates 128 bits to the left by `bytes` bytes.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
#[inline(always)]
pub(super) const fn by_bytes(bytes: u32) -> [u8; 16] {
    u128::from_le_bytes([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]).rotate_left(8 * bytes).to_le_bytes()
}
