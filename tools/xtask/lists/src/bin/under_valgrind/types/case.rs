//! A case of the check: some types, used as callers use them, and what memcheck may report.

use crate::secrets::Verdicts;
use std::error::Error;

/// The result of a case, which fails only if the case itself is wrong.
pub(crate) type Outcome = Result<(), Box<dyn Error>>;

/// Some types, used as callers use them.
pub(crate) struct Case {
    pub(crate) name: &'static str,
    /// How often a comparison may branch on its verdict, which is public.
    pub(crate) branches: usize,
    /// Whether the documentation promises constant time. A case without this promise must cause a report, or the check
    /// sees nothing.
    pub(crate) constant_time: bool,
    pub(crate) run: fn(&mut Verdicts) -> Outcome,
}

impl Case {
    /// Returns a constant-time case, whose comparisons return their verdict without branching on it.
    pub(crate) const fn new(name: &'static str, run: fn(&mut Verdicts) -> Outcome) -> Self {
        Self { name, branches: 0, constant_time: true, run }
    }
}
