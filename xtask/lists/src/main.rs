//! Prints every implementation of every algorithm, a line each: the algorithm, the kernel's type, its tier, its name,
//! whether it is constant time, how many states it processes at once, and whether it pads messages.
//!
//! It is built for another target and runs there or under its emulator; `cargo xtask kernels` and `cargo xtask prove`
//! read its output by `--lists FILE`. It is apart from the other tasks because it starts no thread and needs no crate
//! but the library.

use counterpoint::Algorithm;

fn main() {
    for algorithm in Algorithm::all() {
        for implementation in algorithm.implementations() {
            let fields = [
                algorithm.name,
                implementation.kernel(),
                implementation.tier(),
                implementation.name(),
                if implementation.constant_time() { "constant-time" } else { "-" },
                &implementation.states().to_string(),
                if implementation.pads() { "pads" } else { "-" },
            ];
            println!("{}", fields.join("\t"));
        }
    }
}
