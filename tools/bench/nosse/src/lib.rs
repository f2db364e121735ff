//! This library's Luffa in code without vector registers, as the tables of [Luffa-shuffle] require for 64-bit forms.
//!
//! `scripts/nosse.sh` compiles it for `x86_64-unknown-none`, whose code must not touch vector registers, and links it
//! into the benchmark. The two programs share no types: they meet in one function with C's calling convention, which is
//! the same on both targets for pointers and integers.

#![no_std]

use core::arch::asm;
use core::panic::PanicInfo;
use core::{slice, str};
use counterpoint::{Luffa224, Luffa256, Luffa384, Luffa512};

/// Writes the digest of a message with the implementation of this name, and returns whether there is one. The digest's
/// length selects the function: 28, 32, 48 or 64 bytes.
///
/// # Safety
///
/// Each pointer must be valid for the number of bytes after it, and the digest must not overlap the others.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn luffa(
    name: *const u8,
    name_bytes: usize,
    message: *const u8,
    message_bytes: usize,
    digest: *mut u8,
    digest_bytes: usize,
) -> bool {
    // SAFETY: the caller promises all three.
    let (name, message, digest) = unsafe {
        (
            slice::from_raw_parts(name, name_bytes),
            slice::from_raw_parts(message, message_bytes),
            slice::from_raw_parts_mut(digest, digest_bytes),
        )
    };
    let Ok(name) = str::from_utf8(name) else { return false };
    macro_rules! by {
        ($hash:ident) => {{
            let Ok(mut hasher) = $hash::with_implementation(name) else { return false };
            hasher.update(message);
            digest.copy_from_slice(&hasher.finalize());
        }};
    }
    match digest_bytes {
        28 => by!(Luffa224),
        32 => by!(Luffa256),
        48 => by!(Luffa384),
        64 => by!(Luffa512),
        _ => return false,
    }
    true
}

/// Stops the program: there is nowhere to report the panic.
#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    // SAFETY: the instruction traps.
    unsafe { asm!("ud2", options(noreturn)) }
}
