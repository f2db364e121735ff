//! Mutants: programs with one bit of their instructions or tables flipped, as in `mutants.rs` for the kernels.

use super::builds::Build;
use super::cases::run;
use super::report::{MOST_STEPS, known_cases, load, text};
use crate::call::Values;
use crate::random;
use std::error::Error;
use std::time::Instant;

/// Tries a number of mutants, spread evenly over the programs, in the first case of each. Prints the results, and
/// returns the number of mutants that were proved in spite of wrong answers on random values. The same seed chooses the
/// same mutants.
///
/// # Errors
///
/// If a program can't be read, or is not proved without a flip.
pub fn mutants(builds: &[Build], count: usize, seed: u64) -> Result<usize, Box<dyn Error>> {
    let (started, mut state) = (Instant::now(), seed);
    let (mut tried, mut equivalent, mut missed) = (0, 0, 0);
    for (n, build) in builds.iter().enumerate() {
        let mut program = load(build)?;
        let case = &known_cases(build)?[0];
        let original = run(&program, build.context_bytes, case, Values::Variables, MOST_STEPS);
        if let Some((what, _)) = original.failure {
            return Err(format!("{}: {what}", build.name).into());
        }
        let executed: Vec<u32> = original.trace.executed.iter().copied().collect();
        let constants: Vec<u32> = original.trace.constants.iter().copied().collect();
        let most_steps = 2 * original.trace.steps + 1000;
        // Keeps the numbers even from the first program to the last.
        while tried < count * (n + 1) / builds.len() {
            tried += 1;
            let mut below = |bound: usize| (random::next(&mut state) % bound as u64) as usize;
            let is_constant = !constants.is_empty() && below(4) == 0;
            let address = if is_constant {
                constants[below(constants.len())]
            } else {
                2 * executed[below(executed.len())] + below(2) as u32
            };
            let bit = below(8) as u32;
            let before = text(&program, address / 2);
            program.flip(address, bit);
            let proved = run(&program, build.context_bytes, case, Values::Variables, most_steps).failure.is_none();
            let wrong = proved
                && (1..=4).any(|seed| {
                    run(&program, build.context_bytes, case, Values::Random(seed), most_steps).failure.is_some()
                });
            let what = if is_constant {
                format!("bit {bit} of the constant at {address:#x}")
            } else {
                format!("{before} becomes {}", text(&program, address / 2))
            };
            program.flip(address, bit);
            if wrong {
                missed += 1;
                println!("{}: MISSED: {what}", build.name);
            } else if proved {
                equivalent += 1;
                println!("{}: equivalent: {what}", build.name);
            }
        }
    }
    let (rejected, seconds) = (tried - equivalent - missed, started.elapsed().as_secs_f64());
    println!("{tried} mutants: {rejected} rejected, {equivalent} equivalent, {missed} missed, {seconds:.1} s");
    Ok(missed)
}
