//! The exports of the modules of hash functions.

use crate::border::wipe;
use crate::exports::{MALFORMED, exports, put};
use crate::family;
use crate::rows::{Ends, Equal};

exports! {
    /// Writes the output for the message in the buffer.
    fn digest(border, f: u32, bytes: usize, output_bytes: usize) -> () {
        let message = &mut border.buffer[..bytes];
        let deep = family::digest(f, border.state.any(), message, &mut border.output[..output_bytes]);
        wipe(message);
        ((), deep)
    }

    /// Writes the outputs for messages of equal length.
    fn digest_each(border, f: u32, each: usize, count: usize, output_bytes: usize) -> () {
        let buffer = &mut border.buffer[..each * count];
        let messages = Equal { buffer, each, count };
        family::digest_many(f, border.state.any(), &messages, &mut border.output[..count * output_bytes]);
        wipe(buffer);
        ((), true)
    }

    /// Writes the outputs for messages of different lengths.
    fn digest_rows(border, f: u32, count: usize, output_bytes: usize) -> () {
        let ends = &mut border.offsets[..count];
        let buffer = &mut border.buffer[..ends.last().map_or(0, |end| *end as usize)];
        let messages = Ends { buffer, ends };
        family::digest_many(f, border.state.any(), &messages, &mut border.output[..count * output_bytes]);
        wipe(buffer);
        ends.fill(0);
        ((), true)
    }

    /// Starts an empty message in the state, with the options in the buffer. Returns 0, or an error code for the
    /// options; on an error, the state is unchanged.
    fn begin(border, f: u32, options_bytes: usize) -> u32 {
        let options = &mut border.buffer[..options_bytes];
        let begun = family::begin(f, options);
        wipe(options);
        (put(begun, &mut border.state), true)
    }

    /// Appends the buffer's first bytes to the message in the state.
    fn update(border, _f: u32, bytes: usize) -> () {
        let state = border.state.absorbing();
        let data = &mut border.buffer[..bytes];
        state.update(data);
        wipe(data);
        ((), state.is_deep())
    }

    /// Begins an element of a tuple; updates then append its bytes.
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

    /// Writes the unfinished message in the state to the output, in a form independent of version and flavour. Returns
    /// its length, or 0 if the function has no such form.
    fn save(border, _f: u32) -> usize {
        (border.state.absorbing().save(&mut border.output), false)
    }

    /// Loads a message written by `save` from the buffer into the state. Returns 0, or an error code.
    fn load(border, f: u32, bytes: usize) -> u32 {
        let saved = &mut border.buffer[..bytes];
        let loaded = family::load(f, saved);
        wipe(saved);
        (put(loaded.ok_or(MALFORMED), &mut border.state), true)
    }
}
