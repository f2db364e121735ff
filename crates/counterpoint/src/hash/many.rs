//! Many messages at once: a kernel for N states is kept full of messages of any mix of lengths.
//!
//! Each lane holds one message: its state, where it is in the message, and its padded ending. All lanes take the same
//! number of blocks a step, the smallest that any of them has in one piece; a lane whose message has ended gives its digest
//! and takes the next message.

use super::stream::Message;
use super::{Bytes, Compression, Ending, Function, absorb, buffer_bytes, finish, list};
use crate::registry::{Implementation, Listed};
use crate::wipe::Wiped;

/// Lanes that the engine keeps. A kernel for more states would be given fewer than it could take.
const LANES: usize = 16;

/// The digests of many messages, in their order.
#[cfg(feature = "alloc")]
pub fn digest_many<F: Function, M: AsRef<[u8]>>(messages: &[M]) -> alloc::vec::Vec<F::Digest> {
    let mut digests = alloc::vec![<F::Digest as Bytes>::ZERO; messages.len()];
    digest_many_into::<F, M>(messages, &mut digests);
    digests
}

/// The digests of many messages, in their order, into the caller's buffer.
///
/// # Panics
///
/// If `digests` and `messages` differ in length.
pub fn digest_many_into<F: Function, M: AsRef<[u8]>>(messages: &[M], digests: &mut [F::Digest]) {
    assert_eq!(messages.len(), digests.len(), "one digest a message");
    digest_many_with::<F, M>(None, messages, Bytes::flatten(digests));
}

/// The first bytes of the output for each of many messages: `outputs` is cut into equal pieces, one a message.
/// `None` is the implementation that is right for this machine and so many messages.
///
/// # Panics
///
/// If the length of `outputs` is no multiple of the number of messages.
pub fn digest_many_with<F: Function, M: AsRef<[u8]>>(
    implementation: Option<&'static Implementation<F::Primitive>>,
    messages: &[M],
    outputs: &mut [u8],
) {
    if messages.is_empty() {
        return;
    }
    assert_eq!(outputs.len() % messages.len(), 0, "outputs are of equal length");
    if let [message] = messages {
        let mut hasher = Message::<F>::new(implementation.unwrap_or_else(|| list::<F>().best(1)));
        hasher.update(message.as_ref());
        hasher.end(0, 0);
        return hasher.read(outputs);
    }
    let each = outputs.len() / messages.len();
    let mut lanes = Lanes::<F>::new();
    let mut next = 0;
    loop {
        // While messages wait, as many lanes as the kernel of choice takes; then those that are left.
        let waiting = messages.len() - next;
        let implementation = implementation.unwrap_or_else(|| list::<F>().best(lanes.active + waiting));
        let width = implementation.card().states.min(LANES);
        while lanes.active < width && next < messages.len() {
            lanes.start(next, messages[next].as_ref());
            next += 1;
        }
        if lanes.active == 0 {
            return;
        }
        lanes.step(implementation);
        let first_ended = lanes.part_ended();
        lanes.output(implementation, first_ended, each, outputs);
        lanes.active = first_ended;
    }
}

/// The messages that are being hashed, side by side; the first `active` entries of each array count.
struct Lanes<'m, F: Function> {
    active: usize,
    states: Wiped<[<F::Primitive as Compression>::State; LANES]>,
    places: [Place<'m>; LANES],
    tails: Wiped<[F::Tail; LANES]>,
}

/// Where a lane is in its message.
#[derive(Clone, Copy)]
struct Place<'m> {
    /// Which message it is.
    message: usize,
    /// Its whole blocks that are still to be absorbed.
    blocks: &'m [u8],
    /// What of the lane's tail is still to be absorbed after them.
    tail: (usize, usize),
}

impl<'m, F: Function> Lanes<'m, F> {
    fn new() -> Self {
        Self {
            active: 0,
            states: Wiped([F::initial(); LANES]),
            places: [Place { message: 0, blocks: &[], tail: (0, 0) }; LANES],
            tails: Wiped([Bytes::ZERO; LANES]),
        }
    }

    /// Puts a message into the next free lane.
    fn start(&mut self, message: usize, bytes: &'m [u8]) {
        let used = bytes.len() % buffer_bytes::<F>();
        let (blocks, rest) = bytes.split_at(bytes.len() - used);
        let lane = self.active;
        let tail = &mut self.tails[lane];
        *tail = Bytes::ZERO;
        tail.as_mut()[..used].copy_from_slice(rest);
        let ending = Ending { used, bits: 0, last: 0, message_bytes: bytes.len() as u64 };
        let length = F::pad(tail.as_mut(), ending);
        self.states[lane] = F::initial();
        self.places[lane] = Place { message, blocks, tail: (0, length) };
        self.active += 1;
    }

    /// Absorbs as many blocks as every lane has in one piece.
    fn step(&mut self, implementation: &Implementation<F::Primitive>) {
        let mut pieces: [&[u8]; LANES] = [&[]; LANES];
        let mut least = usize::MAX;
        for ((piece, place), tail) in pieces.iter_mut().zip(&self.places[..self.active]).zip(self.tails.iter()) {
            *piece = match place.blocks {
                [] => &tail.as_ref()[place.tail.0..place.tail.1],
                blocks => blocks,
            };
            least = least.min(piece.len());
        }
        for piece in &mut pieces[..self.active] {
            *piece = &piece[..least];
        }
        absorb::<F>(implementation, &mut self.states[..self.active], &pieces[..self.active]);
        for place in &mut self.places[..self.active] {
            match place.blocks {
                [] => place.tail.0 += least,
                blocks => place.blocks = &blocks[least..],
            }
        }
    }

    /// Moves the lanes whose message has ended behind the others; returns where they begin.
    fn part_ended(&mut self) -> usize {
        let mut first = self.active;
        for lane in (0..self.active).rev() {
            let place = &self.places[lane];
            if place.blocks.is_empty() && place.tail.0 == place.tail.1 {
                first -= 1;
                self.states.swap(lane, first);
                self.places.swap(lane, first);
                self.tails.swap(lane, first);
            }
        }
        first
    }

    /// Writes the outputs of the lanes from `first`.
    fn output(&mut self, implementation: &Implementation<F::Primitive>, first: usize, each: usize, outputs: &mut [u8]) {
        let states = &mut self.states[first..self.active];
        let places = &self.places[first..self.active];
        let mut written = 0;
        while written < each && !states.is_empty() {
            if written > 0 || F::FINISH_FIRST {
                finish::<F>(implementation, states);
            }
            let part = (each - written).min(F::PART_BYTES);
            for (state, place) in states.iter().zip(places) {
                let start = place.message * each + written;
                F::extract(state, &mut outputs[start..start + part]);
            }
            written += part;
        }
    }
}
