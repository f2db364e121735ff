//! What JavaScript calls.

use crate::border::{Border, Kept, address, call};
use crate::family;
use crate::rows::{Ends, Equal};

/// Returns the version: major, minor and patch, in 16, 8 and 8 bits.
#[unsafe(no_mangle)]
extern "C" fn version() -> u32 {
    const fn number(text: &str) -> u32 {
        let (mut number, mut i) = (0, 0);
        while i < text.len() {
            number = 10 * number + (text.as_bytes()[i] - b'0') as u32;
            i += 1;
        }
        number
    }
    const {
        number(env!("CARGO_PKG_VERSION_MAJOR")) << 16
            | number(env!("CARGO_PKG_VERSION_MINOR")) << 8
            | number(env!("CARGO_PKG_VERSION_PATCH"))
    }
}

/// Returns the number of the family.
#[unsafe(no_mangle)]
extern "C" fn family() -> u32 {
    family::FAMILY
}

/// Exports that return where a part of the shared memory is.
macro_rules! addresses {
    ($($field:ident)+) => {$(
        #[unsafe(no_mangle)]
        extern "C" fn $field() -> usize {
            address() as usize + core::mem::offset_of!(Border, $field)
        }
    )+};
}
addresses!(buffer output offsets state);

/// Returns the number of bytes of a state.
#[unsafe(no_mangle)]
extern "C" fn state_bytes(f: u32) -> usize {
    Kept::BYTES_BEFORE + family::state_bytes(f)
}

/// Exports: the work on the shared memory, which is a function of its own, so that nothing is on the stack when it is
/// wiped. The work returns the export's result, and whether it used much of the stack.
macro_rules! exports {
    ($($(#[$doc:meta])* fn $name:ident($border:ident $(, $operand:ident: $type:ty)*) -> $result:ty $work:block)+) => {$(
        $(#[$doc])*
        #[unsafe(no_mangle)]
        extern "C" fn $name($($operand: $type),*) -> $result {
            #[inline(never)]
            fn work($border: &mut Border $(, $operand: $type)*) -> ($result, bool) $work
            call(|border| work(border $(, $operand)*))
        }
    )+};
}

exports! {
    /// Writes the output for the message in the buffer.
    fn digest(border, f: u32, bytes: usize, output_bytes: usize) -> () {
        let message = &mut border.buffer[..bytes];
        let deep = family::digest(f, border.state.any(), message, &mut border.output[..output_bytes]);
        message.fill(0);
        ((), deep)
    }

    /// Writes the outputs for messages of equal length.
    fn digest_each(border, f: u32, each: usize, count: usize, output_bytes: usize) -> () {
        let buffer = &mut border.buffer[..each * count];
        let messages = Equal { buffer, each, count };
        family::digest_many(f, border.state.any(), &messages, &mut border.output[..count * output_bytes]);
        buffer.fill(0);
        ((), true)
    }

    /// Writes the outputs for messages of different lengths.
    fn digest_rows(border, f: u32, count: usize, output_bytes: usize) -> () {
        let ends = &mut border.offsets[..count];
        let buffer = &mut border.buffer[..ends.last().map_or(0, |end| *end as usize)];
        let messages = Ends { buffer, ends };
        family::digest_many(f, border.state.any(), &messages, &mut border.output[..count * output_bytes]);
        buffer.fill(0);
        ends.fill(0);
        ((), true)
    }

    /// Puts the empty message of a function with its options into the state. Returns 0, or what is wrong with the
    /// options; then the state is unchanged.
    fn begin(border, f: u32, options_bytes: usize) -> u32 {
        let options = &mut border.buffer[..options_bytes];
        let begun = family::begin(f, options);
        options.fill(0);
        (put(begun, &mut border.state), true)
    }

    /// Appends the buffer's first bytes to the message in the state.
    fn update(border, _f: u32, bytes: usize) -> () {
        let state = border.state.absorbing();
        let data = &mut border.buffer[..bytes];
        state.update(data);
        data.fill(0);
        ((), state.is_deep())
    }

    /// Begins an element of a tuple, which updates append.
    fn element(border, _f: u32, bytes: u32) -> () {
        border.state.absorbing().begin_element(bytes);
        ((), false)
    }

    /// Ends the message in the state.
    fn finalize(border, _f: u32) -> () {
        let state = border.state.ending();
        state.finalize();
        ((), state.is_deep())
    }

    /// Reads the next bytes of the output.
    fn read(border, _f: u32, output_bytes: usize) -> () {
        border.state.squeezing().read(&mut border.output[..output_bytes]);
        ((), false)
    }

    /// Writes the message in the state, which has not ended, to the output in a form that does not depend on version or
    /// flavour. Returns its length, or 0 if the function has no such form.
    fn save(border, _f: u32) -> usize {
        (border.state.absorbing().save(&mut border.output), false)
    }

    /// Puts the message into the state that `save` wrote, from the buffer. Returns 0, or what is wrong.
    fn load(border, f: u32, bytes: usize) -> u32 {
        let saved = &mut border.buffer[..bytes];
        let loaded = family::load(f, saved);
        saved.fill(0);
        (put(loaded.ok_or(MALFORMED), &mut border.state), true)
    }
}

/// The options or the saved state are not what they have to be.
pub(crate) const MALFORMED: u32 = 1;

fn put(state: Result<family::State, u32>, kept: &mut Kept) -> u32 {
    match state {
        Ok(state) => {
            kept.put(state);
            0
        }
        Err(code) => code,
    }
}
