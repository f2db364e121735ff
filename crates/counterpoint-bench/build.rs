//! Passes the versions of the compiler, the commit and the packages on to the crate, because every record names them.

use std::process::Command;

/// Returns the first line of a command's output, if it succeeds.
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
    write_locked_versions();
    if let Some(head) = first_line(Command::new("git").args(["rev-parse", "--git-path", "logs/HEAD"])) {
        println!("cargo::rerun-if-changed={head}");
    }
}

/// Writes the locked versions of all packages, one `name version` in each line. The names of the peers contain them.
fn write_locked_versions() {
    let lock = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../Cargo.lock");
    println!("cargo::rerun-if-changed={}", lock.display());
    let text = std::fs::read_to_string(lock).unwrap_or_default();
    let field = |line: &str, name: &str| Some(line.strip_prefix(name)?.trim_matches([' ', '=', '"']).to_owned());
    let mut versions = String::new();
    let mut package = String::new();
    for line in text.lines() {
        if let Some(name) = field(line, "name") {
            package = name;
        } else if let Some(version) = field(line, "version") {
            versions += &format!("{package} {version}\n");
        }
    }
    let out = std::env::var("OUT_DIR").expect("cargo tells it");
    std::fs::write(std::path::Path::new(&out).join("locked"), versions).expect("cargo's folder can be written");
}
