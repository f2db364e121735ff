//! The batch form of `libcrux-sha3`: four messages of one length in 256-bit vectors. The package has a suitable one
//! only for SHAKE256. Its form for SHAKE128 writes three or five blocks, and so would compute more than ours.

use super::peer::{Form, Peer};
use libcrux_sha3::avx2::x4::shake256;

pub(super) static PEERS: &[Peer] = &[Peer {
    package: "libcrux-sha3",
    algorithm: "shake256",
    name: "avx2-x4",
    output_bytes: 64,
    form: Form::Batch(4, |length, messages, outputs| {
        // SAFETY: the group of these peers is available only if this machine has AVX2.
        unsafe { four_at_a_time(length, messages, outputs) }
    }),
}];

/// The package's functions are inlined here; its AVX2 instructions are inlined only if AVX2 is enabled.
#[target_feature(enable = "avx2")]
fn four_at_a_time(length: usize, messages: &[u8], outputs: &mut [u8]) {
    let each = outputs.len() / (messages.len() / length);
    for (rows, outputs) in messages.chunks_exact(4 * length).zip(outputs.chunks_exact_mut(4 * each)) {
        let row = |i: usize| &rows[i * length..][..length];
        let (first, second) = outputs.split_at_mut(2 * each);
        let ((a, b), (c, d)) = (first.split_at_mut(each), second.split_at_mut(each));
        shake256(row(0), row(1), row(2), row(3), a, b, c, d);
    }
}
