/// The length of the stack, which lies at the start of memory. `build.rs` includes this file too.
const STACK_BYTES: usize = 16 << 10;
