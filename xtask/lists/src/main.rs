//! Prints every implementation, a line each: the kernel's type, its tier, its name, whether it is constant time.
//!
//! It is built for another target and runs there or under its emulator; `cargo xtask kernels --lists FILE` reads its
//! output. It is apart from the other tasks because it starts no thread and needs no crate but the library.

use counterpoint::Algorithm;
use std::collections::BTreeSet;

fn main() {
    let implementations = Algorithm::all().flat_map(Algorithm::implementations);
    // Algorithms on the same primitive share its implementations.
    let lines: BTreeSet<String> = implementations
        .map(|implementation| {
            let time = if implementation.constant_time() { "constant-time" } else { "-" };
            format!("{}\t{}\t{}\t{time}", implementation.kernel(), implementation.tier(), implementation.name())
        })
        .collect();
    for line in lines {
        println!("{line}");
    }
}
