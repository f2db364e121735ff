//! `cargo xtask prove`: calls `counterpoint-prove` to prove the kernels in a build of the library, try mutants of them,
//! or compare its model of the instructions with the CPU.

use crate::build;
use crate::lists;
use crate::memory;
use crate::outcome::Outcome;
use counterpoint_prove::{Extent, Kernel, Options, Reasons, mutants, prove, validate};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The reasons why branches in kernels go only one way.
const REASONS: &str = "tools/xtask/code/kernels.unreached";

/// Proves the kernels named in the arguments, or all. Returns how many are not proved.
pub(crate) fn run(root: &Path, arguments: &[&str]) -> Outcome {
    let (mut build, mut names, mut options) = (build::Options::default(), Vec::new(), Options::default());
    let (mut flips, mut seed, mut validates, mut folder) = (None, 1, false, None);
    let mut rest = arguments.iter();
    while let Some(&argument) = rest.next() {
        match argument {
            "--principal" => options.extent = Extent::Principal,
            "--any-number" => options.extent = Extent::AnyNumber,
            "--on-values" => options.extent = Extent::OnValues,
            "--reasons" => {
                options.reasons = Some(reasons(root)?);
                build.line_numbers = true;
            }
            "--list" => options.list_not_executed = true,
            "--mutants" => flips = Some(number(rest.next(), "--mutants")?),
            "--seed" => seed = number(rest.next(), "--seed")?,
            "--validate" => validates = true,
            "--memory" => folder = Some(*rest.next().ok_or("--memory requires a folder")?),
            option if build.take(option, &mut rest)? => {}
            name if !name.starts_with('-') => names.push(name),
            other => return Err(format!("unknown argument {other}").into()),
        }
    }
    if options.reasons.is_some() && (flips.is_some() || options.extent != Extent::OnValues) {
        return Err("--reasons requires --on-values".into());
    }
    let built = build.build(root)?;
    let kernels = named(built.lines, &names)?;
    let archive = fs::read(built.archive)?;
    if validates {
        let validation = validate(&archive)?;
        println!("{validation}");
        return Ok(validation.mismatches.len());
    }
    match flips {
        Some(count) => mutants(&archive, &kernels, count as usize, seed),
        None => {
            options.memory = Some(memory::of(root, folder, "proofs"));
            let failed = prove(&archive, &kernels, &options)?;
            // For some kernels only, or if cases are skipped after a wrong result, not every reason is used.
            let all = names.is_empty() && failed == 0;
            let unused = options.reasons.filter(|_| all).map(|reasons| reasons.unused()).unwrap_or_default();
            unused.iter().for_each(|line| println!("unused reason: {line}"));
            Ok(failed + unused.len())
        }
    }
}

/// Reads the reasons why branches go only one way.
fn reasons(root: &Path) -> Result<Reasons, String> {
    let text = fs::read_to_string(root.join(REASONS)).map_err(|error| format!("{REASONS}: {error}"))?;
    Reasons::parse(&text).map_err(|why| format!("{REASONS}: {why}"))
}

/// Returns the kernels of the algorithms and implementations with these names, or all if no name is given.
pub(crate) fn named(lines: Vec<lists::Line>, names: &[&str]) -> Result<Vec<Kernel>, String> {
    for name in names {
        if !lines.iter().any(|line| line.algorithm == *name || line.implementation == *name) {
            return Err(format!("there is no algorithm or implementation {name}; `counterpoint list` shows all"));
        }
    }
    // A kernel is in the lists of all algorithms on its primitive, so naming one line selects all its lines.
    let named = |line: &lists::Line| names.iter().any(|name| *name == line.algorithm || *name == line.implementation);
    let wanted: BTreeSet<(String, String)> =
        lines.iter().filter(|line| named(line)).map(|line| (line.kernel.clone(), line.tier.clone())).collect();
    let kept = |line: &lists::Line| names.is_empty() || wanted.contains(&(line.kernel.clone(), line.tier.clone()));
    Ok(lines
        .into_iter()
        .filter(kept)
        .map(|line| Kernel {
            algorithm: line.algorithm,
            kernel: line.kernel,
            tier: line.tier,
            implementation: line.implementation,
            states: line.states,
            constant_time: line.constant_time,
            pads: line.pads,
        })
        .collect())
}

/// Returns the number after an option.
pub(crate) fn number(text: Option<&&str>, option: &str) -> Result<u64, String> {
    text.and_then(|text| text.parse().ok()).ok_or_else(|| format!("{option} requires a number"))
}
