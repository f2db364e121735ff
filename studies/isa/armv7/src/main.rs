//! This library's SHA3-512 as a bare-metal program for 32-bit ARM, called by an emulator.

#![no_std]
#![no_main]

use core::hint::black_box;
use core::panic::PanicInfo;
use core::slice;
use counterpoint::Sha3_512;

/// Writes the digest of a message.
///
/// # Safety
///
/// The message has `bytes` bytes, and there are 64 bytes for the digest.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sha3_512(message: *const u8, bytes: usize, digest: *mut [u8; 64]) {
    // SAFETY: the caller promises both.
    unsafe { *digest = Sha3_512::digest(slice::from_raw_parts(message, bytes)) };
}

/// The entry point for the linker. The emulator calls [`sha3_512`] directly.
#[unsafe(no_mangle)]
pub extern "C" fn _start() {
    black_box(sha3_512 as unsafe extern "C" fn(_, _, _));
}

#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    loop {}
}
