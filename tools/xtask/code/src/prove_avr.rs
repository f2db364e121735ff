//! `cargo xtask prove --avr`: links the 8-bit assembly programs, and calls `counterpoint-prove` to prove them, try
//! mutants of them, or compare its model of their instructions with simavr.

use crate::memory;
use crate::outcome::Outcome;
use crate::prove::number;
use counterpoint_prove::avr::{Build, mutants, prove, validate};
use serde_json::Value;
use std::error::Error;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Proves the builds named in the arguments, or all. Returns how many are not proved.
pub(crate) fn run(root: &Path, arguments: &[&str]) -> Outcome {
    let (mut names, mut flips, mut seed) = (Vec::new(), None, 1);
    let (mut validates, mut lists, mut folder) = (false, false, None);
    let mut rest = arguments.iter();
    while let Some(&argument) = rest.next() {
        match argument {
            "--mutants" => flips = Some(number(rest.next(), "--mutants")?),
            "--seed" => seed = number(rest.next(), "--seed")?,
            "--validate" => validates = true,
            "--list" => lists = true,
            "--memory" => folder = Some(*rest.next().ok_or("--memory requires a folder")?),
            name if !name.starts_with('-') => names.push(name),
            other => return Err(format!("unknown argument {other} behind --avr").into()),
        }
    }
    let builds = link(root, &names)?;
    if validates {
        let simulator = harness(root, &["--simulator"])?;
        let validation = validate(&builds, Path::new(simulator.trim()))?;
        println!("{validation}");
        return Ok(validation.mismatches.len());
    }
    match flips {
        Some(count) => mutants(&builds, count as usize, seed),
        None => prove(&builds, lists, Some(&memory::of(root, folder, "proofs"))),
    }
}

/// Lets the harness link the builds with these names, or all.
fn link(root: &Path, names: &[&str]) -> Result<Vec<Build>, Box<dyn Error>> {
    harness(root, &[&["--link"], names].concat())?.lines().map(build).collect()
}

/// Returns the build described by a line of the harness's output.
fn build(line: &str) -> Result<Build, Box<dyn Error>> {
    let description: Value = serde_json::from_str(line)?;
    let text = |field: &str| {
        let value = description[field].as_str();
        value.map(str::to_string).ok_or_else(|| format!("the harness does not report {field}: {line}"))
    };
    let path = text("program")?;
    Ok(Build {
        algorithm: text("algorithm")?,
        name: text("name")?,
        program: fs::read(&path).map_err(|error| format!("{path}: {error}"))?,
        context_bytes: description["context_bytes"]
            .as_u64()
            .ok_or("the harness does not report the context's length")? as usize,
    })
}

/// Runs the harness and returns its output.
fn harness(root: &Path, arguments: &[&str]) -> Result<String, Box<dyn Error>> {
    let program = root.join("studies/avr/harness/check.py");
    let output = Command::new(&program)
        .args(arguments)
        .output()
        .map_err(|error| format!("{}: {error}; it needs Python 3", program.display()))?;
    if !output.status.success() {
        let error = String::from_utf8_lossy(&output.stderr);
        let last = error.lines().last().unwrap_or_default();
        // 2 is the exit code for invalid arguments.
        let hint = if output.status.code() == Some(2) {
            ""
        } else {
            "\n`make test-all ONLY=avr` installs the tools that it needs"
        };
        return Err(format!("studies/avr/harness/check.py: {last}{hint}").into());
    }
    Ok(String::from_utf8(output.stdout)?)
}
