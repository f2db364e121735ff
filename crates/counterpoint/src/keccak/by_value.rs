//! One type for every hash function of the family: what distinguishes them is data, so the code exists only once.
//!
//! The library's other types, such as [`Sha3_256`](crate::Sha3_256), fix rate and suffix at compile time, and the
//! compiler generates code for each of them. That is fastest, but for 28 functions it is also large. Programs that must
//! be small, such as WebAssembly for browsers, instead use one type whose fields are rate, rounds, suffix, start state
//! and appended bytes. Since most of the time goes into the permutation, this costs only a few nanoseconds per message.

use super::kangarootwelve::{self, CHUNK_BYTES, LEAF, Node, SINGLE, length_encode};
use super::primitive::Parameters;
use super::sha3::{SpongeFunction, append_bytes};
use super::sp800_185::encode::{CSHAKE, Encoded, SHAKE, State, bits, right_encode};
use super::sp800_185::{cshake, parallel_hash, tuple_hash};
use super::tree::Tree;
use crate::hash::saved::LittleEndian;
use crate::hash::{Message, Tail, hash_in_this_thread, hash_one};
use crate::messages::Messages;
use crate::wipe::Wiped;
use core::mem::offset_of;

/// The highest rate in bytes.
const MOST_RATE: usize = 168;

/// A sponge over Keccak-p\[1600\], described by its fields.
#[derive(Clone)]
struct Sponge {
    permutation: Parameters,
    suffix: u8,
    digest_bytes: usize,
    /// The bytes between a message and the suffix.
    appended: Encoded,
    /// The state before a message. It is not optional, so every byte of a value is written, and wiped.
    start: Wiped<State>,
}

impl Sponge {
    /// Absorbs strings before every message, like cSHAKE.
    fn absorb(&mut self, strings: &[(&[u8], u64)]) {
        self.start = cshake::padded(self.clone(), strings);
        self.suffix = CSHAKE;
    }
}

impl SpongeFunction for Sponge {
    type Block = [u8; MOST_RATE];
    type PaddedTail = [u8; 2 * MOST_RATE];
    type Digest = [u8; 64];
    const NAME: &'static str = "keccak";

    fn rate_bytes(&self) -> usize {
        // The bounds are those of `Description::new`; they show the compiler that a block fits into its buffer.
        self.permutation.rate_and_rounds().0.clamp(8, MOST_RATE)
    }
    fn permutation(&self) -> Parameters {
        self.permutation
    }
    fn start(&self) -> &State {
        &self.start
    }
    fn append(&self, padded: &mut [u8], tail: &mut Tail) {
        append_bytes(self.appended.as_ref(), padded, tail);
    }
    fn appended(&self) -> Option<(u64, usize)> {
        self.appended.first_word()
    }
    fn suffix(&self) -> u8 {
        self.suffix
    }
    fn digest_bits(&self) -> u64 {
        8 * self.digest_bytes as u64
    }
}

impl Node for Sponge {
    fn domain(&mut self) -> &mut u8 {
        &mut self.suffix
    }
}

/// The kind of function built on a sponge.
// No variant is 0, so an `Option<ByValueHasher>` of zeros is never `Some`.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
enum Mode {
    /// The sponge itself.
    Plain = 1,
    CShake,
    Kmac,
    TupleHash,
    ParallelHash,
    TurboShake,
    KangarooTwelve,
}

/// A function of the family.
#[derive(Clone, Copy)]
struct Description {
    permutation: Parameters,
    suffix: u8,
    digest_bytes: u8,
    extendable: bool,
    mode: Mode,
}

impl Description {
    /// Returns a description. Descriptions are constants, so one with an invalid rate does not compile.
    const fn new(mode: Mode, rate_bytes: usize, suffix: u8, digest_bytes: u8, extendable: bool) -> Self {
        assert!(8 <= rate_bytes && rate_bytes <= MOST_RATE, "a block fits into the buffer");
        let rounds = if matches!(mode, Mode::TurboShake | Mode::KangarooTwelve) { 12 } else { 24 };
        let permutation = Parameters::new::<u64>(rate_bytes, rounds).expect("a rate is whole lanes");
        Self { permutation, suffix, digest_bytes, extendable, mode }
    }

    /// Returns the description of a sponge whose only input is the message.
    const fn plain(rate_bytes: u8, suffix: u8, digest_bytes: u8, extendable: bool) -> Self {
        Self::new(Mode::Plain, rate_bytes as usize, suffix, digest_bytes, extendable)
    }

    /// Returns the description of a mode by its security strength, 128 or 256 bits.
    const fn mode(mode: Mode, strength: usize, extendable: bool) -> Self {
        Self::new(mode, 200 - strength / 4, SHAKE, (strength / 4) as u8, extendable)
    }

    /// Returns the sponge without any input.
    fn sponge(&self) -> Sponge {
        Sponge {
            permutation: self.permutation,
            suffix: self.suffix,
            digest_bytes: usize::from(self.digest_bytes),
            appended: Encoded::NOTHING,
            start: Wiped([0; 25]),
        }
    }
}

/// The functions by their numbers in the WebAssembly module's interface.
macro_rules! functions {
    ($($number:literal => $make:ident($($argument:expr),+);)+) => {
        const FUNCTIONS: &[(usize, Description)] = &[$(($number, Description::$make($($argument),+))),+];
    };
}

functions! {
    // functions: begin, by `cargo xtask generate` from functions.toml
    0 => plain(144, 0x06, 28, false); // sha3-224
    1 => plain(136, 0x06, 32, false); // sha3-256
    2 => plain(104, 0x06, 48, false); // sha3-384
    3 => plain(72, 0x06, 64, false); // sha3-512
    4 => plain(168, 0x1f, 32, true); // shake128
    5 => plain(136, 0x1f, 64, true); // shake256
    6 => plain(144, 0x01, 28, false); // keccak224
    7 => plain(136, 0x01, 32, false); // keccak256
    8 => plain(104, 0x01, 48, false); // keccak384
    9 => plain(72, 0x01, 64, false); // keccak512
    10 => mode(Mode::CShake, 128, true); // cshake128
    11 => mode(Mode::CShake, 256, true); // cshake256
    12 => mode(Mode::Kmac, 128, false); // kmac128
    13 => mode(Mode::Kmac, 256, false); // kmac256
    14 => mode(Mode::Kmac, 128, true); // kmacxof128
    15 => mode(Mode::Kmac, 256, true); // kmacxof256
    16 => mode(Mode::TupleHash, 128, false); // tuplehash128
    17 => mode(Mode::TupleHash, 256, false); // tuplehash256
    18 => mode(Mode::TupleHash, 128, true); // tuplehashxof128
    19 => mode(Mode::TupleHash, 256, true); // tuplehashxof256
    20 => mode(Mode::ParallelHash, 128, false); // parallelhash128
    21 => mode(Mode::ParallelHash, 256, false); // parallelhash256
    22 => mode(Mode::ParallelHash, 128, true); // parallelhashxof128
    23 => mode(Mode::ParallelHash, 256, true); // parallelhashxof256
    24 => mode(Mode::TurboShake, 128, true); // turboshake128
    25 => mode(Mode::TurboShake, 256, true); // turboshake256
    26 => mode(Mode::KangarooTwelve, 128, true); // kt128
    27 => mode(Mode::KangarooTwelve, 256, true); // kt256
    // functions: end
}

/// One more than the highest number.
const NUMBERS: usize = {
    let (mut numbers, mut i) = (0, 0);
    while i < FUNCTIONS.len() {
        if FUNCTIONS[i].0 >= numbers {
            numbers = FUNCTIONS[i].0 + 1;
        }
        i += 1;
    }
    numbers
};

/// The functions, indexed by number.
static BY_NUMBER: [Option<Description>; NUMBERS] = {
    let mut by_number = [None; NUMBERS];
    let mut i = 0;
    while i < FUNCTIONS.len() {
        let (number, description) = FUNCTIONS[i];
        by_number[number] = Some(description);
        i += 1;
    }
    by_number
};

/// A hash function of the family, not yet given any inputs.
#[derive(Clone, Copy)]
pub struct ByValue(&'static Description);

/// The inputs of a function besides the message. A function ignores those that it does not take.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct Inputs<'a> {
    /// KMAC's key.
    pub key: &'a [u8],
    /// cSHAKE's function name.
    pub function_name: &'a [u8],
    /// The customization string of cSHAKE, KMAC, TupleHash and ParallelHash.
    pub customization: &'a [u8],
    /// The length in bytes of KT's customization string, which the caller appends to each message.
    pub customization_bytes: u64,
    /// TurboSHAKE's domain byte.
    pub domain: u8,
    /// The length of ParallelHash's blocks, in bytes.
    pub block_bytes: usize,
    /// The length of the output of KMAC, TupleHash and ParallelHash, in bits.
    pub output_bits: u64,
}

/// What is wrong with the inputs of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum InputError {
    /// The domain byte is not one of 01 to 7F.
    Domain,
    /// The block length is 0.
    BlockBytes,
    /// The output length is 0.
    OutputBits,
}

impl ByValue {
    /// The number of functions.
    pub const COUNT: usize = FUNCTIONS.len();

    /// Returns the function with this number in the WebAssembly module's interface.
    #[must_use]
    pub fn new(number: usize) -> Option<Self> {
        BY_NUMBER.get(number)?.as_ref().map(Self)
    }

    /// Returns the length of the digest, or of the default output, in bytes.
    #[must_use]
    pub fn digest_bytes(self) -> usize {
        usize::from(self.0.digest_bytes)
    }

    /// Whether the message is the function's only input.
    #[must_use]
    #[inline]
    pub fn is_plain(self) -> bool {
        self.0.mode == Mode::Plain
    }

    /// Whether the caller appends the customization string to each message.
    #[must_use]
    pub fn is_tree_of_chunks(self) -> bool {
        self.0.mode == Mode::KangarooTwelve
    }

    /// Writes the output for a message. The function must be [plain](Self::is_plain).
    #[inline]
    pub fn digest_into(self, message: &[u8], out: &mut [u8]) {
        hash_one(&self.0.sponge(), None, message, out);
    }

    /// [`Self::digest_into`] for many messages.
    pub fn digest_many_into(self, messages: &dyn Messages, outputs: &mut [u8]) {
        if messages.count() > 0 {
            hash_in_this_thread(&self.0.sponge(), None, messages, outputs);
        }
    }

    /// Returns an empty message.
    ///
    /// # Errors
    ///
    /// If an input that the function takes has an invalid value.
    pub fn begin(self, inputs: &Inputs<'_>) -> Result<ByValueHasher, InputError> {
        let mode = self.0.mode;
        let (mut function, mut leaf) = (self.0.sponge(), self.0.sponge());
        let (mut name, mut leaf_bytes, mut output_bits): (&[u8], _, _) = (b"", 1, 0);
        match mode {
            Mode::Plain => {}
            Mode::CShake => name = inputs.function_name,
            Mode::Kmac => name = b"KMAC",
            Mode::TupleHash => name = b"TupleHash",
            Mode::ParallelHash => (name, leaf_bytes) = (b"ParallelHash", inputs.block_bytes),
            Mode::TurboShake => function.suffix = inputs.domain,
            Mode::KangarooTwelve => (function.suffix, leaf.suffix, leaf_bytes) = (SINGLE, LEAF, CHUNK_BYTES),
        }
        if !(0x01..=0x7f).contains(&function.suffix) {
            return Err(InputError::Domain);
        }
        if leaf_bytes == 0 {
            return Err(InputError::BlockBytes);
        }
        if self.counts_output() {
            output_bits = inputs.output_bits;
            if output_bits == 0 {
                return Err(InputError::OutputBits);
            }
        }
        let customizable = !matches!(mode, Mode::Plain | Mode::TurboShake | Mode::KangarooTwelve);
        if customizable && !(name.is_empty() && inputs.customization.is_empty()) {
            function.absorb(&cshake::names(name, inputs.customization));
        }
        if mode == Mode::Kmac {
            function.absorb(&[(inputs.key, bits(inputs.key))]);
            function.appended = right_encode(output_bits);
        }
        let mut hasher = ByValueHasher::new(mode, Tree::new(None, function, leaf, leaf_bytes));
        (hasher.output_bits, hasher.customization_bytes) = (output_bits, inputs.customization_bytes);
        if mode == Mode::ParallelHash {
            parallel_hash::begin(&mut hasher.tree);
        }
        Ok(hasher)
    }

    /// Returns the message saved by [`ByValueHasher::save`], or `None` if `save` can't have written these bytes.
    #[must_use]
    pub fn load(self, saved: &[u8]) -> Option<ByValueHasher> {
        let mode = self.0.mode;
        let mut function = self.0.sponge();
        if saved.len() != saved_bytes(mode, function.rate_bytes())? {
            return None;
        }
        let mut inputs = saved.get(200 + function.rate_bytes() + 8..)?;
        if mode == Mode::CShake {
            function.start.read(&mut inputs);
        }
        if mode != Mode::Plain {
            function.suffix.read(&mut inputs);
        }
        let valid = match mode {
            Mode::CShake => function.suffix == CSHAKE || function.suffix == SHAKE && *function.start() == [0; 25],
            _ => (0x01..=0x7f).contains(&function.suffix),
        };
        if !valid || inputs.iter().any(|&byte| byte != 0) {
            return None;
        }
        let mut hasher = ByValueHasher::new(mode, Tree::new(None, function, self.0.sponge(), 1));
        hasher.message().load(saved)?;
        Some(hasher)
    }

    /// Whether the length of the output is part of the computation.
    fn counts_output(self) -> bool {
        !self.0.extendable && matches!(self.0.mode, Mode::Kmac | Mode::TupleHash | Mode::ParallelHash)
    }
}

/// A message of any function.
// The fields that only trees need come last.
#[derive(Clone)]
#[repr(C)]
pub struct ByValueHasher {
    mode: Mode,
    /// The length of the output in bits if it is part of the computation, otherwise 0.
    output_bits: u64,
    /// The number of bytes missing from KT's first chunk.
    room: usize,
    customization_bytes: u64,
    tree: Tree<Sponge>,
}

// The fields that may contain secrets wipe themselves.
#[cfg(feature = "zeroize")]
impl zeroize::ZeroizeOnDrop for ByValueHasher {}

/// Returns the length of a saved message in bytes, or `None` if the mode has no format for it.
fn saved_bytes(mode: Mode, rate_bytes: usize) -> Option<usize> {
    let inputs = match mode {
        Mode::Plain => 0,
        // The start, the suffix, and zeros up to a whole word.
        Mode::CShake => 200 + 16,
        Mode::TurboShake => 1,
        _ => return None,
    };
    Some(200 + rate_bytes + 8 + inputs)
}

impl ByValueHasher {
    fn new(mode: Mode, tree: Tree<Sponge>) -> Self {
        Self { mode, output_bits: 0, room: CHUNK_BYTES, customization_bytes: 0, tree }
    }

    /// Whether the function hashes a tree. Its calls use more stack than those of other functions.
    #[must_use]
    pub fn is_tree(&self) -> bool {
        matches!(self.mode, Mode::ParallelHash | Mode::KangarooTwelve)
    }

    /// Returns how many bytes at the beginning of a value the function uses.
    #[must_use]
    pub fn bytes_in_use(function: ByValue) -> usize {
        match function.0.mode {
            Mode::ParallelHash | Mode::KangarooTwelve => size_of::<Self>(),
            _ => offset_of!(Self, tree) + Tree::<Sponge>::BYTES_BEFORE_LEAVES,
        }
    }

    fn message(&mut self) -> &mut Message<Sponge> {
        &mut self.tree.final_node
    }

    /// Appends to the message, or to the element of a tuple.
    pub fn update(&mut self, data: &[u8]) {
        match self.mode {
            Mode::ParallelHash => self.tree.update(data),
            Mode::KangarooTwelve => kangarootwelve::append(&mut self.tree, &mut self.room, data, Tree::update),
            _ => self.message().update(data),
        }
    }

    /// Begins an element of a tuple.
    pub fn begin_element(&mut self, bytes: u64) {
        tuple_hash::begin_element(self.message(), bytes);
    }

    /// Ends the message.
    pub fn finalize(&mut self) {
        let output_bits = self.output_bits;
        match self.mode {
            Mode::TupleHash => tuple_hash::end(self.message(), output_bits),
            Mode::ParallelHash => parallel_hash::end(&mut self.tree, 0, 0, output_bits),
            Mode::KangarooTwelve => kangarootwelve::end(&mut self.tree, &mut self.room, self.customization_bytes),
            _ => self.message().end(0, 0),
        }
    }

    /// Writes the state of an unfinished message, in the format of the trait `SerializableState` of the crate `digest`,
    /// and returns its length. Returns `None` if the function has no such format (KMAC, TupleHash, ParallelHash, KT) or
    /// if `out` is too short.
    pub fn save(&self, out: &mut [u8]) -> Option<usize> {
        let sponge = self.tree.final_node.function();
        let out = out.get_mut(..saved_bytes(self.mode, sponge.rate_bytes())?)?;
        out.fill(0);
        let length = out.len();
        let mut rest = self.tree.final_node.save(out);
        if self.mode == Mode::CShake {
            sponge.start().write(&mut rest);
        }
        if self.mode != Mode::Plain {
            sponge.suffix.write(&mut rest);
        }
        Some(length)
    }

    /// Reads the next bytes of the output.
    pub fn read(&mut self, out: &mut [u8]) {
        self.message().read(out);
    }

    /// Writes the outputs for many messages, using the function and inputs of this empty message. `outputs` is divided
    /// into equal pieces. TupleHash hashes each message as a tuple of one element.
    pub fn digest_many_into(&self, messages: &dyn Messages, outputs: &mut [u8]) {
        let count = messages.count();
        if count == 0 {
            return;
        }
        let sponge = self.tree.final_node.function();
        let all_at_once = match self.mode {
            Mode::TupleHash | Mode::ParallelHash => None,
            Mode::KangarooTwelve => {
                let (bytes, length) = length_encode(self.customization_bytes);
                let fits = |index| messages.message(index).len() + length <= CHUNK_BYTES;
                (0..count).all(fits).then(|| Sponge { appended: Encoded::new(bytes, length), ..sponge.clone() })
            }
            _ => Some(sponge.clone()),
        };
        if let Some(sponge) = all_at_once {
            return hash_in_this_thread(&sponge, None, messages, outputs);
        }
        let each = outputs.len() / count;
        for index in 0..count {
            let mut hasher = self.clone();
            let message = messages.message(index);
            if self.mode == Mode::TupleHash {
                hasher.begin_element(message.len() as u64);
            }
            hasher.update(message);
            hasher.finalize();
            hasher.read(&mut outputs[index * each..][..each]);
        }
    }
}
