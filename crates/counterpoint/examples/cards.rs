//! Prints the card of every implementation, a line each: the kernel's type, its tier, its name, whether it is constant time.
//!
//! It starts no thread, so it runs under emulators too; `cargo xtask kernels --cards FILE` reads what it prints.

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
