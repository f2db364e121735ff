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
    Kept::TAG_BYTES + family::state_bytes(f)
}

/// Writes the output for the message in the buffer.
#[unsafe(no_mangle)]
extern "C" fn digest(f: u32, bytes: usize, output_bytes: usize) {
    #[inline(never)]
    fn digest(border: &mut Border, f: u32, bytes: usize, output_bytes: usize) {
        let message = &mut border.buffer[..bytes];
        family::digest(f, &border.state, message, &mut border.output[..output_bytes]);
        message.fill(0);
    }
    call(|border| digest(border, f, bytes, output_bytes));
}

/// Writes the outputs for messages of equal length.
#[unsafe(no_mangle)]
extern "C" fn digest_each(f: u32, each: usize, count: usize, output_bytes: usize) {
    #[inline(never)]
    fn digest_each(border: &mut Border, f: u32, each: usize, count: usize, output_bytes: usize) {
        let buffer = &mut border.buffer[..each * count];
        let messages = Equal { buffer, each, count };
        family::digest_many(f, &border.state, &messages, &mut border.output[..count * output_bytes]);
        buffer.fill(0);
    }
    call(|border| digest_each(border, f, each, count, output_bytes));
}

/// Writes the outputs for messages of different lengths.
#[unsafe(no_mangle)]
extern "C" fn digest_rows(f: u32, count: usize, output_bytes: usize) {
    #[inline(never)]
    fn digest_rows(border: &mut Border, f: u32, count: usize, output_bytes: usize) {
        let ends = &mut border.offsets[..count];
        let buffer = &mut border.buffer[..ends.last().map_or(0, |end| *end as usize)];
        let messages = Ends { buffer, ends };
        family::digest_many(f, &border.state, &messages, &mut border.output[..count * output_bytes]);
        buffer.fill(0);
        ends.fill(0);
    }
    call(|border| digest_rows(border, f, count, output_bytes));
}

/// Puts the empty message of a function with its options into the state. Returns 0, or what is wrong with the options.
#[unsafe(no_mangle)]
extern "C" fn begin(f: u32, options_bytes: usize) -> u32 {
    #[inline(never)]
    fn begin(border: &mut Border, f: u32, options_bytes: usize) -> u32 {
        let options = &mut border.buffer[..options_bytes];
        let result = family::begin(f, options);
        options.fill(0);
        match result {
            Ok(state) => {
                border.state = Kept::Message(state);
                0
            }
            Err(code) => code,
        }
    }
    call(|border| begin(border, f, options_bytes))
}

/// Appends the buffer's first bytes to the message in the state.
#[unsafe(no_mangle)]
extern "C" fn update(_f: u32, bytes: usize) {
    #[inline(never)]
    fn update(border: &mut Border, bytes: usize) {
        let data = &mut border.buffer[..bytes];
        border.state.message().update(data);
        data.fill(0);
    }
    call(|border| update(border, bytes));
}

/// Begins an element of a tuple, which updates append.
#[unsafe(no_mangle)]
extern "C" fn element(_f: u32, bytes: u32) {
    #[inline(never)]
    fn element(border: &mut Border, bytes: u32) {
        border.state.message().begin_element(u64::from(bytes));
    }
    call(|border| element(border, bytes));
}

/// Ends the message in the state.
#[unsafe(no_mangle)]
extern "C" fn finalize(_f: u32) {
    #[inline(never)]
    fn finalize(border: &mut Border) {
        border.state.message().finalize();
    }
    call(finalize);
}

/// Reads the next bytes of the output.
#[unsafe(no_mangle)]
extern "C" fn read(_f: u32, output_bytes: usize) {
    #[inline(never)]
    fn read(border: &mut Border, output_bytes: usize) {
        border.state.message().read(&mut border.output[..output_bytes]);
    }
    call(|border| read(border, output_bytes));
}
