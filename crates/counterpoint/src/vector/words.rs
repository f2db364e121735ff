//! Words of 4 bytes of several messages side by side: word i of all of them in vector i.
//!
//! Messages lie one behind the other, so 16 bytes of each are fetched, four messages to each group of 16 bytes, one in each of four vectors. Within
//! the groups rows then become columns:
//!
//! ```text
//!   a  | m0: w0 w1 w2 w3 | m4: w0 ...          | m0: w0  m1: w0  m2: w0  m3: w0 | m4: w0 ...
//!   b  | m1: w0 w1 w2 w3 |                 --> | m0: w1  m1: w1  m2: w1  m3: w1 |
//!   c  | m2: w0 w1 w2 w3 |                     | m0: w2 ...
//!   d  | m3: w0 w1 w2 w3 |                     | m0: w3 ...
//! ```

use super::Bytes;

/// Four words of each message: `group(m)` is 16 bytes of message m, of which there are four a group.
#[inline(always)]
pub(crate) fn four_words<V: Bytes>(tier: V::Tier, group: impl Fn(usize) -> [u8; 16]) -> [V; 4] {
    transposed([
        V::gather(tier, |g| group(4 * g)),
        V::gather(tier, |g| group(4 * g + 1)),
        V::gather(tier, |g| group(4 * g + 2)),
        V::gather(tier, |g| group(4 * g + 3)),
    ])
}

/// 16 bytes of four words, little-endian. Not a loop, which may become a call to copy memory.
#[inline(always)]
pub(crate) fn group_of(word: impl Fn(usize) -> u32) -> [u8; 16] {
    let word = |i| u128::from(word(i));
    (word(0) | word(1) << 32 | word(2) << 64 | word(3) << 96).to_le_bytes()
}

/// The way back: gives the 16 bytes of each message, with its number.
#[inline(always)]
pub(crate) fn each_message<V: Bytes>(words: [V; 4], mut give: impl FnMut(usize, [u8; 16])) {
    for (v, vector) in transposed(words).into_iter().enumerate() {
        let mut groups = [[0; 16]; 4];
        vector.store(&mut groups);
        for (g, group) in groups.into_iter().enumerate().take(V::GROUPS) {
            give(4 * g + v, group);
        }
    }
}

/// Word i of vector j becomes word j of vector i, in each group.
#[inline(always)]
fn transposed<V: Bytes>([a, b, c, d]: [V; 4]) -> [V; 4] {
    let (ab01, ab23) = a.interleave4(b);
    let (cd01, cd23) = c.interleave4(d);
    let (w0, w1) = ab01.interleave8(cd01);
    let (w2, w3) = ab23.interleave8(cd23);
    [w0, w1, w2, w3]
}
