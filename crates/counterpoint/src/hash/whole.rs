//! A single message from first byte to output in one run of a kernel that pads, without a padded copy of its end or a
//! state in memory.

use super::{Function, in_buffers};
use crate::kernel::{Ends, Input, Operands};
use crate::list::Entry;

/// Writes the output of a message. Returns false, and does nothing, if the kernel or the padding does not allow it.
#[inline]
pub(super) fn write_output<F: Function>(
    function: &F,
    entry: &Entry<F::Primitive>,
    message: &[u8],
    output: &mut [u8],
) -> bool {
    if !(entry.implementation().pads() && function.run_output_bytes().contains(&output.len())) {
        return false;
    }
    let block_bytes = in_buffers(function, message).0.len();
    let Some(padding) = function.padding((block_bytes / function.buffer_bytes()) as u64) else { return false };
    // A message that fits as an end has no blocks.
    let (blocks, end) = F::divided(message, if message.len() <= padding.room { 0 } else { block_bytes });
    if end.len() > padding.room {
        return false;
    }
    entry.run(Operands {
        states: &mut [],
        input: Input { blocks: &[blocks], tails: &[], finalize: F::FINALIZE_BEFORE_OUTPUT },
        start: Some(function.initial()),
        output_bytes: Some(output.len()),
        ends: Ends { rests: &[end], padding, outputs: output },
        parameters: function.parameters(),
    });
    true
}
