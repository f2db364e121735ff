//! Tells the library whether it is compiled without optimisation.
//!
//! A debug build compiles its dependencies with `opt-level = 0` too. There, an operation on a vector is a call that
//! passes its operands through memory, so that the implementations which are fastest otherwise are the slowest: the
//! library then prefers those on plain integers. Only a build script is given the level; `debug_assertions` says
//! nothing of it.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(unoptimised)");
    if std::env::var("OPT_LEVEL").is_ok_and(|level| level == "0") {
        println!("cargo::rustc-cfg=unoptimised");
    }
}
