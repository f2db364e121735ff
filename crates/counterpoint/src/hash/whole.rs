//! Messages from their first byte to their output in one run of a kernel that pads: neither a padded copy of their ends
//! nor a state is written to memory.

use super::Function;
use crate::kernel::{Ends, Input, Operands, Padding};
use crate::list::Entry;

/// Whether this kernel writes outputs of this length.
#[inline]
pub(super) fn writes_outputs<F: Function>(function: &F, entry: &Entry<F::Primitive>, output_bytes: usize) -> bool {
    entry.implementation().pads() && function.run_output_bytes().contains(&output_bytes)
}

/// Returns the number of blocks into which a message is divided, apart from its end.
#[inline]
pub(super) fn whole_blocks<F: Function>(function: &F, message: &[u8]) -> usize {
    if F::ENDS_ARE_MESSAGES { 0 } else { message.len() / function.buffer_bytes() }
}

/// Divides a message into this number of blocks and a rest. `None` if the message is shorter, or if the rest and its
/// padding do not fit into one block.
#[inline]
pub(super) fn divided<'m, F: Function>(
    function: &F,
    message: &'m [u8],
    blocks: usize,
    padding: &Padding,
) -> Option<(&'m [u8], &'m [u8])> {
    let (blocks, rest) = message.split_at_checked(blocks * function.buffer_bytes())?;
    (rest.len() <= padding.room).then_some((blocks, rest))
}

/// Where ends are whole messages: replaces `blocks`, of which each message has an entry, by the blocks that all of them
/// have in front of the last ones ([`Ends`]). Returns the list of blocks; it is empty if there are none.
#[inline]
pub(super) fn with_common_blocks<'b, 'm, F: Function>(
    rests: &[&'m [u8]],
    blocks: &'b mut [&'m [u8]],
    block_count: usize,
) -> &'b [&'m [u8]] {
    if !F::ENDS_ARE_MESSAGES {
        return if block_count > 0 { blocks } else { &[] };
    }
    let in_blocks = |message: &[u8]| message.len().div_ceil(F::BLOCK_BYTES);
    let least = rests.iter().map(|message| in_blocks(message)).min().unwrap_or_default();
    let common = least.saturating_sub(2) / 4 * 4;
    if common == 0 {
        return &[];
    }
    for (blocks, message) in blocks.iter_mut().zip(rests) {
        let first = in_blocks(message) - 2 - common;
        *blocks = &message[first * F::BLOCK_BYTES..][..common * F::BLOCK_BYTES];
    }
    blocks
}

/// Writes the output of a message. Returns false, and does nothing, if the kernel or the padding does not allow it.
#[inline]
pub(super) fn digest_one<F: Function>(
    function: &F,
    entry: &Entry<F::Primitive>,
    message: &[u8],
    output: &mut [u8],
) -> bool {
    if !writes_outputs(function, entry, output.len()) {
        return false;
    }
    let blocks = whole_blocks(function, message);
    let Some(padding) = function.padding(blocks as u64) else { return false };
    let Some((blocks, rest)) = divided(function, message, blocks, &padding) else { return false };
    let length = output.len();
    digest_alike(function, entry, &[blocks], &[rest], padding, output, length);
    true
}

/// Writes the outputs of messages with the same number of blocks, `output_bytes` bytes for each of them.
#[inline]
pub(super) fn digest_alike<F: Function>(
    function: &F,
    entry: &Entry<F::Primitive>,
    blocks: &[&[u8]],
    rests: &[&[u8]],
    padding: Padding,
    outputs: &mut [u8],
    output_bytes: usize,
) {
    entry.run(Operands {
        states: &mut [],
        input: Input { blocks, tails: &[], finalize: F::FINALIZE_BEFORE_OUTPUT },
        start: Some(function.initial()),
        output_bytes: Some(output_bytes),
        ends: Ends { rests, padding, outputs },
        parameters: function.parameters(),
    });
}
