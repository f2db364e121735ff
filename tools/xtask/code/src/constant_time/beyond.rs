//! The implementations that valgrind's processor can't run. The analysis of their kernels' machine code covers them
//! instead.

use crate::lists::Line;
use std::collections::{BTreeMap, BTreeSet};

/// The beginning of a line about such an implementation in the output of the program under valgrind.
const BEGIN: &str = "beyond valgrind\t";

/// An implementation that can't run under valgrind.
pub(super) struct Beyond {
    /// The names of the algorithm and the implementation.
    name: String,
    /// The first feature that is missing.
    feature: String,
}

impl Beyond {
    /// Reads a line of the output of the program under valgrind; `None` if the line is about something else.
    pub(super) fn parse(line: &str) -> Option<Self> {
        let (name, feature) = line.strip_prefix(BEGIN)?.split_once('\t')?;
        Some(Self { name: name.into(), feature: feature.into() })
    }

    /// Returns the implementation's line in the lists.
    fn find<'l>(&self, lists: &'l [Line]) -> Result<&'l Line, String> {
        let (algorithm, implementation) = self.name.split_once(' ').unwrap_or((&self.name, ""));
        let found = lists.iter().find(|line| line.algorithm == algorithm && line.implementation == implementation);
        found.ok_or_else(|| format!("{}: valgrind ran a different build from that of the lists", self.name))
    }
}

/// Prints one line about all these implementations, and one about each that promises constant time although the
/// analysis did not show it for its kernel; returns the number of the latter. `shown` contains the kernels for which it
/// did, each with its tier.
///
/// # Errors
///
/// If one of them is missing from the lists.
pub(super) fn uncovered(all: &[Beyond], lists: &[Line], shown: &BTreeSet<(String, String)>) -> Result<usize, String> {
    if all.is_empty() {
        return Ok(0);
    }
    let mut features = BTreeMap::new();
    for implementation in all {
        *features.entry(&implementation.feature).or_insert(0) += 1;
    }
    let features: Vec<String> = features.iter().map(|(feature, count)| format!("{feature}: {count}")).collect();
    let lines: Vec<&Line> = all.iter().map(|implementation| implementation.find(lists)).collect::<Result<_, _>>()?;
    let promising: Vec<&Line> = lines.into_iter().filter(|line| line.constant_time).collect();
    let covered = |line: &Line| shown.contains(&(line.kernel.clone(), line.tier.clone()));
    let uncovered: Vec<&&Line> = promising.iter().filter(|line| !covered(line)).collect();
    println!(
        "noted: {} implementations need what valgrind's processor lacks ({}); the analysis of the machine code \
         shows constant time \
         of {} of the {} that promise it",
        all.len(),
        features.join(", "),
        promising.len() - uncovered.len(),
        promising.len()
    );
    for Line { algorithm, implementation, .. } in &uncovered {
        println!("WRONG {algorithm} {implementation}: neither valgrind nor the analysis of the machine code covers it");
    }
    Ok(uncovered.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lists;

    const LISTS: &str = "\
aes128\tsome::Kernel<8>\tvaes\tni-vaes\tconstant-time\t8\t-
aes128\tsome::Kernel<8>\tavx512\tni-avx512\tconstant-time\t8\t-
aes128\tsome::Kernel<8>\tavx512\tttable-avx512\t-\t8\t-
";

    /// Returns how many are not covered if the analysis showed constant time for the kernel on VAES.
    fn of(name: &str) -> Result<usize, String> {
        let shown = BTreeSet::from([("some::Kernel<8>".to_string(), "vaes".to_string())]);
        let beyond = Beyond::parse(&format!("{BEGIN}{name}\tvaes")).expect("a name and a feature");
        uncovered(&[beyond], &lists::parse(LISTS, "the lists").expect("lists"), &shown)
    }

    #[test]
    fn each_promise_needs_the_analysis_of_its_own_kernel() {
        assert_eq!(of("aes128 ni-vaes"), Ok(0));
        assert_eq!(of("aes128 ni-avx512"), Ok(1), "another tier");
        assert_eq!(of("aes128 ttable-avx512"), Ok(0), "no promise");
        assert!(of("aes128 ni-other").is_err(), "in no list");
    }

    #[test]
    fn other_lines_are_left_alone() {
        assert!(Beyond::parse("ok aes128 ni-aesni: 0 reports").is_none());
    }
}
