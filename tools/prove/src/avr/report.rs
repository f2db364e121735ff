//! Proves programs, and prints a line for each.

use super::builds::{Build, cases};
use super::cases::{Case, Proof, run};
use super::instruction::{Instruction, decode};
use super::machine::Trace;
use super::program::Program;
use crate::call::Values;
use crate::remembered::{Memory, Remembered};
use std::collections::BTreeSet;
use std::error::Error;
use std::time::Instant;

/// The limit of instructions for a run, more than any function needs.
pub(super) const MOST_STEPS: usize = 5_000_000;

/// Proves programs in all cases and prints a line for each. With `lists`, also prints the instructions that no case
/// runs, and recalls no earlier result. Returns the number of programs that are not proved.
///
/// # Errors
///
/// If a program can't be read, if its algorithm is unknown, or if a result can't be stored.
pub fn prove(builds: &[Build], lists: bool, memory: Option<&Memory>) -> Result<usize, Box<dyn Error>> {
    let started = Instant::now();
    let proofs = memory.filter(|_| !lists).map(Remembered::open).transpose()?;
    println!("{:36} {:>5} {:>8} {:>12} {:>8}", "program", "cases", "bits", "instructions", "seconds");
    let (mut failed, mut remembered) = (0, 0);
    for build in builds {
        let Build { algorithm, name, program, context_bytes } = build;
        let what = format!("AVR {algorithm} {name} {context_bytes}");
        let file = proofs.as_ref().map(|proofs| (proofs, proofs.file([what.as_bytes(), program])));
        if let Some(line) = file.as_ref().and_then(|(proofs, file)| proofs.recall(file)) {
            println!("{line}, remembered");
            remembered += 1;
            continue;
        }
        let program = load(build)?;
        let (began, cases) = (Instant::now(), known_cases(build)?);
        let (mut bits, mut trace, mut failures) = (0, Trace::default(), Vec::new());
        for case in &cases {
            let proof = run(&program, build.context_bytes, case, Values::Variables, MOST_STEPS);
            bits += proof.bits;
            trace.executed.extend(&proof.trace.executed);
            trace.constants.extend(&proof.trace.constants);
            failures.extend(proof.failure.map(|failure| (case, failure)));
        }
        let verdict = if failures.is_empty() { "proved" } else { "NOT PROVED" };
        let (count, instructions, seconds) = (cases.len(), trace.executed.len(), began.elapsed().as_secs_f64());
        let line = format!("{name:36} {count:>5} {bits:>8} {instructions:>12} {seconds:>8.2}  {verdict}");
        println!("{line}");
        if let Some((proofs, file)) = file.filter(|_| failures.is_empty()) {
            proofs.keep(&file, &line)?;
        }
        for (case, (what, at)) in &failures {
            println!("    {case}: {what}");
            if let Some(at) = at {
                println!("        at {}", text(&program, *at));
            }
            if let Some(input) = counterexample(&program, build, case) {
                println!("        {input}");
            }
        }
        if lists {
            for at in not_executed(&program, &trace) {
                println!("        not executed: {}", text(&program, at));
            }
        }
        failed += usize::from(!failures.is_empty());
    }
    let (count, seconds) = (builds.len(), started.elapsed().as_secs_f64());
    println!("{count} programs, {failed} not proved, {remembered} remembered, {seconds:.1} s");
    Ok(failed)
}

/// Returns the addresses of the words of flash that were neither run nor read as a table, except for padding and the
/// code that the compiler adds to every program.
fn not_executed(program: &Program, trace: &Trace) -> Vec<u32> {
    let mut used = BTreeSet::new();
    for &at in &trace.executed {
        let instruction = program.word(at).and_then(|word| decode(word, program.word(at + 1).unwrap_or_default()));
        used.extend(at..at + instruction.map_or(1, Instruction::words));
    }
    used.extend(trace.constants.iter().map(|byte| byte / 2));
    let is_added = |at: u32| matches!(program.place(at).0, "main" | "exit") || program.place(at).0.starts_with('_');
    let others = (0..program.words()).filter(|at| !used.contains(at) && program.word(*at) != Some(0));
    others.filter(|at| !is_added(*at)).collect()
}

/// Reads the program of a build.
pub(super) fn load(build: &Build) -> Result<Program, String> {
    Program::load(&build.program).map_err(|error| format!("{}: {error}", build.name))
}

/// Returns the cases of a build, the principal one first.
pub(super) fn known_cases(build: &Build) -> Result<Vec<Case>, String> {
    cases(&build.algorithm).ok_or_else(|| {
        format!(
            "{}: the prover knows no calls for {}; add them to tools/prove/src/avr/builds.rs",
            build.name, build.algorithm
        )
    })
}

/// Returns an instruction and its place.
pub(super) fn text(program: &Program, at: u32) -> String {
    let (function, distance) = program.place(at);
    let word = program.word(at).unwrap_or_default();
    let text = decode(word, program.word(at + 1).unwrap_or_default())
        .map_or_else(|| format!(".word {word:#06x}"), |instruction| instruction.to_string());
    format!("{function}+{distance:#x} {text}")
}

/// Looks for constants on which the program and the specification differ.
fn counterexample(program: &Program, build: &Build, case: &Case) -> Option<String> {
    (1..=4).find_map(|seed| {
        let Proof { failure, .. } = run(program, build.context_bytes, case, Values::Random(seed), MOST_STEPS);
        Some(format!("with random values of seed {seed}: {}", failure?.0))
    })
}
