//! The library with all that is secret marked as undefined memory: valgrind's memcheck then reports each branch and
//! each address that depends on it, through calls and all. `cargo xtask constant-time` starts it.
//!
//! Without an option, it runs every implementation, or those of the algorithms that its arguments name. With `--types`,
//! it runs every public type and function that takes a secret, the C interface, and the comparison of tags in the
//! command, by the implementations that are chosen by default: what lies around the kernels.

use std::error::Error;
use std::process::ExitCode;

#[cfg(target_arch = "x86_64")]
mod c_interface;
mod implementations;
mod secrets;
mod types;
mod valgrind;

/// Ends with 1 if something is not as promised, and with 2 if the check can't be made.
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

/// Returns how much is not as promised.
fn check(arguments: &[String]) -> Result<usize, Box<dyn Error>> {
    if !valgrind::is_here() {
        return Err("valgrind does not answer; `cargo xtask constant-time` runs this program".into());
    }
    match arguments {
        [option] if option == "--types" => types::check(),
        names => implementations::check(names),
    }
}
