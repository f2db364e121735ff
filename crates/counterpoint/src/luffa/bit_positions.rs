//! Which bits of a register belong to which word when several words share it, side by side or perfectly shuffled.
//! [Luffa-shuffle] 3.
//!
//! Two distances in bits describe both layouts: the one between neighbouring bits of a word, and the one between equal
//! bits of neighbouring words.
//!
//! ```text
//!   side by side   b31 ... b1 b0 | a31 ... a1 a0      bits of a word 1 apart, words 32 apart
//!   shuffled       b31 a31 ... ... b1 a1 b0 a0        bits of a word 2 apart, words 1 apart
//! ```

/// Returns the words in one register: bit t of word i moves to bit `bit_distance` t + `word_distance` i.
pub(super) const fn in_register<const N: usize>(words: [u32; N], bit_distance: u32, word_distance: u32) -> u128 {
    let mut register = 0;
    let mut at = 0;
    while at < 32 * N as u32 {
        let (i, t) = (at / 32, at % 32);
        register |= ((words[i as usize] >> t & 1) as u128) << (bit_distance * t + word_distance * i);
        at += 1;
    }
    register
}
