//! The layout of each function's stack frame, as the compiler reports it.
//!
//! A slot is either a *spill*, a register saved by the compiler that nothing else can reach, or a *variable*, an object
//! of the program that may be indexed. An access with an index can touch every variable, but no spill.

use std::collections::BTreeMap;
use std::ops::Range;

/// The slots of one function, in bytes from the stack pointer at its entry.
#[derive(Clone, Debug, Default)]
pub(crate) struct Frame {
    /// Objects of the program.
    pub(crate) variables: Vec<Range<i64>>,
    /// Saved registers.
    pub(crate) spills: Vec<Range<i64>>,
}

impl Frame {
    /// Whether some slots hold all these bytes.
    pub(crate) fn holds(&self, bytes: &Range<i64>) -> bool {
        bytes.clone().all(|byte| self.variables.iter().chain(&self.spills).any(|slot| slot.contains(&byte)))
    }
}

/// Reads the compiler's remarks: `Function: SYMBOL`, then lines like `Offset: [SP-56], Type: Spill, Align: 8, Size: 8`.
pub(crate) fn parse(remarks: &str) -> BTreeMap<String, Frame> {
    let mut frames = BTreeMap::new();
    let mut function = String::new();
    for line in remarks.lines().map(str::trim) {
        if let Some(symbol) = line.strip_prefix("Function: ") {
            function = symbol.to_string();
            frames.insert(function.clone(), Frame::default());
        } else if let Some((slot, kind)) = slot(line)
            && let Some(frame) = frames.get_mut(&function)
        {
            let slots = if kind == "Spill" { &mut frame.spills } else { &mut frame.variables };
            slots.push(slot);
        }
    }
    frames
}

fn slot(line: &str) -> Option<(Range<i64>, &str)> {
    let (offset, rest) = line.strip_prefix("Offset: [SP")?.split_once("], Type: ")?;
    let (kind, rest) = rest.split_once(", ")?;
    let offset: i64 = offset.parse().ok()?;
    let size: i64 = rest.split_once("Size: ")?.1.parse().ok()?;
    Some((offset..offset + size, kind))
}

#[cfg(test)]
#[allow(clippy::single_range_in_vec_init, reason = "slots are ranges")]
mod tests {
    use super::*;

    #[test]
    fn remarks_are_read() {
        let frames = parse(
            "note: <unknown file>:0:0 stack-frame-layout (analysis): \n      Function: f\n      \
             Offset: [SP-8], Type: Spill, Align: 16, Size: 8\n      \
             Offset: [SP-72], Type: Variable, Align: 8, Size: 64\n",
        );
        assert_eq!(frames["f"].spills, [-8..0]);
        assert_eq!(frames["f"].variables, [-72..-8]);
        assert!(frames["f"].holds(&(-12..-4)) && !frames["f"].holds(&(-4..4)));
    }
}
