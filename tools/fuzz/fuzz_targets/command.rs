//! The files that the command reads. The first byte selects the kind of the rest: a list of digests (`l`, or `z` if its
//! lines end in NUL), a file of known answers (`v`), or a record of measurements (`r`).

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| counterpoint_fuzz::input_of_the_command(data));
