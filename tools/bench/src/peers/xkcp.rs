//! XKCP, the C code of Keccak's designers, through its package `xkcp-sys`.
//!
//! At build time, the environment variable `XKCP_RS_TARGET` chooses XKCP's target: `generic64`, `AVX2`, `AVX512`. The
//! target determines the code for one state and the available batch forms, so the name of each peer begins with it.

use super::peer::{Form, Peer};
use std::ffi::c_int;
use std::ptr;

#[cfg(any(xkcp_times2, xkcp_times4, xkcp_times8))]
mod batch;

/// The target for which XKCP was built. build.rs determines it as XKCP's own build does.
const TARGET: &str = env!("BENCH_XKCP_TARGET");

/// The peers of this target.
pub(super) static PEERS: &[&[Peer]] = &[
    ONE,
    #[cfg(xkcp_times2)]
    batch::times2::PEERS,
    #[cfg(xkcp_times4)]
    batch::times4::PEERS,
    #[cfg(xkcp_times8)]
    batch::times8::PEERS,
];

/// Returns whether this machine has the instructions of the target.
pub(super) fn available() -> bool {
    #[cfg(target_arch = "x86_64")]
    return match TARGET.trim_end_matches("noAsm") {
        "AVX512" => is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512vl"),
        "AVX2" => is_x86_feature_detected!("avx2"),
        "AVX" => is_x86_feature_detected!("avx"),
        "SSSE3" => is_x86_feature_detected!("ssse3"),
        "XOP" => false,
        _ => true,
    };
    #[cfg(not(target_arch = "x86_64"))]
    true
}

/// Computes the output of one message with the sponge of this capacity in bytes.
fn sponge(capacity: u32, suffix: u8, message: &[u8], output: &mut [u8]) {
    let bits = 8 * capacity;
    // SAFETY: the pointers and lengths are those of the slices.
    let code = unsafe {
        xkcp_sys::KeccakWidth1600_Sponge(
            1600 - bits,
            bits,
            message.as_ptr(),
            message.len(),
            suffix,
            output.as_mut_ptr(),
            output.len(),
        )
    };
    check(code);
}

/// Computes the output of one message with TurboSHAKE, with a capacity in bits and the usual domain.
fn turbo_shake(capacity: u32, message: &[u8], output: &mut [u8]) {
    let (data, bytes, out, out_bytes) = (message.as_ptr(), message.len(), output.as_mut_ptr(), output.len());
    // SAFETY: the pointers and lengths are those of the slices.
    check(unsafe { xkcp_sys::TurboSHAKE(capacity, data, bytes, 0x1f, out, out_bytes) });
}

/// Computes the output of one message with KangarooTwelve, with a security level in bits and no customization string.
fn kangaroo_twelve(level: c_int, message: &[u8], output: &mut [u8]) {
    let (data, bytes, out, out_bytes) = (message.as_ptr(), message.len(), output.as_mut_ptr(), output.len());
    // SAFETY: the pointers and lengths are those of the slices; an empty string may be null.
    check(unsafe { xkcp_sys::KangarooTwelve(level, data, bytes, out, out_bytes, ptr::null(), 0) });
}

/// Panics if XKCP returned an error, which it does only for invalid parameters.
fn check(code: c_int) {
    assert_eq!(code, 0, "XKCP accepts these parameters");
}

macro_rules! one {
    ($($algorithm:literal $bytes:literal $digest:expr;)+) => {
        static ONE: &[Peer] = &[$(
            Peer {
                package: "xkcp-sys",
                algorithm: $algorithm,
                name: TARGET,
                output_bytes: $bytes,
                form: Form::One($digest),
            },
        )+];
    };
}

one! {
    "sha3-224" 28 |m, o| sponge(56, 6, m, o);
    "sha3-256" 32 |m, o| sponge(64, 6, m, o);
    "sha3-384" 48 |m, o| sponge(96, 6, m, o);
    "sha3-512" 64 |m, o| sponge(128, 6, m, o);
    "shake128" 32 |m, o| sponge(32, 0x1f, m, o);
    "shake256" 64 |m, o| sponge(64, 0x1f, m, o);
    "keccak256" 32 |m, o| sponge(64, 1, m, o);
    "keccak512" 64 |m, o| sponge(128, 1, m, o);
    "turboshake128" 32 |m, o| turbo_shake(256, m, o);
    "turboshake256" 64 |m, o| turbo_shake(512, m, o);
    "kt128" 32 |m, o| kangaroo_twelve(128, m, o);
    "kt256" 64 |m, o| kangaroo_twelve(256, m, o);
}
