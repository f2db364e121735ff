//! Prints every implementation of every algorithm, one per line: the algorithm, the kernel's type, its tier, its name,
//! whether it is constant-time, how many states it processes at once, and whether it pads messages.
//!
//! `cargo xtask kernels` and `cargo xtask prove` read its output, with `--lists FILE` if it was built for another
//! target and has run there or under an emulator. It is separate from the other tasks because they must build without
//! the library; it starts no threads and depends on no crate but the library. WebAssembly has no output, so there
//! JavaScript reads the text from memory: `node tools/xtask/lists/print.mjs MODULE`.
//!
//! Other programs for the tasks that link the library are in `bin/`: the one that runs under valgrind, and the one that
//! writes the answers for the 8-bit assembly.

use counterpoint::Algorithm;

fn main() {
    print!("{}", lists());
}

/// Returns all lines.
fn lists() -> String {
    let mut text = String::new();
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
            text.push_str(&fields.join("\t"));
            text.push('\n');
        }
    }
    text
}

/// Returns the address of the text in the low 32 bits, and the number of bytes above.
#[cfg(target_arch = "wasm32")]
// SAFETY: no other function has this name.
#[unsafe(no_mangle)]
extern "C" fn text_of_lists() -> u64 {
    let text: &'static str = lists().leak();
    text.as_ptr() as u64 | (text.len() as u64) << 32
}
