//! The 4-byte words of several messages side by side: vector i contains word i of every message.
//!
//! The words of a message are consecutive in memory, so words of several messages cannot be loaded side by side.
//! Instead, 16 bytes of each message are loaded into one group of one of four vectors, and the words of each group are
//! then transposed:
//!
//! ```text
//!   a  | m0: w0 w1 w2 w3 | m4: w0 ...          | m0: w0  m1: w0  m2: w0  m3: w0 | m4: w0 ...
//!   b  | m1: w0 w1 w2 w3 |                 --> | m0: w1  m1: w1  m2: w1  m3: w1 |
//!   c  | m2: w0 w1 w2 w3 |                     | m0: w2 ...
//!   d  | m3: w0 w1 w2 w3 |                     | m0: w3 ...
//! ```

use super::Bytes;

/// Loads four words of each message: `group(m)` returns 16 bytes of message m. There are four messages for each group
/// of a vector.
#[inline(always)]
pub(crate) fn four_words<V: Bytes>(tier: V::Tier, group: impl Fn(usize) -> [u8; 16]) -> [V; 4] {
    transposed([
        V::gather(tier, |g| group(4 * g)),
        V::gather(tier, |g| group(4 * g + 1)),
        V::gather(tier, |g| group(4 * g + 2)),
        V::gather(tier, |g| group(4 * g + 3)),
    ])
}

/// Loads eight words of each message: the first two groups of `row(m)` are 32 bytes of message m. Vectors have more
/// than one group, and there are four messages for each of them.
#[inline(always)]
pub(crate) fn eight_words<V: Bytes>(row: impl Fn(usize) -> V) -> [V; 8] {
    let [(a0, b0), (a1, b1), (a2, b2), (a3, b3)] =
        [two_groups(0, &row), two_groups(1, &row), two_groups(2, &row), two_groups(3, &row)];
    let ([a0, a1, a2, a3], [b0, b1, b2, b3]) = (transposed([a0, a1, a2, a3]), transposed([b0, b1, b2, b3]));
    [a0, a1, a2, a3, b0, b1, b2, b3]
}

/// Returns the first groups and the second groups of messages v, v + 4, v + 8 and v + 12.
// A `&impl Fn`, because `<&F as Fn>::call` was not inlined into a kernel.
#[inline(always)]
fn two_groups<V: Bytes>(v: usize, row: &impl Fn(usize) -> V) -> (V, V) {
    // Vectors of two groups ignore the last two rows.
    let row = |m: usize| row(m % (4 * V::GROUPS));
    let [first, second, _, _] = V::transpose_groups([row(v), row(v + 4), row(v + 8), row(v + 12)]);
    (first, second)
}

/// Returns four words as 16 bytes, little-endian. This is not a loop, because the compiler might turn a loop into a
/// call to copy memory.
#[inline(always)]
pub(crate) fn group_of(word: impl Fn(usize) -> u32) -> [u8; 16] {
    let word = |i| u128::from(word(i));
    (word(0) | word(1) << 32 | word(2) << 64 | word(3) << 96).to_le_bytes()
}

/// The inverse of [`four_words`]: calls `visit` with the index of each message and its 16 bytes.
#[inline(always)]
pub(crate) fn each_message<V: Bytes>(words: [V; 4], mut visit: impl FnMut(usize, [u8; 16])) {
    for (v, vector) in transposed(words).into_iter().enumerate() {
        let mut groups = [[0; 16]; 4];
        vector.store(&mut groups);
        for (g, group) in groups.into_iter().enumerate().take(V::GROUPS) {
            visit(4 * g + v, group);
        }
    }
}

/// Transposes the words within each group: word i of vector j becomes word j of vector i.
#[inline(always)]
fn transposed<V: Bytes>([a, b, c, d]: [V; 4]) -> [V; 4] {
    let (ab01, ab23) = a.interleave4(b);
    let (cd01, cd23) = c.interleave4(d);
    let (w0, w1) = ab01.interleave8(cd01);
    let (w2, w3) = ab23.interleave8(cd23);
    [w0, w1, w2, w3]
}
