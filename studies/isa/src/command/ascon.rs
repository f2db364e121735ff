//! `counterpoint-isa ascon`: the instructions of Ascon on each target, and the programs and proofs of its kernels.

use super::steps::dumped;
use crate::ascon::modes::{LONG, MODES, SHORT};
use crate::ascon::spec::State;
use crate::ascon::{before_blocks, each_byte, kernel, machine, permutation, prove, targets};
use crate::console::{Error, failed};
use crate::kernels::{Kernel, Task};
use std::fmt::Write as _;

/// Returns the kernel of each target.
fn kernels() -> impl Iterator<Item = Kernel> {
    targets().iter().filter_map(kernel).collect::<Vec<_>>().into_iter()
}

/// Returns the instructions of each target for a permutation, and per byte of each mode.
pub(super) fn table() -> Result<String, Error> {
    let mut text = format!("{:<18}{:>10}{:>10}", "instructions", format!("p[{LONG}]"), format!("p[{SHORT}]"));
    for mode in MODES {
        write!(text, "{:>12}", mode.name).map_err(failed)?;
    }
    text.push('\n');
    for kernel in kernels() {
        write!(text, "{:<18}", kernel.target.name).map_err(failed)?;
        for rounds in [LONG, SHORT] {
            write!(text, "{:>10}", permutation(&kernel, rounds).map_err(failed)?).map_err(failed)?;
        }
        for mode in MODES {
            let each = each_byte(&kernel, &mode).map_err(failed)?;
            write!(text, "{:>12}", format!("{each:.1}/byte")).map_err(failed)?;
        }
        text.push('\n');
    }
    text.push_str(
        "\nA permutation includes the loads and stores of its state; armsha3x2 computes two permutations with these\n\
         instructions. Instructions per byte are those of each further block of a long message, whose state stays\n\
         in registers. Set a is set k with two more instructions, for Ascon. Ascon-XOF128 takes as many as\n\
         Ascon-Hash256.\n",
    );
    Ok(text)
}

/// Appends the programs of a target with the values that their instructions write, a line of JSON for each program.
pub(super) fn dump(text: &mut String, name: &str) -> Result<(), Error> {
    let Some(kernel) = kernels().find(|kernel| kernel.target.name == name) else { return Ok(()) };
    let states: Vec<State<u64>> = (0..kernel.target.states() as u64)
        .map(|state| core::array::from_fn(|lane| (5 * state + lane as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)))
        .collect();
    for rounds in [LONG, SHORT] {
        let program = kernel.permutation(rounds);
        dumped(text, &format!("ascon, {rounds} rounds"), &program, machine(&program, rounds, &states))?;
    }
    for task in [Task::Absorb, Task::Squeeze, Task::Encrypt, Task::Decrypt] {
        let block: &[usize] = if matches!(task, Task::Encrypt | Task::Decrypt) { &[0, 1] } else { &[0] };
        let input: Vec<u8> = (0..3 * states.len() * block.len() * 8).map(|index| index as u8).collect();
        let (program, machine, _) = before_blocks(&kernel, (task, block, SHORT), 3, &states, &input);
        dumped(text, &format!("ascon, {task:?}").to_lowercase(), &program, machine)?;
    }
    Ok(())
}

/// Proves the kernel of each target for each number of rounds in the standard.
pub(super) fn proofs(text: &mut String) -> Result<(), Error> {
    for kernel in kernels() {
        let (name, states) = (&kernel.target.name, kernel.target.states());
        for rounds in [LONG, SHORT] {
            let proved = prove(&kernel.permutation(rounds), rounds, states);
            let proved = proved.map_err(|why| failed(format!("{name}, Ascon: {why}")))?;
            let (rounds, products) = (proved.rounds, proved.products);
            writeln!(text, "{name}, Ascon: {rounds} rounds proved, {products} products compared").map_err(failed)?;
        }
    }
    Ok(())
}
