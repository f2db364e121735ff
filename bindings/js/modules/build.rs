//! The memory layout of the modules.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|arch| arch == "wasm32") {
        // At the start of memory, so that a stack overflow traps.
        println!("cargo::rustc-link-arg-cdylib=--stack-first");
        println!("cargo::rustc-link-arg-cdylib=-zstack-size={STACK_BYTES}");
        println!("cargo::rustc-link-arg-cdylib=--no-growable-memory");
    }
}

include!("src/stack_bytes.rs");
