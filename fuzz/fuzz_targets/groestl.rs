//! The hash functions of the family groestl.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| counterpoint_fuzz::hashes("groestl", data));
