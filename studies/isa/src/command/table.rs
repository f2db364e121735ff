//! `counterpoint-isa table`: instructions per byte, ours beside the public figures of the paper.

use super::figures::{APART, computes, ours, rows};
use super::kernels::{kernels, packed_kernels};
use super::record::record;
use crate::console::{self, Error, failed};
use crate::count::{ROUNDS, each_byte, permutation};
use crate::functions::FUNCTIONS;
use crate::kernels::Kernel;
use clap::Args;
use std::fmt::Write as _;
use std::path::PathBuf;

/// The arguments.
#[derive(Debug, Args)]
pub(super) struct TableArgs {
    /// Also write the figures to a record, with cycles on the models of processors. That takes a minute.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

/// Returns the table, and writes the record.
pub(super) fn run(args: &TableArgs) -> Result<String, Error> {
    if let Some(path) = &args.record {
        console::write(path, record()?.as_bytes())?;
    }
    table()
}

/// A column of figures that are not ours.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Column {
    /// NEON code for ARMv7 from the paper's time.
    Neon,
    /// The paper's extension.
    Extension,
}

/// A figure that is not ours, and why ours differs.
struct Published {
    row: &'static str,
    column: Column,
    figure: f64,
    /// Our target to compare with.
    target: &'static str,
    why: &'static str,
}

const fn published(
    row: &'static str,
    column: Column,
    figure: f64,
    target: &'static str,
    why: &'static str,
) -> Published {
    Published { row, column, figure, target, why }
}

/// Why other sponges take more instructions, too.
const AS_FOR_SHA3_512: &str = "As with SHA3-512, the code around the rounds makes the difference.";

/// Why code from the paper's time takes more instructions for a block of a sponge.
const SAME_ROUND: &str = "A round takes 143 instructions in both; around its rounds, that code takes a few more per \
                          block than our 14.";

/// The public figures. \[Keccak-ISE\] has those of SHA3-512 and Lake Keyak in its abstract. We counted the others once,
/// outside of this repository, with an emulator of a 32-bit ARM processor, on NEON code of October 2015. For SHA3-512
/// the same count gives the abstract's 48.1. No record contains them; benchmarks/isa/armv7-public.json has those of a
/// later release.
static PUBLISHED: [Published; 10] = [
    published("sha3-512", Column::Neon, 48.1, "neon", SAME_ROUND),
    published("sha3-384", Column::Neon, 33.38, "neon", AS_FOR_SHA3_512),
    published("sha3-256", Column::Neon, 25.50, "neon", AS_FOR_SHA3_512),
    published("shake256", Column::Neon, 25.50, "neon", AS_FOR_SHA3_512),
    published("shake128", Column::Neon, 20.63, "neon", AS_FOR_SHA3_512),
    published(
        "sha3-512",
        Column::Extension,
        21.9,
        "p",
        "The instructions of the paper are not public. Set p has 16 registers, like ARMv7 and AVX, and two sources, \
         which is a guess; pchil also reads the register that it writes. A round takes 62 instructions, and 67 with \
         the registers that must be spilled and reloaded because 16 are too few: pi takes lanes from all planes, \
         so the old state is needed until the last plane of the new one. The paper's figure implies 64 or 65.",
    ),
    published(
        APART,
        Column::Neon,
        13.4,
        "neon",
        "The permutation from the paper's time takes 1796 instructions, of which 52 load and store the state, and ours \
         takes 1747. Another 19 of the paper's 2251 for a block are in none of the functions that could be counted; \
         presumably they call them.",
    ),
    published(
        APART,
        Column::Extension,
        7.7,
        "p",
        "Like the paper's figure, this has a permutation that loads and stores the state, and the 436 instructions for \
         a block. The code that calls the functions is not counted here, and the paper's instructions are not public.",
    ),
    published(
        "lake-keyak",
        Column::Neon,
        13.4,
        "neon",
        "Our program encrypts a block while the state is in registers: it takes neither the 436 instructions for a \
         block nor loads and stores of the state.",
    ),
    published(
        "lake-keyak",
        Column::Extension,
        7.7,
        "p",
        "As with NEON, the interface makes the difference, not the instructions: with that of the paper's time, the \
         figure is the one in the row \"apart\".",
    ),
];

/// Returns the table and the reasons.
fn table() -> Result<String, Error> {
    let kernels: Vec<Kernel> = kernels().collect();
    let mut text = format!("{:<19}{:>9}{:>9}", "instructions", "NEON of", "the");
    text.push_str(&format!("\n{:<19}{:>9}{:>9}", "per byte", "its time", "paper"));
    for kernel in &kernels {
        write!(text, "{:>11}", kernel.target.name).map_err(failed)?;
    }
    text.push('\n');
    for row in rows() {
        write!(text, "{row:<19}").map_err(failed)?;
        for column in [Column::Neon, Column::Extension] {
            let figure = PUBLISHED.iter().find(|published| published.row == row && published.column == column);
            write!(text, "{:>9}", figure.map_or("-".to_owned(), |published| format!("{:.1}", published.figure)))
                .map_err(failed)?;
        }
        for kernel in &kernels {
            write!(text, "{:>11.2}", ours(kernel, row)?).map_err(failed)?;
        }
        text.push('\n');
    }
    write!(text, "{:<19}{:>9}{:>9}", "f[1600], in all", "-", "-").map_err(failed)?;
    for kernel in &kernels {
        write!(text, "{:>11}", permutation(kernel, ROUNDS).map_err(failed)?.values().sum::<u64>()).map_err(failed)?;
    }
    text.push_str("\n\n");
    text.push_str(&packed(&kernels)?);
    text.push_str(NOTES);
    for published in &PUBLISHED {
        text.push_str(&compared(published, &kernels)?);
    }
    Ok(text)
}

/// The explanation of the table.
const NOTES: &str = "\
Instructions per byte are those of each further block of a long message, or of a long output for keystreams. The state
stays in registers from one block to the next, except in the row \"apart\": there a permutation loads and stores it,
and other functions add a block and output it, as in code from the paper's time. \"f[1600]\" is a permutation that
loads and stores its state. armsha3x2 computes two states at a time; its figures are per state, except for f[1600],
which is for both. A message of Sea, Ocean or Lunar Keyak has two, four or eight states, so one message is enough for
armsha3x2, and all other sets take the same as for Lake. keccak-r544c256 is Keccak with a rate of 544 and a capacity of
256 bits, and stream-r544c256 its output for a key and a nonce; together with River and Ketje, the functions named like
these use Keccak-f[800], [400] and [200]. In the first table their short lanes gain nothing, because they are repeated
to fill 64 bits: a round takes as many instructions as for long lanes, and covers fewer bytes. The second table has the
same figures first, then those of kernels with lanes of several states side by side: k-32x2 has 32-bit lanes of two
states. Only the paper's abstract is public, so most of its figures are unknown (-), and set p is a reconstruction. The
abstract has 48.1 and 13.4 for NEON. The other figures of its time were counted once, outside of this repository.
studies/isa/count_armv7.py counts the 436 instructions below, and code for 32-bit ARM with and without NEON.

Where our figures differ from known ones, and why:
";

/// Returns the table of functions with short lanes, for kernels that repeat them and for kernels that compute several
/// states side by side.
fn packed(kernels: &[Kernel]) -> Result<String, Error> {
    let packed: Vec<Kernel> = packed_kernels().collect();
    let mut text = String::from("short lanes, several states at a time\n");
    for function in FUNCTIONS.iter().filter(|function| function.blocks.width < 64) {
        write!(text, "{:<19}", function.name).map_err(failed)?;
        for kernel in packed.iter().filter(|kernel| computes(kernel, function)) {
            let (name, _) = kernel.target.name.split_once('-').unwrap_or_default();
            let repeated = kernels.iter().find(|kernel| kernel.target.name == name);
            let repeated = repeated.ok_or_else(|| failed(format!("there is no target {name}")))?;
            let figures = [each_byte(repeated, function), each_byte(kernel, function)];
            let [before, after] = figures.map(|figure| figure.map_err(failed));
            write!(text, "{:>9.2}{:>9.2} {:>10}", before?, after?, kernel.target.name).map_err(failed)?;
        }
        text.push('\n');
    }
    Ok(text + "\n")
}

/// Returns our figure beside another one, the difference in percent, and the reason.
fn compared(published: &Published, kernels: &[Kernel]) -> Result<String, Error> {
    let Published { row, figure, target, why, .. } = published;
    let kernel = kernels.iter().find(|kernel| kernel.target.name == *target);
    let kernel = kernel.ok_or_else(|| failed(format!("there is no target {target}")))?;
    let ours = ours(kernel, row)?;
    let whose = if published.column == Column::Neon { "NEON of its time" } else { "the paper" };
    let percent = 100.0 * (ours / figure - 1.0);
    let head = format!("\n{row}: {whose} {figure:.1}, {target} {ours:.2} ({percent:+.1} %)\n");
    Ok(head + &wrapped(why))
}

/// Wraps a text into lines.
fn wrapped(text: &str) -> String {
    let (mut lines, mut line) = (String::new(), String::new());
    for word in text.split_whitespace() {
        if line.len() + word.len() > 110 {
            lines.push_str(&format!("   {line}\n"));
            line.clear();
        }
        line.push(' ');
        line.push_str(word);
    }
    format!("{lines}   {line}\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::count::block;
    use crate::functions::SHA3_512;

    /// The figures of the paper are reproduced with its interface: NEON code within 4 %, the extension within 10 %.
    #[test]
    fn figures_of_the_paper_are_reproduced() {
        let kernels: Vec<Kernel> = kernels().collect();
        for published in &PUBLISHED {
            let kernel = kernels.iter().find(|kernel| kernel.target.name == published.target).unwrap();
            let deviation = ours(kernel, published.row).unwrap() / published.figure - 1.0;
            let most = match (published.row, published.column) {
                ("lake-keyak", _) => continue,
                (_, Column::Neon) => 0.04,
                (_, Column::Extension) => 0.10,
            };
            assert!(deviation.abs() < most, "{}: {deviation}", published.row);
        }
    }

    /// The numbers that the reasons give for our kernels.
    #[test]
    fn reasons_have_the_numbers_of_the_kernels() {
        let all = |name: &str, rounds| -> u64 {
            let kernel = kernels().find(|kernel| kernel.target.name == name).unwrap();
            permutation(&kernel, rounds).unwrap().values().sum()
        };
        assert_eq!(all("neon", 24) - all("neon", 12), 12 * 143);
        assert_eq!(all("neon", 12), 1747);
        let neon = kernels().find(|kernel| kernel.target.name == "neon").unwrap();
        assert_eq!(block(&neon, &SHA3_512.blocks).unwrap().values().sum::<u64>(), 24 * 143 + 14);
        // For a block, 51 registers go to the stack and come back, and 24 of its loads load constants.
        let p = kernels().find(|kernel| kernel.target.name == "p").unwrap();
        let counts = block(&p, &SHA3_512.blocks).unwrap();
        let (block, moved): (u64, u64) = (counts.values().sum(), counts["str"] + counts["ldr"] - 24);
        let computing = ["eor", "ext", "pswapx", "prl1x", "prhopi", "pchi", "pchil"].map(|name| counts[name]);
        assert_eq!((computing.iter().sum::<u64>() - 5 + 24).div_ceil(24), 62);
        assert_eq!(((block as f64) / 24.0).round(), 67.0);
        assert!(moved > 100);
    }

    #[test]
    fn every_function_has_a_row() {
        let text = table().unwrap();
        for function in &FUNCTIONS {
            assert!(text.lines().any(|line| line.starts_with(function.name)), "{}", function.name);
        }
        assert!(text.lines().all(|line| line.len() <= 120), "{text}");
    }
}
