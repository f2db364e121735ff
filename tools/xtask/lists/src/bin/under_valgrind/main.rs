//! Runs the library with all secrets marked as undefined memory: valgrind's memcheck then reports each branch and each
//! address that depends on them, even through calls. `cargo xtask constant-time` starts it.
//!
//! Without an option, it runs every implementation, or those of the algorithms named in its arguments. With `--types`,
//! it runs every public type and function that takes a secret, the C interface, and the comparison of tags in the
//! command, with the implementations chosen by default: this tests the code around the kernels.

use std::error::Error;
use std::process::ExitCode;

#[cfg(target_arch = "x86_64")]
mod c_interface;
mod implementations;
mod secrets;
mod types;
mod valgrind;

/// Exits with 1 if a promise is broken, and with 2 if the check can't be made.
fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match check(&arguments) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::from(1),
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

/// Returns how many promises are broken.
fn check(arguments: &[String]) -> Result<usize, Box<dyn Error>> {
    if !valgrind::is_here() {
        return Err("valgrind does not answer; `cargo xtask constant-time` runs this program".into());
    }
    match arguments {
        [option] if option == "--types" => types::check(),
        names => implementations::check(names),
    }
}
