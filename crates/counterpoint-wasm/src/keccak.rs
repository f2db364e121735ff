//! The family Keccak: SHA-3, SHAKE, legacy Keccak, and the modes of use.

use crate::border::Kept;
use counterpoint::Messages;
use counterpoint::keccak::by_value::{ByValue, Hasher, InputError, Inputs};

/// The number of the family.
pub(crate) const FAMILY: u32 = 1;

/// A message that is absorbed in pieces.
pub(crate) type State = Hasher;

fn function(f: u32) -> ByValue {
    match ByValue::new(f as usize) {
        Some(function) => function,
        None => core::arch::wasm32::unreachable(),
    }
}

/// Returns how many bytes of the state matter to a function.
pub(crate) fn state_bytes(f: u32) -> usize {
    Hasher::bytes_in_use(function(f))
}

/// Writes the output for a message.
#[inline]
pub(crate) fn digest(f: u32, state: &Kept, message: &[u8], output: &mut [u8]) {
    let function = function(f);
    match state {
        Kept::Message(hasher) if !function.is_plain() => hasher.digest_many_into(&[message], output),
        _ => function.digest_into(message, output),
    }
}

/// Writes the outputs for many messages.
pub(crate) fn digest_many(f: u32, state: &Kept, messages: &dyn Messages, outputs: &mut [u8]) {
    let function = function(f);
    match state {
        Kept::Message(hasher) if !function.is_plain() => hasher.digest_many_into(messages, outputs),
        _ => function.digest_many_into(messages, outputs),
    }
}

/// Returns an empty message for a function with its options, or a code.
pub(crate) fn begin(f: u32, options: &[u8]) -> Result<State, u32> {
    let mut rest = options;
    let mut number = || {
        let (bytes, others) = rest.split_first_chunk().ok_or(MALFORMED)?;
        rest = others;
        Ok::<_, u32>(u32::from_le_bytes(*bytes) as usize)
    };
    let function = function(f);
    let mut inputs = Inputs::default();
    if !function.is_plain() {
        let (key, name, customization) = (number()?, number()?, number()?);
        inputs.domain = u8::try_from(number()?).unwrap_or_default();
        inputs.block_bytes = number()?;
        inputs.output_bits = number()? as u64;
        inputs.customization_bytes = customization as u64;
        let mut string = |bytes: usize| {
            let (string, others) = rest.split_at_checked(bytes).ok_or(MALFORMED)?;
            rest = others;
            Ok::<_, u32>(string)
        };
        inputs.key = string(key)?;
        inputs.function_name = string(name)?;
        // KT's customization string is a part of each message.
        inputs.customization = if function.is_tree_of_chunks() { &[] } else { string(customization)? };
    }
    function.begin(&inputs).map_err(|error| match error {
        InputError::Domain => 2,
        InputError::BlockBytes => 3,
        _ => 4,
    })
}

/// The options do not contain the strings that they announce.
const MALFORMED: u32 = 1;
