//! Counts the tests that a check has run, from its log.

/// The beginning of a line that is repeated at the end of the run.
pub(crate) const NOTED: &str = "noted: ";

/// How the tests in a log are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Counts {
    /// The check is one test, passed if it succeeds.
    One,
    /// Each test of Cargo's harness.
    Harness,
    /// Each record or mutant: a program reports in JSON how many it `run` and how many `failed`.
    Records,
    /// Each kernel or program that the prover counts: `183 kernels, 0 not proved`.
    Proofs,
    /// Each test of pytest.
    Pytest,
    /// Each test in TAP format, as written by Node's test runner.
    Tap,
}

/// How many tests passed and failed. A test that was skipped although this machine could run it counts as failed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Tally {
    pub(crate) passed: u64,
    pub(crate) failed: u64,
}

impl Counts {
    /// Counts the tests in the log of a check, given whether it succeeded. A failed check has at least one failed test,
    /// and a check without any test has failed.
    pub(crate) fn tally(self, log: &str, succeeded: bool) -> Tally {
        let (passed, failed) = match self {
            Counts::One => (u64::from(succeeded), 0),
            Counts::Harness => {
                let sum = |word| sum(log, |line| number_before(line.strip_prefix("test result: ")?, word));
                (sum(" passed;"), sum(" failed;") + sum(" ignored;"))
            }
            Counts::Records => {
                let failed = fields(log, "failed");
                (fields(log, "run").saturating_sub(failed), failed)
            }
            Counts::Proofs => {
                let not_proved = sum(log, |line| number_before(line, " not proved"));
                let all = sum(log, |line| {
                    number_before(line, " not proved")?;
                    line.split(' ').next()?.parse().ok()
                });
                (all.saturating_sub(not_proved), not_proved)
            }
            Counts::Pytest => {
                let is_of_pytest = |line: &&str| !line.trim().is_empty() && !line.starts_with(NOTED);
                let last = log.lines().rev().find(is_of_pytest).unwrap_or_default();
                let count = |word: &str| number_before(last, word).unwrap_or(0);
                (count(" passed"), count(" failed") + count(" error") + count(" skipped"))
            }
            Counts::Tap => {
                let count =
                    |word: &str| sum(log, |line| line.strip_prefix("# ")?.strip_prefix(word)?.trim().parse().ok());
                (count("pass "), count("fail ") + count("cancelled ") + count("skipped ") + count("todo "))
            }
        };
        let broke = !succeeded || passed == 0;
        Tally { passed, failed: if failed == 0 && broke { 1 } else { failed } }
    }
}

fn sum(log: &str, number: impl Fn(&str) -> Option<u64>) -> u64 {
    log.lines().filter_map(number).sum()
}

/// Returns the number before a word.
fn number_before(line: &str, word: &str) -> Option<u64> {
    let (before, _) = line.split_once(word)?;
    before.rsplit(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

/// Returns the sum of all fields with this name in the JSON in a log, which may contain other text.
fn fields(log: &str, name: &str) -> u64 {
    let name = format!("\"{name}\":");
    log.match_indices(&name)
        .filter_map(|(at, found)| {
            let value = log[at + found.len()..].trim_start();
            let end = value.find(|c: char| !c.is_ascii_digit()).unwrap_or(value.len());
            value[..end].parse::<u64>().ok()
        })
        .sum()
}

/// Returns the parts that this machine can't run, from the lines in a log that begin with `skipped`.
pub(crate) fn skipped(log: &str) -> Vec<String> {
    let line = |line: &str| {
        let rest = line.strip_prefix("skipped")?;
        let what = rest.trim_start_matches(':').strip_prefix(' ')?;
        Some(what.to_owned())
    };
    log.lines().filter_map(line).collect()
}

/// Returns the texts in a log to repeat at the end of the run.
pub(crate) fn noted(log: &str) -> Vec<String> {
    log.lines().filter_map(|line| line.strip_prefix(NOTED)).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(passed: u64, failed: u64) -> Tally {
        Tally { passed, failed }
    }

    #[test]
    fn a_check_is_one_test() {
        assert_eq!(Counts::One.tally("whatever\n", true), tally(1, 0));
        assert_eq!(Counts::One.tally("", false), tally(0, 1));
    }

    #[test]
    fn cargos_harness() {
        let log = "running 3 tests\n\
            test result: ok. 3 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\n\
            test result: FAILED. 1 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\n";
        assert_eq!(Counts::Harness.tally(log, false), tally(4, 2));
        assert_eq!(
            Counts::Harness.tally("test result: ok. 3 passed; 0 failed; 2 ignored; 0 measured\n", true),
            tally(3, 2)
        );
        // It succeeded, but ran nothing; it passed all tests, but broke.
        assert_eq!(Counts::Harness.tally("test result: ok. 0 passed; 0 failed; 0 ignored;\n", true), tally(0, 1));
        assert_eq!(Counts::Harness.tally("test result: ok. 5 passed; 0 failed; 0 ignored;\n", false), tally(5, 1));
    }

    #[test]
    fn records_of_selftest_and_of_others() {
        let log = "{\"algorithm\": \"aes128\", \"run\": 20, \"failed\": 1}\nnoise \"run\":\n{\"run\":5,\"failed\":0}\n";
        assert_eq!(Counts::Records.tally(log, false), tally(24, 1));
        assert_eq!(Counts::Records.tally("{\"run\": 0, \"failed\": 0}", true), tally(0, 1));
    }

    #[test]
    fn kernels_of_the_prover() {
        let log = "sha3-256 proved\n183 kernels, 2 not proved; 40 remembered\n7 programs, 0 not proved\n";
        assert_eq!(Counts::Proofs.tally(log, false), tally(188, 2));
        assert_eq!(Counts::Proofs.tally("nothing\n", true), tally(0, 1));
    }

    #[test]
    fn pytest() {
        let log = "....\n4 failed in a name\n3 failed, 10 passed, 1 skipped, 2 errors in 1.20s\n\n";
        assert_eq!(Counts::Pytest.tally(log, false), tally(10, 6));
        assert_eq!(Counts::Pytest.tally("12 passed in 3.4s\nnoted: F1\n", true), tally(12, 0));
    }

    #[test]
    fn tap() {
        let log = "# pass 7\n# fail 1\n# cancelled 0\n# skipped 1\n# todo 0\n# pass 3\n# fail 0\n";
        assert_eq!(Counts::Tap.tally(log, false), tally(10, 2));
    }

    #[test]
    fn parts_that_were_skipped() {
        assert_eq!(
            skipped("skipped: no folder\nskipped two things\nskippedness\nnot skipped\n"),
            ["no folder", "two things"]
        );
        assert_eq!(noted("noted: slow\nnoted\n"), ["slow"]);
    }
}
