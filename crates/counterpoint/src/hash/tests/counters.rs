//! Messages that are longer than any memory: the number of bytes that a hasher has counted is set near a power of two,
//! and then stepped over. A counter with too few bits would make the padding wrong.

use super::counting::Counted;
use super::model::{Specified, for_every_function, output_after};
use super::{lengths, message};
#[cfg(target_pointer_width = "64")]
use crate::hash::Tail;
use crate::hash::buffer_bytes;
use crate::hash::stream::Message;

/// 2^29 bytes are 2^32 bits, and 2^61 bytes are 2^64 bits.
const NEAR: [u64; 4] = [1 << 16, 1 << 29, 1 << 32, 1 << 61];

#[test]
fn lengths_that_step_over_a_power_of_two() {
    fn check<F: Specified>(function: &F) {
        let buffer = buffer_bytes::<F>();
        let each = function.digest_bits() as usize / 8;
        for near in NEAR {
            // Whole buffers, and at least a byte fewer than `near`.
            let before = (near - 1) / buffer as u64 * buffer as u64;
            for length in lengths::<F>() {
                let rest = message(0, length);
                let expected = output_after(function, before, &rest, 0, 0, each);
                for piece in [1, 7, buffer, 3 * buffer + 1] {
                    let mut hasher = Message::new(Counted::<F>(function.clone()), None);
                    hasher.message_bytes = before;
                    rest.chunks(piece).for_each(|piece| hasher.update(piece));
                    hasher.end(0, 0);
                    let mut digest = std::vec![0; each];
                    hasher.read(&mut digest);
                    assert!(digest == expected, "{}: {before} and {length} bytes, pieces of {piece}", F::NAME);
                }
            }
        }
    }
    for_every_function!(check);
}

/// A message that is hashed in one call is padded with its whole length.
#[cfg(target_pointer_width = "64")]
#[test]
fn a_message_of_8_gib_at_once() {
    assert_eq!(Tail::of_bytes(5, 1 << 33).message_bytes, 1 << 33);
}
