//! Passes the compiler's version, the commit and the versions of packages to the crate, because every record names
//! them, and links Luffa without vector registers, if it was built.

use std::process::Command;

/// Returns the first line of a command's output, if the command succeeds.
fn first_line(command: &mut Command) -> Option<String> {
    let output = command.output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.lines().next()?.to_owned())
}

fn main() {
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".into());
    let mut rustc = first_line(Command::new(rustc).arg("--version")).unwrap_or_else(|| "unknown".into());
    // Some peers choose their code by the instructions that the compiler may use.
    let flags = std::env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    for flag in flags.split('\x1f').filter(|flag| flag.contains("target-cpu=") || flag.contains("target-feature=")) {
        rustc = format!("{rustc}, {}", flag.trim_start_matches("-C"));
    }
    let commit = first_line(Command::new("git").args(["describe", "--always", "--dirty", "--exclude=*"]))
        .unwrap_or_else(|| "unknown".into());
    println!("cargo::rustc-env=BENCH_RUSTC={rustc}");
    println!("cargo::rustc-env=BENCH_COMMIT={commit}");
    write_locked_versions();
    choose_xkcp_target();
    link_nosse();
    if let Some(head) = first_line(Command::new("git").args(["rev-parse", "--git-path", "logs/HEAD"])) {
        println!("cargo::rerun-if-changed={head}");
    }
}

/// Writes the locked versions of all packages, one `name version` per line. The names of the peers contain them.
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
    let out = std::env::var("OUT_DIR").expect("cargo sets it");
    std::fs::write(std::path::Path::new(&out).join("locked"), versions).expect("cargo's folder can be written");
}

/// Passes on the target for which `xkcp-sys` builds XKCP, and the batch forms that XKCP has there. The package decides
/// by the same variables: `XKCP_RS_TARGET` or, without it, the instructions that the compiler may use.
fn choose_xkcp_target() {
    println!("cargo::rerun-if-env-changed=XKCP_RS_TARGET");
    let [machine, instructions] =
        ["ARCH", "FEATURE"].map(|what| std::env::var(format!("CARGO_CFG_TARGET_{what}")).unwrap_or_default());
    let may_use = |name: &str| instructions.split(',').any(|instruction| instruction == name);
    let by_instructions = || match machine.as_str() {
        "x86_64" if may_use("avx512f") => "AVX512",
        "x86_64" if may_use("avx2") => "AVX2",
        "x86_64" if may_use("avx") => "AVX",
        "x86_64" if may_use("xop") => "XOP",
        "x86_64" if may_use("ssse3") => "SSSE3",
        "aarch64" => "ARMv8A",
        _ => "generic64",
    };
    let target = std::env::var("XKCP_RS_TARGET").unwrap_or_else(|_| by_instructions().to_owned());
    println!("cargo::rustc-env=BENCH_XKCP_TARGET={target}");
    let widths: &[u32] = match target.trim_end_matches("noAsm") {
        "AVX512" => &[2, 4, 8],
        "AVX2" => &[2, 4],
        "AVX" | "SSSE3" | "XOP" => &[2],
        _ => &[],
    };
    for width in [2, 4, 8] {
        println!("cargo::rustc-check-cfg=cfg(xkcp_times{width})");
    }
    for width in widths {
        println!("cargo::rustc-cfg=xkcp_times{width}");
    }
}

/// Links the library of `nosse/`, if BENCH_NOSSE names its folder; `scripts/nosse.sh` sets it.
fn link_nosse() {
    println!("cargo::rustc-check-cfg=cfg(nosse)");
    println!("cargo::rerun-if-env-changed=BENCH_NOSSE");
    let Ok(folder) = std::env::var("BENCH_NOSSE") else { return };
    println!("cargo::rerun-if-changed={folder}/libnosse.a");
    println!("cargo::rustc-cfg=nosse");
    println!("cargo::rustc-link-search=native={folder}");
    println!("cargo::rustc-link-lib=static=nosse");
}
