//! The family Keccak: SHA-3, SHAKE, legacy Keccak, and the functions built on them.

use crate::exports::MALFORMED;
use counterpoint::Messages;
use counterpoint::keccak::by_value::{ByValue, ByValueHasher, InputError, Inputs};

/// The number of the family.
pub(crate) const FAMILY: u32 = 1;
/// The length of the buffer.
pub(crate) const BUFFER_BYTES: usize = 1 << 16;

/// A message absorbed in pieces.
#[repr(transparent)]
pub(crate) struct State(ByValueHasher);

fn function(f: u32) -> ByValue {
    match ByValue::new(f as usize) {
        Some(function) => function,
        None => core::arch::wasm32::unreachable(),
    }
}

/// Returns how many bytes of the state a function uses.
pub(crate) fn state_bytes(f: u32) -> usize {
    ByValueHasher::bytes_in_use(function(f))
}

/// Writes the output for a message. If the function takes options, they come from the state. Returns whether this used
/// much of the stack.
#[inline]
pub(crate) fn digest(f: u32, state: Option<&State>, message: &[u8], output: &mut [u8]) -> bool {
    let function = function(f);
    if function.is_plain() {
        function.digest_into(message, output);
    } else {
        with_options(state).digest_many_into(&[message], output);
    }
    !function.is_plain()
}

/// Like [`digest`], for many messages.
pub(crate) fn digest_many(f: u32, state: Option<&State>, messages: &dyn Messages, outputs: &mut [u8]) {
    let function = function(f);
    if function.is_plain() {
        function.digest_many_into(messages, outputs);
    } else {
        with_options(state).digest_many_into(messages, outputs);
    }
}

fn with_options(state: Option<&State>) -> &ByValueHasher {
    match state {
        Some(State(hasher)) => hasher,
        None => core::arch::wasm32::unreachable(),
    }
}

/// Returns an empty message for a function with its options, or an error code.
pub(crate) fn begin(f: u32, options: &[u8]) -> Result<State, u32> {
    let function = function(f);
    let inputs = if function.is_plain() { Inputs::default() } else { inputs(function, options).ok_or(MALFORMED)? };
    function.begin(&inputs).map(State).map_err(|error| match error {
        InputError::Domain => 2,
        InputError::BlockBytes => 3,
        _ => 4,
    })
}

/// Reads the options: the lengths of key, function name and customization string, the domain byte, the block length,
/// the output length in bits; then the strings.
fn inputs(function: ByValue, options: &[u8]) -> Option<Inputs<'_>> {
    let (numbers, mut rest) = options.split_first_chunk::<{ 6 * 4 }>()?;
    let number =
        |n: usize| u32::from_le_bytes([numbers[4 * n], numbers[4 * n + 1], numbers[4 * n + 2], numbers[4 * n + 3]]);
    let mut string = |bytes: u32| {
        let (string, others) = rest.split_at_checked(bytes as usize)?;
        rest = others;
        Some(string)
    };
    let mut inputs = Inputs::default();
    inputs.key = string(number(0))?;
    inputs.function_name = string(number(1))?;
    inputs.customization_bytes = u64::from(number(2));
    // KT's customization string is part of each message.
    inputs.customization = string(if function.is_tree_of_chunks() { 0 } else { number(2) })?;
    inputs.domain = u8::try_from(number(3)).unwrap_or_default();
    inputs.block_bytes = number(4) as usize;
    inputs.output_bits = u64::from(number(5));
    Some(inputs)
}

/// Returns the message written by [`State::save`].
pub(crate) fn load(f: u32, saved: &[u8]) -> Option<State> {
    function(f).load(saved).map(State)
}

impl State {
    pub(crate) fn update(&mut self, data: &[u8]) {
        self.0.update(data);
    }
    pub(crate) fn begin_element(&mut self, bytes: u32) {
        self.0.begin_element(u64::from(bytes));
    }
    pub(crate) fn finalize(&mut self) {
        self.0.finalize();
    }
    pub(crate) fn read(&mut self, output: &mut [u8]) {
        self.0.read(output);
    }
    /// Writes the message to `output`. Returns the length of this form, or 0 if the function can't be saved.
    pub(crate) fn save(&self, output: &mut [u8]) -> usize {
        self.0.save(output).unwrap_or_default()
    }
    /// Whether calls use much of the stack.
    pub(crate) fn is_deep(&self) -> bool {
        self.0.is_tree()
    }
}
