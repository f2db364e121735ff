//! Tells the library what only a build script is given, or what would be long in each of its conditions:
//!
//! | condition | holds |
//! |---|---|
//! | `unoptimised` | in a build without optimisation |
//! | `detection` | where the library finds out at run time what the machine has: x86-64, AArch64 |
//! | `identification` | where the library may ask what kind of core the machine has |
//! | `plain_integers` | where no kernel may use vectors: see below |
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
//! No kernel uses vectors, and the machine is asked nothing, on targets whose code must not touch vector registers,
//! such as `x86_64-unknown-none`; under Miri, which knows few of their instructions; and where whoever builds says so,
//! by `RUSTFLAGS="--cfg counterpoint_portable"`. An enclave of SGX may not ask either, as CPUID faults there: its
//! vectors are those that its target guarantees.
//!
//! WebAssembly has no detection at run time: an engine refuses a module with a single instruction that it does not
//! know. So what a module contains depends on the features that it is compiled for.

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
    /// Whether the feature is on.
    pub(crate) groestl: bool,
    /// Whether no kernel may use vectors.
    pub(crate) portable: bool,
}

/// Returns the conditions, and whether each holds, for a target's architecture, CPU features, width of pointers and
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

/// Declares a condition, and whether it holds.
fn condition(name: &str, holds: bool) {
    println!("cargo::rustc-check-cfg=cfg({name})");
    if holds {
        println!("cargo::rustc-cfg={name}");
    }
}
