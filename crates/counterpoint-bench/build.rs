//! Tells the crate which compiler and which commit it is built from, since every record names both.

use std::process::Command;

fn first_line(command: &mut Command) -> Option<String> {
    let output = command.output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.lines().next()?.to_owned())
}

fn main() {
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".into());
    let rustc = first_line(Command::new(rustc).arg("--version")).unwrap_or_else(|| "unknown".into());
    let commit = first_line(Command::new("git").args(["describe", "--always", "--dirty", "--exclude=*"]))
        .unwrap_or_else(|| "unknown".into());
    println!("cargo::rustc-env=BENCH_RUSTC={rustc}");
    println!("cargo::rustc-env=BENCH_COMMIT={commit}");
    if let Some(head) = first_line(Command::new("git").args(["rev-parse", "--git-path", "logs/HEAD"])) {
        println!("cargo::rerun-if-changed={head}");
    }
}
