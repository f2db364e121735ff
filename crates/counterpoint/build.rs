//! Tells the library what only a build script is given, or what would be long in each of its conditions:
//!
//! | condition | holds |
//! |---|---|
//! | `unoptimised` | in a build without optimisation |
//! | `vectors` | on targets with vectors behind the traits in `vector.rs`: x86-64, AArch64, WebAssembly with SIMD |
//!
//! A debug build compiles its dependencies with `opt-level = 0` too. There, an operation on a vector is a call that
//! passes its operands through memory, so that the implementations which are fastest otherwise are the slowest: the
//! library then prefers those on plain integers. Only a build script is given the level; `debug_assertions` says
//! nothing of it.
//!
//! x86-64 and AArch64 ask at run time what a machine has. WebAssembly can't: an engine refuses a module with one
//! instruction that it doesn't know. So what a module contains is decided by the features it is compiled for.

use std::env::var;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let architecture = var("CARGO_CFG_TARGET_ARCH").unwrap_or_default();
    let features = var("CARGO_CFG_TARGET_FEATURE").unwrap_or_default();
    let wasm_with = |feature| architecture == "wasm32" && features.split(',').any(|has| has == feature);
    let simd128 = wasm_with("simd128");
    condition("unoptimised", var("OPT_LEVEL").is_ok_and(|level| level == "0"));
    condition("vectors", simd128 || matches!(architecture.as_str(), "x86_64" | "aarch64"));
}

/// Declares a condition, and whether it holds.
fn condition(name: &str, holds: bool) {
    println!("cargo::rustc-check-cfg=cfg({name})");
    if holds {
        println!("cargo::rustc-cfg={name}");
    }
}
