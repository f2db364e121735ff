//! Runs every implementation, or every public type that takes a secret, under valgrind, with all secrets marked as
//! undefined memory. Memcheck then reports each branch and each address that depends on them, even through calls.
//!
//! It runs the program `under_valgrind` of the package `xtask-lists`. Valgrind's processor has AVX2 and AES-NI, but no
//! VAES, GFNI or AVX-512. Implementations that require them can't run there on any machine, so for those this check
//! requires the analysis of the same build's machine code (`cargo xtask kernels`) to find the kernel constant-time.

use crate::build::Options;
use crate::kernels;
use crate::outcome::Outcome;
use beyond::Beyond;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

mod beyond;

/// The option that selects the types, here and in the program.
const TYPES: &str = "--types";

/// Runs the program under valgrind, for the algorithms named in the arguments, for all, or for the types.
pub(crate) fn run(root: &Path, arguments: &[&str]) -> Outcome {
    let (mut options, mut program, mut names) = (Options::default(), None, Vec::new());
    let mut rest = arguments.iter();
    while let Some(&argument) = rest.next() {
        match argument {
            "--program" => program = Some(PathBuf::from(*rest.next().ok_or("--program requires a file")?)),
            option if options.take(option, &mut rest)? => {}
            name if !name.starts_with('-') || name == TYPES => names.push(name),
            other => return Err(format!("unknown argument {other}").into()),
        }
    }
    if cfg!(not(target_arch = "x86_64")) {
        return Err("requests to valgrind exist only in x86-64 machine code".into());
    }
    let built = options.build(root)?;
    let program = program.or_else(|| built.under_valgrind.clone());
    let program = program.ok_or("--library requires --program, `under_valgrind` of the package xtask-lists")?;
    let types = names.contains(&TYPES);
    if types && names.len() > 1 {
        return Err(format!("{TYPES} runs all types, so it takes no names").into());
    }
    let log = root.join(if types { "target/constant-time-types.log" } else { "target/constant-time.log" });
    // If Cargo builds elsewhere, nothing has created this folder.
    std::fs::create_dir_all(root.join("target"))?;
    let mut child = Command::new("valgrind")
        .args(["--quiet", "--error-limit=no", "--num-callers=6"])
        .arg(format!("--log-file={}", log.display()))
        .arg(program)
        .args(names)
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| format!("valgrind: {error}"))?;
    let mut beyond = Vec::new();
    for line in BufReader::new(child.stdout.take().expect("it is piped")).lines() {
        let line = line?;
        match Beyond::parse(&line) {
            Some(implementation) => beyond.push(implementation),
            None => println!("{line}"),
        }
    }
    let status = child.wait()?;
    println!("valgrind's output is in {}", log.strip_prefix(root)?.display());
    let wrong = match status.code() {
        Some(0) => 0,
        Some(1) => 1,
        _ => return Err(format!("valgrind exited with {status}").into()),
    };
    if types {
        return Ok(wrong);
    }
    let lists = built.lines.clone();
    Ok(wrong + beyond::uncovered(&beyond, &lists, &kernels::constant_time(root, built)?)?)
}
