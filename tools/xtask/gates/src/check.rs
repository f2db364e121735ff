//! A check: what it tries, in which gate and why, what it needs and what decides whether it runs again.

use crate::count::Counts;
use crate::job::{Job, Outcome, Part};
use crate::need::Need;
use crate::world::World;

/// Which command runs a check first. Each gate also runs the checks of those before it, but for `Release`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Gate {
    /// `make check`, while one writes.
    Check,
    /// `make test`, before a change is handed on.
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

/// A check, or several that differ in the program that they run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Check {
    pub(crate) name: &'static str,
    /// What `ONLY` may name besides: `rust`, `proof`, `web`.
    pub(crate) group: &'static str,
    pub(crate) gate: Gate,
    /// What it tries, and why in this gate.
    pub(crate) why: &'static str,
    pub(crate) needs: &'static [Need],
    /// The checks whose products it needs. If one of them has failed, it can't begin and has failed too.
    pub(crate) after: &'static [&'static str],
    /// The checks all of whose cases it tries too: in a run that has both, only this one runs.
    pub(crate) contains: &'static [&'static str],
    pub(crate) counts: Counts,
    /// Where it decides whether it runs again: nothing of this has changed since it passed. `None` runs each time.
    pub(crate) inputs: Option<&'static [Input]>,
    /// What it makes for other checks, by paths from the root. If one is missing, it runs again.
    pub(crate) makes: &'static [&'static str],
    /// The time that it may take, which is ample: a busy neighbour must not fail a check. It is ended after that.
    pub(crate) minutes: u64,
    /// About how long it takes on two idle cores: what others wait for longest begins first.
    pub(crate) seconds: u64,
    /// How many cores it keeps busy.
    pub(crate) cores: usize,
    /// What no two checks may use at the same time: a target folder of Cargo.
    pub(crate) uses: &'static [&'static str],
    /// Whether it installs packages, which is timed separately. Such checks come first.
    pub(crate) installs: bool,
    /// Programs with which it is run, each a check of its own.
    pub(crate) parts: Option<fn(&World) -> Vec<Part>>,
    /// How one of its tests runs alone, if it tests a package that is written in a language without a compiler.
    pub(crate) scripts: Option<Scripts>,
    pub(crate) run: fn(&Job<'_>) -> Outcome,
}

/// A package of scripts around a compiled part. Defects of the scripts are planted beside the compiled part of the
/// project itself, so that nothing is built.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scripts {
    /// The folder of the scripts, by the path from the root.
    pub(crate) sources: &'static str,
    /// The compiled part as the project has it, and its place beside the scripts.
    pub(crate) compiled: (&'static str, &'static str),
    /// Runs a test, by its file and its name in it.
    pub(crate) run: fn(&Job<'_>, &str, &str) -> Outcome,
}

/// What a check reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Input {
    /// A file of the tree, or all files in a folder: those that git knows, and new ones that it does not ignore.
    Tree(&'static str),
    /// The same, but Rust sources without their comments: for what is only compiled and run.
    Code(&'static str),
    /// The same, but Rust sources with no comments but their documentation.
    Documented(&'static str),
    /// All files of the tree whose names end so.
    Ending(&'static str),
    /// A program or another file that an earlier check has made, or the files in a folder, by the path from the root.
    Made(&'static str),
    /// The folder with all known answers beside the project, or where COUNTERPOINT_VECTORS says.
    Vectors,
}

/// As many cores as there are: nothing else runs at the same time.
pub(crate) const ALONE: usize = usize::MAX;

/// A check that takes a short time on one core and needs nothing. The table's entries say where they differ.
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
