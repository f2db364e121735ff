//! Sets the library's `cfg` conditions: facts that only a build script knows, and combinations too long to repeat at
//! each use.
//!
//! | condition | holds |
//! |---|---|
//! | `unoptimised` | in a build without optimisation |
//! | `detection` | where CPU features are detected at run time: x86-64, AArch64 |
//! | `identification` | where the library may identify the machine's kind of core |
//! | `plain_integers` | where no kernel may use vectors: see below |
//! | `vectors` | where `vector.rs` has vector types: x86-64, AArch64, and WebAssembly with SIMD |
//! | `simd128` | on WebAssembly with 128-bit vectors |
//! | `relaxed` | on WebAssembly with relaxed SIMD |
//! | `i686` | on 32-bit x86 with SSE2, which Rust's `i686` targets guarantee; only Grøstl has a tier there |
//! | `one_thread` | on WebAssembly without threads, where nothing else can use a static variable while a kernel runs |
//! | `always_shuffles` | in an optimised build for a target on which every machine can shuffle the bytes of a vector |
//! | `half_lanes` | where a register holds half of a 64-bit lane: 32-bit targets other than WebAssembly |
//!
//! A debug build also compiles its dependencies with `opt-level = 0`. At that level each vector operation is a call
//! that passes its operands through memory, and the fastest implementations become the slowest; the library then
//! prefers plain integers. Only a build script can see the optimisation level: `debug_assertions` is a separate
//! setting.
//!
//! Kernels use no vectors, and nothing is detected, on targets whose code must not touch vector registers, such as
//! `x86_64-unknown-none`; under Miri, which supports few vector instructions; and in builds with
//! `RUSTFLAGS="--cfg counterpoint_portable"`. SGX enclaves can't detect features either, because CPUID faults there;
//! they use the vectors that their target guarantees.
//!
//! WebAssembly has no detection at run time: an engine rejects a module that contains even one unknown instruction.
//! What a module contains therefore depends on the features it is compiled for.

use std::env::var;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=CARGO_ENCODED_RUSTFLAGS");
    let of_target = |what: &str| var(format!("CARGO_CFG_TARGET_{what}")).unwrap_or_default();
    let build = Build {
        unoptimised: var("OPT_LEVEL").is_ok_and(|level| level == "0"),
        groestl: var("CARGO_FEATURE_GROESTL").is_ok(),
        portable: ["COUNTERPOINT_PORTABLE", "MIRI"].iter().any(|name| var(format!("CARGO_CFG_{name}")).is_ok()),
    };
    let target = [of_target("ARCH"), of_target("FEATURE"), of_target("POINTER_WIDTH"), of_target("ENV")];
    for (name, holds) in conditions(target.each_ref().map(String::as_str), build) {
        condition(name, holds);
    }
}

/// What the conditions depend on besides the target.
#[derive(Clone, Copy, Default)]
pub(crate) struct Build {
    pub(crate) unoptimised: bool,
    /// Whether the feature `groestl` is enabled.
    pub(crate) groestl: bool,
    /// Whether no kernel may use vectors.
    pub(crate) portable: bool,
}

/// Returns every condition and whether it holds, given the target's architecture, CPU features, pointer width and
/// environment.
pub(crate) fn conditions(
    [architecture, features, width, environment]: [&str; 4],
    Build { unoptimised, groestl, portable }: Build,
) -> [(&str, bool); 11] {
    let guaranteed = |feature| features.split(',').any(|has| has == feature);
    let wasm = architecture == "wasm32";
    let simd128 = wasm && guaranteed("simd128") && !portable;
    let detection = matches!(architecture, "x86_64" | "aarch64");
    let plain_integers = portable || detection && !(guaranteed("sse2") || guaranteed("neon"));
    let shuffles = guaranteed("ssse3") || guaranteed("neon");
    [
        ("unoptimised", unoptimised),
        ("detection", detection),
        ("identification", detection && !plain_integers && environment != "sgx"),
        ("plain_integers", plain_integers),
        ("vectors", detection || simd128),
        ("always_shuffles", !unoptimised && !plain_integers && (detection && shuffles || simd128)),
        ("simd128", simd128),
        ("relaxed", simd128 && guaranteed("relaxed-simd")),
        ("i686", architecture == "x86" && guaranteed("sse2") && groestl && !portable),
        ("one_thread", wasm && !guaranteed("atomics")),
        ("half_lanes", width == "32" && !wasm),
    ]
}

/// Declares a condition, and sets it if it holds.
fn condition(name: &str, holds: bool) {
    println!("cargo::rustc-check-cfg=cfg({name})");
    if holds {
        println!("cargo::rustc-cfg={name}");
    }
}
