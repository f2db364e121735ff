/// The length of the stack, which is at the start of memory. `build.rs` includes this file too. Only the module `all`
/// has the specification and all kernels for many messages, which require more.
const STACK_BYTES: usize = if cfg!(feature = "all") { 256 << 10 } else { 16 << 10 };
