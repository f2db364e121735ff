/// The length of the stack, which lies at the start of memory. `build.rs` includes this file too. The specification and
/// kernels for many messages, which are in the module `all` only, need more.
const STACK_BYTES: usize = if cfg!(feature = "all") { 256 << 10 } else { 16 << 10 };
