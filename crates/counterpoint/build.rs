//! Tells the library what only a build script is given, or what would be long in each of its conditions:
//!
//! | condition | holds |
//! |---|---|
//! | `unoptimised` | in a build without optimisation |
//! | `detection` | where the library finds out at run time what the machine has: x86-64, AArch64 |
//! | `soft_float` | on targets whose code must not touch vector registers, such as `x86_64-unknown-none` |
//! | `vectors` | where the traits in `vector.rs` have vectors: x86-64, AArch64, and WebAssembly with SIMD |
//! | `simd128` | on WebAssembly with vectors of 128 bits |
//! | `relaxed` | on WebAssembly with relaxed SIMD too |
//! | `i686` | on x86 of 32 bits with SSE2, which Rust's targets `i686` guarantee; only Grøstl has a tier there |
//! | `one_thread` | on WebAssembly without threads, where nobody else uses a static variable while a kernel runs |
//! | `always_shuffles` | in a build with optimisation, where each machine can shuffle the bytes of a vector |
//! | `half_lanes` | where a register contains half a lane of 64 bits: targets of 32 bits but WebAssembly |
//!
//! A debug build compiles its dependencies with `opt-level = 0` too. There, an operation on a vector is a call that
//! passes its operands through memory, so that the implementations which are fastest otherwise are the slowest: the
//! library then prefers those on plain integers. Only a build script is given the level; `debug_assertions` says
//! nothing of it.
//!
//! WebAssembly has no detection at run time: an engine refuses a module with a single instruction that it does not
//! know. So what a module contains depends on the features that it is compiled for.

use std::env::var;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let of_target = |what: &str| var(format!("CARGO_CFG_TARGET_{what}")).unwrap_or_default();
    let unoptimised = var("OPT_LEVEL").is_ok_and(|level| level == "0");
    let groestl = var("CARGO_FEATURE_GROESTL").is_ok();
    let target = [of_target("ARCH"), of_target("FEATURE"), of_target("POINTER_WIDTH")];
    for (name, holds) in conditions(target.each_ref().map(String::as_str), unoptimised, groestl) {
        condition(name, holds);
    }
}

/// Returns the conditions, and whether each holds, for a target's architecture, CPU features and width of pointers.
pub(crate) fn conditions(
    [architecture, features, width]: [&str; 3],
    unoptimised: bool,
    groestl: bool,
) -> [(&str, bool); 10] {
    let guaranteed = |feature| features.split(',').any(|has| has == feature);
    let wasm = architecture == "wasm32";
    let simd128 = wasm && guaranteed("simd128");
    let detection = matches!(architecture, "x86_64" | "aarch64");
    let always_shuffles = detection && (guaranteed("ssse3") || guaranteed("neon")) || simd128;
    [
        ("unoptimised", unoptimised),
        ("detection", detection),
        ("soft_float", detection && !(guaranteed("sse2") || guaranteed("neon"))),
        ("vectors", detection || simd128),
        ("always_shuffles", !unoptimised && always_shuffles),
        ("simd128", simd128),
        ("relaxed", simd128 && guaranteed("relaxed-simd")),
        ("i686", architecture == "x86" && guaranteed("sse2") && groestl),
        ("one_thread", wasm && !guaranteed("atomics")),
        ("half_lanes", width == "32" && !wasm),
    ]
}

/// Declares a condition, and whether it holds.
fn condition(name: &str, holds: bool) {
    println!("cargo::rustc-check-cfg=cfg({name})");
    if holds {
        println!("cargo::rustc-cfg={name}");
    }
}
