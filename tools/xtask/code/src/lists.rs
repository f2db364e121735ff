//! The lists of implementations in a build of the library, as printed by `xtask-lists`.

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

/// Returns the lists from a file that `xtask-lists` printed.
///
/// # Errors
///
/// If the file can't be read or contains something else.
pub(crate) fn read(file: &str) -> Result<Vec<Line>, Box<dyn std::error::Error>> {
    parse(&fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?, file)
}

/// Returns the lists from a text that `xtask-lists` printed. `place` names the source of the text.
///
/// # Errors
///
/// If it contains something else.
pub(crate) fn parse(text: &str, place: &str) -> Result<Vec<Line>, Box<dyn std::error::Error>> {
    text.lines()
        .map(|line| fields(line).ok_or_else(|| format!("{place}: not a line of a list: {line}").into()))
        .collect()
}

/// Reads the fields of a line, separated by tabs.
fn fields(line: &str) -> Option<Line> {
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
