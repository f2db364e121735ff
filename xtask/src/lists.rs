//! The lists of implementations: those that this program was built with, or another target's.

use counterpoint::Algorithm;
use std::fs;

/// A line of an algorithm's list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    pub(crate) algorithm: String,
    /// The path of the kernel's type.
    pub(crate) kernel: String,
    pub(crate) tier: String,
    pub(crate) implementation: String,
    pub(crate) constant_time: bool,
    /// How many states the kernel processes at once.
    pub(crate) states: usize,
    /// Whether the kernel pads messages and writes their outputs.
    pub(crate) pads: bool,
}

/// Returns the lists of a file that `xtask-lists` printed on its target, or those of this program.
///
/// # Errors
///
/// If the file can't be read or contains something else.
pub(crate) fn lines(file: Option<&str>) -> Result<Vec<Line>, Box<dyn std::error::Error>> {
    match file {
        None => Ok(own()),
        Some(file) => {
            let text = fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
            text.lines()
                .map(|line| parse(line).ok_or_else(|| format!("{file}: no line of a list: {line}").into()))
                .collect()
        }
    }
}

fn own() -> Vec<Line> {
    Algorithm::all()
        .flat_map(|algorithm| {
            algorithm.implementations().map(|implementation| Line {
                algorithm: algorithm.name.to_string(),
                kernel: implementation.kernel().to_string(),
                tier: implementation.tier().to_string(),
                implementation: implementation.name().to_string(),
                constant_time: implementation.constant_time(),
                states: implementation.states(),
                pads: implementation.pads(),
            })
        })
        .collect()
}

/// Reads the fields of a line, which have tabs between them.
fn parse(line: &str) -> Option<Line> {
    let [algorithm, kernel, tier, implementation, time, states, pads] = line.split('\t').collect::<Vec<_>>()[..] else {
        return None;
    };
    Some(Line {
        algorithm: algorithm.into(),
        kernel: kernel.into(),
        tier: tier.into(),
        implementation: implementation.into(),
        constant_time: time == "constant-time",
        states: states.parse().ok()?,
        pads: pads == "pads",
    })
}
