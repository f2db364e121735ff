//! The implementations that valgrind's processor can't run, and what covers them instead: the analysis of their
//! kernels' machine code.

use counterpoint::registry::Implementation;
use std::collections::{BTreeMap, BTreeSet};

/// How a line of the program under valgrind begins that is about such an implementation.
const BEGIN: &str = "beyond valgrind\t";

/// An implementation that can't run under valgrind.
pub(super) struct Beyond {
    /// The algorithm's name and its own.
    name: String,
    /// The type of its kernel and the name of its tier, by which the machine code is found.
    kernel: (String, String),
    constant_time: bool,
    /// The first feature that is missing.
    feature: String,
}

impl Beyond {
    /// `name` is that of the algorithm and of the implementation. `None` if the implementation can run here.
    pub(super) fn new(name: &str, implementation: &Implementation) -> Option<Self> {
        Some(Self {
            name: name.into(),
            kernel: (implementation.kernel().into(), implementation.tier().into()),
            constant_time: implementation.constant_time(),
            feature: implementation.missing_features().next()?.into(),
        })
    }

    /// The line by which the program under valgrind tells of it.
    pub(super) fn line(&self) -> String {
        let (kernel, tier) = &self.kernel;
        let time = if self.constant_time { "constant-time" } else { "-" };
        format!("{BEGIN}{}\t{kernel}\t{tier}\t{time}\t{}", self.name, self.feature)
    }

    /// Reads such a line; `None` if the line is about something else.
    pub(super) fn parse(line: &str) -> Option<Self> {
        let [name, kernel, tier, time, feature] = line.strip_prefix(BEGIN)?.split('\t').collect::<Vec<_>>()[..] else {
            return None;
        };
        Some(Self {
            name: name.into(),
            kernel: (kernel.into(), tier.into()),
            constant_time: time == "constant-time",
            feature: feature.into(),
        })
    }
}

/// Prints one line on all of these implementations, and one on each that promises constant time although the analysis
/// did not show it of its kernel; returns how many the latter are. `shown` has the kernels, each with its tier, of
/// which it did.
pub(super) fn uncovered(all: &[Beyond], shown: &BTreeSet<(String, String)>) -> usize {
    if all.is_empty() {
        return 0;
    }
    let mut features = BTreeMap::new();
    for implementation in all {
        *features.entry(&implementation.feature).or_insert(0) += 1;
    }
    let features: Vec<String> = features.iter().map(|(feature, count)| format!("{feature}: {count}")).collect();
    let promising: Vec<&Beyond> = all.iter().filter(|implementation| implementation.constant_time).collect();
    let uncovered: Vec<&&Beyond> = promising.iter().filter(|i| !shown.contains(&i.kernel)).collect();
    println!(
        "noted: {} implementations need what valgrind's processor lacks ({}); the analysis of the machine code \
         shows constant time \
         of {} of the {} that promise it",
        all.len(),
        features.join(", "),
        promising.len() - uncovered.len(),
        promising.len()
    );
    for implementation in &uncovered {
        println!("WRONG {}: neither valgrind nor the analysis of the machine code covers it", implementation.name);
    }
    uncovered.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn beyond(name: &str, tier: &str, time: &str) -> Beyond {
        Beyond::parse(&format!("{BEGIN}{name}\tsome::Kernel<8>\t{tier}\t{time}\tvaes")).expect("five fields")
    }

    #[test]
    fn each_promise_needs_the_analysis_of_its_own_kernel() {
        let shown = BTreeSet::from([("some::Kernel<8>".to_string(), "vaes".to_string())]);
        let covered = beyond("aes128 ni-vaes", "vaes", "constant-time");
        let other_tier = beyond("aes128 ni-avx512", "avx512", "constant-time");
        let no_promise = beyond("aes128 ttable-avx512", "avx512", "-");
        assert_eq!(uncovered(&[covered], &shown), 0);
        assert_eq!(uncovered(&[other_tier], &shown), 1);
        assert_eq!(uncovered(&[no_promise], &shown), 0);
    }

    #[test]
    fn a_line_is_read_as_it_was_written() {
        let line = beyond("aes128 ni-vaes", "vaes", "constant-time").line();
        assert_eq!(Beyond::parse(&line).expect("such a line").line(), line);
        assert!(Beyond::parse("ok aes128 ni-aesni: 0 reports").is_none());
    }
}
