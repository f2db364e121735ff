//! KT128 and KT256, also called KangarooTwelve: TurboSHAKE over a tree with leaves of 8192 bytes. \[RFC9861\] 3.
//!
//! ```text
//!   S = message | customization | its length
//!   S up to 8192 bytes:   TurboSHAKE(S, 07)
//!   longer:               S0 | 03 00 00 00 00 00 00 00 | digest of S1 | digest of S2 ... | how many | FF FF
//!                         a leaf's digest is TurboSHAKE(Si, 0B), the whole TurboSHAKE(.., 06)
//! ```
//!
//! The final node absorbs the first chunk S0 and the leaves' digests as they become available.

use super::sha3::SpongeFunction;
use super::tree::Tree;
use super::turboshake::TurboShake;
#[cfg(feature = "std")]
use crate::algorithm::RunTasks;
#[cfg(feature = "rayon")]
use crate::algorithm::in_pool;
#[cfg(feature = "digest")]
use crate::hash::digest_traits::HalfDigest;
#[cfg(feature = "alloc")]
use crate::hash::erased::Erasable;
use crate::hash::types::extendable;
use crate::hash::{Chosen, Function, HashType, Output, Tail, hash_in_this_thread, hash_one, in_threads, named};
use crate::list::ImplementationError;
use crate::messages::{Messages, Part, by_short_parts};

/// Length of the first chunk and of each leaf in bytes.
pub(super) const CHUNK_BYTES: usize = 8192;

/// The domain bytes of TurboSHAKE: for a string in a single node, for a leaf, and for the final node of a tree.
pub(super) const SINGLE: u8 = 0x07;
pub(super) const LEAF: u8 = 0x0b;
const FINAL_NODE: u8 = 0x06;

/// The bytes between the first chunk and the leaves' digests.
const AFTER_FIRST: [u8; 8] = [3, 0, 0, 0, 0, 0, 0, 0];

/// KangarooTwelve: `RATE` bytes of rate, `DIGEST` bytes of output by default, customization `C`. \[RFC9861\] 3.
#[derive(Clone)]
#[doc(hidden)]
pub struct KangarooTwelve<const RATE: usize, const DIGEST: usize, C> {
    tree: Tree<TurboShake<RATE, DIGEST>>,
    /// Number of bytes missing from the first chunk.
    room: usize,
    customization: C,
}

/// Returns a number's bytes, most significant first (none for 0), followed by the number of these bytes.
/// \[RFC9861\] 3.3.
pub(super) fn length_encode(x: u64) -> ([u8; 9], usize) {
    let n = 8 - x.leading_zeros() / 8;
    let mut bytes = [0; 9];
    *bytes.first_chunk_mut().expect("there are 8 bytes") = x.unbounded_shl(64 - 8 * n).to_be_bytes();
    bytes[n as usize] = n as u8;
    (bytes, n as usize + 1)
}

impl<const RATE: usize, const DIGEST: usize, C: AsRef<[u8]>> KangarooTwelve<RATE, DIGEST, C> {
    pub(crate) const NAME: &'static str = match RATE {
        // names: begin, by `cargo xtask generate` from functions.toml
        168 => "kt128",
        136 => "kt256",
        // names: end
        _ => panic!("functions.toml has no such function"),
    };

    /// Returns an empty message with a customization string.
    pub(super) fn new(customization: C) -> Self {
        Self { tree: Self::tree(None), room: CHUNK_BYTES, customization }
    }

    /// Like [`Self::new`], with the named implementation.
    fn with_implementation(name: &str, customization: C) -> Result<Self, ImplementationError> {
        let tree = Self::tree(named::<TurboShake<RATE, DIGEST>>(name)?);
        Ok(Self { tree, room: CHUNK_BYTES, customization })
    }

    fn tree(implementation: Chosen<TurboShake<RATE, DIGEST>>) -> Tree<TurboShake<RATE, DIGEST>> {
        Tree::new(implementation, TurboShake { domain: SINGLE }, TurboShake { domain: LEAF }, CHUNK_BYTES)
    }

    fn update(&mut self, data: &[u8]) {
        append(&mut self.tree, &mut self.room, data, Tree::update);
    }

    #[cfg(feature = "std")]
    fn update_in_tasks(&mut self, data: &[u8], run: &RunTasks<'_>) {
        append(&mut self.tree, &mut self.room, data, |tree, data| tree.update_in_tasks(data, run));
    }

    fn reset(&mut self) {
        self.tree = Self::tree(self.tree.implementation());
        self.room = CHUNK_BYTES;
    }

    /// Ends the message, and returns its output.
    fn ended(mut self) -> Output<TurboShake<RATE, DIGEST>> {
        self.end();
        self.tree.final_node.into_output()
    }

    /// Like [`Self::ended`], for a message that is reset afterwards.
    #[cfg(feature = "digest")]
    fn end_in_place(&mut self) -> &Output<TurboShake<RATE, DIGEST>> {
        self.end();
        self.tree.final_node.output()
    }

    /// Ends the message by appending the end of S: the customization string and its length.
    fn end(&mut self) {
        let Self { tree, room, customization } = self;
        let customization = customization.as_ref();
        append(tree, room, customization, Tree::update);
        end(tree, room, customization.len() as u64);
    }

    /// Writes the first bytes of the output for another message.
    fn one(&self, message: &[u8], out: &mut [u8]) {
        Self::one_by(self.tree.implementation(), self.customization.as_ref(), message, out);
    }

    /// Writes the first bytes of the output for each of many other messages.
    fn many(&self, messages: &dyn Messages, outputs: &mut [u8]) {
        assert!(outputs.len().checked_rem(messages.count()).unwrap_or(0) == 0, "outputs are of equal length");
        let (implementation, customization) = (self.tree.implementation(), self.customization.as_ref());
        in_threads(messages, outputs, RATE, |messages, outputs| {
            Self::in_this_thread(implementation, customization, messages, outputs);
        });
    }

    /// Writes the outputs for many messages: short ones are hashed together, longer ones one after the other.
    fn in_this_thread(
        implementation: Chosen<TurboShake<RATE, DIGEST>>,
        customization: &[u8],
        messages: &dyn Messages,
        outputs: &mut [u8],
    ) {
        if messages.count() == 1 {
            return Self::one_by(implementation, customization, messages.message(0), outputs);
        }
        let each = outputs.len().checked_div(messages.count()).unwrap_or(0);
        let short = Short::<RATE, DIGEST>::new(customization);
        let is_short = |message: &[u8]| short.as_ref().is_some_and(|short| short.has_room_for(message));
        by_short_parts(messages, is_short, |part, is_short| {
            let outputs = &mut outputs[part.start * each..part.end * each];
            match &short {
                Some(short) if is_short => {
                    hash_in_this_thread(short, implementation, &Part::new(messages, part), outputs);
                }
                _ => Self::in_tree(implementation, customization, messages.message(part.start), outputs),
            }
        });
    }

    /// Writes the output for one message.
    fn one_by(
        implementation: Chosen<TurboShake<RATE, DIGEST>>,
        customization: &[u8],
        message: &[u8],
        output: &mut [u8],
    ) {
        match Short::<RATE, DIGEST>::new(customization) {
            Some(short) if short.has_room_for(message) => hash_one(&short, implementation, message, output),
            _ => Self::in_tree(implementation, customization, message, output),
        }
    }

    /// Writes the output for a message of any length.
    #[inline(never)]
    fn in_tree(
        implementation: Chosen<TurboShake<RATE, DIGEST>>,
        customization: &[u8],
        message: &[u8],
        output: &mut [u8],
    ) {
        let tree = Self::tree(implementation);
        let mut hasher = KangarooTwelve { tree, room: CHUNK_BYTES, customization };
        hasher.update(message);
        hasher.end();
        hasher.tree.final_node.read(output);
    }
}

/// TurboSHAKE, whose domain byte changes when a string turns out to be longer than a single node.
pub(super) trait Node: Function {
    /// Returns the domain byte.
    fn domain(&mut self) -> &mut u8;
}

impl<const RATE: usize, const DIGEST: usize> Node for TurboShake<RATE, DIGEST> {
    #[inline(always)]
    fn domain(&mut self) -> &mut u8 {
        &mut self.domain
    }
}

/// Appends to S: to the first chunk until its missing `room` bytes are filled, then to the leaves.
pub(super) fn append<F: Node>(
    tree: &mut Tree<F>,
    room: &mut usize,
    data: &[u8],
    to_leaves: impl FnOnce(&mut Tree<F>, &[u8]),
) {
    let (first, rest) = data.split_at(data.len().min(*room));
    tree.final_node.update(first);
    *room -= first.len();
    // A string that ends with the first chunk has no leaves.
    if rest.is_empty() {
        return;
    }
    if tree.is_empty() {
        *tree.final_node.function_mut().domain() = FINAL_NODE;
        tree.final_node.update(&AFTER_FIRST);
    }
    to_leaves(tree, rest);
}

/// Ends S, to which the message and a customization string of this length have been appended.
pub(super) fn end<F: Node>(tree: &mut Tree<F>, room: &mut usize, customization_bytes: u64) {
    let (length, bytes) = length_encode(customization_bytes);
    append(tree, room, &length[..bytes], Tree::update);
    if !tree.is_empty() {
        let (leaves, bytes) = length_encode(tree.end(0, 0));
        tree.final_node.update(&leaves[..bytes]);
        tree.final_node.update(&[0xff, 0xff]);
    }
    tree.final_node.end(0, 0);
}

/// The customization string is not wiped: it is not secret.
#[cfg(feature = "zeroize")]
impl<const RATE: usize, const DIGEST: usize, C> zeroize::ZeroizeOnDrop for KangarooTwelve<RATE, DIGEST, C> {}

impl<const RATE: usize, const DIGEST: usize, C> HashType for KangarooTwelve<RATE, DIGEST, C> {
    type Function = TurboShake<RATE, DIGEST>;
}

extendable! {
    {
        // kt: begin, by `cargo xtask generate` from functions.toml
        /// KT128 (KangarooTwelve): output of any length, and the fastest function here for long messages.
        /// \[RFC9861\] 3.
        ///
        /// ```
        /// use counterpoint::Kt128;
        ///
        /// let mut hasher = Kt128::new(b"my protocol");
        /// hasher.update(b"ab");
        /// hasher.update(b"c");
        /// let mut output = [0; 32];
        /// hasher.finalize().read(&mut output);
        ///
        /// let function = Kt128::new(b"");
        /// function.digest_into(b"abc", &mut output);
        /// assert_eq!(output[..4], [0xab, 0x17, 0x4f, 0x32]);
        /// let mut outputs = [0; 3 * 32];
        /// function.digest_many_into(&["many", "other", "messages"], &mut outputs);
        /// ```
        ///
        /// Message, customization string and output can have any length; shorter outputs are prefixes of longer ones. A
        /// long piece of a message is hashed directly from the caller's slice, with as many leaves at once as is best
        /// for this machine; with the feature `rayon`, `update_in_threads` also uses all threads. Security strength:
        /// 128 bits for an output of 32 bytes or more.
        Kt128<C = &'static [u8]> = KangarooTwelve<168, 32, C>;
        /// KT256: like [`Kt128`], with a security strength of 256 bits for an output of 64 bytes or more.
        /// \[RFC9861\] 3.
        Kt256<C = &'static [u8]> = KangarooTwelve<136, 64, C>;
        // kt: end
    }
    impl {
        /// Returns an empty message with a customization string, which is kept until the message ends.
        #[inline]
        #[must_use]
        pub fn new(customization: C) -> Self {
            Self(KangarooTwelve::new(customization))
        }

        /// [`Self::new`] with the named implementation of Keccak-p\[1600\].
        ///
        /// # Errors
        ///
        /// If there is no such implementation, or if this machine can't run it.
        #[inline]
        pub fn with_implementation(name: &str, customization: C) -> Result<Self, ImplementationError> {
            KangarooTwelve::with_implementation(name, customization).map(Self)
        }

        /// [`Self::update`], with full leaves hashed by all threads of the current `rayon` pool.
        #[cfg(feature = "rayon")]
        pub fn update_in_threads(&mut self, data: impl AsRef<[u8]>) {
            self.0.update_in_tasks(data.as_ref(), &in_pool);
        }
    }
    #[cfg(feature = "digest")]
    impl digest::HashMarker {}
    #[cfg(feature = "digest")]
    impl digest::CollisionResistance {
        type CollisionResistance = HalfDigest<Self>;
    }
}

#[cfg(all(feature = "digest", feature = "alloc"))]
impl digest::CustomizedInit for Kt128<alloc::boxed::Box<[u8]>> {
    fn new_customized(customization: &[u8]) -> Self {
        Self::new(customization.into())
    }
}

#[cfg(all(feature = "digest", feature = "alloc"))]
impl digest::CustomizedInit for Kt256<alloc::boxed::Box<[u8]>> {
    fn new_customized(customization: &[u8]) -> Self {
        Self::new(customization.into())
    }
}

/// Room for a short end of S: a customization string of up to 63 bytes, and 9 bytes for its encoded length.
const SHORT_BYTES: usize = 72;

/// KangarooTwelve for messages that fit into one node together with a short customization string. Many such messages
/// are hashed at once.
#[derive(Clone)]
struct Short<const RATE: usize, const DIGEST: usize> {
    /// The bytes that follow the message.
    end: [u8; SHORT_BYTES],
    length: usize,
}

impl<const RATE: usize, const DIGEST: usize> Short<RATE, DIGEST> {
    /// Returns the function for a customization string, if the string is short.
    #[must_use]
    fn new(customization: &[u8]) -> Option<Self> {
        let (encoded, bytes) = length_encode(customization.len() as u64);
        let mut end = [0; SHORT_BYTES];
        let (string, rest) = end.split_at_mut_checked(customization.len())?;
        string.copy_from_slice(customization);
        rest.first_chunk_mut().map(|rest| *rest = encoded)?;
        Some(Self { end, length: customization.len() + bytes })
    }

    /// Whether the message fits into one node.
    #[inline]
    fn has_room_for(&self, message: &[u8]) -> bool {
        message.len() <= CHUNK_BYTES - self.length
    }
}

impl<const RATE: usize, const DIGEST: usize> SpongeFunction for Short<RATE, DIGEST> {
    type Block = [u8; RATE];
    type PaddedTail = [u8; 2 * 168];
    type Digest = [u8; DIGEST];
    const NAME: &'static str = KangarooTwelve::<RATE, DIGEST, &'static [u8]>::NAME;
    const ROUNDS: usize = 12;

    #[inline]
    fn append(&self, padded: &mut [u8], tail: &mut Tail) {
        padded[tail.used..][..self.length].copy_from_slice(&self.end[..self.length]);
        tail.used += self.length;
    }
    /// Avoids a copy of all bytes, whose cost would show for short messages.
    #[inline]
    fn appended(&self) -> Option<(u64, usize)> {
        (self.length < 8).then_some((u64::from_le_bytes(*self.end.first_chunk()?), self.length))
    }
    #[inline]
    fn suffix(&self) -> u8 {
        SINGLE
    }
}

#[cfg(feature = "alloc")]
impl<const RATE: usize, const DIGEST: usize, C> Erasable for KangarooTwelve<RATE, DIGEST, C>
where
    C: AsRef<[u8]> + Clone + Send + Sync + 'static,
{
    type Base = TurboShake<RATE, DIGEST>;
    type Message = Self;
    const NAME: &'static str = Self::NAME;
    const EXTENDABLE: bool = true;
    const WHOLE_BYTES: bool = true;

    fn message(&self, implementation: Chosen<Self::Base>) -> Self {
        Self { tree: Self::tree(implementation), room: CHUNK_BYTES, customization: self.customization.clone() }
    }
    fn digest_bits(&self) -> u64 {
        8 * DIGEST as u64
    }
    fn leaf_bytes(&self) -> Option<usize> {
        Some(CHUNK_BYTES)
    }
    fn reset(message: &mut Self, implementation: Chosen<Self::Base>) {
        *message = Erasable::message(message, implementation);
    }
    fn update(message: &mut Self, data: &[u8]) {
        message.update(data);
    }
    #[cfg(feature = "std")]
    fn update_in_tasks(message: &mut Self, data: &[u8], run: &RunTasks<'_>) {
        message.update_in_tasks(data, run);
    }
    fn finalize(message: &mut Self, _: u8, _: u32) {
        message.end();
    }
    fn read(message: &mut Self, out: &mut [u8]) {
        message.tree.final_node.read(out);
    }
    fn hash(&self, implementation: Chosen<Self::Base>, messages: &dyn Messages, outputs: &mut [u8]) {
        Self::in_this_thread(implementation, self.customization.as_ref(), messages, outputs);
    }
}

#[cfg(test)]
mod tests {
    use super::length_encode;

    #[test]
    fn lengths_are_as_short_as_can_be() {
        for (x, encoded) in [
            (0, &[0][..]),
            (12, &[12, 1]),
            (256, &[1, 0, 2]),
            (65538, &[1, 0, 2, 3]),
            (1 << 29, &[0x20, 0, 0, 0, 4]),
            (1 << 32, &[1, 0, 0, 0, 0, 5]),
            (1 << 61, &[0x20, 0, 0, 0, 0, 0, 0, 0, 8]),
        ] {
            let (bytes, length) = length_encode(x);
            assert_eq!(bytes[..length], *encoded, "{x}");
        }
    }
}
