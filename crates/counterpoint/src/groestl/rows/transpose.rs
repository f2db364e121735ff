//! The transposition of columns, which states and blocks consist of, to rows, and its inverse.

use super::{Group, Matrix};
use crate::groestl::compression::Columns;
use crate::vector::SubBytes;

/// Returns columns 2k and 2k + 1 of a state, or of the first state if there is no state of this number.
#[inline(always)]
pub(super) fn group_of<const COLUMNS: usize>(states: &[Columns<COLUMNS>], state: usize, k: usize) -> Group {
    let mut group = [0; 16];
    if let Some([low, high]) = states.get(state).or(states.first()).and_then(|columns| columns.as_chunks().0.get(k)) {
        group[..8].copy_from_slice(&low.to_le_bytes());
        group[8..].copy_from_slice(&high.to_le_bytes());
    }
    group
}

/// Returns columns 2k and 2k + 1 of a block.
#[inline(always)]
pub(super) fn group_of_block(blocks: &[&[Group]], block: usize, k: usize) -> Group {
    // They always exist; `get` avoids a panic path in the kernel.
    blocks.get(block).and_then(|groups| groups.get(k)).copied().unwrap_or_default()
}

/// Writes the columns of a state, if there is a state of this number.
#[inline(always)]
pub(super) fn set_groups<const COLUMNS: usize>(states: &mut [Columns<COLUMNS>], state: usize, groups: &[Group]) {
    if let Some(columns) = states.get_mut(state) {
        for (pair, group) in columns.as_chunks_mut::<2>().0.iter_mut().zip(groups) {
            let [low, high] = group.as_chunks().0 else { return };
            *pair = [u64::from_le_bytes(*low), u64::from_le_bytes(*high)];
        }
    }
}

/// Transposes pairs of columns to pairs of rows of 8 bytes each. It is its own inverse.
#[inline(always)]
pub(super) fn transpose<V: SubBytes>(pairs: [V; 4]) -> [V; 4] {
    const ZIPPED: Group = [0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15];
    let (a0, a1) = pairs[0].shuffle(ZIPPED).interleave2(pairs[1].shuffle(ZIPPED));
    let (b0, b1) = pairs[2].shuffle(ZIPPED).interleave2(pairs[3].shuffle(ZIPPED));
    let (rows01, rows23) = a0.interleave4(b0);
    let (rows45, rows67) = a1.interleave4(b1);
    [rows01, rows23, rows45, rows67]
}

/// Returns the rows of matrices whose columns 2k and 2k + 1 in group g are `group(g, k)`. A row of 8 columns fills
/// both halves of its group.
#[inline(always)]
pub(super) fn rows<V: SubBytes, const COLUMNS: usize>(
    tier: V::Tier,
    group: impl Fn(usize, usize) -> Group,
) -> Matrix<V> {
    let mut pairs = [V::zero(tier); 8];
    for (k, pair) in pairs.iter_mut().enumerate().take(COLUMNS / 2) {
        *pair = V::gather(tier, |g| group(g, k));
    }
    let [a, b, c, d, e, f, g, h] = pairs;
    let low = transpose([a, b, c, d]);
    let high = if COLUMNS == 16 { transpose([e, f, g, h]) } else { low };
    let (r0, r1) = low[0].interleave8(high[0]);
    let (r2, r3) = low[1].interleave8(high[1]);
    let (r4, r5) = low[2].interleave8(high[2]);
    let (r6, r7) = low[3].interleave8(high[3]);
    [r0, r1, r2, r3, r4, r5, r6, r7]
}

/// Returns the pairs of columns of each group, given the rows. With 8 columns these are the columns in the lower
/// halves of the groups.
#[inline(always)]
pub(super) fn columns<V: SubBytes, const COLUMNS: usize>(rows: Matrix<V>) -> [[Group; 8]; 4] {
    let [r0, r1, r2, r3, r4, r5, r6, r7] = rows;
    let (low0, high0) = r0.interleave8(r1);
    let (low1, high1) = r2.interleave8(r3);
    let (low2, high2) = r4.interleave8(r5);
    let (low3, high3) = r6.interleave8(r7);
    let mut columns = [[[0; 16]; 8]; 4];
    let mut put = |first: usize, pairs: [V; 4]| {
        for (k, pair) in pairs.into_iter().enumerate() {
            let mut groups = [[0; 16]; 4];
            pair.store(&mut groups);
            for (of_group, group) in columns.iter_mut().zip(groups) {
                of_group[first + k] = group;
            }
        }
    };
    put(0, transpose([low0, low1, low2, low3]));
    if COLUMNS == 16 {
        put(4, transpose([high0, high1, high2, high3]));
    }
    columns
}
