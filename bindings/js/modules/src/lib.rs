//! WebAssembly modules of the library `counterpoint`: one for each family, without imports.
//!
//! JavaScript writes messages into the module's memory (`border.rs`), calls an export (`exports.rs`), and reads the
//! output from memory. A Cargo feature selects the family. On targets other than WebAssembly this library is empty.
#![cfg(target_arch = "wasm32")]
#![no_std]
#![cfg_attr(any(feature = "all", feature = "techniques"), allow(dead_code, reason = "these modules keep no state"))]

mod border;
mod exports;
// families: begin, by `cargo xtask generate` from functions.toml
#[cfg_attr(feature = "keccak", path = "keccak.rs")]
#[cfg_attr(feature = "groestl", path = "fixed.rs")]
#[cfg_attr(feature = "fugue", path = "fixed.rs")]
#[cfg_attr(feature = "luffa", path = "fixed.rs")]
#[cfg_attr(feature = "aes", path = "aes.rs")]
#[cfg_attr(feature = "aead", path = "aead.rs")]
// families: end
#[cfg_attr(feature = "all", path = "all.rs")]
#[cfg_attr(feature = "techniques", path = "techniques.rs")]
mod family;
#[cfg(not(any(feature = "aes", feature = "aead", feature = "techniques", feature = "all")))]
mod hash_exports;
#[cfg(not(any(feature = "aes", feature = "aead", feature = "techniques", feature = "all")))]
mod rows;

/// Turns a panic into a trap, after which JavaScript must discard the instance.
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    core::arch::wasm32::unreachable()
}
