//! Mutants: kernels with one bit of their machine code or of their constants flipped. The proofs of nearly all of them
//! must fail.
//!
//! A mutant that is proved in spite of the flip is *equivalent* in its case: the CPU ignores the bit, or it changes a
//! lane that contains no state, or the encoding of a jump that is not taken. To rule out a mistake of the symbolic
//! computation, the mutant also runs on random constants, which takes only table look-ups and sums of constants. If its
//! results there are wrong, the prover has *missed* it. Both runs use the same model of the instructions, so they do
//! not test that.

use crate::call::Values;
use crate::cases::Cases;
use crate::image::Image;
use crate::kernels::{Kernel, by_subject};
use crate::machine;
use crate::prover::{MOST_STEPS, Prover};
use crate::random;
use crate::report::Report;
use crate::subject::{Case, Subject};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

/// The fate of a mutant.
enum Fate {
    /// The kernel stops or its results differ.
    Rejected,
    /// The kernel is proved, and its results on random values are right.
    Equivalent,
    /// The kernel is proved, but its results on random values are wrong.
    Missed,
}

/// Tries a number of mutants, spread evenly over the kernels, and prints their fates. Returns how many the prover
/// missed. The same seed chooses the same mutants.
///
/// # Errors
///
/// If the archive can't be read, does not contain the machine code of a kernel, or a kernel is not proved without a
/// flip.
pub fn mutants(
    archive: &[u8],
    kernels: &[Kernel],
    count: usize,
    seed: u64,
) -> Result<usize, Box<dyn std::error::Error>> {
    let started = Instant::now();
    let mut image = Image::load(archive)?;
    let mut state = seed;
    let subjects = by_subject(kernels)?;
    let all: usize = subjects.iter().map(|(_, kernels)| kernels.len()).sum();
    let (mut done, mut tried, mut equivalent, mut missed) = (0, 0, 0, 0);
    for (subject, kernels) in subjects {
        let mut prover = Prover::new(subject, Values::Variables);
        for kernel in kernels {
            // Keeps the numbers even from the first kernel to the last.
            done += 1;
            let until = count * done / all;
            let report = Report::new(&image, kernel)?;
            let case = Cases::of(subject, kernel.states, kernel.pads).principal[0];
            let original = prover.case(&image, report.address, &case, MOST_STEPS);
            if let Some(failure) = original.failure {
                return Err(format!("{} {}: {}", kernel.algorithm, kernel.implementation, failure.what).into());
            }
            let instructions: Vec<u64> = original.executed.iter().copied().collect();
            let most_steps = 2 * original.steps + 1000;
            while tried < until {
                tried += 1;
                let (address, what) = place(&image, &instructions, &original.constants, &mut state);
                let bit = random::next(&mut state) % 8;
                let byte = image.bytes(address, 1).ok_or("a byte of the image")?[0];
                image.set(address, byte ^ 1 << bit);
                let fate = fate(&mut prover, subject, &image, report.address, &case, most_steps);
                let mutated = machine::text(&image, what.unwrap_or(address));
                image.set(address, byte);
                let shown = match what {
                    Some(at) => format!("{} becomes {mutated}", machine::text(&image, at)),
                    None => format!("bit {bit} of the constant at {address:#x}"),
                };
                match fate {
                    Fate::Rejected => {}
                    Fate::Equivalent => {
                        equivalent += 1;
                        println!("{} {}: equivalent: {shown}", kernel.algorithm, kernel.implementation);
                    }
                    Fate::Missed => {
                        missed += 1;
                        println!("{} {}: MISSED: {shown}", kernel.algorithm, kernel.implementation);
                    }
                }
            }
        }
    }
    let rejected = tried - equivalent - missed;
    let seconds = started.elapsed().as_secs_f64();
    println!("{tried} mutants: {rejected} rejected, {equivalent} equivalent, {missed} missed, {seconds:.1} s");
    Ok(missed)
}

/// Chooses a byte: in one of four cases, of a constant that the kernel reads, otherwise of an instruction that it runs.
/// Returns the addresses of the byte and of the instruction.
fn place(image: &Image, instructions: &[u64], constants: &[u64], state: &mut u64) -> (u64, Option<u64>) {
    let mut below = |bound: usize| (random::next(state) % bound as u64) as usize;
    if !constants.is_empty() && below(4) == 0 {
        return (constants[below(constants.len())], None);
    }
    let at = instructions[below(instructions.len())];
    (at + below(machine::length(image, at)) as u64, Some(at))
}

fn fate(prover: &mut Prover, subject: Subject, image: &Image, kernel: u64, case: &Case, most_steps: usize) -> Fate {
    // A flipped opcode may be anything, even an instruction with operands for which the model was not made.
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| ()));
    let proof = catch_unwind(AssertUnwindSafe(|| prover.case(image, kernel, case, most_steps).failure));
    std::panic::set_hook(hook);
    match proof {
        Err(_) => {
            *prover = Prover::new(subject, Values::Variables);
            Fate::Rejected
        }
        Ok(Some(_)) => Fate::Rejected,
        Ok(None) => {
            let wrong = (1..=4).any(|seed| {
                Prover::new(subject, Values::Random(seed)).case(image, kernel, case, most_steps).failure.is_some()
            });
            if wrong { Fate::Missed } else { Fate::Equivalent }
        }
    }
}
