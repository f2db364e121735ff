//! What the command reads from files of others. The first byte tells what the rest is: a list of digests (`l`, or `z`
//! if its lines end with NUL), a file of known answers (`v`), a record of measurements (`r`).

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| counterpoint_fuzz::input_of_the_command(data));
