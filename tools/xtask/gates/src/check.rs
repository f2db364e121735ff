//! A check: what it tests, in which gate and why, what it requires, and what decides whether it runs again.

use crate::count::Counts;
use crate::job::{Job, Outcome, Part};
use crate::need::Need;
use crate::world::World;

/// The first command that runs a check. Each gate except `Release` also runs the checks of those before it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Gate {
    /// `make check`, while you write.
    Check,
    /// `make test`, before you submit a change.
    Test,
    /// `make test-all`, for what a change may break far away.
    TestAll,
    /// `make release`, for what takes hours.
    Release,
}

impl Gate {
    pub(crate) const ALL: [Gate; 4] = [Gate::Check, Gate::Test, Gate::TestAll, Gate::Release];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Gate::Check => "check",
            Gate::Test => "test",
            Gate::TestAll => "test-all",
            Gate::Release => "release",
        }
    }

    /// Whether this gate runs the checks of another.
    pub(crate) fn runs(self, other: Gate) -> bool {
        if self == Gate::Release { other == Gate::Release } else { other <= self }
    }
}

/// A check, or several that differ only in the program they run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Check {
    pub(crate) name: &'static str,
    /// Its group, which `ONLY` can also name: `rust`, `proof`, `web`.
    pub(crate) group: &'static str,
    pub(crate) gate: Gate,
    /// What it tests, and why in this gate.
    pub(crate) why: &'static str,
    pub(crate) needs: &'static [Need],
    /// The checks whose products it uses. If one of them fails, it can't begin and counts as failed too.
    pub(crate) after: &'static [&'static str],
    /// The checks all of whose cases it covers: in a run that has both, only this one runs.
    pub(crate) contains: &'static [&'static str],
    pub(crate) counts: Counts,
    /// Its inputs: it runs again only if one of them has changed since it passed. `None` runs each time.
    pub(crate) inputs: Option<&'static [Input]>,
    /// What it makes for other checks, as paths from the root. If one is missing, it runs again.
    pub(crate) makes: &'static [&'static str],
    /// Its time limit, which is ample: a busy neighbour must not make a check fail. After it, the check is ended.
    pub(crate) minutes: u64,
    /// About how long it takes on two idle cores: the check that others wait for longest begins first.
    pub(crate) seconds: u64,
    /// How many cores it keeps busy.
    pub(crate) cores: usize,
    /// What no two checks may use at the same time: one of Cargo's target folders.
    pub(crate) uses: &'static [&'static str],
    /// Whether it installs packages, which is timed separately. Such checks run first.
    pub(crate) installs: bool,
    /// Programs with which it runs, each a separate check.
    pub(crate) parts: Option<fn(&World) -> Vec<Part>>,
    /// How to run one of its tests alone, if it tests a package in a language without a compiler.
    pub(crate) scripts: Option<Scripts>,
    pub(crate) run: fn(&Job<'_>) -> Outcome,
}

/// A package of scripts around a compiled part. Defects in the scripts are planted next to the project's own compiled
/// part, so that nothing is built.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scripts {
    /// The scripts' folder, as a path from the root.
    pub(crate) sources: &'static str,
    /// The project's compiled part, and its place next to the scripts.
    pub(crate) compiled: (&'static str, &'static str),
    /// Runs a test, given its file and its name.
    pub(crate) run: fn(&Job<'_>, &str, &str) -> Outcome,
}

/// An input of a check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Input {
    /// A file in the tree, or all files in a folder: those that git tracks, and new ones that it does not ignore.
    Tree(&'static str),
    /// Like `Tree`, but Rust sources without comments: for code that is only compiled and run.
    Code(&'static str),
    /// Like `Tree`, but Rust sources without comments other than documentation.
    Documented(&'static str),
    /// All files in the tree whose names have this ending.
    Ending(&'static str),
    /// A program or other file made by an earlier check, or the files in a folder, as a path from the root.
    Made(&'static str),
    /// The folder with all known answers, next to the project or named by COUNTERPOINT_VECTORS.
    Vectors,
}

/// As many cores as there are: nothing else runs at the same time.
pub(crate) const ALONE: usize = usize::MAX;

/// A short check on one core without requirements. The table's entries state how they differ from it.
pub(crate) const SHORT: Check = Check {
    name: "",
    group: "",
    gate: Gate::Test,
    why: "",
    needs: &[],
    after: &[],
    contains: &[],
    counts: Counts::One,
    inputs: None,
    makes: &[],
    minutes: 30,
    seconds: 10,
    cores: 1,
    uses: &[],
    installs: false,
    parts: None,
    scripts: None,
    run: |_| Ok(()),
};
