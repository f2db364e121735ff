//! Sets of instructions described in TOML files, which can be costed without changing this crate.
//!
//! ```toml
//! name = "k16"
//! about = "Set K with the registers of AVX"
//! sets = ["neon", "k"]       # the sets that its instructions are from
//! without = ["kfold"]        # those to leave out
//! with = ["rax1"]            # those to add
//! registers = 16             # vector registers: 8 to 32
//! states = 1                 # states computed at a time: 1 or 2
//! widths = [64, 32, 16, 8]   # the widths of lanes that matter
//! ```

use crate::allocate::Registers;
use crate::instruction::Definition;
use crate::line_error::LineError;
use crate::sets::{SETS, instructions};
use crate::target::Target;
use serde::Deserialize;
use std::ops::Range;
use toml::Spanned;

/// The fewest vector registers with which every way of computing a round is possible.
const FEWEST_REGISTERS: u16 = 8;
/// The vector registers of a processor.
const MOST_REGISTERS: u16 = 32;

/// A set that a file describes.
#[derive(Clone, Debug)]
pub struct Described {
    /// What kernels may use.
    pub target: Target,
    /// The widths of lanes that matter, in bits.
    pub widths: Vec<u32>,
}

/// The contents of a file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Contents {
    name: String,
    #[serde(default)]
    about: String,
    sets: Spanned<Vec<Spanned<String>>>,
    #[serde(default)]
    with: Vec<Spanned<String>>,
    #[serde(default)]
    without: Vec<Spanned<String>>,
    #[serde(default = "most_registers")]
    registers: Spanned<u16>,
    #[serde(default = "one_state")]
    states: Spanned<usize>,
    #[serde(default = "all_widths")]
    widths: Vec<Spanned<u32>>,
}

fn most_registers() -> Spanned<u16> {
    Spanned::new(0..0, MOST_REGISTERS)
}

fn one_state() -> Spanned<usize> {
    Spanned::new(0..0, 1)
}

fn all_widths() -> Vec<Spanned<u32>> {
    [64, 32, 16, 8].map(|width| Spanned::new(0..0, width)).to_vec()
}

/// Reads a file.
///
/// # Errors
///
/// If it is not TOML, or if it names something that does not exist; the error names the line.
pub fn parse(text: &str) -> Result<Described, LineError> {
    let at = |range: Option<Range<usize>>, what: String| LineError { line: line(text, range), what };
    let contents: Contents = toml::from_str(text).map_err(|error| at(error.span(), error.message().to_owned()))?;
    let mut chosen: Vec<&'static Definition> = Vec::new();
    for name in contents.sets.get_ref() {
        let set = SETS.iter().find(|set| set.name == name.get_ref());
        let set = set.ok_or_else(|| {
            let names: Vec<&str> = SETS.iter().map(|set| set.name).collect();
            at(Some(name.span()), format!("unknown set {:?}; the sets are {}", name.get_ref(), names.join(", ")))
        })?;
        chosen.extend(set.instructions);
    }
    for name in &contents.with {
        let before = chosen.len();
        chosen.extend(instructions().filter(|definition| definition.name == name.get_ref()));
        if chosen.len() == before {
            return Err(at(Some(name.span()), format!("no set has an instruction {:?}", name.get_ref())));
        }
    }
    for name in &contents.without {
        let before = chosen.len();
        chosen.retain(|definition| definition.name != name.get_ref());
        if chosen.len() == before {
            let what = format!("none of the chosen sets has an instruction {:?}", name.get_ref());
            return Err(at(Some(name.span()), what));
        }
    }
    let vector = *contents.registers.get_ref();
    if !(FEWEST_REGISTERS..=MOST_REGISTERS).contains(&vector) {
        let what = format!("{vector} registers; choose {FEWEST_REGISTERS} to {MOST_REGISTERS}");
        return Err(at(Some(contents.registers.span()), what));
    }
    let states = *contents.states.get_ref();
    if !(1..=2).contains(&states) {
        return Err(at(Some(contents.states.span()), format!("{states} states; choose 1 or 2")));
    }
    if let Some(width) = contents.widths.iter().find(|width| ![8, 16, 32, 64].contains(width.get_ref())) {
        let what = format!("lanes of {} bits; choose 8, 16, 32 or 64", width.get_ref());
        return Err(at(Some(width.span()), what));
    }
    let registers = Registers { vector, ..Registers::ALL };
    let target = Target {
        name: contents.name,
        about: contents.about,
        instructions: chosen,
        registers,
        groups: states,
        packed: None,
    };
    Ok(Described { target, widths: contents.widths.into_iter().map(Spanned::into_inner).collect() })
}

/// Returns the number of the line in which a part of the text begins.
fn line(text: &str, range: Option<Range<usize>>) -> usize {
    1 + text[..range.map_or(0, |range| range.start.min(text.len()))].matches('\n').count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernels::Kernel;

    #[test]
    fn a_set_without_an_instruction_takes_more() {
        let count = |text: &str| {
            let target = parse(text).unwrap().target;
            Kernel::new(&target).unwrap().permutation(24).operations.len()
        };
        let k = count("name = \"k\"\nsets = [\"neon\", \"k\"]\n");
        assert_eq!(k, 948);
        assert!(count("name = \"k\"\nsets = [\"neon\", \"k\"]\nwithout = [\"ktheta\"]\n") > k);
        assert!(count("name = \"k\"\nsets = [\"neon\", \"k\"]\nregisters = 16\n") > k);
    }

    #[test]
    fn errors_name_the_line() {
        for (text, expected) in [
            ("name = \"a\"\nsets = [\"neon\", \"q\"]", "line 2: unknown set \"q\"; the sets are scalar, neon,"),
            ("name = \"a\"\nsets = [\"neon\"]\nwith = [\"fadd\"]", "line 3: no set has an instruction \"fadd\""),
            ("name = \"a\"\nsets = [\"neon\"]\nwithout = [\"kchi\"]", "line 3: none of the chosen sets has"),
            ("name = \"a\"\nsets = [\"neon\"]\n\nwidths = [64, 12]", "line 4: lanes of 12 bits; choose 8, 16, 32"),
            ("name = \"a\"\nsets = [\"neon\"]\nregisters = 40", "line 3: 40 registers; choose 8 to 32"),
            ("name = \"a\"\nsets = [\"neon\"]\nstates = 3", "line 3: 3 states; choose 1 or 2"),
            ("name = \"a\"\nset = [\"neon\"]", "line 2: unknown field `set`"),
            ("name = \"a\"\nsets = [", "line 2: "),
            ("sets = [\"neon\"]", "line 1: missing field `name`"),
        ] {
            let found = parse(text).unwrap_err().to_string();
            assert!(found.starts_with(expected), "{found}");
        }
    }
}
