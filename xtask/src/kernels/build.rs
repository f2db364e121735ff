//! Builds the library so that its kernels can be looked at: symbols with full paths, and the compiler's word on stack
//! frames.

use super::frame;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The library, built.
pub(crate) struct Built {
    pub(crate) archive: PathBuf,
    /// What the compiler told about stack frames.
    pub(crate) remarks: String,
    /// Its name and version.
    pub(crate) compiler: String,
}

/// Builds the library with all families for a target, or for this machine.
///
/// # Errors
///
/// If cargo fails; it says why itself.
pub(crate) fn library(root: &Path, target: Option<&str>) -> Result<Built, Box<dyn std::error::Error>> {
    library_with(root, target, &BTreeSet::from(["aes", "fugue", "groestl", "keccak", "luffa"]))
}

/// Does the same, but for WebAssembly with some families only.
///
/// # Errors
///
/// If cargo fails; it says why itself.
pub(super) fn library_with(
    root: &Path,
    target: Option<&str>,
    families: &BTreeSet<&str>,
) -> Result<Built, Box<dyn std::error::Error>> {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command
        .args(["rustc", "--locked", "--release", "--quiet", "--package", "counterpoint", "--lib"])
        .arg("--target-dir")
        .arg(root.join("target/kernels"))
        .args(["--message-format", "json"])
        .current_dir(root)
        .stderr(Stdio::inherit());
    let mut features: Vec<_> = families.iter().copied().chain(["alloc", "all-techniques"]).collect();
    if let Some(target) = target {
        command.args(["--target", target]);
    }
    if target.is_some_and(|target| target.starts_with("wasm32-unknown")) {
        // There is no standard library for it where there is no operating system.
        command.arg("-Zbuild-std=core,alloc");
    } else {
        features.push("std");
    }
    command.args(["--no-default-features", "--features", &features.join(",")]);
    command.args(["--", "-Csymbol-mangling-version=v0", frame::FLAG]);
    let output = command.output()?;
    let messages = String::from_utf8(output.stdout)?;
    let (mut archive, mut remarks) = (None, String::new());
    for message in messages.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok()) {
        match message["reason"].as_str() {
            Some("compiler-artifact") if message["target"]["name"] == "counterpoint" => {
                let files = message["filenames"].as_array().into_iter().flatten().filter_map(Value::as_str);
                archive = files.map(PathBuf::from).find(|file| file.extension().is_some_and(|e| e == "rlib"));
            }
            Some("compiler-message") => {
                let text = message["message"]["rendered"].as_str().unwrap_or_default();
                remarks.push_str(text);
                if message["message"]["level"] == "error" {
                    eprintln!("{text}");
                }
            }
            _ => {}
        }
    }
    if !output.status.success() {
        return Err("the library does not build".into());
    }
    let archive = archive.ok_or("cargo told of no library")?;
    Ok(Built { archive, remarks, compiler: compiler()? })
}

fn compiler() -> Result<String, Box<dyn std::error::Error>> {
    let output = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into())).arg("--version").output()?;
    let version = String::from_utf8(output.stdout)?;
    Ok(version.split_whitespace().take(2).collect::<Vec<_>>().join(" "))
}
