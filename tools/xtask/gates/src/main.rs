//! The gates: `make check`, `make test`, `make test-all` and `make release`.
//!
//! `check.rs` defines what a check is, and the files in `checks/` are the table of all of them. `schedule.rs` runs them
//! in parallel, `memory.rs` remembers which need not run again, `count.rs` counts their tests. `plant.rs` plants
//! defects that checks must find.

#[cfg(unix)]
mod check;
#[cfg(unix)]
mod checks;
#[cfg(unix)]
mod copy;
#[cfg(unix)]
mod count;
#[cfg(unix)]
mod defect;
#[cfg(unix)]
mod document;
#[cfg(unix)]
mod gate;
#[cfg(unix)]
mod job;
#[cfg(unix)]
mod memory;
#[cfg(unix)]
mod need;
#[cfg(unix)]
mod options;
#[cfg(unix)]
mod plant;
#[cfg(unix)]
mod process;
#[cfg(unix)]
mod program;
#[cfg(unix)]
mod programs;
#[cfg(unix)]
mod report;
#[cfg(unix)]
mod schedule;
#[cfg(unix)]
mod source;
#[cfg(unix)]
mod world;

#[cfg(unix)]
fn main() -> std::process::ExitCode {
    options::main()
}

#[cfg(not(unix))]
fn main() -> std::process::ExitCode {
    eprintln!("error: the gates run on Unix: Linux, macOS, BSD, or a Linux on Windows (WSL)");
    std::process::ExitCode::FAILURE
}
