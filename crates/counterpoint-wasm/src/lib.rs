//! WebAssembly modules of the library `counterpoint`: a module for each family, which imports nothing.
//!
//! JavaScript writes messages into the module's memory ([`border`]), calls an export ([`exports`]), and reads the
//! output there. On other targets than WebAssembly this library is empty.
#![cfg_attr(target_arch = "wasm32", no_std)]

#[cfg(all(target_arch = "wasm32", feature = "keccak"))]
mod border;
#[cfg(all(target_arch = "wasm32", feature = "keccak"))]
mod exports;
#[cfg(all(target_arch = "wasm32", feature = "keccak"))]
#[path = "keccak.rs"]
mod family;
#[cfg(all(target_arch = "wasm32", feature = "keccak"))]
mod rows;

/// A panic is a trap, after which JavaScript has to discard the instance.
#[cfg(target_arch = "wasm32")]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    core::arch::wasm32::unreachable()
}
