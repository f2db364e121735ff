//! Instructions that no case runs, and the reasons why no call can reach them.
//!
//! They follow *one-way branches*: instructions that some case runs, and that could continue to one that no case runs.
//! A one-way branch whose two paths meet again at once is not found.
//!
//! A reason covers a line of the library's source from which such a branch comes, so it survives another compiler and
//! any change except one to its line. A file contains the reasons, and below each the lines that it covers:
//!
//! ```text
//! # a comment
//! because a batch has a state.
//! kernel/batches.rs | let first = states.first().unwrap_or(none);
//! ```
//!
//! A branch in an inlined function also comes from the line of the call; one of these lines suffices. A reason excuses
//! every branch from its line, in either direction, so a new one there goes unnoticed.

use crate::image::Image;
use crate::lines::SourceLine;
use crate::machine;
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};

/// Returns the one-way branches among a function's instructions, some of which were executed, and the unexecuted
/// instructions to which no such branch leads.
pub(crate) fn one_way_branches(
    image: &Image,
    instructions: &[u64],
    executed: &BTreeSet<u64>,
) -> (Vec<u64>, BTreeSet<u64>) {
    let mut unexplained: BTreeSet<u64> = instructions.iter().copied().filter(|at| !executed.contains(at)).collect();
    let unreached = unexplained.clone();
    let mut branches = Vec::new();
    for at in instructions.iter().filter(|at| executed.contains(at)) {
        let mut next: Vec<u64> = machine::successors(image, *at);
        next.retain(|at| unreached.contains(at));
        if !next.is_empty() {
            branches.push(*at);
        }
        while let Some(at) = next.pop() {
            if unexplained.remove(&at) {
                next.extend(machine::successors(image, at));
            }
        }
    }
    (branches, unexplained)
}

/// The lines of the source from which one-way branches may come.
#[derive(Debug)]
pub struct Reasons(Vec<Entry>);

#[derive(Debug)]
struct Entry {
    file: String,
    text: String,
    used: AtomicBool,
}

impl Reasons {
    /// Reads the text of a file.
    ///
    /// # Errors
    ///
    /// If a line is not of this form, or has no reason above it.
    pub fn parse(text: &str) -> Result<Self, String> {
        let (mut lines, mut reason) = (Vec::new(), "");
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
            if let Some(text) = line.strip_prefix("because ") {
                reason = text;
                continue;
            }
            let (file, text) = line.split_once(" | ").ok_or_else(|| format!("not of the form FILE | LINE: {line}"))?;
            if reason.is_empty() {
                return Err(format!("no reason above: {line}"));
            }
            lines.push(Entry { file: file.into(), text: text.into(), used: AtomicBool::new(false) });
        }
        Ok(Self(lines))
    }

    /// Whether there is a reason for a branch from these lines; marks it as used.
    pub(crate) fn excuse(&self, from: &[SourceLine]) -> bool {
        let mut found = false;
        for line in self.0.iter().filter(|line| from.iter().any(|f| f.file == line.file && f.text == line.text)) {
            line.used.store(true, Ordering::Relaxed);
            found = true;
        }
        found
    }

    /// Returns the lines that have excused nothing.
    pub fn unused(&self) -> Vec<String> {
        let unused = self.0.iter().filter(|line| !line.used.load(Ordering::Relaxed));
        unused.map(|Entry { file, text, .. }| format!("{file} | {text}")).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::image::START;
    use object::Architecture;

    #[test]
    fn a_branch_that_goes_one_way_leads_to_what_is_not_run() {
        // test al, al; je +3; xor eax, eax; ret; xor ecx, ecx; ret
        let code = [0x84, 0xc0, 0x74, 0x03, 0x31, 0xc0, 0xc3, 0x31, 0xc9, 0xc3];
        let image = Image::of_code(Architecture::X86_64, code.to_vec());
        let instructions = [0, 2, 4, 6, 7, 9].map(|at| START + at);
        let run = |offsets: &[u64]| {
            let executed = offsets.iter().map(|at| START + at).collect();
            let (branches, left) = one_way_branches(&image, &instructions, &executed);
            let offsets = |at: u64| at - START;
            (branches.into_iter().map(offsets).collect::<Vec<_>>(), left.into_iter().map(offsets).collect::<Vec<_>>())
        };
        assert_eq!(run(&[0, 2, 4, 6, 7, 9]), (vec![], vec![]));
        assert_eq!(run(&[0, 2, 4, 6]), (vec![2], vec![]));
        assert_eq!(run(&[0, 2, 7, 9]), (vec![2], vec![]));
        assert_eq!(run(&[4, 6, 7]), (vec![7], vec![0, 2]));
    }

    #[test]
    fn a_reason_stands_for_a_line() {
        let reasons = Reasons::parse("# comment\n\nbecause of it\na.rs | x();\nb/c.rs | if y {\n").expect("a file");
        let line = |file: &str, text: &str| SourceLine { file: file.into(), text: text.into() };
        assert!(reasons.excuse(&[line("d.rs", "z"), line("a.rs", "x();")]));
        for (file, text) in [("a.rs", "if y {"), ("c.rs", "if y {"), ("b/c.rs", "if y")] {
            assert!(!reasons.excuse(&[line(file, text)]), "{file} {text}");
        }
        assert_eq!(reasons.unused(), ["b/c.rs | if y {"]);
    }

    #[test]
    fn every_line_has_a_reason_and_both_parts() {
        assert_eq!(Reasons::parse("a | ret").expect_err("no reason"), "no reason above: a | ret");
        assert_eq!(Reasons::parse("because x\na b").expect_err("a part"), "not of the form FILE | LINE: a b");
    }
}
